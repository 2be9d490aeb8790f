"""Who was there: a seat that a stand-in mostly played is nobody's merit."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store import Store
from games.core import Seat


async def absent_seats(store: Store, table_id: int) -> frozenset[Seat]:
    """The seats of whose members' turns others played more than half."""
    return mostly_away(await store.turns_of_owners(table_id))


def mostly_away(turns: Mapping[Seat, tuple[int, int]]) -> frozenset[Seat]:
    """The seats of whose turns, counted first, others played more than half, counted second."""
    return frozenset(seat for seat, (all_of_them, away) in turns.items() if 2 * away > all_of_them)
