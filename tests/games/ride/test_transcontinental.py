"""The transcontinental bonus on small hand-drawn networks, and beside a brute force."""

import random
from collections.abc import Collection, Mapping

import pytest

from games.ride.transcontinental import transcontinental


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
WEST, EAST = ("A0", "C0"), ("A6", "C6")


def bonus(towns: str = "", **tracks: str) -> int:
    """What the tracks earn; the coasts are cities besides the towns."""
    lines = {railroad: track.split() for railroad, track in tracks.items()}
    return transcontinental(BOARD, lines, WEST, EAST, {*WEST, *EAST, *towns.split()})


@pytest.mark.rule("R20")
def test_nothing_while_a_gap_is_left() -> None:
    assert bonus("A3", red="A0 A1 A2 A3", blue="A4 A5 A6") == 0
    assert bonus("A3", red="A3 A4 A5 A6") == 0
    assert bonus("A3") == 0


@pytest.mark.rule("R20")
def test_two_railroads_that_meet_in_a_city_earn_twelve() -> None:
    assert bonus("A3", red="A0 A1 A2 A3", blue="A3 A4 A5 A6") == 12


@pytest.mark.rule("R20")
def test_two_railroads_that_meet_outside_a_city_earn_eight() -> None:
    assert bonus("A2", red="A0 A1 A2 A3", blue="A3 A4 A5 A6") == 8


@pytest.mark.rule("R20")
def test_neighbouring_hexes_of_two_railroads_are_no_change() -> None:
    assert bonus("A3 A4", red="A0 A1 A2 A3", blue="A4 A5 A6") == 0


@pytest.mark.rule("R20")
def test_one_railroad_alone_earns_nothing() -> None:
    assert bonus("A3", red="A0 A1 A2 A3 A4 A5 A6") == 0
    # A second one that only touches it, or hangs on it, runs no step of the way.
    assert bonus("A3", red="A0 A1 A2 A3 A4 A5 A6", blue="A3 B3 C3") == 0
    assert bonus("A3", red="A0 A1 A2 A3 A4 A5 A6", blue="A6 B5") == 0


@pytest.mark.rule("R20")
def test_the_second_railroad_may_run_beside_the_first() -> None:
    assert bonus("A3 A4", red="A0 A1 A2 A3 A4 A5 A6", blue="A3 A4") == 12
    assert bonus("", red="A0 A1 A2 A3 A4 A5 A6", blue="A3 A4") == 8
    # Blue leaves red in one city and comes back to it in the next.
    assert bonus("A2 A4", red="A0 A1 A2 A3 A4 A5 A6", blue="A2 B2 B3 A4") == 12


@pytest.mark.rule("R20")
def test_two_separate_crossings_are_not_joined() -> None:
    assert bonus("A3 C3", red="A0 A1 A2 A3 A4 A5 A6", blue="C0 C1 C2 C3 C4 C5 C6") == 0


@pytest.mark.rule("R20")
def test_a_coast_city_can_be_the_place_to_change() -> None:
    # Blue brings the way from C0 up to A0, where red sets out for the east.
    assert bonus("", red="A0 A1 A2 A3 A4 A5 A6", blue="C0 B0 A0") == 12


@pytest.mark.rule("R20")
def test_three_railroads_that_change_once_outside_a_city_earn_eight() -> None:
    assert bonus("A2", red="A0 A1 A2", blue="A2 A3 A4", orange="A4 A5 A6") == 8
    assert bonus("A2 A4", red="A0 A1 A2", blue="A2 A3 A4", orange="A4 A5 A6") == 12


@pytest.mark.rule("R20")
def test_the_best_of_several_ways_counts() -> None:
    # They meet in A3 without a city, and once more in the city C3.
    assert bonus("C3", red="A0 A1 A2 A3 B2 C3", blue="A3 A4 A5 A6 C3 C4 B4") == 12


@pytest.mark.rule("R20")
def test_a_change_in_a_city_at_the_end_of_a_spur_uses_its_hexes_twice() -> None:
    # Both go to the city D3 and back through C3: the way would visit C3 twice.
    red, blue = "A0 A1 A2 B2 C3 D3", "D3 C3 B3 A4 A5 A6"
    assert bonus("D3", red=red, blue=blue) == 8
    assert bonus("C3 D3", red=red, blue=blue) == 12
    assert bonus("D3", red=red, blue=f"{blue} D4 C5 B4") == 12  # a way out of its own


NARROW = [hex_ for hex_ in BOARD if hex_[0] in "ABC" and hex_[1] in "01234"]
NEAR_EAST = ("A4", "C4")

Ridden = set[tuple[str, bool, bool]]  # the last railroad; any change yet; all in cities


def best_way(
    tracks: Mapping[str, Collection[str]],
    cities: Collection[str],
    visited: tuple[str, ...],
    ridden: Ridden,
) -> int:
    """The best bonus of all walks on from here that use no hex twice, by any railroads."""
    here = visited[-1]
    won = [12 if well else 8 for _, changed, well in ridden if changed and here in NEAR_EAST]
    best = max(won, default=0)
    for hex_ in BOARD[here]:
        if hex_ in visited or best == 12:
            continue
        further: Ridden = set()
        for line in (line for line, track in tracks.items() if here in track and hex_ in track):
            for last, changed, well in ridden:
                change = last not in ("", line)
                further.add((line, changed or change, well and (not change or here in cities)))
        if further:
            best = max(best, best_way(tracks, cities, (*visited, hex_), further))
    return best


def random_tracks(dice: random.Random) -> dict[str, list[str]]:
    """Two or three short railroads that wander over a continent five hexes wide."""
    tracks = {}
    for railroad in ("red", "blue", "orange")[: dice.choice((2, 2, 3))]:
        track = [dice.choice(NARROW)]
        for _ in range(dice.randint(2, 6)):
            beside = {near for hex_ in track for near in BOARD[hex_]} & set(NARROW)
            track.append(dice.choice(sorted(beside - set(track))))
        tracks[railroad] = track
    return tracks


@pytest.mark.rule("R20")
def test_random_networks_beside_a_brute_force() -> None:
    seen = {0: 0, 8: 0, 12: 0}
    for seed in range(600):
        dice = random.Random(seed)
        tracks = random_tracks(dice)
        cities = {*WEST, *NEAR_EAST, *dice.sample(NARROW, dice.randint(0, 5))}
        expected = max(best_way(tracks, cities, (west,), {("", False, True)}) for west in WEST)
        assert transcontinental(BOARD, tracks, WEST, NEAR_EAST, cities) == expected, seed
        seen[expected] += 1
    assert min(seen.values()) > 20, seen
