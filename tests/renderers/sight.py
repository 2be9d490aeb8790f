"""How pictures look to people: colours to different eyes, and one picture beside another."""

from __future__ import annotations

import io
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter, ImageStat

from renderers.theme import Colour

Triple = tuple[float, float, float]
Matrix = tuple[Triple, Triple, Triple]

# Machado, Oliveira and Fernandes 2009, severity 1: on linear RGB.
EYES: dict[str, Matrix] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
_XYZ: Matrix = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)


def _times(matrix: Matrix, v: Triple) -> Triple:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def linear(colour: Colour) -> Triple:
    """The light of an sRGB colour."""
    r, g, b = (
        part / 3294.6 if part <= 10.31475 else ((part / 255 + 0.055) / 1.055) ** 2.4
        for part in colour
    )
    return r, g, b


def lab(colour: Colour, eyes: str = "normal") -> Triple:
    """A colour in CIELAB, as these eyes see it."""
    r, g, b = (min(1.0, max(0.0, part)) for part in _times(EYES[eyes], linear(colour)))
    white = _times(_XYZ, (1, 1, 1))
    x, y, z = (_lightness(v / w) for v, w in zip(_times(_XYZ, (r, g, b)), white, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lightness(t: float) -> float:
    return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


def _hue(a: float, b: float) -> float:
    return degrees(atan2(b, a)) % 360


def difference(one: Triple, other: Triple) -> float:
    """CIEDE2000 between two colours in CIELAB (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    chroma = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    stretch = 1 + 0.5 * (1 - sqrt(chroma / (chroma + 25**7)))
    c1, c2 = hypot(a1 * stretch, b1), hypot(a2 * stretch, b2)
    h1, h2 = _hue(a1 * stretch, b1), _hue(a2 * stretch, b2)
    turn, hue = h2 - h1, (h1 + h2) / 2
    if c1 * c2 == 0:
        turn, hue = 0, h1 + h2
    elif abs(turn) > 180:
        turn -= 360 if turn > 0 else -360
        hue += 180 if h1 + h2 < 360 else -180
    light, c = (l1 + l2) / 2, (c1 + c2) / 2
    t = 1 - 0.17 * cos(radians(hue - 30)) + 0.24 * cos(radians(2 * hue))
    t += 0.32 * cos(radians(3 * hue + 6)) - 0.2 * cos(radians(4 * hue - 63))
    dl = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    dc = (c2 - c1) / (1 + 0.045 * c)
    dh = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * c * t)
    bend = 2 * sqrt(c**7 / (c**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(dl**2 + dc**2 + dh**2 - bend * dc * dh)


def apart(one: Colour, other: Colour, eyes: str = "normal") -> float:
    """How different two colours look to these eyes."""
    return difference(lab(one, eyes), lab(other, eyes))


def closest(colours: dict[str, Colour], eyes: str) -> tuple[float, str, str]:
    """The two of these that look most alike, and how different they look."""
    return min(
        (apart(colours[a], colours[b], eyes), a, b) for a, b in combinations(sorted(colours), 2)
    )


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG: 3 is enough for large letters, 4.5 for small ones."""
    dark, light = sorted(_times(_XYZ, linear(colour))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def picture(png: bytes) -> Image.Image:
    """A drawn picture, in full colours."""
    return Image.open(io.BytesIO(png)).convert("RGB")


def on_a_phone(image: Image.Image) -> Image.Image:
    """A picture at a quarter of its width: 400 pixels."""
    return image.reduce(4)


def amount(image: Image.Image, colour: Colour) -> int:
    """How many pixels are just of this colour."""
    bands = image.split()
    mask = None
    for band, part in zip(bands, colour, strict=True):
        same = band.point([255 if level == part else 0 for level in range(256)])
        mask = same if mask is None else ImageChops.darker(mask, same)
    assert mask is not None
    return mask.histogram()[255]


class Unlike(NamedTuple):
    """How two pictures differ, from 0 to 255."""

    whole: float
    """On the whole."""
    worst: float
    """In the worst place, which is as large as a locomotive."""


def unlike(one: Image.Image, other: Image.Image) -> Unlike:
    """How two small pictures differ.

    Places of 7 by 7 pixels are compared by their mean colours: letters that are drawn a little
    bolder or half a pixel further hardly change those, and a thing that is missing does.
    """
    assert one.size == other.size, f"{one.size} is not {other.size}"
    soft = [image.filter(ImageFilter.BoxBlur(3)) for image in (one, other)]
    red, green, blue = ImageChops.difference(*soft).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    levels = [level for level, count in enumerate(most.histogram()) if count]
    return Unlike(ImageStat.Stat(most).mean[0], float(levels[-1]))
