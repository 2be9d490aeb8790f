"""The lobby: who plays, with which options, until the table starts."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.lobby import with_option
from bot.lobbypost import option_values
from bot.refusal import Refused
from bot.store import SeatRow
from games import phrasebook
from games.core import commitment
from tests import toy as signal_box
from tests.bot.world import World, buttons, menus, parts, text

OPTION_WORDS = """
[options]
open_card = "Open card"
pips = "Pips"
hand = "Cards dealt"

[terms."options.open_card"]
true = "yes"
false = "no"
"""


@pytest.fixture
def toy_options(
    toy: signal_box.SignalBox, toy_words: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> signal_box.SignalBox:
    """Signal Box with words for its options."""
    folder = tmp_path / "words"
    for path in toy_words.rglob("words.*.toml"):
        target = folder / path.relative_to(toy_words)
        target.parent.mkdir(parents=True, exist_ok=True)
        said = path.read_text(encoding="utf-8")
        if path.parent.name == "toy" and "[options]" not in said:
            said += OPTION_WORDS
        target.write_text(said, encoding="utf-8")
    monkeypatch.setattr(phrasebook, "DATA", folder)
    return toy


async def lobby_of_toy(world: World) -> Any:
    """A lobby of Signal Box that Ada has opened."""
    with world.env._bot_scope():
        lobby = await world.bot.lobbies.open(
            server=world.server.id,
            channel=world.channel.id,
            parent=None,
            creator=SeatRow(0, world.ada.id, "Ada", "ada"),
            game="toy",
        )
        await world.bot.queue_lobby(lobby)
    await world.settle()
    return world.channel.last_message


def now(world: World, post: Any) -> Any:
    """A post as it looks now."""
    return next(m for m in world.channel.history() if m.id == post.id)


async def names(world: World) -> list[str]:
    return [seat.name for seat in (await world.table()).seats]


async def test_a_new_table_shows_the_game_who_is_in_and_the_hash_of_its_seed(world: World) -> None:
    opened = await world.ada.slash(world.channel, "table new", game="ride")
    table = await world.table()
    said = text(opened.response)
    assert "Ride the Rails for 3 to 5" in said
    assert "**Ada** is in." in said
    assert commitment(table.row.seed) in said
    assert table.row.seed.hex() not in said
    assert list(buttons(opened.response)) == ["Join", "Leave", "Add a computer player", "Start"]
    assert not opened.ephemeral


async def test_members_join_and_the_post_says_so(world: World) -> None:
    post = await world.lobby("Ada")
    await world.bo.click(post, label="Join")
    answer = await world.cy.click(post, label="Join")
    assert answer.response.id == post.id, "the post changes in place"
    assert "**Ada**, **Bo** and **Cy** are in." in text(now(world, post))
    assert await names(world) == ["Ada", "Bo", "Cy"]


async def test_who_is_in_already_is_told_so_alone(world: World) -> None:
    post = await world.lobby("Ada")
    answer = await world.ada.click(post, label="Join")
    assert answer.ephemeral
    assert "You are in already" in text(answer.response)
    assert await names(world) == ["Ada"]


async def test_who_leaves_gives_the_seat_up(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    await world.bo.click(post, label="Leave")
    assert "**Ada** and **Cy** are in." in text(now(world, post))
    table = await world.table()
    assert [(seat.seat, seat.name) for seat in table.seats] == [(0, "Ada"), (1, "Cy")]


async def test_who_opened_the_table_can_leave_it_to_the_others(world: World) -> None:
    post = await world.lobby("Ada", "Bo")
    await world.ada.click(post, label="Leave")
    assert await names(world) == ["Bo"]
    await world.bo.click(post, label="Add a computer player")
    assert await names(world) == ["Bo", "Computer 1"]


@pytest.mark.parametrize("label", ["Leave", "Add a computer player", "Start"])
async def test_who_is_not_in_is_asked_to_join_first(world: World, label: str) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    answer = await world.dee.click(post, label=label)
    assert answer.ephemeral
    assert "Press Join first" in text(answer.response)
    assert await names(world) == ["Ada", "Bo", "Cy"]
    assert (await world.table()).row.status == "lobby"


async def test_computer_players_come_and_go(world: World) -> None:
    post = await world.lobby("Ada")
    assert "Remove a computer player" not in buttons(post)
    await world.ada.click(post, label="Add a computer player")
    await world.ada.click(post, label="Add a computer player")
    assert await names(world) == ["Ada", "Computer 1", "Computer 2"]
    await world.ada.click(now(world, post), label="Remove a computer player")
    await world.bo.click(post, label="Join")
    assert await names(world) == ["Ada", "Computer 1", "Bo"]
    await world.ada.click(now(world, post), label="Remove a computer player")
    assert await names(world) == ["Ada", "Bo"]
    assert "Remove a computer player" not in buttons(now(world, post))


async def test_a_full_table_takes_nobody_more(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy", "Dee", "Eve")
    full = buttons(now(world, post))
    assert full["Join"]["disabled"] and full["Add a computer player"]["disabled"]
    assert not full["Start"].get("disabled")


async def test_a_join_that_comes_too_late_is_refused(world: World) -> None:
    post = await world.lobby("Ada", computers=4)
    table = await world.table()
    with pytest.raises(Refused) as refused:
        await world.bot.lobbies.join(table.row.id, world.bo.id, "Bo", "bo")
    assert table.words.tell(refused.value.fact) == "The table is full: 5 play at most."
    assert "Computer 4" in text(now(world, post))


async def test_start_with_too_few_says_so_and_offers_to_fill_up(world: World) -> None:
    post = await world.lobby("Ada")
    answer = await world.ada.click(post, label="Start")
    assert answer.ephemeral
    assert "2 more seats: 3 to 5 play" in text(answer.response)
    assert (await world.table()).row.status == "lobby"

    await world.ada.click(answer.response.message, label="Add computer players and start")
    assert "board is on its way" in text(answer.response)
    assert await names(world) == ["Ada", "Computer 1", "Computer 2"]
    assert (await world.table()).row.status == "running"
    assert "has started" in text(now(world, post)) and not buttons(now(world, post))
    assert len(world.boards()) == 1


async def test_one_seat_is_one_seat(world: World) -> None:
    post = await world.lobby("Ada", "Bo")
    answer = await world.bo.click(post, label="Start")
    assert "1 more seat: 3 to 5 play" in text(answer.response)


async def test_the_fill_button_starts_once_however_often_it_is_pressed(world: World) -> None:
    post = await world.lobby("Ada", "Bo")
    mine = await world.ada.click(post, label="Start")
    his = await world.bo.click(post, label="Start")
    await world.ada.click(mine.response.message, label="Add computer players and start")
    late = await world.bo.click(his.response.message, label="Add computer players and start")
    assert await names(world) == ["Ada", "Bo", "Computer 1"]
    assert "has started" in text(late.response)
    assert len(world.boards()) == 1


async def test_the_fill_button_still_works_when_the_lobbys_post_is_gone(world: World) -> None:
    post = await world.lobby("Ada")
    answer = await world.ada.click(post, label="Start")
    world.env.backend.delete_message(world.channel.id, post.id)
    await world.ada.click(answer.response.message, label="Add computer players and start")
    assert "board is on its way" in text(answer.response)
    assert len(world.boards()) == 1


async def test_start_with_too_many_says_so(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy", "Dee", "Eve")
    table = await world.table()
    async with world.bot.store.writing() as pen:
        await pen.set_seats(table.row.id, [*table.seats, SeatRow(5, None, "Six", "six")])
    answer = await world.ada.click(post, label="Start")
    assert text(answer.response) == "Too many: 3 to 5 play. Somebody must leave first."
    assert (await world.table()).row.status == "lobby"


async def test_the_last_one_out_closes_the_lobby(world: World) -> None:
    post = await world.lobby("Ada", "Bo", computers=1)
    await world.ada.click(post, label="Leave")
    await world.bo.click(post, label="Leave")
    assert "This table was closed." in text(now(world, post))
    assert not buttons(now(world, post))
    opened = await world.cy.slash(world.channel, "table new", game="ride")
    assert "**Cy** is in." in text(opened.response), "the channel is free again"


async def test_the_buttons_of_a_lobby_that_has_started_only_show_that_it_has(world: World) -> None:
    post = await world.lobby("Ada", "Bo", "Cy")
    old = {label: key["custom_id"] for label, key in buttons(post).items()}
    await world.ada.click(post, label="Start")
    assert "The table has started: the board is below." in text(now(world, post))
    assert not buttons(now(world, post))
    assert await names(world) == ["Ada", "Bo", "Cy"]

    # Somebody whose client still showed the buttons.
    for label in ("Join", "Leave", "Start"):
        view = discord.ui.LayoutView()
        view.add_item(
            discord.ui.ActionRow(discord.ui.Button(label=label, custom_id=old[label]))  # type: ignore[var-annotated]
        )
        late = await world.bot.get_partial_messageable(world.channel.id).send(view=view)
        answer = await world.bo.click(late, label=label)
        assert "has started" in text(answer.response)
    assert await names(world) == ["Ada", "Bo", "Cy"]
    assert len(world.boards()) == 1


async def test_lobbies_outlive_a_restart(world: World) -> None:
    post = await world.lobby("Ada", "Bo")
    await world.restart()
    await world.cy.click(now(world, post), label="Join")
    await world.cy.click(now(world, post), label="Start")
    assert await names(world) == ["Ada", "Bo", "Cy"]
    assert len(world.boards()) == 1


async def test_two_join_at_once_and_both_are_in(world: World) -> None:
    post = await world.lobby("Ada")
    table = await world.table()
    join = world.bot.lobbies.join
    await asyncio.gather(
        join(table.row.id, world.bo.id, "Bo", "bo"), join(table.row.id, world.cy.id, "Cy", "cy")
    )
    assert sorted(await names(world)) == ["Ada", "Bo", "Cy"]
    assert post


async def test_a_second_table_in_a_channel_opens_in_a_thread_of_its_own(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    answer = await world.dee.slash(world.channel, "table new", game="ride")
    [thread] = world.channel.threads
    assert answer.ephemeral
    assert f"in a thread of its own: <#{thread.id}>" in text(answer.response)
    assert thread.name == "Ride the Rails: Dee's table"
    [lobby] = thread.history()
    assert "**Dee** is in." in text(lobby)

    await world.eve.click(lobby, label="Join")
    await world.dee.click(lobby, label="Add a computer player")
    await world.dee.click(lobby, label="Start")
    assert len(world.boards(thread)) == 1
    assert len(world.boards()) == 1, "the table in the channel is another"


async def test_a_third_table_asked_for_in_the_thread_opens_beside_it(world: World) -> None:
    await world.lobby("Ada")
    await world.bo.slash(world.channel, "table new", game="ride")
    [thread] = world.channel.threads
    answer = await world.cy.slash(thread, "table new", game="ride")
    assert len(world.channel.threads) == 2
    other = next(t for t in world.channel.threads if t.id != thread.id)
    assert f"<#{other.id}>" in text(answer.response)
    assert "**Cy** is in." in text(other.last_message)


async def test_a_table_can_be_opened_in_a_free_thread(world: World) -> None:
    await world.lobby("Ada")
    await world.bo.slash(world.channel, "table new", game="ride")
    [thread] = world.channel.threads
    await world.bo.click(thread.last_message, label="Leave")
    opened = await world.cy.slash(thread, "table new", game="ride")
    assert not opened.ephemeral and "**Cy** is in." in text(opened.response)
    assert len(world.channel.threads) == 1


async def test_a_channel_without_threads_has_one_table(world: World) -> None:
    voice = world.server.create_voice_channel("talk")
    await world.settle()
    await world.ada.slash(voice, "table new", game="ride")
    answer = await world.bo.slash(voice, "table new", game="ride")
    assert "can't hold threads. Open yours in another channel" in text(answer.response)


async def test_a_server_has_many_tables_and_a_member_sits_at_several(world: World) -> None:
    places = [world.server.create_text_channel(name) for name in ("north", "south")]
    await world.settle()
    for place in places:
        post = await world.lobby("Ada", "Bo", computers=1, channel=place)
        await world.bo.click(post, label="Start")
        await world.settle()
    for place in places:
        [board] = world.boards(place)
        pressed = [await m.click(board, label="Take your turn") for m in (world.ada, world.bo)]
        assert sum("Your turn" in text(p.response) for p in pressed) == 1
    open_tables = await world.bot.store.running()
    assert [row.channel for row in open_tables] == [place.id for place in places]


async def test_start_names_seats_order_and_hash_and_pings_who_is_first(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    table = await world.table()
    first = await world.acting()
    said = text(board)
    assert "At the table: **Ada**, **Bo** and **Cy**." in said
    order = [f"**{table.seats[seat].name}**" for seat in table.truth.order]
    assert f"Turn order: {order[0]}, {order[1]} and {order[2]}." in said
    assert f"sealed with the hash `{commitment(table.row.seed)}`" in said
    assert table.row.seed.hex() not in said
    assert f"<@{first.id}> is next: take a share." in said
    assert list(buttons(board)) == ["Take your turn", "Board", "Log"]


async def test_the_first_board_has_a_picture_with_words_for_who_cannot_see_it(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    [picture] = board.attachments
    first = await world.acting()
    assert picture.content_type == "image/png" or picture.filename.endswith(".png")
    assert picture.description and first.name in picture.description
    assert len(picture.description) <= 1024
    [shown] = [p for p in parts(board.components) if p["type"] == 12]
    assert shown["items"][0]["media"]["url"]
    assert (await picture.read()).startswith(b"\x89PNG")


def posted(world: World) -> list[dict[str, Any]]:
    """What the bot posted of its own accord."""
    path = f"/channels/{world.channel.id}/messages"
    return [r.json for r in world.env.http_requests if (r.method, r.path) == ("POST", path)]


async def test_only_who_is_next_is_pinged(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    first = await world.acting()
    [post] = posted(world)
    assert post["allowed_mentions"]["parse"] == []
    assert [int(user) for user in post["allowed_mentions"]["users"]] == [first.id]


async def test_a_name_with_markup_and_everyone_in_it_is_harmless(world: World) -> None:
    wild = "@everyone **x** [a](http://b) `c`"
    eve = world.server.add_member(world.env.create_user("rogue"), nick=wild)
    await world.settle()
    opened = await eve.slash(world.channel, "table new", game="ride")
    post = opened.response.message
    escaped = discord.utils.escape_markdown(wild)
    assert f"**{escaped}** is in." in text(post)
    await world.ada.click(post, label="Join")
    await world.bo.click(post, label="Join")
    await world.ada.click(post, label="Start")
    await world.settle()
    [board] = world.boards()
    assert escaped in text(board) and f"{wild} " not in text(board).replace(escaped, "")
    assert not board.mention_everyone
    for sent in world.env.http_requests:
        body = sent.json if isinstance(sent.json, dict) else {}
        allowed = (body.get("data") or body).get("allowed_mentions")
        if allowed is not None:
            assert allowed["parse"] == [], sent.path
            assert not allowed.get("roles")


async def test_play_again_opens_a_lobby_with_whoever_pressed(
    toy_options: signal_box.SignalBox, world: World
) -> None:
    post = await lobby_of_toy(world)
    await world.ada.click(post, label="Start")
    await play_to_the_end(world)
    board = world.boards()[-1]
    answer = await world.bo.click(board, label="Play again")
    assert not answer.ephemeral
    assert "Signal Box for 1 to 4" in text(answer.response)
    assert "**Bo** is in." in text(answer.response)
    second = await world.cy.click(board, label="Play again")
    [thread] = world.channel.threads
    assert second.ephemeral and f"<#{thread.id}>" in text(second.response)
    assert "**Cy** is in." in text(thread.last_message)


async def play_to_the_end(world: World) -> None:
    """Everybody plays as a computer player would."""
    for _ in range(99):
        if not (table := await world.table()).acting:
            break
        seat = min(table.acting)
        moves = list(table.game.legal(table.truth, seat))
        move = table.game.choose(table.view(seat), moves, None)
        member = table.seats[seat].member
        assert member is not None
        with world.env._bot_scope():
            await world.bot.tables.play(table.row.id, member, move)
    await world.settle()


async def test_options_are_chosen_in_the_lobby(
    toy_options: signal_box.SignalBox, world: World
) -> None:
    post = await lobby_of_toy(world)
    assert "Open card: yes" in text(post) and "Cards dealt: 3" in text(post)
    offered = {m["placeholder"]: [o["label"] for o in m["options"]] for m in menus(post)}
    assert offered["Cards dealt"] == [f"Cards dealt: {n}" for n in (2, 3, 4, 5)]
    assert offered["Open card"] == ["Open card: no", "Open card: yes"]

    await choose(world, post, "Cards dealt", "5")
    await choose(world, post, "Open card", "False")
    await choose(world, post, "Pips", "double")
    said = text(now(world, post))
    assert "Cards dealt: 5" in said and "Open card: no" in said and "Pips: double" in said
    await world.ada.click(post, label="Start")
    state = (await world.table()).truth
    assert len(state.hands[0]) == 5 and state.open is None and state.options.pips == "double"


async def choose(world: World, post: Any, option: str, value: str) -> Any:
    [menu] = [m for m in menus(now(world, post)) if m["placeholder"] == option]
    return await world.ada.select(post, [value], custom_id=menu["custom_id"])


async def test_the_chosen_option_is_the_one_that_the_menu_shows(
    toy_options: signal_box.SignalBox, world: World
) -> None:
    post = await lobby_of_toy(world)
    await choose(world, post, "Cards dealt", "4")
    shown = {
        m["placeholder"]: [o["value"] for o in m["options"] if o.get("default")]
        for m in menus(now(world, post))
    }
    assert shown.pop("How long may a turn take?") == ["none"]
    assert shown == {"Open card": ["True"], "Pips": ["plain"], "Cards dealt": ["4"]}


async def test_only_who_plays_chooses_options(
    toy_options: signal_box.SignalBox, world: World
) -> None:
    post = await lobby_of_toy(world)
    [menu] = [m for m in menus(post) if m["placeholder"] == "Open card"]
    answer = await world.bo.select(post, ["False"], custom_id=menu["custom_id"])
    assert answer.ephemeral and "Press Join first" in text(answer.response)
    assert json.loads((await world.table()).row.options)["open_card"] is True


def test_an_options_values_are_those_of_its_type() -> None:
    assert option_values(signal_box.Options, "open_card") == [False, True]
    assert option_values(signal_box.Options, "pips") == ["plain", "double"]
    assert option_values(signal_box.Options, "hand") == [2, 3, 4, 5]


@pytest.mark.parametrize(
    ("name", "value", "key"),
    [
        ("hand", 6, "option_out_of_range"),
        ("hand", 1, "option_out_of_range"),
        ("hand", "many", "option_out_of_range"),
        ("pips", "triple", "option_out_of_range"),
        ("open_card", "perhaps", "option_out_of_range"),
        ("colour", "red", "no_such_option"),
    ],
)
def test_an_option_out_of_range_is_refused(name: str, value: Any, key: str) -> None:
    with pytest.raises(Refused) as refused:
        with_option(signal_box.SIGNAL_BOX, "{}", name, value)
    assert refused.value.fact.key == f"refused.{key}"


async def test_a_lobby_that_cannot_be_written_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await world.lobby("Ada")

    async def broken(*_: Any, **__: Any) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(world.bot.lobbies, "join", broken)
    answer = await world.bo.click(post, label="Join")
    assert answer.acknowledged, "the member waits for an answer that never comes"
    assert "Something went wrong on our side" in text(answer.response)
    assert "**Ada** is in." in text(now(world, post)), "the lobby's post stays as it was"


async def test_a_lobby_whose_first_post_failed_is_posted_all_the_same(world: World) -> None:
    world.env.inject_error("POST", "/interactions/*/*/callback", status=500, times=2)
    await world.ada.slash(world.channel, "table new", game="ride")
    await world.wait(60)
    posts = [m for m in world.channel.history() if "Join" in buttons(m)]
    assert len(posts) == 1, "a table that nobody can see can't be joined"
