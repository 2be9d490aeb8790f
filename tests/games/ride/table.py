"""A table of Ride the Rails for the tests: a position is laid out, then it is played."""

import itertools
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
import pytest

from games.core import Fact, IllegalMove, Move, Rng
from games.phrasebook import Phrasebook
from games.ride import RIDE
from games.ride.components import RAILROADS, Hex, the_map
from games.ride.moves import Build, Done, Ride, Share, Towards
from games.ride.state import Options, State

NAMES = ("Ada", "Bo", "Cy", "Dee", "Eli")
ALL = " ".join(RAILROADS)
CITIES = {city.name: hex_ for hex_, city in the_map().cities.items()}


def place(name: str) -> Hex:
    """The hex of a city; anything else is left as it is."""
    return CITIES.get(name, name)


def places(*names: str) -> set[Hex]:
    """The hexes of these cities."""
    return {place(name) for name in names}


class Table:
    """Seat 0 is first in turn order and, unless told otherwise, holds one share of everything.

    `lay` and `runs` put track on the map outside the rules; `share`, `build`, `done` and `ride`
    are moves of whoever's turn it is, unless a seat is given.
    """

    def __init__(
        self,
        players: int = 3,
        *,
        round: int = 1,
        phase: str = "build",
        order: Sequence[int] | None = None,
        money: Sequence[int] | None = None,
        shares: Mapping[int, str] | None = None,
    ) -> None:
        self.state = RIDE.new(players, Options(), Rng(bytes(32), 0))
        self.state.round, self.state.phase = round, phase
        self.state.order = list(order or range(players))
        self.state.money = list(money or [0] * players)
        for seat, held in ({0: ALL} if shares is None else shares).items():
            self.state.shares[seat] = {r: held.split().count(r) for r in set(held.split())}
        self.words = Phrasebook(RIDE, NAMES[:players])

    # Laying out a position

    def lay(self, railroad: str, *names: str) -> "Table":
        """Put locomotives on the map, each beside the railroad's own but for the first."""
        track, board = self.state.tracks[railroad], the_map()
        for hex_ in map(place, names):
            if hex_ in track:
                continue
            beside = not track or any(n in track for n in board.neighbours[hex_])
            assert beside, f"{railroad} can't have got to {hex_}"
            track.append(hex_)
            assert len(self.state.in_hex(hex_)) <= 2 or hex_ == board.chicago, f"{hex_} is full"
            if hex_ in self.state.banners:
                self.state.banners.remove(hex_)
        assert self.state.supply(railroad) >= 0
        return self

    def runs(self, railroad: str, *names: str) -> "Table":
        """Lay a railroad from place to place, by the shortest ways that enter no other city."""
        for start, end in itertools.pairwise(names):
            self.lay(railroad, *shortest(place(start), place(end)))
        return self

    def empty(self, *names: str) -> "Table":
        """Take the passengers out of these cities."""
        for hex_ in map(place, names):
            self.state.passengers.remove(hex_)
        return self

    # Playing

    @property
    def acting(self) -> int | None:
        return self.state.acting

    @property
    def money(self) -> list[int]:
        return self.state.money

    def play(self, move: Move, seat: int | None = None) -> list[Fact]:
        who = self.state.acting if seat is None else seat
        return RIDE.play(self.state, 0 if who is None else who, move, Rng(bytes(32), 1))

    def share(self, railroad: str, *, seat: int | None = None) -> list[Fact]:
        return self.play(Share(railroad), seat)

    def build(self, railroad: str, *names: str, seat: int | None = None) -> list[Fact]:
        return [fact for name in names for fact in self.play(Build(railroad, place(name)), seat)]

    def done(self, *, seat: int | None = None) -> list[Fact]:
        return self.play(Done(), seat)

    def ride(self, start: str, end: str, links: str, *, seat: int | None = None) -> list[Fact]:
        return self.play(Ride(place(start), place(end), links), seat)

    def towards(self, railroad: str, city: str, *, seat: int | None = None) -> list[Fact]:
        """Take the shortcut: unfold it and play the moves it stands for."""
        who = self.state.acting if seat is None else seat
        steps = RIDE.unfold(self.state, 0 if who is None else who, Towards(railroad, place(city)))
        return [fact for step in steps for fact in self.play(step, seat)]

    def nobody_builds(self) -> list[Fact]:
        """Everybody ends the building turn at once."""
        facts = self.done()
        while self.state.phase == "build" and self.state.place:
            facts += self.done()
        return facts

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

    def legal(self, seat: int | None = None) -> list[Move]:
        who = self.state.acting if seat is None else seat
        return [] if who is None else list(RIDE.legal(self.state, who))

    def open_to(self, railroad: str) -> set[Hex]:
        """Where a locomotive of this railroad may go now."""
        return {m.hex for m in self.legal() if isinstance(m, Build) and m.railroad == railroad}

    def journeys(self, start: str, end: str) -> list[str]:
        """The outcomes on offer between two cities, in the order in which they are offered."""
        here, there = place(start), place(end)
        rides = [m for m in self.legal() if isinstance(m, Ride)]
        return [m.links for m in rides if (m.passenger, m.to) == (here, there)]

    def tell(self, facts: Sequence[Fact]) -> list[str]:
        return [self.words.tell(fact) for fact in facts]

    def again(self) -> "Table":
        """The same table, stored and read back."""
        other = object.__new__(Table)
        other.state = msgspec.json.decode(msgspec.json.encode(self.state), type=State)
        other.words = self.words
        return other


def keys(facts: Sequence[Fact]) -> list[str]:
    """What happened, in the phrasebook's keys."""
    return [fact.key for fact in facts]


def shortest(start: Hex, end: Hex) -> list[Hex]:
    """A shortest way between two hexes that enters no city on the way."""
    board = the_map()
    came: dict[Hex, Hex | None] = {start: None}
    queue = deque([start])
    while queue and end not in came:
        here = queue.popleft()
        if here != start and here in board.cities:
            continue
        for there in board.neighbours[here]:
            if there not in came:
                came[there] = here
                queue.append(there)
    way: list[Hex] = []
    step: Hex | None = end
    while step is not None:
        way.append(step)
        step = came[step]
    return way[::-1]


def ring(table: Table) -> Table:
    """Four railroads around Omaha, Des Moines, Chicago, Saint Louis and Kansas City.

    Blue: Omaha - Des Moines - Chicago; orange: Chicago - Saint Louis;
    red: Saint Louis - Kansas City; yellow: Kansas City - Omaha.
    """
    table.lay("blue", "Omaha", "F15", "F16", "Des Moines", "F18", "F19", "Chicago")
    table.lay("orange", "Chicago", "G20", "H19", "H18", "Saint Louis")
    table.lay("red", "Saint Louis", "I17", "I16", "Kansas City")
    table.lay("yellow", "Kansas City", "H14", "G14", "Omaha")
    return table
