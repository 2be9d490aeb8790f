"""`/settings`: what a member chooses, in servers and in direct messages, and what is forgotten."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot import clock
from bot.commands.settings import day, minutes
from bot.refusal import Refused
from bot.sitting import sit
from bot.store import MemberRow
from games import record
from tests.bot.post import (
    HOUR,
    change,
    channels,
    chosen,
    dms,
    everything,
    exact_time,
    look_up,
    share,
)
from tests.bot.test_turn import play_on, table_of_toy
from tests.bot.world import World, buttons, text
from tests.toy import SignalBox


@pytest.fixture(autouse=True)
def _exact(discord_env: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with exact_time(discord_env, monkeypatch):
        yield


async def settings(world: World, name: str, **options: Any) -> str:
    """Ada says `/settings` in a direct message; what she is told."""
    answer = await world.ada.user.slash(f"settings {name}", **options)
    return text(answer.response)


# What can be chosen


async def test_what_holds_for_who_has_chosen_nothing(world: World) -> None:
    shown = (await world.ada.slash(world.channel, "settings show")).response
    assert shown.ephemeral
    assert text(shown).splitlines() == [
        "### Your settings",
        "Direct messages: turns and reminders",
        "Reminders: every 12 hours",
        "Quiet hours: none",
        "Time zone: UTC, where it is 00:00",
    ]
    assert await chosen(world, world.ada) == {}, "looking writes nothing"


async def test_every_choice_can_be_made_in_a_direct_message_and_is_kept(world: World) -> None:
    assert "Direct messages: reminders only" in await settings(world, "dms", mode="reminders")
    assert "Reminders: every 1 hour\n" in await settings(world, "reminders", hours=1)
    assert "Quiet hours: 22:30 to 07:00" in await settings(world, "quiet", start="22:30", end="7")
    said = await settings(world, "timezone", zone="europe/berlin")
    assert "Time zone: Europe/Berlin, where it is 01:00" in said
    await world.restart()
    assert (await settings(world, "show")).splitlines()[1:] == [
        "Direct messages: reminders only",
        "Reminders: every 1 hour",
        "Quiet hours: 22:30 to 07:00",
        "Time zone: Europe/Berlin, where it is 01:00",
    ]
    assert "Quiet hours: none" in await settings(world, "quiet")
    assert "Reminders: none" in await settings(world, "reminders", hours=0)


async def test_one_members_choices_are_not_anothers(world: World) -> None:
    await settings(world, "reminders", hours=3)
    shown = await world.bo.slash(world.channel, "settings show")
    assert "every 12 hours" in text(shown.response)


async def test_what_the_commands_take(world: World) -> None:
    group = next(c for c in world.bot.tree.get_commands() if c.name == "settings")
    data = {option["name"]: option for option in group.to_dict(world.bot.tree)["options"]}
    [hours] = data["reminders"]["options"]
    assert (hours["min_value"], hours["max_value"]) == (0, 72)
    [mode] = data["dms"]["options"]
    assert [c["name"] for c in mode["choices"]] == ["turns and reminders", "reminders only", "none"]
    assert [option["name"] for option in data["forget"]["options"]] == ["me"]


async def test_zones_are_suggested_by_city(world: World) -> None:
    offered = await world.ada.user.autocomplete("settings timezone", "zone", "new y")
    assert [o["value"] for o in offered] == ["America/New_York"]
    offered = await world.ada.autocomplete(world.channel, "settings timezone", "zone", "")
    assert len(offered) == 25
    offered = await world.ada.user.autocomplete("settings timezone", "zone", "x" * 100)
    assert offered == []


@pytest.mark.parametrize(
    ("command", "options", "said"),
    [
        ("quiet", {"start": "25:00", "end": "7"}, "25:00 is no time of day"),
        ("quiet", {"start": "22:00", "end": "7:60"}, "7:60 is no time of day"),
        ("quiet", {"start": "ten", "end": "7"}, "ten is no time of day"),
        ("quiet", {"start": "22:00", "end": "-1"}, "-1 is no time of day"),
        ("quiet", {"start": "22:00"}, "Say both, start and end"),
        ("quiet", {"end": "7:00"}, "Say both, start and end"),
        ("timezone", {"zone": "Middle-earth/Shire"}, "no time zone Middle-earth/Shire"),
        ("timezone", {"zone": "../../etc/passwd"}, "no time zone ../../etc/passwd"),
        ("timezone", {"zone": "x" * 6000}, "There is no time zone xxx"),
        ("away", {"until": "someday"}, "someday is no day"),
        ("away", {"until": "2026-02-30"}, "2026-02-30 is no day"),
        ("away", {"until": "9999-12-31"}, "9999-12-31 is no day"),
        ("away", {"until": "0001-01-01"}, "0001-01-01 is no day"),
        ("away", {"until": "0000-00-00"}, "0000-00-00 is no day"),
        ("away", {"until": "+9999"}, "+9999 is no day"),
        ("away", {"until": "+-1"}, "+-1 is no day"),
        ("away", {"until": "2025-12-30"}, "The last day is before the first"),
        ("away", {"until": "2026-01-03", "start_day": "2026-01-05"}, "before the first"),
        ("away", {"until": "+21"}, "at most 21 days"),
        ("away", {"until": "2026-06-01"}, "at most 21 days"),
    ],
)
async def test_what_makes_no_sense_is_refused_and_changes_nothing(
    world: World, command: str, options: dict[str, str], said: str
) -> None:
    await settings(world, "timezone", zone="America/New_York")
    before = await everything(world)
    assert said in await settings(world, command, **options)
    assert await everything(world) == before


async def test_quiet_hours_of_no_length_are_none(world: World) -> None:
    assert "Quiet hours: none" in await settings(world, "quiet", start="22:00", end="22:00")


@pytest.mark.parametrize(
    ("written", "read"),
    [("22:30", 1350), (" 7 ", 420), ("0700", 420), ("730", 450), ("0:00", 0), ("23:59", 1439)],
)
def test_times_as_people_write_them(written: str, read: int) -> None:
    assert minutes(written) == read


@pytest.mark.parametrize("written", ["", "24:00", "7.30", "7pm", "1:5", "²²", "22:30:00", "-7"])
def test_times_that_are_none(written: str) -> None:
    with pytest.raises(Refused):
        minutes(written)


def test_days_go_by_the_members_own_calendar() -> None:
    now = datetime(2026, 3, 28, 23, 30, tzinfo=UTC).timestamp()
    berlin, honolulu = MemberRow(1, zone="Europe/Berlin"), MemberRow(1, zone="Pacific/Honolulu")
    assert day("today", berlin, now) == datetime(2026, 3, 29, tzinfo=ZoneInfo("Europe/Berlin"))
    assert day("", honolulu, now) == datetime(2026, 3, 28, tzinfo=ZoneInfo("Pacific/Honolulu"))
    assert day(" +1 ", berlin, now) == datetime(2026, 3, 30, tzinfo=ZoneInfo("Europe/Berlin"))
    assert day("+1", berlin, now).timestamp() - day("+0", berlin, now).timestamp() == 23 * HOUR
    assert day("2026-4-1", berlin, now).isoformat() == "2026-04-01T00:00:00+02:00"


# Being away


async def test_away_from_a_day_until_the_end_of_another(world: World) -> None:
    await settings(world, "timezone", zone="Asia/Tokyo")
    said = await settings(world, "away", start_day="2026-01-05", until="2026-01-09")
    tokyo = ZoneInfo("Asia/Tokyo")
    first = datetime(2026, 1, 5, tzinfo=tokyo).timestamp()
    last = datetime(2026, 1, 10, tzinfo=tokyo).timestamp()
    assert f"Away: <t:{first:.0f}:f> to <t:{last:.0f}:f>" in said
    assert "Away" not in await settings(world, "here")
    assert "Away" not in await settings(world, "show")


async def test_three_weeks_are_three_weeks_also_when_the_clocks_go_back(world: World) -> None:
    await settings(world, "timezone", zone="America/Santiago")  # they go back on 5 April 2026
    said = await settings(world, "away", start_day="2026-03-20", until="2026-04-09")
    assert "Away: " in said
    row = await world.bot.store.member(world.ada.id)
    assert row.away_from and row.away_until
    assert row.away_until - row.away_from == clock.AWAY + HOUR
    said = await settings(world, "away", start_day="2026-03-20", until="2026-04-10")
    assert "at most 21 days" in said


async def test_an_absence_that_is_over_is_not_shown(world: World) -> None:
    assert "Away: " in await settings(world, "away", until="today")
    await world.wait(24 * HOUR)
    assert "Away" not in await settings(world, "show")


# What is kept


async def data_of(member: Any) -> dict[str, list[dict[str, Any]]]:
    """What a member gets as a file."""
    answer = (await member.user.slash("settings data")).response
    assert answer.ephemeral
    [file] = answer.attachments
    assert file.filename.endswith(".json")
    read: dict[str, list[dict[str, Any]]] = json.loads(await file.read())
    return read


async def test_a_stranger_has_no_data(world: World) -> None:
    assert not any((await data_of(world.eve)).values())


async def test_ones_data_are_all_there(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await settings(world, "timezone", zone="Asia/Tokyo")
    while (await share(world)) is not world.ada:
        pass
    await world.ada.slash(world.channel, "table remove", seat="Bo")
    found = await data_of(world.ada)
    assert found["settings"][0]["zone"] == "Asia/Tokyo"
    assert [seat["name"] for seat in found["seats"]] == ["Ada"]
    assert len(found["moves"]) == 1
    assert len(found["tables_opened"]) == len(found["questions"]) == len(found["votes"]) == 1
    others = json.dumps(found)
    for other in (world.bo, world.cy):
        assert str(other.id) not in others, "and nobody else's"


async def test_ones_data_name_every_table_of_the_database_that_names_one(
    toy: SignalBox, world: World
) -> None:
    """Whatever keeps a member's number must be in the file: a new table is not forgotten."""
    await a_full_life(world)
    found = await data_of(world.ada)
    kept = {
        "members": "settings",
        "seats": "seats",
        "sitters": "seats_given_up",
        "moves": "moves",
        "tables": "tables_opened",
        "questions": "questions",
        "ballots": "votes",
        "outbox": "messages_waiting",
        "leagues": "leagues_founded",
        "entries": "leagues_entered",
        "fixtures": "league_tables",
        "ratings": "ratings",
    }
    for table, rows in (await everything(world)).items():
        if any(str(world.ada.id) in str(cell) for row in rows for cell in row):
            assert found[kept[table]], table
    assert any("Ada" in row["fact"] for row in found["log"])
    for secret in await look_up(world, "SELECT hex(seed) FROM tables"):
        assert secret[0].lower() not in json.dumps(found).lower()


