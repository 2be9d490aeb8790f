"""Type: texts fit the room they have, and are cut where a reader would cut them."""

from __future__ import annotations

import pytest

from renderers import fonts

TEXT = "Lena built 8 for Red, into Boston, Portland ME and Chicago. Lena earned $2 in Chicago."


def width(text: str, size: int = 20) -> float:
    return fonts.width(text, size, "bold")


def test_a_text_that_fits_is_left_alone() -> None:
    assert fonts.fit(TEXT, 20, "bold", width(TEXT)) == TEXT


@pytest.mark.parametrize("room", range(20, 700, 37))
def test_a_text_that_is_too_wide_is_cut_to_its_room(room: int) -> None:
    cut = fonts.fit(TEXT, 20, "bold", room)
    assert cut.endswith(fonts.ELLIPSIS)
    assert width(cut) <= room
    assert TEXT.startswith(cut.removesuffix(fonts.ELLIPSIS).rstrip())


def test_a_text_is_cut_after_a_word_and_a_word_where_it_must() -> None:
    assert (
        fonts.fit("Maximiliane Müllerin", 20, "bold", width("Maximiliane Mül…")) == "Maximiliane…"
    )
    assert fonts.fit("Wolfeschlegelsteinha", 20, "bold", width("Wolfesch…")) == "Wolfesch…"


def test_a_cut_after_a_sentence_does_not_look_like_one_long_ellipsis() -> None:
    cut = fonts.fit("Lena built 8. Jonas built 4.", 20, "bold", width("Lena built 8. Jon…"))
    assert cut == "Lena built 8. …"


def test_a_text_shrinks_before_it_is_cut() -> None:
    name = "Maximiliane"
    assert fonts.shrink(name, (40, 30, 20), "bold", width(name, 40)) == (name, 40)
    assert fonts.shrink(name, (40, 30, 20), "bold", width(name, 31)) == (name, 30)
    text, size = fonts.shrink(name, (40, 30, 20), "bold", width(name, 15))
    assert (text[-1], size) == (fonts.ELLIPSIS, 20)
    assert width(text) <= width(name, 15)


@pytest.mark.parametrize("lines", [1, 2, 3])
@pytest.mark.parametrize("room", [90, 200, 333, 512, 2000])
def test_a_text_is_set_in_lines_that_fit(lines: int, room: int) -> None:
    found = fonts.wrap(TEXT, 20, "bold", room, lines)
    assert len(found) <= lines
    assert all(width(line) <= room for line in found)
    joined = " ".join(found)
    assert joined == TEXT or joined.endswith(fonts.ELLIPSIS)


def test_a_long_word_does_not_stop_the_lines() -> None:
    found = fonts.wrap("M" * 80, 20, "bold", 200, 2)
    assert all(width(line) <= 200 for line in found)


def test_a_text_of_many_turns_is_cut_without_measuring_it_letter_by_letter() -> None:
    before = fonts.width.cache_info().misses
    fonts.fit("Lena built nothing at all this time. " * 150, 21, "bold", 1300)
    assert fonts.width.cache_info().misses - before < 50


def test_an_empty_text_can_be_drawn() -> None:
    assert fonts.mask("", 20, "bold").image.getbbox() is None
    assert fonts.wrap("", 20, "bold", 100, 2) == [""]


@pytest.mark.parametrize("weight", ["semibold", "bold", "black"])
def test_the_stencil_of_a_text_holds_all_of_it(weight: str) -> None:
    """Nothing of it is cut off at the edges of the stencil, descenders included."""
    kept = fonts.mask("Åjpqgy|Ç", 44, weight)
    wide = fonts.font(44, weight).getmask("Åjpqgy|Ç", mode="L")
    assert sum(wide) == pytest.approx(sum(kept.image.tobytes()), rel=0.01)
    assert kept.top < -fonts.cap_height(44, weight)
    assert kept.top + kept.image.height > 0
