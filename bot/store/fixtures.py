"""The tables of leagues: who plays whom in which round, and what came of it."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from bot.store.base import Reading, Writing, columns
from bot.store.leagues import LeagueRow


class FixtureRow(msgspec.Struct, frozen=True):
    """A table of a round, from the plan to the result."""

    id: int
    league_id: int
    season: int
    round: int
    division: int
    number: int
    game: str
    members: str
    """Who plays, by seat, as JSON."""
    status: str
    """planned, opening, open, over, void (it does not count), or bye: they sit out."""
    thread: int | None
    table_id: int | None
    seed: bytes | None
    missing: str
    """Who did not show up, as JSON."""
    outcome: str | None
    """Places and scores by seat, as JSON."""
    reason: str | None
    """Why an organiser decided it."""
    judge: int | None
    ended: float | None
    stuck: int = 0
    """Whether everybody was told that it can't be set up."""

    @property
    def name(self) -> str:
        """A table's name in its round: division and number, "B2"."""
        return f"{chr(ord('A') + self.division)}{self.number}"

    @property
    def full_name(self) -> str:
        """Its name in its season: with the round, "3-B2"."""
        return f"{self.round}-{self.name}"

    def seats(self) -> list[int]:
        """Who plays, by seat."""
        return msgspec.json.decode(self.members, type=list[int])

    def no_shows(self) -> list[int]:
        """Who did not show up."""
        return msgspec.json.decode(self.missing, type=list[int])


class LeagueSeat(msgspec.Struct, frozen=True):
    """A seat at a table of a league: who is to sit there, and who does."""

    fixture_id: int
    table_id: int
    members: str
    seat: int
    member: int | None
    stand_in: str
    status: str | None
    """What became of the sitter's entry."""

    @property
    def owner(self) -> int:
        """Whose seat it is in the league."""
        return msgspec.json.decode(self.members, type=list[int])[self.seat]


_FIXTURE = columns(FixtureRow, "f.")


class FixtureReading(Reading):
    """Tables of leagues, to look at."""

    async def _fixtures(self, where: str, *values: object) -> list[FixtureRow]:
        rows = await self._rows(f"SELECT {_FIXTURE} FROM fixtures f {where}", *values)
        return [FixtureRow(*row) for row in rows]

    async def fixture(self, fixture_id: int) -> FixtureRow | None:
        """A fixture by its number."""
        return next(iter(await self._fixtures("WHERE f.id = ?", fixture_id)), None)

    async def fixtures(self, league_id: int, season: int) -> list[FixtureRow]:
        """All tables of a season, round by round."""
        return await self._fixtures(
            "WHERE f.league_id = ? AND f.season = ? ORDER BY f.round, f.division, f.number",
            league_id,
            season,
        )

    async def fixtures_to_open(self) -> list[FixtureRow]:
        """Tables that are to be set up now."""
        return await self._fixtures(
            "JOIN leagues l ON l.id = f.league_id WHERE f.status = 'opening'"
            " AND l.status = 'running' ORDER BY f.id"
        )

    async def fixtures_ended(self) -> list[FixtureRow]:
        """Tables that are not being played any more and have not been counted yet."""
        return await self._fixtures(
            "JOIN tables t ON t.id = f.table_id WHERE f.status = 'open'"
            " AND t.status IN ('over', 'aborted') AND t.closed IS NULL ORDER BY t.ended, f.id"
        )

    async def fixtures_adrift(self) -> list[FixtureRow]:
        """Tables of leagues that are played whose thread, channel or server was gone."""
        return await self._fixtures(
            "JOIN leagues l ON l.id = f.league_id JOIN tables t ON t.id = f.table_id"
            " WHERE f.status = 'open' AND l.status = 'running' AND t.status = 'aborted'"
            " AND t.closed IS NOT NULL ORDER BY f.id"
        )

    async def fixture_in(self, thread: int) -> FixtureRow | None:
        """The table of a league that has this thread."""
        return next(iter(await self._fixtures("WHERE f.thread = ?", thread)), None)

    async def league_seats(self) -> list[LeagueSeat]:
        """Every seat at a table of a league that is being played."""
        rows = await self._rows(
            "SELECT f.id, f.table_id, f.members, s.seat, s.member, s.stand_in, e.status"
            " FROM fixtures f JOIN tables t ON t.id = f.table_id JOIN seats s"
            " ON s.table_id = f.table_id LEFT JOIN entries e ON e.league_id = f.league_id"
            " AND e.season = f.season AND e.member = s.member"
            " WHERE f.status = 'open' AND t.status = 'running' ORDER BY f.id, s.seat"
        )
        return [LeagueSeat(*row) for row in rows]

    async def strangers(self) -> list[tuple[int, int, int]]:
        """Fixture, table and member for whom time ran out before they made any move."""
        rows = await self._rows(
            "SELECT f.id, f.table_id, s.member FROM fixtures f JOIN seats s"
            " ON s.table_id = f.table_id JOIN entries e ON e.league_id = f.league_id"
            " AND e.season = f.season AND e.member = s.member"
            " WHERE f.status = 'open' AND e.status = 'in' AND s.missed > 0"
            " AND NOT EXISTS (SELECT 1 FROM moves m WHERE m.table_id = f.table_id"
            " AND m.member = s.member) ORDER BY f.id, s.seat"
        )
        return [(row[0], row[1], row[2]) for row in rows]

    async def has_left(self, fixture_id: int, member: int) -> bool:
        """Whether a member is no longer in the season that a table belongs to."""
        rows = await self._rows(
            "SELECT 1 FROM fixtures f JOIN entries e ON e.league_id = f.league_id"
            " AND e.season = f.season WHERE f.id = ? AND e.member = ?"
            " AND e.status IN ('withdrawn', 'removed')",
            fixture_id,
            member,
        )
        return bool(rows)

    async def out_of_pace(self) -> list[tuple[int, int, bool]]:
        """Tables whose clocks run though their league is paused, or the other way round.

        The table, its league, and whether that is paused.
        """
        rows = await self._rows(
            "SELECT t.id, l.id, l.status = 'paused' FROM fixtures f JOIN leagues l"
            " ON l.id = f.league_id JOIN tables t ON t.id = f.table_id"
            " WHERE f.status = 'open' AND t.status = 'running'"
            " AND ((l.status = 'paused' AND t.pace > 0) OR (l.status = 'running' AND t.pace = 0))"
        )
        return [(row[0], row[1], bool(row[2])) for row in rows]

    async def needless_tables(self) -> list[int]:
        """Tables that can be played though their league has decided or cancelled them."""
        rows = await self._rows(
            "SELECT t.id FROM tables t JOIN fixtures f ON f.id = t.fixture"
            " WHERE f.status IN ('over', 'void')"
            " AND (t.status IN ('lobby', 'running') OR t.closed IS NOT NULL) ORDER BY t.id"
        )
        return [row[0] for row in rows]

    async def unsealable(self) -> list[int]:
        """Tables with one deal for all of a round of which all tables are over by now."""
        rows = await self._rows(
            "SELECT t.id FROM tables t JOIN fixtures f ON f.id = t.fixture WHERE t.sealed = 1"
            " AND NOT EXISTS (SELECT 1 FROM fixtures o WHERE o.league_id = f.league_id"
            " AND o.season = f.season AND o.round = f.round"
            " AND o.status IN ('planned', 'opening', 'open')) ORDER BY t.id"
        )
        return [row[0] for row in rows]


