"""Who plays in a seat: stand-ins, coming back, leaving, substitutes, and the log of it all."""

from __future__ import annotations

from typing import Any

import pytest

from bot.refusal import Refused
from bot.sitting import rests
from bot.store import SeatRow, TableRow
from games import record
from tests.bot.bypost import (
    at,
    days,
    hours,
    last,
    left,
    log,
    now,
    open_table,
    pinged,
    play,
    press,
    rows,
    said,
    seat,
    slash,
    stash,
)
from tests.bot.world import World, buttons, text
from tests.toy import Done, Draw, SignalBox

pytestmark = pytest.mark.usefixtures("toy", "slow_heart")


def resting(*stand_ins: str | None) -> bool:
    """Whether a table rests, by who plays in its seats; None is a computer player's own seat."""
    seats = [
        SeatRow(number, None if one is None else 7 + number, "", "", stand_in=one or "")
        for number, one in enumerate(stand_ins)
    ]
    row = TableRow(1, 1, 1, None, 1, "toy", "{}", "running", b"", 1, 0, 0, 0, 0, None, 0.0, None)
    return rests(row, seats)


def test_a_table_rests_when_stand_ins_keep_the_seats_of_all_members() -> None:
    assert resting("seat", "seat") and resting("seat", None)
    assert not resting("seat", "") and not resting("seat", "turn")
    assert not resting(None, None), "computer players alone play on"


# Stand-ins


