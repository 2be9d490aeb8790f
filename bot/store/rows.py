"""What is kept, row by row."""

from __future__ import annotations

import msgspec


class SeatRow(msgspec.Struct, frozen=True):
    """Who sits where; without a member it is a computer player."""

    seat: int
    member: int | None
    name: str
    username: str
    stamp: int = 0
    """The table's version when this seat last moved or became due: an older panel is stale."""


class TableRow(msgspec.Struct, frozen=True):
    """What is kept about a table, its state apart."""

    id: int
    server: int
    channel: int
    parent: int | None
    creator: int
    game: str
    options: str
    status: str
    seed: bytes
    version: int
    """Grows with every change."""
    number: int
    """Moves that stand."""
    turns: int
    posted: int
    """The last turn that is posted or waits in the outbox; -1 before the first board."""
    computer_due: int
    result: str | None
    created: float
    ended: float | None

    @property
    def open(self) -> bool:
        return self.status in ("lobby", "running")


class MoveRow(msgspec.Struct, frozen=True):
    """A move that stands, with the facts it made."""

    number: int
    turn: int
    seat: int
    member: int | None
    move: str
    facts: str
    reveals: int
    ends: int
    """Whether it completed a turn."""
    at: float


class OutboxRow(msgspec.Struct, frozen=True):
    """Something that must be posted."""

    id: int
    table_id: int
    channel: int
    kind: str
    payload: str
    attempts: int
    sending: int
    due: float
    created: float


class ChannelTaken(Exception):
    """The channel has an open table already."""


class Conflict(Exception):
    """The table changed between reading and writing."""


class AlreadySeen(Exception):
    """This interaction has been carried out before."""
