"""Tables, who sits there, what was played, and how it stands."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence

import msgspec

from bot import clock
from bot.store.base import Reading, Writing, columns
from bot.store.rows import ChannelTaken, Conflict, MoveRow, SeatRow, TableRow

_TABLE = columns(TableRow, "t.")
_SEAT = columns(SeatRow, "p.")
_MOVE = columns(MoveRow)


class TableReading(Reading):
    """Tables, to look at."""

    async def _table(self, where: str, *values: object) -> TableRow | None:
        rows = await self._rows(f"SELECT {_TABLE} FROM tables t WHERE {where}", *values)
        return TableRow(*rows[0]) if rows else None

    async def table(self, table_id: int) -> TableRow | None:
        """A table by its number."""
        return await self._table("t.id = ?", table_id)

    async def open_table(self, channel: int) -> TableRow | None:
        """The table that is being set up or played in a channel."""
        return await self._table("t.channel = ? AND t.status IN ('lobby', 'running')", channel)

    async def last_table(self, channel: int) -> TableRow | None:
        """The open table of a channel, else the one that was there last."""
        return await self.open_table(channel) or await self._table(
            "t.channel = ? ORDER BY t.id DESC LIMIT 1", channel
        )

    async def running(self) -> list[TableRow]:
        """Every table that is being played."""
        rows = await self._rows(
            f"SELECT {_TABLE} FROM tables t WHERE t.status IN ('lobby', 'running') ORDER BY t.id"
        )
        return [TableRow(*row) for row in rows]

    async def tables_of(self, member: int) -> list[int]:
        """The open tables at which a member sits."""
        rows = await self._rows(
            "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id"
            " WHERE s.member = ? AND t.status IN ('lobby', 'running') ORDER BY t.id",
            member,
        )
        return [row[0] for row in rows]

    async def idle(self, before: float, warned: int) -> list[TableRow]:
        """Open tables at which nobody has acted since, warned so many times."""
        rows = await self._rows(
            f"SELECT {_TABLE} FROM tables t WHERE t.status IN ('lobby', 'running')"
            " AND t.acted < ? AND t.warned = ? AND t.fixture IS NULL ORDER BY t.acted LIMIT 100",
            before,
            warned,
        )
        return [TableRow(*row) for row in rows]

    async def to_trim(self, before: float) -> list[int]:
        """Tables that ended for good before then and still keep all their snapshots."""
        rows = await self._rows(
            "SELECT id FROM tables WHERE status IN ('over', 'aborted') AND closed IS NULL"
            " AND trimmed = 0 AND ended < ? LIMIT 100",
            before,
        )
        return [row[0] for row in rows]

    async def closed_tables(self, member: int, server: int) -> list[int]:
        """A member's tables of a server that were closed and can be reopened, the newest first."""
        rows = await self._rows(
            "SELECT t.id FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.member = ?"
            " AND t.server = ? AND t.status = 'aborted' AND t.closed IS NOT NULL"
            " AND t.fixture IS NULL ORDER BY t.ended DESC, t.id DESC",
            member,
            server,
        )
        return [row[0] for row in rows]

    async def closed_since(self, member: int, moment: float) -> int:
        """How many of a member's tables were closed since then and can be reopened."""
        rows = await self._rows(
            "SELECT COUNT(*) FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.member = ?"
            " AND t.status = 'aborted' AND t.closed IS NOT NULL AND t.fixture IS NULL"
            " AND t.ended >= ?",
            member,
            moment,
        )
        count: int = rows[0][0]
        return count

    async def uncalled(self) -> list[int]:
        """The tables that are played and at which no member is called to a turn."""
        rows = await self._rows(
            "SELECT t.id FROM tables t WHERE t.status = 'running' AND NOT EXISTS"
            " (SELECT 1 FROM seats s WHERE s.table_id = t.id AND s.called IS NOT NULL)"
        )
        return [row[0] for row in rows]

    async def open_servers(self) -> list[int]:
        """The servers in which tables are open."""
        rows = await self._rows(
            "SELECT DISTINCT server FROM tables WHERE status IN ('lobby', 'running')"
        )
        return [row[0] for row in rows]

    async def computers_due(self) -> list[int]:
        """The tables at which a computer player is to act."""
        rows = await self._rows("SELECT id FROM tables WHERE computer_due = 1")
        return [row[0] for row in rows]

    async def seats(self, table_id: int) -> list[SeatRow]:
        """Who sits at a table, by seat."""
        rows = await self._rows(
            f"SELECT {_SEAT} FROM seats p WHERE p.table_id = ? ORDER BY p.seat", table_id
        )
        return [SeatRow(*row) for row in rows]

    async def at_table(self, table_id: int) -> tuple[TableRow, list[SeatRow], bytes | None] | None:
        """A table with its seats and its newest snapshot, as they are at one moment."""
        rows = await self._rows(
            f"SELECT {_TABLE}, s.state, {_SEAT} FROM tables t"
            " LEFT JOIN snapshots s ON s.table_id = t.id AND s.number = t.number"
            " LEFT JOIN seats p ON p.table_id = t.id WHERE t.id = ? ORDER BY p.seat",
            table_id,
        )
        if not rows:
            return None
        width = len(TableRow.__struct_fields__)
        seats = [SeatRow(*row[width + 1 :]) for row in rows if row[width + 1] is not None]
        return TableRow(*rows[0][:width]), seats, rows[0][width]

    async def snapshot_at_turn(self, table_id: int, turns: int) -> bytes | None:
        """The state after this many complete turns."""
        rows = await self._rows(
            "SELECT state FROM snapshots WHERE table_id = ? AND turns = ? ORDER BY number LIMIT 1",
            table_id,
            turns,
        )
        return rows[0][0] if rows else None

    async def snapshot_before(self, table_id: int, number: int) -> tuple[int, bytes]:
        """The newest state that is kept of before this move, and after how many moves it was."""
        [row] = await self._rows(
            "SELECT number, state FROM snapshots WHERE table_id = ? AND number < ?"
            " ORDER BY number DESC LIMIT 1",
            table_id,
            number,
        )
        return row[0], row[1]

    async def moves(self, table_id: int, first: int = 0, last: int = 1 << 60) -> list[MoveRow]:
        """The moves of the turns from first to last."""
        rows = await self._rows(
            f"SELECT {_MOVE} FROM moves WHERE table_id = ? AND turn BETWEEN ? AND ?"
            " ORDER BY number",
            table_id,
            first,
            last,
        )
        return [MoveRow(*row) for row in rows]

    async def last_move(self, table_id: int, seat: int) -> MoveRow | None:
        """The newest move of a seat that stands."""
        rows = await self._rows(
            f"SELECT {_MOVE} FROM moves WHERE table_id = ? AND seat = ?"
            " ORDER BY number DESC LIMIT 1",
            table_id,
            seat,
        )
        return MoveRow(*rows[0]) if rows else None

    async def moves_after(self, table_id: int, number: int) -> list[MoveRow]:
        """The moves that were made after this many."""
        rows = await self._rows(
            f"SELECT {_MOVE} FROM moves WHERE table_id = ? AND number > ? ORDER BY number",
            table_id,
            number,
        )
        return [MoveRow(*row) for row in rows]


