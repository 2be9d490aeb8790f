"""Placing town cards: where, how turned, and how the frame floats."""

import pytest

from games.hill.moves import Place
from games.hill.town import CROSSING, SPACES, Frame, frame_of, open_spaces
from tests.games.hill.table import Table


def picked(*cards: str, upright: bool = False) -> Table:
    """Seat 0 has acquired card 5 and may place it."""
    table = Table(upright=upright).market(cards=(5, 6, 7, 8)).town(*cards)
    table.acquire("a")
    return table


@pytest.mark.rule("H22")
def test_the_first_card_is_the_middle_of_the_naming() -> None:
    table = picked()
    assert table.spaces() == {"D4"}
    table.place(5, "D4")
    assert open_spaces(table.tableau().cards) == sorted(
        ["C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"]
    )


@pytest.mark.rule("H23")
def test_a_card_touches_another_at_an_edge_or_a_corner() -> None:
    table = picked("D4 1")
    with table.refuses("hill.no_such_space"):
        table.place(5, "F4")
    table.place(5, "E5")  # a corner is enough
    assert picked("D4 1").spaces() == {"C3", "D3", "E3", "C4", "E4", "C5", "D5", "E5"}


@pytest.mark.rule("H24")
def test_no_fifth_column_or_row_is_opened() -> None:
    table = picked("D4 1", "E4 2", "F4 3")
    assert "G4" in table.spaces() and "C4" in table.spaces()  # on either side
    table.town("G4 4")
    assert not {"H4", "C4", "C3", "C5"} & table.spaces()
    with table.refuses("hill.no_such_space"):
        table.place(5, "C4")
    assert {"D3", "G5"} <= table.spaces()
    tall = picked("D4 1", "D5 2", "D6 3", "D7 4")
    assert not {"D3", "C3", "E3"} & tall.spaces()
    assert {"C4", "E7"} <= tall.spaces()


@pytest.mark.rule("H24")
def test_every_town_ends_as_a_filled_square() -> None:
    for pick in (0, -1):
        cards = {"D4"}
        for _ in range(15):
            cards.add(open_spaces(cards)[pick])
        assert len(cards) == 16 and frame_of(cards).fixed
        assert not open_spaces(cards)


@pytest.mark.rule("H25")
def test_one_card_a_space() -> None:
    table = picked("D4 1", "E4 2")
    with table.refuses("hill.space_taken"):
        table.place(5, "E4")
    with table.refuses("hill.not_in_hand"):
        table.place(6, "E5")


@pytest.mark.rule("H26")
def test_a_card_lies_in_any_of_four_rotations() -> None:
    table = picked("D4 1")
    turned = {m.rotation for m in table.legal(Place) if m.space == "E4"}  # type: ignore[attr-defined]
    assert turned == {0, 1, 2, 3}
    with table.refuses("hill.no_such_rotation"):
        table.place(5, "E4", 4)
    table.place(5, "E4", 3)
    assert table.tableau().cards["E4"].rotation == 3


@pytest.mark.rule("H26")
def test_the_values_stay_with_their_colours() -> None:
    for rotation in range(4):
        table = Table().town("D4 1", f"E4 2 {rotation}").runs("red", "D4 E4")
        assert table.score().lines[0] == 2 + 6


@pytest.mark.rule("H27")
def test_roads_need_not_meet() -> None:
    table = picked("D4 7")  # roads N, W, NW: none to the east
    assert "E4" in table.spaces()
    table.place(5, "E4", 1)


@pytest.mark.rule("H76")
def test_upright_cards_are_not_rotated() -> None:
    table = picked("D4 1", upright=True)
    assert {m.rotation for m in table.legal(Place)} == {0}  # type: ignore[attr-defined]
    with table.refuses("hill.upright"):
        table.place(5, "E4", 1)
    table.place(5, "E4", 0)


def test_names_do_not_shift_while_the_frame_floats() -> None:
    assert SPACES[0] == "A1" and SPACES[-1] == "G7" and len(SPACES) == 49
    table = picked("D4 1", "C3 2")
    table.place(5, "B2")
    assert list(table.tableau().cards) == ["D4", "C3", "B2"]
    assert frame_of(table.tableau().cards) == Frame(1, 1, 3, 3)


def test_diagonals_cross_and_straight_spots_do_not() -> None:
    assert CROSSING["D4-E5"] == "D5-E4" and CROSSING["D5-E4"] == "D4-E5"
    assert CROSSING["D4-D5"] == "" and CROSSING["D4-E4"] == ""