class FixtureWriting(Writing):
    """Tables of leagues, to change."""

    async def plan(
        self,
        league: LeagueRow,
        number: int,
        division: int,
        fixtures: Iterable[tuple[str, list[int]]],
        byes: Iterable[int],
    ) -> None:
        """The tables of a round: their games and members, and who sits out."""
        rows = [(game, members, "planned") for game, members in fixtures]
        rows += [("", [member], "bye") for member in byes]
        await self._many(
            "INSERT INTO fixtures (league_id, season, round, division, number, game, members,"
            " status) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (league.id, league.season, number, division, table, game, _json(members), status)
                for table, (game, members, status) in enumerate(rows, start=1)
            ],
        )

    async def drop_plans(self, league: LeagueRow, division: int, after: int) -> None:
        """What was planned for a division's rounds after this one does not hold any more."""
        await self._run(
            "DELETE FROM fixtures WHERE league_id = ? AND season = ? AND division = ?"
            " AND round > ? AND status IN ('planned', 'bye')",
            league.id,
            league.season,
            division,
            after,
        )

    async def open_round(self, league: LeagueRow, number: int, seed: bytes | None) -> None:
        """The tables of a round are to be set up; with a seed for all of them, or each its own."""
        await self._run(
            "UPDATE fixtures SET status = 'opening', seed = ? WHERE league_id = ? AND season = ?"
            " AND round = ? AND status = 'planned'",
            seed,
            league.id,
            league.season,
            number,
        )

    async def set_fixture(self, fixture_id: int, **changed: object) -> None:
        """Write columns of a fixture."""
        names = ", ".join(f"{name} = ?" for name in changed)
        await self._run(f"UPDATE fixtures SET {names} WHERE id = ?", *changed.values(), fixture_id)

    async def opened(self, fixture_id: int) -> bool:
        """A table has been set up; False if it was decided or cancelled meanwhile."""
        cursor = await self._run(
            "UPDATE fixtures SET status = 'open' WHERE id = ? AND status = 'opening'", fixture_id
        )
        return bool(cursor.rowcount)

    async def void_season(self, league: LeagueRow) -> None:
        """The tables that are being played do not count, and those planned will not be."""
        season = (league.id, league.season)
        await self._run(
            "UPDATE fixtures SET status = 'void' WHERE league_id = ? AND season = ?"
            " AND status IN ('opening', 'open')",
            *season,
        )
        await self._run(
            "DELETE FROM fixtures WHERE league_id = ? AND season = ? AND round > ?",
            *season,
            league.round,
        )

    async def unseal(self, table_id: int) -> bool:
        """A table may be seen by everybody; whether its last board, with the seed, is to come."""
        await self._run("UPDATE tables SET sealed = 0 WHERE id = ?", table_id)
        rows = await self._connection.execute_fetchall(
            "SELECT 1 FROM outbox WHERE table_id = ? AND kind = 'board' AND sending = 0",
            (table_id,),
        )
        return bool(list(rows))


def _json(members: list[int]) -> str:
    return msgspec.json.encode(members).decode()
