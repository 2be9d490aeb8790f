"""Forgetting a member: what is kept names and numbers them no more, and still makes sense."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any

from bot.store.base import Writing

_NAMED = ("name", "new", "by")  # the values of facts and posts that are members' names

_SEATED = (
    "SELECT 1 FROM seats s JOIN tables t ON t.id = s.table_id"
    " WHERE s.member = ? AND t.status IN ('lobby', 'running')"
)
_ENTERED = (
    "SELECT 1 FROM entries e JOIN leagues l ON l.id = e.league_id AND l.season = e.season"
    " WHERE e.member = ? AND e.status IN ('in', 'waiting')"
    " AND l.status IN ('open', 'running', 'paused')"
)
_NAMES = (
    "SELECT name, username FROM seats WHERE member = :member"
    " UNION SELECT name, username FROM sitters WHERE member = :member"
    " UNION SELECT name, username FROM entries WHERE member = :member"
)
TABLES_OF = (
    "SELECT id FROM tables WHERE creator = :member"
    " UNION SELECT table_id FROM seats WHERE member = :member"
    " UNION SELECT table_id FROM sitters WHERE member = :member"
    " UNION SELECT table_id FROM questions WHERE :member IN (asker, member)"
)
"""The tables that a member ever had to do with."""

_LEAST = (
    "SELECT MIN(least) FROM (SELECT MIN(member) AS least FROM entries UNION ALL"
    " SELECT MIN(member) FROM ratings UNION ALL SELECT MIN(alias) FROM seats UNION ALL"
    " SELECT MIN(alias) FROM sitters) AS numbers"
)
"""The last number that was given to somebody forgotten, if it is below 0."""

_FORGET = (
    # What they asked or were asked comes to nothing; 0 is nobody, but not everybody.
    "UPDATE questions SET outcome = 'void' WHERE outcome IS NULL AND :member IN (asker, member)",
    "UPDATE questions SET asker = 0 WHERE asker = :member",
    "UPDATE questions SET member = 0 WHERE member = :member",
    # The others' ratings come of theirs, and must come out the same whenever they are recomputed.
    "UPDATE seats SET alias = :number WHERE member = :member"
    " AND table_id IN (SELECT id FROM tables WHERE status = 'over')",
    "UPDATE sitters SET alias = :number WHERE member = :member"
    " AND table_id IN (SELECT id FROM tables WHERE status = 'over')",
    "UPDATE ratings SET member = :number WHERE member = :member",
    "UPDATE seats SET member = NULL, name = :name, username = :name WHERE member = :member",
    "UPDATE sitters SET member = NULL, name = :name, username = :name WHERE member = :member",
    "UPDATE moves SET member = 0 WHERE member = :member",
    "UPDATE tables SET creator = 0 WHERE creator = :member",
    "UPDATE leagues SET creator = 0 WHERE creator = :member",
    "UPDATE fixtures SET judge = 0 WHERE judge = :member",
    "UPDATE entries SET member = :number, name = :name, username = :name WHERE member = :member",
    "DELETE FROM ballots WHERE member = :member",
    "DELETE FROM outbox WHERE channel = :member",
    "DELETE FROM members WHERE member = :member",
)


def mentions(written: str, names: Collection[str]) -> bool:
    """Whether a fact names somebody."""
    values = json.loads(written).get("values", {})
    return any(values.get(key) in names for key in _NAMED)


class Forgetting(Writing):
    """Takes a member out of everything."""

    async def still_in(self, member: int) -> str | None:
        """Why a member can't be forgotten yet: "seated" at a table, or "entered" in a league."""
        for why, sql in (("seated", _SEATED), ("entered", _ENTERED)):
            if await self._connection.execute_fetchall(sql, (member,)):
                return why
        return None

    async def forget(self, member: int, names: Collection[str], name: str) -> None:
        """Take a member's number, and all these and other names, out of everything that is kept."""
        rows = await self._connection.execute_fetchall(_NAMES, {"member": member})
        known = {*names, *(word for row in rows for word in row)}
        [[least]] = await self._connection.execute_fetchall(_LEAST)
        number = min(0, least or 0) - 1  # in leagues and ratings everybody stays one

        def nameless(value: Any) -> Any:
            return _without(value, member, known, name)

        def numbered(value: Any) -> Any:
            return [number if one == member else one for one in value]

        await self._rewrite("events", "fact", f"table_id IN ({TABLES_OF})", member, nameless)
        await self._rewrite("outbox", "payload", "channel <> :member", member, nameless)
        for column in ("members", "missing"):
            await self._rewrite("fixtures", column, "1 = 1", member, numbered)
        values = {"member": member, "name": name, "number": number}
        for sql in _FORGET:
            await self._connection.execute(sql, values)

    async def _rewrite(
        self, table: str, column: str, where: str, member: int, change: Callable[[Any], Any]
    ) -> None:
        """Change the JSON of a column wherever that makes a difference."""
        rows = await self._connection.execute_fetchall(
            f"SELECT id, {column} FROM {table} WHERE {where}", {"member": member}
        )
        for number, written in rows:
            old = json.loads(written)
            if (new := change(old)) != old:
                text = json.dumps(new, ensure_ascii=False, separators=(",", ":"))
                await self._run(f"UPDATE {table} SET {column} = ? WHERE id = ?", text, number)


def _without(value: Any, member: int, names: Collection[str], name: str, key: str = "") -> Any:
    """A fact or a post without a member."""
    if isinstance(value, dict):
        return {k: _without(v, member, names, name, k) for k, v in value.items()}
    if isinstance(value, list):
        return [_without(v, member, names, name, key) for v in value if v != member]
    if key == "fact" and isinstance(value, str):  # a post that tells a fact
        told = json.loads(value)
        new = _without(told, member, names, name)
        return value if new == told else json.dumps(new, ensure_ascii=False)
    if value == member:
        return 0
    return name if key in _NAMED and value in names else value
