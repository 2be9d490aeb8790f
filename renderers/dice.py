"""Railroad Dice in pictures."""

from __future__ import annotations

from PIL import Image

from games.dice import DICE
from games.dice.view import View
from renderers import alt
from renderers.scene import Picture, Scene


def pictures(scene: Scene[View]) -> list[Picture]:
    """The pictures of a scene."""
    from io import BytesIO

    data = BytesIO()
    Image.new("P", (400, 200)).save(data, "PNG")
    return [Picture("board.png", data.getvalue(), alt.describe(DICE, scene))]
