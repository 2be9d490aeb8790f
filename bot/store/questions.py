"""What members are asked, what they answered, and what happened at a table besides moves."""

from __future__ import annotations

from bot import clock
from bot.store.base import Reading, Writing, columns
from bot.store.rows import EventRow, QuestionRow, SitterRow, TableRow

_QUESTION = columns(QuestionRow)
_EVENT = columns(EventRow)
_SITTER = columns(SitterRow)


class QuestionReading(Reading):
    """Questions and events, to look at."""

    async def question(self, question_id: int) -> QuestionRow | None:
        """A question by its number."""
        rows = await self._rows(f"SELECT {_QUESTION} FROM questions WHERE id = ?", question_id)
        return QuestionRow(*rows[0]) if rows else None

    async def open_questions(self, table_id: int) -> list[QuestionRow]:
        """What is being asked at a table."""
        rows = await self._rows(
            f"SELECT {_QUESTION} FROM questions WHERE table_id = ? AND outcome IS NULL ORDER BY id",
            table_id,
        )
        return [QuestionRow(*row) for row in rows]

    async def all_open_questions(self) -> list[QuestionRow]:
        """What is being asked at any table."""
        rows = await self._rows(
            f"SELECT {_QUESTION} FROM questions WHERE outcome IS NULL ORDER BY id"
        )
        return [QuestionRow(*row) for row in rows]

    async def overdue_questions(self, moment: float) -> list[QuestionRow]:
        """The questions whose time is over."""
        rows = await self._rows(
            f"SELECT {_QUESTION} FROM questions WHERE outcome IS NULL AND closes <= ?", moment
        )
        return [QuestionRow(*row) for row in rows]

    async def ballots(self, question_id: int) -> dict[int, bool]:
        """Who has answered a question, and how."""
        rows = await self._rows(
            "SELECT member, yes FROM ballots WHERE question_id = ? ORDER BY at, member", question_id
        )
        return {row[0]: bool(row[1]) for row in rows}

    async def events(self, table_id: int) -> list[EventRow]:
        """What happened at a table besides moves, in order."""
        rows = await self._rows(
            f"SELECT {_EVENT} FROM events WHERE table_id = ? ORDER BY id", table_id
        )
        return [EventRow(*row) for row in rows]

    async def sitters(self, table_id: int) -> list[SitterRow]:
        """Who sat at a table before, the earliest first."""
        rows = await self._rows(
            f"SELECT {_SITTER} FROM sitters WHERE table_id = ? ORDER BY until", table_id
        )
        return [SitterRow(*row) for row in rows]


class QuestionWriting(Writing):
    """Questions and events, to change."""

    async def keep_open(self, moment: float) -> None:
        """Let no question close before then."""
        await self._run(
            "UPDATE questions SET closes = ? WHERE outcome IS NULL AND closes < ?", moment, moment
        )

    async def ask(self, question: QuestionRow) -> int:
        """Ask something at a table; the question's number, whatever the row says."""
        cursor = await self._run(
            "INSERT INTO questions (table_id, kind, seat, asker, member, number, asked, closes)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            question.table_id,
            question.kind,
            question.seat,
            question.asker,
            question.member,
            question.number,
            question.asked,
            question.closes,
        )
        assert cursor.lastrowid is not None
        return cursor.lastrowid

    async def vote(self, question_id: int, member: int, *, yes: bool) -> None:
        """A member's answer, instead of an earlier one."""
        await self._run(
            "INSERT INTO ballots (question_id, member, yes, at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (question_id, member) DO UPDATE SET yes = excluded.yes, at = excluded.at",
            question_id,
            member,
            int(yes),
            clock.now(),
        )

    async def decide(self, question_id: int, outcome: str) -> bool:
        """What came of a question; False if that was decided already."""
        cursor = await self._run(
            "UPDATE questions SET outcome = ? WHERE id = ? AND outcome IS NULL",
            outcome,
            question_id,
        )
        return bool(cursor.rowcount)

    async def void_questions(self, table_id: int) -> None:
        """Nothing that is being asked at a table matters any more."""
        await self._run(
            "UPDATE questions SET outcome = 'void' WHERE table_id = ? AND outcome IS NULL", table_id
        )

    async def void_undos(self, table_id: int, number: int) -> None:
        """Moves from this number on are not what they were: asking to undo them is pointless."""
        await self._run(
            "UPDATE questions SET outcome = 'void' WHERE table_id = ? AND outcome IS NULL"
            " AND kind = 'undo' AND number >= ?",
            table_id,
            number,
        )

    async def void_about(self, table_id: int, seat: int) -> None:
        """Another one sits there now: what was asked about the seat does not matter any more."""
        await self._run(
            "UPDATE questions SET outcome = 'void' WHERE table_id = ? AND outcome IS NULL"
            " AND seat = ?",
            table_id,
            seat,
        )

    async def happened(self, table: TableRow, turn: int, fact: str, *, told: bool = False) -> None:
        """Write something into the log that is no move; the next board tells it, if none has."""
        await self._run(
            "INSERT INTO events (table_id, number, turn, fact, posted, at)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            table.id,
            table.number,
            turn,
            fact,
            int(told),
            clock.now(),
        )

    async def take_back(self, table_id: int, number: int, turns: int) -> None:
        """Of the moves only so many stand: who sat there, what happened and is asked follows."""
        await self.void_undos(table_id, number + 1)
        await self._run(
            "UPDATE events SET turn = ? WHERE table_id = ? AND turn > ?", turns, table_id, turns
        )
        await self._run(
            "UPDATE seats SET sat = ? WHERE table_id = ? AND sat > ?", number, table_id, number
        )
        # Of those who sat there later than that, the first one did so until then, others never.
        await self._run(
            "DELETE FROM sitters WHERE table_id = ? AND until > ? AND EXISTS (SELECT 1"
            " FROM sitters s WHERE s.table_id = sitters.table_id AND s.seat = sitters.seat"
            " AND s.until >= ? AND s.until < sitters.until)",
            table_id,
            number,
            number,
        )
        await self._run(
            "UPDATE sitters SET until = ? WHERE table_id = ? AND until > ?",
            number,
            table_id,
            number,
        )

    async def take_out(self, table_id: int, number: int) -> None:
        """One move does not stand, those after it do: who sat there until when follows."""
        await self.void_undos(table_id, number)
        await self._run(
            "UPDATE seats SET sat = sat - 1 WHERE table_id = ? AND sat >= ?", table_id, number
        )
        # Who sat there for this move alone, and did not make it, never did.
        await self._run(
            "DELETE FROM sitters WHERE table_id = ? AND until = ? AND EXISTS (SELECT 1"
            " FROM sitters s WHERE s.table_id = sitters.table_id AND s.seat = sitters.seat"
            " AND s.until = sitters.until - 1)",
            table_id,
            number,
        )
        await self._run(  # by way of negative numbers: none may be there twice in between
            "UPDATE sitters SET until = 1 - until WHERE table_id = ? AND until >= ?",
            table_id,
            number,
        )
        await self._run(
            "UPDATE sitters SET until = -until WHERE table_id = ? AND until < 0", table_id
        )

    async def untold_events(self, table_id: int) -> list[int]:
        """The events that no post has told yet; from now on one will."""
        rows = await self._connection.execute_fetchall(
            "SELECT id FROM events WHERE table_id = ? AND posted = 0 ORDER BY id", (table_id,)
        )
        ids = [row[0] for row in rows]
        if ids:
            await self._run(
                "UPDATE events SET posted = 1 WHERE table_id = ? AND posted = 0", table_id
            )
        return ids
