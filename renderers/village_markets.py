"""The markets of Village Rails: prices, cards, coins, the deck, and how everybody stands."""

from __future__ import annotations

from collections.abc import Iterable

from games.core import Seat
from games.village.components import PLANNING, TRACKS, TRIPS
from games.village.market import price
from games.village.state import Turn
from games.village.view import View
from renderers import canvas as canvases
from renderers import fonts, header, shapes, village_icons
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import BAND, CHANGED, CREAM, INK, PANEL, SEATS, SOFT, STRIP, TABLE, WHITE
from renderers.village_cards import HEIGHT, WIDTH, card, coins, new_frame, place_trip
from renderers.village_theme import BROWN, EMPTY, FREE, TIE

SIZE = (1400, 864)
_TRACKS_TOP, _TRIPS_TOP, _PLAYERS_TOP = 166, 472, 696
_LEFT, _STEP, _K = 196, 169, 0.715
_TICKET_W, _TICKET_STEP, _TICKET_H, _TICKET_K = 272, 294, 84, 1.5


def ground(pen: Pen, seats: int) -> None:
    """What stays the same, for so many players."""
    width, height = SIZE
    pen.box(0, 0, width, height, TABLE)
    header.ground(pen, width)
    pen.box(16, _TRACKS_TOP, width - 16, _TRACKS_TOP + 290, PANEL, 18)
    pen.box(16, _TRIPS_TOP, width - 16, _TRIPS_TOP + 208, PANEL, 18)
    pen.box(0, _PLAYERS_TOP, width, height, STRIP)
    for seat in range(seats):
        left, right = _player_box(seat, seats)
        pen.box(left, _PLAYERS_TOP + 16, right, height - 14, BAND, 16)


def _player_box(seat: Seat, seats: int) -> tuple[int, int]:
    """The left and the right edge of a player's box."""
    wide = round((SIZE[0] - 48 - 20 * (seats - 1)) / seats)
    return 24 + seat * (wide + 20), 24 + seat * (wide + 20) + wide


def picture(scene: Scene[View]) -> Canvas:
    """The markets before they become a file."""
    canvas = canvases.new(SIZE, ground, scene.view.seats)
    turns = [turn for turn in scene.view.recent if turn.number >= scene.since]
    turns += [scene.view.turn] if scene.view.turn else []
    _tracks(canvas, scene, turns)
    _trips(canvas, scene, turns)
    _players(canvas, scene, turns)
    return canvas


def _title(canvas: Canvas, scene: Scene[View], y: float, what: str) -> None:
    title = scene.words.say(f"village.picture.{what}_market")
    canvas.write(36, y + 32, title, 30, WHITE)
    x = 36 + fonts.width(title, 30, "black") + 18
    canvas.write(x, y + 33, scene.words.say(f"village.picture.{what}_note"), 24, SOFT, "semibold")


def _numbers(scene: Scene[View], field: str) -> dict[int, str]:
    """The places that can be chosen, with their numbers in the select."""
    pending = scene.pending
    if pending is None or pending.field != field:
        return {}
    return {int(v): str(n) for n, v in enumerate(pending.values, start=pending.first)}


def _tracks(canvas: Canvas, scene: Scene[View], turns: list[Turn]) -> None:
    """From the deck at the left to the free card at the right."""
    view, top = scene.view, _TRACKS_TOP + 104
    _title(canvas, scene, _TRACKS_TOP, "track")
    _deck(canvas, scene, top)
    fresh = sum(turn.track_taken for turn in turns)
    paid = _paid(turn.track_coins for turn in turns if turn.track_taken)
    numbers = _numbers(scene, "track")
    w, h = WIDTH * _K, HEIGHT * _K
    for place in range(1, TRACKS + 1):
        x = _LEFT + (TRACKS - place) * _STEP
        if place > len(view.tracks):
            canvas.stamp(x, top, shapes.bar, w, h, EMPTY, 11)
            continue
        offer = view.tracks[place - 1]
        _price(canvas, scene, x + w / 2, top - 26, price(place), 0)
        new = len(view.tracks) - place < fresh
        if new:
            canvas.stamp(x, top, new_frame, w, h)
        card(canvas, x, top, offer.track, _K)
        _number(canvas, x, top, place, numbers)
        _coins(canvas, x + w / 2, top + h + 40, offer.coins, new=place in paid)
        if new:
            word = scene.words.say("village.picture.new")
            canvas.stamp(x + w / 2, top + h + 12, shapes.tag, word, 20, CHANGED, WHITE)


def _trips(canvas: Canvas, scene: Scene[View], turns: list[Turn]) -> None:
    view, top = scene.view, _TRIPS_TOP + 100
    _title(canvas, scene, _TRIPS_TOP, "trip")
    words = fonts.wrap(scene.words.say("village.picture.first_from"), 20, "semibold", 130, 2)
    for number, line in enumerate(words):
        canvas.write(97, top + 30 + 26 * number, line, 20, SOFT, "semibold", "m")
    canvas.stamp(170, top + 42, _pointer)
    fresh = sum(turn.trip is not None for turn in turns)
    paid = _paid(turn.trip_coins for turn in turns if turn.trip)
    numbers = _numbers(scene, "trip")
    for place in range(1, TRIPS + 1):
        x = _LEFT + (TRIPS - place) * _TICKET_STEP
        if place > len(view.trips):
            canvas.stamp(x, top, shapes.bar, _TICKET_W, _TICKET_H, EMPTY, 8)
            continue
        offer = view.trips[place - 1]
        _price(canvas, scene, x + _TICKET_W / 2, top - 26, price(place), PLANNING)
        if len(view.trips) - place < fresh:
            canvas.stamp(x, top, new_frame, _TICKET_W, _TICKET_H)
        place_trip(canvas, scene, x, top, offer.trip, (_TICKET_W, _TICKET_H, _TICKET_K))
        _number(canvas, x, top, place, numbers)
        if offer.coins:
            _coins(canvas, x + _TICKET_W - 60, top + _TICKET_H + 6, offer.coins, new=place in paid)


