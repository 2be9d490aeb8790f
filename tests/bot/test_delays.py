"""What comes late because something failed: still once, still polite, and not all in a heap."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.postman import Postman
from bot.store import OutboxRow
from tests.bot import bypost
from tests.bot.post import (
    DAY,
    FIVE_MINUTES,
    HOUR,
    MINUTE,
    change,
    channels,
    dms,
    exact_time,
    look_up,
    nudges,
)
from tests.bot.test_remind import close_dms
from tests.bot.test_watch import long_table, settings
from tests.bot.world import World, text
from tests.toy import SignalBox


@pytest.fixture(autouse=True)
def _exact(discord_env: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with exact_time(discord_env, monkeypatch):
        yield


@contextmanager
def out_of_reach(*kinds: str, error: Exception | None = None) -> Iterator[None]:
    """Posts of these kinds don't get through."""
    place = Postman._place

    async def lost(self: Postman, row: OutboxRow) -> Any:
        if row.kind in kinds:
            raise error or OSError("no route to host")
        return await place(self, row)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Postman, "_place", lost)
        yield


def forbidden() -> Exception:
    response: Any = SimpleNamespace(status=403, reason="")
    return discord.Forbidden(response, {"code": 50013, "message": "no"})


async def test_after_an_outage_a_member_is_told_once(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "reminders", hours=4)
    with out_of_reach("reminder"):
        await world.wait(30 * HOUR)
    await world.wait(HOUR)
    assert len(dms(member)) == 1
    await world.wait(4 * HOUR)
    assert len(dms(member)) == 2, "and again after the usual time"


async def test_after_an_outage_quiet_hours_are_kept(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "quiet", start="3:00", end="8:00")
    with out_of_reach("reminder"):
        await world.wait(4 * HOUR)
    await world.wait(4 * HOUR - 1)
    assert not dms(member)
    await world.wait(1)
    assert len(dms(member)) == 1
    [(told,)] = await look_up(world, "SELECT told FROM seats WHERE called IS NOT NULL")
    assert told == 1


async def test_a_late_message_holds_the_next_one_back(toy: SignalBox, world: World) -> None:
    first, second = channels(world, 2)
    with out_of_reach("reminder"):
        await bypost.open_table(world, "Ada", channel=first)
        await world.wait(FIVE_MINUTES)
        await bypost.open_table(world, "Ada", channel=second)
        await world.wait(FIVE_MINUTES - 5)
    while not dms(world.ada):
        await world.wait(1)
    await world.wait(FIVE_MINUTES - 1)
    assert len(dms(world.ada)) == 1
    await world.wait(FIVE_MINUTES)
    assert len(dms(world.ada)) == 2
    assert f"<#{second.id}>" in text(dms(world.ada)[1])


async def test_in_a_channel_that_was_closed_reminders_do_not_pile_up(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "dms", mode="none")
    with out_of_reach("nudge", error=forbidden()):
        await world.wait(2 * DAY)
    await world.wait(HOUR)
    assert len(nudges(world)) == 1


async def test_where_one_cannot_look_back_now_one_looks_again_later(world: World) -> None:
    """Rather than send a second time what may be there."""
    member = await long_table(world)
    post = Postman.post
    rows: list[tuple[Any, ...]] = []

    async def posting(self: Postman, row: OutboxRow) -> int | None:
        rows.extend(await look_up(world, "SELECT * FROM outbox WHERE id = ?", row.id))
        return await post(self, row)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Postman, "post", posting)
        await world.wait(FIVE_MINUTES)
        [row] = rows
        marks = ", ".join("?" * len(row))
        await change(world, f"INSERT INTO outbox VALUES ({marks})", *row)
        await world.wait(HOUR)  # by now Discord has forgotten the nonce
        with out_of_reach("reminder"):
            await world.restart()
            await world.wait(MINUTE)
        await world.wait(HOUR)
    assert len(dms(member)) == 1
    assert len(rows) == 1


async def test_a_question_is_known_again_after_an_answer(toy: SignalBox, world: World) -> None:
    await bypost.open_table(world, "Ada", "Bo", "Cy")
    await bypost.stash(world, "Ada", "Bo")
    post = Postman.post
    rows: list[tuple[Any, ...]] = []

    async def posting(self: Postman, row: OutboxRow) -> int | None:
        if row.kind == "question":
            rows.extend(await look_up(world, "SELECT * FROM outbox WHERE id = ?", row.id))
        return await post(self, row)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Postman, "post", posting)
        with world.env._bot_scope():
            await world.bot.questions.ask_undo(1, world.ada.id)
        await world.settle()
        [row] = rows
        marks = ", ".join("?" * len(row))
        with world.env._bot_scope():
            await world.bot.questions.vote(1, world.bo, yes=True)
        await world.settle()
        await world.wait(HOUR)
        await change(world, f"INSERT INTO outbox VALUES ({marks})", *row)
        await world.restart()
    assert len(rows) == 1


async def test_what_comes_in_the_channel_instead_counts_from_when_it_came(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "reminders", hours=4)
    with out_of_reach("reminder"):
        await world.wait(3 * HOUR)
    close_dms(world, times=None)
    await world.wait(HOUR)
    assert len(nudges(world)) == 1
    await world.wait(2 * HOUR)
    assert len(nudges(world)) == 1
    await world.wait(HOUR + 10 * MINUTE)
    assert len(nudges(world)) == 2
