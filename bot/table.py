"""The heart: one move, from request to commit."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary

from msgspec import structs

from bot import clock
from bot.refusal import Refused, Stale
from bot.sitting import Sitting, sit
from bot.store import AlreadySeen, Conflict, MoveRow, Pen, Store
from games.codec import decode_move, decode_options, decode_state, encode
from games.core import Fact, IllegalMove, Move, Rng, Seat, State

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Played:
    """What came of a request: the table afterwards, and what happened."""

    after: Sitting
    facts: tuple[Fact, ...]
    turn_over: bool
    before: bool = False
    """It had been carried out already."""


@dataclass
class _Applied:
    """Moves that the rules have accepted, ready to be written."""

    moves: list[MoveRow]
    snapshots: list[tuple[int, int, bytes]]
    facts: list[Fact]
    touched: set[Seat]
    """The seats that moved, became due or are due no longer."""


class Tables:
    """Every table of the bot. One move at a time at each; tables don't wait for one another."""

    def __init__(self, store: Store, *, posts_waiting: Callable[[], None]) -> None:
        self.store = store
        self._posts_waiting = posts_waiting
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._driving: dict[int, asyncio.Task[None]] = {}

    def lock(self, table_id: int) -> asyncio.Lock:
        """Held while a table is being changed."""
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def play(
        self,
        table_id: int,
        member: int,
        move: Move,
        *,
        version: int | None = None,
        interaction: int | None = None,
    ) -> Played:
        """A member makes a move, or takes a shortcut that stands for several."""
        async with self.lock(table_id):
            sitting = await sit(self.store, table_id)
            if interaction is not None and await self.store.seen(interaction):
                return Played(sitting, (), False, before=True)
            seat = _check_request(sitting, member, version)
            applied = await asyncio.to_thread(_apply, sitting, seat, member, move)
            played = await self._write(sitting, applied, interaction)
        self.go_on(played.after)
        return played

    async def undo(
        self,
        table_id: int,
        member: int,
        *,
        version: int | None = None,
        interaction: int | None = None,
    ) -> Played:
        """A member takes back the last move of the turn that is going on, up to the last reveal."""
        async with self.lock(table_id):
            sitting = await sit(self.store, table_id)
            if interaction is not None and await self.store.seen(interaction):
                return Played(sitting, (), False)
            seat = _check_request(sitting, member, version)
            undone = await self._to_undo(sitting, seat)
            known, snapshot = await self.store.snapshot_before(table_id, undone.number)
            since = await self.store.moves_after(table_id, known)
            again = await asyncio.to_thread(_without, sitting, snapshot, known, since, undone)
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.change(sitting.row, number=sitting.row.number - 1)
                await pen.stamp(sitting.row, again.touched)
                await pen.drop_moves(table_id, after=known)
                await pen.add_moves(table_id, again.moves)
                await pen.add_snapshots(table_id, again.snapshots)
            return Played(await sit(self.store, table_id), (), False)

    async def _to_undo(self, sitting: Sitting, seat: Seat) -> MoveRow:
        """The move that an undo would take back, or a refusal that says why there is none."""
        last = await self.store.last_move(sitting.row.id, seat)
        if last is None or last.ends or seat not in sitting.acting:
            raise Refused("nothing_to_undo")
        if last.reveals:
            raise Refused("undo_reveals")
        return last

    async def can_undo(self, sitting: Sitting, seat: Seat) -> bool:
        """Whether there is something to take back."""
        try:
            await self._to_undo(sitting, seat)
        except Refused:
            return False
        return True

    async def start(self, sitting: Sitting, *, interaction: int | None = None) -> Sitting:
        """Deal, and begin."""
        game, row = sitting.game, sitting.row
        options = decode_options(game, row.options)
        state = game.new(len(sitting.seats), options, Rng(row.seed, 0))
        begun = Sitting(row, sitting.seats, state)
        async with self.store.writing() as pen:
            await pen.mark_seen(interaction)
            await pen.add_snapshots(row.id, [(0, 0, encode(state))])
            await pen.stamp(row, game.to_act(state))
            await self._change(pen, begun, status="running")
        after = await sit(self.store, row.id)
        self.go_on(after)
        return after

    async def abort(self, sitting: Sitting, by: str, *, interaction: int | None = None) -> None:
        """End a table before its time; the channel is told."""
        async with self.lock(sitting.row.id):
            fresh = await sit(self.store, sitting.row.id)
            if not fresh.row.open:
                raise Refused("table_over")
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.change(fresh.row, status="aborted", ended=clock.now(), computer_due=0)
                payload = json.dumps({"by": by})
                await pen.queue(fresh.row.id, fresh.row.channel, "aborted", payload)
        self._posts_waiting()

    def go_on(self, sitting: Sitting) -> None:
        """After a change: computer players play on, and what waits is posted."""
        table_id = sitting.row.id
        if sitting.computers_to_act:
            if table_id not in self._driving:
                task = asyncio.create_task(self._drive(table_id))
                self._driving[table_id] = task
                task.add_done_callback(lambda _: self._driving.pop(table_id, None))
        else:
            self._posts_waiting()

    async def resume(self) -> None:
        """After a restart: computer players go on where they were."""
        for table_id in await self.store.computers_due():
            self.go_on(await sit(self.store, table_id))

    async def settle(self) -> None:
        """Wait until no computer player is at it."""
        while self._driving:
            await asyncio.gather(*self._driving.values(), return_exceptions=True)

    async def _drive(self, table_id: int) -> None:
        try:
            while await self._computer_move(table_id):
                pass
        except Exception:
            log.exception("table %s: a computer player could not go on", table_id)
        self._posts_waiting()

    async def _computer_move(self, table_id: int) -> bool:
        async with self.lock(table_id):
            sitting = await sit(self.store, table_id)
            if sitting.row.status != "running" or not sitting.computers_to_act:
                return False
            seat = sitting.computers_to_act[0]
            applied = await asyncio.to_thread(_choose_and_apply, sitting, seat)
            await self._write(sitting, applied, None)
        return True

    async def _write(self, sitting: Sitting, applied: _Applied, interaction: int | None) -> Played:
        """One transaction: moves, facts, snapshot, table and what is to be posted."""
        row = sitting.row
        try:
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.add_moves(row.id, applied.moves)
                await pen.add_snapshots(row.id, applied.snapshots)
                await pen.stamp(row, applied.touched)
                turns = await self._change(pen, sitting, number=applied.moves[-1].number)
                if turns > row.turns:
                    await pen.drop_snapshots_inside_turns(row.id, row.turns, turns - 1)
        except AlreadySeen:
            return Played(await sit(self.store, row.id), (), False, before=True)
        except Conflict:
            raise Stale from None
        after = await sit(self.store, row.id)
        return Played(after, tuple(applied.facts), after.row.turns > row.turns)

    async def _change(self, pen: Pen, sitting: Sitting, **columns: object) -> int:
        """Write how the table stands; a board is due when members must act, or nobody any more."""
        row, game, state = sitting.row, sitting.game, sitting.truth
        turns = game.turns(state)
        acting = game.to_act(state)
        computer = any(s.member is None and s.seat in acting for s in sitting.seats)
        columns |= {"turns": turns, "computer_due": int(computer)}
        result = game.result(state)
        if result:
            columns |= {"status": "over", "ended": clock.now(), "result": encode(result).decode()}
        if turns > row.posted and not computer:
            columns["posted"] = turns
            payload = json.dumps({"first": row.posted + 1, "last": turns})
            await pen.queue(row.id, row.channel, "board", payload)
        await pen.change(row, **columns)
        return turns


