"""One move, from request to commit: members at once, stale panels, undo, computer players."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

import games
from bot import lobby
from bot.refusal import Refused, Stale
from bot.seating import Seating
from bot.sitting import Sitting
from bot.store import Store
from bot.table import Tables
from games import core
from games.codec import decode_state, encode
from games.core import Fact, IllegalMove, Move, Rng, Seat
from tests import toy as signal_box
from tests.bot.offline import (
    ADA,
    BO,
    CY,
    choices,
    now_at,
    open_lobby,
    replayed,
    start_table,
)
from tests.bot.world import World, menus, parts, text
from tests.toy import Done, Draw, Express, Set, SignalBox, Stash


class Rush(SignalBox):
    """Signal Box in which all set their signals at the same time, until each says it is done."""

    class State(signal_box.State):
        done: list[Seat] = msgspec.field(default_factory=list)

    state: ClassVar[type[core.State]] = State

    def new(self, seats: int, options: Any, rng: Rng) -> Any:
        dealt = super().new(seats, options, rng)
        return msgspec.convert(msgspec.to_builtins(dealt), self.State)

    def to_act(self, state: Any) -> frozenset[Seat]:
        return frozenset(range(state.seats)) - frozenset(state.done)

    def turns(self, state: Any) -> int:
        return len(state.done)

    def play(self, state: Any, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        match move:
            case Done():
                state.done.append(seat)
                return [Fact("toy.stashed", {"seat": seat})]
            case Set(card, line) if card in state.hands[seat]:
                state.hands[seat].remove(card)
                state.lines[line].append(card)
                place = len(state.lines[line])  # so it matters who came before
                values = {"seat": seat, "card": card, "line": line, "points": place}
                return [Fact("toy.set", values)]
        raise IllegalMove("toy.not_now")

    def result(self, state: Any) -> None:
        return None


@pytest.fixture
def rush(toy: SignalBox, monkeypatch: pytest.MonkeyPatch) -> Rush:
    game = Rush()
    monkeypatch.setitem(games.GAMES, "toy", game)
    return game


class Bell:
    """Counts how often somebody said that there is something to post."""

    def __init__(self) -> None:
        self.rung = 0

    def __call__(self) -> None:
        self.rung += 1


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    store = await Store.open(tmp_path / "test.sqlite3")
    opened = Tables(store, posts_waiting=Bell())
    yield opened
    await opened.settle()
    await store.close()


async def crash_and_restart(tables: Tables, path: Path) -> Tables:
    """The process ends in the middle of whatever it did; another one opens the database."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await tables.store.close()
    return Tables(await Store.open(path), posts_waiting=Bell())


async def stash_all(tables: Tables, table: Sitting) -> Sitting:
    """Every member puts the first card in the box."""
    for seat in table.seats:
        if seat.member:
            await tables.play(table.row.id, seat.member, choices(table, seat.seat)[0])
    return await now_at(tables, table)


async def statements(store: Store) -> list[str]:
    """What is written from now on, statement by statement."""
    written: list[str] = []
    await store._database._writer.set_trace_callback(written.append)
    return written


async def everything(store: Store) -> list[Any]:
    """All that is kept."""
    names = ("tables", "seats", "moves", "snapshots", "interactions", "outbox")
    reading = store._database.reading
    return [
        [tuple(row) for row in await reading.execute_fetchall(f"SELECT * FROM {name}")]
        for name in names
    ]


async def posts(store: Store) -> list[str]:
    rows = await store._database.reading.execute_fetchall("SELECT payload FROM outbox ORDER BY id")
    return [row[0] for row in rows]


# One move


async def test_a_move_is_one_transaction(toy: SignalBox, tables: Tables) -> None:
    table = await start_table(tables, ADA)
    written = await statements(tables.store)
    played = await tables.play(table.row.id, ADA, choices(table, 0)[0], interaction=1)
    assert [sql for sql in written if sql in ("BEGIN IMMEDIATE", "COMMIT")] == [
        "BEGIN IMMEDIATE",
        "COMMIT",
    ]
    assert played.turn_over and played.after.row.number == 1
    assert [fact.key for fact in played.facts] == ["toy.stashed", "toy.stashed_card"]


