"""The table before the first turn, and what each may see."""

from collections import Counter

import pytest

from games.core import Rng
from games.dice import DICE
from games.dice.components import SIDES, box, company_keys
from games.dice.state import Options
from tests.games.dice.table import Table, dice


def set_up(players=3, seed=bytes(32), **options):
    return DICE.new(players, Options(**options), Rng(seed, 0))


def count_dice(state):
    in_front = sum(sum(front.values()) for front in state.front)
    return state.bank + in_front + sum(state.behind) + sum(tile.dice for tile in state.tiles)


@pytest.mark.rule("D01")
def test_two_to_four_play_with_40_dice_or_with_60():
    assert list(DICE.seats) == [2, 3, 4]
    for players in DICE.seats:
        assert count_dice(set_up(players)) == 40
        assert count_dice(set_up(players, bank60=True)) == 60


@pytest.mark.rule("D02")
def test_a_straight_die_lies_in_the_middle_of_the_grassland_from_west_to_east():
    table = Table()
    (tile,) = table.state.tiles
    assert (tile.kind, tile.place, len(tile.pieces)) == ("grassland", (0, 0), 1)
    assert sorted(tile.pieces[0].sides) == ["E", "W"]
    assert table.end(1) == ("D4", "W")
    assert table.end(2) == ("D4", "E")


@pytest.mark.rule("D03")
@pytest.mark.parametrize(("players", "bank"), [(2, 31), (3, 27), (4, 23)])
def test_four_question_marks_in_front_none_behind_and_the_rest_is_the_bank(players, bank):
    state = set_up(players)
    assert state.front == [dice("? ? ? ?")] * players
    assert state.behind == [0] * players
    assert state.bank == bank


@pytest.mark.rule("D04")
def test_each_company_has_its_ten_shares_with_the_bank():
    state = set_up()
    assert {company: state.bank_shares(company) for company in company_keys()} == {
        "eisberg": 10,
        "ueberall": 10,
        "weiden": 10,
        "insel": 10,
        "bergtal": 10,
    }
    assert set(state.directors.values()) == {None}


@pytest.mark.rule("D04")
def test_the_stations_by_terrain_and_cost():
    sites = {key: company.sites for key, company in box().companies.items()}
    assert sites == {
        "eisberg": {"mountain 3": 2, "mountain 5": 2, "lake 3": 2, "lake 5": 2},
        "ueberall": {
            "mountain 3": 1,
            "mountain 5": 1,
            "lake 3": 1,
            "lake 5": 1,
            "grass 3": 3,
            "grass 5": 1,
        },
        "weiden": {"grass 3": 5, "grass 5": 3},
        "insel": {"lake 3": 3, "lake 5": 2, "grass 3": 3, "grass 5": 2},
        "bergtal": {"mountain 3": 3, "mountain 5": 2, "grass 3": 3, "grass 5": 2},
    }
    assert sum(len(groups) for groups in sites.values()) == 20
    assert sum(company.stations for company in box().companies.values()) == 44


@pytest.mark.rule("D05")
def test_who_begins_is_a_matter_of_chance():
    began = Counter(set_up(4, bytes([n]) * 32).first for n in range(200))
    assert set(began) == {0, 1, 2, 3}
    assert max(began.values()) < 80


@pytest.mark.rule("D05")
def test_turns_go_clockwise_one_each_a_year():
    table = Table(players=4, year=1)
    table.state.first = 2
    took = []
    while table.state.year == 1:
        took.append(table.acting)
        table.done()
    assert took == [2, 3, 0, 1]


@pytest.mark.rule("D06")
def test_a_screen_hides_dice_and_passengers_from_the_others():
    table = Table(behind=[3, 5, 1])
    table.state.carried[1]["insel"] = 4
    assert table.view(1).behind == (None, 5, None)
    assert table.view(1).passengers == (None, 4000, None)
    assert table.view(None).behind == (None, None, None)
    assert table.view(None).passengers == (None, None, None)


@pytest.mark.rule("D06")
def test_all_see_dice_in_front_shares_companies_the_bank_and_the_ends():
    table = Table(front=["? share", "straight"]).hold("insel", 1, 2, director=1)
    for seat in (None, 0, 1, 2):
        view = table.view(seat)
        assert view.front == (dice("? share"), dice("straight"), dice(""))
        assert [held["insel"] for held in view.shares] == [1, 2, 0]
        assert view.directors["insel"] == 1
        assert view.bank == table.bank
        assert [end.place for end in view.ends] == [(0, 0), (0, 0)]


@pytest.mark.rule("D06")
def test_the_words_that_everybody_reads_tell_no_secret():
    table = Table(behind=[7, 5, 1])
    told = [table.words.tell(fact) for fact in DICE.describe(table.view(None))]
    assert not any("Behind the screen" in line for line in told)
    own = [table.words.tell(fact) for fact in DICE.describe(table.view(0))]
    assert "Behind the screen of Ada: 7 dice, 0 passengers." in own
    prompts = {table.words.tell(DICE.prompt(table.view(seat), 0)) for seat in (None, 0, 1)}
    assert len(prompts) == 1


def test_a_die_has_two_straights_two_curves_a_share_and_a_question_mark():
    assert Counter(SIDES) == {"straight": 2, "curve": 2, "share": 1, "?": 1}
