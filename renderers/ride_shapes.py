"""The recipes of Ride the Rails: locomotives, track, passengers, marked hexes."""

from __future__ import annotations

from renderers import shapes
from renderers.pen import Pen
from renderers.ride_map import outline
from renderers.ride_theme import PAWN
from renderers.theme import (
    CHANGED,
    INK,
    LINES,
    PAPER,
    SEATS,
    SOFT,
    STEEL,
    STRIP,
    TARGET,
    WHITE,
    Colour,
)

_WHEELS = (-0.3, 0.02, 0.32)
_SHAPE = 20  # the room that a seat's shape takes on a sign


def _body(pen: Pen, w: float, more: float, fill: Colour) -> None:
    """Cab, boiler, chimney and wheels in one colour, wider by `more` all round."""

    def part(x0: float, y0: float, x1: float, y1: float, radius: float) -> None:
        edges = (w * x0 - more, w * y0 - more, w * x1 + more, w * y1 + more)
        pen.box(*edges, fill, w * radius + more / 2)

    part(-0.5, -0.42, -0.1, 0.22, 0.07)
    part(-0.3, -0.25, 0.48, 0.22, 0.09)
    part(0.2, -0.44, 0.36, -0.1, 0.03)
    for wheel in _WHEELS:
        pen.disc(w * wheel, w * 0.3, w * 0.1 + more, fill)


def locomotive(pen: Pen, railroad: str, width: int, new: bool = False) -> None:
    """A locomotive with its railroad's letter; a new one has a pink rim and a white keyline."""
    livery = LINES[railroad]
    rim = width * 0.06
    if new:
        _body(pen, width, rim + 4.4, WHITE)
        _body(pen, width, rim + 2.8, CHANGED)
    _body(pen, width, rim, livery.outline)
    _body(pen, width, 0, livery.colour)
    for wheel in _WHEELS:
        pen.disc(width * wheel, width * 0.31, width * 0.045, livery.outline)
    pen.text(-width * 0.01, -width * 0.015, livery.letter, max(12, round(width * 0.6)), livery.ink)


def sketched(pen: Pen, railroad: str, width: int) -> None:
    """A locomotive that is not there yet."""
    livery = LINES[railroad]
    _body(pen, width, width * 0.06 + 2.4, INK)
    _body(pen, width, width * 0.06 + 1, TARGET)
    _body(pen, width, 0, PAPER)
    pen.text(-width * 0.01, -width * 0.015, livery.letter, max(12, round(width * 0.6)), INK)


def coming(pen: Pen, railroad: str, width: int) -> None:
    """A locomotive that waits beside the map until its round."""
    livery = LINES[railroad]
    dark = livery.ink == WHITE
    _body(pen, width, width * 0.06 + (1 if dark else 0), STEEL if dark else livery.colour)
    _body(pen, width, width * 0.06 - 1, livery.colour)
    _body(pen, width, 0, STRIP)
    pen.text(-width * 0.01, -width * 0.015, livery.letter, round(width * 0.6), SOFT)


def emblem(pen: Pen) -> None:
    """The sign of the game."""
    _body(pen, 38, 0, PAPER)
    for wheel in _WHEELS:
        pen.disc(38 * wheel, 38 * 0.31, 38 * 0.045, STRIP)


def stretch(pen: Pen, dx: int, dy: int, width: float, fill: Colour) -> None:
    """A straight piece of track or band."""
    pen.line([(0, 0), (dx, dy)], fill, width)


def dotted(pen: Pen, dx: int, dy: int) -> None:
    """A piece of track that is only planned."""
    pen.line([(0, 0), (dx, dy)], INK, 11)
    pen.dashes([(0, 0), (dx, dy)], TARGET, 6, 5, 9)


def passenger(pen: Pen, size: float) -> None:
    """A passenger who waits, with a white keyline."""
    for more, fill in ((1.7, WHITE), (0.0, PAWN)):
        pen.disc(0, -5 * size, 3.8 * size + more, fill)
        foot, neck = 5.8 * size + more, 2.4 * size + more
        pen.polygon(
            [
                (-foot, 6.6 * size + more),
                (-neck, -3 * size),
                (neck, -3 * size),
                (foot, 6.6 * size + more),
            ],
            fill,
        )


def new_ground(pen: Pen, width: float, fill: Colour) -> None:
    """The rim of a hex in which something new stands."""
    corners = outline(k=0.98)
    pen.line([*corners, corners[0]], fill, width)


def target_ground(pen: Pen) -> None:
    """The rim of a hex that can be chosen."""
    corners = outline(k=0.9)
    pen.line([*corners, corners[0]], INK, 5.5)
    pen.dashes([*corners, corners[0]], TARGET, 4, 11, 6)


def target_row(pen: Pen, width: float, height: float) -> None:
    """The rim of a line of a panel that can be chosen, from its top left corner."""
    x, y = width - 2, height - 2
    pen.dashes([(2, 2), (x, 2), (x, y), (2, y), (2, 2)], TARGET, 4, 11, 7)


def sign_width(text: str, size: int, seats: tuple[int, ...]) -> int:
    """How wide a sign is, its rim included."""
    return shapes.plate_width(text, size) + _SHAPE * len(seats)


def sign(
    pen: Pen,
    text: str,
    size: int,
    seats: tuple[int, ...],
    fill: Colour,
    rim: Colour,
    ink: Colour,
) -> None:
    """The name plate of a city in which a journey begins or ends, with the shapes of who rode."""
    w, h = sign_width(text, size, seats) / 2, size * 0.53 + 1.5
    pen.box(-w, -h, w, h, rim, 6)
    pen.box(1.5 - w, 1.5 - h, w - 1.5, h - 1.5, fill, 5)
    for number, seat in enumerate(seats):
        shapes.seat(pen, seat, 8, SEATS[seat], 14 - w + _SHAPE * number, 0)
    middle = w - shapes.plate_width(text, size) / 2
    pen.text(middle, 0, text, size, ink, "bold")
