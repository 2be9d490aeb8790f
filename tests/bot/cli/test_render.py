"""`slowtrain render`: pictures of a position, with their alt texts beside them."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from PIL import Image

from bot.__main__ import main
from tests.toy import SignalBox

GOLDEN = Path(__file__).parents[2] / "golden" / "ride-3.jsonl"


@pytest.fixture
def game(toy: SignalBox, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A whole game of Signal Box for two."""
    path = tmp_path / "game.jsonl"
    words = ["--seats", "2", "--seed", "4", "--out", str(path)]
    assert main(["simulate", "toy", *words]) == 0
    capsys.readouterr()
    return path


def render(game: Path, folder: Path, *words: str) -> list[str]:
    assert main(["render", str(game), "--out", str(folder), *words]) == 0
    return sorted(path.name for path in folder.iterdir())


def test_the_last_position_is_drawn_and_told(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "deep" / "pictures"
    names = render(game, folder)
    assert names == ["toy-turn-10-public-board.png", "toy-turn-10-public-board.txt"]
    picture = Image.open(io.BytesIO((folder / names[0]).read_bytes()))
    assert picture.format == "PNG"
    assert (folder / names[1]).read_text(encoding="utf-8").startswith("Signal Box: over.")
    assert sorted(capsys.readouterr().out.splitlines()) == [str(folder / name) for name in names]


def test_ride_the_rails_is_drawn(tmp_path: Path) -> None:
    names = render(GOLDEN, tmp_path / "pictures", "--turn", "5")
    assert [name.rsplit(".")[1] for name in names] == ["png", "txt"]
    assert all(name.startswith("ride-turn-5-public-") for name in names)
    alt = (tmp_path / "pictures" / names[1]).read_text(encoding="utf-8")
    assert len(alt.strip()) > 40
    picture = Image.open(tmp_path / "pictures" / names[0])
    assert picture.width <= 1600


@pytest.mark.parametrize("turn", ["0", "1", "7", "10"])
def test_an_earlier_turn(game: Path, tmp_path: Path, turn: str) -> None:
    names = render(game, tmp_path / "pictures", "--turn", turn)
    assert all(name.startswith(f"toy-turn-{turn}-public") for name in names)


def test_as_one_seat_sees_it(game: Path, tmp_path: Path) -> None:
    own, others = tmp_path / "own", tmp_path / "others"
    [mine, _] = render(game, own, "--seat", "1", "--turn", "1")
    [public, _] = render(game, others, "--turn", "1")
    assert mine == "toy-turn-1-seat-1-board.png"
    assert (own / mine).read_bytes() != (others / public).read_bytes()


def test_as_everybody_sees_it(game: Path, tmp_path: Path) -> None:
    names = render(game, tmp_path / "pictures", "--seat", "all", "--turn", "last")
    eyes = ["public", "seat-0", "seat-1"]
    assert names == [f"toy-turn-10-{e}-board.{kind}" for e in eyes for kind in ("png", "txt")]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--seat", "2"], "--seat is a number from 0 to 1 here, or all; not 2"),
        (["--seat", "me"], "--seat is a number, not me"),
        (["--turn", "11"], "the game has 10 turns: there is no turn 11"),
        (["--turn", "soon"], "--turn is a number, not soon"),
    ],
)
def test_what_is_asked_wrongly(
    game: Path, tmp_path: Path, words: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "pictures"
    assert main(["render", str(game), "--out", str(folder), *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith("usage: slowtrain render")
    assert said.splitlines()[-1] == f"slowtrain render: {reason}"
    assert not folder.exists()


def test_a_file_that_does_not_hold_is_named_with_its_line(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = game.read_text().splitlines()
    lines[2] = '{"seat": 0, "move": {"kind": "stash", "card": 99}}'
    game.write_text("\n".join(lines))
    assert main(["render", str(game), "--out", str(tmp_path / "pictures")]) == 1
    assert f"slowtrain render: {game}, line 3: an illegal move" in capsys.readouterr().err


def test_a_folder_that_can_not_be_made(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["render", str(game), "--out", str(game / "pictures")]) == 2
    assert "can't be made a folder" in capsys.readouterr().err
