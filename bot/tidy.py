"""Tidying up: tables nobody acts at, tables whose place is gone, snapshots nobody needs."""

from __future__ import annotations

import json
import logging

from msgspec.structs import replace

from bot import calls, clock
from bot.clock import DAY, HOUR
from bot.refusal import Refused
from bot.sitting import Sitting, computers_to_act, sit
from bot.store import ChannelTaken, Pen, SeatRow, TableRow
from bot.table import Tables
from games.codec import encode
from games.core import Fact, Seat

log = logging.getLogger(__name__)

WARNINGS = (0.75, 0.95)  # after these parts of the time a table is warned of its end
LATE = 2 * HOUR  # tidying up is done every hour
KEPT_WHOLE = 7 * DAY  # for so long a finished table keeps its snapshots


class Tidy:
    """Keeps the house in order."""

    def __init__(self, tables: Tables, idle_days: int) -> None:
        self.tables, self.store, self.idle = tables, tables.store, idle_days * float(DAY)

    async def round(self, moment: float) -> None:
        """All that is due: warnings, closings, trimming."""
        for number, part in enumerate((*WARNINGS, 1.0)):
            before = moment - part * self.idle
            for row in await self.store.idle(before, number):
                try:
                    await (self._warn(row, before) if part < 1 else self._close(row.id, moment))
                except Exception:  # one table that can't be read must not stop the others
                    log.exception("table %s could not be tidied up", row.id)
        for table_id in await self.store.to_trim(moment - KEPT_WHOLE):
            async with self.store.writing() as pen:
                await pen.trim(table_id)

    async def _warn(self, row: TableRow, before: float) -> None:
        """Warn. Where the bot was offline at the time, what follows is put off as well."""
        sitting = await sit(self.store, row.id)
        acted = max(row.acted, before - LATE)
        when = acted + self.idle
        async with self.store.writing() as pen:
            if await pen.warned(row, acted):
                members = [s.member for s in sitting.seats if s.member is not None]
                fact = Fact("tidy.warning", {"moment": round(when)})
                await pen.queue(row.id, row.channel, "note", _note(fact, members))
        self.tables.changed()

    async def _close(self, table_id: int, moment: float) -> None:
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            row = sitting.row
            if not row.open or row.acted > moment - self.idle:
                return
            async with self.store.writing() as pen:
                await pen.change(row, status="aborted", closed="idle", ended=moment, computer_due=0)
                await calls.recall(pen, row, sitting.seats, frozenset())
                await pen.void_questions(row.id)
                fact = Fact("tidy.closed", {"days": round(self.idle / DAY)})
                await pen.queue(row.id, row.channel, "note", _note(fact, []))
        self.tables.changed()

    async def reopen(
        self,
        table_id: int,
        member: int | None,
        *,
        server: int,
        channel: int,
        parent: int | None,
        interaction: int | None = None,
    ) -> Sitting:
        """A table that was closed goes on, here; without a member it is a league's doing."""
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            row, mine = sitting.row, _check_closed(sitting, member, server)
            if await self.store.open_table(channel):
                raise ChannelTaken
            seats = [_returned(seat) if seat.seat == mine else seat for seat in sitting.seats]
            computer = bool(computers_to_act(row, seats, sitting.acting))
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.change(
                    row,
                    status="lobby" if sitting.state is None else "running",
                    closed=None,
                    ended=None,
                    channel=channel,
                    parent=parent,
                    board=row.board if channel == row.channel else None,
                    acted=clock.now(),
                    warned=0,
                    computer_due=int(computer),
                )
                if mine is not None:
                    await pen.set_stand_in(row.id, mine, seats[mine].stand_in, seats[mine].missed)
                await calls.recall(pen, row, seats, sitting.acting)
                await self._queue_reopened(pen, sitting, channel, computer=computer)
        after = await sit(self.store, table_id)
        self.tables.go_on(after)
        self.tables.changed()
        return after

    async def _queue_reopened(
        self, pen: Pen, sitting: Sitting, channel: int, *, computer: bool
    ) -> None:
        """The lobby or the board, in its new place; a computer player's board follows its turn."""
        row = sitting.row
        if sitting.state is None:
            await pen.queue(row.id, channel, "lobby", "{}")
        elif not computer:
            board = json.dumps({"first": row.turns + 1, "last": row.turns, "call": True})
            await pen.queue(row.id, channel, "board", board)


def _check_closed(sitting: Sitting, member: int | None, server: int) -> Seat | None:
    """Where a member sits at a table that can be reopened in a server; Refused says why not."""
    row, seat = sitting.row, None
    if member is not None:
        seat = sitting.seat_for(member)
        sitting.check_free()
    if row.status != "aborted" or row.closed is None:
        raise Refused("not_closed")
    if row.server != server:
        raise Refused("other_server")
    return seat


def _returned(seat: SeatRow) -> SeatRow:
    """Who reopens a table is there: a stand-in that kept the seat gives it back."""
    return replace(seat, stand_in="", missed=0)


def _note(fact: Fact, pings: list[int]) -> str:
    return json.dumps({"fact": encode(fact).decode(), "pings": pings})
