"""Points by place: what a member may write, tables of every size, and ties that share."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.league.points import DEFAULTS, MOST, parse, scheme, share_out, shown

tries = settings(deadline=None, max_examples=100, suppress_health_check=[HealthCheck.too_slow])
scores = st.lists(st.integers(0, 4), min_size=2, max_size=5)
schemes = (
    st.lists(st.integers(0, MOST), min_size=2, max_size=5)
    .map(lambda points: tuple(sorted(points, reverse=True)))
    .filter(lambda points: points[0] > points[-1])
)


def placed(scores: list[int]) -> list[int]:
    """The places by seat; a tie shares a place."""
    return [1 + sum(other > score for other in scores) for score in scores]


@pytest.mark.parametrize(
    "text", ["10 6 3 1", "10-6-3-1", "10, 6, 3, 1", " 10,6;3/1 ", "10 - 6 - 3 1"]
)
def test_a_scheme_is_read_as_it_is_written(text: str) -> None:
    assert parse(text) == (10, 6, 3, 1)


@pytest.mark.parametrize("text", ["100 0", "3 3 0", "3 0 0", "5 4 3 2 1"])
def test_equal_places_and_the_bounds_are_allowed(text: str) -> None:
    assert " ".join(str(points) for points in parse(text)) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "6 5 4 3 2 1",
        "1 2",
        "5 3 4",
        "4 4",
        "0 0 0",
        "101 1",
        "8 -2",
        "-8 -9",
        "8,,2",
        "8 2,",
        "8.5 2",
        "8 two",
        "٨ 2",
        "9" * 5000 + " 1",
    ],
)
def test_what_is_no_scheme_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        parse(text)


@tries
@given(schemes)
def test_what_is_shown_can_be_written(chosen: tuple[int, ...]) -> None:
    for between in (" ", "-", ", "):
        assert parse(between.join(shown(Fraction(points)) for points in chosen)) == chosen


def test_every_default_is_a_scheme_and_pays_the_same_a_seat() -> None:
    for size, points in DEFAULTS.items():
        assert parse("-".join(str(one) for one in points)) == points == scheme(size, None)
        assert Fraction(sum(points), size) == 5


def test_a_scheme_stretches_to_tables_of_another_size() -> None:
    chosen = (10, 6, 3, 1)
    assert scheme(2, chosen) == (10, 1)
    assert scheme(3, chosen) == (10, 4, 1)
    assert scheme(4, chosen) == chosen
    assert scheme(5, chosen) == (10, 7, 4, 2, 1)
    assert scheme(3, (8, 2)) == (8, 5, 2)


@pytest.mark.parametrize("size", [0, 1, 6])
@pytest.mark.parametrize("chosen", [None, (8, 2)])
def test_other_tables_have_no_points(size: int, chosen: tuple[int, ...] | None) -> None:
    with pytest.raises(ValueError):
        scheme(size, chosen)


@tries
@given(schemes, st.sampled_from(sorted(DEFAULTS)))
def test_a_stretched_scheme_is_one(chosen: tuple[int, ...], size: int) -> None:
    found = scheme(size, chosen)
    assert len(found) == size
    assert parse(" ".join(str(points) for points in found)) == found
    assert (found[0], found[-1]) == (chosen[0], chosen[-1])
    assert scheme(len(chosen), chosen) == chosen


def test_who_ties_shares_the_places_they_take() -> None:
    assert share_out([1, 2, 3, 4], (10, 6, 3, 1)) == [10, 6, 3, 1]
    assert share_out([4, 1, 1, 3], (10, 6, 3, 1)) == [1, 8, 8, 3]
    assert share_out([2, 1, 2, 2], (10, 6, 3, 1)) == [Fraction(10, 3), 10] + 2 * [Fraction(10, 3)]
    assert share_out([1, 1], (8, 2)) == [5, 5]


def test_every_seat_needs_a_place_in_the_scheme() -> None:
    with pytest.raises(ValueError):
        share_out([1, 2, 3], (8, 2))


@tries
@given(scores, schemes)
def test_shared_points_are_conserved_and_follow_the_places(
    scores: list[int], chosen: tuple[int, ...]
) -> None:
    paid, places = scheme(len(scores), chosen), placed(scores)
    points = share_out(places, paid)
    assert sum(points) == sum(paid)
    for mine, place in zip(points, places, strict=True):
        for theirs, other in zip(points, places, strict=True):
            assert mine == theirs if place == other else (mine >= theirs) or place > other


@tries
@given(st.data(), scores, schemes)
def test_it_does_not_matter_who_sits_where(
    data: st.DataObject, scores: list[int], chosen: tuple[int, ...]
) -> None:
    paid, places = scheme(len(scores), chosen), placed(scores)
    order = data.draw(st.permutations(range(len(scores))))
    moved = share_out([places[seat] for seat in order], paid)
    points = share_out(places, paid)
    assert moved == [points[seat] for seat in order]


@pytest.mark.parametrize(
    ("points", "text"),
    [("7", "7"), ("0", "0"), ("100", "100"), ("13/2", "6.5"), ("10/3", "3.33"), ("20/3", "6.67")],
)
def test_points_are_shown_short(points: str, text: str) -> None:
    assert shown(Fraction(points)) == text
