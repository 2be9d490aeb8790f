"""The decisions of Ride the Rails."""

from __future__ import annotations

from games.core import Move


class Share(Move, frozen=True, tag="share"):
    """Take a locomotive as a share in a railroad."""

    railroad: str


class Build(Move, frozen=True, tag="build"):
    """Put a locomotive of a railroad you hold a share in on the map."""

    railroad: str
    hex: str


class Ride(Move, frozen=True, tag="ride"):
    """Take a passenger from one city to another."""

    passenger: str
    to: str
    links: str
    """Counts ("red 2, blue 1"), or every link in turn ("red to Omaha, blue to Chicago")."""


class Done(Move, frozen=True, tag="done"):
    """End your building turn."""


class Towards(Move, frozen=True, tag="towards"):
    """Build the cheapest way towards a city, as far as this turn allows."""

    railroad: str
    city: str
