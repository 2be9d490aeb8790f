"""What organisers can do: pause, extend, decide, cancel, move. All of it is told."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

from msgspec.structs import replace

from bot import calls, clock
from bot.clock import HOUR
from bot.league.clerk import Clerk
from bot.league.league import League, Outcome, meet
from bot.league.news import tell, tell_sign_up
from bot.league.usher import break_off
from bot.refusal import Refused
from bot.sitting import sit
from bot.store import FixtureRow
from games.codec import encode

Order = list[list[int]]
"""Who is placed where: members, the best first; those together share a place."""


class Organiser:
    """Carries out what an organiser has confirmed."""

    def __init__(self, clerk: Clerk) -> None:
        self._clerk, self._seasons, self._store = clerk, clerk.seasons, clerk.seasons.store
        self._tables = clerk.seating.tables

    async def pause(self, league_id: int, judge: int) -> None:
        """No round opens and no clock runs until it goes on."""
        async with self._seasons.lock:
            league = await meet(self._store, league_id)
            check_status(league, "running", "league_not_running")
            await self._note(league, "paused", judge, status="paused", paused=clock.now())
        await self._clerk.usher.look()

    async def resume(self, league_id: int, judge: int) -> None:
        """Rounds open and clocks run again; dates are put off by as long as it was paused."""
        async with self._seasons.lock:
            league = await meet(self._store, league_id)
            check_status(league, "paused", "league_not_paused")
            row, moment = league.row, clock.now()
            gone = moment - (row.paused or moment)
            dates = {"opens": row.opens, "due": row.due}
            later = {name: date and date + gone for name, date in dates.items()}
            await self._note(league, "resumed", judge, status="running", paused=None, **later)
        await self._clerk.usher.look()
        self._clerk.wake()

    async def cancel(self, league_id: int, judge: int) -> None:
        """The season ends at once; its open tables are broken off and do not count."""
        async with self._seasons.lock:
            league = await meet(self._store, league_id)
            if not league.row.going_on:
                raise Refused("league_over")
            async with self._store.writing() as pen:
                await pen.void_season(league.row)
                await pen.end_season(league.row)
                await pen.change_league(
                    league.row, status="cancelled", opens=None, due=None, paused=None
                )
                await tell(pen, league.row, "cancelled", judge=judge)
        await self._clerk.usher.look()
        self._clerk.wake()

    async def move(self, league_id: int, channel: int, judge: int) -> None:
        """The league goes on in another channel; open threads stay where they are."""
        async with self._seasons.lock:
            league = await meet(self._store, league_id)
            async with self._store.writing() as pen:
                await pen.change_league(league.row, channel=channel, sign_up=None)
                now = replace(league.row, channel=channel)
                await tell(pen, now, "moved", judge=judge)
                if league.can_enter():
                    await tell_sign_up(pen, now)
        self._clerk.try_again()

    async def _note(self, league: League, what: str, judge: int, **columns: Any) -> None:
        async with self._store.writing() as pen:
            await pen.change_league(league.row, **columns)
            await tell(pen, league.row, what, judge=judge)

    async def extend(self, fixture_id: int, hours: int, judge: int) -> None:
        """Whoever is to act at a table has so many hours more."""
        fixture = await self._fixture(fixture_id)
        league = await meet(self._store, fixture.league_id)
        check_open(fixture)
        assert fixture.table_id is not None
        async with self._tables.lock(fixture.table_id), self._store.writing() as pen:
            seats = await self._store.seats(fixture.table_id)
            if not await calls.extend(pen, fixture.table_id, seats, hours * HOUR):
                raise Refused("league_no_clock")
            await tell(pen, league.row, "extended", fixture=fixture.id, hours=hours, judge=judge)
        self._tables.changed()

    async def adjudicate(self, fixture_id: int, order: Order, reason: str, judge: int) -> None:
        """Decide a table; one that is being played ends, and is counted as any that ended."""
        async with self._seasons.lock, AsyncExitStack() as held:
            fixture = await self._fixture(fixture_id)
            league = await meet(self._store, fixture.league_id)
            check_decidable(league, fixture)
            outcome = decided(fixture, order)
            columns: dict[str, object] = {"outcome": encode(outcome).decode()}
            columns |= {"reason": reason, "judge": judge}
            if fixture.status != "open":
                columns |= {"status": "over", "ended": clock.now()}
            if fixture.table_id is not None:
                await held.enter_async_context(self._tables.lock(fixture.table_id))
            async with self._store.writing() as pen:
                if fixture.table_id is not None:
                    await break_off(pen, await sit(self._store, fixture.table_id))
                await pen.set_fixture(fixture.id, **columns)
                if fixture.status != "open":
                    await tell(pen, league.row, "standings", fixtures=[fixture.id])
        self._tables.changed()
        self._clerk.wake()

    async def _fixture(self, fixture_id: int) -> FixtureRow:
        fixture = await self._store.fixture(fixture_id)
        if fixture is None:
            raise Refused("league_no_table")
        return fixture


def check_status(league: League, status: str, refusal: str) -> None:
    """Whether a league is as an act needs it."""
    if league.row.status != status:
        raise Refused(refusal)


def check_open(fixture: FixtureRow) -> None:
    """Whether a table is being played."""
    if fixture.status != "open" or fixture.table_id is None:
        raise Refused("league_table_not_open")


def check_decidable(league: League, fixture: FixtureRow) -> None:
    """Whether a table can be decided: the next rounds of a knock-out have been drawn from it."""
    if not league.row.going_on or fixture.season != league.row.season:
        raise Refused("league_over")
    if fixture.status in ("planned", "bye"):
        raise Refused("league_table_not_open")
    if league.terms.format == "knock-out" and fixture.round < league.row.round:
        raise Refused("league_drawn")


def decided(fixture: FixtureRow, order: Order) -> Outcome:
    """The outcome by an organiser's order. There are no scores, so the winner has all of them."""
    members = fixture.seats()
    if sorted(member for level in order for member in level) != sorted(members):
        raise Refused("league_order")
    places: dict[int, int] = {}
    for level in order:
        places |= dict.fromkeys(level, len(places) + 1)
    return Outcome(tuple(places[member] for member in members), (0,) * len(members))
