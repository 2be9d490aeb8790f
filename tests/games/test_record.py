"""Game files: what they hold, how they are replayed, and what is wrong with bad ones."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from games.core import Fact, Result, Rng, commitment
from games.record import (
    BadOption,
    BadRecord,
    Entry,
    Record,
    check,
    decode,
    encode,
    known_to,
    options_of,
    replay,
    start,
    verify,
)
from games.simulate import line_up, seed_of, simulate, steps
from tests.toy import Done, Draw, Options, SignalBox, Stash

SEED = seed_of(5)


@pytest.fixture
def record(toy: SignalBox) -> Record:
    """A whole game of Signal Box for two."""
    return simulate(toy, 2, Options(hand=4), SEED, line_up("random", 2))


def rows(data: bytes) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data.splitlines()]


def spoilt(record: Record, line: int, change: Any) -> bytes:
    """The file with one line replaced, or a field of it changed."""
    lines: list[Any] = rows(encode(record))
    if isinstance(change, dict):
        lines[line - 1] |= change
        change = json.dumps(lines[line - 1])
    text = [json.dumps(row) for row in lines]
    text[line - 1] = change
    return "\n".join(text).encode()


def complaint(data: bytes) -> tuple[int, str]:
    with pytest.raises(BadRecord) as caught:
        check(data)
    assert str(caught.value) == f"line {caught.value.line}: {caught.value.reason}"
    assert "`" not in caught.value.reason and "$" not in caught.value.reason
    return caught.value.line, caught.value.reason


def test_a_file_has_a_header_then_moves_then_the_result(record: Record) -> None:
    header, *moves, result = rows(encode(record))
    assert list(header) == ["game", "version", "seats", "options", "seed", "commitment"]
    assert header == {
        "game": "toy",
        "version": 1,
        "seats": 2,
        "options": {"open_card": True, "pips": "plain", "hand": 4},
        "seed": SEED.hex(),
        "commitment": commitment(SEED),
    }
    assert len(moves) == len(record.moves)
    assert all(list(row) == ["seat", "move"] and row["move"]["kind"] for row in moves)
    assert record.result
    assert result["result"]["scores"] == list(record.result.scores)
    assert result["result"]["winners"] == list(record.result.winners)


def test_reading_is_the_inverse_of_writing(record: Record) -> None:
    assert decode(encode(record)) == record


@pytest.mark.parametrize("ending", [b"\n", b"", b"\n\n", b"\r\n"])
def test_the_end_of_a_file_may_look_as_an_editor_leaves_it(record: Record, ending: bytes) -> None:
    assert check(encode(record).rstrip() + ending) == record


def test_windows_line_ends_and_a_byte_order_mark_are_read(record: Record) -> None:
    assert check(b"\xef\xbb\xbf" + encode(record).replace(b"\n", b"\r\n")) == record


def test_a_replay_tells_each_move_with_its_facts(record: Record, toy: SignalBox) -> None:
    played = [
        (step.number, step.seat, step.move, step.facts)
        for step in steps(toy, 2, Options(hand=4), SEED, line_up("random", 2))
    ]
    again = [(step.number, step.seat, step.move, step.facts) for step in replay(record)]
    assert again == played
    assert [number for number, *_ in again] == list(range(1, len(record.moves) + 1))


def test_a_file_that_holds_gives_its_result(record: Record) -> None:
    assert verify(record) == record.result


@pytest.mark.parametrize("data", [b"", b"\n", b"  \n\n", b"\xef\xbb\xbf"])
def test_an_empty_file(toy: SignalBox, data: bytes) -> None:
    assert complaint(data) == (1, "the file is empty")


@pytest.mark.parametrize(
    "line", ["nonsense", "{", "{'seat': 0}", "[" * 100_000, '{"seat": 0} x', '"\\ud800"', "\x00"]
)
def test_a_line_that_is_not_json(record: Record, line: str) -> None:
    assert complaint(spoilt(record, 3, line)) == (3, "this is not JSON")


def test_a_line_that_is_not_text(record: Record) -> None:
    first, _, rest = encode(record).partition(b"\n")
    assert complaint(first + b'\n{"seat": "\xff"}\n' + rest) == (2, "this is not JSON")


@pytest.mark.parametrize("line", ["[]", "7", "null", '"seat"'])
def test_a_line_that_is_not_an_object(record: Record, line: str) -> None:
    assert complaint(spoilt(record, 1, line)) == (1, "this is not a JSON object")


def test_an_empty_line_in_between(record: Record) -> None:
    assert complaint(spoilt(record, 2, "")) == (2, "the line is empty")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"game": "chess"}, "no game is called 'chess': there is ride"),
        ({"game": 5}, "not the header of a game file: game: expected str, got int"),
        ({"version": 2}, "version 2 can't be read here, only version 1"),
        ({"seats": 5}, "Signal Box has 1 to 4 seats, not 5"),
        ({"seats": "2"}, "not the header of a game file: seats: expected int, got str"),
        ({"seats": 10**30}, "Signal Box has 1 to 4 seats, not 1000"),
        ({"colour": "red"}, "not the header of a game file: unknown field colour"),
        ({"options": {"speed": 1}}, "Signal Box has no option speed: it has open_card, pips, hand"),
        ({"options": {"hand": 9}}, "option hand is a number from 2 to 5, not 9"),
        ({"options": {"hand": "3"}}, "option hand is a number from 2 to 5, not 3"),
        ({"options": {"pips": "odd"}}, "option pips is double or plain, not odd"),
        ({"options": {"open_card": 1}}, "option open_card is true or false, not 1"),
        ({"options": []}, "not the header of a game file: options: expected object, got array"),
        ({"seed": "77"}, "the seed isn't 64 hexadecimal digits in lower case"),
        ({"seed": "Z" * 64}, "the seed isn't 64 hexadecimal digits in lower case"),
        ({"commitment": ""}, "the commitment isn't 64 hexadecimal digits in lower case"),
        ({"commitment": "0" * 64}, "the commitment isn't the seed's hash"),
        ({"seed": "0" * 64}, "the commitment isn't the seed's hash"),
    ],
)
def test_a_header_that_is_wrong(record: Record, change: dict[str, Any], reason: str) -> None:
    line, told = complaint(spoilt(record, 1, change))
    assert line == 1
    assert told.startswith(reason)


def test_a_header_that_lacks_something(record: Record) -> None:
    line = json.dumps({"game": "toy", "version": 1})
    reason = "not the header of a game file: missing field seats"
    assert complaint(spoilt(record, 1, line)) == (1, reason)


def test_a_file_that_begins_with_a_move(record: Record) -> None:
    line, reason = complaint(b"\n".join(encode(record).splitlines()[1:]))
    assert line == 1
    assert reason.startswith("not the header of a game file: ")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"seat": 2}, "the seat is a number from 0 to 1, not 2"),
        ({"seat": -1}, "the seat is a number from 0 to 1, not -1"),
        ({"seat": True}, "the seat is a number from 0 to 1, not true"),
        ({"seat": "0"}, 'the seat is a number from 0 to 1, not "0"'),
        ({"note": "!"}, "neither a seat with its move nor a result"),
        ({"result": {}}, "a result stands alone in its line"),
        ({"move": {"kind": "fly"}}, 'Signal Box has no move "fly": it has stash, draw, set, done'),
        ({"move": {"kind": ["stash"]}}, 'Signal Box has no move ["stash"]: '),
        (
            {"move": {"kind": "express", "card": 1, "line": "up"}},
            'Signal Box has no move "express"',
        ),
        ({"move": {}}, "Signal Box has no move null"),
        ({"move": "done"}, "Signal Box has no move null"),
        ({"move": {"kind": "stash"}}, "the move stash has card, neither less nor more"),
        ({"move": {"kind": "done", "card": 1}}, "the move done has no fields, neither less nor"),
        ({"move": {"kind": "stash", "card": "x"}}, "the move stash: card: expected int, got str"),
        ({"move": {"kind": "stash", "card": 99}}, "an illegal move: You don't hold 99."),
        ({"move": {"kind": "done"}}, "an illegal move: That isn't possible now."),
        ({"move": None}, "a hidden move: nothing from here on can be checked"),
    ],
)
def test_a_move_that_is_wrong(record: Record, change: dict[str, Any], reason: str) -> None:
    line, told = complaint(spoilt(record, 2, change))
    assert line == 2
    assert told.startswith(reason)


def test_the_first_bad_line_is_named_though_a_later_one_cannot_be_read(record: Record) -> None:
    data = spoilt(record, 3, {"move": {"kind": "stash", "card": 99}})
    assert complaint(data + b"\nnonsense") == (3, "an illegal move: You don't hold 99.")
    assert complaint(encode(record) + b"nonsense")[1] == "this is not JSON"


def test_nothing_may_follow_the_result(record: Record) -> None:
    last = len(record.moves) + 3
    assert complaint(encode(record) + b'{"seat":0,"move":{"kind":"done"}}') == (
        last,
        "nothing may follow the result",
    )


def test_a_move_after_the_end_is_refused(record: Record) -> None:
    longer = replace(record, moves=(*record.moves, Entry(0, Done())))
    line, reason = complaint(encode(longer))
    assert line == len(record.moves) + 2
    assert reason.startswith("an illegal move: ")


@pytest.mark.parametrize(
    ("result", "reason"),
    [
        (
            {"scores": [1, 2], "winners": [1]},
            "another result: the file says scores [1,2], the moves",
        ),
        ({"scores": "many", "winners": []}, "not a result: scores: expected array, got str"),
        ({"scores": []}, "not a result: missing field winners"),
        ({"scores": [], "winners": [], "cheers": 3}, "not a result: unknown field cheers"),
        (None, "not a result: expected object, got null"),
    ],
)
def test_a_result_that_is_wrong(record: Record, result: Any, reason: str) -> None:
    last = len(record.moves) + 2
    line, told = complaint(spoilt(record, last, json.dumps({"result": result})))
    assert line == last
    assert told.startswith(reason)


def test_winners_and_sheet_are_checked_too(record: Record) -> None:
    assert record.result
    for wrong in (
        Result(record.result.scores, (0, 1), record.result.sheet),
        Result(record.result.scores, record.result.winners),
    ):
        with pytest.raises(BadRecord, match="another result"):
            verify(replace(record, result=wrong))


def test_a_file_that_stops_early(record: Record) -> None:
    with pytest.raises(BadRecord, match=f"line {len(record.moves) + 2}: the result is missing"):
        verify(replace(record, result=None))
    with pytest.raises(BadRecord, match="line 2: the table isn't over after the last move"):
        verify(replace(record, moves=()))


def running(toy: SignalBox) -> tuple[Record, list[list[Fact]]]:
    """A table at which both have put a card in the box and the first has drawn."""
    state = toy.new(2, Options(), Rng(SEED, 0))
    moves = [Entry(seat, Stash(state.hands[seat][0])) for seat in (1, 0)]
    moves.append(Entry(0, Draw("open")))
    record = Record(toy, 2, Options(), commitment(SEED), SEED, tuple(moves))
    return record, [step.facts for step in replay(record)]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_file_of_a_running_table_tells_a_member_no_secret(
    toy: SignalBox, seat: int | None
) -> None:
    record, facts = running(toy)
    data = encode(known_to(record, facts, seat))
    header, *moves = rows(data)
    assert "seed" not in header
    assert SEED.hex().encode() not in data
    assert header["commitment"] == commitment(SEED)
    for row in moves[:2]:
        assert (row["move"] is None) == (row["seat"] != seat)
    assert moves[2] == {"seat": 0, "move": {"kind": "draw", "pile": "open"}}
    assert decode(data).moves[2] == record.moves[2]
    assert complaint(data) == (1, "no seed: the table was still running, so nothing can be checked")


def test_the_file_of_a_table_that_is_over_tells_everything(record: Record) -> None:
    assert known_to(record, [], None) is record


def test_a_seed_of_null_is_no_seed(record: Record) -> None:
    assert decode(spoilt(record, 1, {"seed": None})).seed is None


def test_the_set_up_depends_on_the_seed(record: Record) -> None:
    assert start(record) == start(record)
    assert start(record) != start(replace(record, seed=seed_of(6)))


@pytest.mark.parametrize(
    ("values", "options"),
    [
        ({}, Options()),
        ({"hand": "5", "open_card": "false"}, Options(hand=5, open_card=False)),
        ({"pips": "double", "open_card": "true"}, Options(pips="double")),
    ],
)
def test_options_in_words(toy: SignalBox, values: dict[str, str], options: Options) -> None:
    assert options_of(toy, values, strict=False) == options


@pytest.mark.parametrize(
    "values", [{"hand": "many"}, {"hand": "6"}, {"pips": ""}, {"open_card": "maybe"}, {"": "1"}]
)
def test_wrong_options_in_words(toy: SignalBox, values: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        options_of(toy, values, strict=False)
