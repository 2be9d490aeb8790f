"""The clerk: counts what tables have come to, rates them, and opens what is next."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

import discord

from bot import clock
from bot.league.league import League, Outcome, meet
from bot.league.news import tell
from bot.league.presence import absent_seats
from bot.league.ratings import Ratings
from bot.league.season import Seasons
from bot.league.usher import Usher
from bot.league.venue import Venue
from bot.lookout import Lookout
from bot.seating import Seating
from bot.sitting import sit
from bot.stats import placed
from bot.store import FixtureRow
from games.codec import encode
from games.core import Seat

log = logging.getLogger(__name__)

LATER = 900.0  # seconds until a table that could not be set up is tried again


class Clerk(Lookout):
    """Does for leagues whatever follows from results and dates."""

    def __init__(self, seasons: Seasons, ratings: Ratings, seating: Seating, venue: Venue) -> None:
        super().__init__()
        self.seasons, self.ratings, self.seating, self._venue = seasons, ratings, seating, venue
        self.usher = Usher(seasons, seating, venue)
        self._store, self._changed = seasons.store, seating.tables.changed
        self._later: dict[int, float] = {}

    async def _round(self) -> float | None:
        for step in (
            self.usher.look,  # before results are counted: who did not show up makes a difference
            self._settle,
            self.usher.unseal,
            self._rate,
            self._go_on,
            self._open_tables,
            self._announce,
            self._show_sign_ups,
        ):
            try:
                await step()
            except Exception:  # what one step can't do must not keep the others from theirs
                log.exception("the clerk could not do everything")
        self._changed()
        return await self._store.next_league_moment(clock.now())

    def try_again(self) -> None:
        """What could not be set up may work now."""
        self._later.clear()
        self.wake()

    async def _rate(self) -> None:
        await self.ratings.catch_up()

    async def _go_on(self) -> None:
        for league in await self._store.leagues_going_on():
            try:
                await self._look_after(league.id)
            except Exception:  # one league that can't be read must not stop the others
                log.exception("league %s could not be looked after", league.id)

    async def _look_after(self, league_id: int) -> None:
        league = await meet(self._store, league_id)
        row, moment = league.row, clock.now()
        if row.status == "open" and row.opens is not None and row.opens <= moment:
            enough = len(league.playing()) >= league.terms.sizes.fewest
            await (self.seasons.start if enough else self.seasons.too_few)(league_id)
        elif row.status == "running" and league.going_on():
            if row.due is not None and row.due <= moment:
                await self.seasons.overdue(league_id)
        elif row.status == "running":
            await self.seasons.go_on(league_id)

    async def _settle(self) -> None:
        """Count the tables that have ended; those with one deal for all only together."""
        ended = await self._store.fixtures_ended()
        for key in dict.fromkeys((f.league_id, f.season, f.round) for f in ended):
            these = [f for f in ended if (f.league_id, f.season, f.round) == key]
            try:
                league = await meet(self._store, key[0], key[1])
                together = [f for f in league.going_on() if f.round == key[2]]
                if not league.terms.duplicate:
                    for fixture in these:
                        await self._count(league, [fixture])
                elif len(these) == len(together):
                    await self._count(league, these)
            except Exception:
                log.exception("tables of league %s could not be counted", key[0])

    async def _count(self, league: League, fixtures: Sequence[FixtureRow]) -> None:
        """Write what tables came to, and tell where everybody stands."""
        async with self.seasons.lock:
            now = [await self._store.fixture(fixture.id) for fixture in fixtures]
            still = [fixture for fixture in now if fixture and fixture.status == "open"]
            outcomes = {f.id: await self._outcome(league, f) for f in still}
            if not outcomes:
                return
            async with self._store.writing() as pen:
                for number, outcome in outcomes.items():
                    await pen.set_fixture(
                        number,
                        status="void" if outcome is None else "over",
                        outcome=None if outcome is None else encode(outcome).decode(),
                        ended=clock.now(),
                    )
                await tell(pen, league.row, "standings", fixtures=list(outcomes))

    async def _outcome(self, league: League, fixture: FixtureRow) -> Outcome | None:
        """How a table ended, or was decided; None if it was broken off."""
        if fixture.outcome is not None:
            return league.outcome(fixture)
        assert fixture.table_id is not None
        sitting = await sit(self._store, fixture.table_id)
        if sitting.result is None or sitting.row.status != "over":
            return None
        absent = await absent_seats(self._store, fixture.table_id)
        forfeits: set[Seat] = set()
        if league.terms.no_show == "forfeit":  # who came in the end, and played, has not forfeited
            missing = fixture.no_shows()
            forfeits = {s for s in absent if fixture.seats()[s] in missing}
        result = sitting.result
        places = placed(result.scores, result.winners, absent)
        return Outcome(places, result.scores, tuple(sorted(forfeits)), tuple(sorted(absent)))

    async def _open_tables(self) -> None:
        for fixture in await self._store.fixtures_adrift():
            await self._try(fixture, self._venue.reopen)
        for fixture in await self._store.fixtures_to_open():
            await self._try(fixture, self._venue.open)

    async def _try(
        self, fixture: FixtureRow, work: Callable[[League, FixtureRow], Awaitable[None]]
    ) -> None:
        """Set a table up, or try again later, and say so if members can mend it."""
        if self._later.get(fixture.id, 0) > clock.now():
            return
        league = await meet(self._store, fixture.league_id)
        try:
            await work(league, fixture)
        except Exception as error:  # a missing permission, a deleted channel, Discord's bad day
            log.warning("table %s of a league could not be set up: %r", fixture.id, error)
            self._later[fixture.id] = clock.now() + LATER
            if isinstance(error, discord.Forbidden):
                await self._venue.stuck(league, fixture)

    async def _announce(self) -> None:
        for league in await self._store.leagues_going_on():
            if league.status == "running" and league.announced < league.round:
                await self.seasons.announce(league.id)

    async def _show_sign_ups(self) -> None:
        for league_id in await self._store.sign_ups_to_show():
            try:
                await self._venue.show_sign_up(await meet(self._store, league_id))
            except Exception:  # one that can't be shown must not stop the others
                log.exception("the sign-up of league %s could not be shown", league_id)
