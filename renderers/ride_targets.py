"""What can be chosen, on the private picture: mint marks with the numbers of the select."""

from __future__ import annotations

from games.ride.components import RAILROADS, Hex, the_map
from games.ride.view import View
from renderers import ride_panels, ride_shapes, shapes
from renderers.canvas import Canvas
from renderers.ride_board import planned
from renderers.ride_map import Piece, Spot, centre, spots
from renderers.scene import Pending, Scene

_RADIUS = 15
_ABOVE_NAME = 12


def ground(canvas: Canvas, scene: Scene[View]) -> None:
    """What lies under all that stands on the map: rims of places, and planned track."""
    for _, hex_ in _places(scene.pending):
        canvas.stamp(*centre(hex_), ride_shapes.target_ground)
    sketch = planned(scene)
    places = spots(scene.view, sketch)
    laid = {piece: spot for piece, spot in places.items() if piece not in sketch}
    for piece in sketch:
        here = places[piece]
        if there := _beside(piece, laid):
            canvas.stamp(there.x, there.y, ride_shapes.dotted, here.x - there.x, here.y - there.y)
        laid[piece] = here


def _beside(piece: Piece, laid: dict[Piece, Spot]) -> Spot | None:
    """The locomotive of a railroad laid last among those next to one."""
    railroad, hex_ = piece
    near = [(railroad, other) for other in the_map().neighbours[hex_]]
    return next((laid[other] for other in reversed(laid) if other in near), None)


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """The marks of the choice that is open, and the locomotives of a shortcut."""
    _railroads(canvas, scene.pending)
    _sketch(canvas, scene)
    for number, hex_ in _places(scene.pending):
        x, y = centre(hex_)
        y -= _ABOVE_NAME if hex_ in the_map().cities else 0
        canvas.stamp(x, y, shapes.target, number, _RADIUS)


def _places(pending: Pending | None) -> list[tuple[str, Hex]]:
    """The hexes that can be chosen, with their numbers."""
    if pending is None:
        return []
    numbered = [(str(n), str(v)) for n, v in enumerate(pending.values, start=pending.first)]
    return [(number, hex_) for number, hex_ in numbered if hex_ in the_map().place]


def _railroads(canvas: Canvas, pending: Pending | None) -> None:
    """A railroad is chosen by its name: it is marked where it is listed, without a number."""
    for value in pending.values if pending else ():
        if value in RAILROADS:
            left, top, width, height = ride_panels.railroad_row(str(value))
            canvas.stamp(left, top, ride_shapes.target_row, width, height)


def _sketch(canvas: Canvas, scene: Scene[View]) -> None:
    """The planned locomotives, with their number at the last one."""
    sketch = planned(scene)
    if not sketch:
        return
    places = spots(scene.view, sketch)
    for piece in sketch:
        x, y, width = places[piece]
        canvas.stamp(x, y - 1, ride_shapes.sketched, piece[0], width)
    x, y = centre(sketch[-1][1])
    count = scene.words.say("ride.picture.count", count=len(sketch))
    canvas.stamp(x, y - 33, shapes.target, count, 14)
