"""The two big tiles of Railroad Dice: terrain, rails, stations, and the ends of the line."""

from __future__ import annotations

from games.dice import track
from games.dice.components import SIZE
from games.dice.land import Place, Space, place_of, step
from games.dice.state import Turn
from games.dice.view import View
from renderers import dice_shapes, fonts
from renderers.canvas import Canvas
from renderers.scene import Scene
from renderers.theme import BODY, NAME, SOFT, WHITE

SPACE = 62
WHOLE = SIZE * SPACE
LEFTS = (30, 30 + WHOLE + 32)
TOP = 216
_HEAD = TOP - 30


def new_turns(scene: Scene[View]) -> list[Turn]:
    """The turns to be marked, and the one that is going on."""
    marked = [turn for turn in scene.view.recent if turn.number >= scene.since]
    return marked + ([scene.view.turn] if scene.view.turn else [])


def new_spaces(scene: Scene[View]) -> set[Space]:
    """Where pieces have been laid: in the turns to be marked, or since the earlier position."""
    new = {space for turn in new_turns(scene) for space in turn.laid}
    if scene.earlier:
        new |= _covered(scene.view) - _covered(scene.earlier)
    return new


def _covered(view: View) -> set[Space]:
    return {(piece.x, piece.y) for tile in view.tiles for piece in tile.pieces}


def slots(view: View) -> list[tuple[Place, tuple[int, ...]]]:
    """The tiles that are drawn large, each with the numbers of its ends."""
    found: dict[Place, list[int]] = {}
    for number in (1, 2):
        found.setdefault(shown_place(view, number), []).append(number)
    return [(place, tuple(numbers)) for place, numbers in found.items()]


def shown_place(view: View, number: int) -> Place:
    """The tile that is drawn for an end: a new one as soon as it is chosen."""
    end = view.ends[number - 1]
    if end.way:
        ahead = place_of(track.tip_of(end).ahead)
        if ahead in track.landscape(view).at:
            return ahead
    return end.place


def middle(view: View, space: Space) -> tuple[float, float] | None:
    """Where the middle of a space is on the picture, if its tile is drawn large."""
    for (place, _), left in zip(slots(view), LEFTS, strict=False):
        if place == place_of(space):
            x, y = space[0] - place[0] * SIZE, space[1] - place[1] * SIZE
            return left + (x + 0.5) * SPACE, TOP + (y + 0.5) * SPACE
    return None


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """The tiles with what lies on them."""
    view = scene.view
    here = track.landscape(view)
    new = new_spaces(scene)
    for (place, numbers), left in zip(slots(view), LEFTS, strict=False):
        tile = here.at[place]
        _head(canvas, scene, numbers, tile.kind, left)
        canvas.stamp(left, TOP, dice_shapes.tile, tile.kind, tile.turn, SPACE, True)
        pieces = sorted(tile.pieces, key=lambda p: ((p.x, p.y) in new, bool(p.company)))
        for piece in pieces:
            spot = middle(view, (piece.x, piece.y))
            assert spot
            fresh = (piece.x, piece.y) in new
            if piece.company:
                canvas.stamp(*spot, dice_shapes.station, piece.company, 23, fresh)
            else:
                canvas.stamp(*spot, dice_shapes.rails, piece.sides, SPACE, fresh)
    if len(slots(view)) == 1:
        _legend(canvas, scene)
    _ends(canvas, view, _choosing(scene))


def _head(
    canvas: Canvas, scene: Scene[View], numbers: tuple[int, ...], kind: str, left: int
) -> None:
    x = left + 14.0
    for number in numbers:
        canvas.stamp(x, _HEAD, dice_shapes.badge, str(number), 28)
        x += 50
    key = "dice.picture.end" if len(numbers) == 1 else "dice.picture.ends"
    title = scene.words.say(key, end=list(numbers))
    canvas.write(x - 16, _HEAD, title, NAME, WHITE)
    room = WHOLE - (x - left) - fonts.width(title, NAME, "black")
    text = fonts.fit(scene.words.term("terrain", kind), BODY, "semibold", room)
    canvas.write(left + WHOLE + 4, _HEAD, text, BODY, SOFT, "semibold", "r")


def _legend(canvas: Canvas, scene: Scene[View]) -> None:
    """While both ends are on the start tile, what things cost stands in the other place."""
    x, y = LEFTS[1], TOP + 34
    canvas.write(x + 24, y, scene.words.say("dice.picture.legend"), NAME, WHITE)
    rows = (
        (("straight", "curve"), "dice.picture.legend_track"),
        (("share",), "dice.picture.legend_share"),
        (("?",), "dice.picture.legend_any"),
    )
    y += 58
    for faces, key in rows:
        for number, face in enumerate(faces):
            canvas.stamp(x + 24 + 52 * number, y - 23, dice_shapes.face, face, 44)
        canvas.write(x + 140, y, scene.words.say(key), BODY, WHITE, "semibold")
        y += 66
    for mark, key in (("m", "mountain"), ("w", "lake"), ("g", "station")):
        canvas.stamp(x + 26, y - 22, dice_shapes.swatch, mark, 44)
        canvas.write(x + 140, y, scene.words.say(f"dice.picture.legend_{key}"), BODY, WHITE)
        y += 58


def _choosing(scene: Scene[View]) -> int | None:
    """The end at which a piece is being chosen: the pieces are drawn there instead."""
    pending = scene.pending
    if pending is None or pending.field != "piece":
        return None
    return int(pending.chosen["end"])


def _ends(canvas: Canvas, view: View, hidden: int | None) -> None:
    """A gold arrow where an end points to; out of a station there is a choice."""
    here = track.landscape(view)
    for number, end in enumerate(view.ends, start=1):
        at = (end.x, end.y)
        if number == hidden:
            continue
        if end.way:
            ahead = step(at, end.way)
            spot = middle(view, ahead)
            if spot is None and (spot := middle(view, at)):
                dx, dy = dice_shapes.WAYS[end.way]
                spot = spot[0] + dx * SPACE * 0.3, spot[1] + dy * SPACE * 0.3
            if spot:
                canvas.stamp(*spot, dice_shapes.end, number, end.way, SPACE * 0.8)
        elif spot := middle(view, at):
            canvas.stamp(spot[0] + 22, spot[1] - 22, dice_shapes.badge, str(number), 20)
            for way in here.ways(end):
                if step(at, way) not in here.occupied:
                    dx, dy = dice_shapes.WAYS[way]
                    x, y = spot[0] + dx * SPACE * 0.66, spot[1] + dy * SPACE * 0.66
                    canvas.stamp(x, y, dice_shapes.hint, way)
