"""A look back in one picture: figures on light cards, and a small plot."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from renderers import cards, grid, stats_chart, stats_plots
from renderers.cards import Head
from renderers.grid import Column, Grid
from renderers.pen import Pen
from renderers.scene import Picture
from renderers.stats_plots import Bars, Places
from renderers.theme import GOLD, SOFT, WHITE

__all__ = ["Card", "Column", "Grid", "Stats", "picture"]

Card = Grid | Places | Bars


@dataclass(frozen=True)
class Stats(Head):
    """All that the picture shows, in words that the font can draw."""

    cards: tuple[tuple[Card, ...], ...]
    """From top to bottom; those in one tuple stand side by side."""
    alt: str


def picture(stats: Stats) -> Picture:
    """The head, and below it card under card."""
    drawn = [[_card(card) for card in beside] for beside in stats.cards]
    paper = cards.draw(stats, emblem, drawn)
    return Picture("stats.png", paper.png(stats_chart.palette()), stats.alt)


def _card(card: Card) -> cards.Card:
    match card:
        case Grid():
            return cards.Card(card.title, grid.height(card), partial(grid.draw, card))
        case Places():
            return cards.Card(
                card.title, stats_plots.height(card), partial(stats_plots.places, card)
            )
        case Bars():
            return cards.Card(card.title, stats_plots.height(card), partial(stats_plots.bars, card))


def emblem(pen: Pen) -> None:
    """Three columns that grow, on a rail."""
    for number, tall in enumerate((12, 22, 32)):
        left = -19 + number * 14
        pen.box(left, 14 - tall, left + 10, 14, GOLD if number == 2 else SOFT, 2)
    pen.box(-22, 16, 22, 19, WHITE)
