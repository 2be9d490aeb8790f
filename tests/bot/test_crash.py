"""The bot's process is killed at any moment: no acknowledged move and no post is lost."""

from __future__ import annotations

import multiprocessing
import random
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from bot.store import Store
from bot.table import Tables
from games.codec import encode
from tests.bot import crash_child
from tests.bot.crash_child import Files, finish, lines, live
from tests.bot.offline import now_at, replayed
from tests.toy import SignalBox

MOVES = 100
LONGEST = 8  # moves after which a life ends at the latest


@pytest.fixture(scope="module")
def processes() -> Any:
    """Processes that start quickly: a server has imported everything and forks them off."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([crash_child.__name__])
    return context


def live_and_die(processes: Any, folder: Path, rng: random.Random) -> None:
    """One life: the process is killed after a few moves, wherever it is then."""
    acknowledged = Files(folder).acknowledged
    enough = len(lines(acknowledged)) + rng.randint(0, LONGEST)
    child = processes.Process(target=live, args=(folder, rng.getrandbits(32)))
    child.start()
    while len(lines(acknowledged)) < enough:
        assert child.is_alive(), "the process ended by itself"
        time.sleep(0.001)
    time.sleep(rng.uniform(0, 0.02))  # into the middle of what comes next
    child.kill()
    child.join()
    assert child.exitcode == -signal.SIGKILL


async def check_nothing_lost(folder: Path, done: int) -> None:
    """Every move that was acknowledged stands."""
    files = Files(folder)
    store = await Store.open(files.database)
    acknowledged = lines(files.acknowledged)[done:]
    for table_id in {line["table"] for line in acknowledged}:
        moves = {row.number: (row.seat, row.move) for row in await store.moves(table_id)}
        for line in acknowledged:
            if line["table"] == table_id:
                assert moves.get(line["number"]) == (line["seat"], line["move"])
        row = await store.table(table_id)
        assert row is not None and row.number == len(moves) == max(moves)
    await store.close()


async def check_the_end(folder: Path) -> None:
    """Every turn of every table was posted exactly once, in order, and all logs hold."""
    files = Files(folder)
    store = await Store.open(files.database)
    tables = Tables(store, posts_waiting=lambda: None)
    posts = lines(files.posts)
    assert len({post["row"] for post in posts}) == len(posts), "a post arrived twice"
    last = max(line["table"] for line in lines(files.acknowledged))
    for table_id in range(1, last + 1):
        told = [post for post in posts if post["table"] == table_id]
        turns = [turn for post in told for turn in range(post["first"], post["last"] + 1)]
        row = await store.table(table_id)
        assert row is not None
        assert turns == list(range(row.posted + 1)), f"table {table_id}"
        assert row.posted == row.turns or row.computer_due
        assert encode(await replayed(tables, table_id)) == encode(
            (await now_at(tables, row.id)).truth
        )
    await store.close()


async def test_a_process_killed_at_random_loses_nothing(
    toy: SignalBox, tmp_path: Path, processes: Any
) -> None:
    rng = random.Random(2)
    lives = done = 0
    while done < MOVES:
        live_and_die(processes, tmp_path, rng)
        await check_nothing_lost(tmp_path, done)
        done = len(lines(Files(tmp_path).acknowledged))
        lives += 1
    child = processes.Process(target=finish, args=(tmp_path,))
    child.start()
    child.join()
    assert child.exitcode == 0
    await check_nothing_lost(tmp_path, 0)
    await check_the_end(tmp_path)
    assert lives >= MOVES / (4 * LONGEST)
