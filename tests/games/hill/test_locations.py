"""Location actions: resources, a plan, a track, a token; and which lines can take a plan."""

import pytest

from games.hill.components import LINES, Plan, the_box
from games.hill.moves import NOWHERE, Assign, Collect, Develop, Lay
from tests.games.hill.table import Table

SEVEN = 49, 50, 51, 52  # seven tracks, no duplicates


def at(location: str) -> Table:
    """Seat 0 has acquired a card at this location."""
    table = Table().market(cards=(5, 6, 7, 8), plans=(1, 49), tokens=(25, 13))
    table.town("D4 2", "E4 14", "D5 11", "E5 3")
    table.acquire(location)
    return table


@pytest.mark.rule("H40")
def test_location_a_gives_two_resources() -> None:
    table = at("a")
    table.collect()
    assert table.tableau().resources == 7
    for location in "bcd":
        other = at(location)
        assert not other.legal(Collect)
        with other.refuses("hill.other_location"):
            other.collect()


@pytest.mark.rule("H41")
def test_location_b_gives_one_of_the_face_up_plans() -> None:
    table = at("b")
    assert {move.plan for move in table.legal(Assign)} == {1, 49}  # type: ignore[attr-defined]
    with table.refuses("hill.no_such_plan"):
        table.plan(2, "red")
    table.plan(49, "red")
    assert table.tableau().plans["red"] == [49]
    assert table.view(1).market.plans == [1]
    with table.refuses("hill.acted_already"):
        table.plan(1, "blue")
    with at("a").refuses("hill.other_location"):
        at("a").plan(1, "red")


@pytest.mark.rule("H42")
def test_location_c_gives_one_more_track_of_any_colour() -> None:
    table = at("c")
    table.lay("red", "D4-E4")
    assert {move.line for move in table.legal(Lay)} == set(LINES)  # type: ignore[attr-defined]
    table.lay("blue", "D5-E5")
    with table.refuses("hill.laid_already"):
        table.lay("blue", "D4-D5")


@pytest.mark.rule("H43")
def test_location_d_gives_one_of_the_face_up_tokens() -> None:
    table = at("d")
    assert Develop(25, NOWHERE) in table.legal(Develop)
    assert Develop(13, "E5") in table.legal(Develop)
    with table.refuses("hill.no_such_token"):
        table.develop(26)
    table.develop(25)
    assert table.tableau().tokens == [25] and table.view(1).market.tokens == [13]
    with table.refuses("hill.acted_already"):
        table.develop(13, "D4")


@pytest.mark.rule("H44")
def test_for_a_fifth_plan_one_of_the_four_is_discarded() -> None:
    table = at("b").plans("red", 2, 3, 4, 5)
    with table.refuses("hill.line_full"):
        table.plan(1, "red")
    with table.refuses("hill.line_full"):
        table.plan(1, "red", 9)
    table.plan(1, "red", 4)
    assert table.tableau().plans["red"] == [2, 3, 5, 1]
    assert table.state.plan_discards == [4]


@pytest.mark.rule("H44")
def test_a_line_with_room_discards_none() -> None:
    table = at("b").plans("red", 2, 3, 4)
    with table.refuses("hill.room_left"):
        table.plan(1, "red", 2)
    table.plan(1, "red")
    assert table.tableau().plans["red"] == [2, 3, 4, 1]


@pytest.mark.rule("H44")
def test_no_duplicates_keeps_the_same_effect_off_a_line() -> None:
    table = at("b").plans("red", 50)
    with table.refuses("hill.duplicate"):
        table.plan(49, "red")
    assert {m.line for m in table.legal(Assign) if m.plan == 49} == {"yellow", "blue", "black"}  # type: ignore[attr-defined]
    table.plans("red", 50, 2, 3, 4)
    with table.refuses("hill.duplicate"):
        table.plan(49, "red", 2)
    table.plan(49, "red", 50)  # unless that one is the card discarded
    assert table.tableau().plans["red"] == [2, 3, 4, 49]


@pytest.mark.rule("H44")
def test_three_landmarks_may_stand_twice_at_a_line() -> None:
    box = the_box().plans
    table = at("b").plans("red", 2)
    assert box[1].twice
    table.plan(1, "red")


@pytest.mark.rule("H44")
def test_a_plan_that_no_line_can_take_is_discarded(monkeypatch: pytest.MonkeyPatch) -> None:
    box = the_box().plans
    fifth = Plan(61, box[49].kind, box[49].points, False)
    monkeypatch.setitem(box, 61, fifth)  # our set has four of them: a fifth is made up
    table = at("b").market(plans=(1, 61))
    for line, plan in zip(LINES, SEVEN, strict=True):
        table.plans(line, plan)
    with table.refuses("hill.some_line_takes_it"):
        table.plan(1, NOWHERE)
    assert Assign(61, NOWHERE, 0) in table.legal(Assign)
    assert {m.line for m in table.legal(Assign) if m.plan == 61} == {NOWHERE}  # type: ignore[attr-defined]
    table.plan(61, NOWHERE)
    assert table.state.plan_discards == [61]
    assert [table.tableau().plans[line] for line in LINES] == [[plan] for plan in SEVEN]
