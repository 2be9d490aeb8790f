"""The fixed palette of Village Rails: found once, from a chart of all that can be drawn."""

from __future__ import annotations

from functools import cache

from PIL import Image

from games.village.components import FEATURES, PATTERNS, TERRAINS, Track
from renderers import encode, header, shapes, village_icons, village_theme
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.theme import (
    BAND,
    CHANGED,
    CREAM,
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
from renderers.village_cards import Look, card, new_frame
from renderers.village_ground import swatch
from renderers.village_icons import feature

_SIZE = (1400, 1100)
_BOTH = frozenset({"above", "left"})


def _ground(pen: Pen) -> None:
    pen.box(0, 0, *_SIZE, TABLE)
    header.ground(pen, _SIZE[0])
    pen.box(0, 150, _SIZE[0], 820, PANEL)


@cache
def palette() -> Image.Image:
    """The palette, the same in every process."""
    chart = Canvas(_SIZE, _ground)
    _cards(chart)
    _signs(chart)
    _texts(chart)
    return encode.palette(chart.image, colours(village_theme))


def _cards(chart: Canvas) -> None:
    """Every terrain with every pattern, plain and golden, large and small."""
    signs = [f"barn {terrain}" for terrain in TERRAINS] + ["farm", "halt 3", "signal", "siding"]
    for column, terrain in enumerate(TERRAINS):
        for row, pattern in enumerate(PATTERNS):
            above, left = signs[(column + 4 * row) % 9], signs[(column + 4 * row + 5) % 9]
            track = Track(terrain, pattern, above, left)
            card(chart, 20 + 270 * column, 180 + 190 * row, track, 1)
            style = Look(_BOTH, frozenset({"above"} if row else {"left"}))
            x, y = 20 + 270 * column, 580 + 130 * row
            if column == 0:
                chart.stamp(x, y, new_frame, 159, 118)
            card(chart, x, y, track, 0.72, style)


def _signs(chart: Canvas) -> None:
    for number, what in enumerate((*FEATURES[1:], *(f"barn {t}" for t in TERRAINS))):
        chart.stamp(40 + 70 * number, 870, feature, what, 25)
    for number, terrain in enumerate(TERRAINS):
        chart.stamp(720 + 60 * number, 870, swatch, terrain, 22)
    for number in range(4):
        chart.stamp(1060 + 50 * number, 870, village_icons.coin, 17 + number)
    chart.stamp(1330, 870, village_icons.backs, 3, 1)
    chart.stamp(54, 43, village_icons.emblem)


def _texts(chart: Canvas) -> None:
    """Every colour of type on the grounds that it is written on."""
    grounds = [
        (STRIP, WHITE),
        (BAND, SOFT),
        (TABLE, WHITE),
        (PANEL, SOFT),
        (CREAM, INK),
        (GOLD, INK),
        *((seat, INK) for seat in SEATS),
    ]
    for number, (ground, ink) in enumerate(grounds):
        x, y = 20 + 230 * (number % 6), 920 + 50 * (number // 6)
        chart.stamp(x, y, shapes.bar, 220, 44, ground, 9)
        chart.write(x + 12, y + 22, "Rails £20 +7", 30, ink)
    for number, (fill, ink) in enumerate(((CHANGED, WHITE), (TARGET, INK), (GOLD, INK))):
        chart.stamp(80 + 160 * number, 1060, shapes.tag, "T3 +12", 25, fill, ink)
        chart.stamp(560 + 80 * number, 1060, shapes.target, "12", 20)
    for seat, fill in enumerate(SEATS):
        chart.stamp(840 + 60 * seat, 1060, shapes.seat, seat, 20, fill)
    chart.write(100, 31, "Village Rails", 36, WHITE)
    chart.write(100, 65, "Turn 10 of 12", 25, SOFT, "semibold")
    chart.write(40, 122, "Ada built lake curves", 34, WHITE, "semibold")
