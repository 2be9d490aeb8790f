"""Income, rolling, and dice in front and behind."""

from collections import Counter

import pytest

from games.core import Rng
from games.dice import DICE
from games.dice.moves import Give, Hide, Income, Roll
from tests.games.dice.table import Table, keys

# -- Income


@pytest.mark.rule("D07")
def test_there_is_no_income_in_the_first_year():
    table = Table(year=1)
    assert Income() not in table.legal()
    with table.refuses("dice.no_income_yet"):
        table.income()


@pytest.mark.rule("D07")
def test_income_comes_once_a_turn():
    table = Table()
    table.income()
    with table.refuses("dice.income_taken"):
        table.income()
    table.done()
    table.income()
    assert table.state.behind == [4, 4, 0]


@pytest.mark.rule("D08")
def test_a_player_without_a_company_gets_four_behind():
    table = Table()
    bank = table.bank
    assert table.tell(table.income()) == ["Ada took an income of 4 dice."]
    assert table.state.behind[0] == 4
    assert table.bank == bank - 4
    assert not table.front()


@pytest.mark.rule("D08")
def test_a_director_with_four_stations_gets_four():
    table = Table().direct(0, "insel", "weiden").builds("insel", 3).builds("weiden", 1)
    table.income()
    assert table.state.behind[0] == 4


@pytest.mark.rule("D09")
def test_a_director_with_more_stations_gets_one_for_each_of_all_companies():
    table = Table().direct(0, "insel", "weiden").direct(1, "eisberg")
    table.builds("insel", 4).builds("weiden", 2).builds("eisberg", 1)
    table.income()
    assert table.state.behind[0] == 6


@pytest.mark.rule("D09")
def test_stations_count_whoever_built_them():
    table = Table(behind=20, front="").direct(1, "insel").away()
    table.builds("insel", 5)
    table.state.directors["insel"] = 0
    table.income()
    assert table.state.behind[0] == 25


@pytest.mark.rule("D10")
def test_who_lost_the_last_company_gets_four_question_marks_for_one_year():
    table = Table().hold("insel", 1, 2, director=0)
    table.end_year()
    assert table.state.directors["insel"] == 1
    assert table.acting == 1
    table.done()
    table.done()
    assert table.acting == 0
    assert keys(table.income()) == ["dice.income_marks"]
    assert table.front() == {"?": 4}
    assert table.state.behind[0] == 0
    table.share("weiden")
    table.end_year()
    while table.acting != 0:
        table.done()
    assert keys(table.income()) == ["dice.income"]


@pytest.mark.rule("D10")
def test_who_keeps_a_company_lost_none():
    table = Table().hold("insel", 1, 2, director=0).direct(0, "weiden")
    table.end_year()
    table.done()
    table.done()
    assert keys(table.income()) == ["dice.income"]


# -- Rolling


@pytest.mark.rule("D11")
def test_each_question_mark_brings_a_bonus_die_and_all_land_in_front():
    table = Table(front="? ? curve", behind=3)
    bank = table.bank
    facts = table.roll(2, 2, "straight straight share ? curve curve")
    assert table.front() == {"straight": 2, "curve": 3, "share": 1, "?": 1}
    assert table.state.behind[0] == 1
    assert table.bank == bank - 2
    assert table.tell(facts) == ["Ada rolled 6 dice: straight 2, curve 2, share 1, ? 1."]


@pytest.mark.rule("D11")
def test_dice_from_behind_bring_none():
    table = Table(behind=3)
    bank = table.bank
    table.roll(0, 3, "share share share")
    assert table.front() == {"share": 3}
    assert table.bank == bank


@pytest.mark.rule("D11")
def test_one_rolls_once_a_turn():
    table = Table(front="? ?", behind=2)
    table.roll(0, 1, "curve")
    with table.refuses("dice.rolled_already"):
        table.roll(2, 1)
    assert not table.legal(Roll)


