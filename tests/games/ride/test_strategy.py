"""The computer player of Ride the Rails: it sees the obvious, and it beats chance."""

from collections.abc import Sequence

import pytest

from games.core import Move, Rng
from games.ride import RIDE
from games.ride.components import the_map
from games.ride.moves import Build, Done, Ride, Share
from games.ride.routes import Leg
from games.ride.state import Options, State, Turn
from games.ride.strategy import choose
from games.ride.view import View
from tests.games.ride.table import Table, place, ring


def rng(number: int = 1) -> Rng:
    return Rng(bytes(32), number)


def wish(table: Table) -> Move:
    """What the computer would do in the place of whoever must act."""
    assert table.acting is not None
    return choose(RIDE.view(table.state, table.acting), table.legal(), rng())


def chance(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    return rng.choice(moves)


def finish(seed: int, seats: int, computer: int | None) -> State:
    """A whole game; the computer plays one seat, or all of them if none is named."""
    secret = seed.to_bytes(32, "big")
    state = RIDE.new(seats, Options(), Rng(secret, 0))
    number = 0
    while acting := RIDE.to_act(state):
        (seat,) = acting
        number += 1
        moves = list(RIDE.legal(state, seat))
        player = choose if computer in (None, seat) else chance
        move = player(RIDE.view(state, seat), moves, Rng(secret, number))
        assert move in moves
        RIDE.play(state, seat, move, Rng(secret, number))
    return state


def test_it_takes_the_obvious_ride() -> None:
    table = Table(phase="ride", round=6, shares={0: "blue blue", 1: "red", 2: "red"})
    table.runs("blue", "Omaha", "Des Moines", "Chicago")
    table.runs("red", "Saint Louis", "Kansas City")
    best = wish(table)
    assert isinstance(best, Ride)
    assert {best.passenger, best.to} == {place("Omaha"), place("Chicago")}
    assert best.links == "blue 2"


def test_it_rides_on_its_own_railroad_where_two_lead_there() -> None:
    table = ring(Table(phase="ride", round=6, shares={0: "blue blue blue", 1: "red", 2: "yellow"}))
    best = wish(table)
    assert isinstance(best, Ride)
    assert "blue 2" in best.links


def test_it_leaves_the_journeys_alone_that_pay_a_rival_more() -> None:
    table = Table(phase="ride", round=6, shares={0: "blue", 1: "red red red red", 2: "red red red"})
    table.runs("blue", "Omaha", "Des Moines")
    table.runs("red", "Saint Louis", "Kansas City", "Oklahoma City")
    best = wish(table)
    assert isinstance(best, Ride)
    assert best.links == "blue 1"


def test_it_takes_a_banner_next_door() -> None:
    table = Table(players=4, round=6, shares={0: "blue", 1: "red", 2: "red", 3: "red"})
    table.runs("blue", "Saint Louis", "I16")
    assert wish(table) == Build("blue", place("Kansas City"))


def test_it_stops_when_only_rivals_would_gain() -> None:
    table = Table(round=6, shares={0: "red", 1: "red red red red", 2: "red red red red"})
    table.runs("red", "Omaha", "Des Moines", "Chicago", "Milwaukee")
    assert wish(table) == Done()


def last_to_ride(*, rode: bool) -> Table:
    """Ada builds and rides last, nobody waits within reach, and Atlanta is next door."""
    held = {0: "blue blue", 1: "red", 2: "red", 3: "red"}
    table = Table(players=4, round=3, order=(1, 2, 3, 0), shares=held)
    table.runs("blue", "Tampa", "Jacksonville", "Charleston").lay("blue", "N23", "M23")
    table.empty("Tampa", "Jacksonville", "Charleston")
    journey = (Leg("blue", (place("Tampa"), "P23", place("Jacksonville"))),)
    turns = [Turn(1, 0 if rode else 1, journey=journey)]
    turns += [Turn(2 + seat, seat, share="red") for seat in range(4)]
    turns += [Turn(6 + seat, seat) for seat in (1, 2, 3)]
    table.state.recent, table.state.place = turns, 3
    return table


def test_it_opens_no_city_from_which_only_rivals_would_ride() -> None:
    best = wish(last_to_ride(rode=True))
    assert isinstance(best, Build)
    assert best.hex not in the_map().cities


def test_it_does_not_wait_for_a_better_moment_twice() -> None:
    assert wish(last_to_ride(rode=False)) == Build("blue", place("Atlanta"))


def test_it_builds_no_link_for_later_in_the_last_round() -> None:
    table = Table(players=4, round=6, shares={0: "blue", 1: "red", 2: "red", 3: "red"})
    table.runs("blue", "Jacksonville", "Charleston").lay("blue", "N23", "M23")
    table.state.passengers = [place("Seattle")]
    assert wish(table) == Done()


def test_it_takes_a_share_in_the_railroad_that_everybody_rides() -> None:
    table = Table(phase="share", round=6, shares={0: "blue", 1: "red", 2: "orange"})
    table.runs("blue", "Omaha", "Des Moines", "Chicago", "Milwaukee", "Green Bay")
    assert wish(table) == Share("blue")


def test_the_same_view_gives_the_same_move() -> None:
    table = ring(Table(players=4, round=4, shares={0: "blue red", 1: "red", 2: "orange"}))
    assert wish(table) == wish(table.again())


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_it_always_chooses_one_of_the_moves(seats: int) -> None:
    for seed in range(2):
        assert finish(seed, seats, computer=None).phase == "over"


def test_it_beats_three_players_who_leave_it_to_chance() -> None:
    alone = 0
    for seed in range(12):
        seat = seed % 4
        result = RIDE.result(finish(seed, 4, computer=seat))
        assert result is not None
        alone += result.winners == (seat,)
    assert alone >= 11
