"""Who met whom: a row and a column for each member, and a hatched diagonal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from renderers import fonts, shapes
from renderers.canvas import Canvas
from renderers.cards import Card, rule
from renderers.pen import Pen
from renderers.theme import CAPTION, INK, NAME, PAPER, PAPER_EDGE, SOFT

_HEADING, _ROW, _FOOT = 58, 62, 22
_SIGN = 54  # a head, at the row and above the column
_NARROWEST, _WIDEST = 66, 120  # a cell
_NAMES = 460
_SMALL = 25  # figures smaller than that stand in two lines
_DASH = re.compile(r"(?<=[-–])")


@dataclass(frozen=True)
class Meetings:
    """A card: the members, best first, and what came of each pair."""

    title: str
    heads: tuple[str, ...]
    """A rank or initials for each member, before the row and above the column."""
    names: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]
    """By row and column; empty for who never met."""


def card(meetings: Meetings) -> Card:
    """The table as a card."""
    height = _HEADING + len(meetings.names) * _ROW + _FOOT
    return Card(meetings.title, height, partial(_draw, meetings))


def _draw(meetings: Meetings, paper: Canvas, left: int, top: int, width: int) -> None:
    names, cell = _shared_out(meetings, width)
    start, first = left + _SIGN + 16 + names + 16, top + _HEADING
    for number, (head, name) in enumerate(zip(meetings.heads, meetings.names, strict=True)):
        middle = first + number * _ROW + _ROW // 2
        _sign(paper, left + _SIGN // 2, middle, head)
        text, size = fonts.shrink(name, (CAPTION, 31, 28), "bold", names)
        paper.write(left + _SIGN + 16, middle + 1, text, size, INK, "bold")
        _sign(paper, start + number * cell + cell // 2, top + _HEADING // 2 - 4, head)
    if meetings.names:
        _mesh(paper, start, first, cell, len(meetings.names))
    for row, texts in enumerate(meetings.cells):
        for column, text in enumerate(texts):
            x, y = start + (column + 0.5) * cell, first + (row + 0.5) * _ROW
            if row != column and text:
                _figures(paper, x, y + 1, text, cell - 12)


def _figures(paper: Canvas, x: float, y: float, text: str, room: float) -> None:
    """What came of a pair; in two lines where one would have to be too small."""
    if fonts.width(text, _SMALL, "bold") <= room:
        fitted = fonts.shrink(text, (CAPTION, 31, 28, _SMALL), "bold", room)
        paper.write(x, y, *fitted, INK, "bold", "m")
        return
    for way, line in zip((-1, 1), _DASH.split(text, 1), strict=True):
        fitted = fonts.shrink(line, (_SMALL, 22), "bold", room)
        paper.write(x, y + way * 13, *fitted, INK, "bold", "m")


def _shared_out(meetings: Meetings, width: int) -> tuple[int, int]:
    """The widths of the names and of a cell: the names get what the cells leave them."""
    needed = max((fonts.width(name, CAPTION, "bold") for name in meetings.names), default=0)
    names = min(_NAMES, round(needed) + 1)
    count = max(1, len(meetings.names))
    room = width - _SIGN - 32
    cell = min(_WIDEST, max(_NARROWEST, (room - names) // count))
    return min(names, room - count * cell), cell


def _sign(paper: Canvas, x: float, y: float, head: str) -> None:
    paper.stamp(x - _SIGN // 2, y - 20, shapes.bar, _SIGN, 40, SOFT, 9)
    fitted = fonts.shrink(head, (NAME, 26, 22), "black", _SIGN - 8)
    paper.write(x, y, *fitted, INK, "black", "m")


def _mesh(paper: Canvas, left: int, top: int, cell: int, count: int) -> None:
    """The lines between the cells, and the hatched ones where nobody plays."""
    for number in range(count):
        paper.stamp(left + number * cell, top + number * _ROW, hatched, cell)
    for number in range(count + 1):
        paper.stamp(left, top + number * _ROW - 1, rule, count * cell, 2)
        x = left + number * cell - 1
        paper.stamp(x, top, shapes.bar, 2, count * _ROW, PAPER_EDGE, 0)


def hatched(pen: Pen, width: int) -> None:
    """The cell of a member against themselves."""
    pen.box(0, 0, width, _ROW, PAPER)
    for shift in range(14 - _ROW, width, 14):
        # From the lower edge to the upper one, cut off at the sides; the ends are round.
        ends = max(2, shift + 2), min(width - 2, shift + _ROW - 2)
        pen.line([(x, _ROW - (x - shift)) for x in ends], PAPER_EDGE, 3)
