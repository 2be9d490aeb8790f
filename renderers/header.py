"""The head of every picture: which game, whose turn, what happened last."""

from __future__ import annotations

import re
from typing import Any

from renderers import fonts, shapes
from renderers.canvas import Canvas, Recipe
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import (
    BAND,
    CAPTION,
    CHANGED,
    GOLD,
    INK,
    PILL,
    SEATS,
    SLEEPER,
    SOFT,
    STEEL,
    STRIP,
    SUBTITLE,
    TAG,
    TARGET,
    TITLE,
    WHITE,
)

HEIGHT = 150
_STRIP = 92
_MARGIN = 24
_PILL_SIZES = (PILL, 38, 33, 28)
_CAPTION_SIZES = (CAPTION, 31)
_TWO_LINES = (27, 25)
_ASIDE = re.compile(r" \([^()]*\)")


def ground(pen: Pen, width: int) -> None:
    """What stays the same: the strip, and the track below it."""
    pen.box(0, 0, width, _STRIP, STRIP)
    pen.box(0, _STRIP, width, HEIGHT, BAND)
    for x in range(0, width, 22):
        pen.box(x + 4, 86, x + 14, 96, SLEEPER)
    pen.box(0, 87.5, width, 89.5, STEEL)
    pen.box(0, 92.5, width, 94.5, STEEL)
    pen.disc(54, 43, 32, GOLD)
    pen.disc(54, 43, 29, STRIP)


def draw(canvas: Canvas, scene: Scene[Any], title: str, emblem: Recipe) -> None:
    """The head for a scene; the emblem is drawn around (0, 0), 44 wide."""
    canvas.stamp(54, 43, emblem)
    canvas.write(100, 31, title, TITLE, WHITE)
    canvas.write(101, 65, scene.headline, SUBTITLE, SOFT, "semibold")
    taken = max(
        fonts.width(title, TITLE, "black"), fonts.width(scene.headline, SUBTITLE, "semibold")
    )
    start = 101 + taken + 28
    if scene.private:
        start = _badge(canvas, start, scene.words.say("picture.private"))
    _pill(canvas, scene, start)
    _caption(canvas, scene)


def _badge(canvas: Canvas, x: float, text: str) -> float:
    width = round(fonts.width(text, 20, "black")) + 60
    canvas.stamp(x, 43, shapes.badge, width)
    canvas.stamp(x + 25, 43, shapes.lock)
    canvas.write(x + 44, 43, text, 20, TARGET)
    return x + width + 20


def _pill(canvas: Canvas, scene: Scene[Any], start: float) -> None:
    room = canvas.width - _MARGIN - start
    shape = 76 if scene.pill_seat is not None else 36
    text, size = fonts.shrink(scene.pill, _PILL_SIZES, "black", room - shape - 36)
    width = round(fonts.width(text, size, "black")) + shape + 36
    x = canvas.width - _MARGIN - width
    fill = SOFT if scene.pill_seat is None else SEATS[scene.pill_seat]
    canvas.stamp(x, 43, shapes.pill, width, 66, fill)
    if scene.result:
        canvas.stamp(x + 40, 43, shapes.star, 25, GOLD)
    elif scene.pill_seat is not None:
        canvas.stamp(x + 40, 43, shapes.seat, scene.pill_seat, 20, WHITE)
    canvas.write(x + shape, 43, text, size, INK)


def _caption(canvas: Canvas, scene: Scene[Any]) -> None:
    middle, x = 122, float(_MARGIN)
    choosing = scene.tag == "choose"
    if scene.tag is not None:
        word = scene.words.say(f"picture.{scene.tag}")
        width = shapes.tag_width(word, TAG)
        colours = (TARGET, INK) if choosing else (CHANGED, WHITE)
        canvas.stamp(x + width / 2, middle, shapes.tag, word, TAG, *colours)
        x += width + 18
    if scene.caption_seat is not None and not choosing:
        canvas.stamp(x + 15, middle - 1, shapes.seat, scene.caption_seat, 15, _seat(scene))
        x += 42
    _caption_text(canvas, scene.caption, x, middle)


def _seat(scene: Scene[Any]) -> tuple[int, int, int]:
    assert scene.caption_seat is not None
    return SEATS[scene.caption_seat]


def _caption_text(canvas: Canvas, caption: str, x: float, middle: float) -> None:
    """In one line as large as it goes, if need be without what is in brackets; else in two."""
    room = canvas.width - _MARGIN - x
    for text in (caption, _ASIDE.sub("", caption)):
        for size in _CAPTION_SIZES:
            if fonts.width(text, size, "semibold") <= room:
                canvas.write(x, middle, text, size, WHITE, "semibold")
                return
    lines, size = _two_lines(caption, room)
    for line, y in zip(lines, (middle - 13, middle + 14), strict=False):
        canvas.write(x, y, line, size, WHITE, "semibold")


def _two_lines(text: str, room: float) -> tuple[list[str], int]:
    """The text in two lines and their size, broken after a sentence or clause where that fits."""
    words = text.split()
    for size in _TWO_LINES:
        if fonts.width(text, size, "semibold") > 2 * room:
            continue
        for ends in ((".", ":", "!", "?"), (",",)):
            for count in range(len(words) - 1, 0, -1):
                if words[count - 1].endswith(ends):
                    lines = [" ".join(words[:count]), " ".join(words[count:])]
                    if all(fonts.width(line, size, "semibold") <= room for line in lines):
                        return lines, size
    return fonts.wrap(text, size, "semibold", room, 2), size
