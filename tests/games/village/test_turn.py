"""A turn: the markets, planning a trip, building a track."""

import pytest

from games.village.components import Track, the_box
from games.village.moves import Assign, Build, Done
from games.village.moves import Track as TakeTrack
from games.village.moves import Trip as TakeTrip
from games.village.tableau import LINES
from tests.games.village.table import Table, track, trip, values

LAKE = "lake crossing, -, barn lake"
FIELD = "field curves, barn lake, signal"


# -- What a turn is made of


@pytest.mark.rule("V11")
def test_one_must_build_and_can_not_end_the_turn_before():
    table = Table()
    assert Done() not in table.legal()
    with table.refuses("village.build_first"):
        table.done()
    table.trip(1, "T1")
    with table.refuses("village.build_first"):
        table.done()


@pytest.mark.rule("V11")
def test_one_builds_once():
    table = Table(money=9)
    table.track(1)
    table.build("A1")
    assert not [move for move in table.legal() if isinstance(move, TakeTrack)]
    with table.refuses("village.built_already"):
        table.track(1)


@pytest.mark.rule("V11")
def test_a_trip_may_be_planned_before_building():
    table = Table()
    table.trip(1, "L1")
    table.track(1)
    table.build("A1")
    assert table.acting == 1


@pytest.mark.rule("V11")
def test_or_after_it():
    table = Table()
    table.track(1)
    table.build("A1")
    assert table.acting == 0
    table.trip(1, "L2")
    assert table.acting == 1


@pytest.mark.rule("V11")
def test_or_not_at_all():
    table = Table()
    table.track(1)
    table.build("A1")
    assert Done() in table.legal()
    table.done()
    assert table.acting == 1
    assert table.money[0] == 5


@pytest.mark.rule("V11")
def test_but_not_twice():
    table = Table(money=20)
    table.trip(1, "L1")
    assert not [move for move in table.legal() if isinstance(move, TakeTrip)]
    with table.refuses("village.planned_already"):
        table.trip(1)


@pytest.mark.rule("V11")
def test_nor_between_taking_a_track_and_building_it():
    table = Table(money=20)
    table.track(1)
    with table.refuses("village.not_now"):
        table.trip(1)
    with table.refuses("village.not_now"):
        table.track(1)


@pytest.mark.rule("V11")
def test_a_turn_ends_by_itself_when_no_trip_can_be_paid_for():
    table = Table(money=2)
    table.track(1)
    table.build("A1")
    assert table.acting == 1


# -- Prices


@pytest.mark.rule("V12")
def test_planning_costs_three_pounds_and_the_price():
    table = Table(money=9)
    table.trip(1, "T1")
    assert table.money[0] == 6
    dearer = Table(money=9)
    dearer.trip(4, "T1")
    assert dearer.money[0] == 3
    assert [coins for _, coins in dearer.trip_market()] == [1, 1, 1, 0]


@pytest.mark.rule("V12")
def test_who_can_not_cover_both_is_refused_and_pays_nothing():
    table = Table(money=4).trips(coins=(9, 9, 9, 9))
    assert [move for move in table.legal() if isinstance(move, TakeTrip)] == [
        TakeTrip(1),
        TakeTrip(2),
    ]
    with table.refuses("village.trip_too_dear"):
        table.trip(3)
    poor = Table(money=2).trips(coins=(9,))
    with poor.refuses("village.trip_too_dear"):
        poor.trip(1)


@pytest.mark.rule("V13")
def test_a_track_costs_a_pound_on_every_card_further_from_the_deck():
    table = Table(money=5).tracks(coins=(0, 2))
    table.track(4)
    assert table.money[0] == 2
    assert [coins for _, coins in table.market()] == [1, 3, 1, 0, 0, 0, 0]


@pytest.mark.rule("V13", "V19")
def test_the_furthest_is_free_also_for_who_has_nothing():
    table = Table(money=0)
    assert [move for move in table.legal() if isinstance(move, TakeTrack)] == [TakeTrack(1)]
    table.track(1)
    assert table.money[0] == 0


@pytest.mark.rule("V13")
def test_the_price_is_paid_before_the_coins_on_the_card_are_gained():
    table = Table(money=1).tracks(coins=(0, 0, 5))
    with table.refuses("village.track_too_dear"):
        table.track(3)


@pytest.mark.rule("V14")
def test_the_coins_on_the_card_are_gained():
    table = Table(money=5).tracks(coins=(0, 0, 4)).trips(coins=(2,))
    facts = table.track(3)
    assert table.money[0] == 5 - 2 + 4
    assert values(facts, "took_track")["coins"] == 4
    table.build("A1")
    table.trip(1)
    assert table.money[0] == 7 - 3 + 2