async def test_who_did_not_show_up_and_was_replaced_finds_that_in_the_data(world: World) -> None:
    await world.start("Bo", "Cy", "Dee")
    await a_league(world)
    await change(world, "UPDATE fixtures SET members = ?, judge = NULL", json.dumps([world.bo.id]))
    [table] = (await data_of(world.ada))["league_tables"]
    assert table["missing"] == json.dumps([world.ada.id])


# Being forgotten


async def finish_a_table(world: World, *members: str) -> int:
    """A table of Signal Box, played to its end; its number."""
    await table_of_toy(world, *members)
    await play_on(world, "over")
    table = await world.table()
    assert table.row.status == "over"
    number: int = table.row.id
    return number


async def a_full_life(world: World) -> list[Any]:
    """Ada has done all that leaves traces, and sits nowhere any more; where she did it."""
    await finish_a_table(world, "Ada", "Bo")
    await settings(world, "timezone", zone="Asia/Tokyo")
    yard, siding, depot = channels(world, 3)
    await world.start("Ada", "Bo", "Cy", channel=yard)  # left before anybody moved
    sure = await world.ada.slash(yard, "table leave")
    await world.ada.click(sure.response.message, label="Yes, leave")
    await world.start("Bo", "Cy", "Dee", channel=siding)  # taken over and handed on
    await world.bo.slash(siding, "table substitute", member=world.ada)
    await world.ada.click(siding.last_message, label="Yes")
    await world.settle()
    await world.ada.slash(siding, "table remove", seat="Cy")
    await world.ada.slash(siding, "table substitute", member=world.eve)
    offer = next(m for m in reversed(siding.history()) if f"<@{world.eve.id}>" in text(m))
    await world.eve.click(offer, label="Yes")
    await world.start("Bo", "Cy", "Dee", channel=depot)  # offered, and not answered yet
    await world.bo.slash(depot, "table substitute", member=world.ada)
    await world.settle()
    await a_league(world)
    return [yard, siding, depot]


