"""Railroad Dice in pictures: the board, the tiles to choose from, and at the end the sheet."""

from __future__ import annotations

from PIL import Image

from games import GAMES
from games.dice.view import View
from renderers import (
    alt,
    canvas,
    dice_board,
    dice_chart,
    dice_land,
    dice_panels,
    dice_shapes,
    dice_targets,
    header,
    sheet,
)
from renderers.scene import Picture, Scene


def pictures(scene: Scene[View]) -> list[Picture]:
    """The board; before it the tiles, when one is to be chosen; the score sheet at the end."""
    game = GAMES["dice"]
    words = alt.describe(game, scene)
    drawn = [Picture("dice.png", board(scene).png(palette()), words)]
    if tiles := dice_targets.tiles(scene):
        header.draw(tiles, scene, game.title, dice_shapes.emblem)
        drawn.insert(0, Picture("tiles.png", tiles.png(palette()), words))
    if scene.result:
        drawn.append(sheet.picture(scene, game.title, dice_shapes.emblem, palette()))
    return drawn


def frame(scene: Scene[View]) -> canvas.Canvas:
    """A frame of the replay."""
    return board(scene)


def palette() -> Image.Image:
    """The colours of all pictures of the game."""
    return dice_chart.palette()


def board(scene: Scene[View]) -> canvas.Canvas:
    """The board before it becomes a file."""
    view = scene.view
    single = len(dice_board.slots(view)) == 1
    paper = canvas.new(dice_panels.SIZE, dice_panels.ground, view.seats, single)
    dice_board.draw(paper, scene)
    dice_land.draw(paper, scene)
    dice_panels.draw(paper, scene)
    dice_targets.draw(paper, scene)
    header.draw(paper, scene, GAMES["dice"].title, dice_shapes.emblem)
    return paper
