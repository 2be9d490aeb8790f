"""The command line as a whole: its words, its exit statuses, and broken data."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.__main__ import COMMANDS, main
from games import data, phrasebook
from games.ride import components

ROOT = Path(__file__).parents[3]


@pytest.fixture
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Component files that a test may break."""
    folder = tmp_path / "data"
    shutil.copytree(data.DATA, folder)
    for module in (components, phrasebook):
        monkeypatch.setattr(module, "DATA", folder)
    components.the_map.cache_clear()
    yield folder
    components.the_map.cache_clear()


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(f"    {name} " in said for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_says_what_it_does_in_a_line(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([name, "--help"]) == 0
    usage, _, rest = capsys.readouterr().out.partition("\n\n")
    assert usage.startswith(f"usage: slowtrain {name} ")
    line = rest.splitlines()[0]
    assert line[0].isupper() and line.endswith(".")


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["fly"],
        ["run", "fast"],
        ["simulate"],
        ["simulate", "chess", "--seats", "3"],
        ["simulate", "ride"],
        ["simulate", "ride", "--seats", "three"],
        ["simulate", "ride", "--seats", "3", "--players", "clever"],
        ["simulate", "ride", "--seats", "3", "--jso"],
        ["verify"],
        ["render", "x.jsonl"],
        ["backup"],
    ],
)
def test_a_wrong_word_gets_a_usage_line(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.err.startswith("usage: slowtrain")
    assert said.out == ""


@pytest.mark.parametrize("start", [["-m", "bot"], ["-m", "bot", "simulate"]])
def test_it_runs_as_a_module_too(start: list[str]) -> None:
    ended = subprocess.run(
        [sys.executable, *start, "--help"], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert ended.returncode == 0
    assert ended.stdout.startswith("usage: slowtrain")


def break_line(path: Path, line: int, text: str) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    lines[line - 1] = text
    path.write_text("\n".join(lines), encoding="utf-8")


def break_map(folder: Path) -> str:
    """Draw something strange into the map; what will be said of it."""
    path = folder / "ride" / "map.txt"
    number, line = next((n, line) for n, line in data.lines(path) if "^" in line)
    break_line(path, number, line.replace("^", "?", 1))
    return f"{path}, line {number}: '?' is no terrain"


def test_a_broken_data_file_is_named_with_line_and_reason(
    own_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    complaint = break_map(own_data)
    assert main(["simulate", "ride", "--seats", "3", "--seed", "1"]) == 1
    said = capsys.readouterr()
    assert said.err.startswith(f"slowtrain simulate: {complaint}")
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_a_city_that_is_missing_is_named(
    own_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own_data / "ride" / "cities.txt"
    number, line = [row for row in data.lines(path) if row[1].strip()][3]
    break_line(path, number, "Q99" + line[line.index(" ") :])
    assert main(["verify", str(ROOT / "tests/golden/ride-3.jsonl")]) == 1
    assert f"{path}, line {number}: map.txt draws no city (o) at Q99" in capsys.readouterr().err


def test_a_broken_phrasebook_is_named(own_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = own_data / "ride" / "words.en.toml"
    break_line(path, 3, "this is = not = toml")
    assert main(["simulate", "ride", "--seats", "3", "--seed", "1"]) == 1
    assert f"{path}, line 3: " in capsys.readouterr().err


def test_a_data_file_that_is_gone_is_named(
    own_data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = own_data / "ride" / "map.txt"
    path.unlink()
    assert main(["simulate", "ride", "--seats", "3", "--seed", "1"]) == 1
    assert f"{path}, line 0: can't be read: No such file" in capsys.readouterr().err


def test_the_bot_does_not_start_with_a_broken_data_file(
    own_data: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Members would be told that something went wrong, and the owner nothing."""
    from bot.app import SlowTrain

    async def start(bot: SlowTrain, token: str) -> None:
        pass

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(SlowTrain, "start", start)
    monkeypatch.setenv("DISCORD_TOKEN", "abc")
    assert main(["run"]) == 0
    complaint = break_map(own_data)
    components.the_map.cache_clear()
    assert main(["run"]) == 1
    assert complaint in capsys.readouterr().err
