"""Laying track: where, what it costs, and the bonus of the third and sixth token."""

import time

import pytest

from games.hill import HILL
from games.hill.components import LINES
from games.hill.moves import Assign, Bonus, Lay
from games.hill.track import Cost, cost
from tests.games.hill.table import Table, keys

SQUARE = ("D4 2", "E4 14", "D5 11", "E5 3")  # roads: D4 to E4 both ways, D4 to E5 both ways


def laying(*cards: str, resources: int = 5, location: str = "a", players: int = 2) -> Table:
    """Seat 0 has acquired a card and may lay track."""
    table = Table(players, resources=resources).market(cards=(5, 6, 7, 8)).town(*cards)
    table.acquire(location)
    return table


@pytest.mark.rule("H28")
def test_a_token_lies_across_two_neighbours_in_any_of_eight_directions() -> None:
    table = laying(*SQUARE, "C4 5", "C3 6", "F6 7", "D3 8")
    assert {"D4-E4", "D4-D5", "D4-E5", "D5-E4", "C4-D4", "C3-D4", "D3-D4"} <= table.spots("red")
    for spot in ("D4-F6", "D4-E3", "D4-D4", "D4", "E4-D4"):
        with table.refuses("hill.no_such_spot"):
            table.lay("red", spot)
    with table.refuses("hill.no_such_line"):
        table.lay("green", "D4-E4")


@pytest.mark.rule("H29")
@pytest.mark.parametrize(
    ("west", "east", "price"),
    [("D4 2", "E4 14", 0), ("D4 2", "E4 11", 1), ("D4 7", "E4 14", 1), ("D4 7", "E4 11", 2)],
)
def test_each_half_on_open_land_costs_one(west: str, east: str, price: int) -> None:
    table = laying(west, east)
    assert cost(table.tableau(), "D4-E4") == Cost(price, 0, False)
    table.lay("red", "D4-E4")
    assert table.tableau().resources == 5 - price


@pytest.mark.rule("H29", "H26")
def test_a_turned_card_has_its_roads_elsewhere() -> None:
    assert cost(laying("D4 7", "E4 14").tableau(), "D4-E4").total == 1
    assert cost(laying("D4 7 1", "E4 14").tableau(), "D4-E4").total == 0  # N, W, NW become E, N, NE
    assert cost(laying("D4 7 1", "E4 14 1").tableau(), "D4-E4").total == 1


@pytest.mark.rule("H30")
def test_an_intersection_costs_two_more() -> None:
    table = laying(*SQUARE).runs("blue", "D5 E4")
    assert cost(table.tableau(), "D4-E5") == Cost(0, 2, False)
    assert cost(table.tableau(), "D4-E4") == Cost(0, 0, False)  # not diagonal
    table.lay("red", "D4-E5")
    assert table.tableau().resources == 3


@pytest.mark.rule("H30")
def test_the_surcharge_falls_due_once_however_many_lie_across() -> None:
    table = laying(*SQUARE).runs("blue", "D5 E4").runs("black", "D5 E4")
    assert cost(table.tableau(), "D4-E5").crossing == 2


@pytest.mark.rule("H30")
def test_a_line_may_cross_itself() -> None:
    table = laying(*SQUARE).runs("red", "D5 E4 D4")
    assert cost(table.tableau(), "D4-E5").crossing == 2
    table.lay("red", "D4-E5")
    assert table.tableau().lines["red"] == ["D5", "E4", "D4", "E5"]


@pytest.mark.rule("H30", "H45")
def test_parallel_tokens_do_not_cross_and_both_charges_can_fall_due() -> None:
    table = laying(*SQUARE).runs("blue", "D4 E5").keeps(25)
    assert cost(table.tableau(), "D4-E5") == Cost(0, 0, True)
    table.runs("black", "D5 E4")
    assert cost(table.tableau(), "D4-E5") == Cost(0, 2, True)
    table.lay("red", "D4-E5")
    assert table.tableau().resources == 3 and table.tableau().tokens == []


@pytest.mark.rule("H31")
def test_nothing_is_laid_on_credit() -> None:
    table = laying("D4 7", "E4 11", resources=1)
    with table.refuses("hill.too_dear"):
        table.lay("red", "D4-E4")
    assert not table.spots("red")
    table.has(2).lay("red", "D4-E4")
    assert table.tableau().resources == 0


@pytest.mark.rule("H32")
def test_one_token_a_spot() -> None:
    table = laying(*SQUARE).runs("blue", "D4 E4")
    with table.refuses("hill.spot_taken"):
        table.lay("red", "D4-E4")
    assert "D4-E4" not in table.spots("red")


@pytest.mark.rule("H33")
def test_the_first_token_goes_anywhere_and_so_does_the_next_after_all_are_discarded() -> None:
    table = laying(*SQUARE).runs("red", "D4 E4")
    assert table.spots("blue") == {"D4-D5", "D4-E5", "D5-E4", "D5-E5", "E4-E5"}
    assert "D5-E5" not in table.spots("red")
    table.lift("red", "D4-E4")
    assert "D5-E5" in table.spots("red")
    table.lay("red", "D5-E5")
    assert table.tableau().laid["red"] == 2


