"""One's own picture of Village Rails: the tableau, large, with the cards in hand beside it."""

from __future__ import annotations

from games.village.forecast import outlook
from games.village.view import View
from renderers import canvas as canvases
from renderers import fonts, header, shapes, village_icons, village_tableau
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import BAND, SEATS, SOFT, TABLE, TARGET, WHITE
from renderers.village_cards import card, place_trip, terminus
from renderers.village_ground import swatch
from renderers.village_tableau import Plan
from renderers.village_theme import TERRAINS

SIZE = (1400, 1060)
_PLAN = Plan(276, 316, 1)
_SIDE, _SIDE_W = 1100, 276
_HAND = 146  # the height of the strip with the cards in hand


def ground(pen: Pen) -> None:
    """What stays the same."""
    pen.box(0, 0, *SIZE, TABLE)
    header.ground(pen, SIZE[0])
    village_tableau.plate(pen, _PLAN)
    pen.box(_SIDE, 168, _SIDE + _SIDE_W, 286, BAND, 16)
    pen.box(_SIDE, 946, _SIDE + _SIDE_W, 1042, BAND, 16)


def picture(scene: Scene[View]) -> Canvas:
    """The picture before it becomes a file."""
    canvas = canvases.new(SIZE, ground)
    seat = scene.view.me
    assert seat is not None
    village_tableau.draw(canvas, scene, seat, _PLAN)
    village_tableau.targets(canvas, scene, _PLAN)
    _standing(canvas, scene, seat)
    _in_hand(canvas, scene)
    _termini(canvas, scene)
    _legend(canvas, scene)
    return canvas


def _standing(canvas: Canvas, scene: Scene[View], seat: int) -> None:
    mine, x = scene.view.tableaux[seat], _SIDE
    canvas.stamp(x + 34, 198, shapes.seat, seat, 17, SEATS[seat])
    name, size = fonts.shrink(scene.words.seat(seat), (28, 24, 21), "black", _SIDE_W - 80)
    canvas.write(x + 62, 198, name, size, WHITE)
    canvas.write(x + 20, 252, str(mine.points), 54, WHITE)
    after = x + 20 + fonts.width(str(mine.points), 54, "black") + 8
    points = scene.words.say("village.picture.points", points=mine.points)
    canvas.write(after, 259, points, 23, SOFT, "semibold")
    canvas.stamp(x + 188, 252, village_icons.coin, 22)
    canvas.write(x + 216, 252, str(mine.money), 50 if mine.money < 10 else 42, WHITE)


def _in_hand(canvas: Canvas, scene: Scene[View]) -> None:
    """The card that was taken: a track as printed and turned, or a trip."""
    view, x, y = scene.view, _SIDE, 326
    if view.track:
        canvas.write(x, y, scene.words.say("village.picture.your_card"), 25, WHITE, "bold")
        card(canvas, x, y + 26, view.track, 0.58)
        if view.track.turned() != view.track:
            card(canvas, x + 147, y + 26, view.track.turned(), 0.58)
            canvas.stamp(x + 138, y + 73, _turned)
    elif view.trip:
        canvas.write(x, y, scene.words.say("village.picture.your_trip"), 25, WHITE, "bold")
        place_trip(canvas, scene, x, y + 30, view.trip, (_SIDE_W, 84, 1.5))


def _turned(pen: Pen) -> None:
    pen.disc(0, 0, 20, TABLE)
    village_icons.turn_arrow(pen, 11, TARGET)


def _termini(canvas: Canvas, scene: Scene[View]) -> None:
    view = scene.view
    top = 490 if view.track or view.trip else 326
    canvas.write(_SIDE, top, scene.words.say("village.picture.your_termini"), 25, WHITE, "bold")
    for number, name in enumerate(view.hand[:4]):
        count = None
        if view.line:
            count = outlook(view.mine, view.line).count(name)
        terminus(canvas, scene, (_SIDE, top + 26 + number * 134, _SIDE_W), name, count)


def with_hand(above: Canvas, scene: Scene[View]) -> Canvas:
    """The same picture with one's termini below it."""
    top, width = above.height, above.width
    canvas = canvases.new((width, top + _HAND), _strip, width, top + _HAND)
    canvas.image.paste(above.image, (0, 0))
    words = scene.words.say("village.picture.your_termini")
    canvas.write(24, top + _HAND / 2, words, 32, WHITE, "bold")
    for number, name in enumerate(scene.view.hand[:4]):
        place = width - (4 - number) * (_SIDE_W + 16), top + 14, _SIDE_W
        terminus(canvas, scene, place, name, None)
    return canvas


def _strip(pen: Pen, width: int, height: int) -> None:
    pen.box(0, 0, width, height, BAND)


def _legend(canvas: Canvas, scene: Scene[View]) -> None:
    for number, terrain in enumerate(TERRAINS):
        x = _SIDE + 32 + number * (_SIDE_W - 64) / 4
        canvas.stamp(x, 982, swatch, terrain, 17)
        name = scene.words.term("terrain", terrain)
        canvas.write(x, 1021, name, 16, SOFT, "semibold", "m")
