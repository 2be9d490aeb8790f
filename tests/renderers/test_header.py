"""The head of a picture: one sees first whose turn it is, and what happened."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from games.core import Result
from renderers import fonts, header, ride_shapes, shapes
from renderers.header import HEIGHT, ground
from renderers.pen import Pen
from renderers.scene import Pending, Scene
from renderers.theme import CAPTION, CHANGED, PILL, SEATS, SOFT, STRIP, TARGET
from tests.renderers.positions import shown
from tests.renderers.sight import amount, on_a_phone
from tests.renderers.spy import Spy, Written

WIDTH = 1600
TITLE = "Ride the Rails"
LINKS = "(Red 5, Blue 1, Orange 1, Yellow 6)"
RODE = f"Ada rode Boise → Miami, 16 links {LINKS}: Ada +35, Jonas +23, Mina +19, Lena +16."


def base(pen: Pen) -> None:
    ground(pen, WIDTH)


def head(scene: Scene[Any]) -> Spy:
    paper = Spy((WIDTH, HEIGHT), base)
    header.draw(paper, scene, TITLE, ride_shapes.emblem)
    return paper


def a_scene(**changes: Any) -> Scene[Any]:
    return replace(shown(3, 22), **changes)


def caption_of(scene: Scene[Any]) -> list[Written]:
    """The lines of the caption."""
    return [written for written in head(scene).written if written.y > 96]


def test_the_head_names_the_game_the_phase_and_the_turn() -> None:
    paper = head(a_scene())
    for text in (TITLE, "Round 3 of 6: build", "Jonas’s turn"):
        assert paper.find(text)


@pytest.mark.parametrize("seat", range(5))
def test_whose_turn_it_is_is_seen_first_also_on_a_phone(seat: int) -> None:
    """The pill is the largest text, and in the colour and with the shape of the seat."""
    words: dict[str, Any] = {"pill": "Somebody’s turn", "pill_seat": seat, "caption": "Set up."}
    scene = a_scene(**words, caption_seat=None, tag=None)
    paper = head(scene)
    assert paper.find("Somebody’s turn").size == PILL == max(w.size for w in paper.written)
    assert (seat, 20) in [args[:2] for args in paper.drawn(shapes.seat)]
    assert amount(on_a_phone(paper.image), SEATS[seat]) > 500


@pytest.mark.parametrize(
    "name", ["Jo", "Wolfeschlegelsteinha", "M" * 20, "Конституция Железная", "M" * 32, "W" * 60]
)
@pytest.mark.parametrize("me", [None, 0])
def test_the_pill_of_a_long_name_stays_in_the_picture(name: str, me: int | None) -> None:
    scene = shown(3, 22, seat=me)
    paper = head(replace(scene, pill=f"{name}’s turn"))
    pill = max(paper.written, key=lambda written: written.right)
    assert pill.right <= WIDTH - 24
    others = [written for written in paper.written if written.y < 90 and written != pill]
    assert pill.left - 76 >= max(written.right for written in others)
    if len(name) <= 20:
        assert pill.text == f"{name}’s turn"
    else:
        assert pill.text.startswith(name[:10])


def test_without_anybody_to_act_the_pill_is_grey() -> None:
    paper = head(a_scene(pill="The end", pill_seat=None, caption_seat=None, tag=None))
    assert [args[2] for args in paper.drawn(shapes.pill)] == [SOFT]
    assert not paper.drawn(shapes.seat)


def test_who_has_won_gets_a_star() -> None:
    won = a_scene(pill="Lena wins", pill_seat=2, result=Result((1, 2, 3), (2,)))
    assert head(won).drawn(shapes.star)
    assert not head(a_scene()).drawn(shapes.star)


def test_what_happened_last_is_tagged_in_pink_with_the_shape_of_who_did_it() -> None:
    paper = head(a_scene())
    assert [(args[0], args[2]) for args in paper.drawn(shapes.tag)] == [("LAST TURN", CHANGED)]
    assert (2, 15, SEATS[2]) in paper.drawn(shapes.seat)


def test_a_choice_is_tagged_in_mint() -> None:
    pending = Pending("build", {}, "railroad", ("red", "blue"))
    paper = head(replace(shown(3, 22, seat=1), pending=pending, tag="choose"))
    assert [(args[0], args[2]) for args in paper.drawn(shapes.tag)] == [("CHOOSE", TARGET)]


def test_what_is_still_to_be_done_is_not_tagged_as_done() -> None:
    scene = a_scene(caption="Jonas is next: build.", caption_seat=1, tag=None)
    paper = head(scene)
    assert not paper.drawn(shapes.tag)
    assert (1, 15, SEATS[1]) in paper.drawn(shapes.seat)


def test_before_the_first_turn_nothing_is_tagged() -> None:
    paper = head(shown(3, 0))
    assert not paper.drawn(shapes.tag)
    assert [written.text for written in paper.written if written.y > 96] == ["The table is set."]


def test_only_a_private_picture_says_that_it_is() -> None:
    mine, public = head(shown(3, 22, seat=1)), head(shown(3, 22))
    assert mine.find("ONLY YOU SEE THIS").fill == TARGET
    assert mine.drawn(shapes.lock)
    assert not public.drawn(shapes.lock)
    assert "ONLY YOU SEE THIS" not in [written.text for written in public.written]


def test_a_short_caption_is_as_large_as_can_be() -> None:
    (line,) = caption_of(a_scene(caption="Lena built nothing."))
    assert (line.text, line.size) == ("Lena built nothing.", CAPTION)


def test_what_is_in_brackets_is_left_out_for_a_caption_in_one_large_line() -> None:
    (line,) = caption_of(a_scene(caption=RODE))
    assert LINKS not in line.text
    assert "16 links: Ada +35" in line.text
    assert line.size >= 31


def test_a_long_caption_is_set_in_two_lines_between_its_parts() -> None:
    both = f"{RODE} Jonas rode Chicago → Miami, 8 links (Red 8): Jonas +18."
    lines = caption_of(a_scene(caption=both))
    assert [line.text for line in lines] == [RODE, both.removeprefix(f"{RODE} ")]


@pytest.mark.parametrize("length", [3, 6, 8, 9, 10, 12, 40])
def test_no_caption_leaves_the_picture(length: int) -> None:
    text = " ".join(["Maximiliane built 4 for Purple, into Boise."] * length)
    lines = caption_of(a_scene(caption=text))
    assert 1 <= len(lines) <= 2
    assert all(line.right <= WIDTH - 24 for line in lines)
    assert all(line.size >= 25 for line in lines)
    assert all(line.y - line.size / 3 > 96 and line.y + line.size / 3 < HEIGHT for line in lines)
    assert " ".join(line.text for line in lines) == text or lines[-1].text.endswith(fonts.ELLIPSIS)


def test_the_ground_is_dark_whatever_discords_own_is() -> None:
    image = head(a_scene()).image
    assert image.getpixel((2, 2)) == STRIP
