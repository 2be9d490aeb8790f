"""The shape of a tableau: how lines run through twelve spaces."""

import random
from itertools import product

import pytest

from games.village.components import PATTERNS, Track
from games.village.tableau import LINES, SPACES, Stop, complete, open_spaces, run, start, touches

CROSSING, CURVES = (Track("field", pattern) for pattern in PATTERNS)


def filled(*patterns: str) -> dict[str, Track]:
    """A full tableau, row by row: + is a crossing, ) are curves."""
    marks = "".join(patterns)
    return {s: CROSSING if m == "+" else CURVES for s, m in zip(SPACES, marks, strict=True)}


@pytest.mark.rule("V01")
def test_three_columns_four_rows_and_seven_starts():
    assert SPACES == ("A1", "B1", "C1", "A2", "B2", "C2", "A3", "B3", "C3", "A4", "B4", "C4")
    assert {line: start(line) for line in LINES} == {
        "T1": Stop("A1", "above"),
        "T2": Stop("B1", "above"),
        "T3": Stop("C1", "above"),
        "L1": Stop("A1", "left"),
        "L2": Stop("A2", "left"),
        "L3": Stop("A3", "left"),
        "L4": Stop("A4", "left"),
    }


@pytest.mark.rule("V02")
def test_over_crossings_lines_run_straight():
    tracks = filled("+++", "+++", "+++", "+++")
    assert [s.space for s in run("T2", tracks).stops] == ["B1", "B2", "B3", "B4"]
    assert [s.space for s in run("L3", tracks).stops] == ["A3", "B3", "C3"]


@pytest.mark.rule("V02")
def test_on_curves_a_line_from_above_goes_right_and_one_from_the_left_goes_down():
    tracks = filled(")))", ")))", ")))", ")))")
    assert [s.space for s in run("T1", tracks).stops] == ["A1", "B1", "B2", "C2", "C3"]
    assert [s.space for s in run("L1", tracks).stops] == ["A1", "A2", "B2", "B3", "C3", "C4"]
    assert [s.space for s in run("T3", tracks).stops] == ["C1"]


@pytest.mark.rule("V02", "V20", "V24")
def test_in_every_full_tableau_all_seven_lines_reach_an_edge_with_2_to_7_tracks():
    lengths = set()
    for patterns in product("+)", repeat=12):
        tracks = filled(*patterns)
        assert complete(tracks) == set(LINES)
        ends = {run(line, tracks).stops[-1] for line in LINES}
        assert len(ends) == 7
        lengths |= {1 + len(run(line, tracks).stops) for line in LINES}
    assert lengths == set(range(2, 8))


@pytest.mark.rule("V20")
def test_a_line_is_complete_at_the_right_or_the_bottom_edge_and_not_before():
    tracks = {"A1": CROSSING, "B1": CROSSING}
    assert run("L1", tracks).next == Stop("C1", "left")
    assert complete(tracks) == set()
    tracks["C1"] = CROSSING
    assert complete(tracks) == {"L1"}
    tracks["C1"] = CURVES
    assert complete(tracks) == {"T3"}
    assert run("L1", tracks).next == Stop("C2", "above")


@pytest.mark.rule("V20")
def test_a_line_ends_where_track_is_missing_also_if_there_is_more_beyond():
    tracks = {"A1": CROSSING, "C1": CROSSING}
    assert run("L1", tracks).next == Stop("B1", "left")
    assert complete(tracks) == set()


@pytest.mark.rule("V21")
def test_a_card_completes_two_lines_at_most():
    chance = random.Random(4)
    seen = set()
    for _ in range(300):
        tracks: dict[str, Track] = {}
        while len(tracks) < 12:
            before = complete(tracks)
            space = chance.choice(list(open_spaces(tracks)))
            tracks[space] = chance.choice((CROSSING, CURVES))
            seen.add(len(complete(tracks) - before))
    assert seen == {0, 1, 2}


@pytest.mark.rule("V42")
def test_the_twelfth_card_always_completes_the_last_two_lines():
    for space, patterns in product(SPACES, product("+)", repeat=12)):
        tracks = filled(*patterns)
        del tracks[space]
        assert len(complete(tracks)) == 5


@pytest.mark.rule("V18")
def test_at_first_the_spaces_along_the_borders_are_open():
    assert list(open_spaces({})) == ["A1", "B1", "C1", "A2", "A3", "A4"]


@pytest.mark.rule("V18")
def test_a_space_may_touch_a_track_on_any_side_but_not_at_a_corner():
    assert not touches("B3", {"A2", "C2", "A4", "C4"})
    for neighbour in ("B2", "A3", "C3", "B4"):
        assert touches("B3", {neighbour})
    assert touches("B4", {"C4"})
    assert not touches("C4", {"A4"})
