"""A member's own tables, from anywhere."""

from __future__ import annotations

from tests.bot.world import World, text


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
    assert lines[0].startswith("**Ride the Rails**: **your turn**, since <t:")
    board = world.boards()[-1]
    assert f"/{world.server.id}/{world.channel.id}/{board.id}" in lines[0]
    assert "due <t:" in lines[0]
    other = world.bo if member is not world.bo else world.cy
    assert "to act, since" in text((await other.slash(world.channel, "tables")).response)
    assert "not started yet" in text((await world.ada.slash(world.channel, "tables")).response)


async def test_who_sits_nowhere_is_told_how_to_begin(world: World) -> None:
    for command in ("tables", "hand"):
        assert "`/table new`" in text((await world.eve.slash(world.channel, command)).response)
