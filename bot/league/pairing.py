"""Pairing: who meets whom in the next rounds of a league."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

from bot.league.designs import Design, design
from bot.league.evenness import even_rounds
from bot.league.neighbours import FreshTables, cut, settle, strain_between
from bot.league.seats import seated

BEARABLE = 24  # rounds of a season; by post each takes weeks
BYE_CHOICES = 40  # who might sit out instead, so that nobody meets again
# To meet again is worse than any distance in points, and that is worse than any in rank.
AGAIN, FAR = 10**12, 10**5


@dataclass(frozen=True)
class Round:
    """Who plays whom: tables in the order of their seats, and who sits out."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()

    @property
    def members(self) -> frozenset[int]:
        """Everybody who was in the league in this round."""
        return frozenset(self.byes).union(*self.tables)


@dataclass(frozen=True)
class Sizes:
    """How many sit at a table: as many as wanted, fewer where the numbers ask for it."""

    wanted: int
    fewest: int


def sizes_for(count: int, sizes: Sizes) -> tuple[int, ...]:
    """The tables of a round: fewest byes first, then the largest tables, then the most even."""
    for playing in range(count, sizes.fewest - 1, -1):
        tables = -(-playing // sizes.wanted)
        if playing >= tables * sizes.fewest:
            return tuple((playing + n) // tables for n in reversed(range(tables)))
    return ()


def rounds_for(count: int, sizes: Sizes) -> int:
    """A good length for a round robin: everybody meets everybody if that is bearable."""
    tables = sizes_for(count, sizes)
    if not tables:
        return 0
    if known := _design_for(count, sizes):
        return min(len(known), BEARABLE)
    if len(tables) <= 2:
        # All have met soon, but not evenly; in a whole turn everybody can have every place and bye.
        return count if len(tables) == 1 else count - 1 + count % 2
    least = -(-count * (count - 1) // sum(size * (size - 1) for size in tables))
    enough = -(-least * 4 // 3)  # where fewer hardly ever let all meet
    # The search does best with an odd number of rounds that goes into the members, or all but one.
    turns = (n for n in range(least, enough) if n % 2 and count % n <= 1)
    return min(next(turns, enough), BEARABLE)


def round_robin(
    members: Sequence[int], sizes: Sizes, rounds: int, played: Sequence[Round] = ()
) -> list[Round]:
    """The next rounds: with those played, meetings, byes and seats as even as they are found.

    The order of the members doesn't matter. Some who have played may be gone, some may be new.
    """
    if not sizes_for(len(members), sizes):
        return [Round((), tuple(sorted(members)))] * rounds
    planned = _as_designed(members, sizes, rounds, played)
    if planned is None:
        planned = _as_found(members, sizes, rounds, played)
    return _seated(planned, members, played)


def swiss(
    ranking: Sequence[int],
    points: Mapping[int, Fraction | float],
    sizes: Sizes,
    played: Sequence[Round],
) -> Round:
    """A round among neighbours in points, without repeats as far as possible; the best first.

    The lowest ranked of those who have sat out least sit out.
    """
    tables = sizes_for(len(ranking), sizes)
    met = _meetings(played)
    rank = {member: n for n, member in enumerate(ranking)}
    levels = sorted({points[member] for member in ranking}, reverse=True)
    level = {member: levels.index(points[member]) for member in ranking}

    def measure(a: int, b: int) -> int:
        apart = FAR * (level[a] - level[b]) ** 2 + abs(rank[a] - rank[b])
        return AGAIN * met[frozenset((a, b))] + apart

    strain = strain_between(ranking, measure)
    choices = list(islice(_bye_choices(ranking, len(ranking) - sum(tables), played), BYE_CHOICES))
    best = cut([member for member in ranking if member not in choices[0]], tables)
    if settle(best, strain) >= AGAIN:
        fresh = {a: {b for b in ranking if b != a and not met[frozenset((a, b))]} for a in ranking}
        search = FreshTables()
        for byes in choices:
            playing = [member for member in ranking if member not in byes]
            if found := search.find(playing, tables, fresh):
                settle(found, strain)
                best = found
                break
    best.sort(key=lambda table: min(rank[member] for member in table))
    return _seated([best], ranking, played)[0]


def knock_out(ranking: Sequence[int], sizes: Sizes, played: Sequence[Round]) -> Round:
    """A round among those still in, seeded best first: the best meet late, and sit out first.

    When all fit at one table, that is the final.
    """
    sizes_now = sizes_for(len(ranking), sizes)
    missed = _missed(ranking, played)
    first_out = sorted(ranking, key=lambda member: missed[member])  # a bye each before a second
    byes = set(first_out[: len(ranking) - sum(sizes_now)])
    playing = [member for member in ranking if member not in byes]
    tables: list[list[int]] = [[] for _ in sizes_now]
    row: dict[int, int] = {}
    while len(row) < len(playing):
        seats = [table for table, size in zip(tables, sizes_now, strict=True) if len(table) < size]
        number = len(tables[0])
        for table in seats if number % 2 == 0 else reversed(seats):
            table.append(playing[len(row)])
            row[table[-1]] = number
    met = _meetings(played)
    settle(
        tables,
        strain_between(playing, lambda a, b: met[frozenset((a, b))]),
        lambda a, b: row[a] == row[b],  # seeded alike: it costs nothing to let them change places
    )
    return _seated([tables], ranking, played)[0]


def goes_on(size: int) -> int:
    """How many of a table go on to the next round of a knock-out: the better half."""
    return max(1, size // 2)


def lucky_losers(through: int, sizes: Sizes) -> int:
    """How many of the best of the others come along, when too few are through for a table."""
    return max(0, sizes.fewest - through)


def _seated(
    rounds: Sequence[Sequence[Sequence[int]]], members: Sequence[int], played: Sequence[Round]
) -> list[Round]:
    """The rounds with their seats shared out, and with those who sit out."""
    before = [table for round_ in played for table in round_.tables]
    seats = iter(seated([table for tables in rounds for table in tables], before))
    found = []
    for tables in rounds:
        here = tuple(next(seats) for _ in tables)
        out = set(members).difference(*here)
        found.append(Round(here, tuple(member for member in members if member in out)))
    return found


def _meetings(played: Sequence[Round]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for round_ in played
        for table in round_.tables
        for pair in combinations(table, 2)
    )


def _missed(members: Sequence[int], played: Sequence[Round]) -> dict[int, int]:
    """In how many rounds each was at no table: who comes late has had as good as a bye."""
    sat = Counter(member for round_ in played for table in round_.tables for member in table)
    return {member: len(played) - sat[member] for member in members}


def _bye_choices(
    ranking: Sequence[int], byes: int, played: Sequence[Round]
) -> Iterator[tuple[int, ...]]:
    """Who might sit out, the lowest ranked first; always those who have sat out least."""
    missed = _missed(ranking, played)
    lowest_first = list(reversed(ranking))
    order = sorted(lowest_first, key=lambda member: missed[member])
    last = missed[order[byes - 1]] if byes else 0
    certain = tuple(member for member in order[:byes] if missed[member] < last)
    equals = [member for member in order if missed[member] == last]
    for choice in combinations(equals, byes - len(certain)):
        yield certain + choice


def _design_for(count: int, sizes: Sizes) -> Design | None:
    """A perfect schedule for these members, or for one more whose chair stays empty."""
    for chairs in (count, count + 1):
        if known := design(chairs, sizes.wanted):
            rounds = [_present(tables, frozenset(range(count))) for tables in known]
            if all(_sizes(tables) == sizes_for(count, sizes) for tables in rounds):
                return rounds
    return None


def _present(tables: Sequence[Sequence[int]], members: frozenset[int]) -> list[list[int]]:
    """What is left of the tables without the others; nobody plays alone."""
    left = [[member for member in table if member in members] for table in tables]
    return [table for table in left if len(table) > 1]


def _sizes(tables: Sequence[Sequence[int]]) -> tuple[int, ...]:
    return tuple(sorted(map(len, tables), reverse=True))


def _as_designed(
    members: Sequence[int], sizes: Sizes, rounds: int, played: Sequence[Round]
) -> Design | None:
    """The rest of a perfect schedule, if it was kept so far and if it suits those who are left."""
    entered = {member: n for n in reversed(range(len(played))) for member in played[n].members}
    roster = sorted({*entered, *members}, key=lambda m: (entered.get(m, len(played)), m))
    known = _design_for(len(roster), sizes)
    if known is None:
        return None
    plan = [
        [[roster[chair] for chair in table] for table in known[n % len(known)]]
        for n in range(len(played) + rounds)
    ]
    for tables, round_ in zip(plan, played, strict=False):
        kept = {frozenset(table) for table in _present(tables, round_.members)}
        if kept != {frozenset(table) for table in round_.tables}:
            return None
    rest = [_present(tables, frozenset(members)) for tables in plan[len(played) :]]
    suits = all(_sizes(tables) == sizes_for(len(members), sizes) for tables in rest)
    return rest if suits and _byes_in_turn(rest, _missed(members, played)) else None


def _byes_in_turn(rounds: Design, missed: dict[int, int]) -> bool:
    """Whether nobody sits out who has already done so more often than somebody who plays."""
    for tables in rounds:
        playing = {member for table in tables for member in table}
        out = missed.keys() - playing
        if out and max(missed[m] for m in out) > min(missed[m] for m in playing):
            return False
        missed = {member: count + (member in out) for member, count in missed.items()}
    return True


def _as_found(members: Sequence[int], sizes: Sizes, rounds: int, played: Sequence[Round]) -> Design:
    """The most even rounds that the search finds."""
    roster = sorted(members)
    meetings = _meetings(played)
    met = [[meetings[frozenset((a, b))] for b in roster] for a in roster]
    missed = _missed(roster, played)
    found = even_rounds(
        sizes_for(len(roster), sizes), rounds, met, [missed[member] for member in roster]
    )
    return [[[roster[number] for number in table] for table in tables] for tables in found]
