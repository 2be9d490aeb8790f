"""Looking back: from finished tables to figures, of a member and of a server."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from heapq import nsmallest
from itertools import groupby
from statistics import fmean
from typing import NamedTuple

import msgspec

from bot.store.results import Finished, SatRow
from games.core import Seat

DUELS = 5
TRAIL = 30  # tables in the plot of places
CHAMPIONS = 5
BEST = 3
WEEKS, MONTHS = 26, 24  # bars in a plot
TIMED = 100  # the newest tables of each game, from which the time to move is taken

Times = Mapping[int, tuple[float, int]]
"""By table the seconds that turns took, and how many turns."""


class Outcome(msgspec.Struct, frozen=True):
    """What counts here of a result; the sheet is passed over when it is read."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


_outcome = msgspec.json.Decoder(Outcome)


@dataclass(frozen=True, slots=True)
class Played:
    """A table that was played to its end."""

    id: int
    game: str
    created: float
    ended: float
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    seats: tuple[SatRow, ...]

    @property
    def contested(self) -> bool:
        """Whether there was anybody to be better than."""
        return len(self.scores) > 1

    def place(self, seat: Seat) -> int:
        """Winners are first, the others follow by score; a tie shares a place."""
        return placed(self.scores, self.winners)[seat]

    def won_by(self, seat: Seat) -> bool:
        return self.contested and seat in self.winners

    def seat_of(self, member: int) -> Seat:
        """Where a member sat who is known to have sat here."""
        return next(sat.seat for sat in self.seats if sat.member == member)

    @property
    def members(self) -> list[tuple[Seat, int]]:
        """The seats of members, and who they are."""
        return [(sat.seat, sat.member) for sat in self.seats if sat.member is not None]


def placed(
    scores: Sequence[int], winners: Collection[Seat], last: Collection[Seat] = ()
) -> tuple[int, ...]:
    """The places by seat: winners, then by score; all those named are last. A tie shares."""
    merits = [(s not in last, s in winners, score) for s, score in enumerate(scores)]
    for seat, (there, won, _) in enumerate(merits):
        if won:  # a tie-break may have parted winners from others with the same score
            merits[seat] = (there, won, 0)
    return tuple(
        len(merits) if seat in last else 1 + sum(other > mine for other in merits)
        for seat, mine in enumerate(merits)
    )


def read(finished: Finished) -> list[Played]:
    """The tables with their people, in the order in which they ended."""
    rows, sat = finished
    people = {table: tuple(group) for table, group in groupby(sat, key=lambda row: row.table_id)}
    found = []
    for row in rows:
        outcome = _outcome.decode(row.result)
        seats = people.get(row.id, ())
        found.append(
            Played(row.id, row.game, row.created, row.ended, outcome.scores, outcome.winners, seats)
        )
    return in_order([found])


def in_order(pages: Iterable[Sequence[Played]]) -> list[Played]:
    """The tables of several pages, in the order in which they ended."""
    return sorted((table for page in pages for table in page), key=lambda t: (t.ended, t.id))


def timed(tables: Sequence[Played]) -> list[int]:
    """The tables whose moves tell how long a move takes: of each game the newest."""
    return [table.id for group in by_game(tables).values() for table in group[-TIMED:]]


def by_game(tables: Iterable[Played]) -> dict[str, list[Played]]:
    """The tables of each game; the game played most comes first."""
    found: defaultdict[str, list[Played]] = defaultdict(list)
    for table in tables:
        found[table.game].append(table)
    return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))


def _took(tables: Iterable[Played], times: Times) -> float | None:
    """The average over all turns of these tables."""
    known = [times[table.id] for table in tables if table.id in times]
    turns = sum(count for _, count in known)
    return sum(seconds for seconds, _ in known) / turns if turns else None


@dataclass(frozen=True)
class Line:
    """What a member did at the tables of one game, or of all."""

    plays: int
    contested: int
    wins: int
    place: float | None
    size: float | None
    score: float
    best_score: int
    best: Played
    """Where that was reached, for the first time if it was more than once."""
    took: float | None


@dataclass(frozen=True)
class Duel:
    """A member against one other, counted by who was placed better."""

    member: int
    won: int
    lost: int
    tied: int

    @property
    def met(self) -> int:
        return self.won + self.lost + self.tied


@dataclass(frozen=True)
class MemberRecord:
    """All that is told of a member."""

    member: int
    games: dict[str, Line]
    total: Line
    duels: tuple[Duel, ...]
    trail: tuple[Played, ...]
    """The last tables with others, the oldest first."""


def member_record(member: int, tables: Sequence[Played], times: Times) -> MemberRecord:
    """The figures of a member who has finished at least one of these tables."""
    contested = [table for table in tables if table.contested]
    return MemberRecord(
        member,
        {game: _line(member, group, times) for game, group in by_game(tables).items()},
        _line(member, tables, times),
        _duels(member, contested),
        tuple(contested[-TRAIL:]),
    )