def check_running(sitting: Sitting) -> None:
    """Whether the table is being played; Refused says what it is instead."""
    match sitting.row.status:
        case "lobby":
            raise Refused("not_started")
        case "over":
            raise Refused("table_over")
        case "aborted":
            raise Refused("table_aborted")


def _check_request(sitting: Sitting, member: int, version: int | None) -> Seat:
    """Whether a member may act at a table now, and for which seat."""
    check_running(sitting)
    seat = sitting.seat_for(member)
    if version is not None and version != sitting.seats[seat].stamp:
        raise Stale
    return seat


def _apply(sitting: Sitting, seat: Seat, member: int | None, move: Move) -> _Applied:
    """What a move, or each move of a shortcut, does by the rules. Changes the sitting's state."""
    game, state = sitting.game, sitting.truth
    if seat not in game.to_act(state):
        raise _not_your_turn(sitting)
    moves: Sequence[Move] = [move]
    if isinstance(move, game.shortcuts):
        moves = game.unfold(state, seat, move)
    return _play(sitting, state, seat, member, moves)


def _not_your_turn(sitting: Sitting) -> Refused:
    return Refused("not_your_turn", seat=sorted(sitting.acting))


def _play(
    sitting: Sitting, state: State, seat: Seat, member: int | None, moves: Sequence[Move]
) -> _Applied:
    game, row = sitting.game, sitting.row
    applied = _Applied([], [], [], {seat})
    due = game.to_act(state)
    for number, move in enumerate(moves, start=row.number + 1):
        turn = game.turns(state)
        facts = game.play(state, seat, move, Rng(row.seed, number))
        reveals, ends = any(fact.reveals for fact in facts), game.turns(state) > turn
        written = encode(move).decode(), encode(facts).decode()
        flags = int(reveals), int(ends)
        applied.moves.append(MoveRow(number, turn, seat, member, *written, *flags, clock.now()))
        applied.snapshots.append((number, game.turns(state), encode(state)))
        applied.facts += facts
    applied.touched |= due ^ game.to_act(state)
    return applied


