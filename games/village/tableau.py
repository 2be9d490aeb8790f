"""The shape of a tableau: twelve spaces, seven starts, and how a line runs through them."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from itertools import product
from typing import NamedTuple, Protocol

Space = str
"""A space by its name: the column's letter and the row's number, "B3"."""

Line = str
"""A line by its start: T1 to T3 above, L1 to L4 at the left."""

Side = str
"""Where a line comes in: "above" or "left"."""

COLUMNS, ROWS = "ABC", "1234"  # V01
SPACES: tuple[Space, ...] = tuple(column + row for row, column in product(ROWS, COLUMNS))
LINES: tuple[Line, ...] = ("T1", "T2", "T3", "L1", "L2", "L3", "L4")


class Stop(NamedTuple):
    """A line on a card: the space, and the side where it comes in."""

    space: Space
    side: Side


class Patterned(Protocol):
    """All that matters here of a track."""

    @property
    def pattern(self) -> str: ...


class Run(NamedTuple):
    """How far a line has got: its cards, and the space it needs next; None: it is complete."""

    stops: tuple[Stop, ...]
    next: Stop | None

    @property
    def complete(self) -> bool:
        """Whether it has reached the right or the bottom edge (V20)."""
        return self.next is None


def start(line: Line) -> Stop:
    """Where a line comes into the tableau."""
    number = int(line[1])
    if line[0] == "T":
        return Stop(COLUMNS[number - 1] + ROWS[0], "above")
    return Stop(COLUMNS[0] + ROWS[number - 1], "left")


def onward(stop: Stop, pattern: str) -> Stop | None:
    """Where a line goes after a card: right or down (V02); None is the edge."""
    across = (stop.side == "left") == (pattern == "crossing")
    column, row = COLUMNS.index(stop.space[0]), ROWS.index(stop.space[1])
    if across:
        return Stop(COLUMNS[column + 1] + ROWS[row], "left") if column + 1 < len(COLUMNS) else None
    return Stop(COLUMNS[column] + ROWS[row + 1], "above") if row + 1 < len(ROWS) else None


def run(line: Line, tracks: Mapping[Space, Patterned]) -> Run:
    """A line from its border as far as there is track."""
    stops: list[Stop] = []
    here: Stop | None = start(line)
    while here and here.space in tracks:
        stops.append(here)
        here = onward(here, tracks[here.space].pattern)
    return Run(tuple(stops), here)


def complete(tracks: Mapping[Space, Patterned]) -> set[Line]:
    """The lines that have reached an edge."""
    return {line for line in LINES if run(line, tracks).complete}


def open_spaces(tracks: Container[Space]) -> Iterator[Space]:
    """Empty spaces that touch a border or a track along an edge (V18)."""
    for space in SPACES:
        if space not in tracks and touches(space, tracks):
            yield space


def touches(space: Space, tracks: Container[Space]) -> bool:
    """Whether a space touches a border or a track along an edge (V18)."""
    if space[0] == COLUMNS[0] or space[1] == ROWS[0]:
        return True
    return any(other in tracks for other in around(space))


def around(space: Space) -> Iterator[Space]:
    """The neighbouring spaces."""
    column, row = COLUMNS.index(space[0]), ROWS.index(space[1])
    for c, r in ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1)):
        if 0 <= c < len(COLUMNS) and 0 <= r < len(ROWS):
            yield COLUMNS[c] + ROWS[r]
