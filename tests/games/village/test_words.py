"""What members read at a table of Village Rails."""

import pytest

from games.core import Move
from games.phrasebook import Phrasebook
from games.village import VILLAGE
from games.village.components import the_box
from games.village.moves import Assign, Build, Done, Order, Terminus, Under
from games.village.moves import Track as TakeTrack
from games.village.moves import Trip as TakeTrip
from tests.games.village.table import Table

FARM = "field crossing, farm, -"
LAKE = "lake crossing, -, barn lake"
CURVES = "lake curves, signal, -"


def labels(table: Table, field: str, moves: list[Move]) -> list[str]:
    view = table.view(table.acting)
    return [table.words.tell(VILLAGE.label(view, field, [move])) for move in moves]


def hints(table: Table, moves: list[Move] | None = None) -> list[str]:
    view = table.view(table.acting)
    found = VILLAGE.hints(view, table.legal() if moves is None else moves)
    return [table.words.tell(fact) for fact in found]


def prompt(table: Table) -> str:
    seat = table.acting or 0
    return table.words.tell(VILLAGE.prompt(table.view(seat), seat))


def mildred() -> Table:
    """The position of the rulebook's example, after the trip was planned."""
    table = Table(letters="BA", money=2).hand("field", "trips", "field")
    table.lay(C1=FARM, C2="forest crossing, -, barn forest", C3="village crossing, -, barn field")
    table.lay(A4=LAKE, B4="lake crossing, halt 2, signal")
    return table.plans("T3", "length down: 9").tracks(CURVES)


# -- The cards


def test_every_card_has_its_words():
    words = Phrasebook(VILLAGE)
    box = the_box()
    for trip in box.trips.values():
        assert words.knows(f"village.terms.card.{trip.theme}"), trip
        assert words.knows(f"village.terms.trip.{trip.theme}"), trip
    borders = [border.feature for starts in box.borders.values() for border in starts.values()]
    printed = [f for track in box.tracks.values() for f in (track.above, track.left)]
    for feature in filter(None, borders + printed):
        for field in ("above", "left", "card", "feature"):
            assert words.knows(f"village.terms.{field}.{feature}"), feature
    for name in box.termini:
        assert words.knows(f"village.terms.terminus.{name}"), name


# -- Labels


def test_a_track_is_offered_with_price_coins_and_what_is_on_it():
    table = Table(money=9).tracks(LAKE, CURVES, FARM, coins=(2, 0, 1))
    moves = [TakeTrack(place) for place in (1, 2, 3)]
    assert labels(table, "track", moves) == [
        "free, gain £2: lake crossing, ↓ plain, → barn (lake)",
        "pay £1: lake curves, ↓ signal, → plain",
        "pay £2, gain £1: field crossing, ↓ farm, → plain",
    ]


def test_a_trip_is_offered_with_all_that_it_costs():
    table = Table(money=9).trips("most lake: 5", "length down: 9", coins=(0, 1))
    assert labels(table, "trip", [TakeTrip(1), TakeTrip(2)]) == [
        "pay £3: most lakes: 5",
        "pay £4, gain £1: short line less tracks: 9",
    ]


def test_a_line_is_offered_with_what_the_trip_would_score_there_now():
    table = (
        Table(letters="AB", money=9).trips("most lake: 5").lay(A2=LAKE, B2="lake curves, farm, -")
    )
    table.trip(1)
    assert labels(table, "line", [Assign("T1"), Assign("L2")]) == [
        "T1: 1 track, 0 trips; would score 0 as it stands",
        "L2: 3 tracks, 0 trips; would score 5 as it stands",
    ]


def test_a_space_is_offered_with_the_lines_that_it_completes():
    table = mildred()
    table.track(1)
    spaces = {
        space: [m for m in table.legal() if isinstance(m, Build) and m.space == space]
        for space in ("A1", "A2", "B1", "B2", "C4")
    }
    view = table.view(0)
    told = {
        space: table.words.tell(VILLAGE.label(view, "space", moves))
        for space, moves in spaces.items()
        if moves
    }
    assert told["A1"] == "A1, on T1 and L1"
    assert told["C4"] == "C4: completes T3 9, L4 12 at best"
    assert told["B2"] == "B2, on no line yet"


