"""Game files: a table's header, moves and result as JSON lines, to be replayed and checked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.inspect import BoolType, IntType, LiteralType, StructType, type_info

from games import GAMES
from games.core import (
    AnyGame,
    Fact,
    IllegalMove,
    Move,
    Options,
    Result,
    Rng,
    Seat,
    State,
    commitment,
)
from games.phrasebook import Phrasebook

VERSION = 1
"""Of the file's shape and the rules behind it: a file of another version is not read."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


class BadRecord(Exception):
    """A game file that can't be read or doesn't hold: the first such line, and why."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class BadOption(Exception):
    """An option that the game hasn't, or a value that it can't have."""


class Entry(NamedTuple):
    """A move in the log; None stands for one that the reader may not know."""

    seat: Seat
    move: Move | None


class Step(NamedTuple):
    """A move that was made, counted from 1, with what it brought about; the state plays on."""

    number: int
    seat: Seat
    move: Move
    facts: list[Fact]
    state: State


@dataclass(frozen=True)
class Record:
    """A table from its set-up on; one that still runs has no result and tells no seed."""

    game: AnyGame
    seats: int
    options: Options
    commitment: str
    seed: bytes | None = None
    moves: tuple[Entry, ...] = ()
    result: Result | None = None
    version: int = VERSION


class _Header(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    game: str
    version: int
    seats: int
    options: dict[str, Any]
    seed: str | UnsetType | None = UNSET
    commitment: str


def known_to(record: Record, facts: Iterable[Sequence[Fact]], seat: Seat | None) -> Record:
    """What a seat, or a spectator, may have of a table that still runs.

    Given are the facts of each move: a move is left out if one of them isn't the seat's to know.
    """
    if record.result is not None:
        return record
    moves = tuple(
        entry if _may_read(seat, entry, told) else Entry(entry.seat, None)
        for entry, told in zip(record.moves, facts, strict=True)
    )
    return replace(record, seed=None, moves=moves)


def _may_read(seat: Seat | None, entry: Entry, told: Sequence[Fact]) -> bool:
    return entry.seat == seat or all(fact.known_to(seat) for fact in told)


def encode(record: Record) -> bytes:
    """The record as a game file."""
    header = _Header(
        game=record.game.key,
        version=record.version,
        seats=record.seats,
        options=msgspec.to_builtins(record.options),
        seed=record.seed.hex() if record.seed is not None else UNSET,
        commitment=record.commitment,
    )
    rows: list[Any] = [header]
    rows += [{"seat": seat, "move": move} for seat, move in record.moves]
    if record.result is not None:
        rows.append({"result": record.result})
    return b"".join(msgspec.json.encode(row) + b"\n" for row in rows)


def decode(data: bytes) -> Record:
    """The record in a game file; BadRecord if it can't be one."""
    rows = _rows(data)
    record = _read_header(next(rows)[1])
    moves: list[Entry] = []
    result: Result | None = None
    for number, row in rows:
        if result is not None:
            raise BadRecord(number, "nothing may follow the result")
        if "result" in row:
            result = _read_result(number, row)
        else:
            moves.append(_read_entry(number, row, record))
    return replace(record, moves=tuple(moves), result=result)


def start(record: Record) -> State:
    """The set-up of the table; BadRecord if there is no seed to do it with."""
    if record.seed is None:
        raise BadRecord(1, "no seed: the table was still running, so nothing can be checked")
    state: State = record.game.new(record.seats, record.options, Rng(record.seed, 0))
    return state


def replay(record: Record) -> Iterator[Step]:
    """Make the moves again, one after the other; BadRecord at the first that is refused."""
    state = start(record)
    assert record.seed is not None
    for number, (seat, move) in enumerate(record.moves, start=1):
        if move is None:
            raise BadRecord(number + 1, "a hidden move: nothing from here on can be checked")
        try:
            facts = record.game.play(state, seat, move, Rng(record.seed, number))
        except IllegalMove as refusal:
            raise BadRecord(number + 1, f"an illegal move: {_reason(record, refusal)}") from None
        yield Step(number, seat, move, facts, state)


def _reason(record: Record, refusal: IllegalMove) -> str:
    words = Phrasebook(record.game)
    # A phrase that is missing must not keep a file from being checked.
    said = words.refuse(refusal) if words.knows(refusal.fact.key) else refusal.fact.key
    return said.replace("`", "")


def verify(record: Record) -> Result:
    """The result, if everything holds; BadRecord names the first line that doesn't."""
    state = _played(record)
    result = record.game.result(state)
    line = len(record.moves) + 2
    if result is None:
        raise BadRecord(line, "the table isn't over after the last move")
    if record.result is None:
        raise BadRecord(line, "the result is missing")
    if record.result != result:
        raise BadRecord(line, f"another result: {_differing(record.result, result)}")
    return result


def check(data: bytes) -> Record:
    """A game file that can be read and holds; BadRecord names the first line that doesn't."""
    try:
        record = decode(data)
    except BadRecord as bad:
        if bad.line > 1:  # an illegal move may come before the line that can't be read
            _played(decode(b"\n".join(data.split(b"\n")[: bad.line - 1])))
        raise
    verify(record)
    return record


