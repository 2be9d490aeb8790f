"""What a line may yet become: the points it has, its plans' chances, its best next steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.hill.components import (
    BONUSES,
    CATEGORY,
    FALLING,
    KINDS,
    LINES,
    PAIRS,
    RISING,
    SEVEN,
    TRACKS,
    TRIPLE,
    Plan,
    category_of,
    the_box,
)
from games.hill.scoring import PENALTY, card_points, wilds_of
from games.hill.state import Placed, Tableau
from games.hill.town import CROSSING, HEADING, NEIGHBOURS, PLACE, Frame, Space, corners, frame_of
from games.hill.town import spot_between as between

BONUS = 5.0  # what a track bonus is worth
PLENTY, SCARCE = 0.8, 3.0  # what a resource is worth among many, and what more if there is none
NEAR, FAR = 0.72, 0.42  # chances to pass one more landmark: in the town already, or still to come
STEP = 0.88  # chance to lay one more token that a plan needs
FADE = 0.75  # what a step after the next one counts
UNSETTLED = 0.3  # chance of a corner plan while the corners are not settled
WILD_CHANCE = 0.85
_NEVER = 0.0
_TOO_FAR = 9  # tokens: more than a line has


class Cell(NamedTuple):
    """A placed card as a line sees it."""

    points: tuple[int, ...]
    landmark: str
    roads: frozenset[str]


class Way(NamedTuple):
    """A line as far as it runs, or might run."""

    spaces: tuple[Space, ...]
    laid: int


def cell_of(placed: Placed) -> Cell:
    """A card with its rotation and upgrade."""
    card = the_box().cards[placed.card]
    points = tuple(card_points(placed, line) for line in LINES)
    return Cell(points, card.landmark, frozenset(card.turned(placed.rotation)))


def resource(held: int, rounds: float) -> float:
    """What a resource is worth to who holds so many: the last ones decide whether track is laid."""
    return PLENTY + SCARCE / (1 + held) if rounds > 1 else 0.5


class Prospects:
    """A tableau with what can be hoped of it, `rounds` before the end."""

    def __init__(self, tableau: Tableau, rounds: float) -> None:
        self.cells = {space: cell_of(placed) for space, placed in tableau.cards.items()}
        self.plans = {
            line: [the_box().plans[plan] for plan in tableau.plans[line]] for line in LINES
        }
        self.ways = {line: Way(tuple(tableau.lines[line]), tableau.laid[line]) for line in LINES}
        self.taken = {spot for line in LINES for spot in tableau.spots(line)}
        self.resource = resource(tableau.resources, rounds)
        self.rounds = rounds
        self.wilds = wilds_of(tableau)
        self.waiting = {the_box().cards[card].landmark for card in tableau.hand}
        self._frame()

    def _frame(self) -> None:
        frame: Frame | None = frame_of(self.cells) if self.cells else None
        self.corners = corners(frame) if frame and frame.fixed else None
        self.landmarks = {cell.landmark for cell in self.cells.values()} - {""}

    def place(self, space: Space, cell: Cell) -> None:
        """Try a card on a space."""
        self.cells[space] = cell
        self._frame()

    def unplace(self, space: Space) -> None:
        """Take it away again."""
        del self.cells[space]
        self._frame()

    def value(self, line: str, way: Way) -> float:
        """A line's points, its plans by their chances, and its penalty by the chance of none."""
        number = LINES.index(line)
        points = float(sum(self.cells[space].points[number] for space in way.spaces))
        return points + self.plans_value(way, self.plans[line])

    def plans_value(self, way: Way, plans: list[Plan]) -> float:
        """What plans are worth at a line, each by its chance; the first one saves the penalty."""
        none, total = 1.0, 0.0
        counts: dict[str, int] = {}
        for space in way.spaces:
            if landmark := self.cells[space].landmark:
                counts[landmark] = counts.get(landmark, 0) + 1
        for plan in plans:
            chance = self._chance(plan, way, counts)
            total += chance * plan.points
            none *= 1 - chance
        return total - PENALTY * none

    def steps_left(self, way: Way) -> float:
        """About how many tokens a line may still get."""
        return min(TRACKS - way.laid, 0.45 * self.rounds + 0.3)

    def _chance(self, plan: Plan, way: Way, counts: dict[str, int]) -> float:
        left = self.steps_left(way)
        if plan.kind == TRIPLE:
            missing = [landmark for landmark in plan.landmarks if landmark not in counts]
            return self._landmark_chance(missing, len(missing), left)
        if plan.kind in (FALLING, RISING):
            return self._corner_chance(plan, way, left)
        if plan.kind == SEVEN:
            lacking = max(0, 8 - len(way.spaces)) if way.spaces else 7
            return STEP**lacking if lacking <= left + 1 else _NEVER
        return self._landmark_chance([], _lacking(plan, counts), left)

    def _landmark_chance(self, missing: list[str], count: int, left: float) -> float:
        if count == 0:
            return 1.0
        if count <= self.wilds:
            return WILD_CHANCE
        if count > left + 1:
            return _NEVER
        later = FAR * min(1.0, self.rounds / 5)
        if not missing:
            one = NEAR * min(1.0, (left + 0.5) / count)
            return float(one**count)
        chance = 1.0
        for landmark in missing:
            near = landmark in self.landmarks or landmark in self.waiting
            chance *= NEAR if near else later
        return chance if count <= left else chance * 0.5

    def _corner_chance(self, plan: Plan, way: Way, left: float) -> float:
        if self.corners is None:
            return UNSETTLED if left >= 3 else _NEVER
        top_left, top_right, bottom_left, bottom_right = self.corners
        first, second = (
            (top_left, bottom_right) if plan.kind == FALLING else (top_right, bottom_left)
        )
        lacking = _steps_to(way, first, second)
        return STEP**lacking if lacking <= left + 0.5 else _NEVER

    def price(self, a: Space, b: Space) -> int:
        """What a token between two cards costs; a taken spot is hardly ever worth it."""
        halves = (HEADING[a, b] not in self.cells[a].roads) + (
            HEADING[b, a] not in self.cells[b].roads
        )
        spot = between(a, b)
        if spot in self.taken:
            return halves + 9
        return halves + (2 if CROSSING[spot] in self.taken else 0)

    def steps(self, way: Way) -> Iterator[tuple[Way, int]]:
        """The ways with one more token, and its price."""
        spaces, cells = way.spaces, self.cells
        if way.laid >= TRACKS:
            return
        if not spaces:
            for a in cells:
                for b in NEIGHBOURS[a].values():
                    if a < b and b in cells:
                        yield Way((a, b), way.laid + 1), self.price(a, b)
            return
        for end in (0, -1):
            here = spaces[end]
            for other in NEIGHBOURS[here].values():
                if other in cells and other not in spaces:
                    grown = (other, *spaces) if end == 0 else (*spaces, other)
                    yield Way(grown, way.laid + 1), self.price(here, other)

    def gain(self, line: str, before: float, way: Way, price: int) -> float:
        """What a step brings: value, a bonus, less its price."""
        bonus = BONUS if way.laid in BONUSES else 0.0
        return self.value(line, way) - before + bonus - self.resource * price

    def future(self, line: str, way: Way, depth: int = 2) -> float:
        """What the best next steps of a line bring, one after the other."""
        total, weight = 0.0, 1.0
        for _ in range(depth):
            before = self.value(line, way)
            steps = self.steps(way)
            best = max(
                ((self.gain(line, before, new, price), new) for new, price in steps),
                key=lambda entry: entry[0],
                default=None,
            )
            if best is None or best[0] <= 0:
                break
            total += weight * best[0]
            weight *= FADE
            way = best[1]
        return total

    def outlook(self, depth: int = 2) -> float:
        """What all lines may bring with their next steps."""
        return sum(self.future(line, way, depth) for line, way in self.ways.items())


