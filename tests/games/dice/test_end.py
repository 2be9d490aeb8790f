"""How the game ends, and who has won."""

import pytest

from games.dice import DICE
from games.dice.moves import Income, Roll, Track
from games.dice.state import Options
from games.dice.track import landscape
from games.simulate import line_up, seed_of, steps
from tests.games.dice.table import Table, keys


def last_station(behind=9):
    """Weiden Express lacks one station, and Ada can build it."""
    table = Table(behind=behind, front=["straight", "", "? ?"]).away().turn_end(2, "C4", "E")
    return table.direct(0, "weiden").builds("weiden", 7)


@pytest.mark.rule("D41")
def test_a_the_last_station_of_a_company_makes_it_the_last_year():
    table = last_station()
    facts = table.station(2, "weiden", "grass 5")
    assert keys(facts) == ["dice.station", "dice.closing_stations"]
    assert table.state.closing == "stations"


@pytest.mark.rule("D41")
def test_from_then_on_the_bank_pays_nothing_the_causing_action_included():
    table = last_station()
    table.station(2, "weiden", "grass 5")
    assert table.front() == {"straight": 1}  # no ? for the last station
    with table.refuses("dice.bank_closed"):
        table.income()
    table.done()
    table.done()
    bank = table.bank
    table.roll(2, 0, "curve curve")  # no bonus dice
    assert table.front(2) == {"curve": 2}
    assert table.bank == bank


@pytest.mark.rule("D41")
def test_the_year_is_played_out_passengers_are_counted_the_game_ends():
    table = last_station()
    table.station(2, "weiden", "grass 5")
    table.done()
    assert table.acting == 1
    table.done()
    facts = table.done()
    assert table.acting is None
    assert "Weiden Express carried 1,000 for Ada." in table.tell(facts)
    assert table.state.ended == "stations"
    assert DICE.result(table.state).scores == (1000, 0, 0)


@pytest.mark.rule("D41")
def test_d_can_no_longer_happen():
    table = last_station()
    table.station(2, "weiden", "grass 5")
    table.state.bank = 0
    table.done()
    table.done()
    table.roll(2, 0)
    assert table.acting == 2
    assert table.state.ended == ""


def all_but(table, kind, count):
    """Of all small tiles only so many of one kind are left."""
    number = 0
    for each in ("grassland", "lake", "mountain2", "mountain3"):
        while landscape(table.state).small(each) > (count if each == kind else 0):
            table.found(each, 0, (60 + 2 * number, 60))
            number += 1
    table._balance()
    return table


@pytest.mark.rule("D41")
def test_b_the_last_small_tile_makes_it_the_last_year():
    table = Table(front="straight straight").away().turn_end(2, "F4", "E")
    all_but(table.fill(2, "A1", "A2", "A3"), "grassland", 1)
    table.track(2, "straight")
    table.tile("grassland")
    facts = table.track(2, "straight")
    assert keys(facts) == ["dice.laid", "dice.closing_tiles"]
    assert not table.front()  # and no dice for the tile
    assert table.state.closing == "tiles"


@pytest.mark.rule("D41")
def test_b_also_when_none_fits_next_to_the_ends():
    # Grasslands are left, but every place around the two ends has a tile.
    table = Table(front="straight straight").away().turn_end(2, "F4", "E")
    all_but(table.fill(2, "A1", "A2", "A3"), "grassland", 1)
    ring = [(-2, 0), (-1, 1), (-1, -1), (3, 0), (2, 1), (2, -1)]
    for place in ring:
        table.found("grassland", 0, place)
    for tile in [tile for tile in table.state.tiles if tile.place[0] >= 60][:7]:
        table.state.tiles.remove(tile)
    assert landscape(table.state).small("grassland") >= 1
    table.track(2, "straight")
    table.tile("grassland")
    assert "dice.closing_tiles" in keys(table.track(2, "straight"))


@pytest.mark.rule("D41")
def test_c_when_neither_end_can_go_on():
    table = Table(front="curve straight").away()
    # End 1 points to A4 of its tile, and beyond that the landscape has a tile already.
    table.turn_end(1, "B4", "W").fill(1, "A3", "A5").found("grassland", 0, (-2, 0))
    # End 2 points to A2; from there one can go on to A3, where only A4 is free behind it.
    table.turn_end(2, "B2", "W").fill(2, "A1", "B3", "B4", "A5").found("grassland", 0, (1, 1))
    assert table.offered(1) == set()
    facts = table.track(2, "left")
    assert table.end(2) == ("A2", "S")
    assert keys(facts) == ["dice.laid", "dice.closing_line"]  # from A4 nothing leads on
    assert table.state.closing == "line"


@pytest.mark.rule("D41")
def test_one_dead_end_is_not_enough():
    table = Table(front="straight").away()
    table.turn_end(1, "B4", "W").fill(1, "A3", "A5").found("grassland", 0, (-2, 0))
    assert table.offered(1) == set()
    table.track(2, "straight")
    assert table.state.closing == ""


# -- Collapse


