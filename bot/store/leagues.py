"""Leagues: their seasons, and who is in."""

from __future__ import annotations

import msgspec

from bot import clock
from bot.store.base import Reading, Writing, columns
from bot.store.rows import Conflict


class LeagueRow(msgspec.Struct, frozen=True):
    """What is kept about a league; season, status and round are those of now."""

    id: int
    server: int
    channel: int
    name: str
    creator: int
    organisers: int | None
    """The role whose members organise it."""
    terms: str
    season: int
    status: str
    """open for entries, running, paused, over, or cancelled."""
    round: int
    """The round that is being played; 0 before the first."""
    opens: float | None
    """When the season, or its next round, begins at the earliest."""
    due: float | None
    """When the round should be over; None once that was said, or without a date."""
    version: int
    created: float
    announced: int = 0
    """The last round that everybody was told of."""
    paused: float | None = None
    """Since when it is paused."""
    sign_up: int | None = None
    """The message with the sign-up, while entries can change."""
    shown: int = 0
    """The version that the sign-up shows."""

    @property
    def going_on(self) -> bool:
        return self.status in ("open", "running", "paused")


class EntryRow(msgspec.Struct, frozen=True):
    """A member in a season."""

    member: int
    name: str
    username: str
    division: int
    status: str
    """in, waiting for a place, withdrawn, or removed."""
    since: int
    """The first round that they play."""
    no_shows: int
    joined: float
    rank: int | None
    """Where they ended in their division."""
    seed: int = 0
    """Their number in the order: of coming, and from the start on of strength.

    Nobody else has it but who was replaced, and who plays on in their place.
    """


class SeasonRow(msgspec.Struct, frozen=True):
    """A season that has begun."""

    season: int
    terms: str
    begun: float
    ended: float | None


_LEAGUE = columns(LeagueRow)
_ENTRY = columns(EntryRow)
_SEASON = columns(SeasonRow)


class LeagueReading(Reading):
    """Leagues, to look at."""

    async def _leagues(self, where: str, *values: object) -> list[LeagueRow]:
        rows = await self._rows(f"SELECT {_LEAGUE} FROM leagues WHERE {where}", *values)
        return [LeagueRow(*row) for row in rows]

    async def league(self, league_id: int) -> LeagueRow | None:
        """A league by its number."""
        return next(iter(await self._leagues("id = ?", league_id)), None)

    async def leagues_of(self, server: int) -> list[LeagueRow]:
        """The leagues of a server, the newest first."""
        return await self._leagues("server = ? ORDER BY id DESC", server)

    async def leagues_going_on(self) -> list[LeagueRow]:
        """The leagues that something may have to be done for."""
        return await self._leagues("status IN ('open', 'running') ORDER BY id")

    async def sign_ups_to_show(self) -> list[int]:
        """The leagues whose sign-up does not say how things stand."""
        rows = await self._rows(
            "SELECT id FROM leagues WHERE sign_up IS NOT NULL AND shown < version ORDER BY id"
        )
        return [row[0] for row in rows]

    async def next_league_moment(self, moment: float) -> float | None:
        """When after this moment a season or round begins, or a round should be over."""
        rows = await self._rows(
            "SELECT MIN(moment) FROM (SELECT opens AS moment FROM leagues WHERE status IN"
            " ('open', 'running') UNION ALL SELECT due FROM leagues WHERE status = 'running')"
            " AS moments WHERE moment > ?",
            moment,
        )
        following: float | None = rows[0][0]
        return following

    async def entries(self, league_id: int, season: int) -> list[EntryRow]:
        """Who entered a season, in the order of their seeds."""
        rows = await self._rows(
            f"SELECT {_ENTRY} FROM entries WHERE league_id = ? AND season = ?"
            " ORDER BY seed, member",
            league_id,
            season,
        )
        return [EntryRow(*row) for row in rows]

    async def seasons(self, league_id: int) -> list[SeasonRow]:
        """The seasons that have begun, the newest first."""
        rows = await self._rows(
            f"SELECT {_SEASON} FROM seasons WHERE league_id = ? ORDER BY season DESC", league_id
        )
        return [SeasonRow(*row) for row in rows]


class LeagueWriting(Writing):
    """Leagues, to change."""

    async def new_league(
        self,
        *,
        server: int,
        channel: int,
        name: str,
        creator: int,
        organisers: int | None,
        terms: str,
        opens: float | None,
    ) -> LeagueRow:
        """Found a league; its first season is open for entries."""
        created = clock.now()
        given = (server, channel, name, creator, organisers, terms)
        cursor = await self._run(
            "INSERT INTO leagues (server, channel, name, creator, organisers, terms, status,"
            " opens, created) VALUES (?, ?, ?, ?, ?, ?, 'open', ?, ?)",
            *(*given, opens, created),
        )
        assert cursor.lastrowid is not None
        return LeagueRow(cursor.lastrowid, *given, 1, "open", 0, opens, None, 0, created)

    async def change_league(self, league: LeagueRow, **changed: object) -> None:
        """Write columns of a league that nobody has changed since it was read."""
        names = "".join(f"{name} = ?, " for name in changed)
        cursor = await self._run(
            f"UPDATE leagues SET {names}version = version + 1 WHERE id = ? AND version = ?",
            *changed.values(),
            league.id,
            league.version,
        )
        if not cursor.rowcount:
            raise Conflict

    async def sign_up_shows(self, league: LeagueRow, message: int | None) -> None:
        """Note that the sign-up shows the league as it was read; None: it changes no more."""
        await self._run(
            "UPDATE leagues SET shown = ?, sign_up = ? WHERE id = ? AND sign_up = ?",
            league.version,
            message,
            league.id,
            league.sign_up,
        )

    async def begin_season(self, league: LeagueRow) -> None:
        """Note that a season has begun."""
        await self._run(
            "INSERT INTO seasons (league_id, season, terms, begun) VALUES (?, ?, ?, ?)",
            league.id,
            league.season,
            league.terms,
            clock.now(),
        )

    async def end_season(self, league: LeagueRow) -> None:
        """Note that a season is over."""
        await self._run(
            "UPDATE seasons SET ended = ? WHERE league_id = ? AND season = ?",
            clock.now(),
            league.id,
            league.season,
        )

    async def enter(self, league_id: int, season: int, entry: EntryRow) -> None:
        """A member enters a season, or enters it otherwise than before."""
        names = EntryRow.__struct_fields__
        again = ", ".join(f"{name} = excluded.{name}" for name in names[1:])
        await self._run(
            f"INSERT INTO entries (league_id, season, {_ENTRY})"
            f" VALUES (?, ?{', ?' * len(names)})"
            f" ON CONFLICT (league_id, season, member) DO UPDATE SET {again}",
            league_id,
            season,
            *msgspec.structs.astuple(entry),
        )

    async def leave_season(self, league_id: int, season: int, member: int) -> None:
        """A member who has not played yet is not in a season any more."""
        await self._run(
            "DELETE FROM entries WHERE league_id = ? AND season = ? AND member = ?",
            league_id,
            season,
            member,
        )
