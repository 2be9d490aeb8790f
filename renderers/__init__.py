"""Pictures: a scene goes in, PNG files with their alt texts come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from PIL import Image

from renderers import replay
from renderers.scene import Picture, Scene

__all__ = ["animate", "draw"]


def draw(game_key: str, scene: Scene[Any]) -> list[Picture]:
    """The pictures of a scene, drawn by the game's own module. Safe to call from any thread."""
    pictures: list[Picture] = import_module(f"renderers.{game_key}").pictures(scene)
    return pictures


def animate(game_key: str, scenes: Iterable[Scene[Any]]) -> bytes:
    """The scenes of a whole game as one animation, a frame each."""
    renderer = import_module(f"renderers.{game_key}")
    frames: Iterator[Image.Image] = (renderer.frame(scene).image for scene in scenes)
    return replay.gif(frames, renderer.palette())
