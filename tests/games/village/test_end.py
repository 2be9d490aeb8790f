"""The end of a game of Village Rails."""

import pytest

from games.core import Rng
from games.simulate import line_up, seed_of, steps
from games.village import VILLAGE
from games.village.scoring import SIDINGS, with_siding
from games.village.state import Options, State
from games.village.tableau import LINES
from tests.games.twins import deal_termini
from tests.games.village.table import Table, values

CROSSINGS = (
    "field crossing, farm, -",
    "field crossing, -, halt 3",
    "field crossing, halt 4, -",
    "forest crossing, -, barn forest",
    "forest crossing, -, farm",
    "forest crossing, halt 3, -",
    "pasture crossing, barn pasture, -",
    "pasture crossing, farm, -",
    "pasture crossing, halt 4, -",
    "lake crossing, -, barn lake",
    "lake crossing, -, farm",
)
SPACES = [column + row for row in "1234" for column in "ABC"]


def last_turn(last: str = "village crossing, farm, -", *, money: int = 0) -> Table:
    """Seat 1 (letter B) has had all turns; seat 0 (letter D) builds the last card of the table."""
    table = Table(letters="DB", money=money).hand("trips", "trips", "trips")
    table.lay(**dict(zip(SPACES, CROSSINGS, strict=False))).tracks(last)
    for tableau in table.state.tableaux:
        tableau.money = money
    table.state.turns, table.state.first = 23, 1
    return table


def finish(table: Table) -> list:
    table.track(1)
    table.build("C4")
    return table.order("T3") + table.terminus("trips") + table.terminus("trips")


def whole_game(seats: int) -> tuple[State, list[int]]:
    state, turns = VILLAGE.new(seats, Options(), Rng(seed_of(5), 0)), []
    for step in steps(VILLAGE, seats, Options(), seed_of(5), line_up("random", seats)):
        if len(turns) < step.state.turns:
            turns.append(step.seat)
        state = step.state
    return state, turns


@pytest.mark.rule("V44")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_after_twelve_turns_each(seats):
    state, turns = whole_game(seats)
    assert [turns.count(seat) for seat in range(seats)] == [12] * seats
    assert VILLAGE.to_act(state) == frozenset()
    for tableau in state.tableaux:
        assert len(tableau.laid) == 12
        assert set(tableau.completed) == set(LINES)
    assert VILLAGE.result(state)


@pytest.mark.rule("V39", "V44")
def test_sidings_score_by_the_lines_that_have_one_also_on_a_border():
    table = last_turn()
    facts = finish(table)
    settled = [fact.values for fact in facts if fact.key == "village.settled"]
    assert (settled[0]["count"], settled[0]["points"]) == (0, 0)
    table = last_turn("lake crossing, farm, siding")
    table.state.tableaux[0].letter = "C"  # T3 starts with a siding, and L4 gets one
    facts = finish(table)
    settled = [fact.values for fact in facts if fact.key == "village.settled"]
    assert (settled[0]["count"], settled[0]["points"]) == (2, 4)
    assert table.state.tableaux[0].earned["sidings"] == 4


@pytest.mark.rule("V39")
def test_two_sidings_on_a_line_count_once():
    table = Table(letters="CA").lay(C1="lake crossing, siding, signal")
    mine = table.state.tableaux[0]
    assert table.outlook("T3").along.features == ("siding", "siding")
    assert with_siding(mine.borders, mine.tracks) == ["T3"]


@pytest.mark.rule("V39")
def test_one_to_seven_lines_with_sidings():
    assert SIDINGS[1:] == (1, 4, 9, 16, 25, 36, 49)


@pytest.mark.rule("V44")
@pytest.mark.parametrize(("money", "points"), [(0, 2), (1, 2), (2, 2), (3, 3)])
def test_three_pounds_are_a_point_and_the_rest_is_nothing(money, points):
    table = last_turn(money=money)
    finish(table)
    assert table.money[0] == money + 6
    assert table.state.tableaux[0].earned["money"] == points


@pytest.mark.rule("V44")
def test_nothing_can_be_done_afterwards():
    table = last_turn()
    finish(table)
    assert table.acting is None
    with table.refuses("refused.table_over"):
        table.track(1, seat=0)


@pytest.mark.rule("V45")
def test_equal_points_are_decided_by_money_before_it_became_points():
    table = last_turn(money=2)
    table.state.tableaux[1].money = 7
    table.state.tableaux[1].earned["features"] = 0
    finish(table)
    mine = table.points[0]
    again = last_turn(money=2)
    again.state.tableaux[1].money = 7  # 8 for the other: 2 points each
    again.state.tableaux[1].earned["features"] = mine - 2
    facts = finish(again)
    result = VILLAGE.result(again.state)
    assert result and result.scores == (mine, mine)
    assert result.winners == (0,)
    assert values(facts, "decided_by_money")["seat"] == [0]


@pytest.mark.rule("V45")
def test_equal_in_money_too_they_share_it():
    table = last_turn(money=2)
    finish(table)
    again = last_turn(money=2)
    again.state.tableaux[1].money = 8
    again.state.tableaux[1].earned["features"] = table.points[0] - 2
    facts = finish(again)
    result = VILLAGE.result(again.state)
    assert result and result.winners == (0, 1)
    assert not [fact for fact in facts if fact.key == "village.decided_by_money"]


def test_the_sheet_adds_up():
    state, _ = whole_game(4)
    result = VILLAGE.result(state)
    assert result
    assert [key for key, _ in result.sheet] == [
        "village.sheet.trips",
        "village.sheet.features",
        "village.sheet.sidings",
        "village.sheet.money",
    ]
    rows = [row for _, row in result.sheet]
    assert tuple(map(sum, zip(*rows, strict=True))) == result.scores


@pytest.mark.rule("V46")
def test_points_money_and_the_number_of_terminus_cards_are_public():
    table = Table(3, money=4).hand("lake", "barn")
    table.state.tableaux[0].earned["trips"] = 7
    for seat in (None, 1, 2):
        seen = table.view(seat).tableaux[0]
        assert (seen.points, seen.money, seen.held) == (7, 4, 2)


@pytest.mark.rule("V46")
def test_hands_and_the_terminus_deck_are_in_nobody_elses_view():
    table = Table(3)
    before = [table.view(seat) for seat in (None, 0, 1)]
    hands = [list(tableau.hand) for tableau in table.state.tableaux]
    deal_termini(table.state, 0, Rng(b"anew", 0))
    assert [tableau.hand for tableau in table.state.tableaux][1:] != hands[1:]
    assert [table.view(seat) for seat in (None, 0)] == before[:2]
    assert table.view(1) != before[2]
