"""The recipes that all games share: seats, tags, plates, targets, panels."""

from __future__ import annotations

import math

from renderers import fonts
from renderers.pen import Pen, Point
from renderers.theme import CHANGED, GOOD, INK, STRIP, TARGET, WHITE, Colour

_SEAT_SHAPES: dict[int, tuple[int, float, float]] = {
    # corners, the angle of the first one, and what makes it look as large as the circle
    2: (3, -90, 1.22),
    3: (4, -90, 1.12),
    4: (6, 0, 1.05),
}


def corners(count: int, first: float, r: float, x: float = 0, y: float = 0) -> list[Point]:
    """The corners of a regular polygon, clockwise from an angle in degrees."""
    angles = [math.radians(first + 360 * i / count) for i in range(count)]
    return [(x + r * math.cos(a), y + r * math.sin(a)) for a in angles]


def seat(pen: Pen, number: int, r: float, fill: Colour, x: float = 0, y: float = 0) -> None:
    """The shape of a seat with an ink rim."""
    rim = max(1.5, r * 0.16)
    if number == 0:
        pen.disc(x, y, r, INK)
        pen.disc(x, y, r - rim, fill)
    elif number == 1:
        pen.box(x - r * 0.92, y - r * 0.92, x + r * 0.92, y + r * 0.92, INK, r * 0.25)
        inner = r * 0.92 - rim
        pen.box(x - inner, y - inner, x + inner, y + inner, fill, r * 0.12)
    else:
        count, first, k = _SEAT_SHAPES[number]
        y += r * 0.16 if count == 3 else 0
        points = corners(count, first, r * k - rim / 2, x, y)
        pen.polygon(points, fill)
        pen.line([*points, points[0]], INK, rim)


def tick(pen: Pen, r: float) -> None:
    """Done: a green disc with a tick."""
    pen.disc(0, 0, r, WHITE)
    pen.disc(0, 0, r * 0.86, GOOD)
    pen.line([(-r * 0.42, r * 0.02), (-r * 0.1, r * 0.36), (r * 0.45, -r * 0.34)], WHITE, r * 0.24)


def star(pen: Pen, r: float, fill: Colour, rim: Colour = INK) -> None:
    """A star with five points."""
    for k, colour in ((1.0, rim), (0.78, fill)):
        points = [
            (
                k * (r if i % 2 == 0 else r * 0.48) * math.sin(math.pi * i / 5),
                -k * (r if i % 2 == 0 else r * 0.48) * math.cos(math.pi * i / 5),
            )
            for i in range(10)
        ]
        pen.polygon(points, colour)


def tag_width(text: str, size: int) -> float:
    """How wide a tag is, its keyline included."""
    return round(fonts.width(text, size, "black") + size * 0.9) + 4


def tag(pen: Pen, text: str, size: int, fill: Colour, ink: Colour) -> None:
    """A small sign with a white keyline, around its middle."""
    w, h = tag_width(text, size) / 2, size * 0.71 + 2
    pen.box(-w, -h, w, h, WHITE, h * 0.62)
    pen.box(2 - w, 2 - h, w - 2, h - 2, fill, h * 0.52)
    pen.text(0, 0, text, size, ink)


def pill(pen: Pen, width: float, height: float, fill: Colour) -> None:
    """A rounded bar that begins at the place it is stamped at."""
    pen.box(0, -height / 2, width, height / 2, fill, height / 2)


def plate_width(text: str, size: int) -> int:
    """How wide a name plate is, its rim included."""
    return 2 * math.ceil((fonts.width(text, size, "bold") + 13) / 2)


def plate(pen: Pen, text: str, size: int, fill: Colour, rim: Colour, ink: Colour) -> None:
    """A name plate, around its middle."""
    w, h = plate_width(text, size) / 2, size * 0.53 + 1.5
    pen.box(-w, -h, w, h, rim, 6)
    pen.box(1.5 - w, 1.5 - h, w - 1.5, h - 1.5, fill, 5)
    pen.text(0, 0, text, size, ink, "bold")


def target(pen: Pen, text: str, r: float) -> None:
    """A value that can be chosen: the number that the select gives it, in mint."""
    size = round(r * 1.3)
    w = max(r, fonts.width(text, size, "black") / 2 + r * 0.42)
    for more, colour in ((4.0, INK), (2.0, WHITE), (0.0, TARGET)):
        pen.box(-w - more, -r - more, w + more, r + more, colour, r + more)
    pen.text(0, 0, text, size, INK)


def panel(pen: Pen, width: float, height: float, fill: Colour, rim: Colour) -> None:
    """A panel with a thin rim, from its top left corner."""
    pen.box(0, 0, width, height, rim, 14)
    pen.box(2, 2, width - 2, height - 2, fill, 12)


def bar(pen: Pen, width: float, height: float, fill: Colour, radius: float) -> None:
    """A filled bar, from its top left corner."""
    pen.box(0, 0, width, height, fill, radius)


def changed_cell(pen: Pen, width: float, height: float) -> None:
    """A figure that has just changed: the ground for it, around its middle."""
    pen.box(-width / 2 - 2, -height / 2 - 2, width / 2 + 2, height / 2 + 2, WHITE, 9)
    pen.box(-width / 2, -height / 2, width / 2, height / 2, CHANGED, 7)


def lock(pen: Pen) -> None:
    """A padlock, for what only one member sees."""
    pen.box(-8, -4, 8, 9, TARGET, 2)
    pen.arc(0, -4, 6, 180, 360, TARGET, 3)


def badge(pen: Pen, width: float) -> None:
    """The rim of the badge that says that a picture is private."""
    pen.box(0, -18, width, 18, TARGET, 18)
    pen.box(2.5, -15.5, width - 2.5, 15.5, STRIP, 15.5)
