"""Railroad Dice as members play it: by the panel and by slash commands."""

from __future__ import annotations

from typing import Any

from games.dice import DICE
from tests.bot.world import World, buttons, text


async def start(world: World, *members: str) -> None:
    """A table of Railroad Dice that has started."""
    first, *others = (world.members[name] for name in members)
    opened = await first.slash(world.channel, "table new", game="dice")
    post = opened.response.message
    for member in others:
        await member.click(post, label="Join")
    await first.click(post, label="Start")
    await world.settle()


async def press(member: Any, panel: Any, beginning: str) -> Any:
    """Press the button that begins like this."""
    label = next(label for label in buttons(panel) if label.startswith(beginning))
    return (await member.click(panel.message, label=label)).response


async def test_a_first_turn_by_the_panel(world: World) -> None:
    await start(world, "Ada", "Bo")
    member = await world.acting()
    panel = (await member.click(world.boards()[-1], label="Take your turn")).response
    panel = await press(member, panel, "Share")
    panel = await press(member, panel, "Insel Hopper")
    assert "bought a share of Insel Hopper and holds 1" in text(panel)
    panel = await press(member, panel, "Track")
    panel = await press(member, panel, "2 · End 2")
    panel = await press(member, panel, "1 · straight")
    assert "laid 1 piece at end 2, to E4" in text(panel)
    panel = await press(member, panel, "Roll")
    panel = await press(member, panel, "2 ?")
    assert "rolled 4 dice" in text(panel)
    assert "Roll" not in buttons(panel)
    await press(member, panel, "End turn")
    await world.settle()
    assert await world.acting() is not member
    assert "Insel Hopper" in text(world.boards()[-1])


async def test_the_same_by_slash_commands(world: World) -> None:
    await start(world, "Ada", "Bo")
    member = await world.acting()
    await member.slash(world.channel, "dice track", end="2", piece="left", pay="0")
    refused = await member.slash(world.channel, "dice income")
    assert "no income in the first year" in text(refused.response)
    offered = await member.autocomplete(world.channel, "dice share", "company", "über")
    assert [one["value"] for one in offered] == ["ueberall"]
    await member.slash(world.channel, "dice share", company="Ü", seller="bank")
    await member.slash(world.channel, "dice done")
    await world.settle()
    table = await world.table()
    [seat] = table.acting
    other = 1 - seat
    assert table.truth.shares[other]["ueberall"] == 1
    assert table.truth.front[other]["?"] == 2
    assert DICE.turns(table.truth) == 1


async def test_what_is_behind_a_screen_is_told_to_its_owner(world: World) -> None:
    await start(world, "Ada", "Bo")
    member = await world.acting()
    await member.slash(world.channel, "dice hide", marks="3")
    own = await member.slash(world.channel, "table describe")
    assert "3 dice, 0 passengers" in text(own.response)
    told = await world.cy.slash(world.channel, "table describe")
    assert "Behind the screen" not in text(told.response)
