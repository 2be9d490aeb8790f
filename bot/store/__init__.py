"""All SQL: what is kept about tables, their seats, moves and posts."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.database import Database
from bot.store.posts import SEEN_FOR, PostReading, PostWriting
from bot.store.rows import (
    AlreadySeen,
    ChannelTaken,
    Conflict,
    MoveRow,
    OutboxRow,
    SeatRow,
    TableRow,
)
from bot.store.tables import TableReading, TableWriting

__all__ = [
    "SEEN_FOR",
    "AlreadySeen",
    "ChannelTaken",
    "Conflict",
    "MoveRow",
    "OutboxRow",
    "Pen",
    "SeatRow",
    "Store",
    "TableRow",
]


class Pen(TableWriting, PostWriting):
    """What can be written, inside one transaction."""


class Store(TableReading, PostReading):
    """What the bot remembers."""

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