def _line(member: int, tables: Sequence[Played], times: Times) -> Line:
    seats = {table.id: table.seat_of(member) for table in tables}
    scores = {table.id: table.scores[seats[table.id]] for table in tables}
    contested = [table for table in tables if table.contested]
    return Line(
        plays=len(tables),
        contested=len(contested),
        wins=sum(table.won_by(seats[table.id]) for table in contested),
        place=_mean([table.place(seats[table.id]) for table in contested]),
        size=_mean([len(table.scores) for table in contested]),
        score=fmean(scores.values()),
        best_score=max(scores.values()),
        best=max(tables, key=lambda table: scores[table.id]),
        took=_took(tables, times),
    )


def _mean(values: Sequence[float]) -> float | None:
    return fmean(values) if values else None


def _duels(member: int, tables: Iterable[Played]) -> tuple[Duel, ...]:
    """Those met most; among equals, those met last."""
    met: defaultdict[int, Counter[str]] = defaultdict(Counter)
    last: dict[int, float] = {}
    for table in tables:
        mine = table.place(table.seat_of(member))
        for seat, other in table.members:
            if other != member:
                theirs = table.place(seat)
                met[other]["tied" if mine == theirs else "won" if mine < theirs else "lost"] += 1
                last[other] = table.ended
    most = sorted(met, key=lambda other: (-met[other].total(), -last[other], other))
    return tuple(
        Duel(other, met[other]["won"], met[other]["lost"], met[other]["tied"])
        for other in most[:DUELS]
    )


class Feat(NamedTuple):
    """A score that a member reached."""

    score: int
    table: Played
    member: int


@dataclass(frozen=True)
class ServerLine:
    """What was played of one game, or of all."""

    tables: int
    members: int
    score: float | None
    best: tuple[Feat, ...]
    took: float | None
    length: float
    """Seconds from the lobby to the end, on average."""


@dataclass(frozen=True)
class Champion:
    """Somebody who has won."""

    member: int
    plays: int
    contested: int
    wins: int


@dataclass(frozen=True)
class ServerRecord:
    """All that is told of a server."""

    games: dict[str, ServerLine]
    total: ServerLine
    champions: tuple[Champion, ...]
    unit: str
    """What a count is of: a week or a month."""
    counts: tuple[tuple[date, int], ...]


def server_record(tables: Sequence[Played], times: Times) -> ServerRecord:
    """The figures of a server in which at least one table was finished."""
    unit, counts = _counts([table.ended for table in tables])
    return ServerRecord(
        {game: _server_line(group, times) for game, group in by_game(tables).items()},
        _server_line(tables, times),
        _champions(tables),
        unit,
        counts,
    )


def _server_line(tables: Sequence[Played], times: Times) -> ServerLine:
    """Computer players' scores are nobody's, and don't count."""
    feats = [
        Feat(table.scores[seat], table, member)
        for table in tables
        for seat, member in table.members
    ]
    return ServerLine(
        tables=len(tables),
        members=len({member for table in tables for _, member in table.members}),
        score=_mean([feat.score for feat in feats]),
        best=tuple(nsmallest(BEST, feats, key=lambda feat: (-feat.score, feat.table.ended))),
        took=_took(tables, times),
        length=fmean(table.ended - table.created for table in tables),
    )


def _champions(tables: Iterable[Played]) -> tuple[Champion, ...]:
    """Who won most; among equals, who needed fewer tables."""
    plays: Counter[int] = Counter()
    contested: Counter[int] = Counter()
    wins: Counter[int] = Counter()
    for table in tables:
        for seat, member in table.members:
            plays[member] += 1
            contested[member] += table.contested
            wins[member] += table.won_by(seat)
    most = sorted((m for m in wins if wins[m]), key=lambda m: (-wins[m], contested[m], m))
    return tuple(Champion(m, plays[m], contested[m], wins[m]) for m in most[:CHAMPIONS])


def _counts(ends: Sequence[float]) -> tuple[str, tuple[tuple[date, int], ...]]:
    """How many tables ended week by week, or month by month if that is too long a row."""
    days = sorted(datetime.fromtimestamp(end, UTC).date() for end in ends)
    mondays = [day - timedelta(days=day.weekday()) for day in days]
    if (mondays[-1] - mondays[0]).days < 7 * WEEKS:
        found = Counter(mondays)
        steps = range(0, (mondays[-1] - mondays[0]).days + 1, 7)
        starts = [mondays[0] + timedelta(days=step) for step in steps]
        return "week", tuple((start, found[start]) for start in starts)
    found = Counter(day.replace(day=1) for day in days)
    starts = [max(found)]
    while len(starts) < MONTHS and starts[0] > min(found):
        starts.insert(0, (starts[0] - timedelta(days=1)).replace(day=1))
    return "month", tuple((start, found[start]) for start in starts)
