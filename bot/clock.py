"""The one clock, and how the clocks of members run: everything that asks for the time asks here."""

from __future__ import annotations

from dataclasses import dataclass

from discord.utils import utcnow

HOUR, DAY = 3600, 24 * 3600

PACES = {"none": 0, "8h": 8 * HOUR, "1d": DAY, "3d": 3 * DAY, "7d": 7 * DAY}
"""The paces that a table can have: seconds a turn."""

BANK = 3  # turns that can be saved up
GATHER = 300  # seconds in which turns at several tables become one message
AWAY = 21 * DAY  # how long being away can stop the clock at one table, or in a league's season


def now() -> float:
    """Seconds since 1970, by the clock that discord.py uses (a test can move it)."""
    return utcnow().timestamp()


@dataclass(frozen=True)
class Absence:
    """When a member is away, and for how much of it the clock may still stop."""

    start: float
    end: float
    left: float

    def pause(self, begun: float, until: float) -> float:
        """For how long a clock that began then has stood still by a moment."""
        first = max(self.start, begun)
        return max(0.0, min(self.end, first + self.left, until) - first)


def deadline(begun: float, remaining: float, absence: Absence | None) -> float:
    """When a clock that began then runs out."""
    end = begun + remaining
    if absence is None or absence.start >= end:
        return end
    return end + absence.pause(begun, float("inf"))


def ran(begun: float, moment: float, absence: Absence | None) -> tuple[float, float]:
    """For how long a clock has run by a moment, and for how long it has stood still."""
    paused = absence.pause(begun, moment) if absence else 0.0
    return moment - begun - paused, paused


def allowance(pace: int, bank: float) -> float:
    """The time for a turn: the pace, and what was saved up."""
    return pace + min(max(bank, 0.0), float(BANK * pace))
