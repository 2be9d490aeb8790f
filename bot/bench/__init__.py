"""How fast everything is beside its floor: every line of the goals, for every game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from importlib import import_module

from bot.bench import goals
from bot.bench.figures import Effort, Figures, Group, Line, measure
from bot.bench.plays import Plays
from bot.bench.special import special_groups
from games import GAMES

__all__ = ["Effort", "Line", "lines"]


def lines(effort: Effort | None = None) -> Iterator[Line]:
    """Every line as soon as it is measured; one that can't be measured is a line that isn't met."""
    spent = effort or Effort()
    for game in GAMES.values():
        plays = Plays(game, spent)
        for group in (*_groups(plays, spent), *special_groups(game, plays, spent)):
            yield from measure(f"{game.title}: ", group)


def _groups(plays: Plays, effort: Effort) -> Iterator[Group]:
    for module, wanted in goals.GROUPS.items():
        yield Group(wanted, partial(_run, module, plays, effort))


def _run(module: str, plays: Plays, effort: Effort) -> Iterator[Figures]:
    """The module is imported here, so that what it lacks costs its own lines only."""
    figures: Iterator[Figures] = import_module(f"bot.bench.{module}").run(plays, effort)
    yield from figures
