"""`slowtrain backup`: a whole copy, also while the bot writes."""

from __future__ import annotations

import sqlite3
import stat
import threading
from contextlib import closing
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.database import Database, DatabaseError
from bot.store import Store
from bot.table import Tables
from tests.bot.offline import ADA, choices, now_at, replayed, start_table
from tests.toy import SignalBox


@pytest.fixture
def database(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the settings say that the database is; it isn't there yet."""
    path = tmp_path / "tables.sqlite3"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLOWTRAIN_DATABASE", str(path))
    return path


async def test_the_copy_is_a_database_with_all_that_is_kept(
    toy: SignalBox, database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = await Store.open(database)
    tables = Tables(store, posts_waiting=lambda: None)
    table = await start_table(tables, ADA)
    await tables.play(table.row.id, ADA, choices(table, 0)[0])
    target = tmp_path / "copy.sqlite3"
    assert main(["backup", str(target)]) == 0  # the bot still has it open
    await store.close()
    assert capsys.readouterr().out.startswith(f"{target}: ")
    copied = await Store.open(target)
    again = Tables(copied, posts_waiting=lambda: None)
    kept = await now_at(again, table)
    assert kept.row.number == 1
    assert await replayed(again, table.row.id) == kept.truth
    await copied.close()


async def test_the_copy_is_of_one_moment_while_another_writes(
    database: Path, tmp_path: Path
) -> None:
    await (await Database.open(database)).close()
    stop = threading.Event()

    def write() -> None:
        with closing(sqlite3.connect(database, isolation_level=None, timeout=30)) as connection:
            number = 0
            while not stop.is_set():
                connection.execute("BEGIN IMMEDIATE")
                for half in (0, 1):
                    connection.execute(
                        "INSERT INTO interactions VALUES (?, ?)", (2 * number + half, 0.0)
                    )
                connection.execute("COMMIT")
                number += 1

    writer = threading.Thread(target=write)
    writer.start()
    counts = []
    try:
        for copy in range(5):
            target = tmp_path / f"copy-{copy}.sqlite3"
            assert main(["backup", str(target)]) == 0
            with closing(sqlite3.connect(target)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
                counts.append(connection.execute("SELECT COUNT(*) FROM interactions").fetchone()[0])
    finally:
        stop.set()
        writer.join()
    assert all(count % 2 == 0 for count in counts), "half a transaction was copied"
    assert counts == sorted(counts)


async def test_the_copy_stands_alone_and_is_nobody_elses_to_read(
    database: Path, tmp_path: Path
) -> None:
    await (await Database.open(database)).close()
    folder = tmp_path / "backups"
    folder.mkdir()
    target = folder / "copy.sqlite3"
    assert main(["backup", str(target)]) == 0
    assert [path.name for path in folder.iterdir()] == ["copy.sqlite3"]
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


async def test_an_older_copy_is_replaced(database: Path, tmp_path: Path) -> None:
    await (await Database.open(database)).close()
    target = tmp_path / "copy.sqlite3"
    target.write_text("an older one")
    assert main(["backup", str(target)]) == 0
    await (await Database.open(target)).close()


def refused(target: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    code = main(["backup", str(target)])
    said = capsys.readouterr()
    assert said.out == ""
    return code, said.err.splitlines()[-1]


def test_no_database_to_copy(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = refused(tmp_path / "copy.sqlite3", capsys)
    assert code == 1
    assert str(database) in said and "SLOWTRAIN_DATABASE" in said
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_not_copied_over_a_good_copy(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database.write_text("bread, butter, a locomotive\n" * 40)
    target = tmp_path / "copy.sqlite3"
    target.write_text("a good copy")
    code, said = refused(target, capsys)
    assert code == 1 and "not a database" in said
    assert target.read_text() == "a good copy"
    assert len(list(tmp_path.iterdir())) == 2


async def test_a_copy_of_a_newer_version_is_refused_when_it_is_opened(
    database: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(database)) as connection:
        connection.execute("PRAGMA user_version = 99")
    target = tmp_path / "copy.sqlite3"
    assert main(["backup", str(target)]) == 0
    with pytest.raises(DatabaseError, match="newer Slow Train"):
        await Database.open(target)


async def test_places_where_a_copy_can_not_go(
    database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await (await Database.open(database)).close()
    assert refused(tmp_path, capsys) == (
        2,
        f"slowtrain backup: {tmp_path} is a folder: name a file",
    )
    assert refused(database, capsys) == (2, f"slowtrain backup: {database} is the database itself")
    code, said = refused(tmp_path / "nowhere" / "copy.sqlite3", capsys)
    assert code == 1 and "can't be copied" in said
