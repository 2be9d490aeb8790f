"""A look back as cards: what its picture shows, in words that the font can draw."""

from __future__ import annotations

from typing import Any

from bot.stats import Line, MemberRecord, ServerLine, ServerRecord
from bot.statswords import (
    Names,
    day_of,
    decimal,
    duration,
    said,
    share,
    title_of,
    trail_key,
    trail_points,
)
from games.phrasebook import Phrasebook
from renderers.names import drawable
from renderers.stats import Card, Column, Grid, Stats
from renderers.stats_plots import Bars, Places

LABELS = 6  # below the bars
_GLUE = " · "


class Cards:
    """Makes the cards with the words and names that it is given."""

    def __init__(self, words: Phrasebook, names: Names) -> None:
        self._words, self._names = words, names

    def _say(self, key: str, **values: Any) -> str:
        return self._words.say(f"stats.{key}", **values)

    def _name(self, member: int, number: int) -> str:
        """As the font can draw it; who has no such name is called by the row."""
        found = self._names.get(member)
        return drawable(*found, number, self._words) if found else self._say("somebody")

    def _columns(self, *keys: str) -> tuple[Column, ...]:
        """The heads: first what the row is about, and words at the left."""
        heads = [Column(self._say(f"picture.{key}"), key == "by") for key in keys]
        return Column("", True), *heads

    def _time(self, seconds: float | None) -> str:
        nothing = self._say("picture.nothing")
        return nothing if seconds is None else duration(self._words, seconds)

    def _share(self, wins: int, count: int) -> str:
        return self._say("picture.share", wins=wins, share=share(wins, count))

    def member(self, record: MemberRecord, scope: str, alt: str) -> Stats:
        """The picture of a member."""
        total = record.total
        facts = [self._say("tables", count=total.plays)]
        if total.place is not None and total.size is not None:
            values = {"place": decimal(total.place), "size": decimal(total.size)}
            facts.append(self._say("picture.caption_place", **values))
        if total.took is not None:
            facts.append(self._say("picture.caption_took", time=self._time(total.took)))
        pill = self._say("picture.pill_solo", count=total.plays)
        if total.contested:
            pill = self._say("picture.pill_member", wins=total.wins, count=total.contested)
        cards: list[tuple[Card, ...]] = [(self._member_games(record),)]
        cards += [(self._trail(record),)] if record.trail else []
        cards += [(self._duels(record),)] if record.duels else []
        return Stats(
            self._name(record.member, 0),
            self._say("subtitle", scope=scope),
            pill,
            _GLUE.join(facts),
            tuple(cards),
            alt,
        )

    def _member_games(self, record: MemberRecord) -> Grid:
        rows = [self._member_row(title_of(game), line) for game, line in record.games.items()]
        summed = len(rows) > 1
        if summed:
            *kept, _, _, took = self._member_row(self._say("total"), record.total)
            nothing = self._say("picture.nothing")  # scores of different games have no average
            rows.append((*kept, nothing, nothing, took))
        columns = self._columns("tables", "won", "place", "score", "best", "took")
        return Grid(self._say("picture.games"), columns, tuple(rows), summed)

    def _member_row(self, title: str, line: Line) -> tuple[str, ...]:
        won, place = self._say("solo"), self._say("picture.nothing")
        if line.place is not None and line.size is not None:
            won = self._share(line.wins, line.contested)
            place = self._say("place_of", place=decimal(line.place), size=decimal(line.size))
        figures = decimal(line.score), str(line.best_score)
        return title, str(line.plays), won, place, *figures, self._time(line.took)

    def _trail(self, record: MemberRecord) -> Places:
        points = trail_points(record)
        ranks = range(1, max(size for _, size, _ in points) + 1)
        return Places(
            self._say(f"picture.{trail_key(record)}", count=len(points)),
            tuple(self._words.term("rank", rank) for rank in ranks),
            tuple(points),
            day_of(self._words, record.trail[0].ended),
            day_of(self._words, record.trail[-1].ended),
        )

    def _duels(self, record: MemberRecord) -> Grid:
        rows = [
            (self._name(duel.member, number), *map(str, (duel.met, duel.won, duel.lost, duel.tied)))
            for number, duel in enumerate(record.duels, start=1)
        ]
        columns = self._columns("tables", "won", "lost", "tied")
        return Grid(self._say("picture.duels"), columns, tuple(rows))

    def server(self, record: ServerRecord, name: str, scope: str, alt: str) -> Stats:
        """The picture of a server; of one game alone with more of its best scores."""
        total = record.total
        facts = [self._say("members", count=total.members)]
        if total.took is not None:
            facts.append(self._say("picture.caption_took", time=self._time(total.took)))
        facts.append(self._say("picture.caption_length", time=self._time(total.length)))
        lists = [self._champions(record)] if record.champions else []
        if len(record.games) == 1 and total.best:
            lists.append(self._best(total))
        cards: list[tuple[Card, ...]] = [(self._server_games(record),)]
        cards += [tuple(lists)] if lists else []
        return Stats(
            drawable(name, self._say("here"), 0, self._words),
            self._say("subtitle", scope=scope),
            self._say("picture.pill_server", count=total.tables),
            _GLUE.join(facts),
            (*cards, (self._bars(record),)),
            alt,
        )

    def _server_games(self, record: ServerRecord) -> Grid:
        rows = [self._server_row(title_of(game), line) for game, line in record.games.items()]
        keys = ("tables", "members", "score", "best", "by", "took", "length")
        return Grid(self._say("picture.games"), self._columns(*keys), tuple(rows))

    def _server_row(self, title: str, line: ServerLine) -> tuple[str, ...]:
        score = best = by = self._say("picture.nothing")
        if line.score is not None:
            feat = line.best[0]
            score, best, by = decimal(line.score), str(feat.score), self._name(feat.member, 0)
        counts = str(line.tables), str(line.members)
        return title, *counts, score, best, by, self._time(line.took), self._time(line.length)

    def _champions(self, record: ServerRecord) -> Grid:
        rows = [
            (self._name(c.member, number), str(c.plays), self._share(c.wins, c.contested))
            for number, c in enumerate(record.champions)
        ]
        return Grid(self._say("picture.champions"), self._columns("tables", "won"), tuple(rows))

    def _best(self, line: ServerLine) -> Grid:
        rows = [
            (
                self._name(feat.member, number),
                str(feat.score),
                day_of(self._words, feat.table.ended),
            )
            for number, feat in enumerate(line.best)
        ]
        return Grid(self._say("picture.feats"), self._columns("best", "on"), tuple(rows))

    def _bars(self, record: ServerRecord) -> Bars:
        every = -(-len(record.counts) // LABELS)
        key = "day" if record.unit == "week" else "month"
        labels = [
            said(self._words, key, start) if number % every == 0 else ""
            for number, (start, _) in enumerate(record.counts)
        ]
        values = tuple(count for _, count in record.counts)
        return Bars(self._say(f"picture.{record.unit}s"), values, tuple(labels))
