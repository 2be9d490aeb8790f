"""Names in pictures: fancy ones are made plain, and there is always one that can be drawn."""

from __future__ import annotations

import pytest

from games.phrasebook import Phrasebook
from renderers import fonts
from renderers.names import drawable

WORDS = Phrasebook()


@pytest.mark.parametrize(
    ("display", "drawn"),
    [
        ("Mina", "Mina"),
        ("Jürgen Şahin", "Jürgen Şahin"),
        ("Иван Петров", "Иван Петров"),
        ("Ελένη", "Ελένη"),
        ("Nguyễn Thị", "Nguyễn Thị"),
        ("t_okafor-2", "t_okafor-2"),
        ("Rail+Road £5", "Rail+Road £5"),
    ],
)
def test_a_name_that_the_font_has_is_drawn_as_it_is(display: str, drawn: str) -> None:
    assert drawable(display, "user", 0, WORDS) == drawn


@pytest.mark.parametrize(
    ("display", "drawn"),
    [
        ("𝕸𝖎𝖓𝖆", "Mina"),
        ("Ｍｉｎａ", "Mina"),
        ("🚂 Mina 🚂", "Mina"),
        ("Mina\u200d\u200b", "Mina"),
        ("  Mina \t of   Erfurt ", "Mina of Erfurt"),
        ("Zoe\u0308", "Zoë"),
        ("M\u0336i\u0336n\u0336a\u0336", "Mina"),
        ("Mina\nLAST TURN", "MinaLAST TURN"),
    ],
)
def test_fancy_letters_are_made_plain_and_emoji_dropped(display: str, drawn: str) -> None:
    assert drawable(display, "user", 0, WORDS) == drawn


@pytest.mark.parametrize("display", ["🚂🚂🚂", "田中さん", "محمد", "...", "___", "   ", "", "ᚠᚢᚦ"])
def test_a_name_that_can_not_be_drawn_gives_way_to_the_username(display: str) -> None:
    assert drawable(display, "mina.k", 1, WORDS) == "mina.k"


@pytest.mark.parametrize("username", ["", "🚂", "田中"])
def test_without_either_it_is_the_number_of_the_seat(username: str) -> None:
    assert drawable("🚂🚂", username, 1, WORDS) == WORDS.say("player", number=2)


def test_a_name_is_never_drawn_in_part() -> None:
    """ "田中 Ken" without its first half would be somebody else."""
    assert drawable("田中 Ken", "ken_t", 0, WORDS) == "ken_t"


@pytest.mark.parametrize("display", ["Mina", "Иван", "𝕸𝖎𝖓𝖆", "🚂", "田中"])
def test_what_comes_out_leaves_ink_on_the_paper(display: str) -> None:
    name = drawable(display, "", 4, WORDS)
    assert fonts.mask(name, 27, "black").image.getbbox() is not None
