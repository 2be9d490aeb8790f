"""Phase 3: passengers ride, and railroads pay."""

import pytest

from games.ride.moves import Ride
from games.ride.state import available
from tests.games.ride.table import ALL, Table, keys, place, ring


def riding(shares=None, **more):
    """A ride phase; nobody holds a share unless told."""
    return Table(phase="ride", shares=shares or {}, **more)


# -- Whose turn, and whether one must


@pytest.mark.rule("R21")
def test_each_rides_once_in_turn_order():
    table = ring(riding(order=[1, 2, 0]))
    riders = []
    for start in ("Omaha", "Des Moines", "Chicago"):
        riders.append(table.acting)
        table.ride(start, "Saint Louis", table.journeys(start, "Saint Louis")[0])
    assert riders == [1, 2, 0]
    assert (table.state.round, table.state.phase) == (2, "share")


@pytest.mark.rule("R21")
def test_a_ride_is_compulsory():
    table = ring(riding())
    assert all(isinstance(move, Ride) for move in table.legal())
    with table.refuses("ride.not_now"):
        table.done()
    with table.refuses("ride.not_now"):
        table.share("red")


@pytest.mark.rule("R21")
def test_whoever_cant_ride_is_skipped():
    table = Table(shares={}).lay("red", "New York", "F28")  # one city: no link
    facts = table.nobody_builds()
    assert keys(facts)[-5:] == ["ride.skipped"] * 3 + ["ride.round", "ride.comes_in"]
    assert [f.values["seat"] for f in facts if f.key == "ride.skipped"] == [0, 1, 2]
    assert "No passenger can travel: Ada has no ride." in table.tell(facts)
    assert (table.state.round, table.state.phase) == (2, "share")


@pytest.mark.rule("R21", "R25")
def test_the_last_passengers_of_a_network_leave_nobody_to_ride():
    table = riding().runs("red", "Des Moines", "Omaha")
    table.ride("Omaha", "Des Moines", "red 1")
    facts = table.ride("Des Moines", "Omaha", "red 1")
    assert keys(facts) == ["ride.rode", "ride.skipped", "ride.round", "ride.comes_in"]
    assert facts[1].values["seat"] == 2


@pytest.mark.rule("R21")
def test_nobody_is_skipped_who_can_ride():
    table = Table(shares={}).runs("red", "Des Moines", "Omaha")
    assert "ride.skipped" not in keys(table.nobody_builds())
    assert (table.state.phase, table.acting) == ("ride", 0)


@pytest.mark.rule("R21")
def test_a_passenger_is_needed():
    table = ring(riding()).empty("Omaha")
    assert table.journeys("Omaha", "Chicago") == []
    with table.refuses("ride.no_passenger"):
        table.ride("Omaha", "Chicago", "blue 2")
    with table.refuses("ride.no_passenger"):
        table.ride("F15", "Chicago", "blue 1")
    with table.refuses("ride.no_passenger"):
        table.ride("Atlantis", "Chicago", "blue 1")


@pytest.mark.rule("R21")
@pytest.mark.parametrize("end", ["Omaha", "F15", "Atlantis"])
def test_a_ride_ends_in_another_city(end):
    table = ring(riding())
    with table.refuses("ride.no_destination"):
        table.ride("Omaha", end, "blue 1")


@pytest.mark.rule("R21")
def test_a_city_without_track_is_not_to_be_reached():
    table = ring(riding())
    assert table.journeys("Omaha", "Denver") == []
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Denver", "blue 1")
    with table.refuses("ride.no_such_journey"):
        table.ride("Denver", "Omaha", "blue 1")


# -- Links


@pytest.mark.rule("R22")
def test_a_link_runs_from_city_to_city():
    table = ring(riding())
    assert table.journeys("Omaha", "Des Moines") == ["red 1, blue 1, orange 1, yellow 1", "blue 1"]
    assert table.journeys("Omaha", "Chicago") == ["red 1, orange 1, yellow 1", "blue 2"]
    assert table.journeys("Saint Louis", "Kansas City") == [
        "blue 2, orange 1, yellow 1",
        "red 1",
    ]


@pytest.mark.rule("R22")
def test_a_way_beside_a_city_is_one_link():
    table = riding()
    table.lay("blue", "Omaha", "F15", "F16", "G17", "G18", "F18", "F19", "Chicago")
    assert table.journeys("Omaha", "Chicago") == ["blue 1"]
    table.lay("blue", "Des Moines")  # now the railroad can stop there, or not
    assert table.journeys("Omaha", "Chicago") == ["blue 2", "blue 1"]
    assert table.journeys("Omaha", "Des Moines") == ["blue 1"]


