"""Tidying up: tables nobody acts at, tables whose place is gone, snapshots nobody needs."""

from __future__ import annotations

import json
import logging

from bot import calls, clock
from bot.clock import DAY
from bot.refusal import Refused
from bot.sitting import Sitting, sit
from bot.store import ChannelTaken, TableRow
from bot.table import Tables
from games.codec import encode
from games.core import Fact

log = logging.getLogger(__name__)

WARNINGS = (0.75, 0.95)  # after these parts of the time a table is warned of its end
KEPT_WHOLE = 7 * DAY  # for so long a finished table keeps its snapshots


class Tidy:
    """Keeps the house in order."""

    def __init__(self, tables: Tables, idle_days: int) -> None:
        self.tables, self.store, self.idle = tables, tables.store, idle_days * float(DAY)

    async def round(self, moment: float) -> None:
        """All that is due: warnings, closings, trimming."""
        for number, part in enumerate((*WARNINGS, 1.0)):
            for row in await self.store.idle(moment - part * self.idle, number):
                try:
                    await (self._warn(row) if part < 1 else self._close(row.id, moment))
                except Exception:  # one table that can't be read must not stop the others
                    log.exception("table %s could not be tidied up", row.id)
        for table_id in await self.store.to_trim(moment - KEPT_WHOLE):
            async with self.store.writing() as pen:
                await pen.trim(table_id)

    async def _warn(self, row: TableRow) -> None:
        sitting = await sit(self.store, row.id)
        when = row.acted + self.idle
        async with self.store.writing() as pen:
            if await pen.warned(row):
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
        member: int,
        *,
        server: int,
        channel: int,
        parent: int | None,
        interaction: int | None = None,
    ) -> Sitting:
        """A table that was closed goes on, here."""
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            row = sitting.row
            sitting.seat_for(member)
            if row.status != "aborted" or row.closed is None:
                raise Refused("not_closed")
            if row.server != server:
                raise Refused("other_server")
            if await self.store.open_table(channel):
                raise ChannelTaken
            status = "lobby" if sitting.state is None else "running"
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                computer = bool(sitting.computers_to_act)
                await pen.change(
                    row,
                    status=status,
                    closed=None,
                    ended=None,
                    channel=channel,
                    parent=parent,
                    acted=clock.now(),
                    warned=0,
                    computer_due=int(computer),
                )
                await calls.recall(pen, row, sitting.seats, sitting.acting)
                if status == "lobby":
                    await pen.queue(row.id, channel, "lobby", "{}")
                elif not computer:
                    board = json.dumps({"first": row.turns + 1, "last": row.turns})
                    await pen.queue(row.id, channel, "board", board)
        after = await sit(self.store, table_id)
        self.tables.go_on(after)
        self.tables.changed()
        return after


def _note(fact: Fact, pings: list[int]) -> str:
    return json.dumps({"fact": encode(fact).decode(), "pings": pings})
