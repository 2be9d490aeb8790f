"""The outlook over a table of Ride the Rails: which journeys the players would take, and whom
they would pay."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.core import Seat
from games.ride.components import RAILROADS, ROUNDS, Hex, the_map
from games.ride.journeys import gains
from games.ride.view import View

ENVY = 1.0  # what a dollar to the average rival costs us
FEW = 2  # journeys over the same link that are followed further

Pairs = tuple[tuple[Hex, Hex], ...]
"""The cities that a railroad links directly, each pair both ways round."""


class Trip(NamedTuple):
    """A journey: its worth to the rider, where it starts, its cities, its links; all as bits."""

    worth: int = 0
    start: int = 0
    cities: int = 0
    links: int = 0
    """Eight bits for each railroad's number."""

    def join(self, on: Trip) -> Trip:
        """This journey and then that one."""
        return Trip(
            self.worth + on.worth, self.start, self.cities | on.cities, self.links + on.links
        )


@cache
def bits() -> dict[Hex, int]:
    """A bit for each city."""
    return {city: 1 << i for i, city in enumerate(sorted(the_map().cities))}


def linked(hexes: frozenset[Hex], hex_: Hex) -> list[Hex]:
    """The cities that a railroad reaches from this hex with no city in between."""
    board = the_map()
    found: list[Hex] = []
    seen, todo = {hex_}, [hex_]
    while todo:
        for there in board.neighbours[todo.pop()]:
            if there in hexes and there not in seen:
                seen.add(there)
                (found if there in board.cities else todo).append(there)
    return found


@lru_cache(maxsize=256)
def _pairs(hexes: frozenset[Hex]) -> Pairs:
    cities = sorted(hexes & the_map().cities.keys())
    return tuple((city, end) for city in cities for end in linked(hexes, city))


@lru_cache(maxsize=256)
def _trips(network: tuple[Pairs, ...], rates: tuple[int, ...]) -> dict[Hex, Trip]:
    """For each city the best journey that ends there, for a rider whom links pay these rates.

    Journeys grow link by link, and of those that arrive over the same link only the best few
    are followed: exact where the network is a tree, and near enough elsewhere.
    """
    bit, roads = bits(), _roads(network, rates)
    best: dict[Hex, Trip] = {}
    level = [(city, Trip(0, bit[city], bit[city])) for city in roads]
    while level:
        longer: dict[tuple[Hex, Hex], dict[int, tuple[int, int, int, int]]] = {}
        for here, trip in level:
            worth, start, seen, links = trip
            if here not in best or worth > best[here].worth:
                best[here] = trip
            for there, railroad in roads[here].items():
                if not seen & bit[there]:
                    found = longer.setdefault((here, there), {})
                    total = worth + rates[railroad]
                    if start not in found or total > found[start][0]:
                        road = links + (1 << 8 * railroad)
                        found[start] = total, start, seen | bit[there], road
        level = [
            (there, Trip(*trip))
            for (_, there), found in longer.items()
            for trip in heapq.nlargest(FEW, found.values())
        ]
    return best


def _roads(network: tuple[Pairs, ...], rates: tuple[int, ...]) -> dict[Hex, dict[Hex, int]]:
    """The railroad that pays this rider best between any two cities with a link."""
    roads: dict[Hex, dict[Hex, int]] = {}
    for railroad, pairs in enumerate(network):
        for a, b in pairs:
            known = roads.setdefault(a, {}).get(b)
            if known is None or rates[railroad] > rates[known]:
                roads[a][b] = railroad
    return roads


def ahead(view: View, paid: Sequence[float]) -> float:
    """Our own part, less the average rival's."""
    mine = paid[view.me or 0]
    return mine - ENVY * (sum(paid) - mine) / (len(paid) - 1)


class Outlook:
    """The journeys that everybody would take with the network as it is."""

    def __init__(self, view: View) -> None:
        self.view, self.me = view, view.me or 0
        self.rounds = ROUNDS + 1 - view.round
        self.tracks = {railroad: frozenset(view.tracks[railroad]) for railroad in RAILROADS}
        network = tuple(_pairs(self.tracks[railroad]) for railroad in RAILROADS)
        self.held = [tuple(s.get(railroad, 0) for railroad in RAILROADS) for s in view.shares]
        self.trips = [_trips(network, tuple(1 + n for n in held)) for held in self.held]
        self.waiting = sum(bits()[city] for city in view.passengers)
        self.reached = [city for city in view.passengers if city in self.trips[0]]
        self.best = [max((t[c] for c in self.reached), default=Trip()) for t in self.trips]
        """For each rider the best journey of a passenger who waits."""
        self.longest = [max(t.values(), default=Trip()) for t in self.trips]
        """The same if somebody waited in every city, as newcomers may."""

    def brings(self, rider: Seat, trip: Trip) -> float:
        """How far ahead a journey puts us."""
        used = ((r, trip.links >> 8 * i & 255) for i, r in enumerate(RAILROADS))
        links = tuple((railroad, count) for railroad, count in used if count)
        return ahead(self.view, gains(links, self.view.shares, rider)) if links else 0.0
