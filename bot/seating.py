"""Who plays in a seat: stand-ins, members who come back, leave, or hand over to another."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from itertools import count

from msgspec.structs import replace

from bot import calls, clock
from bot.refusal import Refused, Stale
from bot.sitting import Sitting, computers_to_act, rests, sit
from bot.store import CallRow, Pen, SeatRow
from bot.table import Tables, check_running
from games.codec import encode
from games.core import Fact, Seat

MISSED = 2  # turns in a row after which a stand-in keeps the seat


async def _nobody_asked(table_id: int) -> None:
    """Where nobody is asked anything, nothing follows."""


class Seating:
    """Changes of hands at tables that are being played."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.store = tables, tables.store
        self.reseated: Callable[[int], Awaitable[None]] = _nobody_asked
        """What follows when a table has other members than before, or a stand-in keeps a seat."""

    async def time_up(self, call: CallRow) -> None:
        """A clock has run out: a stand-in plays the turn; after two in a row it keeps the seat."""
        async with self.tables.lock(call.table_id):
            sitting = await sit(self.store, call.table_id)
            row, seat = sitting.row, sitting.seats[call.seat]
            late = seat.deadline is not None and seat.deadline <= clock.now()
            if row.status != "running" or seat.due != call.due or not late:
                return
            missed = seat.missed + 1
            keeps = missed >= MISSED
            seat = replace(seat, stand_in="seat" if keeps else "turn", missed=missed)
            fact = Fact("events.keeps" if keeps else "events.time_up", {"seat": seat.seat})
            async with self.store.writing() as pen:
                await pen.set_stand_in(row.id, seat.seat, seat.stand_in, seat.missed)
                await self._change(pen, sitting, seat, fact)
        self.tables.go_on(await sit(self.store, row.id))
        await self.reseated(row.id)

    async def stand_in(self, table_id: int, member: int) -> None:
        """A stand-in keeps a member's seat from now on, until they are back."""
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            number = sitting.seat_of(member)
            if sitting.row.status != "running" or number is None:
                return
            seat = sitting.seats[number]
            if seat.stand_in == "seat":
                return
            seat = replace(seat, stand_in="seat", missed=max(seat.missed, MISSED))
            fact = Fact("events.stands_in", {"seat": seat.seat})
            async with self.store.writing() as pen:
                await pen.set_stand_in(table_id, seat.seat, seat.stand_in, seat.missed)
                await self._change(pen, sitting, seat, fact)
        self.tables.go_on(await sit(self.store, table_id))
        await self.reseated(table_id)

    async def back(self, table_id: int, member: int, *, interaction: int | None = None) -> Sitting:
        """A member takes the seat back from a stand-in, at once."""
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            check_running(sitting)
            seat = sitting.seats[sitting.seat_for(member)]
            if not seat.stand_in:
                raise Refused("not_away")
            if sitting.row.fixture and await self.store.has_left(sitting.row.fixture, member):
                raise Refused("league_left")
            seat = replace(seat, stand_in="", missed=0)
            fact = Fact("events.back", {"seat": seat.seat})
            async with self.store.writing() as pen:
                await pen.mark_seen(interaction)
                await pen.set_stand_in(sitting.row.id, seat.seat, "", 0)
                await self._change(pen, sitting, seat, fact, acted=clock.now(), warned=0)
        after = await sit(self.store, table_id)
        self.tables.go_on(after)
        return after

    async def leave(self, table_id: int, member: int, *, interaction: int | None = None) -> None:
        """A member gives the seat up for good; a computer player goes on."""
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            check_running(sitting)
            sitting.check_free()
            seat = sitting.seat_for(member)
            await self.vacate(sitting, seat, "events.left", interaction=interaction)
        await self.reseated(table_id)

    async def vacate(
        self,
        sitting: Sitting,
        seat: Seat,
        key: str,
        *,
        question: int | None = None,
        interaction: int | None = None,
    ) -> None:
        """A computer player takes a member's seat. The table's lock is held."""
        taken = {s.name for s in sitting.seats}
        names = (sitting.words.say("computer", number=number) for number in count(1))
        name = next(name for name in names if name not in taken)
        await self.hand_over(
            sitting,
            SeatRow(seat, None, name, name),
            Fact(key, {"seat": seat, "name": sitting.seats[seat].name, "new": name}),
            question=question,
            interaction=interaction,
        )

    async def hand_over(
        self,
        sitting: Sitting,
        new: SeatRow,
        fact: Fact,
        *,
        question: int | None = None,
        interaction: int | None = None,
    ) -> None:
        """Another one plays in a seat from now on. The table's lock is held."""
        row, old = sitting.row, sitting.seats[new.seat]
        new = replace(new, due=old.due, called=old.called, sat=row.number)
        async with self.store.writing() as pen:
            await pen.mark_seen(interaction)
            if question is not None and not await pen.decide(question, "yes"):
                raise Stale
            await pen.void_about(row.id, new.seat)
            await pen.hand_over(row.id, old, new, row.number)
            await self._change(pen, sitting, new, fact, told=True, acted=clock.now(), warned=0)
            pings = [new.member] if new.member and new.seat in sitting.acting else []
            payload = {"fact": encode(fact).decode(), "pings": pings}
            await pen.queue(row.id, row.channel, "note", json.dumps(payload))
        self.tables.go_on(await sit(self.store, row.id))

    async def _change(
        self,
        pen: Pen,
        sitting: Sitting,
        seat: SeatRow,
        fact: Fact,
        *,
        told: bool = False,
        **columns: object,
    ) -> None:
        """Write who is called now, what happened, and whether a computer player is to act."""
        row = sitting.row
        seats = [seat if old.seat == seat.seat else old for old in sitting.seats]
        await pen.stamp(row, [seat.seat])
        await calls.recall(pen, row, seats, sitting.acting, ended=[seat.seat])
        await pen.happened(row, row.turns, encode(fact).decode(), told=told)
        due = bool(computers_to_act(row, seats, sitting.acting))
        await pen.change(row, computer_due=int(due), **columns)
        if rests(row, seats) and not sitting.rests:
            members = [one.member for one in seats if one.member is not None]
            payload = {"fact": encode(Fact("events.rests")).decode(), "pings": members}
            await pen.queue(row.id, row.channel, "note", json.dumps(payload))
