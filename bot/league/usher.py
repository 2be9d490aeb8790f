"""The usher: keeps the tables of leagues as the leagues have it, whatever happened in between."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable

from msgspec.structs import replace

from bot import calls, clock
from bot.clock import PACES
from bot.league.league import GONE, meet
from bot.league.season import Seasons
from bot.league.venue import Venue
from bot.seating import Seating
from bot.sitting import Sitting, sit
from bot.store import LeagueSeat, Pen, SeatRow
from games.codec import encode
from games.core import Fact

log = logging.getLogger(__name__)


class Usher:
    """Looks who is to sit where, whether clocks run, and whether a table goes on at all.

    Each look finds what is not yet as it should be: after a crash nothing stays half done.
    """

    def __init__(self, seasons: Seasons, seating: Seating, venue: Venue) -> None:
        self._seasons, self._seating, self._venue = seasons, seating, venue
        self._store, self._tables = seasons.store, seating.tables

    async def look(self) -> None:
        """Put everything right."""
        for fixture_id, table_id, member in await self._store.strangers():
            await self._each(self._no_show(fixture_id, table_id, member))
        for seat in await self._store.league_seats():
            if seat.member != seat.owner:
                await self._each(self._hand_over(seat))
            elif seat.status in GONE and seat.stand_in != "seat":
                await self._each(self._seating.stand_in(seat.table_id, seat.owner))
        for table_id, league_id, paused in await self._store.out_of_pace():
            await self._each(self._set_pace(table_id, league_id, paused=paused))
        for table_id in await self._store.needless_tables():
            await self._each(self._break_off(table_id))
        self._tables.changed()

    async def unseal(self) -> None:
        """Open to everybody what was sealed while others played the same deal."""
        for table_id in await self._store.unsealable():
            await self._each(self._unseal(table_id))

    async def _each(self, work: Awaitable[None]) -> None:
        """One table that can't be read must not stop the others."""
        try:
            await work
        except Exception:
            log.exception("a table of a league could not be looked after")

    async def _no_show(self, fixture_id: int, table_id: int, member: int) -> None:
        await self._seasons.entries.no_show(fixture_id, member)
        await self._seating.stand_in(table_id, member)

    async def _hand_over(self, seat: LeagueSeat) -> None:
        """Who plays on in a member's place takes the seat."""
        fixture = await self._store.fixture(seat.fixture_id)
        assert fixture is not None and fixture.thread is not None
        league = await meet(self._store, fixture.league_id, fixture.season)
        name, username = league.names[seat.owner]
        if league.terms.duplicate:
            await self._venue.invite(fixture.thread, [seat.owner])
        async with self._tables.lock(seat.table_id):
            sitting = await sit(self._store, seat.table_id)
            if sitting.row.status != "running" or sitting.seat_of(seat.owner) is not None:
                return
            values = {"seat": seat.seat, "name": sitting.seats[seat.seat].name, "new": name}
            row = SeatRow(seat.seat, seat.owner, name, username)
            await self._seating.hand_over(sitting, row, Fact("events.substituted", values))

    async def _set_pace(self, table_id: int, league_id: int, *, paused: bool) -> None:
        """The clocks at a table stop, or start again with what is in the bank."""
        league = await meet(self._store, league_id)
        pace = 0 if paused else PACES[league.terms.pace]
        async with self._tables.lock(table_id):
            sitting = await sit(self._store, table_id)
            if sitting.row.status != "running" or bool(sitting.row.pace) != paused:
                return
            async with self._store.writing() as pen:
                await pen.change(sitting.row, pace=pace)
                acting, row = sitting.acting, replace(sitting.row, pace=pace)
                await calls.recall(pen, row, sitting.seats, acting, ended=acting)

    async def _break_off(self, table_id: int) -> None:
        async with self._tables.lock(table_id):
            sitting = await sit(self._store, table_id)
            async with self._store.writing() as pen:
                await break_off(pen, sitting)

    async def _unseal(self, table_id: int) -> None:
        """All tables of the round are over: everybody may look, and the seed is shown."""
        async with self._tables.lock(table_id):
            sitting = await sit(self._store, table_id)
            fact = Fact("events.unsealed", {"seed": sitting.row.seed.hex()})
            async with self._store.writing() as pen:
                told = await pen.unseal(table_id)
                if sitting.row.status == "over" and not told:
                    await _note(pen, sitting, fact)


async def break_off(pen: Pen, sitting: Sitting) -> None:
    """End a table that its league has decided or cancelled, if it can be played on."""
    row = sitting.row
    if not (row.open or row.closed):
        return
    await pen.change(row, status="aborted", closed=None, ended=clock.now(), computer_due=0)
    await calls.recall(pen, row, sitting.seats, frozenset())
    await pen.void_questions(row.id)
    if not row.closed:
        await _note(pen, sitting, Fact("events.decided"))


async def _note(pen: Pen, sitting: Sitting, fact: Fact) -> None:
    payload = json.dumps({"fact": encode(fact).decode(), "pings": []})
    await pen.queue(sitting.row.id, sitting.row.channel, "note", payload)
