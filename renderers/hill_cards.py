"""The cards of The Rail on the Hill: town cards with their roads, track across them, plans."""

from __future__ import annotations

import math

from games.hill.components import (
    CATEGORY,
    FALLING,
    KINDS,
    LINES,
    PAIRS,
    RISING,
    SEVEN,
    TRIPLE,
    Plan,
    category_of,
    the_box,
)
from renderers import hill_icons as icons
from renderers import shapes
from renderers.hill_theme import (
    FULFILLED,
    MEADOW,
    MEADOW_EDGE,
    PLAIN_BADGE,
    ROAD,
    ROAD_EDGE,
    SHADOW,
    SMALL_PRINT,
    TARGET_DARK,
)
from renderers.pen import Pen, Point
from renderers.theme import CHANGED, GOLD, GOOD, INK, PAPER, PAPER_EDGE, WHITE, Colour
from renderers.theme import LINES as LIVERIES

CARD = 178.0  # the size at which the measures below are given
_STEPS: dict[str, Point] = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
_VALUES = {
    "red": (-0.225, -0.385),
    "yellow": (-0.225, 0.385),
    "blue": (0.225, -0.385),
    "black": (0.225, 0.385),
}


def ground(pen: Pen, size: int, roads: tuple[str, ...], new: bool = False) -> None:
    """A town card without its landmark, around its middle."""
    k, h = size / CARD, size / 2
    if new:
        pen.box(-h - 8, -h - 8, h + 8, h + 8, WHITE, 18)
        pen.box(-h - 6, -h - 6, h + 6, h + 6, CHANGED, 16)
    else:
        pen.box(2 - h, 4 - h, h + 2, h + 5, SHADOW, 12 * k)
    pen.box(-h, -h, h, h, MEADOW_EDGE, 11 * k)
    pen.box(5 * k - h, 5 * k - h, h - 5 * k, h - 5 * k, MEADOW, 8 * k)
    for width, fill in ((25 * k, ROAD_EDGE), (18 * k, ROAD)):
        for road in roads:
            pen.polygon(_road(road, width, h - 1.5 * k), fill)
    for road in roads:
        dx, dy = _STEPS[road]
        n = math.hypot(dx, dy)
        start = (dx * 48 * k / n, dy * 48 * k / n)
        pen.dashes([start, (dx * (h - 6 * k), dy * (h - 6 * k))], WHITE, 2.4 * k, 7 * k, 9 * k)


def _road(direction: str, width: float, reach: float) -> list[Point]:
    """A road from the middle of a card to its edge, or into its rounded corner."""
    dx, dy = _STEPS[direction]
    if not dx or not dy:
        half = width / 2
        return [
            (-dy * half, dx * half),
            (dx * reach - dy * half, dy * reach + dx * half),
            (dx * reach + dy * half, dy * reach - dx * half),
            (dy * half, -dx * half),
        ]
    q, cut = width / (2 * math.sqrt(2)), reach * 0.035
    points = [
        (-q, q),
        (reach - 2 * q, reach),
        (reach - cut, reach),
        (reach, reach - cut),
        (reach, reach - 2 * q),
        (q, -q),
    ]
    return [(x * dx, y * dy) for x, y in points]


def station(
    pen: Pen,
    size: int,
    landmark: str,
    values: tuple[int, ...],
    upgraded: tuple[str, ...],
    token: int,
) -> None:
    """What lies above the track: the landmark, the four values, an upgrade."""
    k = size / CARD
    icons.landmark(pen, landmark, 37 * k)
    for line, value in zip(LINES, values, strict=True):
        x, y = _VALUES[line]
        value_tag(pen, line, value, k, x * size, y * size, line in upgraded)
    if token:
        icons.token(pen, token, 19 * k, 47 * k, 2 * k)


