"""Village Rails in pictures."""

from __future__ import annotations

from games import GAMES
from games.village.view import View
from renderers import alt, canvas, header
from renderers.pen import Pen
from renderers.ride_chart import palette
from renderers.ride_shapes import emblem
from renderers.scene import Picture, Scene
from renderers.theme import TABLE


def _ground(pen: Pen) -> None:
    pen.box(0, 0, 1400, 200, TABLE)
    header.ground(pen, 1400)


def pictures(scene: Scene[View]) -> list[Picture]:
    """The head alone."""
    paper = canvas.new((1400, 200), _ground)
    header.draw(paper, scene, GAMES["village"].title, emblem)
    return [Picture("village.png", paper.png(palette()), alt.describe(GAMES["village"], scene))]
