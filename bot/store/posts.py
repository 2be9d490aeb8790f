"""What must be posted, and what has been carried out."""

from __future__ import annotations

import json

from bot import clock
from bot.store.base import Reading, Writing, columns
from bot.store.rows import AlreadySeen, OutboxRow

SEEN_FOR = 24 * 3600  # seconds; Discord's interaction tokens live 15 minutes

_OUTBOX = columns(OutboxRow)


class PostReading(Reading):
    """The outbox and the interactions, to look at."""

    async def seen(self, interaction: int) -> bool:
        """Whether an interaction has been carried out."""
        return bool(await self._rows("SELECT 1 FROM interactions WHERE id = ?", interaction))

    async def due_posts(self, moment: float) -> list[OutboxRow]:
        """The first waiting post of each channel whose time has come."""
        rows = await self._rows(
            f"SELECT {_OUTBOX} FROM outbox WHERE due <= ?"
            " AND id IN (SELECT MIN(id) FROM outbox GROUP BY channel) ORDER BY id",
            moment,
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

    async def queue(self, table_id: int, channel: int, kind: str, payload: str) -> None:
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

    async def postpone(self, post: int, due: float, *, sending: bool) -> None:
        """The post failed and is tried again."""
        await self._run(
            "UPDATE outbox SET attempts = attempts + 1, due = ?, sending = ? WHERE id = ?",
            due,
            int(sending),
            post,
        )

    async def drop_boards(self, table_id: int, after: int) -> None:
        """Boards of turns that were taken back need not be posted any more."""
        rows = await self._connection.execute_fetchall(
            "SELECT id, payload FROM outbox WHERE table_id = ? AND kind = 'board'", (table_id,)
        )
        for post, payload in rows:
            if json.loads(payload)["last"] > after:
                await self._run("DELETE FROM outbox WHERE id = ?", post)

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

    async def drop_question_post(self, table_id: int, payload: str) -> None:
        """A question that was decided at once need not be asked."""
        await self._run(
            "DELETE FROM outbox WHERE table_id = ? AND kind = 'question' AND payload = ?",
            table_id,
            payload,
        )
