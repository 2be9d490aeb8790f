"""What a member waits for: the first answer to an interaction, and the post of a move's picture."""

from __future__ import annotations

import asyncio
import io
import re
import sqlite3
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

import discord
from discord import app_commands
from simcord.env import Env

from bot.app import SlowTrain
from bot.bench.figures import MILLI, Effort, Figures, mean
from bot.bench.furnish import set_tables
from bot.bench.plays import Plays, Position
from bot.layout import Key, Message
from bot.settings import Settings

ANSWER = re.compile(r"/interactions/.*/callback")
IDLE = 0.001  # seconds; SimCord idles 50 ms an action if left alone
SETTLE = 60
PATIENCE = 30


class Bare(app_commands.Group):
    """The floors: commands that do nothing but answer."""

    size = 0

    @app_commands.command(description="Answer with a text")
    async def text(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Here you are.", ephemeral=True)

    @app_commands.command(description="Answer with a file")
    async def file(self, interaction: discord.Interaction) -> None:
        data = io.BytesIO(bytes(self.size))
        await interaction.response.send_message(file=discord.File(data, "bare.png"))


class _Diary(list[Any]):
    """The requests that reach the offline Discord, and when the one waited for did."""

    def __init__(self, path: re.Pattern[str]) -> None:
        super().__init__()
        self._path = path
        self.moment = 0.0
        self.arrived = asyncio.Event()

    def append(self, entry: Any) -> None:
        super().append(entry)
        if not self.moment and entry.method == "POST" and self._path.search(entry.path):
            self.moment = perf_counter()
            self.arrived.set()

    async def wait(self, **_: object) -> None:
        """Until it is there; unlike SimCord's own waiting, without looking around meanwhile."""
        await asyncio.wait_for(self.arrived.wait(), PATIENCE)


class World:
    """A server with the real bot, a channel for each table, and members in the seats."""

    def __init__(self, env: Any, bare: Bare, database: Path, seats: int) -> None:
        self.env, self.bare, self._database = env, bare, database
        self.server = env.create_guild(name="Bench")
        self.members = [
            self.server.add_member(env.create_user(f"Player {seat}")) for seat in range(seats)
        ]
        self.lounge = self.server.create_text_channel("lounge")
        self.result: Any = None

    def set_tables(self, positions: list[Position]) -> list[tuple[int, Any, Position]]:
        """A table at each position, in a channel of its own."""
        with closing(sqlite3.connect(self._database, isolation_level=None)) as connection:
            [[last]] = connection.execute("SELECT COALESCE(MAX(id), 0) FROM tables")
            first = last + 1
            rooms = [
                self.server.create_text_channel(f"room-{first + i}") for i in range(len(positions))
            ]
            connection.execute("BEGIN")
            tables = set_tables(
                connection,
                positions,
                first=first,
                channel=lambda table: int(rooms[table - first].id),
                member=lambda seat: int(self.members[seat].id),
            )
            connection.execute("COMMIT")
        return list(zip(tables, rooms, positions, strict=True))

    async def until(self, path: re.Pattern[str], act: Callable[[], Awaitable[Any]]) -> float:
        """Milliseconds from an act until the request it leads to arrives."""
        self.env.backend.http_requests = diary = _Diary(path)
        self.env._settle_internal = diary.wait
        begun = perf_counter()
        try:
            self.result = await act()
        finally:
            del self.env._settle_internal
        await self.env.settle()
        return (diary.moment - begun) * MILLI

    async def bare_text(self) -> float:
        """A member asks for a text and gets it."""
        member = self.members[0]
        return await self.until(ANSWER, lambda: member.slash(self.lounge, "bare text"))

    async def bare_file(self, size: int) -> float:
        """A member asks for a file of this size and gets it."""
        self.bare.size = size
        member = self.members[0]
        return await self.until(ANSWER, lambda: member.slash(self.lounge, "bare file"))

    async def open_panel(self, table: int, room: Any, position: Position) -> float:
        """The member whose turn it is presses the button under the board."""
        key = Key(f"turn:{table}:0", "Turn")
        await self.env.bot.get_partial_messageable(room.id).send(
            view=Message("Board", rows=([key],)).view()
        )
        member = self.members[position.seat]
        board = room.last_message
        waited = await self.until(ANSWER, lambda: member.click(board, custom_id=key.id))
        _check_pictured(self.result.response)
        return waited

    async def move(self, room: Any, position: Position, path: re.Pattern[str]) -> float:
        """The member makes the move by its slash command."""
        move, member = position.move, self.members[position.seat]
        command = f"{position.game.key} {move.kind()}"
        values = {name: str(value) for name, value in move.values().items()}
        waited = await self.until(path, lambda: member.slash(room, command, **values))
        _check_pictured(room.last_message)
        return waited


def _check_pictured(message: Any) -> None:
    """An excuse is quickly made: only an answer with its picture counts."""
    if not (message and message.attachments):
        raise LookupError("the bot did not answer with a picture")


@asynccontextmanager
async def world(folder: Path, seats: int) -> AsyncIterator[World]:
    """The offline Discord with the real bot and the bare commands."""
    settings = Settings(None, folder / "bench.sqlite3", 8700, "ERROR", None)
    bot, bare = SlowTrain(settings), Bare(name="bare", description="The floor")
    bot.tree.add_command(bare)
    env = Env(bot, check_errors=False, settle_timeout=SETTLE, shard_count=1)
    with _without_idling():
        await env.start()
        try:
            made = World(env, bare, settings.database, seats)
            await env.settle()
            yield made
        finally:
            await env.bot.close()
            await env.shutdown()


@contextmanager
def _without_idling() -> Iterator[None]:
    inner: Any = Env._settle_internal.__kwdefaults__
    before = inner["idle"], Env.settle.__defaults__
    inner["idle"], Env.settle.__defaults__ = IDLE, (None, IDLE)
    try:
        yield
    finally:
        inner["idle"], Env.settle.__defaults__ = before


def run(plays: Plays, effort: Effort) -> Iterator[Figures]:
    """The panel, then a move's answer, then its post."""
    yield from asyncio.run(_run(plays, effort.rounds))


async def _run(plays: Plays, rounds: int) -> list[Figures]:
    anywhere, ending = plays.sample(), _unconfirmed(plays.sample(ending=True))
    with TemporaryDirectory() as folder:
        async with world(Path(folder), max(p.seats for p in anywhere)) as made:
            return [
                await _rounds(made, anywhere, rounds, _panel),
                await _rounds(made, ending, rounds, _answer),
                await _rounds(made, ending, rounds, _post),
            ]


def _unconfirmed(positions: list[Position]) -> list[Position]:
    """Those whose move needs no second press."""
    return [p for p in positions if p.game.warning(p.game.view(p.state, p.seat), p.move) is None]


Measure = Callable[[World, int, Any, Position], Awaitable[tuple[float, float]]]


async def _panel(made: World, table: int, room: Any, position: Position) -> tuple[float, float]:
    return await made.open_panel(table, room, position), await made.bare_text()


async def _answer(made: World, table: int, room: Any, position: Position) -> tuple[float, float]:
    return await made.move(room, position, ANSWER), await made.bare_text()


async def _post(made: World, table: int, room: Any, position: Position) -> tuple[float, float]:
    posted = re.compile(rf"/channels/{room.id}/messages$")
    value = await made.move(room, position, posted)
    size = sum(attachment.size for attachment in room.last_message.attachments)
    return value, await made.bare_file(size)


async def _rounds(made: World, positions: list[Position], rounds: int, measure: Measure) -> Figures:
    """Value and floor in turns, once to get warm; of each position the best round."""
    best = [(sys.float_info.max, sys.float_info.max)] * len(positions)
    for number in range(rounds + 1):
        for i, (table, room, position) in enumerate(made.set_tables(positions)):
            value, floor = await measure(made, table, room, position)
            if number:
                best[i] = (min(best[i][0], value), min(best[i][1], floor))
    return mean(best)
