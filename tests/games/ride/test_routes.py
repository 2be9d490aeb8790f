"""Journeys on small hand-drawn networks, and on random ones beside a brute force."""

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

import pytest

from games.ride.routes import Leg, Links, Outcomes, Routes

Tracks = Mapping[str, Collection[str]]


def plain(rows: int, columns: int) -> dict[str, list[str]]:
    """A board of hexes A0, A1 ... with rows B, D, ... half a hex to the east, as on the map."""
    board = {}
    for row in range(rows):
        west = row % 2 - 1
        for column in range(columns):
            around = [(0, -1), (0, 1), (-1, west), (-1, west + 1), (1, west), (1, west + 1)]
            board["ABCDEFG"[row] + str(column)] = [
                "ABCDEFG"[row + down] + str(column + right)
                for down, right in around
                if row + down in range(rows) and column + right in range(columns)
            ]
    return board


BOARD = plain(5, 7)


def network(cities: str, **tracks: str) -> Routes:
    lines = {railroad: track.split() for railroad, track in tracks.items()}
    return Routes(BOARD, cities.split(), lines)


def links(**numbers: int) -> Links:
    return tuple(numbers.items())


def destinations(outcomes: Outcomes) -> dict[str, set[Links]]:
    assert outcomes.complete
    return {city: set(ways) for city, ways in outcomes.to.items()}


# -- links -----------------------------------------------------------------------------------


@pytest.mark.rule("R22")
def test_a_line_through_three_cities_is_two_links() -> None:
    routes = network("A0 A2 A4", red="A0 A1 A2 A3 A4")
    assert destinations(routes.outcomes("A0")) == {"A2": {links(red=1)}, "A4": {links(red=2)}}
    assert destinations(routes.outcomes("A2")) == {"A0": {links(red=1)}, "A4": {links(red=1)}}


@pytest.mark.rule("R22")
def test_track_that_ends_between_cities_is_no_link() -> None:
    routes = network("A0 A4", red="A0 A1 A2 A3")
    assert routes.starts() == frozenset()
    assert routes.outcomes("A0") == Outcomes({}, True)


def test_no_passenger_leaves_a_city_without_track() -> None:
    routes = network("A0 A2 E4", red="A0 A1 A2")
    assert routes.starts() == {"A0", "A2"}
    assert routes.outcomes("E4") == Outcomes({}, True)
    assert routes.trace("E4", "A0", links(red=1)) is None
    assert routes.spelled("E4", [("red", "A0")]) is None


@pytest.mark.rule("R22")
def test_a_way_beside_a_city_is_one_link() -> None:
    # B1 touches both A1 and A2, so one may pass beside the city or call there.
    routes = network("A0 B1 A4", red="A0 A1 A2 A3 A4 B1")
    assert destinations(routes.outcomes("A0"))["A4"] == {links(red=1), links(red=2)}
    assert routes.trace("A0", "A4", links(red=1)) == (Leg("red", ("A0", "A1", "A2", "A3", "A4")),)
    assert routes.trace("A0", "A4", links(red=2)) == (
        Leg("red", ("A0", "A1", "B1")),
        Leg("red", ("B1", "A2", "A3", "A4")),
    )


@pytest.mark.rule("R22")
def test_railroads_change_in_a_city_only() -> None:
    lines = {"red": "A0 A1 A2", "blue": "A2 A3 A4"}
    assert network("A0 A4", **lines).starts() == frozenset()
    changing = network("A0 A2 A4", **lines)
    assert destinations(changing.outcomes("A0"))["A4"] == {links(red=1, blue=1)}


@pytest.mark.rule("R22", "R26")
def test_parallel_railroads_are_told_apart_by_their_numbers_only() -> None:
    routes = network("A0 A2 A4", red="A0 A1 A2 A3 A4", blue="A0 A1 A2 A3 A4")
    assert destinations(routes.outcomes("A0"))["A4"] == {
        links(red=2),
        links(red=1, blue=1),  # red first or blue first: one outcome
        links(blue=2),
    }


@pytest.mark.rule("R26")
def test_ways_of_the_same_numbers_are_one_outcome() -> None:
    # Round a ring of six hexes, north or south about.
    routes = network("B0 B2", red="B0 A1 A2 B2 C2 C1")
    assert destinations(routes.outcomes("B0")) == {"B2": {links(red=1)}}


# -- no hex twice ----------------------------------------------------------------------------

# Both railroads of this figure come through B0 to the city C1.
FIGURE = {"red": "A0 B0 C1", "blue": "C1 B0 A1"}


