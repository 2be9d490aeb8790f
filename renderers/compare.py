"""Then and now: the same picture of a table twice, the earlier one above.

The heads are left off: a band says instead which of the two one looks at.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from PIL import Image

from renderers import alt, canvas, fonts, header, shapes
from renderers.pen import Pen
from renderers.scene import Picture, Scene
from renderers.theme import BAND, CHANGED, INK, SOFT, WHITE, Colour

WIDTHS = (1040, 940, 840)  # the widest that keeps a file within the limit
LIMIT = 195_000
BAND_HEIGHT = 64
_HEAD = header.HEIGHT + 3  # the second line of a caption hangs a little lower
_MARGIN = 22
_SIZES = (34, 30, 26)
_TAG = 24
_THEN = 260  # characters of the alt text for how it was


class Labels(NamedTuple):
    """The words on the bands."""

    before: str
    now: str


def stacked(
    before: Sequence[Picture], after: Sequence[Picture], scene: Scene[Any], labels: Labels
) -> list[Picture]:
    """Each picture as it was above as it is now; one that is the same is left out, and one
    that has nothing to be compared with stands alone."""
    earlier = {picture.name: picture for picture in before}
    found = []
    for picture in after:
        if picture.name not in earlier:
            found.append(picture)
        elif pair := _pair(earlier[picture.name], picture, scene, labels):
            found.append(pair)
    return found


def _pair(before: Picture, after: Picture, scene: Scene[Any], labels: Labels) -> Picture | None:
    with Image.open(io.BytesIO(before.png)) as old, Image.open(io.BytesIO(after.png)) as new:
        bodies = [_body(old), _body(new)]
        colours = new.copy()
    if bodies[0].size == bodies[1].size and bodies[0].tobytes() == bodies[1].tobytes():
        return None
    for width in WIDTHS:
        png = _png(_stack(bodies, width, scene, labels), colours)
        if len(png) <= LIMIT:
            break
    return Picture(after.name, png, _words(before, after, scene, labels))


def _stack(
    bodies: Sequence[Image.Image], width: int, scene: Scene[Any], labels: Labels
) -> Image.Image:
    """Band, picture, band, picture."""
    then = _band(width, labels.before, SOFT, "")
    now = _band(width, labels.now, WHITE, scene.words.say("picture.changed"))
    parts = [then, _fitted(bodies[0], width), now, _fitted(bodies[1], width)]
    whole = Image.new("RGB", (width, sum(part.height for part in parts)))
    y = 0
    for part in parts:
        whole.paste(part, (0, y))
        y += part.height
    return whole


def _body(picture: Image.Image) -> Image.Image:
    """The picture without its head."""
    return picture.convert("RGB").crop((0, _HEAD, *picture.size))


def _fitted(body: Image.Image, width: int) -> Image.Image:
    size = width, round(body.height * width / body.width)
    return body.resize(size, Image.Resampling.HAMMING)


def _png(image: Image.Image, colours: Image.Image) -> bytes:
    """As a file in the colours of the pictures themselves, pressed harder than those."""
    out = io.BytesIO()
    if colours.mode == "P":  # one that was drawn the long way round has all colours
        image = image.quantize(palette=colours, dither=Image.Dither.NONE)
    image.save(out, "PNG", compress_level=6)
    return out.getvalue()


def _band(width: int, text: str, ink: Colour, tag: str) -> Image.Image:
    """The band above a picture; the tag shows the colour in which changes are marked."""
    paper = canvas.Canvas((width, BAND_HEIGHT), _ground, width)
    room, middle = width - 2 * _MARGIN, BAND_HEIGHT // 2
    if tag:
        taken = round(shapes.tag_width(tag, _TAG))
        paper.stamp(width - _MARGIN - taken / 2, middle, shapes.tag, tag, _TAG, CHANGED, WHITE)
        room -= taken + _MARGIN
    words, size = fonts.shrink(text, _SIZES, "black", room)
    paper.write(_MARGIN, middle, words, size, ink)
    return paper.image


def _ground(pen: Pen, width: int) -> None:
    pen.box(0, 0, width, BAND_HEIGHT, BAND)
    pen.box(0, BAND_HEIGHT - 4, width, BAND_HEIGHT, INK)


def _words(before: Picture, after: Picture, scene: Scene[Any], labels: Labels) -> str:
    """For who can't see it: a little of how it was, and as much as fits of how it is."""
    then = alt.cut(before.alt, _THEN)
    said = scene.words.say(
        "picture.compared", before=labels.before, now=labels.now, then=then, text=after.alt
    )
    return alt.cut(said, alt.LIMIT)
