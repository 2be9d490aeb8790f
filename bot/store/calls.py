"""Seats that have been called to their turn: their clocks and reminders."""

from __future__ import annotations

from collections.abc import Collection

from bot import clock
from bot.store.base import Reading, Writing, columns
from bot.store.rows import CallRow, SeatRow

_CALL = columns(CallRow, "s.")
_SEAT = columns(SeatRow, "s.")
_TOLD = "s.notify IS NOT NULL AND s.called IS NOT NULL AND s.member IS NOT NULL"
_DUE = ("due", "called", "running", "remaining", "deadline", "notify", "told", "bank", "away")


class CallReading(Reading):
    """Calls, to look at."""

    async def _calls(self, where: str, *values: object) -> list[CallRow]:
        rows = await self._rows(
            f"SELECT {_CALL} FROM seats s JOIN tables t ON t.id = s.table_id"
            f" WHERE t.status = 'running' AND {where}",
            *values,
        )
        return [CallRow(*row) for row in rows]

    async def calls_of(self, member: int) -> list[CallRow]:
        """The turns that wait for a member, the oldest first."""
        return await self._calls(
            "s.member = ? AND s.called IS NOT NULL ORDER BY s.called, s.table_id", member
        )

    async def to_notify(self, moment: float, limit: int) -> list[CallRow]:
        """The calls of which a member is to be told by now, the longest due first."""
        where = f"{_TOLD} AND s.notify <= ? ORDER BY s.notify LIMIT ?"
        return await self._calls(where, moment, limit)

    async def timed_out(self, moment: float, limit: int) -> list[CallRow]:
        """The calls whose clock has run out."""
        return await self._calls("s.deadline <= ? ORDER BY s.deadline LIMIT ?", moment, limit)

    async def next_moment(self) -> float | None:
        """When the next reminder, deadline or end of a vote is due."""
        # The first by the index of each, not MIN: that would look at every seat that waits.
        running = "FROM seats s JOIN tables t ON t.id = s.table_id WHERE t.status = 'running'"
        rows = await self._rows(
            "SELECT MIN(moment) FROM (SELECT * FROM"
            f" (SELECT s.notify AS moment {running} AND {_TOLD} ORDER BY s.notify LIMIT 1) AS a"
            f" UNION ALL SELECT * FROM (SELECT s.deadline {running} AND s.deadline IS NOT NULL"
            " ORDER BY s.deadline LIMIT 1) AS b"
            " UNION ALL SELECT MIN(closes) FROM questions WHERE outcome IS NULL) AS moments"
        )
        moment: float | None = rows[0][0]
        return moment