class TableWriting(Writing):
    """Tables, to change."""

    async def new_table(
        self,
        *,
        server: int,
        channel: int,
        parent: int | None,
        creator: int,
        game: str,
        options: str,
        seed: bytes,
        pace: int = 0,
        fixture: int | None = None,
        sealed: bool = False,
    ) -> int:
        """Open a lobby; ChannelTaken if the channel has an open table."""
        try:
            cursor = await self._run(
                "INSERT INTO tables (server, channel, parent, creator, game, options, status, seed,"
                " created, acted, pace, fixture, sealed)"
                " VALUES (?, ?, ?, ?, ?, ?, 'lobby', ?, ?, ?, ?, ?, ?)",
                server,
                channel,
                parent,
                creator,
                game,
                options,
                seed,
                clock.now(),
                clock.now(),
                pace,
                fixture,
                int(sealed),
            )
        except sqlite3.IntegrityError:
            raise ChannelTaken from None
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def change(self, table: TableRow, **columns: object) -> None:
        """Write columns of a table that nobody has changed since it was read."""
        names = ", ".join(f"{name} = ?" for name in columns)
        try:
            cursor = await self._run(
                f"UPDATE tables SET version = version + 1, {names} WHERE id = ? AND version = ?",
                *columns.values(),
                table.id,
                table.version,
            )
        except sqlite3.IntegrityError:  # it is reopened where another has been opened just now
            raise ChannelTaken from None
        if not cursor.rowcount:
            raise Conflict

    async def set_seats(self, table_id: int, seats: Sequence[SeatRow]) -> None:
        """Who sits where, instead of who sat there before."""
        await self._run("DELETE FROM seats WHERE table_id = ?", table_id)
        await self._many(
            "INSERT INTO seats (table_id, seat, member, name, username) VALUES (?, ?, ?, ?, ?)",
            [(table_id, s.seat, s.member, s.name, s.username) for s in seats],
        )

    async def stamp(self, table: TableRow, seats: Iterable[int]) -> None:
        """What these seats were shown until now is stale."""
        await self._many(
            "UPDATE seats SET stamp = ? WHERE table_id = ? AND seat = ?",
            [(table.version + 1, table.id, seat) for seat in seats],
        )

    async def add_moves(self, table_id: int, moves: Iterable[MoveRow]) -> None:
        """Moves that were made."""
        await self._many(
            f"INSERT INTO moves (table_id, {_MOVE}) VALUES (?{', ?' * len(_MOVE.split())})",
            [(table_id, *msgspec.structs.astuple(move)) for move in moves],
        )

    async def drop_moves(self, table_id: int, after: int) -> None:
        """Take back every move after this number, with its snapshots."""
        await self._run("DELETE FROM moves WHERE table_id = ? AND number > ?", table_id, after)
        await self._run("DELETE FROM snapshots WHERE table_id = ? AND number > ?", table_id, after)

    async def add_snapshots(self, table_id: int, rows: Iterable[tuple[int, int, bytes]]) -> None:
        """States by number of moves and of complete turns."""
        await self._many(
            "INSERT INTO snapshots (table_id, number, turns, state) VALUES (?, ?, ?, ?)",
            [(table_id, *row) for row in rows],
        )

    async def drop_snapshots_inside_turns(self, table_id: int, first: int, last: int) -> None:
        """Of the complete turns from first to last keep only where each began."""
        await self._run(
            "DELETE FROM snapshots WHERE table_id = ? AND turns BETWEEN ? AND ? AND number NOT IN"
            " (SELECT MIN(number) FROM snapshots WHERE table_id = ? AND turns BETWEEN ? AND ?"
            " GROUP BY turns)",
            *(table_id, first, last) * 2,
        )

    async def trim(self, table_id: int) -> None:
        """Of a table that is over, keep the set-up and the end; the log leads to the rest."""
        await self._run(
            "DELETE FROM snapshots WHERE table_id = ? AND number > 0"
            " AND number < (SELECT number FROM tables WHERE id = ?)",
            table_id,
            table_id,
        )
        await self._run("UPDATE tables SET trimmed = 1 WHERE id = ?", table_id)

    async def warned(self, table: TableRow, acted: float) -> bool:
        """Note a warning, counted as if somebody acted then; False if somebody has meanwhile."""
        cursor = await self._run(
            "UPDATE tables SET warned = warned + 1, acted = ?"
            " WHERE id = ? AND warned = ? AND acted = ?",
            acted,
            table.id,
            table.warned,
            table.acted,
        )
        return bool(cursor.rowcount)

    async def close_channel(self, channel: int) -> None:
        """The channel is gone, its threads with it: their open tables are closed."""
        await self._close("gone", "? IN (channel, parent)", channel)
        await self._run(
            "DELETE FROM outbox WHERE channel = ?"
            " OR channel IN (SELECT channel FROM tables WHERE parent = ?)",
            channel,
            channel,
        )

    async def close_server(self, server: int) -> None:
        """The bot is no longer in a server: its open tables are closed, and nothing is posted."""
        await self._run(  # a direct message may be about tables of other servers too
            "DELETE FROM outbox WHERE kind <> 'reminder'"
            " AND table_id IN (SELECT id FROM tables WHERE server = ?)"
            " OR kind IN ('league', 'sign_up') AND channel IN"
            " (SELECT channel FROM leagues WHERE server = ?)",
            server,
            server,
        )
        await self._close("gone", "server = ?", server)

    async def _close(self, why: str, where: str, *values: object) -> None:
        tables = f"SELECT id FROM tables WHERE {where} AND status IN ('lobby', 'running')"
        await self._run(
            "UPDATE seats SET called = NULL, running = NULL, remaining = NULL, deadline = NULL,"
            f" notify = NULL, told = 0 WHERE table_id IN ({tables})",
            *values,
        )
        await self._run(
            "UPDATE questions SET outcome = 'void' WHERE outcome IS NULL"
            f" AND table_id IN ({tables})",
            *values,
        )
        await self._run(
            "UPDATE tables SET status = 'aborted', closed = ?, ended = ?, computer_due = 0,"
            f" version = version + 1 WHERE id IN ({tables})",
            why,
            clock.now(),
            *values,
        )
