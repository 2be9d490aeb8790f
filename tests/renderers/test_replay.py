"""A whole game as one moving picture."""

from __future__ import annotations

import io
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageSequence
from PIL.GifImagePlugin import GifImageFile

from games import GAMES
from games.phrasebook import Phrasebook
from games.record import decode, replay, start
from renderers import animate, hill
from renderers.replay import LAST, LONGEST, MOST, NARROWER, WIDTH, gif
from renderers.scene import Scene, scene

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


def opened(data: bytes) -> GifImageFile:
    image = Image.open(io.BytesIO(data))
    assert isinstance(image, GifImageFile)
    return image


def noise(number: int) -> Image.Image:
    """A frame that shares nothing with the one before."""
    return Image.effect_noise((WIDTH, 100), 100 + number).convert("RGB")


def greys() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([level for grey in range(0, 256, 4) for level in (grey, grey, grey)])
    return image


def test_what_would_be_too_large_is_made_narrower_first() -> None:
    frames = [noise(number) for number in range(8)]
    whole = gif(frames, greys())
    limit = round(len(whole) * 0.6)
    smaller = gif(frames, greys(), limit)
    assert len(smaller) <= limit
    image = opened(smaller)
    assert image.width in NARROWER and image.n_frames == 8


def test_what_is_still_too_large_loses_frames_but_never_the_last() -> None:
    frames = [noise(number) for number in range(30)] + [frame().resize((WIDTH, 100))]
    limit = len(gif(frames, palette_with_greys())) // 12
    smaller = gif(frames, palette_with_greys(), limit)
    assert len(smaller) <= limit
    shown = played(smaller)
    assert 1 < len(shown) < 10 and shown[0].width == NARROWER[-1]
    assert shown[-1].getpixel((100, 20)) == RED


def palette_with_greys() -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette([*RED, *BLUE, *(greys().getpalette() or [])])
    return image


def test_a_very_long_game_has_frames_at_even_distances_and_its_end() -> None:
    def frames() -> Iterator[Image.Image]:
        for number in range(4 * MOST + 3):
            image = Image.new("RGB", (64, 64), RED)
            image.paste(BLUE, (0, 0, number % 64 + 1, number // 64 + 1))
            yield image

    every = list(frames())
    image = opened(gif(frames(), palette()))
    assert MOST / 2 < image.n_frames <= MOST + 1
    image.seek(image.n_frames - 1)
    assert ImageChops.difference(image.convert("RGB"), every[-1]).getbbox() is None
    image.seek(1)
    apart = next(
        number
        for number, one in enumerate(every)
        if ImageChops.difference(image.convert("RGB"), one).getbbox() is None
    )
    image.seek(2)
    assert ImageChops.difference(image.convert("RGB"), every[2 * apart]).getbbox() is None


def golden_scenes(key: str) -> list[Scene[Any]]:
    """The largest golden game turn by turn, as a spectator saw it."""
    game = GAMES[key]
    record = decode((GOLDEN / f"{key}-{game.seats[-1]}.jsonl").read_bytes())
    words = Phrasebook(game)
    state = start(record)
    scenes = [scene(game, game.view(state, None), words, acting=game.to_act(state))]
    turns, facts = 0, []
    for step in replay(record):
        facts += step.facts
        if (now := game.turns(step.state)) > turns:
            turns = now
            scenes.append(
                scene(
                    game,
                    game.view(step.state, None),
                    words,
                    acting=game.to_act(step.state),
                    facts=facts,
                    since=now - 1,
                    result=game.result(step.state),
                )
            )
            facts = []
    return scenes


@pytest.mark.parametrize("key", GAMES)
def test_a_whole_game_is_small_and_all_its_frames_have_one_shape(key: str) -> None:
    data = animate(key, scenes := golden_scenes(key))
    assert len(data) < 1_100_000
    image = opened(data)
    assert len(scenes) / 3 < image.n_frames <= len(scenes)
    assert image.width == pytest.approx(WIDTH, rel=0.2)
    frame_of = import_module(f"renderers.{key}").frame
    assert len({drawn.image.size for one in scenes[::9] if (drawn := frame_of(one))}) == 1


def test_on_the_hill_a_turn_that_changes_no_town_has_no_frame() -> None:
    scenes = golden_scenes("hill")
    picks = [one for one in scenes if one.view.picking and one.view.recent[-1:]]
    assert picks
    frames = [hill.frame(one) for one in scenes]
    assert frames[0] is not None and frames[-1] is not None
    assert None in frames
