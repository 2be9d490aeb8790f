"""Points by place: what a place at a league table is worth."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

# Each size pays 5 a seat on average, so that nobody loses by sitting at a smaller table.
DEFAULTS: dict[int, tuple[int, ...]] = {
    2: (8, 2),
    3: (10, 4, 1),
    4: (10, 6, 3, 1),
    5: (11, 7, 4, 2, 1),
}
MOST = 100  # points for a place

# A dash stands close or has room on both sides: in "8 -2" it would be a minus.
_BETWEEN = re.compile(r"\s*[,;/]\s*|\s+-\s+|-|\s+")
_NUMBER = re.compile(r"[0-9]{1,3}")


def parse(text: str) -> tuple[int, ...]:
    """A scheme as a member writes it: "10 6 3 1", "10-6-3-1" or "10, 6, 3, 1"."""
    fields = _BETWEEN.split(text.strip())
    if not all(_NUMBER.fullmatch(field) for field in fields):
        raise ValueError(f"not whole numbers: {text!r}")
    points = tuple(int(field) for field in fields)
    if len(points) not in DEFAULTS:
        raise ValueError(f"not 2 to 5 places: {text!r}")
    if max(points) > MOST:
        raise ValueError(f"more than {MOST} points for a place: {text!r}")
    if list(points) != sorted(points, reverse=True) or points[0] == points[-1]:
        raise ValueError(f"not from the most points to the fewest: {text!r}")
    return points


def scheme(size: int, chosen: tuple[int, ...] | None) -> tuple[int, ...]:
    """The points at a table of this size, by the league's chosen scheme or by default.

    At a table of another size than the chosen scheme's the first and the last keep their points,
    and the places between are spread evenly, rounded down: being last of three isn't worth more
    than being last of four.
    """
    if size not in DEFAULTS:
        raise ValueError(f"no points at a table of {size}")
    if chosen is None:
        return DEFAULTS[size]
    found = []
    for place in range(size):
        above, rest = divmod(place * (len(chosen) - 1), size - 1)
        below = min(above + 1, len(chosen) - 1)
        found.append((chosen[above] * (size - 1 - rest) + chosen[below] * rest) // (size - 1))
    return tuple(found)


def share_out(places: Sequence[int], scheme: Sequence[int]) -> list[Fraction]:
    """The points by seat; those who tie share the points of the places they take together."""
    if len(places) != len(scheme):
        raise ValueError(f"{len(scheme)} places' points for {len(places)} seats")
    found = []
    for place in places:
        ahead = sum(other < place for other in places)
        level = places.count(place)
        found.append(Fraction(sum(scheme[ahead : ahead + level]), level))
    return found


def shown(points: Fraction) -> str:
    """Points as a member reads them: "7", "6.5", "3.33"."""
    return f"{float(points):.2f}".rstrip("0").rstrip(".")
