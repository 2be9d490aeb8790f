"""A whole game as one moving picture: a frame a turn, all in one palette.

A frame keeps only what differs from the one before. Pillow would look for the smallest box
around all differences, which here is most of the picture; so equal pixels are made transparent.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from PIL import Image, ImageChops, ImageOps
from PIL.GifImagePlugin import getdata, getheader

from renderers.theme import STRIP

WIDTH = 800
SHOW = 24.0  # seconds that a game takes, its last frame apart
SHORTEST, LONGEST = 0.12, 1.2  # seconds a frame
LAST = 4.0
_CLEAR = 255  # the colour of a pixel that stays as it was


def gif(frames: Iterable[Image.Image], palette: Image.Image) -> bytes:
    """The frames as an animation that stops at the last one."""
    reduced = list(_reduced(frames, palette))
    step = min(LONGEST, max(SHORTEST, SHOW / len(reduced)))
    durations = [step] * (len(reduced) - 1) + [LAST]
    parts, _ = getheader(reduced[0], info={"transparency": _CLEAR})
    for (changed, corner), seconds in zip(_changes(reduced), durations, strict=True):
        parts += getdata(
            changed, corner, duration=round(1000 * seconds), disposal=1, transparency=_CLEAR
        )
    return b"".join([*parts, b";"])


def _reduced(frames: Iterable[Image.Image], palette: Image.Image) -> Iterator[Image.Image]:
    """Small, and in the palette's colours but the last, whose number means "as before"."""
    colours = Image.new("P", (1, 1))
    colours.putpalette((palette.getpalette() or [])[: 3 * _CLEAR])
    size: tuple[int, int] | None = None
    for frame in frames:
        small = frame.reduce(max(1, round(frame.width / WIDTH)))
        size = size or small.size
        if small.size != size:  # a game may show now one thing, now another
            small = ImageOps.pad(small, size, color=STRIP)
        yield small.quantize(palette=colours, dither=Image.Dither.NONE)


def _changes(frames: Sequence[Image.Image]) -> Iterator[tuple[Image.Image, tuple[int, int]]]:
    """Of each frame what differs from the one before, and where its corner goes."""
    yield frames[0], (0, 0)
    for before, after in pairwise(frames):
        numbers = (Image.frombytes("L", one.size, one.tobytes()) for one in (before, after))
        difference = ImageChops.difference(*numbers)
        box = difference.getbbox() or (0, 0, 1, 1)
        changed = after.copy()
        changed.paste(_CLEAR, mask=difference.point([255] + [0] * 255))
        yield changed.crop(box), box[:2]
