"""The landscape of Railroad Dice: small tiles with their stations, and what is left of them."""

from __future__ import annotations

from games.dice import track
from games.dice.components import PASSENGERS, SIZE, box, company_keys
from games.dice.land import Place, place_of
from games.dice.scoring import largest_group
from games.dice.state import Tile
from games.dice.view import View
from renderers import dice_shapes, shapes
from renderers.canvas import Canvas
from renderers.dice_board import new_spaces, shown_place
from renderers.scene import Scene
from renderers.theme import BODY, FAINT, NAME, SEATS, SOFT, WHITE

TOP, HEIGHT = 672, 352
LEFT, RIGHT = 16, 1584
_MAP = (256, 1240)
_SIZES = (16, 14, 12, 10, 8, 7, 6, 5, 4, 3, 2)
_GAP = 4
_HOUSES = 60  # a tile this wide has room for houses


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """The landscape, small tiles left, and the passengers of the year."""
    _left(canvas, scene)
    _map(canvas, scene)
    _passengers(canvas, scene)


def _left(canvas: Canvas, scene: Scene[View]) -> None:
    say, here = scene.words.say, track.landscape(scene.view)
    canvas.write(LEFT + 20, TOP + 32, say("dice.picture.landscape"), NAME, WHITE)
    canvas.write(LEFT + 20, TOP + 66, say("dice.picture.left"), BODY, SOFT, "semibold")
    for number, kind in enumerate(box().kinds.values()):
        x, y = LEFT + 24 + 116 * (number % 2), TOP + 110 + 112 * (number // 2)
        canvas.stamp(x, y, dice_shapes.tile, kind.name, 0, 8, False)
        canvas.write(x + 66, y + 28, str(here.small(kind.name)), NAME, WHITE, "black", "l")


def _map(canvas: Canvas, scene: Scene[View]) -> None:
    view = scene.view
    xs, ys = [t.x for t in view.tiles], [t.y for t in view.tiles]
    columns, rows = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    wide, high = _MAP[1] - _MAP[0] - 24, HEIGHT - 34
    s = next((s for s in _SIZES if _span(columns, s) <= wide and _span(rows, s) <= high), 2)
    left = (_MAP[0] + _MAP[1] - _span(columns, s)) // 2
    top = TOP + (HEIGHT - _span(rows, s)) // 2
    groups = {company: largest_group(view.tiles, company) for company in company_keys()}
    at = {
        tile.place: (
            left + (tile.x - min(xs)) * (SIZE * s + _GAP),
            top + (tile.y - min(ys)) * (SIZE * s + _GAP),
        )
        for tile in view.tiles
    }
    for tile in view.tiles:
        canvas.stamp(*at[tile.place], dice_shapes.tile, tile.kind, tile.turn, s, False)
    large = {shown_place(view, number) for number in (1, 2)}
    for place in sorted(_new_places(scene) - large):
        canvas.stamp(*at[place], dice_shapes.new_frame, SIZE * s)
    for place in sorted(large):
        canvas.stamp(*at[place], dice_shapes.gold_frame, SIZE * s)
    for tile in view.tiles:
        _stations(canvas, tile, groups, at[tile.place], s)
    for number in (1, 2):
        x, y = at[shown_place(view, number)]
        size = 22 if s >= 7 else 16
        shift = 0 if number == 1 else SIZE * s
        canvas.stamp(x + shift, y, dice_shapes.badge, str(number), size)


def _new_places(scene: Scene[View]) -> set[Place]:
    """The tiles on which something is new; the line may have left them since."""
    new = {place_of(space) for space in new_spaces(scene)}
    if scene.earlier:
        before = {tile.place: tile.stations for tile in scene.earlier.tiles}
        new |= {tile.place for tile in scene.view.tiles if tile.stations != before.get(tile.place)}
    return new


def _span(count: int, s: int) -> int:
    return count * (SIZE * s + _GAP) - _GAP


def _stations(
    canvas: Canvas,
    tile: Tile,
    groups: dict[str, frozenset[tuple[int, int]]],
    at: tuple[int, int],
    s: int,
) -> None:
    """Stations in a row, or in two; those outside their company's largest group are hollow."""
    count, whole = len(tile.stations), SIZE * s
    small = whole < _HOUSES
    columns = 2 if count <= 4 else 3
    rows = -(-count // columns)
    if small:
        r = whole * (0.22 if count <= 4 else 0.16)
        pitch = 2 * r
    else:
        r = min(whole * 0.19, 20) if count <= 2 else min(whole * 0.16, 17)
        pitch = 2.45 * r
    for number, company in enumerate(tile.stations):
        row, column = divmod(number, columns)
        here = min(columns, count - row * columns)
        x = at[0] + whole / 2 + (column - (here - 1) / 2) * pitch
        y = at[1] + whole / 2 + (row - (rows - 1) / 2) * pitch
        hollow = tile.place not in groups[company]
        if small:
            canvas.stamp(x, y, dice_shapes.token, company, round(r, 1), hollow)
        else:
            canvas.stamp(x, y + 2, dice_shapes.station, company, round(r), False, hollow)


def _passengers(canvas: Canvas, scene: Scene[View]) -> None:
    """What each company carries a year, and for whom."""
    view, say = scene.view, scene.words.say
    x, y = _MAP[1] + 24, TOP + 32
    canvas.write(x, y, say("dice.picture.passengers"), BODY, WHITE, "bold")
    for number, company in enumerate(company_keys()):
        y = TOP + 82 + 54 * number
        count = len(largest_group(view.tiles, company))
        director = view.directors[company]
        canvas.stamp(x + 20, y, dice_shapes.station, company, 17)
        ink = WHITE if count and director is not None else FAINT
        figure = say("dice.picture.carried", passengers=PASSENGERS * count)
        canvas.write(x + 152, y, figure, NAME, ink, "black", "r")
        if director is not None:
            canvas.stamp(x + 190, y, shapes.seat, director, 14, SEATS[director])
