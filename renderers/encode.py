"""PNG files in a fixed palette: one palette for all pictures of a game, made once."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image

from renderers.theme import Colour

_LEVEL = 1
_APART = 6  # a found colour this close to a given one would only blur it
_PLACES = 256


def palette(chart: Image.Image, given: Sequence[Colour]) -> Image.Image:
    """A palette of the given colours, exact, and of those that the chart needs most."""
    wanted = _PLACES - len(given)
    counted = chart.quantize(wanted, method=Image.Quantize.MEDIANCUT, kmeans=2)
    flat = counted.getpalette() or []
    found = [(flat[i], flat[i + 1], flat[i + 2]) for i in range(0, len(flat), 3)]
    kept = list(given) + [colour for colour in found if _new(colour, given)]
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in kept[:_PLACES] for part in colour])
    return image


def _new(colour: Colour, given: Sequence[Colour]) -> bool:
    return all(
        sum((a - b) ** 2 for a, b in zip(colour, other, strict=True)) > _APART**2 for other in given
    )


def png(image: Image.Image, colours: Image.Image) -> bytes:
    """The image as a PNG file, each pixel in the nearest colour of the palette."""
    out = io.BytesIO()
    reduced = image.quantize(palette=colours, dither=Image.Dither.NONE)
    reduced.save(out, "PNG", compress_level=_LEVEL)
    return out.getvalue()
