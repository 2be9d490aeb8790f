"""Ratings of a server's members, in each game and over all: folded from finished tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from openskill.models import BradleyTerryPart

from games.core import Seat

OVERALL = ""
"""The key beside the games' own, for the rating over all of them."""

DIGITS = 6
"""Ratings are rounded to so many: `exp` may differ between machines in its last bit."""

CAUTION = 3  # deviations below the mean: a member is almost surely better than that
BASE, SCALE = 1000, 25  # so that, as in chess, 200 more is about three wins of four

# Bradley-Terry over all pairs at a table (of five at most, so each has four others), because ties
# are common here: with openskill's Plackett-Luce two who share the first place gain less than the
# third. The average over the pairs counts, so that a large table isn't several small ones.
_MODEL = BradleyTerryPart(window_size=4)


@dataclass(frozen=True)
class Rated:
    """A finished table as ratings see it, seat by seat."""

    table: int
    game: str
    members: tuple[int | None, ...]
    """Who sat there; None is a computer player."""
    places: tuple[int, ...]
    absent: frozenset[Seat] = frozenset()
    """The members' seats that a stand-in played for more than half of their turns."""


@dataclass(frozen=True)
class Rating:
    """How good a member is believed to be (mu), and how unsure that is (sigma)."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    tables: int = 0

    @property
    def shown(self) -> int:
        """As members read it: 1000 at the start; it grows with winning, and with being surer."""
        return round(BASE + SCALE * (self.mu - CAUTION * self.sigma))


Ratings = Mapping[tuple[str, int], Rating]
"""By game and member; who isn't in it is new."""


def rate_all(tables: Iterable[Rated]) -> dict[tuple[str, int], Rating]:
    """The ratings after these tables, which come in the order in which they ended."""
    ratings: dict[tuple[str, int], Rating] = {}
    for table in tables:
        ratings |= rate(ratings, table)
    return ratings


def rate(ratings: Ratings, table: Rated) -> dict[tuple[str, int], Rating]:
    """The ratings that a table changes, as they are after it, in its game and over all.

    Members are rated among themselves, by their places. Who was absent is rated as if last,
    and isn't there for the others: nobody gains by beating a stand-in.
    """
    seats = [(seat, member) for seat, member in enumerate(table.members) if member is not None]
    present = [(table.places[seat], member) for seat, member in seats if seat not in table.absent]
    absent = [member for seat, member in seats if seat in table.absent]
    if not present:
        return {}
    last = 1 + max(place for place, _ in present)
    changed: dict[tuple[str, int], Rating] = {}
    for game in (table.game, OVERALL):
        known = {member: ratings.get((game, member), Rating()) for _, member in seats}
        found = _among(known, present)
        for member in absent:
            # Each alone behind those present: to tie with another absent one could be a gain.
            found[member] = _among(known, [*present, (last, member)])[member]
        changed |= {(game, member): rating for member, rating in found.items()}
    return changed


def _among(known: Mapping[int, Rating], placed: Sequence[tuple[int, int]]) -> dict[int, Rating]:
    """The new ratings of those who were placed so (place and member); alone nobody is rated."""
    if len(placed) < 2:
        return {}
    # Sums of floats depend on their order, and ratings mustn't depend on who sat where, nor on
    # the members' numbers: somebody forgotten gets another.
    placed = sorted(placed, key=lambda one: (one[0], known[one[1]].mu, known[one[1]].sigma))
    olds = [known[member] for _, member in placed]
    teams = _MODEL.rate(
        [[_MODEL.rating(mu=old.mu, sigma=old.sigma)] for old in olds],
        ranks=[float(place) for place, _ in placed],
    )
    return {
        member: Rating(round(new.mu, DIGITS), round(new.sigma, DIGITS), old.tables + 1)
        for (_, member), old, [new] in zip(placed, olds, teams, strict=True)
    }