@pytest.mark.rule("H34")
def test_a_line_goes_on_from_its_ends_only() -> None:
    table = laying(*SQUARE, "F4 5", "F5 6", "C4 8").runs("red", "D4 E4 F4")
    with table.refuses("hill.not_at_end"):
        table.lay("red", "D5-E5")  # touches no end
    with table.refuses("hill.not_at_end"):
        table.lay("red", "E4-E5")  # a branch: three tokens on E4
    with table.refuses("hill.own_track"):
        table.lay("red", "D4-E4")
    assert table.spots("red") == {"C4-D4", "D4-D5", "D4-E5", "F4-F5", "E5-F4"}
    table.lay("red", "C4-D4")
    assert table.tableau().lines["red"] == ["C4", "D4", "E4", "F4"]


@pytest.mark.rule("H34")
def test_a_line_never_loops() -> None:
    table = laying(*SQUARE).runs("red", "D4 E4 E5 D5")
    with table.refuses("hill.loop"):
        table.lay("red", "D4-D5")
    with table.refuses("hill.loop"):
        table.lay("red", "D5-E4")
    assert not table.spots("red")


@pytest.mark.rule("H35")
def test_eight_tokens_a_line_are_ever_laid() -> None:
    table = laying(*SQUARE).runs("red", "D4 E4")
    table.tableau().laid["red"] = 8  # seven of them discarded
    with table.refuses("hill.no_token"):
        table.lay("red", "E4-E5")
    table.tableau().laid["red"] = 7
    table.lay("red", "E4-E5")


@pytest.mark.rule("H36")
def test_track_need_not_touch_the_new_card() -> None:
    table = laying(*SQUARE)
    table.place(5, "F4")
    table.lay("red", "D4-D5")
    assert table.tableau().lines["red"] == ["D4", "D5"]


def with_bonus(line: str = "red", laid: int = 2, **options: int) -> Table:
    """Seat 0 has just laid a third (or sixth) token."""
    table = laying(*SQUARE, **options).runs(line, "D4 E4")  # type: ignore[arg-type]
    table.tableau().laid[line] = laid
    table.lay(line, "E4-E5")
    return table


@pytest.mark.rule("H37")
@pytest.mark.parametrize("laid", [2, 5])
def test_the_third_and_sixth_token_give_a_bonus_at_once(laid: int) -> None:
    table = with_bonus(laid=laid)
    assert table.legal(Bonus) == [Bonus("resources"), Bonus("track"), Bonus("plans")]
    with table.refuses("hill.choice_open"):
        table.done()
    before = table.tableau().resources
    table.bonus("resources")
    assert table.tableau().resources == before + 2
    with table.refuses("hill.no_bonus"):
        table.bonus("resources")


@pytest.mark.rule("H37", "H50")
def test_discarded_tokens_count_for_the_bonus() -> None:
    table = laying(*SQUARE).runs("red", "D4 E4 E5")
    table.lift("red", "E4-E5")
    table.lift("red", "D4-E4")
    table.lay("red", "D4-D5")
    assert table.state.parts[0].open == "bonus"


@pytest.mark.rule("H37")
def test_a_bonus_track_is_of_any_colour_under_all_rules_and_costs() -> None:
    table = with_bonus()
    table.bonus("track")
    assert {move.line for move in table.legal(Lay)} == set(LINES)  # type: ignore[attr-defined]
    with table.refuses("hill.loop"):
        table.lay("red", "D4-E5")
    before, price = table.tableau().resources, cost(table.tableau(), "D5-E5").total
    table.lay("blue", "D5-E5")
    assert table.tableau().resources == before - price
    with table.refuses("hill.laid_already"):  # the track of the turn was laid before
        table.lay("yellow", "D4-D5")


@pytest.mark.rule("H37")
def test_a_bonus_track_is_offered_only_if_one_is_possible() -> None:
    table = laying("D4 2", "E4 14", resources=0)
    table.tableau().laid["red"] = 2
    for line in ("yellow", "blue", "black"):
        table.tableau().laid[line] = 8
    table.lay("red", "D4-E4")
    with table.refuses("hill.no_such_bonus"):
        table.bonus("track")
    assert Bonus("track") not in table.legal(Bonus)


@pytest.mark.rule("H38")
def test_a_bonus_track_can_trigger_another_bonus() -> None:
    table = with_bonus()
    table.tableau().laid["blue"] = 2
    table.bonus("track")
    table.lay("blue", "D5-E5")
    assert table.state.parts[0].open == "bonus"
    table.bonus("resources")
    assert table.state.parts[0].open == ""


@pytest.mark.rule("H37", "H39")
def test_of_two_plans_drawn_one_is_kept_at_a_line_and_the_other_discarded() -> None:
    table = with_bonus()
    table.state.plan_deck[-2:] = [37, 41]
    facts = table.bonus("plans")
    assert keys(facts) == ["bonus_plans"]
    assert keys(facts, 0) == ["bonus_plans", "drew_plan", "drew_plan"]
    assert table.view(0).mine.plans == (41, 37) and table.view(1).mine.plans == ()
    assert {move.plan for move in table.legal(Assign)} == {37, 41}  # type: ignore[attr-defined]
    facts = table.plan(37, "blue")
    assert keys(facts) == ["planned", "passed_up_plan"] and facts[0].reveals
    assert table.tableau().plans["blue"] == [37]
    assert table.state.plan_discards == [41]


def test_all_moves_of_a_busy_position_are_quickly_listed() -> None:
    table = Table(resources=20).market(cards=(60, 61, 62, 63)).rows(*range(1, 12)).holds(64)
    table.acquire("c")
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        moves = list(HILL.legal(table.state, 0))
        times.append(time.perf_counter() - begun)
    assert len(moves) > 150 and min(times) < 0.02
