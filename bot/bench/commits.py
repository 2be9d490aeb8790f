"""A move from the decoded request to its commit: load, rules, store."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from bot.bench.figures import MILLI, Effort, Figures, mean
from bot.bench.furnish import MEMBERS, furnish
from bot.bench.plays import Plays, Position
from bot.database import Database
from bot.store import Pen, Store
from bot.table import Tables

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")


class _Copyist:
    """A connection that notes what is written through it."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self.written: list[tuple[str, tuple[Any, ...]]] = []

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._connection, name)
        if not name.startswith("execute"):
            return method

        def execute(*arguments: Any) -> Any:
            self.written.append((name, arguments))
            return method(*arguments)

        return execute


class WatchedStore(Store):
    """The store; it notes what the last transaction wrote, and when it was committed."""

    written: Sequence[tuple[str, tuple[Any, ...]]] = ()
    committed = 0.0

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[Pen]:
        async with self._database.writing() as connection:
            copyist: Any = _Copyist(connection)
            yield Pen(copyist)
        self.committed = perf_counter()
        self.written = copyist.written


class Room:
    """A database with tables to play a move at, each once."""

    def __init__(self, store: WatchedStore, waiting: list[tuple[int, Position]]) -> None:
        self.store, self._waiting = store, waiting
        self._tables = Tables(store, posts_waiting=lambda: None)
        self._interaction = 1 << 50

    @classmethod
    @asynccontextmanager
    async def open(
        cls, path: Path, positions: list[Position], rounds: int, background: int, number: int | None
    ) -> AsyncIterator[Room]:
        """Enough tables for a round to get warm and for the rounds that count."""
        stands = positions * (rounds + 1)
        tables = await furnish(path, stands, background=background, number=number)
        shutil.copy(path, path.with_suffix(".copy"))
        store = WatchedStore(await Database.open(path))
        try:
            yield cls(store, list(zip(tables, stands, strict=True)))
        finally:
            await store.close()

    async def move(self) -> float:
        """The next table's move: milliseconds from the request to the commit."""
        table, position = self._waiting.pop(0)
        self._interaction += 1
        begun = perf_counter()
        await self._tables.play(
            table, MEMBERS + position.seat, position.move, interaction=self._interaction
        )
        return (self.store.committed - begun) * MILLI


def run(plays: Plays, effort: Effort) -> Iterator[Figures]:
    """Beside the bare transaction, then beside fewer tables, then beside fewer moves."""
    positions, rounds = plays.sample(), effort.rounds
    with TemporaryDirectory() as folder:
        home = Path(folder)
        yield asyncio.run(_beside_bare(home, positions, rounds, effort.few_tables))
        few = home / "few.sqlite3", effort.few_tables, None
        many = home / "many.sqlite3", effort.many_tables, None
        yield asyncio.run(_beside(many, few, positions, rounds))
        early = home / "early.sqlite3", effort.few_tables, effort.early
        late = home / "late.sqlite3", effort.few_tables, effort.late
        yield asyncio.run(_beside(late, early, positions, rounds))


async def _beside_bare(
    home: Path, positions: list[Position], rounds: int, background: int
) -> Figures:
    """The floor writes the same rows with Python's own sqlite3 and does nothing else."""
    path = home / "store.sqlite3"
    async with Room.open(path, positions, rounds, background, None) as room:
        with closing(sqlite3.connect(path.with_suffix(".copy"), isolation_level=None)) as bare:
            for pragma in PRAGMAS:
                bare.execute(f"PRAGMA {pragma}")

            async def floor() -> float:
                return _write(bare, room.store.written)

            return await _rounds(room.move, floor, len(positions), rounds)


def _write(connection: sqlite3.Connection, written: Sequence[tuple[str, tuple[Any, ...]]]) -> float:
    begun = perf_counter()
    connection.execute("BEGIN IMMEDIATE")
    for method, arguments in written:
        if method == "execute_fetchall":  # aiosqlite's own
            connection.execute(*arguments).fetchall()
        else:
            getattr(connection, method)(*arguments)
    connection.execute("COMMIT")
    return (perf_counter() - begun) * MILLI


Furnished = tuple[Path, int, int | None]


async def _beside(
    large: Furnished, small: Furnished, positions: list[Position], rounds: int
) -> Figures:
    async with (
        Room.open(large[0], positions, rounds, *large[1:]) as value,
        Room.open(small[0], positions, rounds, *small[1:]) as floor,
    ):
        return await _rounds(value.move, floor.move, len(positions), rounds)


async def _rounds(value: Any, floor: Any, count: int, rounds: int) -> Figures:
    """Value and floor in turns, once to get warm; of each position the best round."""
    best = [(sys.float_info.max, sys.float_info.max)] * count
    for number in range(rounds + 1):
        for i in range(count):
            found = await value(), await floor()
            if number:
                best[i] = (min(best[i][0], found[0]), min(best[i][1], found[1]))
    return mean(best)
