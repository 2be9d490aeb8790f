"""Where members rank by their ratings, and the course that a rating has taken."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.league.ratings import rating_of
from bot.store import RatingRow

LATELY = 30  # days over which a change is told
POINTS = 100  # of a curve: more could not be told apart

Point = tuple[float, int]
"""When, and the rating as it is shown."""


@dataclass(frozen=True)
class Ranked:
    """Where a member ranks in a game, or over all."""

    rank: int
    member: int
    rating: int
    tables: int
    change: int | None
    """Since a while ago; None for who had no rating then."""


def ranking(rows: Iterable[RatingRow], before: Iterable[RatingRow]) -> list[Ranked]:
    """The best first; who shows the same rating shares a rank. Who was forgotten is left out."""
    then = {row.member: _shown(row) for row in before}
    best = sorted(
        (row for row in rows if row.member > 0),
        key=lambda row: (-_shown(row), -row.tables, row.member),
    )
    found: list[Ranked] = []
    for number, row in enumerate(best, start=1):
        rating = _shown(row)
        tied = found and found[-1].rating == rating
        rank = found[-1].rank if tied else number
        change = rating - then[row.member] if row.member in then else None
        found.append(Ranked(rank, row.member, rating, row.tables, change))
    return found


@dataclass(frozen=True)
class Course:
    """A member's rating in a game, or over all: now, among how many, and how it came to that."""

    game: str
    now: Ranked
    among: int
    points: tuple[Point, ...]

    @property
    def best(self) -> Point:
        """The highest it ever was, and when that was first."""
        return max(self.points, key=lambda point: point[1])


def course(game: str, trail: Iterable[RatingRow], ranked: Sequence[Ranked]) -> Course:
    """The course of a member whose trail this is, and who is among those ranked."""
    own = [row for row in trail if row.game == game]
    now = next(one for one in ranked if one.member == own[0].member)
    return Course(game, now, len(ranked), tuple((row.at, _shown(row)) for row in own))


def thinned(points: Sequence[Point]) -> tuple[Point, ...]:
    """Few enough points to draw: the first, and the last of each stretch of time."""
    if len(points) <= POINTS:
        return tuple(points)
    start, end = points[0][0], points[-1][0]
    step = (end - start) / (POINTS - 1) or 1.0
    kept = {int((at - start) / step): (at, rating) for at, rating in points}
    return points[0], *kept.values()


def _shown(row: RatingRow) -> int:
    return rating_of(row).shown
