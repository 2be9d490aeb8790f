"""What must be posted is posted: in order, once, and however long it takes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot import clock as clock_module
from bot.outbox import AT_ONCE, CLOSED_RETRY, FIRST_RETRY, LAST_RETRY, Outbox, Untimely
from bot.store import OutboxRow, Store
from bot.table import Tables
from tests.bot.offline import ADA, open_lobby
from tests.toy import SignalBox


class Clock:
    """Time that passes when the test says so, for what looks at it and what waits for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1_800_000_000.0
        self._alarms: list[tuple[float, Callable[..., Any], Any]] = []
        monkeypatch.setattr(clock_module, "now", lambda: self.now)
        monkeypatch.setattr(asyncio.get_running_loop(), "call_later", self._call_later)

    def _call_later(self, seconds: float, call: Callable[..., Any], *given: Any, **_: Any) -> Any:
        alarm = (self.now + seconds, call, given)
        self._alarms.append(alarm)
        return SimpleNamespace(cancel=lambda: alarm in self._alarms and self._alarms.remove(alarm))

    async def wait(self, seconds: float) -> None:
        """Let the time pass, and all be done that is due by then."""
        end = self.now + seconds
        await quiet()
        while due := [alarm for alarm in self._alarms if alarm[0] <= end]:
            alarm = min(due, key=lambda alarm: alarm[0])
            self._alarms.remove(alarm)
            self.now = max(self.now, alarm[0])
            alarm[1](*alarm[2])
            await quiet()
        self.now = end


async def quiet() -> None:
    """Wait until nobody is at work any more."""
    while others := asyncio.all_tasks() - {asyncio.current_task()}:
        await asyncio.wait(others)


async def until(so: Callable[[], bool]) -> None:
    """Wait until it is so."""
    while not so():  # noqa: ASYNC110 - there is no event for it
        await asyncio.sleep(0)


class Channels:
    """The outside: what arrived in which channel, and what goes wrong there."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.arrivals: list[tuple[float, int, str]] = []
        self.tried: list[float] = []
        self.asked: list[str] = []
        self.trouble: list[tuple[Exception, bool]] = []
        self.closed: set[int] = set()
        self.held: dict[int, asyncio.Event] = {}
        self.on_the_way: set[int] = set()

    def fail(self, error: Exception, *, but_arrives: bool = False) -> None:
        """The next post fails, before or after it has arrived."""
        self.trouble.append((error, but_arrives))

    async def instead(self, row: OutboxRow, pen: Any) -> bool:
        return False

    async def post(self, row: OutboxRow) -> int:
        assert row.channel not in self.on_the_way, "two posts at once in a channel"
        self.on_the_way.add(row.channel)
        try:
            await self._bring(row)
        finally:
            self.on_the_way.discard(row.channel)
        return row.id

    async def _bring(self, row: OutboxRow) -> None:
        self.tried.append(self.clock.now)
        if row.channel in self.held:
            await self.held[row.channel].wait()
        if row.channel in self.closed:
            raise forbidden()
        error, arrives = self.trouble.pop(0) if self.trouble else (None, True)
        if arrives:
            self.arrivals.append((self.clock.now, row.channel, row.payload))
        if error:
            raise error

    async def arrived(self, row: OutboxRow) -> int | None:
        self.asked.append(row.payload)
        there = any(payload == row.payload for _, _, payload in self.arrivals)
        return row.id if there else None

    def posts(self, channel: int = 1) -> list[str]:
        return [payload for _, where, payload in self.arrivals if where == channel]


def answer(status: int, code: int, kind: type[discord.HTTPException]) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": "no"})


def server_error() -> Exception:
    return answer(500, 0, discord.DiscordServerError)


def forbidden() -> Exception:
    return answer(403, 50013, discord.Forbidden)


def unknown(code: int) -> Exception:
    return answer(404, code, discord.NotFound)


class Office:
    """An outbox with its store and the outside."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self.store, self.clock = store, clock
        self.outside = Channels(clock)
        self.outbox = Outbox(store, self.outside)
        self.tables = Tables(store, posts_waiting=self.outbox.wake)
        self._of_channel: dict[int, int] = {}

    async def queue(self, *payloads: str, channel: int = 1) -> None:
        if channel not in self._of_channel:
            self._of_channel[channel] = await open_lobby(self.tables, ADA, channel=channel)
        async with self.store.writing() as pen:
            for payload in payloads:
                await pen.queue(self._of_channel[channel], channel, "board", payload)
        self.outbox.wake()

    async def waiting(self) -> list[str]:
        rows = await self.store._database.reading.execute_fetchall(
            "SELECT payload FROM outbox ORDER BY id"
        )
        return [row[0] for row in rows]

    async def table(self, channel: int = 1) -> Any:
        return await self.store.table(self._of_channel[channel])

    def restart(self) -> None:
        """The process ended, whatever it was doing; another one begins with the same store."""
        self.outbox = Outbox(self.store, self.outside)
        self.outbox.wake()


