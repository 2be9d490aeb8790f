"""What a tableau is worth: lines, plans with the best use of wild landmarks, penalty, requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import NamedTuple

from games.hill.components import (
    CATEGORY,
    DOUBLE,
    FALLING,
    KINDS,
    LINES,
    PAIRS,
    SEVEN,
    TRIPLE,
    WILD,
    Plan,
    category_of,
    the_box,
)
from games.hill.requests import request_points
from games.hill.state import Placed, Tableau
from games.hill.town import corners, frame_of

PENALTY = 10  # H61
IMPOSSIBLE = 99  # wilds that no number of wilds stands for
BANDS = (
    "unsuited",
    "newbie",
    "inexperienced",
    "average",
    "above_average",
    "skilled",
    "highly_skilled",
    "top",
    "legendary",
    "inhuman",
    "god",
)
_FIRST_BAND, _BAND = 80, 20


class Score(NamedTuple):
    """A tableau's points, row by row of the score pad (H79)."""

    lines: tuple[int, ...]
    plans: int
    penalty: int
    requests: int
    resources: int
    fulfilled: dict[str, tuple[int, ...]]
    """The plans of each line that are fulfilled."""
    wilds: dict[int, int]
    """How many wild landmarks each plan uses."""

    @property
    def total(self) -> int:
        rows = (self.plans, self.penalty, self.requests, self.resources)
        return sum(self.lines) + sum(rows)

    @property
    def plans_done(self) -> int:
        """How many plans are fulfilled (H63)."""
        return sum(map(len, self.fulfilled.values()))


def card_points(placed: Placed, line: str) -> int:
    """What a placed card scores for a line, its upgrade applied (H47)."""
    box = the_box()
    points = box.cards[placed.card].points[LINES.index(line)]
    if placed.token:
        token = box.tokens[placed.token]
        for upgraded, gain in token.effect:
            if upgraded == line:
                return 2 * points if token.kind == DOUBLE else points + gain
    return points


def line_points(tableau: Tableau, line: str) -> int:
    """The cards that a line's tokens lie on, each once (H51)."""
    return sum(card_points(tableau.cards[space], line) for space in tableau.lines[line])


def landmarks_on(tableau: Tableau, line: str) -> Counter[str]:
    """The landmarks that a line passes."""
    cards = the_box().cards
    passed = (cards[tableau.cards[space].card].landmark for space in tableau.lines[line])
    return Counter(landmark for landmark in passed if landmark)


def wilds_of(tableau: Tableau) -> int:
    """How many wild landmarks are kept (H48)."""
    tokens = the_box().tokens
    return sum(tokens[token].kind == WILD for token in tableau.tokens)


def needs(tableau: Tableau, plan: Plan, line: str) -> int:
    """How many wild landmarks a plan still lacks: 0 if it is fulfilled (H53-H60)."""
    passed = landmarks_on(tableau, line)
    if plan.kind == TRIPLE:  # H53
        return sum(landmark not in passed for landmark in plan.landmarks)
    if plan.kind == CATEGORY:  # H54
        return _needs_of_category(passed, plan.category)
    if plan.kind == KINDS:  # H55
        return max(0, 5 - len(passed))
    if plan.kind == PAIRS:  # H56
        return _needs_pairs(passed)
    if plan.kind == SEVEN:  # H57
        fulfilled = len(tableau.spots(line)) >= 7
    else:
        fulfilled = _joins_corners(tableau, plan.kind, line)
    return 0 if fulfilled else IMPOSSIBLE


def _needs_of_category(passed: Counter[str], category: str) -> int:
    held = Counter[str]()
    for landmark, count in passed.items():
        held[category_of(landmark)] += count
    most = held[category] if category else max(held.values(), default=0)
    return max(0, 4 - most)


def _needs_pairs(passed: Counter[str]) -> int:
    """Two kinds twice each, or one kind four times."""
    counts = [*passed.values(), 0, 0]
    pairs = (max(0, 2 - a) + max(0, 2 - b) for a, b in combinations(counts, 2))
    return min([max(0, 4 - max(counts)), *pairs])