async def test_when_the_time_is_up_a_stand_in_plays_that_turn_and_hands_back(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await hours(world, 47.9)
    assert (await at(world)).acting == {0}
    await hours(world, 0.2)
    table = await at(world)
    assert table.acting == {1} and not table.seats[0].stand_in
    assert "Time was up for **Ada**: a stand-in played this turn." in last(world)
    assert "**Ada**'s stand-in took the open" in last(world)
    assert pinged(world) == {world.bo.id}
    await play(world, "Bo", Done())
    assert (await at(world)).acting == {0}
    await play(world, "Ada", Done())  # the seat is Ada's again
    assert (await seat(world, 0)).missed == 0


async def test_a_stand_in_sees_what_the_seat_sees_and_no_more(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Any] = []
    choose = SignalBox.choose

    def watched(self: SignalBox, view: Any, moves: Any, rng: Any) -> Any:
        seen.append(view)
        return choose(self, view, moves, rng)

    monkeypatch.setattr(SignalBox, "choose", watched)
    await open_table(world, "Ada", "Bo")
    hand = (await at(world)).truth.hands[0]
    await hours(world, 25)
    mine = [view for view in seen if view.me == 0]
    assert mine and mine[0].hand == tuple(hand)
    assert {view.me for view in seen} == {0, 1}


async def test_a_stand_in_ends_a_turn_that_the_member_had_begun(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await play(world, "Ada", Draw("deck"))
    await hours(world, 49)
    assert "**Ada** drew a card" in last(world) and "**Ada**'s stand-in set" in last(world)
    assert "stand-in drew" not in last(world), "who really played"


async def test_after_two_turns_in_a_row_a_stand_in_keeps_the_seat(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Bo")
    await hours(world, 25)
    await hours(world, 25)
    table = await at(world)
    assert (table.seats[0].stand_in, table.seats[0].missed) == ("seat", 2)
    assert "twice in a row: a stand-in keeps the seat until **Ada** says `/table back`" in last(
        world
    )
    assert world.ada.id in pinged(world), "nothing else will tell her"
    assert table.acting == {1}, "and it has played the turn"
    await play(world, "Bo", Done())
    assert (await at(world)).acting == {1}, "it plays at once, without a clock"
    assert await left(world, 0) is None


async def test_a_turn_of_ones_own_between_two_missed_ones_counts(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Bo")
    await hours(world, 25)  # Ada's first is missed
    await play(world, "Ada", Done())
    await play(world, "Bo", Done())
    await days(world, 3)
    assert (await seat(world, 0)).stand_in == ""
    assert (await seat(world, 0)).missed == 1


async def test_who_is_replaced_is_told_how_to_come_back(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Bo")
    await hours(world, 50)
    board = world.boards()[-1]
    panel = await press(world, "Ada", board, "Take your turn")
    assert "A stand-in plays for you here." in text(panel)
    assert list(buttons(panel)) == ["Take it back"]
    moves = (await at(world)).row.number
    with world.env._bot_scope(), pytest.raises(Refused, match="stand_in_plays"):
        await world.bot.tables.play(1, world.ada.id, Done())
    assert (await at(world)).row.number == moves
    await press(world, "Ada", panel.message, "Take it back")
    assert (await seat(world, 0)).stand_in == ""


async def test_back_at_any_time_at_once(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Bo")
    await hours(world, 50)
    answer = await slash(world, "Ada", "table back")
    assert "Welcome back: the seat is yours again." in answer
    assert "No stand-in plays for you here" in await slash(world, "Ada", "table back")
    assert "You don't sit at this table" in await slash(world, "Dee", "table back")
    await play(world, "Bo", Done())
    assert (await at(world)).acting == {0}
    assert await left(world, 0) == 24, "with a whole turn of time"
    assert "**Ada** is back." in last(world)
    assert (await seat(world, 0)).missed == 0


async def test_the_log_tells_who_really_played(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await play(world, "Ada", Draw("deck"))
    await hours(world, 49)
    lines = await log(world, "Dee")
    assert lines[0] == "1. **Ada** put a card in the box."
    assert lines[2] == "- Time was up for **Ada**: a stand-in played this turn."
    assert lines[3].startswith("3. **Ada** drew a card")
    assert "**Ada**'s stand-in set" in lines[3]


async def test_catch_up_begins_at_ones_own_last_turn_not_the_stand_ins(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await days(world, 2.1)
    await play(world, "Bo", Done())
    answer = await slash(world, "Ada", "table catchup")
    assert "Since your last turn, number 1, 3 turns have been played" in answer
    assert "**Ada**'s stand-in" in answer


async def test_who_takes_over_has_no_last_turn_of_their_own(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    await play(world, "Ada", Done())
    await play(world, "Bo", Done())
    await offer(world, "Ada", "Dee")
    await press(world, "Dee", world.channel.last_message, "Yes")
    answer = await slash(world, "Dee", "table catchup")
    assert "Since the table was set, 4 turns have been played:" in answer
    assert "1. **Ada** put a card in the box." in answer
    await hours(world, 1)
    reminder = text(world.dee.user.dm_channel.last_message)
    assert "So far:" in reminder and "Since your last turn" not in reminder


# The table rests


async def test_the_table_rests_when_nobody_is_there(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await days(world, 12)
    table = await at(world)
    assert [s.stand_in for s in table.seats] == ["seat", "seat"]
    assert "so the table rests" in last(world)
    assert pinged(world) == {world.ada.id, world.bo.id}
    assert table.row.computer_due == 0 and not table.computers_to_act
    number, messages = table.row.number, len(world.channel.history())
    await days(world, 10)
    await world.restart()
    assert (await at(world)).row.number == number, "nobody plays on"
    assert len(world.channel.history()) == messages, "and nobody is bothered"
    assert "The table rests until somebody" in await slash(world, "Bo", "table board")


async def test_who_is_back_goes_on_with_a_table_that_rested(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await days(world, 12)
    assert (await at(world)).acting == {1}, "Bo's stand-in kept the seat and did not play"
    await slash(world, "Ada", "table back")
    table = await at(world)
    assert table.acting == {0}, "now it has"
    assert "**Ada** is back." in last(world) and "**Bo**'s stand-in" in last(world)
    assert f"<@{world.ada.id}> is next" in last(world)
    assert await left(world, 0) == 24


async def test_who_is_back_in_the_own_turn_takes_it(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await days(world, 12)
    assert "Your turn" in await slash(world, "Bo", "table back")
    assert (await at(world)).acting == {1} and await left(world, 1) == 24
    await play(world, "Bo", Done())
    assert (await at(world)).acting == {1}, "Ada's stand-in has played at once"


async def test_alone_with_computer_players_the_table_rests_too(world: World) -> None:
    await open_table(world, "Ada", computers=2)
    await days(world, 6)
    table = await at(world)
    assert table.seats[0].stand_in == "seat"
    assert table.row.status == "running" and table.acting == {0}
    await slash(world, "Ada", "table back")
    await play(world, "Ada", Done())
    assert (await at(world)).acting == {0}


# Leaving


async def leave(world: World, name: str) -> str:
    asked = (await world.members[name].slash(world.channel, "table leave")).response
    assert "Leave this table of Signal Box for good?" in text(asked)
    return text(await press(world, name, asked.message, "Yes, leave"))


async def test_who_leaves_hands_the_seat_to_a_computer_player(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    assert "You have left the table" in await leave(world, "Ada")
    assert said(world).count("**Ada** left the table: **Computer 1** plays on.") == 1
    table = await at(world)
    assert table.seats[0].member is None and table.acting == {1}
    assert "**Computer 1** took the open" in last(world)
    assert "You don't sit at this table" in await slash(world, "Ada", "table back")
    assert (await log(world, "Dee"))[:4] == [
        "1. **Ada** put a card in the box.",
        "2. **Bo** put a card in the box.",
        "- **Ada** left the table: **Computer 1** plays on.",
        (await log(world, "Dee"))[3],
    ]
    assert "**Computer 1**" in (await log(world, "Dee"))[3]


async def test_leaving_is_told_once(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy")
    await stash(world, "Ada", "Bo", "Cy")
    await leave(world, "Ada")
    await play(world, "Bo", Done())
    assert said(world).count("left the table") == 1


async def test_who_thinks_twice_stays(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    asked = (await world.ada.slash(world.channel, "table leave")).response
    assert text(await press(world, "Ada", asked.message, "No, stay")) == "You stay."
    assert (await seat(world, 0)).member == world.ada.id


async def test_computer_players_have_names_of_their_own(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy", computers=1)
    await leave(world, "Ada")
    await offer(world, "Bo", "Dee", seat="4")
    await press(world, "Dee", world.channel.last_message, "Yes")
    await leave(world, "Cy")
    names = [s.name for s in (await at(world)).seats]
    assert len(set(names)) == 4, names


async def test_when_the_last_member_leaves_computer_players_end_the_game(world: World) -> None:
    await open_table(world, "Ada", computers=1)
    await stash(world, "Ada")
    await leave(world, "Ada")
    await world.settle()
    assert (await at(world)).row.status == "over"
    assert "The table is over" in last(world)


async def test_a_second_press_of_leave_changes_nothing(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy")
    asked = (await world.ada.slash(world.channel, "table leave")).response
    await press(world, "Ada", asked.message, "Yes, leave")
    with world.env._bot_scope(), pytest.raises(Refused, match="not_seated"):
        await world.bot.seating.leave(1, world.ada.id)
    assert len(await rows(world, "SELECT * FROM events")) == 1


# Substitutes


async def offer(world: World, name: str, to: str, **more: str) -> str:
    return await slash(world, name, "table substitute", member=world.members[to], **more)


async def test_a_substitute_who_accepts_takes_over_the_seat(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    hand = (await at(world)).truth.hands[0]
    assert f"<@{world.dee.id}> is asked in the channel" in await offer(world, "Ada", "Dee")
    question = world.channel.last_message
    assert f"**Ada** offers <@{world.dee.id}> the seat of **Ada**" in text(question)
    assert pinged(world, question) == {world.dee.id}
    await press(world, "Dee", question, "Yes")
    table = await at(world)
    assert (table.seats[0].member, table.seats[0].name) == (world.dee.id, "Dee")
    assert table.truth.hands[0] == hand
    told = "**Dee** took over the seat of **Ada**."
    assert told in last(world) and said(world).count(told) == 2, "in the offer's post too"
    assert pinged(world) == {world.dee.id}, "it is Dee's turn"
    assert await left(world, 0) == 24, "a new clock with nothing saved up"
    await play(world, "Dee", Done())
    assert said(world).count(told) == 2, "the next board doesn't tell it again"
    lines = await log(world, "Eve")
    assert lines[0].startswith("1. **Ada**"), "Ada played that, Dee didn't"
    assert lines[2] == "- **Dee** took over the seat of **Ada**."


async def test_the_substitute_sees_the_hand_and_who_left_does_not(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await offer(world, "Ada", "Dee")
    await press(world, "Dee", world.channel.last_message, "Yes")
    panel = await press(world, "Dee", world.boards()[-1], "Take your turn")
    assert "Your turn" in text(panel)
    answer = await slash(world, "Ada", "hand")
    assert "sit at no table" in answer
    assert "You put" not in "\n".join(await log(world, "Ada"))


async def test_a_panel_of_before_the_hand_over_plays_nothing(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    panel = await press(world, "Ada", world.boards()[-1], "Take your turn")
    await offer(world, "Ada", "Dee")
    await press(world, "Dee", world.channel.last_message, "Yes")
    number = (await at(world)).row.number
    answer = await press(world, "Ada", panel.message, "Draw")
    assert "You don't sit at this table" in text(answer)
    assert (await at(world)).row.number == number


async def test_a_computer_players_seat_can_be_offered_and_anothers_not(world: World) -> None:
    await open_table(world, "Ada", "Bo", computers=1)
    assert "That is **Bo**'s seat" in await offer(world, "Ada", "Dee", seat="Bo")
    assert "sit at this table already" in await offer(world, "Ada", "Bo")
    assert "no such seat" in await offer(world, "Ada", "Dee", seat="9")
    assert "You don't sit" in await offer(world, "Dee", "Eve")
    await offer(world, "Ada", "Dee", seat="3")
    assert "asked already" in await offer(world, "Bo", "Eve", seat="3")
    await press(world, "Dee", world.channel.last_message, "Yes")
    assert (await seat(world, 2)).member == world.dee.id
    assert "**Dee** took over the seat of **Computer 1**." in said(world)


async def test_an_offer_is_declined_withdrawn_or_runs_out(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await offer(world, "Ada", "Dee")
    question = world.channel.last_message
    refused = await press(world, "Bo", question, "Yes")
    assert "This question is for others" in text(refused) and refused.ephemeral
    assert "Yes" in buttons(world.channel.history()[-1]), "the question still stands"
    await press(world, "Dee", question, "No")
    assert "was declined" in last(world)
    await offer(world, "Ada", "Eve")
    await press(world, "Ada", world.channel.last_message, "No")
    assert "is withdrawn" in last(world)
    await offer(world, "Ada", "Cy")
    await hours(world, 25)
    assert any("was not answered within a day" in text(m) for m in world.channel.history())
    assert (await seat(world, 0)).member == world.ada.id


async def test_who_sits_there_by_now_can_not_take_a_second_seat(world: World) -> None:
    await open_table(world, "Ada", "Bo", computers=1)
    await offer(world, "Ada", "Dee")
    first = world.channel.last_message
    await offer(world, "Bo", "Dee")
    await press(world, "Dee", world.channel.last_message, "Yes")
    assert "You sit at this table already" in text(await press(world, "Dee", first, "Yes"))
    assert [s.name for s in (await at(world)).seats] == ["Ada", "Dee", "Computer 1"]


async def test_several_hand_overs_of_one_seat_are_told_right(world: World) -> None:
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    for old, new in (("Ada", "Cy"), ("Cy", "Dee"), ("Dee", "Eve")):
        if old != "Cy":  # who sits there for no turn
            await play(world, old, Draw("deck"), Done())
            await play(world, "Bo", Done())
        await offer(world, old, new)
        await press(world, new, world.channel.last_message, "Yes")
    await play(world, "Eve", Draw("deck"), Done())
    lines = [line for line in await log(world, "Cy", seat="1") if not line.startswith("- ")]
    assert [line.split("**")[1] for line in lines] == ["Ada", "Ada", "Dee", "Eve"]
    events = [line for line in await log(world, "Cy", seat="1") if line.startswith("- ")]
    assert len(events) == 3, "and the log of the seat tells the hand-overs"


async def test_what_happened_is_told_of_whom_it_happened_to(world: World) -> None:
    await open_table(world, "Ada", "Bo")
    await stash(world, "Ada", "Bo")
    await hours(world, 49)
    await play(world, "Bo", Done())
    await offer(world, "Ada", "Dee")
    await press(world, "Dee", world.channel.last_message, "Yes")
    await hours(world, 25)
    events = [line for line in await log(world, "Cy", seat="1") if line.startswith("- ")]
    assert events == [
        "- Time was up for **Ada**: a stand-in played this turn.",
        "- **Dee** took over the seat of **Ada**.",
        "- Time was up for **Dee**: a stand-in played this turn.",
    ]


async def test_the_export_of_a_table_with_hand_overs_replays(world: World) -> None:
    await open_table(world, "Ada", "Bo", computers=1)
    await stash(world, "Ada", "Bo")
    await days(world, 3)
    await leave(world, "Bo")
    await slash(world, "Ada", "table back")
    for _ in range(9):
        if (await at(world)).row.status != "running":
            break
        await play(world, "Ada", Done())
    assert (await at(world)).row.status == "over"
    exported = (await world.dee.slash(world.channel, "table export")).response
    assert record.check(await exported.attachments[0].read()).result is not None
    assert "It holds" in await slash(world, "Dee", "table verify")


# Members who are gone


async def test_a_member_who_left_the_server_does_not_stop_the_table(world: World) -> None:
    await open_table(world, "Ada", "Bo", "Cy")
    await stash(world, "Ada", "Bo", "Cy")
    world.server.remove_member(world.ada)
    await days(world, 3)
    table = await at(world)
    assert table.acting != {0} and "**Ada**'s stand-in" in said(world)
    before = now(world)
    asked = await slash(world, "Bo", "table remove", seat="Ada")
    assert "asked in the channel" in asked and now(world) - before < 60
    await press(world, "Cy", world.channel.last_message, "Yes")
    assert (await seat(world, 0)).member is None
    assert "**Ada** was voted off the table: **Computer 1** plays on." in said(world)


async def test_two_tables_in_one_channel_one_after_the_other(world: World) -> None:
    await open_table(world, "Ada")
    await stash(world, "Ada")
    for _ in range(4):
        await play(world, "Ada", Done())
    assert (await at(world)).row.status == "over"
    second = await open_table(world, "Ada", "Bo")
    await days(world, 1.1)
    table = await at(world, second)
    assert [s.missed for s in table.seats] == [1, 1]
    assert (await at(world)).seats[0].missed == 0
    assert "stand-in" in "\n".join(await log(world))


async def test_twelve_tables_in_one_server_have_their_own_clocks_and_stand_ins(
    world: World,
) -> None:
    channels = [world.server.create_text_channel(f"table-{n}") for n in range(12)]
    for number, channel in enumerate(channels, start=1):
        assert await open_table(world, "Ada", "Bo", channel=channel) == number
    for table in range(1, 12):
        await stash(world, "Ada", table=table)
    await days(world, 1.1)
    for table, channel in enumerate(channels[:11], start=1):
        assert [s.missed for s in (await at(world, table)).seats] == [0, 1]
        assert "Time was up for **Bo**" in said(world, channel)
    assert [s.missed for s in (await at(world, 12)).seats] == [1, 1]
