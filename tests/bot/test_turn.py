"""Taking a turn in the panel: open it, choose, confirm, take back, end the turn."""

from __future__ import annotations

from typing import Any

import pytest

from bot import panel
from bot.store import SeatRow
from games.core import Fact, Move, Rng
from tests import toy as signal_box
from tests.bot.world import World, buttons, menus, parts, text


@pytest.fixture(autouse=True)
def _toy_names_its_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move without fields is labelled too."""
    labelled = signal_box.SignalBox.label

    def label(self: Any, view: Any, field: str, moves: Any) -> Fact:
        return labelled(self, view, field, moves) if field else Fact("toy.buttons.done")

    monkeypatch.setattr(signal_box.SignalBox, "label", label)


async def table_of_toy(world: World, *members: str, computers: int = 0) -> Any:
    """A table of Signal Box that has started; its first board."""
    first, *others = (world.members[name] for name in members)
    lobbies = world.bot.lobbies
    with world.env._bot_scope():
        lobby = await lobbies.open(
            server=world.server.id,
            channel=world.channel.id,
            parent=None,
            creator=SeatRow(0, first.id, first.name, first.name.lower()),
            game="toy",
        )
        for member in others:
            await lobbies.join(lobby.row.id, member.id, member.name, member.name.lower())
        for _ in range(computers):
            await lobbies.add_computer(lobby.row.id, first.id)
        await lobbies.start(lobby.row.id, first.id)
    await world.settle()
    return world.boards()[-1]


async def play(world: World, seat: int, move: Move) -> None:
    """Whoever sits there makes a move, by whatever way."""
    table = await world.table()
    member = table.seats[seat].member
    assert member is not None
    with world.env._bot_scope():
        await world.bot.tables.play(table.row.id, member, move)
    await world.settle()


async def play_on(world: World, until: str) -> None:
    """Everybody plays as a computer player would until a phase begins."""
    for _ in range(99):
        if (table := await world.table()).truth.phase == until:
            return
        seat = min(table.acting)
        moves = list(table.game.legal(table.truth, seat))
        await play(world, seat, table.game.choose(table.view(seat), moves, Rng(bytes(32), 0)))
    raise AssertionError(f"phase {until} never came")


async def take_turn(world: World, member: Any = None) -> Any:
    """The panel of whoever is due, or of somebody else."""
    member = member or await world.acting()
    return (await member.click(world.boards()[-1], label="Take your turn")).response


def picks(response: Any) -> dict[str, str]:
    """The buttons for values, by label, with their ids."""
    return {
        part["label"]: part["custom_id"]
        for part in parts(response.components)
        if part["type"] == 2 and ":pick:" in part["custom_id"]
    }


async def press(member: Any, response: Any, label: str) -> Any:
    """Press a button; what was open already needs none."""
    if label not in buttons(response):
        return response
    return (await member.click(response.message, label=label)).response


async def choose_first(member: Any, response: Any) -> Any:
    """Choose the first value of whatever is asked last."""
    open_menus = [m for m in menus(response) if not any(o.get("default") for o in m["options"])]
    if open_menus:
        menu = open_menus[-1]
        value = menu["options"][0]["value"]
        return (
            await member.select(response.message, [value], custom_id=menu["custom_id"])
        ).response
    deepest = max(
        (i for i in picks(response).values() if "/" in i), key=lambda path: path.count("/")
    )
    return (await member.click(response.message, custom_id=deepest)).response


async def until_confirmed(member: Any, response: Any, label: str) -> Any:
    """Choose until the button that confirms is there."""
    for _ in range(4):
        if label in buttons(response):
            return response
        response = await choose_first(member, response)
    raise AssertionError(f"no button {label!r}: {text(response)}")


async def until_played(world: World, member: Any, response: Any) -> Any:
    """Choose until a move has been made."""
    made = await moves_made(world)
    for _ in range(4):
        response = await choose_first(member, response)
        if await moves_made(world) > made:
            return response
    raise AssertionError(f"the panel led nowhere: {text(response)}")


async def moves_made(world: World) -> int:
    return len(await world.bot.store.moves((await world.table()).row.id))


async def test_the_panel_is_for_its_member_alone_with_a_picture_and_words_for_it(
    world: World,
) -> None:
    await world.start("Ada", "Bo", "Cy")
    response = await take_turn(world)
    assert response.ephemeral
    said = text(response)
    assert "**Ride the Rails** · Round 1 of 6: shares" in said
    assert "Your turn: take a share." in said
    [picture] = response.attachments
    assert picture.description and len(picture.description) <= 1024
    assert list(picks(response)), "the railroads that have come in"
    assert buttons(response)["Undo"]["disabled"]


async def test_a_share_by_the_panel_ends_the_turn_and_the_panel_says_who_is_next(
    world: World,
) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world)
    label, custom_id = next(iter(picks(response).items()))
    after = (await member.click(response.message, custom_id=custom_id)).response
    assert after.id == response.id, "the panel is edited in place"
    railroad = label.partition(" ")[0]
    assert f"took a share in {railroad} and now holds 1." in text(after)
    following = await world.acting()
    assert following is not member
    assert f"It's **{following.name}**'s turn, due <t:" in text(after)
    assert set(buttons(after)) == {"Take the turn back"}
    board = world.boards()[-1]
    assert f"**{member.name}** took a share in {railroad}" in text(board)
    assert f"<@{following.id}> is next" in text(board)


async def test_building_undoing_and_ending_the_turn(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member, boards = await world.acting(), len(world.boards())
    response = await take_turn(world)
    assert "Your turn: up to 8 locomotives." in text(response)
    before = (await world.table()).state

    response = await press(member, response, "Build")
    response = await until_played(world, member, response)
    assert "started" in text(response)
    assert "7 of 8 locomotives left" in text(response)
    assert "End turn, giving up 7" in buttons(response)
    assert len(world.boards()) == boards, "nobody else sees an unfinished turn"

    response = (await member.click(response.message, label="Undo")).response
    assert (await world.table()).state == before
    assert "Your turn: up to 8 locomotives." in text(response)
    response = (await member.click(response.message, label="End turn, giving up 8")).response
    assert await world.acting() is not member
    assert len(world.boards()) == boards + 1
    assert f"**{member.name}** built nothing." in text(world.boards()[-1])


async def test_building_towards_a_city_is_sketched_first_and_built_when_confirmed(
    world: World,
) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    await play_on(world, "ride")
    await play_on(world, "share")
    await play_on(world, "build")
    member = await world.acting()
    response = await take_turn(world)
    response = (await member.click(response.message, label="Build towards...")).response
    made = await moves_made(world)
    response = await until_confirmed(member, response, "Build what is sketched")
    assert await moves_made(world) == made, "a sketch builds nothing"
    sketch = response.attachments[0].description

    response = (await member.click(response.message, label="Build what is sketched")).response
    assert await moves_made(world) > made
    assert "built" in text(response) or "started" in text(response)
    if response.attachments:
        assert response.attachments[0].description != sketch


async def test_a_ride_is_chosen_step_by_step(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "ride")
    member = await world.acting()
    response = await take_turn(world)
    assert "take a passenger for a ride" in text(response)
    made = await moves_made(world)
    response = await until_played(world, member, response)
    assert await moves_made(world) == made + 1
    assert f"**{member.name}** rode" in text(response)
    assert f"**{member.name}** rode" in text(world.boards()[-1])


async def test_choosing_again_goes_back_a_step(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    response = await take_turn(world, world.ada)
    response = (await world.ada.click(response.message, label="Set")).response
    first, second = list(picks(response).values())[:2]
    response = (await world.ada.click(response.message, custom_id=first)).response
    assert {"up", "down"} <= picks(response).keys()
    response = (await world.ada.click(response.message, custom_id=second)).response
    response = (await world.ada.click(response.message, label="up")).response
    [move] = [m for m in await world.bot.store.moves(1) if '"set"' in m.move]
    assert f'"card":{second.rpartition("/")[2]}' in move.move


async def test_the_button_of_an_old_board_opens_what_is_due_now(world: World) -> None:
    old = await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member = await world.acting()
    response = (await member.click(old, label="Take your turn")).response
    assert "Round 1 of 6: build" in text(response)
    assert "Your turn" in text(response)


async def test_who_is_not_due_sees_who_is_and_the_table(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    due = await world.acting()
    other = next(m for m in (world.ada, world.bo, world.cy) if m is not due)
    response = await take_turn(world, other)
    assert response.ephemeral
    assert f"It's **{due.name}**'s turn, due <t:" in text(response)
    assert "You will be mentioned when it is yours." in text(response)
    assert len(response.attachments) == 1
    assert not buttons(response) and not menus(response)


async def test_a_spectator_is_told_how_to_play(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    response = await take_turn(world, world.dee)
    assert response.ephemeral
    assert "You don't sit at this table." in text(response)
    assert not response.attachments and not buttons(response)


async def test_while_computer_players_are_at_it_the_panel_says_so(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    post = await world.lobby("Ada", computers=4)

    async def thinking(*_: Any) -> bool:
        return False

    monkeypatch.setattr(world.bot.tables, "_computer_move", thinking)
    await world.ada.click(post, label="Start")
    table = await world.table()
    if not table.computers_to_act:
        await play(world, 0, next(iter(table.game.legal(table.truth, 0))))
        table = await world.table()
    assert table.computers_to_act
    view = await world.bot.turns.open(table.row.id, world.ada.id)
    assert view.text == "The computer players are at it; the board is posted in a moment."


async def test_a_second_panel_is_stale_once_the_first_has_played(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member = await world.acting()
    first, second = await take_turn(world), await take_turn(world)
    first = await press(member, first, "Build")
    second = await press(member, second, "Build")
    made = await moves_made(world)
    first = await until_played(world, member, first)
    response = await choose_first(member, second)
    assert "That panel was from an earlier moment" in text(response)
    assert "7 of 8 locomotives left" in text(response), "and this is how it stands"
    assert await moves_made(world) == made + 1


async def test_undo_in_a_stale_panel_takes_nothing_back(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    await play_on(world, "build")
    member = await world.acting()
    response = await take_turn(world)
    made = await moves_made(world)
    response = await press(member, response, "Build")
    response = await until_played(world, member, response)
    table = await world.table()
    seat = table.seat_of(member.id)
    stale = await take_turn(world)
    await play(world, seat, next(iter(table.game.legal(table.truth, seat))))
    answer = (await member.click(stale.message, label="Undo")).response
    assert "earlier moment" in text(answer)
    assert await moves_made(world) == made + 2


async def test_the_panel_outlives_a_restart(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world)
    await world.restart()
    after = (
        await member.click(response.message, custom_id=next(iter(picks(response).values())))
    ).response
    assert "took a share" in text(after)
    assert len(world.boards()) == 2


async def test_the_log_in_the_panel_leaves_the_panel_alone(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world)
    log = (await member.click(response.message, label="Log")).response
    assert log.id != response.id and log.ephemeral
    assert "Nothing has happened yet." in text(log)


async def test_members_who_act_at_the_same_time_do_not_make_each_others_panels_stale(
    toy: signal_box.SignalBox, world: World
) -> None:
    board = await table_of_toy(world, "Ada", "Bo", "Cy")
    assert all(f"<@{m.id}> is next" in text(board) for m in (world.ada, world.bo, world.cy))
    panels = {m: await take_turn(world, m) for m in (world.ada, world.bo, world.cy)}
    for member, response in panels.items():
        after = await choose_first(member, response)
        assert "earlier moment" not in text(after)
        assert "You put" in text(after)
    assert (await world.table()).truth.phase == "play"


async def test_a_panel_shows_its_member_their_own_secrets_only(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    hands = (await world.table()).truth.hands
    for seat, member in enumerate((world.ada, world.bo)):
        offered = {
            int(i.rpartition("/")[2]) for i in picks(await take_turn(world, member)).values()
        }
        assert offered == set(hands[seat])


async def test_hints_stand_in_the_panel(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    left = len((await world.table()).truth.deck)
    assert f"{left} cards are left in the deck." in text(await take_turn(world, world.ada))


async def test_a_move_with_a_warning_is_made_at_the_second_press(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    turns = (await world.table()).row.turns
    response = await take_turn(world, world.ada)
    done = next(label for label, i in picks(response).items() if i.endswith(":done"))
    response = (await world.ada.click(response.message, label=done)).response
    assert "You have drawn no card this turn." in text(response)
    assert (await world.table()).row.turns == turns
    await world.ada.click(response.message, label="Do it")
    assert (await world.table()).row.turns == turns + 1


async def test_without_a_warning_one_press_is_enough(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    turns = (await world.table()).row.turns
    await play(world, 0, signal_box.Draw("deck"))
    response = await take_turn(world, world.ada)
    done = next(label for label, i in picks(response).items() if i.endswith(":done"))
    await world.ada.click(response.message, label=done)
    assert (await world.table()).row.turns == turns + 1


async def test_the_end_turn_button_reads_as_one(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    labels = buttons(await take_turn(world, world.ada))
    assert all(label.strip() for label in labels), labels


async def test_what_was_revealed_stands(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    response = await take_turn(world, world.ada)
    response = (await world.ada.click(response.message, label="Draw")).response
    response = (await world.ada.click(response.message, label="deck")).response
    assert "You drew" in text(response)
    assert buttons(response)["Undo"]["disabled"]


async def test_a_shortcut_makes_all_its_moves(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    turns, made = (await world.table()).row.turns, await moves_made(world)
    response = await take_turn(world, world.ada)
    response = (await world.ada.click(response.message, label="Set and end turn")).response
    response = await until_confirmed(world.ada, response, "Do it")
    assert await moves_made(world) == made
    await world.ada.click(response.message, label="Do it")
    table = await world.table()
    assert (table.row.turns, await moves_made(world)) == (turns + 1, made + 2)


async def test_after_the_last_move_the_panel_has_nothing_left_to_press(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    for _ in range(signal_box.TURNS - 1):
        await play(world, 0, signal_box.Done())
    await play(world, 0, signal_box.Draw("deck"))
    response = await take_turn(world, world.ada)
    done = next(label for label, i in picks(response).items() if i.endswith(":done"))
    response = (await world.ada.click(response.message, label=done)).response
    assert "**Ada** had" in text(response) and "in the box" in text(response)
    assert not buttons(response) and not response.attachments
    assert "The table is over" in text(world.boards()[-1])


@pytest.fixture
def short_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Menus for more than one value, of two a page."""
    monkeypatch.setattr(panel, "PAGE", 2)
    monkeypatch.setattr(panel, "FEW", 1)


