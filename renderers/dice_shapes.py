"""The recipes of Railroad Dice: terrain, rails, stations, dice."""

from __future__ import annotations

import itertools
import math

from games.dice.components import SIZE, box
from renderers.dice_theme import (
    BALLAST,
    COMPANIES,
    LAKE,
    MEADOW,
    RAIL,
    ROCK,
    ROCK_PEAK,
    ROCK_SHADE,
    TIE,
    TUFT,
    WAVE,
    WILD,
)
from renderers.pen import Pen, Point
from renderers.theme import CHANGED, CREAM, GOLD, INK, PAPER_EDGE, STRIP, TARGET, WHITE, Colour

GROUND = {"g": MEADOW, "w": LAKE, "m": ROCK}
WAYS: dict[str, Point] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}


def emblem(pen: Pen) -> None:
    """A die that shows a straight."""
    face(pen, "straight", 42, -21, -21)


def tile(pen: Pen, kind: str, turn: int, s: float, fine: bool) -> None:
    """A terrain tile from its top left corner, spaces s wide; fine ones have tufts and waves."""
    whole = SIZE * s
    rim = 6 if fine else 2
    pen.box(-rim, -rim, whole + rim, whole + rim, INK, 10 if fine else 3)
    for y, row in enumerate(box().kinds[kind].grids[turn]):
        for x, mark in enumerate(row):
            pen.box(x * s, y * s, (x + 1) * s, (y + 1) * s, GROUND[mark])
    if fine:
        for y, row in enumerate(box().kinds[kind].grids[turn]):
            for x, mark in enumerate(row):
                _texture(pen, mark, x, y, s)
        _grid(pen, s)


def _texture(pen: Pen, mark: str, column: int, row: int, s: float) -> None:
    x, y = column * s, row * s
    if mark == "g":
        spots = ((0.25, 0.3), (0.72, 0.7)) if (column + row) % 2 else ((0.7, 0.28), (0.28, 0.74))
        for across, down in spots:
            for lean in (-3, 0, 3):
                foot = (x + across * s + lean * 0.5, y + down * s + 4)
                pen.line([foot, (foot[0] + lean * 0.9, foot[1] - 7)], TUFT, 1.6)
    elif mark == "w":
        for down in (0.3, 0.7):
            points = [
                (x + s * (0.14 + 0.045 * q), y + s * down + 3 * math.sin(q * math.pi / 4))
                for q in range(17)
            ]
            pen.line(points, WAVE, 2.2)
    else:
        peak(pen, x, y, s)


def peak(pen: Pen, x: float, y: float, s: float) -> None:
    """A mountain in a space."""

    def at(*points: Point) -> list[Point]:
        return [(x + s * across, y + s * down) for across, down in points]

    pen.polygon(at((0.06, 0.86), (0.42, 0.2), (0.78, 0.86)), ROCK_PEAK)
    snow = at((0.42, 0.2), (0.56, 0.46), (0.44, 0.42), (0.36, 0.5), (0.29, 0.44))
    pen.polygon(snow, WHITE)
    pen.polygon(at((0.5, 0.86), (0.74, 0.46), (0.97, 0.86)), ROCK_SHADE)


def _grid(pen: Pen, s: float) -> None:
    for n in range(1, SIZE):
        for down in range(SIZE * 4):
            a, b = down * s / 4 + s / 16, down * s / 4 + s * 3 / 16
            pen.line([(n * s, a), (n * s, b)], CREAM, 1)
            pen.line([(a, n * s), (b, n * s)], CREAM, 1)


def swatch(pen: Pen, mark: str, s: float) -> None:
    """A sample of a terrain, from its top left corner."""
    pen.box(-2, -2, s + 2, s + 2, INK, 6)
    pen.box(0, 0, s, s, GROUND[mark], 4)
    _texture(pen, mark, 0, 0, s)


def _way(a: str, b: str, half: float) -> list[Point]:
    """The middle of the track through a space, from side to side."""
    (ax, ay), (bx, by) = WAYS[a], WAYS[b]
    if ax == -bx and ay == -by:
        return [(ax * half, ay * half), (bx * half, by * half)]
    # A quarter circle around the corner between the two sides.
    corner = ((ax + bx) * half, (ay + by) * half)
    start = math.atan2(ay * half - corner[1], ax * half - corner[0])
    end = math.atan2(by * half - corner[1], bx * half - corner[0])
    swing = (end - start + math.pi) % (2 * math.pi) - math.pi
    angles = [start + swing * n / 12 for n in range(13)]
    return [(corner[0] + half * math.cos(t), corner[1] + half * math.sin(t)) for t in angles]


