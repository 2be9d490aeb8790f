"""The decisions of The Rail on the Hill."""

from __future__ import annotations

from games.core import Move

NOWHERE = "none"
"""The space of a token that goes on no card, the line of a plan that no line can take."""


class Choose(Move, frozen=True, tag="choose"):
    """Choose a set of three town cards and a token."""

    set: int


class Acquire(Move, frozen=True, tag="acquire"):
    """Take a town card; its location is your location action."""

    location: str


class Place(Move, frozen=True, tag="place"):
    """Place a town card."""

    card: int
    space: str
    rotation: int
    """Quarter turns clockwise."""


class Lay(Move, frozen=True, tag="lay"):
    """Lay a track token across two cards."""

    line: str
    spot: str


class Bonus(Move, frozen=True, tag="bonus"):
    """Take the bonus of a 3rd or 6th token."""

    choice: str


class Collect(Move, frozen=True, tag="collect"):
    """Take two resources at location a."""


class Assign(Move, frozen=True, tag="plan"):
    """Put a plan at a line."""

    plan: int
    line: str
    out: int
    """The plan that it replaces, 0 if there is room."""


class Develop(Move, frozen=True, tag="develop"):
    """Take a development token; an upgrade goes on a card at once."""

    token: int
    space: str


class Buy(Move, frozen=True, tag="buy"):
    """Pay 3 resources, draw two tokens and keep one."""


class Lift(Move, frozen=True, tag="lift"):
    """Discard a token at the end of a line for 2 resources."""

    line: str
    spot: str


class Done(Move, frozen=True, tag="done"):
    """End your turn, or say that your town is founded."""
