"""The decisions of Railroad Dice."""

from __future__ import annotations

from games.core import Move


class Income(Move, frozen=True, tag="income"):
    """Take your income from the bank."""


class Roll(Move, frozen=True, tag="roll"):
    """Roll dice from behind your screen and ? from in front of it."""

    marks: int
    """How many ? from in front."""
    behind: int


class Share(Move, frozen=True, tag="share"):
    """Buy a share with a die that shows a share or a ?."""

    company: str
    seller: str
    """The bank or the director."""


class Track(Move, frozen=True, tag="track"):
    """Lay a piece of track at one end of the line."""

    end: int
    piece: str
    """Straight, left or right; out of a station with the way first: "north-left"."""
    pay: int
    """How many of the dice that the terrain costs are ?; the others come from behind."""


class Tile(Move, frozen=True, tag="tile"):
    """Choose the tile that the line goes on to."""

    terrain: str
    """The kind of tile."""
    turn: int
    """Quarter turns clockwise."""


class Station(Move, frozen=True, tag="station"):
    """Build a station of a company that you direct, at one end of the line."""

    end: int
    company: str
    site: str
    """Terrain and cost: "lake 3"."""
    pay: int
    """How many of the dice that it costs are ?; the others come from behind."""


class Hide(Move, frozen=True, tag="hide"):
    """Put ? from in front behind your screen."""

    marks: int


class Give(Move, frozen=True, tag="give"):
    """Give a die back to the bank, to keep five in front."""

    die: str


class Done(Move, frozen=True, tag="done"):
    """End your turn."""
