"""Turns that are taken back, and who is called to a turn then: clocks, boards, panels, times."""

from __future__ import annotations

import sqlite3
from typing import Any

import pytest

from bot.app import SlowTrain
from bot.clock import HOUR
from bot.database import MIGRATIONS
from games.codec import decode_facts
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
    set_card,
    slash,
    stash,
)
from tests.bot.test_table import Rush, rush
from tests.bot.world import World, buttons, text
from tests.toy import Done, Draw, Set

__all__ = ["rush"]

pytestmark = pytest.mark.usefixtures("toy", "slow_heart")


async def begin(world: World, *names: str, pace: str = "1d", computers: int = 0) -> None:
    """A table at which all have put their card in the box; Ada is next."""
    await open_table(world, *names, pace=pace, computers=computers)
    await stash(world, *names)


async def undo(world: World, name: str) -> Any:
    return (await world.members[name].slash(world.channel, "table undo")).response


async def ask(world: World, name: str) -> Any:
    """A member asks the others for an undo; the question."""
    answer = await undo(world, name)
    assert list(buttons(answer)) == ["Ask the others"], text(answer)
    await press(world, name, answer.message, "Ask the others")
    return world.channel.last_message


# At once


async def test_a_finished_turn_is_taken_back_at_once_while_nobody_has_acted(world: World) -> None:
    await begin(world, "Ada", "Bo")
    before = await at(world)
    card = await set_card(world, "Ada")
    assert f"set {card}" in last(world)
    answer = await undo(world, "Ada")
    assert "Your turn" in text(answer)
    after = await at(world)
    assert after.acting == {0} and after.row.turns == before.row.turns
    assert after.row.number == before.row.number + 1, "the end of the turn; the rest step by step"
    await undo(world, "Ada")
    assert (await at(world)).truth == before.truth
    assert "**Ada** took the last turn back." in last(world)
    assert f"<@{world.ada.id}> is next" in last(world)
    assert "- **Ada** took the last turn back." in await log(world)
    assert not any("set" in line for line in await log(world))


async def test_the_panel_after_the_turn_has_a_button_for_it(world: World) -> None:
    await begin(world, "Ada", "Bo")
    panel = await press(world, "Ada", world.boards()[-1], "Take your turn")
    panel = await press(world, "Ada", panel.message, "Draw")
    panel = await press(world, "Ada", panel.message, "deck")
    panel = await press(world, "Ada", panel.message, "End turn")
    assert (await at(world)).acting == {1}
    assert list(buttons(panel)) == ["Take the turn back"]
    panel = await press(world, "Ada", panel.message, "Take the turn back")
    assert "Your turn" in text(panel) and (await at(world)).acting == {0}
    assert buttons(panel)["Undo"]["disabled"], "the draw has revealed a card"


async def test_when_the_next_one_has_acted_the_button_offers_to_ask(world: World) -> None:
    await begin(world, "Ada", "Bo", "Cy")
    panel = await press(world, "Ada", world.boards()[-1], "Take your turn")
    panel = await press(world, "Ada", panel.message, "End turn")
    panel = await press(world, "Ada", panel.message, "Do it")
    await play(world, "Bo", Draw("deck"))
    moves = (await at(world)).row.number
    answer = await press(world, "Ada", panel.message, "Take the turn back")
    assert "Somebody has acted since" in text(answer)
    assert list(buttons(answer)) == ["Ask the others"]
    assert (await at(world)).row.number == moves


