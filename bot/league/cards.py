"""The pictures of a league: standings and cross table, in words that the font can draw."""

from __future__ import annotations

from typing import Any

from bot.league.league import League
from bot.league.points import shown
from bot.league.standings import Standing, cross_table, parted
from games.phrasebook import Phrasebook
from renderers import alt as alts
from renderers import league as pictures
from renderers.league import CrossTable, Division, Headings, Row, Standings
from renderers.meetings import Meetings
from renderers.names import drawable
from renderers.scene import Picture

ACROSS = 16  # members in one cross table
NOBODY = "·"  # has as many points
PLACES = 4  # of which the picture tells how often


def division_name(league: League, division: int, words: Phrasebook) -> str:
    """A division by its letter; a league with one needs none."""
    if len(league.divisions) == 1:
        return words.say("league.everybody")
    return words.say("league.division", letter=chr(ord("A") + division))


def where(league: League, words: Phrasebook) -> str:
    """Season and round, in a line."""
    row, rounds = league.row, league.rounds
    values = {"season": row.season, "round": min(row.round, rounds), "rounds": rounds}
    if row.status in ("running", "paused"):
        return words.say(f"league.where_{stage(league, row.round)}", **values)
    key = {"open": "before", "cancelled": "cancelled"}.get(row.status, "after")
    return words.say(f"league.where_{key}", **values)


def stage(league: League, number: int) -> str:
    """What a round is: one of so many, or of a knock-out one more, or its final."""
    if league.terms.format != "knock-out":
        return "round"
    return "final" if league.final and number == league.row.round else "knock_out"


class Cards:
    """Makes the pictures of one league."""

    def __init__(self, league: League) -> None:
        self._league, self._words = league, Phrasebook()

    def _say(self, key: str, **values: Any) -> str:
        return self._words.say(f"league.picture.{key}", **values)

    def _name(self, member: int, number: int) -> str:
        return drawable(*self._league.names[member], number, self._words)

    def standings(self, text: str) -> Picture:
        """Every division, one below the other."""
        league = self._league
        found = [(d, league.standings(d)) for d in league.divisions]
        longest = max((len(one.places) for _, standing in found for one in standing), default=0)
        size = min(PLACES, longest)
        divisions = tuple(
            Division(division_name(league, division, self._words), self._rows(standing, size))
            for division, standing in found
        )
        headings = Headings(
            rank=self._say("rank"),
            name=self._say("name"),
            played=self._say("played"),
            points=self._say("points"),
            places=tuple(self._words.term("rank", n + 1) for n in range(size)),
            ties=(self._say("direct"), self._say("berger"), self._say("share")),
            up=self._say("up"),
            down=self._say("down"),
        )
        head = self._head(found[0][1] if found else [])
        if any(one.change for _, standing in found for one in standing):
            head["caption"] += self._say("changes")
        return pictures.standings(
            Standings(
                **head, headings=headings, divisions=divisions, alt=alts.cut(text, alts.LIMIT)
            )
        )

    def _head(self, best: list[Standing]) -> dict[str, str]:
        league = self._league
        first = [one for one in best if one.rank == 1 and one.played and not one.withdrawn]
        pill = self._say("nobody")
        if first:
            over, shared = league.row.status == "over", len(first) > 1
            keys = ("champion", "champion_shared") if over else ("leads", "leads_shared")
            pill = self._say(keys[shared], name=self._name(first[0].member, 0), count=len(first))
        caption = self._say(
            "caption",
            count=len(league.playing()),
            done=sum(fixture.status == "over" for fixture in league.fixtures),
        )
        title = drawable(league.row.name, self._say("league"), 0, self._words)
        return {
            "title": title,
            "subtitle": where(league, self._words),
            "pill": pill,
            "caption": caption,
        }

    def _rows(self, standing: list[Standing], size: int) -> tuple[Row, ...]:
        """Row by row; direct meetings tell only of those who have as many points as others."""
        level = parted(standing)
        return tuple(
            self._row(one, number, size, level=one.member in level)
            for number, one in enumerate(standing)
        )

    def _row(self, one: Standing, number: int, size: int, *, level: bool) -> Row:
        direct = shown(one.direct) if level else NOBODY
        return Row(
            rank=str(one.rank),
            name=self._name(one.member, number),
            played=str(one.played),
            points=shown(one.points),
            places=(*one.places, *[0] * size)[:size],
            ties=(direct, shown(one.berger), f"{round(100 * one.share)}%"),
            change=one.change,
            zone=one.zone or None,
            withdrawn=self._say("withdrawn") if one.withdrawn else "",
        )

    def cross(self, division: int, text: str) -> Picture:
        """Who met whom in a division, the best sixteen of it."""
        league = self._league
        standing = league.standings(division)
        met = cross_table(standing, league.tables(division))
        shown_ones = standing[:ACROSS]
        alone = len(league.divisions) == 1
        meetings = Meetings(
            self._say("met") if alone else division_name(league, division, self._words),
            tuple(str(number + 1) for number in range(len(shown_ones))),
            tuple(self._name(one.member, number) for number, one in enumerate(shown_ones)),
            tuple(
                tuple(
                    met[row.member, column.member].shown
                    if (row.member, column.member) in met
                    else ""
                    for column in shown_ones
                )
                for row in shown_ones
            ),
        )
        return pictures.cross_table(
            CrossTable(**self._head(standing), cards=(meetings,), alt=alts.cut(text, alts.LIMIT))
        )
