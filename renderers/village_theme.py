"""The colours of Village Rails: the countryside, its rails and its features."""

from __future__ import annotations

from renderers.theme import rgb

TERRAINS = {
    "field": rgb("#EBC24A"),
    "forest": rgb("#1F6B4A"),
    "pasture": rgb("#C3E3A6"),
    "lake": rgb("#3FA9DC"),
    "village": rgb("#D9786A"),
}
PLAIN = rgb("#CDBFA0")
EMPTY = rgb("#3C5B69")
OPEN = rgb("#24505A")
BROWN = rgb("#5C5440")
BEIGE = rgb("#CFC4A8")
WHEAT = rgb("#F3E2B3")
CARD_BACK = rgb("#A9854A")
FREE = rgb("#8EDCC3")
BARN = rgb("#B03A2E")
TRACTOR = rgb("#1F7A4D")
HALT = rgb("#1F4E8C")
SIGNAL = rgb("#C3272B")
BALLAST = rgb("#E8E0CF")
TIE = rgb("#8B6B4A")
RAIL = rgb("#39474F")
GOLD_RIM = rgb("#7A4E00")
GOLD_BALLAST = rgb("#FFD54A")
GOLD_TIE = rgb("#A8690A")
GOLD_RAIL = rgb("#3B2A00")
SHADOW = rgb("#1C313D")
