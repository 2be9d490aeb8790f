"""A table as a file: whole when it is over, and no secret told before."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.export import export, verify
from bot.layout import Message
from bot.refusal import Refused
from bot.sitting import Sitting
from bot.store import Store
from bot.table import Tables
from games import record
from games.codec import encode
from games.core import commitment
from tests.bot.offline import (
    ADA,
    BO,
    CY,
    SEED,
    choices,
    now_at,
    open_lobby,
    start_table,
)
from tests.toy import Draw, Set, SignalBox


@pytest.fixture
async def tables(toy: SignalBox, tmp_path: Path) -> AsyncIterator[Tables]:
    store = await Store.open(tmp_path / "test.sqlite3")
    yield Tables(store, posts_waiting=lambda: None)
    await store.close()


async def exported(tables: Tables, table: Sitting, member: int) -> bytes:
    message = await export(tables.store, table.row.id, member)
    [(name, data)] = message.files
    assert name == f"toy-{table.row.id}.jsonl"
    return data


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def said(message: Message) -> str:
    return message.text


async def both_stashed(tables: Tables) -> Sitting:
    table = await start_table(tables, ADA, BO)
    for seat, member in enumerate((ADA, BO)):
        await tables.play(table.row.id, member, choices(table, seat)[0])
    return await now_at(tables, table)


async def whole(tables: Tables) -> Sitting:
    table = await start_table(tables, ADA, BO)
    while (table := await now_at(tables, table)).acting:
        seat = min(table.acting)
        await tables.play(table.row.id, (ADA, BO)[seat], choices(table, seat)[-1])
    return table


async def test_a_table_that_is_over_is_given_whole_to_anybody(tables: Tables) -> None:
    table = await whole(tables)
    data = await exported(tables, table, CY)
    played = record.check(data)
    assert played.seed == SEED and played.result == table.result
    assert len(played.moves) == table.row.number


@pytest.mark.parametrize(("member", "known"), [(ADA, [0]), (BO, [1]), (CY, [])])
async def test_a_running_table_tells_each_their_own_secrets(
    tables: Tables, member: int, known: list[int]
) -> None:
    table = await both_stashed(tables)
    data = await exported(tables, table, member)
    header, *moves = rows(data)
    assert "seed" not in header and header["commitment"] == commitment(SEED)
    assert SEED.hex().encode() not in data
    assert [row["seat"] for row in moves if row["move"]] == known
    assert len(moves) == 2


async def test_the_turn_that_is_going_on_is_its_owners_business(tables: Tables) -> None:
    table = await both_stashed(tables)
    await tables.play(table.row.id, ADA, Draw("open"))
    await tables.play(table.row.id, ADA, Set(table.truth.hands[0][0], "up"))
    assert len(rows(await exported(tables, table, ADA))) == 1 + 4
    for other in (BO, CY):
        assert len(rows(await exported(tables, table, other))) == 1 + 2


async def test_an_aborted_table_keeps_its_secrets(tables: Tables) -> None:
    table = await both_stashed(tables)
    await tables.abort(table, "Ada")
    data = await exported(tables, table, CY)
    assert "seed" not in rows(data)[0]
    assert all(row["move"] is None for row in rows(data)[1:])


async def test_a_lobby_has_nothing_to_export(tables: Tables) -> None:
    table_id = await open_lobby(tables, ADA)
    with pytest.raises(Refused) as caught:
        await export(tables.store, table_id, ADA)
    assert caught.value.fact.key == "refused.not_started"


async def test_a_table_that_is_over_verifies(tables: Tables) -> None:
    table = await whole(tables)
    text = said(await verify(tables.store, table.row.id))
    assert "It holds" in text and commitment(SEED) in text
    assert f"all {table.row.number} moves" in text


async def test_a_running_table_can_not_be_verified_yet(tables: Tables) -> None:
    table = await both_stashed(tables)
    with pytest.raises(Refused) as caught:
        await verify(tables.store, table.row.id)
    assert caught.value.fact.key == "refused.verify_later"


async def test_a_table_with_a_forged_move_does_not_hold(tables: Tables) -> None:
    table = await whole(tables)
    forged = '{"kind":"stash","card":99}'
    await tamper(tables, f"UPDATE moves SET move = '{forged}' WHERE number = 2")
    text = said(await verify(tables.store, table.row.id))
    assert f"does not hold at move 2 of {table.row.number}" in text
    assert "You don't hold 99" in text


async def test_a_table_with_another_seed_does_not_hold(tables: Tables) -> None:
    table = await whole(tables)
    await tamper(tables, "UPDATE tables SET seed = zeroblob(32)")
    assert "does not hold" in said(await verify(tables.store, table.row.id))


async def test_a_table_with_a_forged_result_says_so_without_a_move_too_many(
    tables: Tables,
) -> None:
    table = await whole(tables)
    points = encode(table.truth.points).decode()
    await tamper(
        tables,
        "UPDATE snapshots SET state = CAST(replace(CAST(state AS TEXT),"
        f" '\"points\":{points}', '\"points\":[99,0]') AS BLOB)",
    )
    text = said(await verify(tables.store, table.row.id))
    assert "does not hold" in text and "another result" in text
    assert f"move {table.row.number + 1} of {table.row.number}" not in text


async def tamper(tables: Tables, sql: str) -> None:
    async with tables.store._database.writing() as pen:
        await pen.execute(sql)
