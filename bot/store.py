"""All SQL: what is kept about tables, their seats, moves and posts."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite
import msgspec

from bot.clock import now
from bot.database import Database

SEEN_FOR = 24 * 3600  # seconds; Discord's interaction tokens live 15 minutes


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits where; without a member it is a computer player."""

    seat: int
    member: int | None
    name: str
    username: str
    stamp: int = 0
    """The table's version when this seat last moved or became due: an older panel is stale."""


class TableRow(msgspec.Struct, frozen=True):
    """What is kept about a table, its state apart."""

    id: int
    server: int
    channel: int
    parent: int | None
    creator: int
    game: str
    options: str
    status: str
    seed: bytes
    version: int
    """Grows with every change."""
    number: int
    """Moves that stand."""
    turns: int
    posted: int
    """The last turn that is posted or waits in the outbox; -1 before the first board."""
    computer_due: int
    result: str | None
    created: float
    ended: float | None

    @property
    def open(self) -> bool:
        return self.status in ("lobby", "running")


class MoveRow(msgspec.Struct, frozen=True):
    """A move that stands, with the facts it made."""

    number: int
    turn: int
    seat: int
    member: int | None
    move: str
    facts: str
    reveals: int
    ends: int
    """Whether it completed a turn."""
    at: float


class OutboxRow(msgspec.Struct, frozen=True):
    """Something that must be posted."""

    id: int
    table_id: int
    channel: int
    kind: str
    payload: str
    attempts: int
    sending: int
    due: float
    created: float


class ChannelTaken(Exception):
    """The channel has an open table already."""


class Conflict(Exception):
    """The table changed between reading and writing."""


class AlreadySeen(Exception):
    """This interaction has been carried out before."""


_TABLE = ", ".join(f"t.{name}" for name in TableRow.__struct_fields__)
_SEAT = ", ".join(f"p.{name}" for name in SeatRow.__struct_fields__)
_MOVE = ", ".join(MoveRow.__struct_fields__)
_OUTBOX = ", ".join(OutboxRow.__struct_fields__)


