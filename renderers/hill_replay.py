"""The towns of The Rail on the Hill side by side: a frame of the replay.

Every frame has the same things in the same places, so that only what changed need be stored.
"""

from __future__ import annotations

from threading import Lock

from PIL import Image

from games.codec import encode
from games.core import Seat
from games.hill.scoring import score
from games.hill.view import View
from renderers import fonts, header, hill_icons, hill_tableau, hill_town, shapes
from renderers.canvas import Canvas
from renderers.canvas import new as new_canvas
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import BAND, INK, SEATS, SOFT, TABLE, WHITE

_CELL_WIDTH, _BAR = 660, 62
_BOX = (10, hill_town.TOP - 20, 824, hill_town.TOP + hill_town.SPAN + 4)
_TOWN = (652, round((_BOX[3] - _BOX[1]) * 652 / (_BOX[2] - _BOX[0])))
_CELL_HEIGHT = _BAR + _TOWN[1] + 10
_KEPT = 64  # towns; most stay as they are from one frame to the next

_towns: dict[bytes, Image.Image] = {}
_lock = Lock()


def paper(scene: Scene[View]) -> Canvas:
    """All towns, without the head; alone on the hill, one's whole tableau."""
    seats = range(scene.view.seats)
    if len(seats) == 1:
        canvas = hill_tableau.paper(scene, 0)
        canvas.image = canvas.image.crop((0, 0, canvas.width, hill_tableau.HEIGHT))
        return canvas
    rows = (len(seats) + 1) // 2
    size = 2 * _CELL_WIDTH, header.HEIGHT + 8 + rows * _CELL_HEIGHT
    canvas = new_canvas(size, _ground, *size)
    for seat in seats:
        x, y = seat % 2 * _CELL_WIDTH, header.HEIGHT + 8 + seat // 2 * _CELL_HEIGHT
        _bar(canvas, scene, seat, x + 10, y)
        canvas.image.paste(_town(scene, seat), (x + 4, y + _BAR))
    return canvas


def _ground(pen: Pen, width: int, height: int) -> None:
    pen.box(0, 0, width, height, TABLE)
    header.ground(pen, width)


def _bar(canvas: Canvas, scene: Scene[View], seat: Seat, x: int, y: int) -> None:
    """Whose town it is, with resources and points."""
    view, tableau = scene.view, scene.view.tableaux[seat]
    lit = seat in (scene.result.winners if scene.result else scene.acting)
    ink, soft = (INK, INK) if lit else (WHITE, SOFT)
    width, middle = _CELL_WIDTH - 20, y + _BAR // 2
    canvas.stamp(x, y + 4, shapes.bar, width, _BAR - 8, SEATS[seat] if lit else BAND, 14)
    canvas.stamp(x + 34, middle, shapes.seat, seat, 18, WHITE if lit else SEATS[seat])
    name, size = fonts.shrink(scene.words.seat(seat), (36, 31, 26), "black", 250)
    canvas.write(x + 66, middle, name, size, ink)
    canvas.stamp(x + 356, middle, hill_icons.crate, 18)
    canvas.write(x + 384, middle, str(tableau.resources), 36, ink)
    worth = score(tableau, view.requests).total
    word = scene.words.say("hill.picture.points")
    canvas.write(x + width - 20, middle + 3, word, 26, soft, "semibold", "r")
    left = x + width - 32 - fonts.width(word, 26, "semibold")
    canvas.write(left, middle, str(worth), 46, ink, anchor="r")


def _town(scene: Scene[View], seat: Seat) -> Image.Image:
    """A town as it is; one that has been drawn before is taken from there."""
    tableau, turns = scene.view.tableaux[seat], hill_tableau.new_turns(scene, seat)
    word = scene.words.say("hill.picture.new")
    key = encode((tableau, turns, word))
    with _lock:
        kept = _towns.get(key)
    if kept is None:
        canvas = Canvas(_BOX[2:], _meadow, *_BOX[2:])
        hill_town.draw(canvas, tableau, turns, None, word)
        kept = canvas.image.resize(_TOWN, Image.Resampling.BOX, _BOX)
        with _lock:
            if len(_towns) >= _KEPT:
                _towns.clear()
            _towns[key] = kept
    return kept


def _meadow(pen: Pen, width: int, height: int) -> None:
    pen.box(0, 0, width, height, TABLE)
    hill_town.ground(pen)
