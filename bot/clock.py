"""The one clock: everything that asks for the time asks here."""

from __future__ import annotations

from discord.utils import utcnow


def now() -> float:
    """Seconds since 1970, by the clock that discord.py uses (a test can move it)."""
    return utcnow().timestamp()
