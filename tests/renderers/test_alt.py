"""The words for who can't see the picture."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.ride import RIDE
from renderers import alt, draw
from tests.renderers.positions import NAMES, choosing, shown, turn_of_phase, turns

LONG = ("Wolfeschlegelsteinha", "Maximiliane Müllerin", "Конституция Железная", "M" * 20, "W" * 20)


@pytest.mark.parametrize("turn", [1, 5, 22, 30, 50])
def test_it_begins_with_whose_turn_it_is_what_changed_and_the_standing(turn: int) -> None:
    scene = shown(3, turn)
    words = draw("ride", scene)[0].alt
    standing = ", ".join(f"{NAMES[s]} ${scene.view.money[s]}" for s in scene.view.order)
    parts = [scene.headline, f"{NAMES[min(scene.acting)]}’s turn", scene.caption, standing]
    places = [words.find(part) for part in parts]
    assert -1 not in places
    assert places == sorted(places)


def test_it_tells_of_all_turns_that_are_marked() -> None:
    first = turn_of_phase(4, 3, "build", 0)
    words = draw("ride", shown(4, first + 2, marked=2))[0].alt
    assert sum(f"{name} built" in words or f"{name} started" in words for name in NAMES) == 2


def test_at_the_end_it_says_who_won_and_ranks_the_players() -> None:
    scene = shown(5, turns(5))
    assert scene.result
    best = sorted(range(5), key=lambda seat: -scene.view.money[seat])
    words = draw("ride", scene)[0].alt
    assert f"{NAMES[best[0]]} wins." in words
    assert ", ".join(f"{NAMES[s]} ${scene.view.money[s]}" for s in best) in words


def test_of_a_choice_it_says_what_is_to_be_chosen() -> None:
    words = draw("ride", choosing(3, 40, "build", "purple"))[0].alt
    assert "Your turn. Up to 8 locomotives." in words


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("names", [NAMES, LONG], ids=["short names", "long names"])
def test_it_is_never_empty_and_never_too_long(seats: int, names: tuple[str, ...]) -> None:
    for turn in range(0, turns(seats) + 1, 9):
        for marked in (1, 15):
            scene = shown(seats, turn, marked=marked, names=names)
            words = alt.describe(RIDE, scene, "standing")
            assert 1 <= len(words) <= 1024
            assert words.endswith((".", "…"))
            assert "standing." in words


def test_a_caption_without_end_leaves_room_for_the_standing() -> None:
    scene = replace(shown(3, 22), caption="Lena built 8 for Red. " * 200)
    words = alt.describe(RIDE, scene, "Lena $43, Jonas $61")
    assert "Lena $43, Jonas $61." in words
    assert len(words) <= 1024


def test_a_text_is_cut_after_a_sentence() -> None:
    text = "Lena built 8 for Red. Jonas built nothing. Mina rode to Miami."
    assert alt.cut(text, len(text)) == text
    assert alt.cut(text, len(text) - 1) == "Lena built 8 for Red. Jonas built nothing."
    assert alt.cut(text, 30) == "Lena built 8 for Red."


def test_a_first_sentence_that_is_too_long_is_cut_after_a_word() -> None:
    assert alt.cut("Lena built 8 for Red.", 12) == "Lena built…"
    assert len(alt.cut("x" * 2000, 1024)) <= 1024
