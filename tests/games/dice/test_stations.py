"""Stations: for whom, where, at what price, and what they bring."""

import pytest

from games.dice import stations
from games.dice.components import box
from games.dice.moves import Station
from tests.games.dice.table import EAST, Table, at, keys


def on_grass(front="", behind=9, company="weiden", **more):
    """End 2 on a grassland of its own, pointing to D4 from the west."""
    table = Table(front=front, behind=behind, **more).away().turn_end(2, "C4", "E")
    return table.direct(0, company)


def sites(table, company):
    """The stations that can be built at end 2 now, in the order in which they are offered."""
    found = [m for m in table.legal(Station) if (m.end, m.company) == (2, company)]
    return list(dict.fromkeys(m.site for m in found))


@pytest.mark.rule("D30")
def test_only_the_director_builds():
    table = on_grass()
    table.state.directors["weiden"] = 1
    with table.refuses("dice.not_director"):
        table.station(2, "weiden", "grass 3")
    assert not table.legal(Station)


@pytest.mark.rule("D30")
def test_only_from_the_stations_of_that_terrain_left():
    table = on_grass(company="eisberg")
    with table.refuses("dice.none_left"):
        table.station(2, "eisberg", "grass 3")
    table = on_grass()
    table.state.built["weiden"] = {"grass 3": 5}
    with table.refuses("dice.none_left"):
        table.station(2, "weiden", "grass 3")
    table.station(2, "weiden", "grass 5")
    assert table.state.built["weiden"] == {"grass 3": 5, "grass 5": 1}


@pytest.mark.rule("D30")
def test_the_director_chooses_the_cost_and_the_cheaper_is_offered_first():
    assert sites(on_grass(), "weiden") == ["grass 3", "grass 5"]


@pytest.mark.rule("D31")
@pytest.mark.parametrize(("site", "cost"), [("grass 3", 3), ("grass 5", 5)])
def test_three_or_five_dice_from_behind(site, cost):
    table = on_grass(behind=9)
    bank = table.bank
    table.station(2, "weiden", site)
    assert table.state.behind[0] == 9 - cost
    assert table.bank == bank + cost - 2


@pytest.mark.rule("D31")
def test_and_question_marks_as_the_player_likes():
    table = on_grass(front="? ? ? ?", behind=2)
    pays = {m.pay for m in table.legal(Station) if m.site == "grass 3"}
    assert pays == {1, 2, 3}
    table.station(2, "weiden", "grass 3", pay=3)
    assert table.state.behind[0] == 2
    assert table.front() == {"?": 3}  # one left, and two for the station


@pytest.mark.rule("D31")
def test_other_dice_in_front_pay_nothing():
    table = on_grass(front="curve curve straight share", behind=2)
    with table.refuses("dice.cant_pay"):
        table.station(2, "weiden", "grass 3")
    table = on_grass(front="?", behind=3)
    with table.refuses("dice.wrong_pay"):
        table.station(2, "weiden", "grass 3", pay=2)


def on_mountains(behind=9):
    """End 2 points to D4's western neighbour C4 among three-sided mountains."""
    table = Table(behind=behind, front="straight ").away("mountain3").turn_end(2, "B4", "E")
    return table.direct(0, "bergtal")


@pytest.mark.rule("D31", "D28")
def test_on_mountains_the_range_is_paid_in_addition():
    table = on_mountains()
    table.station(2, "bergtal", "mountain 3")
    assert table.state.behind[0] == 9 - 4


@pytest.mark.rule("D31", "D28")
def test_unless_it_is_paid_for_this_turn():
    table = Table(front="straight", behind=9).away("mountain3").direct(0, "bergtal")
    table.track(2, "straight")
    assert table.state.behind[0] == 8
    table.station(2, "bergtal", "mountain 3")
    assert table.state.behind[0] == 5
    table.state.front[0]["straight"] = 1
    table.track(2, "south-straight")
    assert table.state.behind[0] == 5  # and the station has paid for it


@pytest.mark.rule("D32")
def test_it_stands_on_the_space_that_an_end_points_to():
    table = on_grass()
    table.station(2, "weiden", "grass 3")
    piece = table.tile_at(EAST).pieces[-1]
    assert ((piece.x, piece.y), piece.company) == (at("D4", EAST), "weiden")
    assert table.end(2) == ("D4", "")


@pytest.mark.rule("D32")
def test_not_at_the_edge_of_the_tile():
    table = on_grass().turn_end(2, "F4", "E")
    with table.refuses("dice.at_the_edge"):
        table.station(2, "weiden", "grass 3")
    table = on_grass().turn_end(2, "D2", "N")
    with table.refuses("dice.at_the_edge"):
        table.station(2, "weiden", "grass 3")


@pytest.mark.rule("D32")
def test_not_next_to_a_station():
    table = on_grass(front="straight curve curve curve").direct(0, "insel")
    table.station(2, "weiden", "grass 3")
    with table.refuses("dice.next_to_station"):
        table.station(2, "insel", "grass 3")
    table.track(2, "north-right", "right")  # D3 to E3, E3 to E4, which is east of the station
    assert table.end(2) == ("E3", "S")
    with table.refuses("dice.next_to_station"):
        table.station(2, "insel", "grass 3")


@pytest.mark.rule("D32")
def test_diagonally_is_fine():
    table = on_grass(front="curve").direct(0, "insel")
    table.station(2, "weiden", "grass 3")
    table.track(2, "north-right")
    table.station(2, "insel", "grass 3")
    assert table.tile_at(EAST).stations == ("weiden", "insel")


@pytest.mark.rule("D33")
def test_one_a_company_on_each_big_tile():
    table = on_grass(front="straight straight")
    table.station(2, "weiden", "grass 3")
    table.track(2, "north-straight")
    with table.refuses("dice.one_a_tile"):
        table.station(2, "weiden", "grass 3")


