"""Designs: schedules known to be perfect, in which each two meet exactly once."""

from __future__ import annotations

from functools import lru_cache
from itertools import product

Design = list[list[list[int]]]
"""Round by round the tables of members, who are numbered from 0."""

# The field of four: it has no element but 0 and 1 in common with the numbers modulo 4.
TIMES_4 = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


@lru_cache(maxsize=64)
def design(count: int, size: int) -> Design | None:
    """The perfect schedule for so many members at tables of this size, if we know one."""
    if size == 2:
        return circle(count) if count % 2 == 0 else None
    dimension = next((d for d in (2, 3) if size**d == count), None)
    return space(size, dimension) if dimension else None


def circle(count: int) -> Design:
    """Tables of two: one member stays, the others move round them by a chair each round."""
    moving = count - 1
    return [
        [
            [moving, turn],
            *([(turn + n) % moving, (turn - n) % moving] for n in range(1, count // 2)),
        ]
        for turn in range(moving)
    ]


def space(size: int, dimension: int) -> Design:
    """Members are the points of a space over a field of this size: 3, 4 or 5.

    A table is a line and a round are all lines of one direction: two points have one line.
    """
    points = list(product(range(size), repeat=dimension))
    number = {point: n for n, point in enumerate(points)}
    # Of all vectors along a line, the one whose first step is 1 stands for its direction.
    directions = [v for v in points if next(filter(None, v), 0) == 1]
    rounds = []
    for direction in directions:
        lines = {
            frozenset(number[_along(point, direction, step, size)] for step in range(size))
            for point in points
        }
        rounds.append(sorted(sorted(line) for line in lines))
    return rounds


def _along(
    point: tuple[int, ...], direction: tuple[int, ...], step: int, size: int
) -> tuple[int, ...]:
    if size == 4:
        return tuple(p ^ TIMES_4[step][d] for p, d in zip(point, direction, strict=True))
    return tuple((p + step * d) % size for p, d in zip(point, direction, strict=True))
