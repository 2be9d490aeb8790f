"""The outbox: what must be posted, until it is posted. In order within a channel."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

import aiohttp
import discord

from bot import clock
from bot.lookout import Lookout
from bot.store import OutboxRow, Pen, Store

log = logging.getLogger(__name__)

FIRST_RETRY, LAST_RETRY = 2.0, 600.0  # seconds
CLOSED_RETRY = 900.0  # a channel we may not write to is tried again every quarter of an hour
AT_ONCE = 8  # channels posted to at the same time
UNKNOWN_CHANNEL, UNKNOWN_GUILD = 10003, 10004


class Untimely(Exception):
    """Something must not be posted at this time of the day."""


class Poster(Protocol):
    """Who brings a row to Discord."""

    async def post(self, row: OutboxRow) -> int | None:
        """Send it: the message that Discord has confirmed; None if it had become needless."""
        ...

    async def arrived(self, row: OutboxRow) -> int | None:
        """The message of a row that was on its way when the bot stopped, if it did arrive."""
        ...

    async def instead(self, row: OutboxRow, pen: Pen) -> bool:
        """Queue something in place of what somebody does not take; False to try it again."""
        ...

    async def put_off(self, row: OutboxRow, pen: Pen) -> None:
        """See to it that what was untimely is queued again when its time has come."""
        ...


class Outbox(Lookout):
    """Posts what waits, and tries again what failed. It only runs while there is something due."""

    def __init__(self, store: Store, poster: Poster) -> None:
        super().__init__()
        self._store, self._poster = store, poster
        self._under_way: set[int] = set()
        self.put_off: Callable[[], None] = lambda: None
        """Called when something untimely has been put off: somebody must wait for its time."""

    async def _round(self) -> float | None:
        """Start every post that is due."""
        moment = clock.now()
        busy = set(self._under_way)  # what is posted while we look it up must not be posted again
        for row in await self._store.due_posts(moment, AT_ONCE + len(busy)):
            free = row.channel not in busy | self._under_way
            if free and len(self._under_way) < AT_ONCE:
                self._under_way.add(row.channel)
                self._spawn(self._deliver(row))
        return await self._store.next_due(moment)

    async def _deliver(self, row: OutboxRow) -> None:
        try:
            message = await self._poster.arrived(row) if row.sending else None
            if message is None:
                async with self._store.writing() as pen:
                    await pen.sending(row.id)
                message = await self._poster.post(row)
            async with self._store.writing() as pen:
                await pen.posted(row, message)
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
            (Untimely, self._untimely),
            (discord.NotFound, self._not_found),
            (discord.Forbidden, self._forbidden),
            ((discord.HTTPException, aiohttp.ClientError, OSError), self._retry),
        ]
        for kind, handler in handlers:
            if isinstance(error, kind):
                return await handler(row, error)
        log.exception("post %s of table %s failed", row.id, row.table_id, exc_info=error)
        return await self._retry(row, error)

    async def _untimely(self, row: OutboxRow, error: Exception) -> None:
        async with self._store.writing() as pen:
            await self._poster.put_off(row, pen)
            await pen.posted(row, None)
        self.put_off()

    async def _not_found(self, row: OutboxRow, error: Exception) -> None:
        if await self._instead(row):
            return
        code = getattr(error, "code", 0)
        if code in (UNKNOWN_CHANNEL, UNKNOWN_GUILD):
            log.warning("channel %s is gone: table %s is closed", row.channel, row.table_id)
            async with self._store.writing() as pen:
                await pen.close_channel(row.channel)
        else:
            await self._retry(row, error)

    async def _forbidden(self, row: OutboxRow, error: Exception) -> None:
        if await self._instead(row):
            return
        log.warning("may not post in channel %s: %s", row.channel, error)
        # This time it did not arrive; whether it did before could perhaps not be looked up.
        wait = CLOSED_RETRY if row.attempts else FIRST_RETRY
        await self._postpone(row, wait, arrived=bool(row.sending))

    async def _instead(self, row: OutboxRow) -> bool:
        """Whether something else is posted in its place, and the row is done."""
        async with self._store.writing() as pen:
            replaced = await self._poster.instead(row, pen)
            if replaced:
                await pen.posted(row, None)
        return replaced

    async def _retry(self, row: OutboxRow, error: Exception) -> None:
        wait = min(LAST_RETRY, FIRST_RETRY * 2.0**row.attempts)
        log.warning("post %s is tried again in %.0f s: %s", row.id, wait, error)
        await self._postpone(row, wait, arrived=True)

    async def _postpone(self, row: OutboxRow, wait: float, *, arrived: bool) -> None:
        """Later. After an error without an answer the post may have arrived all the same."""
        async with self._store.writing() as pen:
            await pen.postpone(row.id, clock.now() + wait, sending=arrived)


_Handler = Callable[[OutboxRow, Exception], Awaitable[None]]
