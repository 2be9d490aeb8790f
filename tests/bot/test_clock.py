"""Clocks: what a turn may take, what is saved up, being away, and who else must act."""

from __future__ import annotations

from typing import Any

import pytest

from bot.clock import AWAY, BANK, DAY, HOUR, PACES, Absence, allowance, deadline, ran
from games.core import Rng
from tests.bot.bypost import (
    at,
    days,
    hours,
    last,
    left,
    now,
    offline,
    open_table,
    play,
    said,
    seat,
    skip,
    slash,
    stash,
)
from tests.bot.test_table import Rush, rush
from tests.bot.world import World, menus, text
from tests.toy import Done, Set

__all__ = ["rush"]

pytestmark = pytest.mark.usefixtures("toy", "slow_heart")


# Arithmetic


def test_a_turn_has_its_pace_and_what_was_saved_up() -> None:
    assert allowance(DAY, 0) == DAY
    assert allowance(DAY, 5 * HOUR) == DAY + 5 * HOUR


def test_three_turns_can_be_saved_up_and_no_debt_is_carried_over() -> None:
    assert allowance(DAY, 9 * DAY) == (1 + BANK) * DAY == 4 * DAY
    assert allowance(DAY, -3 * DAY) == DAY


@pytest.mark.parametrize(
    ("away", "end"),
    [
        (None, 100),
        (Absence(200, 300, AWAY), 100),  # later than the turn
        (Absence(100, 300, AWAY), 100),  # it begins as the time is up
        (Absence(-50, 0, AWAY), 100),  # over before the turn began
        (Absence(40, 60, AWAY), 120),
        (Absence(-50, 60, AWAY), 160),  # counts from the turn's beginning only
        (Absence(40, 90, 10), 110),  # no more than is left of it
        (Absence(40, 90, 0), 100),
    ],
)
def test_being_away_puts_a_deadline_off(away: Absence | None, end: float) -> None:
    assert deadline(0, 100, away) == end


@pytest.mark.parametrize(
    ("moment", "gone", "paused"), [(30, 30, 0), (50, 40, 10), (60, 40, 20), (90, 70, 20)]
)
def test_how_long_a_clock_has_run(moment: float, gone: float, paused: float) -> None:
    assert ran(0, moment, Absence(40, 60, AWAY)) == (gone, paused)
    assert ran(0, moment, None) == (moment, 0)


def test_a_clock_that_runs_out_has_run_for_the_whole_time() -> None:
    """Both functions mean the same clock."""
    for away in (Absence(40, 60, AWAY), Absence(-9, 500, 17), Absence(99, 130, AWAY), None):
        gone, _ = ran(0, deadline(0, 100, away), away)
        assert gone == 100


# At the table


async def test_the_pace_is_chosen_with_the_table_and_a_day_if_nobody_says(world: World) -> None:
    channels = {word: world.server.create_text_channel(f"at-{word}") for word in PACES}
    for word, channel in channels.items():
        await world.ada.slash(channel, "table new", game="ride", pace=word)
        row = await world.bot.store.open_table(channel.id)
        assert row is not None and row.pace == PACES[word]
    await world.ada.slash(world.channel, "table new", game="ride")
    assert (await world.table()).row.pace == DAY
    assert PACES == {"none": 0, "8h": 8 * HOUR, "1d": DAY, "3d": 3 * DAY, "7d": 7 * DAY}


