"""The transcontinental bonus: is the west joined to the east by several railroads (R20)?"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

IN_CITIES, ELSEWHERE = 12, 8  # dollars


class Place(NamedTuple):
    """A hex with all its railroads, or with one only where the way may not change."""

    hex: str
    railroad: str  # "" for all


Network = Mapping[Place, Mapping[Place, frozenset[str]]]
"""From each place the steps to others, with the railroads that run them."""

_EAST = Place("", "")  # beyond all the East Coast cities


def transcontinental(
    neighbours: Mapping[str, Collection[str]],
    tracks: Mapping[str, Collection[str]],
    west: Collection[str],
    east: Collection[str],
    cities: Collection[str],
) -> int:
    """The bonus that these tracks earn: 12, 8, or 0 while the continent is not crossed."""
    occupied = {hex_ for track in tracks.values() for hex_ in track}
    starts, ends = occupied & set(west), occupied & set(east)
    if not starts or not ends:
        return 0
    anywhere = _network(neighbours, tracks, occupied)
    if not _joined(anywhere, starts, ends) or not _crossed(anywhere, starts, ends):
        return 0
    in_cities = _network(neighbours, tracks, cities)
    return IN_CITIES if _crossed_by_cities(in_cities, starts, ends) else ELSEWHERE


def _network(
    neighbours: Mapping[str, Collection[str]],
    tracks: Mapping[str, Collection[str]],
    changes: Collection[str],
) -> Network:
    """All tracks; one can pass from railroad to railroad in the hexes for changes only."""
    steps: dict[Place, dict[Place, frozenset[str]]] = defaultdict(dict)
    for railroad, track in tracks.items():
        own = {hex_: Place(hex_, "" if hex_ in changes else railroad) for hex_ in sorted(track)}
        for hex_, place in own.items():
            beside = steps[place]
            for other in neighbours[hex_]:
                if other in own:
                    beside[own[other]] = beside.get(own[other], frozenset()) | {railroad}
    return steps


def _joined(network: Network, starts: Collection[str], ends: Collection[str]) -> bool:
    """Whether any track at all leads from coast to coast."""
    reached = [place for place in network if place.hex in starts]
    seen = set(reached)
    while reached:
        place = reached.pop()
        if place.hex in ends:
            return True
        further = network[place].keys() - seen
        seen |= further
        reached += further
    return False


def _crossed(network: Network, starts: Collection[str], ends: Collection[str]) -> bool:
    """Whether several railroads join the coasts, wherever they change."""
    # A way of several railroads takes its first step by one of them and a later step by another.
    return any(
        _another_ahead(network, place, railroad, {start.hex}, ends)
        for start, place, railroad in _first_steps(network, starts)
    )


def _first_steps(network: Network, starts: Collection[str]) -> Iterable[tuple[Place, Place, str]]:
    for start, steps in network.items():
        if start.hex in starts:
            for place, railroads in steps.items():
                for railroad in sorted(railroads):
                    yield start, place, railroad


def _another_ahead(
    network: Network, place: Place, railroad: str, used: Collection[str], ends: Collection[str]
) -> bool:
    """Whether another railroad runs a step of some way from here to the east."""
    ahead = _on_ways_east(network, place, used, ends)
    return any(
        railroads != {railroad}
        for one in ahead
        for other, railroads in network[one].items()
        if other in ahead
    )


def _on_ways_east(
    network: Network, place: Place, used: Collection[str], ends: Collection[str]
) -> set[Place]:
    """The places on the ways from here to the east that visit no place twice."""
    # They form the block (in the sense of graphs: no single place cuts it in two) that holds
    # a step from here straight to the east: any of its steps closes a ring with that one.
    order = {_EAST: 0, place: 1}
    before = {place: _EAST}
    open_ = [(place, iter(network[place]))]
    while open_:  # depth first, so that all other steps lead back along the way we came
        here, steps = open_[-1]
        other = next((step for step in steps if step not in order and step.hex not in used), None)
        if other is None:
            open_.pop()
        else:
            order[other] = len(order)
            before[other] = here
            open_.append((other, iter(network[other])))
    earliest = dict(order)
    for here in reversed(before):
        back = [order[step] for step in network[here] if step in order and step != before[here]]
        arrived = [0] if here.hex in ends else []
        earliest[here] = min([earliest[here], *back, *arrived])
        earliest[before[here]] = min(earliest[before[here]], earliest[here])
    on_the_way = {place}
    for here, previous in before.items():
        if previous in on_the_way and earliest[here] < order[previous]:
            on_the_way.add(here)
    return on_the_way


def _crossed_by_cities(network: Network, starts: Collection[str], ends: Collection[str]) -> bool:
    """Whether several railroads join the coasts and change in cities only."""
    return any(
        _go_on_alone(network, place, railroad, frozenset({start.hex}), ends)
        for start, place, railroad in _first_steps(network, starts)
    )


def _go_on_alone(
    network: Network, place: Place, railroad: str, used: frozenset[str], ends: Collection[str]
) -> bool:
    """Go on from a way of one railroad so far: change to another here, or later."""
    # Two railroads in one hex without a city are two places, so this says "perhaps" only.
    if not _another_ahead(network, place, railroad, used, ends):
        return False
    visited = used | {place.hex}
    steps = [(step, by) for step, by in network[place].items() if step.hex not in visited]
    return any(
        by != {railroad} and _reach_east(network, step, visited, ends) for step, by in steps
    ) or any(
        railroad in by
        and _straight(network, step, railroad, used)
        and _go_on_alone(network, step, railroad, visited, ends)
        for step, by in steps
    )


def _straight(network: Network, step: Place, railroad: str, used: Collection[str]) -> bool:
    # One railroad's way that comes back beside itself has a short cut of the same railroad.
    return not any(near.hex in used and railroad in by for near, by in network[step].items())


def _reach_east(
    network: Network, place: Place, used: frozenset[str], ends: Collection[str]
) -> bool:
    """Reach the east from here by any railroads without using a hex twice."""
    way = _shortest(network, place, used, ends)
    if way is None:
        return False
    if len({step.hex for step in way}) == len(way):
        return True
    visited = used | {place.hex}
    return any(
        _reach_east(network, step, visited, ends)
        for step in network[place]
        if step.hex not in visited
    )


def _shortest(
    network: Network, place: Place, used: Collection[str], ends: Collection[str]
) -> list[Place] | None:
    ways = deque([[place]])
    seen = {place}
    while ways:
        way = ways.popleft()
        if way[-1].hex in ends:
            return way
        for step in network[way[-1]]:
            if step not in seen and step.hex not in used:
                seen.add(step)
                ways.append([*way, step])
    return None
