"""Discord as the postman sees it: channels and direct messages, and all that goes wrong there."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from types import SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import aiohttp
import discord

from bot import clock
from bot.show import tell_turns as show_tell_turns
from bot.store import MoveRow

CATCHING_UP = 1800.0  # seconds after an outage in which all that waited is sent
SLOW, TIMEOUT = 0.8, 30.0  # seconds that a way takes at most, and an error
REMEMBERED = 120.0  # seconds for which Discord knows a nonce


Turn = tuple[int, float, int]
"""Of a completed turn: its number, when it was, and whose."""


@dataclass(frozen=True)
class Sent:
    """A message that arrived."""

    id: int
    author: Any
    at: float
    composed: float
    place: int
    nonce: str
    words: tuple[str, ...]
    ids: frozenset[str]
    pings: frozenset[int]
    told: tuple[Turn, ...]
    """The turns that a board tells of."""

    @property
    def text(self) -> str:
        return "\n".join(self.words)

    @property
    def components(self) -> list[Any]:
        """As far as the bot looks at them again."""
        raw = [{"content": text} for text in self.words]
        raw += [{"custom_id": key} for key in self.ids]
        return [SimpleNamespace(to_dict=lambda part=part: part) for part in raw]

    @property
    def post(self) -> int:
        """The row of the outbox that it was."""
        return int(self.nonce.rpartition("-")[2])


def _parts(raw: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for part in raw:
        yield part
        yield from _parts(part.get("components", ()))


def refusal(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="")
    return kind(response, {"code": code, "message": "no"})


@dataclass
class Faults:
    """How often something fails, in a hundred posts, and what fails for longer."""

    rng: random.Random
    share: float = 5.0
    outage: float = 0.0
    """Until then nothing gets through."""
    forbidden: dict[int, float] = field(default_factory=dict)
    """Channels in which the bot may not write, until then."""
    gone: set[int] = field(default_factory=set)
    closed: set[int] = field(default_factory=set)
    """Members who take no direct messages."""
    counted: Counter[str] = field(default_factory=Counter)
    failures: dict[int, list[float]] = field(default_factory=dict)
    """When something failed, by place."""
    outages: list[tuple[float, float]] = field(default_factory=list)

    def lose_contact(self, seconds: float) -> None:
        """For so long nothing gets through."""
        self.outage = clock.now() + seconds
        self.outages.append((clock.now(), self.outage))

    def failed(self, place: int, first: float, last: float) -> bool:
        """Whether anything failed there between these moments, or all had to be caught up."""
        if any(begun < last and first < ended + CATCHING_UP for begun, ended in self.outages):
            return True
        return any(first <= at <= last for at in self.failures.get(place, ()))

    def _count(self, what: str, place: int) -> None:
        self.counted[what] += 1
        self.failures.setdefault(place, []).append(clock.now())

    def heal(self) -> None:
        """From now on nothing fails any more; what is gone stays so."""
        self.share = self.outage = 0.0
        self.forbidden.clear()

    def unreachable(self, place: int) -> Exception | None:
        """What one gets while nothing gets through."""
        if clock.now() >= self.outage:
            return None
        self._count("outage", place)
        return OSError("no route to host")

    def refused(self, place: int) -> Exception | None:
        """Why Discord would not take it, now."""
        if error := self.unreachable(place):
            return error
        if place in self.gone:
            self._count("channel gone", place)
            return refusal(discord.NotFound, 404, 10003)
        if self.forbidden.get(place, 0.0) > clock.now():
            self._count("may not write", place)
            return refusal(discord.Forbidden, 403, 50013)
        if place in self.closed:
            self._count("messages closed", place)
            return refusal(discord.Forbidden, 403, 50007)
        return None

    def trouble(self, place: int) -> Exception | None:
        """An error without a reason, or none."""
        if self.rng.uniform(0, 100) >= self.share:
            return None
        error = self.rng.choice(
            [
                TimeoutError(),
                aiohttp.ServerDisconnectedError(),
                refusal(discord.DiscordServerError, 500, 0),
                refusal(discord.DiscordServerError, 503, 0),
            ]
        )
        self._count(type(error).__name__, place)
        return error


class Place:
    """A channel, or the direct messages of a member."""

    def __init__(self, outside: Outside, place: int, composed: float) -> None:
        self._outside, self._place, self._composed = outside, place, composed

    async def send(self, *, view: Any, files: list[Any], allowed_mentions: Any, nonce: str) -> Sent:
        """Bring a message; it may fail before or after it has arrived."""
        found = list(_parts(view.to_components()))
        words = tuple(part["content"] for part in found if "content" in part)
        ids = frozenset(part["custom_id"] for part in found if "custom_id" in part)
        pings = frozenset(user.id for user in allowed_mentions.users)
        turns, lines = self._outside.telling.pop(asyncio.current_task(), ((), ()))
        told = turns if all(line in words[0] for line in lines) else ()

        def arrive() -> Sent:
            about = (self._composed, self._place, nonce, words, ids, pings, told)
            return self._outside.arrive(*about)

        return await self._outside.carry(self._place, nonce, arrive)

    async def history(
        self, *, limit: int, after: datetime, oldest_first: bool
    ) -> AsyncIterator[Sent]:
        """What stands there, the newest first."""
        await self._outside.pause(0.3)
        faults = self._outside.faults
        error = faults.refused(self._place) or faults.trouble(self._place)
        if error and getattr(error, "code", 0) != 50007:  # one may read what was sent before
            raise error
        sent = self._outside.messages.get(self._place, [])
        newest = [message for message in sent[-limit:] if message.at > after.timestamp()]
        for message in reversed(newest):
            yield message


class Outside:
    """All of Discord; it goes on while the bot does not."""

    def __init__(self, rng: random.Random) -> None:
        self.user = object()
        self.faults = Faults(rng)
        self.messages: dict[int, list[Sent]] = {}
        self.telling: WeakKeyDictionary[Any, Any] = WeakKeyDictionary()
        self.on_arrival: Callable[[Sent], None] = lambda message: None
        self._rng, self._count = rng, 0
        self._nonces: dict[tuple[int, str], Sent] = {}

    async def pause(self, most: float) -> None:
        await asyncio.sleep(self._rng.uniform(0.02, most))

    async def create_dm(self, member: discord.Object) -> Place:
        """The direct messages of a member; opening them succeeds even where they are closed."""
        composed = clock.now()
        await self.pause(0.3)
        if error := self.faults.unreachable(member.id) or self.faults.trouble(member.id):
            raise error
        return Place(self, member.id, composed)

    def get_partial_messageable(self, channel: int) -> Place:
        return Place(self, channel, clock.now())

    async def carry(self, place: int, nonce: str, arrive: Callable[[], Sent]) -> Sent:
        """Bring a message there and the answer back; both ways take their time."""
        try:
            await self.pause(SLOW)
        except asyncio.CancelledError:
            if self._rng.random() < 0.3 and not self.faults.refused(place):
                arrive()  # the bot is gone, but its request was on the wire
            raise
        if error := self.faults.refused(place):
            raise error
        error = self.faults.trouble(place)
        if error and self._rng.random() < 0.5:
            await self.pause(TIMEOUT)
            raise error
        known = self._nonces.get((place, nonce))
        if known and known.at < clock.now() - REMEMBERED:
            known = None
        sent = known or arrive()
        await self.pause(TIMEOUT if error else SLOW)
        if error:
            self.faults.counted["arrived all the same"] += 1
            raise error
        return sent

    def arrive(self, *about: Any) -> Sent:
        """A message is there: whoever it calls sees it."""
        self._count += 1
        sent = Sent(self._count, self.user, clock.now(), *about)
        self.messages.setdefault(sent.place, []).append(sent)
        self._nonces[sent.place, sent.nonce] = sent
        self.on_arrival(sent)
        return sent

    def tell_turns(self, sitting: Any, moves: Sequence[MoveRow], seat: Any) -> list[str]:
        """As the bot tells turns; noted for the message in which they will be told."""
        lines = show_tell_turns(sitting, moves, seat)
        turns = tuple((move.turn, move.at, move.seat) for move in moves if move.ends)
        self.telling[asyncio.current_task()] = turns, tuple(lines)
        return lines
