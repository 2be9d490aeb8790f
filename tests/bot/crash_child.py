"""The process of the crash test: the real store, tables and outbox, and an outside of files."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import traceback
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import games
from bot.outbox import Outbox
from bot.refusal import Stale
from bot.sitting import Sitting, sit
from bot.store import OutboxRow, Store
from bot.table import Tables
from games.codec import encode
from tests.bot.offline import ADA, BO, choices, open_lobby
from tests.toy import SIGNAL_BOX

SEATED = {1: ((ADA, BO), 0), 2: ((ADA,), 2)}
"""By channel, the members and the number of computer players."""


class Files:
    """The folder in which parent and child meet."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "test.sqlite3"
        self.posts = folder / "posts.jsonl"
        self.acknowledged = folder / "acknowledged.jsonl"


def append(path: Path, row: object) -> None:
    """A line at the end of a file: in one write, so that it is there or not."""
    with path.open("ab", buffering=0) as file:
        file.write(json.dumps(row).encode() + b"\n")


def lines(path: Path) -> list[dict[str, int]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_bytes().splitlines()]


class Outside:
    """Channels that are a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    async def instead(self, row: OutboxRow, pen: Any) -> bool:
        return False

    async def post(self, row: OutboxRow) -> int:
        await asyncio.sleep(0)
        about = {"row": row.id, "table": row.table_id, "channel": row.channel}
        append(self._path, {**about, **json.loads(row.payload)})
        await asyncio.sleep(0)
        return row.id

    async def arrived(self, row: OutboxRow) -> int | None:
        return row.id if any(line["row"] == row.id for line in lines(self._path)) else None


def live(folder: Path, seed: int) -> None:
    """Play as fast as can be, until the process is killed."""
    _run(_live(Files(folder), random.Random(seed)))


def finish(folder: Path) -> None:
    """Take up what waits, make no move any more, and end when all is posted."""
    _run(_finish(Files(folder)))


def _run(work: Coroutine[Any, Any, None]) -> None:
    """Do the work and end; an error ends the process too, though its database is open."""
    games.GAMES["toy"] = SIGNAL_BOX  # in this process alone
    try:
        asyncio.run(work)
    except BaseException:
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(1)


async def _open(files: Files) -> tuple[Tables, Outbox]:
    store = await Store.open(files.database)
    outbox = Outbox(store, Outside(files.posts))
    tables = Tables(store, posts_waiting=outbox.wake)
    outbox.wake()
    await tables.resume()
    return tables, outbox


async def _live(files: Files, rng: random.Random) -> None:
    tables, _ = await _open(files)
    members = {(channel, member) for channel, (seated, _) in SEATED.items() for member in seated}
    await asyncio.gather(*(_play(files, tables, *who, rng) for who in sorted(members)))


async def _play(
    files: Files, tables: Tables, channel: int, member: int, rng: random.Random
) -> None:
    """A member who moves whenever it is their turn, table after table."""
    while True:
        table = await _table(tables, channel)
        if (seat := table.seat_for(member)) not in table.acting:
            await asyncio.sleep(0)
            continue
        move = rng.choice(choices(table, seat))
        stamp, interaction = table.seats[seat].stamp, rng.getrandbits(60)
        try:
            played = await tables.play(
                table.row.id, member, move, version=stamp, interaction=interaction
            )
        except Stale:  # the other one moved while the table was being read
            continue
        number = played.after.row.number
        about = {"table": table.row.id, "number": number, "seat": seat}
        append(files.acknowledged, {**about, "move": encode(move).decode()})


async def _table(tables: Tables, channel: int) -> Sitting:
    """The running table of a channel; one that is over is followed by another."""
    async with tables.lock(-channel):
        row = await tables.store.open_table(channel)
        if row is None:
            members, computers = SEATED[channel]
            table_id = await open_lobby(tables, *members, computers=computers, channel=channel)
            row = await tables.store.table(table_id)
            assert row
        table = await sit(tables.store, row.id)
        return table if row.status == "running" else await tables.start(table)


async def _finish(files: Files) -> None:
    tables, outbox = await _open(files)
    await tables.settle()
    while await tables.store.next_due(0) is not None:
        outbox.wake()
        await asyncio.sleep(0.01)
    await outbox.stop()
    await tables.store.close()
