"""The canvas: base layers, sprites and texts are drawn once, and after that only pasted.

A recipe is a function that draws with a pen. The quick canvas draws it once, large, reduces it
and keeps it as a sprite. Within `uncached()` the canvas is a plain one that draws everything anew
at twice the size: the same picture the long way round, to compare with.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from renderers import encode, fonts
from renderers.pen import Pen
from renderers.theme import Colour

Recipe = Callable[..., None]
"""recipe(pen, *args): draws around (0, 0); the args are hashable and say all there is to know."""

_FINE = 4  # sprites are drawn at this scale and reduced
_COARSE = 3  # base layers: larger ones would only cost memory
_PLAIN = 2
_OPAQUE = 255
_WORTH_CUTTING = 2_000  # pixels

_plain: ContextVar[bool] = ContextVar("plain", default=False)


class Piece(NamedTuple):
    """A part of a sprite, its stencil if it has one, and its place relative to the stamp's."""

    image: Image.Image
    mask: Image.Image | None
    left: int
    top: int


Sprite = tuple[Piece, ...]
"""A small picture in parts: what is opaque is pasted much faster without a stencil."""


@lru_cache(maxsize=4096)
def sprite(recipe: Recipe, args: tuple[Hashable, ...]) -> Sprite:
    """What a recipe draws, anti-aliased."""
    probe = Pen(None, 1)
    recipe(probe, *args)
    left, top = (math.floor(edge) - 1 for edge in probe.bounds[:2])
    right, bottom = (math.ceil(edge) + 1 for edge in probe.bounds[2:])
    large = Image.new("RGBA", ((right - left) * _FINE, (bottom - top) * _FINE))
    pen = Pen(large, _FINE, -left, -top)
    recipe(pen, *args)
    small = large.reduce(_FINE)
    pen.write(small, 1)
    return tuple(_pieces(small.convert("RGB"), small.getchannel("A"), left, top))


def _pieces(image: Image.Image, mask: Image.Image, left: int, top: int) -> Iterator[Piece]:
    """The sprite cut into its opaque inside, if that is large enough, and what is around it."""
    width, height = image.size
    rim = _rim(mask)
    if rim is None:
        yield Piece(image, mask, left, top)
        return
    inside = rim, rim, width - rim, height - rim
    yield Piece(image.crop(inside), None, left + rim, top + rim)
    for box in (
        (0, 0, width, rim),
        (0, height - rim, width, height),
        (0, rim, rim, height - rim),
        (width - rim, rim, width, height - rim),
    ):
        yield Piece(image.crop(box), mask.crop(box), left + box[0], top + box[1])


def _rim(mask: Image.Image) -> int | None:
    """How much is cut off all around, so that what is left is opaque; None if that is little."""
    width, height = mask.size
    for rim in range(1, min(width, height) // 2):
        if (width - 2 * rim) * (height - 2 * rim) < _WORTH_CUTTING:
            return None
        if mask.crop((rim, rim, width - rim, height - rim)).getextrema() == (_OPAQUE, _OPAQUE):
            return rim
    return None


@lru_cache(maxsize=16)
def _base(size: tuple[int, int], recipe: Recipe, args: tuple[Hashable, ...]) -> Image.Image:
    large = Image.new("RGB", (size[0] * _COARSE, size[1] * _COARSE))
    pen = Pen(large, _COARSE)
    recipe(pen, *args)
    small = large.reduce(_COARSE)
    pen.write(small, 1)
    return small


class Canvas:
    """A picture in the making, pasted together from what is kept."""

    def __init__(self, size: tuple[int, int], base: Recipe, *args: Hashable) -> None:
        self.width, self.height = size
        self.image = _base(size, base, args).copy()

    def stamp(self, x: float, y: float, recipe: Recipe, *args: Hashable) -> None:
        """What the recipe draws, at this place."""
        left, top = round(x), round(y)
        for piece in sprite(recipe, args):
            self.image.paste(piece.image, (left + piece.left, top + piece.top), piece.mask)

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
        """A text: x by the anchor (l, m or r), y at the middle of its capitals."""
        kept = fonts.mask(text, size, weight)
        shift = {"l": 0.0, "m": 0.5, "r": 1.0}[anchor] * fonts.width(text, size, weight)
        base = y + fonts.cap_height(size, weight) / 2
        at = (round(x - shift) + kept.left, round(base) + kept.top)
        self.image.paste(fill, at, kept.image)

    def png(self, palette: Image.Image) -> bytes:
        """The picture as a file, in the colours of a fixed palette."""
        return encode.png(self.image, palette)


class PlainCanvas(Canvas):
    """The same without anything kept: every shape and letter is drawn anew, at twice the size."""

    def __init__(self, size: tuple[int, int], base: Recipe, *args: Hashable) -> None:
        self.width, self.height = size
        self.image = Image.new("RGB", (size[0] * _PLAIN, size[1] * _PLAIN))
        self.stamp(0, 0, base, *args)

    def stamp(self, x: float, y: float, recipe: Recipe, *args: Hashable) -> None:
        pen = Pen(self.image, _PLAIN, round(x), round(y))
        recipe(pen, *args)
        pen.write(self.image, _PLAIN)

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
        pen = Pen(None, 1)
        pen.text(x, y, text, size, fill, weight, anchor)
        pen.write(self.image, _PLAIN)

    def png(self, palette: Image.Image) -> bytes:
        out = io.BytesIO()
        small = self.image.resize((self.width, self.height), Image.Resampling.LANCZOS)
        small.save(out, "PNG")
        return out.getvalue()


def new(size: tuple[int, int], base: Recipe, *args: Hashable) -> Canvas:
    """A canvas that begins with what the base recipe draws."""
    return (PlainCanvas if _plain.get() else Canvas)(size, base, *args)


@contextmanager
def uncached() -> Iterator[None]:
    """Pictures drawn within are drawn the long way round, and nothing is kept."""
    before = _plain.set(True)
    try:
        yield
    finally:
        _plain.reset(before)
