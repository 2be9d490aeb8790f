"""The map of Ride the Rails as it stands: track, locomotives, passengers, and what is new."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from games.ride.components import BANNER_BONUS, RAILROADS, Hex, the_map
from games.ride.state import Turn
from games.ride.view import View
from renderers import ride_shapes, shapes
from renderers.canvas import Canvas
from renderers.ride_map import WIDTH, Spot, centre, spots
from renderers.scene import Scene
from renderers.theme import CHANGED, CREAM, GOOD, INK, LINES, PLATE, SEATS, TARGET, WHITE, Colour

_NAME_BELOW = 21  # from a city's middle to its plate
_EDGE = 5

Spots = dict[tuple[str, Hex], Spot]


def new_turns(scene: Scene[View]) -> list[Turn]:
    """The turns to be marked, and the one that is going on."""
    marked = [turn for turn in scene.view.recent if turn.number >= scene.since]
    return marked + ([scene.view.turn] if scene.view.turn else [])


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """Everything on the map but the names, from the ground up."""
    view, turns, places = scene.view, new_turns(scene), spots(scene.view)
    chosen = scene.pending.chosen if scene.pending else {}
    _new_ground(canvas, turns)
    _journeys(canvas, turns, places)
    if (railroad := str(chosen.get("railroad"))) in RAILROADS:
        _emphasise(canvas, railroad, places)
    _tracks(canvas, view, places)
    _locomotives(canvas, turns, places)
    _passengers(canvas, view)
    _banners(canvas, view)


def _new_ground(canvas: Canvas, turns: list[Turn]) -> None:
    hexes = [centre(hex_) for turn in turns for _, hex_ in turn.built]
    for width, fill in ((13, WHITE), (8, CHANGED)):
        for x, y in hexes:
            canvas.stamp(x, y, ride_shapes.new_ground, width, fill)


def _journeys(canvas: Canvas, turns: list[Turn], places: Spots) -> None:
    """A pink band under the track, through the cities in which the passenger changed."""
    for width, fill in ((30, WHITE), (24, CHANGED)):
        for turn in turns:
            stops = [places[leg.railroad, h] for leg in turn.journey for h in leg.way]
            for a, b in itertools.pairwise(stops):
                _stretch(canvas, a, b, width, fill)


def _stretch(canvas: Canvas, a: Spot, b: Spot, width: float, fill: Colour) -> None:
    canvas.stamp(a.x, a.y, ride_shapes.stretch, b.x - a.x, b.y - a.y, width, fill)


def _pieces(railroad: str, places: Spots) -> Iterator[tuple[Spot, Spot]]:
    """The track of a railroad: its adjacent hexes are connected (R22)."""
    neighbours = the_map().neighbours
    for (owner, hex_), spot in places.items():
        if owner == railroad:
            for other in neighbours[hex_]:
                if other > hex_ and (railroad, other) in places:
                    yield spot, places[railroad, other]


def _tracks(canvas: Canvas, view: View, places: Spots) -> None:
    pieces = [(LINES[r].colour, list(_pieces(r, places))) for r in RAILROADS if view.tracks[r]]
    for _, track in pieces:
        for a, b in track:
            _stretch(canvas, a, b, 10, WHITE)
    for colour, track in pieces:
        for a, b in track:
            _stretch(canvas, a, b, 6.5, colour)


def _emphasise(canvas: Canvas, railroad: str, places: Spots) -> None:
    """The railroad that is being built for stands out by a wide band."""
    for width, fill in ((24, INK), (18, CREAM)):
        for a, b in _pieces(railroad, places):
            _stretch(canvas, a, b, width, fill)


def _locomotives(canvas: Canvas, turns: list[Turn], places: Spots) -> None:
    new = {(railroad, hex_) for turn in turns for railroad, hex_ in turn.built}
    for piece in sorted(places, key=lambda piece: piece in new):
        x, y, width = places[piece]
        canvas.stamp(x, y - 1, ride_shapes.locomotive, piece[0], width, piece in new)
    builders = {turn.seat: turn.built[-1][1] for turn in turns if turn.built}
    if len(builders) > 1:
        for seat, hex_ in builders.items():
            x, y = centre(hex_)
            canvas.stamp(x - 19, y - 19, shapes.seat, seat, 12, SEATS[seat])


def _passengers(canvas: Canvas, view: View) -> None:
    for hex_ in view.passengers:
        x, y = centre(hex_)
        held = len(view.in_hex(hex_))
        if not held:
            canvas.stamp(x, y - 6, ride_shapes.passenger, 1.4)
        elif held > 3:
            canvas.stamp(x, y - 25, ride_shapes.passenger, 1.05)
        else:
            canvas.stamp(x + 16, y - 18, ride_shapes.passenger, 1.05)


def _banners(canvas: Canvas, view: View) -> None:
    for hex_ in view.banners:
        x, y = centre(hex_)
        canvas.stamp(x + 22, y - 19, shapes.tag, f"${BANNER_BONUS}", 15, GOOD, WHITE)


def names(canvas: Canvas, scene: Scene[View]) -> None:
    """The names of the cities; drawn last, so that all can be read."""
    board, ends = the_map(), _ends(scene, new_turns(scene))
    for hex_, city in board.cities.items():
        if hex_ not in ends:
            _plate(canvas, hex_, city.name, 19 if hex_ == board.chicago else PLATE, CREAM, INK, INK)
    for hex_, (text, seats, fill, ink) in ends.items():
        x = _plate(canvas, hex_, text, 20, fill, WHITE if ink == WHITE else INK, ink)
        _whose(canvas, x, centre(hex_)[1] + _NAME_BELOW, text, seats)


def _plate(
    canvas: Canvas, hex_: Hex, text: str, size: int, fill: Colour, rim: Colour, ink: Colour
) -> float:
    x, y = centre(hex_)
    half = shapes.plate_width(text, size) / 2 + _EDGE
    middle = round(min(max(x, half), WIDTH - half))
    canvas.stamp(middle, y + _NAME_BELOW, shapes.plate, text, size, fill, rim, ink)
    return middle


def _whose(canvas: Canvas, x: float, y: float, text: str, seats: tuple[int, ...]) -> None:
    """The shapes of those who rode, when the journeys of several are marked."""
    left = x - shapes.plate_width(text, 20) / 2 - 6
    for number, seat in enumerate(seats):
        canvas.stamp(left - 17 * number, y, shapes.seat, seat, 11, SEATS[seat])


End = tuple[str, tuple[int, ...], Colour, Colour]


def _ends(scene: Scene[View], turns: list[Turn]) -> dict[Hex, End]:
    """The cities in which a journey begins or ends: their words, riders and colours."""
    found: dict[Hex, End] = {}
    rides = [turn for turn in turns if turn.journey]
    starts = {turn.journey[0].way[0] for turn in rides}
    stops = {turn.journey[-1].way[-1] for turn in rides}
    for hex_ in sorted(starts | stops):
        key = "both" if hex_ in starts & stops else "from" if hex_ in starts else "to"
        ends = {t.seat for t in rides if hex_ in (t.journey[0].way[0], t.journey[-1].way[-1])}
        whose = tuple(sorted(ends)) if len(rides) > 1 else ()
        found[hex_] = (scene.words.say(f"ride.picture.{key}", hex=hex_), whose, CHANGED, WHITE)
    chosen = scene.pending.chosen if scene.pending else {}
    for field, key in (("passenger", "from"), ("to", "to")):
        if (value := str(chosen.get(field))) in the_map().cities:
            found[value] = (scene.words.say(f"ride.picture.{key}", hex=value), (), TARGET, INK)
    return found
