"""The watch: tells members in time, and acts when a clock or a vote has run out."""

from __future__ import annotations

import json
import logging

from bot import clock
from bot.clock import DAY, GATHER
from bot.courtesy import next_notice, polite
from bot.lookout import AFTER_FAILURE, Lookout
from bot.questions import Questions
from bot.seating import Seating
from bot.store import CallRow, MemberRow, Pen
from bot.tidy import Tidy

log = logging.getLogger(__name__)

AT_ONCE = 200  # calls that are looked at in one go


class Watch(Lookout):
    """Looks after clocks, reminders and votes."""

    def __init__(self, seating: Seating, questions: Questions, tidy: Tidy) -> None:
        super().__init__()
        self._seating, self._questions, self._tidy = seating, questions, tidy
        self._store, self._changed = seating.store, seating.tables.changed
        self._tidied = 0.0

    async def _round(self) -> float | None:
        moment = clock.now()
        while late := await self._store.timed_out(moment, AT_ONCE):
            for call in late:
                await self._time_up(call)
        await self._notify(moment)
        await self._questions.close_overdue(moment)
        if moment >= self._tidied + DAY / 24:
            self._tidied = moment
            await self._tidy.round(moment)
        return await self._store.next_moment()

    async def _time_up(self, call: CallRow) -> None:
        try:
            await self._seating.time_up(call)
        except Exception:  # one table that can't be read must not stop the others' clocks
            log.exception("table %s: a clock that ran out could not be heeded", call.table_id)
            async with self._store.writing() as pen:
                await pen.put_off(call, clock.now() + AFTER_FAILURE)

    async def _notify(self, moment: float) -> None:
        """Tell every member who is due to be told, once for all of their tables."""
        told = False
        while due := await self._store.to_notify(moment, AT_ONCE):
            for member in dict.fromkeys(call.member for call in due):
                await self._tell(member)
                told = True
        if told:
            self._changed()

    async def _tell(self, member: int) -> None:
        chosen, moment = await self._store.member(member), clock.now()
        calls = [
            call
            for call in await self._store.calls_of(member)
            if call.notify is not None and call.notify <= moment + GATHER
        ]
        later = polite(moment, chosen)
        async with self._store.writing() as pen:
            if later > moment:
                for call in calls:
                    await pen.remind_at(call, later)
                return
            held = await _held(pen, member, calls)
            for call in held:
                await pen.remind_at(call, moment + GATHER)
            again = next_notice(moment, chosen)
            free = [call for call in calls if call not in held and await pen.told(call, again)]
            await _queue(pen, chosen, free)


async def _held(pen: Pen, member: int, calls: list[CallRow]) -> list[CallRow]:
    """The calls of which an earlier notice still waits: or they would all come at once later."""
    waiting = await pen.notices_waiting(member)
    if any(kind == "reminder" for kind, _ in waiting):
        return calls
    about = [call for _, notice in waiting for call in notice["calls"]]
    return [call for call in calls if [call.table_id, call.seat, call.due] in about]


async def _queue(pen: Pen, chosen: MemberRow, calls: list[CallRow]) -> None:
    """One message for all tables; in the channels for who wants no direct ones."""
    if not calls:
        return
    written = [[call.table_id, call.seat, call.due] for call in calls]
    if chosen.dms == "none":
        await nudge(pen, chosen.member, written, explain=False)
        return
    payload = json.dumps({"member": chosen.member, "calls": written})
    await pen.queue(calls[0].table_id, chosen.member, "reminder", payload)


async def nudge(pen: Pen, member: int, calls: list[list[int]], *, explain: bool) -> None:
    """Remind a member in the channel of each table."""
    for number, (table_id, seat, due) in enumerate(calls):
        payload = {"member": member, "calls": [[table_id, seat, due]]}
        if explain and number == 0:
            payload["explain"] = [1]
        await pen.queue_in_channel(table_id, "nudge", json.dumps(payload))
