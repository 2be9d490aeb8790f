"""Housekeeping: idle tables, places that are gone, reopening, snapshots, and the log by pages."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from simcord.builders import ChannelHandle

from bot.clock import DAY, GATHER
from bot.settings import read_settings
from games import record
from tests.bot.bypost import (
    at,
    days,
    hours,
    last,
    left,
    log,
    now,
    offline,
    open_table,
    pinged,
    play,
    press,
    rows,
    said,
    seat,
    skip,
    slash,
    stash,
)
from tests.bot.post import dms
from tests.bot.world import World, buttons, text
from tests.toy import Done, Draw

pytestmark = pytest.mark.usefixtures("toy", "slow_heart")


async def reopen(world: World, name: str, channel: Any = None, **given: str) -> str:
    return await slash(world, name, "table reopen", channel, **given)


# Tables nobody acts at


async def test_a_table_nobody_acts_at_is_closed_after_two_warnings(world: World) -> None:
    world.bot.tidy.idle = 2 * DAY
    await open_table(world, "Ada", "Bo", pace="none")
    board = now(world)
    await days(world, 1.4)
    assert "Nobody has acted" not in said(world)
    await days(world, 0.2)
    assert said(world).count("Nobody has acted") == 1
    assert f"It will be closed <t:{round(board + 2 * DAY)}:R>" in said(world)
    [warning] = [m for m in world.channel.history() if "Nobody has acted" in text(m)]
    assert pinged(world, warning) == {world.ada.id, world.bo.id}
    await days(world, 0.35)
    assert said(world).count("Nobody has acted") == 2
    assert (await at(world)).row.status == "running"
    await days(world, 0.15)
    table = await at(world)
    assert (table.row.status, table.row.closed) == ("aborted", "idle")
    assert "This table is closed: nobody has acted for 2 days." in said(world)
    assert all(s.called is None for s in table.seats), "nobody is reminded any more"
    messages = len(world.channel.history())
    await days(world, 2)
    assert len(world.channel.history()) == messages


async def test_sixty_days_unless_it_is_set_otherwise(world: World) -> None:
    assert world.bot.tidy.idle == 60 * DAY
    assert read_settings({}).idle_days == 60
    assert read_settings({"SLOWTRAIN_IDLE": "14"}).idle_days == 14


async def test_sixty_days(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    for passed, warnings in ((44, 0), (2, 1), (12, 2)):
        await offline(world, passed)
        assert said(world).count("Nobody has acted") == warnings
        assert (await at(world)).row.status == "running"
    await offline(world, 3)
    assert "nobody has acted for 60 days" in said(world)


async def test_who_acts_in_time_saves_the_table(world: World) -> None:
    world.bot.tidy.idle = 2 * DAY
    await open_table(world, "Ada", "Bo", pace="none")
    await days(world, 1.97)
    assert (await at(world)).row.warned == 2
    await stash(world, "Ada")
    assert (await at(world)).row.warned == 0
    await days(world, 1.4)
    assert (await at(world)).row.status == "running"
    assert said(world).count("Nobody has acted") == 2


async def test_stand_ins_do_not_count_as_somebody(world: World) -> None:
    world.bot.tidy.idle = 2 * DAY
    await open_table(world, "Ada", "Bo", pace="8h")
    await days(world, 2.2)
    assert (await at(world)).row.closed == "idle"


async def test_a_lobby_nobody_starts_is_closed_too_and_reopened(world: World) -> None:
    world.bot.tidy.idle = float(DAY)
    await world.lobby("Ada", "Bo")
    await days(world, 1.1)
    assert (await world.table()).row.closed == "idle"
    assert "Ride the Rails goes on here." in await reopen(world, "Bo")
    lobby = world.channel.last_message
    assert "**Ada** and **Bo** are in." in text(lobby)
    await press(world, "Cy", lobby, "Join")
    await press(world, "Ada", lobby, "Start")
    await world.settle()
    assert (await world.table()).row.status == "running"


async def test_after_a_long_silence_of_the_bot_members_are_warned_in_time(world: World) -> None:
    """All three at once would be no warning."""
    await open_table(world, "Ada", "Bo", pace="none")
    await offline(world, 90)
    await hours(world, 2)
    assert said(world).count("Nobody has acted") == 1
    assert (await at(world)).row.status == "running"
    due = (await at(world)).row.acted + 60 * DAY
    assert due > now(world) + 14 * DAY
    assert f"<t:{round(due)}:R>" in said(world), "and the warning says when"


# Reopening


async def closed(world: World, **more: Any) -> None:
    """A table that was closed because nobody acted."""
    world.bot.tidy.idle = 2.0 * DAY
    await open_table(world, "Ada", "Bo", **more)
    await stash(world, "Ada", "Bo")
    await play(world, "Ada", Draw("deck"))
    await days(world, 2.2)
    assert (await at(world)).row.closed == "idle"
    world.bot.tidy.idle = 60.0 * DAY


async def test_a_closed_table_says_how_to_go_on(world: World) -> None:
    await closed(world, pace="none")
    answer = await press(world, "Ada", world.boards()[-1], "Take your turn")
    assert "`/table reopen`" in text(answer)
    assert "`/table reopen`" in await slash(world, "Dee", "table who")


async def test_a_table_is_reopened_where_it_was(world: World) -> None:
    await closed(world, pace="3d")
    before = (await at(world)).truth
    assert "Signal Box goes on here." in await reopen(world, "Bo")
    table = await at(world)
    assert (table.row.status, table.row.closed, table.truth) == ("running", None, before)
    assert await left(world, 0) is not None and await left(world, 1) is None
    assert f"<@{world.ada.id}> is next" in last(world)
    assert pinged(world) == {world.ada.id}
    await play(world, "Ada", Done())
    assert (await at(world)).acting == {1}


async def test_a_table_is_reopened_elsewhere(world: World) -> None:
    await closed(world, pace="none")
    other = world.server.create_text_channel("other")
    for _ in range(3):
        path = f"/channels/{other.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50013, message="No")
    await reopen(world, "Ada", other)
    assert (await at(world)).row.board is None, "the old board is not in the new channel"
    await world.wait(2000)
    table = await at(world)
    assert table.row.channel == other.id and table.row.board == other.last_message.id
    assert f"<@{world.ada.id}> is next" in last(world, other)
    assert str(other.id) in await slash(world, "Ada", "tables")
    await play(world, "Ada", Done())
    assert "**Ada** drew a card" in last(world, other)
    assert "You put" in "\n".join(await log(world, "Ada", channel=other))
    assert "You put" not in "\n".join(await log(world, "Cy", channel=other)), "secrets stay secret"


async def test_who_reopens_a_table_that_rested_is_back(world: World) -> None:
    world.bot.tidy.idle = 2.5 * DAY
    await open_table(world, "Ada", "Bo", pace="8h")
    await stash(world, "Ada", "Bo")
    await days(world, 2.7)
    assert [s.stand_in for s in (await at(world)).seats] == ["seat", "seat"]
    world.bot.tidy.idle = 60.0 * DAY
    await reopen(world, "Ada")
    table = await at(world)
    assert [s.stand_in for s in table.seats] == ["", "seat"]
    assert table.acting == {0}, "Bo's stand-in has played"
    assert await left(world, 0) == 8


async def test_what_can_not_be_reopened(world: World) -> None:
    await closed(world, pace="none")
    assert "No table of yours is closed" in await reopen(world, "Dee")
    assert "No table of yours is closed" in await reopen(world, "Ada", table="77")
    assert "No table of yours is closed" in await reopen(world, "Ada", table="nonsense")
    second = await open_table(world, "Ada", "Cy")
    assert "This channel has a table already" in await reopen(world, "Ada")
    sure = (await world.ada.slash(world.channel, "table abort")).response
    await press(world, "Ada", sure.message, "Yes, end it")
    assert "No table of yours is closed" in await reopen(world, "Ada", table=str(second))
    assert (await at(world)).row.closed == "idle"
    offered = await world.ada.autocomplete(world.channel, "table reopen", "table", "")
    assert [one["value"] for one in offered] == ["1"]
    assert "goes on here" in await reopen(world, "Ada", table="1")
    assert "No table of yours is closed" in await reopen(world, "Ada"), "once is enough"


async def test_a_table_of_another_server_is_not_reopened_here(world: World) -> None:
    await closed(world, pace="none")
    elsewhere = world.env.create_guild(name="Elsewhere")
    channel = elsewhere.create_text_channel("trains")
    guest = elsewhere.add_member(world.env.create_user("Guest"))
    await world.settle()
    answer = await guest.slash(channel, "table reopen", table="1")
    assert "No table of yours is closed" in text(answer.response)
    assert await world.bot.store.closed_tables(world.ada.id, elsewhere.id) == []


# Places that are gone


async def test_a_deleted_channel_closes_its_table_which_goes_on_in_another(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    other = world.server.create_text_channel("other")
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    table = await at(world)
    assert (table.row.status, table.row.closed) == ("aborted", "gone")
    await days(world, 4)
    assert (await at(world)).row.number == table.row.number, "no clock, no stand-in"
    assert await rows(world, "SELECT * FROM outbox") == []
    assert "goes on here" in await reopen(world, "Bo", other)
    assert await left(world, 0) == 48, "what was saved up is still there"
    await play(world, "Ada", Done())
    assert f"<@{world.bo.id}> is next" in last(world, other)


async def test_who_looks_for_a_table_whose_channel_is_gone_finds_how_to_go_on(
    world: World,
) -> None:
    """Nowhere is left to tell it."""
    other = world.server.create_text_channel("other")
    await open_table(world, "Ada", "Bo")
    await open_table(world, "Ada", "Cy", channel=other)
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    hint = "1 table of yours was closed not long ago: `/table reopen`"
    assert hint in await slash(world, "Bo", "tables", other)
    for name, tables in (("Ada", 1), ("Cy", 1)):
        shown = await slash(world, name, "tables", other)
        assert shown.count("**Signal Box**") == tables
        assert (hint in shown) == (name == "Ada")
    await days(world, 31)
    assert "You sit at no table" in await slash(world, "Bo", "tables", other)


async def thread_table(world: World) -> ChannelHandle:
    """A second table of the channel, in a thread of its own."""
    await world.lobby("Cy", "Dee", "Eve")
    await world.ada.slash(world.channel, "table new", game="ride")
    await world.settle()
    [thread] = world.channel.threads
    lobby = thread.last_message
    for name in ("Bo", "Cy"):
        await press(world, name, lobby, "Join")
    await press(world, "Ada", lobby, "Start")
    await world.settle()
    return thread


async def test_a_deleted_thread_closes_its_table_alone(world: World) -> None:
    thread = await thread_table(world)
    world.env.backend.delete_channel(thread.id)
    await world.settle()
    assert [row[0] for row in await rows(world, "SELECT closed FROM tables ORDER BY id")] == [
        None,
        "gone",
    ]


async def test_with_a_channel_its_threads_are_gone(world: World) -> None:
    """Also those that are archived, of which nobody says a word."""
    await thread_table(world)
    world.bot.get_guild(world.server.id)._threads.clear()  # as it is with archived ones
    world.env.backend.delete_channel(world.channel.id)
    await world.settle()
    assert [row[0] for row in await rows(world, "SELECT closed FROM tables")] == ["gone", "gone"]


@pytest.mark.parametrize("code", [10003, 10004])
async def test_a_channel_that_was_deleted_while_the_bot_was_away_is_found_gone(
    world: World, code: int
) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada")
    world.env.inject_error(
        "POST", f"/channels/{world.channel.id}/messages", status=404, code=code, message="Unknown"
    )
    await skip(world, 2)  # Bo's clock runs out
    table = await at(world)
    assert (table.row.status, table.row.closed) == ("aborted", "gone")
    assert await rows(world, "SELECT * FROM outbox WHERE kind = 'board'") == []
    other = world.server.create_text_channel("other")
    assert "goes on here" in await reopen(world, "Ada", other)
    assert f"<@{world.ada.id}> is next" in last(world, other)


async def test_when_the_bot_is_kicked_its_tables_are_closed(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await slash(world, "Ada", "table substitute", member=world.dee)
    world.env.backend.remove_guild(world.server.id)
    await world.settle()
    table = await at(world)
    assert (table.row.status, table.row.closed) == ("aborted", "gone")
    assert await rows(world, "SELECT outcome FROM questions") == [("void",)]
    await days(world, 3)
    assert await rows(world, "SELECT * FROM outbox") == []
    assert (await at(world)).row.number == 0


async def test_when_the_bot_is_invited_again_its_tables_go_on(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada")
    world.env.backend.remove_guild(world.server.id)
    await days(world, 3)
    world.env.backend._reserved_ids.discard(world.server.id)  # it is the same server
    again = world.env.create_guild(name="Slow Train", id=world.server.id)
    await world.settle()
    yard = again.create_text_channel("yard")
    world.members["Bo"] = again.add_member(world.bo.user)
    assert "goes on here" in await reopen(world, "Bo", yard)
    assert f"<@{world.bo.id}> is next" in last(world, yard)
    assert await left(world, 1) == 24, "nobody's clock ran meanwhile"


async def test_when_the_bot_was_kicked_while_away_its_tables_are_closed(world: World) -> None:
    world.env.create_guild(name="Elsewhere")
    await open_table(world, "Ada", "Bo", pace="none")
    await offline(world, 1, lambda: world.env.backend.remove_guild(world.server.id))
    assert (await at(world)).row.closed == "gone"


async def test_when_the_bot_was_kicked_from_its_only_server_while_away(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    world.settings = dataclasses.replace(world.settings, token="no local table")
    await offline(world, 1, lambda: world.env.backend.remove_guild(world.server.id))
    assert (await at(world)).row.closed == "gone"


async def test_a_message_about_tables_of_two_servers_is_still_brought(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the one from which the bot was kicked it says nothing."""
    home = world.server
    await open_table(world, "Ada", "Bo")
    abroad = world.env.create_guild(name="Abroad")
    away = abroad.create_text_channel("away")
    for name in ("Ada", "Bo"):
        abroad.add_member(world.members[name].user)
    world.server = abroad
    await open_table(world, "Ada", "Bo", channel=away)
    with monkeypatch.context() as stuck:
        stuck.setattr(type(world.bot.outbox), "wake", lambda self: None)
        await world.wait(GATHER)
        assert len(await rows(world, "SELECT 1 FROM outbox WHERE kind = 'reminder'")) == 2
        world.env.backend.remove_guild(home.id)
        await world.settle()
    with world.env._bot_scope():
        world.bot.outbox.wake()
    await world.settle()
    for name in ("Ada", "Bo"):
        [message] = dms(world.members[name])
        assert f"<#{away.id}>" in text(message)
        assert f"<#{world.channel.id}>" not in text(message)


