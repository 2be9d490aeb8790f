"""The tableaux of a table of Village Rails, two in a picture."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Seat
from games.village.view import View
from renderers import canvas as canvases
from renderers import fonts, header, shapes, village_icons, village_tableau
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import BAND, CHANGED, GOLD, INK, SEATS, SOFT, TABLE, WHITE
from renderers.village_tableau import Plan, new_turns

SIZE = (1600, 896)
_MARGIN, _GAP, _BLOCK_W = 24, 20, 766
_HEAD = 66
_K = 0.72


def ground(pen: Pen, count: int) -> None:
    """What stays the same, with so many tableaux."""
    pen.box(0, 0, *SIZE, TABLE)
    header.ground(pen, SIZE[0])
    for number in range(count):
        village_tableau.plate(pen, _plan(number, count))


def _corner(number: int, count: int) -> tuple[int, int]:
    """The top left corner of a player's part of the picture; a single one stands in the middle."""
    x = _MARGIN + number * (_BLOCK_W + _GAP)
    return x if count > 1 else (SIZE[0] - _BLOCK_W) // 2, header.HEIGHT + 18


def _plan(number: int, count: int) -> Plan:
    x, y = _corner(number, count)
    return Plan(x + 190, y + _HEAD + 118, _K)


def rows(scene: Scene[View]) -> list[tuple[Seat, ...]]:
    """The seats of each picture, those with something new first; compared with an earlier
    position, only those who did something."""
    pairs = _pairs(scene.view)
    if scene.earlier:
        pairs = [pair for pair in pairs if scene.shown & {*pair}]
    return sorted(pairs, key=lambda pair: not any(new_turns(scene, seat) for seat in pair))


def _pairs(view: View) -> list[tuple[Seat, ...]]:
    seats = range(view.seats)
    return [tuple(seats[first : first + 2]) for first in seats[::2]]


def everybody(scene: Scene[View]) -> Canvas:
    """All tableaux in one picture: each stays in its place from one turn to the next."""
    pairs = _pairs(scene.view)
    if len(pairs) == 1:
        return picture(scene, pairs[0])
    width, height = SIZE
    body = height - header.HEIGHT
    size = width, header.HEIGHT + len(pairs) * body
    canvas = canvases.new(size, _blank, *size)
    for number, seats in enumerate(pairs):
        drawn = picture(scene, seats).image
        part = drawn.crop((0, drawn.height - body * drawn.width // width, *drawn.size))
        canvas.image.paste(part, (0, canvas.image.height - (len(pairs) - number) * part.height))
    return canvas


def _blank(pen: Pen, width: int, height: int) -> None:
    pen.box(0, 0, width, height, TABLE)
    header.ground(pen, width)


def picture(scene: Scene[View], seats: Sequence[Seat]) -> Canvas:
    """Some tableaux before they become a file."""
    canvas = canvases.new(SIZE, ground, len(seats))
    for number, seat in enumerate(seats):
        _head(canvas, scene, seat, *_corner(number, len(seats)))
        village_tableau.draw(canvas, scene, seat, _plan(number, len(seats)))
    return canvas


def _head(canvas: Canvas, scene: Scene[View], seat: Seat, x: float, y: float) -> None:
    tableau, result = scene.view.tableaux[seat], scene.result
    lit = seat in (result.winners if result else scene.acting)
    ink, faint = (INK, INK) if lit else (WHITE, SOFT)
    middle = y + _HEAD / 2 - 4
    canvas.stamp(x, y, shapes.bar, _BLOCK_W, _HEAD - 8, SEATS[seat] if lit else BAND, 14)
    canvas.stamp(x + 34, middle, shapes.seat, seat, 18, WHITE if lit else SEATS[seat])
    name, size = fonts.shrink(scene.words.seat(seat), (32, 28, 24), "black", 250)
    canvas.write(x + 66, middle, name, size, ink)
    points = result.scores[seat] if result else tableau.points
    canvas.stamp(x + 420, middle, village_icons.coin, 19)
    canvas.write(x + 446, middle, str(tableau.money), 32, ink)
    if tableau.held:
        canvas.stamp(x + 540, middle, village_icons.backs, tableau.held, 0.9)
    word = scene.words.say("village.picture.points", points=points)
    canvas.write(x + _BLOCK_W - 20, middle + 3, word, 22, faint, "semibold", "r")
    left = x + _BLOCK_W - 32 - fonts.width(word, 22, "semibold")
    canvas.write(left, middle, str(points), 46, ink, anchor="r")
    if result and seat in result.winners:
        canvas.stamp(x + 352, middle, shapes.star, 20, GOLD)
    gained = sum(p for turn in new_turns(scene, seat) for _, p in turn.completed)
    if gained and not result:
        text = scene.words.say("village.picture.gain", points=gained)
        canvas.stamp(x + 360, middle, shapes.tag, text, 24, CHANGED, WHITE)
