"""The heart: one move, from request to commit."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from msgspec import structs

from bot import calls, clock
from bot.refusal import Refused, Stale
from bot.sitting import Sitting, computers_to_act, sit
from bot.store import AlreadySeen, Conflict, MoveRow, Pen, SeatRow, Store
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
    state: State
    """How the table stands afterwards."""

    @property
    def ended(self) -> set[Seat]:
        """The seats whose turns these moves have completed."""
        return {move.seat for move in self.moves if move.ends}


class Tables:
    """Every table of the bot. One move at a time at each; tables don't wait for one another."""

    def __init__(self, store: Store, *, posts_waiting: Callable[[], None]) -> None:
        self.store = store
        self.changed = posts_waiting
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
            if undone.ends:
                fact = Fact("events.undone", {"seat": seat})
                after = await self.rewind(sitting, undone.number, fact, interaction=interaction)
                return Played(after, (), False)
            known, snapshot = await self.store.snapshot_before(table_id, undone.number)
            since = await self.store.moves_after(table_id, known)
            again = await asyncio.to_thread(_without, sitting, snapshot, known, since, undone)
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.change(sitting.row, number=sitting.row.number - 1)
                await pen.stamp(sitting.row, again.touched)
                acting = sitting.game.to_act(again.state)
                await calls.recall(pen, sitting.row, sitting.seats, acting, again=True)
                await pen.drop_moves(table_id, after=known)
                await pen.add_moves(table_id, again.moves)
                await pen.add_snapshots(table_id, again.snapshots)
            return Played(await sit(self.store, table_id), (), False)

    async def _to_undo(self, sitting: Sitting, seat: Seat) -> MoveRow:
        """The move that an undo would take back, or a refusal that says why there is none."""
        last = await self.store.last_move(sitting.row.id, seat)
        if last is None or last.member is None:
            raise Refused("nothing_to_undo")
        if last.reveals:
            raise Refused("undo_reveals")
        if last.ends and last.number != sitting.row.number:
            raise Refused("undo_acted")
        return last

    async def rewind(
        self,
        sitting: Sitting,
        number: int,
        fact: Fact,
        *,
        question: int | None = None,
        interaction: int | None = None,
    ) -> Sitting:
        """Take back a move with all after it, over the ends of turns; the channel is told."""
        row, game = sitting.row, sitting.game
        known, snapshot = await self.store.snapshot_before(row.id, number)
        since = [m for m in await self.store.moves_after(row.id, known) if m.number < number]
        state, again = await asyncio.to_thread(_play_again, sitting, snapshot, known, since)
        turns, acting = game.turns(state), game.to_act(state)
        async with self.store.writing() as pen:
            await pen.mark_seen(interaction)
            if question is not None and not await pen.decide(question, "yes"):
                raise Stale
            await pen.drop_moves(row.id, after=known)
            await pen.add_moves(row.id, again.moves)
            await pen.add_snapshots(row.id, again.snapshots)
            await pen.stamp(row, range(len(sitting.seats)))
            await calls.recall(pen, row, sitting.seats, acting, ended=sitting.acting, again=True)
            await pen.change(
                row,
                number=number - 1,
                turns=turns,
                posted=min(row.posted, turns),
                computer_due=int(bool(computers_to_act(sitting.seats, acting))),
                acted=clock.now(),
                warned=0,
            )
            await pen.happened(row, turns, encode(fact).decode())
            await pen.drop_boards(row.id, after=turns)
            await self._queue_board(pen, sitting, turns + 1, turns)
        self.changed()
        after = await sit(self.store, row.id)
        self.go_on(after)
        return after

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
                await calls.recall(pen, fresh.row, fresh.seats, frozenset())
                await pen.void_questions(fresh.row.id)
                payload = json.dumps({"by": by})
                await pen.queue(fresh.row.id, fresh.row.channel, "aborted", payload)
        self.changed()

    def go_on(self, sitting: Sitting) -> None:
        """After a change: computer players play on, and what waits is posted."""
        table_id = sitting.row.id
        if sitting.computers_to_act:
            if table_id not in self._driving:
                task = asyncio.create_task(self._drive(table_id))
                self._driving[table_id] = task
                task.add_done_callback(lambda _: self._driving.pop(table_id, None))
        else:
            self.changed()

    async def resume(self) -> None:
        """After a restart: computer players go on where they were."""
        for table_id in await self.store.computers_due():
            try:
                self.go_on(await sit(self.store, table_id))
            except Exception:  # one table that can't be read must not stop the others
                log.exception("table %s can't be taken up", table_id)

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
        self.changed()

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
                seats = await self._reseat(pen, sitting, applied)
                after = replace(sitting, seats=seats)
                columns: dict[str, object] = {"number": applied.moves[-1].number}
                if applied.moves[-1].member is not None:
                    columns |= {"acted": clock.now(), "warned": 0}
                turns = await self._change(pen, after, applied.ended, **columns)
                if turns > row.turns:
                    await pen.drop_snapshots_inside_turns(row.id, row.turns, turns - 1)
        except AlreadySeen:
            return Played(await sit(self.store, row.id), (), False, before=True)
        except Conflict:
            raise Stale from None
        stands = await sit(self.store, row.id)
        return Played(stands, tuple(applied.facts), stands.row.turns > row.turns)

    async def _reseat(self, pen: Pen, sitting: Sitting, applied: _Applied) -> tuple[SeatRow, ...]:
        """Who plays in each seat now: a stand-in for one turn goes, a member who is back stays."""
        acting = sitting.game.to_act(applied.state)
        by_member = {move.seat for move in applied.moves if move.member is not None}
        seats = []
        for seat in sitting.seats:
            stand_in, missed = seat.stand_in, seat.missed
            if stand_in == "turn" and (seat.seat in applied.ended or seat.seat not in acting):
                stand_in = ""
            if seat.seat in by_member:
                missed = 0
            if (stand_in, missed) != (seat.stand_in, seat.missed):
                await pen.set_stand_in(sitting.row.id, seat.seat, stand_in, missed)
            seats.append(structs.replace(seat, stand_in=stand_in, missed=missed))
        return tuple(seats)

    async def _change(
        self, pen: Pen, sitting: Sitting, ended: Collection[Seat] = (), **columns: object
    ) -> int:
        """Write how the table stands; a board is due when members must act, or nobody any more."""
        row, game, state = sitting.row, sitting.game, sitting.truth
        turns = game.turns(state)
        acting = game.to_act(state)
        computer = bool(computers_to_act(sitting.seats, acting))
        await calls.recall(pen, row, sitting.seats, acting, ended=ended)
        columns |= {"turns": turns, "computer_due": int(computer)}
        result = game.result(state)
        if result:
            columns |= {"status": "over", "ended": clock.now(), "result": encode(result).decode()}
            await pen.void_questions(row.id)
        if turns > row.posted and not computer:
            columns["posted"] = turns
            await self._queue_board(pen, sitting, row.posted + 1, turns)
        await pen.change(row, **columns)
        return turns

    async def _queue_board(self, pen: Pen, sitting: Sitting, first: int, last: int) -> None:
        """A post of the turns from first to last, and of what else has happened."""
        payload: dict[str, object] = {"first": first, "last": last}
        if events := await pen.untold_events(sitting.row.id):
            payload["events"] = events
        await pen.queue(sitting.row.id, sitting.row.channel, "board", json.dumps(payload))


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
    if sitting.seats[seat].stand_in:
        raise Refused("stand_in_plays")
    if version is not None and version != sitting.seats[seat].stamp:
        raise Stale
    return seat