@pytest.mark.rule("D42")
def test_income_that_the_bank_can_not_pay_ends_the_game_at_once():
    table = Table(bank=3, behind=2).direct(1, "insel").found("grassland", 0, (1, 0), "insel")
    facts = table.income()
    assert table.acting is None
    assert table.state.ended == "collapse"
    assert (table.bank, table.state.behind[0]) == (3, 2)  # nothing of the demand is paid
    assert table.state.carried[1]["insel"] == 1  # passengers are counted
    assert keys(facts)[:3] == ["dice.collapse", "dice.carried", "dice.over_collapse"]


@pytest.mark.rule("D42")
def test_a_roll_that_the_bank_can_not_pay_does_not_take_place():
    table = Table(front="? ? ?", behind=1, bank=2)
    table.roll(3, 1)
    assert table.state.ended == "collapse"
    assert table.front() == {"?": 3}
    assert table.state.behind[0] == 1
    assert table.bank == 2


@pytest.mark.rule("D42")
def test_what_was_done_before_stands():
    table = Table(front="straight straight straight", bank=1)
    table.lay(1, "straight").lay(2, "straight", "straight")
    table.state.bank = 1
    table.track(2, "straight")
    table.tile("grassland")
    table.track(2, "straight")  # two dice are due, and the start tile stays
    assert table.state.ended == "collapse"
    assert table.end(2) == ("A4", "E")
    assert table.front() == {"straight": 1}


@pytest.mark.rule("D42")
def test_the_player_is_warned_and_must_confirm():
    table = Table(front="? ? ?", behind=1, bank=2)
    view = table.view(0)
    assert DICE.warning(view, Roll(2, 1)) is None
    said = table.words.tell(DICE.warning(view, Roll(3, 1)))
    assert said.startswith("The bank would have to pay 3 dice and has 2. The game ends at once")
    assert DICE.warning(view, Income()).values == {"count": 4, "bank": 2}
    table.state.closing = "tiles"
    assert DICE.warning(table.view(0), Roll(3, 1)) is None


@pytest.mark.rule("D42")
def test_the_warning_comes_before_a_tile_that_the_bank_can_not_pay():
    table = Table(front="straight straight straight")
    table.lay(1, "straight").lay(2, "straight", "straight")
    table.track(2, "straight")
    table.tile("grassland")
    table.state.bank = 1
    assert DICE.warning(table.view(0), Track(2, "straight", 0)).values["count"] == 2
    table.state.bank = 2
    assert DICE.warning(table.view(0), Track(2, "straight", 0)) is None


@pytest.mark.rule("D42")
def test_the_rest_of_the_year_is_void():
    table = Table(bank=0).hold("insel", 0, 3, 1, director=2)
    table.income()
    assert table.state.directors["insel"] == 2
    assert DICE.to_act(table.state) == frozenset()


# -- Who has won


def result(carried, fronts, behind):
    table = Table(len(carried), front=fronts, behind=behind)
    for seat, thousands in enumerate(carried):
        table.state.carried[seat]["insel"] = thousands
    table.state.phase = "over"
    return DICE.result(table.state)


@pytest.mark.rule("D43")
def test_most_passengers_win():
    assert result([3, 5, 4], ["? ? ?", "", "?"], [9, 0, 0]).winners == (1,)


@pytest.mark.rule("D43")
def test_then_most_question_marks_in_front():
    assert result([5, 5, 4], ["?", "? ?", "? ? ?"], [9, 0, 0]).winners == (1,)


@pytest.mark.rule("D43")
def test_then_most_dice_in_all():
    assert result([5, 5, 5], ["? curve", "?", "?"], [3, 4, 5]).winners == (2,)


@pytest.mark.rule("D43")
def test_then_it_is_shared():
    assert result([5, 5, 5], ["? curve", "?", "?"], [3, 4, 3]).winners == (0, 1)


@pytest.mark.rule("D44")
def test_screens_are_raised_at_the_end():
    table = Table(behind=[2, 7, 0], bank=0, front=["", "?"])
    table.state.carried[1]["insel"] = 3
    assert table.view(0).behind == (2, None, None)
    facts = table.income()
    assert table.view(0).behind == table.view(None).behind == (2, 7, 0)
    assert table.view(None).passengers == (0, 3000, 0)
    raised = [fact for fact in facts if fact.key == "dice.raised"]
    assert len(raised) == 3 and all(fact.reveals for fact in raised)
    assert "Bo raised the screen: 3,000 passengers, 7 dice behind it." in table.tell(facts)


@pytest.mark.rule("D45")
def test_no_game_runs_for_ever():
    for number in range(4):
        years = 0
        for step in steps(DICE, 3, Options(), seed_of(number), line_up("random", 3)):
            years = step.state.year
        assert step.state.ended
        assert years <= 60


def test_the_sheet_adds_up():
    sheet = result([3, 5], ["? ?", "curve"], [1, 2])
    rows = dict(sheet.sheet)
    assert rows["dice.sheet.insel"] == (3000, 5000)
    assert rows["dice.sheet.marks"] == (2, 0)
    assert rows["dice.sheet.dice"] == (3, 3)
    assert sheet.scores == (3000, 5000)
