"""A season from sign-up to the last round, and on to the next one."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence

from msgspec.structs import replace

from bot import clock
from bot.clock import DAY
from bot.league import plans
from bot.league.entries import Entries
from bot.league.league import League, meet
from bot.league.news import tell, tell_sign_up
from bot.league.rating import OVERALL
from bot.league.terms import MEMBERS, SWISS_ROUNDS, Terms, check, encode
from bot.refusal import Refused
from bot.store import EntryRow, Store

NAME = 60  # characters of a league's name


class Seasons:
    """Everything that happens to the seasons of leagues, one thing at a time."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.lock = asyncio.Lock()
        self.entries = Entries(store, self.lock)

    async def found(
        self,
        *,
        server: int,
        channel: int,
        creator: int,
        name: str,
        terms: Terms,
        organisers: int | None,
        opens: float | None,
    ) -> League:
        """A new league, open for entries."""
        name = " ".join(name.split())
        if not 0 < len(name) <= NAME:
            raise Refused("league_name", many=NAME)
        check(terms)
        async with self.lock:
            for other in await self.store.leagues_of(server):
                if other.name.casefold() == name.casefold() and other.status != "cancelled":
                    raise Refused("league_name_taken", name=name)
            async with self.store.writing() as pen:
                league = await pen.new_league(
                    server=server,
                    channel=channel,
                    name=name,
                    creator=creator,
                    organisers=organisers,
                    terms=encode(terms),
                    opens=opens,
                )
                await tell_sign_up(pen, league)
        return await meet(self.store, league.id)

    async def start(self, league_id: int) -> League:
        """The season begins: divisions are filled and rounds are planned."""
        async with self.lock:
            league = await meet(self.store, league_id)
            row, terms = league.row, league.terms
            check_can_start(league)
            order = await self._seeded(league)
            entries = _divided(order, terms, terms.sizes.fewest)
            if terms.format == "swiss" and not terms.rounds:
                terms = replace(terms, rounds=SWISS_ROUNDS)
            row = replace(row, terms=encode(terms))
            ready = League(row, (*entries, *league.waiting), ())
            plan = await plans.whole_season(ready)
            async with self.store.writing() as pen:
                for entry in entries:
                    await pen.enter(row.id, row.season, entry)
                await pen.begin_season(row)
                await plans.write(pen, ready, plan)
                await pen.change_league(row, status="running", opens=None, terms=row.terms)
            await self._open_round(league_id)
            return await meet(self.store, league_id)

    async def _seeded(self, league: League) -> list[EntryRow]:
        """Who is in: in a first season by rating, later in the order of the last one."""
        if league.row.season > 1:  # newcomers are at its end
            return sorted(league.playing(), key=lambda entry: (entry.division, entry.seed))
        board = await self.store.leaderboard(league.row.server, OVERALL)
        rating = {row.member: row.mu - 3 * row.sigma for row in board}
        return sorted(league.playing(), key=lambda e: (-rating.get(e.member, 0.0), e.seed))

    async def too_few(self, league_id: int) -> None:
        """Its date has come and too few are in: the season waits for an organiser."""
        async with self.lock:
            league = await meet(self.store, league_id)
            async with self.store.writing() as pen:
                await pen.change_league(league.row, opens=None)
                await tell(pen, league.row, "too_few")

    async def overdue(self, league_id: int) -> None:
        """The round should be over: say what is missing, once."""
        async with self.lock:
            league = await meet(self.store, league_id)
            async with self.store.writing() as pen:
                await pen.change_league(league.row, due=None)
                await tell(pen, league.row, "overdue", round=league.row.round)

    async def announce(self, league_id: int) -> None:
        """Tell everybody of a round when all of its tables are set up."""
        async with self.lock:
            league = await meet(self.store, league_id)
            row = league.row
            opening = any(fixture.status == "opening" for fixture in league.fixtures)
            if row.status != "running" or row.announced >= row.round or opening:
                return
            async with self.store.writing() as pen:
                await pen.change_league(row, announced=row.round)
                await tell(pen, row, "round", round=row.round)

    async def go_on(self, league_id: int) -> None:
        """Open the next round, or end the season, if nothing is left of this one."""
        async with self.lock:
            league = await meet(self.store, league_id)
            row = league.row
            if row.status != "running" or league.going_on():
                return
            if league.is_played_out():
                await self._end(league)
            elif row.opens is None or row.opens <= clock.now():
                await self._open_round(league_id)

    async def _open_round(self, league_id: int) -> None:
        league = await meet(self.store, league_id)
        row, terms = league.row, league.terms
        following = clock.now() + terms.days * DAY if terms.days else None
        seed = secrets.token_bytes(32) if terms.duplicate else None
        plan = await plans.next_round(league)
        async with self.store.writing() as pen:
            await plans.write(pen, league, plan)
            await pen.open_round(row, row.round + 1, seed)
            await pen.change_league(row, round=row.round + 1, opens=following, due=following)

    async def _end(self, league: League) -> None:
        """The season is over: ranks are kept, and everybody is told."""
        row = league.row
        async with self.store.writing() as pen:
            for division in league.divisions:
                for one in league.standings(division):
                    entry = league.entry(one.member)
                    assert entry is not None
                    await pen.enter(row.id, row.season, replace(entry, rank=one.rank))
            await pen.end_season(row)
            await pen.change_league(row, status="over", opens=None, due=None)
            await tell(pen, row, "over")

    async def next_season(self, league_id: int, opens: float | None) -> League:
        """The next season is open for entries, with everybody who played to the end in it."""
        async with self.lock:
            league = await meet(self.store, league_id)
            row = league.row
            if row.status not in ("over", "cancelled"):
                raise Refused("league_still_running")
            following = replace(
                row, season=row.season + 1, status="open", round=0, opens=opens, due=None
            )
            carried = carried_over(league)
            async with self.store.writing() as pen:
                await pen.change_league(
                    row,
                    season=following.season,
                    status="open",
                    round=0,
                    opens=opens,
                    due=None,
                    announced=0,
                    sign_up=None,
                )
                for entry in carried:
                    await pen.enter(row.id, following.season, entry)
                await tell_sign_up(pen, following)
                if members := [entry.member for entry in carried if entry.status == "in"]:
                    await tell(pen, following, "carried", members=members)
            return await meet(self.store, league_id)


