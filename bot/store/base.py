"""What reading and writing have in common: a connection, and rows."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from typing import Any

import aiosqlite
import msgspec

from bot.database import Database


def columns(row: type[msgspec.Struct], alias: str = "") -> str:
    """The names of a row's columns, as a SELECT lists them."""
    return ", ".join(f"{alias}{name}" for name in row.__struct_fields__)


class Reading:
    """Looks things up: sees what is committed."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def _rows(self, sql: str, *values: object) -> list[sqlite3.Row]:
        return list(await self._database.reading.execute_fetchall(sql, values))


class Writing:
    """Writes, inside one transaction."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def _run(self, sql: str, *values: object) -> sqlite3.Cursor | aiosqlite.Cursor:
        return await self._connection.execute(sql, values)

    async def _many(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
        """Run a statement with each of these rows of values."""
        # Python 3.11 resets the statement again when the cursor goes, from whichever thread that
        # happens in: in the middle of the next use of it that would be a misuse.
        cursor = await self._connection.executemany(sql, rows)
        await cursor.close()
