"""The bot: Discord on one side, the tables on the other."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands, tasks

from bot import calls, clock
from bot.answer import answer, ready
from bot.commands import help as help_commands
from bot.commands import mine, moves, rating
from bot.commands.league import LeagueCommands
from bot.commands.settings import SettingsCommands
from bot.commands.stats import StatsCommands
from bot.commands.tables import TableCommands
from bot.layout import Message
from bot.league.clerk import Clerk
from bot.league.confirm import Confirmations
from bot.league.organiser import Organiser
from bot.league.ratings import Ratings
from bot.league.season import Seasons
from bot.league.venue import Venue
from bot.lobby import Lobbies
from bot.outbox import Outbox
from bot.postman import Postman
from bot.press import pressed
from bot.questions import Questions
from bot.refusal import Refused
from bot.seating import Seating
from bot.settings import Settings
from bot.sitting import Sitting, sit
from bot.store import Pen, Store
from bot.table import Tables
from bot.tidy import Tidy
from bot.turn import Turns
from bot.watch import Watch
from games import GAMES
from games.core import AnyGame
from games.phrasebook import Phrasebook

log = logging.getLogger(__name__)

HEARTBEAT = 30  # seconds


class SlowTrain(commands.AutoShardedBot):
    """The bot; it knows no single game by name."""

    store: Store
    outbox: Outbox
    tables: Tables
    seating: Seating
    questions: Questions
    watch: Watch
    tidy: Tidy
    choices: SettingsCommands
    lobbies: Lobbies
    turns: Turns
    seasons: Seasons
    clerk: Clerk
    organiser: Organiser
    confirmations: Confirmations
    leagues: LeagueCommands

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
        postman = Postman(self, self.store)
        self.outbox = Outbox(self.store, postman)
        self.tables = Tables(self.store, posts_waiting=self._changed)
        self.lobbies = Lobbies(self.store, self.tables)
        self.seating = Seating(self.tables)
        self.questions = postman.questions = Questions(self.tables, self.seating)
        self.tidy = Tidy(self.tables, self.settings.idle_days)
        self.watch = Watch(self.seating, self.questions, self.tidy)
        self.outbox.put_off = self.watch.wake
        self.turns = Turns(self.tables)
        self.seasons = Seasons(self.store)
        venue = Venue(self, self.store, self.tables, self.tidy)
        self.clerk = Clerk(self.seasons, Ratings(self.store), self.seating, venue)
        self.tables.ended = self.clerk.wake
        self.organiser = Organiser(self.clerk)
        self.confirmations = Confirmations()
        self.leagues = LeagueCommands(self)
        self.choices = SettingsCommands(self)
        for group in (TableCommands(self), self.leagues, self.choices, StatsCommands(self)):
            self.tree.add_command(group)
        for game in moves.groups(self):
            self.tree.add_command(game)
        for several in (help_commands, mine, rating):
            for command in several.commands(self):
                self.tree.add_command(command)
        await self._sync()
        await self._note(calls.make_up)
        await self.tables.call_up()
        self._changed()
        await self.tables.resume()
        await self.questions.take_up()
        self._beat.start()

    def _changed(self) -> None:
        """Something may have to be posted, and somebody to be told in time."""
        self.outbox.wake()
        self.watch.wake()

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
            await self.watch.stop()
            await self.clerk.stop()
            await self.tables.settle()
            await self.outbox.stop()
            await self._note(lambda pen: pen.beat(clock.now()))
            await self.store.close()
            del self.outbox
        await super().close()

    async def _note(self, work: Callable[[Pen], Awaitable[object]]) -> None:
        """Note that the bot is there; a full disk must not keep it from starting or stopping."""
        try:
            async with self.store.writing() as pen:
                await work(pen)
        except sqlite3.Error:
            log.exception("could not note when the bot was there")

    @tasks.loop(seconds=HEARTBEAT)
    async def _beat(self) -> None:
        """Show that the bot is alive, and forget what is no longer needed."""
        try:
            await asyncio.to_thread(self.settings.heartbeat.touch)
            async with self.store.writing() as pen:
                await pen.forget_interactions()
                await pen.beat(clock.now())
            await self.tables.resume()  # computer players whom an error stopped
            self.watch.wake()
            self.clerk.wake()
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

    async def on_ready(self) -> None:
        """Who removed the bot from a server while it was offline has closed its tables there."""
        here = {guild.id for guild in self.guilds}
        if not here and not self.settings.token:  # a local table has its server a moment later
            return
        for server in await self.store.open_servers():
            if server not in here:
                async with self.store.writing() as pen:
                    await pen.close_server(server)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot is no longer in a server: its tables wait to be reopened."""
        async with self.store.writing() as pen:
            await pen.close_server(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel is gone: its table waits to be reopened in another."""
        async with self.store.writing() as pen:
            await pen.close_channel(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """So does the table of a thread that is gone."""
        async with self.store.writing() as pen:
            await pen.close_channel(payload.thread_id)

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
