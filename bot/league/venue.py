"""Where a league is played: its channel, and a thread there for each of its tables."""

from __future__ import annotations

import logging
import secrets
from typing import Any

import discord

from bot.clock import PACES
from bot.league.league import League
from bot.league.news import tell, tell_table
from bot.league.posts import sign_up
from bot.sitting import sit
from bot.store import ChannelTaken, FixtureRow, SeatRow, Store
from bot.table import Tables
from bot.tidy import Tidy
from games import GAMES
from games.codec import encode
from games.phrasebook import Phrasebook

log = logging.getLogger(__name__)

THREAD = 100  # characters of a thread's name
WEEK = 10080  # minutes after which Discord archives a thread nobody writes in


class Venue:
    """Opens threads, seats members there, and keeps the sign-up's post up to date."""

    def __init__(self, client: discord.Client, store: Store, tables: Tables, tidy: Tidy) -> None:
        self._client, self._store, self._tables, self._tidy = client, store, tables, tidy

    async def open(self, league: League, fixture: FixtureRow) -> None:
        """Set a table up in a thread of its own. A step that was done before is not done again."""
        thread = fixture.thread or await self._thread(league, fixture)
        if not fixture.thread:
            async with self._store.writing() as pen:
                await pen.set_fixture(fixture.id, thread=thread)
        if league.terms.duplicate:
            await self.invite(thread, fixture.seats())
        table_id = fixture.table_id or await self._seat(league, fixture, thread)
        table = await sit(self._store, table_id)
        if table.row.closed:  # its thread was deleted meanwhile: from the beginning
            async with self._store.writing() as pen:
                await pen.set_fixture(fixture.id, thread=None, table_id=None)
            return
        if table.row.status == "lobby":
            await self._tables.start(table)
        async with self._store.writing() as pen:
            await pen.opened(fixture.id)

    async def reopen(self, league: League, fixture: FixtureRow) -> None:
        """Go on with a table that was closed: in its thread if that is there, else in a new one."""
        assert fixture.table_id is not None and fixture.thread is not None
        thread = fixture.thread
        if not await self._is_there(thread):
            thread = await self._thread(league, fixture)
            async with self._store.writing() as pen:
                await pen.set_fixture(fixture.id, thread=thread)
                await tell_table(pen, league.row, fixture, thread)
        if league.terms.duplicate:
            await self.invite(thread, fixture.seats())
        row = league.row
        await self._tidy.reopen(
            fixture.table_id, None, server=row.server, channel=thread, parent=row.channel
        )

    async def _is_there(self, thread: int) -> bool:
        """Whether a thread can be played in."""
        try:
            found = await self._client.fetch_channel(thread)
        except (discord.NotFound, discord.Forbidden):
            return False
        return isinstance(found, discord.Thread) and found.parent is not None

    async def _thread(self, league: League, fixture: FixtureRow) -> int:
        """The thread of a table; one that was made just before a crash is found again."""
        row = league.row
        channel: Any = self._client.get_channel(row.channel) or await self._client.fetch_channel(
            row.channel
        )
        name, private = thread_name(league, fixture), league.terms.duplicate
        kind = discord.ChannelType.private_thread if private else discord.ChannelType.public_thread
        for thread in await channel.guild.active_threads():
            # Anybody can give a thread that name, and an older league may have had it.
            ours = thread.owner_id == getattr(self._client.user, "id", None)
            meant = (thread.parent_id, thread.name, thread.type) == (row.channel, name, kind)
            if ours and meant and not await self._is_used(thread.id):
                return int(thread.id)
        extra = {"invitable": False} if private else {}
        made = await channel.create_thread(
            name=name, type=kind, auto_archive_duration=WEEK, **extra
        )
        return int(made.id)

    async def _is_used(self, thread: int) -> bool:
        known = await self._store.fixture_in(thread)
        return known is not None or await self._store.last_table(thread) is not None

    async def invite(self, thread: int, members: list[int]) -> None:
        """Nobody finds a private thread by themselves; who has left the server can't be asked."""
        refused: list[discord.HTTPException] = []
        for member in members:
            try:
                await self._client.http.add_user_to_thread(thread, member)
            except discord.HTTPException as error:
                log.warning("member %s can't be added to thread %s: %s", member, thread, error)
                refused.append(error)
        if len(refused) == len(members) and isinstance(refused[0], discord.Forbidden):
            raise refused[0]  # it is not the members' fault: the table would wait for nobody

    async def _seat(self, league: League, fixture: FixtureRow, thread: int) -> int:
        row, terms = league.row, league.terms
        watchers = await self._watchers(league, fixture) if terms.duplicate else []
        seats = [
            SeatRow(seat, member, *league.names[member])
            for seat, member in enumerate(fixture.seats())
        ]
        try:
            async with self._store.writing() as pen:
                table_id = await pen.new_table(
                    server=row.server,
                    channel=thread,
                    parent=row.channel,
                    creator=row.creator,
                    game=fixture.game,
                    options=encode(GAMES[fixture.game].options()).decode(),
                    seed=fixture.seed or secrets.token_bytes(32),
                    pace=PACES[terms.pace],
                    fixture=fixture.id,
                    sealed=terms.duplicate,
                )
                await pen.set_seats(table_id, seats)
                await pen.set_fixture(fixture.id, table_id=table_id)
                await tell_table(pen, row, fixture, thread)
                for member in watchers:
                    await tell(pen, row, "watches", member=member)
        except ChannelTaken:  # somebody has opened a table there, quick as a flash
            async with self._store.writing() as pen:
                await pen.set_fixture(fixture.id, thread=None)
            raise
        return table_id

    async def _watchers(self, league: League, fixture: FixtureRow) -> list[int]:
        """Who could look into the other tables, by a right that was given after they entered."""
        channel = self._client.get_channel(league.row.channel)
        if not isinstance(channel, discord.TextChannel):
            return []
        found = []
        for number in [member for member in fixture.seats() if member > 0]:
            try:
                member = await channel.guild.fetch_member(number)
            except discord.NotFound:
                continue
            if channel.permissions_for(member).manage_threads:
                found.append(number)
        return found

    async def stuck(self, league: League, fixture: FixtureRow) -> None:
        """Tell everybody, once, that a table can't be set up."""
        if fixture.stuck:
            return
        async with self._store.writing() as pen:
            await pen.set_fixture(fixture.id, stuck=1)
            await tell(pen, league.row, "stuck", fixture=fixture.id)

    async def show_sign_up(self, league: League) -> None:
        """Let the sign-up say how things stand; the last time when nobody can enter any more."""
        row = league.row
        assert row.sign_up is not None
        message: int | None = row.sign_up
        channel = self._client.get_partial_messageable(row.channel)
        try:
            await channel.get_partial_message(row.sign_up).edit(view=sign_up(league).view())
        except (discord.NotFound, discord.Forbidden) as error:
            log.warning("the sign-up of league %s can't be changed: %s", row.id, error)
            message = None
        if not league.can_enter():
            message = None
        async with self._store.writing() as pen:
            await pen.sign_up_shows(row, message)


def thread_name(league: League, fixture: FixtureRow) -> str:
    """What the thread of a table is called; no two tables of a league share it."""
    values = {"season": fixture.season, "round": fixture.round, "number": fixture.name}
    name = Phrasebook().say("league.thread", name="", **values)
    return league.row.name[: THREAD - len(name)] + name
