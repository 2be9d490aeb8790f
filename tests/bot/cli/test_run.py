"""`slowtrain run`: what an owner reads when it can't."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest

from bot.__main__ import main
from bot.app import SlowTrain


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own, and no setting of somebody's."""
    monkeypatch.chdir(tmp_path)
    for name in ("PORT", "LOG", "GUILD"):
        monkeypatch.delenv(f"SLOWTRAIN_{name}", raising=False)
    monkeypatch.setenv("DISCORD_TOKEN", "")
    monkeypatch.setenv("SLOWTRAIN_DATABASE", str(tmp_path / "test.sqlite3"))
    return tmp_path


def run(capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """The exit status and the one line of complaint."""
    code = main(["run"])
    said = capsys.readouterr().err
    assert "Traceback" not in said
    return code, said.splitlines()[-1] if said else ""


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], None]:
    """What happens when the bot logs in at Discord."""

    def set_start(outcome: Any) -> None:
        async def start(bot: SlowTrain, token: str) -> None:
            if isinstance(outcome, BaseException):
                raise outcome
            await outcome(bot, token)

        monkeypatch.setenv("DISCORD_TOKEN", "abc.def")
        monkeypatch.setattr(SlowTrain, "start", start)

    return set_start


def without(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    """As if a package were not installed."""
    for name in [*sys.modules]:
        if name.split(".")[0] == module or name.startswith("bot.local"):
            monkeypatch.delitem(sys.modules, name)
    import bot

    monkeypatch.delattr(bot, "local", raising=False)
    monkeypatch.setitem(sys.modules, module, None)


def test_without_a_token_and_without_simcord_it_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    without(monkeypatch, "simcord")
    code, said = run(capsys)
    assert code == 1
    assert said.startswith("slowtrain run: DISCORD_TOKEN is empty")
    assert "simcord" in said and "make setup" in said and "set DISCORD_TOKEN" in said


def test_a_wrong_token_says_where_to_get_the_right_one(
    start: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    start(discord.LoginFailure("Improper token has been passed."))
    code, said = run(capsys)
    assert code == 1
    assert said.startswith("slowtrain run: Discord does not accept the token.")
    assert "Bot page" in said and "leave DISCORD_TOKEN empty" in said
    assert "abc.def" not in said


def test_with_a_token_it_logs_in_with_it(
    start: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    tokens = []

    async def log_in(bot: SlowTrain, token: str) -> None:
        tokens.append(token)

    start(log_in)
    assert main(["run"]) == 0
    assert tokens == ["abc.def"]


def test_without_a_network_it_says_so_and_shows_no_traceback(
    start: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    start(aiohttp.ClientConnectionError("Cannot connect to host discord.com:443"))
    code, said = run(capsys)
    assert code == 1
    assert said.startswith("slowtrain run: Discord can't be reached")


async def set_up(bot: SlowTrain, token: str) -> None:
    await bot.setup_hook()


@pytest.mark.parametrize("on_discord", [True, False])
def test_a_database_of_a_newer_version(
    folder: Path,
    start: Callable[[Any], None],
    capsys: pytest.CaptureFixture[str],
    on_discord: bool,
) -> None:
    path = folder / "test.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA user_version = 99")
    if on_discord:
        start(set_up)
    code, said = run(capsys)
    assert code == 1
    assert said.startswith(f"slowtrain run: The database {path} was made by a newer Slow Train")


@pytest.mark.parametrize(
    ("name", "value"),
    [("SLOWTRAIN_PORT", "many"), ("SLOWTRAIN_LOG", "loud"), ("SLOWTRAIN_GUILD", "ours")],
)
def test_a_setting_that_is_wrong_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    code, said = run(capsys)
    assert code == 1
    assert said.startswith(f"slowtrain run: {name} is ") and said.endswith(f"not {value!r}")


def test_ctrl_c_ends_it_quietly(
    start: Callable[[Any], None], capsys: pytest.CaptureFixture[str]
) -> None:
    start(KeyboardInterrupt())
    code, said = run(capsys)
    assert (code, said) == (130, "")
