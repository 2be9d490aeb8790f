"""Presses: whatever a custom id says, there is an answer, and nothing is played by mistake."""

from __future__ import annotations

from typing import Any

import pytest
from simcord import actors

from bot import panel
from tests.bot.test_turn import moves_made, picks, take_turn
from tests.bot.world import World, buttons, parts, text


async def forge(member: Any, message: Any, custom_id: str, values: tuple[str, ...] = ()) -> Any:
    """A member's client claims that a control with this id was used."""
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if values else 2}
    if values:
        data["values"] = list(values)
    stored = actors._visible_message(member, message)
    return await actors._component_interaction(member, stored, data)


def said(result: Any) -> str:
    """What the member was told."""
    assert result.acknowledged, "the member waits for an answer that never comes"
    return text(result.response) or result.response.content


async def panel_id(world: World) -> tuple[Any, Any, str]:
    """Whoever is due, their open panel, and the id of its first choice."""
    member = await world.acting()
    response = await take_turn(world, member)
    return member, response, next(iter(picks(response).values()))


UNKNOWN = ["", ":", "x", "nothing:1", "turnip:1:2", "P:1:0:1:pick:0:share", "💥:1", "p", "p:"]


@pytest.mark.parametrize("custom_id", UNKNOWN)
async def test_an_id_that_is_none_of_ours(world: World, custom_id: str) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    result = await forge(member, board, custom_id)
    assert "That button is none of ours, or of a version long gone." in said(result)
    assert await moves_made(world) == 0


BROKEN = [
    "p:{table}",
    "p:{table}:0",
    "p:{table}:0:0",
    "p:{table}:{seat}:{stamp}:fly:0:share",
    "p:{table}:{seat}:{stamp}:pick:x:share",
    "p:{table}:{seat}:-1:pick:0:share",
    "p:{table}:{seat}:{stamp}:pick:9999:share",
    "p:99999999999999999999:{seat}:{stamp}:pick:0:share",
    "p:{table}:99:{stamp}:pick:0:share",
    "p:{table}:{seat}:99999999999999999999:pick:0:share",
]


@pytest.mark.parametrize("shape", BROKEN)
async def test_a_panel_id_of_a_wrong_shape_is_refused(world: World, shape: str) -> None:
    await world.start("Ada", "Bo", "Cy")
    member, response, custom_id = await panel_id(world)
    _, table, seat, stamp, *_ = custom_id.split(":")
    forged = shape.format(table=table, seat=seat, stamp=stamp)
    result = await forge(member, response.message, forged)
    assert "That button is none of ours" in said(result)
    assert await moves_made(world) == 0


