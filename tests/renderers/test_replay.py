"""A whole game as one moving picture."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageSequence

from games import GAMES
from games.phrasebook import Phrasebook
from games.record import decode, replay
from renderers import animate
from renderers.replay import LAST, LONGEST, WIDTH, gif
from renderers.scene import scene

GOLDEN = Path(__file__).parent.parent / "golden"
RED, BLUE, GREEN = (200, 30, 30), (30, 60, 200), (30, 160, 60)


def palette() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in (RED, BLUE, GREEN) for part in colour])
    return image


def frame(*boxes: tuple[int, int, int, int]) -> Image.Image:
    """A red field with blue boxes on it."""
    image = Image.new("RGB", (WIDTH, 400), RED)
    draw = ImageDraw.Draw(image)
    for box in boxes:
        draw.rectangle(box, fill=BLUE)
    return image


FIRST, SECOND = (10, 10, 60, 60), (700, 300, 760, 360)


def played(data: bytes) -> list[Image.Image]:
    return [one.convert("RGB") for one in ImageSequence.Iterator(Image.open(io.BytesIO(data)))]


@pytest.mark.parametrize(
    "frames",
    [
        [frame()],
        [frame(), frame(FIRST), frame(FIRST, SECOND), frame()],
        [frame(FIRST), frame(FIRST), frame(SECOND)],
    ],
)
def test_every_frame_is_shown_as_it_was(frames: list[Image.Image]) -> None:
    shown = played(gif(frames, palette()))
    assert len(shown) == len(frames)
    for before, after in zip(frames, shown, strict=True):
        assert ImageChops.difference(before, after).getbbox() is None


def test_only_what_changes_is_stored() -> None:
    still = len(gif([frame(FIRST)] * 2, palette()))
    more = len(gif([frame(FIRST)] * 42, palette()))
    assert (more - still) / 40 < 60  # bytes a frame


def test_the_last_frame_stays_longest() -> None:
    image = Image.open(io.BytesIO(gif([frame(), frame(FIRST)], palette())))
    image.seek(0)
    assert image.info["duration"] == 1000 * LONGEST
    image.seek(1)
    assert image.info["duration"] == 1000 * LAST
    assert "loop" not in image.info


def test_frames_of_another_shape_are_fitted_in() -> None:
    tall = frame().resize((WIDTH, 600))
    shown = played(gif([frame(FIRST), tall, frame(FIRST)], palette()))
    assert {one.size for one in shown} == {(WIDTH, 400)}
    assert shown[1].getpixel((WIDTH // 2, 200)) == RED


def test_large_frames_are_reduced() -> None:
    large = frame(FIRST).resize((2 * WIDTH, 800))
    assert Image.open(io.BytesIO(gif([large], palette()))).size == (WIDTH, 400)


@pytest.mark.parametrize("key", GAMES)
def test_every_game_can_be_animated(key: str) -> None:
    game = GAMES[key]
    seats = game.seats[-1]
    record = decode((GOLDEN / f"{key}-{seats}.jsonl").read_bytes())
    words, scenes, turns = Phrasebook(game), [], 0
    for step in replay(record):
        if (now := game.turns(step.state)) > turns:
            turns = now
            seen = game.view(step.state, None)
            scenes.append(
                scene(game, seen, words, acting=game.to_act(step.state), since=max(0, now - 1))
            )
        if len(scenes) == 12:
            break
    image = Image.open(io.BytesIO(animate(key, scenes)))
    assert image.n_frames == 12
    assert image.width == pytest.approx(WIDTH, rel=0.15)
