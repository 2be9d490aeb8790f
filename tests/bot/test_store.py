"""What the bot remembers, and what two hands at once do to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot import clock
from bot.store import SEEN_FOR, AlreadySeen, ChannelTaken, Conflict, SeatRow, Store, TableRow

NOON = 1_800_000_000.0
ADA = 101


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "test.sqlite3")
    yield opened
    await opened.close()


async def lobby(store: Store, channel: int = 7) -> TableRow:
    async with store.writing() as pen:
        table_id = await pen.new_table(
            server=1,
            channel=channel,
            parent=None,
            creator=ADA,
            game="ride",
            options="{}",
            seed=bytes(32),
        )
    return await read(store, table_id)


async def read(store: Store, table_id: int) -> TableRow:
    row = await store.table(table_id)
    assert row is not None
    return row


async def change(store: Store, table: TableRow, **columns: object) -> TableRow:
    async with store.writing() as pen:
        await pen.change(table, **columns)
    return await read(store, table.id)


async def queue(store: Store, table: TableRow, *payloads: str) -> None:
    async with store.writing() as pen:
        for payload in payloads:
            await pen.queue(table.id, table.channel, "board", payload)


async def test_a_channel_has_one_open_table(store: Store) -> None:
    first = await lobby(store)
    assert await store.open_table(7) == first
    with pytest.raises(ChannelTaken):
        await lobby(store)
    with pytest.raises(ChannelTaken):
        await change(store, first, status="running")
        await lobby(store)
    assert [row.id for row in await store.running()] == [first.id]


async def test_two_who_open_a_table_in_one_channel_at_once_get_one(store: Store) -> None:
    opened = await asyncio.gather(lobby(store), lobby(store), return_exceptions=True)
    assert sorted(type(one).__name__ for one in opened) == ["ChannelTaken", "TableRow"]


@pytest.mark.parametrize("status", ["over", "aborted"])
async def test_a_table_that_has_ended_makes_room_for_the_next(store: Store, status: str) -> None:
    first = await lobby(store)
    await change(store, first, status=status)
    assert await store.open_table(7) is None
    last = await store.last_table(7)
    assert last is not None and last.id == first.id and not last.open
    second = await lobby(store)
    assert await store.last_table(7) == second


async def test_the_open_table_comes_before_a_later_one_that_ended(store: Store) -> None:
    first = await change(store, await lobby(store), status="aborted")
    second = await change(store, await lobby(store), status="aborted")
    first = await change(store, first, status="running")
    assert second.id > first.id
    assert await store.last_table(7) == first


async def test_who_writes_on_an_old_reading_changes_nothing(store: Store) -> None:
    old = await lobby(store)
    new = await change(store, old, turns=3)
    with pytest.raises(Conflict):
        async with store.writing() as pen:
            await pen.queue(old.id, old.channel, "board", "{}")
            await pen.change(old, turns=1)
    assert await read(store, old.id) == new
    assert await store.due_posts(NOON * 2) == []


async def test_two_who_write_at_once_lose_nothing(store: Store) -> None:
    table = await lobby(store)
    done = await asyncio.gather(
        *(change(store, table, turns=n) for n in (5, 6)), return_exceptions=True
    )
    kept = [row for row in done if isinstance(row, TableRow)]
    assert len(kept) == 1
    assert any(isinstance(one, Conflict) for one in done)
    assert await read(store, table.id) == kept[0]


async def test_an_interaction_is_noted_once(store: Store) -> None:
    assert not await store.seen(99)
    async with store.writing() as pen:
        await pen.mark_seen(99)
    assert await store.seen(99)
    with pytest.raises(AlreadySeen):
        async with store.writing() as pen:
            await pen.mark_seen(99)


async def test_an_interaction_whose_work_failed_may_come_again(store: Store) -> None:
    with pytest.raises(ZeroDivisionError):
        async with store.writing() as pen:
            await pen.mark_seen(99)
            raise ZeroDivisionError
    assert not await store.seen(99)


async def test_interactions_are_forgotten_after_a_day(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for moment, interaction in ((NOON, 1), (NOON + 10, 2)):
        monkeypatch.setattr(clock, "now", lambda moment=moment: moment)
        async with store.writing() as pen:
            await pen.mark_seen(interaction)
    monkeypatch.setattr(clock, "now", lambda: NOON + SEEN_FOR + 5)
    async with store.writing() as pen:
        await pen.forget_interactions()
    assert [await store.seen(n) for n in (1, 2)] == [False, True]


async def test_a_member_sits_once_at_a_table(store: Store) -> None:
    table = await lobby(store)
    ada = [SeatRow(0, ADA, "Ada", "ada")]
    async with store.writing() as pen:
        await pen.set_seats(table.id, ada)
    with pytest.raises(Exception, match="UNIQUE"):
        async with store.writing() as pen:
            await pen.set_seats(table.id, [*ada, SeatRow(1, ADA, "Ada", "ada")])
    assert await store.seats(table.id) == ada


async def test_a_channel_posts_in_order_though_the_first_is_late(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clock, "now", lambda: NOON)
    here, there = await lobby(store), await lobby(store, channel=8)
    await queue(store, here, "1", "2")
    await queue(store, there, "3")
    due = await store.due_posts(NOON)
    assert [row.payload for row in due] == ["1", "3"]
    async with store.writing() as pen:
        await pen.postpone(due[0].id, NOON + 60, sending=True)
    assert [row.payload for row in await store.due_posts(NOON + 59)] == ["3"]
    assert await store.next_due(NOON) == NOON + 60
    [late, _] = await store.due_posts(NOON + 60)
    assert (late.payload, late.attempts, late.sending) == ("1", 1, 1)
    async with store.writing() as pen:
        await pen.posted(late, None)
    assert [row.payload for row in await store.due_posts(NOON)] == ["2", "3"]


async def test_nothing_is_due_when_nothing_waits(store: Store) -> None:
    assert await store.due_posts(NOON) == []
    assert await store.next_due(0) is None


async def test_a_channel_that_is_gone_takes_its_table_and_its_posts_along(store: Store) -> None:
    here, there = await lobby(store), await lobby(store, channel=8)
    await change(store, here, status="running", computer_due=1)
    await queue(store, here, "1", "2")
    await queue(store, there, "3")
    async with store.writing() as pen:
        await pen.close_channel(7)
    gone = await read(store, here.id)
    assert gone.status == "aborted" and gone.ended
    assert await store.computers_due() == []
    assert [row.payload for row in await store.due_posts(NOON * 2)] == ["3"]
    assert (await read(store, there.id)).open


async def test_a_post_for_no_table_is_not_kept(store: Store) -> None:
    with pytest.raises(Exception, match="FOREIGN KEY"):
        async with store.writing() as pen:
            await pen.queue(12345, 7, "board", "{}")
