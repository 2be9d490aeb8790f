"""What the ledger of a soak says, put in order: turns, calls, notices, choices, posts."""

from __future__ import annotations

import bisect
import json
import sqlite3
from collections import defaultdict
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.bot.soak.outside import Turn

CallId = tuple[int, int, int]
"""Table, seat, and which call it is (`due`)."""


@dataclass
class Call:
    """A seat that was called to its turn."""

    id: CallId
    member: int
    begun: float
    ended: float = float("inf")
    told: dict[int, float] = field(default_factory=dict)
    """When the member was told for the first time, the second and so on."""
    put_off: bool = False
    """Whether a notice came too late to be polite, and had to wait for another time."""


@dataclass(frozen=True)
class Choice:
    """What a member had chosen since then."""

    at: float
    dms: str = "all"
    every: int = 12
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    away_from: float | None = None
    away_until: float | None = None
    closed: int = 0


@dataclass
class Post:
    """A row of the outbox."""

    id: int
    table: int | None
    kind: str
    payload: dict[str, Any]
    queued: float
    numbers: dict[CallId, int]
    """Of a notice: the how-manieth each call was told."""
    done: float = float("inf")

    @property
    def calls(self) -> list[CallId]:
        return [(call[0], call[1], call[2]) for call in self.payload.get("calls", ())]


class Records:
    """All that happened in the database."""

    def __init__(self, path: Path) -> None:
        self.turns: dict[tuple[int, Turn], float] = {}
        """Every turn that was ever completed, with when it was taken back, if it was."""
        self.calls: dict[CallId, Call] = {}
        self.posts: dict[int, Post] = {}
        self.choices: dict[int, list[Choice]] = defaultdict(list)
        self.channels: dict[int, int] = {}
        self._open: dict[tuple[int, int], Call] = {}
        with closing(sqlite3.connect(path)) as connection:
            connection.row_factory = sqlite3.Row
            for row in connection.execute("SELECT * FROM ledger ORDER BY id"):
                getattr(self, f"_{row['what']}")(row)
            self.channels.update(connection.execute("SELECT id, channel FROM tables"))
            self.left = connection.execute("SELECT kind, due FROM outbox").fetchall()

    def _turn(self, row: sqlite3.Row) -> None:
        self.turns[row["table_id"], (row["a"], row["b"], row["seat"])] = float("inf")

    def _undone(self, row: sqlite3.Row) -> None:
        self.turns[row["table_id"], (row["a"], row["b"], row["seat"])] = row["at"]

    def _call(self, row: sqlite3.Row) -> None:
        seat = row["table_id"], row["seat"]
        if before := self._open.pop(seat, None):
            before.ended = row["at"]
        if row["b"] is None or row["c"] is None or (*seat, row["a"]) in self.calls:
            return  # where another sits down, the call is for a moment still the old one
        call = Call((*seat, row["a"]), row["c"], row["at"])
        self._open[seat] = self.calls[call.id] = call

    def _told(self, row: sqlite3.Row) -> None:
        call = self.calls[row["table_id"], row["seat"], row["a"]]
        before = max(call.told, default=0)
        if row["b"] > before:
            call.told[row["b"]] = row["at"]
        else:  # it was not sent after all
            call.told = {n: at for n, at in call.told.items() if n <= row["b"]}
            call.put_off = True

    def _queued(self, row: sqlite3.Row) -> None:
        payload = json.loads(row["c"])
        post = Post(row["a"], row["table_id"], row["b"], payload, row["at"], {})
        for call in post.calls:
            post.numbers[call] = max(self.calls[call].told, default=0)
        self.posts[post.id] = post

    def _unqueued(self, row: sqlite3.Row) -> None:
        self.posts[row["a"]].done = row["at"]

    def _member(self, row: sqlite3.Row) -> None:
        self.choices[row["a"]].append(Choice(row["at"], *json.loads(row["b"])))

    def choice(self, member: int, moment: float) -> Choice:
        """What a member had chosen by then."""
        known = self.choices[member]
        place = bisect.bisect_right(known, moment, key=lambda choice: choice.at)
        return known[place - 1] if place else Choice(0.0)
