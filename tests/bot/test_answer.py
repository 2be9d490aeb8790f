"""Every interaction is answered: at once, or by a promise that is kept, also when it fails."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import Any

import pytest

from bot import answer as answering
from bot import show
from bot.layout import Message
from tests.bot.test_press import forge
from tests.bot.test_turn import moves_made, picks, take_turn
from tests.bot.world import World, buttons, text

CALLBACK = "/interactions/*/*/callback"
ORIGINAL = "/webhooks/*/*/messages/@original"


def who_answers(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    """`/table who` answers or fails like this."""

    async def work(*_: Any) -> Message:
        if isinstance(answer, Exception):
            raise answer
        return Message(answer)

    monkeypatch.setattr(show, "who", work)


@pytest.fixture
def no_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has to wait for anything takes longer than an answer may."""
    monkeypatch.setattr(answering, "PATIENCE", 0.001)
    quick = show.who

    async def work(*args: Any) -> Message:
        await asyncio.sleep(0.02)
        return await quick(*args)

    monkeypatch.setattr(show, "who", work)


def calls(world: World) -> list[tuple[str, int | None]]:
    """How the last interaction was answered: the method, and for a callback its type."""
    ours = [r for r in world.env.http_requests if r.path.startswith(("/interactions", "/webhooks"))]
    return [(r.method, (r.json or {}).get("type")) for r in ours]


