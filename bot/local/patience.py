"""How long the local table waits for the bot before its answer is looked at."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any
from weakref import WeakKeyDictionary

import simcord
from simcord import env as simcord_env
from simcord._runtime import _WorkState
from simcord._settlement import _is_parked

log = logging.getLogger(__name__)

SETTLE_IDLE = 0.01
ACTION_TIMEOUT = 5.0

ACTION: ContextVar[object | None] = ContextVar("ACTION", default=None)
"""What a member does at a page is an action; the work that it sets off carries its mark."""


class Patience:
    """How long to wait for the bot before its answer is looked at.

    SimCord waits until all of the bot is at rest, which a worker that waits for an event never
    is. Here an action waits for what it has set off itself, and nothing waits for the rest: what
    comes of that is shown at a later heartbeat.
    """

    def __init__(self, env: simcord.Env) -> None:
        self._settle: Any = env._settle_internal
        self._is_parked = _is_parked
        self._track: Any = _WorkState.track_task
        self._set_off_by: WeakKeyDictionary[asyncio.Task[Any], object] = WeakKeyDictionary()
        vars(env)["_settle_internal"] = self._settle_a_while

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Judge by this as long as the context lasts."""

        def track(work: Any, task: asyncio.Task[Any], *details: Any) -> None:
            self._set_off_by[task] = ACTION.get()
            self._track(work, task, *details)

        with (
            replaced(_WorkState, "track_task", track),
            replaced(simcord_env, "_is_parked", self._at_rest),
            replaced(simcord_env, "_callback_is_parked", _is_in_future),
        ):
            yield

    async def _settle_a_while(self, **options: Any) -> None:
        acting = ACTION.get() is not None
        timeout = ACTION_TIMEOUT if acting else None
        try:
            await self._settle(**{**options, "timeout": timeout, "idle": SETTLE_IDLE})
        except TimeoutError:
            if not acting:
                raise
            log.warning("The bot takes long to answer.")

    def _at_rest(self, state: Any, task: asyncio.Task[Any], deadline: float) -> bool:
        if self._is_parked(state, task, deadline):
            return True
        waiter = getattr(task, "_fut_waiter", None)
        if waiter is None or waiter.done():
            return False
        action = self._set_off_by.get(task)
        return action is None or action is not ACTION.get()


def _is_in_future(state: Any, record: Any, deadline: float) -> bool:
    return record.when is not None and record.when > state.virtual_time


@contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Put something else under a name for a while."""
    before = getattr(owner, name)
    setattr(owner, name, value)
    try:
        yield
    finally:
        setattr(owner, name, before)