PATHS = ["nothing", "share/green", "build/red/F20", "/", "", "done"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("act", ["pick", "play", "open", "next"])
async def test_a_path_that_does_not_exist_leads_back_to_the_panel(
    world: World, act: str, path: str
) -> None:
    await world.start("Ada", "Bo", "Cy")
    member, response, custom_id = await panel_id(world)
    stem = custom_id.partition(":pick:")[0]
    result = await forge(member, response.message, f"{stem}:{act}:0:{path}")
    assert "Your turn: take a share." in said(result)
    assert picks(result.response) == picks(response)
    assert await moves_made(world) == 0


async def test_a_value_that_the_menu_does_not_have_leads_back_to_the_panel(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member, response, custom_id = await panel_id(world)
    stem = custom_id.partition(":pick:")[0]
    result = await forge(member, response.message, f"{stem}:menu:0:share", ("atlantis",))
    assert "Your turn: take a share." in said(result)
    assert await moves_made(world) == 0


async def test_somebody_elses_seat_is_refused(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    due, _, custom_id = await panel_id(world)
    other = next(m for m in (world.ada, world.bo, world.cy) if m is not due)
    own = (await other.click(board, label="Take your turn")).response
    result = await forge(other, own.message, custom_id)
    assert "That panel belongs to somebody else." in said(result)
    assert await moves_made(world) == 0


async def test_a_spectator_with_a_panels_id_is_refused(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    _, _, custom_id = await panel_id(world)
    own = (await world.dee.click(board, label="Take your turn")).response
    result = await forge(world.dee, own.message, custom_id)
    assert "You don't sit at this table." in said(result)
    assert await moves_made(world) == 0


async def test_a_move_by_a_member_who_is_not_due_is_not_made(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    table = await world.table()
    due = await world.acting()
    other = next(m for m in (world.ada, world.bo, world.cy) if m is not due)
    seat = table.seat_of(other.id)
    stamp = table.seats[seat].stamp
    own = (await other.click(board, label="Take your turn")).response
    forged = f"p:{table.row.id}:{seat}:{stamp}:play:0:share/red"
    result = await forge(other, own.message, forged)
    assert f"It's **{due.name}**'s turn, due <t:" in said(result)
    assert await moves_made(world) == 0


GONE = ["turn:999:1", "look:999:board", "look:999:log:0", "lobby:999:join", "abort:999:yes"]


@pytest.mark.parametrize("custom_id", [*GONE, "again:999:1", "p:999:0:1:pick:0:share"])
async def test_a_table_that_does_not_exist_any_more(world: World, custom_id: str) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    result = await forge(world.ada, board, custom_id)
    assert said(result) == "That table does not exist any more. `/table new` opens another."


HUGE = "9" * 30
NUMBERS = ["turn", "look:board", "look:log", "lobby:join", "lobby:start", "lobby:fill", "again"]


@pytest.mark.parametrize("name", [*NUMBERS, "abort:yes"])
@pytest.mark.parametrize("number", [HUGE, "-1", "٣" * 30, "1 "], ids=["9", "-", "٣", "space"])
async def test_a_number_beyond_all_measure_is_answered(
    world: World, name: str, number: str
) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    where, _, what = name.partition(":")
    rest = {"log": "log:0", "fill": f"fill:{HUGE}"}.get(what, what)
    result = await forge(world.ada, board, f"{where}:{number}:{rest}")
    assert "went wrong" not in said(result)
    assert "none of ours" in said(result) or "does not exist" in said(result)
    assert (await world.table()).row.status == "running"


@pytest.mark.parametrize(
    "rest", ["", "fly", "option", "option:x", "fill", "fill:x", "join:join", "start:1:2"]
)
async def test_a_lobbys_id_of_a_wrong_shape_is_refused(world: World, rest: str) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    result = await forge(world.ada, post, f"lobby:1:{rest}")
    assert result.ephemeral
    assert "That button is none of ours" in said(result)
    assert (await world.table()).row.status == "lobby"


async def test_a_look_of_a_wrong_shape_is_refused(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    for what in ("", "secrets", "log", "log:", "log:x", "log:-1"):
        result = await forge(world.ada, board, f"look:1:{what}")
        assert "That button is none of ours" in said(result), what


async def test_who_has_no_right_can_not_confirm_an_abort(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    own = (await world.bo.click(board, label="Log")).response
    result = await forge(world.bo, own.message, "abort:1:yes")
    assert "Only who opened the table" in said(result)
    assert (await world.table()).row.status == "running"


async def test_the_rules_of_a_game_that_does_not_exist(world: World) -> None:
    shown = (await world.ada.slash(world.channel, "rules", game="ride")).response
    for custom_id in ("rules:chess:", "rules", "rules:../../etc/passwd:"):
        result = await forge(world.ada, shown.message, custom_id, ("0",))
        assert "That button is none of ours" in said(result)


async def test_a_page_that_does_not_exist_shows_one_that_does(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(panel, "FEW", 1)
    monkeypatch.setattr(panel, "PAGE", 2)
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world, member)
    [menu] = [p for p in parts(response.components) if p["type"] == 3]
    stem = menu["custom_id"].partition(":menu:")[0]
    result = await forge(member, response.message, f"{stem}:next:999:share")
    assert "Your turn: take a share." in said(result)


async def test_every_control_that_the_bot_shows_has_a_custom_id_of_at_most_100(
    world: World,
) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    await world.ada.click(post, label="Start")
    member = await world.acting()
    shown = [post, world.boards()[-1], await take_turn(world, member)]
    shown.append((await world.ada.slash(world.channel, "table abort")).response)
    shown.append((await world.ada.slash(world.channel, "rules", game="ride")).response)
    for message in shown:
        ids = [p["custom_id"] for p in parts(message.components) if "custom_id" in p]
        assert ids and len(set(ids)) == len(ids)
        assert all(0 < len(custom_id) <= 100 for custom_id in ids)
        assert all(0 < len(label) <= 80 for label in buttons(message))
