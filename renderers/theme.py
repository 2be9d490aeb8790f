"""Every colour and size of the pictures: enamel signs on a petrol table."""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[int, int, int]


def _hex(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


# The house
WHITE = _hex("#FFFFFF")
STRIP = _hex("#12202A")
BAND = _hex("#1F323F")
TABLE = _hex("#2B4452")
PANEL = _hex("#35525F")
INK = _hex("#1B2A35")
PAPER = _hex("#F6EFDF")
CREAM = _hex("#FBF7EC")
PAPER_EDGE = _hex("#B9AC8E")
SOFT = _hex("#BFD0D8")
FAINT = _hex("#6F8B99")
STEEL = _hex("#7C98A6")
SLEEPER = _hex("#3E5869")
GOLD = _hex("#F2B632")
GOOD = _hex("#1E8E5A")

# These two say "this changed" and "you can choose this", and are used for nothing else.
CHANGED = _hex("#FF2E88")
TARGET = _hex("#35E0C2")

SEATS = tuple(map(_hex, ("#86EBD3", "#E09A63", "#A48FCC", "#A6CBEC", "#F7E39B")))
"""By seat; the shape beside it is what tells two apart for everybody."""


class Livery(NamedTuple):
    """A railroad or line: its colour, its letter, and what is written or outlined on it."""

    colour: Colour
    letter: str
    ink: Colour
    outline: Colour


_NIGHT = _hex("#0B1626")
_COAL = _hex("#1B1F26")

LINES = {
    "red": Livery(_hex("#B3272B"), "R", WHITE, WHITE),
    "blue": Livery(_hex("#4C8FE0"), "B", _NIGHT, INK),
    "orange": Livery(_hex("#DB7A2E"), "O", _COAL, INK),
    "yellow": Livery(_hex("#F9EC3A"), "Y", _COAL, INK),
    "purple": Livery(_hex("#67309A"), "P", WHITE, WHITE),
    "black": Livery(_COAL, "K", WHITE, WHITE),
}

# The continent of Ride the Rails
SEA = _hex("#3E6E8E")
SHALLOWS = _hex("#5788A6")
CLIFF = _hex("#274D66")
LAND = _hex("#EFE5C8")
GRID = _hex("#CDBE98")
MOUNTAIN = _hex("#B99B78")
PEAK = _hex("#7B5E40")
PEAK_SHADE = _hex("#68492E")
PAWN = _hex("#12836B")
CITIES = {
    "plain": WHITE,
    "east coast": _hex("#E9A0A0"),
    "western": _hex("#CBB0E6"),
    "banner": _hex("#A9D8B4"),
    "chicago": _hex("#F7C48E"),
}

# The towns of The Rail on the Hill
MEADOW = _hex("#E9EED2")
MEADOW_EDGE = _hex("#DDE5BF")
ROAD = _hex("#D8CFB8")
ROAD_EDGE = _hex("#B4A98F")
SHADOW = _hex("#1C313D")
HOUSES = _hex("#EFE6CE")
HOUSES_INK = _hex("#8C7E62")
VACANT = _hex("#2F4A58")
DASHED = _hex("#7F9AA8")
SOCKET = _hex("#16262F")
SOCKET_EDGE = _hex("#4F6A78")
FULFILLED = _hex("#D9F0DF")
SMALL_PRINT = _hex("#5C5440")
PLAIN_BADGE = _hex("#CBBFA2")
LOSS = _hex("#FFB3A0")
HILLSIDE = _hex("#7DB36A")
CRATE = (_hex("#E9B872"), _hex("#C98B45"), _hex("#9A6630"))
TARGET_DARK = _hex("#0F8F7A")
CATEGORIES = {
    "leisure": _hex("#DC9187"),
    "welfare": _hex("#86EBDA"),
    "public": _hex("#9AA0EA"),
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


def colours() -> tuple[Colour, ...]:
    """All of them, once each."""
    found: list[Colour] = [*SEATS, *CITIES.values(), *CATEGORIES.values(), *CRATE]
    for livery in LINES.values():
        found += [livery.colour, livery.ink, livery.outline]
    found += [value for value in globals().values() if _is_colour(value)]
    return tuple(dict.fromkeys(found))


def _is_colour(value: object) -> bool:
    return isinstance(value, tuple) and len(value) == 3 and all(type(part) is int for part in value)
