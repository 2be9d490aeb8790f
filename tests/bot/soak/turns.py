"""Every turn is told in its channel, once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.bot.soak.outside import Sent, Turn
from tests.bot.soak.records import Post, Records

AT_ONCE = 60.0  # seconds in which computer players are done


class TurnCheck:
    """Compares the boards that arrived with the turns that were ever completed."""

    def __init__(self, records: Records, boards: list[tuple[Sent, Post]], gone: set[int]) -> None:
        self._records, self._boards, self._gone = records, boards, gone
        self._queued: dict[int, list[Post]] = defaultdict(list)
        for post in records.posts.values():
            if post.kind == "board" and post.table is not None:
                self._queued[post.table].append(post)
        self.counted: Counter[str] = Counter()

    def violations(self) -> Iterator[str]:
        told: Counter[tuple[int | None, Turn]] = Counter()
        for sent, post in self._boards:
            told.update((post.table, turn) for turn in sent.told)
            if sent.place != self._records.channels[post.table or 0]:
                yield f"turn: board {post.id} of table {post.table} is in the wrong channel"
        for (table, turn), undone in self._records.turns.items():
            times = told.pop((table, turn), 0)
            self.counted["turns"] += 1
            self.counted["turns announced"] += times
            self.counted["turns taken back"] += undone < float("inf")
            if times > 1 or (not times and not self._need_not(table, turn, undone)):
                when = "" if undone == float("inf") else f", taken back at {undone:.1f}"
                what = f"turn {turn[0]} of table {table}, made at {turn[1]:.1f}{when}"
                yield f"turn: told {times} times: {what}"
        for told_at, turn in told:
            yield f"turn: {turn} of table {told_at} is told and never was"

    def _need_not(self, table: int, turn: Turn, undone: float) -> bool:
        """Whether it was taken back before its board could be posted, or the channel deleted."""
        number, made, _ = turn
        if self._records.channels[table] in self._gone:
            return True
        boards = [
            post
            for post in self._queued[table]
            if post.payload["first"] <= number + 1 <= post.payload["last"] and post.queued >= made
        ]
        if any(post.done == undone for post in boards):
            return True
        return undone < made + AT_ONCE and not any(post.queued < undone for post in boards)
