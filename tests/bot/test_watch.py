"""The watch: reminders at the right time, at no other, and never in vain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot.lookout import AFTER_FAILURE
from bot.watch import Watch
from tests.bot.post import (
    DAY,
    FIVE_MINUTES,
    HOUR,
    MINUTE,
    acting_in,
    change,
    channels,
    dms,
    everything,
    exact_time,
    look_up,
    nudges,
    share,
    signal_boxes,
)
from tests.bot.world import World, buttons, text
from tests.toy import SignalBox


@pytest.fixture(autouse=True)
def _exact(discord_env: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with exact_time(discord_env, monkeypatch):
        yield


async def long_table(world: World) -> Any:
    """A table with a week a turn, and whose turn it is; midnight has just passed in UTC."""
    post = await world.lobby("Ada", "Bo", "Cy")
    await change(world, "UPDATE tables SET pace = ?", 7 * DAY)
    await world.ada.click(post, label="Start")
    await world.settle()
    return await world.acting()


async def settings(world: World, member: Any, name: str, **options: Any) -> str:
    answer = await member.slash(world.channel, f"settings {name}", **options)
    return text(answer.response)


# How often


async def test_every_hour_for_who_wants_it(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "reminders", hours=1)
    await world.wait(FIVE_MINUTES)
    for count in (1, 2, 3, 4):
        assert len(dms(member)) == count
        await world.wait(HOUR)


async def test_no_reminders_leave_the_first_message(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "reminders", hours=0)
    await world.wait(3 * DAY)
    assert len(dms(member)) == 1


async def test_reminders_only_begin_after_the_interval(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "dms", mode="reminders")
    await world.wait(12 * HOUR - 1)
    assert not dms(member)
    await world.wait(1)
    assert len(dms(member)) == 1
    await world.wait(12 * HOUR)
    assert len(dms(member)) == 2


async def test_no_messages_means_reminders_in_the_channel(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "dms", mode="none")
    await world.wait(12 * HOUR - 1)
    assert not nudges(world)
    await world.wait(1)
    [nudge] = nudges(world)
    assert f"<@{member.id}>, it has been your turn" in text(nudge)
    assert "may not send" not in text(nudge), "they know why"
    assert not dms(member)


async def test_neither_messages_nor_reminders_means_silence(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "dms", mode="none")
    await settings(world, member, "reminders", hours=0)
    await world.wait(3 * DAY)
    assert not dms(member) and not nudges(world)


async def test_a_choice_that_has_nothing_to_do_with_it_moves_no_reminder(world: World) -> None:
    member = await long_table(world)
    await world.wait(FIVE_MINUTES)
    await world.wait(11 * HOUR)
    await settings(world, member, "timezone", zone="Asia/Tokyo")
    await world.wait(HOUR)
    assert len(dms(member)) == 2


# When not


async def test_quiet_hours_go_by_the_members_zone(world: World) -> None:
    member = await long_table(world)  # it is midnight in UTC, seven in the evening in New York
    await settings(world, member, "timezone", zone="America/New_York")
    await settings(world, member, "quiet", start="19:00", end="21:30")
    await world.wait(2.5 * HOUR - 1)
    assert not dms(member)
    await world.wait(1)
    assert len(dms(member)) == 1


async def test_a_reminder_that_falls_into_quiet_hours_comes_at_their_end(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "quiet", start="10:00", end="18:00")
    await world.wait(18 * HOUR - 1)
    assert len(dms(member)) == 1, "the first one, at five past midnight"
    await world.wait(1)
    assert len(dms(member)) == 2


async def test_quiet_hours_that_begin_while_a_message_waits_are_kept(world: World) -> None:
    """What was due while the bot was down is told when it is polite."""
    member = await long_table(world)
    await settings(world, member, "quiet", start="1:00", end="8:00")
    await world.env.bot.close()
    await world.env.advance_time(2 * HOUR)
    await world.restart()
    assert not dms(member)
    await world.wait(6 * HOUR)
    assert len(dms(member)) == 1


async def test_who_is_away_is_not_reminded_until_back(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "away", until="+1")
    await world.wait(2 * DAY - 1)
    assert not dms(member)
    await world.wait(1)
    assert len(dms(member)) == 1


async def test_who_is_back_early_is_told_after_five_minutes(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "away", until="+9")
    await world.wait(DAY)
    await settings(world, member, "here")
    await world.wait(FIVE_MINUTES - 1)
    assert not dms(member)
    await world.wait(1)
    assert len(dms(member)) == 1


async def test_away_days_stop_the_clock_too(world: World) -> None:
    member = await long_table(world)
    [before] = await world.bot.store.calls_of(member.id)
    await settings(world, member, "away", until="+1")
    [after] = await world.bot.store.calls_of(member.id)
    assert after.deadline == pytest.approx(before.deadline + 2 * DAY)
    await settings(world, member, "here")
    [again] = await world.bot.store.calls_of(member.id)
    assert again.deadline == pytest.approx(before.deadline)


# Snoozing


async def test_snoozing_an_hour(world: World) -> None:
    member = await long_table(world)
    await world.wait(FIVE_MINUTES)
    pressed = await member.user.click(dms(member)[0], label="Snooze: 1 h")
    assert pressed.response.ephemeral
    then = round(world.env.now().timestamp()) + HOUR
    assert f"You are reminded again <t:{then}:f>" in text(pressed.response)
    await world.wait(HOUR - 1)
    assert len(dms(member)) == 1
    await world.wait(1)
    assert len(dms(member)) == 2
    await world.wait(11 * HOUR)
    assert len(dms(member)) == 2, "the interval counts from there"
    await world.wait(HOUR)
    assert len(dms(member)) == 3


async def test_snoozing_until_the_evening_and_the_morning_of_ones_own_zone(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "timezone", zone="Asia/Tokyo")  # five past nine there
    await settings(world, member, "reminders", hours=72)
    await world.wait(FIVE_MINUTES)
    pressed = await member.user.click(dms(member)[0], label="This evening")
    assert "Asia/Tokyo, where it is 09:05" in text(pressed.response)
    await world.wait(10 * HOUR - FIVE_MINUTES - 1)
    assert len(dms(member)) == 1
    await world.wait(1)  # it is seven
    [_, evening] = dms(member)
    assert "This evening" not in buttons(evening), "it has begun"
    await member.user.click(evening, label="Tomorrow morning")
    await world.wait(13 * HOUR - 1)
    assert len(dms(member)) == 2
    await world.wait(1)
    assert len(dms(member)) == 3


async def test_an_evening_that_has_begun_is_said_and_nothing_changes(world: World) -> None:
    member = await long_table(world)
    await world.wait(FIVE_MINUTES)
    await world.wait(19 * HOUR)
    before = await everything(world)
    pressed = await member.user.click(dms(member)[0], label="This evening")
    assert "It is evening already in UTC, where it is 19:05" in text(pressed.response)
    assert (await everything(world))["seats"] == before["seats"]


async def test_snoozing_into_quiet_hours_says_when_they_end(world: World) -> None:
    member = await long_table(world)
    await settings(world, member, "quiet", start="1:00", end="8:00")
    await world.wait(FIVE_MINUTES)
    pressed = await member.user.click(dms(member)[0], label="Snooze: 1 h")
    eight = round(world.env.now().timestamp()) - FIVE_MINUTES + 8 * HOUR
    assert f"<t:{eight}:f>" in text(pressed.response)
    await world.wait(8 * HOUR - FIVE_MINUTES - 1)
    assert len(dms(member)) == 1
    await world.wait(1)
    assert len(dms(member)) == 2


async def test_who_snoozes_beyond_the_deadline_is_told_so(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")  # a day a turn
    member = await world.acting()
    await world.wait(FIVE_MINUTES)
    await world.wait(6 * HOUR)
    answer = await member.user.click(dms(member)[0], label="Tomorrow morning")
    assert "A turn of yours is due before that" in text(answer.response)
    answer = await member.user.click(dms(member)[0], label="Snooze: 1 h")
    assert "due before" not in text(answer.response)


async def test_snoozing_puts_off_every_table(toy: SignalBox, world: World) -> None:
    await signal_boxes(world, 2, "Ada", "Bo")
    await world.wait(FIVE_MINUTES)
    await world.ada.user.click(dms(world.ada)[0], label="Snooze: 1 h")
    await world.wait(HOUR)
    assert len(dms(world.ada)) == 2
    assert text(dms(world.ada)[1]).count("your turn") == 2
    assert len(dms(world.bo)) == 1


async def test_a_snooze_at_the_very_moment_of_a_reminder_counts(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = await long_table(world)
    ordinary = world.bot.store.calls_of

    async def calls_of(asked: int) -> Any:
        found = await ordinary(asked)
        await change(world, "UPDATE seats SET notify = notify + ? WHERE notify IS NOT NULL", HOUR)
        return found

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(world.bot.store, "calls_of", calls_of)
        await world.wait(FIVE_MINUTES)
    assert not dms(member)
    await world.wait(HOUR)
    assert len(dms(member)) == 1


async def test_with_no_turn_that_waits_there_is_nothing_to_snooze(world: World) -> None:
    member = await long_table(world)
    await world.wait(FIVE_MINUTES)
    await share(world)
    before = await everything(world)
    for label in ("Snooze: 1 h", "This evening", "Tomorrow morning"):
        pressed = await member.user.click(dms(member)[0], label=label)
        assert text(pressed.response) == "No turn waits for you."
    after = await everything(world)
    assert (after["seats"], after["outbox"]) == (before["seats"], before["outbox"])


@pytest.mark.parametrize(
    "forged",
    [
        *("snooze:1:forever", "snooze:1:", "snooze:", "snooze", "snooze:x:hour"),
        *(f"snooze:{9**20}:hour", "vote:1:yes", "vote:1:maybe", "vote:x:yes", "vote"),
    ],
)
async def test_a_forged_snooze_or_vote_changes_nothing(world: World, forged: str) -> None:
    member = await long_table(world)
    await world.wait(FIVE_MINUTES)
    message = dms(member)[0]
    stored = world.env.backend.get_message(message.channel.id, message.id)
    stored.components[-1]["components"][0]["custom_id"] = forged
    before = await everything(world)
    pressed = await member.user.click(message, custom_id=forged)
    assert "none of ours" in text(pressed.response)
    assert await everything(world) == before
    assert "Take your turn here" in buttons(dms(member)[0]), "the message stays as it was"


# Together


async def test_turns_more_than_five_minutes_apart_are_two_messages(world: World) -> None:
    [yard] = channels(world, 1)
    member = await long_table(world)
    await world.wait(FIVE_MINUTES + 1)
    await world.start("Ada", "Bo", "Cy", channel=yard)
    while await acting_in(world, yard) is not member:
        await share(world, yard)
    assert len(dms(member)) == 1
    await world.wait(FIVE_MINUTES - 1)
    assert len(dms(member)) == 1
    await world.wait(1)
    [_, second] = dms(member)
    assert f"<#{yard.id}>" in text(second) and f"<#{world.channel.id}>" not in text(second)


async def test_reminders_that_come_together_once_come_together_again(
    toy: SignalBox, world: World
) -> None:
    for _ in range(2):
        await signal_boxes(world, 1, "Ada", "Bo")
        await world.wait(4 * MINUTE)
    await world.wait(MINUTE)
    assert len(dms(world.ada)) == 1
    await world.wait(13 * HOUR)
    assert [text(m).count("your turn") for m in dms(world.ada)] == [2, 2]


async def test_everybody_who_is_due_at_the_same_time_is_told(toy: SignalBox, world: World) -> None:
    await signal_boxes(world, 1, "Ada", "Bo", "Cy")
    await world.wait(FIVE_MINUTES)
    assert [len(dms(m)) for m in (world.ada, world.bo, world.cy, world.dee)] == [1, 1, 1, 0]


# The watch itself


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Each time the watch looks around."""
    looked: list[float] = []
    ordinary = Watch._round

    async def counting(self: Watch) -> float | None:
        looked.append(1)
        return await ordinary(self)

    monkeypatch.setattr(Watch, "_round", counting)
    return looked


