"""News of a league, on their way to its channel or to the thread of one of its tables."""

from __future__ import annotations

import json

from bot.store import FixtureRow, LeagueRow, Pen


async def tell(pen: Pen, league: LeagueRow, what: str, **values: object) -> None:
    """Queue a post of a league in its channel."""
    payload = json.dumps({"league": league.id, "season": league.season, "what": what, **values})
    await pen.queue(None, league.channel, "league", payload)


async def tell_sign_up(pen: Pen, league: LeagueRow) -> None:
    """Queue the sign-up of the season."""
    payload = json.dumps({"league": league.id, "season": league.season, "what": "open"})
    await pen.queue(None, league.channel, "sign_up", payload)


async def tell_table(pen: Pen, league: LeagueRow, fixture: FixtureRow, thread: int) -> None:
    """Queue a post that calls the members of a table to its thread."""
    values = {"league": league.id, "season": fixture.season, "fixture": fixture.id}
    payload = json.dumps({**values, "what": "table"})
    await pen.queue(None, thread, "league", payload)