async def a_league(world: World) -> None:
    """A league that is over, with Ada in it; and posts that could not be brought yet."""
    ada = world.ada.id
    await change(
        world,
        "INSERT INTO leagues (server, channel, name, creator, terms, status, created)"
        " VALUES (1, 2, 'Spring', ?, '{}', 'over', 0)",
        ada,
    )
    for member, name in ((ada, "Ada"), (world.bo.id, "Bo")):
        await change(
            world,
            "INSERT INTO entries (league_id, season, member, name, username, status, joined)"
            " VALUES (1, 1, ?, ?, ?, 'in', 0)",
            *(member, name, name.lower()),
        )
    await change(
        world,
        "INSERT INTO fixtures (league_id, season, round, division, number, game, members, status,"
        " missing, judge) VALUES (1, 1, 1, 1, 1, 'toy', ?, 'over', ?, ?)",
        *(json.dumps([ada, world.bo.id]), json.dumps([ada]), ada),
    )
    await change(world, "INSERT INTO ratings VALUES (1, 'toy', ?, 1, 25, 8, 1, 0)", ada)
    fact = json.dumps({"key": "events.left", "values": {"name": "Ada", "new": "Computer 1"}})
    waiting = [
        (world.channel.id, "note", {"fact": fact, "pings": [ada, world.bo.id]}),
        (world.channel.id, "aborted", {"by": "Ada"}),
        (world.channel.id, "nudge", {"member": ada, "calls": [[1, 0, 3]]}),
        (ada, "reminder", {"member": ada, "calls": [[1, 0, 3]]}),
    ]
    for channel, kind, payload in waiting:
        await change(
            world,
            "INSERT INTO outbox (table_id, channel, kind, payload, due, created)"
            " VALUES (1, ?, ?, ?, 9e9, 0)",
            *(channel, kind, json.dumps(payload)),
        )


