"""What no move may change: for each game, things that are counted after every move.

A hook gets the state and the moves made so far; what it returns stays the same all game long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core import Move
from games.ride.components import RAILROADS
from games.ride.moves import Ride
from games.ride.state import State
from tests import toy

Conserved = Callable[[Any, Sequence[Move]], object]


def ride(state: State, moves: Sequence[Move]) -> object:
    """Locomotives, passengers, and money that came from somewhere."""
    locomotives = []
    for railroad in RAILROADS:
        assert state.supply(railroad) >= 0, f"more {railroad} locomotives than there are"
        held = sum(shares.get(railroad, 0) for shares in state.shares)
        locomotives.append(state.supply(railroad) + held + len(state.tracks[railroad]))
    rides = sum(isinstance(move, Ride) for move in moves)
    unearned = [
        money - sum(earned.values())
        for money, earned in zip(state.money, state.earned, strict=True)
    ]
    assert sorted(state.order) == list(range(state.seats))
    return locomotives, len(state.passengers) + rides, unearned


def signal_box(state: toy.State, moves: Sequence[Move]) -> object:
    """Every card is somewhere, once."""
    cards = [*state.deck, *state.box, state.open]
    cards += [card for pile in (*state.hands, *state.lines.values()) for card in pile]
    return sorted(card for card in cards if card is not None)


CONSERVED: dict[str, Conserved] = {"ride": ride, "toy": signal_box}
