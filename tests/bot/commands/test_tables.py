"""`/table`: the board, the log, the file, who sits there, and ending it all."""

from __future__ import annotations

import json
import re
from typing import Any

import discord
import pytest

from bot import show
from bot.show import LOG_PAGE
from games import record
from games.core import commitment
from tests import toy as signal_box
from tests.bot.test_turn import (
    _toy_names_its_done,  # noqa: F401  (a fixture)
    moves_made,
    play,
    play_on,
    table_of_toy,
)
from tests.bot.world import World, buttons, text


async def table(world: World, member: Any, name: str, **options: Any) -> Any:
    """The answer to `/table ...`, which is for the member alone."""
    result = await member.slash(world.channel, f"table {name}", **options)
    assert result.ephemeral
    return result.response


async def to_the_end(world: World) -> None:
    """A table of Signal Box is played out."""
    await play_on(world, "over")


LOOKS = ("board", "describe", "log", "export", "who", "verify", "undo", "abort")


@pytest.mark.parametrize("name", LOOKS)
async def test_without_a_table_in_the_channel_each_says_how_to_open_one(
    world: World, name: str
) -> None:
    said = text(await table(world, world.ada, name))
    assert said == "There is no table in this channel. `/table new` opens one."


@pytest.mark.parametrize("name", ["board", "describe", "export"])
async def test_before_the_start_there_is_nothing_to_look_at(world: World, name: str) -> None:
    await world.lobby("Ada")
    said = text(await table(world, world.ada, name))
    assert "has not started yet: press Start in the lobby" in said


@pytest.mark.parametrize("name", ["board", "describe", "export"])
async def test_a_lobby_that_was_closed_does_not_ask_for_start(world: World, name: str) -> None:
    post = await world.lobby("Ada")
    await world.ada.click(post, label="Leave")
    said = text(await table(world, world.ada, name))
    assert "press Start" not in said
    assert "`/table new` opens another" in said


