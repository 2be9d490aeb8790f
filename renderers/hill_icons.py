"""The icons of The Rail on the Hill: landmarks on their badges, crates, tokens, the emblem."""

from __future__ import annotations

import math
from collections.abc import Callable

from games.hill.components import ADD, DOUBLE, DOUBLE_TRACK, category_of, the_box
from renderers import shapes
from renderers.hill_theme import CATEGORIES, CRATE, HILLSIDE, HOUSES, HOUSES_INK
from renderers.pen import Pen, Point
from renderers.theme import INK, LINES, PAPER, STRIP, WHITE, Colour


def ellipse(pen: Pen, x: float, y: float, rx: float, ry: float, fill: Colour) -> None:
    """A filled ellipse."""
    angles = [math.radians(10 * n) for n in range(36)]
    pen.polygon([(x + rx * math.cos(a), y + ry * math.sin(a)) for a in angles], fill)


def slice_(pen: Pen, x: float, y: float, r: float, start: float, end: float, fill: Colour) -> None:
    """A part of a disc, in degrees clockwise from the east."""
    steps = max(2, round((end - start) / 8))
    angles = [math.radians(start + (end - start) * n / steps) for n in range(steps + 1)]
    rim = [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]
    pen.polygon([(x, y), *rim], fill)


def badge(
    pen: Pen, x: float, y: float, r: float, category: str, fill: Colour | None = None
) -> None:
    """The ground of a landmark: its shape and colour tell the category."""
    rim = max(1.6, r * 0.085)
    colour = fill or CATEGORIES.get(category, HOUSES)
    if category == "welfare":
        a, b = r * 0.93, r * 0.93 - rim
        pen.box(x - a, y - a, x + a, y + a, INK, r * 0.3)
        pen.box(x - b, y - b, x + b, y + b, colour, r * 0.22)
    elif category == "public":
        pen.polygon(shapes.corners(6, 0, r * 1.1 + rim * 0.6, x, y), INK)
        pen.polygon(shapes.corners(6, 0, r * 1.1 - rim * 0.6, x, y), colour)
    else:
        pen.disc(x, y, r, INK)
        pen.disc(x, y, r - rim, colour)


def landmark(pen: Pen, name: str, r: float, x: float = 0, y: float = 0) -> None:
    """A landmark on its badge; houses on a plain one."""
    badge(pen, x, y, r, category_of(name))
    _Icon(pen, x, y, r * 0.7, INK if name else HOUSES_INK).draw(name)


class _Icon:
    """Draws an icon in units of its own size around a place."""

    def __init__(self, pen: Pen, x: float, y: float, r: float, ink: Colour) -> None:
        self.pen, self.x, self.y, self.r, self.ink = pen, x, y, r, ink

    def at(self, points: list[Point]) -> list[Point]:
        return [(self.x + a * self.r, self.y + b * self.r) for a, b in points]

    def line(self, points: list[Point], width: float) -> None:
        self.pen.line(self.at(points), self.ink, width * self.r)

    def shape(self, points: list[Point], fill: Colour | None = None) -> None:
        self.pen.polygon(self.at(points), fill or self.ink)

    def box(
        self, x0: float, y0: float, x1: float, y1: float, radius: float = 0, fill: Colour = INK
    ) -> None:
        (left, top), (right, bottom) = self.at([(x0, y0), (x1, y1)])
        colour = self.ink if fill == INK else fill
        self.pen.box(left, top, right, bottom, colour, radius * self.r)

    def disc(self, x: float, y: float, r: float, fill: Colour | None = None) -> None:
        [(cx, cy)] = self.at([(x, y)])
        self.pen.disc(cx, cy, r * self.r, fill or self.ink)

    def ellipse(self, x: float, y: float, rx: float, ry: float) -> None:
        [(cx, cy)] = self.at([(x, y)])
        ellipse(self.pen, cx, cy, rx * self.r, ry * self.r, self.ink)

    def draw(self, name: str) -> None:
        _DRAWN[name](self)


def _park(icon: _Icon) -> None:
    icon.line([(-0.42, 0.95), (0, 0), (0.42, 0.95)], 0.13)
    [(x, y)] = icon.at([(0, -0.08)])
    icon.pen.arc(x, y, 0.7 * icon.r, 0, 360, icon.ink, 0.11 * icon.r)
    for n in range(6):
        a = math.radians(n * 60 + 30)
        icon.line([(0, -0.08), (0.66 * math.cos(a), -0.08 + 0.66 * math.sin(a))], 0.07)
        icon.disc(0.7 * math.cos(a), -0.08 + 0.7 * math.sin(a), 0.2)
    icon.disc(0, -0.08, 0.16)


