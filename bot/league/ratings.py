"""The ratings of every server, kept up with the tables that have ended."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from bot import stats
from bot.league.presence import mostly_away
from bot.league.rating import Rated, Rating, rate
from bot.store import Conflict, RatingRow, Store

log = logging.getLogger(__name__)

AT_ONCE = 100  # tables that are looked up in one go

Known = dict[tuple[str, int], Rating]
"""By game and member; the key of the rating over all games is ""."""


class Ratings:
    """Rates tables once each, in the order of their ends."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def catch_up(self) -> int:
        """Rate every finished table that is not rated yet; how many there were."""
        count = 0
        while waiting := await self._store.to_rate(AT_ONCE):
            for table_id, server, ended in waiting:
                count += await self._rate(table_id, server, ended)
        return count

    async def recomputed(self, server: int) -> Known:
        """A server's ratings from scratch, as the results that are stored make them."""
        ratings: Known = {}
        for table_id in await self._store.rated_tables(server):
            table = await self._read(table_id)
            ratings |= rate(ratings, table) if table else {}
        return ratings

    async def _rate(self, table_id: int, server: int, ended: float) -> bool:
        """Write what a table changes; also if that is nothing, so that it isn't read again."""
        try:
            async with self._store.writing() as pen:
                rows: list[RatingRow] = []
                if table := await self._read(table_id):
                    members = [member for member in table.members if member is not None]
                    old = await pen.ratings_of(server, table.game, members)
                    new = rate({(row.game, row.member): rating_of(row) for row in old}, table)
                    # A table that was sealed when it ended counts after those of meanwhile.
                    at = max([ended, *(row.at for row in old)])
                    rows = _rows(server, table_id, at, new)
                await pen.rated(table_id, rows)
        except Conflict:  # somebody else has rated it meanwhile
            return False
        return True

    async def _read(self, table_id: int) -> Rated | None:
        """A table as ratings see it; one that can't be read must not stop the others."""
        finished = await self._store.table_to_rate(table_id)
        turns = await self._store.turns_of_owners(table_id)
        try:
            [table] = stats.read(finished)
            members = tuple(sat.member for sat in table.seats)
            places = tuple(table.place(sat.seat) for sat in table.seats)
        except Exception:
            log.exception("table %s can't be read and rates nobody", table_id)
            return None
        return Rated(table_id, table.game, members, places, mostly_away(turns))


def rating_of(row: RatingRow) -> Rating:
    """A rating as it was stored."""
    return Rating(row.mu, row.sigma, row.tables)


def _rows(
    server: int, table_id: int, at: float, new: Mapping[tuple[str, int], Rating]
) -> list[RatingRow]:
    return [
        RatingRow(server, game, member, table_id, rating.mu, rating.sigma, rating.tables, at)
        for (game, member), rating in new.items()
    ]