async def test_the_pace_can_be_changed_until_the_start(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    assert "Pace: a day a turn" in text(post)
    [menu] = [m for m in menus(post) if m["custom_id"].endswith(":pace")]
    await world.bo.select(post, ["3d"], custom_id=menu["custom_id"])
    assert "Pace: 3 days a turn" in text(world.channel.last_message)
    refused = await world.dee.select(post, ["8h"], custom_id=menu["custom_id"])
    assert "Press Join first" in text(refused.response)
    assert (await world.table()).row.pace == 3 * DAY


async def test_the_deadline_is_a_timestamp_in_everybodys_own_zone(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    due = round(now(world) + DAY)
    assert f"<@{world.ada.id}> is next: put a card in the box: . Due <t:{due}:R>." in said(world)
    await stash(world, "Ada")
    assert f"It's **Bo**'s turn, due <t:{due}:R>" in text(
        (await world.ada.click(world.boards()[-1], label="Take your turn")).response
    )
    assert f"due <t:{due}:R>" in await slash(world, "Bo", "tables")
    assert f"due <t:{due}:R>" in await slash(world, "Dee", "table who")


async def test_without_a_clock_nobody_plays_for_you(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    assert "Due" not in said(world)
    await days(world, 8)
    table = await at(world)
    assert table.row.number == 0 and not any(s.stand_in for s in table.seats)
    assert table.seats[0].called is not None, "though the turn waits"


async def test_what_is_not_used_is_saved_up_to_three_turns(world: World) -> None:
    await open_table(world, "Ada")  # alone: all turns are Ada's
    await stash(world, "Ada")
    assert await left(world, 0) == 48
    await hours(world, 10)
    await play(world, "Ada", Done())
    assert await left(world, 0) == 38 + 24
    await play(world, "Ada", Done())
    await play(world, "Ada", Done())
    assert await left(world, 0) == 4 * 24, "a day, and three in the bank"


async def test_what_was_saved_up_is_used_up(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await hours(world, 47)  # Ada has two days
    assert not (await seat(world, 0)).missed
    await play(world, "Ada", Done())
    await play(world, "Bo", Done())
    assert await left(world, 0) == 24 + 1


async def test_a_clock_runs_only_while_its_owner_must_act(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy")
    await stash(world, "Ada", "Bo", "Cy")
    for name, others in (("Ada", (1, 2)), ("Bo", (0, 2)), ("Cy", (0, 1))):
        assert [await left(world, other) for other in others] == [None, None]
        await hours(world, 20)
        await play(world, name, Done())
    # 24 saved in the first turn, 24 for the second, 20 used; nothing while the others thought.
    assert await left(world, 0) == 24 + 24 + 24 - 20


async def test_who_acts_at_the_same_time_has_a_clock_each(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await hours(world, 5)
    await stash(world, "Ada")
    assert (await left(world, 0), await left(world, 1)) == (None, 19)
    await hours(world, 14)
    await stash(world, "Bo")
    assert await left(world, 0) == 19 + 24, "what Bo used was not Ada's"
    await play(world, "Ada", Done())
    assert await left(world, 1) == 5 + 24


async def test_a_move_of_one_does_not_wind_the_clock_of_another(rush: Rush, world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await hours(world, 6)
    hand = (await at(world)).truth.hands[0]
    await play(world, "Ada", Set(hand[0], "up"))
    assert (await left(world, 0), await left(world, 1)) == (18, 18)
    await play(world, "Ada", Done())
    assert (await left(world, 0), await left(world, 1)) == (None, 18)


async def test_the_founders_of_the_rail_on_the_hill_have_a_clock_each(world: World) -> None:
    opened = await world.ada.slash(world.channel, "table new", game="hill", pace="8h")
    await world.bo.click(opened.response.message, label="Join")
    await world.ada.click(opened.response.message, label="Start")
    await world.settle()
    while len((await world.table()).acting) == 1:  # first one after the other chooses plans
        await move(world, await world.acting())
    before = await left(world, 1)
    assert before is not None and await left(world, 0) is not None, "now both found their town"
    await hours(world, 3)
    while 0 in (await world.table()).acting:
        await move(world, world.ada)
    assert (await left(world, 0), await left(world, 1)) == (None, before - 3)


async def move(world: World, member: Any) -> None:
    """A member makes the move that a computer player would make."""
    table = await world.table()
    number = table.seat_of(member.id)
    moves = list(table.game.legal(table.truth, number))
    await play(world, member.name, table.game.choose(table.view(number), moves, Rng(bytes(32), 0)))


# Being away


async def test_being_away_stops_the_clock(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await hours(world, 6)
    await slash(world, "Ada", "settings away", until="+2")  # through the whole day after tomorrow
    midnight = 24 - 6
    assert await left(world, 0) == midnight + 2 * 24 + 18
    assert await left(world, 1) == 18
    await days(world, 2)
    assert not (await seat(world, 0)).missed and (await seat(world, 1)).missed
    await stash(world, "Ada")
    assert (await seat(world, 0)).bank == 18 * HOUR
    assert (await seat(world, 0)).away == 2 * DAY


async def test_who_is_back_early_has_a_clock_again(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await slash(world, "Ada", "settings away", until="+9")
    await hours(world, 30)
    await slash(world, "Ada", "settings here")
    assert await left(world, 0) == 24
    assert (await seat(world, 0)).away == 30 * HOUR


async def test_being_away_counts_from_its_first_day(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="3d")
    await slash(world, "Ada", "settings away", start_day="+1", until="+4")
    assert await left(world, 0) == 3 * 24 + 4 * 24
    await slash(world, "Bo", "settings away", start_day="+5", until="+7")
    assert await left(world, 1) == 3 * 24, "the turn would be over by then"


async def test_a_turn_that_begins_while_away_waits(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await slash(world, "Ada", "settings away", until="+3")
    await stash(world, "Ada", "Bo")
    assert await left(world, 0) == 4 * 24 + 48


async def test_the_clock_stops_for_21_days_at_a_table_and_no_longer(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="1d")
    answer = await slash(world, "Ada", "settings away", until="+30")
    if "at most 21 days" not in answer:  # whoever says more is not heeded
        assert await left(world, 0) == 21 * 24 + 24
    await slash(world, "Ada", "settings away", until="+14")
    await stash(world, "Bo")
    await skip(world, 14)
    await slash(world, "Ada", "settings here")
    assert (await seat(world, 0)).away == 14 * DAY
    await slash(world, "Ada", "settings away", until="+14")
    assert await left(world, 0) == 7 * 24 + 24, "14 days are gone, 7 are left"
    await skip(world, 8.5)
    assert (await seat(world, 0)).missed == 1


async def test_each_table_has_its_own_21_days(world: World) -> None:
    other = world.server.create_text_channel("other")
    await open_table(world, "Ada", "Bo")
    await stash(world, "Bo")
    await slash(world, "Ada", "settings away", until="+19")
    await skip(world, 20)
    await stash(world, "Ada")
    assert (await seat(world, 0)).away == 20 * DAY
    second = await open_table(world, "Ada", "Bo", channel=other)
    assert (await seat(world, 0, second)).away == 0
    await slash(world, "Ada", "settings away", until="+6")
    assert await left(world, 0, second) == 7 * 24 + 24


async def test_clocks_go_on_through_a_restart(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await hours(world, 10)
    await world.restart()
    assert await left(world, 0) == 14
    await hours(world, 15)
    assert "Time was up for **Ada**" in said(world)


async def test_a_clock_that_ran_out_while_the_bot_was_down_gets_as_much_time(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada")
    await hours(world, 20)
    await offline(world, 6 / 24)
    assert await left(world, 1) == 6
    assert "Time was up" not in said(world)
    await hours(world, 7)
    assert "Time was up for **Bo**" in last(world)


async def test_a_clock_gets_no_more_than_a_turn_for_the_time_the_bot_was_down(
    world: World,
) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada")
    await offline(world, 3)
    assert await left(world, 1) == 24
    await hours(world, 25)
    table = await at(world)
    assert table.seats[1].missed == 1, "one turn, however long it was"
    assert table.acting == {0}


async def test_a_clock_with_time_enough_gets_none_for_a_moment_without_the_bot(
    world: World,
) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada")
    await offline(world, 3 / 24)
    assert await left(world, 1) == 21
    await hours(world, 21)
    await offline(world, 5 / 24 / 60)
    assert "Time was up for **Bo**" in last(world)
