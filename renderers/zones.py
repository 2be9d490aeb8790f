"""Who goes up and who goes down: bands beside the rows, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from renderers import fonts
from renderers.canvas import Canvas
from renderers.cards import INSET, TITLED
from renderers.grid import DOWN, HEADING, ROW, UP
from renderers.pen import Pen
from renderers.theme import INK, WHITE, Colour

Zone = Literal["up", "down"]
COLOURS: dict[Zone, Colour] = {"up": UP, "down": DOWN}

_BAND = 22
_LABEL, _LONGEST = 28, 300
_APART = 28  # marks of the legend

Legend = list[tuple[Zone, str]]


def legend(zones: Sequence[Zone | None], up: str, down: str) -> Legend:
    """The zones that there are and that have a name."""
    named: Legend = [("up", up), ("down", down)]
    return [
        (zone, fonts.fit(label, _LABEL, "semibold", _LONGEST))
        for zone, label in named
        if label and zone in zones
    ]


def room(marks: Legend) -> float:
    """How wide a legend is."""
    return sum(_marked(label) for _, label in marks)


def _marked(label: str) -> float:
    return _BAND + 12 + fonts.width(label, _LABEL, "semibold") + _APART


def explain(paper: Canvas, marks: Legend, right: float, top: int) -> None:
    """The legend, beside the title of a card whose rows begin at the top."""
    x, y = right - room(marks) + _APART, top - TITLED / 2 + 4
    for zone, label in marks:
        paper.stamp(x, y - 19, band, zone, 38, 6)
        paper.write(x + _BAND + 12, y, label, _LABEL, INK, "semibold")
        x += _marked(label)


def mark(paper: Canvas, zones: Sequence[Zone | None], left: int, top: int, width: int) -> None:
    """A band at the edge of the card for each row of a zone, and a line where a zone ends."""
    before = zones[0] if zones else None
    for number, zone in enumerate(zones):
        y = top + HEADING + number * ROW
        if zone:
            paper.stamp(left - INSET, y, band, zone, ROW, 0)
        if zone != before:
            paper.stamp(left - INSET, y - 1, border, width + INSET, zone or before)
        before = zone


def band(pen: Pen, zone: Zone, tall: int, radius: int) -> None:
    """The mark of a zone: a coloured band with an arrow the way it leads."""
    pen.box(0, 0, _BAND, tall, COLOURS[zone], radius)
    x, y, way = _BAND / 2, tall / 2, -1 if zone == "up" else 1
    pen.line([(x, y - 12 * way), (x, y + 10 * way)], WHITE, 4)
    pen.line([(x - 6, y + 4 * way), (x, y + 11 * way), (x + 6, y + 4 * way)], WHITE, 4)


def border(pen: Pen, width: int, zone: Zone) -> None:
    """The line between a zone and its neighbours."""
    pen.box(0, 0, width, 4, COLOURS[zone])
