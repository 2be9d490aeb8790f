"""The outbox: what must be posted, until it is posted. In order within a channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Protocol

import aiohttp
import discord

from bot import clock
from bot.store import OutboxRow, Store

log = logging.getLogger(__name__)

FIRST_RETRY, LAST_RETRY = 2.0, 600.0  # seconds
CLOSED_RETRY = 900.0  # a channel we may not write to is tried again every quarter of an hour
AT_ONCE = 8  # channels posted to at the same time
UNKNOWN_CHANNEL, UNKNOWN_GUILD = 10003, 10004


class Poster(Protocol):
    """Who brings a row to Discord."""

    async def post(self, row: OutboxRow) -> None:
        """Send it; returns when Discord has confirmed."""
        ...

    async def arrived(self, row: OutboxRow) -> bool:
        """Whether a row that was on its way when the bot stopped did arrive."""
        ...


class Outbox:
    """Posts what waits, and tries again what failed. It only runs while there is something due."""

    def __init__(self, store: Store, poster: Poster) -> None:
        self._store, self._poster = store, poster
        self._under_way: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking = self._look_again = self._stopped = False
        self._alarm: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """There may be something to post."""
        if self._stopped:
            return
        if self._looking:
            self._look_again = True
            return
        self._looking = True
        self._spawn(self._look())

    async def stop(self) -> None:
        """Finish the posts that are on their way; the rest waits in the store."""
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        while self._tasks:  # a look that was going on may have begun another post
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        """Start every post that is due, and set the alarm for the next."""
        try:
            self._look_again = True
            while self._look_again and not self._stopped:
                self._look_again = False
                moment = clock.now()
                for row in await self._store.due_posts(moment):
                    if row.channel not in self._under_way and len(self._under_way) < AT_ONCE:
                        self._under_way.add(row.channel)
                        self._spawn(self._deliver(row))
                await self._set_alarm(moment)  # within the loop: somebody may wake us meanwhile
        except Exception:
            log.exception("the outbox could not be read")
            self._wake_in(LAST_RETRY)
        finally:
            self._looking = False

    async def _set_alarm(self, moment: float) -> None:
        due = await self._store.next_due(moment)
        if due is not None:
            self._wake_in(max(0.0, due - clock.now()))

    def _wake_in(self, seconds: float) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self.wake)

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            if not (row.sending and await self._poster.arrived(row)):
                async with self._store.writing() as pen:
                    await pen.sending(row.id)
                await self._poster.post(row)
            async with self._store.writing() as pen:
                await pen.posted(row.id)
        except Exception as error:
            try:
                await self._failed(row, error)
            except Exception:
                # Not even the retry could be noted (a full disk): wait here, or it would spin.
                log.exception("post %s could not be put off", row.id)
                await asyncio.sleep(FIRST_RETRY)
        finally:
            self._under_way.discard(row.channel)
            self.wake()

    async def _failed(self, row: OutboxRow, error: Exception) -> None:
        handlers: list[tuple[type[Exception] | tuple[type[Exception], ...], _Handler]] = [
            (discord.NotFound, self._not_found),
            (discord.Forbidden, self._forbidden),
            ((discord.HTTPException, aiohttp.ClientError, OSError), self._retry),
        ]
        for kind, handler in handlers:
            if isinstance(error, kind):
                return await handler(row, error)
        log.exception("post %s of table %s failed", row.id, row.table_id, exc_info=error)
        return await self._retry(row, error)

    async def _not_found(self, row: OutboxRow, error: Exception) -> None:
        code = getattr(error, "code", 0)
        if code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            log.warning("channel %s is gone: table %s is closed", row.channel, row.table_id)
            async with self._store.writing() as pen:
                await pen.close_channel(row.channel)
        else:
            await self._retry(row, error)

    async def _forbidden(self, row: OutboxRow, error: Exception) -> None:
        log.warning("may not post in channel %s: %s", row.channel, error)
        await self._postpone(row, CLOSED_RETRY if row.attempts else FIRST_RETRY, arrived=False)

    async def _retry(self, row: OutboxRow, error: Exception) -> None:
        wait = min(LAST_RETRY, FIRST_RETRY * 2.0**row.attempts)
        log.warning("post %s is tried again in %.0f s: %s", row.id, wait, error)
        await self._postpone(row, wait, arrived=True)

    async def _postpone(self, row: OutboxRow, wait: float, *, arrived: bool) -> None:
        """Later. After an error without an answer the post may have arrived all the same."""
        async with self._store.writing() as pen:
            await pen.postpone(row.id, clock.now() + wait, sending=arrived)


_Handler = Callable[[OutboxRow, Exception], Awaitable[None]]
