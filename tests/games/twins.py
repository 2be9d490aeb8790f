"""Twin worlds: for each game, another truth that a seat can't tell from the real one.

A hook gets a state of its own to change, the seat (None for a spectator) and chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import Rng, Seat
from tests import toy

Twin = Callable[[Any, Seat | None, Rng], Any]


def same(state: Any, seat: Seat | None, rng: Rng) -> Any:
    """Everything lies open: there is no other world."""
    return state


def signal_box(state: toy.State, seat: Seat | None, rng: Rng) -> toy.State:
    """Deck, others' hands and others' cards in the box are dealt anew."""
    others = [s for s in range(state.seats) if s != seat]
    boxed = [s for s in others if state.box[s] is not None and state.phase != "over"]
    pool = [*state.deck, *(card for s in others for card in state.hands[s])]
    pool += [card for s in boxed if (card := state.box[s]) is not None]
    rng.shuffle(pool)
    for s in others:
        state.hands[s] = [pool.pop() for _ in state.hands[s]]
    for s in boxed:
        state.box[s] = pool.pop()
    state.deck = pool
    return state


TWINS: dict[str, Twin] = {"ride": same, "toy": signal_box}
"""By the game's key; a game without an entry fails the contract."""

OPEN = {key for key, twin in TWINS.items() if twin is same}
"""Games without secrets."""
