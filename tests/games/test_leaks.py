"""The leak checks can fail: games that betray a secret, each in its own way, are caught."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from games.core import Fact, IllegalMove, Move, Rng, Seat
from games.simulate import line_up, seed_of, steps
from tests.games.contract import Table
from tests.games.secrets import check_secrets
from tests.toy import Card, Draw, Options, Set, SignalBox, Stash, State, View


class TellsTheBox(SignalBox):
    """Its view holds what others put in the box."""

    def view(self, state: State, seat: Seat | None) -> View:
        return msgspec.structs.replace(super().view(state, seat), box=tuple(state.box))


class TellsTheDeck(SignalBox):
    """It lets one draw only what is worth it."""

    def check(self, state: State, seat: Seat, move: Move) -> None:
        super().check(state, seat, move)
        if isinstance(move, Draw) and move.pile == "deck" and state.deck[-1] < 10:
            raise IllegalMove("toy.empty")


class TellsByOrder(SignalBox):
    """It lists the moves by what others hold."""

    def legal(self, state: State, seat: Seat) -> Iterator[Move]:
        moves = list(super().legal(state, seat))
        yield from reversed(moves) if sum(state.deck) % 2 else moves


class TellsByRefusal(SignalBox):
    """It says whether somebody else has the card."""

    def check(self, state: State, seat: Seat, move: Move) -> None:
        if isinstance(move, Stash | Set) and move.card in state.deck:
            raise IllegalMove("toy.empty")
        super().check(state, seat, move)


class DrawsInSilence(SignalBox):
    """A card comes to light, and no fact says that one can't undo that."""

    def draw(self, state: State, seat: Seat, pile: str) -> list[Fact]:
        facts = super().draw(state, seat, pile)
        return [msgspec.structs.replace(fact, reveals=False) for fact in facts]


class DrawsAloud(SignalBox):
    """Everybody reads which card was drawn."""

    def draw(self, state: State, seat: Seat, pile: str) -> list[Fact]:
        facts = super().draw(state, seat, pile)
        return [Fact(fact.key, fact.values) for fact in facts]


class ExportsTheBox(SignalBox):
    """No fact keeps a secret move out of others' files."""

    def stash(self, state: State, seat: Seat, card: Card) -> list[Fact]:
        return super().stash(state, seat, card)[:1]


class CondensesAloud(SignalBox):
    """Telling a turn as a whole, it tells everybody everything."""

    def condense(self, facts: list[Fact]) -> list[Fact]:  # type: ignore[override]
        return [msgspec.structs.replace(fact, only=None) for fact in facts]


LEAKS = [
    (TellsTheBox, "the view tells seat"),
    (TellsTheDeck, "the options tell seat"),
    (TellsByOrder, "the options tell seat"),
    (TellsByRefusal, "a refusal tells seat"),
    (DrawsInSilence, "no fact says that it reveals"),
    (DrawsAloud, "no fact says that it reveals"),
    (ExportsTheBox, "the file tells seat"),
    (CondensesAloud, "draw tells seat"),
]


def check_some_games(game: SignalBox) -> None:
    for number in range(6):
        table = Table(game, Rng(b"leaks", number))
        seats = 2 + number % 3
        state = game.new(seats, Options(), Rng(seed_of(number), 0))
        check_secrets(table, state, seats)
        players = line_up("random", seats)
        for step in steps(game, seats, Options(), seed_of(number), players):
            check_secrets(table, step.state, seats)


@pytest.mark.parametrize(("leaky", "complaint"), LEAKS)
def test_a_leak_is_caught(toy: SignalBox, leaky: type[SignalBox], complaint: str) -> None:
    with pytest.raises(AssertionError, match=complaint):
        check_some_games(leaky())


def test_the_honest_game_passes(toy: SignalBox) -> None:
    check_some_games(toy)
