"""Light cards under a head: how looks back, leagues and ratings are laid out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from PIL import Image

from renderers import canvas as canvases
from renderers import encode, fonts, header, shapes
from renderers.canvas import Canvas, Recipe
from renderers.pen import Pen
from renderers.theme import (
    CAPTION,
    CREAM,
    GOLD,
    INK,
    PAPER_EDGE,
    PILL,
    SOFT,
    STRIP,
    SUBTITLE,
    TABLE,
    TITLE,
    WHITE,
)

WIDTH = 1600
MARGIN = 24
INSET = 28  # from the edge of a card to what is on it
ROOM = WIDTH - 2 * MARGIN - 2 * INSET  # on a card that stands alone
TITLED = 66  # the title of a card
LARGEST = 200_000  # bytes
_GAP = 20

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Head:
    """What stands above the cards, in words that the font can draw."""

    title: str
    subtitle: str
    pill: str
    """The key fact."""
    caption: str


class Card(NamedTuple):
    """A card: its title, how tall the rest of it is, and what draws the rest."""

    title: str
    height: int
    draw: Callable[[Canvas, int, int, int], None]
    """On a canvas, from left and top, as wide as this."""
    aside: float = 0
    """What is kept free at the right of the title."""


def draw(head: Head, emblem: Recipe, cards: Sequence[Sequence[Card]]) -> Canvas:
    """The head, and below it card under card; those that belong together stand side by side."""
    placed, height = _placed(cards)
    boxes = tuple(box for _, box in placed)
    paper = canvases.new((WIDTH, height), _ground, height, boxes)
    for card, box in placed:
        left, top, width = box[0] + INSET, box[1], box[2] - 2 * INSET
        title = fonts.fit(card.title, CAPTION, "black", width - card.aside)
        paper.write(left, top + TITLED / 2 + 4, title, CAPTION, INK)
        card.draw(paper, left, top + TITLED, width)
    _head(paper, head, emblem)
    return paper


def png(paper: Canvas, palette: Image.Image) -> bytes:
    """The picture as a file; one with so many rows that it is too large is made half as wide."""
    file = paper.png(palette)
    if len(file) > LARGEST:
        file = encode.png(paper.image.reduce(2 * paper.image.width // WIDTH), palette)
    return file


def _placed(cards: Sequence[Sequence[Card]]) -> tuple[list[tuple[Card, Box]], int]:
    """The cards with left, top, width and height, and the height of the whole."""
    placed: list[tuple[Card, Box]] = []
    top = header.HEIGHT + MARGIN
    for beside in cards:
        width = (WIDTH - 2 * MARGIN - _GAP * (len(beside) - 1)) // len(beside)
        height = TITLED + max(card.height for card in beside)
        for number, card in enumerate(beside):
            placed.append((card, (MARGIN + number * (width + _GAP), top, width, height)))
        top += height + _GAP
    return placed, top - _GAP + MARGIN


def _ground(pen: Pen, height: int, boxes: tuple[Box, ...]) -> None:
    pen.box(0, 0, WIDTH, height, TABLE)
    header.ground(pen, WIDTH)
    for left, top, width, tall in boxes:
        pen.box(left + 2, top + 4, left + width + 2, top + tall + 4, STRIP, 16)
        pen.box(left, top, left + width, top + tall, CREAM, 16)


def _head(paper: Canvas, head: Head, emblem: Recipe) -> None:
    """Who or what it is about, the key fact on a pill, and a line of more."""
    paper.stamp(54, 43, emblem)
    text, size = fonts.shrink(head.pill, (PILL, 38, 33), "black", 700)
    width = round(fonts.width(text, size, "black")) + 112
    x = WIDTH - MARGIN - width
    paper.stamp(x, 43, shapes.pill, width, 66, SOFT)
    paper.stamp(x + 40, 43, shapes.star, 25, GOLD)
    paper.write(x + 76, 43, text, size, INK)
    room = x - 130
    paper.write(100, 31, fonts.fit(head.title, TITLE, "black", room), TITLE, WHITE)
    subtitle = fonts.fit(head.subtitle, SUBTITLE, "semibold", room)
    paper.write(101, 65, subtitle, SUBTITLE, SOFT, "semibold")
    caption = fonts.shrink(head.caption, (CAPTION, 31, 28), "semibold", WIDTH - 2 * MARGIN)
    paper.write(MARGIN, 122, *caption, WHITE, "semibold")


def rule(pen: Pen, width: int, thick: int) -> None:
    """A line across a card."""
    pen.box(0, 0, width, thick, PAPER_EDGE)
