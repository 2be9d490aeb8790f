"""What organisers can do, each after a yes; and that nobody else can."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from msgspec.structs import replace

from tests.bot.league.club import DAY, HOUR, Club
from tests.bot.post import dms
from tests.bot.test_press import forge, said
from tests.bot.world import World, buttons, text

FOUR = ("Ada", "Bo", "Cy", "Dee")


def acts(club: Club) -> dict[str, dict[str, Any]]:
    """Every command of organisers with what it needs."""
    ada, eve = club.member("Ada"), club.member("Eve")
    return {
        "start": {},
        "next": {},
        "pause": {},
        "resume": {},
        "cancel": {},
        "move": {"league": "1"},
        "extend": {"table": "1-A1", "hours": 5},
        "adjudicate": {"table": "1-A1", "order": "Ada, Bo, Cy, Dee", "reason": "because"},
        "replace": {"member": ada, "by": eve},
        "remove": {"member": ada},
    }


async def test_nobody_else_can_do_any_of_it(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    before = await club.league()
    for command, options in acts(club).items():
        told = await club.ask(world.ada, command, **options)
        assert "Only the organisers of this league can do that" in told, command
    assert await club.league() == before


async def test_the_role_and_the_founder_can_and_a_deleted_role_does_not_matter(
    club: Club, world: World
) -> None:
    role = world.server.create_role("stewards")
    steward = world.server.add_member(world.env.create_user("Hal"), roles=[role])
    await club.create(organisers=role)
    await club.join(*FOUR)
    assert await club.sure("start", asker=steward) == "Done."
    world.env.backend.delete_role(world.server.id, role.id)
    assert "Only the organisers" in await club.sure("pause", asker=steward)
    assert await club.sure("pause") == "Done."


async def test_each_is_asked_back_and_a_no_changes_nothing(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    before = await club.league()
    for command in ("pause", "cancel", "extend", "adjudicate", "replace", "remove", "move"):
        options = acts(club)[command]
        asked = await club.chief.slash(world.channel, f"league {command}", **options)
        assert set(buttons(asked.response)) == {"Yes", "No"}, command
        kept = await club.chief.click(asked.response.message, label="No")
        assert text(kept.response) == "Nothing was changed."
    assert await club.league() == before


async def test_a_yes_works_once_and_for_the_asker_alone(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    asked = await club.chief.slash(world.channel, "league pause")
    yes = buttons(asked.response)["Yes"]["custom_id"]
    posted = world.channel.history()[0]
    assert "Somebody else was asked that" in said(await forge(world.ada, posted, yes))
    assert (await club.league()).row.status == "running"
    await club.chief.click(asked.response.message, label="Yes")
    again = await forge(club.chief, posted, yes)
    assert "too old, or was answered" in said(again)
    assert club.times("was paused by") == 1
    for made_up in ("sure:", "sure:x:yes", "sure::"):
        assert "too old" in said(await forge(world.ada, posted, made_up))


async def test_who_lost_the_role_since_the_question_cannot_say_yes(
    club: Club, world: World
) -> None:
    role = world.server.create_role("stewards")
    steward = world.server.add_member(world.env.create_user("Hal"), roles=[role])
    await club.create(organisers=role)
    await club.join(*FOUR)
    await club.sure("start", asker=steward)
    asked = await steward.slash(world.channel, "league cancel")
    world.env.backend.delete_role(world.server.id, role.id)
    told = await steward.click(asked.response.message, label="Yes")
    assert "Only the organisers of this league can do that" in text(told.response)
    assert (await club.league()).row.status == "running"


async def test_a_yes_to_remove_does_not_count_when_the_season_has_begun(
    club: Club, world: World
) -> None:
    await club.create()
    await club.join(*FOUR)
    asked = await club.chief.slash(world.channel, "league remove", member=world.ada)
    assert "They can enter again while it is open" in text(asked.response)
    await club.sure("start")
    told = await club.chief.click(asked.response.message, label="Yes")
    assert "too old" in text(told.response)
    assert len((await club.league()).playing()) == 4


async def test_a_yes_comes_too_late(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    asked = await club.chief.slash(world.channel, "league pause")
    await club.wait(HOUR)
    late = await club.chief.click(asked.response.message, label="Yes")
    assert "too old" in text(late.response)
    assert (await club.league()).row.status == "running"


async def test_pause_and_resume(club: Club, world: World) -> None:
    await club.begin(*FOUR, pace="8h", rounds=2, days=3)
    due = (await club.league()).row.due
    [fixture] = await club.open_tables()
    assert "not paused" in await club.sure("resume")
    assert await club.sure("pause") == "Done."
    table = await club.table(fixture)
    assert table.row.pace == 0 and all(seat.deadline is None for seat in table.seats)
    reminders = len(world.env.http_requests)
    await world.ada.slash(world.channel, "settings reminders", hours=6)
    await club.wait(2 * DAY)
    await world.restart()
    table = await club.table(fixture)
    assert table.row.pace == 0 and not any(seat.missed for seat in table.seats)
    sent = [
        r for r in world.env.http_requests[reminders:] if r.path.endswith("/users/@me/channels")
    ]
    assert not sent  # nobody is reminded in a pause
    assert "nothing to pause" in await club.sure("pause")
    assert await club.sure("resume") == "Done."
    table, league = await club.table(fixture), await club.league()
    assert all(seat.deadline for seat in table.seats)
    assert due is not None and league.row.due is not None
    assert 2 * DAY <= league.row.due - due < 2 * DAY + HOUR  # dates move by as long as it took
    assert club.times("was paused by") == 1 and club.times("goes on, says") == 1


async def test_who_plays_on_in_a_pause_hurries_nobody(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", size=2, rounds=1)
    [fixture] = await club.open_tables()
    await club.play_at(fixture, turns=1)
    await club.sure("pause")
    await club.play_at(fixture, turns=1)  # both have put a card in the box: now it is one's turn
    table = await club.table(fixture)
    [acting] = table.acting
    member = club.member(table.seats[acting].name)
    await club.wait(3 * DAY)
    assert dms(member) == []
    assert await club.sure("resume") == "Done."
    await club.wait(HOUR)
    assert len(dms(member)) == 1


async def test_a_pause_that_a_crash_cut_short(club: Club, world: World) -> None:
    """The league is paused and no clock has been stopped yet: after the restart they are."""
    league = await club.begin(*FOUR)
    [fixture] = await club.open_tables()
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            await pen.change_league(league.row, status="paused", paused=1.0)
    await world.restart()
    assert (await club.table(fixture)).row.pace == 0


async def test_more_time(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    [fixture] = await club.open_tables()
    before = [seat.deadline for seat in (await club.table(fixture)).seats]
    assert "no such table" in await club.sure("extend", table="9-Z9", hours=5)
    assert await club.sure("extend", table="1-a1", hours=5) == "Done."
    after = [seat.deadline for seat in (await club.table(fixture)).seats]
    assert [b - a for a, b in zip(before, after, strict=True) if a and b] == [5 * HOUR] * 4
    assert "gives 5 hours more to whoever is to act at table 1-A1" in club.told()
    await club.sure("extend", table="1-A1", hours=1)
    assert "gives 1 hour more" in club.told()


async def test_more_time_that_reaches_into_an_absence_stands_still_there(
    club: Club, world: World
) -> None:
    await club.begin(*FOUR, pace="1d")
    [fixture] = await club.open_tables()
    await world.ada.slash(world.channel, "settings away", start_day="+2", until="+4")
    await club.sure("extend", table="1-A1", hours=48)
    table = await club.table(fixture)
    ends = {seat.name: seat.deadline for seat in table.seats}
    assert ends["Ada"] and ends["Bo"]
    assert ends["Ada"] - ends["Bo"] == 3 * DAY


async def test_somebody_else_plays_on(club: Club, world: World) -> None:
    await club.begin(*FOUR, rounds=2)
    [fixture] = await club.open_tables()
    refused = await club.sure("replace", member=world.eve, by=world.ada)
    assert "They are not in this season" in refused
    refused = await club.sure("replace", member=world.ada, by=world.bo)
    assert "They are, or were, in this season already" in refused
    assert await club.sure("replace", member=world.ada, by=world.eve) == "Done."
    table, league = await club.table(fixture), await club.league()
    assert "Eve" in [seat.name for seat in table.seats]
    assert "Ada" not in [seat.name for seat in table.seats]
    planned = [m for f in league.fixtures for m in f.seats()]
    assert world.eve.id in planned and world.ada.id not in planned
    assert f"<@{world.eve.id}> plays on in the place of **Ada**" in club.told()
    league = await club.play_season()
    assert league.row.status == "over"
    ranks = {league.names[one.member][0]: one for one in league.standings(0)}
    assert ranks["Ada"].withdrawn and ranks["Ada"].played == 0 and ranks["Eve"].played == 2


async def test_a_replacement_that_a_crash_cut_short(club: Club, world: World) -> None:
    await club.begin(*FOUR)
    [fixture] = await club.open_tables()
    members = str([world.eve.id if m == world.ada.id else m for m in fixture.seats()])
    league = await club.league()
    entry = league.entry(world.ada.id)
    assert entry is not None
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            await pen.enter(league.row.id, 1, replace(entry, status="withdrawn"))
            eve = replace(entry, member=world.eve.id, name="Eve", username="Eve")
            await pen.enter(league.row.id, 1, eve)
            await pen.set_fixture(fixture.id, members=members)
    await world.restart()
    assert {seat.name for seat in (await club.table(fixture)).seats} == {"Eve", "Bo", "Cy", "Dee"}


async def test_a_member_is_removed_and_cannot_come_back(club: Club, world: World) -> None:
    await club.begin(*FOUR, rounds=2)
    [fixture] = await club.open_tables()
    assert "They are not in this season" in await club.sure("remove", member=world.eve)
    assert await club.sure("remove", member=world.ada) == "Done."
    table = await club.table(fixture)
    seat = next(seat for seat in table.seats if seat.name == "Ada")
    assert seat.stand_in == "seat"
    back = await world.ada.slash(club.thread(fixture), "table back")
    assert "You are not in that league any more" in text(back.response)
    assert "**Ada** was taken out of the league by" in club.told()
    assert "can't come back" in await club.ask(world.ada, "join")
    league = await club.league()
    assert world.ada.id not in [m for f in league.fixtures if f.round == 2 for m in f.seats()]
    await club.play_round()
    league = await club.league()
    assert club.times("did not show up") == 0  # who was taken out is no no-show
    outcome = league.outcome(league.fixtures[0])
    assert outcome.places[fixture.seats().index(world.ada.id)] == 4


async def test_somebody_is_taken_off_the_list(club: Club, world: World) -> None:
    await club.create()
    await club.join("Ada", "Bo")
    asked = await club.chief.slash(world.channel, "league remove", member=world.ada)
    assert "off the list of Night Mail? They can enter again" in text(asked.response)
    await club.chief.click(asked.response.message, label="Yes")
    await world.settle()
    assert "**In (1 of 64):** **Bo**" in text(await club.post())


async def test_a_table_is_decided_with_a_reason_that_all_can_read(club: Club, world: World) -> None:
    await club.begin(*FOUR, rounds=2)
    [fixture] = await club.open_tables()
    for order in ("Ada, Bo, Cy", "Ada, Ada, Bo, Cy, Dee", "Ada, Bo, Cy, Zoe", ""):
        told = await club.sure("adjudicate", table="1-A1", order=order, reason="because")
        assert "Name everybody at that table once" in told
    asked = await club.chief.slash(
        world.channel,
        "league adjudicate",
        table="1-A1",
        order="bo, Ada = 3, Dee",
        reason="*Cy* was **asleep**",
    )
    third = (await club.league()).names[fixture.seats()[2]][0]
    assert f"**Bo**, **Ada** = **{third}**, **Dee**?" in text(asked.response)
    await club.chief.click(asked.response.message, label="Yes")
    await world.settle()
    league = await club.league()
    assert league.fixtures[0].status == "over"
    table = await club.table(fixture)
    assert table.row.status == "aborted" and all(seat.deadline is None for seat in table.seats)
    assert "ended by the league's organisers" in club.told(club.thread(fixture))
    posts = club.told()
    assert rf"decided by <@{club.chief.id}>: \*Cy\* was \*\*asleep\*\*" in posts
    points = {league.names[one.member][0]: one.points for one in league.standings(0)}
    assert points == {"Bo": 10, "Ada": 4.5, third: 4.5, "Dee": 1}
    assert "(+4.5)" in posts
    assert "\\*Cy\\*" in await club.ask(world.ada, "rounds", round=1)
    assert league.row.round == 2  # and the season goes on


async def test_who_decided_a_table_may_be_forgotten(club: Club, world: World) -> None:
    await club.begin(*FOUR, rounds=2)
    await club.sure("adjudicate", table="1-A1", order="Ada, Bo, Cy, Dee", reason="a quarrel")
    asked = await club.chief.user.slash("settings forget me")
    await club.chief.user.click(asked.response.message, label="Yes, forget me")
    told = await club.ask(world.ada, "rounds", round=1)
    assert told.endswith("decided by Somebody: a quarrel")


async def test_a_result_is_corrected_but_not_after_the_season(club: Club, world: World) -> None:
    await club.begin(*FOUR, rounds=3)
    await club.play_round()
    order = "Dee, Cy, Bo, Ada"
    assert await club.sure("adjudicate", table="1-A1", order=order, reason="mistake") == "Done."
    league = await club.league()
    assert league.standings(0)[0].member == world.dee.id
    told = await club.sure("adjudicate", table="3-A1", order=order, reason="too early")
    assert "That table is not being played" in told
    await club.play_season()
    told = await club.sure("adjudicate", table="1-A1", order=order, reason="again")
    assert "That season is over" in told


async def test_a_drawn_round_of_a_knock_out_stays(club: Club, world: World) -> None:
    await club.begin(*FOUR, format="knock-out", size=2)
    await club.play_round()
    league = await club.league()
    first = league.fixtures[0]
    told = await club.sure("adjudicate", table="1-A1", order="1, 2", reason="again")
    assert "The next round was drawn from that result" in told
    assert (await club.league()).outcome(first) == league.outcome(first)


async def test_a_season_is_cancelled(club: Club, world: World) -> None:
    await club.begin(*FOUR, size=2, rounds=3, divisions=2)
    await club.play_round()
    assert await club.sure("cancel") == "Done."
    league = await club.league()
    assert league.row.status == "cancelled" and not league.going_on()
    assert {f.status for f in league.fixtures} == {"over", "void"}
    for fixture in league.fixtures:
        table = await club.table(fixture)
        assert not table.row.open and all(seat.deadline is None for seat in table.seats)
    await world.restart()
    await club.wait(DAY)
    assert (await club.league()).row.status == "cancelled"
    assert club.times("was cancelled by") == 1
    assert "That season is over" in await club.sure("cancel")
    assert "Season 1 was cancelled." in await club.ask(world.ada, "history")
    divisions = {e.name: e.division for e in league.entries}
    assert await club.sure("next") == "Done."
    assert {e.name: e.division for e in (await club.league()).entries} == divisions
    told = await club.ask(world.ada, "standings", season=1)  # as of any season past
    assert "season 1, cancelled" in told and "from 1 table" in told
    assert "promotion" not in told and "relegation" not in told
    assert "Season 1 was cancelled." in await club.ask(world.ada, "history")


async def test_everything_as_a_spreadsheet(club: Club, world: World) -> None:
    club.invite("=HYPERLINK(1)")
    assert "no such league" in await club.ask(world.ada, "export")
    await club.create(size=3, rounds=1)
    assert "No season of this league has begun" in await club.ask(world.ada, "export")
    await club.join("Ada", "Bo", "=HYPERLINK(1)")
    await club.sure("start")
    await club.play_season()
    answer = await world.ada.slash(world.channel, "league export")
    files = {a.filename: a for a in answer.response.attachments}
    assert set(files) == {"standings.csv", "tables.csv"}
    rows = {name: await table_of(world, file) for name, file in files.items()}
    assert {row["name"] for row in rows["standings.csv"]} == {"Ada", "Bo", "'=HYPERLINK(1)"}
    assert sorted(float(row["points"]) for row in rows["standings.csv"]) == sorted(
        float(row["points"]) for row in rows["tables.csv"]
    )
    assert all(row["status"] == "over" and row["ended"] for row in rows["tables.csv"])
    assert rows["standings.csv"][0]["places"] == "1 0 0"  # "1-0-0" is read as a day of 2000


async def table_of(world: World, attachment: Any) -> list[dict[str, str]]:
    data = await attachment.read() if hasattr(attachment, "read") else attachment.data
    return list(csv.DictReader(io.StringIO(data.decode())))


@pytest.mark.parametrize("phase", ["open", "over"])
async def test_what_cannot_be_done_now_is_said(club: Club, world: World, phase: str) -> None:
    await club.create(rounds=1)
    await club.join(*FOUR)
    if phase == "over":
        await club.sure("start")
        await club.play_season()
    for command in ("pause", "resume", "extend", "adjudicate"):
        told = await club.sure(command, **acts(club)[command])
        assert told != "Done." and "went wrong" not in told, command
    told = await club.sure("next" if phase == "open" else "start")
    assert told != "Done." and "went wrong" not in told
