"""A tableau of Village Rails: borders, cards, trips beside their lines, completed lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.core import Seat
from games.village.components import Border
from games.village.state import Turn
from games.village.tableau import COLUMNS, LINES, ROWS, SPACES, Line, Run, Space, Stop
from games.village.view import Tableau, View
from renderers import fonts, shapes
from renderers.canvas import Canvas
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import CHANGED, FAINT, GOLD, INK, PANEL, TARGET, WHITE
from renderers.village_cards import (
    HEIGHT,
    RADIUS,
    WIDTH,
    card,
    look,
    new_frame,
    place_trip,
    target_frame,
)
from renderers.village_ground import ground
from renderers.village_icons import feature
from renderers.village_rails import rails, straight
from renderers.village_theme import EMPTY, OPEN

_GAP, _BORDER_W, _BORDER_H = 5, 78, 62


class Plan(NamedTuple):
    """Where a tableau is drawn: the top left corner of its space A1, and its scale."""

    x: float
    y: float
    k: float

    def at(self, space: Space) -> tuple[float, float]:
        """The top left corner of a space."""
        column, row = COLUMNS.index(space[0]), ROWS.index(space[1])
        return (
            self.x + column * (WIDTH + _GAP) * self.k,
            self.y + row * (HEIGHT + _GAP) * self.k,
        )

    def border(self, line: Line) -> tuple[float, float, float, float]:
        """The border of a line: its top left corner, width and height."""
        x, y = self.at(f"{COLUMNS[int(line[1]) - 1]}1" if line[0] == "T" else f"A{line[1]}")
        if line[0] == "T":
            return x, y - (_BORDER_H + _GAP) * self.k, WIDTH * self.k, _BORDER_H * self.k
        return x - (_BORDER_W + _GAP) * self.k, y, _BORDER_W * self.k, HEIGHT * self.k


def new_turns(scene: Scene[View], seat: Seat) -> list[Turn]:
    """The turns of a seat to be marked, and the one that is going on.

    Compared with an earlier position it is what differs, however long ago that was.
    """
    view = scene.view
    if scene.earlier:
        return list(_since(scene.earlier.tableaux[seat], view.tableaux[seat], seat))
    marked = [turn for turn in view.recent if turn.number >= scene.since]
    marked += [view.turn] if view.turn else []
    return [turn for turn in marked if turn.seat == seat]


def _since(before: Tableau, now: Tableau, seat: Seat) -> Iterator[Turn]:
    """All that was added to a tableau, a card or a trip a turn."""
    for space in now.tracks.keys() - before.tracks.keys():
        yield Turn(0, seat, built=space)
    for line, trips in now.trips.items():
        for trip in trips[len(before.trips.get(line, ())) :]:
            yield Turn(0, seat, trip=trip, line=line)
    new = now.completed.keys() - before.completed.keys()
    yield Turn(0, seat, completed=[(line, now.completed[line].points) for line in sorted(new)])


def draw(canvas: Canvas, scene: Scene[View], seat: Seat, plan: Plan) -> None:
    """A whole tableau with what is new in it."""
    tableau = scene.view.tableaux[seat]
    turns = new_turns(scene, seat)
    fresh = {line for turn in turns for line, _ in turn.completed}
    if seat == scene.view.acting:
        fresh |= set(scene.view.waiting)
    runs = {line: tableau.run(line) for line in LINES}
    stops = {
        stop: line in fresh for line, way in runs.items() if way.complete for stop in way.stops
    }
    for line, border in tableau.borders.items():
        _border(canvas, plan, line, border, done=runs[line].complete)
    built = {turn.built for turn in turns}
    for space in sorted(SPACES, key=lambda space: space in built):
        x, y = plan.at(space)
        if space not in tableau.tracks:
            _empty(canvas, plan, space)
            continue
        if space in built:
            canvas.stamp(x, y, new_frame, WIDTH * plan.k, HEIGHT * plan.k)
        card(canvas, x, y, tableau.tracks[space], plan.k, look(stops, space))
    for line, way in runs.items():
        if way.complete:
            _end(canvas, scene, plan, (line, tableau, way), new=line in fresh)
    _trips(canvas, scene, plan, tableau, turns)
    for space in built & set(SPACES):
        x, y = plan.at(space)
        word = scene.words.say("village.picture.new")
        canvas.stamp(
            x + WIDTH * plan.k - 22, y + 4, shapes.tag, word, _size(20, plan), CHANGED, WHITE
        )


def _empty(canvas: Canvas, plan: Plan, space: Space) -> None:
    """The name of an empty space, which is what one types."""
    (x, y), w, h = plan.at(space), WIDTH * plan.k, HEIGHT * plan.k
    canvas.write(x + w / 2, y + h / 2, space, _size(30, plan), FAINT, anchor="m")


def _size(size: float, plan: Plan) -> int:
    """A size of type at the tableau's scale, but never too small to read."""
    return max(15, round(size * plan.k))


def plate(pen: Pen, plan: Plan) -> None:
    """What lies under a tableau, as a part of the picture's ground: the plate and its spaces."""
    k = plan.k
    left, top = plan.x - (_BORDER_W + 16) * k, plan.y - (_BORDER_H + 16) * k
    right, bottom = plan.x + 3 * (WIDTH + _GAP) * k + 10 * k, plan.y + 4 * (HEIGHT + _GAP) * k
    pen.box(left, top, right, bottom + 10 * k, PANEL, 20 * k)
    for space in SPACES:
        x, y = plan.at(space)
        pen.box(x, y, x + WIDTH * k, y + HEIGHT * k, EMPTY, 11)


