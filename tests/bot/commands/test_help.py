"""`/help` and `/rules`: what a newcomer reads."""

from __future__ import annotations

import re

import pytest

from bot.commands.help import rules_page, sections
from bot.layout import TEXT
from bot.refusal import Refused
from games import GAMES
from tests.bot.world import World, menus, text


async def test_help_shows_the_first_three_steps(world: World) -> None:
    result = await world.ada.slash(world.channel, "help")
    said = text(result.response)
    assert result.ephemeral
    assert all(f"**{step}.**" in said for step in (1, 2, 3))
    for name in ("/table new", "Join", "Start", "Take your turn", "/rules"):
        assert name in said


async def test_help_names_every_command_of_the_table(world: World) -> None:
    said = text((await world.ada.slash(world.channel, "help")).response)
    offered = world.ada.available_commands(world.channel)
    for command in offered:
        if command.startswith("table "):
            assert command.removeprefix("table ") in said, command


async def test_the_rules_begin_in_short_and_a_menu_leads_to_every_section(world: World) -> None:
    result = await world.ada.slash(world.channel, "rules", game="ride")
    assert result.ephemeral
    response = result.response
    assert text(response).startswith("## Ride the Rails: In short")
    headings = [heading for heading, _ in sections("ride")]
    for number, heading in enumerate(headings):
        [menu] = menus(response)
        assert [o["label"] for o in menu["options"]] == headings
        turned = await world.ada.select(
            response.message, [str(number)], custom_id=menu["custom_id"]
        )
        assert turned.response.id == response.id, "the page is turned in place"
        response = turned.response
        assert text(response).startswith(f"## Ride the Rails: {heading}")
        [menu] = menus(response)
        assert [o["label"] for o in menu["options"] if o.get("default")] == [heading]


@pytest.mark.parametrize("game", GAMES)
def test_no_section_is_cut_and_none_is_left_out(game: str) -> None:
    assert 1 <= len(sections(game)) <= 25
    for number, (heading, body) in enumerate(sections(game)):
        page = rules_page(game, str(number))
        assert body and body in page.text
        assert len(page.text) <= TEXT, f"{heading} has {len(page.text)} characters"
        assert not re.search(r"!\[", page.text), "a picture is no text"


def test_our_rulings_are_marked() -> None:
    assert any("[ruling]" in body for _, body in sections("ride"))


async def test_help_and_rules_can_be_read_in_a_direct_message(world: World) -> None:
    user = world.env.create_user("Zoe")
    await user.send_dm("hello")
    assert "**1.**" in text((await user.slash("help")).response)
    assert "In short" in text((await user.slash("rules", game="ride")).response)


@pytest.mark.parametrize(("game", "section"), [("chess", "0"), ("ride", "x"), ("../x", "0")])
def test_rules_that_do_not_exist_are_refused(game: str, section: str) -> None:
    with pytest.raises(Refused):
        rules_page(game, section)


def test_a_section_beyond_the_last_is_the_last() -> None:
    last = sections("ride")[-1][0]
    assert f": {last}\n" in rules_page("ride", "999").text
