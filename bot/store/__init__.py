"""All SQL: what is kept about tables, their seats, moves and posts, and about members."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.database import Database
from bot.store.calls import CallReading, CallWriting
from bot.store.history import HistoryReading
from bot.store.members import MemberReading, MemberWriting
from bot.store.posts import SEEN_FOR, PostReading, PostWriting
from bot.store.questions import QuestionReading, QuestionWriting
from bot.store.results import ResultReading
from bot.store.rows import (
    AlreadySeen,
    CallRow,
    ChannelTaken,
    Conflict,
    EventRow,
    MemberRow,
    MoveRow,
    OutboxRow,
    QuestionRow,
    SeatRow,
    SitterRow,
    TableRow,
)
from bot.store.tables import TableReading, TableWriting

__all__ = [
    "SEEN_FOR",
    "AlreadySeen",
    "CallRow",
    "ChannelTaken",
    "Conflict",
    "EventRow",
    "MemberRow",
    "MoveRow",
    "OutboxRow",
    "Pen",
    "QuestionRow",
    "SeatRow",
    "SitterRow",
    "Store",
    "TableRow",
]


class Pen(TableWriting, PostWriting, CallWriting, MemberWriting, QuestionWriting):
    """What can be written, inside one transaction."""


class Store(
    TableReading,
    HistoryReading,
    PostReading,
    ResultReading,
    CallReading,
    MemberReading,
    QuestionReading,
):
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
