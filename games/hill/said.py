"""How components are spoken of: the values that a fact fills in for them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.hill.components import ADD, DOUBLE, the_box

Values = dict[str, Any]


def landmark(card: int) -> str:
    """What stands on a town card."""
    return the_box().cards[card].landmark or "houses"


def card(number: int) -> Values:
    """A town card: its number and its landmark."""
    return {"card": number, "landmark": landmark(number)}


def cards(numbers: Sequence[int]) -> Values:
    """Several town cards."""
    return {"card": list(numbers), "landmark": [landmark(number) for number in numbers]}


def goal(plan: int) -> Any:
    """What a plan asks for: three landmarks, or a kind of plan."""
    one = the_box().plans[plan]
    return list(one.landmarks) or one.category or one.kind


def plan(number: int) -> Values:
    """A plan: its number, what it asks for and what it scores."""
    return {"plan": number, "goal": goal(number), "points": the_box().plans[number].points}


def effect(token: int) -> Any:
    """What a development token does."""
    one = the_box().tokens[token]
    if one.kind == ADD:
        return {line: f"+{gain}" for line, gain in one.effect}
    if one.kind == DOUBLE:
        return {line: "×2" for line, _ in one.effect}
    return one.kind


def token(number: int) -> Values:
    """A development token: its number and what it does."""
    return {"token": number, "effect": effect(number)}
