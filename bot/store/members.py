"""What members have chosen, and all that is kept about one of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.store.base import Reading, columns
from bot.store.forgetting import TABLES_OF, Forgetting, mentions
from bot.store.rows import MemberRow

_MEMBER = columns(MemberRow)

_ABOUT = {
    "settings": f"SELECT {_MEMBER} FROM members WHERE member = :member",
    "tables_opened": "SELECT id, server, channel, game, status, created FROM tables"
    " WHERE creator = :member ORDER BY id",
    "seats": "SELECT s.table_id, t.server, t.channel, t.game, t.status, s.seat, s.name, s.username,"
    " s.sat, s.stand_in, s.missed, s.bank, s.away, s.called, s.running, s.remaining, s.deadline,"
    " s.notify, s.told FROM seats s JOIN tables t ON t.id = s.table_id"
    " WHERE s.member = :member ORDER BY s.table_id",
    "seats_given_up": "SELECT table_id, seat, until, name, username FROM sitters"
    " WHERE member = :member ORDER BY table_id, seat",
    "moves": "SELECT table_id, number, turn, seat, move, at, took FROM moves"
    " WHERE member = :member ORDER BY table_id, number",
    "log": f"SELECT table_id, at, fact FROM events WHERE table_id IN ({TABLES_OF}) ORDER BY id",
    "questions": "SELECT id, table_id, kind, seat, asked, outcome FROM questions"
    " WHERE :member IN (asker, member) ORDER BY id",
    "votes": "SELECT question_id, yes, at FROM ballots WHERE member = :member ORDER BY question_id",
    "messages_waiting": "SELECT kind, payload, created FROM outbox WHERE channel = :member"
    " OR payload LIKE '%' || :member || '%' ORDER BY id",
    "leagues_founded": "SELECT id, server, name, created FROM leagues WHERE creator = :member"
    " ORDER BY id",
    "leagues_entered": "SELECT league_id, season, name, username, division, status, since,"
    " no_shows, joined, rank FROM entries WHERE member = :member ORDER BY league_id, season",
    "league_tables": "SELECT id, league_id, season, round, game, status, table_id, missing, outcome"
    " FROM fixtures WHERE members || missing LIKE '%' || :member || '%' ORDER BY id",
    "league_tables_judged": "SELECT id, reason, ended FROM fixtures WHERE judge = :member"
    " ORDER BY id",
    "ratings": "SELECT server, game, table_id, mu, sigma, tables, at FROM ratings"
    " WHERE member = :member ORDER BY at",
}


class MemberReading(Reading):
    """Members, to look at."""

    async def member(self, member: int) -> MemberRow:
        """What a member has chosen, or the defaults."""
        rows = await self._rows(f"SELECT {_MEMBER} FROM members WHERE member = ?", member)
        return MemberRow(*rows[0]) if rows else MemberRow(member)

    async def all_about(self, member: int) -> dict[str, list[dict[str, Any]]]:
        """Everything that is kept about a member, by what it is; what is secret stays so."""
        reading = self._database.reading
        about = {
            what: [dict(row) for row in await reading.execute_fetchall(sql, {"member": member})]
            for what, sql in _ABOUT.items()
        }
        seats = [*about["seats"], *about["seats_given_up"]]
        names = {row[column] for row in seats for column in ("name", "username")}
        about["log"] = [row for row in about["log"] if mentions(row["fact"], names)]
        return about


class MemberWriting(Forgetting):
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
