"""The fixed palette of leagues and ratings: found once, from a chart of all that can be drawn."""

from __future__ import annotations

from functools import cache

from PIL import Image

from renderers import curves, encode, grid, meetings, shapes, stats_chart, zones
from renderers.theme import FAINT, INK, SOFT, WHITE, colours


@cache
def palette() -> Image.Image:
    """The palette, the same in every process."""
    chart = stats_chart.begun()
    for number, (ground, ink) in enumerate(((INK, WHITE), (FAINT, WHITE), (SOFT, INK))):
        chart.stamp(60 + 240 * number, 400, shapes.bar, 220, 46, ground, 9)
        chart.write(72 + 240 * number, 423, "139 24.5", 36, ink)
    chart.write(800, 423, "Rails 139 of 4", 34, FAINT, "bold")
    chart.stamp(800, 460, grid.strike, 240)
    for number, zone in enumerate(zones.COLOURS):
        chart.stamp(400 + 40 * number, 200, zones.band, zone, 62, 6)
        chart.stamp(500 + 40 * number, 230, grid.arrow, 1 - 2 * number)
        chart.stamp(60, 480 + 20 * number, zones.border, 1400, zone)
    chart.stamp(600, 200, meetings.hatched, 120)
    for number in range(len(curves.COLOURS)):
        chart.stamp(800 + 120 * number, 230, curves.sample, number)
        chart.stamp(800 + 120 * number, 280, curves.stroke, 40, 20, number)
        chart.stamp(900 + 120 * number, 290, curves.stop, number, 15)
    return encode.palette(chart.image, colours())
