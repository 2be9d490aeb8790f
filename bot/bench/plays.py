"""Whole games between computer players: where the positions to be measured come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bot.bench.figures import Effort
from games.codec import decode_state, encode
from games.core import AnyGame, Fact, Move, Seat, State
from games.simulate import line_up, seed_of, steps


@dataclass(frozen=True)
class Position:
    """A moment before a move, with the move that was made."""

    game: AnyGame
    seats: int
    seed: bytes
    number: int
    """Moves made before."""
    turns: int
    before: bytes
    told: tuple[Fact, ...]
    """What happened in the turn before and in this one."""
    choices: int
    """How many moves were legal."""
    seat: Seat
    move: Move
    facts: tuple[Fact, ...]
    ends_turn: bool

    @property
    def state(self) -> State:
        """The state, decoded afresh."""
        return decode_state(self.game, self.before)


class _Watched:
    """A game that remembers where it was last asked for the legal moves."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self.asked: tuple[bytes, int, int] = (b"", 0, 0)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._game, name)

    def legal(self, state: State, seat: Seat) -> list[Move]:
        moves = list(self._game.legal(state, seat))
        self.asked = encode(state), self._game.turns(state), len(moves)
        return moves


def play(game: AnyGame, seats: int, number: int) -> list[Position]:
    """Every position of a greedy play."""
    watched: Any = _Watched(game)
    seed = seed_of(number)
    found: list[Position] = []
    told: list[tuple[int, Fact]] = []
    for step in steps(watched, seats, game.options(), seed, line_up("greedy", seats)):
        before, turns, choices = watched.asked
        facts = tuple(step.facts)
        recent = tuple(fact for turn, fact in told if turn >= turns - 1)
        ends = game.turns(step.state) > turns
        asked = Position(
            game, seats, seed, step.number - 1, turns, before, recent, choices, step.seat,
            step.move, facts, ends,
        )  # fmt: skip
        found.append(asked)
        told += [(turns, fact) for fact in facts]
    return found


class Plays:
    """The plays of one game, made when they are first asked for."""

    def __init__(self, game: AnyGame, effort: Effort) -> None:
        self.game, self._effort = game, effort

    @cached_property
    def all(self) -> list[list[Position]]:
        """A play for each seed and number of seats, the most seats first."""
        counts = list(self.game.seats)[::-1][: self._effort.seat_counts]
        return [play(self.game, seats, seed) for seats in counts for seed in self._effort.seeds]

    def sample(self, *, ending: bool | None = None) -> list[Position]:
        """Positions spread over the first play; with ending, only before a turn's last move."""
        fitting = [p for p in self.all[0] if ending is None or p.ends_turn == ending]
        return spread(fitting[:-1] or fitting, self._effort.samples)

    def busiest(self) -> Position:
        """The position with the most legal moves."""
        return max((p for play in self.all for p in play), key=lambda p: p.choices)

    def states(self) -> Iterator[State]:
        """Every state of every play."""
        return (position.state for play in self.all for position in play)


def spread(positions: Sequence[Position], count: int) -> list[Position]:
    """So many positions at even distances, the last one among them."""
    last, count = len(positions) - 1, min(count, len(positions))
    picked = {last - i * last // max(1, count - 1) for i in range(count)}
    return [positions[i] for i in sorted(picked)]
