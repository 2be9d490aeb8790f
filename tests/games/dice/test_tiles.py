"""A new tile: the obligation to connect it, which one fits, and what it brings."""

import pytest

from games.dice.land import edge
from games.dice.moves import Done, Income, Roll, Share, Tile, Track
from games.dice.track import landscape
from tests.games.dice.table import EAST, Table, keys


def at_the_edge(front="straight straight straight", behind=0, **more):
    """Four pieces lie on the start tile; a straight at end 2 would lead off it to the east."""
    table = Table(front=front, behind=behind, **more)
    return table.lay(1, "straight").lay(2, "straight", "straight")


@pytest.mark.rule("D19")
def test_a_piece_that_leads_off_the_tile_obliges_to_connect_one():
    table = at_the_edge("straight straight ? share", behind=4)
    table.track(2, "straight")
    assert {type(move) for move in table.legal()} == {Tile}
    for refused in (Income(), Roll(1, 1), Share("insel", "bank"), Done(), Track(1, "straight", 0)):
        with table.refuses("dice.locked_tile"):
            table.play(refused)


@pytest.mark.rule("D19", "D25")
def test_the_tile_is_connected_with_a_piece_on_the_space_across_the_edge():
    table = at_the_edge("straight straight ? share", behind=4)
    table.track(2, "straight")
    table.tile("grassland")
    assert {type(move) for move in table.legal()} == {Track}
    with table.refuses("dice.locked_entry"):
        table.done()
    with table.refuses("dice.locked_entry"):
        table.track(1, "straight")
    table.track(2, "straight")
    assert table.end(2) == ("A4", "E")
    assert table.state.ends[1].place == EAST
    assert Done() in table.legal()


@pytest.mark.rule("D19")
def test_a_piece_off_the_tile_is_refused_without_a_die_for_the_entry_piece():
    table = at_the_edge("straight share", behind=9)
    with table.refuses("dice.cant_connect"):
        table.track(2, "straight")
    table.state.front[0]["curve"] = 1
    table.track(2, "straight")


@pytest.mark.rule("D19")
def test_the_entry_pieces_mountain_must_be_paid_too():
    table = at_the_edge("straight straight")
    for kind in ("grassland", "lake"):
        use_up(table, kind)
    # Only mountains are left, whose grass edges fit; a straight leads in, and costs nothing.
    table.track(2, "straight")
    assert {(m.terrain, m.turn) for m in table.legal(Tile)} >= {("mountain2", 0)}


def use_up(table, kind, keep=0):
    """All small tiles of a kind but some lie far away in the landscape."""
    number = 0
    while table_left(table, kind) > keep:
        table.found(kind, 0, (50 + 3 * number, 50 + len(kind)))
        number += 1
    return table


def table_left(table, kind):
    return landscape(table.state).small(kind)


def beside_mountains(front, behind=0):
    """End 2 on two-sided mountains in the east; a piece at its eastern edge would lead off."""
    table = Table(front=front, behind=behind).away("mountain2").turn_end(2, "F4", "E")
    return table.fill(2, "A1", "A2", "A3")


@pytest.mark.rule("D19", "D28")
def test_mountains_on_both_sides_of_the_edge_are_one_range():
    table = beside_mountains("straight straight", behind=1)
    table.track(2, "straight")  # G4, a mountain: the one die behind pays for the range
    assert table.state.behind[0] == 0
    tiles = {m.terrain for m in table.legal(Tile)}
    assert tiles == {"mountain2", "mountain3"}  # D24: the edge shows mountains
    table.tile("mountain3")
    table.track(2, "straight")
    assert table.state.behind[0] == 0


@pytest.mark.rule("D19")
def test_the_two_dice_come_too_late_for_the_entry_piece():
    table = at_the_edge("straight")
    with table.refuses("dice.cant_connect"):
        table.track(2, "straight")


def lakes_only(front, behind=0):
    """The end is before the eastern edge of a grassland, and only lakes are left."""
    table = Table(front=front, behind=behind).away("grassland").turn_end(2, "F4", "E")
    table.fill(2, "A1", "A2", "A3")
    for kind in ("grassland", "mountain2", "mountain3"):
        use_up(table, kind)
    table._balance()
    return table


@pytest.mark.rule("D19", "D20")
def test_they_count_for_a_crossing_after_it():
    # The lake can be entered on A4 only with a straight, onto the water: 2 to pay, 1 piece.
    table = lakes_only("straight straight curve")
    table.track(2, "straight")
    table.tile("lake")
    table.track(2, "straight")
    assert table.front() == {"curve": 1, "?": 2}
    table.track(2, "left", pay=2)
    assert Done() in table.legal()


@pytest.mark.rule("D19", "D41")
def test_but_not_in_the_last_year():
    table = lakes_only("straight straight curve")
    table.state.closing = "stations"
    table.track(2, "straight")
    table.tile("lake")
    assert table.offered(2) == {"left", "right"}  # along the shore
    with table.refuses("dice.cant_cross"):
        table.track(2, "straight")


