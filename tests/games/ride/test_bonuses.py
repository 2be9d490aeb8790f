"""Money for building: Chicago, the banner cities and the transcontinental connection."""

import pytest

from tests.games.ride.table import Table, keys, place, places


def bonuses(facts):
    """What building paid, by source."""
    return [
        (fact.key.removeprefix("ride.bonus_"), fact.values["seat"], fact.values["dollars"])
        for fact in facts
        if fact.key.startswith("ride.bonus_")
    ]


# -- Chicago


@pytest.mark.rule("R18")
def test_chicago_pays_two_dollars_at_once():
    table = Table().lay("red", "F19")
    facts = table.build("red", "Chicago")
    assert table.tell(facts) == ["Ada built for Red in Chicago.", "Ada earned $2 in Chicago."]
    assert table.money == [2, 0, 0]
    assert table.state.earned[0]["chicago"] == 2


@pytest.mark.rule("R18")
@pytest.mark.parametrize("railroad", ["orange", "yellow", "black"])
def test_a_start_in_chicago_pays_too(railroad):
    table = Table(round=5)
    facts = table.build(railroad, "Chicago")
    assert keys(facts) == ["ride.started", "ride.bonus_chicago"]
    assert table.money == [2, 0, 0]


@pytest.mark.rule("R18")
def test_chicago_pays_for_every_railroad_that_comes():
    table = Table(shares={0: "red blue orange", 1: "yellow"}, round=3)
    table.lay("red", "F19").lay("blue", "F21")
    table.build("red", "Chicago")
    table.build("blue", "Chicago")
    table.build("orange", "Chicago")
    table.done()
    table.build("yellow", "Chicago")
    assert table.money == [6, 2, 0]


@pytest.mark.rule("R18")
def test_passing_beside_chicago_pays_nothing():
    table = Table().lay("red", "F19")
    assert bonuses(table.build("red", "E20")) == []
    assert table.money == [0, 0, 0]


# -- Banner cities

BESIDE = {"Minneapolis": "C16", "Denver": "I11", "Kansas City": "I14", "Dallas": "N13"}


@pytest.mark.rule("R19")
@pytest.mark.parametrize("city", BESIDE)
def test_the_first_into_a_banner_city_earns_five(city):
    table = Table().lay("red", BESIDE[city])
    facts = table.build("red", city)
    assert table.tell(facts)[-1] == f"Ada was the first to build into {city}: $5."
    assert table.money == [5, 0, 0]
    assert place(city) not in table.state.banners
    assert len(table.state.banners) == 3


@pytest.mark.rule("R19")
def test_the_second_into_a_banner_city_earns_nothing():
    table = Table(shares={0: "red", 1: "blue"}).lay("red", "I11").lay("blue", "I11")
    table.build("red", "Denver")
    table.done()
    assert bonuses(table.build("blue", "Denver")) == []
    assert table.money == [5, 0, 0]


@pytest.mark.rule("R19")
@pytest.mark.parametrize("city", BESIDE)
def test_a_start_in_a_banner_city_earns_nothing_and_uses_it_up(city):
    table = Table(round=5, shares={0: "black", 1: "red"}).lay("red", BESIDE[city])
    assert keys(table.build("black", city)) == ["ride.started"]
    assert place(city) not in table.state.banners
    table.done()
    assert keys(table.build("red", city)) == ["ride.built"]
    assert table.money == [0, 0, 0]


@pytest.mark.rule("R19", "R15")
def test_yellow_starts_in_a_banner_city_after_another_and_earns_nothing():
    table = Table(round=3, shares={0: "red yellow"}).lay("red", "I11")
    assert place("Denver") not in table.open_to("yellow")  # nobody is there yet
    table.build("red", "Denver")
    assert keys(table.build("yellow", "Denver")) == ["ride.started"]
    assert table.money == [5, 0, 0]


@pytest.mark.rule("R19")
def test_a_start_elsewhere_leaves_the_banners_alone():
    table = Table(round=5)
    table.build("black", "Omaha")
    assert set(table.state.banners) == places(*BESIDE)


# -- Transcontinental


def nearly_joined():
    """Red from New York to Omaha; purple from San Francisco to the hex before Omaha."""
    table = Table(round=5, shares={0: "red blue purple", 1: "purple black"})
    table.runs("red", "New York", "Pittsburgh", "Chicago", "Des Moines", "Omaha")
    table.runs("purple", "San Francisco", "Reno", "Salt Lake City", "Cheyenne", "F13")
    return table


@pytest.mark.rule("R20")
def test_two_railroads_that_meet_in_a_city_pay_twelve():
    table = nearly_joined()
    facts = table.build("purple", "Omaha")
    assert bonuses(facts) == [("transcontinental", 0, 12)]
    assert table.money == [12, 0, 0]
    assert table.state.earned[0]["transcontinental"] == 12
    assert not table.state.transcontinental


