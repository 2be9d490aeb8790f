"""The whole truth of a table of Ride the Rails."""

from __future__ import annotations

import msgspec

from games import core
from games.core import Seat
from games.ride.components import BUILDS, LOCOMOTIVES, RAILROADS, Hex, the_map
from games.ride.routes import Leg

PHASES = ("share", "build", "ride")
SOURCES = ("dividends", "riding", "chicago", "banners", "transcontinental")
REMEMBERED = 15  # turns whose marks are kept for the picture: a round of five players


class Options(core.Options, frozen=True):
    """Ride the Rails has no variants."""


class Turn(msgspec.Struct):
    """What a seat did in a turn: the picture marks it."""

    number: int
    seat: Seat
    share: str | None = None
    built: list[tuple[str, Hex]] = []
    journey: tuple[Leg, ...] = ()


class State(core.State):
    """Everything is open to everybody; nothing here is a secret."""

    order: list[Seat]
    money: list[int]
    shares: list[dict[str, int]]
    earned: list[dict[str, int]]
    passengers: list[Hex]
    banners: list[Hex]
    tracks: dict[str, list[Hex]]
    transcontinental: bool = True
    """The bonus is still to be had."""
    round: int = 1
    phase: str = "share"
    place: int = 0
    """How many players have had their turn in this phase."""
    turns: int = 0
    turn: Turn | None = None
    """The turn that is going on, once it has begun."""
    recent: list[Turn] = msgspec.field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.money)

    @property
    def queue(self) -> list[Seat]:
        """The order of this phase: shares are taken in reverse (R07)."""
        return self.order[::-1] if self.phase == "share" else self.order

    @property
    def acting(self) -> Seat | None:
        return None if self.phase == "over" else self.queue[self.place]

    @property
    def built(self) -> list[tuple[str, Hex]]:
        """The locomotives of the turn that is going on."""
        return self.turn.built if self.turn else []

    def supply(self, railroad: str) -> int:
        """Locomotives left of a railroad, for track and shares alike (R03)."""
        held = sum(shares.get(railroad, 0) for shares in self.shares)
        return LOCOMOTIVES - held - len(self.tracks.get(railroad, ()))

    def in_hex(self, hex_: Hex) -> list[str]:
        """The railroads in a hex, in the order they came in."""
        return [railroad for railroad, hexes in self.tracks.items() if hex_ in hexes]

    @property
    def limit(self) -> int:
        """How many locomotives this turn may place in all (R08, R09)."""
        mountains = the_map().mountains
        return BUILDS[self.seats] - any(hex_ in mountains for _, hex_ in self.built)


def available(round_: int) -> tuple[str, ...]:
    """The railroads in play: two at first, one more a round (R06)."""
    return RAILROADS[: round_ + 1]
