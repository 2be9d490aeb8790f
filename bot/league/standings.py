"""Standings of a league: from finished tables to ranks, and who fared how against whom."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations
from typing import Literal

Zone = Literal["up", "down", ""]
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Outing:
    """One seat at a finished table of the league; without a member a computer player's."""

    member: int | None
    place: int
    score: int
    points: Fraction
    absent: bool = False
    """Whether a stand-in played for the most part: its score is nobody's merit."""


@dataclass(frozen=True)
class Finished:
    """A finished table of the league, with all its seats."""

    round: int
    outings: tuple[Outing, ...]

    def share(self, outing: Outing) -> Fraction:
        """A score as a share of the winner's, from 0 to 1."""
        if outing.absent:
            return Fraction(0)
        first = min(other.place for other in self.outings)
        best = max(other.score for other in self.outings if other.place == first)
        if best <= 0:  # of such a score there is no share: all or nothing
            return Fraction(outing.place == first)
        return min(max(Fraction(outing.score, best), Fraction(0)), Fraction(1))


@dataclass(frozen=True)
class Meetings:
    """A member against one other, counted by who was placed better."""

    won: int
    tied: int
    lost: int

    @property
    def met(self) -> int:
        return self.won + self.tied + self.lost

    @property
    def score(self) -> Fraction:
        """One for each time placed better, half for each tie."""
        return self.won + self.tied * HALF

    @property
    def shown(self) -> str:
        """As cross tables have it: "2-1", or "1½-½" with a tie."""
        return f"{_halves(self.won, self.tied)}-{_halves(self.lost, self.tied)}"


def _halves(wins: int, ties: int) -> str:
    whole, half = divmod(2 * wins + ties, 2)
    return f"{whole or ''}½" if half else str(whole)


@dataclass(frozen=True)
class Standing:
    """Where a member stands."""

    member: int
    rank: int
    """From 1; shared by those whom no tie-break parts."""
    points: Fraction
    played: int
    places: tuple[int, ...]
    """How often first, second and so on, down to the last place of the largest table."""
    direct: Fraction
    berger: Fraction
    share: Fraction
    withdrawn: bool = False
    change: int | None = None
    """Ranks gained since the last round; None if there is nothing to compare with."""
    zone: Zone = ""

    @property
    def merit(self) -> tuple[bool, Fraction, Fraction, Fraction, Fraction]:
        """What ranks a member: who withdrew comes last, then points and the tie-breaks in order."""
        return (not self.withdrawn, self.points, self.direct, self.berger, self.share)


def standings(
    members: Sequence[int],
    tables: Sequence[Finished],
    *,
    promoted: int = 0,
    relegated: int = 0,
    withdrawn: Collection[int] = (),
) -> list[Standing]:
    """The members from first to last; those who share a rank stay in the order given.

    A change is from the standings without the newest round that has a finished table.
    """
    newest = max((table.round for table in tables), default=0)
    earlier = [table for table in tables if table.round < newest]
    before = {one.member: one for one in _ranked(members, earlier, withdrawn) if one.played}
    now = _ranked(members, tables, withdrawn)
    zones: dict[int, Zone] = {}
    if tables:  # before that nobody has earned a zone
        staying = [one.member for one in now if not one.withdrawn]
        zones = _zones(staying, promoted, relegated)
    return [
        replace(
            one,
            change=before[one.member].rank - one.rank if one.member in before else None,
            zone=zones.get(one.member, ""),
        )
        for one in now
    ]


def cross_table(
    standings: Sequence[Standing], tables: Sequence[Finished]
) -> dict[tuple[int, int], Meetings]:
    """How each member in the standings fared against each other one; only who met is in it."""
    members = {one.member for one in standings}
    return {pair: met for pair, met in _meetings(tables).items() if members.issuperset(pair)}


def parted(standings: Sequence[Standing]) -> set[int]:
    """The members between whom a tie-break decides."""
    there = [one for one in standings if one.played and not one.withdrawn]
    points = [one.points for one in there]
    return {one.member for one in there if points.count(one.points) > 1}


def _meetings(tables: Sequence[Finished]) -> dict[tuple[int, int], Meetings]:
    """Every ordered pair of members who met; computer players aren't met."""
    leads: defaultdict[tuple[int, int], list[int]] = defaultdict(list)
    for table in tables:
        for mine, theirs in permutations(table.outings, 2):
            if mine.member is not None and theirs.member is not None:
                leads[mine.member, theirs.member].append(theirs.place - mine.place)
    return {
        pair: Meetings(
            won=sum(lead > 0 for lead in found),
            tied=found.count(0),
            lost=sum(lead < 0 for lead in found),
        )
        for pair, found in leads.items()
    }


def _ranked(
    members: Sequence[int], tables: Sequence[Finished], withdrawn: Collection[int]
) -> list[Standing]:
    """The standings after these tables, as yet without changes and zones."""
    met = {out.member for table in tables for out in table.outings if out.member is not None}
    alone = {member: _alone(member, tables, member in withdrawn) for member in {*members, *met}}
    meetings = _meetings(tables)
    found = []
    for member in members:
        merit = alone[member].merit[:2]
        level = [other for other in members if alone[other].merit[:2] == merit]
        direct = _direct(member, level, meetings)
        berger = _berger(member, alone, meetings)
        found.append(replace(alone[member], direct=direct, berger=berger))
    found.sort(key=lambda one: one.merit, reverse=True)
    merits = [one.merit for one in found]
    return [replace(one, rank=1 + merits.index(one.merit)) for one in found]


def _alone(member: int, tables: Sequence[Finished], withdrawn: bool) -> Standing:
    """What a member brought home, not yet compared with the others."""
    outings = [(out, table) for table in tables for out in table.outings if out.member == member]
    places = [outing.place for outing, _ in outings]
    largest = max((len(table.outings) for table in tables), default=0)
    shares = [table.share(outing) for outing, table in outings]
    return Standing(
        member,
        rank=0,
        points=sum((outing.points for outing, _ in outings), Fraction(0)),
        played=len(outings),
        places=tuple(places.count(place) for place in range(1, largest + 1)),
        direct=HALF,
        berger=Fraction(0),
        share=sum(shares, Fraction(0)) / max(len(shares), 1),
        withdrawn=withdrawn,
    )


def _direct(
    member: int, level: Sequence[int], meetings: Mapping[tuple[int, int], Meetings]
) -> Fraction:
    """Direct meetings: how a member fared against those level on points, and nobody else.

    One for each of them placed below at the same table, half for each tied with, divided by the
    number of these meetings, so that meeting more often is no help. Who met none of them has a
    half, neither good nor bad.
    """
    met = [meetings[member, other] for other in level if (member, other) in meetings]
    count = sum(one.met for one in met)
    return sum((one.score for one in met), Fraction(0)) / count if count else HALF


def _berger(
    member: int, alone: Mapping[int, Standing], meetings: Mapping[tuple[int, int], Meetings]
) -> Fraction:
    """Sonneborn-Berger: at every table the final points of those placed below, half of a tie's."""
    against = ((other, met) for (one, other), met in meetings.items() if one == member)
    return sum((met.score * alone[other].points for other, met in against), Fraction(0))


def _zones(members: Sequence[int], promoted: int, relegated: int) -> dict[int, Zone]:
    """Who goes up and who goes down, from first to last; where they meet, going up comes first."""
    zones: dict[int, Zone] = {}
    for index, member in enumerate(members):
        if index < promoted:
            zones[member] = "up"
        elif index >= len(members) - relegated:
            zones[member] = "down"
    return zones
