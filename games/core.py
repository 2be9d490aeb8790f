"""The words that every game is written in, and the contract that it keeps."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

Seat = int
"""A place at the table, counted from 0."""

Value = int | str | bool
"""What a field of a move can hold: each is a parameter of a slash command."""


class Move(msgspec.Struct, frozen=True, tag_field="kind"):
    """One decision of a seat. Its tag is a slash command, its fields are the parameters."""

    @classmethod
    def kind(cls) -> str:
        """The word for this kind of move: the name of its slash command."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def fields(cls) -> tuple[str, ...]:
        """The names of the parameters, in the order in which they are asked."""
        return cls.__struct_fields__

    def values(self) -> dict[str, Value]:
        """The parameters by name."""
        return {name: getattr(self, name) for name in self.__struct_fields__}


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that happened or is so: a key of the phrasebook, and what to fill in."""

    key: str
    values: dict[str, Any] = {}
    only: tuple[Seat, ...] | None = None
    """The seats that may know it; None is everybody."""
    reveals: bool = False
    """Something hidden came to light: undo never crosses it."""

    def known_to(self, seat: Seat | None) -> bool:
        """Whether this seat, or a spectator, may read it."""
        return self.only is None or seat in self.only


class IllegalMove(Exception):
    """A move that the rules refuse. Key and values name the reason in the phrasebook."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key, values)
        self.fact = Fact(key, values)


class Result(msgspec.Struct, frozen=True):
    """How a table ended."""

    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    sheet: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """The rows of the score sheet: a phrasebook key and a figure for each seat."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variants of a game with their defaults; a field is a bool, a Literal or a bounded int."""


class State(msgspec.Struct):
    """The whole truth of a table. Mutable, decoded afresh for each move, never shown."""


class View(msgspec.Struct, frozen=True):
    """What one seat, or a spectator (None), may know."""

    me: Seat | None


S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)
T = TypeVar("T")


class Rng:
    """A stream of chance that depends on the table's secret seed and the move's number alone.

    SHA-256 in counter mode with its own shuffle: a replay is exact on any Python,
    and taking a move back and playing it again can't re-roll.
    """

    def __init__(self, seed: bytes, number: int) -> None:
        self._key = seed + number.to_bytes(8, "big")
        self._block = 0
        self._pool = b""

    def _bytes(self, count: int) -> bytes:
        while len(self._pool) < count:
            self._pool += hashlib.sha256(self._key + self._block.to_bytes(8, "big")).digest()
            self._block += 1
        taken, self._pool = self._pool[:count], self._pool[count:]
        return taken

    def below(self, limit: int) -> int:
        """A number from 0 to limit - 1, each as likely as the others."""
        if limit < 1:
            raise ValueError(f"no number below {limit}")
        width = (limit.bit_length() + 7) // 8 + 1
        ceiling = 256**width - 256**width % limit
        while True:
            drawn = int.from_bytes(self._bytes(width), "big")
            if drawn < ceiling:
                return drawn % limit

    def choice(self, items: Sequence[T]) -> T:
        """One of the items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Put the items in a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]


def commitment(seed: bytes) -> str:
    """The hash that is posted when a table starts, so that the seed can be checked at its end."""
    return hashlib.sha256(seed).hexdigest()


class Game(Protocol, Generic[S, V]):
    """The contract that every game keeps; everything else asks a game through it."""

    def __hash__(self) -> int: ...

    key: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    options: ClassVar[type[Options]]
    state: ClassVar[type[State]]
    moves: ClassVar[tuple[type[Move], ...]]
    """The kinds of move, in the order of their slash commands."""
    shortcuts: ClassVar[tuple[type[Move], ...]]
    """Several moves in one: offered beside the moves, unfolded into them, never logged."""
    ends_turn: ClassVar[type[Move] | None]
    """The move that says "I am done", shown last in the panel."""
    places: ClassVar[frozenset[str]]
    """Fields whose values are places: the private picture marks them with the menu's numbers."""

    def new(self, seats: int, options: Any, rng: Rng) -> S:
        """The set-up of a table."""
        ...

    def to_act(self, state: S) -> frozenset[Seat]:
        """Who must act now; nobody: the table is over; several: they act at the same time."""
        ...

    def turns(self, state: S) -> int:
        """How many turns are complete; a board is posted whenever this grows."""
        ...

    def legal(self, state: S, seat: Seat) -> Iterator[Move]:
        """Every move the seat can make, best or nearest first where there is such an order."""
        ...

    def play(self, state: S, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        """Check and make a move; IllegalMove says why not, and then nothing has changed."""
        ...

    def offers(self, state: S, seat: Seat) -> Iterator[Move]:
        """The shortcuts that the seat can take now."""
        ...

    def unfold(self, state: S, seat: Seat, shortcut: Move) -> list[Move]:
        """The moves that a shortcut stands for."""
        ...

    def view(self, state: S, seat: Seat | None) -> V:
        """What a seat or a spectator may know, built up field by field."""
        ...

    def result(self, state: S) -> Result | None:
        """The end, once it has come."""
        ...

    def condense(self, facts: Sequence[Fact]) -> list[Fact]:
        """The facts of a turn as one would tell them: "built 5 for Blue", not five sentences."""
        ...

    def headline(self, view: V) -> Fact:
        """Where the table stands, in a line: "Round 3 of 6: build"."""
        ...

    def prompt(self, view: V, seat: Seat) -> Fact:
        """What this seat has to decide now, and what is left to it; also asked for spectators."""
        ...

    def opening(self, view: V) -> list[Fact]:
        """What everybody should know as the table starts, such as who comes first."""
        ...

    def describe(self, view: V) -> list[Fact]:
        """The whole position in words."""
        ...

    def label(self, view: V, field: str, moves: Sequence[Move]) -> Fact:
        """What a choice means: the moves given share the value of this field."""
        ...

    def hints(self, view: V, moves: Sequence[Move]) -> list[Fact]:
        """What helps to choose among these moves: what is owed, what they would bring."""
        ...

    def warning(self, view: V, move: Move) -> Fact | None:
        """What a player has to confirm before this move is made, if anything."""
        ...

    def name(self, field: str, value: Value) -> str | None:
        """The proper name of a component ("Kansas City"), or None to ask the phrasebook."""
        ...

    def read(self, field: str, text: str) -> Value:
        """What somebody typed for a field, as a value of it; the rules judge it later."""
        ...

    def choose(self, view: V, moves: Sequence[Move], rng: Rng) -> Move:
        """The computer player's decision, one of the moves given, from its own view alone."""
        ...


AnyGame = Game[Any, Any]


def result_from(scores: Sequence[int], sheet: Mapping[str, Sequence[int]]) -> Result:
    """A result in which the highest score wins and a tie is shared."""
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Result(tuple(scores), winners, tuple((key, tuple(row)) for key, row in sheet.items()))
