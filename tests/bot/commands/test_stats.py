"""`/stats`: what members see when they look back."""

from __future__ import annotations

from typing import Any

import pytest

from bot.commands.stats import StatsCommands
from games import GAMES
from tests.bot.test_stats import ANY, OTHER, START, finish, result
from tests.bot.test_turn import play_on, table_of_toy
from tests.bot.world import World, parts, text
from tests.toy import SignalBox


@pytest.fixture
async def looking(world: World) -> World:
    """A world in which one can look back."""
    if world.bot.tree.get_command("stats") is None:
        world.bot.tree.add_command(StatsCommands(world.bot))
        await world.bot.tree.sync()
    return world


@pytest.fixture
async def played(looking: World) -> World:
    """Three tables that are over."""
    ada, bo, cy = looking.ada.id, looking.bo.id, looking.cy.id
    names = {looking.members[name].id: name for name in ("Ada", "Bo", "Cy")}
    kept: dict[str, Any] = {"server": looking.server.id, "names": names}
    store = looking.bot.store
    took = [(ada, 9 * 3600.0)]
    await finish(store, [ada, bo, cy], START, result(60, 50, 40), took=took, **kept)
    await finish(store, [bo, ada], START + 86400, result(90, 80), **kept)
    await finish(store, [ada], START + 2 * 86400, result(139), game=OTHER, **kept)
    return looking


async def test_ones_own_record(played: World) -> None:
    shown = (await played.ada.slash(played.channel, "stats member")).response
    assert shown.ephemeral
    lines = text(shown).splitlines()
    assert lines[0] == "### Ada: all games"
    assert "3 tables finished" in lines[1] and "9 hours to move" in lines[1]
    assert "- **Bo**: 2 tables, 1 won, 1 lost, 0 tied." in lines
    [attached] = shown.attachments
    assert attached.filename == "stats.png"
    [described] = [
        item["description"] for part in parts(shown.components) for item in part.get("items", [])
    ]
    assert described.startswith("Ada, all games. All games: 3 tables finished")


async def test_another_members_record_of_one_game(played: World) -> None:
    asked = await played.ada.slash(played.channel, "stats member", member=played.bo, game=ANY)
    lines = text(asked.response).splitlines()
    assert lines[0] == f"### Bo: {GAMES[ANY].title}"
    assert "2 tables finished; 1 won (50%)" in lines[1]
    assert "<@" not in text(asked.response)


async def test_the_servers_record(played: World) -> None:
    shown = (await played.eve.slash(played.channel, "stats server")).response
    lines = text(shown).splitlines()
    assert lines[0] == "### Slow Train: all games"
    assert "3 tables finished; 3 members" in lines[1]
    assert "- **Bo**: 2 tables, 1 won (50%)." in lines
    assert len(shown.attachments) == 1
    one = (await played.eve.slash(played.channel, "stats server", game=OTHER)).response
    assert "best 139 by **Ada**" in text(one)
    assert GAMES[ANY].title not in text(one)


async def test_who_has_finished_nothing_is_told_what_to_do(looking: World) -> None:
    channel, eve = looking.channel, looking.eve
    for options, said in (
        ({}, "You have finished no table on this server"),
        ({"game": ANY}, f"You have finished no table of {GAMES[ANY].title}"),
        ({"member": looking.bo}, "**Bo** has finished no table on this server"),
        (
            {"member": looking.bo, "game": ANY},
            f"**Bo** has finished no table of {GAMES[ANY].title}",
        ),
    ):
        shown = (await eve.slash(channel, "stats member", **options)).response
        assert said in text(shown) and "`/table new`" in text(shown)
        assert shown.ephemeral and not shown.attachments
    for options, said in (
        ({}, "No table has been finished on this server"),
        ({"game": ANY}, f"No table of {GAMES[ANY].title} has been finished"),
    ):
        shown = (await eve.slash(channel, "stats server", **options)).response
        assert said in text(shown) and "`/table new`" in text(shown)


async def test_a_table_that_is_being_played_does_not_count(looking: World) -> None:
    await looking.start("Ada", "Bo", "Cy")
    shown = (await looking.ada.slash(looking.channel, "stats member")).response
    assert "You have finished no table" in text(shown)


async def test_what_was_played_elsewhere_stays_there(played: World) -> None:
    here = text((await played.ada.slash(played.channel, "stats member")).response)
    ada, eve = played.ada.id, played.eve.id
    await finish(played.bot.store, [ada, eve], START, result(7777, 1), server=played.server.id + 1)
    assert text((await played.ada.slash(played.channel, "stats member")).response) == here
    shown = (await played.eve.slash(played.channel, "stats member")).response
    assert "You have finished no table" in text(shown)


async def test_a_table_that_was_really_played(toy: SignalBox, looking: World) -> None:
    world = looking
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "over")
    table = await world.table()
    outcome = table.result
    assert outcome and len(outcome.winners) == 1  # so that it isn't the same for both
    for name, seat in (("Ada", 0), ("Bo", 1)):
        told = text((await world.members[name].slash(world.channel, "stats member")).response)
        won = seat in outcome.winners
        other = ("Bo", "Ada")[seat]
        assert f"**Signal Box**: 1 table finished; {int(won)} won ({100 * won}%)" in told
        assert f"place {2 - won}.0 of 2.0 on average" in told
        ended = f"<t:{int(table.row.ended)}:D>"
        assert f"best {outcome.scores[seat]} on {ended} against **{other}**" in told
        assert f"**{other}**: 1 table, {int(won)} won, {int(not won)} lost, 0 tied." in told
    told = text((await world.cy.slash(world.channel, "stats server")).response)
    average = f"{sum(outcome.scores) / 2:.1f}"
    assert f"**Signal Box**: 1 table finished; 2 members; score {average} on average" in told
    winner = table.seats[outcome.winners[0]].name
    assert f"best {max(outcome.scores)} by **{winner}**" in told
