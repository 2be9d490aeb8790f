"""Playing by post in tests: what arrives in direct messages, and time that passes to the second."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from bot.app import HEARTBEAT, SlowTrain
from bot.lookout import Lookout
from bot.store import SeatRow
from tests.bot.world import World

MINUTE, HOUR, DAY = 60, 3600, 86400
FIVE_MINUTES = 300


@contextmanager
def exact_time(env: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Alarms ring when the world's clock says so, and at no other time.

    SimCord lets a timer that is less than a minute off ring by the real clock. And the heart,
    which wakes everybody twice a minute, beats once a day: alarms must ring without it.
    """
    ordinary = Lookout._wake_in

    def wake_in(self: Lookout, seconds: float) -> None:
        ordinary(self, seconds)
        for record in env._work.callbacks:
            if record.handle is self._alarm and record.real_handle is not None:
                record.real_handle.cancel()

    monkeypatch.setattr(Lookout, "_wake_in", wake_in)
    for beat in (SlowTrain._beat, env.bot._beat):
        beat.change_interval(hours=24)
    try:
        yield
    finally:
        SlowTrain._beat.change_interval(seconds=HEARTBEAT)


def dms(member: Any) -> list[Any]:
    """The direct messages that a member has, oldest first."""
    return list(member.user.dm_channel.history())


def nudges(world: World, channel: Any = None) -> list[Any]:
    """What a channel was told without a board, oldest first; the lobby's post is none."""
    return [m for m in (channel or world.channel).history()[1:] if not m.attachments]


def channels(world: World, count: int) -> list[Any]:
    """As many more channels."""
    return [world.server.create_text_channel(f"siding-{number}") for number in range(count)]


async def share(world: World, channel: Any = None) -> Any:
    """Whoever is due takes a share; who that was."""
    channel = channel or world.channel
    member = await world.acting() if channel is world.channel else await acting_in(world, channel)
    offered = await member.autocomplete(channel, "ride share", "railroad", "")
    await member.slash(channel, "ride share", railroad=offered[0]["value"])
    await world.settle()
    return member


async def acting_in(world: World, channel: Any) -> Any:
    """Whose turn it is in a channel."""
    row = await world.bot.store.open_table(channel.id)
    assert row is not None
    [called] = [seat for seat in await world.bot.store.seats(row.id) if seat.called]
    return world.members[called.name]


async def signal_boxes(
    world: World, count: int, *members: str, pace: int = 0, game: str = "toy"
) -> list[Any]:
    """Tables of Signal Box, or another game, each in its own channel; all are due at once."""
    found = []
    first, *others = (world.members[name] for name in members)
    for channel in channels(world, count):
        with world.env._bot_scope():
            lobby = await world.bot.lobbies.open(
                server=world.server.id,
                channel=channel.id,
                parent=None,
                creator=SeatRow(0, first.id, first.name, first.name.lower()),
                game=game,
                pace=pace,
            )
            for other in others:
                await world.bot.lobbies.join(lobby.row.id, other.id, other.name, other.name.lower())
            await world.bot.lobbies.start(lobby.row.id, first.id)
        await world.settle()
        found.append(channel)
    return found


async def look_up(world: World, sql: str, *values: Any) -> list[tuple[Any, ...]]:
    """What is kept, by SQL."""
    rows = await world.bot.store._database.reading.execute_fetchall(sql, values)
    return [tuple(row) for row in rows]


async def change(world: World, sql: str, *values: Any) -> None:
    """Change what is kept, by SQL."""
    async with world.bot.store._database.writing() as connection:
        await connection.execute(sql, values)


async def everything(world: World) -> dict[str, list[tuple[Any, ...]]]:
    """All that is kept, table by table."""
    names = await look_up(world, "SELECT name FROM sqlite_master WHERE type = 'table'")
    return {name: await look_up(world, f"SELECT * FROM {name}") for (name,) in names}


async def chosen(world: World, member: Any) -> dict[str, Any]:
    """What a member has chosen, as their own data says."""
    found = (await world.bot.store.all_about(member.id))["settings"]
    return dict(found[0]) if found else {}
