"""The bot of the soak: wired as in `bot.app`, without commands and leagues."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from bot import calls, clock
from bot.commands.settings import Settings
from bot.outbox import Outbox
from bot.postman import Postman
from bot.questions import Questions
from bot.seating import Seating
from bot.store import Store
from bot.table import Tables
from bot.tidy import Tidy
from bot.watch import Watch
from games.phrasebook import Phrasebook
from tests.bot.soak.database import open_store
from tests.bot.soak.outside import Outside

IDLE = 12  # days after which a table at which nobody acts is closed


class House:
    """One life of the bot."""

    def __init__(self, store: Store, outside: Outside) -> None:
        client: Any = outside
        bot: Any = self
        self.store, self.words = store, Phrasebook()
        postman = Postman(client, store)
        self.outbox = Outbox(store, postman)
        self.tables = Tables(store, posts_waiting=self._changed)
        self.seating = Seating(self.tables)
        self.questions = postman.questions = Questions(self.tables, self.seating)
        self.tidy = Tidy(self.tables, IDLE)
        self.watch = Watch(self.seating, self.questions, self.tidy)
        self.outbox.put_off = self.watch.wake
        self.settings = Settings(bot)

    @classmethod
    async def open(cls, path: Path, outside: Outside) -> House:
        """The bot starts, and takes up what waits."""
        house = cls(await open_store(path), outside)
        async with house.store.writing() as pen:
            await calls.make_up(pen)
        await house.tables.call_up()
        house._changed()
        await house.tables.resume()
        await house.questions.take_up()
        return house

    def _changed(self) -> None:
        self.outbox.wake()
        self.watch.wake()

    async def beat(self) -> None:
        """The heart, which beats too seldom here to hide an alarm that did not ring."""
        async with self.store.writing() as pen:
            await pen.forget_interactions()
            await pen.beat(clock.now())
        await self.tables.resume()

    async def stop(self) -> None:
        """The bot is stopped in order."""
        await self.watch.stop()
        await self.tables.settle()
        await self.outbox.stop()
        async with self.store.writing() as pen:
            await pen.beat(clock.now())
        await self.store.close()

    async def crash(self, tasks: set[asyncio.Task[Any]]) -> None:
        """The bot ends where it is: nothing that its tasks have begun is finished."""
        for lookout in (self.watch, self.outbox):
            lookout._stopped = True
            if lookout._alarm:
                lookout._alarm.cancel()
        for task in sorted(tasks, key=lambda task: int(task.get_name().rpartition("-")[2])):
            task.cancel()
        await asyncio.wait(tasks) if tasks else None
        await self.store.close()
