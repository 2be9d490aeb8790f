"""The fixed palette of the looks back: found once, from a chart of all that can be drawn."""

from __future__ import annotations

from functools import cache

from PIL import Image

from renderers import encode, header, shapes, stats_plots
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.theme import CREAM, GOLD, INK, SOFT, STRIP, TABLE, WHITE, colours

_SIZE = (1600, 700)


@cache
def palette() -> Image.Image:
    """The palette, the same in every process."""
    chart = begun()
    for number in range(5):
        chart.stamp(500 + 60 * number, 240, stats_plots.stops, number + 1, 5, False)
        chart.stamp(900 + 60 * number, 240, stats_plots.stops, 1, 5, True)
        chart.stamp(1250 + 60 * number, 520, stats_plots.bar, 40, 60 * number + 20)
    chart.stamp(60, 560, stats_plots.rail, 1400)
    return encode.palette(chart.image, colours())


def begun() -> Canvas:
    """A chart of what all pictures with cards have: the head, a card, and type."""
    chart = Canvas(_SIZE, _ground)
    word = "Rails 139 of 4"
    for number, (size, weight) in enumerate(((34, "black"), (34, "bold"), (27, "semibold"))):
        chart.write(60, 220 + 50 * number, word, size, INK, weight)
        chart.write(400, 122, word, size, WHITE, weight)
    chart.write(100, 31, word, 36, WHITE)
    chart.write(100, 65, word, 25, SOFT, "semibold")
    chart.stamp(1100, 43, shapes.pill, 400, 66, SOFT)
    chart.stamp(1140, 43, shapes.star, 25, GOLD)
    chart.write(1180, 43, word, 44, INK)
    return chart


def _ground(pen: Pen) -> None:
    pen.box(0, 0, *_SIZE, TABLE)
    header.ground(pen, _SIZE[0])
    pen.box(26, 178, 1578, 680, STRIP, 16)
    pen.box(24, 174, 1576, 676, CREAM, 16)
