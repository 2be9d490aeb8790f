"""The dice at hand for track: what a piece and a payment take of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Purse(NamedTuple):
    """Dice in front that show track or a ?, and dice behind the screen."""

    straight: int
    curve: int
    marks: int
    behind: int

    def face(self, shape: str) -> str | None:
        """The die that a piece takes: one that shows it, else a ?, else there is none (D17).

        A ? can do all that a straight or a curve can and more, so there is nothing to ask.
        """
        wanted = "straight" if shape == "straight" else "curve"
        if getattr(self, wanted):
            return wanted
        return "?" if self.marks else None

    def lay(self, shape: str) -> Purse | None:
        """What is left after a piece, or None if there is no die for it."""
        match self.face(shape):
            case "straight":
                return self._replace(straight=self.straight - 1)
            case "curve":
                return self._replace(curve=self.curve - 1)
            case "?":
                return self._replace(marks=self.marks - 1)
            case _:
                return None

    def pay(self, cost: int, marks: int | None = None) -> Purse | None:
        """What is left after a payment with so many ?, or with as few of them as possible."""
        if marks is None:
            marks = max(0, cost - self.behind)
        if not 0 <= marks <= min(cost, self.marks) or cost - marks > self.behind:
            return None
        return self._replace(marks=self.marks - marks, behind=self.behind - cost + marks)

    def gain(self, marks: int) -> Purse:
        """With so many ? more."""
        return self._replace(marks=self.marks + marks)


ANY = Purse(99, 99, 99, 99)
"""As many dice as one could wish for."""


def purse(front: Mapping[str, int], behind: int) -> Purse:
    """The purse of a player."""
    return Purse(front["straight"], front["curve"], front["?"], behind)