def test_turning_is_offered_with_what_it_changes():
    table = mildred()
    table.track(1)
    both = [Build("C4", turned=False), Build("C4", turned=True)]
    assert labels(table, "turned", both) == [
        "As printed: ↓ signal, → plain; T3 9, L4 4",
        "Turned: ↓ plain, → signal; T3 9, L4 12",
    ]
    assert labels(table, "turned", [Build("A1", turned=True)]) == ["Turned: ↓ plain, → signal"]


def test_lines_and_termini_are_offered_with_points_and_pounds():
    table = mildred()
    table.track(1)
    table.build("C4", turned=True)
    assert labels(table, "line", [Order("T3"), Order("L4")]) == [
        "T3: 9 points, up to £4",
        "L4: 12 points, up to £3",
    ]
    table.order("T3")
    assert labels(table, "terminus", [Terminus("field"), Terminus("trips")]) == [
        "Fields: £4 for 1",
        "Trips: £4 for 1",
    ]


def test_trips_that_go_under_the_deck_are_named():
    table = Table(letters="AB").plans("T3", "each lake: 2", "most field: 5")
    table.tracks("lake curves, farm, -").hand("trips")
    table.track(1)
    table.build("C1")
    table.terminus("trips")
    assert labels(table, "first", [Under(1), Under(2)]) == [
        "First each lake: 2",
        "First most fields: 5",
    ]


def test_ending_the_turn_is_a_button():
    table = Table(money=9)
    table.track(1)
    table.build("A1")
    assert labels(table, "", [Done()]) == ["End turn"]
    assert hints(table, [Done()]) == ["You may still plan a trip this turn."]


# -- Hints


def test_before_building_one_sees_what_each_line_would_score_and_each_terminus_pay():
    table = mildred()
    table.track(1)
    assert hints(table, [Build("C4", turned=False), Build("C4", turned=True)]) == [
        "C4, turned, completes L4: 12 points (barn (lake): 4, signal: 8). "
        "Termini would pay, in £: Fields 3, Trips 3.",
        "C4 completes T3: 9 points (short line less tracks: 4, farm: 5). "
        "Termini would pay, in £: Fields 4, Trips 4.",
        "C4 completes L4: 4 points (barn (lake): 4). Termini would pay, in £: Fields 3, Trips 3.",
        "Sidings on 0 of your lines so far: 0 points at the end, 1 with one line more.",
    ]


def test_before_taking_a_track_one_sees_what_it_could_complete():
    table = mildred()
    assert hints(table)[0] == "Track 1 in C4 would complete (line, points): T3 9, L4 12."


def test_before_planning_one_sees_where_a_trip_would_score_now():
    table = mildred().trips("each lake: 2", "most forest: 5")
    table.state.tableaux[0].money = 4
    found = hints(table, [TakeTrip(1), TakeTrip(2)])
    assert found == [
        "Trip 1 would score 6 on L4 as it stands.",
        "Trip 2 would score 5 on L3 as it stands.",
    ]


def test_hints_are_few_and_the_best_come_first():
    table = mildred()
    table.track(1)
    found = hints(table)
    assert len(found) <= 6
    assert "12 points" in found[0]


def test_two_completed_lines_are_compared():
    table = mildred()
    table.track(1)
    table.build("C4", turned=True)
    assert len(hints(table)) == 2


# -- What happened


def test_a_turn_is_told_as_one_would():
    table = Table(letters="BA", money=5).hand("field", "trips", "field")
    table.lay(C1=FARM, C2="forest crossing, -, barn forest", C3="village crossing, -, barn field")
    table.lay(A4=LAKE, B4="lake crossing, halt 2, signal")
    table.trips("most lake: 5", "length down: 9", coins=(0, 1)).tracks(CURVES, coins=(2,))
    facts = table.trip(2, "T3") + table.track(1) + table.build("C4", turned=True)
    facts += table.order("T3") + table.terminus("field") + table.terminus("trips")
    assert table.told(facts, None) == (
        "Ada planned a trip for T3 (short line less tracks: 9), paying £4 and getting £1. "
        "Ada built lake curves in C4, getting £2. "
        "T3 is complete: 9 points (short line less tracks: 4, farm: 5), £4 from Fields. "
        "L4 is complete: 12 points (barn (lake): 4, signal: 8), £3 from Trips."
    )
    assert "You drew the terminus" in table.told(facts, 0)
    assert "You drew" not in table.told(facts, 1)