def _zoo(icon: _Icon) -> None:
    icon.ellipse(0, 0.38, 0.5, 0.42)
    for x, y, rx, ry in (
        (-0.72, 0, 0.2, 0.27),
        (-0.28, -0.5, 0.22, 0.31),
        (0.28, -0.5, 0.22, 0.31),
        (0.72, 0, 0.2, 0.27),
    ):
        icon.ellipse(x, y, rx, ry)


def _aquarium(icon: _Icon) -> None:
    icon.ellipse(-0.14, 0, 0.66, 0.42)
    icon.shape([(0.3, 0), (0.92, -0.45), (0.78, 0), (0.92, 0.45)])
    icon.shape([(-0.3, -0.36), (0.05, -0.68), (0.2, -0.34)])
    icon.disc(-0.45, -0.1, 0.1, WHITE)


def _bank(icon: _Icon) -> None:
    icon.shape([(-0.9, -0.3), (0, -0.88), (0.9, -0.3)])
    for x in (-0.6, -0.2, 0.2, 0.6):
        icon.box(x - 0.1, -0.18, x + 0.1, 0.5)
    icon.box(-0.88, 0.58, 0.88, 0.84, 0.04)
    icon.disc(0, -0.48, 0.13, WHITE)


def _hospital(icon: _Icon) -> None:
    icon.box(-0.27, -0.85, 0.27, 0.85, 0.08)
    icon.box(-0.85, -0.27, 0.85, 0.27, 0.08)


def _school(icon: _Icon) -> None:
    icon.shape([(-0.98, -0.18), (0, -0.62), (0.98, -0.18), (0, 0.26)])
    cap = [(-0.55, 0.14), (0, 0.4), (0.55, 0.14), (0.55, 0.52), (0.25, 0.7), (-0.25, 0.7)]
    icon.shape([*cap, (-0.55, 0.52)])
    icon.line([(0.82, -0.16), (0.82, 0.42)], 0.09)
    icon.disc(0.82, 0.48, 0.13)


def _city_hall(icon: _Icon) -> None:
    icon.box(-0.92, 0.1, 0.92, 0.84, 0.03)
    icon.box(-0.27, -0.5, 0.27, 0.84, 0.02)
    icon.shape([(-0.36, -0.46), (0, -0.92), (0.36, -0.46)])
    icon.disc(0, -0.2, 0.17, WHITE)
    for x in (-0.72, -0.44, 0.44, 0.72):
        icon.box(x - 0.08, 0.3, x + 0.08, 0.58, 0, WHITE)
    icon.box(-0.1, 0.5, 0.1, 0.84, 0.04, WHITE)


def _police(icon: _Icon) -> None:
    right = [(0.78, -0.62), (0.7, 0.25), (0.4, 0.68), (0, 0.95)]
    left = [(-x, y) for x, y in reversed(right[:-1])]
    icon.shape([(0, -0.92), *right, *left])
    star = [
        (
            (0.5 if n % 2 == 0 else 0.22) * math.sin(math.pi * n / 5),
            -(0.5 if n % 2 == 0 else 0.22) * math.cos(math.pi * n / 5),
        )
        for n in range(10)
    ]
    icon.shape(star, WHITE)


