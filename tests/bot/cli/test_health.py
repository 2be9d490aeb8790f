"""`slowtrain health`: whether the bot that should be running is."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.bot.world import World


@pytest.fixture
def heartbeat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SLOWTRAIN_DATABASE", str(tmp_path / "test.sqlite3"))
    return tmp_path / "test.heartbeat"


def test_no_sign_of_life(heartbeat: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["health"]) == 1
    said = capsys.readouterr()
    assert said.err == f"slowtrain health: no sign of life: there is no {heartbeat}\n"
    assert said.out == ""


def test_a_fresh_sign_of_life(heartbeat: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heartbeat.touch()
    assert main(["health"]) == 0
    assert capsys.readouterr().out == "running\n"


def test_an_old_sign_of_life(heartbeat: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heartbeat.touch()
    long_ago = time.time() - 1000
    os.utime(heartbeat, (long_ago, long_ago))
    assert main(["health"]) == 1
    assert "the last sign of life was 1000 seconds ago" in capsys.readouterr().err


async def test_a_bot_that_runs_gives_a_sign_of_life(heartbeat: Path, world: World) -> None:
    assert main(["health"]) == 0
    await asyncio.to_thread(heartbeat.unlink)
    await world.wait(40)
    assert main(["health"]) == 0


def test_a_setting_that_is_wrong_is_named(
    heartbeat: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SLOWTRAIN_PORT", "many")
    assert main(["health"]) == 1
    assert "slowtrain health: SLOWTRAIN_PORT is a number from 1" in capsys.readouterr().err
