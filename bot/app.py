"""The bot: Discord on one side, the tables on the other."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot import lobbypost, show
from bot.answer import answer, ready
from bot.commands import help as help_commands
from bot.commands import mine, moves
from bot.commands.tables import TableCommands
from bot.layout import Message
from bot.lobby import Lobbies
from bot.outbox import Outbox
from bot.press import pressed
from bot.refusal import Refused
from bot.settings import Settings
from bot.sitting import Sitting, sit
from bot.store import OutboxRow, Store
from bot.table import Tables
from bot.turn import Turns
from games import GAMES
from games.core import AnyGame
from games.phrasebook import Phrasebook

log = logging.getLogger(__name__)

HEARTBEAT = 30  # seconds
HISTORY = 30  # messages looked through for a post that was on its way
CLOCKS_APART = 300  # seconds by which our clock and Discord's may differ


class SlowTrain(commands.AutoShardedBot):
    """The bot; it knows no single game by name."""

    store: Store
    outbox: Outbox
    tables: Tables
    lobbies: Lobbies
    turns: Turns

    def __init__(self, settings: Settings) -> None:
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=(),
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            help_command=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        self.settings = settings
        self.words = Phrasebook()
        self.tree.error(self._command_failed)

    async def setup_hook(self) -> None:
        """Open the store, register the commands, take up what waits."""
        self.store = await Store.open(self.settings.database)
        self.outbox = Outbox(self.store, self)
        self.tables = Tables(self.store, posts_waiting=self.outbox.wake)
        self.lobbies = Lobbies(self.store, self.tables)
        self.turns = Turns(self.tables)
        self.tree.add_command(TableCommands(self))
        for group in moves.groups(self):
            self.tree.add_command(group)
        for command in (*help_commands.commands(self), *mine.commands(self)):
            self.tree.add_command(command)
        await self._sync()
        self.outbox.wake()
        await self.tables.resume()
        self._beat.start()

    async def _sync(self) -> None:
        if self.settings.guild:
            guild = discord.Object(self.settings.guild)
            self.tree.copy_global_to(guild=guild)
            await self.tree.sync(guild=guild)
        else:
            await self.tree.sync()

    async def close(self) -> None:
        """Let go of everything in order; what is not posted waits in the store."""
        if hasattr(self, "outbox"):
            self._beat.cancel()
            await self.tables.settle()
            await self.outbox.stop()
            await self.store.close()
            del self.outbox
        await super().close()

    @tasks.loop(seconds=HEARTBEAT)
    async def _beat(self) -> None:
        """Show that the bot is alive, and forget what is no longer needed."""
        try:
            await asyncio.to_thread(self.settings.heartbeat.touch)
            async with self.store.writing() as pen:
                await pen.forget_interactions()
            await self.tables.resume()  # computer players whom an error stopped
        except (OSError, sqlite3.Error):
            log.exception("the heart skipped a beat")

    def title(self, game: str) -> str:
        """A game's name."""
        return GAMES[game].title if game in GAMES else game

    async def sitting_here(self, interaction: discord.Interaction, game: AnyGame) -> Sitting | None:
        """The table of this game that is open in this channel."""
        row = await self.store.open_table(interaction.channel_id or 0)
        if row is None or row.game != game.key:
            return None
        return await sit(self.store, row.id)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """A button or a menu; slash commands go their own way."""
        if interaction.type is discord.InteractionType.component:
            await pressed(self, interaction)

    async def _command_failed(
        self, interaction: discord.Interaction, error: app_commands.AppCommandError
    ) -> None:
        """The last net: whatever a command did not catch is answered here."""
        cause = getattr(error, "original", error)
        if isinstance(cause, Refused):
            message = Message(self.words.tell(cause.fact))
        else:
            log.error("a command failed", exc_info=cause)
            message = Message(self.words.say("refused.broken"))

        if not interaction.response.is_done():
            await answer(interaction, ready(message))

    async def queue_lobby(self, lobby: Sitting) -> None:
        """Post a lobby that is not the answer to a command, as in a new thread."""
        async with self.store.writing() as pen:
            await pen.queue(lobby.row.id, lobby.row.channel, "lobby", "{}")
        self.outbox.wake()

    async def post(self, row: OutboxRow) -> None:
        """Bring a row of the outbox to its channel."""
        message = await self._compose(row)
        await self.get_partial_messageable(row.channel).send(
            view=message.view(),
            files=message.attachments(),
            allowed_mentions=message.mentions(),
            nonce=f"slowtrain-{row.id}",
        )

    async def _compose(self, row: OutboxRow) -> Message:
        match row.kind:
            case "board":
                return await show.board_post(self.store, row)
            case "lobby":
                return lobbypost.lobby_message(await sit(self.store, row.table_id))
            case "aborted":
                sitting = await sit(self.store, row.table_id)
                by = discord.utils.escape_markdown(json.loads(row.payload)["by"])
                return Message(sitting.words.say("abort.post", title=sitting.game.title, by=by))
        raise ValueError(f"no such kind of post: {row.kind}")

    async def arrived(self, row: OutboxRow) -> bool:
        """Whether a post that was on its way is in the channel, by its words and buttons."""
        wanted = (await self._compose(row)).gist()
        channel = self.get_partial_messageable(row.channel)
        since = datetime.fromtimestamp(row.created - CLOCKS_APART, UTC)
        try:
            async for message in channel.history(limit=HISTORY, after=since, oldest_first=False):
                shown = _gist(component.to_dict() for component in message.components)
                if message.author == self.user and shown == wanted:
                    return True
        except discord.HTTPException as error:
            log.warning("can't look back in channel %s: %s", row.channel, error)
        return False

    async def known_channels(self) -> list[tuple[int, int | None, str]]:
        """Where open tables are, for a local table that begins with an empty server."""
        rows = await self.store.running()
        return [(row.channel, row.parent, self.title(row.game)) for row in rows]

    async def repost_running_tables(self) -> None:
        """Post every open table again, for a local table that begins with an empty server."""
        for row in await self.store.running():
            async with self.store.writing() as pen:
                if row.status == "lobby":
                    await pen.queue(row.id, row.channel, "lobby", "{}")
                elif row.posted >= 0:
                    payload = json.dumps({"first": row.posted, "last": row.posted})
                    await pen.queue(row.id, row.channel, "board", payload)
        self.outbox.wake()


def _gist(components: Iterable[Mapping[str, Any]]) -> set[str]:
    """The words and custom ids in a message that was sent."""
    found: set[str] = set()
    for component in components:
        found |= {str(component[key]) for key in ("content", "custom_id") if component.get(key)}
        found |= _gist(component.get("components", ()))
    return found