@pytest.fixture
async def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


@pytest.fixture
async def office(toy: SignalBox, tmp_path: Path, clock: Clock) -> AsyncIterator[Office]:
    store = await Store.open(tmp_path / "test.sqlite3")
    yield Office(store, clock)
    await quiet()
    await store.close()


async def test_what_waits_is_posted_and_forgotten(office: Office, clock: Clock) -> None:
    await office.queue("a")
    await clock.wait(0)
    assert office.outside.posts() == ["a"]
    assert await office.waiting() == []
    await clock.wait(3600)
    assert office.outside.posts() == ["a"]


async def test_a_channel_gets_its_posts_in_order(office: Office, clock: Clock) -> None:
    await office.queue(*"abc")
    await office.queue("d")
    await clock.wait(0)
    assert office.outside.posts() == list("abcd")


async def test_what_fails_keeps_what_comes_after_it_waiting(office: Office, clock: Clock) -> None:
    office.outside.fail(server_error())
    await office.queue(*"abc")
    await clock.wait(FIRST_RETRY - 0.1)
    assert office.outside.posts() == []
    await clock.wait(0.2)
    assert office.outside.posts() == list("abc")


async def test_one_channel_does_not_wait_for_another(office: Office, clock: Clock) -> None:
    office.outside.closed.add(1)
    await office.queue("a", channel=1)
    await office.queue("b", channel=2)
    await clock.wait(0)
    assert office.outside.posts(2) == ["b"]
    assert await office.waiting() == ["a"]


async def test_a_slow_channel_holds_up_no_other(office: Office, clock: Clock) -> None:
    gate = office.outside.held[1] = asyncio.Event()
    await office.queue("slow", "later", channel=1)
    await office.queue("b", channel=2)
    await until(lambda: bool(office.outside.posts(2)))
    assert office.outside.posts(1) == []
    gate.set()
    await clock.wait(0)
    assert office.outside.posts(1) == ["slow", "later"]


async def test_more_channels_than_are_posted_to_at_once_all_get_theirs(
    office: Office, clock: Clock
) -> None:
    channels = range(1, 3 * AT_ONCE)
    for channel in channels:
        await office.queue("a", "b", channel=channel)
    await clock.wait(0)
    assert all(office.outside.posts(channel) == ["a", "b"] for channel in channels)


async def test_waking_it_often_posts_nothing_twice(office: Office, clock: Clock) -> None:
    gate = office.outside.held[1] = asyncio.Event()
    await office.queue("a")
    for _ in range(50):
        office.outbox.wake()
        await asyncio.sleep(0)
    gate.set()
    await clock.wait(3600)
    assert office.outside.posts() == ["a"]


async def test_a_500_is_tried_again_and_posted_once(office: Office, clock: Clock) -> None:
    office.outside.fail(server_error())
    await office.queue("a")
    await clock.wait(FIRST_RETRY)
    assert office.outside.posts() == ["a"]
    await clock.wait(3600)
    assert office.outside.posts() == ["a"]


async def test_a_500_after_which_the_post_is_there_all_the_same(
    office: Office, clock: Clock
) -> None:
    office.outside.fail(server_error(), but_arrives=True)
    await office.queue("a", "b")
    await clock.wait(3600)
    assert office.outside.posts() == ["a", "b"]
    assert await office.waiting() == []


