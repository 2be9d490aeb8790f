"""Beside the map of Ride the Rails: the players, the railroads, the bonuses still to be had."""

from __future__ import annotations

from games.core import Seat
from games.ride.components import BANNER_BONUS, RAILROADS
from games.ride.state import available
from games.ride.view import View
from renderers import fonts, ride_shapes, shapes
from renderers.canvas import Canvas
from renderers.ride_board import new_turns
from renderers.scene import Scene
from renderers.theme import (
    BODY,
    FAINT,
    GOLD,
    GOOD,
    INK,
    SEATS,
    SOFT,
    STEEL,
    STRIP,
    WHITE,
    Colour,
)

_BOTTOM = 1066
_HEAD = 38
_ROW_HEIGHTS = {3: 52, 4: 46, 5: 38}

# The table of players, in the south-western sea
_LEFT, _WIDTH = 18, 532
_PLACE, _SHAPE, _NAME, _NAME_ROOM = 24, 55, 78, 182
_MONEY, _SHARES, _COLUMN = 326, 334, 32

_NAME_SIZES = (24, 20, 18)

# The railroads, in the Atlantic
_RAIL_LEFT, _RAIL_WIDTH, _RAIL_ROW = 1318, 264, 44

# The bonuses, in the Gulf
_BONUS_LEFT, _BONUS_WIDTH, _BONUS_ROW = 800, 314, 42


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """All the panels."""
    _players(canvas, scene)
    _railroads(canvas, scene)
    _bonuses(canvas, scene)


def railroad_row(railroad: str) -> tuple[int, int, int, int]:
    """Where a railroad is listed: left, top, width and height."""
    top = _BOTTOM - (len(RAILROADS) - RAILROADS.index(railroad)) * _RAIL_ROW - 6
    return _RAIL_LEFT + 6, top, _RAIL_WIDTH - 12, _RAIL_ROW


def rows(scene: Scene[View]) -> list[Seat]:
    """The players as they are listed: in turn order, and at the end the richest first."""
    view = scene.view
    if scene.result:
        return sorted(view.order, key=lambda seat: -view.money[seat])
    return list(view.order)


def _players(canvas: Canvas, scene: Scene[View]) -> None:
    view = scene.view
    row = _ROW_HEIGHTS[view.seats]
    height = _HEAD + row * view.seats + 6
    top = _BOTTOM - height
    canvas.stamp(_LEFT, top, shapes.panel, _WIDTH, height, STRIP, STEEL)
    key = "ride.picture.order_share" if view.phase == "share" else "ride.picture.order"
    key = "picture.score" if scene.result else key
    canvas.write(_LEFT + 16, top + 22, scene.words.say(key), 20, SOFT, "bold")
    for number, railroad in enumerate(RAILROADS):
        x = _LEFT + _SHARES + number * _COLUMN + _COLUMN // 2
        recipe = ride_shapes.locomotive if railroad in view.available else ride_shapes.coming
        canvas.stamp(x, top + 21, recipe, railroad, 24)
    for place, seat in enumerate(rows(scene)):
        _player(canvas, scene, seat, place, top + _HEAD + place * row, row)


def _player(canvas: Canvas, scene: Scene[View], seat: Seat, place: int, top: int, row: int) -> None:
    view, middle = scene.view, top + row // 2
    lit = seat in (scene.result.winners if scene.result else scene.acting)
    ink = INK if lit else WHITE
    if lit:
        canvas.stamp(_LEFT + 6, top + 1, shapes.bar, _WIDTH - 12, row - 2, SEATS[seat], 9)
    if scene.result and lit:
        canvas.stamp(_LEFT + _PLACE, middle, shapes.star, 15, GOLD)
    elif seat in view.queue[: view.place]:
        canvas.stamp(_LEFT + _PLACE, middle, shapes.tick, 12)
    else:
        richer = sum(money > view.money[seat] for money in view.money)
        number = richer if scene.result else place
        canvas.write(_LEFT + _PLACE, middle, str(number + 1), 22, ink, anchor="m")
    canvas.stamp(_LEFT + _SHAPE, middle, shapes.seat, seat, 14, WHITE if lit else SEATS[seat])
    sizes = _NAME_SIZES if row < 42 else (27, *_NAME_SIZES)
    name, size = fonts.shrink(scene.words.seat(seat), sizes, "black", _NAME_ROOM)
    canvas.write(_LEFT + _NAME, middle, name, size, ink)
    money = scene.words.say("ride.picture.money", dollars=view.money[seat])
    _money(canvas, scene, seat, middle, (money, size_of_money(row), ink))
    _shares(canvas, scene, seat, middle, ink)


