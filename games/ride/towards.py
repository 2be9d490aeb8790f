"""Building towards a city: the cheapest way, as far as the turn allows."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from games.core import IllegalMove, Seat
from games.ride.components import Hex, the_map
from games.ride.moves import Build, Towards
from games.ride.state import State, Turn
from games.ride.track import Network, check_build, check_room

Ways = Mapping[Hex, tuple[Hex, ...]]


def ways(network: Network, railroad: str) -> Ways:
    """For each city, nearest first, the hexes on which this railroad builds to reach it.

    Of the ways with the fewest locomotives the one over the fewest mountains.
    """
    board = the_map()
    standing = {hex_ for hexes in network.tracks.values() for hex_ in hexes}
    crowded = standing | board.of_kind("east coast")
    full = frozenset(hex_ for hex_ in crowded if not _has_room(network, railroad, hex_))
    return _ways(frozenset(network.tracks[railroad]), full)


def _has_room(network: Network, railroad: str, hex_: Hex) -> bool:
    try:
        check_room(network, railroad, hex_)
    except IllegalMove:
        return False
    return True


@lru_cache(maxsize=128)
def _ways(own: frozenset[Hex], full: frozenset[Hex]) -> Ways:
    board = the_map()
    best: dict[Hex, tuple[int, int]] = dict.fromkeys(own, (0, 0))
    came: dict[Hex, Hex] = {}
    found: dict[Hex, tuple[Hex, ...]] = {}
    queue = [(0, 0, hex_) for hex_ in sorted(own)]
    while queue:
        cost, mountains, here = heapq.heappop(queue)
        if (cost, mountains) > best[here]:
            continue
        if here in board.cities and cost:
            found[here] = _back(came, here)
        for there in board.neighbours[here]:
            price = cost + 1, mountains + (there in board.mountains)
            if there not in full and (there not in best or price < best[there]):
                best[there] = price
                came[there] = here
                heapq.heappush(queue, (*price, there))
    return found


def _back(came: dict[Hex, Hex], here: Hex) -> tuple[Hex, ...]:
    steps = []
    while here in came:
        steps.append(here)
        here = came[here]
    return tuple(steps[::-1])


def offers(state: State, seat: Seat) -> Iterator[Towards]:
    """Every railroad that has begun and city that it does not reach yet, the nearest first."""
    found = []
    for railroad, hexes in state.tracks.items():
        if not hexes or not state.shares[seat].get(railroad):
            continue
        for city, steps in ways(state, railroad).items():
            if len(steps) > 1 and _lay(state, seat, railroad, steps):
                found.append((len(steps), the_map().name(city), Towards(railroad, city)))
    for _, _, shortcut in sorted(found, key=lambda entry: entry[:2]):
        yield shortcut


def unfold(state: State, seat: Seat, shortcut: Towards) -> list[Build]:
    """The locomotives of that way that this turn can still lay (R08, R09)."""
    steps = ways(state, shortcut.railroad).get(shortcut.city, ())
    return _lay(state, seat, shortcut.railroad, steps)


def _lay(state: State, seat: Seat, railroad: str, way: Sequence[Hex]) -> list[Build]:
    trial = _copy_for_building(state, railroad)
    steps: list[Build] = []
    for hex_ in way:
        try:
            check_build(trial, seat, railroad, hex_)
        except IllegalMove:
            break
        trial.tracks[railroad].append(hex_)
        trial.built.append((railroad, hex_))
        steps.append(Build(railroad, hex_))
    return steps


def _copy_for_building(state: State, railroad: str) -> State:
    """A state of its own as far as building for this railroad changes it."""
    turn = Turn(state.turns, state.acting or 0, built=list(state.built))
    return State(
        order=state.order,
        money=state.money,
        shares=state.shares,
        earned=state.earned,
        passengers=state.passengers,
        banners=state.banners,
        tracks={**state.tracks, railroad: list(state.tracks[railroad])},
        round=state.round,
        phase=state.phase,
        place=state.place,
        turn=turn,
    )
