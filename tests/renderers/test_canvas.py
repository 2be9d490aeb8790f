"""The canvas: what is kept looks like what is drawn anew, and where it is put it stays."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import canvas, encode, fonts, ride_shapes, shapes
from renderers.canvas import Canvas, PlainCanvas
from renderers.pen import Pen
from renderers.ride_theme import LAND
from renderers.theme import CHANGED, INK, LINES, SEATS, STRIP, WHITE, colours

SIZE = 400, 200


def land(pen: Pen) -> None:
    pen.box(0, 0, *SIZE, LAND)


def stretch_of_line(paper: Canvas) -> None:
    """A bit of everything that a game draws."""
    paper.stamp(40, 60, ride_shapes.stretch, 120, 30, 24, CHANGED)
    paper.stamp(40, 60, ride_shapes.stretch, 120, 30, 6.5, LINES["red"].colour)
    paper.stamp(160, 90, ride_shapes.locomotive, "red", 29)
    paper.stamp(250, 60, ride_shapes.target_ground)
    paper.stamp(250, 60, shapes.target, "12", 15)
    paper.stamp(330, 60, shapes.seat, 2, 20, SEATS[2])
    paper.stamp(20, 130, shapes.bar, 300, 50, STRIP, 9)
    paper.write(40, 155, "Lena’s turn", 30, WHITE)


def image_of(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGB")


def palette() -> Image.Image:
    paper = Canvas(SIZE, land)
    stretch_of_line(paper)
    return encode.palette(paper.image, colours())


def test_drawn_the_long_way_round_it_is_the_same_picture() -> None:
    paper = canvas.new(SIZE, land)
    stretch_of_line(paper)
    with canvas.uncached():
        plain = canvas.new(SIZE, land)
        stretch_of_line(plain)
    quick, slow = image_of(paper.png(palette())), image_of(plain.png(palette()))
    assert quick.size == slow.size == SIZE
    assert max(ImageStat.Stat(ImageChops.difference(quick, slow)).mean) < 3
    empty = Canvas(SIZE, land).image
    assert max(ImageStat.Stat(ImageChops.difference(quick, empty)).mean) > 12


def test_only_within_the_long_way_round_nothing_is_kept() -> None:
    with canvas.uncached():
        before = canvas.sprite.cache_info().currsize, fonts.mask.cache_info().currsize
        plain = canvas.new(SIZE, land)
        plain.stamp(50, 50, shapes.tag, "only here", 31, INK, WHITE)
        plain.write(50, 150, "only here", 31, INK)
        assert (canvas.sprite.cache_info().currsize, fonts.mask.cache_info().currsize) == before
        assert isinstance(plain, PlainCanvas)
    assert not isinstance(canvas.new(SIZE, land), PlainCanvas)


def test_the_long_way_round_ends_also_when_drawing_fails() -> None:
    with pytest.raises(ZeroDivisionError), canvas.uncached():
        raise ZeroDivisionError
    assert not isinstance(canvas.new(SIZE, land), PlainCanvas)


def test_the_base_is_not_drawn_upon() -> None:
    """The next picture begins with a clean one."""
    paper = canvas.new(SIZE, land)
    before = paper.image.tobytes()
    stretch_of_line(paper)
    assert paper.image.tobytes() != before
    assert canvas.new(SIZE, land).image.tobytes() == before


def changed_part(paper: Canvas) -> tuple[int, int, int, int]:
    box = ImageChops.difference(paper.image, Canvas(SIZE, land).image).getbbox()
    assert box is not None
    return box


def test_a_shape_is_drawn_around_the_place_it_is_stamped_at() -> None:
    paper = canvas.new(SIZE, land)
    paper.stamp(200, 100, shapes.tick, 20)
    left, top, right, bottom = changed_part(paper)
    assert (left + right) / 2 == pytest.approx(200, abs=1)
    assert (top + bottom) / 2 == pytest.approx(100, abs=1)
    assert 39 <= right - left <= 42


def test_a_shape_may_reach_over_the_edge() -> None:
    paper = canvas.new(SIZE, land)
    paper.stamp(0, 0, shapes.tick, 20)
    paper.stamp(*SIZE, shapes.tick, 20)
    assert changed_part(paper) == (0, 0, *SIZE)


@pytest.mark.parametrize(("anchor", "left", "right"), [("l", 200, 0), ("m", 0, 0), ("r", 0, 200)])
def test_a_text_is_anchored_left_in_the_middle_or_right(anchor: str, left: int, right: int) -> None:
    paper = canvas.new(SIZE, land)
    paper.write(200, 100, "HHHH", 30, INK, anchor=anchor)
    x0, top, x1, bottom = changed_part(paper)
    if left:
        assert x0 == pytest.approx(left, abs=4)
    elif right:
        assert x1 == pytest.approx(right, abs=4)
    else:
        assert (x0 + x1) / 2 == pytest.approx(200, abs=2)
    assert (top + bottom) / 2 == pytest.approx(100, abs=1)


def test_a_text_stands_on_the_same_line_with_and_without_descenders() -> None:
    tops = []
    for word in ("HE", "Hg"):
        paper = canvas.new(SIZE, land)
        paper.write(200, 100, word, 30, INK)
        tops.append(changed_part(paper)[1])
    assert tops[0] == tops[1]


def test_a_sprite_is_drawn_once() -> None:
    canvas.sprite(shapes.star, (33, WHITE))
    before = canvas.sprite.cache_info()
    canvas.sprite(shapes.star, (33, WHITE))
    after = canvas.sprite.cache_info()
    assert (after.hits, after.misses) == (before.hits + 1, before.misses)


@pytest.mark.parametrize("place", [(200, 100), (0, 0), (390, 190)])
def test_a_sprite_in_parts_looks_like_a_whole_one(
    place: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where it is partly outside of the picture."""

    def card(pen: Pen) -> None:
        pen.box(-80, -50, 80, 50, INK, 14)
        pen.box(-70, -40, 70, 40, WHITE, 9)

    def stamped() -> tuple[int, Image.Image]:
        canvas.sprite.cache_clear()
        paper = Canvas(SIZE, land)
        paper.stamp(*place, card)
        return len(canvas.sprite(card, ())), paper.image

    parts, cut = stamped()
    monkeypatch.setattr(canvas, "_WORTH_CUTTING", 1 << 30)
    one, whole = stamped()
    assert (parts, one) == (5, 1)
    assert cut.tobytes() == whole.tobytes()


def test_dashes_leave_gaps() -> None:
    def line(pen: Pen, dashed: bool) -> None:
        ends = [(0, 0), (300, 0)]
        if dashed:
            pen.dashes(ends, INK, 4, 10, 20)
        else:
            pen.line(ends, INK, 4)

    whole, dashed = (sum(canvas.sprite(line, (kind,))[0].mask.tobytes()) for kind in (False, True))
    assert 0.3 * whole < dashed < 0.6 * whole
