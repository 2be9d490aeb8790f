"""The fixed palette of Ride the Rails: found once, from a chart of all that can be drawn."""

from __future__ import annotations

from functools import cache
from itertools import product

from PIL import Image

from games.ride.components import RAILROADS, the_map
from renderers import encode, header, ride_shapes, ride_theme, shapes
from renderers.canvas import Canvas
from renderers.ride_map import ALONE, CROWDED, PAIRED, SIZE, centre, continent
from renderers.theme import (
    CHANGED,
    CREAM,
    FAINT,
    GOLD,
    GOOD,
    INK,
    LINES,
    SEATS,
    SOFT,
    STEEL,
    STRIP,
    TARGET,
    WHITE,
    colours,
)


@cache
def palette() -> Image.Image:
    """The palette, the same in every process."""
    chart = Canvas(SIZE, continent)
    _pieces(chart)
    _texts(chart)
    return encode.palette(chart.image, colours(ride_theme))


def _pieces(chart: Canvas) -> None:
    """Locomotives and track of every railroad and size over all kinds of ground."""
    kinds = list(product((ALONE, PAIRED, CROWDED), RAILROADS, (False, True)))
    for number, hex_ in enumerate(sorted(the_map().place)):
        x, y = centre(hex_)
        width, railroad, new = kinds[number % len(kinds)]
        if new:
            chart.stamp(x, y, ride_shapes.new_ground, 13, WHITE)
            chart.stamp(x, y, ride_shapes.new_ground, 8, CHANGED)
        elif number % 5 == 0:
            chart.stamp(x, y, ride_shapes.stretch, 25, 43, 30, WHITE)
            chart.stamp(x, y, ride_shapes.stretch, 25, 43, 24, CHANGED)
        elif number % 7 == 0:
            chart.stamp(x, y, ride_shapes.target_ground)
            chart.stamp(x + 12, y, ride_shapes.sketched, railroad, width)
        chart.stamp(x, y, ride_shapes.stretch, 25, 43, 10, WHITE)
        chart.stamp(x, y, ride_shapes.stretch, 25, 43, 6.5, LINES[railroad].colour)
        chart.stamp(x, y, ride_shapes.locomotive, railroad, width, new)
        if number % 4 == 0:
            chart.stamp(x + 16, y - 18, ride_shapes.passenger, 1.05)
        if number % 6 == 0:
            chart.stamp(x, y + 21, shapes.plate, "Chicago", 17, CREAM, INK, INK)


def _texts(chart: Canvas) -> None:
    """Every colour of type on the grounds that it is written on."""
    word = "Rails $20"
    grounds = [(STRIP, (WHITE, SOFT, FAINT, TARGET)), *((seat, (INK,)) for seat in SEATS)]
    places = iter(product(range(840, 1060, 36), (40, 200, 360)))
    for ground, inks in grounds:
        for ink in inks:
            y, x = next(places)
            chart.stamp(x, y - 17, shapes.bar, 150, 34, ground, 9)
            chart.write(x + 10, y, word, 28, ink)
    for seat, fill in enumerate(SEATS):
        chart.stamp(1340 + 44 * seat, 800, shapes.seat, seat, 15, fill)
        chart.stamp(1340 + 44 * seat, 850, shapes.seat, seat, 20, WHITE)
        chart.stamp(1340, 900, shapes.panel, 240, 80, STRIP, STEEL)
    for number, (fill, ink) in enumerate(((CHANGED, WHITE), (TARGET, INK), (GOOD, WHITE))):
        chart.stamp(860, 900 + 50 * number, shapes.tag, "TAG", 24, fill, ink)
        chart.stamp(960, 900 + 50 * number, shapes.target, "12", 15)
        chart.stamp(1040, 900 + 50 * number, shapes.star, 20, GOLD)
    chart.write(40, header.HEIGHT - 28, word, 34, WHITE, "semibold")
    chart.write(100, 31, word, 36, WHITE)
    chart.write(100, 65, word, 25, SOFT, "semibold")
