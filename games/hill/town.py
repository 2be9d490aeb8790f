"""Spaces, spots and frames: where things lie in a town.

The first card of a town lies on D4, in the middle of a grid from A1 to G7. A town spans at most
four columns and four rows, so it never leaves this grid, and a space keeps its name all game long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from itertools import product
from typing import NamedTuple

from games.hill.components import DIRECTIONS

Space = str
"""A place for a card: the column's letter and the row's number, from the top: "D4"."""

Spot = str
"""A place for a track token: two neighbouring spaces, "D4-E5"."""

FIRST: Space = "D4"
SIDE = 4  # columns and rows of a town
_GRID = 2 * SIDE - 1
_COLUMNS = "ABCDEFG"
_STEPS = dict(
    zip(
        DIRECTIONS,
        ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)),
        strict=True,
    )
)


def space_at(column: int, row: int) -> Space:
    """The name of the space in this column and row of the grid, both from 0."""
    return f"{_COLUMNS[column]}{row + 1}"


SPACES = tuple(space_at(column, row) for row, column in product(range(_GRID), repeat=2))
PLACE = {space: (_COLUMNS.index(space[0]), int(space[1]) - 1) for space in SPACES}


def _neighbours(space: Space) -> dict[str, Space]:
    column, row = PLACE[space]
    found = {}
    for direction, (dx, dy) in _STEPS.items():
        if 0 <= column + dx < _GRID and 0 <= row + dy < _GRID:
            found[direction] = space_at(column + dx, row + dy)
    return found


NEIGHBOURS = {space: _neighbours(space) for space in SPACES}
"""For each space its neighbours by direction."""

HEADING = {(a, b): direction for a in SPACES for direction, b in NEIGHBOURS[a].items()}
"""The direction from one space to a neighbour."""


@cache
def spot_between(a: Space, b: Space) -> Spot:
    """The spot of two neighbouring spaces; it doesn't matter which comes first."""
    return f"{a}-{b}" if a < b else f"{b}-{a}"


SPOTS = {spot_between(a, b): (min(a, b), max(a, b)) for a, b in HEADING}
"""Every spot with its two spaces."""


def _crossing(spot: Spot) -> Spot:
    (left, top), (right, bottom) = (PLACE[space] for space in SPOTS[spot])
    if left == right or top == bottom:
        return ""
    return spot_between(space_at(left, bottom), space_at(right, top))


CROSSING = {spot: _crossing(spot) for spot in SPOTS}
"""For a diagonal spot the other diagonal of the same four cards (H30); else nothing."""


class Frame(NamedTuple):
    """The columns and rows that a town's cards span, from 0."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def fixed(self) -> bool:
        """Whether the town's four columns and four rows are settled."""
        return self.right - self.left == self.bottom - self.top == SIDE - 1

    def with_(self, space: Space) -> Frame:
        """The frame with one more card."""
        column, row = PLACE[space]
        return Frame(
            min(self.left, column),
            min(self.top, row),
            max(self.right, column),
            max(self.bottom, row),
        )

    @property
    def fits(self) -> bool:
        """Whether it is at most four by four (H24)."""
        return self.right - self.left < SIDE and self.bottom - self.top < SIDE


def frame_of(spaces: Iterable[Space]) -> Frame:
    """The frame of a town that has at least one card."""
    places = [PLACE[space] for space in spaces]
    columns, rows = [c for c, _ in places], [r for _, r in places]
    return Frame(min(columns), min(rows), max(columns), max(rows))


def open_spaces(cards: Collection[Space]) -> list[Space]:
    """Where a card may go: beside or at the corner of another, within four by four (H22-H25)."""
    if not cards:
        return [FIRST]
    frame = frame_of(cards)
    beside = {n for space in cards for n in NEIGHBOURS[space].values() if n not in cards}
    return sorted(space for space in beside if frame.with_(space).fits)


def corners(frame: Frame) -> tuple[Space, Space, Space, Space]:
    """Top left, top right, bottom left and bottom right of a town whose frame is fixed."""
    left, top, right, bottom = frame
    return (
        space_at(left, top),
        space_at(right, top),
        space_at(left, bottom),
        space_at(right, bottom),
    )
