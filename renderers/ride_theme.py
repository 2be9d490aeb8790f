"""The colours of Ride the Rails: the continent and its cities."""

from __future__ import annotations

from renderers.theme import WHITE, rgb

SEA = rgb("#3E6E8E")
SHALLOWS = rgb("#5788A6")
CLIFF = rgb("#274D66")
LAND = rgb("#EFE5C8")
GRID = rgb("#CDBE98")
MOUNTAIN = rgb("#B99B78")
PEAK = rgb("#7B5E40")
PEAK_SHADE = rgb("#68492E")
PAWN = rgb("#12836B")
CITIES = {
    "plain": WHITE,
    "east coast": rgb("#E9A0A0"),
    "western": rgb("#CBB0E6"),
    "banner": rgb("#A9D8B4"),
    "chicago": rgb("#F7C48E"),
}
