"""A server with members and the real bot in it, offline: tests read as what members do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from simcord.env import Env

from bot.app import SlowTrain
from bot.settings import Settings

# Settling idles 50 ms an action by default; our bot needs no idling.
Env._settle_internal.__kwdefaults__["idle"] = 0.001
Env.settle.__defaults__ = (None, 0.001)

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eve")


class World:
    """What a test holds in its hands."""

    def __init__(self, env: Any, settings: Settings) -> None:
        self.env, self.settings = env, settings
        self.server = env.create_guild(name="Slow Train")
        self.channel = self.server.create_text_channel("trains")
        self.members = {n: self.server.add_member(env.create_user(n)) for n in NAMES}

    @property
    def bot(self) -> SlowTrain:
        return self.env.bot

    def __getattr__(self, name: str) -> Any:
        if name.capitalize() in NAMES:
            return self.members[name.capitalize()]
        raise AttributeError(name)

    async def restart(self) -> None:
        """The bot stops and comes back with the same database."""
        await self.env.bot.close()
        await self.env.restart_bot(SlowTrain(self.settings))
        await self.env.settle()

    async def settle(self) -> None:
        await self.env.settle()

    async def wait(self, seconds: float) -> None:
        """Time passes."""
        while seconds > 0:
            await self.env.advance_time(min(seconds, 600))
            seconds -= 600
        await self.env.settle()

    async def lobby(self, *members: str, computers: int = 0, channel: Any = None) -> Any:
        """A lobby of Ride the Rails with these members; the first one opened it."""
        channel = channel or self.channel
        first, *others = (self.members[name] for name in members)
        opened = await first.slash(channel, "table new", game="ride")
        post = opened.response.message
        for member in others:
            await member.click(post, label="Join")
        for _ in range(computers):
            await first.click(post, label="Add a computer player")
        return post

    async def start(self, *members: str, computers: int = 0, channel: Any = None) -> Any:
        """A table that has started; its first board is posted."""
        channel = channel or self.channel
        post = await self.lobby(*members, computers=computers, channel=channel)
        await self.members[members[0]].click(post, label="Start")
        await self.settle()
        return channel.last_message

    async def table(self) -> Any:
        """The table of the channel as the store has it."""
        from bot.sitting import sit

        row = await self.bot.store.last_table(self.channel.id)
        return await sit(self.bot.store, row.id)

    async def acting(self) -> Any:
        """The member whose turn it is."""
        table = await self.table()
        [seat] = table.acting
        return self.members[table.seats[seat].name]

    def boards(self, channel: Any = None) -> list[Any]:
        """The posts with a board, oldest first."""
        return [m for m in (channel or self.channel).history() if m.attachments]


def parts(components: Any) -> Iterator[dict[str, Any]]:
    """Every component of a message, those inside others too."""
    for component in components:
        raw = component if isinstance(component, dict) else component.to_dict()
        yield raw
        yield from parts(raw.get("components", []))


def text(message: Any) -> str:
    """What a message says."""
    return "\n".join(p["content"] for p in parts(message.components) if "content" in p)


def buttons(message: Any) -> dict[str, dict[str, Any]]:
    """The buttons of a message by their labels."""
    return {p["label"]: p for p in parts(message.components) if p["type"] == 2}


def menus(message: Any) -> list[dict[str, Any]]:
    """The menus of a message."""
    return [p for p in parts(message.components) if p["type"] == 3]


def settings_in(folder: Path) -> Settings:
    """The settings of a bot whose database is in this folder."""
    return Settings(None, folder / "test.sqlite3", 8700, "WARNING", None)