async def test_a_shortcut_is_one_transaction_of_several_moves(
    toy: SignalBox, tables: Tables
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    card = table.truth.hands[0][0]
    written = await statements(tables.store)
    played = await tables.play(table.row.id, ADA, Express(card, "up"))
    assert written.count("COMMIT") == 1
    assert played.turn_over
    moves = await tables.store.moves(table.row.id)
    assert [row.move for row in moves[-2:]] == [
        encode(Set(card, "up")).decode(),
        encode(Done()).decode(),
    ]


async def test_the_log_leads_to_the_snapshot(toy: SignalBox, tables: Tables) -> None:
    table = await start_table(tables, ADA, computers=2)
    await play_on(tables, table)
    table = await now_at(tables, table)
    assert table.row.status == "over"
    assert await replayed(tables, table.row.id) == table.truth


async def play_on(tables: Tables, table: Sitting, limit: int = 500) -> None:
    """Ada makes the last move she can, as often as she can, up to a limit."""
    for _ in range(limit):
        await tables.settle()
        table = await now_at(tables, table)
        if table.row.status != "running":
            return
        seat = min(table.acting)
        member = table.seats[seat].member
        assert member is not None
        await tables.play(table.row.id, member, choices(table, seat)[-1])


@pytest.mark.parametrize("move", [Stash(99), Set(1, "up"), Done()])
async def test_a_refused_move_changes_nothing(toy: SignalBox, tables: Tables, move: Move) -> None:
    table = await start_table(tables, ADA, BO)
    before = await everything(tables.store)
    with pytest.raises(IllegalMove):
        await tables.play(table.row.id, ADA, move, interaction=1)
    assert await everything(tables.store) == before


async def test_a_shortcut_whose_second_half_is_refused_changes_nothing(
    toy: SignalBox, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    card = table.truth.hands[0][0]
    monkeypatch.setattr(
        SignalBox, "unfold", lambda self, state, seat, cut: [Set(card, "up"), Set(99, "up")]
    )
    before = await everything(tables.store)
    with pytest.raises(IllegalMove):
        await tables.play(table.row.id, ADA, Express(card, "up"))
    assert await everything(tables.store) == before


async def refused(work: Any) -> str:
    with pytest.raises(Refused) as caught:
        await work
    return caught.value.fact.key.removeprefix("refused.")


async def test_who_may_not_move_is_told_why(toy: SignalBox, tables: Tables) -> None:
    table_id = await open_lobby(tables, ADA, BO)
    assert await refused(tables.play(table_id, ADA, Done())) == "not_started"
    assert await refused(tables.play(table_id + 1, ADA, Done())) == "no_such_table"
    other = await stash_all(tables, await start_table(tables, ADA, BO, channel=8))
    assert await refused(tables.play(other.row.id, CY, Done())) == "not_seated"
    assert await refused(tables.play(other.row.id, BO, Done())) == "not_your_turn"
    await tables.abort(other, "Ada")
    assert await refused(tables.play(other.row.id, ADA, Done())) == "table_aborted"
    assert await refused(tables.abort(other, "Ada")) == "table_over"
    over = await start_table(tables, ADA, channel=9)
    await play_on(tables, over)
    assert await refused(tables.play(over.row.id, ADA, Done())) == "table_over"
    assert await refused(tables.undo(over.row.id, ADA)) == "table_over"


# The same interaction twice, and two at once


async def test_the_same_interaction_twice_plays_once(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    first = await tables.play(table.row.id, ADA, Draw("deck"), interaction=5)
    again = await tables.play(
        table.row.id, ADA, Set(first.after.truth.hands[0][0], "up"), interaction=5
    )
    assert first.facts and not again.facts
    assert again.after.row.version == first.after.row.version


async def test_the_same_interaction_at_once_plays_once(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA))
    both = await asyncio.gather(
        *(tables.play(table.row.id, ADA, Done(), interaction=5) for _ in range(4))
    )
    assert sum(played.turn_over for played in both) == 1
    assert (await now_at(tables, table)).row.number == table.row.number + 1


async def test_the_same_interaction_after_a_restart_plays_once(
    toy: SignalBox, tables: Tables, tmp_path: Path
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA))
    await tables.play(table.row.id, ADA, Done(), interaction=5)
    again = await crash_and_restart(tables, tmp_path / "test.sqlite3")
    await again.play(table.row.id, ADA, Done(), interaction=5)
    assert (await now_at(again, table)).row.number == table.row.number + 1
    await again.store.close()


async def test_the_same_undo_twice_takes_back_one_move(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    drawn = await tables.play(table.row.id, ADA, Draw("deck"))
    await tables.play(table.row.id, ADA, Set(drawn.after.truth.hands[0][0], "up"))
    await asyncio.gather(*(tables.undo(table.row.id, ADA, interaction=6) for _ in range(3)))
    assert (await now_at(tables, table)).truth == drawn.after.truth


async def test_two_tables_at_once_lose_nothing(toy: SignalBox, tables: Tables) -> None:
    started = [await start_table(tables, ADA, channel=channel) for channel in range(10, 20)]
    await asyncio.gather(*(play_on(tables, table) for table in started))
    for table in started:
        assert await replayed(tables, table.row.id) == (await now_at(tables, table)).truth
        assert (await now_at(tables, table)).row.status == "over"


async def test_two_members_at_once_at_one_table_both_count(toy: SignalBox, tables: Tables) -> None:
    table = await start_table(tables, ADA, BO, CY)
    cards = [choices(table, seat)[0] for seat in range(3)]
    await asyncio.gather(
        *(
            tables.play(
                table.row.id, member, cards[seat], version=table.seats[seat].stamp, interaction=seat
            )
            for seat, member in enumerate((ADA, BO, CY))
        )
    )
    after = await now_at(tables, table)
    assert [Stash(card) for card in after.truth.box] == cards
    assert after.row.number == after.row.turns == 3


async def test_nobodys_panel_becomes_stale_by_what_another_does(
    toy: SignalBox, tables: Tables
) -> None:
    table = await start_table(tables, ADA, BO, CY)
    await tables.play(table.row.id, ADA, choices(table, 0)[0])
    after = await now_at(tables, table)
    assert [seat.stamp for seat in after.seats[1:]] == [seat.stamp for seat in table.seats[1:]]
    assert after.seats[0].stamp > table.seats[0].stamp


async def test_ones_own_panel_is_stale_after_ones_move(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    stamp = table.seats[0].stamp
    await tables.play(table.row.id, ADA, Draw("deck"), version=stamp)
    before = await everything(tables.store)
    with pytest.raises(Stale):
        await tables.play(table.row.id, ADA, Done(), version=stamp, interaction=9)
    with pytest.raises(Stale):
        await tables.undo(table.row.id, ADA, version=stamp, interaction=10)
    assert await everything(tables.store) == before


async def test_a_panel_of_ones_last_turn_is_stale_in_the_next(
    toy: SignalBox, tables: Tables
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    stamp = table.seats[0].stamp
    await tables.play(table.row.id, ADA, Done())
    await tables.play(table.row.id, BO, Done())
    assert 0 in (await now_at(tables, table)).acting
    with pytest.raises(Stale):
        await tables.play(table.row.id, ADA, Done(), version=stamp)


async def test_a_panel_of_before_an_undo_is_stale(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    played = await tables.play(table.row.id, ADA, Set(table.truth.hands[0][0], "up"))
    stamp = played.after.seats[0].stamp
    await tables.undo(table.row.id, ADA, version=stamp)
    for old in (stamp, table.seats[0].stamp):
        with pytest.raises(Stale):
            await tables.play(table.row.id, ADA, Done(), version=old)


async def test_a_table_is_read_as_it_was_at_one_moment(toy: SignalBox, tables: Tables) -> None:
    """Else a panel could be opened that is stale from the start."""
    tables_of_ada = [await start_table(tables, ADA, channel=channel) for channel in range(10, 20)]
    playing = asyncio.gather(*(play_on(tables, table) for table in tables_of_ada))
    read = []
    while not playing.done():
        read += [await now_at(tables, table) for table in tables_of_ada]
    await playing
    assert all(table.seats[0].stamp == table.row.version for table in read)


# Undo


async def test_undo_goes_back_to_the_last_reveal_only(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    drawn = await tables.play(table.row.id, ADA, Draw("deck"))
    card = drawn.after.truth.hands[0][0]
    await tables.play(table.row.id, ADA, Set(card, "up"))
    undone = await tables.undo(table.row.id, ADA)
    assert undone.after.truth == drawn.after.truth
    assert undone.after.row.number == drawn.after.row.number
    assert await refused(tables.undo(table.row.id, ADA)) == "undo_reveals"
    await tables.play(table.row.id, ADA, Set(card, "down"))
    after = await now_at(tables, table)
    assert await replayed(tables, table.row.id) == after.truth
    assert after.truth.lines == {"up": [], "down": [card]}


async def test_undo_can_not_draw_another_card(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    card = table.truth.hands[0][0]
    await tables.play(table.row.id, ADA, Set(card, "up"))
    await tables.undo(table.row.id, ADA)
    drawn = await tables.play(table.row.id, ADA, Draw("deck"))
    assert drawn.after.truth.hands[0][-1] == table.truth.deck[-1]


async def test_a_turn_that_is_over_is_undone_while_nobody_has_acted_since(
    toy: SignalBox, tables: Tables
) -> None:
    table = await start_table(tables, ADA, BO)
    assert await refused(tables.undo(table.row.id, ADA)) == "nothing_to_undo"
    table = await stash_all(tables, table)
    assert await refused(tables.undo(table.row.id, ADA)) == "undo_acted"
    assert await refused(tables.undo(table.row.id, CY)) == "not_seated"
    await tables.play(table.row.id, ADA, Express(table.truth.hands[0][0], "up"))
    assert await refused(tables.undo(table.row.id, BO)) == "undo_acted"
    undone = await tables.undo(table.row.id, ADA)
    assert undone.after.acting == {0} and undone.after.row.turns == table.row.turns


async def test_a_panel_offers_undo_where_it_would_be_done(toy: SignalBox, tables: Tables) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    assert not await tables.can_undo(table, 0)
    played = await tables.play(table.row.id, ADA, Set(table.truth.hands[0][0], "up"))
    assert await tables.can_undo(played.after, 0)
    assert not await tables.can_undo(played.after, 1)


async def test_undo_leaves_what_another_did_since(rush: Rush, tables: Tables) -> None:
    table = await start_table(tables, ADA, BO)
    (mine, *_), (theirs, *_) = table.truth.hands
    await tables.play(table.row.id, ADA, Set(mine, "up"))
    played = await tables.play(table.row.id, BO, Set(theirs, "down"))
    stamp = played.after.seats[1].stamp
    undone = await tables.undo(table.row.id, ADA)
    assert undone.after.truth.lines == {"up": [], "down": [theirs]}
    assert mine in undone.after.truth.hands[0]
    assert undone.after.seats[1].stamp == stamp
    [left] = await tables.store.moves(table.row.id)
    assert (left.number, left.seat) == (1, 1)
    assert await replayed(tables, table.row.id) == undone.after.truth
    await tables.play(table.row.id, BO, Done(), version=stamp)
    await tables.play(table.row.id, ADA, Set(mine, "up"))


async def test_undo_of_a_move_in_the_middle_of_anothers_turn_that_is_over(
    rush: Rush, tables: Tables
) -> None:
    table = await start_table(tables, ADA, BO)
    mine = table.truth.hands[0][0]
    await tables.play(table.row.id, ADA, Set(mine, "up"))
    await tables.play(table.row.id, BO, Done())
    undone = await tables.undo(table.row.id, ADA)
    assert undone.after.truth.done == [1]
    assert undone.after.truth.lines["up"] == []
    assert undone.after.row.turns == 1
    assert await replayed(tables, table.row.id) == undone.after.truth


async def test_undo_is_refused_where_it_would_change_what_another_did(
    rush: Rush, tables: Tables
) -> None:
    table = await start_table(tables, ADA, BO)
    (mine, *_), (theirs, *_) = table.truth.hands
    await tables.play(table.row.id, ADA, Set(mine, "up"))
    await tables.play(table.row.id, BO, Set(theirs, "up"))
    before = await everything(tables.store)
    assert await refused(tables.undo(table.row.id, ADA, interaction=3)) == "undo_others"
    assert await everything(tables.store) == before
    await tables.undo(table.row.id, BO)
    await tables.undo(table.row.id, ADA)
    assert (await now_at(tables, table)).truth == table.truth


async def test_undo_and_anothers_move_at_once_lose_nothing(rush: Rush, tables: Tables) -> None:
    table = await start_table(tables, ADA, BO)
    (mine, *_), (theirs, *_) = table.truth.hands
    await tables.play(table.row.id, ADA, Set(mine, "up"))
    await asyncio.gather(
        tables.undo(table.row.id, ADA), tables.play(table.row.id, BO, Set(theirs, "down"))
    )
    after = await now_at(tables, table)
    assert after.truth.lines == {"up": [], "down": [theirs]}
    assert await replayed(tables, table.row.id) == after.truth


# Computer players


async def test_who_took_over_in_a_turn_that_is_undone_plays_what_comes_then(
    tables: Tables,
) -> None:
    table = await start_table(tables, ADA, BO, CY, game="ride")
    for _ in range(3):
        table = await choose(tables, table, "share")
    [builder] = table.acting
    for _ in range(3):
        table = await choose(tables, table, "build")
    gone = next(s for s in table.seats if s.seat != builder)
    assert gone.member and table.seats[builder].member
    await Seating(tables).leave(table.row.id, gone.member)
    for _ in range(3):
        await tables.undo(table.row.id, table.seats[builder].member or 0)
    table = await now_at(tables, table)
    assert table.row.number == 3
    assert table.seats[gone.seat].sat == 3, "the next move is the new one's"
    assert [(former.name, former.until) for former in table.sitters] == [(gone.name, 3)]


async def choose(tables: Tables, table: Sitting, kind: str) -> Sitting:
    """Whoever is due makes the first move of a kind."""
    [seat] = table.acting
    move = next(move for move in choices(table, seat) if move.kind() == kind)
    await tables.play(table.row.id, table.seats[seat].member or 0, move)
    return await now_at(tables, table)


async def test_computer_players_play_until_a_member_is_due(toy: SignalBox, tables: Tables) -> None:
    table = await start_table(tables, ADA, computers=2)
    await tables.settle()
    table = await now_at(tables, table)
    assert table.acting == {0}
    assert [bool(card) for card in table.truth.box] == [False, True, True]
    assert await tables.store.computers_due() == []


async def test_what_computer_players_did_is_in_one_post_with_the_turn_before(
    toy: SignalBox, tables: Tables
) -> None:
    table = await start_table(tables, ADA, computers=2)
    await tables.settle()
    await stash_all(tables, table)
    for _ in range(2):
        await tables.play(table.row.id, ADA, Done())
        await tables.settle()
    assert await posts(tables.store) == [
        '{"first": 0, "last": 2}',
        '{"first": 3, "last": 3}',
        '{"first": 4, "last": 6}',
        '{"first": 7, "last": 9}',
    ]


async def test_computer_players_go_on_after_a_crash(
    toy: SignalBox, tables: Tables, tmp_path: Path
) -> None:
    table = await start_table(tables, ADA, computers=3)
    again = await crash_and_restart(tables, tmp_path / "test.sqlite3")
    assert await again.store.computers_due() == [table.row.id]
    await again.resume()
    await again.settle()
    table = await now_at(again, table)
    assert table.acting == {0}
    assert await replayed(again, table.row.id) == table.truth
    assert await posts(again.store) == ['{"first": 0, "last": 3}']
    assert again.changed.rung  # type: ignore[attr-defined]
    await again.store.close()


async def test_a_table_of_computer_players_alone_comes_to_its_end(
    toy: SignalBox, tables: Tables
) -> None:
    table = await start_table(tables, ADA, computers=1)
    async with tables.store.writing() as pen:
        await pen.set_seats(
            table.row.id, [msgspec.structs.replace(seat, member=None) for seat in table.seats]
        )
    await tables.settle()
    tables.go_on(await now_at(tables, table))
    await tables.settle()
    assert (await now_at(tables, table)).row.status == "over"


def raising(self: SignalBox, view: Any, moves: Any, rng: Rng) -> Move:
    raise ZeroDivisionError


def cheating(self: SignalBox, view: Any, moves: Any, rng: Rng) -> Move:
    return Stash(99)


def talking(self: SignalBox, view: Any, moves: Any, rng: Rng) -> Any:
    return "the red one, please"


@pytest.mark.parametrize("strategy", [raising, cheating, talking])
async def test_a_strategy_that_fails_still_makes_a_move(
    toy: SignalBox, tables: Tables, monkeypatch: pytest.MonkeyPatch, strategy: Any
) -> None:
    monkeypatch.setattr(SignalBox, "choose", strategy)
    table = await start_table(tables, ADA, computers=2)
    await play_on(tables, table)
    table = await now_at(tables, table)
    assert table.row.status == "over"
    assert await replayed(tables, table.row.id) == table.truth


async def test_a_computer_player_sees_its_own_view_and_no_state(
    toy: SignalBox, tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def looking(self: SignalBox, view: Any, moves: Any, rng: Rng) -> Any:
        seen.append(view)
        return moves[0]

    monkeypatch.setattr(SignalBox, "choose", looking)
    await start_table(tables, ADA, computers=1)
    await tables.settle()
    assert [type(view) for view in seen] == [signal_box.View]
    assert seen[0].me == 1


async def test_computer_players_and_a_member_at_once_lose_nothing(
    toy: SignalBox, tables: Tables
) -> None:
    table = await start_table(tables, ADA, computers=3)
    await tables.play(table.row.id, ADA, choices(table, 0)[0], version=table.seats[0].stamp)
    await tables.settle()
    table = await now_at(tables, table)
    assert all(table.truth.box)
    assert await replayed(tables, table.row.id) == table.truth


async def test_a_table_that_is_aborted_stops_its_computer_players(
    toy: SignalBox, tables: Tables
) -> None:
    table = await start_table(tables, ADA, computers=3)
    await tables.abort(table, "Ada")
    await tables.settle()
    assert (await now_at(tables, table)).row.status == "aborted"
    assert await tables.store.computers_due() == []


# What it costs


class Counted:
    """Statements and rows that reading takes from now on."""

    def __init__(self, connection: Any) -> None:
        self.statements = self.rows = 0
        self._connection = connection

    async def watch(self) -> None:
        def row(cursor: Any, values: Any) -> sqlite3.Row:
            self.rows += 1
            return sqlite3.Row(cursor, values)

        def statement(sql: str) -> None:
            self.statements += 1

        self._connection.row_factory = row
        await self._connection.set_trace_callback(statement)

    def take(self) -> tuple[int, int]:
        taken, self.statements, self.rows = (self.statements, self.rows), 0, 0
        return taken


async def test_a_move_reads_as_much_at_the_end_as_at_the_beginning(
    toy: SignalBox, tables: Tables
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    counted = Counted(tables.store._database.reading)
    await counted.watch()
    costs = []
    while (table := await now_at(tables, table)).row.status == "running":
        [seat] = table.acting
        member = table.seats[seat].member
        assert member is not None
        counted.take()
        await tables.play(table.row.id, member, Done())
        costs.append(counted.take())
    assert len(costs) == 8
    assert len(set(costs)) == 1


async def test_a_move_writes_as_much_at_the_end_as_at_the_beginning(
    toy: SignalBox, tables: Tables
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    written = await statements(tables.store)
    costs = []
    for turn in range(7):
        written.clear()
        await tables.play(table.row.id, (ADA, BO)[turn % 2], Done())
        costs.append(len(written))
    assert len(set(costs)) == 1


async def kept_snapshots(tables: Tables, table: Sitting) -> Iterator[tuple[int, int]]:
    rows = await tables.store._database.reading.execute_fetchall(
        "SELECT number, turns FROM snapshots WHERE table_id = ? ORDER BY number", (table.row.id,)
    )
    return ((row[0], row[1]) for row in rows)


async def test_of_a_complete_turn_only_its_beginning_is_kept(
    toy: SignalBox, tables: Tables
) -> None:
    table = await stash_all(tables, await start_table(tables, ADA, BO))
    card = table.truth.hands[0][0]
    for move in (Draw("deck"), Set(card, "up")):
        await tables.play(table.row.id, ADA, move)
    assert list(await kept_snapshots(tables, table)) == [(0, 0), (1, 1), (2, 2), (3, 2), (4, 2)]
    await tables.play(table.row.id, ADA, Done())
    assert list(await kept_snapshots(tables, table)) == [(0, 0), (1, 1), (2, 2), (5, 3)]
    data = await tables.store.snapshot_at_turn(table.row.id, 2)
    assert data is not None and decode_state(toy, data) == table.truth


async def test_every_turn_of_a_whole_table_can_be_looked_at(toy: SignalBox, tables: Tables) -> None:
    table = await start_table(tables, ADA, BO)
    await play_on(tables, table)
    turns = (await now_at(tables, table)).row.turns
    kept = list(await kept_snapshots(tables, table))
    assert [turn for _, turn in kept] == list(range(turns + 1))
    for turn in range(turns + 1):
        data = await tables.store.snapshot_at_turn(table.row.id, turn)
        assert data is not None and toy.turns(decode_state(toy, data)) == turn


# A full disk


async def fill_disk(store: Store) -> None:
    """From now on there is no room for another move."""
    writer = store._database._writer
    await writer.executescript(
        "CREATE TABLE IF NOT EXISTS ballast (data BLOB);"
        "CREATE TEMP TRIGGER heavy AFTER INSERT ON moves"
        " BEGIN INSERT INTO ballast VALUES (zeroblob(100000)); END;"
    )
    [[pages]] = await writer.execute_fetchall("PRAGMA page_count")
    await writer.execute_fetchall(f"PRAGMA max_page_count = {pages}")


async def make_room(store: Store) -> None:
    await store._database._writer.executescript(
        "DROP TRIGGER heavy; PRAGMA max_page_count = 1000000;"
    )


async def test_a_full_disk_changes_nothing(toy: SignalBox, tables: Tables) -> None:
    table = await start_table(tables, ADA)
    await fill_disk(tables.store)
    before = await everything(tables.store)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        await tables.play(table.row.id, ADA, choices(table, 0)[0], interaction=1)
    assert await everything(tables.store) == before
    await make_room(tables.store)
    played = await tables.play(table.row.id, ADA, choices(table, 0)[0], interaction=1)
    assert played.after.row.number == 1
    assert await replayed(tables, table.row.id) == played.after.truth


async def test_a_full_disk_is_told_in_words_and_the_move_works_later(world: World) -> None:
    await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    table = await world.table()
    await fill_disk(world.bot.store)
    refused = await member.slash(world.channel, "ride share", railroad="red")
    assert "disk is full" in text(refused.response)
    assert "nothing was changed" in text(refused.response)
    assert (await world.table()).truth == table.truth
    await make_room(world.bot.store)
    answered = await member.slash(world.channel, "ride share", railroad="red")
    assert "took a share" in text(answered.response)
    assert (await world.table()).row.number == 1


async def test_a_full_disk_is_told_in_the_panel_too(world: World) -> None:
    board = await world.start("Ada", "Bo", "Cy")
    member = await world.acting()
    panel = (await member.click(board, label="Take your turn")).response
    await fill_disk(world.bot.store)
    choice = next(p for p in parts(panel.components) if ":pick:" in p.get("custom_id", ""))
    pressed = (await member.click(panel.message, custom_id=choice["custom_id"])).response
    while not (await world.table()).row.number and menus(pressed):
        menu = menus(pressed)[-1]
        value = menu["options"][0]["value"]
        pressed = (
            await member.select(pressed.message, [value], custom_id=menu["custom_id"])
        ).response
    assert "disk is full" in text(pressed)
    await make_room(world.bot.store)
    assert (await world.table()).row.number == 0


async def test_computer_players_go_on_when_the_disk_has_room_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby.secrets, "token_bytes", bytes)  # a computer player comes first
    post = await world.lobby("Ada", computers=2)
    await fill_disk(world.bot.store)
    await world.ada.click(post, label="Start")
    await world.settle()
    table = await world.table()
    assert table.row.status == "running" and table.computers_to_act
    await make_room(world.bot.store)
    await world.wait(120)
    assert not (await world.table()).computers_to_act
    assert world.boards()
