"""The countryside of Village Rails: five terrains that differ in pattern as well as colour."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from renderers.pen import Pen, Point
from renderers.theme import INK, WHITE, Colour
from renderers.village_theme import PLAIN, TERRAINS

_INSET = 2.0  # patterns keep this far from the edge, so that none sticks out of a round corner

Box = tuple[float, float, float, float]


def mix(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue


def ground(pen: Pen, terrain: str, w: float, h: float, k: float, radius: float) -> None:
    """A piece of country with an ink rim, from its top left corner; "" is a plain border."""
    pen.box(-1, -1, w + 1, h + 1, INK, radius + 1)
    pen.box(0, 0, w, h, TERRAINS.get(terrain, PLAIN), radius)
    if terrain:
        _PATTERNS[terrain](pen, (_INSET, _INSET, w - _INSET, h - _INSET), k)


def _grid(box: Box, k: float, step: Point, odd: float, even: float, top: float) -> Iterator[Point]:
    """Places in rows, every second row shifted."""
    row, y = 0, box[1] + top * k
    while y < box[3] + step[1] * k:
        x = box[0] + (odd if row % 2 else even) * k
        while x < box[2] + step[0] * k:
            yield x, y
            x += step[0] * k
        row, y = row + 1, y + step[1] * k


def clipped(points: Sequence[Point], box: Box) -> list[Point]:
    """What of a polygon lies within a box."""
    left, top, right, bottom = box
    kept = list(points)
    for axis, edge, sign in ((0, left, 1), (0, right, -1), (1, top, 1), (1, bottom, -1)):
        kept = _cut(kept, axis, edge, sign)
    return kept


def _cut(points: list[Point], axis: int, edge: float, sign: int) -> list[Point]:
    found: list[Point] = []
    for a, b in zip(points, points[1:] + points[:1], strict=True):
        inside, on = (a[axis] - edge) * sign >= 0, (b[axis] - edge) * sign >= 0
        if inside:
            found.append(a)
        if inside != on:
            share = (edge - a[axis]) / (b[axis] - a[axis])
            found.append((a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    return found


def _polygon(pen: Pen, points: Sequence[Point], box: Box, fill: Colour) -> None:
    if len(kept := clipped(points, box)) > 2:
        pen.polygon(kept, fill)


def _field(pen: Pen, box: Box, k: float) -> None:
    """Furrows."""
    dark = mix(TERRAINS["field"], (154, 106, 16), 0.32)
    light = mix(TERRAINS["field"], WHITE, 0.35)
    height = box[3] - box[1]
    lean, x = height * 0.55, box[0] - height
    while x < box[2]:
        for shift, width, fill in ((0.0, 3.2, dark), (7.0, 2.2, light)):
            a, b = x + shift * k, width * k
            stripe = [(a, box[3]), (a + lean, box[1]), (a + lean + b, box[1]), (a + b, box[3])]
            _polygon(pen, stripe, box, fill)
        x += 19 * k


def _forest(pen: Pen, box: Box, k: float) -> None:
    """Firs."""
    dark = mix(TERRAINS["forest"], (0, 0, 0), 0.32)
    light = mix(TERRAINS["forest"], (143, 208, 138), 0.3)
    for x, y in _grid(box, k, (30, 24), 9, -6, 4):
        fir = [(x, y - 15 * k), (x + 10 * k, y + 7 * k), (x - 10 * k, y + 7 * k)]
        _polygon(pen, fir, box, dark)
        _polygon(pen, [fir[0], (x + 2 * k, y + 7 * k), fir[2]], box, light)


def _pasture(pen: Pen, box: Box, k: float) -> None:
    """Sheep and tufts, where they stand whole."""
    tuft = mix(TERRAINS["pasture"], (62, 125, 46), 0.55)
    for number, (x, y) in enumerate(_grid(box, k, (42, 27), 16, 37, 16)):
        room = 13 * k
        inside = box[0] + room < x < box[2] - room and box[1] + 9 * k < y < box[3] - 11 * k
        if not inside:
            continue
        if number % 3 == 0:
            _sheep(pen, x, y, k)
        else:
            for dx in (-4, 0, 4):
                pen.line(
                    [(x + dx * 0.5 * k, y + 5 * k), (x + dx * 1.3 * k, y - 4 * k)], tuft, 2 * k
                )


def _sheep(pen: Pen, x: float, y: float, k: float) -> None:
    for dx in (-4, 4):
        pen.box(x + (dx - 1) * k, y + 3 * k, x + (dx + 1) * k, y + 9 * k, INK)
    pen.box(x - 10 * k, y - 7 * k, x + 9 * k, y + 6 * k, INK, 6 * k)
    pen.box(x - 9 * k, y - 6 * k, x + 8 * k, y + 5 * k, WHITE, 5.5 * k)
    pen.disc(x + 8 * k, y - 3 * k, 3.6 * k, INK)


def _lake(pen: Pen, box: Box, k: float) -> None:
    """Waves."""
    light = mix(TERRAINS["lake"], WHITE, 0.55)
    dark = mix(TERRAINS["lake"], (10, 59, 102), 0.3)
    row, y = 0, box[1] + 9 * k
    while y < box[3] - 4 * k:
        x = box[0] + (-20 if row % 2 else 3) * k
        while x < box[2]:
            wave = [(x + i * 2 * k, y + 3.2 * k * math.sin(i * math.pi / 5)) for i in range(16)]
            seen = [p for p in wave if box[0] + 1 < p[0] < box[2] - 1]
            if len(seen) > 2:
                pen.line(seen, light if row % 2 else dark, 2.4 * k)
            x += 48 * k
        row, y = row + 1, y + 17 * k


def _village(pen: Pen, box: Box, k: float) -> None:
    """Houses."""
    for x, y in _grid(box, k, (44, 34), 18, 40, 20):
        _house(pen, x, y, k, box)


def _house(pen: Pen, x: float, y: float, k: float, box: Box) -> None:
    roof = mix(TERRAINS["village"], (90, 31, 26), 0.5)
    for fill, points in (
        ((251, 235, 221), [(-9, -4), (9, -4), (9, 8), (-9, 8)]),
        (roof, [(-12, -3), (0, -14), (12, -3)]),
        (roof, [(-2, 1), (3, 1), (3, 8), (-2, 8)]),
    ):
        _polygon(pen, [(x + a * k, y + b * k) for a, b in points], box, fill)


_PATTERNS: dict[str, Callable[[Pen, Box, float], None]] = {
    "field": _field,
    "forest": _forest,
    "pasture": _pasture,
    "lake": _lake,
    "village": _village,
}


def swatch(pen: Pen, terrain: str, r: float) -> None:
    """A small square of a terrain, around its middle."""
    pen.box(-r - 1.5, -r - 1.5, r + 1.5, r + 1.5, INK, 6)
    pen.box(-r, -r, r, r, TERRAINS[terrain], 4)
    box = (1 - r, 1 - r, r - 1, r - 1)
    if terrain == "pasture":
        _sheep(pen, 0, 0, r / 16)  # there is room for one
    elif terrain == "village":
        _house(pen, 0, r * 0.16, r / 16, box)
    else:
        _PATTERNS[terrain](pen, box, 0.62)