def _apply(sitting: Sitting, seat: Seat, member: int | None, move: Move) -> _Applied:
    """What a move, or each move of a shortcut, does by the rules. Changes the sitting's state."""
    game, state = sitting.game, sitting.truth
    if seat not in game.to_act(state):
        raise sitting.not_your_turn()
    moves: Sequence[Move] = [move]
    if isinstance(move, game.shortcuts):
        moves = game.unfold(state, seat, move)
    return _play(sitting, state, seat, member, moves)


def _play(
    sitting: Sitting, state: State, seat: Seat, member: int | None, moves: Sequence[Move]
) -> _Applied:
    game, row, moment = sitting.game, sitting.row, clock.now()
    applied = _Applied([], [], [], {seat}, state)
    due = game.to_act(state)
    stand_in = int(bool(sitting.seats[seat].stand_in))
    for number, move in enumerate(moves, start=row.number + 1):
        turn = game.turns(state)
        facts = game.play(state, seat, move, Rng(row.seed, number))
        reveals, ends = any(fact.reveals for fact in facts), game.turns(state) > turn
        written = encode(move).decode(), encode(facts).decode()
        flags = int(reveals), int(ends)
        took = calls.took(sitting.seats[seat], moment) if ends and member is not None else None
        applied.moves.append(
            MoveRow(number, turn, seat, member, *written, *flags, moment, stand_in, took)
        )
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
    again = _Applied([], [], [], {undone.seat}, state)
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


def _play_again(
    sitting: Sitting, snapshot: bytes, known: int, since: Sequence[MoveRow]
) -> tuple[State, _Applied]:
    """The moves since a snapshot, made once more."""
    game, row = sitting.game, sitting.row
    state = decode_state(game, snapshot)
    again = _Applied([], [], [], set(), state)
    for old in since:
        game.play(state, old.seat, decode_move(game, old.move), Rng(row.seed, old.number))
        again.moves.append(old)
        again.snapshots.append((old.number, game.turns(state), encode(state)))
    return state, again


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
