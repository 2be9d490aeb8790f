"""The computer player of Village Rails, from its own view alone."""

import statistics
import time

import pytest

from games.core import Rng
from games.simulate import line_up, seed_of, simulate, steps
from games.village import VILLAGE
from games.village.moves import Assign, Build, Terminus
from games.village.state import Options
from games.village.strategy import expected_trip
from tests.games.village.table import Table, line, trip


def chosen(table: Table):
    view = table.view(table.acting)
    return VILLAGE.choose(view, table.legal(), Rng(b"chance", 0))


def test_it_builds_the_signal_where_one_stands():
    table = Table(letters="AB").lay(A1="lake crossing, halt 2, signal")
    table.lay(B1="field crossing, -, halt 3")
    table.tracks("lake crossing, siding, signal")
    table.track(1)
    assert chosen(table) == Build("C1", turned=False)


def test_it_turns_a_card_so_that_the_second_signal_comes_on_the_line():
    table = Table(letters="AB").lay(A1="lake crossing, halt 2, signal")
    table.lay(B1="field crossing, -, halt 3")
    table.lay(C2="forest crossing, -, farm", C3="forest crossing, -, barn forest")
    table.lay(C4="village crossing, siding, signal").tracks("lake curves, signal, -")
    table.track(1)
    assert chosen(table) == Build("C1", turned=True)


def test_it_plays_the_terminus_that_pays_most():
    table = Table(letters="AB").hand("field", "lake", "halt").tracks("lake curves, farm, -")
    table.track(1)
    table.build("C1")
    assert chosen(table) == Terminus("lake")


def test_it_assigns_a_trip_where_it_scores():
    table = Table(letters="AB", money=3).trips("most lake: 5").lay(A3="lake crossing, -, farm")
    table.lay(B3="lake crossing, barn village, -")
    table.trip(1)
    assert chosen(table) == Assign("L3")


def test_what_a_trip_should_score_is_exact_for_a_complete_line():
    assert expected_trip(trip("each lake: 2"), line("lake field lake"), 0.0) == 4
    few = expected_trip(trip("each lake: 2"), line("lake"), 2.0)
    assert 2 < few < 6


def test_it_beats_random_players():
    wins = sum(
        simulate(VILLAGE, 3, Options(), seed_of(n), line_up("mixed", 3)).result.winners == (0,)
        for n in range(12)
    )
    assert wins >= 11


def test_it_scores_well_among_its_like():
    scores = []
    for number in range(6):
        result = simulate(VILLAGE, 3, Options(), seed_of(number), line_up("greedy", 3)).result
        scores += result.scores
    assert statistics.median(scores) >= 85


def test_it_takes_less_than_a_second_a_move():
    slowest = 0.0
    before = time.perf_counter()
    for _ in steps(VILLAGE, 4, Options(), seed_of(3), line_up("greedy", 4)):
        now = time.perf_counter()
        slowest, before = max(slowest, now - before), now
    assert slowest < 1


@pytest.mark.parametrize("seats", [2, 4])
def test_legal_moves_are_found_quickly(seats):
    busiest = 0.0
    for step in steps(VILLAGE, seats, Options(), seed_of(2), line_up("random", seats)):
        for seat in VILLAGE.to_act(step.state):
            start = time.perf_counter()
            list(VILLAGE.legal(step.state, seat))
            busiest = max(busiest, time.perf_counter() - start)
    assert busiest < 0.2  # 20 ms are wanted; a busy machine may be slow
