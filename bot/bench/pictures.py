"""Public pictures: how fast they are drawn and encoded, and how large they are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from bot.bench.figures import Effort, Figures, beside
from bot.bench.plays import Plays, Position
from games.phrasebook import Phrasebook
from renderers import canvas, draw
from renderers.scene import Picture, scene

KILO = 1000


def run(plays: Plays, effort: Effort) -> Iterator[Figures]:
    """Time, then size, over positions from the whole of a play."""
    positions = plays.sample()
    painters = [painter(position) for position in positions]
    yield beside([(paint, partial(_plainly, paint)) for paint in painters], effort.rounds)
    yield Figures(
        max(_size(paint()) for paint in painters),
        max(_size(_plainly(paint)) for paint in painters),
    )


def painter(position: Position) -> Callable[[], list[Picture]]:
    """What draws a position for all to see."""
    game, state = position.game, position.state
    drawn = scene(
        game,
        game.view(state, None),
        Phrasebook(game),
        acting=game.to_act(state),
        facts=position.told,
        since=max(0, position.turns - 1),
    )
    return partial(draw, game.key, drawn)


def _plainly(paint: Callable[[], list[Picture]]) -> list[Picture]:
    with canvas.uncached():
        return paint()


def _size(pictures: list[Picture]) -> float:
    return max(len(picture.png) for picture in pictures) / KILO
