"""The decisions of Village Rails."""

from __future__ import annotations

from games.core import Move


class Trip(Move, frozen=True, tag="trip"):
    """Plan a trip: take one from the trip market, counted from its far end."""

    trip: int


class Assign(Move, frozen=True, tag="assign"):
    """Assign the trip that you took to one of your lines."""

    line: str


class Track(Move, frozen=True, tag="track"):
    """Take a track from the track market, counted from its far end."""

    track: int


class Build(Move, frozen=True, tag="build"):
    """Build the track that you took, as it is printed or turned."""

    space: str
    turned: bool


class Order(Move, frozen=True, tag="order"):
    """Say which of two completed lines comes first."""

    line: str


class Terminus(Move, frozen=True, tag="terminus"):
    """Play a terminus card for the line that is completed."""

    terminus: str


class Under(Move, frozen=True, tag="under"):
    """Say which of two scored trips goes under the deck first; the other lies below it."""

    first: int


class Done(Move, frozen=True, tag="done"):
    """End your turn without planning a trip."""