@pytest.mark.rule("R22")
def test_railroads_change_in_cities_only():
    table = riding()
    table.lay("blue", "Omaha", "F15", "F16").lay("red", "F16", "Des Moines")
    assert table.legal() == []
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "blue 1")
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "red 1, blue 1")


@pytest.mark.rule("R22")
def test_no_hex_twice_on_one_railroad():
    """Omaha, Kansas City and Des Moines hang on one junction: the second link would reuse it."""
    table = riding().lay("blue", "Omaha", "G15", "H15", "Kansas City")
    table.lay("blue", "G16", "F16", "Des Moines")
    assert table.journeys("Omaha", "Des Moines") == ["blue 1"]
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "blue 2")
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "blue to Kansas City, blue to Des Moines")


@pytest.mark.rule("R22")
def test_no_hex_twice_on_two_railroads():
    table = riding()
    table.lay("blue", "Omaha", "G15", "H15", "Kansas City")
    table.lay("red", "Kansas City", "H15", "G16", "F16", "Des Moines")  # H15 is blue's hex too
    assert table.journeys("Omaha", "Des Moines") == []
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "red 1, blue 1")
    table.lay("red", "I16")
    table.state.tracks["red"].remove("H15")
    table.lay("red", "H16")  # round the shared hex
    assert table.journeys("Omaha", "Des Moines") == ["red 1, blue 1"]


@pytest.mark.rule("R22")
def test_a_journey_does_not_come_home():
    table = ring(riding())
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "blue to Chicago, blue to Des Moines")
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Des Moines", "blue to Des Moines, blue to Omaha, blue to Des Moines")


@pytest.mark.rule("R22")
def test_one_needs_no_share_in_the_railroads_one_uses():
    table = ring(riding({1: "blue"}))
    table.ride("Omaha", "Chicago", "blue 2")
    assert table.money == [3, 2, 0]


# -- Money


@pytest.mark.rule("R23", "R24")
def test_dividends_and_cities_visited():
    """The rulebook's own figures: two links of red and one of blue."""
    table = riding({0: "red", 1: "red red blue", 2: "blue blue blue"})
    table.lay("red", "Kansas City", "I16", "I17", "Saint Louis", "I19", "I20", "I21", "Cincinnati")
    table.runs("blue", "Cincinnati", "Pittsburgh")
    facts = table.ride("Kansas City", "Pittsburgh", "red 2, blue 1")
    assert table.money == [2 + 4, 4 + 1, 3]
    assert table.tell(facts)[0] == (
        "Ada rode Kansas City → Pittsburgh, 3 links (Red 2, Blue 1): Ada +6, Bo +5, Cy +3."
    )


@pytest.mark.rule("R23")
def test_a_railroad_that_is_not_used_pays_nothing():
    table = ring(riding({1: ALL, 2: "blue"}))
    table.ride("Saint Louis", "Chicago", "orange 1")
    assert table.money == [2, 1, 0]


@pytest.mark.rule("R23")
def test_each_share_counts():
    table = ring(riding({0: "blue blue", 1: "blue blue blue"}))
    table.ride("Omaha", "Chicago", "blue 2")
    assert table.money == [4 + 3, 6, 0]


@pytest.mark.rule("R24")
@pytest.mark.parametrize(
    "end, links, cities",
    [("Des Moines", "blue 1", 2), ("Chicago", "blue 2", 3), ("Saint Louis", "blue 2, orange 1", 4)],
)
def test_the_rider_gets_a_dollar_a_city(end, links, cities):
    table = ring(riding())
    table.ride("Omaha", end, links)
    assert table.money == [cities, 0, 0]
    assert table.state.earned[0] == {
        "dividends": 0,
        "riding": cities,
        "chicago": 0,
        "banners": 0,
        "transcontinental": 0,
    }


@pytest.mark.rule("R23", "R24")
def test_the_sources_of_money_add_up():
    table = ring(riding({0: "blue", 1: "blue orange"}))
    table.ride("Omaha", "Saint Louis", "blue 2, orange 1")
    table.ride("Chicago", "Omaha", "blue 2")
    assert [sum(earned.values()) for earned in table.state.earned] == table.money


