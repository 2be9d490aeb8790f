"""The shortcut: building towards a city, as far as the turn allows."""

import pytest

from games.ride import RIDE
from games.ride.moves import Build, Towards
from tests.games.ride.table import Table, place, ring


def unfold(table, railroad, city):
    steps = RIDE.unfold(table.state, table.acting, Towards(railroad, place(city)))
    assert all(isinstance(step, Build) and step.railroad == railroad for step in steps)
    return [step.hex for step in steps]


def offered(table, railroad):
    offers = list(RIDE.offers(table.state, table.acting))
    return [offer.city for offer in offers if offer.railroad == railroad]


def test_the_shortest_way():
    table = Table().lay("red", "Des Moines")
    assert unfold(table, "red", "Omaha") == ["F16", "F15", place("Omaha")]


def test_building_towards_is_the_same_as_building():
    table = Table().lay("red", "Des Moines")
    other = table.again()
    table.towards("red", "Omaha")
    other.build("red", "F16", "F15", "Omaha")
    assert table.state == other.state
    assert len(table.state.built) == 3 and table.acting == 0, "the turn goes on"


def test_it_starts_from_the_nearest_track():
    table = Table().lay("red", "Chicago", "F19", "F18", "Des Moines", "F16")
    assert unfold(table, "red", "Omaha") == ["F15", place("Omaha")]


@pytest.mark.rule("R08")
@pytest.mark.parametrize("players, most", [(3, 8), (4, 5), (5, 4)])
def test_as_far_as_the_turn_allows(players, most):
    table = Table(players).lay("red", "Chicago")
    steps = unfold(table, "red", "Dallas")  # eleven steps away
    assert len(steps) == most
    table.towards("red", "Dallas")
    with table.refuses("ride.no_way_there"):
        table.towards("red", "Dallas")


@pytest.mark.rule("R08")
def test_as_far_as_is_left_of_the_turn():
    table = Table(players=4).lay("red", "Des Moines").lay("blue", "Chicago")
    table.build("blue", "F19", "F18", "G20")
    assert unfold(table, "red", "Omaha") == ["F16", "F15"]


@pytest.mark.rule("R09")
def test_a_way_over_mountains_is_one_shorter():
    table = Table(players=4).lay("red", "Denver")
    steps = unfold(table, "red", "San Francisco")
    assert len(steps) == 4
    table.towards("red", "San Francisco")
    assert table.state.limit == 4


@pytest.mark.rule("R09")
def test_it_stops_before_a_mountain_that_the_last_locomotive_cant_enter():
    table = Table(players=5).lay("red", "I13")  # Denver's far side: plain, plain, city, mountain
    assert unfold(table, "red", "Las Vegas")[:2] == ["I12", "I11"]
    table.towards("red", "Las Vegas")
    assert len(table.state.built) in (3, 4)
    assert table.state.built[-1][1] not in ("I9", "J9") or len(table.state.built) == 3


def test_of_equal_ways_the_one_over_fewest_mountains():
    table = Table().lay("red", "H26")
    steps = unfold(table, "red", "Pittsburgh")  # straight over H25, or round it
    assert steps == ["H25", place("Pittsburgh")]  # the only way in two
    table = Table().lay("red", "G28")
    assert "G27" not in unfold(table, "red", "Albany")


@pytest.mark.rule("R11", "R12")
def test_it_goes_round_what_is_full():
    table = Table().lay("red", "F15").lay("blue", "F16", "F15").lay("orange", "F17", "F18", "G18")
    table.lay("red", "F16").lay("yellow", "Des Moines")
    table.lay("orange", "G17")
    steps = unfold(table, "orange", "Omaha")
    assert steps[-1] == place("Omaha")
    assert not {"F15", "F16"} & set(steps)


@pytest.mark.rule("R12")
def test_it_enters_no_third_east_coast_city():
    table = Table().lay("red", "New York", "G28", "Philadelphia", "I27")
    with table.refuses("ride.no_way_there"):
        table.towards("red", "Baltimore")
    assert place("Baltimore") not in offered(table, "red")


@pytest.mark.rule("R03")
def test_it_ends_with_the_last_locomotive():
    table = Table(shares={0: "red " * 24}).lay("red", "Des Moines")
    assert unfold(table, "red", "Omaha") == ["F16", "F15"]


def test_it_pays_the_bonuses_on_the_way():
    table = Table().lay("red", "I12")
    table.towards("red", "Denver")
    assert table.money == [5, 0, 0]


def test_offers_are_the_cities_not_yet_reached_nearest_first():
    table = Table(shares={0: "red"}).runs("red", "Chicago", "Des Moines")
    table.lay("blue", "New York")
    cities = offered(table, "red")
    assert cities[0] in (place("Milwaukee"), place("Omaha"))
    assert not {place("Chicago"), place("Des Moines")} & set(cities)
    assert offered(table, "blue") == []  # no share
    assert list(RIDE.offers(table.state, 1)) == []  # not their turn


def test_a_single_step_is_not_worth_a_shortcut():
    table = Table().lay("red", "F15")
    assert place("Omaha") not in offered(table, "red")


def test_every_offer_can_be_taken():
    table = ring(Table(players=5))
    table.build("red", "I14")
    for offer in RIDE.offers(table.state, table.acting):
        trial = table.again()
        trial.towards(offer.railroad, offer.city)
        assert trial.state.built[1:]


def test_nothing_is_offered_outside_the_building_phase():
    for phase in ("share", "ride"):
        table = ring(Table(phase=phase))
        assert list(RIDE.offers(table.state, table.acting)) == []
        with table.refuses("ride.not_now"):
            table.towards("red", "Denver")


@pytest.mark.parametrize(
    "railroad, city",
    [("red", "Atlantis"), ("red", "F15"), ("purple", "Seattle")],
)
def test_no_way_there(railroad, city):
    table = ring(Table(round=4))  # purple has not started
    with table.refuses("ride.no_way_there"):
        table.towards(railroad, city)


def test_a_railroad_that_there_is_not():
    table = ring(Table())
    with table.refuses("ride.no_such_railroad"):
        table.towards("green", "Denver")


def test_a_railroad_one_holds_no_share_in():
    """The reason is the share, not the way."""
    table = ring(Table(shares={0: "blue"}))
    with table.refuses("ride.no_share"):
        table.towards("red", "Denver")


def test_another_seat_has_to_wait():
    table = ring(Table(shares={0: "red", 1: "red"}))
    with table.refuses("refused.not_your_turn"):
        table.towards("red", "Denver", seat=1)