async def test_what_the_next_one_took_is_given_back(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await hours(world, 10)
    await set_card(world, "Ada")
    assert await left(world, 1) == 48
    await hours(world, 5)
    await undo(world, "Ada")
    assert (await left(world, 0), await left(world, 1)) == (38, None)
    await hours(world, 3)
    await play(world, "Ada", Done())
    assert await left(world, 1) == 48, "the five hours were not Bo's turn"
    assert (await seat(world, 0)).bank == pytest.approx(35 * HOUR, abs=60)


async def test_who_takes_back_in_the_last_minute_has_an_hour(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await hours(world, 47.9)
    await set_card(world, "Ada")
    await undo(world, "Ada")
    assert await left(world, 0) == 1


async def test_how_long_a_turn_took_counts_both_tries_and_not_what_lay_between(
    world: World,
) -> None:
    await begin(world, "Ada", "Bo")
    await hours(world, 10)
    await set_card(world, "Ada")
    await hours(world, 5)
    await undo(world, "Ada")
    await hours(world, 2)
    await play(world, "Ada", Done())
    [[took]] = await rows(world, "SELECT took FROM moves WHERE number > 2 AND ends = 1")
    assert took == pytest.approx(12 * HOUR, abs=60)


async def test_a_panel_of_the_turn_that_was_taken_back_is_stale(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await set_card(world, "Ada")
    panel = await press(world, "Bo", world.boards()[-1], "Take your turn")
    await undo(world, "Ada")
    number = (await at(world)).row.number
    answer = await press(world, "Bo", panel.message, "Draw")
    assert "earlier moment" in text(answer)
    assert "It's **Ada**'s turn" in text(answer)
    assert (await at(world)).row.number == number


async def test_a_draw_is_never_taken_back_at_once(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await play(world, "Ada", Draw("deck"))
    answer = await undo(world, "Ada")
    assert "revealed something" in text(answer)
    await play(world, "Ada", Done())
    await undo(world, "Ada")
    assert "revealed something" in text(await undo(world, "Ada"))
    assert [f.key for m in await world.bot.store.moves(1, 2) for f in decode_facts(m.facts)] == [
        "toy.drew",
        "toy.drew_card",
    ]


async def test_boards_that_were_not_posted_yet_are_dropped(world: World) -> None:
    await begin(world, "Ada", "Bo")
    shut(world)
    card = await set_card(world, "Ada")
    assert len(await rows(world, "SELECT id FROM outbox WHERE kind = 'board'")) == 1
    await undo(world, "Ada")
    await undo(world, "Ada")
    await play(world, "Ada", Draw("deck"), Done())
    await world.wait(2000)
    assert f"set {card}" not in said(world), "nobody needs to hear of it"
    assert said(world).count("**Ada** took the last turn back.") == 1
    assert said(world).count("**Ada** drew") == 1, "nor twice of what was done instead"


async def test_turns_that_stand_are_still_told_when_their_board_is_dropped(world: World) -> None:
    """One board was to tell what Ada and Bo's stand-in did; only the latter is taken back."""
    await begin(world, "Ada", "Bo")
    for _ in range(2):
        await play(world, "Ada", Done())
        await hours(world, 73)  # Bo lets the time run out
    assert (await seat(world, 1)).stand_in == "seat"
    shut(world)
    await play(world, "Ada", Draw("deck"), Done())  # and Bo's stand-in plays at once
    [board] = await rows(world, "SELECT payload FROM outbox WHERE kind = 'board'")
    await slash(world, "Bo", "table back")
    await agree(world, "Bo", "Ada")
    assert (await at(world)).acting == {1}
    await world.wait(2000)
    assert said(world).count("**Ada** drew") == 1, board
    assert "**Bo** is back." in said(world)
    assert await rows(world, "SELECT id FROM outbox") == []


async def test_what_else_a_dropped_board_was_to_tell_is_told_by_the_next(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await play(world, "Ada", Done())
    await hours(world, 47.9)
    shut(world)
    await hours(world, 0.15)
    assert (await seat(world, 1)).missed == 1 and "Time was up" not in said(world)
    await agree(world, "Bo", "Ada")
    await world.wait(2000)
    assert said(world).count("Time was up for **Bo**") == 1
    assert said(world).count("All agreed") == 1


async def agree(world: World, asker: str, other: str) -> None:
    """Two members agree on an undo, though nothing can be posted."""
    with world.env._bot_scope():
        await world.bot.questions.ask_undo(1, world.members[asker].id)
        [question] = await world.bot.store.all_open_questions()
        await world.bot.questions.vote(question.id, Pressing(world.members[other]), yes=True)


def shut(world: World) -> None:
    """For a while nothing can be posted in the channel."""
    path = f"/channels/{world.channel.id}/messages"
    for _ in range(3):
        world.env.inject_error("POST", path, status=403, code=50013, message="Missing Permissions")


class Pressing:
    """A member as the bot sees one who presses a button."""

    def __init__(self, member: Any) -> None:
        self.id, self.name, self.display_name = member.id, member.name.lower(), member.name


async def test_a_forced_undo_of_another_is_refused(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await set_card(world, "Ada")
    number = (await at(world)).row.number
    assert "acted since" in text(await undo(world, "Bo")), "Ada's turn is not Bo's to take back"
    assert "You don't sit" in text(await undo(world, "Dee"))
    assert (await at(world)).row.number == number


async def test_the_predecessors_turn_is_not_ones_own(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await set_card(world, "Ada")
    await slash(world, "Ada", "table substitute", member=world.dee)
    await press(world, "Dee", world.channel.last_message, "Yes")
    assert "you have made no move yet" in text(await undo(world, "Dee"))


# By agreement


async def test_what_others_did_since_is_taken_back_if_all_agree(world: World) -> None:
    await begin(world, "Ada", "Bo", "Cy")
    before = await at(world)
    await play(world, "Ada", Draw("deck"))
    await set_card(world, "Ada")
    await play(world, "Bo", Done())
    question = await ask(world, "Ada")
    assert "**Ada** asks to take their last turn back" in text(question)
    assert pinged(world, question) == {world.bo.id, world.cy.id}
    await press(world, "Bo", question, "Yes")
    assert (await at(world)).acting == {2}, "not yet"
    shown = await press(world, "Cy", question, "Yes")
    assert "Yes: **Ada**, **Bo** and **Cy**" in text(shown) and "**Agreed.**" in text(shown)
    assert not buttons(shown)
    after = await at(world)
    assert after.truth == before.truth, "the whole turn, over the draw"
    assert "All agreed that **Ada** takes the last turn back" in last(world)
    assert pinged(world) == {world.ada.id}
    lines = await log(world, "Dee")
    assert lines[-1].startswith("- All agreed") and len(lines) == 4


async def test_clocks_after_a_vote_are_as_before_the_turn(world: World) -> None:
    await begin(world, "Ada", "Bo", "Cy")
    await hours(world, 6)
    await play(world, "Ada", Done())  # of 48 hours 42 are left
    await hours(world, 4)
    await play(world, "Bo", Done())
    await hours(world, 3)
    await press(world, "Bo", await ask(world, "Ada"), "Yes")
    await press(world, "Cy", world.channel.last_message, "Yes")
    assert [await left(world, number) for number in range(3)] == [42, None, None]
    banks = [(await seat(world, number)).bank / HOUR for number in (1, 2)]
    assert banks == pytest.approx([24, 24], abs=0.1), "Bo's is as before the turn, and Cy's too"


async def test_a_turn_of_a_stand_in_is_taken_back_by_agreement_only(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await hours(world, 49)
    assert (await at(world)).acting == {1}
    answer = await undo(world, "Ada")
    assert "A stand-in played that turn for you" in text(answer)
    await press(world, "Ada", answer.message, "Ask the others")
    await press(world, "Bo", world.channel.last_message, "Yes")
    after = await at(world)
    assert after.acting == {0} and not after.seats[0].stand_in
    assert await left(world, 0) == 1, "nothing was left of the time"
    lines = await log(world, "Dee")
    assert lines[-2:] == [
        "- Time was up for **Ada**: a stand-in played this turn.",
        "- All agreed that **Ada** takes the last turn back, with everything after it.",
    ]


async def test_a_stand_in_for_a_turn_that_is_taken_back_is_relieved(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would play Bo's next turn before Bo sees it."""
    await begin(world, "Ada", "Bo")
    await set_card(world, "Ada")

    async def thinking(*_: Any) -> bool:
        return False

    with monkeypatch.context() as patched:
        patched.setattr(world.bot.tables, "_computer_move", thinking)
        await hours(world, 49)
        assert (await seat(world, 1)).stand_in == "turn"
        await undo(world, "Ada")
    assert (await at(world)).acting == {0} and (await seat(world, 1)).stand_in == ""
    await play(world, "Ada", Done())
    assert (await at(world)).acting == {1}, "Bo's turn waits for Bo"


async def test_alone_with_computer_players_there_is_nobody_to_ask(world: World) -> None:
    await begin(world, "Ada", computers=1)
    await set_card(world, "Ada")
    answer = await undo(world, "Ada")
    done = await press(world, "Ada", answer.message, "Ask the others")
    assert "Done: the turn is taken back." in text(done)
    assert "asks to take back" not in said(world)
    assert (await at(world)).acting == {0} and (await at(world)).row.turns == 2


async def test_who_sat_there_before_is_told_right_after_an_undo_across_the_hand_over(
    world: World,
) -> None:
    await begin(world, "Ada", "Bo", "Cy", pace="none")
    await play(world, "Ada", Done())
    await slash(world, "Ada", "table substitute", member=world.dee)
    await press(world, "Dee", world.channel.last_message, "Yes")
    for name in ("Bo", "Cy", "Dee", "Bo"):
        await play(world, name, Done())
    await press(world, "Bo", await ask(world, "Cy"), "Yes")
    await press(world, "Dee", world.channel.last_message, "Yes")
    assert (await at(world)).acting == {2}, "Cy's turn, before Dee's first"
    assert await rows(world, "SELECT seat, until, name FROM sitters") == [(0, 4, "Ada")]
    await play(world, "Cy", Done())
    await play(world, "Dee", Draw("deck"), Done())
    lines = [line for line in await log(world, "Eve", seat="1") if "drew" in line]
    assert len(lines) == 1 and "**Dee** drew" in lines[0]


async def test_a_hand_over_that_is_older_than_what_stands_is_forgotten(world: World) -> None:
    """Back to before Dee sat down: what is played in the seat from now on is Dee's."""
    await begin(world, "Ada", "Bo", "Cy", pace="none")
    await play(world, "Ada", Done())
    await play(world, "Bo", Done())
    await slash(world, "Ada", "table substitute", member=world.dee)
    await press(world, "Dee", world.channel.last_message, "Yes")
    await play(world, "Cy", Draw("deck"))
    await press(world, "Cy", await ask(world, "Bo"), "Yes")
    await press(world, "Dee", world.channel.last_message, "Yes")
    assert await rows(world, "SELECT until FROM sitters") == [(4,)]
    await play(world, "Bo", Done())
    await play(world, "Cy", Done())
    await play(world, "Dee", Draw("deck"), Done())
    told = [line for line in await log(world, "Eve") if "drew" in line]
    assert "**Dee** drew" in told[0]


async def test_who_acts_at_the_same_time_keeps_the_clock_through_anothers_undo(
    rush: Rush, world: World
) -> None:
    await open_table(world, "Ada", "Bo")
    await hours(world, 4)
    card = (await at(world)).truth.hands[0][0]
    await play(world, "Ada", Set(card, "up"), Done())
    await hours(world, 2)
    await undo(world, "Ada")
    assert (await left(world, 0), await left(world, 1)) == (20, 18)


async def test_an_undo_of_one_move_does_not_wind_the_clock(world: World) -> None:
    await begin(world, "Ada", "Bo")
    await hours(world, 7)
    card = (await at(world)).truth.hands[0][0]
    await play(world, "Ada", Set(card, "up"))
    await undo(world, "Ada")
    assert await left(world, 0) == 41
    assert (await seat(world, 0)).called == pytest.approx(now(world) - 7 * HOUR, abs=60)


# A database of before there were clocks


async def test_members_of_tables_from_before_are_called_and_have_no_clock(
    world: World,
) -> None:
    await older_database(world)
    assert await rows(world, "SELECT pace, status FROM tables") == [(0, "running"), (0, "lobby")]
    called = await rows(world, "SELECT seat, called, deadline FROM seats WHERE table_id = 1")
    assert [(row[0], row[1] is not None, row[2]) for row in called] == [
        (0, True, None),
        (1, False, None),
    ]
    assert "your turn" in await slash(world, "Ada", "tables")
    await hours(world, 1)
    told = await rows(world, "SELECT told, notify FROM seats WHERE table_id = 1 AND seat = 0")
    assert told[0][0] == 1 and told[0][1] > now(world), "told by a message, and again later"
    await play(world, "Ada", Done())
    assert (await at(world)).acting == {1} and await left(world, 1) is None
    assert "**Ada**" in (await log(world))[0]
    await days(world, 10)
    assert not any(s.stand_in for s in (await at(world)).seats)
    assert (await at(world)).row.status == "running"


async def older_database(world: World) -> None:
    """The bot comes back with a database of the first version: a table that runs, and a lobby."""
    await open_table(world, "Ada", "Bo", pace="none")
    await stash(world, "Ada", "Bo")
    await world.env.bot.close()
    path = world.settings.database
    kept = sqlite3.connect(path)
    old = sqlite3.connect(":memory:")
    old.executescript((MIGRATIONS / "0001_tables.sql").read_text())
    for name in ("tables", "seats", "moves", "snapshots"):
        columns = [row[1] for row in old.execute(f"PRAGMA table_info({name})")]
        marks = ", ".join("?" * len(columns))
        for row in kept.execute(f"SELECT {', '.join(columns)} FROM {name}").fetchall():
            old.execute(f"INSERT INTO {name} VALUES ({marks})", row)
    old.execute(
        "INSERT INTO tables (server, channel, creator, game, options, status, seed, created)"
        " SELECT server, 5, creator, game, options, 'lobby', seed, created FROM tables"
    )
    old.execute("PRAGMA user_version = 1")
    old.commit()
    kept.close()
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()
    on_disk = sqlite3.connect(path)
    old.backup(on_disk)
    on_disk.close()
    old.close()
    await world.env.restart_bot(SlowTrain(world.settings))
    await world.settle()