@pytest.mark.rule("R25")
def test_the_passenger_leaves_the_game():
    table = ring(riding())
    table.ride("Omaha", "Chicago", "blue 2")
    assert place("Omaha") not in table.state.passengers
    assert table.state.passengers.count(place("Chicago")) == 1  # its own, none has arrived
    assert len(table.state.passengers) == 50
    with table.refuses("ride.no_passenger"):
        table.ride("Omaha", "Chicago", "blue 2")


@pytest.mark.rule("R25")
def test_the_city_of_arrival_needs_no_passenger():
    table = ring(riding()).empty("Chicago", "Des Moines")
    table.ride("Omaha", "Chicago", "blue 2")
    assert table.money == [3, 0, 0]


# -- What is offered


@pytest.mark.rule("R26")
def test_only_the_numbers_of_links_matter():
    """Red runs by Des Moines and by Kansas City, two links each way: that is one outcome."""
    table = riding().lay("red", "Omaha", "F15", "F16", "Des Moines", "F18", "F19", "Chicago")
    table.lay("red", "G14", "H14", "Kansas City", "I16", "I17", "H17", "H18", "H19", "H20", "G21")
    assert table.journeys("Omaha", "Chicago") == ["red 2"]
    for by in ("Des Moines", "Kansas City"):
        trial = table.again()
        trial.ride("Omaha", "Chicago", f"red to {by}, red to Chicago")
        assert trial.money == [3, 0, 0]
        assert trial.state.recent[-1].journey[0].way[-1] == place(by)


@pytest.mark.rule("R26")
def test_most_income_comes_first():
    table = ring(riding({0: "red yellow"}))
    assert table.journeys("Omaha", "Chicago") == ["red 1, orange 1, yellow 1", "blue 2"]  # 6, 3
    table = ring(riding({0: "blue blue"}))
    assert table.journeys("Omaha", "Chicago") == ["blue 2", "red 1, orange 1, yellow 1"]  # 7, 4


@pytest.mark.rule("R26")
def test_then_the_lead_over_the_richest_rival():
    # Either way pays Ada 2; by blue Bo gets 1, by red Cy gets 2.
    table = riding({1: "blue", 2: "red red"})
    table.runs("blue", "Omaha", "Des Moines").runs("red", "Omaha", "Des Moines")
    table.state.money = [0, 9, 0]
    assert table.journeys("Omaha", "Des Moines") == ["red 1", "blue 1"]
    table.state.money = [0, 0, 9]
    assert table.journeys("Omaha", "Des Moines") == ["blue 1", "red 1"]


@pytest.mark.rule("R26")
def test_then_the_fewest_links():
    # By blue: 2 links, 3 cities and nothing else; by red beside Des Moines: 1 link and a dividend.
    table = riding({0: "red"})
    table.lay("blue", "Omaha", "F15", "F16", "Des Moines", "F18", "F19", "Chicago")
    table.lay("red", "Omaha", "E15", "E16", "E17", "E18", "E19", "E20", "Chicago")
    assert table.journeys("Omaha", "Chicago") == ["red 1", "blue 2"]  # 3 dollars each


@pytest.mark.rule("R26")
def test_the_best_passenger_and_destination_come_first():
    table = ring(riding({0: "blue orange"}))
    first = table.legal()[0]
    pays = {}
    for move in table.legal():
        trial = table.again()
        trial.play(move)
        pays[move] = trial.money[0]
    assert pays[first] == max(pays.values())
    starts = [move.passenger for move in table.legal()]
    assert starts == sorted(starts, key=starts.index), "the rides of a passenger stand together"


def double_track():
    """Red and blue on five links west of Chicago, orange and yellow on four south and east."""
    table = riding({0: "red", 1: "blue orange", 2: "yellow"})
    for railroad in ("red", "blue"):
        table.runs(railroad, "Chicago", "Des Moines", "Omaha", "Cheyenne", "Pocatello", "Boise")
    for railroad in ("orange", "yellow"):
        table.lay(railroad, "Chicago", "G20", "H19", "H18", "Saint Louis", "J18", "K19")
        table.lay(railroad, "Nashville", "K21", "L21", "Atlanta", "N22", "O23", "P22", "Tampa")
    return table


