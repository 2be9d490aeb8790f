"""A league as tables for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from bot.league.league import League
from bot.league.points import shown

STANDINGS = (
    *("season", "division", "rank", "member", "name", "status", "played", "points"),
    *("places", "direct", "sonneborn_berger", "share_of_winner", "no_shows"),
)
TABLES = (
    *("season", "round", "table", "game", "status", "seat", "member", "name"),
    *("place", "score", "points", "forfeit", "no_show", "decided_by", "reason", "ended"),
)


def files(seasons: Sequence[League]) -> tuple[tuple[str, bytes], ...]:
    """Everything about a league: the standings of each season, and each seat at each table."""
    standings = [row for league in seasons for row in _standings(league)]
    tables = [row for league in seasons for row in _tables(league)]
    return (
        ("standings.csv", _csv(STANDINGS, standings)),
        ("tables.csv", _csv(TABLES, tables)),
    )


def _standings(league: League) -> Iterable[Sequence[object]]:
    for division in league.divisions:
        for one in league.standings(division):
            entry = league.entry(one.member)
            assert entry is not None
            yield (
                league.row.season,
                chr(ord("A") + division),
                one.rank,
                one.member,
                entry.name,
                entry.status,
                one.played,
                shown(one.points),
                " ".join(str(times) for times in one.places),  # with dashes it would be a date
                shown(one.direct),
                shown(one.berger),
                f"{float(one.share):.4f}",
                entry.no_shows,
            )


def _tables(league: League) -> Iterable[Sequence[object]]:
    for fixture in league.fixtures:
        over = fixture.status == "over"
        finished = league.finished(fixture).outings if over else ()
        outcome = league.outcome(fixture) if over else None
        for seat, member in enumerate(fixture.seats()):
            outing = finished[seat] if over else None
            yield (
                fixture.season,
                fixture.round,
                fixture.name,
                fixture.game,
                fixture.status,
                seat + 1,
                member,
                league.names.get(member, ("", ""))[0],
                outing.place if outing else "",
                outcome.scores[seat] if outcome and fixture.reason is None else "",
                shown(outing.points) if outing else "",
                int(outcome is not None and seat in outcome.forfeits),
                int(member in fixture.no_shows()),
                (fixture.judge or "") if over else "",
                (fixture.reason or "") if over else "",
                _date(fixture.ended),
            )


def _date(moment: float | None) -> str:
    return "" if moment is None else datetime.fromtimestamp(moment, UTC).isoformat("T", "seconds")


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(heads)
    writer.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue().encode()


def _safe(cell: object) -> object:
    """A name that a spreadsheet would take for a formula is marked as text."""
    text = str(cell)
    return f"'{text}" if isinstance(cell, str) and text[:1] in ("=", "+", "-", "@") else cell
