"""A league in pictures: the standings division by division, and who met whom."""

from __future__ import annotations

from dataclasses import dataclass, replace

from renderers import cards, grid, league_chart, meetings, zones
from renderers.canvas import Canvas
from renderers.cards import Card, Head
from renderers.grid import Cell, Change, Column, Grid, Withdrawn
from renderers.meetings import Meetings
from renderers.pen import Pen
from renderers.scene import Picture
from renderers.theme import GOLD, SOFT, WHITE
from renderers.zones import Zone

_FREE = 12  # between the bands of the zones and the ranks
_NONE = "·"  # where a nought would only be in the way


@dataclass(frozen=True)
class Row:
    """A member of a division, as the table stands."""

    rank: str
    name: str
    played: str
    points: str
    places: tuple[int, ...] = ()
    """How often first, second and so on; as many as there are headings."""
    ties: tuple[str, ...] = ()
    """What decides between equal points; as many as there are headings."""
    change: int | None = None
    """How many ranks up since the last round, or down if below 0; None before there was one."""
    zone: Zone | None = None
    withdrawn: str = ""
    """The word for it, if the member has left the league."""


@dataclass(frozen=True)
class Division:
    """A card of the standings, best first."""

    title: str
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Headings:
    """What stands above the columns, and beside the marks of the zones."""

    rank: str
    name: str
    played: str
    points: str
    places: tuple[str, ...] = ()
    ties: tuple[str, ...] = ()
    up: str = ""
    down: str = ""


@dataclass(frozen=True)
class Standings(Head):
    """A season with one division or several, in words that the font can draw."""

    headings: Headings
    divisions: tuple[Division, ...]
    alt: str


@dataclass(frozen=True)
class CrossTable(Head):
    """Who met whom, on one card or several."""

    cards: tuple[Meetings, ...]
    alt: str


def standings(league: Standings) -> Picture:
    """The divisions one below the other, their columns in line."""
    rows = tuple(_cells(row) for division in league.divisions for row in division.rows)
    whole = Grid("", _columns(league.headings), rows)
    drawn = [[_division(whole, league.headings, division)] for division in league.divisions]
    paper = cards.draw(league, emblem, drawn)
    return Picture("standings.png", cards.png(paper, league_chart.palette()), league.alt)


def cross_table(table: CrossTable) -> Picture:
    """Each member's row against each member's column."""
    paper = cards.draw(table, emblem, [[meetings.card(card)] for card in table.cards])
    return Picture("crosstable.png", cards.png(paper, league_chart.palette()), table.alt)


def emblem(pen: Pen) -> None:
    """A cup."""
    for x in (-12, 12):
        pen.arc(x, -10, 9, 0, 360, SOFT, 4)
    pen.polygon([(-14, -20), (14, -20), (12, -4), (6, 4), (-6, 4), (-12, -4)], GOLD)
    pen.box(-3, 3, 3, 13, GOLD)
    pen.box(-13, 13, 13, 19, WHITE, 2)


def _division(whole: Grid, headings: Headings, division: Division) -> Card:
    table = replace(whole, rows=tuple(_cells(row) for row in division.rows))
    zoned = [row.zone for row in division.rows]
    marks = zones.legend(zoned, headings.up, headings.down)

    def draw(paper: Canvas, left: int, top: int, width: int) -> None:
        zones.explain(paper, marks, left + width, top)
        grid.draw(table, paper, left + _FREE, top, width - _FREE, whole)
        zones.mark(paper, zoned, left, top, width)

    return Card(division.title, grid.height(table), draw, zones.room(marks))


def _columns(headings: Headings) -> tuple[Column, ...]:
    """The ranks, arrows and names keep together, and so do the places."""
    return (
        Column(headings.rank),
        Column("", look="small", close=True),
        Column(headings.name, words=True, close=True),
        Column(headings.played),
        Column(headings.points, look="strong"),
        *(Column(place, look="small", close=n > 0) for n, place in enumerate(headings.places)),
        *(Column(tie, look="small") for tie in headings.ties),
    )


def _cells(row: Row) -> tuple[Cell, ...]:
    return (
        row.rank,
        Change(row.change),
        Withdrawn(row.name, row.withdrawn) if row.withdrawn else row.name,
        row.played,
        row.points,
        *(str(count) if count else _NONE for count in row.places),
        *row.ties,
    )
