"""Completed lines: what they score, terminus cards, and trips that go back under the deck."""

import pytest

from games.village.components import the_box
from games.village.moves import Order, Terminus, Under
from games.village.state import Completed
from tests.games.village.table import Table, trip, values

FARM = "field crossing, farm, -"
HALT = "field crossing, -, halt 3"
LAKE = "lake crossing, -, barn lake"
CURVES = "lake curves, signal, -"


def two_lines() -> Table:
    """Seat 0 of letter A has taken nothing yet, and can complete T3 and L4 in C4."""
    table = Table(letters="AB").hand("lake", "field", "trips")
    table.lay(C1=FARM, C2="forest crossing, -, barn forest", C3="village crossing, -, barn field")
    return table.lay(A4=LAKE, B4="lake crossing, halt 2, signal").tracks(CURVES)


# -- The rulebook's example of a turn


@pytest.mark.rule("V12", "V13", "V14", "V20", "V21", "V22", "V23", "V25", "V35", "V36", "V38")
def test_mildreds_turn():
    table = Table(letters="BA", money=5).hand("field", "trips", "siding")
    table.lay(C1=FARM, C2="forest crossing, -, barn forest", C3="village crossing, -, barn field")
    table.lay(A4=LAKE, B4="lake crossing, halt 2, signal")
    table.trips("most lake: 5", "length down: 9", coins=(0, 1)).tracks(CURVES)

    table.trip(2, "T3")
    assert table.money[0] == 5 - 3 - 1 + 1
    assert table.trip_market()[0] == (trip("most lake: 5"), 1)

    table.track(1)
    table.build("C4", turned=True)
    assert table.legal() == [Order("T3"), Order("L4")]

    facts = table.order("T3")
    assert table.border("T3").terrain == "pasture"
    assert values(facts, "scored") == {
        "seat": 0,
        "line": "T3",
        "points": 9,
        "card": {"length down": 4, "farm": 5},
    }
    facts = table.terminus("field")
    assert values(facts, "terminus")["pounds"] == 4
    assert the_box().trips[table.state.deck[0]] == trip("length down: 9")
    assert table.view().tableaux[0].held == 3

    assert table.border("L4").terrain == "lake"
    assert values(facts, "scored") == {
        "seat": 0,
        "line": "L4",
        "points": 12,
        "card": {"barn lake": 4, "signal": 8},
    }
    facts = table.terminus("trips")
    assert values(facts, "terminus")["pounds"] == 3
    assert table.points[0] == 21
    assert table.money[0] == 2 + 4 + 3
    assert table.view().tableaux[0].held == 3
    assert table.acting == 1


# -- Two lines at once


@pytest.mark.rule("V21")
def test_the_player_says_which_of_two_lines_comes_first():
    for first, second in (("T3", "L4"), ("L4", "T3")):
        table = two_lines()
        table.track(1)
        table.build("C4")
        with table.refuses("village.not_waiting"):
            table.order("L2")
        with table.refuses("village.not_now"):
            table.terminus("lake")
        table.order(first)
        assert (table.state.line, table.state.waiting) == (first, [second])
        table.terminus("trips")
        assert table.state.line == second
        assert list(table.state.tableaux[0].completed) == [first]


@pytest.mark.rule("V21", "V42")
def test_the_first_is_resolved_wholly_and_its_new_terminus_can_serve_the_second():
    table = two_lines()
    table.state.termini.append("signal")
    table.track(1)
    table.build("C4", turned=True)
    table.order("T3")
    table.terminus("field")
    assert "signal" in table.state.tableaux[0].hand
    assert Terminus("signal") in table.legal()
    facts = table.terminus("signal")
    assert values(facts, "terminus")["pounds"] == 7


@pytest.mark.rule("V21")
def test_a_single_line_is_not_asked_for():
    table = Table().tracks("lake curves, farm, -")
    table.track(1)
    table.build("C1")
    assert table.state.phase == "terminus"
    assert table.state.line == "T3"


# -- Scoring, then a terminus


@pytest.mark.rule("V22")
def test_points_come_first_then_a_terminus_must_be_played():
    table = (
        Table(letters="AB", money=20).hand("lake", "barn", "barn").tracks("lake curves, farm, -")
    )
    table.track(1)
    table.build("C1")
    assert table.points[0] == 1
    assert table.legal() == [Terminus("lake"), Terminus("barn")]
    for attempt in (table.done, lambda: table.trip(1), lambda: table.track(1)):
        with table.refuses("village.not_now"):
            attempt()
    with table.refuses("village.not_in_hand"):
        table.terminus("field")
    table.terminus("lake")
    assert table.money[0] == 27
    assert table.acting == 0  # a trip may still be planned


@pytest.mark.rule("V22")
def test_trips_and_features_are_told_apart():
    table = Table(letters="AB").plans("T3", "each lake: 2").tracks("lake curves, farm, -")
    table.track(1)
    table.build("C1")
    earned = table.state.tableaux[0].earned
    assert (earned["trips"], earned["features"]) == (4, 1)


