"""Lakes and mountains: what they oblige to, and what they cost."""

import pytest

from games.dice.land import Land
from games.dice.moves import Done, Income, Roll, Station, Track
from games.dice.state import Tile
from tests.games.dice.table import Table


def at_the_lake(front, behind=0):
    """End 2 lies on D2 of a lake tile and leads east; a right curve would lead onto the water."""
    return Table(front=front, behind=behind).away("lake").turn_end(2, "C2", "E")


@pytest.mark.rule("D20")
def test_a_piece_onto_the_water_needs_dice_for_the_whole_bridge():
    # On D2 a curve leads south onto D3; the shortest bridge is a curve and a straight.
    table = at_the_lake("curve curve", behind=2)
    with table.refuses("dice.cant_cross"):
        table.track(2, "right")
    table = at_the_lake("curve curve straight", behind=1)
    with table.refuses("dice.cant_cross"):
        table.track(2, "right")
    table = at_the_lake("curve curve straight", behind=2)
    table.track(2, "right")
    assert table.end(2) == ("D2", "S")


@pytest.mark.rule("D20")
def test_once_begun_the_bridge_goes_before_everything_else():
    table = at_the_lake("curve curve straight straight share ?", behind=3)
    table.track(2, "right")
    for refused in (Income(), Roll(1, 0), Done(), Track(1, "straight", 0)):
        with table.refuses("dice.locked_lake"):
            table.play(refused)
    table.track(2, "left")
    assert table.end(2) == ("D3", "E")
    assert {type(move) for move in table.legal()} == {Track}
    table.track(2, "straight")
    assert table.end(2) == ("E3", "E")  # the shore is ahead: F3
    assert Done() in table.legal()


@pytest.mark.rule("D20")
def test_a_piece_that_would_leave_one_on_the_water_is_refused():
    table = at_the_lake("curve curve straight", behind=2)
    table.track(2, "right")
    # A straight over D3 leads on to D4, and there is only a curve left, back to the west or east.
    with table.refuses("dice.cant_cross"):
        table.track(2, "straight")
    assert table.offered(2) == {"left", "right"}


@pytest.mark.rule("D20")
def test_the_last_piece_on_the_water_points_to_a_free_space():
    table = at_the_lake("curve curve straight", behind=2).fill(2, "F3", "B3")
    with table.refuses("dice.cant_cross"):
        table.track(2, "right")


@pytest.mark.rule("D20")
def test_where_no_shore_can_be_reached_it_says_so():
    table = at_the_lake("? ? ? ? ? ? ? ? ?", behind=2)
    table.fill(2, "B3", "F3", "A4", "G4", "B5", "F5", "C6", "D6", "E6", "E2", "C2")
    with table.refuses("dice.no_shore"):
        table.track(2, "right")


def in_the_mountains(front, behind=0):
    """End 2 lies on A4 of three-sided mountains and leads east, to more of them."""
    return Table(front=front, behind=behind).away("mountain3")


@pytest.mark.rule("D28")
def test_the_first_piece_on_a_range_costs_a_die_from_behind_or_a_question_mark():
    table = in_the_mountains("straight ?", behind=1)
    bank = table.bank
    assert {m.pay for m in table.legal(Track) if m.end == 2 and m.piece == "straight"} == {0, 1}
    table.track(2, "straight")
    assert (table.front(), table.state.behind[0], table.bank) == ({"?": 1}, 0, bank + 1)
    table = in_the_mountains("straight ?", behind=1)
    table.track(2, "straight", pay=1)
    assert (table.front(), table.state.behind[0]) == ({}, 1)


@pytest.mark.rule("D28")
def test_who_can_not_pay_does_not_lay():
    table = in_the_mountains("straight curve share")
    with table.refuses("dice.cant_pay"):
        table.track(2, "straight")
    assert table.offered(2) == set()


@pytest.mark.rule("D28")
def test_the_one_question_mark_that_is_laid_does_not_pay_too():
    table = in_the_mountains("?")
    with table.refuses("dice.cant_pay"):
        table.track(2, "straight")


