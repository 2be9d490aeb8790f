"""What a seat or a spectator of Village Rails may know: no hand but one's own, no far side."""

from __future__ import annotations

import msgspec

from games import core
from games.core import Seat
from games.village import state as truth
from games.village.components import Border, Track, Trip, the_box
from games.village.state import Completed, State, Turn
from games.village.tableau import LINES, Line, Run, Space, run


class TrackOffer(msgspec.Struct, frozen=True):
    """A track in the market, and the coins on it."""

    track: Track
    coins: int


class TripOffer(msgspec.Struct, frozen=True):
    """A trip in the market, and the coins on it."""

    trip: Trip
    coins: int


class Tableau(msgspec.Struct, frozen=True):
    """What lies before a player, for all to see."""

    letter: str
    money: int
    points: int
    held: int
    """How many terminus cards are in hand."""
    tracks: dict[Space, Track]
    trips: dict[Line, tuple[Trip, ...]]
    completed: dict[Line, Completed]

    @property
    def borders(self) -> dict[Line, Border]:
        return the_box().borders[self.letter]

    def run(self, line: Line) -> Run:
        """How far a line has got."""
        return run(line, self.tracks)


class View(core.View, frozen=True):
    """The table as one seat sees it."""

    acting: Seat | None
    first: Seat
    phase: str
    round: int
    turns: int
    tableaux: tuple[Tableau, ...]
    hand: tuple[str, ...]
    """My own terminus cards."""
    deck: int
    top: Trip | None
    """What the deck shows."""
    tracks: tuple[TrackOffer, ...]
    """From the far end on: the free one comes first."""
    trips: tuple[TripOffer, ...]
    track: Track | None
    """A track that was taken and is not built yet."""
    trip: Trip | None
    """A trip that was taken and is not assigned yet."""
    waiting: tuple[Line, ...]
    line: Line
    turn: Turn | None
    recent: tuple[Turn, ...]

    @property
    def seats(self) -> int:
        return len(self.tableaux)

    @property
    def mine(self) -> Tableau:
        """The tableau of who looks; a spectator looks at whose turn it is."""
        seat = self.me if self.me is not None else self.acting
        return self.tableaux[seat if seat is not None else self.first]


def view(state: State, seat: Seat | None) -> View:
    """The table as this seat sees it; cards are named by the side that lies up (V47)."""
    box, taken = the_box(), state.taken
    return View(
        me=seat,
        acting=state.acting,
        first=state.first,
        phase=state.phase,
        round=state.round,
        turns=state.turns,
        tableaux=tuple(_tableau(tableau) for tableau in state.tableaux),
        hand=() if seat is None else tuple(state.tableaux[seat].hand),
        deck=len(state.deck),
        top=box.trips[state.deck[-1]] if state.deck else None,  # V06
        tracks=tuple(TrackOffer(box.tracks[o.card], o.coins) for o in state.tracks),
        trips=tuple(TripOffer(box.trips[o.card], o.coins) for o in state.trips),
        track=box.tracks[taken] if taken is not None and state.phase == "build" else None,
        trip=box.trips[taken] if taken is not None and state.phase == "assign" else None,
        waiting=tuple(state.waiting),
        line=state.line,
        turn=state.turn,
        recent=tuple(state.recent),
    )


def _tableau(tableau: truth.Tableau) -> Tableau:
    return Tableau(
        letter=tableau.letter,
        money=tableau.money,  # V46
        points=tableau.points,
        held=len(tableau.hand),
        tracks=tableau.tracks,
        trips={line: tuple(tableau.planned(line)) for line in LINES if tableau.trips.get(line)},
        completed=dict(tableau.completed),
    )
