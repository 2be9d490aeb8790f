"""Development tokens and free actions."""

import pytest

from games.hill.components import LINES
from games.hill.moves import NOWHERE, Develop, Lift
from games.hill.scoring import card_points
from games.hill.state import Placed
from games.hill.track import cost
from tests.games.hill.table import Table, keys

SQUARE = ("D4 2", "E4 14", "D5 11", "E5 3")


def at(location: str = "a", *tokens: int, resources: int = 5) -> Table:
    table = Table(resources=resources).market(cards=(5, 6, 7, 8), tokens=tokens or (25, 31))
    table.town(*SQUARE)
    table.acquire(location)
    return table


@pytest.mark.rule("H45")
def test_double_track_is_spent_beside_another_colour() -> None:
    table = at().runs("blue", "D4 E4").keeps(25, 31)
    table.lay("red", "D4-E4")
    assert table.tableau().tokens == [31]
    assert table.state.token_discards == [25]
    assert table.tableau().on_spot("D4-E4") == ["red", "blue"]


@pytest.mark.rule("H45")
def test_one_double_track_for_each_further_layer_up_to_four_colours() -> None:
    table = at("c").runs("blue", "D4 E4").runs("yellow", "D4 E4").keeps(25, 26)
    table.lay("red", "D4-E4")
    assert table.tableau().tokens == [26]
    table.lay("black", "D4-E4")
    assert table.tableau().tokens == [] and len(table.tableau().on_spot("D4-E4")) == 4


@pytest.mark.rule("H45")
def test_double_track_costs_as_usual_and_gives_no_extra_action() -> None:
    table = at().runs("blue", "D4 D5").keeps(25, 26)
    assert cost(table.tableau(), "D4-D5").open_land == 0
    table = Table(resources=5).market(cards=(5, 6, 7, 8)).town("D4 7", "E4 11").keeps(25, 26)
    table.runs("blue", "D4 E4")
    table.acquire("a")
    table.lay("red", "D4-E4")
    assert table.tableau().resources == 3
    with table.refuses("hill.laid_already"):
        table.lay("black", "D4-E4")


@pytest.mark.rule("H45")
def test_double_track_works_for_a_bonus_track_too() -> None:
    table = at().runs("blue", "D5 E5").keeps(25)
    table.tableau().laid["red"] = 2
    table.lay("red", "D4-E4")
    table.bonus("track")
    table.lay("yellow", "D5-E5")
    assert table.tableau().tokens == []


@pytest.mark.rule("H45", "H34")
def test_double_track_never_lies_beside_its_own_colour() -> None:
    table = at().runs("red", "D4 E4").keeps(25)
    with table.refuses("hill.own_track"):
        table.lay("red", "D4-E4")


@pytest.mark.rule("H46")
def test_an_upgrade_goes_on_a_card_without_a_token() -> None:
    table = at("d", 13, 17)
    table.tableau().cards["D4"].token = 1
    assert {m.space for m in table.legal(Develop) if m.token == 13} == {"E4", "D5", "E5"}  # type: ignore[attr-defined]
    with table.refuses("hill.no_upgrade_there"):
        table.develop(13, "D4")
    with table.refuses("hill.no_upgrade_there"):
        table.develop(13)
    table.develop(13, "D5")
    assert table.tableau().cards["D5"].token == 13 and table.tableau().tokens == []


@pytest.mark.rule("H46")
def test_without_such_a_card_an_upgrade_is_discarded() -> None:
    table = at("d", 13, 17)
    for number, placed in enumerate(table.tableau().cards.values(), start=1):
        placed.token = number
    assert set(table.legal(Develop)) == {Develop(13, NOWHERE), Develop(17, NOWHERE)}
    facts = table.develop(13)
    assert keys(facts) == ["wasted"] and table.state.token_discards == [13]


@pytest.mark.rule("H47")
def test_upgrades_double_or_add() -> None:
    doubled, added, both = Placed(2, 0, 1), Placed(2, 0, 13), Placed(2, 0, 17)
    plain = [card_points(Placed(2, 0), line) for line in LINES]
    assert plain == [6, 1, 2, 4]
    assert [card_points(doubled, line) for line in LINES] == [12, 1, 2, 4]
    assert [card_points(added, line) for line in LINES] == [9, 1, 2, 4]
    assert [card_points(both, line) for line in LINES] == [8, 3, 2, 4]


@pytest.mark.rule("H48")
def test_a_wild_landmark_is_kept() -> None:
    table = at("d")
    with table.refuses("hill.goes_nowhere"):
        table.develop(31, "D4")
    table.develop(31)
    assert table.tableau().tokens == [31]
    assert table.view(1).tableaux[0].tokens == [31]


@pytest.mark.rule("H49")
def test_three_resources_buy_the_choice_of_two_tokens() -> None:
    table = at(resources=7)
    table.state.token_pile[-4:] = [26, 32, 31, 25]
    facts = table.buy()
    assert keys(facts) == ["bought"] and keys(facts, 0) == ["bought", "drew_token", "drew_token"]
    assert table.tableau().resources == 4
    assert table.view(0).mine.tokens == (25, 31) and table.view(1).mine.tokens == ()
    facts = table.develop(31)
    assert keys(facts) == ["kept", "passed_up_token"] and facts[0].reveals
    assert table.tableau().tokens == [31] and table.state.token_discards == [25]
    table.buy()  # any number of times
    table.develop(26)
    with table.refuses("hill.cant_buy"):
        table.buy()


@pytest.mark.rule("H49", "H46")
def test_an_upgrade_that_is_bought_is_placed_at_once() -> None:
    table = at(resources=3)
    table.state.token_pile[-2:] = [13, 25]
    table.buy()
    with table.refuses("hill.choice_open"):
        table.done()
    table.develop(13, "D4")
    assert table.tableau().cards["D4"].token == 13


@pytest.mark.rule("H50")
def test_a_token_at_an_end_comes_off_for_two_resources() -> None:
    table = at().runs("red", "D4 E4 E5 D5")
    assert {m.spot for m in table.legal(Lift)} == {"D4-E4", "D5-E5"}  # type: ignore[attr-defined]
    with table.refuses("hill.not_an_end"):
        table.lift("red", "E4-E5")
    table.lift("red", "D4-E4")
    assert table.tableau().lines["red"] == ["E4", "E5", "D5"]
    assert (table.tableau().resources, table.tableau().laid["red"]) == (7, 3)
    table.lift("red", "D5-E5")
    table.lift("red", "E4-E5")  # a line's only token
    assert table.tableau().lines["red"] == []
    with table.refuses("hill.nothing_to_lift"):
        table.lift("red", "E4-E5")


@pytest.mark.rule("H50")
def test_a_double_track_spent_on_it_does_not_come_back() -> None:
    table = at().runs("blue", "D4 E4").keeps(25)
    table.lay("red", "D4-E4")
    table.lift("red", "D4-E4")
    assert table.tableau().tokens == [] and table.state.token_discards == [25]


@pytest.mark.rule("H50", "H35", "H57")
def test_a_discarded_token_counts_as_laid_and_for_nothing_else() -> None:
    table = Table(resources=5).rows(*range(1, 17)).runs("red", "D4 E4 F4 G4 G5 F5 E5 D5")
    table.plans("red", 49)
    assert table.score().fulfilled["red"] == (49,)
    table.lift("red", "D4-E4")
    assert table.tableau().laid["red"] == 7
    assert table.score().fulfilled["red"] == ()
