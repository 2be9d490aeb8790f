"""The database: it opens or says why not, and a transaction holds or never was."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot import database as module
from bot.database import MIGRATIONS, Database, DatabaseError

KNOWN = len(list(MIGRATIONS.glob("*.sql")))


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(tmp_path / "test.sqlite3")
    async with opened.writing() as pen:
        await pen.execute("CREATE TABLE notes (text TEXT)")
    yield opened
    await opened.close()


async def write(database: Database, *texts: str) -> None:
    async with database.writing() as pen:
        for text in texts:
            await pen.execute("INSERT INTO notes VALUES (?)", (text,))


async def notes(database: Database) -> list[str]:
    rows = await database.reading.execute_fetchall("SELECT text FROM notes ORDER BY rowid")
    return [row[0] for row in rows]


def version_of(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def set_version(path: Path, version: int) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"PRAGMA user_version = {version}")


async def refusal(path: Path) -> str:
    with pytest.raises(DatabaseError) as caught:
        await Database.open(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


async def test_a_new_file_gets_its_folder_and_its_shape(tmp_path: Path) -> None:
    path = tmp_path / "var" / "deep" / "new.sqlite3"
    await (await Database.open(path)).close()
    assert version_of(path) == KNOWN
    with closing(sqlite3.connect(path)) as connection:
        names = {row[0] for row in connection.execute("SELECT name FROM sqlite_master")}
    assert {"tables", "seats", "moves", "snapshots", "interactions", "outbox"} <= names


async def test_an_empty_file_is_a_new_database(tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite3"
    path.touch()
    await (await Database.open(path)).close()
    assert version_of(path) == KNOWN


async def test_opening_again_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "test.sqlite3"
    first = await Database.open(path)
    async with first.writing() as pen:
        await pen.execute("INSERT INTO interactions VALUES (1, 2.0)")
    await first.close()
    again = await Database.open(path)
    assert len(list(await again.reading.execute_fetchall("SELECT * FROM interactions"))) == 1
    await again.close()


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "newer.sqlite3"
    await (await Database.open(path)).close()
    set_version(path, KNOWN + 3)
    said = await refusal(path)
    assert "newer Slow Train" in said
    assert f"version {KNOWN + 3}" in said and f"knows {KNOWN}" in said
    assert "Upgrade" in said and "backup" in said
    assert version_of(path) == KNOWN + 3


async def test_a_database_of_an_older_version_is_brought_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "older.sqlite3"
    await (await Database.open(path)).close()
    newer = copied_migrations(tmp_path, monkeypatch)
    step = newer / f"{KNOWN + 1:03}_clubs.sql"
    step.write_text("CREATE TABLE clubs (id INTEGER PRIMARY KEY);\n")
    opened = await Database.open(path)
    await opened.reading.execute_fetchall("SELECT * FROM clubs")
    await opened.close()
    assert version_of(path) == KNOWN + 1


async def test_a_migration_that_fails_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "test.sqlite3"
    await (await Database.open(path)).close()
    newer = copied_migrations(tmp_path, monkeypatch)
    step = newer / f"{KNOWN + 1:03}_clubs.sql"
    step.write_text("CREATE TABLE clubs (id INTEGER);\nINSERT INTO nowhere VALUES (1);\n")
    assert "nowhere" in await refusal(path)
    assert version_of(path) == KNOWN
    step.write_text("CREATE TABLE clubs (id INTEGER);\n")
    await (await Database.open(path)).close()
    assert version_of(path) == KNOWN + 1


def copied_migrations(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The migrations in a folder in which a test may add one."""
    copies = folder / "migrations"
    copies.mkdir()
    for step in MIGRATIONS.glob("*.sql"):
        (copies / step.name).write_bytes(step.read_bytes())
    monkeypatch.setattr(module, "MIGRATIONS", copies)
    return copies


async def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "shopping.txt"
    path.write_text("bread, butter, a locomotive\n" * 40)
    before = path.read_bytes()
    assert "not a database" in await refusal(path)
    assert path.read_bytes() == before


async def test_a_folder_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert "can't be opened" in await refusal(tmp_path)


async def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "var").touch()
    assert "can't be opened" in await refusal(tmp_path / "var" / "test.sqlite3")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
async def test_an_unwritable_folder_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    assert "can't be opened" in await refusal(folder / "test.sqlite3")


