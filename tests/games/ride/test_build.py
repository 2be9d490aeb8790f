"""Phase 2: how many locomotives, and where they may go."""

import pytest

from games.ride.components import BUILDS
from games.ride.moves import Build, Done
from tests.games.ride.table import Table, keys, place, places

PLAIN = ("H26", "I27", "I26", "G28", "F28", "F29", "J25", "K25")  # around Philadelphia, in order
MOUNTAINS = ("G27", "G26", "F27")


def philadelphia(players=3):
    """Red has started in Philadelphia, where plains and mountains are near."""
    return Table(players).lay("red", "Philadelphia")


# -- Whose turn, how many


@pytest.mark.rule("R08")
def test_building_goes_in_turn_order():
    table = Table(players=4, order=[2, 0, 3, 1])
    turns = []
    while table.state.phase == "build" and table.state.round == 1:
        turns.append(table.acting)
        table.done()
    assert turns == [2, 0, 3, 1]


@pytest.mark.rule("R08")
@pytest.mark.parametrize("players, most", [(3, 8), (4, 5), (5, 4)])
def test_eight_five_or_four_locomotives(players, most):
    table = philadelphia(players)
    table.build("red", *PLAIN[:most])
    assert table.legal() == [Done()]
    with table.refuses("ride.all_built"):
        table.build("red", "I24")
    assert table.acting == 0, "the turn ends when its player says so"
    table.done()
    assert table.acting == 1


@pytest.mark.rule("R08")
def test_fewer_or_none_are_allowed():
    table = philadelphia()
    assert table.tell(table.done()) == ["Ada built nothing."]
    assert table.acting == 1
    table = philadelphia()
    table.build("red", "H26")
    assert keys(table.done()) == []
    assert table.acting == 1


@pytest.mark.rule("R08")
def test_a_turn_may_build_for_several_railroads():
    table = Table(shares={0: "red blue"}).lay("red", "Philadelphia").lay("blue", "Baltimore")
    table.build("red", "H26")
    table.build("blue", "I26", "I27")
    table.build("red", "I26")
    assert table.state.in_hex("I26") == ["red", "blue"]
    assert len(table.state.built) == 4


@pytest.mark.rule("R08")
@pytest.mark.parametrize("railroad", ["blue", "black"])
def test_one_builds_only_for_railroads_one_holds_a_share_in(railroad):
    table = Table(shares={0: "red", 1: "blue"}).lay("red", "Philadelphia").lay("blue", "New York")
    assert table.open_to("blue") == set()
    with table.refuses("ride.no_share"):
        table.build(railroad, "F28")
    table.build("red", "H26")
    table.done()
    table.build("blue", "F28")


@pytest.mark.rule("R08")
def test_a_seat_out_of_turn_builds_nothing():
    table = Table(shares={0: "red", 1: "red"}).lay("red", "Philadelphia")
    assert table.legal(seat=1) == []
    with table.refuses("refused.not_your_turn"):
        table.build("red", "H26", seat=1)


@pytest.mark.rule("R03")
def test_the_last_locomotive_of_a_colour():
    table = Table(shares={0: "red"}).lay("red", "Baltimore", *(f"J{n}" for n in range(25, 1, -1)))
    assert table.state.supply("red") == 1
    table.build("red", "San Francisco")
    assert table.state.supply("red") == 0
    assert table.legal() == [Done()]
    with table.refuses("ride.used_up"):
        table.build("red", "K10")


@pytest.mark.rule("R03")
def test_shares_use_up_track_too():
    table = Table(shares={0: "red " * 20, 1: "red " * 6}).lay("red", "Baltimore")
    assert table.state.supply("red") == 0
    assert table.open_to("red") == set()
    with table.refuses("ride.used_up"):
        table.build("red", "J25")


# -- Mountains


@pytest.mark.rule("R09")
@pytest.mark.parametrize(
    "players, before", [(players, n) for players, most in BUILDS.items() for n in range(most - 1)]
)
def test_a_mountain_costs_the_turn_one_locomotive(players, before):
    most = BUILDS[players]
    table = philadelphia(players)
    table.build("red", *PLAIN[:before])
    table.build("red", "G27")
    table.build("red", *PLAIN[before : most - 2])
    assert len(table.state.built) == most - 1
    for hex_ in (PLAIN[most - 2], "G26"):
        with table.refuses("ride.all_built"):
            table.build("red", hex_)
    assert table.legal() == [Done()]


@pytest.mark.rule("R09")
@pytest.mark.parametrize("players", BUILDS)
def test_the_last_locomotive_of_the_full_number_cant_go_on_a_mountain(players):
    most = BUILDS[players]
    table = philadelphia(players)
    table.build("red", *PLAIN[: most - 1])
    with table.refuses("ride.no_mountain_last"):
        table.build("red", "G27")
    assert "G27" not in table.open_to("red")
    table.build("red", PLAIN[most - 1])
    assert len(table.state.built) == most
    with table.refuses("ride.all_built"):
        table.build("red", "G27")


@pytest.mark.rule("R09")
@pytest.mark.parametrize("players", BUILDS)
def test_more_mountains_cost_no_more(players):
    most = BUILDS[players]
    table = philadelphia(players)
    table.build("red", *MOUNTAINS, *PLAIN[: most - 4])
    assert len(table.state.built) == most - 1
    with table.refuses("ride.all_built"):
        table.build("red", PLAIN[most - 4])


@pytest.mark.rule("R09")
@pytest.mark.parametrize("players", BUILDS)
def test_a_mountain_as_the_last_of_the_reduced_number(players):
    most = BUILDS[players]
    table = philadelphia(players)
    table.build("red", "G27", *PLAIN[: most - 3])
    table.build("red", "G26")
    assert len(table.state.built) == most - 1


