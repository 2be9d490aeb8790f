"""The end of a year: passengers, directors, the starting player."""

import pytest

from tests.games.dice.table import Table, keys


def carried(table):
    """Each player's passengers, in thousands."""
    return [sum(by_company.values()) for by_company in table.state.carried]


@pytest.mark.rule("D37")
def test_a_thousand_for_each_station_of_the_largest_group():
    # The rulebook's example: three stations, of which only two are connected.
    table = Table().direct(1, "bergtal")
    table.found("grassland", 0, (1, 0), "bergtal").found("grassland", 0, (1, 1), "bergtal")
    table.found("grassland", 0, (3, 1), "bergtal")
    facts = table.end_year()
    assert carried(table) == [0, 2, 0]
    assert "Berg&Tal Bahn carried 2,000 for Bo." in table.tell(facts)


@pytest.mark.rule("D37")
def test_diagonal_neighbours_are_not_connected():
    table = Table().direct(0, "insel")
    table.found("grassland", 0, (1, 1), "insel").found("grassland", 0, (2, 2), "insel")
    table.end_year()
    assert carried(table) == [1, 0, 0]


@pytest.mark.rule("D37")
def test_a_station_that_joins_two_groups_makes_one_of_them():
    table = Table().direct(0, "insel")
    for place in ((1, 0), (1, 1), (3, 1)):
        table.found("grassland", 0, place, "insel")
    table.found("grassland", 0, (2, 1), "insel", "weiden")
    table.end_year()
    assert carried(table) == [4, 0, 0]


@pytest.mark.rule("D37")
def test_the_current_big_tiles_are_included():
    table = Table(behind=9).away().turn_end(2, "C4", "E").direct(0, "weiden")
    table.found("grassland", 0, (2, 0), "weiden")
    table.station(2, "weiden", "grass 3")
    table.end_year()
    assert carried(table) == [2, 0, 0]


@pytest.mark.rule("D37")
def test_the_director_of_the_year_that_ends_gets_them():
    table = Table().hold("insel", 1, 3, director=0).found("grassland", 0, (1, 0), "insel")
    table.end_year()
    assert carried(table) == [1, 0, 0]
    assert table.state.directors["insel"] == 1
    table.state.busy = True
    table.end_year()
    assert carried(table) == [1, 1, 0]


@pytest.mark.rule("D38")
def test_only_directors_get_passengers():
    table = Table().hold("insel", 2, 2, 2).found("grassland", 0, (1, 0), "insel")
    table.end_year()
    assert carried(table) == [0, 0, 0]


@pytest.mark.rule("D38")
def test_each_company_is_counted_on_its_own():
    table = Table().direct(0, "insel", "weiden")
    table.found("grassland", 0, (1, 0), "insel").found("grassland", 0, (2, 0), "weiden")
    table.end_year()
    assert table.state.carried[0]["insel"] == 1
    assert table.state.carried[0]["weiden"] == 1


def director(players, shares, old=None, first=0):
    """Who directs Insel Hopper after a year with these shares."""
    table = Table(players).hold("insel", *shares, director=old)
    table.state.first = first
    table.end_year()
    return table.state.directors["insel"]


@pytest.mark.rule("D39")
@pytest.mark.parametrize(
    ("shares", "old", "new"),
    [
        ((0, 1, 0, 0), None, 1),  # one is enough
        ((2, 3, 1, 0), 0, 1),  # most shares
        ((3, 3, 3, 0), 2, 2),  # at a tie the director stays
        ((3, 0, 3, 1), 1, 2),  # else the nearest clockwise from the old director
        ((3, 0, 3, 1), 3, 0),
        ((0, 0, 0, 0), None, None),
        ((4, 4, 0, 0), 0, 0),
    ],
)
def test_the_most_shares_make_a_director(shares, old, new):
    assert director(4, shares, old) == new


@pytest.mark.rule("D39")
@pytest.mark.parametrize(("first", "new"), [(0, 1), (1, 1), (2, 3), (3, 3)])
def test_without_an_old_one_it_is_the_nearest_to_the_starting_player(first, new):
    assert director(4, (0, 2, 0, 2), None, first) == new


@pytest.mark.rule("D39")
def test_directors_are_told_and_stay_till_the_end_of_the_year():
    table = Table(front=["share share"])
    table.share("insel")
    assert table.state.directors["insel"] is None
    facts = table.end_year()
    assert "Ada is the new director of Insel Hopper." in table.tell(facts)
    table.state.busy = True
    assert "dice.director" not in keys(table.end_year())


@pytest.mark.rule("D40")
def test_the_starting_player_moves_to_the_left():
    table = Table(players=3)
    table.state.busy = True
    began = []
    for _ in range(4):
        began.append(table.state.first)
        table.state.busy = True
        table.end_year()
    assert began == [0, 1, 2, 0]
    assert table.state.year == 6


@pytest.mark.rule("D45")
def test_two_idle_years_end_the_game_after_the_passengers_of_the_second():
    table = Table().direct(0, "insel").found("grassland", 0, (1, 0), "insel")
    table.end_year()
    assert table.acting is not None
    facts = table.end_year()
    assert table.acting is None
    assert table.state.ended == "idle"
    assert carried(table) == [2, 0, 0]
    assert "dice.over_idle" in keys(facts)


@pytest.mark.rule("D45")
@pytest.mark.parametrize("what", ["piece", "station", "share"])
def test_a_piece_a_station_or_a_bank_share_keeps_it_going(what):
    table = Table(front=["share curve"] * 3, behind=[9, 9, 9])
    table.away().turn_end(2, "C4", "E").direct(1, "weiden")
    table.end_year()
    match what:
        case "piece":
            table.track(2, "left")
        case "station":
            table.station(2, "weiden", "grass 3")
        case _:
            table.share("insel")
    table.end_year()
    assert table.acting is not None
    table.end_year()
    assert table.acting is not None
    table.end_year()
    assert table.state.ended == "idle"


@pytest.mark.rule("D45")
def test_income_rolls_and_shares_of_directors_do_not():
    table = Table(2, front=["share ?"], behind=[4, 4])
    for company in ("insel", "weiden"):
        table.hold(company, 2, 8, director=1)
    table.end_year()
    assert table.acting == 1
    table.income()
    table.roll(0, 2, "curve curve")
    table.done()
    table.share("insel", "director")
    table.end_year()
    assert table.state.ended == "idle"
