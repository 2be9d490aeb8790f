"""The computer player of The Rail on the Hill: a mayor who looks two tokens ahead on each line.

Each line is worth its points, its plans by their chances, and what its next steps may bring. A
card is good where it betters these steps, a track where it takes the best of them.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Move, Rng
from games.hill.checks import PRICE
from games.hill.components import BONUSES, DOUBLE_TRACK, LINES, ROUNDS, WILD, the_box
from games.hill.moves import (
    NOWHERE,
    Acquire,
    Assign,
    Bonus,
    Buy,
    Choose,
    Collect,
    Develop,
    Done,
    Lay,
    Lift,
    Place,
)
from games.hill.prospects import BONUS, Prospects, Way, cell_of
from games.hill.requests import request_points
from games.hill.state import Placed
from games.hill.town import SPOTS, Space, open_spaces
from games.hill.track import cost, extend
from games.hill.view import View

AHEAD = 0.45  # what the steps after a token count beside the token itself
KEPT = {DOUBLE_TRACK: 1.0, WILD: 5.0}  # tokens that are kept
CARD = 0.22  # a card's points for a line that may once pass it
WANTED = 0.8  # a landmark that some plan lacks
SPARE = 2  # resources to keep while there is track to lay


def choose(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    """The best of the moves, as far as this player can see."""
    assert view.me is not None
    player = _Player(view)
    return max(moves, key=player.worth)


class _Player:
    """A seat with its view, thinking about its moves."""

    def __init__(self, view: View) -> None:
        assert view.me is not None
        self.view = view
        self.tableau = view.tableaux[view.me]
        placed = bool(view.mine and view.mine.placed)
        self.rounds = ROUNDS - max(1, view.round) + (0.3 if placed else 1.0)
        self.hope = Prospects(self.tableau, self.rounds)
        self._base: float | None = None

    def worth(self, move: Move) -> float:
        """How good a move is; only moves that compete for the same moment are compared."""
        match move:
            case Choose(number):
                one = next(one for one in self.view.sets if one.number == number)
                return sum(map(self.card, one.cards)) + self.token(one.token)
            case Acquire(location):
                return 1000 + self.acquire(location)
            case Place():
                return 900 + self.place(move)
            case Assign():
                return 2000 + self.assign(move)
            case Develop(token, space):
                return 2000 + self.develop(token, space)
            case Bonus(choice):
                return self.bonus(choice)
            case Collect():
                return 3000.0
            case Lay():
                return self.lay_or_wait(move)
            case Buy():
                return self.buy()
            case Lift():
                return -1000.0
            case Done():
                return 0.0
        return -5000.0

    @property
    def base(self) -> float:
        if self._base is None:
            self._base = self.hope.outlook()
        return self._base

    def card(self, number: int) -> float:
        """What a card is worth in hand: its points, and a landmark that plans lack."""
        card = the_box().cards[number]
        worth = CARD * sum(max(0, points - 1) for points in card.points)
        if card.landmark:
            for line in LINES:
                passed = {self.hope.cells[s].landmark for s in self.hope.ways[line].spaces}
                for plan in self.hope.plans[line]:
                    lacks = card.landmark in plan.landmarks and card.landmark not in passed
                    worth += WANTED * lacks
            worth += 0.5
        return worth

    def acquire(self, location: str) -> float:
        """The card's best place in the town, and the action of its location."""
        card = self.view.market.cards[location]
        best = max(self.outlook_with(card, 0, space) for space in self.open()) - self.base
        return 0.6 * best + self.card(card) + self.action(location)

    def open(self) -> list[Space]:
        return open_spaces(self.tableau.cards)

    def action(self, location: str) -> float:
        match location:
            case "a":
                return 2 * self.hope.resource
            case "b":
                plans = self.view.market.plans
                return max((self.best_line(plan) for plan in plans), default=0.0)
            case "c":
                return max(0.0, *self.steps(), 0.0) * 0.9
        return max((self.token(token) for token in self.view.market.tokens), default=0.0)

    def steps(self) -> list[float]:
        """What the next token of each line would bring."""
        return [self.hope.future(line, way, 1) for line, way in self.hope.ways.items()]

    def outlook_with(self, card: int, rotation: int, space: Space) -> float:
        """What the lines may bring with this card in the town."""
        self.hope.place(space, cell_of(Placed(card, rotation)))
        try:
            return self.hope.outlook()
        finally:
            self.hope.unplace(space)

    def place(self, move: Place) -> float:
        """The outlook with the card there; what is kept in hand counts a little."""
        kept = sum(self.card(card) for card in self.tableau.hand if card != move.card)
        later = 0.0 if self.rounds < 1 else 0.5 * kept
        return self.outlook_with(move.card, move.rotation, move.space) + later

    def lay_or_wait(self, move: Lay) -> float:
        """A track now, before the card is placed only if nothing better can come of the card."""
        worth = self.lay(move)
        mine = self.view.mine
        if mine and mine.open == "track":
            return worth
        return 100 + worth if worth > 0 else -100 + worth

    def lay(self, move: Lay) -> float:
        """The token itself and the steps that may follow it."""
        hope, way = self.hope, self.hope.ways[move.line]
        new = _extended(way, move.spot)
        price = cost(self.tableau, move.spot)
        before = hope.value(move.line, way)
        gain = hope.value(move.line, new) - before - self.hope.resource * price.total
        gain += BONUS if new.laid in BONUSES else 0.0
        gain -= KEPT[DOUBLE_TRACK] if price.double else 0.0
        gain += self.requests(move)
        if self.rounds < 1:
            return gain
        return gain + AHEAD * (hope.future(move.line, new) - 0.5 * hope.future(move.line, way))

    def requests(self, move: Lay) -> float:
        """What a token brings by the residents' requests."""
        if not self.view.requests:
            return 0.0
        trial = self.tableau.copy()
        extend(trial, move.line, move.spot)
        return sum(
            request_points(trial, letter, 0) - request_points(self.tableau, letter, 0)
            for letter in self.view.requests
        )

    def best_line(self, plan: int) -> float:
        """What a plan brings at the line that suits it best."""
        return max(self.plan_gain(plan, line, out) for line in LINES for out in self._outs(line))

    def _outs(self, line: str) -> list[int]:
        held = self.tableau.plans[line]
        return [0] if len(held) < 4 else held

    def plan_gain(self, plan: int, line: str, out: int) -> float:
        box, way = the_box().plans, self.hope.ways[line]
        held = self.hope.plans[line]
        after = [one for one in held if one.id != out] + [box[plan]]
        return self.hope.plans_value(way, after) - self.hope.plans_value(way, held)

    def assign(self, move: Assign) -> float:
        """The plan's gain at its line."""
        if move.line == NOWHERE:
            return 0.0
        return self.plan_gain(move.plan, move.line, move.out)

    def token(self, number: int) -> float:
        """What a token is worth where it does most."""
        if not the_box().tokens[number].upgrade:
            return KEPT[the_box().tokens[number].kind]
        free = [space for space, placed in self.tableau.cards.items() if not placed.token]
        return max((self.develop(number, space) for space in free), default=2.0)

    def develop(self, number: int, space: Space) -> float:
        """The points that an upgrade adds, on lines that run there or may."""
        token = the_box().tokens[number]
        if not token.upgrade:
            return KEPT[token.kind]
        if space == NOWHERE:
            return 0.0
        placed = self.tableau.cards[space]
        after = cell_of(Placed(placed.card, placed.rotation, number))
        before = self.hope.cells[space]
        worth = 0.0
        for n, line in enumerate(LINES):
            passes = space in self.hope.ways[line].spaces
            share = 1.0 if passes else min(0.5, 0.05 * self.rounds)
            worth += share * (after.points[n] - before.points[n])
        return worth

    def bonus(self, choice: str) -> float:
        if choice == "resources":
            return 2 * self.hope.resource
        if choice == "track":
            return max(0.0, *self.steps())
        return 2.5 if self.rounds > 3 else 0.5

    def buy(self) -> float:
        """Resources that no track will need become tokens."""
        spare = self.tableau.resources - PRICE
        keep = SPARE + 1 if self.rounds > 2 else 0
        mine = self.view.mine
        ready = mine is not None and mine.placed and not mine.tracks
        return 50.0 if ready and spare >= keep else -500.0


def _extended(way: Way, spot: str) -> Way:
    a, b = SPOTS[spot]
    spaces = way.spaces
    if not spaces:
        return Way((a, b), way.laid + 1)
    if spaces[-1] in (a, b):
        return Way((*spaces, b if spaces[-1] == a else a), way.laid + 1)
    return Way((b if spaces[0] == a else a, *spaces), way.laid + 1)
