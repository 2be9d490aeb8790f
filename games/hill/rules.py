"""The Rail on the Hill by its rules: the game as the rest of the house knows it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from games import core
from games.core import Fact, IllegalMove, Move, Result, Rng, Seat, Value
from games.hill import actions, hints, labels, strategy, words
from games.hill.checks import candidates, check, check_turn
from games.hill.components import LINES, SEATS
from games.hill.moves import (
    Acquire,
    Assign,
    Bonus,
    Buy,
    Choose,
    Collect,
    Develop,
    Done,
    Lay,
    Lift,
    Place,
)
from games.hill.rounds import deal, end_founding, end_turn, scores
from games.hill.state import Options, State
from games.hill.view import View, view


class RailOnTheHill:
    """The Rail on the Hill."""

    key: ClassVar[str] = "hill"
    title: ClassVar[str] = "The Rail on the Hill"
    seats: ClassVar[range] = SEATS  # H01
    options: ClassVar[type[core.Options]] = Options
    state: ClassVar[type[core.State]] = State
    moves: ClassVar[tuple[type[Move], ...]] = (
        Choose,
        Acquire,
        Place,
        Lay,
        Assign,
        Develop,
        Bonus,
        Buy,
        Lift,
        Collect,
        Done,
    )
    shortcuts: ClassVar[tuple[type[Move], ...]] = ()
    ends_turn: ClassVar[type[Move] | None] = Done
    places: ClassVar[frozenset[str]] = frozenset({"space", "spot"})

    def new(self, seats: int, options: Options, rng: Rng) -> State:
        return deal(seats, options, rng)

    def to_act(self, state: State) -> frozenset[Seat]:
        return state.acting

    def turns(self, state: State) -> int:
        return state.turns

    def legal(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat not in state.acting:
            return
        for move in candidates(state, seat):
            try:
                check(state, seat, move)
            except IllegalMove:
                continue
            yield move

    def play(self, state: State, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        check_turn(state, seat)
        check(state, seat, move)
        match move:
            case Choose(number):
                return actions.choose(state, seat, number)
            case Acquire(location):
                return actions.acquire(state, seat, location)
            case Place():
                return actions.place(state, seat, move)
            case Lay():
                return actions.lay(state, seat, move)
            case Bonus():
                return actions.bonus(state, seat, move, rng)
            case Collect():
                return actions.collect(state, seat)
            case Assign():
                return actions.assign(state, seat, move)
            case Develop():
                return actions.develop(state, seat, move)
            case Buy():
                return actions.buy(state, seat, rng)
            case Lift():
                return actions.lift_track(state, seat, move)
        if state.phase == "found":
            return end_founding(state, seat, rng)
        return end_turn(state, seat, rng)

    def offers(self, state: State, seat: Seat) -> Iterator[Move]:
        yield from ()

    def unfold(self, state: State, seat: Seat, shortcut: Move) -> list[Move]:
        raise IllegalMove("hill.not_now")

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        found = scores(state)
        rows = {f"hill.sheet.{line}": [s.lines[n] for s in found] for n, line in enumerate(LINES)}
        rows["hill.sheet.plans"] = [s.plans for s in found]
        rows["hill.sheet.penalty"] = [s.penalty for s in found]
        rows["hill.sheet.requests"] = [s.requests for s in found]
        rows["hill.sheet.resources"] = [s.resources for s in found]
        best = max((s.total, s.plans_done) for s in found)  # H63
        return Result(
            tuple(s.total for s in found),
            tuple(seat for seat, s in enumerate(found) if (s.total, s.plans_done) == best),
            tuple((key, tuple(row)) for key, row in rows.items()),
        )

    condense = staticmethod(words.condense)
    headline = staticmethod(words.headline)
    prompt = staticmethod(words.prompt)
    opening = staticmethod(words.opening)
    describe = staticmethod(words.describe)
    label = staticmethod(labels.label)
    hints = staticmethod(hints.hints)

    def warning(self, view: View, move: Move) -> Fact | None:
        return None

    def name(self, field: str, value: Value) -> str | None:
        return None

    read = staticmethod(words.read)
    choose = staticmethod(strategy.choose)


HILL = RailOnTheHill()
