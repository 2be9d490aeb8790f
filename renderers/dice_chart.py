"""The fixed palette of Railroad Dice: found once, from a chart of all that can be drawn."""

from __future__ import annotations

from functools import cache
from itertools import product

from PIL import Image

from games.dice.components import FACES, box, company_keys
from renderers import dice_shapes, dice_theme, encode, shapes
from renderers.canvas import Canvas
from renderers.dice_panels import SIZE, ground
from renderers.theme import (
    CHANGED,
    FAINT,
    GOLD,
    INK,
    PANEL,
    SEATS,
    SOFT,
    STRIP,
    TARGET,
    WHITE,
    colours,
)


@cache
def palette() -> Image.Image:
    """The palette, the same in every process."""
    chart = Canvas(SIZE, ground, 4, False)
    _tiles(chart)
    _texts(chart)
    return encode.palette(chart.image, colours(dice_theme))


def _tiles(chart: Canvas) -> None:
    """Track and stations over all kinds of ground, new and old."""
    for number, (kind, s) in enumerate(product(box().kinds, (62, 40))):
        x, y = 20 + 400 * (number % 4), 170 + 460 * (number // 4)
        chart.stamp(x, y, dice_shapes.tile, kind, number % 4, s, True)
        for cell in range(30):
            at = x + (cell % 6 + 0.5) * s, y + (cell // 6 + 0.5) * s
            if cell % 3 == 0:
                company = company_keys()[cell // 3 % 5]
                chart.stamp(*at, dice_shapes.station, company, s * 0.36, cell % 2 == 0, cell > 20)
            elif cell % 3 == 1:
                sides = ("EW", "NE", "SW", "NS")[cell // 3 % 4]
                chart.stamp(*at, dice_shapes.rails, sides, s, cell % 2 == 0)
            else:
                chart.stamp(*at, dice_shapes.end, 1, "NESW"[cell // 3 % 4], s * 0.8)


def _texts(chart: Canvas) -> None:
    """Every colour of type on the grounds that it is written on, and the dice."""
    word = "Dice 20"
    grounds = [(STRIP, (WHITE, SOFT, FAINT, TARGET)), (PANEL, (WHITE, SOFT, FAINT))]
    grounds += [(seat, (INK,)) for seat in SEATS]
    places = iter(product(range(1040, 1180, 40), range(20, 800, 160)))
    for colour, inks in grounds:
        for ink in inks:
            y, x = next(places)
            chart.stamp(x, y - 17, shapes.bar, 150, 34, colour, 9)
            chart.write(x + 10, y, word, 28, ink)
    for number, face in enumerate(FACES):
        chart.stamp(900 + 60 * number, 1050, dice_shapes.face, face, 48)
        chart.stamp(900 + 60 * number, 1130, shapes.seat, number, 15, SEATS[number])
    for number, (fill, ink) in enumerate(((CHANGED, WHITE), (TARGET, INK), (GOLD, INK))):
        chart.stamp(1250 + 90 * number, 1060, shapes.tag, "TAG", 24, fill, ink)
        chart.stamp(1250 + 90 * number, 1120, shapes.target, "12", 15)
    for number, company in enumerate(company_keys()):
        chart.stamp(1180 + 40 * number, 1160, dice_shapes.pip, company, number % 2 == 0)