@pytest.mark.usefixtures("short_pages")
async def test_pages_are_turned_in_place(toy: signal_box.SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada")
    hand = [str(card) for card in (await world.table()).truth.hands[0]]
    response = await take_turn(world, world.ada)
    assert [o["value"] for o in menus(response)[0]["options"]] == hand[:2]
    assert buttons(response)["Previous page"]["disabled"]
    turned = (await world.ada.click(response.message, label="Next page")).response
    assert turned.id == response.id
    assert [o["value"] for o in menus(turned)[0]["options"]] == hand[2:]
    assert buttons(turned)["Next page"]["disabled"]
    back = (await world.ada.click(turned.message, label="Previous page")).response
    assert [o["value"] for o in menus(back)[0]["options"]] == hand[:2]


@pytest.mark.usefixtures("short_pages")
async def test_after_a_choice_on_a_later_page_the_next_menu_begins_at_its_first(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada")
    await play_on(world, "play")
    await play(world, 0, signal_box.Draw("deck"))  # three cards again: two pages
    response = await take_turn(world, world.ada)
    response = (await world.ada.click(response.message, label="Set")).response
    response = (await world.ada.click(response.message, label="Next page")).response
    [menu] = menus(response)
    card = menu["options"][0]["value"]
    answer = await world.ada.select(response.message, [card], custom_id=menu["custom_id"])
    assert "could not be shown" not in (text(answer.response) or answer.response.content)
    asked = menus(answer.response)[-1]
    assert [o["value"] for o in asked["options"]] == ["up", "down"]