@pytest.mark.parametrize("place", [0, -1, 8, 10**9])
def test_there_is_no_such_card(place):
    table = Table(money=50)
    with table.refuses("village.no_such_place"):
        table.track(place)
    with table.refuses("village.no_such_place"):
        table.trip(place)


# -- Sliding and refilling


@pytest.mark.rule("V15")
def test_cards_nearer_the_deck_slide_and_the_deck_fills_the_free_place():
    table = Table(money=9).deck(FIELD, "most lake: 5")
    before = table.market()
    facts = table.track(3)
    after = table.market()
    assert [t for t, _ in after] == [t for t, _ in before[:2] + before[3:]] + [track(FIELD)]
    assert table.top == trip("most lake: 5")
    assert values(facts, "track_comes")["terrain"] == "field"
    assert values(facts, "deck_shows")["card"] == {"most lake": 5}


@pytest.mark.rule("V15")
def test_the_trip_market_is_filled_with_the_trip_that_the_deck_showed():
    table = Table(money=9).deck("most lake: 5", "fewest field: 7")
    before = table.trip_market()
    table.trip(2)
    assert [t for t, _ in table.trip_market()] == [
        before[0][0],
        before[2][0],
        before[3][0],
        trip("most lake: 5"),
    ]
    assert table.top == trip("fewest field: 7")


@pytest.mark.rule("V15")
def test_taking_and_placing_are_two_decisions_and_taking_reveals():
    table = Table(money=9)
    facts = table.track(1)
    assert any(fact.reveals and fact.known_to(None) for fact in facts)
    assert {type(move) for move in table.legal()} == {Build}
    assert not any(fact.reveals for fact in table.build("A1"))
    facts = table.trip(1)
    assert any(fact.reveals and fact.known_to(None) for fact in facts)
    assert {type(move) for move in table.legal()} == {Assign}
    assert not any(fact.reveals for fact in table.assign("L3"))


@pytest.mark.rule("V15")
def test_a_card_that_was_taken_must_be_placed_first():
    table = Table(money=9)
    table.trip(1)
    with table.refuses("village.not_now"):
        table.track(1)
    with table.refuses("village.not_now"):
        table.done()


# -- An empty deck


@pytest.mark.rule("V16")
def test_with_an_empty_deck_a_market_keeps_its_gap_next_to_the_deck():
    table = Table(money=9).empty_deck()
    before = table.market()
    facts = table.track(3)
    assert [t for t, _ in table.market()] == [t for t, _ in before[:2] + before[3:]]
    assert not any(fact.reveals for fact in facts)
    with table.refuses("village.not_now"):
        table.track(7)
    table.build("A1")
    table.trip(4, "L1")
    assert len(table.state.trips) == 3
    assert table.acting == 1
    with table.refuses("village.no_such_place"):
        table.track(7)


@pytest.mark.rule("V16")
def test_the_last_card_of_the_deck_is_told():
    table = Table().empty_deck(left=1)
    assert "The deck is empty." in table.told(table.track(1))
    assert table.view().top is None


@pytest.mark.rule("V16")
def test_when_trips_come_back_gaps_are_filled_the_track_market_first():
    table = Table(money=9).hand("lake")
    table.lay(A1="field crossing, -, halt 3", B1="forest crossing, -, farm")
    table.plans("L1", "most lake: 5", "each farm: 2").tracks(LAKE).empty_deck()
    table.track(1)
    table.state.trips.pop()  # a gap in each market
    scored = list(table.state.tableaux[0].trips["L1"])
    table.build("C1")
    table.terminus("lake")
    facts = table.under(2)
    assert [offer.card for offer in table.state.tracks][-1] == scored[1]
    assert [offer.card for offer in table.state.trips][-1] == scored[0]
    assert len(table.state.tracks) == 7 and len(table.state.trips) == 4
    assert [fact.key for fact in facts if "comes" in fact.key] == [
        "village.track_comes",
        "village.trip_comes",
    ]
    assert values(facts, "deck_empty") == {}


@pytest.mark.rule("V16")
def test_one_trip_that_comes_back_becomes_a_track():
    table = Table(money=0).hand("lake")
    table.lay(A1="field crossing, -, halt 3", B1="forest crossing, -, farm")
    table.plans("L1", "most lake: 5").tracks(LAKE).empty_deck()
    table.track(1)
    table.state.trips.pop()
    table.build("C1")
    facts = table.terminus("lake")
    assert len(table.state.tracks) == 7 and len(table.state.trips) == 3
    assert any(fact.reveals and fact.known_to(None) for fact in facts)


@pytest.mark.rule("V16")
def test_without_trips_in_the_market_none_can_be_planned():
    table = Table(money=9).empty_deck()
    table.state.tableaux[1].trips["L4"] += [offer.card for offer in table.state.trips]
    table.state.trips.clear()
    with table.refuses("village.market_empty"):
        table.trip(1)
    table.track(1)
    table.build("A1")
    assert table.acting == 1


