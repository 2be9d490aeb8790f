"""Type: the fonts, how wide a text is, and how to make it fit."""

from __future__ import annotations

from bisect import bisect
from functools import cache, lru_cache
from typing import NamedTuple

import font_source_sans_pro
from PIL import Image, ImageDraw, ImageFont

_FILES = {
    "semibold": "SourceSansProSemibold",
    "bold": "SourceSansProBold",
    "black": "SourceSansProBlack",
}
ELLIPSIS = "…"


class Mask(NamedTuple):
    """A text as a stencil, with its place relative to the start of the baseline."""

    image: Image.Image
    left: int
    top: int


@cache
def font(size: int, weight: str) -> ImageFont.FreeTypeFont:
    """The font of this size. Basic layout: the same pixels with and without Raqm."""
    path = font_source_sans_pro.font_files_ttf[_FILES[weight]]
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.BASIC)


@cache
def cap_height(size: int, weight: str) -> float:
    """The height of a capital: texts are centred on it, not on their descenders."""
    return -font(size, weight).getbbox("H", anchor="ls")[1]


@lru_cache(maxsize=8192)
def width(text: str, size: int, weight: str) -> float:
    """How wide a text is."""
    return font(size, weight).getlength(text)


@lru_cache(maxsize=4096)
def mask(text: str, size: int, weight: str) -> Mask:
    """The stencil of a text."""
    left, top, right, bottom = (
        round(edge) for edge in font(size, weight).getbbox(text, anchor="ls")
    )
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    pen = ImageDraw.Draw(image)
    pen.text((-left, -top), text, fill=255, font=font(size, weight), anchor="ls")
    return Mask(image, left, top)


def fit(text: str, size: int, weight: str, room: float) -> str:
    """The text, cut with an ellipsis if it is too wide: after a word, or within a single one."""
    if width(text, size, weight) <= room:
        return text
    fitting = bisect(range(len(text)), room, key=lambda n: width(text[:n], size, weight))
    cut = text[:fitting]
    while cut and width(_broken_off(cut), size, weight) > room:
        cut = cut[:-1]
    word, space, _ = cut.rpartition(" ")
    if space and not text[len(cut) :].startswith(" ") and len(word) > len(cut) // 2:
        cut = word
    return _broken_off(cut)


def _broken_off(text: str) -> str:
    text = text.rstrip(" ,;:")
    return f"{text} {ELLIPSIS}" if text.endswith(".") else text + ELLIPSIS


def shrink(text: str, sizes: tuple[int, ...], weight: str, room: float) -> tuple[str, int]:
    """The text in the largest size that holds it; in the smallest one it is cut."""
    for size in sizes:
        if width(text, size, weight) <= room:
            return text, size
    return fit(text, sizes[-1], weight, room), sizes[-1]


def wrap(text: str, size: int, weight: str, room: float, lines: int) -> list[str]:
    """The text in at most this many lines; the last one is cut if need be, and a long word."""
    words, found = text.split(), [""]
    while words:
        longer = f"{found[-1]} {words[0]}".strip()
        if len(found) == lines:
            found[-1] = fit(" ".join([found[-1], *words]).strip(), size, weight, room)
            break
        if found[-1] and width(longer, size, weight) > room:
            found.append("")
            continue
        found[-1] = longer
        words.pop(0)
    return [fit(line, size, weight, room) for line in found]