async def traces(world: World, member: Any) -> list[str]:
    """Where the database still names a member, or has their number."""
    wanted = re.compile(rf"{member.id}|\b{member.name}\b", re.IGNORECASE)
    return [
        f"{table}: {row}"
        for table, rows in (await everything(world)).items()
        for row in rows
        for cell in row
        if wanted.search(cell.decode("latin-1") if isinstance(cell, bytes) else str(cell))
    ]


async def forget_ada(world: World) -> str:
    asked = (await world.ada.user.slash("settings forget me")).response
    assert "What stays" in text(asked)
    assert await traces(world, world.ada), "asking is not forgetting"
    done = await world.ada.user.click(asked.message, label="Yes, forget me")
    return text(done.response)


async def test_nothing_is_left_of_who_wants_to_be_forgotten(toy: SignalBox, world: World) -> None:
    await a_full_life(world)
    found = {line.partition(":")[0] for line in await traces(world, world.ada)}
    assert found >= {
        *("members", "seats", "sitters", "moves", "tables", "events", "questions", "ballots"),
        *("outbox", "leagues", "entries", "fixtures", "ratings"),
    }
    others = len(await traces(world, world.bo))
    said = await forget_ada(world)
    assert said.startswith("You are forgotten. What stays")
    assert await traces(world, world.ada) == []
    assert len(await traces(world, world.bo)) == others, "everybody else is still known"


