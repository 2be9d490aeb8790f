"""`slowtrain run`: the bot, on Discord with a token, else at a local table in the browser."""

from __future__ import annotations

import asyncio
import logging
from argparse import ArgumentParser, Namespace

from bot.cli.complaint import Complaint
from bot.settings import BadSetting, Settings, read_settings
from games import GAMES
from games.core import Rng

HELP = "run the bot: on Discord with a token, else at a local table in the browser"

FIRST_STEPS = """\
1. Open the channel's address in a browser. At the top you choose who you are; begin as Ada.
2. Type /table new game:{title} and press Enter.
3. Press Start: computer players can take the other seats.
4. Press Take your turn under the board, and choose.
5. /help and /rules tell the rest. Ctrl-C stops; the next start goes on with the same table."""


def add(parser: ArgumentParser) -> None:
    """There are no arguments: the settings come from the environment."""


def run(args: Namespace) -> int:
    """Run the bot until it is stopped."""
    try:
        settings = read_settings()
    except BadSetting as bad:
        raise Complaint(str(bad)) from None
    logging.basicConfig(
        level=settings.log, format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )
    for name in ("discord.client", "discord.state"):
        logging.getLogger(name).addFilter(_is_news)
    for game in GAMES.values():  # a broken data file is the owner's to read, not the members'
        game.new(game.seats[0], game.options(), Rng(bytes(32), 0))
    if settings.token:
        _on_discord(settings, settings.token)
    else:
        _at_local_table(settings)
    return 0


def _is_news(record: logging.LogRecord) -> bool:
    """Not that there is no voice, nor what SimCord's probe of discord.py brings up."""
    return not any(word in record.getMessage() for word in ("voice", "Guilds intent"))


def _on_discord(settings: Settings, token: str) -> None:
    import aiohttp
    import discord

    from bot.app import SlowTrain
    from bot.database import DatabaseError

    async def serve() -> None:
        async with SlowTrain(settings) as bot:
            await bot.start(token)

    try:
        asyncio.run(serve())
    except discord.LoginFailure:
        raise Complaint(
            "Discord does not accept the token. Copy it again from the application's Bot page "
            "into DISCORD_TOKEN, or leave DISCORD_TOKEN empty to play at a local table."
        ) from None
    except aiohttp.ClientConnectionError as error:
        raise Complaint(f"Discord can't be reached: {error}. Is there a network?") from None
    except DatabaseError as error:
        raise Complaint(str(error)) from None


def _at_local_table(settings: Settings) -> None:
    from bot.app import SlowTrain
    from bot.database import DatabaseError

    try:
        from bot.local import Addresses, serve
    except ModuleNotFoundError as missing:
        raise Complaint(
            f"DISCORD_TOKEN is empty, and the local table needs {missing.name}, which is not "
            "installed. Run make setup, or set DISCORD_TOKEN to run on Discord."
        ) from None

    def announce(addresses: Addresses) -> None:
        print("No DISCORD_TOKEN, so this is a local table, for this computer alone.", flush=True)
        print(f"\n  The channel:      {addresses.channel}")
        for name, address in addresses.direct.items():
            print(f"  {name}'s messages:".ljust(20) + address)
        title = next(iter(GAMES.values())).title
        print(f"\n{FIRST_STEPS.format(title=title)}\n", flush=True)

    try:
        asyncio.run(serve(lambda: SlowTrain(settings), port=settings.port, announce=announce))
    except DatabaseError as error:
        raise Complaint(str(error)) from None
