"""Games between computer players."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from games import simulate as module
from games.core import Move, Seat
from games.record import Record, replay, verify
from games.simulate import Endless, line_up, seed_of, simulate, steps
from tests.toy import Done, Draw, Options, SignalBox, State


def play(game: SignalBox, seed: int, players: str, seats: int = 3) -> Record:
    return simulate(game, seats, Options(), seed_of(seed), line_up(players, seats))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("players", ["greedy", "random", "mixed"])
def test_a_simulated_game_holds(toy: SignalBox, players: str, seats: int) -> None:
    record = play(toy, 1, players, seats)
    assert verify(record) == record.result


def test_the_seed_decides_everything(toy: SignalBox) -> None:
    assert play(toy, 1, "random") == play(toy, 1, "random")
    assert play(toy, 1, "random").moves != play(toy, 2, "random").moves


def test_who_sits_where() -> None:
    assert line_up("greedy", 2) == ("greedy", "greedy")
    assert line_up("random", 3) == ("random", "random", "random")
    assert line_up("mixed", 4) == ("greedy", "random", "random", "random")


def test_the_number_is_the_seed_with_the_high_byte_first() -> None:
    assert seed_of(258) == bytes(30) + b"\x01\x02"


def test_a_greedy_player_asks_the_games_own_strategy(toy: SignalBox) -> None:
    record = play(toy, 3, "mixed")
    drawn = [step.move for step in replay(record) if step.seat == 0 and isinstance(step.move, Draw)]
    assert drawn and all(move == Draw("open") for move in drawn)


def test_a_strategy_is_given_the_view_of_its_own_seat(toy: SignalBox) -> None:
    class Watched(SignalBox):
        def choose(self, view, moves, rng):  # type: ignore[no-untyped-def]
            looked.append(view.me)
            return super().choose(view, moves, rng)

    looked: list[Seat] = []
    acted = [s.seat for s in steps(Watched(), 3, Options(), seed_of(1), line_up("greedy", 3))]
    assert looked == acted


def test_those_who_act_at_once_come_in_any_order(toy: SignalBox) -> None:
    first = {play(toy, seed, "greedy").moves[0].seat for seed in range(20)}
    assert first == {0, 1, 2}


def test_a_game_that_never_ends_is_stopped(toy: SignalBox, monkeypatch: pytest.MonkeyPatch) -> None:
    class Forever(SignalBox):
        def end_turn(self, state: State) -> list[object]:  # type: ignore[override]
            return []

    monkeypatch.setattr(module, "LONGEST", 50)
    with pytest.raises(Endless, match="wasn't over after 50 moves"):
        simulate(Forever(), 2, Options(), seed_of(1), line_up("random", 2))


def test_a_seat_without_a_legal_move_is_told(toy: SignalBox) -> None:
    class Stuck(SignalBox):
        def legal(self, state: State, seat: Seat) -> Iterator[Move]:
            return (move for move in super().legal(state, seat) if not isinstance(move, Done))

    with pytest.raises(Endless, match="who has no legal move"):
        simulate(Stuck(), 2, Options(), seed_of(1), line_up("greedy", 2))