async def test_what_was_played_can_still_be_looked_at(toy: SignalBox, world: World) -> None:
    await a_full_life(world)
    before = (await sit(world.bot.store, 1)).row.result
    await forget_ada(world)
    shown = text((await world.bo.slash(world.channel, "table log")).response)
    assert "**Somebody**" in shown and "**Bo**" in shown
    assert "Somebody" in text((await world.bo.slash(world.channel, "table who")).response)
    exported = (await world.bo.slash(world.channel, "table export")).response
    assert record.check(await exported.attachments[0].read()).result is not None
    assert "It holds" in text((await world.bo.slash(world.channel, "table verify")).response)
    assert (await world.bo.slash(world.channel, "table board")).response.attachments
    assert "1 table finished" in text(
        (await world.bo.slash(world.channel, "stats member")).response
    )
    assert "1 table" in text((await world.bo.slash(world.channel, "stats server")).response)
    assert (await sit(world.bot.store, 1)).row.result == before


async def test_tables_that_are_still_played_go_on(toy: SignalBox, world: World) -> None:
    yards = await a_full_life(world)
    await forget_ada(world)
    logs = [text((await world.bo.slash(yard, "table log")).response) for yard in yards]
    assert not any("Ada" in log for log in logs)
    assert "**Somebody** left the table" in logs[0]
    assert "**Somebody** took over the seat of **Bo**" in logs[1]
    for yard in yards:
        await share(world, yard)


async def test_an_offer_to_who_is_forgotten_is_no_question_to_all(
    toy: SignalBox, world: World
) -> None:
    [*_, depot] = await a_full_life(world)
    offer = depot.last_message
    await forget_ada(world)
    before = await everything(world)
    for member in (world.bo, world.cy, world.dee, world.ada):
        if "Yes" in buttons(offer):
            await member.click(offer, label="Yes")
        offer = depot.last_message
    assert "does not matter any more" in text(offer)
    after = await everything(world)
    assert after["seats"] == before["seats"] and after["ballots"] == before["ballots"]


async def test_who_sits_at_a_table_is_not_forgotten(world: World) -> None:
    await world.lobby("Ada")
    before = await everything(world)
    asked = await world.ada.slash(world.channel, "settings forget me")
    assert "You sit at a table" in text(asked.response)
    assert not buttons(asked.response)
    assert await everything(world) == before


async def test_who_sat_down_after_asking_is_not_forgotten(world: World) -> None:
    asked = (await world.ada.user.slash("settings forget me")).response
    await world.start("Ada", "Bo", "Cy")
    before = await everything(world)
    pressed = await world.ada.user.click(asked.message, label="Yes, forget me")
    assert "You sit at a table" in text(pressed.response)
    assert await everything(world) == before


async def test_who_is_in_a_league_is_not_forgotten(world: World) -> None:
    await world.start("Bo", "Cy", "Dee")
    await a_league(world)
    await change(world, "UPDATE leagues SET status = 'running'")
    before = await everything(world)
    asked = await world.ada.user.slash("settings forget me")
    assert "league that is going on" in text(asked.response)
    assert await everything(world) == before


async def test_two_who_are_forgotten_stay_two_in_a_league(world: World) -> None:
    await world.start("Dee", "Cy", "Eve")
    await a_league(world)
    for member in (world.ada, world.bo):
        asked = (await member.user.slash("settings forget me")).response
        await member.user.click(asked.message, label="Yes, forget me")
    entries = await look_up(world, "SELECT member, name FROM entries ORDER BY member")
    assert [name for _, name in entries] == ["Somebody", "Somebody"]
    [(members,)] = await look_up(world, "SELECT members FROM fixtures")
    assert sorted(json.loads(members)) == [member for member, _ in entries]


async def test_who_thinks_better_of_it_is_kept(world: World) -> None:
    await settings(world, "reminders", hours=3)
    asked = (await world.ada.user.slash("settings forget me")).response
    kept = await world.ada.user.click(asked.message, label="No")
    assert text(kept.response) == "Nothing was changed."
    assert (await chosen(world, world.ada))["every"] == 3


async def test_who_was_forgotten_can_begin_anew(toy: SignalBox, world: World) -> None:
    await finish_a_table(world, "Ada", "Bo")
    await forget_ada(world)
    [yard] = channels(world, 1)
    await world.start("Ada", "Bo", "Cy", channel=yard)
    assert "Reminders: every 12 hours" in await settings(world, "show")
    assert len(dms(world.ada)) == 0
