"""Earlier positions: as they were kept, or played again from the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.history import state_at_turn, turn_starts
from bot.refusal import Refused
from bot.sitting import Sitting, sit, sit_at_turn
from bot.store import Store
from bot.table import Tables
from games.codec import encode
from games.core import Fact, IllegalMove, Rng
from games.phrasebook import Phrasebook
from tests.bot.offline import ADA, BO, CY, choices, now_at, open_lobby, start_table
from tests.toy import Done, Draw, Express, SignalBox


@pytest.fixture
async def tables(tmp_path: Path, toy: SignalBox) -> AsyncIterator[Tables]:
    store = await Store.open(tmp_path / "test.sqlite3")
    opened = Tables(store, posts_waiting=lambda: None)
    yield opened
    await opened.settle()
    await store.close()


async def play_out(tables: Tables, *members: int) -> Sitting:
    """A whole game of Signal Box."""
    table = await start_table(tables, *members)
    while table.acting:
        seat = max(table.acting)
        move = table.game.choose(table.view(seat), choices(table, seat), Rng(bytes(32), 0))
        member = table.seats[seat].member
        assert member
        await tables.play(table.row.id, member, move)
        table = await now_at(tables, table)
    return table


async def positions(tables: Tables, table: Sitting) -> list[bytes]:
    """All turn starts, one after the other."""
    states = await turn_starts(tables.store, table)
    return [encode(state) for state in await asyncio.to_thread(lambda: list(states))]


async def trim(tables: Tables, table: Sitting, *kept: int) -> None:
    """Of the snapshots only the first, the last and the given ones stay."""
    await write(
        tables,
        "DELETE FROM snapshots WHERE number NOT IN (0, ?, ?, ?)",
        table.row.number,
        *(*kept, 0, 0)[:2],
    )


async def write(tables: Tables, sql: str, *values: object) -> None:
    async with tables.store.writing() as pen:
        await pen._run(sql, *values)


async def test_positions_are_the_same_with_and_without_the_snapshots(tables: Tables) -> None:
    table = await play_out(tables, ADA, BO, CY)
    turns = range(table.row.turns + 1)
    before = [encode(await state_at_turn(tables.store, table, turn)) for turn in turns]
    assert len(set(before)) == len(before)
    assert await positions(tables, table) == before
    await trim(tables, table)
    assert [encode(await state_at_turn(tables.store, table, turn)) for turn in turns] == before
    assert await positions(tables, table) == before


async def test_a_table_at_which_nobody_has_moved_has_its_start(tables: Tables) -> None:
    table = await start_table(tables, ADA, BO)
    assert await positions(tables, table) == [encode(table.truth)]


async def test_a_replay_begins_at_the_nearest_snapshot(
    tables: Tables, toy: SignalBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await play_out(tables, ADA, BO)
    moves = await tables.store.moves(table.row.id)
    start = {turn: max(m.number for m in moves if m.turn < turn) for turn in (5, 7)}
    await trim(tables, table, start[5])
    made: list[int] = []
    play = SignalBox.play

    def counted(self: Any, state: Any, seat: int, move: Any, rng: Rng) -> list[Fact]:
        made.append(state.turns)
        return play(self, state, seat, move, rng)

    monkeypatch.setattr(SignalBox, "play", counted)
    at = await sit_at_turn(tables.store, table.row.id, 7)
    assert at.game.turns(at.truth) == 7
    assert made == [m.turn for m in moves if start[5] < m.number <= start[7]]


async def test_what_was_played_in_a_turn_that_goes_on_is_not_in_its_start(tables: Tables) -> None:
    table = await start_table(tables, ADA)
    await tables.play(table.row.id, ADA, choices(table, 0)[0])
    await tables.play(table.row.id, ADA, Draw("deck"))
    now = await now_at(tables, table)
    start = await state_at_turn(tables.store, now, 1)
    assert [start.drawn, now.truth.drawn] == [False, True]  # type: ignore[attr-defined]
    assert (await positions(tables, now))[-1] == encode(start)


async def test_moves_keep_their_chance_in_a_replay(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The number of the move decides, also after several in one go."""
    play = SignalBox.play

    def chancy(self: Any, state: Any, seat: int, move: Any, rng: Rng) -> list[Fact]:
        facts = play(self, state, seat, move, rng)
        rng.shuffle(state.deck)
        return facts

    monkeypatch.setattr(SignalBox, "play", chancy)
    table = await start_table(tables, ADA)
    await tables.play(table.row.id, ADA, choices(table, 0)[0])
    for _ in range(4):
        now = await now_at(tables, table)
        if offers := list(now.game.offers(now.truth, 0)):
            assert isinstance(offers[0], Express)
            await tables.play(table.row.id, ADA, offers[0])
        else:
            await tables.play(table.row.id, ADA, Done())
    table = await now_at(tables, table)
    before = await positions(tables, table)
    await trim(tables, table)
    assert await positions(tables, table) == before


@pytest.mark.parametrize("turn", [-1, 11, 4000])
async def test_a_turn_that_never_was_is_refused(tables: Tables, turn: int) -> None:
    table = await play_out(tables, ADA, BO)
    for _ in range(2):
        with pytest.raises(Refused) as refused:
            await sit_at_turn(tables.store, table.row.id, turn)
        assert refused.value.fact == Fact("refused.no_such_turn", {"turns": 10})
        await trim(tables, table)


async def test_a_table_that_has_not_started_has_no_turns(tables: Tables) -> None:
    lobby = await sit(tables.store, await open_lobby(tables, ADA))
    with pytest.raises(Refused) as refused:
        await state_at_turn(tables.store, lobby, 0)
    assert refused.value.fact.key == "refused.no_such_turn"


def refusing(self: Any, state: Any, seat: int, move: Any, rng: Rng) -> list[Fact]:
    raise IllegalMove("toy.not_now")


def stumbling(self: Any, state: Any, seat: int, move: Any, rng: Rng) -> list[Fact]:
    raise KeyError(move)


def telling_otherwise(self: Any, state: Any, seat: int, move: Any, rng: Rng) -> list[Fact]:
    return [Fact("toy.stashed", {"seat": 3 - seat})]


@pytest.mark.parametrize("mended", [refusing, stumbling, telling_otherwise])
async def test_rules_that_have_been_mended_show_no_position_that_never_was(
    tables: Tables, monkeypatch: pytest.MonkeyPatch, mended: Any
) -> None:
    table = await play_out(tables, ADA, BO)
    before = await positions(tables, table)
    monkeypatch.setattr(SignalBox, "play", mended)
    assert await positions(tables, table) == before, "what is kept needs no rules"
    await trim(tables, table)
    for lookup in (positions(tables, table), sit_at_turn(tables.store, table.row.id, 3)):
        with pytest.raises(Refused) as refused:
            await lookup
        assert refused.value.fact.key == "refused.no_history"
        assert "`/table log`" in Phrasebook().tell(refused.value.fact)
    last = await sit_at_turn(tables.store, table.row.id, table.row.turns)
    assert last.result == table.result, "the end is kept"
