"""PNG files in a fixed palette: one palette for all pictures of a game, made once."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from isal import isal_zlib
from PIL import Image

from renderers.theme import Colour

_LEVEL = 2  # as quick as 1, and a little smaller
_INDEXED = 3  # a PNG whose pixels are numbers of colours
_UNFILTERED = b"\0"  # before each line: flat colours gain nothing from a filter
_APART = 6  # a found colour this close to a given one would only blur it
_PLACES = 256


def palette(chart: Image.Image, given: Sequence[Colour]) -> Image.Image:
    """A palette of the given colours, exact, and of those that the chart needs most."""
    wanted, left = _PLACES, -1
    while left < 0:
        found = [colour for colour in _needed(chart, wanted) if _new(colour, given)]
        left = _PLACES - len(given) - len(found)
        wanted += min(0, left)
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in (*given, *found) for part in colour])
    return image


def _needed(chart: Image.Image, count: int) -> list[Colour]:
    if count < 1:
        return []
    counted = chart.quantize(count, method=Image.Quantize.MEDIANCUT, kmeans=2)
    flat = counted.getpalette() or []
    return [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]


def _new(colour: Colour, given: Sequence[Colour]) -> bool:
    """Whether a found colour leaves the given ones alone when pixels look for the nearest."""
    for other in given:
        # Pillow looks up the nearest colour for cells of four steps, from their lowest corner.
        red, green, blue = (part & ~3 for part in other)
        corner = red, green, blue
        if _apart(colour, other) <= _APART**2 or _apart(colour, corner) <= _apart(other, corner):
            return False
    return True


def _apart(one: Colour, other: Colour) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def png(image: Image.Image, colours: Image.Image) -> bytes:
    """The image as a PNG file, each pixel in the nearest colour of the palette."""
    reduced = image.quantize(palette=colours, dither=Image.Dither.NONE)
    width, height = reduced.size
    header = struct.pack(">IIBBBBB", width, height, 8, _INDEXED, 0, 0, 0)
    pixels = reduced.tobytes()
    rows = (pixels[start : start + width] for start in range(0, len(pixels), width))
    lines = _UNFILTERED + _UNFILTERED.join(rows)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(reduced.getpalette() or [])),
            _chunk(b"IDAT", isal_zlib.compress(lines, _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, data: bytes) -> bytes:
    checked = kind + data
    return struct.pack(">I", len(data)) + checked + struct.pack(">I", isal_zlib.crc32(checked))
