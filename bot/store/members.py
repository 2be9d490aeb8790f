"""What members have chosen, and all that is kept about one of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.store.base import Reading, Writing, columns
from bot.store.rows import MemberRow

_MEMBER = columns(MemberRow)

_ABOUT = {
    "settings": f"SELECT {_MEMBER} FROM members WHERE member = ?",
    "tables_opened": "SELECT id, server, channel, game, status, created FROM tables"
    " WHERE creator = ? ORDER BY id",
    "seats": "SELECT s.table_id, t.server, t.channel, t.game, t.status, s.seat, s.name, s.username,"
    " s.stand_in, s.missed, s.bank, s.away, s.called, s.deadline FROM seats s"
    " JOIN tables t ON t.id = s.table_id WHERE s.member = ? ORDER BY s.table_id",
    "seats_given_up": "SELECT table_id, seat, until, name, username FROM sitters"
    " WHERE member = ? ORDER BY table_id, seat",
    "moves": "SELECT table_id, number, turn, seat, move, at, took FROM moves"
    " WHERE member = ? ORDER BY table_id, number",
    "questions": "SELECT id, table_id, kind, seat, asked, outcome FROM questions"
    " WHERE ? IN (asker, member) ORDER BY id",
    "votes": "SELECT question_id, yes, at FROM ballots WHERE member = ? ORDER BY question_id",
}


class MemberReading(Reading):
    """Members, to look at."""

    async def member(self, member: int) -> MemberRow:
        """What a member has chosen, or the defaults."""
        rows = await self._rows(f"SELECT {_MEMBER} FROM members WHERE member = ?", member)
        return MemberRow(*rows[0]) if rows else MemberRow(member)

    async def all_about(self, member: int) -> dict[str, list[dict[str, Any]]]:
        """Everything that is kept about a member, by what it is."""
        return {
            what: [dict(row) for row in await self._rows(sql, member)]
            for what, sql in _ABOUT.items()
        }


class MemberWriting(Writing):
    """Members, to change."""

    async def members(self, members: Collection[int]) -> dict[int, MemberRow]:
        """What these members have chosen, or the defaults."""
        marks = ", ".join("?" * len(members))
        rows = await self._connection.execute_fetchall(
            f"SELECT {_MEMBER} FROM members WHERE member IN ({marks})", tuple(members)
        )
        found = {row[0]: MemberRow(*row) for row in rows}
        return {member: found.get(member, MemberRow(member)) for member in members}

    async def choose(self, member: int, **chosen: object) -> None:
        """Write down what a member has chosen."""
        names, marks = ", ".join(chosen), ", ".join("?" * len(chosen))
        again = ", ".join(f"{name} = excluded.{name}" for name in chosen)
        await self._run(
            f"INSERT INTO members (member, {names}) VALUES (?, {marks})"
            f" ON CONFLICT (member) DO UPDATE SET {again}",
            member,
            *chosen.values(),
        )

    async def forget(self, member: int, name: str) -> None:
        """Take a member's name and number out of everything that is kept."""
        for table in ("seats", "sitters"):
            await self._run(
                f"UPDATE {table} SET member = NULL, name = ?, username = ? WHERE member = ?",
                name,
                name,
                member,
            )
        await self._run("UPDATE moves SET member = 0 WHERE member = ?", member)
        await self._run("UPDATE tables SET creator = 0 WHERE creator = ?", member)
        await self._run("UPDATE questions SET asker = 0 WHERE asker = ?", member)
        await self._run("UPDATE questions SET member = NULL WHERE member = ?", member)
        for table in ("ballots", "members"):
            await self._run(f"DELETE FROM {table} WHERE member = ?", member)