async def test_the_board_as_it_is_now(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    due = await world.acting()
    response = await table(world, world.dee, "board")
    [picture] = response.attachments
    assert due.name in (picture.description or "")
    assert f"<@{due.id}> is next: take a share." in text(response)


async def test_the_board_after_any_earlier_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    shown = []
    for turn in range(4):
        response = await table(world, world.dee, "board", turn=turn)
        assert f"After turn {turn} of 3." in text(response)
        shown.append(await response.attachments[0].read())
    assert len(set(shown)) == 4
    assert "Round 1 of 6: shares" in text(await table(world, world.dee, "board", turn=0))
    assert "Round 1 of 6: build" in text(await table(world, world.dee, "board", turn=3))


async def test_a_turn_that_has_not_come_is_refused_with_the_range(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    said = text(await table(world, world.ada, "board", turn=1))
    assert said == "The table has had 0 turns: choose one from 0 to 0."
    await play_on(world, "build")
    said = text(await table(world, world.ada, "board", turn=9_007_199_254_740_991))
    assert said == "The table has had 3 turns: choose one from 0 to 3."


async def test_the_board_button_shows_the_same_to_who_presses_it(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    result = await world.dee.click(board, label="Board")
    assert result.ephemeral and len(result.response.attachments) == 1


async def test_a_turn_that_is_going_on_is_its_owners_business(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member = await world.acting()
    sitting = await world.table()
    seat = sitting.seat_of(member.id)
    move = next(iter(sitting.game.legal(sitting.truth, seat)))
    before = text(await table(world, world.dee, "describe"))
    seen = await (await table(world, world.dee, "board")).attachments[0].read()
    await play(world, seat, move)
    assert text(await table(world, world.dee, "describe")) == before
    assert await (await table(world, world.dee, "board")).attachments[0].read() == seen
    assert text(await table(world, member, "describe")) != before
    assert "started" not in text(await table(world, world.dee, "log"))


async def test_describe_tells_the_whole_position(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    said = text(await table(world, world.dee, "describe"))
    due = await world.acting()
    assert "Round 1 of 6: build" in said
    assert f"It is **{due.name}**'s turn." in said
    for name in ("Ada", "Bo", "Cy"):
        assert f"**{name}**: $0, shares:" in said
    assert "passengers wait:" in said and "transcontinental bonus" in said


async def test_describe_tells_each_their_own_secrets(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    assert "You hold" in text(await table(world, world.ada, "describe"))
    assert "You hold" not in text(await table(world, world.dee, "describe"))


async def test_the_log_tells_turn_by_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    assert "Nothing has happened yet." in text(await table(world, world.ada, "log"))
    await play_on(world, "build")
    said = text(await table(world, world.dee, "log"))
    assert "page 1 of 1" in said
    assert said.count("took a share in") == 3


async def test_a_long_log_has_pages_and_buttons_that_turn_them(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    while (await world.table()).row.turns < LOG_PAGE + 2:
        await play_on(world, "build")
        await play_on(world, "ride")
        await play_on(world, "share")
    await play_on(world, "build")
    newest = await table(world, world.dee, "log")
    assert "page 1 of 2" in text(newest)
    assert buttons(newest)["Newer"]["disabled"]
    first_page = text(newest)
    older = (await world.dee.click(newest.message, label="Older")).response
    assert older.id == newest.id, "the page is turned in place"
    assert "page 2 of 2" in text(older)
    assert not set(text(older).splitlines()[1:]) & set(first_page.splitlines()[1:])
    assert buttons(older)["Older"]["disabled"]
    back = (await world.dee.click(older.message, label="Newer")).response
    assert text(back) == first_page
    assert text(await table(world, world.dee, "log", page=2)) == text(
        (await world.dee.click(back.message, label="Older")).response
    )


async def test_long_turns_are_all_told_on_pages_of_their_own(
    toy: signal_box.SignalBox, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await to_the_end(world)
    now, tell = await world.table(), show._tell
    monkeypatch.setattr(show, "_tell", lambda *given: tell(*given) + "x" * 1500)
    found, page, pages = [], 1, 1
    while page <= pages:
        said = text(await table(world, world.dee, "log", page=page))
        pages = int(said.split(f"page {page} of ")[1].split(",")[0])
        found = [*re.findall(r"^(\d+)\. ", said, re.MULTILINE), *found]
        page += 1
    assert found == [str(number + 1) for number in range(now.row.turns)], "the newest too"


async def test_a_page_beyond_the_log_is_its_last(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    assert "page 1 of 1" in text(await table(world, world.ada, "log", page=999))


async def test_the_log_tells_each_what_they_may_know(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "play")
    await play(world, 0, signal_box.Draw("deck"))
    await play(world, 0, signal_box.Done())
    assert "You drew" in text(await table(world, world.ada, "log"))
    for other in (world.bo, world.dee):
        said = text(await table(world, other, "log"))
        assert "You drew" not in said and "**Ada** drew a card." in said


async def test_who_shows_seats_and_whose_turn_it_is_and_pings_nobody(world: World) -> None:
    await world.start("Ada", "Bo", computers=1)
    due = await world.acting()
    said = text(await table(world, world.dee, "who"))
    assert f"<@{due.id}>, to act" in said
    assert "3. **Computer 1**" in said
    assert f"being played in <#{world.channel.id}>" in said
    answers = [r.json for r in world.env.http_requests if r.path.endswith("/callback")]
    allowed = answers[-1]["data"]["allowed_mentions"]
    assert allowed["parse"] == [] and not allowed.get("users")


async def test_who_in_a_lobby(world: World) -> None:
    await world.lobby("Ada", "Bo")
    said = text(await table(world, world.dee, "who"))
    assert f"1. <@{world.ada.id}>" in said and f"2. <@{world.bo.id}>" in said
    assert "The table has not started." in said


async def test_an_export_of_a_running_table_has_no_seed(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    response = await table(world, world.dee, "export")
    [file] = response.attachments
    data = await file.read()
    sitting = await world.table()
    header, *moves = map(json.loads, data.splitlines())
    assert header["commitment"] == commitment(sitting.row.seed)
    assert sitting.row.seed.hex() not in data.decode()
    assert len([m for m in moves if "move" in m]) == 3
    assert "as far as you may know it" in text(response)


async def test_an_export_of_a_running_table_hides_what_others_hold(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "play")
    box = (await world.table()).truth.box
    exported = {}
    for member in (world.ada, world.bo, world.dee):
        [file] = (await table(world, member, "export")).attachments
        exported[member] = (await file.read()).decode()
    assert f'"card":{box[0]}' in exported[world.ada].replace(" ", "")
    assert f'"card":{box[0]}' not in exported[world.bo].replace(" ", "")
    assert '"card"' not in exported[world.dee]


async def test_an_export_of_a_table_that_is_over_verifies(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await to_the_end(world)
    response = await table(world, world.dee, "export")
    [file] = response.attachments
    data = await file.read()
    sitting = await world.table()
    assert file.filename == "toy-1.jsonl"
    assert json.loads(data.splitlines()[0])["seed"] == sitting.row.seed.hex()
    assert record.check(data).result == sitting.result
    assert "The whole game of Signal Box." in text(response)


async def test_verify_waits_for_the_end(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    said = text(await table(world, world.dee, "verify"))
    assert said == "The seed is shown when the table is over; then this checks it."


async def test_verify_replays_a_table_that_is_over(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await to_the_end(world)
    count = await moves_made(world)
    sitting = await world.table()
    said = text(await table(world, world.dee, "verify"))
    assert said.startswith("It holds") and f"all {count} moves" in said
    assert commitment(sitting.row.seed) in said


async def test_verify_says_when_it_does_not_hold(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await to_the_end(world)
    sitting = await world.table()
    async with world.bot.store.writing() as pen:
        await pen.change(sitting.row, seed=bytes(32))
    said = text(await table(world, world.dee, "verify"))
    assert said.startswith("It does not hold")


async def test_undo_takes_the_last_move_of_the_turn_back(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member = await world.acting()
    sitting = await world.table()
    seat = sitting.seat_of(member.id)
    await play(world, seat, next(iter(sitting.game.legal(sitting.truth, seat))))
    response = await table(world, member, "undo")
    assert "Your turn: up to 8 locomotives." in text(response)
    assert (await world.table()).state == sitting.state


async def test_undo_is_for_who_has_moved(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    sitting = await world.table()
    first, *_, last = await world.bot.store.moves(sitting.row.id)
    assert first.seat != last.seat
    response = await table(world, world.members[sitting.seats[first.seat].name], "undo")
    assert text(response).startswith("Somebody has acted since")
    assert "Ask the others" in buttons(response)
    assert "You don't sit at this table" in text(await table(world, world.dee, "undo"))
    assert await moves_made(world) == 3


async def test_undo_never_crosses_a_reveal(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    await play(world, 0, signal_box.Draw("deck"))
    said = text(await table(world, world.ada, "undo"))
    assert said == "That move revealed something, so it can be taken back only if all agree."
    assert await moves_made(world) == 2


async def test_who_opened_the_table_can_end_it_after_a_second_thought(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    sure = await table(world, world.ada, "abort")
    assert "End this table of Ride the Rails for everybody?" in text(sure)
    assert (await world.table()).row.status == "running"
    done = (await world.ada.click(sure.message, label="Yes, end it")).response
    assert done.id == sure.id and not buttons(done)
    assert (await world.table()).row.status == "aborted"
    told = world.channel.last_message
    assert "**Ride the Rails**: Ada ended the table before its time." in text(told)
    again = await world.bo.slash(world.channel, "table new", game="ride")
    assert "**Bo** is in." in text(again.response), "the channel is free again"


async def test_no_means_no(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    sure = await table(world, world.ada, "abort")
    kept = (await world.ada.click(sure.message, label="No, play on")).response
    assert text(kept) == "The table goes on." and not buttons(kept)
    assert (await world.table()).row.status == "running"


async def test_a_lobby_can_be_ended_too(world: World) -> None:
    post = await world.lobby("Ada", "Bo")
    sure = await table(world, world.ada, "abort")
    await world.ada.click(sure.message, label="Yes, end it")
    late = await world.cy.click(post, label="Join")
    assert "This table was closed." in text(late.response)
    assert not buttons(late.response)


async def test_a_member_who_may_manage_the_channel_can_end_a_table(world: World) -> None:
    role = world.server.create_role(
        "Stationmaster", permissions=discord.Permissions(manage_channels=True)
    )
    master = world.server.add_member(world.env.create_user("Max"), roles=[role])
    await world.settle()
    await world.start("Ada", "Bo", "Cy")
    sure = await table(world, master, "abort")
    await master.click(sure.message, label="Yes, end it")
    assert (await world.table()).row.status == "aborted"


@pytest.mark.parametrize("name", ["Bo", "Dee"])
async def test_others_can_not_end_it(world: World, name: str) -> None:
    await world.start("Ada", "Bo", "Cy")
    response = await table(world, world.members[name], "abort")
    assert "Only who opened the table" in text(response)
    assert not buttons(response)
    assert (await world.table()).row.status == "running"


async def test_a_table_that_is_over_can_not_be_ended(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    sure = await table(world, world.ada, "abort")
    await to_the_end(world)
    assert "This table is over." in text(await table(world, world.ada, "abort"))
    late = (await world.ada.click(sure.message, label="Yes, end it")).response
    assert "This table is over." in text(late)
    assert (await world.table()).row.status == "over"


async def test_a_table_that_is_over_is_still_there_to_look_at(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await to_the_end(world)
    assert len((await table(world, world.dee, "board")).attachments) == 1
    assert "The table is over." in text(await table(world, world.dee, "who"))
    assert "had" in text(await table(world, world.dee, "log"))
