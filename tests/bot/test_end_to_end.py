"""A whole table, from the lobby to the last picture, with everything that can go wrong."""

from __future__ import annotations

import json
from typing import Any

from games import record
from games.codec import decode_facts
from tests.bot.world import World, buttons, menus, parts, text


async def by_command(world: World, member: Any) -> None:
    """A turn by slash commands, with what autocomplete offers."""
    table = await world.table()
    phase = table.truth.phase
    channel = world.channel
    if phase == "share":
        offered = await member.autocomplete(channel, "ride share", "railroad", "")
        await member.slash(channel, "ride share", railroad=offered[-1]["value"])
    elif phase == "build":
        await build_by_command(world, member)
    else:
        start = (await member.autocomplete(channel, "ride ride", "passenger", ""))[0]["value"]
        ends = await member.autocomplete(channel, "ride ride", "to", "", passenger=start)
        end = ends[0]["value"]
        links = await member.autocomplete(
            channel, "ride ride", "links", "", passenger=start, to=end
        )
        answer = await member.slash(
            channel, "ride ride", passenger=start, to=end, links=links[0]["value"]
        )
        assert "rode" in text(answer.response)


async def build_by_command(world: World, member: Any) -> None:
    railroads = await member.autocomplete(world.channel, "ride build", "railroad", "")
    for _ in range(3):
        railroad = railroads[0]["value"]
        hexes = await member.autocomplete(world.channel, "ride build", "hex", "", railroad=railroad)
        if not hexes:
            break
        await member.slash(world.channel, "ride build", railroad=railroad, hex=hexes[0]["value"])
    await member.slash(world.channel, "ride done")


async def by_panel(world: World, member: Any) -> None:
    """A turn by the panel: open it, choose until the turn is over."""
    board = world.boards()[-1]
    panel = (await member.click(board, label="Take your turn")).response
    for _ in range(20):
        table = await world.table()
        if table.row.status != "running" or await world.acting() is not member:
            return
        before = table.row.turns
        panel = await press_something(member, panel)
        if (await world.table()).row.turns > before:
            return
    raise AssertionError(f"the panel led nowhere: {text(panel)}")


async def press_something(member: Any, panel: Any) -> Any:
    """Choose in the last open menu, else press the first choice; after a few, end the turn."""
    ends = [label for label in buttons(panel) if label.startswith("End turn")]
    if ends and "giving up" not in ends[0]:
        return (await member.click(panel.message, label=ends[0])).response
    open_menus = [m for m in menus(panel) if not any(o.get("default") for o in m["options"])]
    if open_menus:
        menu = open_menus[-1]
        value = menu["options"][0]["value"]
        return (await member.select(panel.message, [value], custom_id=menu["custom_id"])).response
    choices = [p for p in parts(panel.components) if ":pick:" in p.get("custom_id", "")]
    if choices:
        custom_id = max((c["custom_id"] for c in choices), key=lambda path: path.count("/"))
        return (await member.click(panel.message, custom_id=custom_id)).response
    return (await member.click(panel.message, label=ends[0])).response


def trouble(world: World, turn: int) -> bool:
    """Discord fails now and then."""
    path = f"/channels/{world.channel.id}/messages"
    if turn % 7 == 3:
        world.env.inject_error("POST", path, status=500)
    if turn % 11 == 5:
        world.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions")
    return turn % 7 == 3 or turn % 11 == 5


async def test_three_play_a_whole_table_through_restarts_and_failures(world: World) -> None:
    await world.start("Ada", "Bo", computers=1)
    turn = 0
    while (await world.table()).row.status == "running":
        member = await world.acting()
        failing = trouble(world, turn)
        await (by_command if member is world.ada else by_panel)(world, member)
        await world.settle()
        if turn % 9 == 4:
            await world.restart()
        if failing:
            await world.wait(10)  # whatever failed is tried again
        turn += 1
    await world.wait(10)

    table = await world.table()
    facts = [f for m in await world.bot.store.moves(table.row.id) for f in decode_facts(m.facts)]
    skipped = sum(fact.key == "ride.skipped" for fact in facts)
    assert table.row.turns + skipped == 6 * 3 * 3
    boards = world.boards()
    assert "The table is over" in text(boards[-1])
    assert table.row.seed.hex() in text(boards[-1])
    await check_every_turn_posted_once(world, boards)
    await check_export(world)
    verified = await world.cy.slash(world.channel, "table verify")
    assert "It holds" in text(verified.response)


async def check_every_turn_posted_once(world: World, boards: list[Any]) -> None:
    """Each sentence of the log stands in the channel exactly once."""
    table = await world.table()
    from bot.show import tell_turns

    posted = "\n".join(text(board) for board in boards)
    by_turn: dict[int, list[Any]] = {}
    for move in await world.bot.store.moves(table.row.id):
        by_turn.setdefault(move.turn, []).append(move)
    told = [line for moves in by_turn.values() for line in tell_turns(table, moves, None)]
    assert len(by_turn) == table.row.turns
    for line in set(told):
        assert posted.count(line) == told.count(line), line
    posts = [p["custom_id"] for b in boards for p in parts(b.components) if p.get("label") == "Log"]
    assert len(posts) == len(boards)
    numbers = [
        p["custom_id"]
        for board in boards
        for p in parts(board.components)
        if p.get("custom_id", "").startswith(("turn:", "again:"))
    ]
    assert len(set(numbers)) == len(numbers)


async def check_export(world: World) -> None:
    exported = await world.dee.slash(world.channel, "table export")
    [file] = exported.response.attachments
    data = await file.read()
    played = record.check(data)
    assert json.loads(data.splitlines()[0])["game"] == "ride"
    assert played.result is not None
