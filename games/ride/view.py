"""What a seat or a spectator of Ride the Rails may know: everything on the table."""

from __future__ import annotations

from games import core
from games.core import Seat
from games.ride.components import BUILDS, RAILROADS, Hex
from games.ride.state import State, Turn, available


class View(core.View, frozen=True):
    """The table as everybody sees it, and who is looking."""

    order: tuple[Seat, ...]
    queue: tuple[Seat, ...]
    """The order of this phase."""
    place: int
    acting: Seat | None
    round: int
    phase: str
    turns: int
    money: tuple[int, ...]
    shares: tuple[dict[str, int], ...]
    tracks: dict[str, tuple[Hex, ...]]
    supply: dict[str, int]
    available: tuple[str, ...]
    passengers: tuple[Hex, ...]
    banners: tuple[Hex, ...]
    transcontinental: bool
    left: int
    """Locomotives that may still be placed this turn, if none of them goes on a mountain."""
    mountain: bool
    """A mountain has been built on this turn."""
    turn: Turn | None
    recent: tuple[Turn, ...]

    @property
    def seats(self) -> int:
        return len(self.money)

    def in_hex(self, hex_: Hex) -> tuple[str, ...]:
        """The railroads in a hex."""
        return tuple(railroad for railroad in RAILROADS if hex_ in self.tracks[railroad])


def view(state: State, seat: Seat | None) -> View:
    """The table as this seat sees it."""
    return View(
        me=seat,
        order=tuple(state.order),
        queue=tuple(state.queue),
        place=state.place,
        acting=state.acting,
        round=state.round,
        phase=state.phase,
        turns=state.turns,
        money=tuple(state.money),
        shares=tuple(dict(held) for held in state.shares),
        tracks={railroad: tuple(state.tracks[railroad]) for railroad in RAILROADS},
        supply={railroad: state.supply(railroad) for railroad in RAILROADS},
        available=available(state.round),
        passengers=tuple(state.passengers),
        banners=tuple(state.banners),
        transcontinental=state.transcontinental,
        left=state.limit - len(state.built) if state.phase == "build" else 0,
        mountain=state.limit < BUILDS[state.seats],
        turn=state.turn,
        recent=tuple(state.recent),
    )
