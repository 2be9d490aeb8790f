"""The score sheet: best first, every source of points, and who has won."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from games.core import Result, Seat
from renderers import draw, ride_chart, ride_shapes, shapes, sheet
from renderers.scene import Scene
from renderers.theme import SEATS
from tests.renderers.positions import NAMES, shown, turns
from tests.renderers.sight import amount, on_a_phone, picture
from tests.renderers.spy import Spy

LONG = ("Wolfeschlegelsteinha", "Maximiliane Müllerin", "Конституция Железная", "M" * 20, "W" * 32)


def over(seats: int, *winners: Seat, names: tuple[str, ...] = NAMES) -> Scene[Any]:
    """The end of a game; these winners share it, if there are any."""
    scene = shown(seats, turns(seats), names=names)
    assert scene.result
    if winners:
        best = max(scene.result.scores)
        scores = tuple(best if s in winners else best - 9 - s for s in range(seats))
        pill = scene.words.say("picture.shared", seat=list(winners))
        result = Result(scores, tuple(winners), scene.result.sheet)
        scene = replace(scene, result=result, pill=pill, pill_seat=winners[0])
    return scene


def drawn(scene: Scene[Any], papers: list[Spy]) -> Spy:
    sheet.picture(scene, "Ride the Rails", ride_shapes.emblem, ride_chart.palette())
    return papers[-1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_players_stand_side_by_side_best_first(seats: int, papers: list[Spy]) -> None:
    scene = over(seats)
    assert scene.result
    paper = drawn(scene, papers)
    totals = sorted((w for w in paper.written if w.size == 56), key=lambda w: w.left)
    assert [int(w.text) for w in totals] == sorted(scene.result.scores, reverse=True)
    for total in totals:
        seat = scene.result.scores.index(int(total.text))
        name = paper.find(NAMES[seat])
        assert (name.left + name.right) / 2 == pytest.approx((total.left + total.right) / 2, abs=1)


def test_every_source_of_points_has_its_row(papers: list[Spy]) -> None:
    scene = over(4)
    assert scene.result
    paper = drawn(scene, papers)
    for key, figures in scene.result.sheet:
        row = paper.find(scene.words.say(key))
        found = [w.text for w in paper.written if w.y == row.y and w != row]
        assert sorted(found) == sorted(map(str, figures))


def test_the_rows_add_up_to_the_totals() -> None:
    for seats in (3, 4, 5):
        result = over(seats).result
        assert result
        sums = [sum(figures[seat] for _, figures in result.sheet) for seat in range(seats)]
        assert sums == list(result.scores)


@pytest.mark.parametrize("winners", [(1,), (0, 2), (0, 1, 2, 3)])
def test_each_winner_stands_on_their_colour_under_a_star(
    winners: tuple[Seat, ...], papers: list[Spy]
) -> None:
    paper = drawn(over(4, *winners), papers)
    small = on_a_phone(paper.image)
    for seat in range(4):
        assert (amount(small, SEATS[seat]) > 3000) == (seat in winners)
    stars = [args for args in paper.drawn(shapes.star) if args[0] == 20]
    assert len(stars) == len(winners)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_long_names_keep_to_their_columns(seats: int, papers: list[Spy]) -> None:
    paper = drawn(over(seats, names=LONG), papers)
    names = sorted((w for w in paper.written if 240 < w.y < 260), key=lambda w: w.left)
    assert len(names) == seats
    assert names[-1].right <= 1600 - 24
    assert all(a.right < b.left for a, b in pairwise(names))
    if seats < 5:
        assert "Maximiliane Müllerin" in [w.text for w in names]


def test_its_words_hold_all_the_figures() -> None:
    scene = over(5)
    assert scene.result
    words = draw("ride", scene)[1].alt
    assert words.startswith(f"Score sheet. {scene.pill}.")
    for seat, score in enumerate(scene.result.scores):
        assert f"{NAMES[seat]}: Total {score} (" in words
    for key, _ in scene.result.sheet:
        assert words.count(scene.words.say(key)) == 5


def test_its_words_have_a_limit() -> None:
    names = tuple(f"{name} {'x' * 150}" for name in NAMES)
    words = draw("ride", over(5, names=names))[1].alt
    assert 1 <= len(words) <= 1024


def test_it_comes_with_the_last_board_and_only_then() -> None:
    board, score = draw("ride", over(3))
    assert (board.name, score.name) == ("ride.png", "score.png")
    assert picture(score.png).width <= 1600
    assert len(score.png) <= 200_000
    assert [p.name for p in draw("ride", shown(3, turns(3) - 1))] == ["ride.png"]
