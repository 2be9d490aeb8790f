"""Evenness: a search for rounds in which everybody meets everybody about equally often."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from games.core import Rng

Tables = list[list[int]]
Grid = list[list[int]]
"""A figure for each two members, who are numbered from 0."""

WHEELS = 12  # how often a new wheel is tried
TRIES_A_WHEEL = 1500
TRIES_A_CHAIR = 100
TRIES, TRIES_A_RUN = 20_000, 90_000  # what there is to spend: on small leagues, and on large ones
LEAST, BOLD = 2, 16  # of the changes that make it worse by the least, one in so many is taken


def spread(met: Grid) -> int:
    """By how much the meetings of any two differ at most from those of any other two."""
    counts = [met[a][b] for a, b in combinations(range(len(met)), 2)]
    return max(counts) - min(counts) if counts else 0


def with_meetings(met: Grid, rounds: Sequence[Tables]) -> Grid:
    """The meetings after these rounds, too."""
    found = [row[:] for row in met]
    for tables in rounds:
        for table in tables:
            for a, b in combinations(table, 2):
                found[a][b] += 1
                found[b][a] += 1
    return found


def even_rounds(
    sizes: Sequence[int], rounds: int, met: Grid, missed: Sequence[int]
) -> list[Tables]:
    """So many rounds with tables of these sizes, as even as they are found within bounds.

    `met` says how often two met before, `missed` how often a member was at no table.
    """
    best: list[Tables] = []
    best_rank: tuple[int, int] | None = None
    for found in _attempts(sizes, rounds, met, missed):
        after = with_meetings(met, found)
        rank = spread(after), sum(count * count for row in after for count in row)
        if best_rank is None or rank < best_rank:
            best, best_rank = found, rank
        if best_rank[0] <= 1:
            break
    return best


def _attempts(
    sizes: Sequence[int], rounds: int, met: Grid, missed: Sequence[int]
) -> Iterator[list[Tables]]:
    count = len(met)
    fresh = not any(missed) and not any(map(any, met))
    # Opposite each other on an even wheel are two who would meet twice or never.
    if fresh and 2 < rounds <= count and rounds % 2 and count % rounds <= 1:
        yield from _wheels(sizes, rounds, count)
    tries = min(TRIES_A_CHAIR * sum(sizes) * rounds, TRIES_A_RUN)
    for run in range(max(1, TRIES // max(tries, 1))):
        rng = Rng(b"rounds", run)
        shuffled = [_cut(order, sizes) for order in _orders(sum(sizes), rounds, missed, rng)]
        kinds = [[min(a, b) * count + max(a, b) for b in range(count)] for a in range(count)]
        counts = [figure for row in met for figure in row]
        yield _Search(kinds, counts, shuffled).improve(rng, tries)


def _orders(chairs: int, rounds: int, missed: Sequence[int], rng: Rng) -> Iterator[list[int]]:
    """Everybody in a random order, round by round, without those who sit out.

    These have sat out least so far and, among equals, least often together: the others meet then.
    """
    byes = list(missed)
    together = [[0] * len(byes) for _ in byes]
    for _ in range(rounds):
        order = list(range(len(byes)))
        rng.shuffle(order)
        out: list[int] = []
        while len(order) > chairs:
            nxt = min(order, key=lambda m: (byes[m], sum(together[m][o] for o in out)))
            order.remove(nxt)
            out.append(nxt)
        for member in out:
            byes[member] += 1
            for other in out:
                together[member][other] += 1
        yield order


def _cut(order: Sequence[int], sizes: Sequence[int]) -> Tables:
    ends = [sum(sizes[: n + 1]) for n in range(len(sizes))]
    return [list(order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _wheels(sizes: Sequence[int], rounds: int, count: int) -> Iterator[list[Tables]]:
    """One round is sought; the others follow by turning it, as in the circle for tables of two.

    Members sit on rings of as many chairs as there are rounds, one may sit at the hub. What turns
    is even from round to round, so that little is left to search, and everybody on a ring has the
    same number of byes.
    """
    rings = count // rounds

    def turned(member: int, turn: int) -> int:
        ring, chair = divmod(member, rounds)
        return member if ring == rings else ring * rounds + (chair + turn) % rounds

    byes = count - sum(sizes)
    # One ring after the other gives up a chair. The hub never does: no ring may do so twice.
    if byes > rings and count % rounds:
        return
    kinds, total = _wheel_kinds(count, rounds)
    for wheel in range(WHEELS):
        rng = Rng(b"wheel", wheel)
        order = list(range(count))
        rng.shuffle(order)
        for bye in range(byes):
            order.remove(next(m for m in order if m // rounds == bye % rings))
        base = _Search(kinds, [0] * total, [_cut(order, sizes)]).improve(rng, TRIES_A_WHEEL)[0]
        yield [[[turned(m, turn) for m in table] for table in base] for turn in range(rounds)]


def _wheel_kinds(count: int, rounds: int) -> tuple[Grid, int]:
    """Two pairs are of a kind if one becomes the other by turning; and how many kinds there are."""
    numbers: dict[tuple[int, int, int], int] = {}
    kinds = [[0] * count for _ in range(count)]
    for a, b in combinations(range(count), 2):
        (ring, chair), (other, far) = divmod(a, rounds), divmod(b, rounds)
        apart = (far - chair) % rounds
        if other == count // rounds:
            apart = 0
        elif ring == other:
            apart = min(apart, rounds - apart)
        kinds[a][b] = kinds[b][a] = numbers.setdefault((ring, other, apart), len(numbers))
    return kinds, len(numbers)


class _Search:
    """Rounds in which two members after the other change places, while it gets more even."""

    def __init__(self, kinds: Grid, counts: list[int], rounds: list[Tables]) -> None:
        self.kinds, self.counts, self.rounds = kinds, counts, rounds
        for tables in rounds:
            for table in tables:
                for a, b in combinations(table, 2):
                    counts[kinds[a][b]] += 1

    def improve(self, rng: Rng, tries: int) -> list[Tables]:
        """To get unstuck, in the first half a slightly worse change is taken now and then."""
        for left in range(tries, 0, -1):
            tables = rng.choice(self.rounds)
            if len(tables) < 2:
                break
            one, other = rng.below(len(tables)), rng.below(len(tables) - 1)
            here, there = tables[one], tables[other + (other >= one)]
            place, chair = rng.below(len(here)), rng.below(len(there))
            worse = self._swap(here, place, there, chair)
            bold = worse == LEAST and 2 * left > tries and not rng.below(BOLD)
            if worse > 0 and not bold:
                self._swap(here, place, there, chair)
        return self.rounds

    def _swap(self, here: list[int], place: int, there: list[int], chair: int) -> int:
        """Let two change places; by how much the sum of the squares of all counts grows."""
        a, b = here[place], there[chair]
        grows = self._meet(a, here, -1) + self._meet(b, there, -1)
        here[place], there[chair] = b, a
        return grows + self._meet(b, here, 1) + self._meet(a, there, 1)

    def _meet(self, member: int, table: list[int], times: int) -> int:
        kinds, counts, grows = self.kinds[member], self.counts, 0
        for other in table:
            if other != member:
                kind = kinds[other]
                grows += 2 * times * counts[kind] + 1
                counts[kind] += times
        return grows
