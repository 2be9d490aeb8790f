"""Where each railroad's first locomotive may go."""

import pytest

from games.ride.components import the_map
from tests.games.ride.table import Table, place, places

EAST = ("New York", "Philadelphia", "Baltimore", "Wilmington", "Charleston", "Jacksonville")
WEST = ("Seattle", "Portland OR", "San Francisco", "Los Angeles")


# -- Red and blue


@pytest.mark.rule("R10", "R13")
@pytest.mark.parametrize("railroad", ["red", "blue"])
def test_red_and_blue_start_in_the_east(railroad):
    table = Table()
    assert table.open_to(railroad) == places(*EAST)
    for elsewhere in ("Chicago", "Boston", "Miami", "Seattle", "G28"):
        with table.refuses(f"ride.start_{railroad}"):
            table.build(railroad, elsewhere)
    table.build(railroad, "Wilmington")


@pytest.mark.rule("R13")
def test_red_and_blue_do_not_start_in_the_same_city():
    table = Table()
    table.build("red", "Baltimore")
    assert table.open_to("blue") == places(*EAST) - places("Baltimore")
    with table.refuses("ride.east_coast_taken"):
        table.build("blue", "Baltimore")


# -- Orange


@pytest.mark.rule("R14")
def test_orange_starts_in_the_east_or_in_chicago():
    table = Table(round=2).lay("red", "New York").lay("blue", "Charleston")
    assert table.open_to("orange") == places(*EAST, "Chicago") - places("New York", "Charleston")
    for elsewhere in ("Boston", "Denver", "San Francisco", "F19"):
        with table.refuses("ride.start_orange"):
            table.build("orange", elsewhere)
    with table.refuses("ride.east_coast_taken"):
        table.build("orange", "New York")


@pytest.mark.rule("R14", "R11")
def test_orange_starts_in_a_chicago_that_others_are_in():
    table = Table(round=2).lay("red", "F19", "Chicago").lay("blue", "F21", "Chicago")
    table.build("orange", "Chicago")
    assert len(table.state.in_hex(place("Chicago"))) == 3


# -- Yellow


@pytest.mark.rule("R15")
def test_yellow_starts_in_chicago_on_an_empty_map():
    table = Table(round=3)
    assert table.open_to("yellow") == places("Chicago")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Denver")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "F19")
    table.build("yellow", "Chicago")


@pytest.mark.rule("R15")
def test_yellow_starts_in_the_three_westernmost_cities_or_in_chicago():
    table = Table(round=3)
    table.runs("red", "Pittsburgh", "Cincinnati", "Saint Louis", "Kansas City", "Denver")
    assert table.open_to("yellow") == places("Denver", "Kansas City", "Saint Louis", "Chicago")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Cincinnati")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Salt Lake City")  # west of all, but nobody is there
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "I14")  # no city
    table.build("yellow", "Saint Louis")


@pytest.mark.rule("R15")
def test_cities_that_tie_for_third_place_all_count():
    table = Table(round=3)
    table.runs("red", "Saint Louis", "Kansas City", "Denver")
    table.runs("blue", "Kansas City", "Omaha")
    table.runs("orange", "Oklahoma City", "Dallas")
    # From the west: Denver, Oklahoma City, then Omaha level with Dallas, then Kansas City.
    west = the_map().west_to_east
    assert west(place("Omaha")) == west(place("Dallas")) < west(place("Kansas City"))
    open_ = places("Denver", "Oklahoma City", "Omaha", "Dallas", "Chicago")
    assert table.open_to("yellow") == open_


@pytest.mark.rule("R15")
def test_a_tie_for_first_place_lets_no_fourth_in():
    table = Table(round=4)
    table.lay("purple", "Seattle", "B1", "Portland OR", "C2", "C3", "C4")  # two level in the west
    table.runs("red", "Cheyenne", "Omaha")
    assert table.open_to("yellow") == places("Seattle", "Portland OR", "Cheyenne", "Chicago")


@pytest.mark.rule("R15")
def test_a_city_with_two_is_closed_and_lets_no_fourth_move_up():
    table = Table(round=3)
    table.runs("red", "Cincinnati", "Saint Louis", "Kansas City", "Denver")
    table.runs("blue", "Kansas City", "Omaha")
    # Denver, Omaha and the doubly held Kansas City are the three; Saint Louis is the fourth.
    assert table.open_to("yellow") == places("Denver", "Omaha", "Chicago")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Kansas City")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Saint Louis")


