"""A table of The Rail on the Hill for the tests: a position is laid out, then it is played."""

import itertools
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import msgspec
import pytest

from games.core import Fact, IllegalMove, Move, Rng
from games.hill import HILL
from games.hill.components import LOCATIONS
from games.hill.moves import (
    NOWHERE,
    Acquire,
    Assign,
    Bonus,
    Buy,
    Collect,
    Develop,
    Done,
    Lay,
    Lift,
    Place,
)
from games.hill.rounds import prepare
from games.hill.scoring import Score, score
from games.hill.state import Market, Options, Placed, State, Tableau
from games.hill.town import space_at, spot_between
from games.hill.view import View
from games.phrasebook import Phrasebook

NAMES = ("Ada", "Bo", "Cy", "Dee")
SEED = bytes(32)


class Table:
    """Seat 0 starts, in strict order unless told otherwise, in round 1, with five resources each.

    `town`, `runs`, `plans` and `keeps` lay things in front of a seat outside the rules; the other
    methods are moves of whoever's turn it is, unless a seat is given.
    """

    def __init__(
        self,
        players: int = 2,
        *,
        together: bool = False,
        requests: str = "",
        upright: bool = False,
        round: int = 1,
        resources: int = 5,
    ) -> None:
        options = Options(together=together, requests=bool(requests), upright=upright)
        self.state = HILL.new(players, options, Rng(SEED, 0))
        state = self.state
        state.start, state.phase, state.round = 0, "round", round
        state.requests = list(requests)
        state.sets, state.hands = [], [[] for _ in range(players)]
        state.tableaux = [Tableau(resources) for _ in range(players)]
        state.shown = [Tableau(resources) for _ in range(players)]
        prepare(state, Rng(SEED, 1))
        self.words = Phrasebook(HILL, NAMES[:players])
        self.number = 1

    # Laying out a position

    def market(
        self, cards: Sequence[int] = (), plans: Sequence[int] = (), tokens: Sequence[int] = ()
    ) -> "Table":
        """What lies on the main board."""
        market = self.state.market
        self.state.market = Market(
            dict(zip(LOCATIONS, cards, strict=True)) if cards else market.cards,
            list(plans) or market.plans,
            list(tokens) or market.tokens,
        )
        return self

    def town(self, *cards: str, seat: int = 0) -> "Table":
        """Cards in a town, as "D4 17" or with quarter turns "D4 17 1"."""
        for text in cards:
            space, card, *turned = text.split()
            placed = Placed(int(card), int(turned[0]) if turned else 0)
            self.state.tableaux[seat].cards[space] = placed
        return self._seen(seat)

    def rows(self, *cards: int, seat: int = 0) -> "Table":
        """A town row by row from D4, four cards a row."""
        for number, card in enumerate(cards):
            space = space_at(3 + number % 4, 3 + number // 4)
            self.state.tableaux[seat].cards[space] = Placed(card, 0)
        return self._seen(seat)

    def runs(self, line: str, way: str, seat: int = 0) -> "Table":
        """A line over these spaces."""
        spaces = way.split()
        self.state.tableaux[seat].lines[line] = spaces
        self.state.tableaux[seat].laid[line] = len(spaces) - 1
        for a, b in itertools.pairwise(spaces):
            assert spot_between(a, b) in self.state.tableaux[seat].spots(line)
        return self._seen(seat)

    def plans(self, line: str, *plans: int, seat: int = 0) -> "Table":
        """Plans at a line."""
        self.state.tableaux[seat].plans[line] = list(plans)
        return self._seen(seat)

    def keeps(self, *tokens: int, seat: int = 0) -> "Table":
        """Development tokens that are kept."""
        self.state.tableaux[seat].tokens = list(tokens)
        return self._seen(seat)

    def holds(self, *cards: int, seat: int = 0) -> "Table":
        """Town cards in hand."""
        self.state.tableaux[seat].hand = list(cards)
        return self._seen(seat)

    def has(self, resources: int, seat: int = 0) -> "Table":
        """So many resources."""
        self.state.tableaux[seat].resources = resources
        return self._seen(seat)

    def _seen(self, seat: int) -> "Table":
        self.state.shown[seat] = self.state.tableaux[seat].copy()
        return self

    # Playing

    @property
    def acting(self) -> list[int]:
        return sorted(self.state.acting)

    def tableau(self, seat: int = 0) -> Tableau:
        return self.state.tableaux[seat]

    def play(self, move: Move, seat: int | None = None) -> list[Fact]:
        who = min(self.state.acting, default=0) if seat is None else seat
        self.number += 1
        return HILL.play(self.state, who, move, Rng(SEED, self.number))

    def acquire(self, location: str, *, seat: int | None = None) -> list[Fact]:
        return self.play(Acquire(location), seat)

    def place(
        self, card: int, space: str, rotation: int = 0, *, seat: int | None = None
    ) -> list[Fact]:
        return self.play(Place(card, space, rotation), seat)

    def lay(self, line: str, spot: str, *, seat: int | None = None) -> list[Fact]:
        return self.play(Lay(line, spot), seat)

    def bonus(self, choice: str, *, seat: int | None = None) -> list[Fact]:
        return self.play(Bonus(choice), seat)

    def collect(self, *, seat: int | None = None) -> list[Fact]:
        return self.play(Collect(), seat)

    def plan(self, plan: int, line: str, out: int = 0, *, seat: int | None = None) -> list[Fact]:
        return self.play(Assign(plan, line, out), seat)

    def develop(self, token: int, space: str = NOWHERE, *, seat: int | None = None) -> list[Fact]:
        return self.play(Develop(token, space), seat)

    def buy(self, *, seat: int | None = None) -> list[Fact]:
        return self.play(Buy(), seat)

    def lift(self, line: str, spot: str, *, seat: int | None = None) -> list[Fact]:
        return self.play(Lift(line, spot), seat)

    def done(self, *, seat: int | None = None) -> list[Fact]:
        return self.play(Done(), seat)

    def turn(self, location: str, *, seat: int | None = None) -> list[Fact]:
        """A short turn: acquire, place that card somewhere, be done."""
        who = min(self.state.acting) if seat is None else seat
        facts = self.acquire(location, seat=who)
        facts += self.place_any(who)
        return facts + self.done(seat=who)

    def place_any(self, seat: int) -> list[Fact]:
        """Place a card wherever it may go."""
        move = next(m for m in HILL.legal(self.state, seat) if isinstance(m, Place))
        return self.play(move, seat)

    # Asking

    @contextmanager
    def refuses(self, key: str) -> Iterator[None]:
        """The move is refused for this reason, which can be said, and nothing has changed."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as caught:
            yield
        assert caught.value.fact.key == key, self.words.refuse(caught.value)
        assert msgspec.json.encode(self.state) == before
        said = self.words.refuse(caught.value)
        assert said and "{" not in said

    def legal(self, kind: type[Move], seat: int | None = None) -> list[Move]:
        who = min(self.state.acting) if seat is None else seat
        return [move for move in HILL.legal(self.state, who) if isinstance(move, kind)]

    def spots(self, line: str, seat: int | None = None) -> set[str]:
        """Where a token of this line may go now."""
        return {m.spot for m in self.legal(Lay, seat) if isinstance(m, Lay) and m.line == line}

    def spaces(self, seat: int | None = None) -> set[str]:
        """Where a card may go now."""
        return {m.space for m in self.legal(Place, seat) if isinstance(m, Place)}

    def view(self, seat: int | None = None) -> View:
        return HILL.view(self.state, seat)

    def score(self, seat: int = 0) -> Score:
        return score(self.state.tableaux[seat], self.state.requests)

    def tell(self, facts: Sequence[Fact]) -> list[str]:
        return [self.words.tell(fact) for fact in facts]

    def again(self) -> State:
        """The same state, stored and read back."""
        return msgspec.json.decode(msgspec.json.encode(self.state), type=State)


def keys(facts: Sequence[Fact], seat: int | None = None) -> list[str]:
    """What happened as a seat or a spectator learns it, in the phrasebook's keys."""
    return [fact.key.removeprefix("hill.") for fact in facts if fact.known_to(seat)]


def found(table: Table, seat: int) -> None:
    """Found a town in some legal way, but for the last word."""
    state = table.state
    while True:
        moves = [m for m in HILL.legal(state, seat) if not isinstance(m, Done)]
        if not moves:
            return
        table.play(moves[0], seat)


def fresh(players: int, *, together: bool = True, seed: int = 0, requests: bool = False) -> Table:
    """A table as it is dealt."""
    table = object.__new__(Table)
    options = Options(together=together, requests=requests)
    table.state = HILL.new(players, options, Rng(seed.to_bytes(32, "big"), 0))
    table.words = Phrasebook(HILL, NAMES[:players])
    table.number = 0
    return table
