"""Calls: who is called to a turn, whose clock runs, and when each is told."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from bot import clock
from bot.clock import DAY, HOUR
from bot.courtesy import absence, first_notice
from bot.store import MemberRow, MoveRow, Pen, SeatRow, TableRow
from games.core import Seat

AGAIN = float(HOUR)  # at least, for a turn that was taken back
DOWN = 600.0  # seconds after which the bot is missed

_NO_CALL: dict[str, Any] = {
    "called": None,
    "running": None,
    "remaining": None,
    "deadline": None,
    "notify": None,
    "told": 0,
}


def took(seat: SeatRow, moment: float) -> float | None:
    """How long a seat has had for the turn it is called to."""
    return None if seat.called is None else moment - seat.called


async def recall(
    pen: Pen,
    table: TableRow,
    seats: Collection[SeatRow],
    acting: frozenset[Seat],
    *,
    ended: Collection[Seat] = (),
    again: bool = False,
    spent: Mapping[Seat, float] | None = None,
) -> None:
    """Call who must act now and is not called yet; who is done, or need not, is called no more.

    `ended` are the seats whose turn this change has completed, or taken back; `again` says that
    turns were taken back: who is called then gets the time that was left, and has spent so much.
    """
    stop, start = [], []
    for seat in seats:
        waited_for = seat.seat in acting and not seat.computer
        if seat.called is not None and (not waited_for or seat.seat in ended):
            stop.append(seat.seat)
        if waited_for and (seat.called is None or seat.seat in ended):
            start.append(seat.seat)
    touched = [seat for seat in seats if seat.seat in (*stop, *start)]
    if not touched:
        return
    asked = {seat.member for seat in touched if seat.member is not None}
    members, moment = await pen.members(asked), clock.now()
    gone = await pen.away_in_season(table.fixture, asked) if table.fixture else {}
    for seat in touched:
        member = members.get(seat.member or 0, MemberRow(0))
        if seat.seat in stop and again:
            seat = _uncalled(seat, table)
        elif seat.seat in stop:
            seat = _stopped(seat, member, moment)
        if seat.seat in start:
            before = (spent or {}).get(seat.seat, 0.0)
            seat = replace(seat, away=max(seat.away, gone.get(seat.member or 0, 0.0)))
            seat = _called(seat, member, table, moment, again=again, spent=before)
        await pen.set_call(table.id, seat)


async def recall_again(
    pen: Pen,
    table: TableRow,
    seats: Sequence[SeatRow],
    acting: frozenset[Seat],
    undone: Sequence[MoveRow],
) -> None:
    """Call whose turn it is after these moves were taken back; clocks stand as they stood."""
    ended = {move.seat for move in undone if move.ends}
    spent = {move.seat: move.took for move in reversed(undone) if move.took is not None}
    await recall(pen, table, seats, acting, ended=ended, again=True, spent=spent)
    for seat in seats:
        if seat.seat in spent and seat.seat not in acting and seat.called is None:
            await pen.set_call(table.id, _returned(seat, table, spent[seat.seat]))


def _stopped(seat: SeatRow, member: MemberRow, moment: float) -> SeatRow:
    """The seat after its turn: what was left of its time is in the bank."""
    if seat.running is None or seat.remaining is None:
        return replace(seat, **_NO_CALL)
    gone, paused = clock.ran(seat.running, moment, absence(member, seat))
    return replace(seat, bank=seat.remaining - gone, away=seat.away + paused, **_NO_CALL)


def _uncalled(seat: SeatRow, table: TableRow) -> SeatRow:
    """The seat as it was before a turn that came too early: what it took is given back."""
    if seat.remaining is None:
        return replace(seat, **_NO_CALL)
    return replace(seat, bank=max(0.0, seat.remaining - table.pace), **_NO_CALL)


def _returned(seat: SeatRow, table: TableRow, spent: float) -> SeatRow:
    """The seat as it was before a turn that was taken back: without what that turn saved up."""
    bank = min(max(seat.bank + spent - table.pace, 0.0), float(clock.BANK * table.pace))
    return replace(seat, bank=bank)


def _called(
    seat: SeatRow,
    member: MemberRow,
    table: TableRow,
    moment: float,
    *,
    again: bool,
    spent: float,
) -> SeatRow:
    """The seat as its turn begins."""
    called = replace(
        seat,
        due=table.version + 1,
        called=moment - spent,
        notify=first_notice(moment, member),
        told=0,
    )
    if not table.pace:  # a league always has one: without it, it is paused and hurries nobody
        return called if table.fixture is None else replace(called, notify=None)
    time = max(seat.bank, AGAIN) if again else clock.allowance(table.pace, seat.bank)
    end = clock.deadline(moment, time, absence(member, seat))
    return replace(called, running=moment, remaining=time, deadline=end)


def rewound(seat: SeatRow, old: MemberRow, new: MemberRow, moment: float) -> SeatRow:
    """A seat whose clock goes on by what the member has chosen just now."""
    if seat.running is None or seat.remaining is None:
        return seat
    gone, paused = clock.ran(seat.running, moment, absence(old, seat))
    seat = replace(seat, running=moment, remaining=seat.remaining - gone, away=seat.away + paused)
    assert seat.remaining is not None
    return replace(seat, deadline=clock.deadline(moment, seat.remaining, absence(new, seat)))


async def extend(pen: Pen, table_id: int, seats: Collection[SeatRow], seconds: float) -> bool:
    """Give everybody who is to act at a table more time; False if no clock runs."""
    running = [seat for seat in seats if seat.running is not None]
    asked = {seat.member for seat in running if seat.member is not None}
    members, moment = await pen.members(asked), clock.now()
    for seat in running:
        member = members.get(seat.member or 0, MemberRow(0))
        seat = replace(seat, remaining=(seat.remaining or 0.0) + seconds)
        await pen.set_call(table_id, rewound(seat, member, member, moment))
    return bool(running)


async def make_up(pen: Pen) -> None:
    """Give time to those whose time, or whose vote, ran out while the bot was not there.

    They get as much as it was away, but no more than a whole turn, counted from now.
    """
    moment = clock.now()
    before = await pen.beat(moment)
    if before is None or moment < before + DOWN:
        return
    gone = moment - before
    for table_id, pace, seat in await pen.clocks_before(moment + gone):
        until = moment + min(gone, float(pace))
        more = until - (seat.deadline or until)
        if more > 0:
            remaining = (seat.remaining or 0.0) + more
            await pen.set_call(table_id, replace(seat, remaining=remaining, deadline=until))
    await pen.keep_open(moment + min(gone, float(DAY)))
