"""A town of The Rail on the Hill: its cards, the track across them, and what can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.hill.components import LINES, the_box
from games.hill.scoring import card_points
from games.hill.state import Placed, Tableau, Turn
from games.hill.town import (
    CROSSING,
    FIRST,
    PLACE,
    SIDE,
    SPOTS,
    Space,
    Spot,
    frame_of,
    open_spaces,
    space_at,
)
from renderers import hill_cards as cards
from renderers import shapes
from renderers.canvas import Canvas
from renderers.hill_theme import DASHED, VACANT
from renderers.pen import Pen
from renderers.scene import Pending
from renderers.theme import CHANGED, FAINT, INK, PANEL, SOFT, TARGET, WHITE

LEFT, TOP, SPAN = 50, 176, 770  # the ground of the town
_CELLS = {4: (174, 14), 5: (137, 12)}
_BESIDE = 12  # from the middle of a spot to one of two tokens side by side


class Grid(NamedTuple):
    """Which spaces are shown, and where."""

    left: int
    top: int
    columns: int
    rows: int
    size: int
    gap: int

    def centre(self, space: Space) -> tuple[int, int]:
        """The middle of a space."""
        column, row = PLACE[space]
        return self.across(column), self.down(row)

    def across(self, column: int) -> int:
        start = LEFT + (SPAN - self.columns * (self.size + self.gap) + self.gap) / 2
        return round(start + (column - self.left) * (self.size + self.gap) + self.size / 2)

    def down(self, row: int) -> int:
        start = TOP + (SPAN - self.rows * (self.size + self.gap) + self.gap) / 2
        return round(start + (row - self.top) * (self.size + self.gap) + self.size / 2)

    @property
    def scale(self) -> float:
        return round(self.size / cards.CARD, 3)


def grid_of(tableau: Tableau) -> Grid:
    """The cards with a row of spaces around them, until the frame is settled."""
    frame = frame_of(tableau.cards or [FIRST])
    left, right = _with_margin(frame.left, frame.right)
    top, bottom = _with_margin(frame.top, frame.bottom)
    columns, rows = right - left + 1, bottom - top + 1
    size, gap = _CELLS[max(SIDE, columns, rows)]
    return Grid(left, top, columns, rows, size, gap)


def _with_margin(first: int, last: int) -> tuple[int, int]:
    return (first, last) if last - first == SIDE - 1 else (first - 1, last + 1)


def ground(pen: Pen) -> None:
    """What a town lies on."""
    pen.box(LEFT, TOP, LEFT + SPAN, TOP + SPAN, PANEL, 20)


def draw(
    canvas: Canvas, tableau: Tableau, turns: Sequence[Turn], pending: Pending | None, new: str
) -> None:
    """The town from the ground up; `new` is the word on what changed."""
    grid = grid_of(tableau)
    _names(canvas, grid)
    _vacant(canvas, grid, tableau)
    placed = {space for turn in turns for space in turn.placed} & tableau.cards.keys()
    for space in sorted(tableau.cards, key=lambda space: space in placed):
        one = tableau.cards[space]
        roads = the_box().cards[one.card].turned(one.rotation)
        canvas.stamp(*grid.centre(space), cards.ground, grid.size, roads, space in placed)
    discs = _tracks(canvas, grid, tableau, {mark for turn in turns for mark in turn.laid})
    upgraded = {space for turn in turns for space in turn.upgraded}
    for space, one in tableau.cards.items():
        _station(canvas, grid, space, one)
    for x, y, line, fresh in discs:
        canvas.stamp(x, y, cards.disc, line, round(13.5 * grid.scale), fresh)
    for space in placed | upgraded:
        x, y = grid.centre(space)
        canvas.stamp(x, y + grid.size // 2 + 2, shapes.tag, new, 20, CHANGED, WHITE)
    if pending:
        _targets(canvas, grid, tableau, pending)


def _names(canvas: Canvas, grid: Grid) -> None:
    for column in range(grid.left, grid.left + grid.columns):
        letter = space_at(column, 0)[0] if 0 <= column < 2 * SIDE - 1 else ""
        canvas.write(grid.across(column), TOP - 13, letter, 26, SOFT, anchor="m")
    for row in range(grid.top, grid.top + grid.rows):
        if 0 <= row < 2 * SIDE - 1:
            canvas.write(LEFT - 24, grid.down(row), str(row + 1), 26, SOFT, anchor="m")


def _vacant(canvas: Canvas, grid: Grid, tableau: Tableau) -> None:
    half = grid.size // 2
    for space in open_spaces(tableau.cards):
        x, y = grid.centre(space)
        canvas.stamp(x - half, y - half, cards.slot, grid.size, grid.size, VACANT, DASHED)
        canvas.write(x, y, space, round(42 * grid.scale), FAINT, anchor="m")


def _station(canvas: Canvas, grid: Grid, space: Space, placed: Placed) -> None:
    card = the_box().cards[placed.card]
    values = tuple(card_points(placed, line) for line in LINES)
    changed = zip(LINES, values, card.points, strict=True)
    upgraded = tuple(line for line, value, printed in changed if value != printed)
    x, y = grid.centre(space)
    canvas.stamp(x, y, cards.station, grid.size, card.landmark, values, upgraded, placed.token)


Disc = tuple[float, float, str, bool]


def _tracks(
    canvas: Canvas, grid: Grid, tableau: Tableau, fresh: set[tuple[str, Spot]]
) -> list[Disc]:
    """All track, the new one above the rest; the letters are written later."""
    laid: dict[Spot, list[str]] = {}
    for line in LINES:
        for spot in tableau.spots(line):
            laid.setdefault(spot, []).append(line)
    tokens = [(line, spot) for spot, lines in laid.items() for line in lines]
    discs: list[Disc] = []
    for line, spot in sorted(tokens, key=lambda token: token in fresh):
        new = (line, spot) in fresh
        discs.append(_token(canvas, grid, spot, laid[spot], line, CROSSING[spot] in laid, new))
    return discs


def _token(
    canvas: Canvas, grid: Grid, spot: Spot, beside: list[str], line: str, crossed: bool, new: bool
) -> Disc:
    (ax, ay), (bx, by) = (grid.centre(space) for space in SPOTS[spot])
    dx, dy = bx - ax, by - ay
    length = (dx * dx + dy * dy) ** 0.5
    place, count = beside.index(line), len(beside)
    aside = (place - (count - 1) / 2) * 2 * _BESIDE * grid.scale
    ax, ay = round(ax - dy / length * aside), round(ay + dx / length * aside)
    canvas.stamp(ax, ay, cards.capsule, line, dx, dy, grid.scale, new)
    along = (0.42 if crossed else 0.5) + (place - (count - 1) / 2) * 0.13
    return ax + dx * along, ay + dy * along, line, new


def _targets(canvas: Canvas, grid: Grid, tableau: Tableau, pending: Pending) -> None:
    """What can be chosen, with the numbers of the menu."""
    chosen = str(pending.chosen.get("space", ""))
    if chosen in PLACE:
        x, y = grid.centre(chosen)
        canvas.stamp(x, y, target_space, grid.size)
    numbered = [(str(n), str(v)) for n, v in enumerate(pending.values, start=pending.first)]
    radius = 22 if grid.size > 150 else 19
    if pending.field == "space":
        for number, space in numbered:
            if space in PLACE:
                x, y = grid.centre(space)
                canvas.stamp(x, y, target_space, grid.size)
                low = grid.size // 2 - 24 if space in tableau.cards else 0
                canvas.stamp(x, y + low, shapes.target, number, radius)
    if pending.field == "spot":
        _target_spots(canvas, grid, [one for one in numbered if one[1] in SPOTS], radius)


def _target_spots(
    canvas: Canvas, grid: Grid, numbered: list[tuple[str, Spot]], radius: int
) -> None:
    both = {spot for _, spot in numbered}
    for _, spot in numbered:
        (ax, ay), (bx, by) = (grid.centre(space) for space in SPOTS[spot])
        canvas.stamp(ax, ay, cards.target_track, bx - ax, by - ay, grid.scale)
    for number, spot in numbered:
        (ax, ay), (bx, by) = (grid.centre(space) for space in SPOTS[spot])
        # Two diagonals that cross would write their numbers on the same place.
        along = 0.36 if CROSSING[spot] in both else 0.5
        x, y = ax + (bx - ax) * along, ay + (by - ay) * along
        canvas.stamp(x, y, shapes.target, number, radius)


def target_space(pen: Pen, size: int) -> None:
    """The rim of a space that can be chosen, around its middle."""
    h = size / 2 - 3
    points = [(-h, -h), (h, -h), (h, h), (-h, h), (-h, -h)]
    pen.line(points, INK, 8)
    pen.dashes(points, TARGET, 5, 14, 9)