@pytest.mark.parametrize("trouble", ["no database", "newer", "folder"])
async def test_a_refused_database_leaves_no_thread_behind(tmp_path: Path, trouble: str) -> None:
    """A thread of the database that is left over keeps the process from ending."""
    path = troubled(tmp_path, trouble)
    before = set(threading.enumerate())
    await refusal(path)
    for thread in set(threading.enumerate()) - before:
        await asyncio.to_thread(thread.join, 5)
    left = [t for t in set(threading.enumerate()) - before if "asyncio" not in t.name]
    assert not left


def troubled(folder: Path, trouble: str) -> Path:
    path = folder / "test.sqlite3"
    match trouble:
        case "no database":
            path.write_text("bread, butter, a locomotive\n" * 40)
        case "newer":
            set_version(path, KNOWN + 1)
        case "folder":
            path.mkdir()
    return path


@pytest.mark.parametrize("trouble", ["no database", "newer"])
def test_the_bot_ends_when_its_database_is_refused(tmp_path: Path, trouble: str) -> None:
    path = troubled(tmp_path, trouble)
    environment = {**os.environ, "DISCORD_TOKEN": "", "SLOWTRAIN_DATABASE": str(path)}
    ended = subprocess.run(
        [sys.executable, "-m", "bot", "run"],
        env=environment,
        capture_output=True,
        text=True,
        timeout=30,
        cwd=MIGRATIONS.parent.parent,
    )
    assert ended.returncode == 1
    assert str(path) in ended.stderr.splitlines()[-1]
    assert "Traceback" not in ended.stderr


async def test_a_transaction_is_kept_whole(database: Database) -> None:
    await write(database, "one", "two")
    assert await notes(database) == ["one", "two"]


async def test_a_transaction_that_fails_leaves_nothing(database: Database) -> None:
    with pytest.raises(ZeroDivisionError):
        async with database.writing() as pen:
            await pen.execute("INSERT INTO notes VALUES ('half')")
            raise ZeroDivisionError
    assert await notes(database) == []
    await write(database, "next")
    assert await notes(database) == ["next"]


async def test_nobody_reads_what_is_not_yet_kept(database: Database) -> None:
    async with database.writing() as pen:
        await pen.execute("INSERT INTO notes VALUES ('on its way')")
        assert await notes(database) == []
    assert await notes(database) == ["on its way"]


@pytest.mark.parametrize("steps", range(8))
async def test_a_transaction_cancelled_anywhere_leaves_all_or_nothing(
    database: Database, steps: int
) -> None:
    task = asyncio.create_task(write(database, "one", "two"))
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait({task})
    await write(database, "next")
    assert await notes(database) in (["next"], ["one", "two", "next"])


@pytest.mark.parametrize("statement", ["BEGIN IMMEDIATE", "INSERT", "COMMIT"])
async def test_a_transaction_cancelled_during_a_statement_leaves_all_or_nothing(
    database: Database, statement: str
) -> None:
    """The statement is being carried out by the database's thread when its asker is cancelled."""
    loop = asyncio.get_running_loop()
    reached, go_on = asyncio.Event(), threading.Event()

    def hold(sql: str) -> None:
        if sql.startswith(statement) and not reached.is_set():
            loop.call_soon_threadsafe(reached.set)
            go_on.wait(5)

    await database._writer.set_trace_callback(hold)
    task = asyncio.create_task(write(database, "one", "two"))
    await reached.wait()
    task.cancel()
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.wait({task})
    await write(database, "next")
    assert await notes(database) in (["next"], ["one", "two", "next"])


async def test_transactions_at_the_same_time_wait_for_one_another(database: Database) -> None:
    await asyncio.gather(*(write(database, f"{n} first", f"{n} second") for n in range(20)))
    written = await notes(database)
    assert len(written) == 40
    pairs = zip(written[::2], written[1::2], strict=True)
    assert all(a.split()[0] == b.split()[0] for a, b in pairs)


async def test_closing_waits_for_the_transaction_that_is_going_on(tmp_path: Path) -> None:
    path = tmp_path / "test.sqlite3"
    database = await Database.open(path)
    async with database.writing() as pen:
        closing_now = asyncio.create_task(database.close())
        await pen.execute("INSERT INTO interactions VALUES (1, 2.0)")
    await closing_now
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT COUNT(*) FROM interactions").fetchone() == (1,)
