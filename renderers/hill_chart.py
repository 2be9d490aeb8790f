"""The fixed palette of The Rail on the Hill: found once, from a chart of all that can be drawn."""

from __future__ import annotations

from functools import cache

from PIL import Image

from games.hill.components import LINES, the_box
from renderers import encode, header, hill_icons, hill_theme, shapes
from renderers import hill_cards as cards
from renderers.canvas import Canvas
from renderers.hill_theme import DASHED, LOSS, VACANT
from renderers.pen import Pen
from renderers.theme import (
    BAND,
    CHANGED,
    FAINT,
    GOLD,
    INK,
    PANEL,
    SEATS,
    SOFT,
    STRIP,
    TABLE,
    TARGET,
    WHITE,
    colours,
)

_SIZE = (1400, 1000)


@cache
def palette() -> Image.Image:
    """The palette, the same in every process."""
    chart = Canvas(_SIZE, _ground)
    _cards(chart)
    _plans(chart)
    _texts(chart)
    return encode.palette(chart.image, colours(hill_theme))


def _ground(pen: Pen) -> None:
    pen.box(0, 0, *_SIZE, TABLE)
    header.ground(pen, _SIZE[0])
    pen.box(700, 150, 1400, 600, PANEL)
    pen.box(700, 600, 1400, 1000, BAND)
    pen.box(0, 820, 700, 1000, STRIP)


def _cards(chart: Canvas) -> None:
    """Cards of every landmark, with tracks of every line across them."""
    numbers = [1, 7, 13, 19, 25, 31, 37, 43, 49, 55, 58, 64]
    for place, number in enumerate(numbers):
        x, y = 100 + place % 4 * 180, 250 + place // 4 * 180
        card = the_box().cards[number]
        chart.stamp(x, y, cards.ground, 174, card.roads, place % 3 == 0)
        line = LINES[place % 4]
        dx, dy = (120, 0) if place % 2 else (90, 90)
        chart.stamp(x, y, cards.capsule, line, dx, dy, 0.98, place % 5 == 0)
        token = (0, 1, 17, 10, 23, 4)[place % 6]
        chart.stamp(
            x, y, cards.station, 174, card.landmark, card.points, ("red",) if token else (), token
        )
        chart.stamp(x + dx / 2, y + dy / 2, cards.disc, line, 13, place % 5 == 0)


def _plans(chart: Canvas) -> None:
    for place, number in enumerate((1, 10, 12, 37, 41, 45, 49, 53)):
        x, y = 720 + place % 4 * 130, 180 + place // 4 * 140
        line, word = LINES[place % 4], "all three"
        done = place in (1, 4)
        chart.stamp(x, y, cards.plan, number, 110, 120, line, done, ("zoo", "bank"), False, word)
    for place, token in enumerate((1, 4, 7, 10, 13, 17, 22, 23, 25, 31)):
        chart.stamp(740 + place * 62, 520, hill_icons.token, token, 23)
        chart.stamp(740 + place * 62, 570, hill_icons.landmark, "", 16)
    for place, line in enumerate(LINES):
        for token in range(8):
            laid, new = token < 4, token == 3
            x, y = 740 + token * 49, 640 + place * 40
            chart.stamp(x, y, cards.pip, line, laid, token in (2, 5), new, DASHED, STRIP)
    chart.stamp(1240, 640, cards.slot, 120, 120, VACANT, DASHED)
    for place in range(3):
        chart.stamp(1180, 820 + place * 50, hill_icons.crate, 23)
        chart.stamp(1260, 820 + place * 50, cards.target_track, 90, 20, 1)
    chart.stamp(54, 43, hill_icons.emblem)


def _texts(chart: Canvas) -> None:
    """Every colour of type on the grounds that it is written on."""
    word = "Rails 20"
    for place, ink in enumerate((WHITE, SOFT, FAINT, TARGET, LOSS)):
        chart.write(20 + place * 130, 850, word, 28, ink)
        chart.write(720 + place * 110, 980, word, 25, ink)
    for seat, fill in enumerate(SEATS):
        chart.stamp(20 + seat * 130, 880, shapes.bar, 120, 50, fill, 12)
        chart.write(60 + seat * 130, 905, word, 24, INK)
        chart.stamp(40 + seat * 130, 905, shapes.seat, seat, 15, WHITE)
        chart.stamp(40 + seat * 130, 965, shapes.seat, seat, 20, fill)
    for place, (fill, ink) in enumerate(((CHANGED, WHITE), (TARGET, INK))):
        chart.stamp(760 + place * 120, 900, shapes.tag, "NEW", 22, fill, ink)
        chart.stamp(1000, 880 + place * 60, shapes.target, "12", 22)
    chart.stamp(1080, 900, shapes.star, 20, GOLD)
    chart.stamp(1080, 950, shapes.tick, 16)
    chart.write(40, header.HEIGHT - 28, word, 34, WHITE, "semibold")
    chart.write(100, 31, word, 36, WHITE)
    chart.write(100, 65, word, 25, SOFT, "semibold")
