"""The table before the first turn."""

from collections import Counter

import pytest

from games.core import Rng
from games.ride import RIDE
from games.ride.components import RAILROADS, the_map
from games.ride.state import Options


def set_up(players=4, seed=bytes(32)):
    return RIDE.new(players, Options(), Rng(seed, 0))


@pytest.mark.rule("R01")
def test_three_to_five_play():
    assert list(RIDE.seats) == [3, 4, 5]
    for players in RIDE.seats:
        assert sorted(set_up(players).order) == list(range(players))


@pytest.mark.rule("R03")
def test_a_passenger_waits_in_each_city():
    state = set_up()
    assert Counter(state.passengers) == dict.fromkeys(the_map().cities, 1)


@pytest.mark.rule("R03")
def test_27_locomotives_of_each_railroad_are_beside_the_map():
    state = set_up()
    assert [state.supply(railroad) for railroad in RAILROADS] == [27] * 6
    assert not any(state.tracks.values())
    assert not any(state.shares)


@pytest.mark.rule("R04")
def test_nobody_has_money():
    assert set_up(5).money == [0] * 5


@pytest.mark.rule("R04")
def test_the_turn_order_is_a_matter_of_chance():
    orders = Counter(tuple(set_up(3, bytes([n]) * 32).order) for n in range(120))
    assert len(orders) == 6
    assert max(orders.values()) < 40


@pytest.mark.rule("R05", "R07")
def test_the_game_begins_with_the_share_of_the_last_in_turn_order():
    state = set_up()
    assert (state.round, state.phase) == (1, "share")
    assert RIDE.to_act(state) == {state.order[-1]}
    assert RIDE.turns(state) == 0
    assert RIDE.result(state) is None


@pytest.mark.rule("R19", "R20")
def test_all_bonuses_are_open():
    state = set_up()
    assert set(state.banners) == the_map().of_kind("banner")
    assert state.transcontinental
