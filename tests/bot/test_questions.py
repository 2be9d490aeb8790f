"""What members are asked: votes that change, come late, twice, at once or from the wrong one."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.questions import first_of_turn, verdict
from bot.refusal import Refused
from bot.store import MoveRow, QuestionRow
from tests.bot.bypost import (
    at,
    days,
    hours,
    last,
    log,
    offline,
    open_table,
    pinged,
    play,
    press,
    rows,
    said,
    seat,
    set_card,
    slash,
    stash,
)
from tests.bot.world import World, buttons, text
from tests.toy import Done, Draw, Set

pytestmark = pytest.mark.usefixtures("toy", "slow_heart")


# What answers decide


def question(kind: str) -> QuestionRow:
    return QuestionRow(1, 1, kind, 0, 101, None, 5, 0.0, 1.0, None)


@pytest.mark.parametrize(
    ("ballots", "undo", "remove"),
    [
        ({1: True}, None, None),
        ({1: True, 2: True}, None, "yes"),
        ({1: True, 2: True, 3: True}, "yes", "yes"),
        ({1: False}, "no", None),
        ({1: False, 2: False}, "no", "no"),
        ({1: True, 2: False, 3: True}, "no", "yes"),
        ({9: True, 8: False}, None, None),  # who is not asked doesn't count
    ],
)
def test_an_undo_takes_all_and_a_removal_more_than_half(
    ballots: dict[int, bool], undo: str | None, remove: str | None
) -> None:
    assert verdict(question("undo"), [1, 2, 3], ballots) == undo
    assert verdict(question("remove"), [1, 2, 3], ballots) == remove


def test_half_is_not_more_than_half_and_nobody_decides_nothing() -> None:
    assert verdict(question("remove"), [1, 2], {1: True}) is None
    assert verdict(question("remove"), [1, 2], {1: True, 2: False}) == "no"
    assert verdict(question("undo"), [], {}) is None


def test_a_turn_begins_after_the_seats_last_end() -> None:
    ends = [(1, 0, 1), (2, 1, 1), (3, 0, 0), (4, 1, 0), (5, 0, 0), (6, 1, 1), (7, 0, 1)]
    moves = [MoveRow(n, 0, s, 101, "", "", 0, end, 0.0) for n, s, end in ends]
    assert first_of_turn(moves, 0) == 3
    assert first_of_turn(moves, 1) == 4
    assert first_of_turn(moves[:1], 0) == 1


# At the table


async def asked(world: World, *names: str, pace: str = "none") -> Any:
    """Ada has ended a turn, Bo has drawn a card since, and Ada asks for an undo: the question."""
    await open_table(world, *names, pace=pace)
    await stash(world, *names)
    await set_card(world, "Ada")
    await play(world, "Bo", Draw("deck"))
    refusal = (await world.ada.slash(world.channel, "table undo")).response
    await press(world, "Ada", refusal.message, "Ask the others")
    return world.channel.last_message


async def outcome(world: World) -> str | None:
    [[found]] = await rows(world, "SELECT outcome FROM questions")
    return found


async def test_one_no_is_enough_and_the_turn_stands(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    before = await at(world)
    shown = await press(world, "Cy", post, "No")
    assert "No: **Cy**" in text(shown) and "**Declined.**" in text(shown)
    assert not buttons(shown)
    assert said(world).count("Not all agreed to take **Ada**'s turn back: it stands.") == 1
    assert "- Not all agreed to take **Ada**'s turn back: it stands." in await log(world, "Dee")
    assert (await at(world)).truth == before.truth
    await play(world, "Bo", Done())
    assert said(world).count("Not all agreed") == 1, "told once"


async def test_a_second_yes_of_one_member_is_one_yes(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    for _ in range(2):
        shown = await press(world, "Bo", post, "Yes")
    assert text(shown).count("**Bo**") == 1
    assert await outcome(world) is None and (await at(world)).acting == {1}


async def test_a_vote_can_be_changed_while_nothing_is_decided(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    await press(world, "Bo", post, "Yes")
    await press(world, "Bo", post, "No")
    assert await outcome(world) == "no"
    assert await rows(world, "SELECT member, yes FROM ballots WHERE yes = 0") == [(world.bo.id, 0)]


async def test_who_is_not_asked_gets_an_answer_and_the_question_stays(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    for label in ("Yes", "No"):
        answer = await press(world, "Dee", post, label)
        assert answer.ephemeral
        assert text(answer) == "This question is for others at the table."
    standing = next(m for m in world.channel.history() if m.id == post.id)
    assert {"Yes", "No"} <= buttons(standing).keys()
    assert len(await rows(world, "SELECT * FROM ballots")) == 1


async def test_a_vote_after_the_outcome_changes_nothing(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    with world.env._bot_scope():
        await world.bot.questions.vote(1, world.cy, yes=False)  # elsewhere: the post is older
    shown = await press(world, "Bo", post, "Yes")
    assert "**Declined.**" in text(shown)
    assert len(await rows(world, "SELECT * FROM ballots")) == 2
    assert (await at(world)).acting == {1}


async def test_two_members_who_press_at_the_same_time_both_count(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    before = len(world.channel.history())

    async def without_settling(*_: Any, **__: Any) -> None: ...

    world.env._settle_internal = without_settling
    await world.bo.click(post, label="Yes")
    await world.cy.click(post, label="Yes")
    del world.env._settle_internal
    await world.settle()
    assert await outcome(world) == "yes"
    assert (await at(world)).acting == {0}
    assert len(world.channel.history()) == before + 1, "one board, however many pressed"
    assert said(world).count("All agreed") == 1


async def test_a_question_outlives_a_restart(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    await press(world, "Bo", post, "Yes")
    await world.restart()
    shown = await press(world, "Cy", post, "Yes")
    assert "**Agreed.**" in text(shown) and (await at(world)).acting == {0}


async def test_what_was_decided_as_the_bot_stopped_is_done_when_it_is_back(world: World) -> None:
    """The last vote was written, and then the process was gone."""
    await asked(world, "Ada", "Bo", "Cy")
    with world.env._bot_scope():
        async with world.bot.store.writing() as pen:
            for member in (world.bo, world.cy):
                await pen.vote(1, member.id, yes=True)
    await world.restart()
    assert await outcome(world) == "yes" and (await at(world)).acting == {0}
    assert "All agreed" in last(world)


async def test_a_question_is_posted_though_the_bot_stopped_before(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    await set_card(world, "Ada")
    await play(world, "Bo", Draw("deck"))
    before = len(world.channel.history())
    with monkeypatch.context() as patched:
        patched.setattr(world.bot.outbox, "wake", lambda: None)
        with world.env._bot_scope():
            await world.bot.questions.ask_undo(1, world.ada.id)
        assert len(world.channel.history()) == before
    await world.restart()
    assert (
        "asks to take" in last(world)
        and {"Yes", "No"} == buttons(world.channel.last_message).keys()
    )


async def test_a_question_closes_after_a_day(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    await press(world, "Bo", post, "Yes")
    await hours(world, 23.9)
    assert await outcome(world) is None
    await hours(world, 0.2)
    assert await outcome(world) == "late"
    told = "Not all answered within a day: **Ada**'s turn stands."
    assert said(world).count(told) == 1 and f"- {told}" in await log(world, "Dee")
    shown = await press(world, "Cy", post, "Yes")
    assert "**Not decided in time.**" in text(shown)
    assert (await at(world)).acting == {1}


async def test_what_would_have_closed_while_the_bot_was_down_stays_open_for_a_day(
    world: World,
) -> None:
    await asked(world, "Ada", "Bo", "Cy")
    await offline(world, 2)
    assert await outcome(world) is None
    await hours(world, 24.1)
    assert await outcome(world) == "late" and "within a day" in said(world)


async def test_a_voter_who_leaves_is_not_waited_for(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    await press(world, "Bo", post, "Yes")
    asked_to_leave = (await world.cy.slash(world.channel, "table leave")).response
    await press(world, "Cy", asked_to_leave.message, "Yes, leave")
    assert await outcome(world) == "yes", "all who play have agreed"
    assert (await at(world)).acting == {0}


async def test_a_voter_whose_seat_a_stand_in_keeps_is_not_waited_for(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", pace="8h")
    await stash(world, "Ada", "Bo")
    await hours(world, 8.1)  # Cy misses the first turn
    await set_card(world, "Ada")
    await play(world, "Bo", Done())
    refusal = (await world.ada.slash(world.channel, "table undo")).response
    await press(world, "Ada", refusal.message, "Ask the others")
    post = world.channel.last_message
    assert pinged(world, post) == {world.bo.id, world.cy.id}
    await press(world, "Bo", post, "Yes")
    await hours(world, 8.1)  # and the second
    assert (await seat(world, 2)).stand_in == "seat"
    assert await outcome(world) == "yes" and (await at(world)).acting == {0}


async def test_when_the_asker_leaves_there_is_nothing_to_decide(world: World) -> None:
    post = await asked(world, "Ada", "Bo", "Cy")
    asked_to_leave = (await world.ada.slash(world.channel, "table leave")).response
    await press(world, "Ada", asked_to_leave.message, "Yes, leave")
    assert await outcome(world) == "void"
    shown = await press(world, "Bo", post, "Yes")
    assert "does not matter any more" in text(shown)
    assert (await at(world)).acting == {1}


async def test_when_the_table_ends_there_is_nothing_to_decide(world: World) -> None:
    post = await asked(world, "Ada", "Bo")
    await play(world, "Bo", Done())
    while (await at(world)).row.status == "running":
        [acting] = (await at(world)).acting
        await play(world, ("Ada", "Bo")[acting], Done())
    shown = await press(world, "Bo", post, "Yes")
    assert "does not matter any more" in text(shown)
    assert (await at(world)).row.status == "over"


async def test_when_the_table_is_ended_there_is_nothing_to_decide(world: World) -> None:
    post = await asked(world, "Ada", "Bo")
    sure = (await world.ada.slash(world.channel, "table abort")).response
    await press(world, "Ada", sure.message, "Yes, end it")
    shown = await press(world, "Bo", post, "Yes")
    assert "does not matter any more" in text(shown)
    await days(world, 2)
    assert "within a day" not in said(world)


async def test_a_turn_that_was_taken_back_meanwhile_is_not_taken_back_again(world: World) -> None:
    """Bo undoes, Ada undoes at once and plays otherwise: the question was about another turn."""
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    await set_card(world, "Ada")
    hand = (await at(world)).truth.hands[1]
    await play(world, "Bo", Set(hand[0], "down"))
    refusal = (await world.ada.slash(world.channel, "table undo")).response
    await press(world, "Ada", refusal.message, "Ask the others")
    post = world.channel.last_message
    await world.bo.slash(world.channel, "table undo")
    await world.ada.slash(world.channel, "table undo")
    await play(world, "Ada", Done())
    await play(world, "Bo", Draw("deck"))
    number = (await at(world)).row.number
    shown = await press(world, "Bo", post, "Yes")
    assert "does not matter any more" in text(shown)
    assert (await at(world)).row.number == number


async def test_when_the_asker_has_played_on_the_question_is_void(world: World) -> None:
    post = await asked(world, "Ada", "Bo")
    await play(world, "Bo", Done())
    await play(world, "Ada", Done())
    number = (await at(world)).row.number
    shown = await press(world, "Bo", post, "Yes")
    assert "does not matter any more" in text(shown)
    assert "There was nothing left of **Ada**'s turn to take back." in said(world)
    assert (await at(world)).row.number == number


async def test_what_is_asked_is_not_asked_twice(world: World) -> None:
    await asked(world, "Ada", "Bo", "Cy")
    refusal = (await world.ada.slash(world.channel, "table undo")).response
    again = await press(world, "Ada", refusal.message, "Ask the others")
    assert "That is being asked already; the question ends <t:" in text(again)
    assert len(await rows(world, "SELECT * FROM questions")) == 1


async def test_what_two_ask_at_the_same_time_is_asked_once(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy")
    questions = world.bot.questions
    with world.env._bot_scope():
        both = await asyncio.gather(
            *(questions.ask_remove(1, member.id, 2) for member in (world.ada, world.bo)),
            return_exceptions=True,
        )
    await world.settle()
    assert sum(isinstance(one, Refused) for one in both) == 1
    assert len(await rows(world, "SELECT * FROM questions")) == 1


# Removing somebody


async def test_more_than_half_of_the_rest_remove_a_member(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", "Dee", pace="none")
    await stash(world, "Ada", "Bo", "Cy", "Dee")
    await slash(world, "Bo", "table remove", seat="Ada")
    post = world.channel.last_message
    assert pinged(world, post) == {world.cy.id, world.dee.id}, "Ada has no vote"
    assert "for others" in text(await press(world, "Ada", post, "No"))
    await press(world, "Cy", post, "No")
    assert (await seat(world, 0)).member == world.ada.id
    shown = await press(world, "Dee", post, "Yes")
    assert "**Ada** was voted off" in text(shown) and "No: **Cy**" in text(shown)
    assert (await seat(world, 0)).member is None
    note = "**Ada** was voted off the table: **Computer 1** plays on."
    assert said(world).count(note) == 2, "in the question's post, and by a note"
    assert (await at(world)).acting == {1}, "and it plays at once"
    assert "- **Ada** was voted off" in "\n".join(await log(world, "Eve", seat="1"))


async def test_half_of_the_rest_is_too_few(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", pace="none")
    await slash(world, "Bo", "table remove", seat="1")
    await press(world, "Cy", world.channel.last_message, "No")
    assert "**Ada** stays: too few wanted it otherwise." in last(world)
    assert (await seat(world, 0)).member == world.ada.id


async def test_who_can_not_be_removed(world: World) -> None:
    await open_table(world, "Ada", "Bo", computers=1)
    assert "`/table leave` gives it up" in await slash(world, "Ada", "table remove", seat="Ada")
    assert "A computer player sits there" in await slash(world, "Ada", "table remove", seat="3")
    assert "**Bo** can be removed only when a stand-in keeps the seat" in await slash(
        world, "Ada", "table remove", seat="Bo"
    )
    assert "no such seat" in await slash(world, "Ada", "table remove", seat="Nobody")
    assert "You don't sit" in await slash(world, "Dee", "table remove", seat="Bo")
    assert await rows(world, "SELECT * FROM questions") == []


async def test_of_two_the_one_who_is_there_removes_the_one_who_is_not(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada")
    await hours(world, 25)
    await play(world, "Ada", Done())
    await hours(world, 25)
    assert (await seat(world, 1)).stand_in == "seat"
    assert "Done" in await slash(world, "Ada", "table remove", seat="Bo")
    assert (await seat(world, 1)).member is None
    assert "asks the others" not in said(world)


async def test_nobody_is_voted_off_by_one_alone_when_the_third_is_away(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", pace="none")
    with world.env._bot_scope():
        await world.bot.seating.stand_in(1, world.cy.id)
    assert "Nobody else is there" in await slash(world, "Ada", "table remove", seat="Bo")
    assert (await seat(world, 1)).member == world.bo.id
    assert "The others are asked" in await slash(world, "Ada", "table remove", seat="Cy")


@pytest.mark.parametrize("gone", ["leaves", "is away"])
async def test_nobody_is_voted_off_because_the_other_voter_goes(world: World, gone: str) -> None:
    await open_table(world, "Ada", "Bo", "Cy", pace="none")
    await slash(world, "Ada", "table remove", seat="Bo")
    with world.env._bot_scope():
        seating = world.bot.seating
        await (seating.leave if gone == "leaves" else seating.stand_in)(1, world.cy.id)
    await world.settle()
    assert await outcome(world) is None and (await seat(world, 1)).member == world.bo.id
    with world.env._bot_scope():
        await world.bot.seating.stand_in(1, world.bo.id)
    assert await outcome(world) == "yes", "Bo is away as well by now"
    assert (await seat(world, 1)).member is None


async def test_for_whom_a_stand_in_plays_asks_nothing(world: World) -> None:
    """At a table that rests nobody would be left to disagree."""
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await days(world, 12)
    number = (await at(world)).row.number
    assert "A stand-in plays for you" in text(await forge(world, "Ada", "seat:1:undo"))
    assert "A stand-in plays" in await slash(world, "Ada", "table remove", seat="Bo")
    assert (await at(world)).row.number == number


# Bad input


async def forge(world: World, name: str, custom_id: str) -> Any:
    """A press of a button that a member has made up, on a message of the bot."""
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(custom_id=custom_id, label="Forged"))
    with world.env._bot_scope():
        channel = world.bot.get_partial_messageable(world.channel.id)
        sent = await channel.send("A forged message", view=view)
    await world.settle()
    message = next(m for m in world.channel.history() if m.id == sent.id)
    return (await world.members[name].click(message, custom_id=custom_id)).response


@pytest.mark.parametrize(
    "custom_id",
    [
        "vote:999:yes",
        "vote:1:maybe",
        "vote:x:yes",
        "vote:1",
        "vote:",
        "vote:-1:yes",
        "vote:99999999999999999999:yes",
        "seat:1:throne",
        "seat:77:leave",
        "seat:1:back",
        "look:1:log:0:s9",
        "look:1:log:x",
    ],
)
async def test_forged_buttons_are_answered_and_change_nothing(world: World, custom_id: str) -> None:
    await asked(world, "Ada", "Bo", "Cy")
    before = await everything(world)
    answer = await forge(world, "Dee", custom_id)
    assert text(answer) and "Something went wrong" not in text(answer)
    assert await everything(world) == before


async def everything(world: World) -> list[Any]:
    names = ("tables", "seats", "moves", "snapshots", "questions", "ballots", "events", "sitters")
    return [await rows(world, f"SELECT * FROM {name}") for name in names]


async def test_a_vote_by_a_forged_button_of_ones_own_table_is_a_vote_and_no_more(
    world: World,
) -> None:
    await asked(world, "Ada", "Bo", "Cy")
    await forge(world, "Bo", "vote:1:yes")
    assert len(await rows(world, "SELECT * FROM ballots")) == 2
    assert await outcome(world) is None
