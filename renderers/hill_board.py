"""The main board of The Rail on the Hill: locations, plans, tokens, requests, players."""

from __future__ import annotations

from games.core import Seat
from games.hill import said
from games.hill.components import LOCATIONS, the_box
from games.hill.scoring import score
from games.hill.state import Set, Turn
from games.hill.view import View
from renderers import fonts, hill_icons, shapes
from renderers import hill_cards as cards
from renderers.canvas import Canvas
from renderers.canvas import new as new_canvas
from renderers.header import ground as header_ground
from renderers.hill_tableau import plan_caption
from renderers.hill_theme import DASHED, VACANT
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import (
    BAND,
    CHANGED,
    FAINT,
    GOLD,
    INK,
    PANEL,
    PAPER,
    PAPER_EDGE,
    SEATS,
    SOFT,
    STRIP,
    TABLE,
    WHITE,
)

WIDTH = 1400
_MARGIN, _GAP = 24, 20
_COLUMN = (WIDTH - 2 * _MARGIN - 3 * _GAP) // 4
_TOP, _LOCATIONS, _MARKET, _REQUEST, _PLAYERS = 172, 390, 176, 96, 150
_SETS = 296
_CARD = 206


def paper(scene: Scene[View]) -> Canvas:
    """The main board, without the head."""
    view = scene.view
    sets = view.phase in ("sets", "found")
    rows = (len(view.tableaux) + 1) // 2
    top = _TOP + (rows * (_SETS + _GAP) if sets else _LOCATIONS + _GAP + _MARKET + _GAP)
    requests = (_REQUEST + _GAP) if view.requests else 0
    height = top + requests + _PLAYERS
    canvas = new_canvas((WIDTH, height), _ground, height)
    if sets:
        _sets(canvas, scene)
    else:
        for number, location in enumerate(LOCATIONS):
            _location(canvas, scene, location, _MARGIN + number * (_COLUMN + _GAP))
        _plans(canvas, scene, _TOP + _LOCATIONS + _GAP)
        _tokens(canvas, scene, _TOP + _LOCATIONS + _GAP)
    for number, letter in enumerate(view.requests):
        _request(canvas, scene, letter, number, top)
    for place, seat in enumerate(view.order):
        _player(canvas, scene, seat, place, height - _PLAYERS)
    return canvas


def _ground(pen: Pen, height: int) -> None:
    pen.box(0, 0, WIDTH, height, TABLE)
    header_ground(pen, WIDTH)
    pen.box(0, height - _PLAYERS, WIDTH, height, STRIP)


