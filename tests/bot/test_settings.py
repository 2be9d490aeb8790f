"""The settings: from the environment and .env, and what is wrong with bad ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import BadSetting, Settings, read_settings

NOTHING = {"PATH": "/bin"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own: no .env of somebody's is read."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_without_any_setting_it_is_a_local_table_in_var() -> None:
    assert read_settings(NOTHING) == Settings(
        None, Path("var/slowtrain.sqlite3"), 8700, "INFO", None
    )


def test_every_setting_is_read() -> None:
    given = {
        "DISCORD_TOKEN": " abc.def ",
        "SLOWTRAIN_DATABASE": "/data/tables.sqlite3",
        "SLOWTRAIN_PORT": "9000",
        "SLOWTRAIN_LOG": "debug",
        "SLOWTRAIN_GUILD": "1456074443980800000",
    }
    assert read_settings(given) == Settings(
        "abc.def", Path("/data/tables.sqlite3"), 9000, "DEBUG", 1456074443980800000
    )


@pytest.mark.parametrize("empty", ["", "  "])
def test_an_empty_setting_is_as_good_as_none(empty: str) -> None:
    names = ("DISCORD_TOKEN", "SLOWTRAIN_PORT", "SLOWTRAIN_GUILD")
    assert read_settings(dict.fromkeys(names, empty)) == read_settings(NOTHING)


def test_the_file_env_is_read_and_the_environment_wins(folder: Path) -> None:
    (folder / ".env").write_text("DISCORD_TOKEN=from-file\nSLOWTRAIN_PORT=9001\n")
    assert read_settings(NOTHING).token == "from-file"
    mixed = read_settings({"SLOWTRAIN_PORT": "9002"})
    assert (mixed.token, mixed.port) == ("from-file", 9002)


def test_an_empty_token_in_the_environment_means_the_local_table(folder: Path) -> None:
    (folder / ".env").write_text("DISCORD_TOKEN=from-file\n")
    assert read_settings({"DISCORD_TOKEN": ""}).token is None


def test_the_real_environment_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOWTRAIN_PORT", "9003")
    assert read_settings().port == 9003


@pytest.mark.parametrize("name", ["SLOWTRAIN_PORT", "SLOWTRAIN_GUILD"])
@pytest.mark.parametrize("text", ["0", "-1", "eighty", "8e3", "99999999999999999999", "²"])
def test_a_number_that_is_none_or_out_of_range_is_named(name: str, text: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_settings({name: text})
    said = str(caught.value)
    assert name in said and repr(text) in said and "a number from 1 to" in said


def test_a_log_level_that_is_none_is_named_with_those_there_are() -> None:
    with pytest.raises(BadSetting, match=r"SLOWTRAIN_LOG is one of DEBUG, INFO.*not 'loud'"):
        read_settings({"SLOWTRAIN_LOG": "loud"})


def test_the_heartbeat_lies_beside_the_database() -> None:
    settings = read_settings({"SLOWTRAIN_DATABASE": "/data/tables.sqlite3"})
    assert settings.heartbeat == Path("/data/tables.heartbeat")


def test_every_setting_has_its_line_in_the_example() -> None:
    example = (Path(__file__).parents[2] / ".env.example").read_text()
    for name in ("DISCORD_TOKEN", "DATABASE", "PORT", "LOG", "GUILD"):
        setting = name if name == "DISCORD_TOKEN" else f"SLOWTRAIN_{name}"
        assert f"{setting}=" in example