def _curve(a: Point, b: Point, c: Point, d: Point) -> list[Point]:
    """A curve from a to d, drawn towards b and c on the way."""
    found = []
    for n in range(13):
        t = n / 12
        weights = ((1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3)
        found.append(
            (
                sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
            )
        )
    return found


def _fire(icon: _Icon) -> None:
    flame = _curve((0, 0.9), (-0.75, 0.9), (-0.75, 0.1), (-0.42, -0.2))
    flame += _curve((-0.42, -0.2), (-0.38, 0.05), (-0.2, 0.08), (-0.2, -0.1))
    flame += _curve((-0.2, -0.1), (-0.2, -0.5), (0.05, -0.6), (-0.02, -0.98))
    flame += _curve((-0.02, -0.98), (0.5, -0.7), (0.72, -0.1), (0.66, 0.3))
    flame += _curve((0.66, 0.3), (0.62, 0.75), (0.3, 0.9), (0, 0.9))
    icon.shape(flame)
    heart = _curve((0, 0.78), (-0.4, 0.74), (-0.3, 0.3), (0.02, 0.05))
    heart += _curve((0.02, 0.05), (0.42, 0.35), (0.36, 0.74), (0, 0.78))
    icon.shape(heart, WHITE)


def _houses(icon: _Icon) -> None:
    for x, y, size in ((-0.42, 0.2, 0.8), (0.4, 0.08, 1.0)):
        w, h = 0.36 * size, 0.5 * size
        icon.box(x - w, y - 0.1, x + w, y + h)
        icon.shape([(x - w * 1.35, y - 0.06), (x, y - 0.62 * size), (x + w * 1.35, y - 0.06)])
        icon.box(x - 0.09, y + h - 0.3, x + 0.09, y + h, 0, HOUSES)


_DRAWN: dict[str, Callable[[_Icon], None]] = {
    "": _houses,
    "amusement park": _park,
    "zoo": _zoo,
    "aquarium": _aquarium,
    "bank": _bank,
    "hospital": _hospital,
    "school": _school,
    "city hall": _city_hall,
    "police station": _police,
    "fire station": _fire,
}


def token(pen: Pen, number: int, r: float, x: float = 0, y: float = 0) -> None:
    """A development token: ×2 or + in the colours of its lines, two rails, or a star."""
    one = the_box().tokens[number]
    pen.disc(x, y, r + 2, WHITE)
    pen.disc(x, y, r, INK)
    if one.kind == DOUBLE:
        livery = LINES[one.effect[0][0]]
        pen.disc(x, y, r * 0.86, livery.colour)
        pen.text(x, y, "×2", round(r * 1.05), livery.ink)
    elif one.kind == ADD:
        part = 360 / len(one.effect)
        for n, (line, _) in enumerate(one.effect):
            slice_(pen, x, y, r * 0.88, -90 + n * part, -90 + (n + 1) * part, LINES[line].colour)
        pen.disc(x, y, r * 0.54, PAPER)
        pen.text(x, y, f"+{one.effect[0][1]}", round(r * 0.76), INK)
    elif one.kind == DOUBLE_TRACK:
        pen.disc(x, y, r * 0.86, PAPER)
        for k in (-0.22, 0.22):
            pen.line([(x - r * 0.5, y + r * k), (x + r * 0.5, y + r * k)], INK, r * 0.2)
    else:
        pen.disc(x, y, r * 0.86, CATEGORIES["leisure"])
        star = [
            (x + k * math.sin(math.pi * n / 5), y - k * math.cos(math.pi * n / 5))
            for n in range(10)
            for k in [r * (0.7 if n % 2 == 0 else 0.32)]
        ]
        pen.polygon(star, INK)


def crate(pen: Pen, r: float, x: float = 0, y: float = 0) -> None:
    """A resource."""
    hexagon = shapes.corners(6, -90, r, x, y)
    outer = shapes.corners(6, -90, r * 1.12, x, y)
    pen.polygon(outer, INK)
    top, right, low_right, bottom, low_left, left = hexagon
    light, middle, dark = CRATE
    pen.polygon([top, right, (x, y), left], light)
    pen.polygon([left, (x, y), bottom, low_left], middle)
    pen.polygon([right, low_right, bottom, (x, y)], dark)


def scroll(pen: Pen, r: float) -> None:
    """A plan, as the sign of location b."""
    pen.box(-r * 0.76, -r, r * 0.76, r, INK, r * 0.22)
    pen.box(-r * 0.65, -r * 0.89, r * 0.65, r * 0.89, PAPER, r * 0.14)
    for k in (-0.45, 0, 0.45):
        pen.line([(-r * 0.36, r * k), (r * 0.36, r * k)], HOUSES_INK, r * 0.14)


def rails(pen: Pen, r: float) -> None:
    """A track token, as the sign of location c."""
    a, b = (-r, r * 0.55), (r, -r * 0.55)
    pen.line([a, b], WHITE, r * 0.86)
    pen.line([a, b], (94, 124, 139), r * 0.64)
    for t in (0.1, 0.37, 0.63, 0.9):
        x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        pen.line([(x - r * 0.11, y - r * 0.2), (x + r * 0.11, y + r * 0.2)], WHITE, r * 0.12)


def emblem(pen: Pen) -> None:
    """The sign of the game: a church on a hill above the rails."""
    slice_(pen, 0, 19, 27, 205, 335, HILLSIDE)
    pen.polygon([(-24, 8), (24, 8), (18, 20), (-18, 20)], HILLSIDE)
    pen.arc(0, 24, 21, 205, 335, WHITE, 4)
    pen.box(-5, -16, 5, 0, PAPER, 1)
    pen.polygon([(-8, -15), (0, -24), (8, -15)], LINES["red"].colour)
    pen.disc(0, -8, 2, STRIP)