def value_tag(
    pen: Pen, line: str, value: int, k: float, x: float = 0, y: float = 0, up: bool = False
) -> None:
    """What a card scores for a line: its letter and the figure."""
    livery = LIVERIES[line]
    w, h = (21.5 if value < 10 else 25.5) * k, 14 * k
    if up:
        pen.box(x - w - 5 * k, y - h - 5 * k, x + w + 5 * k, y + h + 5 * k, GOLD, 10 * k)
    pen.box(x - w - 1.5, y - h - 1.5, x + w + 1.5, y + h + 1.5, PAPER, 7 * k)
    pen.box(x - w, y - h, x + w, y + h, livery.colour, 6 * k)
    pen.text(x - w + 10 * k, y + k, livery.letter, max(9, round(15 * k)), livery.ink, "bold")
    pen.text(x + 8 * k, y, str(value), max(12, round(25 * k)), livery.ink)


def capsule(pen: Pen, line: str, dx: int, dy: int, k: float, new: bool) -> None:
    """A track token from card to card, in the colour and pattern of its line."""
    livery, length = LIVERIES[line], math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    ends: list[Point] = [(0, 0), (dx, dy)]
    if new:
        pen.line(ends, WHITE, 36 * k)
        pen.line(ends, CHANGED, 31 * k)
    pen.line(ends, WHITE, 22 * k)
    pen.line(ends, livery.colour, 17 * k)
    mark = WHITE if line in ("black", "red") else INK
    if line == "black":
        for o in (-3.4 * k, 3.4 * k):
            pen.line([(-uy * o, ux * o), (dx - uy * o, dy + ux * o)], mark, 1.9 * k)
        return
    count = max(3, round(length / (13 * k)))
    for n in range(count):
        along = length * (n + 0.5) / count
        x, y = ux * along, uy * along
        _mark(pen, line, x, y, ux, uy, k, mark)


def _mark(
    pen: Pen, line: str, x: float, y: float, ux: float, uy: float, k: float, ink: Colour
) -> None:
    """One piece of a line's pattern: a cross tick, a dot or a chevron."""
    if line == "red":
        a = 4.6 * k
        pen.line([(x - uy * a, y + ux * a), (x + uy * a, y - ux * a)], ink, 2.6 * k)
    elif line == "yellow":
        pen.disc(x, y, 2.7 * k, ink)
    else:
        a = 3.6 * k
        back = (x - ux * a - uy * a, y - uy * a + ux * a)
        other = (x - ux * a + uy * a, y - uy * a - ux * a)
        pen.line([back, (x + ux * 2 * k, y + uy * 2 * k), other], ink, 2.2 * k)


def disc(pen: Pen, line: str, r: float, new: bool = False) -> None:
    """The letter of a line, on its track."""
    livery = LIVERIES[line]
    if new:
        pen.disc(0, 0, r + 5.5, WHITE)
        pen.disc(0, 0, r + 4, CHANGED)
    pen.disc(0, 0, r + 2.5, WHITE)
    pen.disc(0, 0, r, livery.colour)
    pen.text(0, 0, livery.letter, round(r * 1.4), livery.ink)


def target_track(pen: Pen, dx: int, dy: int, k: float) -> None:
    """A spot that can be chosen, from card to card."""
    length = math.hypot(dx, dy)
    a = (dx * 44 * k / length, dy * 44 * k / length)
    b = (dx - a[0], dy - a[1])
    for width, fill in ((13 * k, WHITE), (8 * k, TARGET_DARK)):
        pen.dashes([a, b], fill, width, 13 * k, 12 * k)


def plan(
    pen: Pen,
    number: int,
    w: int,
    h: int,
    line: str,
    done: bool,
    has: tuple[str, ...],
    new: bool,
    caption: str,
) -> None:
    """A plan card from its top left corner, with ticks for what its line has."""
    one = the_box().plans[number]
    if new:
        pen.box(-6, -6, w + 6, h + 6, WHITE, 14)
        pen.box(-4.5, -4.5, w + 4.5, h + 4.5, CHANGED, 13)
    rim = 3.5 if done else 1.5
    pen.box(0, 0, w, h, GOOD if done else PAPER_EDGE, 9)
    pen.box(rim, rim, w - rim, h - rim, FULFILLED if done else PAPER, 8)
    pen.text(11, 19, str(one.points), 27, INK, "black", "l")
    pen.text(w - (36 if done else 10), 17, f"#{number}", 15, SMALL_PRINT, "bold", "r")
    pen.text(w / 2, h - 15, caption, 17, SMALL_PRINT, "semibold")
    _goal(pen, one, w, h * 0.56, line, () if done else has)
    if done:
        _tick(pen, w - 14, 14, 14)


