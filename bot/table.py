"""The heart: one move, from request to commit."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from msgspec import structs

from bot import calls, clock
from bot.applied import Applied, apply, choose_and_apply, play_again, without
from bot.refusal import Refused, Stale
from bot.sitting import Sitting, computers_to_act, sit
from bot.store import AlreadySeen, Conflict, MoveRow, Pen, SeatRow, Store
from games.codec import decode_options, encode
from games.core import Fact, Move, Rng, Seat

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Played:
    """What came of a request: the table afterwards, and what happened."""

    after: Sitting
    facts: tuple[Fact, ...]
    turn_over: bool
    before: bool = False
    """It had been carried out already."""


class Tables:
    """Every table of the bot. One move at a time at each; tables don't wait for one another."""

    def __init__(self, store: Store, *, posts_waiting: Callable[[], None]) -> None:
        self.store = store
        self.changed = posts_waiting
        self.ended: Callable[[], None] = lambda: None
        """Called when a table is over."""
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
            applied = await asyncio.to_thread(apply, sitting, seat, member, move)
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
        """A member takes back a move of the turn that is going on, or the end of the last one."""
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
            again = await asyncio.to_thread(without, sitting, snapshot, known, since, undone)
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.change(sitting.row, number=sitting.row.number - 1)
                await pen.stamp(sitting.row, again.touched)
                acting = sitting.game.to_act(again.state)
                await calls.recall(pen, sitting.row, sitting.seats, acting, again=True)
                await pen.take_out(table_id, undone.number)
                await _rewrite(pen, table_id, known, again)
            return Played(await sit(self.store, table_id), (), False)

    async def _to_undo(self, sitting: Sitting, seat: Seat) -> MoveRow:
        """The move that an undo would take back, or a refusal that says why there is none."""
        last = await self.store.last_move(sitting.row.id, seat)
        if last is None or last.number <= sitting.seats[seat].sat:
            raise Refused("nothing_to_undo")
        if last.stand_in:
            raise Refused("undo_stand_in")
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
        row = sitting.row
        known, snapshot = await self.store.snapshot_before(row.id, number)
        since = await self.store.moves_after(row.id, known)
        kept, gone = since[: number - known - 1], since[number - known - 1 :]
        again = await asyncio.to_thread(play_again, sitting, snapshot, kept)
        turns, acting = sitting.game.turns(again.state), sitting.game.to_act(again.state)
        async with self.store.writing() as pen:
            await pen.mark_seen(interaction)
            if question is not None and not await pen.decide(question, "yes"):
                raise Stale
            await _rewrite(pen, row.id, known, again)
            await pen.take_back(row.id, number - 1, turns)
            await pen.stamp(row, range(len(sitting.seats)))
            seats = await self._relieved(pen, sitting)
            await calls.recall_again(pen, row, seats, acting, gone)
            await pen.change(
                row,
                number=number - 1,
                turns=turns,
                posted=turns,
                computer_due=int(bool(computers_to_act(row, seats, acting))),
                acted=clock.now(),
                warned=0,
            )
            await pen.happened(row, turns, encode(fact).decode())
            await self._queue_instead(pen, sitting, turns, call=question is not None)
        self.changed()
        after = await sit(self.store, row.id)
        self.go_on(after)
        return after

    async def _relieved(self, pen: Pen, sitting: Sitting) -> list[SeatRow]:
        """The seats without stand-ins for one turn: that turn is taken back."""
        seats = []
        for seat in sitting.seats:
            if seat.stand_in == "turn":
                seat = structs.replace(seat, stand_in="")
                await pen.set_stand_in(sitting.row.id, seat.seat, "", seat.missed)
            seats.append(seat)
        return seats

    async def _queue_instead(self, pen: Pen, sitting: Sitting, turns: int, *, call: bool) -> None:
        """A board after turns were taken back, which also tells what is told nowhere else."""
        dropped = await pen.drop_boards(sitting.row.id, after=turns)
        first = min([turns, sitting.row.posted, *(board["first"] - 1 for board in dropped)]) + 1
        untold = [event for board in dropped for event in board.get("events", ())]
        await self._queue_board(pen, sitting, first, turns, untold=untold, call=call)

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

    async def call_up(self) -> None:
        """At start-up: who must act and is not called, as before there were clocks, is called."""
        for table_id in await self.store.uncalled():
            try:
                async with self.lock(table_id):
                    sitting = await sit(self.store, table_id)
                    async with self.store.writing() as pen:
                        await calls.recall(pen, sitting.row, sitting.seats, sitting.acting)
                        await pen.change(sitting.row, computer_due=sitting.row.computer_due)
            except Exception:  # one table that can't be read must not stop the others
                log.exception("table %s: nobody can be called", table_id)

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
        except Stale:
            log.info("table %s was closed under a computer player's hands", table_id)
        except Exception:
            log.exception("table %s: a computer player could not go on", table_id)
        self.changed()

    async def _computer_move(self, table_id: int) -> bool:
        async with self.lock(table_id):
            sitting = await sit(self.store, table_id)
            if sitting.row.status != "running" or not sitting.computers_to_act:
                return False
            seat = sitting.computers_to_act[0]
            applied = await asyncio.to_thread(choose_and_apply, sitting, seat)
            await self._write(sitting, applied, None)
        return True

    async def _write(self, sitting: Sitting, applied: Applied, interaction: int | None) -> Played:
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
        if stands.result:
            self.ended()
        return Played(stands, tuple(applied.facts), stands.row.turns > row.turns)

    async def _reseat(self, pen: Pen, sitting: Sitting, applied: Applied) -> tuple[SeatRow, ...]:
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
        computer = bool(computers_to_act(row, sitting.seats, acting))
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

    async def _queue_board(
        self,
        pen: Pen,
        sitting: Sitting,
        first: int,
        last: int,
        *,
        untold: Collection[int] = (),
        call: bool = False,
    ) -> None:
        """A post of the turns from first to last, and of what else has happened.

        `call` mentions everybody who must act, also who has been told before.
        """
        payload: dict[str, object] = {"first": first, "last": last}
        if events := [*untold, *await pen.untold_events(sitting.row.id)]:
            payload["events"] = events
        if call:
            payload["call"] = True
        await pen.queue(sitting.row.id, sitting.row.channel, "board", json.dumps(payload))


async def _rewrite(pen: Pen, table_id: int, known: int, again: Applied) -> None:
    """After so many moves come these instead of those that were made."""
    await pen.drop_moves(table_id, after=known)
    await pen.add_moves(table_id, again.moves)
    await pen.add_snapshots(table_id, again.snapshots)


def check_running(sitting: Sitting) -> None:
    """Whether the table is being played; Refused says what it is instead."""
    match sitting.row.status:
        case "lobby":
            raise Refused("not_started")
        case "over":
            raise Refused("table_over")
        case "aborted":
            raise Refused("table_closed" if sitting.row.closed else "table_aborted")


def _check_request(sitting: Sitting, member: int, version: int | None) -> Seat:
    """Whether a member may act at a table now, and for which seat."""
    check_running(sitting)
    seat = sitting.seat_for(member)
    if sitting.seats[seat].stand_in:
        raise Refused("stand_in_plays")
    if version is not None and version != sitting.seats[seat].stamp:
        raise Stale
    return seat
