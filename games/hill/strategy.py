"""The computer player of The Rail on the Hill."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Move, Rng
from games.hill.view import View


def choose(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    """One of the moves."""
    return rng.choice(moves)