def _beside(points: list[Point], shift: float) -> list[Point]:
    """A line at a distance from another one."""
    found = []
    for n, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[max(0, n - 1)], points[min(len(points) - 1, n + 1)]
        length = math.hypot(bx - ax, by - ay) or 1
        found.append((x - (by - ay) / length * shift, y + (bx - ax) / length * shift))
    return found


def _along(points: list[Point], count: int) -> list[tuple[Point, Point]]:
    """Places along a line, each with the direction across it."""
    lengths = [math.hypot(b[0] - a[0], b[1] - a[1]) for a, b in itertools.pairwise(points)]
    total, found = sum(lengths), []
    for n in range(count):
        left = total * (n + 0.5) / count
        for (a, b), length in zip(itertools.pairwise(points), lengths, strict=True):
            if left <= length:
                k = left / length
                across = ((a[1] - b[1]) / length, (b[0] - a[0]) / length)
                found.append(((a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k), across))
                break
            left -= length
    return found


def _band(pen: Pen, points: list[Point], width: float, fill: Colour) -> None:
    """A line with flat ends, so that track stops at the edge of its space."""
    pen.polygon([*_beside(points, width / 2), *_beside(points, -width / 2)[::-1]], fill)


def rails(pen: Pen, sides: str, s: float, new: bool) -> None:
    """Track through a space, around its middle; new track lies on pink."""
    points = _way(sides[0], sides[1], s / 2)
    k = s / 62
    if new:
        _band(pen, points, 48 * k, WHITE)
        _band(pen, points, 40 * k, CHANGED)
    _band(pen, points, 30 * k, PAPER_EDGE)
    _band(pen, points, 27 * k, BALLAST)
    for (x, y), (dx, dy) in _along(points, 6):
        w = 10 * k
        pen.line([(x - dx * w, y - dy * w), (x + dx * w, y + dy * w)], TIE, 4.4 * k)
    for shift in (-6 * k, 6 * k):
        _band(pen, _beside(points, shift), 3.4 * k, RAIL)


def ghost(pen: Pen, sides: str, s: float) -> None:
    """Track that could be laid: a dashed mint line."""
    points = _way(sides[0], sides[1], s / 2)
    pen.line(points, INK, 13 * s / 62)
    pen.dashes(points, TARGET, 8 * s / 62, 9, 7)


def station(pen: Pen, company: str, r: float, new: bool = False, hollow: bool = False) -> None:
    """A station: a house in the company's colour with its letter; a hollow one counts less."""
    livery = COMPANIES[company]
    if new:
        pen.disc(0, 0, r * 1.36, WHITE)
        pen.disc(0, 0, r * 1.26, CHANGED)
    roof = _mix(livery.colour, WHITE, 0.35)
    pen.box(-r, -r * 0.55, r, r, INK, r * 0.18)
    pen.polygon([(-r * 1.15, -r * 0.42), (0, -r * 1.2), (r * 1.15, -r * 0.42)], INK)
    body = CREAM if hollow else livery.colour
    inner = r * 0.84
    pen.box(-inner, -r * 0.46, inner, inner, body, r * 0.12)
    pen.polygon([(-r * 0.82, -r * 0.5), (0, -r * 1.0), (r * 0.82, -r * 0.5)], roof)
    if r >= 9:
        ink = INK if hollow else livery.ink
        pen.text(0, r * 0.22, livery.letter, max(9, round(r * 1.15)), ink)


def _mix(a: Colour, b: Colour, k: float) -> Colour:
    red, green, blue = (round(x + (y - x) * k) for x, y in zip(a, b, strict=True))
    return red, green, blue


def face(pen: Pen, shown: str, s: float, x: float = 0, y: float = 0) -> None:
    """A die by what it shows, from its top left corner."""
    pen.box(x, y + 3, x + s, y + s + 3, STRIP, s * 0.18)
    pen.box(x, y, x + s, y + s, CREAM, s * 0.18)
    middle, k = (x + s / 2, y + s / 2), s / 46
    match shown:
        case "?":
            pen.text(middle[0], middle[1], "?", round(s * 0.78), WILD)
        case "share":
            pen.box(x + s * 0.14, y + s * 0.24, x + s * 0.86, y + s * 0.76, INK, 5 * k)
            pen.box(x + s * 0.18, y + s * 0.28, x + s * 0.82, y + s * 0.72, GOLD, 3 * k)
            pen.text(middle[0], middle[1], "%", round(s * 0.4), INK)
        case _:
            _face_rails(pen, "NS" if shown == "straight" else "SE", middle, s)