@pytest.mark.parametrize(
    "error",
    [
        aiohttp.ClientConnectionError("no net"),
        OSError("no route to host"),
        TimeoutError(),
        answer(503, 0, discord.DiscordServerError),
        unknown(10008),
        RuntimeError("a mistake of ours"),
    ],
)
async def test_whatever_goes_wrong_it_is_tried_again(
    office: Office, clock: Clock, error: Exception
) -> None:
    office.outside.fail(error)
    await office.queue("a", "b")
    await clock.wait(60)
    assert office.outside.posts() == ["a", "b"]


async def test_the_waits_grow_up_to_a_longest_one(office: Office, clock: Clock) -> None:
    for _ in range(13):
        office.outside.fail(server_error())
    await office.queue("a")
    await clock.wait(20 * LAST_RETRY)
    tried = office.outside.tried
    waits = [later - earlier for earlier, later in pairwise(tried)]
    assert waits[:3] == [FIRST_RETRY, 2 * FIRST_RETRY, 4 * FIRST_RETRY]
    assert waits == sorted(waits) and waits[-1] == LAST_RETRY
    assert len(waits) == 13
    assert office.outside.posts() == ["a"]


async def test_a_closed_channel_is_put_off_and_posted_when_it_is_open_again(
    office: Office, clock: Clock
) -> None:
    office.outside.closed.add(1)
    await office.queue(*"ab")
    await clock.wait(10 * CLOSED_RETRY)
    assert office.outside.posts() == []
    assert await office.waiting() == ["a", "b"]
    assert (await office.table()).open
    assert len(office.outside.tried) <= 12  # a closed channel isn't hammered at
    office.outside.closed.clear()
    await clock.wait(CLOSED_RETRY)
    assert office.outside.posts() == ["a", "b"]


@pytest.mark.parametrize("code", [10003, 10004])
async def test_a_channel_that_is_gone_closes_its_table(
    office: Office, clock: Clock, code: int
) -> None:
    await office.queue("elsewhere", channel=2)
    await clock.wait(0)
    office.outside.fail(unknown(code))
    await office.queue(*"abc")
    await clock.wait(3600)
    assert office.outside.posts() == []
    assert await office.waiting() == []
    assert (await office.table()).status == "aborted"
    assert (await office.table(2)).open


async def test_what_was_on_its_way_when_the_bot_stopped_is_looked_for_first(
    office: Office, clock: Clock
) -> None:
    await stop_on_the_way(office, arrives=True)
    office.restart()
    await clock.wait(0)
    assert office.outside.asked == ["a"]
    assert office.outside.posts() == ["a", "b"]
    assert await office.waiting() == []


async def test_what_was_on_its_way_and_did_not_arrive_is_sent_again(
    office: Office, clock: Clock
) -> None:
    await stop_on_the_way(office, arrives=False)
    office.restart()
    await clock.wait(0)
    assert office.outside.asked == ["a"]
    assert office.outside.posts() == ["a", "b"]


async def stop_on_the_way(office: Office, *, arrives: bool) -> None:
    """The process is gone between the sending and the note that it was sent."""
    office.outside.held[1] = asyncio.Event()
    await office.queue("a", "b")
    await until(lambda: bool(office.outside.on_the_way))
    others = asyncio.all_tasks() - {asyncio.current_task()}
    office.outbox._stopped = True
    for task in others:
        task.cancel()
    await asyncio.wait(others)
    if arrives:
        office.outside.arrivals.append((office.clock.now, 1, "a"))
    del office.outside.held[1]


async def test_what_never_was_on_its_way_is_not_looked_for(office: Office, clock: Clock) -> None:
    await office.queue("a")
    await clock.wait(0)
    office.outside.closed.add(1)
    await office.queue("b")
    await clock.wait(1)
    office.restart()
    office.outside.closed.clear()
    await clock.wait(3600)
    assert office.outside.asked == []
    assert office.outside.posts() == ["a", "b"]


async def test_a_retry_that_waits_is_taken_up_by_the_next_process(
    office: Office, clock: Clock
) -> None:
    for _ in range(4):
        office.outside.fail(server_error())
    await office.queue("a")
    await clock.wait(FIRST_RETRY * 8)
    await office.outbox.stop()
    await clock.wait(3600)
    assert office.outside.posts() == []
    office.restart()
    await clock.wait(0)
    assert office.outside.posts() == ["a"]