class CallWriting(Writing):
    """Calls, to change."""

    async def beat(self, moment: float) -> float | None:
        """Note that the bot is there; when it was there before."""
        [[before]] = await self._connection.execute_fetchall("SELECT beat FROM heart")
        await self._run("UPDATE heart SET beat = ?", moment)
        return before if before is None else float(before)

    async def clocks_before(self, moment: float) -> list[tuple[int, int, SeatRow]]:
        """The seats whose clocks run out before then, with their tables and the paces there."""
        rows = await self._connection.execute_fetchall(
            f"SELECT t.id, t.pace, {_SEAT} FROM seats s JOIN tables t ON t.id = s.table_id"
            " WHERE t.status = 'running' AND s.deadline < ?",
            (moment,),
        )
        return [(row[0], row[1], SeatRow(*row[2:])) for row in rows]

    async def set_call(self, table_id: int, seat: SeatRow) -> None:
        """Write how a seat's call, clock and reminder stand."""
        names = ", ".join(f"{name} = ?" for name in _DUE)
        await self._run(
            f"UPDATE seats SET {names} WHERE table_id = ? AND seat = ?",
            *(getattr(seat, name) for name in _DUE),
            table_id,
            seat.seat,
        )

    async def waiting_seats(self, member: int) -> list[tuple[int, SeatRow]]:
        """The seats of a member that have been called, by table, as they are while one writes."""
        rows = await self._connection.execute_fetchall(
            f"SELECT s.table_id, {_SEAT} FROM seats s JOIN tables t ON t.id = s.table_id"
            " WHERE t.status = 'running' AND s.member = ? AND s.called IS NOT NULL",
            (member,),
        )
        return [(row[0], SeatRow(*row[1:])) for row in rows]

    async def away_in_season(self, fixture: int, members: Collection[int]) -> dict[int, float]:
        """For how long being away has stopped these members' clocks in a fixture's season."""
        marks = ", ".join("?" * len(members))
        rows = await self._connection.execute_fetchall(
            "SELECT s.member, MAX(s.away) FROM fixtures f JOIN fixtures o"
            " ON o.league_id = f.league_id AND o.season = f.season"
            " JOIN tables t ON t.fixture = o.id JOIN seats s ON s.table_id = t.id"
            f" WHERE f.id = ? AND s.member IN ({marks}) GROUP BY s.member",
            (fixture, *members),
        )
        return {row[0]: row[1] for row in rows}

    async def told(self, call: CallRow, notify: float | None) -> bool:
        """Note that a member has been told of a turn; False if it is not that turn any more."""
        cursor = await self._run(
            "UPDATE seats SET told = told + 1, notify = ?"
            " WHERE table_id = ? AND seat = ? AND due = ? AND notify = ?",
            notify,
            call.table_id,
            call.seat,
            call.due,
            call.notify,
        )
        return bool(cursor.rowcount)

    async def remind_at(self, call: CallRow, notify: float | None) -> None:
        """Put off, or call off, the next reminder of a turn."""
        await self._run(
            "UPDATE seats SET notify = ? WHERE table_id = ? AND seat = ? AND due = ?"
            " AND called IS NOT NULL",
            notify,
            call.table_id,
            call.seat,
            call.due,
        )

    async def not_before(self, table_id: int, seat: int, due: int, moment: float) -> None:
        """Put off the next reminder of a turn until then, if it would come much sooner."""
        await self._run(
            "UPDATE seats SET notify = ? WHERE table_id = ? AND seat = ? AND due = ?"
            " AND notify < ?",
            moment,
            table_id,
            seat,
            due,
            moment - clock.GATHER,
        )

    async def not_told(self, table_id: int, seat: int, due: int, notify: float) -> None:
        """A notice was not sent after all; it is due again then."""
        await self._run(
            "UPDATE seats SET told = told - 1, notify = ?"
            " WHERE table_id = ? AND seat = ? AND due = ? AND called IS NOT NULL AND told > 0",
            notify,
            table_id,
            seat,
            due,
        )

    async def put_off(self, call: CallRow, deadline: float) -> None:
        """Give a turn more time."""
        await self._run(
            "UPDATE seats SET deadline = ? WHERE table_id = ? AND seat = ? AND due = ?",
            deadline,
            call.table_id,
            call.seat,
            call.due,
        )

    async def set_stand_in(self, table_id: int, seat: int, stand_in: str, missed: int) -> None:
        """Who plays for a member, and how many turns in a row the member has missed."""
        await self._run(
            "UPDATE seats SET stand_in = ?, missed = ? WHERE table_id = ? AND seat = ?",
            stand_in,
            missed,
            table_id,
            seat,
        )

    async def hand_over(self, table_id: int, old: SeatRow, new: SeatRow, number: int) -> None:
        """Another one sits down; who sat there is remembered."""
        # Before the first move too: the log names who went, and they may want to be forgotten.
        if old.sat < number or not number:
            await self._run(
                "INSERT INTO sitters (table_id, seat, until, member, name, username)"
                " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                table_id,
                old.seat,
                number,
                old.member,
                old.name,
                old.username,
            )
        await self._run(
            "UPDATE seats SET member = ?, name = ?, username = ?, sat = ?, stand_in = '',"
            " missed = 0, bank = 0, away = 0 WHERE table_id = ? AND seat = ?",
            new.member,
            new.name,
            new.username,
            number,
            table_id,
            old.seat,
        )
