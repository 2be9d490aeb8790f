"""Passengers, and how a table ended (D37, D38, D43)."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Result
from games.dice.components import PASSENGERS, company_keys
from games.dice.land import WAYS, Place, step
from games.dice.state import State, Tile


def largest_group(tiles: Sequence[Tile], company: str) -> frozenset[Place]:
    """The largest group of connected tiles that hold a station of the company (D37)."""
    left = {tile.place for tile in tiles if company in tile.stations}
    best: set[Place] = set()
    while left:
        group, todo = set(), [min(left)]
        while todo:
            place = todo.pop()
            if place in left:
                left.remove(place)
                group.add(place)
                todo += [step(place, way) for way in WAYS]
        best = max(best, group, key=len)
    return frozenset(best)


def transported(tiles: Sequence[Tile]) -> dict[str, int]:
    """What each company carries in a year, in thousands."""
    return {company: len(largest_group(tiles, company)) for company in company_keys()}


def passengers(carried: dict[str, int]) -> int:
    """A player's passengers."""
    return PASSENGERS * sum(carried.values())


def result(state: State) -> Result:
    """Most passengers; then most ? in front; then most dice in all; then shared (D43)."""
    seats = range(state.seats)
    scores = tuple(passengers(carried) for carried in state.carried)
    marks = tuple(front["?"] for front in state.front)
    dice = tuple(sum(state.front[seat].values()) + state.behind[seat] for seat in seats)
    standing = [(scores[seat], marks[seat], dice[seat]) for seat in seats]
    winners = tuple(seat for seat in seats if standing[seat] == max(standing))
    rows = [
        (f"dice.sheet.{company}", tuple(PASSENGERS * c[company] for c in state.carried))
        for company in company_keys()
    ]
    rows += [("dice.sheet.marks", marks), ("dice.sheet.dice", dice)]
    return Result(scores, winners, tuple(rows))
