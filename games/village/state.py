"""The whole truth of a table of Village Rails."""

from __future__ import annotations

import msgspec

from games import core
from games.core import Seat
from games.village.components import TRACKS, TRIPS, TURNS, Border, Track, Trip, the_box
from games.village.tableau import LINES, Line, Run, Space, run

Card = int
"""A railway card by its number. It never leaves the rules: it would tell both sides (V47)."""

SOURCES = ("trips", "features", "sidings", "money")
REMEMBERED = 4  # turns whose marks are kept for the picture: a round of four players


class Options(core.Options, frozen=True):
    """Village Rails has no variants."""


class Offer(msgspec.Struct):
    """A card in a market, and the coins on it."""

    card: Card
    coins: int = 0


class Laid(msgspec.Struct):
    """A card in a tableau."""

    card: Card
    turned: bool

    @property
    def track(self) -> Track:
        track = the_box().tracks[self.card]
        return track.turned() if self.turned else track


class Completed(msgspec.Struct, frozen=True):
    """What a completed line brought."""

    points: int
    pounds: int


class Tableau(msgspec.Struct):
    """What lies before a player, and what the player has."""

    letter: str
    money: int
    hand: list[str]
    """Terminus cards, by their names."""
    laid: dict[Space, Laid] = {}
    trips: dict[Line, list[Card]] = {}
    completed: dict[Line, Completed] = {}
    earned: dict[str, int] = {}
    """Points by where they came from."""

    @property
    def borders(self) -> dict[Line, Border]:
        return the_box().borders[self.letter]

    @property
    def tracks(self) -> dict[Space, Track]:
        return {space: laid.track for space, laid in self.laid.items()}

    @property
    def points(self) -> int:
        return sum(self.earned.values())

    def run(self, line: Line) -> Run:
        """How far a line has got."""
        return run(line, self.tracks)

    def planned(self, line: Line) -> list[Trip]:
        """The trips at a line."""
        return [the_box().trips[card] for card in self.trips.get(line, ())]

    def all_complete(self) -> bool:
        """Whether all seven lines are completed, resolved or not (V42)."""
        return all(self.run(line).complete for line in LINES)


class Turn(msgspec.Struct):
    """What a seat did in a turn: the picture marks it."""

    number: int
    seat: Seat
    trip: Trip | None = None
    line: Line = ""
    """Where the trip went."""
    trip_coins: int = 0
    """Coins put on the furthest cards of the trip market."""
    built: Space = ""
    track_taken: bool = False
    track_coins: int = 0
    """Coins put on the furthest cards of the track market."""
    completed: list[tuple[Line, int]] = []
    """Lines, and the points they brought."""


class State(core.State):
    """Hands, the terminus deck and the far side of every card are secrets."""

    tableaux: list[Tableau]
    first: Seat
    deck: list[Card]
    """Railway cards, the top one last."""
    termini: list[str]
    """The terminus deck, the top one last."""
    tracks: list[Offer] = msgspec.field(default_factory=list)
    """The track market from its far end on: the free card comes first."""
    trips: list[Offer] = msgspec.field(default_factory=list)
    phase: str = "market"
    """market, assign, build, order, terminus, under; over."""
    turns: int = 0
    turn: Turn | None = None
    """The turn that is going on, once it has begun."""
    taken: Card | None = None
    """The card that was taken and is not placed or assigned yet."""
    waiting: list[Line] = msgspec.field(default_factory=list)
    """Completed lines that are not resolved yet."""
    line: Line = ""
    """The completed line that is being resolved."""
    pounds: int = 0
    """What the terminus card for it has paid."""
    recent: list[Turn] = msgspec.field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.tableaux)

    @property
    def acting(self) -> Seat | None:
        """Whose turn it is: from the first player to the left (V10)."""
        return None if self.phase == "over" else (self.first + self.turns) % self.seats

    @property
    def round(self) -> int:
        """The number of the turn that each player is having."""
        return min(self.turns // self.seats + 1, TURNS)

    @property
    def gaps(self) -> int:
        """Places that the markets could not fill (V16)."""
        return TRACKS - len(self.tracks) + TRIPS - len(self.trips)