def _face_rails(pen: Pen, sides: str, middle: Point, s: float) -> None:
    points = [(px + middle[0], py + middle[1]) for px, py in _way(sides[0], sides[1], s / 2 - 3)]
    k = s / 46
    for (x, y), (dx, dy) in _along(points, 5 if sides == "NS" else 4):
        pen.line([(x - dx * 9 * k, y - dy * 9 * k), (x + dx * 9 * k, y + dy * 9 * k)], TIE, 3.4 * k)
    for shift in (-5.5 * k, 5.5 * k):
        _band(pen, _beside(points, shift), 3 * k, RAIL)


def end(pen: Pen, number: int, way: str, s: float) -> None:
    """Where an end of the line points to: a gold arrow with its number."""
    dx, dy = WAYS[way]
    r = s * 0.36
    tip, base = s * 0.5, s * 0.16
    arrow = [
        (dx * tip, dy * tip),
        (dx * base - dy * r, dy * base + dx * r),
        (dx * base + dy * r, dy * base - dx * r),
    ]
    pen.line([*arrow, arrow[0]], INK, 5)
    pen.disc(0, 0, r + 2.5, INK)
    pen.polygon(arrow, GOLD)
    pen.disc(0, 0, r, GOLD)
    pen.text(0, 0, str(number), round(s * 0.5), INK)


def badge(pen: Pen, text: str, size: int) -> None:
    """The number of an end, on a gold plate around its middle."""
    w = size * 0.62 + 2 * (len(text) - 1)
    pen.box(-w - 3, -size * 0.62 - 3, w + 3, size * 0.62 + 3, INK, 9)
    pen.box(-w, -size * 0.62, w, size * 0.62, GOLD, 7)
    pen.text(0, 0, text, size, INK)


def gold_frame(pen: Pen, size: float) -> None:
    """The tile of the landscape on which an end lies, from its top left corner."""
    pen.frame(-5, -5, size + 5, size + 5, GOLD, 5, 6)


def new_frame(pen: Pen, size: float) -> None:
    """A tile of the landscape on which something new lies."""
    pen.frame(-5, -5, size + 5, size + 5, CHANGED, 5, 6)


def open_frame(pen: Pen, size: float) -> None:
    """A tile that can be chosen."""
    pen.frame(-9, -9, size + 9, size + 9, TARGET, 5, 12)


def chip(pen: Pen, mark: str, cost: int) -> None:
    """A kind of station: the cost on its terrain, around its middle."""
    pen.box(-15, -15, 15, 15, INK, 7)
    pen.box(-13, -13, 13, 13, GROUND[mark], 5)
    pen.text(0, 0, str(cost), 20, INK if mark == "g" else WHITE)


def pip(pen: Pen, company: str, built: bool) -> None:
    """A station of a company's stock: there is a hole where it was built from."""
    if built:
        pen.disc(0, 0, 7, STRIP)
        pen.line([(-3.5, 0), (3.5, 0)], WAVE, 2)
    else:
        pen.box(-7, -4, 7, 8, WHITE, 2)
        pen.polygon([(-9, -3), (0, -11), (9, -3)], WHITE)
        pen.box(-5.5, -3, 5.5, 6.5, COMPANIES[company].colour, 1)
        pen.polygon([(-6, -4), (0, -9), (6, -4)], COMPANIES[company].colour)


def hint(pen: Pen, way: str) -> None:
    """A way on which the line may go on from a station."""
    dx, dy = WAYS[way]
    arrow = [(dx * 11, dy * 11), (-dx * 5 - dy * 11, -dy * 5 + dx * 11)]
    arrow.append((-dx * 5 + dy * 11, -dy * 5 - dx * 11))
    pen.line([*arrow, arrow[0]], INK, 5)
    pen.polygon(arrow, GOLD)


def token(pen: Pen, company: str, r: float, hollow: bool) -> None:
    """A station on a tile that is too small for houses: a square with the letter."""
    livery = COMPANIES[company]
    pen.box(-r, -r, r, r, INK, 3)
    pen.box(1.2 - r, 1.2 - r, r - 1.2, r - 1.2, CREAM if hollow else livery.colour, 2)
    pen.text(0, 0, livery.letter, max(9, round(r * 1.55)), INK if hollow else livery.ink)
