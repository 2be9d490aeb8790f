"""Crashes, restarts, lost permissions, deleted threads and channels, members who are gone."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from bot.league.venue import Venue
from bot.lobby import Lobbies
from bot.refusal import Refused
from bot.table import Tables
from tests.bot.league.club import DAY, HOUR, Club
from tests.bot.test_press import said
from tests.bot.world import World, text

FOUR = ("Ada", "Bo", "Cy", "Dee")
Patch = pytest.MonkeyPatch


class Crash(BaseException):
    """The process is gone."""


def gone(*_: Any, **__: Any) -> Any:
    raise Crash


async def come_back(world: World) -> None:
    """After a crash the bot starts again."""
    await world.restart()
    assert all(isinstance(error, Crash) for error in world.env.errors)
    world.env._errors.clear()


async def crash(club: Club, patch: Patch, where: type, name: str, **terms: Any) -> None:
    """The season starts and the bot dies at this step; then it comes back whole."""
    await club.create(size=2, rounds=2, **terms)
    await club.join(*FOUR)
    with patch.context() as broken:
        broken.setattr(where, name, gone)
        await club.sure("start")
        await club.world.settle()
    await come_back(club.world)


async def check_whole(club: Club) -> None:
    """Each table is there once, with its thread, its call and its first board; told once."""
    league, world = await club.league(), club.world
    assert league.row.round == 1
    opened = league.going_on()
    assert len(opened) == 2 and all(f.status == "open" for f in opened)
    assert len(world.channel.threads) == 2
    for fixture in opened:
        history = club.thread(fixture).history()
        assert len(history) == 2 and len(history[1].attachments) == 1
        assert f"<@{fixture.seats()[0]}>" in text(history[0])
    assert len(await world.bot.store.running()) == 2
    assert club.times("### Night Mail: round 1 of 2") == 1


STEPS = [
    (Venue, "_seat"),
    (Tables, "start"),
    (Tables, "go_on"),
]


@pytest.mark.parametrize(("where", "name"), STEPS, ids=lambda step: str(step))
async def test_a_crash_while_a_table_is_set_up(
    club: Club, monkeypatch: Patch, where: type, name: str
) -> None:
    """After the thread was made, after the members were seated, after the start."""
    await crash(club, monkeypatch, where, name)
    await check_whole(club)


async def test_a_crash_between_making_the_thread_and_writing_it(
    club: Club, world: World, monkeypatch: Patch
) -> None:
    make = Venue._thread

    async def made_and_gone(self: Venue, *given: Any) -> int:
        await make(self, *given)
        raise Crash

    await club.create(size=2, rounds=2)
    await club.join(*FOUR)
    with monkeypatch.context() as broken:
        broken.setattr(Venue, "_thread", made_and_gone)
        await club.sure("start")
    assert len(world.channel.threads) == 1
    await come_back(world)
    await check_whole(club)


async def test_a_thread_of_that_name_by_somebody_else_is_not_used(club: Club, world: World) -> None:
    name = "Night Mail · season 1, round 1, table A1"
    spoof = world.env.backend.create_thread(
        parent_id=world.channel.id, name=name, owner_id=world.ada.id, type=11
    )
    await club.begin(*FOUR, size=2)
    assert spoof.id not in [f.thread for f in await club.open_tables()]


async def test_a_league_of_the_same_name_gets_threads_of_its_own(club: Club, world: World) -> None:
    await club.begin(*FOUR, size=4)
    [old] = await club.open_tables()
    await club.sure("cancel")
    await club.begin(*FOUR, size=4)
    [new] = await club.open_tables()
    assert new.thread != old.thread


@pytest.mark.parametrize("format", ["round-robin", "swiss", "knock-out"])
async def test_a_restart_in_every_phase(club: Club, world: World, format: str) -> None:
    """Nothing is posted, opened or counted twice."""
    terms = {} if format == "knock-out" else {"rounds": 2}
    await club.create(format=format, size=2, **terms)
    await world.restart()
    await club.join(*FOUR)
    await world.restart()
    await club.sure("start")
    for _ in range(2):
        await world.restart()
        first, second, *_ = [*await club.open_tables(), None]
        assert first is not None
        await club.play_at(first)
        await world.restart()
        if second is not None:
            await club.play_at(second)
        await world.restart()
    league = await club.league()
    assert league.row.status == "over" and league.row.round == 2
    tables = 3 if format == "knock-out" else 4
    assert len(world.channel.threads) == tables
    assert sum("from" in text(m) and "points" in text(m) for m in world.channel.history()) == tables
    assert club.times("season 1 is over") == 1
    assert club.times("### Night Mail: round 1") == 1
    assert club.times("### Night Mail: round 2") + club.times("### Night Mail: the final") == 1


async def test_a_post_that_arrived_before_the_crash_is_not_sent_again(
    club: Club, world: World
) -> None:
    """Also when things look otherwise by now than they did in the post."""
    await club.begin(*FOUR, size=2, rounds=2)
    [post] = [m for m in world.channel.history() if "### Night Mail: round 1" in text(m)]
    number = next(
        part["custom_id"].rpartition(":")[2]
        for row in post.components
        for part in row.to_dict().get("components", [])
    )
    payload = '{"league": 1, "season": 1, "what": "round", "round": 1}'
    first, _ = await club.open_tables()
    await club.play_at(first)
    await world.env.bot.close()
    with sqlite3.connect(world.settings.database) as database:
        database.execute(
            "INSERT INTO outbox (id, channel, kind, payload, sending, due, created)"
            " VALUES (?, ?, 'league', ?, 1, 0, ?)",
            (int(number), world.channel.id, payload, post.created_at.timestamp()),
        )
    await world.restart()
    assert club.times("### Night Mail: round 1") == 1


async def test_the_permission_for_threads_is_lost_and_comes_back(club: Club, world: World) -> None:
    await club.create(size=2, rounds=2)
    await club.join(*FOUR)
    path = f"/channels/{world.channel.id}/threads"
    world.env.inject_error(
        "POST", path, status=403, code=50013, message="Missing Permissions", times=3
    )
    await club.sure("start")
    await club.wait(20 * 60)
    assert club.times("I may not open a thread for table 1-A1") == 1
    assert club.times("I may not open a thread for table 1-A2") == 1
    await club.wait(3 * HOUR)
    await check_whole(club)
    assert club.times("I may not open a thread") == 2


async def test_a_table_does_not_start_before_its_members_can_enter(
    club: Club, world: World
) -> None:
    """A private thread to which nobody can be added would be a table of no-shows."""
    await club.create(size=2, rounds=1, duplicate=True)
    await club.join("Ada", "Bo")
    path = "/channels/*/thread-members/*"
    world.env.inject_error("PUT", path, status=403, code=50013, message="Missing", times=2)
    await club.sure("start")
    [fixture] = await club.open_tables()
    assert fixture.status == "opening" and fixture.table_id is None
    assert club.times("I may not open a thread for table 1-A1") == 1
    await club.wait(HOUR)
    [fixture] = await club.open_tables()
    assert fixture.status == "open" and len(world.channel.threads) == 1
    members = world.env.backend.channels[fixture.thread].thread_members
    assert set(fixture.seats()) <= set(members)


async def test_a_deleted_thread_is_opened_again(club: Club, world: World) -> None:
    await club.begin(*FOUR, size=2, rounds=2)
    lost, other = await club.open_tables()
    await club.play_at(lost, turns=3)
    before = (await club.table(lost)).state
    world.env.backend.delete_channel(lost.thread)
    await club.wait(2 * HOUR)
    again, same = await club.open_tables()
    assert again.id == lost.id and again.thread != lost.thread and same.thread == other.thread
    table = await club.table(lost)
    assert table.row.status == "running" and table.state == before
    assert table.row.channel == again.thread
    history = club.thread(again).history()
    assert f"<@{lost.seats()[0]}>" in text(history[0]) and history[1].attachments
    assert any(seat.deadline for seat in table.seats)
    league = await club.play_season()
    assert league.row.status == "over"


async def test_the_channel_is_deleted_and_the_league_moves(club: Club, world: World) -> None:
    await club.begin(*FOUR, size=2, rounds=2)
    first, _ = await club.open_tables()
    await club.play_at(first, turns=2)
    state = (await club.table(first)).state
    elsewhere = world.server.create_text_channel("elsewhere")
    world.env.backend.delete_channel(world.channel.id)
    await club.wait(DAY)
    told = await club.ask(world.ada, "show", channel=elsewhere)
    assert "This league's channel is gone" in told and "/league move" in told
    refused = await club.ask(world.ada, "move", channel=elsewhere, league="Night Mail")
    assert "Only the organisers" in refused
    assert await club.sure("move", channel=elsewhere, league="Night Mail") == "Done."
    await world.settle()
    world.channel = elsewhere
    assert len(elsewhere.threads) == 2
    assert "goes on in this channel" in club.told()
    table = await club.table(first)
    assert table.row.status == "running" and table.state == state
    league = await club.play_season()
    assert league.row.status == "over" and "season 1 is over" in club.told()


async def test_a_member_who_left_the_server_is_a_no_show(club: Club, world: World) -> None:
    await club.create(size=3, rounds=1, pace="8h", duplicate=True)
    await club.join("Ada", "Bo", "Cy")
    world.server.remove_member(world.bo)
    assert await club.sure("start") == "Done."
    club.absent = {"Bo"}
    league = await club.play_season()
    assert league.row.status == "over"
    bo = league.entry(world.bo.id)
    assert bo is not None and bo.no_shows == 1
    outcome = league.outcome(league.fixtures[0])
    assert outcome.places[league.fixtures[0].seats().index(world.bo.id)] == 3


async def test_a_paused_league_is_not_tidied_away(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    [fixture] = await club.open_tables()
    await club.sure("pause")
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            table = await club.table(fixture)
            await pen.change(table.row, acted=table.row.acted - 400 * DAY)
    await club.wait(DAY)
    assert (await club.table(fixture)).row.status == "running"


async def test_the_table_of_a_league_is_not_the_members_own(club: Club, world: World) -> None:
    """Nobody leaves, hands on, votes out, or breaks off."""
    await club.begin(*FOUR)
    [fixture] = await club.open_tables()
    thread = club.thread(fixture)
    for command, options in {
        "substitute": {"member": world.eve},
        "remove": {"seat": "2"},
        "abort": {},
    }.items():
        answer = await world.ada.slash(thread, f"table {command}", **options)
        assert "belongs to a league" in said(answer), command
    leave = await world.ada.slash(thread, "table leave")
    sure = await world.ada.click(leave.response.message, label="Yes, leave")
    assert "belongs to a league" in said(sure)
    table = await club.table(fixture)
    assert {seat.name for seat in table.seats} == set(FOUR)


async def test_a_lobby_of_a_league_is_nobody_elses(club: Club, monkeypatch: Patch) -> None:
    """In the moment between seating and starting."""
    await club.create(size=2, rounds=2)
    await club.join(*FOUR)
    with monkeypatch.context() as broken:
        broken.setattr(Tables, "start", gone)
        await club.sure("start")
    world = club.world
    [table] = [t for t in await world.bot.store.running() if t.status == "lobby"][:1]
    lobbies: Lobbies = world.bot.lobbies
    with world.env._bot_scope(), pytest.raises(Refused, match="league_table"):
        await lobbies.join(table.id, world.eve.id, "Eve", "Eve")
    await come_back(world)
    await check_whole(club)


async def test_one_league_that_cannot_be_read_does_not_stop_the_others(
    club: Club, world: World
) -> None:
    await club.begin(*FOUR, size=4, rounds=1)
    broken = await club.league()
    [table] = await club.open_tables()
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            await pen.change_league(broken.row, terms="{}")
    await club.begin("Ada", "Bo", name="Express", size=2, rounds=1)
    await club.play_at(table)
    league = await club.play_season()
    assert league.row.name == "Express" and league.row.status == "over"


async def test_a_sign_up_that_cannot_be_shown_does_not_stop_the_others(
    club: Club, world: World
) -> None:
    await club.create()
    broken = await club.league()
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            await pen.change_league(broken.row, terms="{}")
    await club.create(name="Express")
    await club.ask(world.ada, "join", league="Express")
    await world.settle()
    assert "**In (1 of 64):** **Ada**" in text(await club.post())


async def test_the_bot_is_removed_and_comes_back(club: Club, world: World) -> None:
    await club.begin(*FOUR, size=2, rounds=2)
    first, _ = await club.open_tables()
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            await pen.close_server(world.server.id)
    assert (await club.table(first)).row.closed
    await club.wait(2 * HOUR)
    assert (await club.table(first)).row.status == "running"
    assert (await club.open_tables())[0].thread == first.thread  # it was there all the time
    assert len(world.channel.threads) == 2
