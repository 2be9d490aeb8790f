"""Who is in a season: entering, waiting, leaving, handing over, not showing up."""

from __future__ import annotations

import asyncio
import json

from msgspec.structs import replace

from bot import clock
from bot.league import plans
from bot.league.league import GONE, League, meet
from bot.league.news import tell
from bot.refusal import Refused
from bot.store import EntryRow, Pen, Store

NO_SHOWS = 2  # after these a member is withdrawn


class Entries:
    """Everything that changes who plays in a season, one thing at a time."""

    def __init__(self, store: Store, lock: asyncio.Lock) -> None:
        self.store, self.lock = store, lock

    async def join(self, league_id: int, member: int, name: str, username: str) -> League:
        """A member enters: at once, in the waiting list, or late."""
        async with self.lock:
            league = await meet(self.store, league_id)
            row, old = league.row, league.entry(member)
            if not row.going_on:
                raise Refused("league_over")
            if old is not None:
                raise Refused("league_gone" if old.status in GONE else "league_in_already")
            late = row.status != "open"
            if late and not league.late_entry():
                raise Refused("league_too_late")
            full = league.is_full
            entry = EntryRow(member, name, username, 0, "in", 1, 0, clock.now(), None)
            entry = replace(entry, seed=league.next_seed)
            if late:
                entry = replace(entry, division=league.emptiest(), since=row.round + 1)
            elif row.season > 1:  # below everybody who has played before
                entry = replace(entry, division=league.terms.divisions)
            if full:
                entry = replace(entry, status="waiting")
            after = league.having(entry)
            plan = await plans.rest_of_season(after, entry.division) if late and not full else {}
            async with self.store.writing() as pen:
                await pen.change_league(row)
                await pen.enter(row.id, row.season, entry)
                await plans.write(pen, after, plan)
                if late and not full:
                    await tell(pen, row, "came", member=member, division=entry.division)
            return await meet(self.store, league_id)

    async def leave(
        self, league_id: int, member: int, status: str = "withdrawn", judge: int | None = None
    ) -> League:
        """A member withdraws, or is removed by somebody; the place goes to who waits."""
        async with self.lock:
            league = await meet(self.store, league_id)
            entry, row = league.entry(member), league.row
            if not row.going_on:
                raise Refused("league_over")
            if entry is None or entry.status in GONE:
                raise Refused("league_not_in" if judge is None else "league_not_in_they")
            early = row.status == "open" or entry.status == "waiting"
            gone = replace(entry, status=status)
            after, plan, next_one = await self._without(league, entry, gone)
            async with self.store.writing() as pen:
                await pen.change_league(row)
                if early:
                    await pen.leave_season(row.id, row.season, member)
                else:
                    await pen.enter(row.id, row.season, gone)
                await self._move_up(pen, after, next_one)
                await plans.write(pen, after, plan)
                if judge is not None:
                    await tell(pen, row, "removed", member=member, judge=judge)
                elif not early:
                    await tell(pen, row, "left", member=member)
            return await meet(self.store, league_id)

    async def _without(
        self, league: League, entry: EntryRow, gone: EntryRow
    ) -> tuple[League, plans.Plan, EntryRow | None]:
        """The league without a member: who takes the place, and what is planned then."""
        after = league.having(gone)
        if entry.status == "waiting":
            return after, {}, None
        next_one = league.waiting[0] if league.waiting else None
        if next_one is not None and league.row.status == "open":
            next_one = replace(next_one, status="in")
        elif next_one is not None and league.late_entry():
            next_one = replace(
                next_one,
                status="in",
                division=entry.division,
                since=league.row.round + 1,
                seed=league.next_seed,
            )
        else:
            next_one = None
        if next_one is not None:
            after = after.having(next_one)
        return after, await plans.rest_of_season(after, entry.division), next_one

    async def _move_up(self, pen: Pen, league: League, entry: EntryRow | None) -> None:
        """Who waited is in, and is told."""
        if entry is not None:
            row = league.row
            await pen.enter(row.id, row.season, entry)
            await tell(pen, row, "moved_up", member=entry.member, round=entry.since)

    async def replace_member(self, league_id: int, old: int, new: EntryRow, judge: int) -> League:
        """Somebody else plays on in a member's place; what was played stays the member's."""
        async with self.lock:
            league = await meet(self.store, league_id)
            row, entry = league.row, check_replacement(league, old, new.member)
            async with self.store.writing() as pen:
                await pen.change_league(row)
                if row.status == "open":
                    await pen.leave_season(row.id, row.season, old)
                else:
                    await pen.enter(row.id, row.season, replace(entry, status="withdrawn"))
                since = max(1, row.round)
                new = replace(new, division=entry.division, since=since, seed=entry.seed)
                await pen.enter(row.id, row.season, new)
                for fixture in league.fixtures:
                    if fixture.status in ("planned", "bye", "opening", "open"):
                        seats = [new.member if m == old else m for m in fixture.seats()]
                        await pen.set_fixture(fixture.id, members=json.dumps(seats))
                await tell(pen, row, "replaced", member=old, new=new.member, judge=judge)
            return await meet(self.store, league_id)

    async def no_show(self, fixture_id: int, member: int) -> None:
        """Note that a member did not show up; the second time they are withdrawn."""
        async with self.lock:
            fixture = await self.store.fixture(fixture_id)
            if fixture is None or member in fixture.no_shows():
                return
            league = await meet(self.store, fixture.league_id, fixture.season)
            entry = league.entry(member)
            if entry is None or entry.status != "in":
                return
            gone = replace(entry, no_shows=entry.no_shows + 1)
            if twice := gone.no_shows >= NO_SHOWS:
                gone = replace(gone, status="withdrawn")
            change = await self._without(league, entry, gone) if twice else None
            async with self.store.writing() as pen:
                await pen.change_league(league.row)
                missing = json.dumps([*fixture.no_shows(), member])
                await pen.set_fixture(fixture.id, missing=missing)
                await pen.enter(league.row.id, league.row.season, gone)
                await tell(pen, league.row, "withdrawn" if twice else "no_show", member=member)
                if change is not None:
                    await self._move_up(pen, change[0], change[2])
                    await plans.write(pen, change[0], change[1])


def check_replacement(league: League, old: int, new: int) -> EntryRow:
    """The entry of a member whom another can replace; Refused says why not."""
    if not league.row.going_on:
        raise Refused("league_over")
    entry, there = league.entry(old), league.entry(new)
    if entry is None or entry.status != "in":
        raise Refused("league_not_in_they")
    if there is not None and there.status != "waiting":
        raise Refused("league_in_already_they")
    return entry
