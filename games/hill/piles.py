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


def plans_left(state: State, seat: Seat) -> int:
    """How many plans a seat could draw (H15)."""
    return len(state.plan_deck) + len(state.plan_discards) + len(state.parts[seat].plans_out)


def tokens_left(state: State, seat: Seat) -> int:
    """How many tokens a seat could draw (H15)."""
    return len(state.token_pile) + len(state.token_discards) + len(state.parts[seat].tokens_out)


def draw_plans(state: State, count: int, rng: Rng, seat: Seat | None = None) -> list[int]:
    """So many plans from the deck, or as many as there are."""
    own = [] if seat is None else state.parts[seat].plans_out
    return _draw(state.plan_deck, [state.plan_discards, own], count, rng)


def draw_tokens(state: State, count: int, rng: Rng, seat: Seat | None = None) -> list[int]:
    """So many tokens from the pile, or as many as there are."""
    own = [] if seat is None else state.parts[seat].tokens_out
    return _draw(state.token_pile, [state.token_discards, own], count, rng)


def _draw(pile: list[int], discards: list[list[int]], count: int, rng: Rng) -> list[int]:
    """Take what is there, shuffle the discards, go on (H15).

    What others have discarded in a part that is not complete stays with them: they may still
    take it back.
    """
    drawn: list[int] = []
    while len(drawn) < count:
        if not pile:
            for lying in discards:
                pile += lying
                lying.clear()
            rng.shuffle(pile)
        if not pile:
            break
        drawn.append(pile.pop())
    return drawn