def test_after_taking_a_card_one_is_told_what_came_up():
    table = Table(money=9).tracks(LAKE).deck(CURVES, "most field: 5")
    assert table.told(table.track(1)) == (
        "Ada took lake crossing: £0 paid, £0 gained. "
        "New in the track market: lake curves, ↓ signal, → plain. "
        "The deck’s top trip is now most fields: 5."
    )


def test_a_line_without_points_is_told_too():
    table = Table(letters="AB").hand("lake").tracks("forest curves, barn village, signal")
    table.track(1)
    facts = table.build("C1") + table.terminus("lake")
    assert "T3 is complete: no points, £4 from Lakes." in table.told(facts)


# -- Where the table stands


def test_the_prompt_tells_what_is_to_be_decided():
    table = mildred()
    table.state.tableaux[0].money = 9
    assert prompt(table) == "take a track to build; you may plan a trip before or after"
    table.trips("most field: 5")
    table.trip(1)
    assert prompt(table) == "assign your trip to a line (most fields: 5)"
    table.assign("L1")
    assert prompt(table) == "take a track to build"
    table.track(1)
    assert prompt(table) == "build lake curves: ↓ signal, → plain"
    table.build("C4")
    assert prompt(table) == "T3 and L4 are complete: which comes first?"
    table.order("T3")
    assert prompt(table) == "choose a terminus card for T3"


def test_the_prompt_after_building():
    table = Table(money=9)
    table.track(1)
    table.build("A1")
    assert prompt(table) == "plan a trip, or end your turn"


def test_the_prompt_for_the_trips_of_a_line():
    table = Table(letters="AB").plans("T3", "each lake: 2", "most field: 5")
    table.tracks("lake curves, farm, -").hand("trips")
    table.track(1)
    table.build("C1")
    table.terminus("trips")
    assert prompt(table) == "which of the trips of T3 goes under the deck first?"


def test_the_headline_counts_turns():
    table = Table(3)
    assert table.words.tell(VILLAGE.headline(table.view())) == "Turn 1 of 12"
    table.state.turns = 35
    assert table.words.tell(VILLAGE.headline(table.view())) == "Turn 12 of 12"
    table.state.phase = "over"
    assert table.words.tell(VILLAGE.headline(table.view())) == "The end"


def test_the_opening_tells_letters_and_who_starts():
    table = Table(3, letters="CAB")
    table.state.first = 1
    (told,) = [table.words.tell(fact) for fact in VILLAGE.opening(table.view(None))]
    assert told == "Letters A, B and C: Bo, Cy and Ada. Bo has the earliest letter and starts."


def test_the_whole_position_in_words():
    table = mildred()
    told = [table.words.tell(fact) for fact in VILLAGE.describe(table.view(0))]
    assert "You hold the termini Fields, Trips and Fields." in told
    assert "Ada (B): 0 points, £2, 3 terminus cards. No line is complete." in told
    assert "Track 1: lake curves, ↓ signal, → plain." in told
    line = "T3: pasture, field, forest and village; farm; next C4; trips: short line less tracks."
    assert line in told
    assert "T1: no terrain; farm; next A1; trips: none." in told
    assert not any("You hold" in table.words.tell(f) for f in VILLAGE.describe(table.view(None)))


def test_a_completed_line_in_words():
    table = Table(letters="AB").hand("lake").tracks("lake curves, farm, -")
    table.track(1)
    table.build("C1")
    told = [table.words.tell(fact) for fact in VILLAGE.describe(table.view(0))]
    assert "T3, just completed: lake and lake; farm; trips: none." in told
    table.terminus("lake")
    told = [table.words.tell(fact) for fact in VILLAGE.describe(table.view(0))]
    assert "T3, complete for 1: lake and lake; farm." in told
    assert "Ada (A): 1 point, £12, 1 terminus card. Complete, with points: T3 1." in told


# -- What is typed


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("space", " b2 ", "B2"),
        ("space", "2b", "B2"),
        ("line", "t3", "T3"),
        ("track", "3", 3),
        ("track", "3rd", 3),
        ("track", "three", "three"),
        ("trip", "9" * 5000, "9" * 5000),
        ("turned", "Yes", True),
        ("turned", "turned", True),
        ("turned", "no", False),
        ("terminus", "Fields", "field"),
        ("terminus", "trips", "trips"),
        ("terminus", "Farm", "farm"),
        ("terminus", "nonsense", "nonsense"),
        ("first", "2", 2),
    ],
)
def test_what_is_typed_is_understood(field, text, value):
    assert VILLAGE.read(field, text) == value
