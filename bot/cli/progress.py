"""A progress bar on a terminal; nothing where nobody looks."""

from __future__ import annotations

import sys

_WIDTH = 30


class Progress:
    """How far along a number of things is, in the terminal's last line."""

    def __init__(self, total: int) -> None:
        self._total, self._done = total, 0
        self._shown = total > 1 and sys.stderr.isatty()

    def show(self) -> None:
        """Draw the bar."""
        if self._shown:
            filled = _WIDTH * self._done // self._total
            bar = "=" * filled + " " * (_WIDTH - filled)
            print(f"\r[{bar}] {self._done}/{self._total}", end="", file=sys.stderr, flush=True)

    def step(self) -> None:
        """One more is done: make room for what is printed about it."""
        self._done += 1
        if self._shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