@pytest.mark.rule("R15")
def test_chicago_counts_among_the_three():
    table = Table(round=3)
    table.runs("red", "Pittsburgh", "Chicago", "Des Moines")
    table.runs("blue", "Buffalo", "Detroit")
    # Des Moines, Chicago and Detroit are the three; Pittsburgh and Buffalo come after them.
    assert table.open_to("yellow") == places("Des Moines", "Chicago", "Detroit")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Pittsburgh")


@pytest.mark.rule("R15")
def test_chicago_is_open_whatever_it_holds():
    table = Table(round=3)
    for railroad, beside in (("red", "F19"), ("blue", "F21"), ("orange", "G20")):
        table.lay(railroad, beside, "Chicago")
    assert table.open_to("yellow") == places("Chicago")
    table.build("yellow", "Chicago")


@pytest.mark.rule("R15")
def test_an_east_coast_city_counts_among_the_three_but_is_closed():
    table = Table(round=3)
    table.runs("red", "New York", "Albany").runs("red", "Albany", "Boston")
    table.lay("blue", "Philadelphia")
    # Philadelphia, Albany and New York are the three; Boston is the fourth.
    assert table.open_to("yellow") == places("Albany", "Chicago")
    for closed in ("Philadelphia", "New York", "Boston"):
        with table.refuses("ride.start_yellow"):
            table.build("yellow", closed)


@pytest.mark.rule("R15")
def test_fewer_than_three_occupied_cities():
    table = Table(round=3).runs("red", "Pittsburgh", "Cincinnati")
    assert table.open_to("yellow") == places("Pittsburgh", "Cincinnati", "Chicago")


@pytest.mark.rule("R15")
def test_the_westernmost_are_judged_at_that_moment():
    table = Table(round=3).lay("red", "F18", "Des Moines", "F16", "F15")
    table.runs("blue", "Cincinnati", "Saint Louis")
    assert place("Cincinnati") in table.open_to("yellow")
    table.build("red", "Omaha")
    assert place("Cincinnati") not in table.open_to("yellow")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Cincinnati")
    table.build("yellow", "Omaha")


@pytest.mark.rule("R15")
def test_a_second_locomotive_of_the_same_turn_closes_a_city():
    table = Table(round=3).runs("red", "Des Moines", "Omaha").lay("blue", "G14")
    assert place("Omaha") in table.open_to("yellow")
    table.build("blue", "Omaha")
    with table.refuses("ride.start_yellow"):
        table.build("yellow", "Omaha")


# -- Purple


@pytest.mark.rule("R16")
def test_purple_starts_in_the_far_west():
    table = Table(round=4)
    assert table.open_to("purple") == places(*WEST)
    for elsewhere in ("Chicago", "Reno", "New York", "B0"):
        with table.refuses("ride.start_purple"):
            table.build("purple", elsewhere)
    table.build("purple", "Portland OR")


@pytest.mark.rule("R16")
def test_purple_needs_room():
    table = Table(round=4).lay("red", "Reno", "I2", "San Francisco").lay("blue", "San Francisco")
    assert table.open_to("purple") == places("Seattle", "Portland OR", "Los Angeles")
    with table.refuses("ride.no_room"):
        table.build("purple", "San Francisco")
    table = Table(round=4).lay("red", "Reno", "I2", "San Francisco")
    table.build("purple", "San Francisco")  # beside a single one


# -- Black


@pytest.mark.rule("R17")
def test_black_starts_in_any_city():
    table = Table(round=5)
    assert table.open_to("black") == set(the_map().cities)
    with table.refuses("ride.start_black"):
        table.build("black", "F19")


@pytest.mark.rule("R17")
def test_black_needs_room_except_in_chicago():
    table = Table(round=5)
    table.lay("red", "New York").runs("red", "New York", "Albany")
    table.runs("orange", "Chicago", "Des Moines").runs("yellow", "Des Moines", "Chicago")
    table.runs("blue", "Detroit", "Chicago")
    full = places("New York", "Des Moines")
    assert table.open_to("black") == set(the_map().cities) - full
    with table.refuses("ride.east_coast_taken"):
        table.build("black", "New York")
    with table.refuses("ride.no_room"):
        table.build("black", "Des Moines")
    for open_ in ("Chicago", "Albany", "Baltimore", "Seattle"):
        table.again().build("black", open_)


@pytest.mark.rule("R10")
def test_a_start_counts_as_one_of_the_turns_locomotives():
    table = Table(players=5)
    table.build("red", "New York", "G28", "F28", "F29")
    with table.refuses("ride.all_built"):
        table.build("blue", "Baltimore")
