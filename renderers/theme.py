"""Every colour and size of the pictures: enamel signs on a petrol table."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import NamedTuple

Colour = tuple[int, int, int]


def rgb(code: str) -> Colour:
    """A colour from its code, "#F2B632"."""
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


# The house
WHITE = rgb("#FFFFFF")
STRIP = rgb("#12202A")
BAND = rgb("#1F323F")
TABLE = rgb("#2B4452")
PANEL = rgb("#35525F")
INK = rgb("#1B2A35")
PAPER = rgb("#F6EFDF")
CREAM = rgb("#FBF7EC")
PAPER_EDGE = rgb("#B9AC8E")
SOFT = rgb("#BFD0D8")
FAINT = rgb("#6F8B99")
STEEL = rgb("#7C98A6")
SLEEPER = rgb("#3E5869")
GOLD = rgb("#F2B632")
GOOD = rgb("#1E8E5A")

# These two say "this changed" and "you can choose this", and are used for nothing else.
CHANGED = rgb("#FF2E88")
TARGET = rgb("#35E0C2")

SEATS = tuple(map(rgb, ("#86EBD3", "#E09A63", "#A48FCC", "#A6CBEC", "#F7E39B")))
"""By seat; the shape beside it is what tells two apart for everybody."""


class Livery(NamedTuple):
    """A railroad or line: its colour, its letter, and what is written or outlined on it."""

    colour: Colour
    letter: str
    ink: Colour
    outline: Colour


_NIGHT = rgb("#0B1626")
_COAL = rgb("#1B1F26")

LINES = {
    "red": Livery(rgb("#B3272B"), "R", WHITE, WHITE),
    "blue": Livery(rgb("#4C8FE0"), "B", _NIGHT, INK),
    "orange": Livery(rgb("#DB7A2E"), "O", _COAL, INK),
    "yellow": Livery(rgb("#F9EC3A"), "Y", _COAL, INK),
    "purple": Livery(rgb("#67309A"), "P", WHITE, WHITE),
    "black": Livery(_COAL, "K", WHITE, WHITE),
}

# Sizes of type, in pixels at a width of 1,600
PILL = 44
TITLE = 36
CAPTION = 34
SUBTITLE = 25
TAG = 24
SCORE = 56
NAME = 30
BODY = 25
PLATE = 17
LEAST = 16


def colours(*own: ModuleType) -> tuple[Colour, ...]:
    """Those of the house and of a game's own module, once each."""
    found: list[Colour] = []
    for module in (sys.modules[__name__], *own):
        for value in vars(module).values():
            found += _colours_in(value)
    return tuple(dict.fromkeys(found))


def _colours_in(value: object) -> list[Colour]:
    """The colours in a colour, a livery, or several of them."""
    match value:
        case Livery(colour, _, ink, outline):
            return [colour, ink, outline]
        case (int(red), int(green), int(blue)):
            return [(red, green, blue)]
        case dict():
            return [colour for part in value.values() for colour in _colours_in(part)]
        case tuple():
            return [colour for part in value for colour in _colours_in(part)]
        case _:
            return []
