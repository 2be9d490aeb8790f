"""Twin worlds: for each game, another truth that a seat can't tell from the real one.

A hook gets a state of its own to change, the seat (None for a spectator) and chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import Rng, Seat
from games.dice import state as dice
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


def railroad_dice(state: dice.State, seat: Seat | None, rng: Rng) -> dice.State:
    """Dice change places behind others' screens, as many in all, and others have carried more."""
    if state.phase == "over":
        return state  # the screens are raised
    others = [other for other in range(state.seats) if other != seat]
    hidden = sum(state.behind[other] for other in others)
    for other in others:
        state.behind[other] = 0
        company = rng.choice(sorted(state.carried[other]))
        state.carried[other][company] += rng.below(5)
    for _ in range(hidden):
        state.behind[rng.choice(others)] += 1
    return state


TWINS: dict[str, Twin] = {"ride": same, "dice": railroad_dice, "toy": signal_box}
"""By the game's key; a game without an entry fails the contract."""

OPEN = {key for key, twin in TWINS.items() if twin is same}
"""Games without secrets."""
