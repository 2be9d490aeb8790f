"""Ratings in pictures: a member's over time, and the best of a server."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from renderers import cards, curves, grid, league_chart
from renderers.cards import Card, Head
from renderers.curves import Curves
from renderers.grid import Change, Column, Grid
from renderers.pen import Pen
from renderers.scene import Picture
from renderers.theme import GOLD, SOFT, WHITE


@dataclass(frozen=True)
class Rating(Head):
    """A member's rating over time, in words that the font can draw."""

    curves: Curves
    alt: str


@dataclass(frozen=True)
class Leader:
    """A row of the leaderboard."""

    rank: str
    name: str
    rating: str
    tables: str
    change: int | None = None
    """How much the rating has risen, or fallen if below 0; None if there was none before."""


@dataclass(frozen=True)
class Leaderboard(Head):
    """The best of a server, best first, in words that the font can draw."""

    card: str
    """The title of the card."""
    headings: tuple[str, str, str, str, str]
    """Above rank, name, rating, tables and change."""
    rows: tuple[Leader, ...]
    alt: str


def picture(rating: Rating) -> Picture:
    """A line for all games, and for each game if there are more series."""
    paper = cards.draw(rating, emblem, [[curves.card(rating.curves)]])
    return Picture("rating.png", cards.png(paper, league_chart.palette()), rating.alt)


def leaderboard(board: Leaderboard) -> Picture:
    """A row for each member."""
    rank, name, rating, tables, change = board.headings
    columns = (
        Column(rank),
        Column(name, words=True, close=True),
        Column(rating, look="strong"),
        Column(tables),
        Column(change, words=True),
    )
    rows = tuple(
        (row.rank, row.name, row.rating, row.tables, Change(row.change)) for row in board.rows
    )
    table = Grid(board.card, columns, rows)
    card = Card(board.card, grid.height(table), partial(grid.draw, table))
    paper = cards.draw(board, emblem, [[card]])
    return Picture("leaderboard.png", cards.png(paper, league_chart.palette()), board.alt)


def emblem(pen: Pen) -> None:
    """A line that rises from stop to stop."""
    points = [(-19, 12), (-7, 0), (5, 5), (18, -14)]
    pen.line(points, SOFT, 4)
    for x, y in points[:-1]:
        pen.disc(x, y, 5, WHITE)
    pen.disc(*points[-1], 7, GOLD)
