"""`slowtrain verify`: the scores, or the first line that doesn't hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main

GOLDEN = Path(__file__).parents[2] / "golden" / "ride-3.jsonl"


@pytest.fixture
def rows() -> list[Any]:
    """A whole game of Ride the Rails, line by line."""
    return [json.loads(line) for line in GOLDEN.read_text().splitlines()]


def verify(folder: Path, rows: list[Any]) -> tuple[int, Path]:
    path = folder / "game.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return main(["verify", str(path)]), path


def test_a_file_that_holds_gives_the_scores(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(GOLDEN)]) == 0
    first, *scores = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{GOLDEN} holds: Ride the Rails, ")
    assert [line.split(":")[0] for line in scores] == ["Player 1", "Player 2", "Player 3"]
    assert sum("wins" in line for line in scores) == 1


def complaint(capsys: pytest.CaptureFixture[str], path: Path) -> str:
    said = capsys.readouterr()
    assert said.out == ""
    [line] = said.err.splitlines()
    start = f"slowtrain verify: {path}, "
    assert line.startswith(start)
    return line.removeprefix(start)


def test_an_illegal_move_is_named_by_its_line(
    tmp_path: Path, rows: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rows[4]["move"] = {"kind": "share", "railroad": "black"}
    code, path = verify(tmp_path, rows)
    assert code == 1
    assert complaint(capsys, path).startswith("line 5: an illegal move: ")


def test_the_first_of_two_lines_is_named(
    tmp_path: Path, rows: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rows[8] = "nonsense"
    rows[4]["move"] = {"kind": "share", "railroad": "black"}
    code, path = verify(tmp_path, rows)
    assert code == 1
    assert complaint(capsys, path).startswith("line 5: ")


def test_another_result_is_told_with_the_true_one(
    tmp_path: Path, rows: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    true = rows[-1]["result"]["scores"]
    rows[-1]["result"]["scores"] = [999, *true[1:]]
    code, path = verify(tmp_path, rows)
    assert code == 1
    said = complaint(capsys, path)
    assert said.startswith(f"line {len(rows)}: another result: the file says scores [999,")
    assert said.endswith(f"the moves give {json.dumps(true, separators=(',', ':'))}")


def test_a_commitment_that_is_not_the_seeds_hash(
    tmp_path: Path, rows: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    rows[0]["commitment"] = "0" * 64
    code, path = verify(tmp_path, rows)
    assert code == 1
    assert complaint(capsys, path) == "line 1: the commitment isn't the seed's hash"


def test_a_file_that_stops_early(
    tmp_path: Path, rows: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, path = verify(tmp_path, rows[:-5])
    assert code == 1
    assert complaint(capsys, path).startswith(f"line {len(rows) - 4}: ")


@pytest.mark.parametrize("data", [b"", b"\x89PNG\r\n", b"\x00" * 100, b"[1, 2]"])
def test_something_else_than_a_game_file(
    tmp_path: Path, data: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "other.bin"
    path.write_bytes(data)
    assert main(["verify", str(path)]) == 1
    assert complaint(capsys, path).startswith("line 1: ")


@pytest.mark.parametrize("place", ["nowhere.jsonl", "."])
def test_a_file_that_can_not_be_read(
    tmp_path: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / place
    assert main(["verify", str(path)]) == 2
    assert f"slowtrain verify: {path} can't be read: " in capsys.readouterr().err