async def test_a_quick_answer_comes_directly(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.lobby("Ada")
    who_answers(monkeypatch, "here")
    result = await world.ada.slash(world.channel, "table who")
    assert text(result.response) == "here"
    assert result.ephemeral and not result.deferred


@pytest.mark.usefixtures("no_patience")
async def test_a_slow_answer_is_promised_and_the_promise_is_kept(world: World) -> None:
    await world.lobby("Ada")
    result = await world.ada.slash(world.channel, "table who")
    assert calls(world)[-2:] == [("POST", 5), ("PATCH", None)]
    assert result.ephemeral
    assert "The table has not started." in text(result.response)


async def test_a_slow_press_changes_the_panel_in_place(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world, member)
    press = world.bot.turns.press

    async def slow(*args: Any, **given: Any) -> Message:
        await asyncio.sleep(0.02)
        return await press(*args, **given)

    monkeypatch.setattr(world.bot.turns, "press", slow)
    monkeypatch.setattr(answering, "PATIENCE", 0.001)
    custom_id = next(iter(picks(response).values()))
    await member.click(response.message, custom_id=custom_id)
    assert calls(world)[-2:] == [("POST", 6), ("PATCH", None)]
    [shown] = [m for m in world.channel.history(viewer=member) if m.id == response.id]
    assert "took a share" in text(shown)
    assert await moves_made(world) == 1


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (RuntimeError("boom"), "Something went wrong on our side"),
        (KeyError("words"), "Something went wrong on our side"),
        (sqlite3.OperationalError("database is locked"), "Something went wrong on our side"),
    ],
)
async def test_a_command_that_raises_is_answered_without_a_traceback(
    world: World, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    await world.lobby("Ada")
    who_answers(monkeypatch, error)
    result = await world.ada.slash(world.channel, "table who")
    assert result.ephemeral
    assert message in text(result.response)
    assert "Traceback" not in text(result.response) and "boom" not in text(result.response)


async def test_a_full_disk_is_named(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    await world.lobby("Ada")
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL
    who_answers(monkeypatch, full)
    result = await world.ada.slash(world.channel, "table who")
    assert "The bot's disk is full, so nothing was changed." in text(result.response)


async def test_an_answer_that_fails_with_500_is_followed_by_an_apology(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world, member)
    world.env.inject_error("POST", CALLBACK, status=500)
    custom_id = next(iter(picks(response).values()))
    result = await member.click(response.message, custom_id=custom_id)
    assert result.acknowledged and result.ephemeral
    assert "could not be shown. Press Take your turn" in result.response.content
    assert await moves_made(world) == 1, "the move is made all the same"
    assert f"**{member.name}** took a share" in text(world.boards()[-1])


async def test_an_interaction_that_has_expired_does_no_harm(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    response = await take_turn(world, member)
    world.env.inject_error(
        "POST", CALLBACK, status=404, code=10062, message="Unknown interaction", times=None
    )
    custom_id = next(iter(picks(response).values()))
    result = await member.click(response.message, custom_id=custom_id)
    assert not result.acknowledged
    world.env.backend.faults.clear()
    assert await moves_made(world) == 1
    assert f"**{member.name}** took a share" in text(world.boards()[-1])
    due = await world.acting()
    assert "Your turn" in text(await take_turn(world, due)), "the table goes on"


async def test_a_slash_command_that_has_expired_does_no_harm(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    world.env.inject_error("POST", CALLBACK, status=404, code=10062, times=None)
    for name in ("table who", "table board", "help"):
        result = await world.ada.slash(world.channel, name)
        assert not result.acknowledged
    world.env.backend.faults.clear()
    assert "to act" in text((await world.ada.slash(world.channel, "table who")).response)


@pytest.mark.usefixtures("no_patience")
async def test_a_promise_that_can_not_be_kept_does_no_harm(world: World) -> None:
    await world.lobby("Ada")
    world.env.inject_error("PATCH", ORIGINAL, status=404, code=10008, message="Unknown Message")
    result = await world.ada.slash(world.channel, "table who")
    assert result.acknowledged
    assert "not started" in text((await world.ada.slash(world.channel, "table who")).response)


async def test_a_press_that_raises_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await world.start("Ada", "Bo", "Cy")

    async def broken(*_: Any, **__: Any) -> Message:
        raise RuntimeError("boom")

    monkeypatch.setattr(world.bot.turns, "open", broken)
    result = await world.ada.click(board, label="Take your turn")
    assert result.ephemeral
    assert "Something went wrong on our side" in text(result.response)
    assert list(buttons(world.boards()[-1])) == ["Take your turn", "Board", "Log"]


async def test_play_again_that_fails_is_answered(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.start("Ada", "Bo", "Cy")
    sure = (await world.ada.slash(world.channel, "table abort")).response

    async def broken(*_: Any, **__: Any) -> Message:
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(world.bot.lobbies, "open", broken)
    result = await forge(world.ada, sure.message, "again:1:1")
    assert result.acknowledged, "the member waits for an answer that never comes"
    assert "Something went wrong on our side" in text(result.response)


def edits(world: World) -> list[str]:
    """What the promised answer said, one text after the other."""
    found = [r for r in world.env.http_requests if r.method == "PATCH" and "@original" in r.path]
    return [part["content"] for r in found for part in r.json["components"] if "content" in part]


@pytest.fixture
def slow_who(monkeypatch: pytest.MonkeyPatch) -> answering.Progress:
    """`/table who` takes a while and says how far it is, from another thread."""
    monkeypatch.setattr(answering, "PATIENCE", 0.001)
    monkeypatch.setattr(answering, "EVERY", 0.02)
    progress = answering.Progress()

    async def work(*_: Any) -> Message:
        for step in ("one", "one", "two"):
            await asyncio.to_thread(progress.say, step)
            await asyncio.sleep(0.1)
        return Message("all")

    monkeypatch.setattr(show, "who", work)
    answer = answering.answer

    async def telling(*args: Any, **given: Any) -> bool:
        return await answer(*args, progress=progress, **given)

    monkeypatch.setattr("bot.commands.tables.answer", telling)
    return progress


@pytest.mark.usefixtures("slow_who")
async def test_slow_work_shows_how_far_it_is_and_then_the_answer(world: World) -> None:
    await world.lobby("Ada")
    result = await world.ada.slash(world.channel, "table who")
    assert edits(world) == ["one", "two", "all"], "each text once, however often it was said"
    assert text(result.response) == "all" and result.ephemeral


@pytest.mark.usefixtures("slow_who")
async def test_a_message_about_progress_that_fails_does_no_harm(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.lobby("Ada")
    world.env.inject_error("PATCH", ORIGINAL, status=404, code=10008, message="Unknown Message")
    result = await world.ada.slash(world.channel, "table who")
    assert text(result.response) == "all"
    assert "a message about progress did not arrive" in caplog.text


async def test_a_message_about_progress_that_hangs_is_given_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def hanging(*_: Any) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(answering, "_keep", hanging)
    monkeypatch.setattr(answering, "HANGS", 0.001)
    monkeypatch.setattr(answering, "EVERY", 0.001)
    progress = answering.Progress()
    progress.say("one")
    work = asyncio.create_task(asyncio.sleep(0.02, Message("all")))
    interaction: Any = None
    await asyncio.wait_for(answering._tell(interaction, work, progress), 60)
    assert work.done()
    assert "a message about progress did not arrive" in caplog.text


async def test_quick_work_says_nothing_about_progress(
    world: World, slow_who: answering.Progress, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.lobby("Ada")
    monkeypatch.setattr(answering, "PATIENCE", 60)
    slow_who.say("something")
    result = await world.ada.slash(world.channel, "table who")
    assert text(result.response) == "all" and not result.deferred
    assert edits(world) == []
