"""Set-up: what is dealt, who chooses first, and how the towns are founded in secret."""

from collections import Counter

import pytest

from games.core import Rng, commitment
from games.hill import HILL
from games.hill.components import LINES, ROUNDS, the_box
from games.hill.moves import Assign, Choose, Develop, Place
from games.hill.state import Options
from games.record import BadRecord, Record, decode, encode
from tests.games.hill.table import Table, found, fresh, keys


def choose_all(table: Table) -> Table:
    while table.state.phase == "sets":
        table.play(Choose(table.state.sets[0].number))
    return table


@pytest.mark.rule("H01")
def test_one_to_four_play_fourteen_rounds() -> None:
    assert list(HILL.seats) == [1, 2, 3, 4]
    assert ROUNDS == 14
    five = Record(HILL, 5, Options(), commitment(bytes(32)), bytes(32))
    with pytest.raises(BadRecord, match="1 to 4 seats, not 5"):
        decode(encode(five))


@pytest.mark.rule("H02", "H03", "H06")
def test_a_set_and_six_plans_a_player_come_from_shuffled_piles() -> None:
    state = fresh(3).state
    assert [(len(one.cards), one.token > 0) for one in state.sets] == [(3, True)] * 3
    assert [len(hand) for hand in state.hands] == [6, 6, 6]
    assert (len(state.town_deck), len(state.plan_deck), len(state.token_pile)) == (59, 42, 33)
    assert not state.plan_discards and not state.token_discards
    other = fresh(3, seed=1).state
    assert other.town_deck != state.town_deck and other.hands != state.hands
    assert state.town_deck != sorted(state.town_deck)
    assert state.plan_deck != sorted(state.plan_deck)
    assert state.token_pile != sorted(state.token_pile)


@pytest.mark.rule("H03")
def test_the_sets_lie_open() -> None:
    table = fresh(2)
    assert table.view(None).sets == tuple(table.state.sets)


@pytest.mark.rule("H04")
@pytest.mark.parametrize(("players", "resources"), [(1, 1), (2, 1), (3, 2), (4, 4)])
def test_starting_resources(players: int, resources: int) -> None:
    state = fresh(players).state
    assert [tableau.resources for tableau in state.tableaux] == [resources] * players


@pytest.mark.rule("H05")
def test_each_line_has_eight_tokens_and_the_third_and_sixth_give_a_bonus() -> None:
    table = Table(resources=20).town("D4 1", "E4 2").market(cards=(5, 6, 7, 8))
    table.runs("red", "D4 E4")
    opened = []
    for laid in range(8):
        table.tableau().laid["red"], table.tableau().lines["red"] = laid, []
        table.state.parts[0].location, table.state.parts[0].laid = "a", False
        table.state.parts[0].open = ""
        table.lay("red", "D4-E4", seat=0)
        opened.append(table.state.parts[0].open)
    assert opened == ["", "", "bonus", "", "", "bonus", "", ""]
    table.tableau().lines["red"], table.state.parts[0].laid = [], False
    with table.refuses("hill.no_token"):
        table.lay("red", "D4-E4", seat=0)


@pytest.mark.rule("H06", "H80")
def test_a_plan_hand_is_seen_by_its_player_alone() -> None:
    table = fresh(2)
    assert table.view(0).mine.plans == tuple(table.state.hands[0])
    told = str(table.view(1)) + str(table.view(None))
    assert str(tuple(table.state.hands[0])) not in told
    assert str(table.state.hands[0]) not in told


@pytest.mark.rule("H07")
def test_sets_are_chosen_in_reverse_order_and_the_starting_player_gets_the_last() -> None:
    table = fresh(4)
    start, order = table.state.start, []
    while table.state.phase == "sets":
        [seat] = table.acting
        order.append(seat)
        before = [one.number for one in table.state.sets]
        facts = table.play(Choose(before[-1]), seat)
        assert facts[0].values["seat"] == seat
    assert order == [(start - 1) % 4, (start - 2) % 4, (start - 3) % 4]
    assert facts[1].values["seat"] == start
    assert all(len(tableau.hand) == 3 for tableau in table.state.tableaux)


@pytest.mark.rule("H07")
def test_the_starting_player_is_drawn() -> None:
    starts = Counter(fresh(4, seed=seed).state.start for seed in range(40))
    assert sorted(starts) == [0, 1, 2, 3]


@pytest.mark.rule("H07")
def test_a_set_that_is_gone_cannot_be_chosen() -> None:
    table = fresh(3)
    table.play(Choose(2))
    with table.refuses("hill.no_such_set"):
        table.play(Choose(2))


