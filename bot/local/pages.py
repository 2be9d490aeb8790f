"""The open pages of the local table, its clock, and the one lock under which anything happens."""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any
from zoneinfo import available_timezones

from simcord.actors import MemberActor
from simcord.backend.access import can_access_channel
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle, UserHandle
from simcord.preview import Preview

from bot.local.page import Live
from bot.local.world import CHANNEL_ID, World

log = logging.getLogger(__name__)

HEARTBEAT = 0.25
STOP_PATIENCE = 3.0
PORTS_TRIED = 100


@dataclass(frozen=True)
class Addresses:
    """Where the pages are. Each address is a secret: who has it can play."""

    channel: str
    direct: Mapping[str, str]
    threads: Mapping[str, str] = field(default_factory=dict)


@asynccontextmanager
async def pages(
    world: World, port: int, announce: Callable[[Addresses], None]
) -> AsyncIterator[Table]:
    """Open the first pages, and close all that are open at the end."""
    table = Table(world, port, announce)
    try:
        await table.open_first_pages()
        yield table
    finally:
        await table.close()


class Table:
    """The open pages, the clock, and the one lock under which anything happens."""

    def __init__(self, world: World, port: int, announce: Callable[[Addresses], None]) -> None:
        self.world = world
        self.env: Any = world.env
        self.previews: dict[int, Preview] = {}
        self.addresses = Addresses("", {})
        self._announce = announce
        self._next_port = port
        self._lock = asyncio.Lock()
        self._complaint = ""

    async def open_first_pages(self) -> None:
        """Open the channel, the direct messages and the threads of earlier runs."""
        world = self.world
        channel = await self._open(world.channel, list(world.members.values()))
        direct = {
            name: await self._open(member.user.dm_channel, [member.user])
            for name, member in world.members.items()
        }
        self.addresses = Addresses(channel, direct)
        links = " · ".join(f"[{name}](<{url}>)" for name, url in direct.items())
        await world.notice(f"Direct messages have pages of their own: {links}")
        await self._open_further_channels()
        self._announce(self.addresses)

    async def run(self, stop: asyncio.Event) -> None:
        """Keep time until `stop` is set, or the channel's page is ended from the browser."""
        waits = {
            asyncio.create_task(stop.wait()),
            asyncio.create_task(self.previews[CHANNEL_ID].wait_closed()),
            asyncio.create_task(self._keep_beating()),
        }
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            # Between two actions nothing is half done; a bot that hangs is not waited for.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._lock.acquire(), STOP_PATIENCE)
        finally:
            for task in waits:
                task.cancel()
            await asyncio.gather(*waits, return_exceptions=True)

    async def close(self) -> None:
        """Close every page; one that fails does not keep the others open."""
        for preview in self.previews.values():
            if preview._server.runner is not None:
                preview._server.runner._shutdown_timeout = STOP_PATIENCE
            await logged(preview.close(), "A page did not close well.")

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                async with self._lock:
                    await self._beat()
                self._complaint = ""
            except Exception as error:
                # The same trouble four times a second is told once.
                if repr(error) != self._complaint:
                    log.exception("A heartbeat of the local table failed.")
                self._complaint = repr(error)

    async def _beat(self) -> None:
        """Let the bot have the time that has passed, and show what came of it."""
        await self.env.advance_time(self.world.seconds_behind())
        if not self.world.take_news():
            return
        if await self._open_further_channels():
            self._announce(self.addresses)
        for preview in self.previews.values():
            if preview._active:
                await preview.refresh()

    async def _open_further_channels(self) -> bool:
        """Give a page to each thread or channel that has none; whether there was one."""
        threads = dict(self.addresses.threads)
        for channel in self.world.further_channels():
            viewers = [m for m in self.world.members.values() if _may_read(m, channel)]
            if channel.id in self.previews or not viewers:
                continue
            name = _unused(channel.name or "thread", threads)
            threads[name] = await self._open(channel, viewers)
            await self.world.notice(f"[{name}](<{threads[name]}>) has a page of its own.")
        grown = len(threads) > len(self.addresses.threads)
        self.addresses = replace(self.addresses, threads=threads)
        return grown

    async def _open(
        self, channel: ChannelHandle, viewers: Sequence[MemberActor | UserHandle]
    ) -> str:
        """Open a page on the next free port, and give its address."""
        for port in range(self._next_port, self._next_port + PORTS_TRIED):
            # SimCord allows one page a world; it only needs to believe so.
            self.env._preview = None
            preview: Preview = self.env.preview(
                channel, viewers=viewers, layout="channel", timezone=_timezone(), port=port
            )
            Live(preview, self._lock)
            try:
                await preview.__aenter__()
            except SetupError as error:
                if "could not bind" not in str(error):
                    raise
                log.warning("Port %d is taken: trying the next.", port)
                continue
            self.previews[channel.id] = preview
            self._next_port = port and port + 1
            return preview.url
        raise OSError(f"No port is free from {self._next_port} on.")


async def logged(work: Coroutine[Any, Any, Any], complaint: str) -> None:
    """Await something whose failure is written down and goes no further."""
    try:
        await work
    except Exception:
        log.exception(complaint)


def _may_read(member: MemberActor, channel: ChannelHandle) -> bool:
    return can_access_channel(member._env, channel.id, member, history=True)


def _unused(name: str, taken: Mapping[str, str]) -> str:
    """The name, numbered if it is taken."""
    number, candidate = 2, name
    while candidate in taken:
        number, candidate = number + 1, f"{name} ({number})"
    return candidate


@cache
def _timezone() -> str:
    """The computer's time zone by its name, as far as it can be found out."""
    place = os.environ.get("TZ") or str(Path("/etc/localtime").resolve())
    name = place.partition("zoneinfo/")[2] or place
    return name if name in available_timezones() else "UTC"
