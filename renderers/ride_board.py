"""The map of Ride the Rails as it stands: track, locomotives, passengers, and what is new."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from games.ride.components import BANNER_BONUS, RAILROADS, Hex, the_map
from games.ride.moves import Build
from games.ride.state import Turn
from games.ride.view import View
from renderers import ride_shapes, shapes
from renderers.canvas import Canvas
from renderers.ride_map import WIDTH, Piece, Spot, centre, spots
from renderers.scene import Scene
from renderers.theme import CHANGED, CREAM, GOOD, INK, LINES, PLATE, SEATS, TARGET, WHITE, Colour

_NAME_BELOW = 21  # from a city's middle to its plate
_EDGE = 5

Spots = dict[Piece, Spot]


def new_turns(scene: Scene[View]) -> list[Turn]:
    """The turns to be marked, and the one that is going on."""
    marked = [turn for turn in scene.view.recent if turn.number >= scene.since]
    return marked + ([scene.view.turn] if scene.view.turn else [])


def planned(scene: Scene[View]) -> list[Piece]:
    """The locomotives of a shortcut that is sketched."""
    steps = scene.pending.steps if scene.pending else ()
    return [(step.railroad, step.hex) for step in steps if isinstance(step, Build)]


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """The network and the passengers, from the ground up."""
    view, turns, sketch = scene.view, new_turns(scene), planned(scene)
    places = {p: spot for p, spot in spots(view, sketch).items() if p not in sketch}
    chosen = scene.pending.chosen if scene.pending else {}
    new = _new_pieces(scene, turns)
    _new_ground(canvas, new)
    _journeys(canvas, turns, places)
    if (railroad := str(chosen.get("railroad"))) in RAILROADS:
        _emphasise(canvas, railroad, places)
    _tracks(canvas, view, places)
    _locomotives(canvas, new, places)
    _passengers(canvas, view)


def _new_pieces(scene: Scene[View], turns: list[Turn]) -> set[Piece]:
    """The locomotives that are new: by the turns to be marked, or since the earlier position."""
    new = {piece for turn in turns for piece in turn.built}
    if earlier := scene.earlier:
        for railroad, hexes in scene.view.tracks.items():
            new |= {(railroad, hex_) for hex_ in hexes if hex_ not in earlier.tracks[railroad]}
    return new


def _new_ground(canvas: Canvas, new: set[Piece]) -> None:
    hexes = sorted(centre(hex_) for _, hex_ in new)
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


def _locomotives(canvas: Canvas, new: set[Piece], places: Spots) -> None:
    for piece in sorted(places, key=lambda piece: piece in new):
        x, y, width = places[piece]
        canvas.stamp(x, y - 1, ride_shapes.locomotive, piece[0], width, piece in new)


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


def signs(canvas: Canvas, scene: Scene[View]) -> None:
    """What is to be read on the map; drawn last, so that nothing hides it."""
    turns = new_turns(scene)
    _banners(canvas, scene)
    _names(canvas, _ends(scene, turns))
    _builders(canvas, turns)


def _banners(canvas: Canvas, scene: Scene[View]) -> None:
    """What the first one there earns, clear of the number that the city may be marked with."""
    marked = scene.pending.values if scene.pending else ()
    for hex_ in scene.view.banners:
        x, y = centre(hex_)
        right = 40 if hex_ in marked else 22
        canvas.stamp(x + right, y - 19, shapes.tag, f"${BANNER_BONUS}", 15, GOOD, WHITE)


End = tuple[str, int, tuple[int, ...], Colour, Colour]
"""What the sign of a journey's end says: its words and their size, who rode, its colours."""


def _names(canvas: Canvas, ends: dict[Hex, End]) -> None:
    board = the_map()
    for hex_, city in board.cities.items():
        if hex_ not in ends:
            size = 19 if hex_ == board.chicago else PLATE
            _sign(canvas, *centre(hex_), (city.name, size, (), CREAM, INK))
    for hex_, x in _side_by_side(ends).items():
        _sign(canvas, x, centre(hex_)[1], ends[hex_])


def _sign(canvas: Canvas, x: float, y: float, end: End) -> None:
    """A city's name below its middle, within the picture."""
    text, size, seats, fill, ink = end
    half = ride_shapes.sign_width(text, size, seats) / 2 + _EDGE
    middle = round(min(max(x, half), WIDTH - half))
    rim = WHITE if ink == WHITE else INK
    canvas.stamp(middle, y + _NAME_BELOW, ride_shapes.sign, text, size, seats, fill, rim, ink)


def _side_by_side(ends: dict[Hex, End]) -> dict[Hex, float]:
    """How far east each sign stands: two of one row that would overlap make room."""
    widths = {hex_: ride_shapes.sign_width(*end[:3]) for hex_, end in ends.items()}
    places = {hex_: float(centre(hex_)[0]) for hex_ in sorted(ends, key=centre)}
    for a, b in itertools.combinations(places, 2):
        over = (widths[a] + widths[b]) / 2 - (places[b] - places[a])
        if over > 0 and centre(a)[1] == centre(b)[1]:
            places[a] -= over / 2
            places[b] += over / 2
    return places


def _builders(canvas: Canvas, turns: list[Turn]) -> None:
    """Who built where, when the building of several is marked: a shape at each new line."""
    if len({turn.seat for turn in turns if turn.built}) < 2:
        return
    lines: dict[tuple[int, str], list[Hex]] = {}
    for turn in turns:
        for railroad, hex_ in turn.built:
            lines.setdefault((turn.seat, railroad), []).append(hex_)
    for (seat, _), hexes in lines.items():
        x, y = centre(next(filter(_clear, reversed(hexes)), hexes[-1]))
        canvas.stamp(x - 15, y - 21, shapes.seat, seat, 12, SEATS[seat])


def _clear(hex_: Hex) -> bool:
    """Whether no city's name reaches into a hex from above."""
    board = the_map()
    row = board.place[hex_][0]
    return not any(board.place[n][0] < row and n in board.cities for n in board.neighbours[hex_])


def _ends(scene: Scene[View], turns: list[Turn]) -> dict[Hex, End]:
    """The cities in which a journey begins or ends, and their signs."""
    found: dict[Hex, End] = {}
    rides = [turn for turn in turns if turn.journey]
    size = PLATE if len(rides) > 1 else 20
    starts = {turn.journey[0].way[0] for turn in rides}
    stops = {turn.journey[-1].way[-1] for turn in rides}
    for hex_ in sorted(starts | stops):
        key = "both" if hex_ in starts & stops else "from" if hex_ in starts else "to"
        ends = {t.seat for t in rides if hex_ in (t.journey[0].way[0], t.journey[-1].way[-1])}
        whose = tuple(sorted(ends)) if len(rides) > 1 else ()
        text = scene.words.say(f"ride.picture.{key}", hex=hex_)
        found[hex_] = (text, size, whose, CHANGED, WHITE)
    chosen = scene.pending.chosen if scene.pending else {}
    for field, key in (("passenger", "from"), ("to", "to")):
        if (value := str(chosen.get(field))) in the_map().cities:
            found[value] = (scene.words.say(f"ride.picture.{key}", hex=value), 20, (), TARGET, INK)
    return found
