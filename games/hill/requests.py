"""The residents' requests: what each brings a town (H64-H75)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from games.hill.components import LINES, category_of, the_box
from games.hill.state import Tableau
from games.hill.town import CROSSING, PLACE, SIDE, Frame, Space, corners, frame_of

_TWO, _THREE = 2, 3


def request_points(tableau: Tableau, letter: str, fewest: int) -> int:
    """The points of a request; `fewest` is how many plans the weakest line fulfils."""
    points = the_box().requests[letter].points
    if letter == "L":  # H75
        return points * fewest
    return points * _COUNTED[letter](tableau)


def _frame(tableau: Tableau) -> Frame | None:
    """The frame of the final town, once it is settled."""
    frame = frame_of(tableau.cards) if tableau.cards else None
    return frame if frame and frame.fixed else None


def _ways(tableau: Tableau) -> list[set[Space]]:
    return [set(tableau.lines[line]) for line in LINES]


def _lines_on(tableau: Tableau) -> Counter[Space]:
    """How many lines run over each card."""
    return Counter(space for line in LINES for space in tableau.lines[line])


def top_to_bottom(tableau: Tableau) -> int:
    """H64: lines that touch the top and the bottom row."""
    frame = _frame(tableau)
    rows = [{PLACE[space][1] for space in way} for way in _ways(tableau)]
    return sum({frame.top, frame.bottom} <= row for row in rows) if frame else 0


def left_to_right(tableau: Tableau) -> int:
    """H65: lines that touch the leftmost and the rightmost column."""
    frame = _frame(tableau)
    columns = [{PLACE[space][0] for space in way} for way in _ways(tableau)]
    return sum({frame.left, frame.right} <= column for column in columns) if frame else 0


def all_lines(tableau: Tableau) -> int:
    """H66: cards with all four lines."""
    return sum(count == len(LINES) for count in _lines_on(tableau).values())


def outer_cards(tableau: Tableau) -> int:
    """H67: outer cards with three lines or more."""
    frame = _frame(tableau)
    if not frame:
        return 0
    counts = _lines_on(tableau).items()
    return sum(count >= _THREE and not _central(frame, space) for space, count in counts)


def corner_cards(tableau: Tableau) -> int:
    """H68: corner cards with two lines or more."""
    frame = _frame(tableau)
    counts = _lines_on(tableau)
    return sum(counts[space] >= _TWO for space in corners(frame)) if frame else 0


def intersections(tableau: Tableau) -> int:
    """H69: points where both diagonals hold a token."""
    laid = {spot for line in LINES for spot in tableau.spots(line)}
    return sum(CROSSING[spot] in laid for spot in laid) // 2


def on_central_cards(tableau: Tableau) -> int:
    """H70: lines on three central cards or more."""
    frame = _frame(tableau)
    if not frame:
        return 0
    return sum(sum(_central(frame, s) for s in way) >= _THREE for way in _ways(tableau))


def on_corners(tableau: Tableau) -> int:
    """H71: lines on two corners or more."""
    frame = _frame(tableau)
    if not frame:
        return 0
    return sum(len(way.intersection(corners(frame))) >= _TWO for way in _ways(tableau))


def two_of_each_category(tableau: Tableau) -> int:
    """H72: lines with two landmarks of each category; wilds don't count."""
    box = the_box()
    found = 0
    for way in _ways(tableau):
        counts = Counter(category_of(box.cards[tableau.cards[s].card].landmark) for s in way)
        found += all(counts[category] >= _TWO for category in box.categories)
    return found


def every_card(tableau: Tableau) -> int:
    """H73: one, if every card of the whole town carries a token."""
    return len(tableau.cards) == SIDE * SIDE and len(_lines_on(tableau)) == len(tableau.cards)


def shortest_line(tableau: Tableau) -> int:
    """H74: the tokens of the shortest line."""
    return min(len(tableau.spots(line)) for line in LINES)


def _central(frame: Frame, space: Space) -> bool:
    column, row = PLACE[space]
    return frame.left < column < frame.right and frame.top < row < frame.bottom


_COUNTED: dict[str, Callable[[Tableau], int]] = {
    "A": top_to_bottom,
    "B": left_to_right,
    "C": all_lines,
    "D": outer_cards,
    "E": corner_cards,
    "F": intersections,
    "G": on_central_cards,
    "H": on_corners,
    "I": two_of_each_category,
    "J": every_card,
    "K": shortest_line,
}
