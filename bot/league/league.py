"""A league at one moment: its season, who is in, what was played, and where everybody stands."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby

import msgspec

from bot.league.pairing import Round, goes_on, lucky_losers
from bot.league.points import scheme, share_out
from bot.league.standings import Finished, Outing, Standing, standings
from bot.league.terms import LATE, Terms, decode
from bot.refusal import Refused
from bot.store import EntryRow, FixtureRow, LeagueRow, Store

GONE = ("withdrawn", "removed")


class Outcome(msgspec.Struct, frozen=True):
    """How a table of a league ended, by seat."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    forfeits: tuple[int, ...] = ()
    """The seats that get no points."""
    absent: tuple[int, ...] = ()
    """The seats that a stand-in played for the most part, and that are last for it."""


@dataclass(frozen=True)
class League:
    """Everything about a season of a league."""

    row: LeagueRow
    entries: tuple[EntryRow, ...]
    fixtures: tuple[FixtureRow, ...]

    @cached_property
    def terms(self) -> Terms:
        return decode(self.row.terms)

    @cached_property
    def names(self) -> dict[int, tuple[str, str]]:
        """Display name and user name of everybody who entered."""
        return {entry.member: (entry.name, entry.username) for entry in self.entries}

    def entry(self, member: int) -> EntryRow | None:
        """A member's entry, whatever became of it."""
        return next((entry for entry in self.entries if entry.member == member), None)

    @property
    def waiting(self) -> list[EntryRow]:
        """Who waits for a place, the first in line first."""
        return [entry for entry in self.entries if entry.status == "waiting"]

    @cached_property
    def divisions(self) -> list[int]:
        """The divisions that there are, the highest first."""
        return sorted({entry.division for entry in self.entries if entry.status != "waiting"})

    def playing(self, division: int | None = None) -> list[EntryRow]:
        """Who is in and plays on, in a division or in all."""
        return [
            entry
            for entry in self.entries
            if entry.status == "in" and division in (None, entry.division)
        ]

    @property
    def is_full(self) -> bool:
        """Whether all places are taken."""
        return len(self.playing()) >= self.terms.places

    @property
    def next_seed(self) -> int:
        """The number of who comes after everybody."""
        return 1 + max((entry.seed for entry in self.entries), default=0)

    def having(self, entry: EntryRow) -> League:
        """The league with one entry as it is now."""
        others = [one for one in self.entries if one.member != entry.member]
        entries = sorted([*others, entry], key=lambda one: (one.seed, one.member))
        return League(self.row, tuple(entries), self.fixtures)

    def emptiest(self) -> int:
        """The lowest of the divisions with the fewest members: nobody starts above others."""
        divisions = self.divisions or [0]
        return min(divisions, key=lambda division: (len(self.playing(division)), -division))

    @cached_property
    def rounds(self) -> int:
        """How many rounds the season has, as far as that is known."""
        planned = max((fixture.round for fixture in self.fixtures), default=0)
        return max(planned, self.terms.rounds if self.terms.format == "swiss" else 0)

    def tables(self, division: int) -> list[Finished]:
        """The finished tables of a division."""
        return [
            self.finished(fixture)
            for fixture in self.fixtures
            if fixture.division == division and fixture.status == "over" and fixture.outcome
        ]

    def finished(self, fixture: FixtureRow) -> Finished:
        outcome = self.outcome(fixture)
        chosen = scheme(len(outcome.places), self.terms.points or None)
        points = share_out(outcome.places, chosen)
        for seat in outcome.absent:  # all are last, and none gains by the absence of others
            points[seat] = Fraction(chosen[-1])
        for seat in outcome.forfeits:
            points[seat] = Fraction(0)
        outings = [
            Outing(member, place, score, points[seat], seat in outcome.absent)
            for seat, (member, place, score) in enumerate(
                zip(fixture.seats(), outcome.places, outcome.scores, strict=True)
            )
        ]
        return Finished(fixture.round, tuple(outings))

    def outcome(self, fixture: FixtureRow) -> Outcome:
        """How a finished fixture ended."""
        return msgspec.json.decode(fixture.outcome or "", type=Outcome)

    def standings(self, division: int) -> list[Standing]:
        """Where everybody of a division stands; found once, since it takes time in a large one."""
        if division not in self._found:
            self._found[division] = self._standings(division)
        return self._found[division]

    @cached_property
    def _found(self) -> dict[int, list[Standing]]:
        return {}

    def _standings(self, division: int) -> list[Standing]:
        members = [
            e.member for e in self.entries if e.division == division and e.status != "waiting"
        ]
        gone = [entry.member for entry in self.entries if entry.status in GONE]
        moves = len(self.divisions) > 1 and self.row.status != "cancelled"
        moving = self.terms.moving if moves else 0
        found = standings(
            members,
            self.tables(division),
            promoted=moving if division > self.divisions[0] else 0,
            relegated=moving if division < self.divisions[-1] else 0,
            withdrawn=gone,
        )
        return self._by_survival(found) if self.terms.format == "knock-out" else found

    def champions(self, division: int) -> list[Standing]:
        """Who is first in a division, if anybody has points there."""
        found = self.standings(division)
        return [one for one in found if one.rank == 1 and one.points and not one.withdrawn]

    def _by_survival(self, found: list[Standing]) -> list[Standing]:
        """In a knock-out who came further stands higher, then who did better there."""
        ended = {one.member: self._ended(one.member) for one in found}
        found = sorted(found, key=lambda one: (one.withdrawn, ended[one.member]))
        ranked: list[Standing] = []
        for one in found:
            last = ranked[-1] if ranked else None
            level = last is not None and (ended[last.member], last.merit) == (
                ended[one.member],
                one.merit,
            )
            rank = last.rank if last is not None and level else len(ranked) + 1
            ranked.append(replace(one, rank=rank, change=None))
        return ranked

    def _ended(self, member: int) -> tuple[int, int]:
        """How a member of a knock-out fared: the last round first, then the place there."""
        mine = [fixture for fixture in self.fixtures if member in fixture.seats()]
        if not mine:
            return 0, 0
        last = mine[-1]
        if last.status != "over":
            return -last.round, 0
        return -last.round, self.outcome(last).places[last.seats().index(member)]

    def still_in(self) -> list[int]:
        """Who goes on in a knock-out after the last round, the best first."""
        last = self._last_round()
        order = [one.member for one in self.standings(self.divisions[0]) if not one.withdrawn]
        if not last:
            return order
        through = {member for fixture in last for member in self._through(fixture, order)}
        others = [member for fixture in last for member in self._heirs(fixture)]
        others = [member for member in order if member in others and member not in through]
        through |= set(others[: lucky_losers(len(through), self.terms.sizes)])
        return [member for member in order if member in through]

    def _through(self, fixture: FixtureRow, order: list[int]) -> list[int]:
        """Who of a table goes on: half of those who played, the best of whom are still in.

        Of those who share the last place that goes on, it is who stands higher.
        """
        members = self._heirs(fixture)
        there = [member for member in order if member in members]
        if fixture.status != "over":
            return there if fixture.status == "bye" else []
        places = dict(zip(members, self.outcome(fixture).places, strict=True))
        there.sort(key=places.__getitem__)  # who shares a place stays in order
        return there[: goes_on(len(members))]

    def _heirs(self, fixture: FixtureRow) -> list[int]:
        """Who plays on for those of a table: who was replaced has left the number to another."""
        playing = {entry.seed: entry.member for entry in self.playing()}
        gone = {entry.member: entry.seed for entry in self.entries if entry.status in GONE}
        return [playing.get(gone.get(member, -1), member) for member in fixture.seats()]

    def _last_round(self) -> list[FixtureRow]:
        return [fixture for fixture in self.fixtures if fixture.round == self.row.round]

    @property
    def final(self) -> bool:
        """Whether the round of a knock-out is one table with everybody at it."""
        return self.terms.format == "knock-out" and len(self._last_round()) == 1

    def is_played_out(self) -> bool:
        """Whether no round is left to be played, or too few to play one."""
        few = self.terms.sizes.fewest
        if all(len(self.playing(division)) < few for division in self.divisions):
            return True
        if self.terms.format == "knock-out":
            return self.row.round > 0 and (self.final or len(self.still_in()) < few)
        return self.row.round >= self.rounds

    def played(self, division: int) -> list[Round]:
        """Who has played whom so far in a division, the round that is being played included."""
        rounds = []
        for _, group in groupby(
            (f for f in self.fixtures if f.division == division and f.round <= self.row.round),
            key=lambda fixture: fixture.round,
        ):
            fixtures = list(group)
            tables = [tuple(f.seats()) for f in fixtures if f.status not in ("bye", "void")]
            byes = [f.seats()[0] for f in fixtures if f.status == "bye"]
            rounds.append(Round(tuple(tables), tuple(byes)))
        return rounds

    def going_on(self) -> list[FixtureRow]:
        """The tables that are being set up or played."""
        return [fixture for fixture in self.fixtures if fixture.status in ("opening", "open")]

    def can_enter(self) -> bool:
        """Whether somebody can enter now."""
        return self.row.status == "open" or (self.row.going_on and self.late_entry())

    def late_entry(self) -> bool:
        """Whether somebody can still enter without a lasting handicap."""
        if self.terms.format == "knock-out":
            return self.row.round == 0
        return self.row.round * LATE <= self.rounds

    def organises(self, member: int, roles: Collection[int], *, manages: bool) -> bool:
        """Whether a member may organise it."""
        return manages or member == self.row.creator or self.row.organisers in roles


async def meet(store: Store, league_id: int, season: int | None = None) -> League:
    """A league as it stands now, or in an earlier season."""
    row = await store.league(league_id)
    if row is None:
        raise Refused("no_such_league")
    if season is not None and season != row.season:
        row = await _earlier(store, row, season)
    return League(
        row,
        tuple(await store.entries(row.id, row.season)),
        tuple(await store.fixtures(row.id, row.season)),
    )


async def meet_begun(store: Store, league_id: int) -> League:
    """A league in the newest season that has begun, while the next one is open for entries."""
    league, begun = await meet(store, league_id), await store.seasons(league_id)
    if begun and begun[0].season != league.row.season:
        return await meet(store, league_id, begun[0].season)
    return league


async def _earlier(store: Store, row: LeagueRow, season: int) -> LeagueRow:
    for one in await store.seasons(row.id):
        if one.season == season:
            entries = await store.entries(row.id, season)
            ranked = any(entry.rank is not None for entry in entries)  # at a season's end
            status = "over" if ranked else "cancelled"
            return msgspec.structs.replace(
                row, season=season, terms=one.terms, status=status, round=1 << 30
            )
    raise Refused("no_such_season")
