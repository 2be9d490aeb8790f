"""A league in words: terms, standings, tables, rounds, as a member reads them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from discord.utils import escape_markdown

from bot.league.cards import ACROSS, division_name, stage, where
from bot.league.league import League
from bot.league.points import scheme, shown
from bot.league.standings import Standing, cross_table, parted
from bot.sitting import exactly, relative
from bot.store import FixtureRow
from games import GAMES
from games.phrasebook import Phrasebook

NAMES = 2000  # characters of a list of names
RESULTS = 1500  # characters of tables that end together


class Words:
    """Says what there is to say about one league."""

    def __init__(self, league: League) -> None:
        self.league, self._book = league, Phrasebook()

    def say(self, key: str, **values: Any) -> str:
        """A phrase about leagues."""
        return self._book.say(f"league.{key}", **values)

    @property
    def name(self) -> str:
        return escape_markdown(self.league.row.name)

    def who(self, member: int) -> str:
        """A member's name, in bold."""
        name = self.league.names.get(member)
        return f"**{escape_markdown(name[0])}**" if name else f"<@{member}>"

    def everybody(self, members: Sequence[int], room: int = NAMES) -> str:
        """A list of names; of a long one as many as there is room for."""
        names = [self.who(member) for member in members]
        kept = len(names)
        while kept > 1 and sum(len(name) + 2 for name in names[:kept]) > room:
            kept -= 1
        if kept < len(names):
            names = [*names[:kept], self.say("more_names", count=len(names) - kept)]
        return self._book.join(names)

    def title(self) -> str:
        return self.say("title", name=self.name, where=where(self.league, self._book))

    def round_title(self, number: int) -> str:
        """The headline of a round."""
        values = {"name": self.name, "round": number, "rounds": self.league.rounds}
        return self.say(f"title_{stage(self.league, number)}", **values)

    def terms(self) -> list[str]:
        """What the organiser has decided, line by line."""
        terms, row = self.league.terms, self.league.row
        titles = [GAMES[game].title for game in terms.games]
        lines = [
            self.say("terms_games", games=self._book.join(titles), count=len(titles)),
            self.say(f"terms_{terms.format.replace('-', '_')}", size=terms.size),
            self.say("terms_pace", pace=terms.pace, points=self._points(terms.size)),
        ]
        smaller = [
            self.say("terms_points_at", size=size, points=self._points(size))
            for size in reversed(range(terms.sizes.fewest, terms.size))
        ]
        if smaller:
            lines.append(self.say("terms_smaller", points="; ".join(smaller)))
        if terms.rounds:
            lines.append(self.say("terms_rounds", rounds=terms.rounds))
        if terms.divisions > 1:
            values = {"count": terms.divisions, "moving": terms.moving}
            lines.append(self.say("terms_moving" if terms.moving else "terms_divisions", **values))
        if terms.days:
            lines.append(self.say("terms_days", days=terms.days))
        if terms.duplicate:
            lines.append(self.say("terms_duplicate"))
        lines.append(self.say(f"terms_no_show_{terms.no_show.replace('-', '_')}"))
        if row.status == "open" and row.opens is not None:
            when = {"when": exactly(row.opens), "soon": relative(row.opens)}
            lines.append(self.say("terms_starts", **when))
        return lines

    def _points(self, size: int) -> str:
        return ", ".join(str(p) for p in scheme(size, self.league.terms.points or None))

    def entries(self) -> list[str]:
        """Who is in, and who waits."""
        league = self.league
        inside = [entry.member for entry in league.playing()]
        waiting = [entry.member for entry in league.waiting]
        values = {"count": len(inside), "places": league.terms.places}
        lines = [self.say("in", who=self.everybody(inside), **values)] if inside else []
        if waiting:
            lines.append(self.say("waiting", who=self.everybody(waiting, NAMES // 4)))
        return lines or [self.say("nobody_in")]

    def standings(self, room: int) -> list[str]:
        """Where everybody stands, division by division; the best of each if all are too many."""
        found = self._found
        told = {division: self._division(standing) for division, standing in found.items()}
        explained = self._explained()
        most = max(map(len, found.values()), default=0)
        while most > 1 and _length(self._first(told, most) + explained) > room:
            most -= 1
        return [*self._first(told, most), *explained]

    def _explained(self) -> list[str]:
        """What the figures mean, as far as there are such figures."""
        tied = any(map(parted, self._found.values()))
        moved = any(one.change for standing in self._found.values() for one in standing)
        return [self.say("ties")] * tied + [self.say("changes")] * moved

    def spoken_standings(self, room: int) -> list[str]:
        """For who can't see them: all that is told of everybody, or names and points alone."""
        found = self._found
        told = {division: self._division(standing) for division, standing in found.items()}
        most = max(map(len, found.values()), default=0)
        lines = self._first(told, most)
        if _length(lines) <= room:
            return lines
        brief = {division: list(map(self._brief, found[division])) for division in found}
        return self._first(brief, most)

    @property
    def _found(self) -> dict[int, list[Standing]]:
        return {division: self.league.standings(division) for division in self.league.divisions}

    def _first(self, told: dict[int, list[str]], most: int) -> list[str]:
        """The first so many lines of each division."""
        lines = []
        for division, standing in told.items():
            if len(told) > 1:
                lines.append(f"**{division_name(self.league, division, self._book)}**")
            lines += standing[:most]
            if len(standing) > most:
                lines.append(self.say("more_standings", count=len(standing) - most))
        return lines

    def _brief(self, one: Standing) -> str:
        values = {"who": self.who(one.member), "points": shown(one.points)}
        return self.say("standing_brief", number=one.rank, **values) + self._fate(one)

    def _fate(self, one: Standing) -> str:
        """Whether somebody is out, or goes up or down."""
        zone = self.say(f"standing_{one.zone}") if one.zone else ""
        return self.say("standing_withdrawn") if one.withdrawn else zone

    def _division(self, standing: list[Standing]) -> list[str]:
        tied = parted(standing)
        return [self._standing(one, tied=one.member in tied) for one in standing]

    def _standing(self, one: Standing, *, tied: bool) -> str:
        values = {
            "number": one.rank,
            "who": self.who(one.member),
            "points": shown(one.points),
            "points_number": one.points,
            "played": one.played,
        }
        line = self.say("standing", **values)
        if one.played:
            line += self.say("standing_places", places="-".join(str(n) for n in one.places))
        if tied:
            ties = {"direct": shown(one.direct), "berger": shown(one.berger)}
            line += self.say("standing_ties", share=round(100 * one.share), **ties)
        if one.change and not one.withdrawn:
            key = "standing_rose" if one.change > 0 else "standing_fell"
            line += self.say(key, n=abs(one.change))
        return line + self._fate(one)

    def meetings(self, division: int, *, pictured: bool) -> list[str]:
        """Who met whom in a division, as in the picture of it, or all who are not there.

        Of each pair the one who stands higher comes first.
        """
        standing = self.league.standings(division)
        met = cross_table(standing, self.league.tables(division))
        lines = []
        for number, one in enumerate(standing):
            below = slice(number + 1, ACROSS) if pictured else slice(max(number + 1, ACROSS), None)
            others = [
                self.say("met_one", who=self.who(other.member), met=met[pair].shown)
                for other in standing[below]
                if (pair := (one.member, other.member)) in met
            ]
            if others:
                lines.append(self.say("met", who=self.who(one.member), others=", ".join(others)))
        return lines

    def fixture(self, fixture: FixtureRow) -> str:
        """A table of a round: who plays, where, and what came of it."""
        members = fixture.seats()
        if fixture.status == "bye":
            return self.say("sits_out", who=self.who(members[0]))
        values = {"number": fixture.name, "title": GAMES[fixture.game].title}
        if fixture.status == "over":
            return self.say("table_over", result=self.result(fixture), **values)
        who = self._book.join([self.who(member) for member in members])
        if fixture.status == "open" and fixture.thread:
            return self.say("table_open", who=who, channel=fixture.thread, **values)
        return self.say(
            "table_void" if fixture.status == "void" else "table_planned", who=who, **values
        )

    def results(self, fixtures: Sequence[FixtureRow], room: int = RESULTS) -> list[str]:
        """What came of tables that end together; of many as many as there is room for."""
        lines = [self.fixture(fixture) for fixture in fixtures]
        kept = len(lines)
        while kept > 1 and _length(lines[:kept]) > room:
            kept -= 1
        left = len(lines) - kept
        return [*lines[:kept], *([self.say("more_results", count=left)] if left else [])]

    def result(self, fixture: FixtureRow) -> str:
        """Who came where at a finished table, and with how many points."""
        outcome, members = self.league.outcome(fixture), fixture.seats()
        finished = self.league.finished(fixture)
        ranked = sorted(range(len(members)), key=lambda seat: (outcome.places[seat], seat))
        told = "; ".join(
            self.say(
                self._how(fixture, seat),
                place=f"{outcome.places[seat]}.",
                who=self.who(members[seat]),
                score=outcome.scores[seat],
                points=shown(finished.outings[seat].points),
            )
            for seat in ranked
        )
        if fixture.reason is None:
            return told
        judge = (
            f"<@{fixture.judge}>" if fixture.judge else self._book.say("settings.forgotten_name")
        )
        reason = escape_markdown(fixture.reason)
        return told + self.say("decided", judge=judge, reason=reason)

    def _how(self, fixture: FixtureRow, seat: int) -> str:
        if fixture.reason is not None:
            return "result_decided"
        outcome = self.league.outcome(fixture)
        if seat in outcome.forfeits:
            return "result_forfeit"
        return "result_absent" if seat in outcome.absent else "result"

    def round(self, number: int) -> list[str]:
        """The tables of a round."""
        return [self.fixture(f) for f in self.league.fixtures if f.round == number]


def _length(lines: Sequence[str]) -> int:
    """How long a message of these lines is."""
    return sum(len(line) + 1 for line in lines)
