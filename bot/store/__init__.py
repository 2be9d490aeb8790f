"""All SQL: what is kept about tables, their seats, moves and posts, and about members."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.database import Database
from bot.store.calls import CallReading, CallWriting
from bot.store.fixtures import FixtureReading, FixtureRow, FixtureWriting, LeagueSeat
from bot.store.history import HistoryReading
from bot.store.leagues import EntryRow, LeagueReading, LeagueRow, LeagueWriting, SeasonRow
from bot.store.members import MemberReading, MemberWriting
from bot.store.posts import NOTICES, SEEN_FOR, PostReading, PostWriting
from bot.store.questions import QuestionReading, QuestionWriting
from bot.store.ratings import RatingReading, RatingRow, RatingWriting
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
    "NOTICES",
    "SEEN_FOR",
    "AlreadySeen",
    "CallRow",
    "ChannelTaken",
    "Conflict",
    "EntryRow",
    "EventRow",
    "FixtureRow",
    "LeagueRow",
    "LeagueSeat",
    "MemberRow",
    "MoveRow",
    "OutboxRow",
    "Pen",
    "QuestionRow",
    "RatingRow",
    "SeasonRow",
    "SeatRow",
    "SitterRow",
    "Store",
    "TableRow",
]


class Pen(
    TableWriting,
    PostWriting,
    CallWriting,
    MemberWriting,
    QuestionWriting,
    LeagueWriting,
    FixtureWriting,
    RatingWriting,
):
    """What can be written, inside one transaction."""


class Store(
    TableReading,
    HistoryReading,
    PostReading,
    ResultReading,
    CallReading,
    MemberReading,
    QuestionReading,
    LeagueReading,
    FixtureReading,
    RatingReading,
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
