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
NARROWER = (600, 450)  # widths that are tried when a game would be too large
LIMIT = 7_500_000  # bytes; Discord takes 8 MB, the words around it included
MOST = 240  # frames that are kept: of a longer game every second, every fourth...
SHOW = 24.0  # seconds that a game takes, its last frame apart
SHORTEST, LONGEST = 0.1, 1.2  # seconds a frame
LAST = 4.0
_CLEAR = 127  # the colour of a pixel that stays as it was; half a palette is a tenth smaller


def gif(frames: Iterable[Image.Image], palette: Image.Image, limit: int = LIMIT) -> bytes:
    """The frames as an animation that stops at the last one and has no more bytes than this."""
    colours = Image.new("P", (1, 1))
    colours.putpalette((palette.getpalette() or [])[: 3 * _CLEAR])
    shown = _thinned(_reduced(frames, colours))
    data = _encoded(shown)
    for width in NARROWER:
        if len(data) <= limit:
            return data
        shown = [_narrower(frame, width, colours) for frame in shown]
        data = _encoded(shown)
    while len(data) > limit and len(shown) > 1:
        shown = _every_second(shown)
        data = _encoded(shown)
    return data


def _encoded(frames: Sequence[Image.Image]) -> bytes:
    step = min(LONGEST, max(SHORTEST, SHOW / len(frames)))
    durations = [step] * (len(frames) - 1) + [LAST]
    parts, _ = getheader(frames[0], info={"transparency": _CLEAR})
    for (changed, corner), seconds in zip(_changes(frames), durations, strict=True):
        parts += getdata(
            changed, corner, duration=round(1000 * seconds), disposal=1, transparency=_CLEAR
        )
    return b"".join([*parts, b";"])


def _reduced(frames: Iterable[Image.Image], colours: Image.Image) -> Iterator[Image.Image]:
    """Small, and in the palette's colours up to the one whose number means "as before"."""
    size: tuple[int, int] | None = None
    for frame in frames:
        small = frame.reduce(max(1, round(frame.width / WIDTH)))
        size = size or small.size
        if small.size != size:  # a game may show now one thing, now another
            small = ImageOps.pad(small, size, color=STRIP)
        yield small.quantize(palette=colours, dither=Image.Dither.NONE)


def _narrower(frame: Image.Image, width: int, colours: Image.Image) -> Image.Image:
    size = width, max(1, round(frame.height * width / frame.width))
    small = frame.convert("RGB").resize(size, Image.Resampling.BOX)
    return small.quantize(palette=colours, dither=Image.Dither.NONE)


def _thinned(frames: Iterable[Image.Image]) -> list[Image.Image]:
    """Frames at even distances, few enough to be kept, and the last one."""
    kept: list[Image.Image] = []
    apart, last = 1, None
    for number, last in enumerate(frames):
        if number % apart == 0:
            kept.append(last)
        if len(kept) > MOST:
            kept, apart = kept[::2], 2 * apart
    return kept if last is None or kept[-1] is last else [*kept, last]


def _every_second(frames: Sequence[Image.Image]) -> list[Image.Image]:
    """Half of the frames, the last one among them."""
    return list(frames[::-2][::-1])


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