@pytest.mark.rule("D23")
def test_a_place_of_the_landscape_that_has_a_tile_is_not_entered():
    table = at_the_edge().found("grassland", 0, EAST)
    with table.refuses("dice.place_taken"):
        table.track(2, "straight")


@pytest.mark.rule("D23")
def test_a_small_tile_of_the_kind_must_be_left():
    table = use_up(at_the_edge(), "lake")
    table.track(2, "straight")
    with table.refuses("dice.none_of_kind"):
        table.tile("lake")
    assert "lake" not in {m.terrain for m in table.legal(Tile)}


@pytest.mark.rule("D23")
def test_how_many_small_tiles_there_are():
    table = Table()
    left = {kind: table_left(table, kind) for kind in ("grassland", "lake", "mountain2")}
    assert left == {"grassland": 10, "lake": 8, "mountain2": 8}
    assert table_left(table, "mountain3") == 8


@pytest.mark.rule("D24")
def test_all_edges_match_those_of_the_neighbouring_small_tiles():
    table = at_the_edge().found("mountain3", 0, (1, -1)).found("mountain2", 0, (1, 1))
    table.track(2, "straight")
    # Grass in the west and in the north, mountains in the south.
    offered = {(m.terrain, m.turn) for m in table.legal(Tile)}
    assert offered == {("mountain2", 1)}
    with table.refuses("dice.does_not_fit"):
        table.tile("grassland")
    with table.refuses("dice.does_not_fit"):
        table.tile("mountain2", 0)


@pytest.mark.rule("D24")
def test_where_nothing_fits_the_tile_is_not_left():
    table = at_the_edge().found("mountain3", 0, (1, -1)).found("mountain2", 0, (1, 1))
    for kind in ("mountain2", "mountain3"):
        use_up(table, kind)
    with table.refuses("dice.no_tile_fits"):
        table.track(2, "straight")


@pytest.mark.rule("D24")
def test_the_big_tile_lies_in_the_same_orientation():
    table = Table(front="straight straight", behind=1).away("mountain2", 1)
    here = table.tile_at(EAST)
    assert (here.kind, here.turn) == ("mountain2", 1)
    assert edge("mountain2", 1, "S") == edge("mountain2", 1, "E") == "ggmmmgg"
    assert edge("mountain2", 1, "N") == edge("mountain2", 1, "W") == "ggggggg"


@pytest.mark.rule("D26")
def test_the_tile_left_is_cleared_its_stations_stay_in_the_landscape():
    table = Table(front="straight straight straight", behind=3).direct(0, "weiden")
    table.away().turn_end(2, "C4", "E").fill(2, "A1", "A2")
    table.station(2, "weiden", "grass 3")
    table.hide(2)
    table.state.front[0]["curve"] = 1
    table.track(2, "east-straight", "straight", "straight")
    bank = table.bank
    table.tile("grassland")
    facts = table.track(2, "left")
    left = table.tile_at(EAST)
    assert (left.pieces, left.stations) == ((), ("weiden",))
    assert table.bank == bank + 6 - 2
    assert table.front() == {"?": 2}
    assert keys(facts) == ["dice.laid", "dice.bonus"]


@pytest.mark.rule("D26", "D27")
def test_the_start_tile_stays_until_both_ends_have_left_it():
    table = at_the_edge("straight straight straight straight straight straight")
    table.track(2, "straight")
    table.tile("grassland")
    bank = table.bank
    table.track(2, "straight")
    assert table.bank == bank - 2  # the first leaving earns the two dice, the track stays
    assert table.tile_at((0, 0)).dice == 5
    table.track(1, "straight", "straight")
    table.tile("grassland")
    bank = table.bank
    table.track(1, "straight")
    assert table.tile_at((0, 0)).pieces == ()
    assert table.bank == bank + 7 - 2
    assert [end.place for end in table.state.ends] == [(-1, 0), (1, 0)]


@pytest.mark.rule("D27")
def test_each_end_then_has_a_tile_of_its_own():
    table = Table(front="straight straight curve").away()
    table.track(1, "straight")
    table.track(2, "straight")
    assert len(table.tile_at(EAST).pieces) == len(table.tile_at((-1, 0)).pieces) == 2


@pytest.mark.parametrize(("kind", "turn"), [("swamp", 0), ("lake", 4), ("lake", -1)])
def test_there_are_four_kinds_in_four_turns(kind, turn):
    table = at_the_edge()
    table.track(2, "straight")
    with table.refuses("dice.no_such_tile"):
        table.tile(kind, turn)


def test_a_tile_is_chosen_only_when_the_line_leads_off_its_own():
    table = Table(front="straight straight")
    with table.refuses("dice.no_tile_now"):
        table.tile("lake")
    table = at_the_edge()
    table.track(2, "straight")
    with table.refuses("dice.locked_tile"):
        table.track(2, "straight")