# -- Assigning


@pytest.mark.rule("V17")
def test_a_trip_goes_to_a_line_at_once():
    table = Table()
    taken = table.trip_market()[0][0]
    table.trip(1)
    assert table.legal() == [Assign(line) for line in LINES]
    table.assign("L4")
    assert table.view().tableaux[0].trips == {"L4": (taken,)}


@pytest.mark.rule("V17")
def test_a_line_takes_two_trips_at_most():
    table = Table().plans("T1", "most lake: 5", "each farm: 2")
    table.trip(1)
    assert Assign("T1") not in table.legal()
    with table.refuses("village.two_trips"):
        table.assign("T1")


@pytest.mark.rule("V17")
def test_a_completed_line_takes_none():
    table = Table().lay(C1="field curves, signal, -")
    table.trip(1)
    assert Assign("T3") not in table.legal()
    with table.refuses("village.line_complete"):
        table.assign("T3")
    with table.refuses("village.no_such_line"):
        table.assign("T4")


@pytest.mark.rule("V17")
def test_without_an_eligible_line_no_trip_can_be_planned():
    table = Table(money=9)
    pool = [(f"each {what}: 2", "length up: 1") for what in ("barn", "farm", "halt", "siding")]
    pool += [("most lake: 5", "most field: 5"), ("most pasture: 5", "most forest: 5")]
    for start, both in zip(LINES, pool, strict=False):
        table.plans(start, *both)
    table.trip(1, "L4")
    table.track(1)
    table.build("A1")
    table.track(1)
    table.build("A1")
    table.done()
    table.trip(1, "L4")
    table.track(1)
    table.build("A2")
    table.track(1)
    table.build("A2")
    table.done()
    table.state.tableaux[0].money = 9
    with table.refuses("village.no_line_for_trip"):
        table.trip(1)


@pytest.mark.rule("V17")
def test_the_line_that_this_turns_track_completes_takes_a_trip_before():
    table = Table(letters="AB").hand("lake")
    table.tracks("lake curves, farm, -").trips("each lake: 2")
    table.trip(1, "T3")
    table.track(1)
    facts = table.build("C1")
    assert values(facts, "scored")["card"] == {"each lake": 4, "farm": 1}
    assert table.points[0] == 5


# -- Placing


@pytest.mark.rule("V18")
def test_a_track_goes_next_to_a_border_or_a_track():
    table = Table()
    table.track(1)
    spaces = {move.space for move in table.legal() if isinstance(move, Build)}
    assert spaces == {"A1", "B1", "C1", "A2", "A3", "A4"}
    with table.refuses("village.not_adjacent"):
        table.build("B2")
    with table.refuses("village.no_such_space"):
        table.build("D1")


@pytest.mark.rule("V18")
def test_and_into_an_empty_space():
    table = Table().lay(B1=LAKE)
    table.track(1)
    with table.refuses("village.space_taken"):
        table.build("B1")
    table.build("B2")
    assert "B2" in table.state.tableaux[0].laid


@pytest.mark.rule("V03")
def test_curves_can_be_turned_and_their_lines_change_places():
    table = Table().tracks(FIELD)
    table.track(1)
    assert Build("A1", turned=True) in table.legal()
    table.build("A1", turned=True)
    assert table.view().tableaux[0].tracks["A1"] == track("field curves, signal, barn lake")


@pytest.mark.rule("V03")
@pytest.mark.parametrize("wanted", [LAKE, "lake crossing, halt 2, signal"])
def test_a_crossing_is_not_turned(wanted):
    table = Table().tracks(wanted)
    table.track(1)
    assert not any(move.turned for move in table.legal() if isinstance(move, Build))
    with table.refuses("village.turning_is_nothing"):
        table.build("A1", turned=True)
    table.build("A1")
    assert table.view().tableaux[0].tracks["A1"] == track(wanted)


@pytest.mark.rule("V03")
@pytest.mark.parametrize("feature", [None, "signal"])
def test_nor_are_curves_whose_lines_are_alike(monkeypatch, feature):
    table = Table().tracks(FIELD)
    alike = Track("field", "curves", feature, feature)
    monkeypatch.setitem(the_box().tracks, table.state.tracks[0].card, alike)
    table.track(1)
    assert not any(move.turned for move in table.legal() if isinstance(move, Build))
    with table.refuses("village.turning_is_nothing"):
        table.build("A1", turned=True)


def test_only_who_is_to_act_may():
    table = Table()
    with table.refuses("refused.not_your_turn"):
        table.track(1, seat=1)
    assert table.legal(1) == []
