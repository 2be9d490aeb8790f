"""One deal for all tables of a round: luck is shared, and nobody learns anything too early."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.store import FixtureRow
from games.core import commitment
from tests.bot.league.club import Club
from tests.bot.league.test_organisers import table_of
from tests.bot.test_press import forge, said
from tests.bot.world import World, text

SIX = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay")


@pytest.fixture
async def tables(club: Club) -> tuple[FixtureRow, FixtureRow]:
    """Two tables of three with the same deal; the first one is over."""
    await club.begin(*SIX, size=3, rounds=2, duplicate=True)
    one, two = await club.open_tables()
    await club.play_at(one)
    return one, two


def players(club: Club, fixture: FixtureRow) -> list[Any]:
    return [m for m in club.world.members.values() if m.id in fixture.seats()]


async def test_all_tables_of_a_round_have_the_same_deal(club: Club, world: World) -> None:
    await club.begin(*SIX, size=3, rounds=2, duplicate=True)
    one, two = [await club.table(f) for f in await club.open_tables()]
    assert one.row.seed == two.row.seed and one.state == two.state
    await club.play_round()
    third = await club.table((await club.open_tables())[0])
    assert third.row.seed != one.row.seed


async def test_the_threads_are_private_and_their_members_are_in_them(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    for fixture in tables:
        thread = world.env.backend.channels[fixture.thread]
        assert thread.type == discord.ChannelType.private_thread.value
        assert set(fixture.seats()) <= set(thread.thread_members)
        others = {m.id for m in world.members.values()} - set(fixture.seats())
        assert not others & set(thread.thread_members)


async def test_no_result_is_told_before_all_are_over(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    """Not by a post, a command, a statistic, a rating, a file."""
    one, two = tables
    winner = (await club.table(one)).result
    assert winner is not None
    seed = (await club.table(one)).row.seed.hex()
    assert "Others still play the same deal" in club.told(club.thread(one))
    outsider, other = world.members["Gil"], players(club, two)[0]
    for member in (outsider, other, players(club, one)[0]):
        told = [
            await club.ask(member, "standings"),
            await club.ask(member, "rounds"),
            text((await member.slash(world.channel, "stats server")).response),
            text((await member.slash(world.channel, "leaderboard")).response),
            club.told(),
        ]
        assert seed not in "\n".join(told)
        assert "(+" not in "\n".join(told)
        assert "from 0 tables" in told[0] and "from 1 table" not in told[0]
        assert "No table has been finished on this server yet" in told[2]
        assert "Nobody has a rating on this server yet" in told[3]
        assert "No table of this season is over yet" in await club.ask(member, "cross")
    answer = await other.slash(world.channel, "league export")
    files = {a.filename: a for a in answer.response.attachments}
    rows = await table_of(world, files["tables.csv"])
    assert rows and not any(row["place"] or row["score"] for row in rows)
    assert club.times("Night Mail · season 1, round 1 of 2") <= 1  # the sign-up alone


async def test_only_who_plays_at_a_table_can_look_at_it(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    one, two = tables
    spy, thread = players(club, two)[0], club.thread(one)
    world.env.backend.channels[one.thread].thread_members[spy.id] = "2026-01-01T00:00:00+00:00"
    commands = ("board", "describe", "log", "catchup", "replay", "export", "verify", "who", "undo")
    for command in commands:
        answer = await spy.slash(thread, f"table {command}")
        assert "Others in the league still play the same deal" in said(answer), command
    post = world.channel.history()[0]
    number = one.table_id
    for forged in (f"look:{number}:board", f"look:{number}:log:0", f"look:{number}:log:0:s1"):
        answer = await forge(spy, post, forged)
        assert "Others in the league still play the same deal" in said(answer), forged
        assert not answer.response.attachments
    for forged in (f"turn:{number}:1", f"p:{number}:0:1:open:0:", f"seat:{number}:back"):
        answer = await forge(spy, post, forged)
        assert "You don't sit at this table" in said(answer) or "is over" in said(answer)
        assert not answer.response.attachments
    mine = players(club, one)[0]
    own = await mine.slash(thread, "table board")
    assert own.response.attachments
    for command in ("verify", "export"):
        answer = await mine.slash(thread, f"table {command}")
        assert "this works when the round is over" in said(answer)
        assert not answer.response.attachments


async def test_when_all_are_over_everything_is_told(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    one, two = tables
    seed = (await club.table(one)).row.seed
    await club.play_at(two)
    await world.settle()
    assert club.times("from 1 table") == 1  # both results in one post
    for fixture in tables:
        told = club.told(club.thread(fixture))
        assert told.count(seed.hex()) == 1 and commitment(seed) in told
        assert not (await club.table(fixture)).row.sealed
    mine = players(club, one)[0]
    answer = await mine.slash(club.thread(one), "table verify")
    assert said(answer).startswith("It holds")
    look = await forge(
        world.members["Gil"], world.channel.history()[0], f"look:{one.table_id}:board"
    )
    assert look.response.attachments
    board = text((await mine.slash(world.channel, "leaderboard")).response)
    assert "**Ada**" in board
    await world.restart()
    await club.wait(3600)
    assert club.told(club.thread(one)).count(seed.hex()) == 1


async def test_a_decided_table_stays_sealed_too(club: Club, world: World) -> None:
    await club.begin(*SIX, size=3, rounds=1, duplicate=True)
    one, two = await club.open_tables()
    seed = (await club.table(one)).row.seed.hex()
    said_ = await club.sure("adjudicate", table="1-A1", order="1, 2, 3", reason="a quarrel")
    assert said_ == "Done."
    assert (await club.table(one)).row.sealed
    assert "a quarrel" not in await club.ask(world.ada, "rounds")
    assert seed not in club.told(club.thread(one))
    answer = await world.members["Gil"].slash(world.channel, "league export")
    rows = await table_of(world, answer.response.attachments[1])
    assert not any(row["reason"] for row in rows)
    await club.play_at(two)
    await club.wait(60)
    assert "a quarrel" in club.told()
    assert not (await club.table(one)).row.sealed
    assert (await club.league()).row.status == "over"


async def test_the_last_table_is_decided_and_the_seal_is_broken(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    one, two = tables
    await club.sure("adjudicate", table="1-A2", order="1, 2, 3", reason="a quarrel")
    await world.settle()
    assert not (await club.table(one)).row.sealed and not (await club.table(two)).row.sealed
    assert (await club.league()).row.round == 2


async def test_a_cancelled_season_is_no_secret(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    await club.sure("cancel")
    await world.settle()
    for fixture in tables:
        assert not (await club.table(fixture)).row.sealed


async def test_who_manages_threads_can_not_play(club: Club, world: World) -> None:
    role = world.server.create_role("wardens", permissions=discord.Permissions(manage_threads=True))
    warden = world.server.add_member(world.env.create_user("Hal"), roles=[role])
    elsewhere = world.server.create_text_channel(
        "elsewhere", overwrites={role: discord.PermissionOverwrite(manage_threads=False)}
    )
    await club.create(duplicate=True, size=3)
    assert "nothing is told of them until all" in text(await club.post())
    answer = await warden.click(await club.post(), label="Join the league")
    assert "you may manage threads in its channel" in text(answer.response)
    refused = await club.ask(warden, "join", channel=elsewhere, league="Night Mail")
    assert "you may manage threads in its channel" in refused
    await club.join("Ada", "Bo", "Cy")
    refused = await club.sure("replace", member=world.ada, by=warden)
    assert "they may manage threads here" in refused
    assert await club.sure("replace", member=world.ada, by=world.dee) == "Done."


async def test_who_may_manage_threads_since_entering_is_told_of(club: Club, world: World) -> None:
    await club.create(duplicate=True, size=2, rounds=1)
    await club.join("Ada", "Bo", "Cy", "Dee")
    role = world.server.create_role("wardens", permissions=discord.Permissions(manage_threads=True))
    world.env.backend.edit_member(world.server.id, world.bo.id, {"role_ids": [role.id]})
    world.server.remove_member(world.dee)
    await club.sure("start")
    assert all(fixture.status == "open" for fixture in await club.open_tables())
    assert club.times("may manage threads here by now") == 1
    assert "**Bo** may manage threads here by now" in club.told()
    await world.restart()
    assert club.times("may manage threads here by now") == 1


async def test_it_is_refused_where_threads_cannot_be_private(club: Club, world: World) -> None:
    closed = world.server.create_text_channel(
        "closed",
        overwrites={world.env.bot.user: discord.PermissionOverwrite(create_private_threads=False)},
    )
    options = {"name": "Mine", "games": "toy", "format": "swiss", "size": 3, "duplicate": True}
    told = await club.ask(club.chief, "create", channel=closed, **options)
    assert "private threads" in told and "I lack Create Private Threads here" in told


async def test_a_replacement_can_enter_the_thread(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    gil = world.members["Gil"]
    gone = players(club, tables[1])[0]
    assert await club.sure("replace", member=gone, by=gil) == "Done."
    assert gil.id in world.env.backend.channels[tables[1].thread].thread_members
    look = await gil.slash(club.thread(tables[1]), "table board")
    assert look.response.attachments


async def test_a_lost_thread_is_not_reopened_in_the_open(
    club: Club, world: World, tables: tuple[FixtureRow, FixtureRow]
) -> None:
    _, two = tables
    world.env.backend.delete_channel(two.thread)
    mine = players(club, two)[0]
    answer = await mine.slash(world.channel, "table reopen")
    assert "No table of yours is closed" in said(answer)
    await club.wait(3600)
    [again] = [f for f in await club.open_tables() if f.id == two.id]
    assert again.thread not in (None, two.thread)
    thread = world.env.backend.channels[again.thread]
    assert thread.type == discord.ChannelType.private_thread.value
    assert set(two.seats()) <= set(thread.thread_members)
    assert (await club.table(two)).row.status == "running"
