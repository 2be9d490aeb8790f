"""Whole games between computer players, without Discord."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence

from games.core import AnyGame, Move, Options, Rng, Seat, State, commitment
from games.record import Entry, Record, Step

PLAYERS = ("greedy", "random", "mixed")
LONGEST = 20_000  # moves: no game of ours comes near it


class Endless(Exception):
    """A game that doesn't come to its end: its rules are broken."""


def seed_of(number: int) -> bytes:
    """The table's seed for a number that a person can type."""
    return number.to_bytes(32, "big")


def line_up(players: str, seats: int) -> tuple[str, ...]:
    """Who sits where: all alike, or a greedy one in seat 0 among random ones."""
    if players == "mixed":
        return ("greedy", *["random"] * (seats - 1))
    return (players,) * seats


def steps(
    game: AnyGame, seats: int, options: Options, seed: bytes, players: Sequence[str]
) -> Iterator[Step]:
    """Play a game move by move; the table's chance is the same as in a replay."""
    state: State = game.new(seats, options, Rng(seed, 0))
    for number in range(1, LONGEST + 1):
        if not (acting := game.to_act(state)):
            return
        # Those who act at the same time come in any order.
        seat = _chance(seed, b"order", number).choice(sorted(acting))
        move = _decide(game, state, seat, players[seat], _chance(seed, b"player%d" % seat, number))
        facts = game.play(state, seat, move, Rng(seed, number))
        yield Step(number, seat, move, facts, state)
    raise Endless(f"{game.title} wasn't over after {LONGEST} moves")


def simulate(
    game: AnyGame, seats: int, options: Options, seed: bytes, players: Sequence[str]
) -> Record:
    """The record of a whole game."""
    state: State | None = None
    moves = []
    for step in steps(game, seats, options, seed, players):
        moves.append(Entry(step.seat, step.move))
        state = step.state
    result = game.result(state) if state is not None else None
    if result is None:
        raise Endless(f"{game.title} stopped after {len(moves)} moves without a result")
    return Record(game, seats, options, commitment(seed), seed, tuple(moves), result)


def _decide(game: AnyGame, state: State, seat: Seat, player: str, rng: Rng) -> Move:
    moves = list(game.legal(state, seat))
    if not moves:
        raise Endless(f"{game.title} waits for seat {seat}, who has no legal move")
    if player == "greedy":
        return game.choose(game.view(state, seat), moves, rng)
    return rng.choice(moves)


def _chance(seed: bytes, purpose: bytes, number: int) -> Rng:
    """The players' own luck, apart from the table's."""
    return Rng(hashlib.sha256(seed + purpose).digest(), number)
