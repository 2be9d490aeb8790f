"""Values over time on a card: a line with stops for each series."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from renderers import fonts, shapes
from renderers.canvas import Canvas
from renderers.cards import ROOM, Card, rule
from renderers.pen import Pen, Point
from renderers.theme import INK, LINES, Colour

_LABEL = 30
_LEGEND, _TOP, _PLOT, _AXIS = 48, 24, 400, 60
_SAMPLE = 74
_STEPS = 5  # between the lowest and the highest figure at the side, at most
_STOP, _NEWEST = 10, 15
_APART = 26  # stops closer than this would hide each other

COLOURS: tuple[Colour, ...] = tuple(
    LINES[name].colour for name in ("black", "blue", "red", "orange", "purple")
)
"""By series; the dashes and the shape of the stops are what tells two apart for everybody."""
_DASHES = ((40, 0), (22, 16), (2, 14), (44, 14), (10, 11))  # drawn and left out, in pixels


@dataclass(frozen=True)
class Series:
    """What a line is about, and its points from the oldest on: when, and how much."""

    label: str
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Curves:
    """A card with a line for each series."""

    title: str
    series: tuple[Series, ...]
    first: str
    last: str
    """When the oldest and the newest point were, below them."""


def card(curves: Curves) -> Card:
    """The plot as a card."""
    height = len(_legend(curves)) * _LEGEND + _TOP + _PLOT + _AXIS
    return Card(curves.title, height, partial(_draw, curves))


def _draw(curves: Curves, paper: Canvas, left: int, top: int, width: int) -> None:
    legend = _legend(curves)
    for line, items in enumerate(legend):
        y = top + line * _LEGEND + _LEGEND / 2
        for number, x, text in items:
            paper.stamp(left + x, y, sample, number)
            paper.write(left + x + _SAMPLE + 12, y, text, _LABEL, INK, "semibold")
    top += len(legend) * _LEGEND + _TOP
    ticks = _ticks([value for series in curves.series for _, value in series.points])
    labels = [f"{tick:g}".replace("-", "−") for tick in ticks]
    side = max((fonts.width(label, _LABEL, "bold") for label in labels), default=0)
    for number, label in enumerate(labels):
        y = top + _PLOT - _PLOT * number / (len(ticks) - 1)
        paper.stamp(left + side + 14, y - 1, rule, round(width - side - 14), 2)
        paper.write(left + side, y, label, _LABEL, INK, "bold", "r")
    start, across = left + side + 44, width - side - 74
    whens = [when for series in curves.series for when, _ in series.points]
    _dates(paper, curves, start, across, top + _PLOT + _AXIS / 2 + 4, len(set(whens)))
    for number, series in reversed(list(enumerate(curves.series))):
        points = [
            (
                start + across * _share(when, min(whens), max(whens)),
                top + _PLOT - _PLOT * _share(value, ticks[0], ticks[-1]),
            )
            for when, value in series.points
        ]
        _curve(paper, number, points)


def _share(value: float, low: float, high: float) -> float:
    """How far a value is from low to high; one alone stands in the middle."""
    return (value - low) / (high - low) if high > low else 0.5


def _dates(
    paper: Canvas, curves: Curves, start: float, across: float, y: float, count: int
) -> None:
    if count == 1:
        paper.write(start + across / 2, y, curves.last, _LABEL, INK, "semibold", "m")
    if count > 1:
        paper.write(start - 14, y, curves.first, _LABEL, INK, "semibold")
        paper.write(start + across + 14, y, curves.last, _LABEL, INK, "semibold", "r")


def _legend(curves: Curves) -> list[list[tuple[int, float, str]]]:
    """Line by line: the number of a series, where its sample stands, and its label."""
    lines: list[list[tuple[int, float, str]]] = []
    x = math.inf
    for number, series in enumerate(curves.series):
        text = fonts.fit(series.label, _LABEL, "semibold", ROOM / 2)
        width = _SAMPLE + 12 + fonts.width(text, _LABEL, "semibold")
        if x + width > ROOM:
            lines.append([])
            x = 0
        lines[-1].append((number, x, text))
        x += width + 34
    return lines


def _ticks(values: Sequence[float]) -> list[float]:
    """Round figures for the side, from below the lowest value to above the highest."""
    if not values:
        return []
    low, high = min(values), max(values)
    span = (high - low) or max(10, abs(high)) / _STEPS
    power = 10.0 ** math.floor(math.log10(span / _STEPS))
    step = next(power * k for k in (1, 2, 5, 10, 20) if power * k * (_STEPS - 1) >= span)
    bottom, top = math.floor(low / step), math.ceil(high / step)
    if low == high:
        bottom, top = bottom - 1, top + 1
    return [round(number * step, 9) for number in range(bottom, top + 1)]


def _curve(paper: Canvas, number: int, points: Sequence[Point]) -> None:
    """The line, and upon it the stops: the newest is larger, and none hides another."""
    for (x0, y0), (x1, y1) in _pieces(points, *_DASHES[number % len(_DASHES)]):
        paper.stamp(x0, y0, stroke, round(x1) - round(x0), round(y1) - round(y0), number)
    kept: list[Point] = []
    for point in reversed(points):
        if not kept or math.dist(point, kept[-1]) >= _APART:
            kept.append(point)
    for at in reversed(kept):
        paper.stamp(*at, stop, number, _NEWEST if at == points[-1] else _STOP)


def _pieces(points: Sequence[Point], on: int, off: int) -> Iterator[tuple[Point, Point]]:
    """A line in short pieces, with gaps if it is dashed: a sprite is kept of each piece."""
    gone = 0.0  # along the whole line
    for (x0, y0), (x1, y1) in pairwise(points):
        length = math.hypot(x1 - x0, y1 - y0)
        for number in range(int(gone // (on + off)), int((gone + length) // (on + off)) + 1):
            begin = number * (on + off) - gone
            begin, end = max(0.0, begin), min(length, begin + on)
            if begin < end:
                ends = begin / length, end / length
                a, b = ((x0 + (x1 - x0) * part, y0 + (y1 - y0) * part) for part in ends)
                yield a, b
        gone += length


def _line(number: int) -> tuple[Colour, int]:
    """The colour of a series' line, and how thick it is: the first counts most."""
    return COLOURS[number % len(COLOURS)], 5 if number else 7


def stroke(pen: Pen, across: int, down: int, number: int) -> None:
    """A piece of a line."""
    pen.line([(0, 0), (across, down)], *_line(number))


def stop(pen: Pen, number: int, r: int, x: float = 0) -> None:
    """A point of a line, in the shape of a seat."""
    shapes.seat(pen, number % len(COLOURS), r, _line(number)[0], x)


def sample(pen: Pen, number: int) -> None:
    """How the line of a series looks."""
    for ends in _pieces([(4, 0), (_SAMPLE - 4, 0)], *_DASHES[number % len(_DASHES)]):
        pen.line(ends, *_line(number))
    stop(pen, number, _STOP + 2, _SAMPLE / 2)
