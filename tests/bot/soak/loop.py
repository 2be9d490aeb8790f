"""Simulated time: an event loop that never waits, but jumps to whatever comes next."""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any, TypeVar
from unittest.mock import patch

from bot import clock

BEGIN = datetime(2027, 3, 8, 12, tzinfo=UTC).timestamp()
"""A Monday before the clocks are put forward, in America on the 14th and in Europe on the 28th."""

SLOWEST = 0.05  # seconds that drawing or thinking off the loop takes at most

T = TypeVar("T")


class _Jump(selectors.DefaultSelector):
    """Where a loop would wait for a timer, the clock jumps there."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> Any:
        if timeout is None:
            raise RuntimeError("nothing will ever happen again")
        self.passed += max(timeout, 0.0)
        return super().select(0)


class Loop(asyncio.SelectorEventLoop):
    """A loop in simulated time; what belongs in a thread is done on it, a moment later."""

    def __init__(self, rng: random.Random) -> None:
        self._jump = _Jump()
        self._rng = rng
        super().__init__(self._jump)

    def time(self) -> float:
        return self._jump.passed

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Any, *args: Any
    ) -> Any:
        done = self.create_future()

        def run() -> None:
            if done.done():
                return
            try:
                done.set_result(func(*args))
            except Exception as error:
                done.set_exception(error)

        self.call_later(self._rng.uniform(0, SLOWEST), run)
        return done


@contextmanager
def simulated_time(rng: random.Random) -> Iterator[Callable[[Coroutine[Any, Any, T]], T]]:
    """What runs a coroutine in simulated time, with the bot's one clock showing it."""
    with asyncio.Runner(loop_factory=lambda: Loop(rng)) as runner:
        loop = runner.get_loop()
        with patch.object(clock, "now", lambda: BEGIN + loop.time()):
            yield runner.run
