"""The signs of Village Rails: features, coins, cards' backs, the emblem."""

from __future__ import annotations

from renderers.pen import Pen, Point
from renderers.theme import CREAM, GOLD, INK, PAPER, WHITE, Colour
from renderers.village_theme import BARN, CARD_BACK, GOLD_TIE, HALT, SIGNAL, TERRAINS, TIE, TRACTOR


class _Sign:
    """A pen that measures in the sign's radius."""

    def __init__(self, pen: Pen, r: float) -> None:
        self.pen, self.r = pen, r

    def box(self, a: float, b: float, c: float, d: float, fill: Colour, radius: float = 0) -> None:
        r = self.r
        self.pen.box(a * r, b * r, c * r, d * r, fill, radius * r)

    def polygon(self, fill: Colour, *points: Point) -> None:
        self.pen.polygon([(x * self.r, y * self.r) for x, y in points], fill)

    def line(self, fill: Colour, width: float, *points: Point) -> None:
        self.pen.line([(x * self.r, y * self.r) for x, y in points], fill, width * self.r)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self.pen.disc(x * self.r, y * self.r, radius * self.r, fill)


def feature(pen: Pen, what: str, r: float) -> None:
    """A feature's round sign; a barn stands on the colour of its terrain."""
    kind, _, more = what.partition(" ")
    pen.disc(0, 0, r + 2, WHITE)
    pen.disc(0, 0, r, INK)
    pen.disc(0, 0, r * 0.88, TERRAINS.get(more, CREAM))
    sign = _Sign(pen, r)
    match kind:
        case "barn":
            _barn(sign, more)
        case "farm":
            _farm(sign)
        case "halt":
            _halt(sign, more)
        case "signal":
            _signal(sign)
        case _:
            _siding(sign)


def _barn(sign: _Sign, terrain: str) -> None:
    outer = [(-0.56, -0.06), (-0.4, -0.42), (0.0, -0.64), (0.4, -0.42), (0.56, -0.06)]
    sign.polygon(CREAM if terrain else INK, *outer, (0.56, 0.56), (-0.56, 0.56))
    inner = [(-0.46, -0.02), (-0.33, -0.34), (0.0, -0.52), (0.33, -0.34), (0.46, -0.02)]
    sign.polygon(BARN, *inner, (0.46, 0.48), (-0.46, 0.48))
    sign.box(-0.2, 0.06, 0.2, 0.48, CREAM)
    sign.line(BARN, 0.07, (-0.17, 0.09), (0.17, 0.45))
    sign.line(BARN, 0.07, (0.17, 0.09), (-0.17, 0.45))


def _farm(sign: _Sign) -> None:
    sign.box(-0.5, -0.5, 0.08, 0.16, TRACTOR, 0.06)
    sign.box(-0.38, -0.38, -0.04, -0.08, CREAM, 0.02)
    sign.box(-0.1, -0.12, 0.58, 0.22, TRACTOR, 0.06)
    sign.box(0.32, -0.42, 0.4, -0.1, INK, 0.02)
    for x, y, outer, hub in ((-0.26, 0.24, 0.36, 0.16), (0.42, 0.34, 0.22, 0.09)):
        sign.disc(x, y, outer, INK)
        sign.disc(x, y, hub, GOLD)


def _halt(sign: _Sign, points: str) -> None:
    sign.box(-0.62, -0.5, 0.62, 0.2, HALT, 0.1)
    sign.box(-0.46, 0.2, -0.34, 0.62, INK)
    sign.box(0.34, 0.2, 0.46, 0.62, INK)
    if points:
        sign.pen.text(0, -0.15 * sign.r, points, max(10, round(sign.r * 0.82)), WHITE)


def _signal(sign: _Sign) -> None:
    sign.box(-0.3, -0.66, -0.16, 0.62, INK, 0.03)
    sign.box(-0.5, 0.54, 0.04, 0.68, INK, 0.03)
    sign.polygon(SIGNAL, (-0.16, -0.58), (0.58, -0.74), (0.64, -0.46), (-0.16, -0.3))
    sign.polygon(WHITE, (0.34, -0.69), (0.46, -0.715), (0.52, -0.42), (0.4, -0.4))
    sign.disc(-0.23, 0, 0.15, GOLD)


def _siding(sign: _Sign) -> None:
    for x in (-0.35, 0.0, 0.35):
        sign.line(TIE, 0.09, (x, 0.18), (x, 0.42))
    sign.line(INK, 0.13, (-0.62, 0.3), (0.62, 0.3))
    sign.line(INK, 0.13, (-0.5, 0.3), (-0.1, -0.28), (0.4, -0.28))
    sign.box(0.36, -0.52, 0.54, -0.04, SIGNAL, 0.04)


def coin(pen: Pen, r: float) -> None:
    """A pound."""
    pen.disc(0, 0, r, INK)
    pen.disc(0, 0, r - 1.5, GOLD)
    pen.disc(0, 0, r * 0.72, GOLD_TIE)
    pen.disc(0, 0, r * 0.72 - 1.5, GOLD)
    pen.text(0, 0, "£", max(10, round(r * 1.0)), INK)


def backs(pen: Pen, count: int, k: float) -> None:
    """Terminus cards in hand, seen from behind, around their middle."""
    width = (26 + 15 * (count - 1)) * k
    for number in range(count):
        x = number * 15 * k - width / 2
        pen.box(x, -18 * k, x + 26 * k, 18 * k, INK, 4 * k)
        pen.box(x + 2, 2 - 18 * k, x + 26 * k - 2, 18 * k - 2, CARD_BACK, 3 * k)


def emblem(pen: Pen) -> None:
    """A house, for the head of the picture."""
    pen.box(-15, -4, 15, 16, PAPER, 2)
    pen.polygon([(-21, -2), (0, -20), (21, -2)], TERRAINS["village"])
    pen.box(-4, 4, 4, 16, TERRAINS["village"])


def turn_arrow(pen: Pen, r: float, fill: Colour) -> None:
    """Half a turn."""
    pen.arc(0, 0, r, 160, 420, fill, r * 0.26)
    pen.polygon([(r * 0.12, r * 1.3), (r * 0.95, r * 0.55), (r * 1.1, r * 1.35)], fill)
