"""What a game wants to have measured beside what all games have: its own module `bench`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import NoReturn

from bot.bench.figures import Effort, Figures, Goal, Group, Work, at_most, beside, taken
from bot.bench.plays import Plays
from games.core import AnyGame

Prepare = Callable[[], tuple[Work, Work]]
"""Gives the work and its floor; what it does itself is not measured."""

LONG = 3000  # milliseconds: what takes longer is done once
UNKNOWN = Goal("the game's own", 0)


def special_groups(game: AnyGame, plays: Plays, effort: Effort) -> Iterator[Group]:
    """A group for each special measurement of a game; few games have any."""
    try:
        found = list(_specials(game, plays))
    except Exception as error:  # then that is the line
        yield Group([("what this game alone has", UNKNOWN)], partial(_fail, error))
        return
    for name, prepare, milliseconds in found:
        wanted = [(name, at_most(milliseconds, "ms"))]
        yield Group(wanted, partial(_run, prepare, effort))


def _specials(game: AnyGame, plays: Plays) -> Iterator[tuple[str, Prepare, float]]:
    module = f"games.{game.key}.bench"
    try:
        own = import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        return
    yield from own.measures(plays.states)


def _run(prepare: Prepare, effort: Effort) -> Iterator[Figures]:
    work, floor = prepare()
    first = Figures(taken(work), taken(floor))
    yield first if first.value > LONG else beside([(work, floor)], effort.rounds)


def _fail(error: Exception) -> NoReturn:
    raise error
