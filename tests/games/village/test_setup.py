"""The set-up of a table of Village Rails."""

from collections import Counter

import pytest

from games.core import Rng
from games.village import VILLAGE
from games.village.components import the_box
from games.village.state import Options, State
from tests.games.village.table import Table


def tables(seats: int, count: int = 40) -> list[State]:
    return [VILLAGE.new(seats, Options(), Rng(bytes([n] * 32), 0)) for n in range(count)]


@pytest.mark.rule("V05")
def test_two_to_four_play():
    assert list(VILLAGE.seats) == [2, 3, 4]


@pytest.mark.rule("V05")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_letters_are_dealt_at_random_and_each_brings_its_borders(seats):
    seen = set()
    for state in tables(seats):
        letters = [tableau.letter for tableau in state.tableaux]
        assert len(set(letters)) == seats and set(letters) <= set("ABCD")
        seen.add("".join(letters))
        for tableau in state.tableaux:
            assert tableau.borders == the_box().borders[tableau.letter]
    assert len(seen) > 8
    assert {letters[0] for letters in seen} == set("ABCD")


@pytest.mark.rule("V06")
def test_the_deck_shows_the_trip_of_its_top_card_to_everybody():
    table = Table().deck("most lake: 5")
    for seat in (None, 0, 1):
        view = table.view(seat)
        assert view.top == the_box().trips[table.state.deck[-1]]
        assert (view.top.theme, view.top.worth) == ("most lake", 5)
        assert view.deck == 80 - 7 - 4


@pytest.mark.rule("V07")
def test_the_markets_have_seven_tracks_and_four_trips():
    for state in tables(3):
        assert (len(state.tracks), len(state.trips), len(state.deck)) == (7, 4, 69)
        cards = [offer.card for offer in (*state.tracks, *state.trips)] + state.deck
        assert sorted(cards) == list(range(1, 81))
        assert not any(offer.coins for offer in (*state.tracks, *state.trips))


@pytest.mark.rule("V07")
def test_a_new_card_comes_in_next_to_the_deck():
    table = Table()
    before = table.market()
    top = table.state.deck[-1]
    table.track(1)
    assert table.market()[:6] == before[1:]
    assert table.state.tracks[-1].card == top


@pytest.mark.rule("V08")
def test_everybody_begins_with_five_pounds():
    assert all(t.money == 5 for state in tables(4) for t in state.tableaux)


@pytest.mark.rule("V08")
def test_coins_never_run_out():
    table = Table(money=1000).hand("lake")
    table.lay(B1="lake crossing, -, farm", A1="field crossing, -, halt 3")
    table.tracks("lake crossing, -, barn lake")
    table.track(1)
    table.build("C1")
    table.terminus("lake")
    assert table.money[0] == 1007  # the box has coins for 92 pounds


@pytest.mark.rule("V09")
def test_everybody_is_dealt_three_terminus_cards():
    for state in tables(4):
        assert [len(tableau.hand) for tableau in state.tableaux] == [3] * 4
        dealt = Counter(name for t in state.tableaux for name in t.hand) + Counter(state.termini)
        assert dealt == the_box().copies


@pytest.mark.rule("V09", "V46")
def test_terminus_cards_are_a_secret_of_who_holds_them():
    table = Table(3).hand("lake", "barn", "trips").hand("field", "farm", "length", seat=1)
    assert table.view(0).hand == ("lake", "barn", "trips")
    assert table.view(1).hand == ("field", "farm", "length")
    assert table.view(None).hand == ()
    assert [tableau.held for tableau in table.view(None).tableaux] == [3, 3, 3]


@pytest.mark.rule("V10")
def test_the_earliest_letter_starts():
    starts = set()
    for state in tables(3):
        letters = [tableau.letter for tableau in state.tableaux]
        assert letters[state.first] == min(letters)
        assert VILLAGE.to_act(state) == {state.first}
        starts.add(state.first)
    assert starts == {0, 1, 2}


@pytest.mark.rule("V10")
def test_then_it_goes_to_the_left_and_not_by_letter():
    table = Table(4, letters="CADB", money=0)
    table.state.first = 1
    order = []
    for _ in range(8):
        order.append(table.acting)
        table.track(1)
        table.build("A1" if len(order) < 5 else "A2")
    assert order == [1, 2, 3, 0, 1, 2, 3, 0]