@pytest.mark.rule("H08")
def test_two_of_the_three_cards_are_placed_and_the_third_stays_in_hand() -> None:
    table = choose_all(fresh(2))
    first, second, third = table.tableau().hand
    table.place(first, "D4", seat=0)
    with table.refuses("hill.no_such_space"):
        table.place(second, "F4", seat=0)
    table.place(second, "E5", 1, seat=0)
    with table.refuses("hill.two_placed"):
        table.place(third, "E4", seat=0)
    assert table.tableau().hand == [third]


@pytest.mark.rule("H09")
def test_an_upgrade_of_the_set_goes_on_one_of_the_two_cards() -> None:
    table = choose_all(fresh(2))
    table.state.parts[0].token, table.tableau().tokens = 13, []
    card = table.tableau().hand[0]
    with table.refuses("hill.card_first"):
        table.develop(13, "D4", seat=0)
    table.place(card, "D4", seat=0)
    with table.refuses("hill.no_upgrade_there"):
        table.develop(13, "E4", seat=0)
    table.place(table.tableau().hand[0], "D5", seat=0)
    for line in LINES:
        table.plan(table.state.hands[0][0], line, seat=0)
    with table.refuses("hill.upgrade_first"):
        table.done(seat=0)
    table.develop(13, "D5", seat=0)
    assert table.tableau().cards["D5"].token == 13
    assert table.tableau().tokens == []
    table.done(seat=0)


@pytest.mark.rule("H09")
def test_any_other_token_of_the_set_is_kept() -> None:
    for seed in range(30):
        table = fresh(2, seed=seed)
        tokens = {one.number: one.token for one in table.state.sets}
        [seat] = table.acting
        table.play(Choose(1))
        upgrade = the_box().tokens[tokens[1]].upgrade
        assert table.tableau(seat).tokens == ([] if upgrade else [tokens[1]])
        assert table.state.parts[seat].token == (tokens[1] if upgrade else 0)


@pytest.mark.rule("H10")
def test_four_of_the_six_plans_are_placed_one_at_each_line() -> None:
    table = choose_all(fresh(2))
    hand = list(table.state.hands[0])
    table.plan(hand[0], "red", seat=0)
    with table.refuses("hill.planned_already"):
        table.plan(hand[1], "red", seat=0)
    with table.refuses("hill.no_such_plan"):
        table.plan(hand[0], "blue", seat=0)
    found(table, 0)
    assert [len(table.tableau().plans[line]) for line in LINES] == [1, 1, 1, 1]
    assert len(table.state.hands[0]) == 2
    left = list(table.state.hands[0])
    table.done(seat=0)
    assert table.state.parts[0].plans_out == left
    assert not table.state.hands[0]


@pytest.mark.rule("H10")
def test_one_is_ready_when_all_is_placed() -> None:
    table = choose_all(fresh(2))
    with table.refuses("hill.place_two"):
        table.done(seat=0)
    for _ in range(2):
        table.place_any(0)
    for move in table.legal(Develop, 0)[:1]:
        table.play(move, 0)
    with table.refuses("hill.plan_first"):
        table.done(seat=0)


@pytest.mark.rule("H11")
def test_towns_are_founded_at_the_same_time_and_shown_when_all_are_done() -> None:
    table = choose_all(fresh(3))
    assert table.acting == [0, 1, 2]
    for seat in (1, 0):
        before = table.view(2).tableaux[seat]
        found(table, seat)
        facts = table.done(seat=seat)
        assert keys(facts) == ["founded"]
        assert table.view(2).tableaux[seat] == before
        assert not table.view(2).tableaux[seat].cards
        assert seat not in table.acting
    assert table.view(None).plan_discards == ()
    found(table, 2)
    facts = table.done(seat=2)
    told = keys(facts)
    assert told[0] == "founded" and told.count("placed") == 6 and told.count("planned") == 12
    assert any(fact.reveals for fact in facts)
    view = table.view(None)
    assert all(len(tableau.cards) == 2 for tableau in view.tableaux)
    assert len(view.plan_discards) == 6
    assert table.state.phase == "round"


@pytest.mark.rule("H11")
def test_nothing_of_a_town_that_is_being_founded_is_told_to_the_others() -> None:
    table = choose_all(fresh(2))
    table.state.parts[0].token, table.tableau().tokens = 13, []
    hand = table.tableau().hand
    for move in (
        Place(hand[0], "D4", 0),
        Develop(13, "D4"),
        Assign(table.state.hands[0][2], "blue", 0),
    ):
        before = table.view(1)
        facts = table.play(move, 0)
        assert keys(facts, 0) and not keys(facts, 1) and not keys(facts)
        assert table.view(1) == before


def test_the_same_seed_deals_the_same_table() -> None:
    assert HILL.new(4, Options(), Rng(bytes(32), 0)) == HILL.new(4, Options(), Rng(bytes(32), 0))
