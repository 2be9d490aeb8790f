"""Seats: who sits where, so that everybody starts about equally often."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Sequence

Table = tuple[int, ...]
"""Members in the order of their seats."""


def seated(tables: Sequence[Sequence[int]], played: Iterable[Table] = ()) -> list[Table]:
    """The same tables with the seats shared out, those at earlier tables counted too.

    The first seat is given at all tables, then the second, and so on.
    """
    before = list(played)
    at_tables = Counter(member for table in (*before, *tables) for member in table)
    longest = max(map(len, tables), default=0)
    standing = [set(table) for table in tables]
    order: list[list[int]] = [[] for _ in tables]
    for seat in range(longest):
        # Who came late has sat at fewer tables, and isn't due as many starts as the others.
        load = {member: -count for member, count in at_tables.items()}
        for table in before:
            if seat < len(table):
                load[table[seat]] += longest
        sitters = _share_out(standing, load, longest)
        for number, sitter in sitters.items():
            order[number].append(sitter)
            standing[number].discard(sitter)
    return [tuple(members) for members in order]


def _share_out(standing: Sequence[set[int]], load: dict[int, int], weight: int) -> dict[int, int]:
    """Somebody of each table for a seat, so that the squares of all loads are least.

    A chain of tables is handed on as long as one end has more than the other: then it is best.
    """
    sitters: dict[int, int] = {}
    tables_of: defaultdict[int, list[int]] = defaultdict(list)
    for number, members in enumerate(standing):
        if members:
            sitters[number] = min(members, key=lambda m: (load[m], m))
            load[sitters[number]] += weight
            tables_of[sitters[number]].append(number)
    while chain := _chain(standing, load, weight, tables_of):
        load[sitters[chain[0][0]]] -= weight
        load[chain[-1][1]] += weight
        for number, member in chain:
            tables_of[sitters[number]].remove(number)
            tables_of[member].append(number)
            sitters[number] = member
    return sitters


def _chain(
    standing: Sequence[set[int]],
    load: dict[int, int],
    weight: int,
    tables_of: defaultdict[int, list[int]],
) -> list[tuple[int, int]]:
    """From who has most to somebody with less: at which tables who takes the seat instead."""
    least = min(load.values())
    for most in sorted(tables_of, key=lambda m: (-load[m], m)):
        if load[most] - least <= weight:
            break
        reached: dict[int, tuple[int, int]] = {}
        queue = deque([most])
        while queue:
            member = queue.popleft()
            if load[most] - load[member] > weight:
                return _back(member, most, reached)
            for number in tables_of[member]:
                for other in sorted(standing[number]):
                    if other not in reached and other != most:
                        reached[other] = (number, member)
                        queue.append(other)
    return []


def _back(end: int, start: int, reached: dict[int, tuple[int, int]]) -> list[tuple[int, int]]:
    chain = []
    while end != start:
        number, giver = reached[end]
        chain.append((number, end))
        end = giver
    return chain[::-1]
