"""The rails of Village Rails: bands along straight lines and curves, edge to edge."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from renderers.pen import Pen, Point
from renderers.theme import CHANGED, INK, WHITE, Colour
from renderers.village_theme import BALLAST, GOLD_BALLAST, GOLD_RAIL, GOLD_RIM, GOLD_TIE, RAIL, TIE

_BEND = 0.55
_PARTS = 24
_WIDTH = 34


class Spot(NamedTuple):
    """A point of a way, and the direction in which it goes."""

    x: float
    y: float
    dx: float
    dy: float

    def beside(self, off: float) -> Point:
        """The point so far to the side."""
        return self.x - self.dy * off, self.y + self.dx * off


def way(pattern: str, side: str, w: float, h: float) -> list[Spot]:
    """The way of a line over a card, from where it comes in to where it leaves."""
    top, bottom, left, right = (w / 2, 0.0), (w / 2, h), (0.0, h / 2), (w, h / 2)
    if pattern == "crossing":
        return straight(top, bottom) if side == "above" else straight(left, right)
    if side == "above":
        a, b = (w / 2, h / 2 * _BEND), (w - w / 2 * _BEND, h / 2)
        return _curve(top, a, b, right)
    a, b = (w / 2 * _BEND, h / 2), (w / 2, h - h / 2 * _BEND)
    return _curve(left, a, b, bottom)


def straight(a: Point, b: Point) -> list[Spot]:
    """A straight way."""
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    dx, dy = (b[0] - a[0]) / length, (b[1] - a[1]) / length
    return [Spot(*a, dx, dy), Spot(*b, dx, dy)]


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Spot]:
    spots = []
    for i in range(_PARTS + 1):
        t, u = i / _PARTS, 1 - i / _PARTS
        x, y = (
            u**3 * a[n] + 3 * u * u * t * b[n] + 3 * u * t * t * c[n] + t**3 * d[n] for n in (0, 1)
        )
        dx, dy = (
            u * u * (b[n] - a[n]) + 2 * u * t * (c[n] - b[n]) + t * t * (d[n] - c[n])
            for n in (0, 1)
        )
        length = math.hypot(dx, dy)
        spots.append(Spot(x, y, dx / length, dy / length))
    return spots


@cache
def middle(pattern: str, side: str, w: float, h: float) -> Point:
    """Where a feature stands on its line, clear of the other line."""
    if pattern == "crossing":
        return (w * 0.5, h * 0.79) if side == "above" else (w * 0.2, h * 0.5)
    spot = way(pattern, side, w, h)[_PARTS // 2]
    return spot.x, spot.y


def _band(pen: Pen, spots: Sequence[Spot], a: float, b: float, fill: Colour) -> None:
    edge = [spot.beside(a) for spot in spots] + [spot.beside(b) for spot in reversed(spots)]
    pen.polygon(edge, fill)


def _along(spots: Sequence[Spot], step: float) -> list[Spot]:
    """Spots at even distances along a way."""
    found: list[Spot] = []
    gone, due = 0.0, step / 2
    for a, b in itertools.pairwise(spots):
        length = math.hypot(b.x - a.x, b.y - a.y)
        while due <= gone + length:
            share = (due - gone) / length
            found.append(Spot(*(p + (q - p) * share for p, q in zip(a, b, strict=True))))
            due += step
        gone += length
    return found


def track(pen: Pen, pattern: str, side: str, w: float, h: float, k: float, done: bool) -> None:
    """A line over a card, from the card's top left corner; a completed one is golden."""
    rails(pen, way(pattern, side, w, h), k, done)


def rails(pen: Pen, spots: Sequence[Spot], k: float, done: bool) -> None:
    """Ballast, sleepers and two rails along a way."""
    rim, bed, tie, steel = (
        (GOLD_RIM, GOLD_BALLAST, GOLD_TIE, GOLD_RAIL) if done else (INK, BALLAST, TIE, RAIL)
    )
    half = _WIDTH * k / 2
    _band(pen, spots, -half - 1.5, half + 1.5, rim)
    _band(pen, spots, -half, half, bed)
    for spot in _along(spots, 11 * k):
        tie_half, thick = 12 * k, 2.2 * k
        corners = [
            (
                spot.x + spot.dx * a * thick - spot.dy * b * tie_half,
                spot.y + spot.dy * a * thick + spot.dx * b * tie_half,
            )
            for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        pen.polygon(corners, tie)
    for off in (-7 * k, 7 * k):
        _band(pen, spots, off - 1.5 * k, off + 1.5 * k, steel)


def glow(pen: Pen, pattern: str, side: str, w: float, h: float, k: float) -> None:
    """The pink band under a line that has just been completed."""
    spots = way(pattern, side, w, h)
    half = _WIDTH * k / 2
    _band(pen, spots, -half - 8 * k, half + 8 * k, WHITE)
    _band(pen, spots, -half - 5.5 * k, half + 5.5 * k, CHANGED)