@pytest.mark.rule("R22")
def test_two_links_that_need_the_same_hex_are_no_journey() -> None:
    routes = network("A0 A1 C1", **FIGURE)
    assert destinations(routes.outcomes("A0")) == {"C1": {links(red=1)}}
    assert destinations(routes.outcomes("C1")) == {"A0": {links(red=1)}, "A1": {links(blue=1)}}
    assert routes.spelled("A0", [("red", "C1"), ("blue", "A1")]) is None


@pytest.mark.rule("R22", "R26")
def test_a_detour_makes_the_journey_possible() -> None:
    detour = FIGURE | {"blue": "C1 B0 A1 C2 B2 A2"}
    routes = network("A0 A1 C1", **detour)
    assert destinations(routes.outcomes("A0"))["A1"] == {links(red=1, blue=1)}
    journey = (Leg("red", ("A0", "B0", "C1")), Leg("blue", ("C1", "C2", "B2", "A2", "A1")))
    assert routes.trace("A0", "A1", links(red=1, blue=1)) == journey
    assert routes.spelled("A0", [("red", "C1"), ("blue", "A1")]) == journey
    assert routes.spelled("C1", [("blue", "A1")]) == (Leg("blue", ("C1", "B0", "A1")),)


@pytest.mark.rule("R22")
def test_no_city_is_visited_twice() -> None:
    routes = network("A0 A2 A4", red="A0 A1 A2 A3 A4", blue="A0 A1 A2")
    assert routes.spelled("A0", [("red", "A2"), ("blue", "A0")]) is None
    assert "A0" not in routes.outcomes("A0").to


@pytest.mark.rule("R22")
def test_six_railroads_meet_in_chicago() -> None:
    spokes = {
        "red": "C3 C4 C5",
        "blue": "C3 C2 C1",
        "orange": "C3 B2 A2",
        "yellow": "C3 B3 A4",
        "purple": "C3 D2 E2",
        "black": "C3 D3 E4",
    }
    routes = network("C3 C5 C1 A2 A4 E2 E4", **spokes)
    from_the_east = destinations(routes.outcomes("C5"))
    assert from_the_east.pop("C3") == {links(red=1)}
    assert from_the_east == {
        "C1": {links(red=1, blue=1)},
        "A2": {links(red=1, orange=1)},
        "A4": {links(red=1, yellow=1)},
        "E2": {links(red=1, purple=1)},
        "E4": {links(red=1, black=1)},
    }
    # The railroads come in the order of the tracks, whichever is ridden first.
    assert destinations(routes.outcomes("E4"))["C5"] == {links(red=1, black=1)}


# -- one journey -----------------------------------------------------------------------------


@pytest.mark.rule("R26")
def test_a_journey_is_drawn_along_the_fewest_hexes() -> None:
    routes = network("A0 A4", red="A0 A1 A2 A3 A4 B0 C1 C2 C3 B3")
    assert routes.trace("A4", "A0", links(red=1)) == (Leg("red", ("A4", "A3", "A2", "A1", "A0")),)


@pytest.mark.rule("R26")
def test_a_journey_that_is_no_outcome_is_not_drawn() -> None:
    routes = network("A0 A2 A4", red="A0 A1 A2 A3 A4")
    assert routes.trace("A0", "A4", links(red=1)) is None
    assert routes.trace("A0", "A4", links(blue=2)) is None
    assert routes.trace("A0", "A0", ()) is None


@pytest.mark.rule("R26")
def test_a_spelled_journey_takes_the_links_it_names_or_none() -> None:
    routes = network("A0 A2 A4", red="A0 A1 A2 A3 A4", blue="A0 A1 A2")
    assert routes.spelled("A0", [("blue", "A2"), ("red", "A4")]) == (
        Leg("blue", ("A0", "A1", "A2")),
        Leg("red", ("A2", "A3", "A4")),
    )
    assert routes.spelled("A0", [("blue", "A2"), ("blue", "A4")]) is None
    assert routes.spelled("A0", [("red", "A4")]) is None  # A2 lies in between
    assert routes.spelled("A0", [("green", "A2")]) is None
    assert routes.spelled("A0", []) is None


# -- the bound -------------------------------------------------------------------------------


# Two railroads on the same 27 hexes, city beside city.
BLOB = " ".join(hex_ for hex_ in BOARD if hex_[1] in "01234" or hex_ in ("B5", "D5"))
MESH_CITIES = "A0 A2 A4 C0 C2 C4 E0 E2 E4 B5"


