"""The Rail on the Hill in pictures."""

from __future__ import annotations

from games import GAMES
from games.hill.view import View
from renderers import alt, canvas, header, shapes
from renderers.pen import Pen
from renderers.scene import Picture, Scene
from renderers.theme import TABLE


def pictures(scene: Scene[View]) -> list[Picture]:
    """A plain sign."""
    paper = canvas.new((1400, 300), _ground)
    header.draw(paper, scene, GAMES["hill"].title, _emblem)
    import io

    out = io.BytesIO()
    paper.image.quantize(64).save(out, "PNG")
    return [Picture("hill.png", out.getvalue(), alt.describe(GAMES["hill"], scene))]


def _ground(pen: Pen) -> None:
    pen.box(0, 0, 1400, 300, TABLE)
    header.ground(pen, 1400)


def _emblem(pen: Pen) -> None:
    shapes.tick(pen, 20)
