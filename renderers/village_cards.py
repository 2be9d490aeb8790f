"""Cards of Village Rails on a canvas: tracks, tickets and terminus cards."""

from __future__ import annotations

from typing import NamedTuple

from games.village.components import Track, Trip, the_box
from games.village.tableau import Stop
from games.village.view import View
from renderers import fonts, shapes, village_icons
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import CHANGED, CREAM, GOLD, INK, TARGET, WHITE
from renderers.village_ground import ground, swatch
from renderers.village_icons import feature
from renderers.village_rails import glow, middle, track
from renderers.village_theme import BEIGE, BROWN, SHADOW, TERRAINS, WHEAT
from renderers.village_tickets import SIGNS, figures, signs, ticket

WIDTH, HEIGHT = 222, 164
RADIUS = 9
SIDES = ("above", "left")

Size = tuple[float, float, float]
"""Width, height and scale."""


class Look(NamedTuple):
    """How the lines of a card are drawn: golden when complete, with a glow when just completed."""

    done: frozenset[str] = frozenset()
    glowing: frozenset[str] = frozenset()


def look(stop_lines: dict[Stop, bool], space: str) -> Look:
    """How a card looks, by the stops of completed lines and whether they are new."""
    here = {stop.side: new for stop, new in stop_lines.items() if stop.space == space}
    return Look(frozenset(here), frozenset(side for side, new in here.items() if new))


def card(
    canvas: Canvas, x: float, y: float, laid: Track, k: float, style: Look | None = None
) -> None:
    """A track from its top left corner."""
    done, glowing = style or Look()
    w, h = WIDTH * k, HEIGHT * k
    canvas.stamp(x, y, land, laid.terrain, laid.pattern, k, done, glowing)
    for side, what in (("above", laid.above), ("left", laid.left)):
        if what:
            dx, dy = middle(laid.pattern, side, w, h)
            canvas.stamp(x + dx, y + dy, feature, what, 25 * k)


def land(
    pen: Pen,
    terrain: str,
    pattern: str,
    k: float,
    done: frozenset[str],
    glowing: frozenset[str],
) -> None:
    """A card without its features: a sprite for each terrain, pattern and state of its lines."""
    w, h = WIDTH * k, HEIGHT * k
    ground(pen, terrain, w, h, k, RADIUS)
    for side in sorted(SIDES, key=lambda side: side in done):
        if side in glowing:
            glow(pen, pattern, side, w, h, k)
        track(pen, pattern, side, w, h, k, side in done)


def new_frame(pen: Pen, w: float, h: float) -> None:
    """The rim behind something new."""
    pen.box(-7, -7, w + 7, h + 7, WHITE, RADIUS + 7)
    pen.box(-5, -5, w + 5, h + 5, CHANGED, RADIUS + 5)


def target_frame(pen: Pen, w: float, h: float) -> None:
    """The rim behind something that is about to be built."""
    pen.box(-5, -5, w + 5, h + 5, TARGET, RADIUS + 5)


def place_trip(
    canvas: Canvas,
    scene: Scene[View],
    x: float,
    y: float,
    trip: Trip,
    size: tuple[float, float, float],
) -> None:
    """A ticket from its top left corner; size is width, height and scale."""
    w, h, k = size
    value, each, again = figures(trip.theme, trip.worth)
    word = scene.words.say("village.picture.each") if each else ""
    word = scene.words.say("village.picture.again") if again else word
    canvas.stamp(x, y, ticket, trip.theme, value, word, w, h, k)
    for sort, what, dx, dy, r in signs(trip.theme, w, h, k):
        canvas.stamp(x + dx, y + dy, SIGNS[sort], what, r)


def terminus(
    canvas: Canvas,
    scene: Scene[View],
    place: tuple[float, float, float],
    name: str,
    count: int | None,
) -> None:
    """A terminus card at x, y and so wide; the entry that would be paid now stands out."""
    x, y, width = place
    entry = the_box().termini[name]
    canvas.stamp(x, y, _terminus_card, width)
    sort, _, what = entry.counts.partition(" ")
    match sort:
        case "terrain":
            canvas.stamp(x + 46, y + 46, swatch, what, 22)
        case "feature":
            canvas.stamp(x + 46, y + 46, feature, what, 25)
        case _:
            canvas.stamp(x + 46, y + 46, _counted, sort)
    label, size = fonts.shrink(scene.words.term("terminus", name), (20, 17, 15), "semibold", 84)
    canvas.write(x + 46, y + 94, label, size, INK, "semibold", "m")
    _table(canvas, scene, place, entry.table, count)


def _table(
    canvas: Canvas,
    scene: Scene[View],
    place: tuple[float, float, float],
    table: tuple[tuple[int, int], ...],
    count: int | None,
) -> None:
    x, y, width = place
    step = (width - 96) / 4
    paid = [least for least, _ in table if count is not None and least <= count]
    for number, (least, pounds) in enumerate(table):
        left = x + 90 + number * step
        last = "+" if number == len(table) - 1 else ""
        canvas.write(left + step / 2, y + 28, f"{least}{last}", 20, BROWN, "semibold", "m")
        fill = GOLD if paid and least == paid[-1] else WHEAT
        canvas.stamp(left + 3, y + 48, shapes.bar, step - 6, 52, fill, 8)
        text = scene.words.say("village.picture.pounds", pounds=pounds)
        canvas.write(left + step / 2, y + 74, text, 23 if pounds < 10 else 21, INK, anchor="m")


def _terminus_card(pen: Pen, width: float) -> None:
    pen.box(1, 4, width + 1, 122, SHADOW, 12)
    pen.box(0, 0, width, 118, CREAM, 12)


def _counted(pen: Pen, sort: str) -> None:
    """What a terminus card counts that is neither a terrain nor a feature."""
    match sort:
        case "trips":
            pen.box(-28, -17, 28, 17, INK, 5)
            pen.box(-25.5, -14.5, 25.5, 14.5, CREAM, 4)
            pen.disc(-28, 0, 5, CREAM)
            pen.disc(28, 0, 5, CREAM)
            pen.box(8, -14, 10, 14, INK)
        case "length":
            for x in (-20, 0, 20):
                pen.box(x - 9, -9, x + 9, 9, INK, 3)
                pen.box(x - 7, -7, x + 7, 7, BEIGE, 2)
        case "kinds":
            for number, colour in enumerate(TERRAINS.values()):
                x, y = (number % 3 - 1) * 17 + (8 if number > 2 else 0), -9 if number < 3 else 9
                pen.box(x - 8, y - 8, x + 8, y + 8, INK, 3)
                pen.box(x - 6.5, y - 6.5, x + 6.5, y + 6.5, colour, 2)
        case _:
            for x in (-17, 0, 17):
                pen.disc(x, 0, 13, INK)
                pen.disc(x, 0, 11, CREAM)
                pen.disc(x, 0, 4, INK)


def coins(canvas: Canvas, x: float, y: float, count: int, r: float) -> None:
    """Coins side by side around their middle; many become one with a figure."""
    step = 2.2 * r
    if count > 3:
        canvas.stamp(x - r, y, village_icons.coin, r)
        canvas.write(x + r * 0.5, y, f"×{count}", round(r * 1.4), WHITE)
        return
    for number in range(count):
        canvas.stamp(x + (number - (count - 1) / 2) * step, y, village_icons.coin, r)
