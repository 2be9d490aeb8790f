"""The offline Discord for every test of the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from simcord.env import Env

from bot.app import HEARTBEAT, SlowTrain
from tests.bot.world import World, settings_in


@pytest.fixture
async def discord_env(tmp_path: Path) -> AsyncIterator[Env]:
    """Discord with our bot logged in; SimCord itself never closes a bot."""
    bot = SlowTrain(settings_in(tmp_path))
    env = Env(bot, check_errors=False, settle_timeout=60, shard_count=1)
    await env.start()
    try:
        yield env
    finally:
        await env.bot.close()
        await env.shutdown()


@pytest.fixture
async def world(discord_env: Env, tmp_path: Path) -> AsyncIterator[World]:
    """A server with a channel and members."""
    made = World(discord_env, settings_in(tmp_path))
    await discord_env.settle()
    yield made
    await discord_env.settle()
    assert discord_env.errors == [], "the bot raised errors that nobody answered"


@pytest.fixture
def slow_heart() -> Iterator[None]:
    """The bot's heart beats once an hour, so that days pass quickly in a test."""
    SlowTrain._beat.change_interval(hours=1)
    yield
    SlowTrain._beat.change_interval(seconds=HEARTBEAT)
