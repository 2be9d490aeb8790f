"""The small plots of a look back: places table by table, and tables week by week."""

from __future__ import annotations

from dataclasses import dataclass

from renderers import fonts, shapes
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.theme import CREAM, GOLD, INK, PANEL, PAPER_EDGE, STEEL, WHITE

_LABEL = 30
_STEP = 52  # from place to place
_AXIS = 56
_ROOMIEST = 92  # from table to table, when there are few
_BARS = 230
_WIDEST = 110
_TOP = 34


@dataclass(frozen=True)
class Places:
    """Table by table, the oldest first: the place, out of how many, and whether it was a win."""

    title: str
    ranks: tuple[str, ...]
    """The names of the places from the first on, down the left side."""
    points: tuple[tuple[int, int, bool], ...]
    first: str
    last: str
    """When the oldest and the newest table ended, below the columns."""


@dataclass(frozen=True)
class Bars:
    """How many in each stretch of time, the oldest first."""

    title: str
    values: tuple[int, ...]
    labels: tuple[str, ...]
    """By value; an empty one is left out."""


def height(plot: Places | Bars) -> int:
    """How tall the plot is, without its title."""
    if isinstance(plot, Bars):
        return _TOP + _BARS + _AXIS
    return len(plot.ranks) * _STEP + _AXIS


def places(plot: Places, paper: Canvas, left: int, top: int, width: int) -> None:
    """A column for each table with a stop for each place; the member's own is filled."""
    for number, rank in enumerate(plot.ranks):
        paper.write(left, top + number * _STEP + _STEP / 2, rank, _LABEL, INK, "bold")
    start = left + max(fonts.width(rank, _LABEL, "bold") for rank in plot.ranks) + 46
    across = left + width - start - 24
    step = min(_ROOMIEST, across / max(1, len(plot.points) - 1))
    for number, point in enumerate(plot.points):
        paper.stamp(start + number * step, top + _STEP / 2, stops, *point)
    end = start + (len(plot.points) - 1) * step
    y = top + len(plot.ranks) * _STEP + _AXIS / 2 - 6
    dates = fonts.width(plot.first + plot.last, _LABEL, "semibold")
    paper.write(start - 22, y, plot.first, _LABEL, INK, "semibold")
    if len(plot.points) > 1:
        # Two dates side by side need more room than two columns of a short plot.
        right = max(end + 22, start - 22 + dates + 40)
        paper.write(right, y, plot.last, _LABEL, INK, "semibold", "r")


def stops(pen: Pen, place: int, size: int, won: bool) -> None:
    """A table as a line with a stop for each place, from the first down."""
    pen.line([(0, 0), (0, (size - 1) * _STEP)], PAPER_EDGE, 5)
    for number in range(size):
        pen.disc(0, number * _STEP, 9, PAPER_EDGE)
        pen.disc(0, number * _STEP, 5, CREAM)
    y = (place - 1) * _STEP
    if won:
        points = shapes.corners(5, -90, 24, 0, y), shapes.corners(5, -54, 11.5, 0, y)
        outline = [point for pair in zip(*points, strict=True) for point in pair]
        pen.polygon(outline, GOLD)
        pen.line([*outline, outline[0]], INK, 3)
    else:
        pen.disc(0, y, 19, INK)
        pen.text(0, y, str(place), 24, WHITE)


def bars(plot: Bars, paper: Canvas, left: int, top: int, width: int) -> None:
    """A bar for each stretch of time with its figure above, on a rail."""
    most = max(1, *plot.values)
    base = top + _TOP + _BARS
    step = min(_WIDEST, width / len(plot.values))
    paper.stamp(left, base, rail, width)
    for number, (value, label) in enumerate(zip(plot.values, plot.labels, strict=True)):
        middle = left + (number + 0.5) * step
        tall = round(_BARS * value / most)
        if value:
            paper.stamp(middle, base, bar, round(step * 0.64), tall)
            text, size = fonts.shrink(str(value), (34, 28, 24), "bold", step - 4)
            paper.write(middle, base - tall - 20, text, size, INK, "bold", "m")
        if label:
            # Flush with its bar: a label at the end would leave the card if it began there.
            late = middle + fonts.width(label, _LABEL, "semibold") > left + width
            edge = middle + step * (0.32 if late else -0.32)
            anchor = "r" if late else "l"
            paper.write(edge, base + _AXIS / 2 + 2, label, _LABEL, INK, "semibold", anchor)


def bar(pen: Pen, width: int, tall: int) -> None:
    """A bar that stands on its foot."""
    pen.box(-width / 2, -tall, width / 2, 0, PANEL, min(6, tall / 2))


def rail(pen: Pen, width: int) -> None:
    """What the bars stand on."""
    pen.box(0, 0, width, 3, STEEL)
