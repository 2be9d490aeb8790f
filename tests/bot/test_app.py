"""The bot as a whole: its commands, its heartbeat, and what survives a restart."""

from __future__ import annotations

import re
import sqlite3
from typing import Any

import pytest

from bot.app import SlowTrain
from bot.store import Pen, Store
from tests.bot.test_turn import moves_made, picks, play_on, take_turn
from tests.bot.world import World, buttons, text


def specs(world: World) -> list[dict[str, Any]]:
    """The commands as Discord got them."""
    [sync] = [r for r in world.env.http_requests if r.method == "PUT"]
    return sync.json  # type: ignore[no-any-return]


def test_no_privileged_intents_are_needed(discord_env: Any) -> None:
    intents = discord_env.bot.intents
    assert not (intents.message_content or intents.members or intents.presences)
    assert intents.guilds


async def test_the_commands_keep_discords_limits_and_say_what_they_do(world: World) -> None:
    commands = specs(world)
    assert {c["name"] for c in commands} >= {"table", "ride", "help", "rules"}
    assert len(commands) <= 100
    todo = list(commands)
    while todo:
        spec = todo.pop()
        assert re.fullmatch(r"[a-z0-9_-]{1,32}", spec["name"])
        assert 1 < len(spec["description"]) <= 100, spec["name"]
        options = spec.get("options", [])
        assert len(options) <= 25
        required = [option.get("required", False) for option in options if option["type"] > 2]
        assert required == sorted(required, reverse=True)
        todo += options


async def test_tables_and_moves_are_for_servers_help_and_rules_for_everywhere(world: World) -> None:
    user = world.env.create_user("Zoe")
    await user.send_dm("hello")
    commands = user.available_commands()
    assert {"help", "rules"} <= set(commands)
    assert not [name for name in commands if name.startswith(("table ", "ride "))]
    assert "table new" in world.ada.available_commands(world.channel)


async def test_nothing_is_pinged_unless_it_is_meant(world: World) -> None:
    allowed = world.bot.allowed_mentions
    assert allowed is not None and allowed.to_dict()["parse"] == []


async def test_the_heart_beats(world: World) -> None:
    beat = world.settings.heartbeat
    assert beat.exists()
    beat.unlink()
    await world.wait(60)
    assert beat.exists()


async def test_after_a_restart_every_button_still_works(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.restart()
    response = (await member.click(board, label="Take your turn")).response
    await member.click(response.message, custom_id=next(iter(picks(response).values())))
    assert await moves_made(world) == 1
    log = await world.bo.click(board, label="Log")
    assert "took a share" in text(log.response)
    assert len(world.boards()) == 2


async def test_a_post_that_waited_is_posted_once_after_a_restart(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50001, times=None)
    member = await world.acting()
    response = await take_turn(world, member)
    await member.click(response.message, custom_id=next(iter(picks(response).values())))
    assert len(world.boards()) == 1
    await world.restart()
    world.env.backend.faults.clear()
    await world.wait(1000)
    assert len(world.boards()) == 2
    assert f"**{member.name}** took a share" in text(world.boards()[-1])


async def test_computer_players_go_on_after_a_restart(world: World, monkeypatch: Any) -> None:
    post = await world.lobby("Ada", computers=4)
    monkeypatch.setattr(world.bot.tables, "go_on", lambda sitting: None)
    await world.ada.click(post, label="Start")
    table = await world.table()
    ada_begins = not table.computers_to_act
    if ada_begins:
        move = next(iter(table.game.legal(table.truth, 0)))
        await world.bot.tables.play(table.row.id, world.ada.id, move)
        table = await world.table()
    assert table.computers_to_act and len(world.boards()) == 0
    await world.restart()
    assert await world.acting() is world.ada
    assert len(world.boards()) == (2 if ada_begins else 1)


async def test_the_boards_can_be_posted_again(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    posted = len(world.boards())
    with world.env._bot_scope():
        await world.bot.repost_running_tables()
    await world.settle()
    boards = world.boards()
    assert len(boards) == posted + 1
    assert text(boards[-1]) == text(boards[-2])
    assert list(buttons(boards[-1])) == ["Take your turn", "Board", "Log"]


async def test_closing_twice_does_no_harm(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await world.bot.close()
    await world.bot.close()
    store = await Store.open(world.settings.database)
    try:
        [row] = await store.running()
        assert row.status == "running"
    finally:
        await store.close()
    await world.restart()


async def test_a_full_disk_does_not_keep_the_bot_from_stopping_and_starting(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(self: Pen, moment: float) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(Pen, "beat", full)
    before = world.bot
    await before.close()
    assert before.is_closed()
    await world.env.restart_bot(SlowTrain(world.settings))
    await world.settle()
    shown = await world.ada.slash(world.channel, "help")
    assert "/table new" in text(shown.response)
