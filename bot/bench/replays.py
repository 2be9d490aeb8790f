"""The replay of a whole game: how fast it is drawn, and how large it is."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from PIL import Image

from bot.bench.figures import Effort, Figures, beside
from bot.bench.plays import Plays, Position
from games.phrasebook import Phrasebook
from renderers import animate, canvas, draw
from renderers.replay import WIDTH
from renderers.scene import Scene, scene

KILO = 1000


def run(plays: Plays, effort: Effort) -> Iterator[Figures]:
    """Time, then size, for the turns of the first play; the naive way draws a few of them."""
    turns = [p for p in plays.all[0] if p.ends_turn][: effort.turns]
    scenes = [_scene(position) for position in turns]
    few = scenes[:: max(1, len(scenes) // effort.samples)]
    key = plays.game.key
    figures = beside([(partial(animate, key, scenes), partial(_naively, key, few))], effort.rounds)
    assert figures.floor is not None
    yield Figures(figures.value, figures.floor * len(scenes) / len(few))
    naive = len(_naively(key, few)) / len(few) * len(scenes)
    yield Figures(len(animate(key, scenes)) / KILO, naive / KILO)


def _scene(position: Position) -> Scene[Any]:
    game, state = position.game, position.state
    return scene(
        game,
        game.view(state, None),
        Phrasebook(game),
        acting=game.to_act(state),
        facts=position.told,
        since=max(0, position.turns - 1),
    )


def _naively(key: str, scenes: Sequence[Scene[Any]]) -> bytes:
    """One frame after the other: drawn anew, shrunk, with a palette of its own."""
    frames = []
    with canvas.uncached():
        for one in scenes:
            with Image.open(io.BytesIO(draw(key, one)[0].png)) as large:
                frame = large.convert("RGB")
            size = WIDTH, round(frame.height * WIDTH / frame.width)
            frames.append(frame.resize(size, Image.Resampling.LANCZOS).quantize())
    out = io.BytesIO()
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=200)
    return out.getvalue()