async def test_it_sleeps_while_nothing_is_due(world: World, rounds: list[float]) -> None:
    await long_table(world)
    await world.wait(FIVE_MINUTES + MINUTE)
    rounds.clear()
    await world.wait(11 * HOUR)
    assert len(rounds) <= 12  # nothing but to tidy up


@pytest.mark.parametrize("broken", ["called = NULL", "member = NULL"])
async def test_a_call_that_makes_no_sense_does_not_keep_it_busy(
    world: World, rounds: list[float], broken: str
) -> None:
    await long_table(world)
    await change(world, f"UPDATE seats SET {broken} WHERE notify IS NOT NULL")
    rounds.clear()
    await world.wait(HOUR)
    assert len(rounds) < 9


async def test_a_table_that_does_not_run_does_not_keep_it_busy(
    world: World, rounds: list[float]
) -> None:
    await long_table(world)
    await change(world, "UPDATE tables SET status = 'aborted'")
    world.bot.watch.wake()
    rounds.clear()
    await world.wait(HOUR)
    assert len(rounds) < 9
    assert await world.bot.store.next_moment() is None


async def test_after_an_error_it_looks_again(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    member = await long_table(world)
    with monkeypatch.context() as broken:
        broken.setattr(Watch, "_tell", lambda *_: 1 / 0)
        await world.wait(FIVE_MINUTES)
        assert "Watch could not look" in caplog.text
    await world.wait(AFTER_FAILURE - 1)
    assert not dms(member)
    await world.wait(1)
    assert len(dms(member)) == 1


async def test_hundreds_of_turns_are_told_in_one_round(
    toy: SignalBox, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot import watch

    monkeypatch.setattr(watch, "AT_ONCE", 2)
    await signal_boxes(world, 3, "Ada", "Bo", "Cy")
    await world.wait(FIVE_MINUTES)
    assert [len(dms(m)) for m in (world.ada, world.bo, world.cy)] == [1, 1, 1]
    assert not await look_up(world, "SELECT 1 FROM seats WHERE told <> 1")
