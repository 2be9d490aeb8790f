"""The database: one writer, numbered migrations, and a transaction that holds or never was."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiosqlite

MIGRATIONS = Path(__file__).parent / "migrations"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


class DatabaseError(Exception):
    """The database can't be used: the message says why and what to do."""


class Database:
    """A connection that writes, one transaction at a time, and one that only reads."""

    def __init__(self, writer: aiosqlite.Connection, reader: aiosqlite.Connection) -> None:
        self._writer, self._reader = writer, reader
        self._turn = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the file, make it if need be, and bring it to this version's shape."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            writer = await _connect(path)
            try:
                await _migrate(writer, path)
                reader = await _connect(path)
            except BaseException:
                await writer.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise DatabaseError(f"The database {path} can't be opened: {error}.") from error
        return cls(writer, reader)

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[aiosqlite.Connection]:
        """A transaction: all of it is kept, or nothing if anything in it fails."""
        async with self._turn:
            try:
                # Inside: whoever is cancelled while it begins must not leave it begun.
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.execute("COMMIT")
            except BaseException:
                # Shielded: a cancelled request must not leave the one writer inside a transaction.
                await asyncio.shield(self._writer.rollback())
                raise

    @property
    def reading(self) -> aiosqlite.Connection:
        """The connection for looking things up: it sees what is committed."""
        return self._reader

    async def close(self) -> None:
        """Finish what is being written, then close."""
        async with self._turn:
            await self._reader.close()
            await self._writer.close()


async def _connect(path: Path) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None)
    connection.row_factory = sqlite3.Row
    try:
        for pragma in PRAGMAS:
            await connection.execute_fetchall(f"PRAGMA {pragma}")
    except BaseException:
        await connection.close()  # its thread would keep the process from ending
        raise
    return connection


async def _migrate(connection: aiosqlite.Connection, path: Path) -> None:
    steps = sorted(MIGRATIONS.glob("*.sql"))
    [row] = await connection.execute_fetchall("PRAGMA user_version")
    version = row[0]
    if version > len(steps):
        raise DatabaseError(
            f"The database {path} was made by a newer Slow Train (version {version}; this one "
            f"knows {len(steps)}). Upgrade Slow Train, or restore a backup made by this version."
        )
    for number, step in enumerate(steps[version:], start=version + 1):
        script = step.read_text(encoding="utf-8")
        await connection.executescript(
            f"BEGIN IMMEDIATE;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;"
        )