def mesh(bound: int) -> Routes:
    lines = {railroad: BLOB.split() for railroad in ("red", "blue")}
    return Routes(BOARD, MESH_CITIES.split(), lines, bound)


@pytest.mark.rule("R26")
def test_the_search_says_that_it_stopped_at_its_bound() -> None:
    exact = mesh(1_000_000).outcomes("C2")
    assert exact.complete
    stopped = mesh(2_000).outcomes("C2")
    assert not stopped.complete
    assert stopped.to
    for city, found in stopped.to.items():
        assert found <= exact.to[city]


@pytest.mark.rule("R26")
def test_too_many_links_to_look_at_stop_the_search_too() -> None:
    routes = mesh(20)
    assert not routes.outcomes("C2").complete
    assert not routes.outcomes("E4").complete


@pytest.mark.rule("R26")
def test_an_outcome_found_before_the_bound_can_be_drawn() -> None:
    routes = mesh(600)
    for city, found in routes.outcomes("C2").to.items():
        longest = max(found, key=lambda ways: (sum(number for _, number in ways), ways))
        assert_journey(routes.trace("C2", city, longest), "C2", city, longest)


# -- beside a brute force --------------------------------------------------------------------


def assert_journey(legs: Sequence[Leg] | None, start: str, end: str, told: Links) -> None:
    assert legs is not None
    visited = [start]
    for leg in legs:
        assert leg.way[0] == visited[-1]
        assert all(there in BOARD[here] for here, there in zip(leg.way, leg.way[1:], strict=False))
        visited += leg.way[1:]
    assert visited[-1] == end
    assert len(set(visited)) == len(visited)
    assert Counter(leg.railroad for leg in legs) == dict(told)


def journeys(
    tracks: Tracks, cities: Collection[str], visited: tuple[str, ...], railroad: str = ""
) -> Iterator[tuple[tuple[str, str], ...]]:
    """Every walk to a city that uses no hex twice, as its (railroad, next city)."""
    here = visited[-1]
    for line, track in tracks.items():
        if here not in track or railroad not in ("", line):
            continue
        for hex_ in BOARD[here]:
            if hex_ not in track or hex_ in visited:
                continue
            if hex_ not in cities:
                yield from journeys(tracks, cities, (*visited, hex_), line)
                continue
            yield ((line, hex_),)
            for rest in journeys(tracks, cities, (*visited, hex_)):
                yield ((line, hex_), *rest)


def random_network(dice: random.Random) -> tuple[dict[str, list[str]], list[str]]:
    area = [hex_ for hex_ in BOARD if hex_[0] in "ABC" and hex_[1] in "0123"]
    tracks: dict[str, list[str]] = {}
    for railroad in ("red", "blue", "orange")[: dice.choice((1, 2, 2, 3))]:
        track = [dice.choice(area)]
        for _ in range(dice.randint(3, 7)):
            beside = {near for hex_ in track for near in BOARD[hex_]} & set(area)
            track.append(dice.choice(sorted(beside - set(track))))
        tracks[railroad] = track
    return tracks, dice.sample(area, dice.randint(3, 6))


def told(tracks: Tracks, journey: Sequence[tuple[str, str]]) -> Links:
    numbers = Counter(railroad for railroad, _ in journey)
    return tuple((railroad, numbers[railroad]) for railroad in tracks if numbers[railroad])


@pytest.mark.rule("R22", "R26")
@pytest.mark.parametrize("seed", range(100))
def test_outcomes_and_journeys_of_random_networks(seed: int) -> None:
    dice = random.Random(seed)
    tracks, cities = random_network(dice)
    routes = Routes(BOARD, cities, tracks)
    for start in cities:
        walks = set(journeys(tracks, cities, (start,)))
        expected: dict[str, set[Links]] = {}
        for walk in walks:
            expected.setdefault(walk[-1][1], set()).add(told(tracks, walk))
        assert destinations(routes.outcomes(start)) == expected
        assert (start in routes.starts()) == bool(expected)
        for end, outcomes in expected.items():
            chosen = dice.choice(sorted(outcomes))
            assert_journey(routes.trace(start, end, chosen), start, end, chosen)
            assert chosen in routes.outcomes(end).to[start]
        for walk in dice.sample(sorted(walks), min(5, len(walks))):
            assert_journey(routes.spelled(start, walk), start, walk[-1][1], told(tracks, walk))
        for _ in range(10):
            stops = dice.sample(cities, 2)
            attempt = tuple((dice.choice(list(tracks)), city) for city in stops)
            assert (routes.spelled(start, attempt) is not None) == (attempt in walks)
