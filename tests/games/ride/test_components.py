"""The map, its cities and the railroads."""

from collections import Counter

import pytest

from games.ride.components import LOCOMOTIVES, RAILROADS, the_map
from tests.games.ride.table import CITIES, place, places


@pytest.mark.rule("R02")
def test_the_map_has_386_hexes_51_cities_and_49_mountains():
    board = the_map()
    assert len(board.place) == 386
    assert len(board.cities) == 51
    assert len(board.mountains) == 49
    assert not board.mountains & board.cities.keys()


@pytest.mark.rule("R02")
def test_the_map_is_one_piece():
    board = the_map()
    reached, todo = set(), ["A1"]
    while todo:
        here = todo.pop()
        if here not in reached:
            reached.add(here)
            todo += board.neighbours[here]
    assert reached == board.place.keys()


@pytest.mark.rule("R02")
def test_no_two_cities_touch():
    board = the_map()
    for city in board.cities:
        assert not set(board.neighbours[city]) & board.cities.keys(), board.name(city)


@pytest.mark.rule("R02")
def test_the_kinds_of_city():
    board = the_map()
    assert Counter(city.kind for city in board.cities.values()) == {
        "plain": 36,
        "east coast": 6,
        "western": 4,
        "banner": 4,
        "chicago": 1,
    }
    assert board.of_kind("east coast") == places(
        "New York", "Philadelphia", "Baltimore", "Wilmington", "Charleston", "Jacksonville"
    )
    assert board.of_kind("western") == places(
        "Seattle", "Portland OR", "San Francisco", "Los Angeles"
    )
    assert board.of_kind("banner") == places("Minneapolis", "Denver", "Kansas City", "Dallas")
    assert board.chicago == place("Chicago")


def test_neighbours_are_mutual_and_one_step_away():
    board = the_map()
    for hex_, beside in board.neighbours.items():
        assert len(set(beside)) == len(beside) <= 6
        for other in beside:
            assert hex_ in board.neighbours[other]
            assert board.distance(hex_, other) == 1


def test_a_hex_in_the_middle_touches_six_others():
    assert set(the_map().neighbours["F17"]) == {"F16", "F18", "E17", "E18", "G17", "G18"}
    assert set(the_map().neighbours["G17"]) == {"G16", "G18", "F16", "F17", "H16", "H17"}


@pytest.mark.parametrize(
    "one, other, steps",
    [("Omaha", "Chicago", 6), ("Omaha", "Kansas City", 3), ("Seattle", "Miami", 32)],
)
def test_distance_is_in_steps(one, other, steps):
    board = the_map()
    assert board.distance(place(one), place(other)) == steps
    assert board.distance(place(other), place(one)) == steps
    assert board.distance(place(one), place(one)) == 0


@pytest.mark.rule("R15")
def test_the_west_is_measured_by_the_hexes_middle():
    board = the_map()
    west = sorted(CITIES, key=lambda name: (board.west_to_east(CITIES[name]), name))
    assert west[:5] == ["Portland OR", "Seattle", "San Francisco", "Reno", "Boise"]
    assert west[-2:] == ["Boston", "Portland ME"]
    # Columns alone would put Butte (B7) level with Pocatello (E7): odd rows lie half a hex east.
    assert board.west_to_east(place("Pocatello")) < board.west_to_east(place("Butte"))


@pytest.mark.rule("R03")
def test_six_railroads_of_27_locomotives():
    assert RAILROADS == ("red", "blue", "orange", "yellow", "purple", "black")
    assert LOCOMOTIVES == 27


def test_a_city_has_a_name_and_a_plain_hex_its_own():
    assert the_map().name(place("Omaha")) == "Omaha"
    assert the_map().name("F15") == "F15"
