"""Reminders that are due at once, from then until the last of them is sent."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import Any

from bot import clock
from bot.bench.figures import Effort, Figures
from bot.bench.furnish import furnish
from bot.bench.plays import Plays, Position
from bot.clock import DAY, HOUR
from bot.outbox import Outbox
from bot.postman import Postman
from bot.questions import Questions
from bot.seating import Seating
from bot.store import Store
from bot.table import Tables
from bot.tidy import Tidy
from bot.watch import Watch

PATIENCE = 300.0  # seconds
IDLE = 60  # days
RECIPIENTS = 1 << 50  # the first member who is reminded

_WAITING = (
    "UPDATE tables SET acted = :now",
    # Everywhere somebody is to act, and will be reminded in the course of a day.
    "UPDATE seats SET due = 1, called = :now, running = :now, remaining = :day,"
    " deadline = :now + 7 * :day, notify = :now + :hour + table_id * 7 % :day WHERE seat = 0",
    # At some tables that is now: a member at each.
    "UPDATE seats SET member = :members + table_id, due = 1, called = :now, notify = :now"
    " WHERE table_id = :table AND seat = :seat",
    "UPDATE seats SET called = NULL, notify = NULL WHERE table_id = :table AND seat <> :seat",
)


class Letterbox:
    """Discord, as far as a reminder goes: it takes every message at once."""

    def __init__(self) -> None:
        self.user = object()
        self.arrived: dict[int, float] = {}
        self.more = asyncio.Event()

    async def create_dm(self, member: Any) -> Any:
        async def send(**message: Any) -> Any:
            if not message["files"]:
                raise LookupError("a reminder has no picture")
            self.arrived.setdefault(member.id, clock.now())
            self.more.set()
            return SimpleNamespace(id=1)

        return SimpleNamespace(send=send)

    async def wait(self, count: int) -> float:
        """Until so many members have their messages; when the last one came."""
        async with asyncio.timeout(PATIENCE):
            while len(self.arrived) < count:
                self.more.clear()
                await self.more.wait()
        return max(self.arrived.values())


def run(plays: Plays, effort: Effort) -> Iterator[Figures]:
    """With many tables running; the floor has no tables but those that are reminded of."""
    positions = list(islice(cycle(plays.sample()), effort.reminders))
    with TemporaryDirectory() as folder:
        few = asyncio.run(_slowest(Path(folder) / "few.sqlite3", positions, 1, effort.early))
        others = max(1, effort.running_tables - effort.reminders)
        many = asyncio.run(_slowest(Path(folder) / "many.sqlite3", positions, others, effort.early))
    yield Figures(many, few)


async def _slowest(path: Path, positions: list[Position], others: int, moves: int) -> float:
    """Seconds from the moment at which all are due to that at which the last one is sent."""
    tables = await furnish(path, positions, background=others, number=moves, played=1)
    store = await Store.open(path)
    letterbox = Letterbox()
    watch, outbox = _staff(store, letterbox)
    try:
        due = clock.now()
        _call(path, tables, positions, due)
        watch.wake()
        return await letterbox.wait(len(tables)) - due
    finally:
        await watch.stop()
        await outbox.stop()
        await store.close()


def _staff(store: Store, letterbox: Any) -> tuple[Watch, Outbox]:
    """Those who watch and post, as the bot has them."""
    postman = Postman(letterbox, store)
    outbox = Outbox(store, postman)
    tables = Tables(store, posts_waiting=outbox.wake)
    seating = Seating(tables)
    questions = postman.questions = Questions(tables, seating)
    return Watch(seating, questions, Tidy(tables, IDLE)), outbox


def _call(path: Path, tables: list[int], positions: list[Position], moment: float) -> None:
    about = {"now": moment, "hour": HOUR, "day": DAY, "members": RECIPIENTS}
    everywhere, here = _WAITING[:2], _WAITING[2:]
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        for sql in everywhere:
            connection.execute(sql, about)
        for table, position in zip(tables, positions, strict=True):
            for sql in here:
                connection.execute(sql, {**about, "table": table, "seat": position.seat})
        connection.execute("COMMIT")
