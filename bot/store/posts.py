"""What must be posted, and what has been carried out."""

from __future__ import annotations

import json
from typing import Any

from bot import clock
from bot.store.base import Reading, Writing, columns
from bot.store.rows import AlreadySeen, OutboxRow

SEEN_FOR = 24 * 3600  # seconds; Discord's interaction tokens live 15 minutes

NOTICES = ("reminder", "nudge")
ALL = 1 << 60

_OUTBOX = columns(OutboxRow)


class PostReading(Reading):
    """The outbox and the interactions, to look at."""

    async def seen(self, interaction: int) -> bool:
        """Whether an interaction has been carried out."""
        return bool(await self._rows("SELECT 1 FROM interactions WHERE id = ?", interaction))

    async def due_posts(self, moment: float, limit: int = ALL) -> list[OutboxRow]:
        """The first waiting post of each channel whose time has come, the oldest first."""
        rows = await self._rows(
            f"SELECT {_OUTBOX} FROM outbox WHERE due <= ?"
            " AND id IN (SELECT MIN(id) FROM outbox GROUP BY channel) ORDER BY id LIMIT ?",
            moment,
            limit,
        )
        return [OutboxRow(*row) for row in rows]

    async def next_due(self, moment: float) -> float | None:
        """When the next post that is not due yet will be."""
        rows = await self._rows(
            "SELECT MIN(due) FROM outbox WHERE due > ?"
            " AND id IN (SELECT MIN(id) FROM outbox GROUP BY channel)",
            moment,
        )
        due: float | None = rows[0][0]
        return due


class PostWriting(Writing):
    """The outbox and the interactions, to change."""

    async def mark_seen(self, interaction: int | None) -> None:
        """Note an interaction; the same one again raises AlreadySeen."""
        if interaction is None:
            return
        cursor = await self._run(
            "INSERT INTO interactions (id, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
            interaction,
            clock.now(),
        )
        if not cursor.rowcount:
            raise AlreadySeen

    async def forget_interactions(self) -> None:
        """Drop the interactions that can't come again."""
        await self._run("DELETE FROM interactions WHERE at < ?", clock.now() - SEEN_FOR)

    async def queue(self, table_id: int | None, channel: int, kind: str, payload: str) -> None:
        """Something to post, after all that waits for that channel."""
        moment = clock.now()
        await self._run(
            "INSERT INTO outbox (table_id, channel, kind, payload, due, created)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            table_id,
            channel,
            kind,
            payload,
            moment,
            moment,
        )

    async def sending(self, post: int) -> None:
        """The post is on its way: after a crash, look first whether it arrived."""
        await self._run("UPDATE outbox SET sending = 1 WHERE id = ?", post)

    async def posted(self, post: OutboxRow, message: int | None) -> None:
        """Discord has confirmed the post; the newest board is remembered, to point at it."""
        await self._run("DELETE FROM outbox WHERE id = ?", post.id)
        if message and post.kind == "board":
            await self._run("UPDATE tables SET board = ? WHERE id = ?", message, post.table_id)
        if message and post.kind == "sign_up":
            told = json.loads(post.payload)
            await self._run(
                "UPDATE leagues SET sign_up = ?, shown = 0 WHERE id = ? AND season = ?",
                message,
                told["league"],
                told["season"],
            )
        if message and post.kind == "reminder":  # it may be late, and the next one due already
            following = clock.now() + clock.GATHER
            await self._run(
                "UPDATE seats SET notify = ? WHERE member = ? AND notify < ?",
                following,
                post.channel,
                following,
            )

    async def notices_waiting(self, member: int) -> list[tuple[str, dict[str, Any]]]:
        """The reminders of a member that wait to be posted, by direct message or in channels."""
        rows = await self._connection.execute_fetchall(
            "SELECT kind, payload FROM outbox WHERE channel = :member OR channel IN (SELECT"
            " t.channel FROM seats s JOIN tables t ON t.id = s.table_id WHERE s.member = :member"
            " AND s.called IS NOT NULL)",
            {"member": member},
        )
        notices = [(row[0], json.loads(row[1])) for row in rows if row[0] in NOTICES]
        return [(kind, notice) for kind, notice in notices if notice["member"] == member]

    async def postpone(self, post: int, due: float, *, sending: bool) -> None:
        """The post failed and is tried again."""
        await self._run(
            "UPDATE outbox SET attempts = attempts + 1, due = ?, sending = ? WHERE id = ?",
            due,
            int(sending),
            post,
        )

    async def drop_boards(self, table_id: int, after: int) -> list[dict[str, Any]]:
        """Post no boards of turns that were taken back; what they were to be."""
        rows = await self._connection.execute_fetchall(
            "SELECT id, payload FROM outbox WHERE table_id = ? AND kind = 'board' ORDER BY id",
            (table_id,),
        )
        boards = {post: json.loads(payload) for post, payload in rows}
        dropped = {post: board for post, board in boards.items() if board["last"] > after}
        for post in dropped:
            await self._run("DELETE FROM outbox WHERE id = ?", post)
        return list(dropped.values())

    async def queue_in_channel(self, table_id: int, kind: str, payload: str) -> None:
        """Something to post where a table is played."""
        await self._run(
            "INSERT INTO outbox (table_id, channel, kind, payload, due, created)"
            " SELECT id, channel, ?, ?, ?, ? FROM tables WHERE id = ?",
            kind,
            payload,
            clock.now(),
            clock.now(),
            table_id,
        )
