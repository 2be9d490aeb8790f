"""The bot's database without threads, and a ledger of all that ever happened in it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot import clock
from bot.database import Database, _migrate
from bot.store import Store

# The process is never killed for good, so nothing needs to reach the disk.
PRAGMAS = ("journal_mode=WAL", "synchronous=OFF", "foreign_keys=ON")

LEDGER = """
CREATE TABLE IF NOT EXISTS ledger (
    id INTEGER PRIMARY KEY, at REAL, what TEXT, table_id INTEGER, seat INTEGER, a, b, c);
CREATE TRIGGER IF NOT EXISTS turn_made AFTER INSERT ON moves WHEN NEW.ends BEGIN
    INSERT INTO ledger (at, what, table_id, seat, a, b)
    VALUES (soak_now(), 'turn', NEW.table_id, NEW.seat, NEW.turn, NEW.at); END;
CREATE TRIGGER IF NOT EXISTS turn_undone AFTER DELETE ON moves WHEN OLD.ends BEGIN
    INSERT INTO ledger (at, what, table_id, seat, a, b)
    VALUES (soak_now(), 'undone', OLD.table_id, OLD.seat, OLD.turn, OLD.at); END;
CREATE TRIGGER IF NOT EXISTS called AFTER UPDATE ON seats
WHEN OLD.called IS NOT NEW.called OR OLD.due IS NOT NEW.due OR OLD.member IS NOT NEW.member BEGIN
    INSERT INTO ledger (at, what, table_id, seat, a, b, c)
    VALUES (soak_now(), 'call', NEW.table_id, NEW.seat, NEW.due, NEW.called, NEW.member); END;
CREATE TRIGGER IF NOT EXISTS told AFTER UPDATE OF told ON seats
WHEN NEW.told <> OLD.told AND NEW.due = OLD.due AND NEW.called IS NOT NULL BEGIN
    INSERT INTO ledger (at, what, table_id, seat, a, b, c)
    VALUES (soak_now(), 'told', NEW.table_id, NEW.seat, NEW.due, NEW.told, OLD.notify); END;
CREATE TRIGGER IF NOT EXISTS queued AFTER INSERT ON outbox BEGIN
    INSERT INTO ledger (at, what, table_id, seat, a, b, c)
    VALUES (soak_now(), 'queued', NEW.table_id, NULL, NEW.id, NEW.kind, NEW.payload); END;
CREATE TRIGGER IF NOT EXISTS unqueued AFTER DELETE ON outbox BEGIN
    INSERT INTO ledger (at, what, table_id, seat, a, b, c)
    VALUES (soak_now(), 'unqueued', OLD.table_id, NULL, OLD.id, OLD.kind, OLD.payload); END;
CREATE TRIGGER IF NOT EXISTS chose AFTER INSERT ON members BEGIN
    INSERT INTO ledger (at, what, a, b) VALUES (soak_now(), 'member', NEW.member, json_array(
    NEW.dms, NEW.every, NEW.zone, NEW.quiet_from, NEW.quiet_until, NEW.away_from, NEW.away_until,
    NEW.closed)); END;
CREATE TRIGGER IF NOT EXISTS chose_again AFTER UPDATE ON members BEGIN
    INSERT INTO ledger (at, what, a, b) VALUES (soak_now(), 'member', NEW.member, json_array(
    NEW.dms, NEW.every, NEW.zone, NEW.quiet_from, NEW.quiet_until, NEW.away_from, NEW.away_until,
    NEW.closed)); END;
"""


class Cursor:
    """What the store uses of a cursor of aiosqlite."""

    def __init__(self, real: sqlite3.Cursor) -> None:
        self.rowcount, self.lastrowid = real.rowcount, real.lastrowid
        real.close()

    async def close(self) -> None:
        """It is closed already."""


class Connection:
    """What the store uses of a connection of aiosqlite; others get their turn at each statement."""

    def __init__(self, path: Path) -> None:
        self._real = sqlite3.connect(path, isolation_level=None)
        self._real.row_factory = sqlite3.Row
        self._real.create_function("soak_now", 0, lambda: clock.now())
        for pragma in PRAGMAS:
            self._real.execute(f"PRAGMA {pragma}")

    async def execute(self, sql: str, values: Sequence[Any] = ()) -> Cursor:
        await asyncio.sleep(0)
        return Cursor(self._real.execute(sql, values))

    async def execute_fetchall(self, sql: str, values: Any = ()) -> list[sqlite3.Row]:
        await asyncio.sleep(0)
        return self._real.execute(sql, values).fetchall()

    async def executemany(self, sql: str, values: Any) -> Cursor:
        await asyncio.sleep(0)
        return Cursor(self._real.executemany(sql, values))

    async def executescript(self, sql: str) -> None:
        self._real.executescript(sql)

    async def rollback(self) -> None:
        self._real.rollback()

    async def close(self) -> None:
        self._real.close()


async def open_store(path: Path) -> Store:
    """The bot's store on this file, with the ledger in it."""
    writer: Any = Connection(path)
    await _migrate(writer, path)
    await writer.executescript(LEDGER)
    reader: Any = Connection(path)
    return Store(Database(writer, reader))