@pytest.mark.rule("R09")
def test_a_mountain_of_one_railroad_shortens_the_turn_of_all():
    table = Table(players=5).lay("red", "Philadelphia").lay("blue", "Baltimore")
    table.build("blue", "I26", "J25")
    table.build("red", "G27")
    with table.refuses("ride.all_built"):
        table.build("blue", "I27")


@pytest.mark.rule("R09")
def test_the_next_turn_counts_its_own_mountains():
    table = Table(players=5, shares={0: "red", 1: "red"}).lay("red", "Philadelphia")
    table.build("red", "G27")
    table.done()
    assert table.state.limit == 4
    table.build("red", *PLAIN[:4])
    assert len(table.state.built) == 4


@pytest.mark.rule("R09")
def test_standing_mountain_track_costs_nothing():
    table = Table(players=5).lay("red", "Philadelphia", "G27", "G26")
    table.build("red", *PLAIN[:4])
    assert len(table.state.built) == 4


# -- Where


@pytest.mark.rule("R10")
def test_each_further_locomotive_touches_one_of_its_own_railroad():
    table = Table().lay("red", "Philadelphia").lay("blue", "New York", "F28")
    assert table.open_to("red") == {"H26", "G27", "G28", "I27"}
    for hex_ in ("F29", "J25", "Chicago"):
        with table.refuses("ride.not_connected"):
            table.build("red", hex_)
    table.build("red", "I27")
    assert table.open_to("red") == {"H26", "G27", "G28", "I26", place("Baltimore")}


@pytest.mark.rule("R10")
@pytest.mark.parametrize("hex_", ["Atlantis", "Z99", "", "f20"])
def test_a_hex_that_is_not_on_the_map(hex_):
    table = philadelphia()
    with table.refuses("ride.no_such_hex"):
        table.build("red", hex_)


@pytest.mark.rule("R10")
def test_a_second_start_is_not_to_be_had():
    table = philadelphia()
    with table.refuses("ride.not_connected"):
        table.build("red", "New York")


@pytest.mark.rule("R11")
def test_one_locomotive_of_a_railroad_in_a_hex():
    table = Table().lay("red", "Philadelphia", "H26")
    assert "H26" not in table.open_to("red")
    with table.refuses("ride.there_already"):
        table.build("red", "H26")


@pytest.mark.rule("R11")
def test_two_locomotives_in_a_hex():
    table = Table()
    table.lay("red", "Omaha", "F15").lay("blue", "Des Moines", "F16").lay("orange", "Des Moines")
    table.build("blue", "F15")
    table.lay("orange", "F16")
    assert "F15" not in table.open_to("orange")
    with table.refuses("ride.no_room"):
        table.build("orange", "F15")


@pytest.mark.rule("R11")
def test_two_locomotives_in_a_city():
    table = Table().lay("red", "Omaha").lay("blue", "Omaha").lay("orange", "F16", "F15")
    assert place("Omaha") not in table.open_to("orange")
    with table.refuses("ride.no_room"):
        table.build("orange", "Omaha")


@pytest.mark.rule("R11")
def test_any_number_of_railroads_in_chicago():
    table = Table()
    beside = {"red": "F19", "blue": "F19", "orange": "E20", "yellow": "F21", "purple": "G20"}
    for railroad, hex_ in beside.items():
        table.lay(railroad, hex_)
        table.build(railroad, "Chicago")
    table.build("black", "Chicago")
    assert len(table.state.in_hex(place("Chicago"))) == 6


@pytest.mark.rule("R11")
def test_one_locomotive_of_a_railroad_in_chicago_too():
    table = Table().lay("red", "F19", "Chicago")
    with table.refuses("ride.there_already"):
        table.build("red", "Chicago")


@pytest.mark.rule("R12")
def test_an_east_coast_city_holds_one():
    table = Table().lay("red", "Philadelphia").lay("blue", "Baltimore", "I27")
    assert place("Philadelphia") not in table.open_to("blue")
    with table.refuses("ride.east_coast_taken"):
        table.build("blue", "Philadelphia")


@pytest.mark.rule("R12")
def test_a_railroad_enters_two_east_coast_cities_and_no_third():
    table = Table().lay("red", "New York", "G28")
    table.build("red", "Philadelphia", "I27")
    assert place("Baltimore") not in table.open_to("red")
    with table.refuses("ride.two_east_coast"):
        table.build("red", "Baltimore")
    table.lay("blue", "J25")
    table.build("blue", "Baltimore")  # another railroad may


# -- Out of place


@pytest.mark.rule("R05")
@pytest.mark.parametrize("phase", ["share", "ride"])
def test_building_belongs_to_its_phase(phase):
    table = Table(phase=phase).lay("red", "Omaha", "F15", "F16", "Des Moines")
    with table.refuses("ride.not_now"):
        table.build("red", "F18")
    with table.refuses("ride.not_now"):
        table.done()


def test_every_offer_can_be_built_and_nothing_else():
    table = Table(round=5).lay("red", "Philadelphia", "H26").lay("blue", "New York", "G28", "F28")
    table.build("red", "G27")
    offered = {move for move in table.legal() if isinstance(move, Build)}
    for railroad in ("red", "blue", "orange", "yellow", "purple", "black"):
        for hex_ in [*places("Chicago", "Boston", "Seattle"), *MOUNTAINS, *PLAIN, "A1", "M9"]:
            trial = table.again()
            if Build(railroad, hex_) in offered:
                trial.build(railroad, hex_)
            else:
                with pytest.raises(Exception, match=r"ride\."):
                    trial.build(railroad, hex_)