@pytest.mark.rule("D11")
def test_any_number_of_what_one_has():
    table = Table(front="? ? curve", behind=2)
    rolls = {(m.marks, m.behind) for m in table.legal(Roll)}
    assert rolls == {(0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)}
    with table.refuses("dice.so_many_marks"):
        table.roll(3, 0)
    with table.refuses("dice.so_many_behind"):
        table.roll(0, 3)
    with table.refuses("dice.roll_something"):
        table.roll(0, 0)


@pytest.mark.rule("D11")
def test_a_roll_comes_to_light_and_stands():
    table = Table(behind=2)
    assert table.roll(0, 2)[0].reveals


@pytest.mark.rule("D11")
def test_the_six_sides_are_equally_likely():
    fell = Counter()
    for number in range(60):
        table = Table(behind=20)
        DICE.play(table.state, 0, Roll(0, 20), Rng(b"fair", number))
        fell.update(table.front())
    assert fell["straight"] + fell["curve"] == pytest.approx(800, abs=60)
    assert fell["share"] == pytest.approx(200, abs=45)
    assert fell["?"] == pytest.approx(200, abs=45)


# -- In front and behind


@pytest.mark.rule("D12")
def test_only_a_question_mark_goes_behind_the_screen():
    table = Table(front="? ? straight share curve")
    table.hide(2)
    assert table.front() == {"straight": 1, "curve": 1, "share": 1}
    assert table.state.behind[0] == 2
    assert not table.legal(Hide)
    with table.refuses("dice.so_many_marks"):
        table.hide(1)


@pytest.mark.rule("D12")
def test_what_shows_something_else_is_never_rolled_again():
    table = Table(front="straight straight curve share")
    assert not table.legal(Roll)
    with table.refuses("dice.so_many_marks"):
        table.roll(1, 0)


@pytest.mark.rule("D16")
def test_dice_in_front_are_cut_to_five_and_the_player_chooses():
    table = Table(front="straight straight straight curve curve share ?")
    bank = table.bank
    table.done()
    assert table.acting == 0
    assert {m.die for m in table.legal(Give)} == {"straight", "curve", "share", "?"}
    table.give("straight")
    table.give("curve")
    assert table.front() == {"straight": 2, "curve": 1, "share": 1, "?": 1}
    assert table.bank == bank + 2
    assert table.acting == 1


@pytest.mark.rule("D16")
def test_more_than_five_are_allowed_until_the_turn_ends():
    table = Table(front="straight straight straight curve curve share ?", behind=4)
    table.share("insel")
    table.roll(1, 4, "curve curve curve curve curve curve")
    assert sum(table.front().values()) == 11


@pytest.mark.rule("D16")
def test_nothing_else_is_done_while_dice_are_given_back():
    table = Table(front="straight straight straight curve curve share ?", behind=4)
    table.done()
    with table.refuses("dice.reduce_first"):
        table.share("insel")
    with table.refuses("dice.reduce_first"):
        table.done()
    table.hide(1)  # D12: it is still one's turn
    table.give("share")
    assert table.acting == 1


@pytest.mark.rule("D16")
def test_behind_the_screen_there_is_no_limit_and_five_may_stay():
    table = Table(front="straight straight curve curve share", behind=19)
    table.done()
    assert table.acting == 1
    assert sum(table.front().values()) == 5
    assert table.state.behind[0] == 19


@pytest.mark.rule("D16")
def test_dice_that_all_show_the_same_are_not_asked_for():
    table = Table(front="curve " * 8)
    facts = table.done()
    assert table.front() == {"curve": 5}
    assert table.acting == 1
    assert table.tell(DICE.condense(facts))[0] == "Ada gave back 3 dice."


def test_dice_are_given_back_at_the_end_of_a_turn_only():
    table = Table(front="curve " * 8)
    with table.refuses("dice.nothing_to_give"):
        table.give("curve")
    table = Table(front="curve curve curve share share share")
    table.done()
    with table.refuses("dice.no_such_die"):
        table.give("?")
