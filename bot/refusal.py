"""What the bot declines to do, said by the phrasebook."""

from __future__ import annotations

from typing import Any

from games.core import Fact


class Refused(Exception):
    """A request that can't be carried out; the phrase says what to do instead."""

    def __init__(self, key: str, **values: Any) -> None:
        super().__init__(key, values)
        self.fact = Fact(f"refused.{key}", values)


class Stale(Refused):
    """A panel of an earlier moment: the fresh one takes its place."""

    def __init__(self) -> None:
        super().__init__("stale")