def _joins_corners(tableau: Tableau, kind: str, line: str) -> bool:
    """Whether a line passes two opposite corners of the final town (H58, H59)."""
    if not tableau.lines[line]:
        return False
    frame = frame_of(tableau.cards)
    if not frame.fixed:
        return False
    top_left, top_right, bottom_left, bottom_right = corners(frame)
    wanted = {top_left, bottom_right} if kind == FALLING else {top_right, bottom_left}
    return wanted <= set(tableau.lines[line])


class _Choice(NamedTuple):
    """Some plans of a line with the wild landmarks they need."""

    wilds: int
    points: int
    plans: tuple[int, ...]


def score(tableau: Tableau, requests: Sequence[str] = ()) -> Score:
    """The whole score, with wild landmarks where they bring most (H51-H62)."""
    box = the_box()
    needed = {
        (line, plan): needs(tableau, box.plans[plan], line)
        for line in LINES
        for plan in tableau.plans[line]
    }
    weakest = box.requests["L"].points if "L" in requests else 0
    chosen = allocate(tableau, needed, wilds_of(tableau), weakest)
    fulfilled = dict(zip(LINES, (choice.plans for choice in chosen), strict=True))
    fewest = min(len(plans) for plans in fulfilled.values())
    return Score(
        lines=tuple(line_points(tableau, line) for line in LINES),
        plans=sum(choice.points for choice in chosen),
        penalty=-PENALTY * sum(not plans for plans in fulfilled.values()),  # H61
        requests=sum(request_points(tableau, letter, fewest) for letter in requests),
        resources=tableau.resources // 2,  # H62
        fulfilled=fulfilled,
        wilds={plan: n for (line, plan), n in needed.items() if n and plan in fulfilled[line]},
    )


def allocate(
    tableau: Tableau, needed: dict[tuple[str, int], int], wilds: int, weakest: int
) -> list[_Choice]:
    """Which plans of each line are fulfilled in the best use of the wild landmarks (H60).

    For each least number of fulfilled plans that every line must have, the lines are taken one
    after the other: the best that so many wilds can bring on the lines so far.
    """
    choices = [list(_choices(tableau, needed, line, wilds)) for line in LINES]
    best: tuple[int, int] | None = None
    found: list[_Choice] = []
    for least in range(5 if weakest else 1):
        ways = {0: ((0, 0), list[_Choice]())}
        for options in choices:
            ways = _with_line(ways, options, least, wilds)
        for worth, way in ways.values():
            total = worth[0] + least * weakest, worth[1]
            if best is None or total > best:
                best, found = total, way
    return found


def _choices(
    tableau: Tableau, needed: dict[tuple[str, int], int], line: str, wilds: int
) -> Iterator[_Choice]:
    """What can be fulfilled on a line: all that needs no wilds, and some of the rest."""
    plans = the_box().plans
    free = [plan for plan in tableau.plans[line] if not needed[line, plan]]
    rest = [plan for plan in tableau.plans[line] if 0 < needed[line, plan] <= wilds]
    for count in range(len(rest) + 1):
        for some in combinations(rest, count):
            used = sum(needed[line, plan] for plan in some)
            if used <= wilds:
                chosen = tuple(plan for plan in tableau.plans[line] if plan in (*free, *some))
                yield _Choice(used, sum(plans[plan].points for plan in chosen), chosen)


_Ways = dict[int, tuple[tuple[int, int], list[_Choice]]]
"""By the wilds used: points with penalties and the number of plans, and how."""


def _with_line(ways: _Ways, options: list[_Choice], least: int, wilds: int) -> _Ways:
    found: _Ways = {}
    for used, (worth, way) in ways.items():
        for option in options:
            spent, count = used + option.wilds, len(option.plans)
            if spent > wilds or count < least:
                continue
            points = worth[0] + option.points - (0 if count else PENALTY)
            new = points, worth[1] + count
            if spent not in found or new > found[spent][0]:
                found[spent] = new, [*way, option]
    return found


def title(points: int, requests: bool) -> str:
    """What a solo player is called (H78)."""
    above = points - _FIRST_BAND - (_BAND if requests else 0)
    band = max(0, -(-above // _BAND))
    return BANDS[min(band, len(BANDS) - 1)]
