"""A canvas that remembers what was written on it, and where."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

from renderers import fonts
from renderers.canvas import Canvas, Recipe
from renderers.theme import Colour


class Written(NamedTuple):
    """A text on the canvas."""

    text: str
    size: int
    fill: Colour
    left: float
    right: float
    y: float


class Spy(Canvas):
    """Draws like any other canvas."""

    def __init__(self, size: tuple[int, int], base: Recipe, *args: Hashable) -> None:
        super().__init__(size, base, *args)
        self.written: list[Written] = []
        self.stamped: list[tuple[float, float, Recipe, tuple[Hashable, ...]]] = []

    def stamp(self, x: float, y: float, recipe: Recipe, *args: Hashable) -> None:
        self.stamped.append((x, y, recipe, args))
        super().stamp(x, y, recipe, *args)

    def write(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        fill: Colour,
        weight: str = "black",
        anchor: str = "l",
    ) -> None:
        width = fonts.width(text, size, weight)
        left = x - {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * width
        self.written.append(Written(text, size, fill, left, left + width, y))
        super().write(x, y, text, size, fill, weight, anchor)

    def find(self, text: str) -> Written:
        """The only text like this."""
        (found,) = [written for written in self.written if written.text == text]
        return found

    def drawn(self, recipe: Recipe) -> list[tuple[Hashable, ...]]:
        """What a recipe was asked to draw."""
        return [args for _, _, kind, args in self.stamped if kind is recipe]
