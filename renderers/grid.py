"""A grid on a card: rows of names and figures below their headings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from renderers import fonts, shapes
from renderers.canvas import Canvas
from renderers.cards import rule
from renderers.pen import Pen
from renderers.theme import CAPTION, FAINT, INK, LINES, PAPER_EDGE, WHITE, Colour

HEADING, ROW = 48, 62
UP, DOWN = LINES["blue"].colour, LINES["red"].colour
"""Rising and falling: far apart for all eyes, and an arrow goes with each."""

_FOOT = 14
_BETWEEN, _CLOSE = 26, 16  # columns
_WIDEST = 460  # a column of names; a longer one is cut
_HEADINGS = (30, 27, 24)
_NOTE, _AFTER = 26, 14  # the word beside a name, and the room between them
_ARROW = 30  # the arrow of a change, with the room beside it
_PLATE = 13  # from the edge of a plate to its figure

Look = Literal["plain", "strong", "small"]
_LOOKS: dict[Look, tuple[tuple[int, ...], str]] = {
    "plain": ((CAPTION, 31, 28), "bold"),
    "strong": ((36, 33, 28), "black"),
    "small": ((30, 27, 24), "semibold"),
}


@dataclass(frozen=True)
class Column:
    """The head of a column; words stand at its left, figures at its right."""

    heading: str
    words: bool = False
    look: Look = "plain"
    close: bool = False
    """It keeps close to the column before it."""


class Change(NamedTuple):
    """How far somebody has risen, or fallen if below 0; None if there was nothing before."""

    by: int | None

    @property
    def text(self) -> str:
        """The figure beside the arrow."""
        return str(abs(self.by)) if self.by else ""


class Withdrawn(NamedTuple):
    """The name of somebody who has left, and a word for it; the whole row is faint."""

    name: str
    note: str


Cell = str | Change | Withdrawn


@dataclass(frozen=True)
class Grid:
    """A card of rows; the first column says what a row is about."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    summed: bool = False
    """The last row sums up the others."""


class _Place(NamedTuple):
    """Where a cell stands; y is the middle of its row."""

    column: Column
    left: float
    width: float
    y: float

    @property
    def edge(self) -> tuple[float, str]:
        """The side at which its text stands."""
        return (self.left, "l") if self.column.words else (self.left + self.width, "r")


def height(grid: Grid) -> int:
    """How tall the grid is, without its title."""
    return HEADING + len(grid.rows) * ROW + _FOOT


def draw(
    grid: Grid, paper: Canvas, left: int, top: int, width: int, like: Grid | None = None
) -> None:
    """The headings, and row under row between rules; the columns stand as in the other grid."""
    spans = _spans(like or grid, width)
    for column, (start, wide) in zip(grid.columns, spans, strict=True):
        _heading(paper, _Place(column, left + start, wide, top + HEADING / 2))
    for number, row in enumerate(grid.rows):
        y = top + HEADING + number * ROW
        last = grid.summed and number == len(grid.rows) - 1
        paper.stamp(left, y - (2 if last else 0), rule, width, 4 if last else 2)
        ink = FAINT if any(isinstance(cell, Withdrawn) for cell in row) else INK
        for column, (start, wide), cell in zip(grid.columns, spans, row, strict=True):
            _cell(paper, _Place(column, left + start, wide, y + ROW / 2 + 1), cell, ink)


def _heading(paper: Canvas, place: _Place) -> None:
    text, size = fonts.shrink(place.column.heading, _HEADINGS, "semibold", place.width)
    x, anchor = place.edge
    paper.write(x, place.y, text, size, INK, "semibold", anchor)


def _cell(paper: Canvas, place: _Place, cell: Cell, ink: Colour) -> None:
    match cell:
        case Change():
            _change(paper, place, cell, ink)
        case Withdrawn():
            _withdrawn(paper, place, cell, ink)
        case _:
            _text(paper, place, cell, ink)


