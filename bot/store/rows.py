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
    sat: int = 0
    """How many moves had been made when this member sat down."""
    stand_in: str = ""
    """Whether a computer player plays for the member: for this "turn", or keeps the "seat"."""
    missed: int = 0
    """Turns in a row for which the clock ran out."""
    bank: float = 0
    """Seconds that were left over when the seat's last turn ended."""
    away: float = 0
    """Seconds for which being away has stopped the seat's clock; in a league, all season long."""
    due: int = 0
    """Which call it is: the table's version when the seat was called to its turn."""
    called: float | None = None
    """When the seat was called to its turn; None while a member need not act here."""
    running: float | None = None
    """The moment from which `remaining` counts down; None without a clock."""
    remaining: float | None = None
    deadline: float | None = None
    notify: float | None = None
    """When the member is to be told or reminded next."""
    told: int = 0
    """How often the member has been told of this turn."""

    @property
    def computer(self) -> bool:
        """Whether a computer player moves here, for itself or as a stand-in."""
        return self.member is None or bool(self.stand_in)


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
    pace: int = 0
    """Seconds a turn; 0 is without a clock."""
    board: int | None = None
    """The message with the newest board."""
    acted: float = 0
    """When a member last acted; later, where a warning came late."""
    warned: int = 0
    """Warnings since then that the table will be closed."""
    closed: str | None = None
    """Why an aborted table was closed, if it can be reopened: "idle", or its place is "gone"."""
    fixture: int | None = None
    """The table of a league that it is."""
    sealed: int = 0
    """Whether others play the same deal: until they are done, nobody else may learn anything."""

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
    stand_in: int = 0
    """Whether a stand-in made it for the member whose seat it is."""
    took: float | None = None
    """Seconds from the call to the end of the turn, on a member's move that ended it."""


class SitterRow(msgspec.Struct, frozen=True):
    """Who sat in a seat before, until so many moves had been made."""

    seat: int
    until: int
    member: int | None
    name: str
    username: str


class EventRow(msgspec.Struct, frozen=True):
    """Something at a table that is no move: somebody took over, a vote, a clock that ran out."""

    id: int
    number: int
    turn: int
    fact: str
    at: float


class QuestionRow(msgspec.Struct, frozen=True):
    """Something that members at a table are asked, with what came of it."""

    id: int
    table_id: int
    kind: str
    seat: int
    asker: int
    member: int | None
    """Who is asked; None: all who play."""
    number: int
    """For an undo, the move to take back with all after it."""
    asked: float
    closes: float
    outcome: str | None


class MemberRow(msgspec.Struct, frozen=True):
    """What a member has chosen; hours of the day are minutes since midnight in their zone."""

    member: int
    dms: str = "all"
    every: int = 12
    """Hours between reminders; 0 is none."""
    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_until: int | None = None
    away_from: float | None = None
    away_until: float | None = None
    closed: int = 0
    """Whether the last direct message was turned away."""


class CallRow(msgspec.Struct, frozen=True):
    """A seat that has been called to its turn."""

    table_id: int
    seat: int
    member: int
    due: int
    called: float
    deadline: float | None
    notify: float | None
    told: int


class OutboxRow(msgspec.Struct, frozen=True):
    """Something that must be posted."""

    id: int
    table_id: int | None
    """None for a post of a league."""
    channel: int
    kind: str
    payload: str
    attempts: int
    sending: int
    due: float
    created: float

    @property
    def table(self) -> int:
        """The table whose post it is."""
        assert self.table_id is not None
        return self.table_id


class ChannelTaken(Exception):
    """The channel has an open table already."""


class Conflict(Exception):
    """The table changed between reading and writing."""


class AlreadySeen(Exception):
    """This interaction has been carried out before."""