def _money(
    canvas: Canvas, scene: Scene[View], seat: Seat, middle: int, text: tuple[str, int, Colour]
) -> None:
    """What somebody has; marked if it was another sum in the earlier position."""
    words, size, ink = text
    if scene.earlier and scene.earlier.money[seat] != scene.view.money[seat]:
        width = round(fonts.width(words, size, "black"))
        x = _LEFT + _MONEY - width / 2
        canvas.stamp(x, middle, shapes.changed_cell, width + 8, size + 5)
        ink = WHITE
    canvas.write(_LEFT + _MONEY, middle, words, size, ink, anchor="r")


def size_of_money(row: int) -> int:
    """Money is what counts: as large as its row allows."""
    return 26 if row < 42 else 29


def _shares(
    canvas: Canvas, scene: Scene[View], seat: Seat, middle: int, ink: tuple[int, int, int]
) -> None:
    new = {turn.share for turn in new_turns(scene) if turn.seat == seat}
    if scene.earlier:
        before, now = scene.earlier.shares[seat], scene.view.shares[seat]
        new = {railroad for railroad, count in now.items() if count != before.get(railroad, 0)}
    for number, railroad in enumerate(RAILROADS):
        x = _LEFT + _SHARES + number * _COLUMN + _COLUMN // 2
        held = scene.view.shares[seat].get(railroad, 0)
        if railroad in new:
            canvas.stamp(x, middle, shapes.changed_cell, 28, 30)
            canvas.write(x, middle, str(held), 26, WHITE, anchor="m")
        elif held:
            canvas.write(x, middle, str(held), BODY, ink, "bold", "m")
        else:
            canvas.write(x, middle, "·", BODY, INK if ink == INK else FAINT, "bold", "m")


def _railroads(canvas: Canvas, scene: Scene[View]) -> None:
    height = len(RAILROADS) * _RAIL_ROW + _HEAD + 8
    top = _BOTTOM - height
    canvas.stamp(_RAIL_LEFT, top, shapes.panel, _RAIL_WIDTH, height, STRIP, STEEL)
    canvas.write(
        _RAIL_LEFT + 16, top + 22, scene.words.say("ride.picture.railroads"), 20, SOFT, "bold"
    )
    canvas.write(
        _RAIL_LEFT + _RAIL_WIDTH - 18,
        top + 22,
        scene.words.say("ride.picture.supply"),
        20,
        SOFT,
        "bold",
        "r",
    )
    for railroad in RAILROADS:
        _railroad(canvas, scene, railroad)


def _sold(scene: Scene[View], railroad: str) -> bool:
    """Whether there are fewer left: a share was taken, or what was built needed some as well."""
    if scene.earlier:
        return scene.earlier.supply[railroad] != scene.view.supply[railroad]
    return any(turn.share == railroad for turn in new_turns(scene))


def _railroad(canvas: Canvas, scene: Scene[View], railroad: str) -> None:
    left, top, _, height = railroad_row(railroad)
    left, middle = _RAIL_LEFT, top + height // 2
    name = scene.words.term("railroad", railroad)
    right = left + _RAIL_WIDTH - 18
    if railroad in scene.view.available:
        canvas.stamp(left + 42, middle, ride_shapes.locomotive, railroad, 32)
        canvas.write(left + 76, middle, name, BODY, WHITE, "bold")
        if _sold(scene, railroad):
            canvas.stamp(right - 14, middle, shapes.changed_cell, 40, 34)
        canvas.write(right - 14, middle, str(scene.view.supply[railroad]), 28, WHITE, anchor="m")
        return
    round_ = next(n for n in range(1, 7) if railroad in available(n))
    canvas.stamp(left + 42, middle, ride_shapes.coming, railroad, 32)
    canvas.write(left + 76, middle, name, BODY, FAINT, "bold")
    canvas.write(
        right, middle, scene.words.say("ride.picture.comes", round=round_), 22, SOFT, "bold", "r"
    )


def _bonuses(canvas: Canvas, scene: Scene[View]) -> None:
    """What the first can still earn; nothing once all is gone, or all is over."""
    view, say = scene.view, scene.words.say
    lines: list[tuple[str, str]] = []
    if view.transcontinental:
        lines.append(
            (say("ride.picture.transcontinental_sum"), say("ride.picture.transcontinental"))
        )
    if view.banners:
        lines.append((say("ride.picture.money", dollars=BANNER_BONUS), say("ride.picture.banner")))
    if not lines or scene.result:
        return
    height = len(lines) * _BONUS_ROW + 16
    top = _BOTTOM - height
    canvas.stamp(_BONUS_LEFT, top, shapes.panel, _BONUS_WIDTH, height, STRIP, GOLD)
    for number, (dollars, text) in enumerate(lines):
        middle = top + 8 + number * _BONUS_ROW + _BONUS_ROW // 2
        canvas.stamp(_BONUS_LEFT + 62, middle, shapes.tag, dollars, 22, GOOD, WHITE)
        canvas.write(_BONUS_LEFT + 124, middle, text, 22, WHITE, "bold")