def _paid(prices: Iterable[int]) -> set[int]:
    """Where new coins lie, after cards were taken at these prices: whatever is beyond moves up."""
    places: set[int] = set()
    for price_ in prices:
        taken = price_ + 1
        places |= set(range(1, taken))
        places = {place - (place > taken) for place in places if place != taken}
    return places


def _pointer(pen: Pen) -> None:
    pen.polygon([(-10, -11), (10, 0), (-10, 11)], SOFT)


def _price(
    canvas: Canvas, scene: Scene[View], x: float, y: float, pounds: int, planning: int
) -> None:
    key = "plan_price" if planning else "pounds" if pounds else "free"
    text = scene.words.say(f"village.picture.{key}", pounds=pounds, planning=planning)
    width = round(fonts.width(text, 27, "black")) + 40
    fill = CREAM if pounds or planning else FREE
    canvas.stamp(x - width / 2, y, shapes.pill, width, 36, fill)
    canvas.write(x, y, text, 27, INK, anchor="m")


def _number(canvas: Canvas, x: float, y: float, place: int, numbers: dict[int, str]) -> None:
    """A place's number in its corner; in mint if it can be chosen."""
    if place in numbers:
        canvas.stamp(x + 20, y + 18, shapes.target, numbers[place], 20)
    else:
        canvas.stamp(x + 4, y + 4, shapes.bar, 30, 30, INK, 8)
        canvas.write(x + 19, y + 19, str(place), 21, WHITE, anchor="m")


def _coins(canvas: Canvas, x: float, y: float, count: int, *, new: bool) -> None:
    if count and new:
        width = 44 if count == 1 else 82 if count != 3 else 120
        canvas.stamp(x, y, _ring, width)
    coins(canvas, x, y, count, 17)


def _ring(pen: Pen, width: float) -> None:
    pen.box(-width / 2 - 3, -25, width / 2 + 3, 25, CHANGED, 25)
    pen.box(-width / 2, -22, width / 2, 22, PANEL, 22)


def _deck(canvas: Canvas, scene: Scene[View], y: float) -> None:
    view = scene.view
    if view.top is None:
        canvas.stamp(30, y, shapes.bar, 140, 118, EMPTY, 10)
        text = scene.words.say("village.picture.deck_empty")
        canvas.write(100, y + 58, text, 20, SOFT, "bold", "m")
        return
    canvas.stamp(30, y, _deck_card)
    canvas.write(97, y + 18, scene.words.say("village.picture.deck"), 18, BROWN, anchor="m")
    place_trip(canvas, scene, 36, y + 30, view.top, (122, 56, 0.95))
    left = scene.words.say("village.picture.left", count=view.deck)
    canvas.write(97, y + 101, left, 18, BROWN, "bold", "m")


def _deck_card(pen: Pen) -> None:
    for shift in (10, 5):
        pen.box(shift, shift, 134 + shift, 118 + shift, INK, 10)
        pen.box(shift + 1.5, shift + 1.5, 132.5 + shift, 116.5 + shift, TIE, 9)
    pen.box(0, 0, 134, 118, INK, 10)
    pen.box(1.5, 1.5, 132.5, 116.5, CREAM, 9)


def _players(canvas: Canvas, scene: Scene[View], turns: list[Turn]) -> None:
    """Everybody's points, money and number of terminus cards."""
    for seat in range(scene.view.seats):
        _player(canvas, scene, seat, turns)


def _player(canvas: Canvas, scene: Scene[View], seat: Seat, turns: list[Turn]) -> None:
    x, right = _player_box(seat, scene.view.seats)
    width = right - x
    tableau, acting = scene.view.tableaux[seat], seat in scene.acting
    ink, faint = (INK, INK) if acting else (WHITE, SOFT)
    top, bottom = _PLAYERS_TOP + 16, SIZE[1] - 14
    middle = (top + bottom) / 2
    if acting:
        canvas.stamp(x, top, shapes.bar, width, bottom - top, SEATS[seat], 16)
    canvas.stamp(x + 38, middle - 26, shapes.seat, seat, 22, WHITE if acting else SEATS[seat])
    name, size = fonts.shrink(scene.words.seat(seat), (33, 28, 24), "black", width - 180)
    canvas.write(x + 72, middle - 26, name, size, ink)
    canvas.stamp(x + 38, middle + 32, village_icons.coin, 21)
    canvas.write(x + 68, middle + 32, str(tableau.money), 38, ink)
    if tableau.held:
        canvas.stamp(x + 168, middle + 32, village_icons.backs, tableau.held, 1)
    canvas.write(x + width - 18, middle - 4, str(tableau.points), 60, ink, anchor="r")
    points = scene.words.say("village.picture.points", points=tableau.points)
    canvas.write(x + width - 18, middle + 46, points, 21, faint, "semibold", "r")
    gained = sum(p for turn in turns if turn.seat == seat for _, p in turn.completed)
    if gained:
        text = scene.words.say("village.picture.gain", points=gained)
        canvas.stamp(x + width - 50, top, shapes.tag, text, 24, CHANGED, WHITE)