def options_of(game: AnyGame, values: Mapping[str, Any], *, strict: bool = True) -> Options:
    """The game's options with these values (words will do if not strict), or BadOption."""
    info = type_info(game.options)
    assert isinstance(info, StructType)
    kinds = {field.name: field.type for field in info.fields}
    for name in values:
        if name not in kinds:
            known = f"it has {', '.join(kinds)}" if kinds else "it has none"
            raise BadOption(f"{game.title} has no option {name}: {known}")
    try:
        return msgspec.convert(dict(values), game.options, strict=strict)
    except msgspec.ValidationError as error:
        found = re.search(r"\$\.(\w+)", str(error))
        name = found[1] if found else ""
        wanted = _allowed(kinds.get(name))
        raise BadOption(f"option {name} is {wanted}, not {values.get(name)}") from None


def _allowed(kind: Any) -> str:
    """What a value of this type may be, in words."""
    match kind:
        case BoolType():
            return "true or false"
        case LiteralType(values=values):
            return " or ".join(str(value) for value in values)
        case IntType(ge=int(low), le=int(high)):
            return f"a number from {low} to {high}"
        case _:
            return "something else"


def _played(record: Record) -> State:
    """The state after the last move, if commitment and moves hold."""
    state = start(record)
    assert record.seed is not None
    if record.commitment != commitment(record.seed):
        raise BadRecord(1, "the commitment isn't the seed's hash")
    for step in replay(record):
        state = step.state
    return state


def _differing(given: Result, true: Result) -> str:
    for name in Result.__struct_fields__:
        theirs, ours = (msgspec.to_builtins(getattr(result, name)) for result in (given, true))
        if theirs != ours:
            return f"the file says {name} {_brief(theirs)}, the moves give {_brief(ours)}"
    raise AssertionError("the results are the same")


def _brief(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _rows(data: bytes) -> Iterator[tuple[int, dict[str, Any]]]:
    """The objects of a file with their line numbers; at least one."""
    lines = data.removeprefix(b"\xef\xbb\xbf").rstrip().split(b"\n")
    if lines == [b""]:
        raise BadRecord(1, "the file is empty")
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            raise BadRecord(number, "the line is empty")
        try:
            row = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise BadRecord(number, "this is not JSON") from None
        if not isinstance(row, dict):
            raise BadRecord(number, "this is not a JSON object")
        yield number, row


def _read_header(row: dict[str, Any]) -> Record:
    try:
        header = msgspec.convert(row, _Header)
    except msgspec.ValidationError as error:
        raise BadRecord(1, f"not the header of a game file: {_plain(error)}") from None
    if header.game not in GAMES:
        raise BadRecord(1, f"no game is called {header.game!r}: there is {', '.join(GAMES)}")
    if header.version != VERSION:
        raise BadRecord(1, f"version {header.version} can't be read here, only version {VERSION}")
    game = GAMES[header.game]
    if header.seats not in game.seats:
        raise BadRecord(1, f"{game.title} has {seat_range(game)} seats, not {header.seats}")
    for name, digest in (("seed", header.seed), ("commitment", header.commitment)):
        if isinstance(digest, str) and not _DIGEST.fullmatch(digest):
            raise BadRecord(1, f"the {name} isn't 64 hexadecimal digits in lower case")
    try:
        options = options_of(game, header.options)
    except BadOption as bad:
        raise BadRecord(1, str(bad)) from None
    seed = bytes.fromhex(header.seed) if isinstance(header.seed, str) else None
    return Record(game, header.seats, options, header.commitment, seed)


def seat_range(game: AnyGame) -> str:
    """How many can play, in words: "3 to 5"."""
    return f"{game.seats[0]} to {game.seats[-1]}"


def _read_entry(number: int, row: dict[str, Any], record: Record) -> Entry:
    if row.keys() != {"seat", "move"}:
        raise BadRecord(number, "neither a seat with its move nor a result")
    seat = row["seat"]
    if type(seat) is not int or not 0 <= seat < record.seats:
        raise BadRecord(
            number, f"the seat is a number from 0 to {record.seats - 1}, not {_brief(seat)}"
        )
    if row["move"] is None:
        return Entry(seat, None)
    return Entry(seat, _read_move(number, row["move"], record.game))


def _read_move(number: int, row: Any, game: AnyGame) -> Move:
    kinds = {kind.kind(): kind for kind in game.moves}
    word = row.get("kind") if isinstance(row, dict) else None
    if not isinstance(word, str) or word not in kinds:
        known = ", ".join(kinds)
        raise BadRecord(number, f"{game.title} has no move {_brief(word)}: it has {known}")
    kind = kinds[word]
    if row.keys() != {"kind", *kind.fields()}:
        wanted = " and ".join(kind.fields()) or "no fields"
        raise BadRecord(number, f"the move {word} has {wanted}, neither less nor more")
    try:
        return msgspec.convert(row, kind)
    except msgspec.ValidationError as error:
        raise BadRecord(number, f"the move {word}: {_plain(error)}") from None


def _read_result(number: int, row: dict[str, Any]) -> Result:
    if row.keys() != {"result"}:
        raise BadRecord(number, "a result stands alone in its line")
    try:
        result = msgspec.convert(row["result"], Result)
    except msgspec.ValidationError as error:
        raise BadRecord(number, f"not a result: {_plain(error)}") from None
    if strange := row["result"].keys() - set(Result.__struct_fields__):
        raise BadRecord(number, f"not a result: unknown field {min(strange)}")
    return result


def _plain(error: msgspec.ValidationError) -> str:
    """The complaint without the marks of a programmer: "seats: expected int, got str"."""
    text, _, place = str(error).replace("`", "").partition(" - at $")
    text = text.replace("Object contains ", "").replace("Object missing required", "missing")
    text = text[0].lower() + text[1:]
    return f"{place.lstrip('.')}: {text}" if place else text
