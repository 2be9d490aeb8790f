"""The residents' requests, one by one, on a whole town."""

import pytest

from games.hill import HILL
from games.hill.requests import request_points
from games.hill.rounds import deal
from tests.games.hill.table import Rng, Table, fresh

COLUMN, ROW, DIAGONAL = "D4 D5 D6 D7", "D4 E4 F4 G4", "D4 E5 F6 G7"


def town(*cards: int) -> Table:
    return Table().rows(*cards or range(1, 17))


def points(table: Table, letter: str, fewest: int = 0) -> int:
    return request_points(table.tableau(), letter, fewest)


def test_two_of_the_twelve_lie_open_from_the_start() -> None:
    seen = set()
    for seed in range(20):
        state = fresh(2, seed=seed, requests=True).state
        assert len(set(state.requests)) == 2
        assert HILL.view(state, None).requests == tuple(state.requests)
        seen |= set(state.requests)
    assert len(seen) == 12
    assert not deal(2, HILL.options(), Rng(bytes(32), 0)).requests


def test_requests_are_scored_after_the_penalty() -> None:
    table = Table(requests="AJ").rows(*range(1, 17)).runs("red", COLUMN)
    assert table.score().requests == 4
    assert table.score().total == Table().rows(*range(1, 17)).runs("red", COLUMN).score().total + 4


@pytest.mark.rule("H64")
def test_a_lines_from_the_top_to_the_bottom_row() -> None:
    table = town().runs("red", COLUMN).runs("blue", DIAGONAL).runs("black", ROW)
    assert points(table, "A") == 8
    assert points(town().runs("red", "D5 D6 D7 E7"), "A") == 0


@pytest.mark.rule("H65")
def test_b_lines_from_the_left_to_the_right_column() -> None:
    table = town().runs("red", COLUMN).runs("blue", DIAGONAL).runs("black", ROW)
    assert points(table, "B") == 8
    assert points(town().runs("red", "E5 F5 G5 G4"), "B") == 0


@pytest.mark.rule("H66")
def test_c_cards_with_all_four_lines() -> None:
    table = town().runs("red", ROW).runs("blue", ROW).runs("black", "D4 D5")
    assert points(table, "C") == 0
    table.runs("yellow", "D5 D4 E4")
    assert points(table, "C") == 4  # D4


@pytest.mark.rule("H67")
def test_d_outer_cards_with_three_lines_corners_too() -> None:
    table = town().runs("red", "D4 E4 E5").runs("blue", "D4 E4 E5").runs("black", "E4 E5 D5")
    assert points(table, "D") == 4  # E4; E5 is a central card
    table.runs("yellow", "D4 D5 E6")
    assert points(table, "D") == 8  # and D4, a corner


@pytest.mark.rule("H68")
def test_e_corner_cards_with_two_lines() -> None:
    table = town().runs("red", "D4 D5").runs("blue", DIAGONAL)
    assert points(table, "E") == 4  # D4; Blue is alone on G7
    assert points(table.runs("black", "G7 G6"), "E") == 8


@pytest.mark.rule("H69")
def test_f_points_where_both_diagonals_hold_a_token() -> None:
    table = town().runs("red", "D4 E5").runs("blue", "D5 E4 F5").runs("black", "D4 E5")
    assert points(table, "F") == 4  # parallel tokens make no second one
    assert points(town().runs("red", "D4 E5").runs("black", "D4 E5"), "F") == 0
    assert points(table.runs("yellow", "E5 F4"), "F") == 8


@pytest.mark.rule("H70")
def test_g_lines_on_three_central_cards() -> None:
    table = town().runs("red", "E5 F5 F6").runs("blue", "E5 F6 G7").runs("black", "E6 E5 F5 F6")
    assert points(table, "G") == 8


@pytest.mark.rule("H71")
def test_h_lines_on_two_corners() -> None:
    table = town().runs("red", ROW).runs("blue", DIAGONAL).runs("black", "D4 D5 D6")
    assert points(table, "H") == 8
    assert points(town().runs("red", "D4 E4 F4 G4 G5 G6 G7"), "H") == 4


@pytest.mark.rule("H72")
def test_i_lines_with_two_landmarks_of_each_category() -> None:
    cards = (13, 14, 19, 31, 56, 57, 43, 37, *range(58, 66))
    table = town(*cards).runs("red", "D4 E4 F4 G4 G5")
    assert points(table, "I") == 0  # one public landmark only
    assert points(table.runs("red", "D4 E4 F4 G4 G5 F5"), "I") == 4
    pairs = town(13, 13, 19, 31, 56, 57, 43, 44, *range(58, 66))  # two of a kind will do
    pairs.runs("red", "D4 E4 F4 G4 G5 F5")
    assert points(pairs, "I") == 4
    assert points(pairs.keeps(31, 32), "I") == 4
    short = town(13, 13, 19, 31, 56, 57, 43, 58, *range(59, 67)).keeps(31, 32)
    assert points(short.runs("red", "D4 E4 F4 G4 G5 F5"), "I") == 0  # wilds don't count


@pytest.mark.rule("H73")
def test_j_every_card_carries_a_token() -> None:
    table = town().runs("red", "D4 E4 F4 G4 G5 F5 E5 D5").runs("blue", "D6 E6 F6 G6 G7 F7 E7")
    assert points(table, "J") == 0
    assert points(table.runs("blue", "D6 E6 F6 G6 G7 F7 E7 D7"), "J") == 8
    assert points(Table().town("D4 1", "E4 2").runs("red", "D4 E4"), "J") == 0


@pytest.mark.rule("H74")
def test_k_the_tokens_of_the_shortest_line() -> None:
    table = town().runs("red", ROW).runs("blue", COLUMN).runs("black", "D4 E4 F4")
    assert points(table, "K") == 0
    assert points(table.runs("yellow", "D7 E7 F7"), "K") == 6


@pytest.mark.rule("H75")
def test_l_the_fulfilled_plans_of_the_weakest_line() -> None:
    assert points(town(), "L", fewest=2) == 8
    table = Table(requests="L").rows(*range(1, 17))
    for line in ("red", "yellow", "blue", "black"):
        table.runs(line, "D4 E4 F4 G4 G5 F5 E5 D5").plans(line, {"red": 49}.get(line, 50))
    assert table.score().requests == 4
    table.plans("red")
    assert table.score().requests == 0