def check_can_start(league: League) -> None:
    """Whether a season can begin; Refused says why not."""
    if league.row.status != "open":
        raise Refused("league_started" if league.row.going_on else "league_over")
    count, few = len(league.playing()), league.terms.sizes.fewest
    if count < few:
        raise Refused("league_too_few", few=few, count=count)


def carried_over(league: League) -> list[EntryRow]:
    """The entries of the next season: whoever is in, by the division they have earned.

    If the numbers have changed, divisions are filled up in this order. So who goes down comes
    first in the new division, and is spared before others go up; then who goes up, who does not
    fall back; then who stays. At the end come those who waited for a place. Who was
    forgotten since is left out.
    """
    steps = {"up": (-1, 1), "down": (1, 0), "": (0, 2)}
    found = []
    for division in league.divisions:
        for one in league.standings(division):
            entry = league.entry(one.member)
            if entry is not None and entry.status == "in" and entry.member > 0:
                found.append((division + steps[one.zone][0], steps[one.zone][1], entry))
    found.sort(key=lambda moved: moved[:2])
    last = max((division for division, _, _ in found), default=0)
    found += [(last + 1, 0, entry) for entry in league.waiting if entry.member > 0]
    return [
        replace(
            entry,
            division=division,
            status="in" if number <= league.terms.places else "waiting",
            since=1,
            no_shows=0,
            joined=clock.now(),
            rank=None,
            seed=number,
        )
        for number, (division, _, entry) in enumerate(found, start=1)
    ]


def _divided(order: Sequence[EntryRow], terms: Terms, few: int) -> list[EntryRow]:
    """Divisions of even sizes, the first in order in the highest; none too small to play."""
    count = max(1, min(terms.divisions, len(order) // few, MEMBERS))
    size, more = divmod(len(order), count)
    found: list[EntryRow] = []
    for division in range(count):
        taken = order[len(found) : len(found) + size + (division < more)]
        found += [
            replace(entry, division=division, seed=len(found) + number)
            for number, entry in enumerate(taken, start=1)
        ]
    return found