async def test_stopping_finishes_what_is_on_its_way_and_begins_nothing(
    office: Office, clock: Clock
) -> None:
    gate = office.outside.held[1] = asyncio.Event()
    await office.queue("a", "b")
    await until(lambda: bool(office.outside.on_the_way))
    stopping = asyncio.create_task(office.outbox.stop())
    await asyncio.sleep(0)
    gate.set()
    await stopping
    assert office.outside.posts() == ["a"]
    assert await office.waiting() == ["b"]
    office.outbox.wake()
    await clock.wait(3600)
    assert office.outside.posts() == ["a"]


async def test_nothing_is_sent_after_stopping_while_it_was_looking(
    office: Office, clock: Clock
) -> None:
    """The store is closed right after: whatever begins later would fail."""
    await office.queue("a")
    await asyncio.sleep(0)
    await office.outbox.stop()
    posted, waiting = office.outside.posts(), await office.waiting()
    await clock.wait(0)
    assert (office.outside.posts(), await office.waiting()) == (posted, waiting)
    assert len(posted) + len(waiting) == 1


async def test_what_is_queued_while_it_sets_its_alarm_is_not_forgotten(
    office: Office, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, go_on = asyncio.Event(), asyncio.Event()
    next_due = Store.next_due

    async def slowly(store: Store, moment: float) -> float | None:
        due = await next_due(store, moment)
        asked.set()
        await go_on.wait()
        return due

    monkeypatch.setattr(Store, "next_due", slowly)
    await office.queue("a", channel=1)
    await asked.wait()
    await office.queue("b", channel=2)
    go_on.set()
    await clock.wait(0)
    assert office.outside.posts(2) == ["b"]


async def test_what_falls_due_while_it_looks_is_not_forgotten(office: Office, clock: Clock) -> None:
    office.outside.closed.add(2)
    await office.queue("closed", channel=2)
    await clock.wait(FIRST_RETRY)
    office.outside.fail(server_error())
    await office.queue("a", channel=1)
    await clock.wait(0)
    due_posts = office.store.due_posts

    async def slowly(moment: float, limit: int) -> list[OutboxRow]:
        rows = await due_posts(moment, limit)
        clock.now += FIRST_RETRY  # it fell due after the look at what is due
        return rows

    office.store.due_posts = slowly  # type: ignore[method-assign]
    office.outbox.wake()
    await quiet()
    office.store.due_posts = due_posts  # type: ignore[method-assign]
    await clock.wait(1)
    assert office.outside.posts() == ["a"]


async def test_what_is_confirmed_while_it_looks_is_not_posted_again(
    office: Office, clock: Clock
) -> None:
    gate = office.outside.held[1] = asyncio.Event()
    await office.queue("a", channel=1)
    await until(lambda: bool(office.outside.on_the_way))
    due_posts = office.store.due_posts

    async def slowly(moment: float, limit: int) -> list[OutboxRow]:
        rows = await due_posts(moment, limit)
        gate.set()
        while office.outbox._under_way:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0)
        return rows

    office.store.due_posts = slowly  # type: ignore[method-assign]
    office.outbox.wake()
    await quiet()
    assert office.outside.posts() == ["a"]
    assert len(office.outside.tried) == 1 and not office.outside.asked, "nor was it looked for"


async def test_an_untimely_post_is_put_off_by_the_poster_and_done(
    office: Office, clock: Clock
) -> None:
    put_off: list[str] = []

    async def later(row: OutboxRow, pen: Any) -> None:
        put_off.append(row.payload)

    office.outside.put_off = later  # type: ignore[attr-defined]
    office.outside.fail(Untimely())
    await office.queue("a", "b")
    await clock.wait(0)
    assert put_off == ["a"]
    assert office.outside.posts() == ["b"]
    assert await office.waiting() == []


async def test_what_may_have_arrived_is_still_looked_for_after_a_channel_was_closed(
    office: Office, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a channel that the bot may neither read nor write to, nothing can be found out."""
    await stop_on_the_way(office, arrives=True)
    office.outside.closed.add(1)
    arrived = office.outside.arrived

    async def looking(row: OutboxRow) -> int | None:
        return None if office.outside.closed else await arrived(row)

    monkeypatch.setattr(office.outside, "arrived", looking)
    office.restart()
    await clock.wait(3 * CLOSED_RETRY)
    office.outside.closed.clear()
    await clock.wait(CLOSED_RETRY)
    assert office.outside.posts() == ["a", "b"]
