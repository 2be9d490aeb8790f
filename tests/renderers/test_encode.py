"""Files: one palette for all pictures of a game, in which the colours of the signs are exact."""

from __future__ import annotations

import hashlib
import io
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest
from PIL import Image

from renderers import encode, ride_chart, ride_theme
from renderers.theme import Colour, colours

GIVEN: tuple[Colour, ...] = ((255, 255, 255), (31, 50, 63), (255, 46, 136))
ROOT = Path(__file__).resolve().parent.parent.parent


def strip(pixels: Iterable[Colour]) -> Image.Image:
    found = list(pixels)
    image = Image.new("RGB", (len(found), 1))
    image.putdata(found)
    return image


def pixels(png: bytes) -> list[Colour]:
    image = Image.open(io.BytesIO(png)).convert("RGB")
    data = image.tobytes()
    return [(data[i], data[i + 1], data[i + 2]) for i in range(0, len(data), 3)]


def rainbow() -> Image.Image:
    """A chart of far more colours than a palette holds, crowded around white."""
    image = Image.radial_gradient("L").reduce(4)
    return Image.merge("RGB", (image, image.rotate(90), Image.linear_gradient("L").reduce(4)))


def test_the_colours_of_the_signs_come_out_exactly() -> None:
    own = colours(ride_theme)
    assert pixels(encode.png(strip(own), ride_chart.palette())) == list(own)


def test_given_colours_are_exact_whatever_the_chart_needs() -> None:
    near = strip((255 - i % 7, 255 - i % 5, 255 - i % 3) for i in range(500))
    for chart in (rainbow(), near, strip(GIVEN)):
        assert pixels(encode.png(strip(GIVEN), encode.palette(chart, GIVEN))) == list(GIVEN)


@pytest.mark.parametrize("count", [1, 100, 200, 256])
def test_a_palette_has_at_most_256_colours(count: int) -> None:
    given = [(i, 255 - i, (i * 7) % 256) for i in range(count)]
    flat = encode.palette(rainbow(), given).getpalette()
    assert flat is not None
    assert 3 * count <= len(flat) <= 3 * 256


def test_every_pixel_gets_a_colour_close_to_its_own() -> None:
    chart = rainbow()
    drawn = pixels(encode.png(chart, encode.palette(chart, GIVEN)))
    true = pixels(encode.png(chart, chart.quantize(256)))
    assert len(drawn) == len(true) == chart.width * chart.height
    data = chart.tobytes()
    far = [
        max(abs(part - data[3 * i + k]) for k, part in enumerate(colour))
        for i, colour in enumerate(drawn)
    ]
    assert sum(far) / len(far) < 16


def test_the_palette_is_the_same_in_every_process() -> None:
    """Else a picture's bytes, and what Discord keeps of them, would depend on who drew it."""
    code = (
        "import hashlib; from renderers import ride_chart;"
        "print(hashlib.sha256(bytes(ride_chart.palette().getpalette())).hexdigest())"
    )
    other = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "77"},
        capture_output=True,
        text=True,
        check=True,
    )
    mine = hashlib.sha256(bytes(ride_chart.palette().getpalette() or [])).hexdigest()
    assert other.stdout.strip() == mine
