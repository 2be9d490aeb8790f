"""Laying track: where a piece may lie, and where it may lead."""

import pytest

from tests.games.dice.table import EAST, WEST, Table


@pytest.mark.rule("D17")
def test_a_piece_lies_where_an_end_points_to_and_is_the_new_end():
    table = Table(front="straight curve")
    facts = table.track(2, "straight")
    assert table.end(2) == ("E4", "E")
    assert table.front() == {"curve": 1}
    assert table.tell(facts) == ["Ada laid a piece on E4 at end 2: straight."]
    table.track(1, "left")
    assert table.end(1) == ("C4", "S")  # left of west
    assert not table.front()


@pytest.mark.rule("D17")
def test_a_curve_leads_to_the_left_or_to_the_right():
    for piece, way in (("left", "N"), ("right", "S")):
        table = Table(front="curve")
        table.track(2, piece)
        assert table.end(2) == ("E4", way)


@pytest.mark.rule("D17")
def test_a_question_mark_is_turned_to_any_piece_once_no_die_shows_it():
    table = Table(front="? straight")
    table.track(2, "straight")
    assert table.front() == {"?": 1}
    table.track(2, "left")
    assert not table.front()


@pytest.mark.rule("D17")
def test_track_is_laid_with_dice_from_in_front_only():
    table = Table(front="curve share", behind=9)
    with table.refuses("dice.no_die"):
        table.track(2, "straight")
    assert table.offered(2) == {"left", "right"}


@pytest.mark.rule("D17")
@pytest.mark.parametrize("end", [0, 3, -1])
def test_the_line_has_two_ends(end):
    table = Table(front="?")
    with table.refuses("dice.no_such_end"):
        table.track(end, "straight")


def test_a_piece_has_one_of_three_shapes():
    table = Table(front="?")
    for piece in ("", "up", "west-left", "back"):
        with table.refuses("dice.no_such_piece"):
            table.track(2, piece)
    table.track(2, "east-left")  # the way it leads anyway
    assert table.end(2) == ("E4", "N")


@pytest.mark.rule("D18")
def test_no_ring_is_closed():
    table = Table(front="curve").away().turn_end(2, "D4", "E")
    table.lay(2, "left", "left", "straight", "left")
    assert table.end(2) == ("C3", "S")
    with table.refuses("dice.blocked"):
        table.track(2, "left")  # C4, leading east to D4, where the line began


@pytest.mark.rule("D18")
def test_a_piece_may_not_lead_against_track():
    table = Table(front="curve curve").away().turn_end(2, "D4", "E").lay(2, "left", "left")
    assert table.end(2) == ("E3", "W")
    with table.refuses("dice.blocked"):
        table.track(2, "left")  # D3, leading south to D4
    assert table.offered(2) == {"right"}


@pytest.mark.rule("D18")
def test_one_step_ahead_some_piece_must_be_possible():
    table = Table(front="curve straight").away().turn_end(2, "B3", "W")
    table.fill(2, "A2")
    # On A3 the line could only turn south: a space behind that is enough.
    assert "left" in table.offered(2)
    table.fill(2, "A4")
    assert table.offered(2) == set()
    with table.refuses("dice.blocked"):
        table.track(2, "left")


@pytest.mark.rule("D18")
def test_a_space_from_where_nothing_leads_on_is_a_dead_end():
    table = Table(front="curve straight").away().turn_end(2, "C1", "W")
    table.fill(2, "A2")  # in the corner A1 every way is barred: two pieces, and the tile ends
    with table.refuses("dice.dead_end"):
        table.track(2, "straight")
    assert table.offered(2) == {"left"}


@pytest.mark.rule("D18")
def test_the_same_corner_is_open_once_the_tile_can_be_left_there():
    table = Table(front="curve straight").away().turn_end(2, "C1", "W")
    table.fill(2, "A2", "G7", "F7")
    assert "straight" in table.offered(2)


@pytest.mark.rule("D18")
def test_a_line_that_can_not_leave_its_tile_may_still_be_extended_on_it():
    table = Table(front="straight").away().turn_end(2, "D4", "E")
    for place in ((1, 1), (1, -1), (2, 0)):
        table.found("grassland", 0, place)
    assert table.offered(2) == {"straight"}
    table.track(2, "straight")


@pytest.mark.rule("D18")
def test_on_the_start_tile_no_end_takes_the_others_only_space():
    table = Table(front="curve curve straight straight ? ?").lay(1, "right", "right")
    assert table.end(1) == ("C3", "E")  # it points to D3
    table.lay(2, "left")
    assert table.end(2) == ("E4", "N")  # it points to E3
    with table.refuses("dice.other_end"):
        table.track(1, "straight")  # on D3, pointing to E3 too
    table.track(1, "left")
    assert table.end(1) == ("D3", "N")


@pytest.mark.rule("D21", "D22")
def test_track_stays_on_its_tile_until_that_is_left():
    table = Table(front="straight straight curve")
    bank = table.bank
    table.track(2, "straight", "left")
    table.track(1, "straight")
    assert table.bank == bank
    assert table.tile_at((0, 0)).dice == 4


@pytest.mark.rule("D22")
def test_three_straights_to_the_edge_of_the_start_tile_are_one_piece_too_few():
    table = Table(front="straight straight straight ? ?")
    table.track(2, "straight", "straight")
    with table.refuses("dice.too_few"):
        table.track(2, "straight")


@pytest.mark.rule("D22")
def test_pieces_of_both_arms_count_on_the_start_tile():
    table = Table(front="straight straight straight straight ?")
    table.track(1, "straight")
    table.track(2, "straight", "straight", "straight")
    assert table.end(2) == ("G4", "E")


@pytest.mark.rule("D22")
def test_a_station_counts_as_a_piece():
    table = Table(front="straight straight straight ? ?", behind=3).direct(0, "weiden")
    table.track(1, "straight")
    table.track(2, "straight")
    table.station(2, "weiden", "grass 3")
    table.track(2, "east-straight")
    assert table.end(2) == ("G4", "E")
    assert len(table.tile_at((0, 0)).pieces) == 5


def test_away_lays_out_what_it_says():
    table = Table().away("lake")
    assert table.end(1) == ("G4", "W")
    assert table.end(2) == ("A4", "E")
    assert table.tile_at(EAST).kind == "lake"
    assert table.tile_at(WEST).kind == "grassland"
