"""How tables ended: results, who sat there, and how long moves took."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from bot.store.base import Reading, columns

PAGE = 1000  # tables read at once: others get to read in between
_VALUES = 500  # values of an IN list


class FinishedRow(msgspec.Struct, frozen=True):
    """A table that is over, and its result as JSON."""

    id: int
    game: str
    result: str
    created: float
    ended: float


class SatRow(msgspec.Struct, frozen=True):
    """Who sat at a table to its end; without a member a computer player, or somebody forgotten."""

    table_id: int
    seat: int
    member: int | None
    name: str
    username: str


Finished = tuple[list[FinishedRow], list[SatRow]]
"""Tables by their number, and all their seats."""

_FINISHED = columns(FinishedRow, "t.")
_SAT = columns(SatRow, "p.")
_OVER = "t.server = ? AND t.status = 'over' AND t.sealed = 0 AND t.result IS NOT NULL"


class ResultReading(Reading):
    """Tables that are over, of one server at a time."""

    async def finished_of(self, member: int, server: int, game: str | None = None) -> Finished:
        """The finished tables of a server at which a member sat, of one game or of all."""
        # A cross join keeps its order: from the member's few seats to their tables.
        origin = "FROM seats m CROSS JOIN tables t"
        where = f"m.member = ? AND t.id = m.table_id AND {_OVER}"
        return await self._finished(origin, where, (member, server), game, "ORDER BY t.id")

    async def finished_at(self, server: int, game: str | None = None, after: int = 0) -> Finished:
        """The next page of a server's finished tables, after the table of this number."""
        where = f"{_OVER} AND t.id > ?"
        tail = f"ORDER BY t.id LIMIT {PAGE}"
        return await self._finished("FROM tables t", where, (server, after), game, tail)

    async def _finished(
        self, origin: str, where: str, values: tuple[int, ...], game: str | None, tail: str
    ) -> Finished:
        played: tuple[object, ...] = values
        if game is not None:
            where, played = f"{where} AND t.game = ?", (*values, game)
        rows = await self._rows(f"SELECT {_FINISHED} {origin} WHERE {where} {tail}", *played)
        tables = [FinishedRow(*row) for row in rows]
        if not tables:
            return [], []
        rows = await self._rows(
            f"SELECT {_SAT} {origin} CROSS JOIN seats p WHERE {where}"
            " AND t.id <= ? AND p.table_id = t.id ORDER BY p.table_id, p.seat",
            *played,
            tables[-1].id,
        )
        return tables, [SatRow(*row) for row in rows]

    async def newest_names(self, server: int, members: Sequence[int]) -> dict[int, tuple[str, str]]:
        """By member the name and username at their newest table in a server."""
        found = await self._names("seats", server, members)
        left = [member for member in members if member not in found]
        return found | await self._names("sitters", server, left)

    async def _names(
        self, sat: str, server: int, members: Sequence[int]
    ) -> dict[int, tuple[str, str]]:
        """The same for the tables at which they sat to the end, or gave their seats up."""
        if not members:
            return {}
        rows = await self._rows(
            "SELECT p.member, p.name, p.username FROM (SELECT s.member AS member,"
            f" MAX(s.table_id) AS newest FROM {sat} s CROSS JOIN tables t"
            f" WHERE s.member IN ({_marks(members)}) AND t.id = s.table_id AND t.server = ?"
            f" GROUP BY s.member) n CROSS JOIN {sat} p"
            " WHERE p.table_id = n.newest AND p.member = n.member",
            *members,
            server,
        )
        return {row[0]: (row[1], row[2]) for row in rows}

    async def times_to_move(
        self, tables: Iterable[int], member: int | None = None
    ) -> dict[int, tuple[float, int]]:
        """By table the seconds that members' own turns took and how many: one's, or everybody's."""
        whose = "IS NOT NULL" if member is None else "= ?"
        values = () if member is None else (member,)
        found: dict[int, tuple[float, int]] = {}
        asked = list(tables)
        for start in range(0, len(asked), _VALUES):
            some = asked[start : start + _VALUES]
            rows = await self._rows(
                "SELECT table_id, SUM(took), COUNT(*) FROM moves"
                f" WHERE table_id IN ({_marks(some)}) AND took IS NOT NULL AND member {whose}"
                " GROUP BY table_id",
                *some,
                *values,
            )
            found |= {row[0]: (row[1], row[2]) for row in rows}
        return found


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))