def _lacking(plan: Plan, counts: dict[str, int]) -> int:
    """Landmarks that a plan of a category, of kinds or of pairs still lacks."""
    if plan.kind == KINDS:
        return max(0, 5 - len(counts))
    if plan.kind == PAIRS:
        pairs = sum(min(2, count // 2) for count in counts.values())
        singles = sum(count == 1 or count == 3 for count in counts.values())
        if pairs >= 2:
            return 0
        return (1 if singles else 2) if pairs else 4 - min(2, singles)
    assert plan.kind == CATEGORY
    held: dict[str, int] = {}
    for landmark, count in counts.items():
        category = category_of(landmark)
        held[category] = held.get(category, 0) + count
    most = held.get(plan.category, 0) if plan.category else max(held.values(), default=0)
    return max(0, 4 - most)


def _steps_to(way: Way, first: Space, second: Space) -> int:
    """How many tokens a line needs at least to pass two corners."""
    if not way.spaces:
        return 3
    ends = way.spaces[0], way.spaces[-1]
    if first in way.spaces and second in way.spaces:
        return 0
    if first in way.spaces or second in way.spaces:
        wanted = second if first in way.spaces else first
        open_ends = [end for end in ends if end not in (first, second)]
        return min((_apart(end, wanted) for end in open_ends), default=_TOO_FAR)
    straight = _apart(ends[0], first) + _apart(ends[1], second)
    return min(straight, _apart(ends[1], first) + _apart(ends[0], second))


def _apart(a: Space, b: Space) -> int:
    (ac, ar), (bc, br) = PLACE[a], PLACE[b]
    return max(abs(ac - bc), abs(ar - br))
