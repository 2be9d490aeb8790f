"""Where things are on the continent of Ride the Rails, and the continent itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.ride.components import RAILROADS, Hex, the_map
from games.ride.view import View
from renderers import header
from renderers.pen import Pen, Point
from renderers.ride_theme import (
    CITIES,
    CLIFF,
    GRID,
    LAND,
    MOUNTAIN,
    PEAK,
    PEAK_SHADE,
    SEA,
    SHALLOWS,
)
from renderers.theme import INK, WHITE

SIZE = WIDTH, HEIGHT = 1600, 1080
HEX_WIDTH, ROW = 50, 43
_LEFT, _TOP = 12, 193
ALONE, PAIRED, CROWDED = 29, 23, 18  # how wide a locomotive is
_CITY_RISE = 3  # locomotives in a city stand higher, clear of its name


def centre(hex_: Hex) -> tuple[int, int]:
    """The middle of a hex."""
    row, column = the_map().place[hex_]
    return _LEFT + HEX_WIDTH * column + HEX_WIDTH // 2 * (row & 1), _TOP + ROW * row


def outline(x: float = 0, y: float = 0, k: float = 1) -> list[Point]:
    """The corners of a hex, k times its size."""
    side, tip = HEX_WIDTH / 2 * k, ROW * 2 / 3 * k
    half = tip / 2
    return [
        (x, y - tip),
        (x + side, y - half),
        (x + side, y + half),
        (x, y + tip),
        (x - side, y + half),
        (x - side, y - half),
    ]


class Spot(NamedTuple):
    """Where a locomotive stands, and how wide it is."""

    x: int
    y: int
    width: int


Piece = tuple[str, Hex]
"""A locomotive on the map: its railroad, and where it stands."""


def spots(view: View, planned: Sequence[Piece] = ()) -> dict[Piece, Spot]:
    """The place of every locomotive on the map, room for planned ones being made."""
    held: dict[Hex, list[str]] = {}
    for railroad in RAILROADS:
        sketched = [hex_ for owner, hex_ in planned if owner == railroad]
        for hex_ in (*view.tracks[railroad], *sketched):
            held.setdefault(hex_, []).append(railroad)
    return {
        (railroad, hex_): _spot(hex_, number, len(railroads))
        for hex_, railroads in held.items()
        for number, railroad in enumerate(railroads)
    }


def _spot(hex_: Hex, number: int, among: int) -> Spot:
    x, y = centre(hex_)
    board = the_map()
    if hex_ == board.chicago and among > 2:
        row = number // 3
        return Spot(x + (number % 3 - 1) * 19, y - (15 if among > 3 else 5) + row * 16, CROWDED)
    if hex_ in board.cities:
        y -= _CITY_RISE
    if among == 1:
        return Spot(x, y, ALONE)
    # Askew, so that two railroads side by side show as two lines whichever way they run.
    side = 2 * number - 1
    return Spot(x + 12 * side, y + 6 * side - (2 if hex_ in board.cities else 0), PAIRED)


def continent(pen: Pen) -> None:
    """The base layer: sea, coast, land, mountains and the ground of the cities."""
    board = the_map()
    pen.box(0, 0, WIDTH, HEIGHT, SEA)
    places = {hex_: centre(hex_) for hex_ in board.place}
    for x, y in places.values():
        pen.polygon(outline(x, y, 1.27), SHALLOWS)
    for x, y in places.values():
        pen.polygon(outline(x, y + 4, 1.06), CLIFF)
    for hex_, (x, y) in places.items():
        pen.polygon(outline(x, y, 1.01), GRID)
        pen.polygon(outline(x, y, 0.955), MOUNTAIN if hex_ in board.mountains else LAND)
        if hex_ in board.mountains:
            _peaks(pen, x, y)
    for hex_, city in board.cities.items():
        x, y = places[hex_]
        pen.polygon(outline(x, y, 0.98), INK)
        pen.polygon(outline(x, y, 0.87), CITIES[city.kind])
        _pattern(pen, city.kind, x, y)
    header.ground(pen, WIDTH)


def _pattern(pen: Pen, kind: str, x: float, y: float) -> None:
    """What tells the coasts apart when their tints look alike: stripes in the east, dots west."""
    if kind == "east coast":
        for dx in (-15, 15):
            pen.box(x + dx - 2, y - 16, x + dx + 2, y + 12, WHITE)
        pen.box(x - 2, y - 23, x + 2, y + 12, WHITE)
    if kind == "western":
        for dx, dy in ((0, -18), (-14, -11), (14, -11), (-16, 3), (16, 3)):
            pen.disc(x + dx, y + dy, 3, WHITE)


def _peaks(pen: Pen, x: float, y: float) -> None:
    pen.polygon([(x + 1, y + 14), (x + 10, y - 4), (x + 21, y + 14)], PEAK_SHADE)
    pen.polygon([(x - 20, y + 14), (x - 5, y - 15), (x + 10, y + 14)], PEAK)
    cap = [(-5, -15), (1.2, -3), (-4, -5), (-8, -1), (-11.2, -3)]
    pen.polygon([(x + dx, y + dy) for dx, dy in cap], WHITE)