async def test_a_server_that_is_still_there_keeps_its_tables_through_a_restart(
    world: World,
) -> None:
    await open_table(world, "Ada", "Bo")
    await world.restart()
    assert (await at(world)).row.status == "running"


async def test_a_table_goes_on_in_an_archived_thread(world: World) -> None:
    thread = await thread_table(world)
    world.env.backend.channels[thread.id].thread_metadata.archived = True
    [number] = [row[0] for row in await rows(world, "SELECT id FROM tables WHERE parent NOT NULL")]
    boards = len(world.boards(thread))
    table = await at(world, number)
    [acting] = table.acting
    await play(
        world,
        table.seats[acting].name,
        next(iter(table.game.legal(table.truth, acting))),
        table=number,
    )
    assert len(world.boards(thread)) == boards + 1
    world.env.inject_error(
        "POST",
        f"/channels/{thread.id}/messages",
        status=400,
        code=50083,
        message="Thread is archived",
    )
    table = await at(world, number)
    [acting] = table.acting
    await play(
        world,
        table.seats[acting].name,
        next(iter(table.game.legal(table.truth, acting))),
        table=number,
    )
    await world.wait(60)
    assert len(world.boards(thread)) == boards + 2, "tried again until it could be posted"


# Finished tables


async def finished(world: World) -> None:
    """A table that is over, from which a member left and at which a stand-in played."""
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await days(world, 2.1)
    while (table := await at(world)).row.status == "running":
        [acting] = table.acting
        await play(world, ("Ada", "Bo")[acting], Draw("deck"), Done())


