"""Neighbours: tables of members who have met least and stand nearest to each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, count, product

Tables = list[list[int]]
Strain = dict[int, dict[int, int]]
"""How little two members belong at one table."""
Fresh = dict[int, set[int]]
"""Whom a member hasn't met yet."""

PATIENCE = 4000  # groups that are looked at before a search for tables without repeats is given up


def cut(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    """One table after the other filled from the top."""
    rest = iter(order)
    return [[next(rest) for _ in range(size)] for size in sizes]


def strain_between(members: Sequence[int], measure: Callable[[int, int], int]) -> Strain:
    """The strain between each two; nobody strains themselves."""
    return {a: {b: measure(a, b) if a != b else 0 for b in members} for a in members}


def settle(
    tables: Tables, strain: Strain, may_swap: Callable[[int, int], bool] = lambda a, b: True
) -> int:
    """Let two change places as long as it lessens the strain; what is left of it."""
    changed = True
    while changed:
        changed = False
        for here, there in combinations(tables, 2):
            for i, j in product(range(len(here)), range(len(there))):
                a, b = here[i], there[j]
                if may_swap(a, b) and _gain(a, b, here, there, strain) > 0:
                    here[i], there[j] = b, a
                    changed = True
    return sum(strain[a][b] for table in tables for a, b in combinations(table, 2))


def _gain(a: int, b: int, here: list[int], there: list[int], strain: Strain) -> int:
    """What is won if these two change places."""
    of_a, of_b = strain[a], strain[b]
    won = sum([of_a[m] - of_b[m] for m in here]) + sum([of_b[m] - of_a[m] for m in there])
    return won + 2 * of_a[b]  # they don't meet, neither before nor after


class FreshTables:
    """A search for tables at which nobody meets again; its patience is for all that it is asked."""

    def __init__(self) -> None:
        self._steps = count(1)

    def find(self, order: Sequence[int], sizes: Sequence[int], fresh: Fresh) -> Tables | None:
        """Such tables, those who have the least choice placed first; None if none were found."""
        rank = {member: n for n, member in enumerate(order)}

        def place(free: frozenset[int], left: tuple[int, ...]) -> Tables | None:
            if not left:
                return []
            first = min(free, key=lambda m: (len(fresh[m] & free), rank[m]))
            near = sorted(fresh[first] & free, key=lambda m: (abs(rank[m] - rank[first]), m))
            for size in dict.fromkeys(left):
                remaining = _without(left, size)
                for group in self._groups([first], near, size, fresh):
                    rest = place(free - set(group), remaining)
                    if rest is not None:
                        return [group, *rest]
            return None

        return place(frozenset(order), tuple(sizes))

    def _groups(
        self, group: list[int], near: Sequence[int], size: int, fresh: Fresh
    ) -> Iterator[list[int]]:
        """The group filled up with some of those near, none of whom have met."""
        if next(self._steps) > PATIENCE:
            return
        if len(group) == size:
            yield group
            return
        for n, member in enumerate(near):
            others = [other for other in near[n + 1 :] if other in fresh[member]]
            yield from self._groups([*group, member], others, size, fresh)


def _without(sizes: tuple[int, ...], size: int) -> tuple[int, ...]:
    at = sizes.index(size)
    return sizes[:at] + sizes[at + 1 :]
