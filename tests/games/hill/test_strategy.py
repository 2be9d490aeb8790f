"""The computer player: it sees what lies at hand, and plays well enough."""

import statistics
import time

import pytest

from games.core import Move, Rng
from games.hill import HILL
from games.hill.moves import Acquire, Assign, Bonus, Develop, Done, Lay
from games.hill.state import Options, State
from games.simulate import line_up, seed_of, steps
from tests.games.hill.table import Table

SQUARE = ("D4 2", "E4 14", "D5 11", "E5 3")


def wish(table: Table, seat: int = 0) -> Move:
    moves = list(HILL.legal(table.state, seat))
    return HILL.choose(HILL.view(table.state, seat), moves, Rng(bytes(32), 0))


def finish(seed: int, seats: int, players: str) -> State:
    for step in steps(HILL, seats, Options(), seed_of(seed), line_up(players, seats)):
        state = step.state
    assert isinstance(state, State)
    return state


def test_it_lays_the_track_that_fulfils_a_plan() -> None:
    table = Table(resources=9, round=14).market(cards=(5, 6, 7, 8))
    table.town("D4 2", "E4 11", "F4 19", "D5 60").runs("red", "D4 E4").plans("red", 1)
    table.acquire("a")
    table.place_any(0)
    table.collect()
    assert wish(table) == Lay("red", "E4-F4")


def test_it_puts_a_plan_where_it_is_fulfilled() -> None:
    table = Table().market(cards=(5, 6, 7, 8), plans=(1, 58)).town("D4 2", "E4 11", "F4 19")
    table.runs("blue", "D4 E4 F4")
    table.acquire("b")
    assert wish(table) == Assign(1, "blue", 0)


def test_it_upgrades_a_card_that_a_line_runs_over() -> None:
    table = Table().market(cards=(5, 6, 7, 8), tokens=(1, 25)).town(*SQUARE).runs("red", "D4 E4")
    table.acquire("d")
    assert wish(table) == Develop(1, "D4")  # Red 6 doubled


def test_it_ends_its_turn_when_all_is_done() -> None:
    table = Table(resources=0).market(cards=(5, 6, 7, 8)).town("D4 7", "E4 11")
    table.acquire("b")
    table.place(6, "D5")
    table.state.parts[0].laid = table.state.parts[0].acted = True
    assert wish(table) == Done()


def test_it_takes_resources_when_it_has_none() -> None:
    table = Table(resources=0).market(cards=(5, 6, 7, 8)).town("D4 7", "E4 11")
    table.tableau().laid["red"] = 3
    table.state.parts[0].open = "bonus"
    assert wish(table) in (Bonus("resources"), Bonus("plans"))


def test_the_same_view_gives_the_same_move() -> None:
    table = Table().market(cards=(5, 6, 7, 8)).town(*SQUARE)
    assert isinstance(wish(table), Acquire)
    assert wish(table) == wish(table)


@pytest.mark.parametrize("seats", [1, 2, 3])
def test_it_always_chooses_one_of_the_moves(seats: int) -> None:
    assert finish(3, seats, "greedy").phase == "over"


def test_it_beats_three_players_who_leave_it_to_chance() -> None:
    for seed in range(4):
        result = HILL.result(finish(seed, 4, "mixed"))
        assert result is not None
        assert result.winners == (0,)


def test_alone_it_is_an_average_mayor_or_better() -> None:
    scores = []
    for seed in range(5):
        result = HILL.result(finish(seed, 1, "greedy"))
        assert result is not None
        scores += result.scores
    assert statistics.median(scores) >= 121


def test_it_decides_within_a_second() -> None:
    table = Table().market(cards=(5, 6, 7, 8)).holds(22)
    table.rows(*range(1, 14))
    table.acquire("a")
    begun = time.perf_counter()
    wish(table)
    assert time.perf_counter() - begun < 1
