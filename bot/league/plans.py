"""Plans: who meets whom in the rounds to come, thought out off the event loop, then written."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bot.league.league import League
from bot.league.pairing import Round, knock_out, round_robin, rounds_for, swiss
from bot.store import Pen

Plan = Mapping[int, Sequence[Round]]
"""By division the rounds to come."""


async def whole_season(league: League) -> Plan:
    """All rounds of a round robin; the other formats go by results."""
    if league.terms.format != "round-robin":
        return {}
    return await asyncio.to_thread(_whole_season, league)


def _whole_season(league: League) -> Plan:
    sizes = league.terms.sizes
    members = {d: [entry.member for entry in league.playing(d)] for d in league.divisions}
    rounds = league.terms.rounds or max(rounds_for(len(m), sizes) for m in members.values())
    return {d: round_robin(members[d], sizes, rounds) for d in members}


async def rest_of_season(league: League, division: int) -> Plan:
    """The rounds to come of a round robin anew, with what was played and who is in now."""
    left = league.rounds - league.row.round
    if league.terms.format != "round-robin" or league.row.status == "open" or left <= 0:
        return {}
    members = [entry.member for entry in league.playing(division)]
    sizes, played = league.terms.sizes, league.played(division)
    return {division: await asyncio.to_thread(round_robin, members, sizes, left, played)}


async def next_round(league: League) -> Plan:
    """The next round of a format that goes by results."""
    if league.terms.format == "round-robin":
        return {}
    return {d: [await asyncio.to_thread(_next_round, league, d)] for d in league.divisions}


def _next_round(league: League, division: int) -> Round:
    sizes, played = league.terms.sizes, league.played(division)
    if league.terms.format == "knock-out":
        return knock_out(league.still_in(), sizes, played)
    standing = {one.member: one for one in league.standings(division)}
    playing = {entry.member for entry in league.playing(division)}
    ranking = [member for member in standing if member in playing]
    return swiss(ranking, {m: standing[m].points for m in ranking}, sizes, played)


async def write(pen: Pen, league: League, plan: Plan) -> None:
    """Write what comes after the round that is being played, instead of what was planned."""
    for division, rounds in plan.items():
        await pen.drop_plans(league.row, division, league.row.round)
        for number, planned in enumerate(rounds, start=league.row.round + 1):
            game = league.terms.game(number)
            tables = [(game, list(table)) for table in planned.tables]
            await pen.plan(league.row, number, division, tables, planned.byes)
