"""What the channel is shown: after every turn the board, at the end the score sheet."""

from __future__ import annotations

from typing import Any

from tests import toy as signal_box
from tests.bot.test_turn import (
    _toy_names_its_done,  # noqa: F401  (a fixture)
    play,
    play_on,
    table_of_toy,
)
from tests.bot.world import World, buttons, text


def pings(world: World) -> list[list[int]]:
    """Whom each post of the channel pinged, oldest first."""
    path = f"/channels/{world.channel.id}/messages"
    sent = [r.json for r in world.env.http_requests if (r.method, r.path) == ("POST", path)]
    return [[int(user) for user in post["allowed_mentions"].get("users", [])] for post in sent]


async def test_after_every_turn_the_board_is_posted_with_what_happened_and_who_is_next(
    world: World,
) -> None:
    await world.start("Ada", "Bo", "Cy")
    for count in range(2, 5):
        member = await world.acting()
        table = await world.table()
        seat = table.seat_of(member.id)
        await play(world, seat, next(iter(table.game.legal(table.truth, seat))))
        boards = world.boards()
        assert len(boards) == count
        assert f"**{member.name}** took a share in" in text(boards[-1])
        following = await world.acting()
        assert f"<@{following.id}> is next" in text(boards[-1])
        assert pings(world)[-1] == [following.id]
        assert len(boards[-1].attachments) == 1 and boards[-1].attachments[0].description


async def test_computer_players_turns_stand_in_the_same_post(world: World) -> None:
    await world.start("Ada", computers=2)
    boards = len(world.boards())
    assert boards == 1, "what computer players did first is in the first post"
    table = await world.table()
    while (table := await world.table()).truth.phase == "share":
        await play(world, 0, next(iter(table.game.legal(table.truth, 0))))
    posted = world.boards()
    last = "\n".join(text(board) for board in posted)
    for name in ("Ada", "Computer 1", "Computer 2"):
        assert f"**{name}** took a share in" in last
    assert len(posted) == boards + 1
    assert pings(world) == [[world.ada.id]] * len(posted)


async def test_who_was_pinged_and_has_not_moved_is_not_pinged_again(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo", "Cy")
    assert pings(world) == [[world.ada.id, world.bo.id, world.cy.id]]
    hands = (await world.table()).truth.hands
    await play(world, 1, signal_box.Stash(hands[1][0]))
    last = text(world.boards()[-1])
    assert f"<@{world.ada.id}> is next" in last and f"<@{world.bo.id}>" not in last
    assert pings(world)[-1] == []
    await play(world, 0, signal_box.Stash(hands[0][0]))
    await play(world, 2, signal_box.Stash(hands[2][0]))
    assert pings(world)[-1] == [world.ada.id]


async def test_the_post_tells_nobody_what_only_one_may_know(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "play")
    await play(world, 0, signal_box.Draw("deck"))
    await play(world, 0, signal_box.Done())
    posted = "\n".join(text(board) for board in world.boards())
    assert "**Ada** drew a card." in posted
    assert "You drew" not in posted and "You put" not in posted


async def test_at_the_end_there_are_scores_winner_seed_and_play_again(
    toy: signal_box.SignalBox, world: World
) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "over")
    table = await world.table()
    result = table.result
    assert result
    last = world.boards()[-1]
    said = text(last)
    ranked = sorted(zip(("Ada", "Bo"), result.scores, strict=True), key=lambda entry: -entry[1])
    scores = ", ".join(f"**{name}** {score}" for name, score in ranked)
    assert f"**The table is over.** {scores}." in said
    winners = [("Ada", "Bo")[seat] for seat in result.winners]
    if len(winners) == 1:
        assert f"**{winners[0]}** wins." in said
    else:
        assert "**Ada** and **Bo** share the victory." in said
    assert f"The seed was `{table.row.seed.hex()}`." in said
    assert list(buttons(last)) == ["Log", "Play again"]
    assert pings(world)[-1] == []
    earlier = "\n".join(text(board) for board in world.boards()[:-1])
    assert table.row.seed.hex() not in earlier


async def test_a_shared_victory_names_all_who_share_it(
    toy: signal_box.SignalBox, world: World, monkeypatch: Any
) -> None:
    monkeypatch.setattr(signal_box, "pips", lambda card, rule: 0)
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "over")
    assert "**Ada** and **Bo** share the victory." in text(world.boards()[-1])


async def test_the_buttons_of_boards_long_gone_by_still_answer_after_the_end(
    toy: signal_box.SignalBox, world: World
) -> None:
    first = await table_of_toy(world, "Ada")
    await play_on(world, "over")
    late = await world.ada.click(first, label="Take your turn")
    assert late.ephemeral and "This table is over." in text(late.response)
    board = await world.ada.click(first, label="Board")
    assert len(board.response.attachments) == 1
    log = await world.ada.click(first, label="Log")
    assert "the log, page 1" in text(log.response)
