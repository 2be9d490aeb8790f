"""A direct message when it is a member's turn: once, to the right one, with what only they see."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bot import remind
from bot.postman import Postman
from bot.show import paint
from bot.sitting import sit
from bot.store import OutboxRow
from games import GAMES
from games.codec import decode_state, encode
from games.phrasebook import Phrasebook
from tests.bot.post import (
    DAY,
    FIVE_MINUTES,
    HOUR,
    MINUTE,
    acting_in,
    change,
    channels,
    dms,
    exact_time,
    look_up,
    nudges,
    share,
    signal_boxes,
)
from tests.bot.test_turn import picks
from tests.bot.world import World, buttons, parts, text
from tests.toy import Draw, SignalBox, Stash


@pytest.fixture(autouse=True)
def _exact(discord_env: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with exact_time(discord_env, monkeypatch):
        yield


OPEN_DM = "/users/@me/channels"


async def told_once(world: World, member: Any) -> Any:
    """The one direct message of the whole world, which is this member's."""
    for other in world.members.values():
        assert len(dms(other)) == (other is member), other.name
    return dms(member)[0]


# The message


async def test_after_five_minutes_a_turn_is_told_with_all_that_is_needed(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.wait(FIVE_MINUTES - 1)
    assert not dms(member)
    await world.wait(1)
    message = await told_once(world, member)

    deadline = round((await world.bot.store.calls_of(member.id))[0].deadline)
    assert text(message).splitlines() == [
        f"### Ride the Rails in <#{world.channel.id}>: your turn",
        f"Due <t:{deadline}:R>, <t:{deadline}:f>.",
    ]
    assert deadline == round(world.env.now().timestamp()) - FIVE_MINUTES + DAY
    go = buttons(message)["Go to the table"]
    assert go["url"].endswith(f"/{world.server.id}/{world.channel.id}/{board.id}")
    [picture] = message.attachments
    assert "Your turn" in picture.description
    assert picture.description != board.attachments[0].description


async def test_a_turn_can_be_taken_in_the_direct_message(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member, boards = await world.acting(), len(world.boards())
    await world.wait(FIVE_MINUTES)
    message = await told_once(world, member)
    panel = (await member.user.click(message, label="Take your turn here")).response
    assert panel.ephemeral
    assert "Your turn: take a share." in text(panel)
    first = next(iter(picks(panel).values()))
    after = (await member.user.click(panel.message, custom_id=first)).response
    assert "took a share" in text(after)
    await world.settle()
    assert await world.acting() is not member
    assert len(world.boards()) == boards + 1


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_game_is_told_with_ones_own_picture_and_taken_there(
    world: World, game: str
) -> None:
    [yard] = await signal_boxes(world, 1, "Ada", "Bo", "Cy", game=game)
    await world.wait(FIVE_MINUTES)
    told = [member for member in world.members.values() if dms(member)]
    assert told
    for member in told:
        [message] = dms(member)
        assert f"### {GAMES[game].title} in <#{yard.id}>: your turn" in text(message)
        table = await world.bot.store.open_table(yard.id)
        sitting = await sit(world.bot.store, table.id if table else 0)
        own = paint(sitting, sitting.seat_of(member.id), (), sitting.row.turns)
        assert [p.description for p in message.attachments] == [picture.alt for picture in own]
        panel = (await member.user.click(message, label="Take your turn here")).response
        assert panel.ephemeral and "Your turn" in text(panel)


async def test_the_button_of_an_old_message_says_whose_turn_it_is(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.wait(FIVE_MINUTES)
    await share(world)
    pressed = await member.user.click(dms(member)[0], label="Take your turn here")
    assert f"It's **{(await world.acting()).name}**'s turn" in text(pressed.response)


async def test_what_happened_since_ones_last_turn_is_told_and_nothing_else(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    first = await share(world)
    second, third = await share(world), await share(world)
    for _ in range(9):
        if await world.acting() is first:
            break
        member = await world.acting()
        await member.slash(world.channel, "ride done")
    assert await world.acting() is first
    await world.wait(FIVE_MINUTES)
    lines = text(dms(first)[-1]).splitlines()[2:]
    assert lines[0] == "Since your last turn:"
    assert any(line.startswith(f"- **{second.name}** took a share") for line in lines)
    assert any(line.startswith(f"- **{third.name}** took a share") for line in lines)
    assert not any(f"**{first.name}** took" in line for line in lines)


async def test_of_many_turns_the_newest_few_are_told(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remind, "NEWS", 1)
    await world.start("Ada", "Bo", "Cy")
    await share(world)
    last = await share(world)
    member = await world.acting()
    await world.wait(FIVE_MINUTES)
    lines = text(await told_once(world, member)).splitlines()[2:]
    assert lines[0] == "So far:"
    assert lines[1] == "- and 1 turn before: `/table catchup` tells them"
    assert lines[2].startswith(f"- **{last.name}** took a share")
    assert len(lines) == 3


async def test_what_a_stand_in_did_for_one_is_news(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    await change(world, "UPDATE tables SET pace = ?", 8 * HOUR)
    await world.ada.click(post, label="Start")
    await world.settle()
    member = await world.acting()
    await world.wait(8 * HOUR)
    assert await world.acting() is not member
    told = len(dms(member))
    await share(world)
    await share(world)
    for _ in range(9):
        if await world.acting() is member:
            break
        await (await world.acting()).slash(world.channel, "ride done")
    await world.wait(FIVE_MINUTES)
    assert len(dms(member)) == told + 1
    stand_in = Phrasebook().say("stand_in.name", name=f"**{member.name}**")
    assert f"- {stand_in} took a share" in text(dms(member)[-1])


async def test_without_a_clock_no_deadline_is_told(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    await change(world, "UPDATE tables SET pace = 0")
    await world.ada.click(post, label="Start")
    await world.wait(FIVE_MINUTES)
    message = await told_once(world, await world.acting())
    assert "<t:" not in text(message)


# Secrets


async def composed(world: World, seat: int) -> tuple[Any, ...]:
    """The direct message of whoever sits there, as it would be sent."""
    table = await world.bot.store.table(1)
    assert table is not None
    now = (await sit(world.bot.store, 1)).seats[seat]
    calls = f'{{"member": {now.member}, "calls": [[1, {seat}, {now.due}]]}}'
    row = OutboxRow(99, 1, now.member, "reminder", calls, 0, 0, 0, 0)
    message = await remind.reminder(world.bot.store, row)
    assert message is not None
    return message.text, message.pictures, message.rows


async def test_a_message_is_made_from_the_members_own_view(toy: SignalBox, world: World) -> None:
    await signal_boxes(world, 1, "Ada", "Bo")
    before = [await composed(world, seat) for seat in (0, 1)]
    state = decode_state(toy, (await look_up(world, "SELECT state FROM snapshots"))[0][0])
    others = [card for card in range(1, 31) if card not in (*state.hands[0], *state.hands[1])]
    state.deck = [card for card in [*state.deck, *state.hands[1]] if card not in others[:3]]
    state.hands[1] = sorted(others[:3])
    await change(world, "UPDATE snapshots SET state = ?", encode(state))
    assert await composed(world, 0) == before[0], "Ada's does not depend on what Bo holds"
    assert (await composed(world, 1))[1] != before[1][1], "Bo's does"


async def test_news_leave_out_what_only_others_may_know(toy: SignalBox, world: World) -> None:
    [channel] = await signal_boxes(world, 1, "Ada", "Bo")
    state = (await sit(world.bot.store, 1)).truth
    with world.env._bot_scope():
        for seat, member in enumerate((world.ada, world.bo)):
            await world.bot.tables.play(1, member.id, Stash(state.hands[seat][0]))
        await world.bot.tables.play(1, world.ada.id, Draw("deck"))
        await world.bot.tables.play(1, world.ada.id, toy.ends_turn())
    drawn = (await sit(world.bot.store, 1)).truth.hands[0][-1]
    said, _, _ = await composed(world, 1)
    assert "**Ada** drew a card" in said
    assert str(drawn) not in said.replace(str(channel.id), "")


# Once, and to the right one


async def test_who_plays_at_once_gets_no_message(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    quick = await share(world)
    await world.wait(FIVE_MINUTES)
    assert not dms(quick)
    await told_once(world, await world.acting())


async def test_a_turn_that_goes_on_is_told_once(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.wait(11 * HOUR)
    await told_once(world, member)


async def test_who_was_uncalled_by_an_undo_is_not_told(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    first = await share(world)
    second = await world.acting()
    await world.wait(4 * MINUTE)
    panel = (await first.click(world.boards()[-1], label="Take your turn")).response
    await first.click(panel.message, label="Take the turn back")
    await world.settle()
    assert await world.acting() is first
    await world.wait(4 * MINUTE)
    assert not dms(second)
    await world.wait(FIVE_MINUTES)
    await told_once(world, first)


async def test_a_message_that_waits_is_dropped_when_an_undo_takes_its_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    first = await share(world)
    second = await world.acting()
    world.env.inject_error("POST", OPEN_DM, status=500, times=1)
    await world.wait(FIVE_MINUTES)
    assert len(await look_up(world, "SELECT 1 FROM outbox WHERE kind = 'reminder'")) == 1
    panel = (await first.click(world.boards()[-1], label="Take your turn")).response
    await first.click(panel.message, label="Take the turn back")
    await world.wait(MINUTE)
    assert not await look_up(world, "SELECT 1 FROM outbox")
    assert not dms(second)


async def test_a_message_that_waits_is_dropped_when_the_turn_is_over(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    world.env.inject_error("POST", OPEN_DM, status=500, times=1)
    await world.wait(FIVE_MINUTES)
    member = await share(world)
    await world.wait(MINUTE)
    assert not await look_up(world, "SELECT 1 FROM outbox")
    assert not dms(member)


async def test_a_message_about_ones_last_turn_does_not_tell_of_the_next(
    toy: SignalBox, world: World
) -> None:
    await signal_boxes(world, 1, "Ada")
    world.env.inject_error("POST", OPEN_DM, status=500, times=1)
    await world.wait(FIVE_MINUTES)
    hand = (await sit(world.bot.store, 1)).truth.hands[0]
    with world.env._bot_scope():
        await world.bot.tables.play(1, world.ada.id, Stash(hand[0]))
    await world.wait(FIVE_MINUTES - 1)
    assert not dms(world.ada)
    await world.wait(1)
    await told_once(world, world.ada)


async def test_a_message_is_for_who_sits_there_and_for_nobody_else(
    toy: SignalBox, world: World
) -> None:
    await signal_boxes(world, 1, "Ada", "Bo")
    [ada, _] = await world.bot.store.seats(1)
    for member, found in ((world.ada.id, 1), (world.bo.id, 0), (world.eve.id, 0)):
        calls = f'{{"member": {member}, "calls": [[1, 0, {ada.due}]]}}'
        row = OutboxRow(99, 1, member, "reminder", calls, 0, 0, 0, 0)
        assert len(await remind.waiting(world.bot.store, row)) == found


async def test_whose_seat_was_taken_over_is_not_told(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.wait(4 * MINUTE)
    sure = await member.slash(world.channel, "table leave")
    await member.click(sure.response.message, label="Yes, leave")
    await world.wait(4 * MINUTE)
    assert not dms(member)


async def test_no_message_for_a_table_that_was_ended(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    sure = await world.ada.slash(world.channel, "table abort")
    await world.ada.click(sure.response.message, label="Yes, end it")
    await world.wait(DAY)
    assert not dms(member)


# Restarts


async def test_a_restart_within_the_five_minutes(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.wait(2 * MINUTE)
    await world.restart()
    await world.wait(3 * MINUTE - 1)
    assert not dms(member)
    await world.wait(1)
    await told_once(world, member)
    await world.wait(HOUR)
    await told_once(world, member)


async def test_a_bot_that_was_down_tells_once_when_it_is_back(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.env.bot.close()
    await world.env.advance_time(5 * HOUR)
    await world.restart()
    await told_once(world, member)


async def test_a_restart_while_a_message_is_queued(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    with monkeypatch.context() as stuck:
        stuck.setattr(type(world.bot.outbox), "wake", lambda self: None)
        await world.wait(FIVE_MINUTES)
        assert len(await look_up(world, "SELECT 1 FROM outbox WHERE kind = 'reminder'")) == 1
        assert not dms(member)
    await world.restart()
    await told_once(world, member)
    await world.wait(HOUR)
    await told_once(world, member)


async def test_a_crash_between_sending_and_confirming(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The row is still there and says that it was on its way: the message is looked for."""
    unconfirmed: list[tuple[Any, ...]] = []
    post = Postman.post

    async def posting(self: Postman, row: OutboxRow) -> int | None:
        sent = await post(self, row)
        unconfirmed.extend(await look_up(world, "SELECT * FROM outbox WHERE id = ?", row.id))
        return sent

    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    monkeypatch.setattr(Postman, "post", posting)
    await world.wait(FIVE_MINUTES)
    [row] = unconfirmed
    await change(world, f"INSERT INTO outbox VALUES ({', '.join('?' * len(row))})", *row)
    await world.wait(0)
    await world.restart()
    await world.wait(HOUR)
    await told_once(world, member)
    assert len(unconfirmed) == 1, "it was not sent again"
    assert not await look_up(world, "SELECT 1 FROM outbox")


async def test_an_unconfirmed_message_for_several_tables_is_known_again(
    toy: SignalBox, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also when some of its turns are over, and others would be listed in their place now."""
    monkeypatch.setattr(remind, "LISTED", 2)
    await signal_boxes(world, 3, "Ada", "Bo")
    unconfirmed: list[tuple[Any, ...]] = []
    post = Postman.post

    async def posting(self: Postman, row: OutboxRow) -> int | None:
        unconfirmed.extend(await look_up(world, "SELECT * FROM outbox WHERE id = ?", row.id))
        return await post(self, row)

    monkeypatch.setattr(Postman, "post", posting)
    await world.wait(FIVE_MINUTES)
    row = next(row for row in unconfirmed if row[2] == world.ada.id)
    hand = (await sit(world.bot.store, 1)).truth.hands[0]
    with world.env._bot_scope():
        await world.bot.tables.play(1, world.ada.id, Stash(hand[0]))
    sent = list(row)
    sent[6] = 1
    await change(world, f"INSERT INTO outbox VALUES ({', '.join('?' * len(row))})", *sent)
    await world.restart()
    await world.wait(HOUR)
    assert len(dms(world.ada)) == 1


async def test_an_error_without_an_answer_is_not_a_second_message(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    world.env.inject_error("POST", OPEN_DM, status=503, times=3)
    await world.wait(FIVE_MINUTES)
    assert not dms(member)
    await world.wait(MINUTE)
    await told_once(world, member)


# Who takes no direct messages


def close_dms(world: World, times: int | None = 1) -> None:
    world.env.inject_error(
        "POST", OPEN_DM, status=403, code=50007, message="Cannot send messages", times=times
    )


async def test_who_takes_no_messages_is_pinged_in_the_channel_and_told_once_why(
    world: World,
) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    close_dms(world, times=2)
    await world.wait(FIVE_MINUTES)
    [nudge] = nudges(world)
    assert f"<@{member.id}>, it has been your turn since <t:" in text(nudge)
    assert "and it is due <t:" in text(nudge)
    assert "I may not send you direct messages" in text(nudge)
    assert [user.id for user in nudge.mentions] == [member.id]
    opened = await member.click(nudge, label="Take your turn")
    assert "Your turn: take a share." in text(opened.response)

    await world.wait(12 * HOUR)
    [_, again] = nudges(world)
    assert f"<@{member.id}>" in text(again)
    assert "direct messages" not in text(again)

    shown = await member.slash(world.channel, "settings show")
    assert "was turned away" in text(shown.response)
    shown = await member.slash(world.channel, "settings dms", mode="all")
    assert "was turned away" not in text(shown.response)


async def test_who_closes_messages_after_the_first_is_pinged_in_the_channel(world: World) -> None:
    """Their channel can still be opened then, as it is on Discord; it is sending that fails."""
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    await world.wait(FIVE_MINUTES)
    path = f"/channels/{member.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50007, message="Cannot send messages")
    await world.wait(12 * HOUR)
    [nudge] = nudges(world)
    assert f"<@{member.id}>, it has been your turn" in text(nudge)
    assert "I may not send you direct messages" in text(nudge)
    await told_once(world, member)


async def test_who_allows_messages_again_gets_them(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    close_dms(world)
    await world.wait(FIVE_MINUTES)
    await world.wait(12 * HOUR)
    assert len(nudges(world)) == 1
    assert len(dms(member)) == 1
    [(closed,)] = await look_up(world, "SELECT closed FROM members WHERE member = ?", member.id)
    assert closed == 0


async def test_a_first_notice_is_not_tried_where_messages_are_closed(world: World) -> None:
    """The board's post has mentioned them: a ping in the channel after five minutes is too much."""
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    close_dms(world, times=None)
    await world.wait(FIVE_MINUTES)
    assert len(nudges(world)) == 1
    for _ in range(3):
        await share(world)
    for _ in range(9):
        if await world.acting() is member:
            break
        await (await world.acting()).slash(world.channel, "ride done")
    told = [n for n in nudges(world) if f"<@{member.id}>" in text(n)]
    await world.wait(6 * HOUR)
    assert [n for n in nudges(world) if f"<@{member.id}>" in text(n)] == told


async def test_the_reason_is_told_also_when_the_first_of_several_turns_is_over(
    toy: SignalBox, world: World
) -> None:
    yards = await signal_boxes(world, 2, "Ada", "Bo")
    world.env.inject_error("POST", OPEN_DM, status=500, times=2)
    await world.wait(FIVE_MINUTES)
    hand = (await sit(world.bot.store, 1)).truth.hands[0]
    with world.env._bot_scope():
        await world.bot.tables.play(1, world.ada.id, Stash(hand[0]))
    close_dms(world, times=None)
    await world.wait(MINUTE)
    told = [text(m) for m in yards[1].history() if f"<@{world.ada.id}>, it has" in text(m)]
    assert len(told) == 1
    assert "I may not send you direct messages" in told[0]
    assert not [m for m in yards[0].history() if f"<@{world.ada.id}>, it has" in text(m)]


# Several tables


async def test_turns_at_several_tables_are_one_message(world: World) -> None:
    yard, siding = channels(world, 2)
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    mine = [world.channel]
    for channel in (yard, siding):
        await world.wait(MINUTE)
        await world.start("Ada", "Bo", "Cy", channel=channel)
        while await acting_in(world, channel) is not member:
            await share(world, channel)
        mine.append(channel)
    await world.wait(FIVE_MINUTES)
    [message] = dms(member)
    for channel in mine:
        assert f"Ride the Rails in <#{channel.id}>: your turn" in text(message)
    assert len(message.attachments) == 3
    assert len({picture.filename for picture in message.attachments}) == 3
    turns = [
        p["custom_id"] for p in parts(message.components) if p.get("custom_id", "")[:5] == "turn:"
    ]
    links = [p["url"] for p in parts(message.components) if p.get("url")]
    assert len(turns) == len(links) == 3
    opened = await member.user.click(message, custom_id=turns[2])
    assert "Your turn: take a share." in text(opened.response)
    await world.wait(10 * MINUTE)
    assert len(dms(member)) == 1, "and no second one for the later turns"


async def test_with_two_tables_of_one_game_one_finds_the_button_of_each(
    toy: SignalBox, world: World
) -> None:
    yards = await signal_boxes(world, 2, "Ada", "Bo")
    await world.wait(FIVE_MINUTES)
    [message] = dms(world.ada)
    for number, channel in enumerate(yards, start=1):
        assert f"### {number}. Signal Box in <#{channel.id}>: your turn" in text(message)
        button = buttons(message)[f"Take your turn: {number}. Signal Box"]
        table = await world.bot.store.open_table(channel.id)
        assert table and button["custom_id"].startswith(f"turn:{table.id}:")


async def test_many_tables_keep_the_limits_of_a_message(toy: SignalBox, world: World) -> None:
    yards = await signal_boxes(world, 12, "Ada", "Bo", pace=DAY)
    await world.wait(FIVE_MINUTES)
    [message] = dms(world.ada)
    listed = [channel for channel in yards if f"<#{channel.id}>" in text(message)]
    assert len(listed) == remind.LISTED
    assert text(message).endswith("And 4 more: `/tables` lists all.")
    everything = list(parts(message.components))
    assert len(everything) <= 40
    assert len(message.attachments) == remind.SHOWN


def test_no_table_is_left_out_for_the_news_of_another() -> None:
    told = [remind._Told(f"### Table {n}", "So far:", ["x" * 300] * 9) for n in range(8)]
    said = remind._fitted(told, Phrasebook(), "And 1 more")
    assert len(said) <= 3900
    assert said.count("### Table") == 8
    assert said.endswith("And 1 more")
    assert "x" * 300 in said, "as much news as there is room for"


async def test_a_table_that_cannot_be_read_does_not_keep_the_others_back(
    toy: SignalBox, world: World, caplog: pytest.LogCaptureFixture
) -> None:
    yards = await signal_boxes(world, 2, "Ada", "Bo")
    await change(world, "UPDATE snapshots SET state = ? WHERE table_id = 1", b"{}")
    await world.wait(FIVE_MINUTES)
    [message] = dms(world.ada)
    assert f"<#{yards[1].id}>" in text(message) and f"<#{yards[0].id}>" not in text(message)
    assert "can't be read" in caplog.text


async def test_a_picture_that_cannot_be_drawn_does_not_keep_the_message_back(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await world.start("Ada", "Bo", "Cy")
    monkeypatch.setattr(remind, "paint", lambda *_: 1 / 0)
    await world.wait(FIVE_MINUTES)
    message = await told_once(world, await world.acting())
    assert not message.attachments
    assert "Take your turn here" in buttons(message)
    assert "can't be drawn" in caplog.text


# Again and again


async def test_a_reminder_comes_every_twelve_hours(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    await change(world, "UPDATE tables SET pace = ?", 7 * DAY)
    await world.ada.click(post, label="Start")
    await world.settle()
    member = await world.acting()
    await world.wait(FIVE_MINUTES)
    for count in (1, 2, 3):
        assert len(dms(member)) == count
        await world.wait(12 * HOUR - 1)
        assert len(dms(member)) == count
        await world.wait(1)
    await share(world)
    await world.wait(13 * HOUR)
    assert len(dms(member)) == 4, "and none when the turn is over"
