"""A member's own tables, from anywhere."""

from __future__ import annotations

import re

import pytest

from bot.sitting import sit
from tests.bot.post import DAY, HOUR, acting_in, change, channels, share, signal_boxes
from tests.bot.world import World, parts, text
from tests.toy import SignalBox, Stash


async def test_hand_shows_the_table_that_waits(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    other = world.server.create_text_channel("yard")
    await world.start("Ada", "Bo", "Dee", channel=other)
    member = await world.acting()
    shown = (await member.slash(other, "hand")).response
    assert shown.ephemeral
    assert len(shown.attachments) == 1
    assert "Round 1 of 6" in text(shown)


async def test_hand_of_a_table_that_is_named(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    other = world.server.create_text_channel("yard")
    await world.start("Ada", "Bo", "Dee", channel=other)
    offered = await world.bo.autocomplete(world.channel, "hand", "table", "")
    assert {choice["name"] for choice in offered} == {
        "Ride the Rails, table 1",
        "Ride the Rails, table 2",
    }
    shown = (await world.bo.slash(world.channel, "hand", table="2")).response
    assert f"<#{other.id}>" in text(shown)


async def test_hand_of_somebody_elses_table(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await world.lobby("Dee", channel=world.server.create_text_channel("yard"))
    shown = (await world.dee.slash(world.channel, "hand", table="1")).response
    assert "You don't sit at that table" in text(shown)
    shown = (await world.dee.slash(world.channel, "hand")).response
    assert "has not started yet" in text(shown)


async def test_tables_tells_where_it_is_whose_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await world.lobby("Ada", channel=world.server.create_text_channel("yard"))
    member = await world.acting()
    lines = text((await member.slash(world.channel, "tables")).response).splitlines()
    assert lines[0].startswith("**Ride the Rails**, table 1: **your turn**, since <t:")
    board = world.boards()[-1]
    assert f"/{world.server.id}/{world.channel.id}/{board.id}" in lines[0]
    assert "due <t:" in lines[0]
    other = world.bo if member is not world.bo else world.cy
    assert "to act, since" in text((await other.slash(world.channel, "tables")).response)
    assert "not started yet" in text((await world.ada.slash(world.channel, "tables")).response)


async def test_who_sits_nowhere_is_told_how_to_begin(world: World) -> None:
    for command in ("tables", "hand"):
        assert "`/table new`" in text((await world.eve.slash(world.channel, command)).response)


async def test_hand_and_tables_work_in_direct_messages(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    hand = (await member.user.slash("hand")).response
    assert len(hand.attachments) == 1 and f"<#{world.channel.id}>" in text(hand)
    assert text(hand).count("Round 1 of 6: shares") == 1
    assert "Round 1 of 6" in text(hand)
    assert "**your turn**" in text((await member.user.slash("tables")).response)
    offered = await member.user.autocomplete("hand", "table", "rails")
    assert [choice["value"] for choice in offered] == ["1"]


async def test_hand_prefers_the_table_that_is_due_first(toy: SignalBox, world: World) -> None:
    [late] = await signal_boxes(world, 1, "Ada", "Bo", pace=7 * DAY)
    [soon] = await signal_boxes(world, 1, "Ada", "Bo", pace=8 * HOUR)
    await signal_boxes(world, 1, "Ada", "Bo")
    await world.lobby("Ada", channel=channels(world, 1)[0])
    assert f"<#{soon.id}>" in text((await world.ada.user.slash("hand")).response)
    await stash(world, 2)
    assert f"<#{late.id}>" in text((await world.ada.user.slash("hand")).response)


async def stash(world: World, *tables: int) -> None:
    """Ada puts a card in the box of these tables, and waits for Bo."""
    for table in tables:
        [hand, _] = await hands(world, table)
        with world.env._bot_scope():
            await world.bot.tables.play(table, world.ada.id, Stash(hand[0]))
    await world.settle()


async def hands(world: World, table: int) -> list[list[int]]:
    """What everybody holds."""
    return (await sit(world.bot.store, table)).truth.hands


async def test_a_lobby_is_shown_only_when_nothing_is_played(toy: SignalBox, world: World) -> None:
    [yard] = await signal_boxes(world, 1, "Ada", "Bo")
    await world.lobby("Ada", channel=channels(world, 1)[0])
    await stash(world, 1)
    assert f"<#{yard.id}>" in text((await world.ada.user.slash("hand")).response)


async def test_a_hand_shows_what_is_ones_own(toy: SignalBox, world: World) -> None:
    await signal_boxes(world, 1, "Ada", "Bo")
    mine, theirs = await hands(world, 1)
    said = text((await world.ada.user.slash("hand")).response)
    told = said.splitlines()[-1]
    assert all(str(card) in told for card in mine)
    assert not set(map(str, theirs)) & set(told.replace(",", " ").replace(".", " ").split())


async def test_tables_tells_ones_own_call_and_deadline(toy: SignalBox, world: World) -> None:
    """All act at the same time: what others have to do, and when they were called, is theirs."""
    await signal_boxes(world, 1, "Ada", "Bo", pace=DAY)
    await change(world, "UPDATE seats SET called = 1000, deadline = deadline - 9 WHERE seat = 1")
    [mine, _] = await world.bot.store.seats(1)
    assert mine.called is not None and mine.deadline is not None
    said = text((await world.ada.user.slash("tables")).response)
    assert f"since <t:{mine.called:.0f}:R>" in said
    assert f"due <t:{mine.deadline:.0f}:R>" in said
    await stash(world, 1)
    said = text((await world.ada.user.slash("tables")).response)
    assert "**Bo** to act, since <t:1000:R>" in said
    assert f"due <t:{mine.deadline - 9:.0f}:R>" in said


async def test_since_when_is_not_moved_by_moves_within_the_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    for _ in range(3):
        await share(world)
    member = await acting_in(world, world.channel)
    before = text((await member.user.slash("tables")).response)
    await world.env.advance_time(HOUR)
    railroads = await member.autocomplete(world.channel, "ride build", "railroad", "")
    first = railroads[0]["value"]
    hexes = await member.autocomplete(world.channel, "ride build", "hex", "", railroad=first)
    await member.slash(world.channel, "ride build", railroad=first, hex=hexes[0]["value"])
    assert await acting_in(world, world.channel) is member
    assert text((await member.user.slash("tables")).response) == before


async def test_a_stand_in_is_told_of(toy: SignalBox, world: World) -> None:
    await signal_boxes(world, 1, "Ada", "Bo", pace=8 * HOUR)
    await change(world, "UPDATE seats SET stand_in = 'seat', called = NULL WHERE seat = 0")
    said = text((await world.ada.user.slash("tables")).response)
    assert "your turn" not in said and "`/table back`" in said


@pytest.mark.parametrize("count", [12, 30])
async def test_many_tables_are_all_listed_within_the_limits(
    toy: SignalBox, world: World, count: int
) -> None:
    yards = await signal_boxes(world, count, "Ada", "Bo", pace=DAY)
    await change(world, "UPDATE seats SET name = ? WHERE seat = 1", "*_" * 16)
    await stash(world, *range(1, count - 1))  # those that wait for others are longer
    found, page = "", 1
    while True:
        shown = (await world.ada.user.slash("tables", page=page)).response
        assert sum(len(p.get("content", "")) for p in parts(shown.components)) <= 4000
        found += text(shown)
        if f"`/tables page:{page + 1}`" not in text(shown):
            break
        page += 1
    assert all(found.count(f"/{yard.id}/") == 1 for yard in yards)
    first = text((await world.ada.user.slash("tables")).response)
    assert re.match(r"\*\*Signal Box\*\*, table \d+: \*\*your turn\*\*", first)
    assert first.count("**your turn**") == 2
    beyond = text((await world.ada.user.slash("tables", page=99)).response)
    assert beyond == text(shown), "the last page stays the last"
    offered = await world.ada.user.autocomplete("hand", "table", "")
    assert len(offered) == min(count, 25)
