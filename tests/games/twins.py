"""Twin worlds: for each game, another truth that a seat can't tell from the real one.

A hook gets a state of its own to change, the seat (None for a spectator) and chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import Rng, Seat
from games.hill.state import Part, Turn
from games.hill.state import State as HillState
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


def hill(state: HillState, seat: Seat | None, rng: Rng) -> HillState:
    """Piles, others' plan hands and open draws are dealt anew; others may have done nothing yet."""
    others = [s for s in range(state.seats) if s != seat]
    if state.in_secret():
        for s in others:
            _as_if_idle(state, s)
    plans, tokens = state.plan_deck, state.token_pile
    drawn = {"plans": plans, "tokens": tokens}
    held = [state.hands[s] for s in others]
    for s in others:
        if (part := state.parts[s]).open in drawn:
            _deal_anew([part.drawn, drawn[part.open]], rng)
        if state.phase == "found" and part.done:
            held.append(part.plans_out)
    _deal_anew([plans, *held], rng)
    rng.shuffle(tokens)
    rng.shuffle(state.town_deck)
    return state


def _deal_anew(piles: list[list[int]], rng: Rng) -> None:
    pool = [card for pile in piles for card in pile]
    rng.shuffle(pool)
    for pile in piles:
        pile[:] = [pool.pop() for _ in pile]


def _as_if_idle(state: HillState, seat: Seat) -> None:
    """Before a seat's first move of its part, unless something was drawn or it is complete."""
    part, before = state.parts[seat], state.shown[seat]
    draws = ("hill.bought", "hill.bonus_plans")
    if part.done or any(fact.key in draws for fact in part.untold):
        return
    now = state.tableaux[seat]
    if state.phase == "found":
        state.hands[seat] += [plan for line in now.plans.values() for plan in line]
        upgrades = [placed.token for placed in now.cards.values() if placed.token]
        token = part.token or (upgrades[0] if upgrades else 0)
    else:
        token = 0
    state.tableaux[seat] = before.copy()
    state.parts[seat] = Part(Turn(0, seat), location=part.location, token=token)


TWINS: dict[str, Twin] = {"ride": same, "hill": hill, "toy": signal_box}
"""By the game's key; a game without an entry fails the contract."""

OPEN = {key for key, twin in TWINS.items() if twin is same}
"""Games without secrets."""