@pytest.mark.rule("V24")
def test_the_shortest_line_is_a_border_and_a_card():
    table = Table(letters="AB").hand("length").plans("T3", "length down: 9")
    table.tracks("lake curves, farm, -")
    table.track(1)
    facts = table.build("C1")
    assert values(facts, "scored")["card"] == {"length down": 7, "farm": 1}
    assert values(table.terminus("length"), "terminus")["pounds"] == 3


@pytest.mark.rule("V24")
def test_the_longest_has_seven_tracks():
    table = Table(letters="AB").plans("L1", "length up: 1").hand("length")
    table.lay(
        A1="field curves, signal, -",
        A2="forest crossing, -, farm",
        A3="forest curves, farm, -",
        B3="pasture crossing, -, halt 3",
        C3="pasture curves, farm, -",
    ).lay(A4=LAKE)
    # L1: A1 down, A2 down, A3 right, B3 right, C3 down, then C4
    table.lay(B4="lake crossing, -, farm").tracks("village crossing, -, halt 3")
    table.track(1)
    table.build("C4")
    facts = table.order("L1")
    assert values(facts, "scored")["card"] == {"length up": 7, "farm": 4, "halt": 3}
    assert values(table.terminus("length"), "terminus") == {
        "seat": 0,
        "line": "L1",
        "terminus": "length",
        "count": 7,
        "pounds": 10,
    }


# -- Afterwards


def with_two_trips(*trips: str) -> Table:
    table = Table(letters="AB").plans("T3", *trips).tracks("lake curves, farm, -")
    table.hand("trips", "trips", "lake")
    table.track(1)
    table.build("C1")
    return table


@pytest.mark.rule("V41")
@pytest.mark.parametrize("first", [1, 2])
def test_scored_trips_go_under_the_deck_in_the_order_one_chooses(first):
    table = with_two_trips("each lake: 2", "most field: 5")
    one, two = table.state.tableaux[0].trips["T3"]
    size = len(table.state.deck)
    assert values(table.terminus("trips"), "terminus")["pounds"] == 7
    assert table.legal() == [Under(1), Under(2)]
    with table.refuses("village.no_such_trip"):
        table.under(3)
    table.under(first)
    assert table.state.deck[:2] == ([two, one] if first == 1 else [one, two])
    assert len(table.state.deck) == size + 2
    assert table.view().tableaux[0].trips == {}


@pytest.mark.rule("V41", "V47")
def test_equal_trips_are_not_asked_for():
    table = with_two_trips("length up: 1", "length up: 1")
    table.terminus("trips")
    assert not [move for move in table.legal() if isinstance(move, Under)]


@pytest.mark.rule("V41")
def test_a_single_trip_is_not_asked_for():
    table = with_two_trips("each lake: 2")
    (card,) = table.state.tableaux[0].trips["T3"]
    table.terminus("lake")
    assert table.state.deck[0] == card


@pytest.mark.rule("V42")
def test_the_line_is_marked_and_a_new_terminus_drawn():
    table = with_two_trips("each lake: 2")
    table.state.termini.append("siding")
    facts = table.terminus("lake")
    mine = table.view().tableaux[0]
    assert (mine.completed["T3"].points, mine.completed["T3"].pounds) == (5, 7)
    assert table.state.tableaux[0].hand == ["trips", "trips", "siding"]
    (drawn,) = [fact for fact in facts if fact.key == "village.drew_card"]
    assert drawn.only == (0,) and drawn.reveals
    assert drawn.values["terminus"] == "siding"
    assert "siding" not in str([fact for fact in facts if fact.known_to(1)])


@pytest.mark.rule("V42")
def test_the_twelfth_card_completes_two_lines_and_neither_draws():
    crossings = [
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
    ]
    table = Table().hand("lake", "field", "trips")
    spaces = [c + r for r in "1234" for c in "ABC"][:11]
    table.lay(**dict(zip(spaces, crossings, strict=True))).tracks("village crossing, farm, -")
    for start in ("T1", "T2", "L1", "L2", "L3"):
        table.state.tableaux[0].completed[start] = Completed(0, 3)
    table.track(1)
    table.build("C4")
    facts = table.order("T3") + table.terminus("lake") + table.terminus("field")
    assert not [fact for fact in facts if fact.key == "village.drew"]
    assert table.state.tableaux[0].hand == ["trips"]
    assert len(table.state.tableaux[0].completed) == 7


@pytest.mark.rule("V43")
def test_a_terminus_is_shown_as_it_is_played_and_then_lies_face_down():
    table = with_two_trips("each lake: 2")
    facts = table.terminus("lake")
    (shown,) = [fact for fact in facts if fact.key == "village.terminus"]
    assert shown.only is None
    assert shown.values["terminus"] == "lake" and shown.values["pounds"] == 7
    told = table.told(facts, None)
    assert "Lakes" in told and "£7" in told
    assert not hasattr(table.view(None).tableaux[0].completed["T3"], "terminus")
