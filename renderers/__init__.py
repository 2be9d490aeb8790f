"""Pictures: a scene goes in, PNG files with their alt texts come out."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from renderers.scene import Picture, Scene

__all__ = ["draw"]


def draw(game_key: str, scene: Scene[Any]) -> list[Picture]:
    """The pictures of a scene, drawn by the game's own module. Safe to call from any thread."""
    pictures: list[Picture] = import_module(f"renderers.{game_key}").pictures(scene)
    return pictures
