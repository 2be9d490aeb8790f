"""A pen draws what a recipe says, at any scale and place."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image, ImageDraw

from renderers import fonts
from renderers.theme import Colour

Point = tuple[float, float]


class Text(NamedTuple):
    """A text to be written: x by its anchor (l, m or r), y at the middle of the capitals."""

    x: float
    y: float
    text: str
    size: int
    weight: str
    fill: Colour
    anchor: str


class Pen:
    """Draws on an image, or only measures if there is none.

    Texts are kept back until `write`, so that they can be written after the
    picture has been reduced, where the font's own rendering is crispest.
    """

    def __init__(self, image: Image.Image | None, scale: int, x: float = 0, y: float = 0) -> None:
        self._draw = ImageDraw.Draw(image) if image else None
        self._scale, self._x, self._y = scale, x, y
        self._texts: list[Text] = []
        self.bounds = [math.inf, math.inf, -math.inf, -math.inf]

    def _touch(self, points: Sequence[Point], margin: float = 0) -> None:
        left, top, right, bottom = self.bounds
        xs, ys = [x for x, _ in points], [y for _, y in points]
        self.bounds = [
            min(left, min(xs) - margin),
            min(top, min(ys) - margin),
            max(right, max(xs) + margin),
            max(bottom, max(ys) + margin),
        ]

    def _at(self, points: Sequence[Point]) -> list[Point]:
        s = self._scale
        return [((x + self._x) * s, (y + self._y) * s) for x, y in points]

    def polygon(self, points: Sequence[Point], fill: Colour) -> None:
        """A filled polygon."""
        self._touch(points)
        if self._draw:
            self._draw.polygon(self._at(points), fill=fill)

    def disc(self, x: float, y: float, r: float, fill: Colour) -> None:
        """A filled circle."""
        corners = [(x - r, y - r), (x + r, y + r)]
        self._touch(corners)
        if self._draw:
            self._draw.ellipse(self._at(corners), fill=fill)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, fill: Colour, width: float
    ) -> None:
        """A part of a circle's rim, in degrees clockwise from the east."""
        corners = [(x - r, y - r), (x + r, y + r)]
        self._touch(corners)
        if self._draw:
            thick = round(width * self._scale)
            self._draw.arc(self._at(corners), start, end, fill=fill, width=thick)

    def box(
        self, x0: float, y0: float, x1: float, y1: float, fill: Colour, radius: float = 0
    ) -> None:
        """A filled box, its corners rounded."""
        self._touch([(x0, y0), (x1, y1)])
        if self._draw:
            (left, top), (right, bottom) = self._at([(x0, y0), (x1, y1)])
            edges = (left, top, right - 1, bottom - 1)
            self._draw.rounded_rectangle(edges, radius * self._scale, fill=fill)

    def frame(
        self, x0: float, y0: float, x1: float, y1: float, fill: Colour, width: float, radius: float
    ) -> None:
        """The rim of a box, within its edges."""
        self._touch([(x0, y0), (x1, y1)])
        if self._draw:
            (left, top), (right, bottom) = self._at([(x0, y0), (x1, y1)])
            edges = (left, top, right - 1, bottom - 1)
            thick = round(width * self._scale)
            self._draw.rounded_rectangle(edges, radius * self._scale, outline=fill, width=thick)

    def line(self, points: Sequence[Point], fill: Colour, width: float) -> None:
        """A line with round joints and ends."""
        self._touch(points, width / 2)
        if self._draw:
            at, half = self._at(points), width * self._scale / 2
            self._draw.line(at, fill=fill, width=max(1, round(2 * half)))
            for x, y in at:
                self._draw.ellipse((x - half, y - half, x + half, y + half), fill=fill)

    def dashes(
        self, points: Sequence[Point], fill: Colour, width: float, on: float, off: float
    ) -> None:
        """A dashed line."""
        for stretch in _dashes(points, on, off):
            self.line(stretch, fill, width)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: int,
        fill: Colour,
        weight: str = "black",
        anchor: str = "m",
    ) -> None:
        """A text; recipes write only upon what they have filled."""
        self._texts.append(Text(x, y, text, size, weight, fill, anchor))

    def write(self, image: Image.Image, scale: int) -> None:
        """Write the texts that were kept back on an image of this scale."""
        draw = ImageDraw.Draw(image)
        for x, y, text, size, weight, fill, anchor in self._texts:
            face = fonts.font(size * scale, weight)
            base = (y + self._y) * scale + fonts.cap_height(size * scale, weight) / 2
            at = ((x + self._x) * scale, base)
            draw.text(at, text, fill=fill, font=face, anchor=f"{anchor}s")


def _dashes(points: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """The stretches that are drawn; a corner within one bends it."""
    found: list[list[Point]] = []
    left, drawn = on, True
    found.append([points[0]])
    for (x0, y0), (x1, y1) in itertools.pairwise(points):
        length, gone = math.hypot(x1 - x0, y1 - y0), 0.0
        while length - gone > left:
            gone += left
            at = (x0 + (x1 - x0) * gone / length, y0 + (y1 - y0) * gone / length)
            if drawn:
                found[-1].append(at)
            else:
                found.append([at])
            drawn = not drawn
            left = on if drawn else off
        left -= length - gone
        if drawn:
            found[-1].append((x1, y1))
    return [stretch for stretch in found if len(stretch) > 1]
