"""What can be chosen, on the private picture: mint marks with the numbers of the select."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Move
from games.ride.components import Hex, the_map
from games.ride.moves import Build
from games.ride.view import View
from renderers import ride_shapes, shapes
from renderers.canvas import Canvas
from renderers.ride_map import centre, spots
from renderers.scene import Pending, Scene

_RADIUS = 15
_ABOVE_NAME = 12


def draw(canvas: Canvas, scene: Scene[View]) -> None:
    """The marks of the choice that is open, and the sketch of a shortcut."""
    if scene.pending is None:
        return
    if scene.pending.steps:
        _sketch(canvas, scene, scene.pending.steps)
    _places(canvas, scene.pending)


def _numbered(pending: Pending) -> list[tuple[str, str]]:
    return [(str(n), str(v)) for n, v in enumerate(pending.values, start=pending.first)]


def _places(canvas: Canvas, pending: Pending) -> None:
    board = the_map()
    marked = [(number, hex_) for number, hex_ in _numbered(pending) if hex_ in board.place]
    for _, hex_ in marked:
        canvas.stamp(*centre(hex_), ride_shapes.target_ground)
    for number, hex_ in marked:
        x, y = centre(hex_)
        y -= _ABOVE_NAME if hex_ in board.cities else 0
        canvas.stamp(x, y, shapes.target, number, _RADIUS)


def _sketch(canvas: Canvas, scene: Scene[View], steps: Sequence[Move]) -> None:
    """The locomotives of a shortcut, dotted, with their number at the last one."""
    builds = [step for step in steps if isinstance(step, Build)]
    if not builds:
        return
    at = {
        hex_: spot[:2]
        for (owner, hex_), spot in spots(scene.view).items()
        if owner == builds[0].railroad
    }
    ends = dict(at)
    for build in builds:
        here = centre(build.hex)
        if (before := _beside(build.hex, ends)) is not None:
            there = ends[before]
            canvas.stamp(*there, ride_shapes.dotted, here[0] - there[0], here[1] - there[1])
        ends[build.hex] = here
    for build in builds:
        canvas.stamp(*centre(build.hex), ride_shapes.sketched, build.railroad, 29)
    x, y = centre(builds[-1].hex)
    count = scene.words.say("ride.picture.count", count=len(builds))
    canvas.stamp(x, y - 33, shapes.target, count, 14)


def _beside(hex_: Hex, laid: dict[Hex, tuple[int, int]]) -> Hex | None:
    """The piece of track laid last among those next to a hex."""
    return next((h for h in reversed(laid) if h in the_map().neighbours[hex_]), None)
