"""Ratings of members in a server, table by table."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.store.base import Reading, Writing, columns
from bot.store.results import Finished, FinishedRow, SatRow
from bot.store.rows import Conflict


class RatingRow(msgspec.Struct, frozen=True):
    """A member's rating in one game, or over all ("") after so many tables."""

    server: int
    game: str
    member: int
    """Below 0 it is somebody forgotten."""
    table_id: int
    mu: float
    sigma: float
    tables: int
    at: float


_RATING = columns(RatingRow, "r.")
# Whose seat it is: who sat there to the end, or gave it up to a computer player and did not sit
# down elsewhere at the table; since which move, and until when they were there.
_OWNED = (
    "SELECT s.table_id AS table_id, s.seat AS seat, s.name AS name, s.username AS username,"
    " COALESCE(s.member, s.alias, g.member, g.alias) AS owner,"
    " CASE WHEN g.until IS NULL THEN s.sat ELSE COALESCE((SELECT MAX(b.until) FROM sitters b"
    " WHERE b.table_id = s.table_id AND b.seat = s.seat AND b.until < g.until), 0) END AS since,"
    " g.until AS gone FROM seats s LEFT JOIN sitters g ON g.table_id = s.table_id"
    " AND g.seat = s.seat AND s.member IS NULL AND s.alias IS NULL"
    " AND g.until = (SELECT MAX(l.until) FROM sitters l WHERE l.table_id = s.table_id"
    " AND l.seat = s.seat AND COALESCE(l.member, l.alias) IS NOT NULL)"
    " AND NOT EXISTS (SELECT 1 FROM seats e WHERE e.table_id = s.table_id"
    " AND COALESCE(e.member, e.alias) = COALESCE(g.member, g.alias)) WHERE s.table_id = ?"
)
_FINISHED = columns(FinishedRow)


class RatingReading(Reading):
    """Ratings, to look at."""

    async def to_rate(self, limit: int) -> list[tuple[int, int, float]]:
        """Finished tables that are not rated yet, in the order of their ends: id, server, when."""
        rows = await self._rows(
            "SELECT id, server, ended FROM tables WHERE status = 'over' AND rated = 0"
            " AND sealed = 0 ORDER BY ended, id LIMIT ?",
            limit,
        )
        return [(row[0], row[1], row[2]) for row in rows]

    async def rated_tables(self, server: int) -> list[int]:
        """The tables of a server that were rated, in that order."""
        rows = await self._rows(
            "SELECT id FROM tables WHERE server = ? AND rated > 0 ORDER BY rated", server
        )
        return [row[0] for row in rows]

    async def table_to_rate(self, table_id: int) -> Finished:
        """A finished table and its seats; who was forgotten is still somebody, by a number."""
        tables = await self._rows(f"SELECT {_FINISHED} FROM tables WHERE id = ?", table_id)
        seats = await self._rows(
            f"SELECT table_id, seat, owner, name, username FROM ({_OWNED}) AS owned ORDER BY seat",
            table_id,
        )
        return [FinishedRow(*row) for row in tables], [SatRow(*row) for row in seats]

    async def turns_of_owners(self, table_id: int) -> dict[int, tuple[int, int]]:
        """By seat how many turns its owner had there, and another played: a stand-in, or who came.

        Whoever sits there to the end has had all turns since they sat down; who gave the seat up,
        those that came after as well.
        """
        # Where several act at once, others end their turns during one: it is told by its own end.
        rows = await self._rows(
            "SELECT seat, COUNT(*), SUM(away) FROM (SELECT seat, MIN(away) AS away"
            " FROM (SELECT m.seat AS seat,"
            " CASE WHEN m.number > o.gone THEN 1 ELSE m.stand_in END AS away, SUM(m.ends) OVER"
            " (PARTITION BY m.seat ORDER BY m.number) - m.ends AS turn"
            f" FROM ({_OWNED}) AS o JOIN moves m ON m.table_id = o.table_id AND m.seat = o.seat"
            " AND m.number > o.since WHERE o.owner IS NOT NULL) AS made GROUP BY seat, turn)"
            " AS turns GROUP BY seat",
            table_id,
        )
        return {row[0]: (row[1], row[2]) for row in rows}

    async def rating_trail(self, server: int, member: int) -> list[RatingRow]:
        """All that a member's ratings ever were, the oldest first."""
        return await self._ratings(
            "ratings r WHERE r.member = ? AND r.server = ? ORDER BY r.at, r.tables", member, server
        )

    async def leaderboard(
        self, server: int, game: str, moment: float | None = None
    ) -> list[RatingRow]:
        """The ratings of everybody in a game, or over all (""): the newest, or as of a moment."""
        until, values = ("", ()) if moment is None else (" AND at <= ?", (moment,))
        # A cross join keeps its order: from the members to the newest row of each.
        return await self._ratings(
            "(SELECT member, MAX(tables) AS tables FROM ratings WHERE server = ? AND game = ?"
            f"{until} GROUP BY member) n CROSS JOIN ratings r WHERE r.server = ? AND r.game = ?"
            " AND r.member = n.member AND r.tables = n.tables",
            *(server, game, *values),
            *(server, game),
        )

    async def _ratings(self, origin: str, *values: object) -> list[RatingRow]:
        rows = await self._rows(f"SELECT {_RATING} FROM {origin}", *values)
        return [RatingRow(*row) for row in rows]


class RatingWriting(Writing):
    """Ratings, to change."""

    async def ratings_of(self, server: int, game: str, members: Sequence[int]) -> list[RatingRow]:
        """The newest ratings of these members in a game and over all."""
        if not members:
            return []
        asked = [(key, member) for key in (game, "") for member in members]
        marks = ", ".join(["(?, ?)"] * len(asked))
        rows = await self._connection.execute_fetchall(
            f"WITH asked (game, member) AS (VALUES {marks})"
            f" SELECT {_RATING} FROM asked a CROSS JOIN ratings r WHERE r.server = ?"
            " AND r.game = a.game AND r.member = a.member AND r.tables = (SELECT MAX(n.tables)"
            " FROM ratings n WHERE n.server = ? AND n.game = a.game AND n.member = a.member)",
            (*(value for pair in asked for value in pair), server, server),
        )
        return [RatingRow(*row) for row in rows]

    async def rated(self, table_id: int, ratings: Sequence[RatingRow]) -> None:
        """Write what a table did to ratings, and its number in the order of its server."""
        await self._many(
            f"INSERT INTO ratings ({columns(RatingRow)}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [msgspec.structs.astuple(rating) for rating in ratings],
        )
        cursor = await self._run(
            "UPDATE tables SET rated = 1 + COALESCE((SELECT MAX(n.rated) FROM tables n"
            " WHERE n.server = tables.server AND n.rated > 0), 0) WHERE id = ? AND rated = 0",
            table_id,
        )
        if not cursor.rowcount:
            raise Conflict