@pytest.mark.rule("D33")
def test_but_on_the_other_tile_there_may_be_one_too():
    table = on_grass().turn_end(1, "E4", "W")
    table.station(2, "weiden", "grass 3")
    table.station(1, "weiden", "grass 3")
    assert table.state.stations("weiden") == 2


def spaces(kind, terrain):
    """Where stations of a terrain can stand on a tile."""
    return {"ABCDEFG"[x] + str(y + 1) for x, y in stations.suited(kind, 0, terrain)}


@pytest.mark.rule("D34")
def test_a_mountain_station_has_three_mountains_around_it():
    # ggmmmgg / ggmmmgg / ggmmmmm / ggmmmmm / gmmmmmm / ggggggg / ggggggg
    found = spaces("mountain2", "mountain")
    assert {"C2", "D2", "D4", "F4", "C5", "F5"} <= found
    assert "B5" not in found  # only C4 and C5 are beside it
    assert "B4" not in found  # grass
    assert not spaces("lake", "mountain")


@pytest.mark.rule("D34")
def test_a_lake_station_stands_on_grass_with_three_spaces_of_water_around_it():
    # ggggggg / ggggggg / ggwwwgg / gwwwwwg / ggwwwgg / ggggggg / ggggggg
    assert spaces("lake", "lake") == {"D2", "D6", "B3", "F3", "B5", "F5"}
    assert not spaces("grassland", "lake")


@pytest.mark.rule("D34")
def test_a_grassland_station_stands_on_grass_with_three_around_it():
    assert len(spaces("grassland", "grass")) == 25
    assert "D4" not in spaces("mountain3", "grass")  # a meadow among mountains
    assert {"B2", "F2", "C6", "D6"} <= spaces("mountain3", "grass")
    assert {"D2", "B3"} <= spaces("lake", "grass")


@pytest.mark.rule("D34")
def test_track_around_does_not_matter():
    table = on_grass().fill(2, "C3", "D3", "E3", "C5", "E5")
    table.station(2, "weiden", "grass 3")


@pytest.mark.rule("D34")
def test_at_a_shore_the_director_of_insel_chooses():
    table = Table(behind=9).away("lake").turn_end(2, "C2", "E").direct(0, "insel", "eisberg")
    assert sites(table, "insel") == ["lake 3", "grass 3", "lake 5", "grass 5"]
    assert sites(table, "eisberg") == ["lake 3", "lake 5"]


@pytest.mark.rule("D34")
@pytest.mark.parametrize(
    ("company", "site", "reason"),
    [
        ("eisberg", "mountain 3", "dice.ground_mountain"),
        ("eisberg", "lake 3", "dice.ground_lake"),
    ],
)
def test_the_wrong_ground_is_refused(company, site, reason):
    table = on_grass(company=company)
    with table.refuses(reason):
        table.station(2, company, site)
    table = on_mountains()
    with table.refuses("dice.ground_grass"):
        table.station(2, "bergtal", "grass 3")


@pytest.mark.rule("D35")
def test_the_line_goes_on_in_any_of_the_three_other_directions():
    table = on_grass(front="straight curve")
    table.station(2, "weiden", "grass 3")
    ways = {piece.split("-")[0] for piece in table.offered(2)}
    assert ways == {"north", "east", "south"}
    with table.refuses("dice.no_such_way_out"):
        table.track(2, "west-straight")
    with table.refuses("dice.no_such_way_out"):
        table.track(2, "straight")
    table.track(2, "south-left")
    assert table.end(2) == ("D5", "E")


@pytest.mark.rule("D35")
def test_at_least_one_of_the_three_must_be_free():
    table = on_grass().fill(2, "D3", "E4")
    assert sites(table, "weiden")
    table.fill(2, "D5")
    with table.refuses("dice.no_way_out"):
        table.station(2, "weiden", "grass 3")


@pytest.mark.rule("D35", "D18")
def test_on_the_start_tile_a_station_leaves_the_other_end_its_way():
    table = Table(behind=9).direct(0, "weiden").lay(1, "right", "right")
    assert table.end(1) == ("C3", "E")  # it points to D3
    table.lay(2, "left")
    assert table.end(2) == ("E4", "N")  # it points to E3, from where D3 can be reached
    table.fill(2, "E2", "F3")
    with table.refuses("dice.other_end"):
        table.station(2, "weiden", "grass 3")


@pytest.mark.rule("D35")
def test_a_station_leads_nowhere_itself():
    table = Table(behind=9).away("lake").turn_end(2, "C2", "E").direct(0, "insel")
    table.station(2, "insel", "lake 3")
    table.done()  # water is beside it, and obliges to nothing
    assert table.acting == 1


@pytest.mark.rule("D36")
def test_two_question_marks_usable_at_once():
    table = on_grass(front="", behind=3)
    facts = table.station(2, "weiden", "grass 3")
    assert keys(facts) == ["dice.station", "dice.bonus"]
    assert table.front() == {"?": 2}
    table.track(2, "east-straight")
    assert table.front() == {"?": 1}


@pytest.mark.parametrize(
    ("end", "company", "site", "reason"),
    [
        (3, "weiden", "grass 3", "dice.no_such_end"),
        (2, "ice", "grass 3", "dice.no_such_company"),
        (2, "weiden", "grass 4", "dice.no_such_site"),
        (2, "weiden", "", "dice.no_such_site"),
    ],
)
def test_what_does_not_exist_is_not_built(end, company, site, reason):
    table = on_grass()
    with table.refuses(reason):
        table.station(end, company, site)


def test_every_site_of_a_company_is_a_kind_of_station():
    for company in box().companies.values():
        assert set(company.sites) <= set(stations.sites())