def _text(paper: Canvas, place: _Place, text: str, ink: Colour) -> None:
    sizes, weight = _LOOKS[place.column.look]
    if place.column.look == "strong":
        at = round(place.left), round(place.y) - 23
        paper.stamp(*at, shapes.bar, round(place.width), 46, ink, 9)
        text, size = fonts.shrink(text, sizes, weight, place.width - 2 * _PLATE)
        paper.write(place.left + place.width / 2, place.y, text, size, WHITE, weight, "m")
        return
    text, size = fonts.shrink(text, sizes, weight, place.width)
    x, anchor = place.edge
    paper.write(x, place.y, text, size, ink, weight, anchor)


def _change(paper: Canvas, place: _Place, change: Change, ink: Colour) -> None:
    """The arrows of a column stand in a line, and their figures beside them."""
    if change.by is not None:
        paper.stamp(place.left + 11, place.y, arrow, (change.by > 0) - (change.by < 0))
    sizes, weight = _LOOKS[place.column.look]
    text, size = fonts.shrink(change.text, sizes, weight, place.width - _ARROW)
    paper.write(place.left + _ARROW, place.y, text, size, ink, weight)


def arrow(pen: Pen, way: int) -> None:
    """Up, down, or a dot for neither."""
    if way:
        pen.polygon([(-11, 9 * way), (11, 9 * way), (0, -10 * way)], UP if way > 0 else DOWN)
    else:
        pen.disc(0, 0, 5, PAPER_EDGE)


def _withdrawn(paper: Canvas, place: _Place, cell: Withdrawn, ink: Colour) -> None:
    sizes, weight = _LOOKS[place.column.look]
    beside = place.width - fonts.width(cell.name, sizes[0], weight) - _AFTER
    note = fonts.fit(cell.note, _NOTE, "semibold", max(beside, place.width / 2))
    room = place.width - fonts.width(note, _NOTE, "semibold") - _AFTER
    name, size = fonts.shrink(cell.name, sizes, weight, room)
    end = fonts.width(name, size, weight)
    paper.write(place.left, place.y, name, size, ink, weight)
    paper.stamp(round(place.left) - 3, place.y, strike, round(end) + 6)
    paper.write(place.left + end + _AFTER, place.y, note, _NOTE, ink, "semibold")


def strike(pen: Pen, width: int) -> None:
    """A line through a name."""
    pen.box(0, -1.5, width, 1.5, FAINT)


def _spans(grid: Grid, room: int) -> list[tuple[float, float]]:
    """Where each column begins and how wide it is: as its texts need, the rest shared out."""
    widths = []
    for number, column in enumerate(grid.columns):
        cells = [_needed(row[number], column.look) for row in grid.rows]
        cells.append(fonts.width(column.heading, _HEADINGS[0], "semibold"))
        widths.append(min(_WIDEST, max(cells)))
    gaps = [_CLOSE if column.close else _BETWEEN for column in grid.columns[1:]]
    spare = room - sum(widths) - sum(gaps)
    while spare < 0:  # the widest columns hold names, which can be cut
        widest = max(range(len(widths)), key=lambda number: widths[number])
        widths[widest] -= 10
        spare += 10
    share = spare / max(1, sum(not column.close for column in grid.columns[1:]))
    starts = [0.0]
    for column, width, gap in zip(grid.columns[1:], widths, gaps, strict=False):
        starts.append(starts[-1] + width + gap + (0 if column.close else share))
    return list(zip(starts, widths, strict=True))


def _needed(cell: Cell, look: Look) -> float:
    """How wide a cell is at its largest."""
    (size, *_), weight = _LOOKS[look]
    match cell:
        case Change():
            return _ARROW + fonts.width(cell.text, size, weight)
        case Withdrawn(name, note):
            return fonts.width(name, size, weight) + _AFTER + fonts.width(note, _NOTE, "semibold")
        case _:
            edges = 2 * _PLATE if look == "strong" else 0
            return fonts.width(cell, size, weight) + edges
