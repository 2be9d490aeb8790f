"""Turns of Village Rails as members take them, by panel and by command."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bot.world import World, buttons, menus, parts, text


@pytest.fixture
async def board(world: World) -> Any:
    """Ada and Bo have started a table."""
    opened = await world.ada.slash(world.channel, "table new", game="village")
    post = opened.response.message
    await world.bo.click(post, label="Join")
    await world.ada.click(post, label="Start")
    await world.settle()
    return world.channel.last_message


async def choose(member: Any, panel: Any, which: int = 0) -> Any:
    """Choose in the last control that is open."""
    if open_menus := menus(panel):
        menu = open_menus[-1]
        value = menu["options"][which]["value"]
        return (await member.select(panel.message, [value], custom_id=menu["custom_id"])).response
    picks = [p for p in parts(panel.components) if ":pick:" in p.get("custom_id", "")]
    return (await member.click(panel.message, custom_id=picks[which]["custom_id"])).response


async def test_the_first_board_tells_letters_and_shows_two_pictures(
    world: World, board: Any
) -> None:
    assert "has the earliest letter and starts" in text(board)
    assert [file.filename for file in board.attachments] == ["village-1.png", "markets.png"]


async def test_a_turn_by_the_panel(world: World, board: Any) -> None:
    member = await world.acting()
    panel = (await member.click(board, label="Take your turn")).response
    assert {"Take a track", "Plan a trip"} <= buttons(panel).keys()
    assert "take a track to build; you may plan a trip before or after" in text(panel)
    panel = (await member.click(panel.message, label="Take a track")).response
    offered = [label for label in buttons(panel) if "·" in label]
    assert offered[0].startswith("1 · free: ")
    assert offered[5].startswith("6 · pay £5: ")
    panel = await choose(member, panel)
    assert "New in the track market: " in text(panel)
    assert "Your turn: build " in text(panel)
    labels = [label for label in buttons(panel) if "·" in label]
    assert labels[0] == "1 · A1, on T1 and L1"
    panel = await choose(member, panel)
    if turned := [label for label in buttons(panel) if label.startswith("Turned")]:
        panel = (await member.click(panel.message, label=turned[0])).response
    assert "plan a trip, or end your turn" in text(panel)
    await member.click(panel.message, label="End turn")
    await world.settle()
    assert (await world.table()).row.turns == 1
    assert "built" in text(world.boards()[-1])
    assert await world.acting() is not member


async def test_a_turn_by_commands(world: World, board: Any) -> None:
    member, channel = await world.acting(), world.channel
    trips = await member.autocomplete(channel, "village trip", "trip", "")
    assert [offer["value"] for offer in trips] == ["1", "2", "3"]
    answer = await member.slash(channel, "village trip", trip="1st")
    assert "took a trip" in text(answer.response)
    await member.slash(channel, "village assign", line="t3")
    answer = await member.slash(channel, "village done")
    assert "Each turn you must build." in text(answer.response)
    await member.slash(channel, "village track", track="1")
    answer = await member.slash(channel, "village build", space="b2", turned="no")
    assert "B2 touches neither a border nor a track." in text(answer.response)
    answer = await member.slash(channel, "village build", space="a1", turned="no")
    assert "built" in text(answer.response)
    await world.settle()
    assert (await world.table()).row.turns == 1


async def test_where_a_card_went_can_be_taken_back_but_not_the_card(
    world: World, board: Any
) -> None:
    member, channel = await world.acting(), world.channel
    await member.slash(channel, "village track", track="1")
    answer = await member.slash(channel, "table undo")
    assert "revealed" in text(answer.response)
    await member.slash(channel, "village build", space="A1", turned="no")
    await member.slash(channel, "table undo")
    assert (await world.table()).truth.phase == "build"


async def test_terminus_cards_are_told_to_who_holds_them(world: World, board: Any) -> None:
    table = await world.table()
    for seat in table.seats:
        answer = await world.members[seat.name].slash(world.channel, "table describe")
        hand = table.truth.tableaux[seat.seat].hand
        told = table.words.say("village.describe_hand", terminus=hand, count=len(hand))
        assert told in text(answer.response)
    answer = await world.cy.slash(world.channel, "table describe")
    assert "You hold" not in text(answer.response)
