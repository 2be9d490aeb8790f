"""What nobody may know: the track behind a trip, not even by the card's number."""

import msgspec
import pytest

from games.village import VILLAGE
from games.village.components import the_box
from games.village.state import Card, State
from games.village.view import View
from tests.games.twins import rename
from tests.games.village.table import Table, track

SEATS = (None, 0, 1)


def swapped(table: Table, one: Card, two: Card) -> State:
    """Another world, in which two cards have changed places; at first neither lies open."""
    for offer in table.state.tracks:
        if offer.card in (one, two):
            offer.card, table.state.deck[5] = table.state.deck[5], offer.card
    other = {card: card for card in the_box().tracks} | {one: two, two: one}
    world: State = msgspec.json.decode(msgspec.json.encode(table.state), type=State)
    rename(world, other)
    return world


def pair(text: str) -> tuple[Card, Card]:
    """Two cards with the same trip and different tracks."""
    theme, worth = text.split(": ")
    box = the_box()
    one, two = (card for card, t in box.trips.items() if (t.theme, t.worth) == (theme, int(worth)))
    assert box.tracks[one] != box.tracks[two]
    return one, two


def same(table: Table, world: State) -> bool:
    """Whether nobody can tell the worlds apart, neither by views nor by moves."""
    views = all(table.view(seat) == VILLAGE.view(world, seat) for seat in SEATS)
    return views and table.legal() == list(VILLAGE.legal(world, table.acting or 0))


@pytest.mark.rule("V06", "V47")
def test_the_track_behind_the_decks_top_card_is_unknown():
    one, two = pair("most lake: 5")
    table = Table().deck("most lake: 5")
    assert table.state.deck[-1] in (one, two)
    assert same(table, swapped(table, one, two))


@pytest.mark.rule("V47")
def test_so_is_the_one_behind_a_trip_in_the_market():
    table = Table().trips("most lake: 5")
    assert same(table, swapped(table, *pair("most lake: 5")))


@pytest.mark.rule("V47")
def test_and_the_one_behind_a_trip_at_ones_own_line():
    table = Table().plans("T1", "most lake: 5")
    assert same(table, swapped(table, *pair("most lake: 5")))


@pytest.mark.rule("V47")
def test_and_the_one_behind_a_trip_that_was_just_taken():
    table = Table().trips("most lake: 5")
    table.trip(1)
    assert same(table, swapped(table, *pair("most lake: 5")))


@pytest.mark.rule("V47")
def test_facts_name_a_trip_by_what_it_says():
    one, two = pair("most lake: 5")
    table = Table().trips("most lake: 5")
    world = swapped(table, one, two)
    told = table.trip(1, "L1")
    again = Table()
    again.state = world
    assert msgspec.json.encode(told) == msgspec.json.encode(again.trip(1, "L1"))


@pytest.mark.rule("V47")
def test_a_track_that_lies_open_is_known_to_all():
    one, two = pair("most lake: 5")
    table = Table().lay(A1="lake curves, farm, -")
    assert table.state.tableaux[0].laid["A1"].card == one
    assert not same(table, swapped(table, one, two))


@pytest.mark.rule("V47")
def test_no_view_has_room_for_a_cards_number():
    """Cards are structs of what is printed on the side that lies up."""
    table = Table(money=9).lay(A1="lake crossing, -, farm").plans("T1", "each farm: 2")
    view: View = table.view(0)
    assert view.tableaux[0].tracks == {"A1": track("lake crossing, -, farm")}
    assert view.tableaux[0].trips["T1"][0].__struct_fields__ == ("theme", "worth")
    assert view.tracks[0].__struct_fields__ == ("track", "coins")
    assert view.trips[0].__struct_fields__ == ("trip", "coins")
    assert type(view.deck) is int and view.deck == len(table.state.deck)