@pytest.mark.rule("R26")
def test_25_outcomes_at_most_and_the_best_of_all_are_among_them():
    table = double_track()
    offered = table.journeys("Boise", "Tampa")
    assert len(offered) == 25 == len(set(offered))
    incomes = {}
    for red in range(6):
        for orange in range(5):
            counts = {"red": red, "blue": 5 - red, "orange": orange, "yellow": 4 - orange}
            links = ", ".join(f"{r} {n}" for r, n in counts.items() if n)
            trial = table.again()
            trial.ride("Boise", "Tampa", links)  # offered or not, it is legal
            incomes[links] = trial.money[0], trial.money[0] - max(trial.money[1:])
    assert len(incomes) == 30
    assert [incomes[links] for links in offered] == sorted(incomes.values(), reverse=True)[:25]


@pytest.mark.rule("R26")
def test_a_way_that_is_not_offered_can_be_spelled_out():
    table = double_track()
    spelled = (
        "blue to Pocatello, blue to Cheyenne, blue to Omaha, blue to Des Moines, blue to Chicago, "
        "orange to Saint Louis, orange to Nashville, orange to Atlanta, orange to Tampa"
    )
    assert "blue 5, orange 4" not in table.journeys("Boise", "Tampa")
    table.ride("Boise", "Tampa", spelled)
    assert table.money == [10, 9, 0]


@pytest.mark.rule("R26")
@pytest.mark.parametrize(
    "links",
    [
        "blue to Des Moines, blue to Chicago, orange to Saint Louis",
        "Blue to des moines,blue to CHICAGO , orange to saint louis",
        "blue to F17, blue to F20, orange to I18",
        "blue 2, orange 1",
        "orange 1, blue 2",
        "Orange 1,  BLUE 2",
        "blue 1, orange 1, blue 1",
    ],
)
def test_the_same_journey_in_other_words(links):
    table = ring(riding({1: "orange", 2: "blue"}))
    table.ride("Omaha", "Saint Louis", links)
    assert table.money == [4, 1, 2]
    assert [leg.railroad for leg in table.state.recent[-1].journey] == ["blue", "blue", "orange"]


@pytest.mark.rule("R26")
@pytest.mark.parametrize(
    "links",
    [
        "",
        " ",
        ",",
        "blue",
        "2 blue",
        "blue two",
        "blue -1",
        "blue 1.5",
        "blue 2 orange 1",
        "blue 2; orange 1",
        "blue 2,",
        "green 2",
        "to",
        "to Chicago",
        "blue to",
        "blue to Atlantis",
        "blue to F15",
        "green to Chicago",
        "blue to Des Moines,",
        "blue to Des Moines blue to Chicago",
        "blue to Des Moines, blue 1",
        "blue " + "9" * 5000,
    ],
)
def test_links_that_cant_be_read(links):
    table = ring(riding())
    with table.refuses("ride.unreadable_links"):
        table.ride("Omaha", "Chicago", links)


@pytest.mark.rule("R26")
@pytest.mark.parametrize("links", ["blue 1", "blue 3", "red 2", "blue 0", "blue 999999999999"])
def test_counts_that_no_journey_has(links):
    table = ring(riding())
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Chicago", links)


@pytest.mark.rule("R26")
def test_links_that_are_not_there():
    table = ring(riding())
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Chicago", "blue to Chicago")  # not in one link
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Chicago", "red to Des Moines, blue to Chicago")
    with table.refuses("ride.no_such_journey"):
        table.ride("Omaha", "Chicago", "purple to Chicago")


@pytest.mark.rule("R26")
def test_a_spelled_way_ends_where_the_passenger_wants_to_go():
    table = ring(riding())
    with table.refuses("ride.wrong_end"):
        table.ride("Omaha", "Chicago", "blue to Des Moines")


@pytest.mark.rule("R22", "R26")
def test_every_ride_on_offer_can_be_taken_and_follows_the_track():
    table = double_track()
    for move in table.legal()[::40]:
        trial = table.again()
        trial.play(move)
        journey = trial.state.recent[-1].journey
        stops = [journey[0].way[0], *(leg.way[-1] for leg in journey)]
        assert (stops[0], stops[-1]) == (move.passenger, move.to)
        visited = [hex_ for leg in journey for hex_ in leg.way[1:]]
        assert len({stops[0], *visited}) == 1 + len(visited)
        for leg in journey:
            assert set(leg.way) <= set(trial.state.tracks[leg.railroad])


@pytest.mark.rule("R22")
def test_railroads_that_have_not_come_in_have_no_links():
    table = ring(riding())
    used = {word for move in table.legal() for word in move.links.split() if word.isalpha()}
    assert used <= set(available(3))
