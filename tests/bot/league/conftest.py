"""A club of friends for the tests of leagues."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.league.club import Club
from tests.bot.world import World


@pytest.fixture
async def club(toy: Any, slow_heart: None, world: World) -> Club:
    """Friends, a chief, and Signal Box to play."""
    made = Club(world)
    await world.settle()
    return made
