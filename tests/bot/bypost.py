"""Tables of Signal Box that are played by post: clocks run, days pass, members come and go."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any
from unittest.mock import patch

from bot import clock
from bot.app import SlowTrain
from bot.clock import DAY, HOUR, PACES
from bot.store import SeatRow
from games.core import Move
from tests.bot.world import World, parts, text
from tests.toy import Stash

SEED = bytes(range(32))  # every time the same deal


async def open_table(
    world: World, *members: str, pace: str = "1d", computers: int = 0, channel: Any = None
) -> int:
    """A table of Signal Box that has started in the channel, or in another; its number."""
    first, *others = (world.members[name] for name in members)
    lobbies, channel = world.bot.lobbies, channel or world.channel
    with world.env._bot_scope(), patch("bot.lobby.secrets.token_bytes", return_value=SEED):
        lobby = await lobbies.open(
            server=world.server.id,
            channel=channel.id,
            parent=None,
            creator=SeatRow(0, first.id, first.name, first.name.lower()),
            game="toy",
            pace=PACES[pace],
        )
        for member in others:
            await lobbies.join(lobby.row.id, member.id, member.name, member.name.lower())
        for _ in range(computers):
            await lobbies.add_computer(lobby.row.id, first.id)
        await lobbies.start(lobby.row.id, first.id)
    await world.settle()
    return lobby.row.id


async def at(world: World, table: int = 1) -> Any:
    """A table as the store has it."""
    from bot.sitting import sit

    return await sit(world.bot.store, table)


async def play(world: World, name: str, *moves: Move, table: int = 1) -> None:
    """A member makes moves, by whatever way."""
    for move in moves:
        with world.env._bot_scope():
            await world.bot.tables.play(table, world.members[name].id, move)
    await world.settle()


async def stash(world: World, *names: str, table: int = 1) -> None:
    """These members put their first card in the box."""
    for name in names:
        hand = (await at(world, table)).truth.hands[await seat_of(world, name, table)]
        await play(world, name, Stash(hand[0]), table=table)


async def set_card(world: World, name: str, table: int = 1) -> int:
    """A member sets the first card that fits on a line, and ends the turn; the card."""
    now = await at(world, table)
    express = next(iter(now.game.offers(now.truth, await seat_of(world, name, table))), None)
    assert express is not None, "no card fits"
    await play(world, name, express, table=table)
    return int(express.card)


async def seat_of(world: World, name: str, table: int = 1) -> int:
    seat = (await at(world, table)).seat_of(world.members[name].id)
    assert seat is not None
    return int(seat)


async def seat(world: World, number: int, table: int = 1) -> SeatRow:
    """How a seat stands: its clock, its stand-in."""
    found: SeatRow = (await at(world, table)).seats[number]
    return found


async def left(world: World, number: int, table: int = 1) -> float | None:
    """Hours until the clock of a seat runs out; None if it stands still."""
    deadline = (await seat(world, number, table)).deadline
    return None if deadline is None else round((deadline - now(world)) / HOUR, 1)


def now(world: World) -> float:
    return float(world.env.now().timestamp())


async def hours(world: World, count: float) -> None:
    """Hours pass."""
    while count > 0:
        await world.env.advance_time(min(count, 6) * HOUR)
        count -= 6
    await world.settle()


async def days(world: World, count: float) -> None:
    """Days pass."""
    await hours(world, 24 * count)


async def offline(world: World, passed: float, meanwhile: Callable[[], Any] | None = None) -> None:
    """The bot stops for some days, something happens, and the bot is back."""
    await world.env.bot.close()
    await world.env.advance_time(passed * DAY)
    if meanwhile:
        meanwhile()
    await world.env.restart_bot(SlowTrain(world.settings))
    await world.settle()


async def skip(world: World, passed: float) -> None:
    """Some days pass in one step, though the bot was there: what was due is done at their end."""

    def was_there() -> None:
        with closing(sqlite3.connect(world.settings.database)) as connection:
            connection.execute("UPDATE heart SET beat = ?", (clock.now(),))
            connection.commit()

    await offline(world, passed, was_there)


def said(world: World, channel: Any = None) -> str:
    """All that stands in the channel."""
    return "\n".join(text(message) for message in (channel or world.channel).history())


def last(world: World, channel: Any = None) -> str:
    """What the newest message in the channel says."""
    return text((channel or world.channel).last_message)


def pinged(world: World, message: Any = None) -> set[int]:
    """Whom a message has called: named in it, and allowed to be when it was sent."""
    written = text(message or world.channel.last_message)
    named = {int(found) for found in re.findall(r"<@!?(\d+)>", written)}
    for sent in reversed(world.env.http_requests):
        body = sent.json or {}
        if sent.method == "POST" and said_in(body.get("components", ())) == written:
            return named & {int(user) for user in body["allowed_mentions"]["users"]}
    raise AssertionError(f"nobody sent that: {written}")


def said_in(components: Any) -> str:
    return "\n".join(part["content"] for part in parts(components) if "content" in part)


async def press(world: World, name: str, message: Any, label: str) -> Any:
    """A member presses a button; the answer."""
    return (await world.members[name].click(message, label=label)).response


async def slash(world: World, name: str, command: str, channel: Any = None, **given: Any) -> str:
    """A member types a command; what it says."""
    where = channel or world.channel
    return text((await world.members[name].slash(where, command, **given)).response)


async def log(world: World, name: str = "Ada", **given: Any) -> list[str]:
    """The log as a member reads it, line by line."""
    return (await slash(world, name, "table log", **given)).splitlines()[1:]


async def rows(world: World, sql: str) -> list[tuple[Any, ...]]:
    """What is kept."""
    found = await world.bot.store._database.reading.execute_fetchall(sql)
    return [tuple(row) for row in found]