def _goal(pen: Pen, one: Plan, w: int, middle: float, line: str, has: tuple[str, ...]) -> None:
    """What a plan asks for, in signs."""
    if one.kind == TRIPLE:
        _three(pen, one.landmarks, w, middle, has)
    elif one.kind == CATEGORY:
        for n in range(4):
            icons.badge(
                pen,
                w * (0.17 + 0.22 * n),
                middle,
                10,
                one.category or "welfare",
                None if one.category else PLAIN_BADGE,
            )
    elif one.kind == KINDS:
        for n, category in enumerate(("leisure", "welfare", "public", "", "welfare")):
            icons.badge(pen, w * (0.14 + 0.18 * n), middle, 8.5, category)
    elif one.kind == PAIRS:
        for n in range(4):
            category = "leisure" if n < 2 else "welfare"
            icons.badge(pen, w * (0.15 + 0.22 * n + (0.04 if n > 1 else 0)), middle, 10, category)
    elif one.kind == SEVEN:
        fill = LIVERIES[line].colour if line else PLAIN_BADGE
        for n in range(7):
            x = w * (0.13 + 0.123 * n)
            pen.box(x - 5, middle - 10, x + 5, middle + 10, INK, 4)
            pen.box(x - 3.4, middle - 8.4, x + 3.4, middle + 8.4, fill, 3)
    elif one.kind in (FALLING, RISING):
        _corners(pen, one.kind, w / 2, middle)


def _three(
    pen: Pen, landmarks: tuple[str, ...], w: int, middle: float, has: tuple[str, ...]
) -> None:
    for n, landmark in enumerate(landmarks):
        x = w * (0.19 + 0.31 * n)
        icons.landmark(pen, landmark, min(17, 14.8 * w / 104), x, middle)
        if landmark in has:
            _tick(pen, x + 8, middle - 16, 8.5)


def _tick(pen: Pen, x: float, y: float, r: float) -> None:
    pen.disc(x, y, r, WHITE)
    pen.disc(x, y, r * 0.86, GOOD)
    points = [(-r * 0.42, r * 0.02), (-r * 0.1, r * 0.36), (r * 0.45, -r * 0.34)]
    pen.line([(x + a, y + b) for a, b in points], WHITE, r * 0.24)


def _corners(pen: Pen, kind: str, x: float, y: float) -> None:
    marked = {(0, 0), (3, 3)} if kind == FALLING else {(3, 0), (0, 3)}
    step = 11
    for column in range(4):
        for row in range(4):
            left, top = x - 2 * step + column * step, y - 2 * step + row * step
            fill = INK if (column, row) in marked else PLAIN_BADGE
            pen.box(left + 0.8, top + 0.8, left + step - 0.8, top + step - 0.8, fill, 2)


def slot(pen: Pen, w: int, h: int, fill: Colour, rim: Colour) -> None:
    """An empty place with a dashed rim, from its top left corner."""
    pen.box(0, 0, w, h, fill, 10)
    points = [(3, 3), (w - 3, 3), (w - 3, h - 3), (3, h - 3), (3, 3)]
    pen.dashes(points, rim, 2.2, 9, 8)


def pip(pen: Pen, line: str, laid: bool, bonus: bool, new: bool, rim: Colour, dark: Colour) -> None:
    """A token beside the line: laid or still to come; the third and sixth have a star."""
    livery = LIVERIES[line]
    if new:
        pen.box(-25, -17, 25, 17, WHITE, 17)
        pen.box(-23.5, -15.5, 23.5, 15.5, CHANGED, 15)
    pen.box(-20, -12, 20, 12, WHITE if laid else rim, 12)
    pen.box(-18, -10, 18, 10, livery.colour if laid else dark, 10)
    if bonus:
        shapes.star(pen, 10.5, livery.ink if laid else GOLD, livery.colour if laid else dark)


def has_landmarks(landmarks: list[str]) -> tuple[str, ...]:
    """The landmarks that a line passes, as a plan's recipe wants them."""
    return tuple(sorted({one for one in landmarks if category_of(one)}))
