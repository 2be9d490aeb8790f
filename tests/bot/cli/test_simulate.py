"""`slowtrain simulate`: whole games without Discord."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.__main__ import main
from games import record
from games.simulate import seed_of
from tests.toy import SignalBox

pytestmark = pytest.mark.usefixtures("toy")


def toy(*words: str) -> int:
    return main(["simulate", "toy", "--seats", "2", *words])


def rows(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_line_of_json_has_the_keys_that_were_promised(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert toy("--seed", "5", "--json") == 0
    [row] = rows(capsys)
    assert list(row) == ["game", "seats", "seed", "moves", "scores", "winners"]
    assert (row["game"], row["seats"], row["seed"]) == ("toy", 2, 5)
    best = max(row["scores"])
    assert row["winners"] == [seat for seat, score in enumerate(row["scores"]) if score == best]


def test_ride_the_rails_is_simulated_too(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--seats", "3", "--seed", "1", "--players", "random", "--json"]
    assert main(["simulate", "ride", *words]) == 0
    [row] = rows(capsys)
    assert (row["game"], row["seats"], len(row["scores"])) == ("ride", 3, 3)


def test_many_games_are_one_object_a_line_from_the_seed_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert toy("--seed", "7", "--games", "4", "--json") == 0
    assert [row["seed"] for row in rows(capsys)] == [7, 8, 9, 10]


def test_the_same_seed_gives_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for _ in range(2):
        assert toy("--seed", "7", "--players", "random", "--json") == 0
        told += rows(capsys)
    assert told[0] == told[1]


def test_without_a_seed_one_is_drawn_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert toy("--json") == 0
    [drawn] = rows(capsys)
    assert toy("--seed", str(drawn["seed"]), "--json") == 0
    assert rows(capsys) == [drawn]


def test_the_largest_seed_is_told_exactly(capsys: pytest.CaptureFixture[str]) -> None:
    assert toy("--seed", str(2**256 - 1), "--json") == 0
    assert rows(capsys)[0]["seed"] == 2**256 - 1


def test_in_words_it_says_who_won(capsys: pytest.CaptureFixture[str]) -> None:
    assert toy("--seed", "5", "--games", "3") == 0
    *games, summary = capsys.readouterr().out.splitlines()
    assert len(games) == 3
    assert games[0].startswith("Signal Box, seed 5, ")
    assert "Player 1" in games[0] and ("wins" in games[0] or "share it" in games[0])
    assert summary.startswith("3 games, on average: Player 1 ")


@pytest.mark.parametrize("players", ["greedy", "random", "mixed"])
def test_the_file_verifies(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], players: str
) -> None:
    path = tmp_path / "game.jsonl"
    assert toy("--seed", "9", "--players", players, "--out", str(path), "--json") == 0
    [row] = rows(capsys)
    played = record.check(path.read_bytes())
    assert played.seed == seed_of(9) and played.result
    assert list(played.result.scores) == row["scores"] and len(played.moves) == row["moves"]
    assert main(["verify", str(path)]) == 0


def test_options_are_played_with(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    assert toy("--option", "hand=5", "--option", "open_card=false", "--out", str(path)) == 0
    header = json.loads(path.read_text().splitlines()[0])
    assert header["options"] == {"open_card": False, "pips": "plain", "hand": 5}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--seats", "5"], "Signal Box has 1 to 4 seats, not 5"),
        (["--games", "0"], "the number of games is at least 1, not 0"),
        (["--seed", "-1"], "a seed is a number from 0 to 2^256 - 1"),
        (["--seed", str(2**256)], "a seed is a number from 0"),
        (["--games", "2", "--out", "x"], "--out holds one game: leave --games away"),
        (["--option", "hand"], "an option is given as name=value, not hand"),
        (["--option", "speed=1"], "Signal Box has no option speed: it has open_card, pips, hand"),
        (["--option", "hand=9"], "option hand is a number from 2 to 5, not 9"),
        (["--option", "hand=3", "--option", "hand=4"], "option hand is given twice"),
    ],
)
def test_what_is_asked_wrongly(
    words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert toy(*words) == 2
    usage, complaint = capsys.readouterr().err.strip().rsplit("\n", 1)
    assert usage.startswith("usage: slowtrain simulate")
    assert complaint.startswith(f"slowtrain simulate: {reason}")


def test_a_file_that_can_not_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "no" / "such" / "folder.jsonl"
    assert toy("--out", str(path)) == 2
    said = capsys.readouterr().err
    assert said == f"slowtrain simulate: {path} can't be written: No such file or directory\n"


def test_a_game_that_never_ends_is_told_with_its_seed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(SignalBox, "legal", lambda self, state, seat: iter(()))
    assert toy("--seed", "3") == 1
    assert "slowtrain simulate: seed 3: Signal Box waits for seat" in capsys.readouterr().err


def test_a_terminal_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert toy("--games", "3", "--json") == 0
    said = capsys.readouterr()
    assert "0/3" in said.err and "2/3" in said.err
    assert len(said.out.splitlines()) == 3


def test_a_pipe_and_a_single_game_show_no_bar(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert toy("--games", "3") == 0
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert toy() == 0
    assert capsys.readouterr().err == ""