class Store:
    """What the bot remembers."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    async def open(cls, path: Path) -> Store:
        """The store in this file."""
        return cls(await Database.open(path))

    async def close(self) -> None:
        await self._database.close()

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Pen]:
        """One transaction."""
        async with self._database.writing() as connection:
            yield Pen(connection)

    async def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return list(await self._database.reading.execute_fetchall(sql, values))

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

    async def last_change(self, table_id: int) -> float:
        """When the newest move was made, or the table was opened."""
        [row] = await self._rows(
            "SELECT COALESCE((SELECT at FROM moves WHERE table_id = t.id"
            " ORDER BY number DESC LIMIT 1), t.created) FROM tables t WHERE t.id = ?",
            table_id,
        )
        return float(row[0])

    async def computers_due(self) -> list[int]:
        """The tables at which a computer player is to act."""
        rows = await self._rows("SELECT id FROM tables WHERE computer_due = 1")
        return [row[0] for row in rows]

    async def seats(self, table_id: int) -> list[SeatRow]:
        """Who sits at a table, by seat."""
        rows = await self._rows(
            "SELECT seat, member, name, username, stamp FROM seats"
            " WHERE table_id = ? ORDER BY seat",
            table_id,
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

    async def turn_snapshots(self, table_id: int) -> list[bytes]:
        """The state after each number of complete turns, from the set-up on."""
        rows = await self._rows(
            "SELECT state, MIN(number) FROM snapshots WHERE table_id = ?"
            " GROUP BY turns ORDER BY turns",
            table_id,
        )
        return [row[0] for row in rows]

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

    async def seen(self, interaction: int) -> bool:
        """Whether an interaction has been carried out."""
        return bool(await self._rows("SELECT 1 FROM interactions WHERE id = ?", interaction))

    async def due_posts(self, moment: float) -> list[OutboxRow]:
        """The first waiting post of each channel whose time has come."""
        rows = await self._rows(
            f"SELECT {_OUTBOX} FROM outbox WHERE due <= ?"
            " AND id IN (SELECT MIN(id) FROM outbox GROUP BY channel) ORDER BY id",
            moment,
        )
        return [OutboxRow(*row) for row in rows]

    async def next_due(self, moment: float) -> float | None:
        """When the next post that is not due yet will be."""
        rows = await self._rows(
            "SELECT MIN(due) FROM outbox WHERE due > ?"
            " AND id IN (SELECT MIN(id) FROM outbox GROUP BY channel)",
            moment,
        )
        due: float | None = rows[0][0]
        return due


class Pen:
    """What can be written, inside one transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def _run(self, sql: str, *values: object) -> sqlite3.Cursor | aiosqlite.Cursor:
        return await self._connection.execute(sql, values)

    async def mark_seen(self, interaction: int | None) -> None:
        """Note an interaction; the same one again raises AlreadySeen."""
        if interaction is None:
            return
        cursor = await self._run(
            "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
            interaction,
            now(),
        )
        if not cursor.rowcount:
            raise AlreadySeen

    async def forget_interactions(self) -> None:
        """Drop the interactions that can't come again."""
        await self._run("DELETE FROM interactions WHERE at < ?", now() - SEEN_FOR)

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
    ) -> int:
        """Open a lobby; ChannelTaken if the channel has an open table."""
        try:
            cursor = await self._run(
                "INSERT INTO tables (server, channel, parent, creator, game, options, status, seed,"
                " created) VALUES (?, ?, ?, ?, ?, ?, 'lobby', ?, ?)",
                server,
                channel,
                parent,
                creator,
                game,
                options,
                seed,
                now(),
            )
        except sqlite3.IntegrityError:
            raise ChannelTaken from None
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def change(self, table: TableRow, **columns: object) -> None:
        """Write columns of a table that nobody has changed since it was read."""
        names = ", ".join(f"{name} = ?" for name in columns)
        cursor = await self._run(
            f"UPDATE tables SET version = version + 1, {names} WHERE id = ? AND version = ?",
            *columns.values(),
            table.id,
            table.version,
        )
        if not cursor.rowcount:
            raise Conflict

    async def set_seats(self, table_id: int, seats: Sequence[SeatRow]) -> None:
        """Who sits where, instead of who sat there before."""
        await self._run("DELETE FROM seats WHERE table_id = ?", table_id)
        await self._connection.executemany(
            "INSERT INTO seats (table_id, seat, member, name, username) VALUES (?, ?, ?, ?, ?)",
            [(table_id, s.seat, s.member, s.name, s.username) for s in seats],
        )

    async def stamp(self, table: TableRow, seats: Iterable[int]) -> None:
        """What these seats were shown until now is stale."""
        await self._connection.executemany(
            "UPDATE seats SET stamp = ? WHERE table_id = ? AND seat = ?",
            [(table.version + 1, table.id, seat) for seat in seats],
        )

    async def add_moves(self, table_id: int, moves: Iterable[MoveRow]) -> None:
        """Moves that were made."""
        await self._connection.executemany(
            f"INSERT INTO moves (table_id, {_MOVE}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [(table_id, *msgspec.structs.astuple(move)) for move in moves],
        )

    async def drop_moves(self, table_id: int, after: int) -> None:
        """Take back every move after this number, with its snapshots."""
        await self._run("DELETE FROM moves WHERE table_id = ? AND number > ?", table_id, after)
        await self._run("DELETE FROM snapshots WHERE table_id = ? AND number > ?", table_id, after)

    async def add_snapshots(self, table_id: int, rows: Iterable[tuple[int, int, bytes]]) -> None:
        """States by number of moves and of complete turns."""
        await self._connection.executemany(
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

    async def queue(self, table_id: int, channel: int, kind: str, payload: str) -> None:
        """Something to post, after all that waits for that channel."""
        moment = now()
        await self._run(
            "INSERT INTO outbox (table_id, channel, kind, payload, due, created)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            table_id,
            channel,
            kind,
            payload,
            moment,
            moment,
        )

    async def sending(self, post: int) -> None:
        """The post is on its way: after a crash, look first whether it arrived."""
        await self._run("UPDATE outbox SET sending = 1 WHERE id = ?", post)

    async def posted(self, post: int) -> None:
        """Discord has confirmed the post."""
        await self._run("DELETE FROM outbox WHERE id = ?", post)

    async def postpone(self, post: int, due: float, *, sending: bool) -> None:
        """The post failed and is tried again."""
        await self._run(
            "UPDATE outbox SET attempts = attempts + 1, due = ?, sending = ? WHERE id = ?",
            due,
            int(sending),
            post,
        )

    async def close_channel(self, channel: int) -> None:
        """The channel is gone: its open table ends, and nothing more is posted there."""
        await self._run(
            "UPDATE tables SET status = 'aborted', ended = ?, computer_due = 0,"
            " version = version + 1 WHERE channel = ? AND status IN ('lobby', 'running')",
            now(),
            channel,
        )
        await self._run("DELETE FROM outbox WHERE channel = ?", channel)
