"""Trips as tickets: what scores at the left, how much at the right."""

from __future__ import annotations

from renderers.pen import Pen
from renderers.theme import CREAM, INK, WHITE
from renderers.village_ground import swatch
from renderers.village_icons import feature
from renderers.village_theme import BEIGE, BROWN, SHADOW, TERRAINS

_LEFT, _RIGHT, _TEAR = 0.34, 0.81, 0.64


def ticket(pen: Pen, theme: str, value: str, word: str, w: float, h: float, k: float) -> None:
    """A ticket from its top left corner, without the signs that are stamped upon it."""
    pen.box(1.5, 3, w + 1.5, h + 3, SHADOW, 8)
    pen.box(0, 0, w, h, CREAM, 8)
    pen.disc(3 * k, h / 2, 4 * k, SHADOW)
    pen.disc(w - 3 * k, h / 2, 4 * k, SHADOW)
    pen.box(w * _TEAR, 6, w * _TEAR + 1.6, h - 6, BEIGE)
    x, y = w * _RIGHT, h / 2
    if word:
        pen.text(x, y - 9 * k, value, round(23 * k), INK)
        pen.text(x, y + 11 * k, word, max(12, round(14 * k)), BROWN, "semibold")
    else:
        size = 26 if len(value) < 3 else 18 if len(value) < 4 else 14
        pen.text(x, y, value, round(size * k), INK)
    _motif(pen, theme, w * _LEFT, y, k)


def signs(theme: str, w: float, h: float, k: float) -> list[tuple[str, str, float, float, float]]:
    """The swatches and features to stamp on a ticket: kind, what, x, y, radius."""
    kind, _, what = theme.partition(" ")
    x, y, r = w * _LEFT, h / 2, min(15 * k, h * 0.33)
    if kind in ("most", "fewest"):
        return [("terrain", what, x - 13 * k, y, r * 0.85)]
    if kind == "again":
        return [("feature", what, x - 13 * k, y, r * 0.95)]
    if kind == "each":
        sort = "terrain" if what in TERRAINS else "feature"
        return [(sort, what, x, y, r)]
    return []


SIGNS = {"terrain": swatch, "feature": feature}


def figures(theme: str, worth: int) -> tuple[str, bool, bool]:
    """What stands at the right of a ticket; whether it is for each, and whether again."""
    kind = theme.partition(" ")[0]
    if theme == "length down":
        return f"{worth}−n", False, False
    if kind == "again":
        return f"×{worth}", False, True
    return str(worth), theme == "length up" or kind in ("each", "neighbours"), False


def _motif(pen: Pen, theme: str, x: float, y: float, k: float) -> None:
    kind, _, what = theme.partition(" ")
    match kind:
        case "length":
            for i in range(3):
                _square(pen, x + (19 * i - 19) * k, y, 8 * k, filled=True)
        case "most" | "fewest":
            up = -1 if kind == "most" else 1
            side = x + 19 * k
            corners = [(side - 9 * k, y - up * 8 * k), (side + 9 * k, y - up * 8 * k)]
            pen.polygon([*corners, (side, y + up * 10 * k)], INK)
        case "ends":
            for dx in (-20, 20):
                pen.disc(x + dx * k, y, 8 * k, INK)
                pen.disc(x + dx * k, y, 6 * k, BEIGE)
            pen.text(x, y, "=" if what == "same" else "≠", round(26 * k), INK)
        case "neighbours":
            _square(pen, x - 10 * k, y, 9 * k, filled=True)
            _square(pen, x + 10 * k, y, 9 * k, filled=what == "same")
        case "kinds":
            bound, _, number = what.partition(" ")
            pen.text(x - 14 * k, y, ("≥" if bound == "min" else "≤") + number, round(24 * k), INK)
            for i, colour in enumerate(list(TERRAINS.values())[:4]):
                left, top = x + (8 + i % 2 * 13) * k, y + (-12 + i // 2 * 13) * k
                pen.box(left, top, left + 12 * k, top + 12 * k, INK, 2)
                pen.box(left + 1.3, top + 1.3, left + 12 * k - 1.3, top + 12 * k - 1.3, colour, 1)


def _square(pen: Pen, x: float, y: float, r: float, *, filled: bool) -> None:
    pen.box(x - r, y - r, x + r, y + r, INK, 3)
    pen.box(x - r + 1.8, y - r + 1.8, x + r - 1.8, y + r - 1.8, BEIGE if filled else WHITE, 2)
