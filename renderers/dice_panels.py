"""The panels of Railroad Dice: companies with their stations and shares, players with dice."""

from __future__ import annotations

from games.core import Seat
from games.dice.components import COSTS, FACES, TERRAINS, box, company_keys, site
from games.dice.shares import bank_shares
from games.dice.view import View
from renderers import dice_shapes, fonts, header, shapes
from renderers.canvas import Canvas
from renderers.dice_board import LEFTS, TOP, WHOLE, new_turns
from renderers.dice_land import HEIGHT as LAND_HEIGHT
from renderers.dice_land import LEFT, RIGHT
from renderers.dice_land import TOP as LAND_TOP
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import (
    BAND,
    BODY,
    FAINT,
    GOLD,
    INK,
    LEAST,
    NAME,
    PANEL,
    SEATS,
    SOFT,
    STRIP,
    TABLE,
    WHITE,
)

WIDTH = 1600
_PLAYERS = LAND_TOP + LAND_HEIGHT + 16
HEIGHT = _PLAYERS + 168
SIZE = (WIDTH, HEIGHT)

_X = LEFTS[1] + WHOLE + 26
_Y = 164
_HEAD, _ROW = 46, 90
_SEATS_AT, _SEAT = 300, 46
_MARKS = {"mountain": "m", "lake": "w", "grass": "g"}


def ground(pen: Pen, players: int, single: bool) -> None:
    """What stays the same for a number of players: the table and its panels."""
    pen.box(0, 0, WIDTH, HEIGHT, TABLE)
    header.ground(pen, WIDTH)
    if single:
        pen.box(LEFTS[1] - 6, TOP - 6, LEFTS[1] + WHOLE + 6, TOP + WHOLE + 6, PANEL, 14)
    pen.box(_X, _Y, RIGHT, TOP + WHOLE + 6, BAND, 16)
    for row in range(len(company_keys())):
        y = _Y + _HEAD + row * _ROW
        pen.box(_X + 8, y, RIGHT - 8, y + _ROW - 6, TABLE, 12)
    pen.box(LEFT, LAND_TOP, RIGHT, LAND_TOP + LAND_HEIGHT, PANEL, 16)
    pen.box(0, _PLAYERS, WIDTH, HEIGHT, STRIP)
    for seat in range(players):
        x, width = _player(players, seat)
        pen.box(x, _PLAYERS + 12, x + width, HEIGHT - 12, BAND, 14)


def _player(players: int, seat: Seat) -> tuple[int, int]:
    """Where a player's panel begins, and how wide it is."""
    width = (WIDTH - 2 * 20 - 16 * (players - 1)) // players
    return 20 + seat * (width + 16), width


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """Companies and players."""
    _companies(canvas, scene)
    for seat in range(scene.view.seats):
        _draw_player(canvas, scene, seat)


def _companies(canvas: Canvas, scene: Scene[View]) -> None:
    view, say = scene.view, scene.words.say
    y = _Y + _HEAD // 2 + 2
    canvas.write(_X + 22, y, say("dice.picture.company"), BODY, SOFT, "bold")
    for seat in range(view.seats):
        canvas.stamp(_X + _SEATS_AT + seat * _SEAT, y, shapes.seat, seat, 15, SEATS[seat])
    canvas.write(_bank_x(view), y, say("dice.picture.bank"), BODY, SOFT, "bold", "m")
    canvas.write(RIGHT - 54, y, say("dice.picture.built"), BODY, SOFT, "bold", "m")
    bought = _bought(scene)
    for row, company in enumerate(company_keys()):
        _company(canvas, view, company, _Y + _HEAD + row * _ROW, bought)


def _bought(scene: Scene[View]) -> set[tuple[Seat, str]]:
    """The shares that are new: by the turns to be marked, or since the earlier position."""
    new = {(turn.seat, company) for turn in new_turns(scene) for company in turn.shares}
    if earlier := scene.earlier:
        for seat, shares in enumerate(scene.view.shares):
            new |= {(seat, c) for c, count in shares.items() if count != earlier.shares[seat][c]}
    return new


def _bank_x(view: View) -> int:
    return _X + _SEATS_AT + view.seats * _SEAT + 10


