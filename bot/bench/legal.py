"""Enumerating all legal moves of the busiest position."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import partial

from bot.bench.figures import Effort, Figures, beside, taken
from bot.bench.plays import Plays
from games.core import AnyGame, Move, Rng, Seat, State
from games.simulate import seed_of


def run(plays: Plays, effort: Effort) -> Iterator[Figures]:
    """With what the game remembers of the position, and without; the floor just makes the moves."""
    busiest = plays.busiest()
    game, state, seat = busiest.game, busiest.state, busiest.seat
    moves = list(game.legal(state, seat))
    work, floor = partial(_enumerate, game, state, seat), partial(_make, moves)
    yield beside([(work, floor)], effort.rounds)
    first = min(_at_first_sight(game, state, seat) for _ in range(effort.rounds))
    yield Figures(first, min(taken(floor) for _ in range(effort.rounds)))


def _enumerate(game: AnyGame, state: State, seat: Seat) -> int:
    return sum(1 for _ in game.legal(state, seat))


def _make(moves: list[Move]) -> list[Move]:
    return [type(move)(**move.values()) for move in moves]


def _at_first_sight(game: AnyGame, state: State, seat: Seat) -> float:
    """The time after everything remembered is forgotten; what the set-up needs is known again."""
    for name, module in list(sys.modules.items()):
        if name.startswith(f"games.{game.key}."):
            for thing in list(vars(module).values()):
                if clear := getattr(thing, "cache_clear", None):
                    clear()
    begun = game.new(game.seats[0], game.options(), Rng(seed_of(1), 0))
    for acting in game.to_act(begun):
        _enumerate(game, begun, acting)
    return taken(partial(_enumerate, game, state, seat))
