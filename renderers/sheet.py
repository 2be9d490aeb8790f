"""The score sheet of a table that is over, for any game."""

from __future__ import annotations

from typing import Any

from PIL import Image

from games.core import Result, Seat
from renderers import alt, fonts, header, shapes
from renderers import canvas as canvases
from renderers.canvas import Canvas, Recipe
from renderers.pen import Pen
from renderers.scene import Picture, Scene
from renderers.theme import BAND, GOLD, INK, NAME, PANEL, SCORE, SEATS, SOFT, STEEL, TABLE, WHITE

_WIDTH = 1600
_MARGIN = 24
_TOP = header.HEIGHT + 24
_HEAD, _ROW, _TOTAL = 104, 62, 108
_LABELS = 420


def picture(scene: Scene[Any], title: str, emblem: Recipe, palette: Image.Image) -> Picture:
    """A column for each player, best first, a row for each source of points, and the totals."""
    result = scene.result
    assert result
    height = _TOP + _HEAD + len(result.sheet) * _ROW + _TOTAL + _MARGIN
    paper = canvases.new((_WIDTH, height), _ground, height, len(result.sheet))
    columns = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
    step = (_WIDTH - 2 * _MARGIN - _LABELS) / len(columns)
    _labels(paper, scene, result)
    for number, seat in enumerate(columns):
        left = round(_MARGIN + _LABELS + number * step)
        _column(paper, scene, result, seat, left, round(step))
    header.draw(paper, scene, title, emblem)
    return Picture("score.png", paper.png(palette), _words(scene, result, columns))


def _ground(pen: Pen, height: int, rows: int) -> None:
    pen.box(0, 0, _WIDTH, height, TABLE)
    header.ground(pen, _WIDTH)
    pen.box(_MARGIN, _TOP, _WIDTH - _MARGIN, height - _MARGIN, PANEL, 16)
    for row in range(0, rows, 2):
        top = _TOP + _HEAD + row * _ROW
        pen.box(_MARGIN, top, _WIDTH - _MARGIN, top + _ROW, TABLE)
    top = _TOP + _HEAD + rows * _ROW
    pen.box(_MARGIN, top, _WIDTH - _MARGIN, height - _MARGIN, BAND, 16)
    pen.box(_MARGIN, top, _WIDTH - _MARGIN, top + 20, BAND)
    pen.box(_MARGIN, top, _WIDTH - _MARGIN, top + 3, STEEL)


def _labels(paper: Canvas, scene: Scene[Any], result: Result) -> None:
    x = _MARGIN + 28
    paper.write(x, _TOP + _HEAD // 2, scene.words.say("picture.score"), NAME, SOFT, "bold")
    for row, (key, _) in enumerate(result.sheet):
        text = fonts.fit(scene.words.say(key), NAME, "semibold", _LABELS - 44)
        paper.write(x, _TOP + _HEAD + row * _ROW + _ROW // 2, text, NAME, WHITE, "semibold")
    middle = _TOP + _HEAD + len(result.sheet) * _ROW + _TOTAL // 2
    paper.write(x, middle, scene.words.say("picture.total"), 40, WHITE)


def _column(
    paper: Canvas, scene: Scene[Any], result: Result, seat: Seat, left: int, width: int
) -> None:
    """A player; who has won stands on the seat's colour, under a star."""
    won, middle = seat in result.winners, left + width // 2
    ink = INK if won else WHITE
    bottom = _TOP + _HEAD + len(result.sheet) * _ROW + _TOTAL
    if won:
        height = bottom - _TOP - 16
        paper.stamp(left + 6, _TOP + 8, shapes.bar, width - 12, height, SEATS[seat], 12)
        paper.stamp(left + width - 32, _TOP + 34, shapes.star, 20, GOLD)
    paper.stamp(middle, _TOP + 34, shapes.seat, seat, 17, WHITE if won else SEATS[seat])
    room = width - 28
    name, size = fonts.shrink(scene.words.seat(seat), (NAME, 26, 23, 20), "black", room)
    paper.write(middle, _TOP + 78, name, size, ink, anchor="m")
    for row, (_, figures) in enumerate(result.sheet):
        y = _TOP + _HEAD + row * _ROW + _ROW // 2
        paper.write(middle, y, str(figures[seat]), 34, ink, "bold", "m")
    y = _TOP + _HEAD + len(result.sheet) * _ROW + _TOTAL // 2
    paper.write(middle, y, str(result.scores[seat]), SCORE, ink, anchor="m")


def _words(scene: Scene[Any], result: Result, columns: list[Seat]) -> str:
    say = scene.words.say
    lines = [f"{say('picture.score')}. {scene.pill}."]
    for seat in columns:
        parts = [f"{say(key)} {figures[seat]}" for key, figures in result.sheet]
        total = f"{scene.words.seat(seat)}: {say('picture.total')} {result.scores[seat]}"
        lines.append(f"{total} ({', '.join(parts)}).")
    return alt.cut(" ".join(lines), alt.LIMIT)