async def test_a_finished_table_drops_the_snapshots_that_no_longer_serve(world: World) -> None:
    await finished(world)
    turns = (await at(world)).row.turns
    before = {
        "log": await log(world, "Dee"),
        "board": await slash(world, "Dee", "table board", turn=4),
        "catchup": await slash(world, "Ada", "table catchup"),
    }
    await days(world, 6)
    assert len(await rows(world, "SELECT * FROM snapshots")) == turns + 1
    await days(world, 1.5)
    assert [row[0] for row in await rows(world, "SELECT turns FROM snapshots")] == [0, turns]
    assert before == {
        "log": await log(world, "Dee"),
        "board": await slash(world, "Dee", "table board", turn=4),
        "catchup": await slash(world, "Ada", "table catchup"),
    }
    assert "The table is over" in said(world)
    assert "It holds" in await slash(world, "Dee", "table verify")
    exported = (await world.dee.slash(world.channel, "table export")).response
    assert record.check(await exported.attachments[0].read()).result is not None
    assert "Signal Box" in await slash(world, "Dee", "table board")


async def test_a_running_table_keeps_its_snapshots(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    await offline(world, 9)
    assert len(await rows(world, "SELECT * FROM snapshots")) == 3


async def test_of_a_table_that_was_ended_only_what_is_shown_is_kept(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    asked = (await world.ada.slash(world.channel, "table abort")).response
    await press(world, "Ada", asked.message, "Yes, end it")
    before = await log(world, "Dee")
    await offline(world, 8)
    assert [row[0] for row in await rows(world, "SELECT turns FROM snapshots")] == [0, 2]
    assert await log(world, "Dee") == before


async def test_a_table_that_can_be_reopened_keeps_its_snapshots(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    world.env.backend.remove_guild(world.server.id)
    await world.settle()
    assert (await at(world)).row.closed == "gone"
    await offline(world, 8)
    assert len(await rows(world, "SELECT * FROM snapshots")) == 3


async def test_the_replay_of_a_trimmed_table(world: World) -> None:
    lobby = await world.lobby("Ada", computers=2)
    await world.ada.click(lobby, label="Start")
    await world.settle()
    asked = (await world.ada.slash(world.channel, "table leave")).response
    await press(world, "Ada", asked.message, "Yes, leave")
    await world.settle()
    assert (await at(world)).row.status == "over", "three computer players need no time"
    await offline(world, 8)
    assert len(await rows(world, "SELECT * FROM snapshots")) == 2
    replay = (await world.dee.slash(world.channel, "table replay")).response
    assert [file.filename for file in replay.attachments] == ["replay.gif"]
    catchup = await slash(world, "Dee", "table catchup")
    assert "You don't sit at this table" in catchup


# The log


async def test_the_log_of_one_seat(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    offered = await world.dee.autocomplete(world.channel, "table log", "seat", "b")
    assert [(one["name"], one["value"]) for one in offered] == [("Bo", "2")]
    for typed in ("2", "Bo", " bo "):
        assert await log(world, "Dee", seat=typed) == ["2. **Bo** put a card in the box."]
    assert "no such seat" in await slash(world, "Dee", "table log", seat="Zoe")


async def test_a_member_whose_name_is_a_number_is_not_mistaken_for_a_seat(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    async with world.bot.store.writing() as pen:
        await pen._run("UPDATE seats SET name = '2' WHERE seat = 0")
    [line] = await log(world, "Dee", seat="2")
    assert "**Bo**" in line


async def test_the_log_has_pages_that_are_turned_in_place(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", pace="none")
    await stash(world, "Ada", "Bo", "Cy")
    for _ in range(4):
        for name in ("Ada", "Bo", "Cy"):
            await play(world, name, Draw("deck"), Done())
    newest = (await world.dee.slash(world.channel, "table log")).response
    assert "page 1 of 2" in text(newest)
    assert text(newest).splitlines()[-1].startswith("15. **Cy** drew")
    assert buttons(newest)["Newer"]["disabled"]
    older = await press(world, "Dee", newest.message, "Older")
    assert older.id == newest.id and "page 2 of 2" in text(older)
    assert text(older).splitlines()[1] == "1. **Ada** put a card in the box."
    assert "page 1 of 2" in text(await press(world, "Dee", older.message, "Newer"))
    assert "page 2 of 2" in await slash(world, "Dee", "table log", page=99)


async def test_the_pages_of_one_seats_log_stay_that_seats(world: World) -> None:
    from bot import show

    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    kept, show.LOG_PAGE = show.LOG_PAGE, 1
    try:
        await play(world, "Ada", Done())
        await play(world, "Bo", Draw("deck"), Done())
        await play(world, "Ada", Done())
        await play(world, "Bo", Draw("deck"), Done())
        newest = (await world.dee.slash(world.channel, "table log", seat="Bo")).response
        assert "the log of **Bo**, page 1 of 3" in text(newest)
        older = await press(world, "Dee", newest.message, "Older")
        assert "the log of **Bo**, page 2 of 3" in text(older) and "**Ada**" not in text(older)
    finally:
        show.LOG_PAGE = kept


async def test_events_stand_in_the_order_in_which_they_happened(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", pace="none")
    await stash(world, "Ada", "Bo", "Cy")
    for old, new in (("Bo", "Dee"), ("Cy", "Eve")):
        await slash(world, old, "table substitute", member=world.members[new])
        await press(world, new, world.channel.last_message, "Yes")
    lines = await log(world, "Bo")
    assert lines[3:] == [
        "- **Dee** took over the seat of **Bo**.",
        "- **Eve** took over the seat of **Cy**.",
    ]
    assert (await seat(world, 1)).name == "Dee"
