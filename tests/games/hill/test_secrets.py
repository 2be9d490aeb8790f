"""Who knows what: a seat's open draws and unfinished parts, and everything else in the open."""

import msgspec
import pytest

from games.hill import HILL
from tests.games.hill.table import Table, keys


def table_of(players: int = 2, **options: object) -> Table:
    table = Table(players, resources=9, **options).market(cards=(5, 6, 7, 8), plans=(1, 2))  # type: ignore[arg-type]
    for seat in range(players):
        table.town("D4 2", "E4 14", "D5 11", "E5 3", seat=seat).holds(20 + seat, seat=seat)
    return table


@pytest.mark.rule("H80")
def test_hands_towns_tracks_plans_tokens_resources_and_discards_are_public() -> None:
    table = table_of().runs("red", "D4 E4", seat=1).plans("red", 4, seat=1).keeps(25, seat=1)
    table.state.plan_discards, table.state.token_discards = [9], [26]
    table.state.town_discards = [60]
    seen = table.view(None).tableaux[1]
    assert seen == table.tableau(1)
    assert (seen.hand, seen.tokens, seen.resources) == ([21], [25], 9)
    view = table.view(0)
    assert (view.plan_discards, view.token_discards, view.town_discards) == ((9,), (26,), (60,))
    sizes = view.town_deck, view.plan_deck, view.token_pile
    state = table.state
    assert sizes == (len(state.town_deck), len(state.plan_deck), len(state.token_pile))


@pytest.mark.rule("H80")
def test_no_view_tells_the_order_of_a_pile() -> None:
    table = table_of()
    before = [msgspec.json.encode(table.view(seat)) for seat in (None, 0, 1)]
    for pile in (table.state.town_deck, table.state.plan_deck, table.state.token_pile):
        pile.reverse()
    assert [msgspec.json.encode(table.view(seat)) for seat in (None, 0, 1)] == before


@pytest.mark.rule("H80", "H49")
@pytest.mark.parametrize("together", [False, True])
def test_an_open_draw_is_seen_by_its_player_alone(together: bool) -> None:
    table = table_of(together=together)
    table.state.token_pile[-2:] = [25, 31]
    facts = table.buy()
    assert "drew_token" in keys(facts, 0)
    assert "drew_token" not in keys(facts, 1) + keys(facts)
    assert table.view(0).mine.tokens == (31, 25)
    assert table.view(1).mine.tokens == () and table.view(None).mine is None
    kept = table.develop(31)
    assert ("kept" in keys(kept, 1)) is not together  # together: when the part is finished
    told = table.acquire("a")
    assert "kept" in keys(kept, 1) + keys(told, 1)


@pytest.mark.rule("H80", "H21")
def test_the_discards_of_a_rest_are_not_seen_before_it_is_finished() -> None:
    table = table_of(together=True)
    table.acquire("a")
    table.acquire("b")
    table.state.token_pile[-2:] = [25, 31]
    table.buy(seat=0)
    table.develop(31, seat=0)
    assert table.view(1).token_discards == () and table.view(0).token_discards == (25,)
    table.place_any(0)
    table.done(seat=0)
    assert table.view(1).token_discards == (25,)


@pytest.mark.rule("H21")
def test_one_rest_does_not_depend_on_anothers() -> None:
    """What seat 1 does gives the same facts whether seat 0 has moved or taken its move back."""
    moved, still = table_of(together=True), table_of(together=True)
    for table in (moved, still):
        table.acquire("b")
        table.acquire("d")
        table.state.plan_deck, table.state.plan_discards = [9], [10]
    moved.plan(1, "red", seat=0)
    moved.tableau(0).plans["blue"] = [3, 4, 5, 6]
    facts = []
    for table in (moved, still):
        table.number = 50
        table.tableau(1).laid["red"] = 2
        told = table.lay("red", "D4-E4", seat=1) + table.bonus("plans", seat=1)
        facts.append(told + table.plan(9, "red", seat=1))
    assert facts[0] == facts[1]


def test_a_view_is_a_copy() -> None:
    table = table_of()
    view = HILL.view(table.state, 0)
    view.tableaux[0].hand.append(99)
    view.market.plans.clear()
    assert table.tableau().hand == [20] and table.state.market.plans == [1, 2]
