"""The run of a soak: tables are opened, members come and go, and the bot is stopped and started."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from bot import clock
from bot.clock import DAY, HOUR
from bot.refusal import Refused, Stale
from bot.sitting import sit
from bot.store import ChannelTaken, Conflict, SeatRow
from games import GAMES
from games.codec import encode
from tests.bot.soak.house import House
from tests.bot.soak.outside import CATCHING_UP, Outside, Sent
from tests.bot.soak.people import PACES, TEMPERS, Hands, Person, settings

MINUTE = 60.0
MEMBERS, CHANNELS, SERVER = 1_000, 1_000_000, 1  # the first number of each
DRAIN = 3.0 * HOUR  # at the end nothing happens for so long, but what is due
ORDINARY = (Refused, Stale, Conflict, ChannelTaken)


class Errors(logging.Handler):
    """What the bot itself thought to be wrong."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.seen: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.seen.append(f"{record.getMessage()}: {error!r}")


class Run:
    """A month at many tables."""

    def __init__(self, path: Path, seed: int, tables: int) -> None:
        self.rng = random.Random(seed)
        self.path, self.outside = path, Outside(random.Random(seed + 1))
        self.outside.on_arrival = self._seen
        self.house: House | None = None
        self.people = {
            MEMBERS + n: Person(MEMBERS + n, self.rng.choice(list(TEMPERS)))
            for n in range(max(6, tables // 2))
        }
        self.channels = [CHANNELS + n for n in range(tables)]
        self.counted: Counter[str] = Counter()
        self.errors: list[str] = []
        self.ups: list[list[float]] = []
        """When the bot was up, from and to."""
        self.end = 0.0
        self._minds: dict[int, list[float]] = {}
        self._acts: set[asyncio.Task[None]] = set()
        self._own: set[asyncio.Task[Any]] = set()
        self._over = self._crash_on_arrival = False
        self._arrived = asyncio.Event()

    async def run(self, days: float) -> None:
        """All of it, until every post is out."""
        self._own.add(_current())
        await self._start()
        for person in self.people.values():
            self._prepare(person)
        for channel in self.channels:
            self.later(self.rng.uniform(0, 2 * HOUR), self._open, channel)
        works = (self._restarts, self._troubles, self._outages, self._janitor)
        self._own |= {asyncio.create_task(work()) for work in works}
        await asyncio.sleep(days * DAY)
        await self._finish()

    async def _finish(self) -> None:
        self._over = True
        for task in self._own - {_current()}:
            task.cancel()
        self.outside.faults.heal()
        if self.house is None:
            await self._start()
        await asyncio.sleep(DRAIN)
        assert self.house
        await self.house.stop()
        self.end = self.ups[-1][1] = clock.now()

    # What is asked afterwards

    def minded(self, member: int, first: float, last: float) -> bool:
        """Whether a member chose something, or put off reminders, between these moments."""
        return any(first <= at <= last for at in self._minds.get(member, ()))

    def disturbed(self, place: int, first: float, last: float) -> bool:
        """Whether anything failed there between these moments, or the bot was not up.

        After a long time it has a lot to catch up on.
        """
        at_work = False
        before = 0.0
        for begun, ended in self.ups:
            late = CATCHING_UP if begun > before + 10 * MINUTE else 0.0
            at_work |= begun + late <= first and last <= ended
            before = ended
        return not at_work or self.outside.faults.failed(place, first, last)

    # What members do

    def later(self, seconds: float, act: Callable[..., Awaitable[None]], *given: Any) -> None:
        """An act that somebody will begin; if the bot is down then, a little later."""
        asyncio.get_running_loop().call_later(seconds, self._begin, act, given)

    def _begin(self, act: Callable[..., Awaitable[None]], given: tuple[Any, ...]) -> None:
        if self._over:
            return
        if self.house is None:
            self.later(self.rng.uniform(10, 600), act, *given)
            return
        task = asyncio.create_task(self._try(act, given))
        self._acts.add(task)
        task.add_done_callback(self._acts.discard)

    async def _try(self, act: Callable[..., Awaitable[None]], given: tuple[Any, ...]) -> None:
        try:
            await act(*given)
        except ORDINARY:
            self.counted["acts refused"] += 1
        except Exception as error:
            self.errors.append(f"{act.__name__}: {error!r}")

    @property
    def _here(self) -> House:
        assert self.house
        return self.house

    @property
    def _hands(self) -> Hands:
        return Hands(self._here, self.rng)

    def _prepare(self, person: Person) -> None:
        """What a member has chosen from the beginning, and when they look in."""
        if self.rng.random() < 0.12:
            self.outside.faults.closed.add(person.id)
        for _ in range(self.rng.randint(0, 3)):
            self.later(0, self._choose, person)
        self.later(self.rng.expovariate(1 / DAY), self._visit, person)

    async def _choose(self, person: Person) -> None:
        self._minds.setdefault(person.id, []).append(clock.now())
        await self._here.settings.choose(person.id, **settings(self.rng))

    def _seen(self, sent: Sent) -> None:
        """A message has arrived: who is called by it may follow."""
        self._arrived.set()
        called = [sent.place] if sent.place in self.people else sorted(sent.pings)
        for person in (self.people[member] for member in called):
            for key in sorted(sent.ids):
                what, _, rest = key.partition(":")
                number = int(rest.partition(":")[0])
                delay = person.reply(self.rng)
                if delay is not None and what == "turn":
                    self.later(delay, self._turn, number, person)
                elif delay is not None and key.endswith(":yes"):
                    self.later(delay, self._vote, number, person)

    async def _turn(self, table: int, person: Person) -> None:
        self.counted["moves"] += await self._hands.turn(table, person)

    async def _vote(self, question: int, person: Person) -> None:
        await self._hands.vote(question, person)
        self.counted["votes"] += 1

    async def _visit(self, person: Person) -> None:
        """A member looks in, without having been called."""
        rng = self.rng
        self.later(rng.expovariate(1 / DAY), self._visit, person)
        if rng.random() < 0.05:
            self.outside.faults.closed ^= {person.id}
        if rng.random() < 0.4:
            self._minds.setdefault(person.id, []).append(clock.now())
            await self._hands.mind(person)
        rows = await self._here.store._rows(
            "SELECT table_id FROM seats JOIN tables ON id = table_id WHERE member = ?"
            " AND status <> 'over' AND NOT (status = 'aborted' AND closed IS NULL)",
            person.id,
        )
        for (table,) in rows:
            if person.temper != "gone" and rng.random() < 0.3:
                self.later(rng.uniform(0, HOUR), self._turn, table, person)
            if rng.random() < 0.08:
                other = rng.choice(list(self.people.values()))
                self.later(rng.uniform(0, HOUR), self._meddle, table, person, other)

    async def _meddle(self, table: int, person: Person, other: Person) -> None:
        await self._hands.meddle(table, person, other)
        self.counted["seats and questions"] += 1

    async def _open(self, channel: int) -> None:
        """A table begins in a channel."""
        rng, game = self.rng, GAMES["toy"]
        people: list[Any] = rng.sample(list(self.people.values()), rng.choice((1, 2, 2, 3, 3, 4)))
        computers = rng.choice((0, 0, 0, 1, 2)) if len(people) < 3 else 0
        async with self._here.store.writing() as pen:
            table = await pen.new_table(
                server=SERVER,
                channel=channel,
                parent=None,
                creator=people[0].id,
                game="toy",
                options=encode(game.options()).decode(),
                seed=rng.randbytes(32),
                pace=rng.choice(PACES),
            )
            seats = [SeatRow(seat, p.id, p.name, p.name) for seat, p in enumerate(people)]
            for number in range(computers):
                seats += [SeatRow(len(seats), None, f"Computer {number}", f"computer{number}")]
            await pen.set_seats(table, seats)
        self.counted["tables"] += 1
        await self._here.tables.start(await sit(self._here.store, table))

    # What happens to the bot and to Discord

    async def _start(self) -> None:
        house = await House.open(self.path, self.outside)
        self.ups.append([clock.now(), float("inf")])
        self.house = house

    async def _restarts(self) -> None:
        """The bot is stopped in order, or dies, at times right after a message has arrived."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / (5 * HOUR)))
            how = self.rng.choice(("in order", "anywhere", "unconfirmed", "unconfirmed"))
            if how == "unconfirmed":
                self._arrived.clear()
                await self._arrived.wait()
            house, self.house = self._here, None
            if how == "in order":
                await _cancel(self._acts)
                await house.stop()
            else:
                await house.crash(asyncio.all_tasks() - self._own)
            self.ups[-1][1] = clock.now()
            self.counted[f"restarts {how}"] += 1
            longest = self.rng.choice((MINUTE, MINUTE, 10 * MINUTE, 6 * HOUR))
            await asyncio.sleep(self.rng.uniform(3, longest))
            await self._start()

    async def _troubles(self) -> None:
        """Channels are closed to the bot, or deleted."""
        faults = self.outside.faults
        pause = min(20 * DAY / len(self.channels), 6 * HOUR)
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / pause))
            place = self.rng.randrange(len(self.channels))
            if self.rng.random() < 0.6:
                hours = self.rng.uniform(0.2, 40)
                faults.forbidden[self.channels[place]] = clock.now() + hours * HOUR
            elif self.rng.random() < 0.3:
                await self._delete(place)

    async def _outages(self) -> None:
        """Now and then nothing gets through, for minutes or for most of a day."""
        while True:
            await asyncio.sleep(self.rng.expovariate(1 / (2 * DAY)))
            self.outside.faults.lose_contact(10 * MINUTE * 100 ** self.rng.random())
            self.counted["outages"] += 1

    async def _delete(self, place: int) -> None:
        """A channel is deleted; at times the bot hears of it only when it posts."""
        gone, self.channels[place] = self.channels[place], CHANNELS + self.rng.getrandbits(50)
        self.outside.faults.gone.add(gone)
        self.counted["channels deleted"] += 1
        if self.rng.random() < 0.5:
            self.later(0, self._heard, gone)

    async def _heard(self, gone: int) -> None:
        async with self._here.store.writing() as pen:
            await pen.close_channel(gone)

    async def _janitor(self) -> None:
        """Where no table is open any more, another begins; and the heart beats."""
        while True:
            await asyncio.sleep(HOUR)
            self._begin(self._beat, ())

    async def _beat(self) -> None:
        await self._here.beat()
        rows = await self._here.store._rows(
            "SELECT channel FROM tables WHERE status IN ('lobby', 'running')"
        )
        for channel in sorted(set(self.channels) - {row[0] for row in rows}):
            self.later(self.rng.uniform(0, 2 * HOUR), self._open, channel)


def _current() -> asyncio.Task[Any]:
    task = asyncio.current_task()
    assert task
    return task


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    if tasks:
        await asyncio.wait(tasks)
