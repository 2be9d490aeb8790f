"""How a table stood earlier: what is kept of it, and which moves lead from there."""

from __future__ import annotations

from bot.store.base import Reading


class HistoryReading(Reading):
    """Earlier positions, to look at."""

    async def snapshot_before_turn(self, table_id: int, turns: int) -> tuple[int, bytes] | None:
        """The newest state that is kept of before this turn, and after how many moves it was."""
        rows = await self._rows(
            "SELECT number, state FROM snapshots WHERE table_id = ? AND turns < ?"
            " ORDER BY turns DESC, number DESC LIMIT 1",
            table_id,
            turns,
        )
        return (rows[0][0], rows[0][1]) if rows else None

    async def starts_of_turns(self, table_id: int) -> dict[int, bytes]:
        """The states that are kept of the beginnings of turns, by number of complete turns."""
        rows = await self._rows(
            "SELECT turns, state, MIN(number) FROM snapshots WHERE table_id = ? GROUP BY turns",
            table_id,
        )
        return {row[0]: row[1] for row in rows}

    async def last_complete_turn(self, table_id: int, member: int) -> int | None:
        """The turn that a member has completed last, not a stand-in or who sat there before."""
        rows = await self._rows(
            "SELECT turn FROM moves WHERE table_id = ? AND member = ? AND ends = 1"
            " ORDER BY number DESC LIMIT 1",
            table_id,
            member,
        )
        return rows[0][0] if rows else None
