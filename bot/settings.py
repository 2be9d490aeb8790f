"""The settings, from the environment and from .env; the environment wins."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dotenv import dotenv_values


class BadSetting(Exception):
    """A setting that can't be used: which one, and what it should be."""


@dataclass(frozen=True)
class Settings:
    """How this bot runs."""

    token: str | None
    database: Path
    port: int
    log: str
    guild: int | None
    idle_days: int = 60

    @property
    def heartbeat(self) -> Path:
        """The file whose age tells whether the bot is alive."""
        return self.database.with_suffix(".heartbeat")


def read_settings(environment: Mapping[str, str] | None = None) -> Settings:
    """The settings as they are now."""
    found: dict[str, str | None] = {
        **dotenv_values(".env"),
        **(os.environ if environment is None else environment),
    }
    return Settings(
        token=(found.get("DISCORD_TOKEN") or "").strip() or None,
        database=Path(found.get("SLOWTRAIN_DATABASE") or "var/slowtrain.sqlite3"),
        port=_number(found, "SLOWTRAIN_PORT", 1, 65_000) or 8700,
        log=_level(found.get("SLOWTRAIN_LOG") or "INFO"),
        guild=_number(found, "SLOWTRAIN_GUILD", 1, 1 << 63),
        idle_days=_number(found, "SLOWTRAIN_IDLE", 1, 3650) or 60,
    )


def _number(found: Mapping[str, str | None], name: str, low: int, high: int) -> int | None:
    text = (found.get(name) or "").strip()
    if not text:
        return None
    if not text.isdecimal() or not low <= int(text) <= high:
        raise BadSetting(f"{name} is a number from {low} to {high}, not {text!r}")
    return int(text)


def _level(text: str) -> str:
    levels = ("DEBUG", "INFO", "WARNING", "ERROR")
    if text.upper() not in levels:
        raise BadSetting(f"SLOWTRAIN_LOG is one of {', '.join(levels)}, not {text!r}")
    return text.upper()
