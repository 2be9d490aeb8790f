"""Ride the Rails in pictures: the board, and at the end the score sheet."""

from __future__ import annotations

from PIL import Image

from games import GAMES
from games.ride.view import View
from renderers import (
    alt,
    canvas,
    header,
    ride_board,
    ride_chart,
    ride_panels,
    ride_shapes,
    ride_targets,
    sheet,
)
from renderers.ride_map import SIZE, continent
from renderers.scene import Picture, Scene


def pictures(scene: Scene[View]) -> list[Picture]:
    """The board, and the score sheet once the table is over."""
    words = alt.describe(GAMES["ride"], scene, _standing(scene))
    drawn = [Picture("ride.png", board(scene).png(palette()), words)]
    if scene.result:
        drawn.append(sheet.picture(scene, GAMES["ride"].title, ride_shapes.emblem, palette()))
    return drawn


def frame(scene: Scene[View]) -> canvas.Canvas:
    """A frame of the replay."""
    return board(scene)


def palette() -> Image.Image:
    """The colours of all pictures of the game."""
    return ride_chart.palette()


def board(scene: Scene[View]) -> canvas.Canvas:
    """The board before it becomes a file."""
    paper = canvas.new(SIZE, continent)
    ride_targets.ground(paper, scene)
    ride_board.draw(paper, scene)
    ride_panels.draw(paper, scene)
    ride_targets.draw(paper, scene)
    ride_board.signs(paper, scene)
    header.draw(paper, scene, GAMES["ride"].title, ride_shapes.emblem)
    return paper


def _standing(scene: Scene[View]) -> str:
    """The players' money, in the order of the picture."""
    view = scene.view
    return ", ".join(
        scene.words.say("ride.picture.holds", seat=seat, dollars=view.money[seat])
        for seat in ride_panels.rows(scene)
    )
