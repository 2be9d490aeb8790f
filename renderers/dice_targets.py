"""What can be chosen in Railroad Dice: numbered ends and pieces, and tiles as they would lie."""

from __future__ import annotations

from games.core import IllegalMove
from games.dice import track
from games.dice.components import SIZE
from games.dice.labels import tile_place
from games.dice.land import step
from games.dice.view import View
from renderers import canvas as canvases
from renderers import dice_shapes, header, shapes
from renderers.canvas import Canvas
from renderers.dice_board import SPACE, middle
from renderers.pen import Pen
from renderers.scene import Pending, Scene
from renderers.theme import BODY, PANEL, TABLE, WHITE

_RADIUS = 15
_SMALL = 40
_CELL = SIZE * _SMALL + 44
_WIDTH = 1600


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """The marks of the choice that is open, on the board."""
    pending = scene.pending
    if pending is None:
        return
    if pending.field == "end":
        _ends(canvas, scene.view, pending)
    elif pending.kind == "track" and pending.field == "piece":
        _pieces(canvas, scene.view, pending)


def _ends(canvas: Canvas, view: View, pending: Pending) -> None:
    for number, value in enumerate(pending.values, start=pending.first):
        end = view.ends[int(value) - 1]
        at = (end.x, end.y)
        spot = middle(view, step(at, end.way)) if end.way else middle(view, at)
        if spot:
            canvas.stamp(spot[0], spot[1] - 30, shapes.target, str(number), _RADIUS)


def _pieces(canvas: Canvas, view: View, pending: Pending) -> None:
    """Each piece as a dashed line, its number where it leads to."""
    end = int(pending.chosen.get("end", 1))
    marks = []
    for number, value in enumerate(pending.values, start=pending.first):
        try:
            planned = track.plan(view, end, str(value))
        except IllegalMove:
            continue
        spot = middle(view, planned.tip.space)
        if spot is None:
            continue
        canvas.stamp(*spot, dice_shapes.ghost, planned.piece.sides, SPACE)
        dx, dy = dice_shapes.WAYS[planned.tip.way]
        marks.append((spot[0] + dx * SPACE * 0.6, spot[1] + dy * SPACE * 0.6, str(number)))
    for x, y, number_text in marks:
        canvas.stamp(x, y, shapes.target, number_text, 13)


def tiles(scene: Scene[View]) -> Canvas | None:
    """A picture of each tile that can be chosen, as it would lie, with where the line comes in."""
    pending, view = scene.pending, scene.view
    place = tile_place(view)
    if pending is None or pending.kind != "tile" or place is None or not pending.values:
        return None
    shown: list[tuple[str, int]] = []
    options = track.landscape(view).options(place)
    for value in pending.values:
        if pending.field == "terrain":
            shown.append(next(option for option in options if option[0] == value))
        elif pending.field == "turn":
            shown.append((str(pending.chosen["terrain"]), int(value)))
    if not shown:
        return None
    height = header.HEIGHT + _CELL + 84
    paper = canvases.new((_WIDTH, height), _ground, height)
    first = (_WIDTH - len(shown) * (_CELL + 40) + 40) // 2
    for number, (kind, turn) in enumerate(shown):
        left, top = first + number * (_CELL + 40) + 22, header.HEIGHT + 50
        paper.stamp(left, top, dice_shapes.open_frame, SIZE * _SMALL)
        paper.stamp(left, top, dice_shapes.tile, kind, turn, _SMALL, True)
        _entry(paper, view, left, top)
        paper.stamp(left + 8, top + 4, shapes.target, str(number + pending.first), 20)
        words, centre = scene.words.term("terrain", kind), left + SIZE * _SMALL / 2
        paper.write(centre, top + SIZE * _SMALL + 34, words, BODY, WHITE, "bold", "m")
    return paper


def _ground(pen: Pen, height: int) -> None:
    pen.box(0, 0, _WIDTH, height, TABLE)
    header.ground(pen, _WIDTH)
    pen.box(16, header.HEIGHT + 14, _WIDTH - 16, height - 14, PANEL, 16)


def _entry(paper: Canvas, view: View, left: int, top: int) -> None:
    """Where the line comes onto the tile."""
    owed = track.obligation(view)
    assert owed
    tip = track.tip_of(view.ends[owed[0] - 1])
    x, y = tip.ahead[0] % SIZE, tip.ahead[1] % SIZE
    spot = left + (x + 0.5) * _SMALL, top + (y + 0.5) * _SMALL
    paper.stamp(*spot, dice_shapes.end, owed[0], tip.way, _SMALL)
