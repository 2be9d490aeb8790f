"""A lookout: does what is due, and sleeps until the next thing will be."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from bot import clock

log = logging.getLogger(__name__)

AFTER_FAILURE = 600.0  # seconds


class Lookout:
    """Looks when it is woken, and by itself when something is due."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking = self._look_again = self._stopped = False
        self._alarm: asyncio.TimerHandle | None = None

    async def _round(self) -> float | None:
        """Do what is due; the moment of what comes next, if anything does."""
        raise NotImplementedError

    def wake(self) -> None:
        """There may be something to do."""
        if self._stopped:
            return
        if self._looking:
            self._look_again = True
            return
        self._looking = True
        self._spawn(self._look())

    async def stop(self) -> None:
        """Finish what has begun; the rest waits in the store."""
        self._stopped = True
        if self._alarm:
            self._alarm.cancel()
        while self._tasks:  # a look that was going on may have begun something
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _look(self) -> None:
        try:
            self._look_again = True
            while self._look_again and not self._stopped:
                self._look_again = False
                following = await self._round()
                if following is not None:  # within the loop: somebody may wake us meanwhile
                    self._wake_in(max(0.0, following - clock.now()))
        except Exception:
            log.exception("%s could not look", type(self).__name__)
            self._wake_in(AFTER_FAILURE)
        finally:
            self._looking = False

    def _wake_in(self, seconds: float) -> None:
        if self._alarm:
            self._alarm.cancel()
        self._alarm = asyncio.get_running_loop().call_later(seconds, self.wake)
