"""What members and servers do wrong: each gets its own answer, and nothing breaks."""

from __future__ import annotations

import re
from typing import Any

import discord
import pytest
from simcord import actors

from bot.app import SlowTrain
from bot.refusal import Refused
from bot.store import SeatRow
from tests import toy as signal_box
from tests.bot.test_lobby import lobby_of_toy, toy_options  # noqa: F401  (a fixture)
from tests.bot.test_press import forge, said
from tests.bot.test_turn import (
    _toy_names_its_done,  # noqa: F401  (a fixture)
    moves_made,
    picks,
    play,
    play_on,
    table_of_toy,
    take_turn,
)
from tests.bot.world import World, buttons, menus, text


async def test_not_your_seat(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    result = await world.dee.click(board, label="Take your turn")
    assert result.ephemeral
    assert said(result) == (
        "You don't sit at this table. `/table who` shows who does; `/table new` opens one for you."
    )


async def test_not_your_turn(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    due = await world.acting()
    other = next(m for m in (world.ada, world.bo, world.cy) if m is not due)
    result = await other.click(board, label="Take your turn")
    expected = (
        rf"It's \*\*{due.name}\*\*'s turn, due <t:\d+:R>. You will be mentioned when it is yours."
    )
    assert re.fullmatch(expected, said(result))
    result = await other.slash(world.channel, "ride share", railroad="red")
    assert re.fullmatch(expected, said(result))
    assert await moves_made(world) == 0


async def test_a_panel_of_yesterday(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    panel = await take_turn(world, member)
    await play_on(world, "build")
    while await world.acting() is not member:
        await _pass(world)
    await world.wait(600)
    made = await moves_made(world)
    result = await member.click(panel.message, custom_id=next(iter(picks(panel).values())))
    assert "That panel was from an earlier moment: this is how the table stands now." in said(
        result
    )
    assert "Round 1 of 6: build" in said(result), "and the fresh panel is there"
    assert "Undo" in buttons(result.response)
    assert await moves_made(world) == made


async def _pass(world: World) -> None:
    table = await world.table()
    [seat] = table.acting
    await play(world, seat, list(table.game.legal(table.truth, seat))[-1])


async def test_a_panel_of_yesterday_when_somebody_else_is_due(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    panel = await take_turn(world, member)
    await _pass(world)
    result = await member.click(panel.message, custom_id=next(iter(picks(panel).values())))
    assert "That panel was from an earlier moment" in said(result)
    assert f"It's **{(await world.acting()).name}**'s turn, due <t:" in said(result)
    assert await moves_made(world) == 1


async def test_a_forged_custom_id(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    result = await forge(world.ada, board, "p:1:0:1:play:0")
    assert said(result) == (
        "That button is none of ours, or of a version long gone. "
        "`/table board` shows where the table stands."
    )
    assert await moves_made(world) == 0


async def test_a_table_that_is_over(toy: signal_box.SignalBox, world: World) -> None:
    board = await table_of_toy(world, "Ada")
    panel = await take_turn(world, world.ada)
    await play_on(world, "over")
    over = "This table is over. `/table board` shows the end, `/table new` opens another."
    assert said(await world.ada.click(board, label="Take your turn")) == over
    late = await world.ada.click(panel.message, custom_id=next(iter(picks(panel).values())))
    assert said(late) == over
    assert said(await world.ada.slash(world.channel, "table undo")) == over
    result = await world.ada.slash(world.channel, "toy stash", card="1")
    assert "No table of Signal Box is open in this channel." in said(result)


async def test_a_table_that_was_ended(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    panel = await take_turn(world, member)
    sure = (await world.ada.slash(world.channel, "table abort")).response
    await world.ada.click(sure.message, label="Yes, end it")
    ended = "This table was ended before its time. `/table new` opens another."
    assert said(await member.click(board, label="Take your turn")) == ended
    late = await member.click(panel.message, custom_id=next(iter(picks(panel).values())))
    assert said(late) == ended
    assert await moves_made(world) == 0


def without(world: World, **permissions: bool) -> Any:
    """A channel in which the bot lacks these permissions."""
    bot = world.bot.user
    assert bot is not None
    overwrite = discord.PermissionOverwrite(**permissions)
    return world.server.create_text_channel("closed", overwrites={bot: overwrite})


@pytest.mark.parametrize(
    ("permission", "name"),
    [
        ("view_channel", "View Channel"),
        ("send_messages", "Send Messages"),
        ("attach_files", "Attach Files"),
    ],
)
async def test_a_channel_without_permission_to_post(
    world: World, permission: str, name: str
) -> None:
    closed = without(world, **{permission: False})
    await world.settle()
    result = await world.ada.slash(closed, "table new", game="ride")
    assert result.ephemeral
    assert f"I lack the permission to {name}" in said(result) or name in said(result)
    assert "Ask a moderator to grant it, or open the table in another channel." in said(result)
    assert await world.bot.store.open_table(closed.id) is None


async def test_several_missing_permissions_are_all_named(world: World) -> None:
    closed = without(world, send_messages=False, attach_files=False)
    await world.settle()
    result = await world.ada.slash(closed, "table new", game="ride")
    assert "I lack the permission to Send Messages and Attach Files here" in said(result)


async def test_a_second_table_without_permission_to_make_threads(world: World) -> None:
    closed = without(world, create_public_threads=False)
    await world.settle()
    await world.ada.slash(closed, "table new", game="ride")
    result = await world.bo.slash(closed, "table new", game="ride")
    assert "Create Public Threads" in said(result)
    assert not closed.threads


async def test_a_second_table_without_permission_to_post_in_threads(world: World) -> None:
    closed = without(world, send_messages_in_threads=False)
    await world.settle()
    await world.ada.slash(closed, "table new", game="ride")
    result = await world.bo.slash(closed, "table new", game="ride")
    assert "I lack the permission" in said(result)
    assert not closed.threads, "a thread in which the bot can't write helps nobody"


async def test_a_thread_that_can_not_be_made_is_answered(world: World) -> None:
    await world.lobby("Ada")
    path = f"/channels/{world.channel.id}/threads"
    world.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions")
    result = await world.bo.slash(world.channel, "table new", game="ride")
    assert "Create Public Threads" in said(result)


async def test_an_option_out_of_range(
    toy_options: signal_box.SignalBox,  # noqa: F811
    world: World,
) -> None:
    post = await lobby_of_toy(world)
    [menu] = [m for m in menus(post) if m["placeholder"] == "Cards dealt"]
    for value in ("6", "-1", "many"):
        result = await forge(world.ada, post, menu["custom_id"], (value,))
        assert result.ephemeral
        assert f"{value} is no choice for" in said(result)
    result = await forge(world.ada, post, "lobby:1:option:colour", ("red",))
    assert said(result) == "There is no option colour."
    assert '"hand":3' in (await world.table()).row.options.replace(" ", "")


async def test_a_deleted_table(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    async with world.bot.store.writing() as pen:
        for name in ("outbox", "snapshots", "moves", "seats"):
            await pen._run(f"DELETE FROM {name}")
        await pen._run("DELETE FROM tables")
    gone = "That table does not exist any more. `/table new` opens another."
    for label in ("Take your turn", "Board", "Log"):
        assert said(await world.ada.click(board, label=label)) == gone
    opened = await world.ada.slash(world.channel, "table new", game="ride")
    assert "**Ada** is in." in said(opened)


async def test_a_direct_message_is_no_place_for_a_table(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    user = world.env.create_user("Zoe")
    sent = await user.send_dm("hello")
    stored = actors._visible_message(user, sent)
    data = {"custom_id": "again:1:1", "component_type": 2}
    result = await actors._component_interaction(user, stored, data)
    assert said(result) == ("Tables are played in servers: use this in one of a server's channels.")


async def _missed(self: SlowTrain, gone: object) -> None:
    """The bot was not there when it happened."""


async def test_the_channel_is_deleted_and_nobody_said_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SlowTrain, "on_guild_channel_delete", _missed)
    await world.start("Ada", "Bo", "Cy")
    table = await world.table()
    world.env.backend.delete_channel(world.channel.id)
    await _pass(world)
    await world.wait(60)
    row = await world.bot.store.table(table.row.id)
    assert row is not None and row.status == "aborted"
    asked = sum(r.path.endswith(f"/{world.channel.id}/messages") for r in world.env.http_requests)
    await world.wait(3600)
    again = sum(r.path.endswith(f"/{world.channel.id}/messages") for r in world.env.http_requests)
    assert again == asked, "it does not knock for ever"


async def test_the_bot_may_not_post_for_a_while(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error(
        "POST", path, status=403, code=50001, message="Missing Access", times=None
    )
    member = await world.acting()
    await _pass(world)
    await world.wait(3600)
    assert len(world.boards()) == 1
    world.env.backend.faults.clear()
    await world.wait(1000)
    assert len(world.boards()) == 2, "nothing was left out"
    assert f"**{member.name}** took a share" in text(world.boards()[-1])


async def test_the_bot_is_thrown_out_and_nobody_said_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SlowTrain, "on_guild_remove", _missed)
    elsewhere = world.env.create_guild(name="Elsewhere")
    await world.start("Ada", "Bo", "Cy")
    table = await world.table()
    world.env.backend.remove_guild(world.server.id)
    await _pass(world)
    await world.wait(3600)
    row = await world.bot.store.table(table.row.id)
    assert row is not None and row.status == "aborted"
    channel = elsewhere.create_text_channel("trains")
    zoe = elsewhere.add_member(world.env.create_user("Zoe"))
    await world.settle()
    opened = await zoe.slash(channel, "table new", game="ride")
    assert "**Zoe** is in." in said(opened), "other servers notice nothing"


async def test_a_command_that_raises(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(world.bot.store, "last_table", broken)
    result = await world.ada.slash(world.channel, "table who")
    assert result.ephemeral
    assert said(result) == (
        "Something went wrong on our side, and nothing was changed. "
        "Try again in a minute; if it stays, tell whoever runs this bot."
    )


async def test_a_command_that_raises_before_its_work_begins(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("boom")

    monkeypatch.setattr(world.bot, "sitting_here", broken)
    result = await world.ada.slash(world.channel, "ride done")
    assert "Something went wrong on our side" in said(result)
    world.env._errors.clear()  # it came to the last net, which answered


async def test_a_game_that_does_not_exist(world: World) -> None:
    with pytest.raises(Refused) as refused:
        await world.bot.lobbies.open(
            server=world.server.id,
            channel=world.channel.id,
            parent=None,
            creator=SeatRow(0, world.ada.id, "Ada", "ada"),
            game="chess",
        )
    assert world.bot.words.tell(refused.value.fact) == "There is no game called chess."
    assert await world.bot.store.open_table(world.channel.id) is None


async def test_the_same_press_twice_plays_once(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member = await world.acting()
    panel = await take_turn(world, member)
    made = await moves_made(world)
    end = next(label for label in buttons(panel) if label.startswith("End turn"))
    custom_id = buttons(panel)[end]["custom_id"]
    first = await forge(member, panel.message, custom_id)
    second = await forge(member, panel.message, custom_id)
    assert first.acknowledged and "earlier moment" in said(second)
    assert await moves_made(world) == made + 1