@pytest.mark.rule("R20")
def test_it_goes_to_whoever_makes_the_connection():
    table = nearly_joined()
    table.done()
    assert bonuses(table.build("purple", "Omaha")) == [("transcontinental", 1, 12)]
    assert table.money == [0, 12, 0]


@pytest.mark.rule("R20")
def test_two_railroads_that_meet_in_a_plain_hex_pay_eight():
    table = nearly_joined()
    assert bonuses(table.build("red", "F13")) == [("transcontinental", 0, 8)]
    assert table.money == [8, 0, 0]


@pytest.mark.rule("R20")
def test_railroads_that_only_touch_have_not_met():
    table = nearly_joined()
    assert bonuses(table.build("red", "G14")) == []  # beside purple as Omaha is, not with it
    assert table.state.transcontinental


@pytest.mark.rule("R20")
def test_it_is_paid_once_a_game():
    table = nearly_joined()
    table.build("red", "F13")
    assert bonuses(table.build("purple", "Omaha")) == []  # a better one, and too late
    assert table.money == [8, 0, 0]


@pytest.mark.rule("R20")
def test_the_better_of_two_ways_counts():
    table = nearly_joined()
    table.lay("purple", "G14").lay("red", "F13", "G14")
    table.state.tracks["purple"].remove(place("Cheyenne"))
    assert bonuses(table.build("purple", "Omaha")) == []  # Cheyenne is missing on the way
    # The last piece makes ways that change in F13, in G14 and in Omaha: Omaha pays most.
    assert bonuses(table.build("purple", "Cheyenne")) == [("transcontinental", 0, 12)]


@pytest.mark.rule("R20")
def test_one_railroad_alone_earns_nothing_and_leaves_the_bonus_open():
    table = Table(shares={0: "red", 1: "blue"})
    table.lay("red", "Baltimore", *(f"J{n}" for n in range(25, 1, -1)))
    assert bonuses(table.build("red", "San Francisco")) == []
    assert table.state.transcontinental
    table.done()
    table.lay("blue", "Philadelphia", "H26", "I26")
    assert bonuses(table.build("blue", "J25")) == [("transcontinental", 1, 8)]


@pytest.mark.rule("R20")
def test_three_railroads_that_change_in_cities_pay_twelve():
    table = Table(round=4, shares={0: "red orange purple"})
    table.runs("red", "New York", "Pittsburgh", "Chicago")
    table.runs("orange", "Chicago", "Des Moines", "Omaha")
    table.runs("purple", "San Francisco", "Reno", "Salt Lake City", "Cheyenne", "F13")
    assert bonuses(table.build("purple", "Omaha")) == [("transcontinental", 0, 12)]


@pytest.mark.rule("R20")
def test_one_change_in_a_plain_hex_makes_it_eight():
    table = Table(round=4, shares={0: "red orange purple"})
    table.runs("red", "New York", "Pittsburgh", "Chicago", "F19")
    table.runs("orange", "F19", "Des Moines", "Omaha")
    table.runs("purple", "San Francisco", "Reno", "Salt Lake City", "Cheyenne", "F13")
    assert bonuses(table.build("purple", "Omaha")) == [("transcontinental", 0, 8)]


@pytest.mark.rule("R20")
def test_a_single_step_of_the_second_railroad_is_enough():
    table = Table(round=5, shares={0: "red black"})
    table.lay("red", "Baltimore", *(f"J{n}" for n in range(25, 0, -1)))
    assert bonuses(table.build("black", "San Francisco", "J2")) == [("transcontinental", 0, 8)]


@pytest.mark.rule("R20")
def test_a_railroad_that_only_stands_on_the_way_does_not_count():
    table = Table(round=5, shares={0: "red black"})
    table.lay("red", "Baltimore", *(f"J{n}" for n in range(25, 0, -1)))
    assert bonuses(table.build("black", "San Francisco")) == []
    assert table.state.transcontinental


@pytest.mark.rule("R20")
def test_a_third_railroad_bridges_the_gap():
    table = Table(round=5, shares={0: "red purple black"})
    table.runs("red", "New York", "Pittsburgh", "Chicago", "Des Moines", "Omaha")
    table.runs("purple", "San Francisco", "Reno", "Salt Lake City", "Cheyenne")
    table.lay("black", "F11", "F12", "F13", "Omaha")
    assert bonuses(table.build("black", "Cheyenne")) == [("transcontinental", 0, 12)]


@pytest.mark.rule("R18", "R20")
def test_chicago_and_the_connection_are_paid_together():
    table = Table(round=5, shares={0: "red purple"})
    table.runs("red", "New York", "Pittsburgh", "Chicago")
    table.runs("purple", "San Francisco", "Reno", "Salt Lake City", "Cheyenne", "Omaha")
    table.runs("purple", "Omaha", "Des Moines", "F19")
    assert bonuses(table.build("purple", "Chicago")) == [
        ("chicago", 0, 2),
        ("transcontinental", 0, 12),
    ]
    assert table.money == [14, 0, 0]
