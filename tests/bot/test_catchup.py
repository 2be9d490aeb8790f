"""What a member has missed since their last turn."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from bot.catchup import catchup
from bot.layout import Message
from bot.refusal import Refused
from bot.sitting import Sitting
from bot.store import Store
from bot.table import Tables
from games.core import Fact, Rng
from tests.bot.offline import ADA, BO, CY, choices, now_at, open_lobby, start_table
from tests.toy import Done, Draw, SignalBox, Stash

EVE = 109


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    store = await Store.open(tmp_path / "test.sqlite3")
    opened = Tables(store, posts_waiting=lambda: None)
    yield opened
    await opened.settle()
    await store.close()


async def play(tables: Tables, table: Sitting, turns: int = 1) -> Sitting:
    """So many turns, as computer players would play them."""
    goal = table.row.turns + turns
    while (table := await now_at(tables, table)).row.turns < goal:
        seat = min(table.acting)
        move = table.game.choose(table.view(seat), choices(table, seat), Rng(bytes(32), 0))
        member = table.seats[seat].member
        assert member
        await tables.play(table.row.id, member, move)
    return table


async def look(tables: Tables, table: Sitting, member: int) -> Message:
    return await catchup(tables.store, table.row.id, member)


async def test_the_turns_since_ones_own_are_told_by_number_and_shown(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, CY, game="ride"), 3)
    order = [move.seat for move in await tables.store.moves(table.row.id)]
    first = table.seats[order[0]].member
    assert first
    message = await look(tables, table, first)
    lines = message.text.split("\n")
    assert lines[1] == "Since your last turn, number 1, 2 turns have been played:"
    assert [line.split(" ")[0] for line in lines[2:4]] == ["2.", "3."]
    assert f"**{table.seats[order[1]].name}** took a share" in lines[2]
    assert lines[4].endswith(".") and "is next" in lines[4]
    [picture] = message.pictures
    assert Image.open(io.BytesIO(picture.png)).height > 1000
    assert "AFTER TURN 1, YOUR LAST" in picture.alt and "NOW, 2 TURNS LATER" in picture.alt


async def test_who_moved_last_has_missed_nothing(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, CY, game="ride"), 3)
    [last] = (await tables.store.moves(table.row.id))[-1:]
    message = await look(tables, table, last.member or 0)
    assert "Nothing has happened since your last turn." in message.text
    assert "is next" in message.text and not message.pictures


async def test_before_ones_first_turn_it_begins_at_the_start(tables: Tables) -> None:
    table = await start_table(tables, ADA, BO, CY, game="ride")
    assert "Nothing has happened yet." in (await look(tables, table, ADA)).text
    table = await play(tables, table, 1)
    [made] = await tables.store.moves(table.row.id)
    waiting = next(s.member for s in table.seats if s.seat != made.seat)
    message = await look(tables, table, waiting or 0)
    assert "Since the table was set, 1 turn has been played:" in message.text
    assert "AT THE START" in message.pictures[0].alt


async def test_who_does_not_sit_there_sees_the_last_round(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, CY, game="ride"), 5)
    message = await look(tables, table, EVE)
    assert "Its last 3 turns:" in message.text
    assert [line[:2] for line in message.text.split("\n")[2:5]] == ["3.", "4.", "5."]
    assert "AFTER TURN 2" in message.pictures[0].alt


@pytest.mark.parametrize("game", ["ride", "dice", "village", "hill"])
async def test_after_the_end_it_says_so(tables: Tables, game: str) -> None:
    seats = (ADA, BO, CY)
    table = await start_table(tables, *seats, game=game)
    try:
        table = await play(tables, table, 10_000)
    except ValueError:  # nobody is to act any more
        table = await now_at(tables, table)
    assert table.result
    message = await look(tables, table, EVE)
    assert "The table is over" in message.text and "is next" not in message.text
    assert message.pictures[-1].name == "score.png"
    assert any("THE END, 3 TURNS LATER" in picture.alt for picture in message.pictures)
    assert all(len(p.png) <= 200_000 and len(p.alt) <= 1024 for p in message.pictures)
    if game == "hill":
        alone = [p.name for p in message.pictures if "THE END" not in p.alt]
        assert alone == ["score.png"], "every tableau is compared with how it was"


async def test_a_table_that_has_not_started_is_refused(tables: Tables) -> None:
    table_id = await open_lobby(tables, ADA, game="ride")
    with pytest.raises(Refused) as refused:
        await catchup(tables.store, table_id, ADA)
    assert refused.value.fact.key == "refused.not_started"


async def test_a_turn_that_goes_on_is_its_owners_business(tables: Tables, toy: SignalBox) -> None:
    table = await stashed(tables)
    before = [await look(tables, table, member) for member in (ADA, BO, EVE)]
    await tables.play(table.row.id, ADA, Draw("open"))
    assert [await look(tables, table, member) for member in (ADA, BO, EVE)] == before


async def stashed(tables: Tables, *cards: int, channel: int = 7) -> Sitting:
    """A table of Signal Box at which each has put a card in the box: which one may be said."""
    table = await start_table(tables, ADA, BO, channel=channel)
    for seat, member in enumerate((ADA, BO)):
        card = table.truth.hands[seat][cards[seat] if cards else 0]  # type: ignore[attr-defined]
        await tables.play(table.row.id, member, Stash(card))
    return await now_at(tables, table)


async def test_each_reads_what_they_may_know_and_no_more(tables: Tables, toy: SignalBox) -> None:
    """Two tables that differ only in which card Bo has put in the box."""
    pair = [await stashed(tables, 0, card, channel=card) for card in (1, 2)]
    hidden = [table.truth.box[1] for table in pair]  # type: ignore[attr-defined]
    assert hidden[0] != hidden[1]
    for member in (ADA, EVE):
        one, other = [await look(tables, table, member) for table in pair]
        assert one.text and one == other
    for table in pair:
        await tables.play(table.row.id, ADA, Draw("deck"))
        await tables.play(table.row.id, ADA, Done())
    bo = [(await look(tables, table, BO)).text for table in pair]
    assert "drew a card" in bo[0] and "You drew" not in bo[0]
    own = await look(tables, pair[0], ADA)
    assert "Nothing has happened" in own.text


async def test_what_only_oneself_may_know_is_told_to_oneself(
    tables: Tables, toy: SignalBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    end: Any = SignalBox.end_turn

    def telling_bo(self: Any, state: Any) -> list[Fact]:
        return [*end(self, state), Fact("toy.drew_card", {"seat": 1, "card": 5}, only=(1,))]

    monkeypatch.setattr(SignalBox, "end_turn", telling_bo)
    table = await play(tables, await stashed(tables), 1)
    said = {member: (await look(tables, table, member)).text for member in (BO, EVE)}
    assert "You drew" in said[BO] and "You drew" not in said[EVE]


async def test_of_a_long_absence_the_newest_turns_are_told_and_who_is_next(
    tables: Tables, toy: SignalBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = [f"word {number} " + "and so on " * 50 for number in range(40)]
    monkeypatch.setattr("bot.catchup.tell_turns", lambda *_: told)
    table = await play(tables, await stashed(tables), 1)
    turns = table.row.turns
    message = await look(tables, table, EVE)
    lines = message.text.split("\n")
    kept = [line for line in lines if " word " in line]
    assert 1 < len(kept) < 40
    assert kept == [f"{turns}. {line}" for line in told[-len(kept) :]]
    assert f"…and {2 * len(told) - len(kept)} turns before these: `/table log`" in lines[2]
    assert len(message.text) < 3900 and "is next" in lines[-1]
