"""The colours of Railroad Dice: its tiles and its companies."""

from __future__ import annotations

from renderers.theme import INK, WHITE, Livery, rgb

MEADOW = rgb("#C9DC86")
TUFT = rgb("#8CAB53")
LAKE = rgb("#3B86B4")
WAVE = rgb("#A9D8EE")
ROCK = rgb("#86684A")
ROCK_PEAK = rgb("#5F472F")
ROCK_SHADE = rgb("#4E3923")
BALLAST = rgb("#EAE2CE")
TIE = rgb("#A07B52")
RAIL = rgb("#2A3942")
WILD = rgb("#B0247A")
COMPANIES = {
    "eisberg": Livery(rgb("#7FE3EE"), "E", INK, INK),
    "ueberall": Livery(rgb("#8A5CC0"), "Ü", WHITE, INK),
    "weiden": Livery(rgb("#2F8A5B"), "W", WHITE, INK),
    "insel": Livery(rgb("#FDBE2C"), "I", INK, INK),
    "bergtal": Livery(rgb("#5E2A14"), "B", WHITE, INK),
}