def _location(canvas: Canvas, scene: Scene[View], location: str, x: int) -> None:
    view, say = scene.view, scene.words.say
    card = view.market.cards.get(location)
    taken = any(t.location == location and t.number >= scene.since for t in _picks(scene))
    earlier = scene.earlier.market.cards.get(location) if scene.earlier else card
    dealt = card is not None and card != earlier
    if taken or dealt:
        canvas.stamp(x - 5, _TOP - 5, shapes.bar, _COLUMN + 10, _LOCATIONS + 10, CHANGED, 20)
    canvas.stamp(x, _TOP, shapes.bar, _COLUMN, _LOCATIONS, PANEL if card else VACANT, 18)
    canvas.stamp(x + 14, _TOP + 14, shapes.bar, 60, 60, GOLD if card else FAINT, 14)
    canvas.write(x + 44, _TOP + 44, scene.words.term("location", location), 46, INK, anchor="m")
    _action(canvas, location, x + 112, _TOP + 44)
    canvas.write(x + 158, _TOP + 44, scene.words.term("action", location), 28, WHITE, "bold")
    middle, y = x + _COLUMN // 2, _TOP + 96 + _CARD // 2
    if card:
        town_card(canvas, card, middle, y, _CARD)
        name = scene.words.term("landmark", the_box().cards[card].landmark or "houses")
        text = f"{name[:1].upper()}{name[1:]} {card}"
        canvas.write(middle, _TOP + 352, text, 28, WHITE, "semibold", "m")
        if dealt:
            _new(canvas, scene, middle, y - _CARD // 2)
        return
    half = _CARD // 2
    canvas.stamp(middle - half, y - half, cards.slot, _CARD, _CARD, VACANT, DASHED)
    if location in view.locations:
        seat = view.locations.index(location)
        canvas.stamp(middle, y - 22, shapes.seat, seat, 34, SEATS[seat])
        name, size = fonts.shrink(scene.words.seat(seat), (32, 27, 23), "black", _CARD - 16)
        canvas.write(middle, y + 44, name, size, WHITE, anchor="m")
    if taken:
        canvas.stamp(middle, _TOP + 352, shapes.tag, say("hill.picture.taken"), 22, CHANGED, WHITE)


def _new(canvas: Canvas, scene: Scene[View], x: float, y: float) -> None:
    """The tag on what lies there since the position that this one is compared with."""
    canvas.stamp(x, y, shapes.tag, scene.words.say("hill.picture.new"), 20, CHANGED, WHITE)


def _picks(scene: Scene[View]) -> list[Turn]:
    """The turns in which a card of this round was taken."""
    view = scene.view
    return [turn for turn in view.recent if turn.location == view.locations[turn.seat]]


def _action(canvas: Canvas, location: str, x: int, y: int) -> None:
    match location:
        case "a":
            canvas.stamp(x - 4, y, hill_icons.crate, 19)
            canvas.stamp(x + 22, y + 3, hill_icons.crate, 19)
        case "b":
            canvas.stamp(x + 6, y, hill_icons.scroll, 22)
        case "c":
            canvas.stamp(x + 6, y, hill_icons.rails, 23)
        case _:
            canvas.stamp(x + 6, y, hill_icons.token, 18, 22)


def town_card(canvas: Canvas, number: int, x: int, y: int, size: int) -> None:
    """An upright town card around its middle."""
    card = the_box().cards[number]
    canvas.stamp(x, y, cards.ground, size, card.roads, False)
    canvas.stamp(x, y, cards.station, size, card.landmark, card.points, (), 0)


def _plans(canvas: Canvas, scene: Scene[View], top: int) -> None:
    view, say = scene.view, scene.words.say
    width = 2 * _COLUMN + _GAP
    canvas.stamp(_MARGIN, top, shapes.bar, width, _MARKET, PANEL, 18)
    canvas.write(_MARGIN + 20, top + 30, say("hill.picture.plans"), 28, WHITE, "bold")
    deck = say("hill.picture.deck", count=view.plan_deck)
    canvas.write(_MARGIN + width - 20, top + 30, deck, 24, SOFT, "semibold", "r")
    for number, plan in enumerate(view.market.plans):
        x = _MARGIN + 20 + number * 318
        caption = plan_caption(scene, plan)
        canvas.stamp(x, top + 52, cards.plan, plan, 140, 112, "", False, (), False, caption)
        one = the_box().plans[plan]
        names = [scene.words.term("goal", goal) for goal in one.landmarks or (one.kind,)]
        text = fonts.wrap(", ".join(names), 23, "semibold", 154, 4)
        first = top + 108 - (len(text) - 1) * 14
        for row, line in enumerate(text):
            canvas.write(x + 152, first + row * 28, line, 23, WHITE, "semibold")
        if scene.earlier and plan not in scene.earlier.market.plans:
            _new(canvas, scene, x + 70, top + 54)


def _tokens(canvas: Canvas, scene: Scene[View], top: int) -> None:
    view, say = scene.view, scene.words.say
    left, width = _MARGIN + 2 * (_COLUMN + _GAP), 2 * _COLUMN + _GAP
    canvas.stamp(left, top, shapes.bar, width, _MARKET, PANEL, 18)
    canvas.write(left + 20, top + 30, say("hill.picture.tokens"), 28, WHITE, "bold")
    pile = say("hill.picture.pile", count=view.token_pile)
    canvas.write(left + width - 20, top + 30, pile, 24, SOFT, "semibold", "r")
    for number, token in enumerate(view.market.tokens):
        x = left + 20 + number * 318
        canvas.stamp(x, top + 54, shapes.panel, 300, 108, PAPER, PAPER_EDGE)
        canvas.stamp(x + 60, top + 108, hill_icons.token, token, 40)
        text = scene.words.term("effect", said.effect(token))
        lines = fonts.wrap(text, 25, "bold", 178, 3)
        first = top + 108 - (len(lines) - 1) * 15
        for row, line in enumerate(lines):
            canvas.write(x + 114, first + row * 30, line, 25, INK, "bold")
        if scene.earlier and token not in scene.earlier.market.tokens:
            _new(canvas, scene, x + 270, top + 56)


def _request(canvas: Canvas, scene: Scene[View], letter: str, number: int, top: int) -> None:
    width = 2 * _COLUMN + _GAP
    x = _MARGIN + number * (width + _GAP)
    canvas.stamp(x, top, shapes.bar, width, _REQUEST, PANEL, 18)
    canvas.stamp(x + 16, top + 18, shapes.bar, 60, 60, SOFT, 14)
    canvas.write(x + 46, top + 48, letter, 44, INK, anchor="m")
    text = scene.words.term("request", letter).partition(": ")[2]
    lines = fonts.wrap(text, 26, "semibold", width - 116, 2)
    first = top + 48 - (len(lines) - 1) * 16
    for row, line in enumerate(lines):
        canvas.write(x + 94, first + row * 32, line, 26, WHITE, "semibold")


def _sets(canvas: Canvas, scene: Scene[View]) -> None:
    """The sets to choose from; those that are chosen stand with their owners."""
    width = 2 * _COLUMN + _GAP
    for place in range(len(scene.view.tableaux)):
        x = _MARGIN + place % 2 * (width + _GAP)
        y = _TOP + place // 2 * (_SETS + _GAP)
        found = [one for one in scene.view.sets if one.number == place + 1]
        canvas.stamp(x, y, shapes.bar, width, _SETS, PANEL if found else VACANT, 18)
        if found:
            _set(canvas, scene, found[0], x, y)
        else:
            word = scene.words.say("hill.picture.chosen")
            canvas.write(x + width // 2, y + _SETS // 2, word, 30, FAINT, "bold", "m")


def _set(canvas: Canvas, scene: Scene[View], one: Set, x: int, y: int) -> None:
    canvas.stamp(x + 16, y + 16, shapes.bar, 52, 52, GOLD, 14)
    canvas.write(x + 42, y + 42, str(one.number), 40, INK, anchor="m")
    canvas.stamp(x + 116, y + 42, hill_icons.token, one.token, 26)
    text = scene.words.term("effect", said.effect(one.token))
    canvas.write(x + 156, y + 42, fonts.fit(text, 26, "bold", 490), 26, WHITE, "bold")
    for number, card in enumerate(one.cards):
        town_card(canvas, card, x + 118 + number * 215, y + 182, 196)


def _player(canvas: Canvas, scene: Scene[View], seat: Seat, place: int, top: int) -> None:
    """A player: place in the order, resources, tokens, score; a tick for who is done."""
    view, tableau = scene.view, scene.view.tableaux[seat]
    x, y = _MARGIN + place * (_COLUMN + _GAP), top + _PLAYERS // 2
    lit = seat in (scene.result.winners if scene.result else scene.acting)
    ink, soft = (INK, INK) if lit else (WHITE, SOFT)
    canvas.stamp(x, top + 14, shapes.bar, _COLUMN, _PLAYERS - 28, SEATS[seat] if lit else BAND, 16)
    canvas.write(x + 16, y - 38, str(place + 1), 22, soft)
    canvas.stamp(x + 44, y, shapes.seat, seat, 24, WHITE if lit else SEATS[seat])
    name, size = fonts.shrink(scene.words.seat(seat), (32, 28, 24), "black", 150)
    canvas.write(x + 82, y - 22, name, size, ink)
    canvas.stamp(x + 96, y + 24, hill_icons.crate, 16)
    canvas.write(x + 120, y + 24, str(tableau.resources), 30, ink)
    canvas.stamp(x + 172, y + 24, hill_icons.token, 25, 14)
    canvas.write(x + 194, y + 24, str(len(tableau.tokens)), 30, ink)
    if view.phase in ("round", "over"):
        worth = score(tableau, view.requests).total
        if scene.earlier and worth != score(scene.earlier.tableaux[seat], view.requests).total:
            width = round(fonts.width(str(worth), 50, "black"))
            canvas.stamp(x + _COLUMN - 18 - width / 2, y + 4, shapes.changed_cell, width + 14, 54)
            ink = WHITE
        canvas.write(x + _COLUMN - 18, y + 4, str(worth), 50, ink, anchor="r")
    if view.done[seat] and not scene.result:
        canvas.stamp(x + _COLUMN - 22, top + 24, shapes.tick, 16)
