"""Decks, pile and discards: what is drawn, and what lies beside."""

from __future__ import annotations

from games.core import Rng, Seat
from games.hill.state import State


def discard_plan(state: State, seat: Seat, plan: int) -> None:
    """Among the discards, or kept back with a part that the others don't see yet."""
    secret = state.in_secret()
    (state.parts[seat].plans_out if secret else state.plan_discards).append(plan)


def discard_token(state: State, seat: Seat, token: int) -> None:
    """The same for a development token."""
    secret = state.in_secret()
    (state.parts[seat].tokens_out if secret else state.token_discards).append(token)


def plans_left(state: State) -> int:
    """How many plans could be drawn (H15)."""
    return len(state.plan_deck) + len(state.plan_discards)


def tokens_left(state: State) -> int:
    """How many tokens could be drawn (H15)."""
    return len(state.token_pile) + len(state.token_discards)


def draw_plans(state: State, count: int, rng: Rng) -> list[int]:
    """So many plans from the deck, or as many as there are."""
    return _draw(state.plan_deck, state.plan_discards, count, rng)


def draw_tokens(state: State, count: int, rng: Rng) -> list[int]:
    """So many tokens from the pile, or as many as there are."""
    return _draw(state.token_pile, state.token_discards, count, rng)


def _draw(pile: list[int], discards: list[int], count: int, rng: Rng) -> list[int]:
    """Take what is there, shuffle the discards, go on (H15).

    What was discarded in a part that is not complete is not among them: it may still be taken
    back, and to shuffle it in would tell the others of it by the size of the pile.
    """
    drawn: list[int] = []
    while len(drawn) < count:
        if not pile:
            pile += discards
            discards.clear()
            rng.shuffle(pile)
        if not pile:
            break
        drawn.append(pile.pop())
    return drawn
