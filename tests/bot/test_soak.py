"""A small soak: twelve days at many tables, in which everything goes wrong that can."""

from __future__ import annotations

from pathlib import Path

from tests.bot.soak.soak import soak
from tests.toy import SignalBox


def test_turns_are_told_once_and_reminders_come_when_they_are_due(
    toy: SignalBox, tmp_path: Path
) -> None:
    report = soak(tmp_path / "soak.sqlite3", tables=80, days=12, seed=1)
    assert not report.violations, "\n".join(report.violations)
    for what in ("turns announced", "first notices due", "reminders sent", "failures injected"):
        assert report.counted[what] > 100, what
    for what in ("turns taken back", "nudges", "repeats checked", "votes", "restarts"):
        assert report.counted[what] > 10, what
