"""Twin worlds: for each game, another truth that a seat can't tell from the real one.

A hook gets a state of its own to change, the seat (None for a spectator) and chance.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.core import Rng, Seat
from games.dice import state as dice
from games.hill.state import Part, Turn
from games.hill.state import State as HillState
from games.village.components import the_box
from games.village.state import Card
from games.village.state import State as Village
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


def village(state: Village, seat: Seat | None, rng: Rng) -> Village:
    """Far sides of cards, the deck below its top, others' hands and the terminus deck."""
    box = the_box()
    trips_up = [*state.deck[-1:], *(offer.card for offer in state.trips)]
    trips_up += [card for t in state.tableaux for cards in t.trips.values() for card in cards]
    tracks_up = [offer.card for offer in state.tracks]
    tracks_up += [laid.card for t in state.tableaux for laid in t.laid.values()]
    if state.taken is not None:
        (trips_up if state.phase == "assign" else tracks_up).append(state.taken)
    hidden = state.deck[:-1]
    other: dict[Card, Card] = {card: card for card in box.tracks}
    for group, sides in (([*trips_up, *hidden], box.trips), ([*tracks_up, *hidden], box.tracks)):
        for card in group:
            alike = [c for c in group if sides[other[c]] == sides[other[card]]]
            swap = rng.choice(alike)
            other[card], other[swap] = other[swap], other[card]
    rename(state, other)
    hidden = state.deck[:-1]
    rng.shuffle(hidden)
    state.deck[:-1] = hidden
    deal_termini(state, seat, rng)
    return state


def rename(state: Village, other: dict[Card, Card]) -> None:
    """Every railway card becomes another one."""
    state.deck = [other[card] for card in state.deck]
    for offer in (*state.tracks, *state.trips):
        offer.card = other[offer.card]
    for tableau in state.tableaux:
        for laid in tableau.laid.values():
            laid.card = other[laid.card]
        tableau.trips = {line: [other[c] for c in cards] for line, cards in tableau.trips.items()}
    if state.taken is not None:
        state.taken = other[state.taken]


def deal_termini(state: Village, seat: Seat | None, rng: Rng) -> None:
    """Terminus cards that a seat can't see are dealt anew."""
    others = [tableau for s, tableau in enumerate(state.tableaux) if s != seat]
    pool = [*state.termini, *(name for tableau in others for name in tableau.hand)]
    rng.shuffle(pool)
    for tableau in others:
        tableau.hand = [pool.pop() for _ in tableau.hand]
    state.termini = pool


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


TWINS: dict[str, Twin] = {
    "ride": same,
    "hill": hill,
    "village": village,
    "dice": railroad_dice,
    "toy": signal_box,
}
"""By the game's key; a game without an entry fails the contract."""

OPEN = {key for key, twin in TWINS.items() if twin is same}
"""Games without secrets."""
