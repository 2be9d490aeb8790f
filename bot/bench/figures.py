"""Goals, lines, and how a time is taken: best of some rounds, each thing beside its floor."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple

MILLI = 1000.0

Work = Callable[[], object]


@dataclass(frozen=True)
class Effort:
    """How much is measured; a test does with less."""

    rounds: int = 3
    samples: int = 10
    """Positions of a play that are looked at."""
    seeds: tuple[int, ...] = (1, 2)
    """Plays for each number of seats."""
    seat_counts: int = 10
    """So many of the numbers of seats, the largest first."""
    turns: int = 1000
    """Turns of a replay, at most."""
    few_tables: int = 100
    many_tables: int = 100_000
    early: int = 20
    late: int = 2_000
    """Moves that were made before."""
    running_tables: int = 10_000
    reminders: int = 500
    """Reminders that are due at once."""


class Figures(NamedTuple):
    """What was measured: milliseconds if the goal names no other unit, kilobytes for a size."""

    value: float
    floor: float | None


@dataclass(frozen=True)
class Goal:
    """What is aimed at, as a person reads it, and how to tell whether it is met."""

    text: str
    limit: float
    unit: str = "ms"
    by_ratio: bool = True
    faster: bool = False

    def ratio(self, figures: Figures) -> float | None:
        """How many times the floor; where the floor is the slow way, how many times faster."""
        value, floor = figures
        if floor is None or not (value and floor):
            return None
        return floor / value if self.faster else value / floor

    def met(self, figures: Figures) -> bool:
        """Whether the figures are good enough."""
        judged = self.ratio(figures) if self.by_ratio else figures.value
        if judged is None:
            return False
        return judged >= self.limit if self.faster else judged <= self.limit


def at_most_times(limit: float) -> Goal:
    """At most so many times the floor."""
    return Goal(f"at most {limit:g}x", limit)


def at_least_times(limit: float) -> Goal:
    """At least so many times faster than the floor."""
    return Goal(f"at least {limit:g}x faster", limit, faster=True)


def at_most(limit: float, unit: str) -> Goal:
    """At most so much, whatever the floor."""
    return Goal(f"at most {limit:g} {unit}", limit, unit, by_ratio=False)


@dataclass(frozen=True)
class Line:
    """One line of the report."""

    name: str
    figures: Figures | None
    goal: Goal
    reason: str = ""
    """Why there are no figures."""

    @property
    def ratio(self) -> float | None:
        return self.goal.ratio(self.figures) if self.figures else None

    @property
    def met(self) -> bool:
        return self.figures is not None and self.goal.met(self.figures)

    def row(self) -> dict[str, object]:
        """The line for a program, in the unit of its goal: milliseconds, if it names none."""
        value, floor = self.figures or (None, None)
        return {
            "name": self.name,
            "value": _short(value),
            "floor": _short(floor),
            "ratio": _short(self.ratio),
            "goal": self.goal.text,
            "met": self.met,
        }


def _short(figure: float | None) -> float | None:
    return None if figure is None else float(f"{figure:.4g}")


@dataclass(frozen=True)
class Group:
    """Lines that are measured together: their names and goals, and the figures in that order."""

    wanted: Sequence[tuple[str, Goal]]
    run: Callable[[], Iterator[Figures]]


def measure(prefix: str, group: Group) -> Iterator[Line]:
    """The lines of a group; after a crash those that are left, with the reason."""
    figures: Iterator[Figures] | None = None
    reason = ""
    for name, goal in group.wanted:
        found = None
        if not reason:
            try:
                figures = figures or group.run()
                found = next(figures)
            except Exception as error:
                reason = _reason(error)
        yield Line(prefix + name, found, goal, reason)


def _reason(error: Exception) -> str:
    where = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__}: {error} ({where.name}, line {where.lineno})"


def taken(work: Work) -> float:
    """How long it takes, in milliseconds."""
    begun = perf_counter()
    work()
    return (perf_counter() - begun) * MILLI


def beside(pairs: Sequence[tuple[Work, Work]], rounds: int) -> Figures:
    """Each work beside its floor in turns; for each the best round, and the mean of those."""
    for work, _ in pairs:
        work()  # to get warm
    best = [(sys.float_info.max, sys.float_info.max)] * len(pairs)
    for _ in range(rounds):
        for i, (work, floor) in enumerate(pairs):
            best[i] = (min(best[i][0], taken(work)), min(best[i][1], taken(floor)))
    return mean(best)


def mean(pairs: Sequence[tuple[float, float]]) -> Figures:
    """The mean of the values, and that of the floors."""
    values, floors = zip(*pairs, strict=True)
    return Figures(sum(values) / len(pairs), sum(floors) / len(pairs))