def _without(
    sitting: Sitting, snapshot: bytes, known: int, since: Sequence[MoveRow], undone: MoveRow
) -> _Applied:
    """The moves since a snapshot as if one of them had not been made.

    Those who act at the same time may have moved since; if anything of theirs would come out
    differently, the move stands.
    """
    game, row = sitting.game, sitting.row
    state = decode_state(game, snapshot)
    again = _Applied([], [], [], {undone.seat})
    due = sitting.acting
    for number, old in enumerate((m for m in since if m != undone), start=known + 1):
        turn = game.turns(state)
        try:
            facts = game.play(state, old.seat, decode_move(game, old.move), Rng(row.seed, number))
        except IllegalMove:
            raise Refused("undo_others") from None
        if encode(facts).decode() != old.facts:
            raise Refused("undo_others")
        again.moves.append(structs.replace(old, number=number, turn=turn))
        again.snapshots.append((number, game.turns(state), encode(state)))
    if game.turns(state) != row.turns:
        raise Refused("undo_others")
    again.touched |= due ^ game.to_act(state)
    return again


def _choose_and_apply(sitting: Sitting, seat: Seat) -> _Applied:
    """A computer player's decision, from its own view, and what it does."""
    game, state, row = sitting.game, sitting.truth, sitting.row
    moves = list(game.legal(state, seat))
    try:
        move = game.choose(game.view(state, seat), moves, chooser(row.seed, seat, row.number))
        if move not in moves:
            raise IllegalMove("computer")
    except Exception:
        log.exception("table %s: seat %s could not choose and takes the first move", row.id, seat)
        move = moves[0]
    return _play(sitting, state, seat, None, [move])


def chooser(seed: bytes, seat: Seat, number: int) -> Rng:
    """A computer player's own chance, apart from the table's."""
    return Rng(hashlib.sha256(seed + b"player" + bytes([seat])).digest(), number)