def _company(
    canvas: Canvas, view: View, company: str, top: int, bought: set[tuple[Seat, str]]
) -> None:
    """A company: its name, shares by holder with the director's on colour, stations."""
    printed = box().companies[company]
    y = top + 28
    canvas.stamp(_X + 42, top + 44, dice_shapes.station, company, 24)
    name, size = fonts.shrink(printed.name, (26, 24, 22), "black", _SEATS_AT - 110)
    canvas.write(_X + 80, y, name, size, WHITE)
    for seat in range(view.seats):
        x, held = _X + _SEATS_AT + seat * _SEAT, view.shares[seat][company]
        new = (seat, company) in bought
        if new:
            canvas.stamp(x, y, shapes.changed_cell, 42, 40)
        if view.directors[company] == seat:
            inset = 4 if new else 0
            width = 44 - 2 * inset
            canvas.stamp(x - width / 2, y - 21 + inset, shapes.bar, width, width, SEATS[seat], 8)
            canvas.write(x, y, str(held), NAME, INK, "black", "m")
        elif held or new:
            canvas.write(x, y, str(held), 28, WHITE, "bold", "m")
        else:
            canvas.write(x, y, "·", 28, FAINT, "bold", "m")
    canvas.write(_bank_x(view), y, str(bank_shares(view, company)), 28, SOFT, "bold", "m")
    built = f"{view.stations(company)}/{printed.stations}"
    canvas.write(RIGHT - 54, y, built, NAME, WHITE, "black", "m")
    _stock(canvas, view, company, top + 64)


def _stock(canvas: Canvas, view: View, company: str, y: int) -> None:
    """The stations built and left, by terrain and cost."""
    x = _X + 94
    for terrain in TERRAINS:
        for cost in COSTS:
            where = site(terrain, cost)
            count = box().companies[company].sites.get(where, 0)
            if not count:
                continue
            canvas.stamp(x, y, dice_shapes.chip, _MARKS[terrain], cost)
            built = view.built[company].get(where, 0)
            for number in range(count):
                spot = x + 30 + 20 * number
                canvas.stamp(spot, y + 1, dice_shapes.pip, company, number < built)
            x += 40 + 20 * count + 6


def _draw_player(canvas: Canvas, scene: Scene[View], seat: Seat) -> None:
    """A player: name, dice in front by face and count, and what one may know of the screen."""
    view = scene.view
    left, width = _player(view.seats, seat)
    acting = seat in scene.acting
    ink, soft = (INK, INK) if acting else (WHITE, SOFT)
    if acting:
        canvas.stamp(
            left, _PLAYERS + 12, shapes.bar, width, HEIGHT - _PLAYERS - 24, SEATS[seat], 14
        )
    y = _PLAYERS + 40
    canvas.stamp(left + 30, y, shapes.seat, seat, 17, WHITE if acting else SEATS[seat])
    room = width - 80
    if seat == view.first:
        first = scene.words.say("dice.picture.first")
        wide = shapes.tag_width(first, LEAST)
        canvas.stamp(left + width - wide / 2 - 14, y, shapes.tag, first, LEAST, GOLD, INK)
        room -= round(wide) + 10
    name, size = fonts.shrink(scene.words.seat(seat), (NAME, 26, 23), "black", room)
    canvas.write(left + 58, y, name, size, ink)
    shown = [(face, view.front[seat][face]) for face in FACES if view.front[seat][face]]
    step = min(104, (width - 24) // len(FACES))
    for number, (face, count) in enumerate(shown):
        x = left + 18 + number * step
        canvas.stamp(x, _PLAYERS + 63, dice_shapes.face, face, 46)
        if count > 1:
            canvas.write(x + 50, _PLAYERS + 87, f"×{count}", 24, ink)
    if not shown:
        nothing = scene.words.say("dice.picture.nothing")
        canvas.write(left + 18, _PLAYERS + 87, nothing, BODY, soft, "semibold")
    behind, carried = view.behind[seat], view.passengers[seat]
    text = scene.words.say("dice.picture.hidden")
    if behind is not None and carried is not None:
        text = scene.words.say("dice.picture.screen", count=behind, passengers=carried)
    text = fonts.fit(text, 24, "bold", width - 32)
    canvas.write(left + 18, _PLAYERS + 136, text, 24, soft, "bold")