@pytest.mark.rule("D28")
def test_the_same_range_is_free_for_the_rest_of_the_turn():
    table = in_the_mountains("straight straight curve curve curve", behind=1)
    table.track(2, "straight")
    table.track(2, "right")
    assert table.end(2) == ("C4", "S")
    table.track(2, "straight")  # C5, a mountain still
    assert table.state.behind[0] == 0


@pytest.mark.rule("D28")
def test_also_after_leaving_it():
    # On mountains that are two-sided, B5 is a mountain and B4 is grass.
    table = Table(front="straight straight straight curve curve curve", behind=1)
    table.away("mountain2").turn_end(2, "C5", "W")
    table.track(2, "right", "right")  # B5, a mountain; B4, grass
    assert table.state.behind[0] == 0
    assert table.end(2) == ("B4", "E")
    table.track(2, "straight")  # C4, a mountain of the same range
    assert table.end(2) == ("C4", "E")


@pytest.mark.rule("D28")
def test_the_next_turn_pays_again():
    table = in_the_mountains(["straight", "straight"], behind=[1, 1])
    table.track(2, "straight")
    table.done()
    table.track(2, "straight")
    assert table.state.behind == [0, 0, 0]


@pytest.mark.rule("D28")
def test_another_range_is_paid_for_apart():
    table = Table(front="straight straight", behind=2).away("mountain3")
    table.state.tiles[1] = Tile(-1, 0, "mountain3", 0)
    table.turn_end(1, "F5", "W")
    table.track(2, "straight")
    table.track(1, "straight")
    assert table.state.behind[0] == 0


@pytest.mark.rule("D28")
def test_a_tile_that_joins_two_ranges_makes_them_one():
    table = Table(front="straight straight", behind=1).away("mountain3")
    # The start tile between the two ranges is exchanged for one that joins them.
    table.state.tiles[0] = Tile(0, 0, "mountain3", 0)
    table.state.tiles[1] = Tile(-1, 0, "mountain3", 0)
    table.turn_end(1, "F5", "W")
    table.track(2, "straight")
    table.track(1, "straight")
    assert table.state.behind[0] == 0


@pytest.mark.rule("D28")
def test_ranges_that_touch_at_a_corner_are_two():
    # Mountains in the north and east of the first, in the south and west of the one beyond.
    here = Land((Tile(0, 0, "mountain2", 0), Tile(1, -1, "mountain2", 2)))
    assert here.in_range((6, 3), [(3, 0)])
    assert not here.in_range((6, 3), [(10, -1)])


@pytest.mark.rule("D29")
@pytest.mark.parametrize("pay", [0, 1, 2])
def test_a_bridge_costs_two_dice_from_behind_or_question_marks_as_one_likes(pay):
    table = at_the_lake("curve curve straight ? ?", behind=2)
    table.track(2, "right")
    bank = table.bank
    table.track(2, "left", pay=pay)
    assert table.state.behind[0] == pay
    assert table.front().get("?", 0) == 2 - pay
    assert table.bank == bank + 2


@pytest.mark.rule("D29")
@pytest.mark.parametrize("pay", [-1, 3])
def test_two_and_no_more(pay):
    table = at_the_lake("curve curve straight ? ? ?", behind=3)
    table.track(2, "right")
    with table.refuses("dice.wrong_pay"):
        table.track(2, "left", pay=pay)


@pytest.mark.rule("D29")
def test_whatever_its_length():
    table = Table(front="straight " * 5, behind=2).away("lake")
    table.track(2, *["straight"] * 5)
    assert table.end(2) == ("F4", "E")
    assert table.state.behind[0] == 0


@pytest.mark.rule("D29")
def test_a_second_bridge_over_the_same_lake_pays_again():
    table = Table(front="curve " * 6 + "straight", behind=4).away("lake")
    table.track(2, "left")  # B4 and on to B3
    assert table.state.behind[0] == 2
    table.track(2, "right")  # B3, back onto the lake at C3
    table.track(2, "left")  # C3 and on to C2
    assert table.state.behind[0] == 0
    assert table.end(2) == ("C3", "N")


def test_no_station_stands_on_the_water():
    table = Table(front="? ? ?", behind=9).away("lake").direct(0, "insel")
    assert not table.legal(Station)
    with table.refuses("dice.locked_lake"):
        table.station(2, "insel", "lake 3")
