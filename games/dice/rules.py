"""Railroad Dice by its rules: each function cites the clauses it carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from games import core
from games.core import Fact, IllegalMove, Move, Result, Rng, Seat
from games.dice import labels, scoring, strategy, words
from games.dice.actions import begin, perform
from games.dice.check import candidates, check, check_turn
from games.dice.components import SEATS
from games.dice.moves import Done, Give, Hide, Income, Roll, Share, Station, Tile, Track
from games.dice.setup import set_up
from games.dice.state import Options, State
from games.dice.view import View, view


class RailroadDice:
    """The game as the rest of the house knows it."""

    key: ClassVar[str] = "dice"
    title: ClassVar[str] = "Railroad Dice"
    seats: ClassVar[range] = SEATS  # D01
    options: ClassVar[type[core.Options]] = Options
    state: ClassVar[type[core.State]] = State
    moves: ClassVar[tuple[type[Move], ...]] = (
        Income,
        Roll,
        Share,
        Track,
        Tile,
        Station,
        Hide,
        Give,
        Done,
    )
    shortcuts: ClassVar[tuple[type[Move], ...]] = ()
    ends_turn: ClassVar[type[Move] | None] = Done
    places: ClassVar[frozenset[str]] = frozenset({"end", "piece", "turn"})

    def new(self, seats: int, options: Options, rng: Rng) -> State:
        return set_up(seats, options, rng)

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.acting is None else frozenset({state.acting})

    def turns(self, state: State) -> int:
        return state.turns

    def legal(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat != state.acting:
            return
        for move in candidates(state, seat):
            try:
                check(state, seat, move)
            except IllegalMove:
                continue
            yield move

    def play(self, state: State, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        check_turn(state, seat)
        planned = check(state, seat, move)
        begin(state, seat)
        return perform(state, seat, move, planned, rng)

    def offers(self, state: State, seat: Seat) -> Iterator[Move]:
        return iter(())

    def unfold(self, state: State, seat: Seat, shortcut: Move) -> list[Move]:
        raise IllegalMove("dice.no_shortcut")

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def result(self, state: State) -> Result | None:
        return scoring.result(state) if state.phase == "over" else None

    condense = staticmethod(words.condense)
    headline = staticmethod(words.headline)
    prompt = staticmethod(words.prompt)
    opening = staticmethod(words.opening)
    describe = staticmethod(words.describe)
    label = staticmethod(labels.label)
    hints = staticmethod(words.hints)
    warning = staticmethod(words.warning)
    name = staticmethod(words.name)
    read = staticmethod(labels.read)
    choose = staticmethod(strategy.choose)


DICE = RailroadDice()
