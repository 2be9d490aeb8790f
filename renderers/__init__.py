"""Pictures: a scene goes in, PNG files with their alt texts come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from typing import Any

from PIL import Image

from renderers import replay
from renderers.compare import Labels, stacked
from renderers.scene import Picture, Scene

__all__ = ["Labels", "animate", "compare", "draw"]


def draw(game_key: str, scene: Scene[Any]) -> list[Picture]:
    """The pictures of a scene, drawn by the game's own module. Safe to call from any thread."""
    pictures: list[Picture] = import_module(f"renderers.{game_key}").pictures(scene)
    return pictures


def compare(game_key: str, before: Scene[Any], after: Scene[Any], labels: Labels) -> list[Picture]:
    """What differs between two scenes of a table: each picture as it was, above as it is now."""
    earlier = draw(game_key, before)
    return stacked(earlier, draw(game_key, replace(after, earlier=before.view)), after, labels)


def animate(game_key: str, scenes: Iterable[Scene[Any]]) -> bytes:
    """The scenes of a whole game as one animation; a scene with nothing to be seen has no frame."""
    renderer = import_module(f"renderers.{game_key}")
    drawn = (renderer.frame(scene) for scene in scenes)
    frames: Iterator[Image.Image] = (canvas.image for canvas in drawn if canvas is not None)
    return replay.gif(frames, renderer.palette())
