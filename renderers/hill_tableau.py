"""A tableau of The Rail on the Hill: the town, the four lines with their plans, what is kept."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Seat
from games.hill.components import BONUSES, LINES, PLANS_A_LINE, TRACKS, the_box
from games.hill.scoring import Score, landmarks_on, score
from games.hill.state import Tableau, Turn
from games.hill.view import View
from renderers import fonts, hill_icons, hill_town, shapes
from renderers import hill_cards as cards
from renderers.canvas import Canvas
from renderers.canvas import new as new_canvas
from renderers.header import ground as header_ground
from renderers.hill_theme import LOSS, SOCKET, SOCKET_EDGE
from renderers.pen import Pen
from renderers.scene import Scene
from renderers.theme import BAND, INK, SEATS, SOFT, STEEL, STRIP, TABLE, TARGET, WHITE
from renderers.theme import LINES as LIVERIES

WIDTH, HEIGHT = 1400, 1050
CHOICES = 196  # the height of the strip with what one may choose from
_RAIL, _RAIL_WIDTH, _BLOCK = 842, 534, 58
_ROW, _ROW_GAP = 184, 11
_STRIP = 962


def paper(scene: Scene[View], seat: Seat) -> Canvas:
    """The tableau of a seat, without the head."""
    view, tableau = scene.view, scene.view.tableaux[seat]
    choices = _choices(scene, seat)
    height = HEIGHT + (CHOICES if choices else 0)
    canvas = new_canvas((WIDTH, height), _ground, height)
    turns, worth = new_turns(scene, seat), score(tableau, view.requests)
    pending = scene.pending if view.me == seat else None
    say = scene.words.say
    hill_town.draw(canvas, tableau, turns, pending, say("hill.picture.new"))
    for number, line in enumerate(LINES):
        _line(canvas, scene, tableau, worth, line, number, turns)
    _strip(canvas, scene, seat, worth)
    if choices:
        _draw_choices(canvas, scene, choices)
    return canvas


def new_turns(scene: Scene[View], seat: Seat) -> list[Turn]:
    """What is to be marked of a seat: turns that are new, and the one's own that is going on.

    Compared with an earlier position it is what differs, however long ago that was.
    """
    if scene.earlier:
        return [_since(scene.earlier.tableaux[seat], scene.view.tableaux[seat], seat)]
    marked = [t for t in scene.view.recent if t.number >= scene.since and t.seat == seat]
    mine = scene.view.mine
    return marked + ([mine.turn] if mine and scene.view.me == seat else [])


def _since(before: Tableau, now: Tableau, seat: Seat) -> Turn:
    """All that was added to a tableau, as if it had been one turn."""
    turn = Turn(0, seat)
    for space, one in now.cards.items():
        if space not in before.cards:
            turn.placed.append(space)
        elif one.token != before.cards[space].token:
            turn.upgraded.append(space)
    for line in LINES:
        old = before.spots(line)
        turn.laid += [(line, spot) for spot in now.spots(line) if spot not in old]
        turn.plans += [plan for plan in now.plans[line] if plan not in before.plans[line]]
    return turn


def _ground(pen: Pen, height: int) -> None:
    pen.box(0, 0, WIDTH, height, TABLE)
    header_ground(pen, WIDTH)
    hill_town.ground(pen)
    for number, line in enumerate(LINES):
        top = _top(number)
        livery = LIVERIES[line]
        if line == "black":
            pen.box(_RAIL - 2, top - 2, _RAIL + _RAIL_WIDTH, top + _ROW + 2, STEEL, 15)
        pen.box(_RAIL, top, _RAIL + _RAIL_WIDTH, top + _ROW, BAND, 14)
        pen.box(_RAIL, top, _RAIL + _BLOCK, top + _ROW, livery.colour, 14)
        pen.box(_RAIL + 40, top, _RAIL + _BLOCK, top + _ROW, livery.colour)
    pen.box(0, _STRIP, WIDTH, HEIGHT, STRIP)
    if height > HEIGHT:
        pen.box(0, HEIGHT, WIDTH, height, BAND)
        pen.box(0, HEIGHT, WIDTH, HEIGHT + 4, TARGET)


def _top(number: int) -> int:
    return hill_town.TOP + number * (_ROW + _ROW_GAP)


def _line(
    canvas: Canvas,
    scene: Scene[View],
    tableau: Tableau,
    worth: Score,
    line: str,
    number: int,
    turns: Sequence[Turn],
) -> None:
    """A line: letter and points, its eight tokens, its plans, what it costs without one."""
    top, livery = _top(number), LIVERIES[line]
    middle = _RAIL + _BLOCK // 2
    canvas.write(middle, top + 44, livery.letter, 52, livery.ink, anchor="m")
    canvas.write(middle, top + _ROW - 52, str(worth.lines[number]), 34, livery.ink, anchor="m")
    word = scene.words.say("hill.picture.points")
    canvas.write(middle, top + _ROW - 22, word, 17, livery.ink, "bold", "m")
    laid = tableau.laid[line]
    gone = laid - len(tableau.spots(line))
    fresh = sum(mark[0] == line for turn in turns for mark in turn.laid)
    for token in range(TRACKS):
        canvas.stamp(
            _RAIL + 88 + token * 49,
            top + 28,
            cards.pip,
            line,
            gone <= token < laid,
            token + 1 in BONUSES,
            laid - fresh <= token < laid,
            SOCKET_EDGE,
            STRIP if token < gone else SOCKET,
        )
        if token < gone:
            canvas.write(_RAIL + 88 + token * 49, top + 28, "×", 22, SOFT, anchor="m")
    if not worth.fulfilled[line]:
        penalty = scene.words.say("hill.picture.penalty")
        canvas.write(_RAIL + _RAIL_WIDTH - 12, top + 28, penalty, 25, LOSS, anchor="r")
    _plans(canvas, scene, tableau, worth, line, top, turns)


def _plans(
    canvas: Canvas,
    scene: Scene[View],
    tableau: Tableau,
    worth: Score,
    line: str,
    top: int,
    turns: Sequence[Turn],
) -> None:
    width, height = (_RAIL_WIDTH - _BLOCK - 20 - 3 * 8) // 4, _ROW - 64
    has = cards.has_landmarks(list(landmarks_on(tableau, line)))
    fresh = {plan for turn in turns for plan in turn.plans}
    for place in range(PLANS_A_LINE):
        x, y = _RAIL + _BLOCK + 10 + place * (width + 8), top + 54
        if place >= len(tableau.plans[line]):
            canvas.stamp(x, y, cards.slot, width, height, BAND, SOCKET_EDGE)
            continue
        number = tableau.plans[line][place]
        done = number in worth.fulfilled[line]
        caption = plan_caption(scene, number)
        canvas.stamp(
            x, y, cards.plan, number, width, height, line, done, has, number in fresh, caption
        )
        if wilds := worth.wilds.get(number, 0) if done else 0:
            canvas.stamp(x + width // 2 + 4, y + 19, _wild, wilds)


def _wild(pen: Pen, count: int) -> None:
    """How many wild landmarks a plan uses."""
    hill_icons.token(pen, _a_wild(), 13)
    if count > 1:
        pen.disc(15, -9, 9, WHITE)
        pen.text(15, -9, str(count), 15, INK)


def _a_wild() -> int:
    return next(t.id for t in the_box().tokens.values() if t.kind == "wild landmark")


def plan_caption(scene: Scene[View], plan: int) -> str:
    """A plan in two words."""
    kind = the_box().plans[plan].kind.replace(" ", "_")
    return scene.words.say(f"hill.picture.plan_{kind}")


def _strip(canvas: Canvas, scene: Scene[View], seat: Seat, worth: Score) -> None:
    """Whose tableau it is, resources, tokens, cards in hand, and what it is worth now."""
    tableau, say, y = scene.view.tableaux[seat], scene.words.say, (_STRIP + HEIGHT) // 2
    canvas.stamp(46, y, shapes.seat, seat, 20, SEATS[seat])
    name, size = fonts.shrink(scene.words.seat(seat), (34, 29, 25), "black", 190)
    canvas.write(80, y, name, size, WHITE)
    canvas.stamp(306, y, hill_icons.crate, 23)
    canvas.write(340, y, str(tableau.resources), 46, WHITE)
    x = 352 + fonts.width(str(tableau.resources), 46, "black")
    canvas.write(x, y + 5, say("hill.picture.resources"), 24, SOFT, "semibold")
    x = 520.0
    mine = scene.view.mine if scene.view.me == seat else None
    waiting = mine.tokens if mine and scene.view.phase == "found" else ()
    tokens = [*waiting, *tableau.tokens]
    if tokens:
        canvas.write(x, y, say("hill.picture.kept"), 24, SOFT, "semibold")
        x += fonts.width(say("hill.picture.kept"), 24, "semibold") + 34
        for token in tokens[:6]:
            canvas.stamp(x, y, hill_icons.token, token, 23)
            x += 54
    _hand(canvas, scene, tableau, max(x + 6, 700), y)
    canvas.write(WIDTH - 26, y, str(worth.total), 50, WHITE, anchor="r")
    x = WIDTH - 40 - fonts.width(str(worth.total), 50, "black")
    canvas.write(x, y + 4, say("hill.picture.now"), 24, SOFT, "semibold", "r")


def _hand(canvas: Canvas, scene: Scene[View], tableau: Tableau, x: float, y: int) -> None:
    """Town cards in hand: landmark and values."""
    if not tableau.hand:
        return
    word = scene.words.say("hill.picture.hand")
    room = WIDTH - 200 - x
    if room > 230 * len(tableau.hand) + 90:
        canvas.write(x, y, word, 24, SOFT, "semibold")
        x += fonts.width(word, 24, "semibold") + 14
    compact = WIDTH - 200 - x < 225 * len(tableau.hand)
    for number in tableau.hand:
        card = the_box().cards[number]
        canvas.stamp(x + 22, y, hill_icons.landmark, card.landmark, 21)
        x += 50
        if compact:
            for place, line in enumerate(LINES):
                dx, dy = (place // 2) * 42, (place % 2) * 34 - 17
                canvas.stamp(x + 22 + dx, y + dy, cards.value_tag, line, card.points[place], 0.9)
            x += 96
            continue
        for place, line in enumerate(LINES):
            canvas.stamp(x + 20 + place * 44, y, cards.value_tag, line, card.points[place], 0.95)
        x += 184


Choices = tuple[str, tuple[int, ...], str]
"""What one may choose from: plans, tokens or the rotations of a card; and the words for it."""


def _choices(scene: Scene[View], seat: Seat) -> Choices | None:
    view, pending = scene.view, scene.pending
    if view.me != seat or view.mine is None:
        return None
    if pending and pending.field == "rotation":
        return "rotation", (int(pending.chosen["card"]),), "hill.picture.turn"
    if view.mine.plans and view.phase != "over":
        return "plans", view.mine.plans, "hill.picture.choose_plan"
    if view.mine.tokens:
        return "tokens", view.mine.tokens, "hill.picture.choose_token"
    return None


def _draw_choices(canvas: Canvas, scene: Scene[View], choices: Choices) -> None:
    kind, items, key = choices
    top = HEIGHT + 18
    lines = fonts.wrap(scene.words.say(key), 26, "bold", 170, 4)
    for number, line in enumerate(lines):
        canvas.write(24, top + 30 + number * 32, line, 26, TARGET, "bold")
    x = 214
    for item in items:
        if kind == "plans":
            caption = plan_caption(scene, item)
            canvas.stamp(x, top + 8, cards.plan, item, 180, 144, "", False, (), False, caption)
            x += 194
        elif kind == "tokens":
            canvas.stamp(x + 60, top + 66, hill_icons.token, item, 52)
            canvas.write(x + 60, top + 146, f"#{item}", 24, WHITE, "bold", "m")
            x += 190
        else:
            _rotations(canvas, scene, item, x, top)


def _rotations(canvas: Canvas, scene: Scene[View], number: int, x: int, top: int) -> None:
    """The four ways in which a card can be turned."""
    card = the_box().cards[number]
    for rotation in range(4):
        middle = x + 70 + rotation * 280
        canvas.stamp(middle, top + 78, cards.ground, 140, card.turned(rotation), False)
        canvas.stamp(middle, top + 78, cards.station, 140, card.landmark, card.points, (), 0)
        word = scene.words.term("rotation", rotation)
        for row, line in enumerate(fonts.wrap(word, 24, "bold", 120, 2)):
            canvas.write(middle + 84, top + 66 + row * 28, line, 24, WHITE, "bold")