def _border(canvas: Canvas, plan: Plan, line: Line, border: Border, *, done: bool) -> None:
    x, y, w, h = plan.border(line)
    k, above = plan.k, line[0] == "T"
    canvas.stamp(x, y, _start, border.terrain or "", w, h, k, above, done)
    if border.feature:
        at = (x + w / 2 + 58 * k, y + h / 2) if above else (x + w / 2, y + h / 2 + 52 * k)
        canvas.stamp(*at, feature, border.feature, 24 * k)
    at = (x + 28 * k, y + h / 2) if above else (x + w / 2, y + 26 * k)
    canvas.stamp(*at, _badge, line, _size(22, plan), done)


def _start(pen: Pen, terrain: str, w: float, h: float, k: float, above: bool, done: bool) -> None:
    """A border with the piece of line on it."""
    ground(pen, terrain, w, h, k, RADIUS)
    a, b = ((w / 2, 14 * k), (w / 2, h)) if above else ((14 * k, h / 2), (w, h / 2))
    rails(pen, straight(a, b), k, done)


def _badge(pen: Pen, line: Line, size: int, done: bool) -> None:
    w, h = fonts.width(line, size, "black") / 2 + size * 0.36, size * 0.78
    pen.box(-w, -h, w, h, GOLD if done else INK, h * 0.5)
    pen.text(0, 0, line, size, INK if done else WHITE)


def _leaves(way: Run, tableau: Tableau) -> tuple[Space, bool]:
    """The last space of a completed line, and whether it leaves at the right."""
    stop: Stop = way.stops[-1]
    straight = tableau.tracks[stop.space].pattern == "crossing"
    return stop.space, (stop.side == "left") == straight


def _end(
    canvas: Canvas,
    scene: Scene[View],
    plan: Plan,
    complete: tuple[Line, Tableau, Run],
    *,
    new: bool,
) -> None:
    """The tag where a completed line leaves the tableau, with its points."""
    line, tableau, way = complete
    space, right = _leaves(way, tableau)
    x, y = plan.at(space)
    w, h, k = WIDTH * plan.k, HEIGHT * plan.k, plan.k
    size = _size(25, plan)
    text = line
    if line in tableau.completed:
        points = tableau.completed[line].points
        text = scene.words.say("village.picture.line", line=line, points=points)
    width = shapes.tag_width(text, size)
    fill, ink = (CHANGED, WHITE) if new else (GOLD, INK)
    if right:
        canvas.stamp(x + w + 2, y + h / 2, _arrow, 16 * k, True, fill)
        canvas.stamp(x + w + 20 * k + width / 2, y + h / 2, shapes.tag, text, size, fill, ink)
    else:
        canvas.stamp(x + w / 2, y + h + 2, _arrow, 16 * k, False, fill)
        canvas.stamp(x + w / 2, y + h + 18 * k + size * 0.71, shapes.tag, text, size, fill, ink)


def _arrow(pen: Pen, r: float, right: bool, fill: tuple[int, int, int]) -> None:
    points = [(0.0, -r), (r * 1.2, 0.0), (0.0, r)]
    pen.polygon(points if right else [(y, x) for x, y in points], fill)


def _tickets(
    plan: Plan, line: Line, count: int
) -> Iterator[tuple[float, float, tuple[float, float, float]]]:
    """Where the trips of a line lie: place, and size with scale."""
    x, y, _, h = plan.border(line)
    k = plan.k
    for number in range(count):
        if line[0] == "T":
            yield x + number * 113 * k, y - 80 * k, (109 * k, 54 * k, k)
        else:
            top = y + h / 2 - 29 * k - (33 * k if count > 1 else 0) + number * 66 * k
            yield x - 172 * k, top, (150 * k, 58 * k, 1.12 * k)


def _trips(
    canvas: Canvas, scene: Scene[View], plan: Plan, tableau: Tableau, turns: list[Turn]
) -> None:
    fresh = {line: [t.trip for t in turns if t.trip and t.line == line] for line in tableau.trips}
    for line, trips in tableau.trips.items():
        places = _tickets(plan, line, len(trips))
        for number, (trip, (x, y, size)) in enumerate(zip(trips, places, strict=True)):
            if number >= len(trips) - len(fresh[line]):
                canvas.stamp(x, y, new_frame, size[0], size[1])
            place_trip(canvas, scene, x, y, trip, size)


def targets(canvas: Canvas, scene: Scene[View], plan: Plan) -> None:
    """What can be chosen in one's own tableau, and where a card is about to go."""
    pending, view = scene.pending, scene.view
    if pending is None:
        return
    w, h = WIDTH * plan.k, HEIGHT * plan.k
    chosen = str(pending.chosen.get("space", ""))
    if chosen in SPACES and view.track:
        x, y = plan.at(chosen)
        turned = bool(pending.chosen.get("turned"))
        canvas.stamp(x, y, target_frame, w, h)
        card(canvas, x, y, view.track.turned() if turned else view.track, plan.k)
    for number, value in enumerate(pending.values, start=pending.first):
        if pending.field == "space" and value in SPACES:
            x, y = plan.at(str(value))
            canvas.stamp(x, y, _open_space, w, h)
            canvas.stamp(x + w / 2, y + h / 2 - 12, shapes.target, str(number), 34)
            canvas.write(x + w / 2, y + h - 32, str(value), 24, TARGET, anchor="m")
        elif pending.field == "line" and value in LINES:
            x, y, bw, bh = plan.border(str(value))
            at = (x + bw / 2, y + bh / 2)
            canvas.stamp(*at, shapes.target, str(number), 22)


def _open_space(pen: Pen, w: float, h: float) -> None:
    pen.box(3, 3, w - 3, h - 3, OPEN, 12)
    edge = [(8, 8), (w - 8, 8), (w - 8, h - 8), (8, h - 8), (8.0, 8.0)]
    pen.dashes(edge, TARGET, 4, 15, 11)
