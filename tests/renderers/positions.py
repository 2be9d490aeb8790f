"""Positions of the golden games of Ride the Rails, as scenes to be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bot.panel import Choices, build
from games.codec import decode_state, encode
from games.core import Fact, Seat
from games.phrasebook import Phrasebook
from games.record import Record, decode, replay, start
from games.ride import RIDE
from games.ride.state import State
from renderers.scene import Scene, scene

GAMES = Path(__file__).parent.parent / "golden"
NAMES = ("Mina", "Jonas", "Lena", "t_okafor", "Ada")


class Moment(NamedTuple):
    """A table after a move: its state, and the facts so far with the turns they are of."""

    state: bytes
    turns: int
    told: tuple[tuple[int, Fact], ...]


@cache
def record(seats: int) -> Record:
    """A golden game."""
    return decode((GAMES / f"ride-{seats}.jsonl").read_bytes())


@cache
def moments(seats: int) -> tuple[Moment, ...]:
    """The game move by move, from the set-up on."""
    table = record(seats)
    found = [Moment(encode(start(table)), 0, ())]
    for step in replay(table):
        before = found[-1]
        told = (*before.told, *((before.turns, fact) for fact in step.facts))
        found.append(Moment(encode(step.state), table.game.turns(step.state), told))
    return tuple(found)


def turns(seats: int) -> int:
    """How many turns the game has."""
    return moments(seats)[-1].turns


def moment(seats: int, turn: int, moves: int = 0) -> Moment:
    """The table after so many turns and so many moves of the next one."""
    after = [m for m in moments(seats) if m.turns == turn]
    return after[moves]


def truth(when: Moment) -> State:
    """The state of a moment, free to be changed."""
    state = decode_state(RIDE, when.state)
    assert isinstance(state, State)
    return state


def turn_of_phase(seats: int, round_: int, phase: str, place: int) -> int:
    """The number of turns before so many players have had theirs in a phase."""
    for when in moments(seats):
        state = truth(when)
        if (state.round, state.phase, state.place) == (round_, phase, place):
            return when.turns
    raise AssertionError(f"no {phase} phase of round {round_} with {place} turns done")


def shown(
    seats: int,
    turn: int,
    *,
    marked: int = 1,
    seat: Seat | None = None,
    names: Sequence[str] = NAMES,
    moves: int = 0,
) -> Scene[Any]:
    """The scene that is posted after so many turns, the last ones marked as new."""
    when = moment(seats, turn, moves)
    return staged(truth(when), facts_of(when, marked), marked, seat=seat, names=names)


def facts_of(when: Moment, marked: int) -> tuple[Fact, ...]:
    """What happened in the last turns."""
    return tuple(fact for turn, fact in when.told if when.turns - marked <= turn < when.turns)


def staged(
    state: State,
    facts: Sequence[Fact] = (),
    marked: int = 1,
    *,
    seat: Seat | None = None,
    names: Sequence[str] = NAMES,
) -> Scene[Any]:
    """The scene of a position that was laid out by hand."""
    return scene(
        RIDE,
        RIDE.view(state, seat),
        Phrasebook(RIDE, names[: state.seats]),
        acting=RIDE.to_act(state),
        facts=facts,
        since=max(0, state.turns - marked),
        result=RIDE.result(state),
    )


def choosing(seats: int, turn: int, *path: str, moves: int = 0, page: int = 0) -> Scene[Any]:
    """What the panel of whoever's turn it is shows after these choices."""
    return offered(truth(moment(seats, turn, moves)), *path, page=page)


def offered(state: State, *path: str, page: int = 0) -> Scene[Any]:
    """The same for a position that was laid out by hand."""
    seat = min(RIDE.to_act(state))
    view, words = RIDE.view(state, seat), Phrasebook(RIDE, NAMES[: state.seats])
    choices = Choices(
        RIDE, view, words, tuple(RIDE.legal(state, seat)), tuple(RIDE.offers(state, seat))
    )
    pending = build(choices, path, page).pending
    assert pending is not None
    if not pending.field:
        shortcut = next(s for s in choices.offers if s.values() == pending.chosen)
        pending = replace(pending, steps=tuple(RIDE.unfold(state, seat, shortcut)))
    acting = RIDE.to_act(state)
    return scene(RIDE, view, words, acting=acting, since=state.turns, pending=pending)
