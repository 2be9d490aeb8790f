"""The local table: the real bot, without a token, on SimCord's page in the browser.

SimCord is made for tests: its clock stands still and its page shows what an action of its own
has changed. Here both are kept alive by a heartbeat. The private names used are those of the
pinned version.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import discord
import simcord
from discord.ext import commands

from bot.local.page import controls_known_by_custom_id
from bot.local.pages import Addresses, log, logged, pages
from bot.local.patience import Patience
from bot.local.world import CHANNEL_ID, MEMBER_IDS, SERVER_ID, World

__all__ = ["CHANNEL_ID", "MEMBER_IDS", "SERVER_ID", "Addresses", "MakeBot", "serve"]

SETTLE_TIMEOUT = 60.0

MakeBot = Callable[[], commands.Bot | commands.AutoShardedBot]


async def serve(
    make_bot: MakeBot,
    *,
    port: int,
    announce: Callable[[Addresses], None],
    stop: asyncio.Event | None = None,
) -> None:
    """Run the bot at a local table until `stop` is set or the process is asked to end.

    `announce` is called when the pages are up, and again when a thread has got a page.
    """
    stop = stop or asyncio.Event()
    with _stopping_on_signals(stop), controls_known_by_custom_id():
        bot = make_bot()
        try:
            runner = simcord.run(bot, **_options(bot))
            world = World(runner._env)
            _restore_channels_at_login(bot, world)
            with Patience(world.env).applied():
                async with runner, pages(world, port, announce) as table:
                    await _sync_commands(world.env)
                    _repost(world.env)
                    await table.run(stop)
        finally:
            await logged(bot.close(), "The bot did not close well.")


def _options(bot: discord.Client) -> dict[str, Any]:
    """What SimCord is told; it wants a number of shards for a sharded bot that names none."""
    options: dict[str, Any] = {"check_errors": False, "settle_timeout": SETTLE_TIMEOUT}
    if isinstance(bot, discord.AutoShardedClient) and not bot.shard_count:
        options["shard_count"] = 1
    return options


@contextmanager
def _stopping_on_signals(stop: asyncio.Event) -> Iterator[None]:
    """Let the first Ctrl-C or SIGTERM stop the table; a second one ends the process at once."""
    loop = asyncio.get_running_loop()
    caught: list[signal.Signals] = []

    def release() -> None:
        while caught:
            loop.remove_signal_handler(caught.pop())

    def asked() -> None:
        stop.set()
        release()

    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, asked)
        except (NotImplementedError, RuntimeError, ValueError):
            continue  # Windows, or not the main thread: the caller's handling stays
        caught.append(number)
    try:
        yield
    finally:
        release()


def _restore_channels_at_login(bot: discord.Client, world: World) -> None:
    """Have the channels of earlier runs there again before the bot sees its server."""
    known_channels = getattr(bot, "known_channels", None)
    if known_channels is None:
        return
    setup_hook = bot.setup_hook

    async def setup_then_restore() -> None:
        await setup_hook()
        for channel_id, parent_id, name in await known_channels():
            try:
                world.restore(channel_id, parent_id, name)
            except Exception:
                log.exception("The channel %s could not be created again.", name)

    vars(bot)["setup_hook"] = setup_then_restore


async def _sync_commands(env: simcord.Env) -> None:
    """Register the commands if the bot didn't: SimCord has forgotten those of the last run."""
    if any(env.backend.commands.values()):
        return
    tree: Any = getattr(env.bot, "tree", None)
    if tree is not None:
        with env._bot_scope():
            await tree.sync()


def _repost(env: simcord.Env) -> None:
    """Have the bot post its boards again, as work of its own: those of the last run are gone."""
    repost = getattr(env.bot, "repost_running_tables", None)
    if repost is None:
        return

    async def repost_when_ready() -> None:
        await env.bot.wait_until_ready()
        await repost()

    with env._bot_scope():
        loop: Any = env._loop
        loop.create_task(logged(repost_when_ready(), "The boards could not be posted again."))
