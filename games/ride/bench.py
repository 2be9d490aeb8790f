"""What `slowtrain bench` measures of Ride the Rails alone: the search for journeys (R22-R26)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from time import perf_counter

from games import core
from games.ride.components import LOCOMOTIVES, RAILROADS, ROUNDS, SEATS, Hex, Map, the_map
from games.ride.routes import Links, Routes
from games.ride.state import State

Tracks = Mapping[str, frozenset[Hex]]
Work = Callable[[], object]
States = Callable[[], Iterator[core.State]]

GREEDY, MESHED = 300.0, 2000.0  # milliseconds
HEARTS = ("Chicago", "Omaha", "Pittsburgh")  # cities around which a mesh is laid


def measures(states: States) -> Iterator[tuple[str, Callable[[], tuple[Work, Work]], float]]:
    """Name, preparation that gives work and floor, and goal, for each line."""
    plays = cache(lambda: _last_networks(states()))
    for seats in SEATS:
        name = f"all outcomes from a city, densest last round of {seats}, against a walk"
        yield name, partial(_from_slowest_city, partial(_of_seats, plays, seats)), GREEDY
    name = "a journey for the slowest pair of cities, last round, against a walk"
    yield name, partial(_for_slowest_pair, partial(_of_seats, plays, None)), GREEDY
    name = "all outcomes from a city, network meshed on purpose, against a walk"
    yield name, partial(_from_slowest_city, meshes), MESHED


def _last_networks(states: Iterator[core.State]) -> list[tuple[int, Tracks]]:
    """The networks on which passengers ride in the last round, with the number of seats."""
    found = {}
    for state in states:
        if isinstance(state, State) and state.round == ROUNDS and state.phase == "ride":
            tracks = {railroad: frozenset(state.tracks[railroad]) for railroad in RAILROADS}
            found[state.seats, tuple(tracks.items())] = tracks
    return [(seats, tracks) for (seats, _), tracks in found.items()]


def _of_seats(plays: Callable[[], list[tuple[int, Tracks]]], seats: int | None) -> list[Tracks]:
    found = [tracks for count, tracks in plays() if seats in (None, count)]
    if not found:
        raise LookupError(f"no play with {seats} players came to its last round")
    return found


def _new(tracks: Tracks) -> Routes:
    board = the_map()
    return Routes(board.neighbours, board.cities.keys(), tracks)


def _from_slowest_city(networks: Callable[[], list[Tracks]]) -> tuple[Work, Work]:
    """The search from nothing for the city that takes longest, in the network where it does."""
    timed = []
    for number, tracks in enumerate(networks()):
        for start in sorted(_new(tracks).starts()):
            routes = _new(tracks)
            begun = perf_counter()
            routes.outcomes(start)
            timed.append((perf_counter() - begun, number, start, tracks))
    _, _, start, tracks = max(timed, key=lambda entry: entry[:3])
    return partial(_search, tracks, start), partial(_walk, tracks, start)


def _search(tracks: Tracks, start: Hex) -> bool:
    return _new(tracks).outcomes(start).complete


def _for_slowest_pair(networks: Callable[[], list[Tracks]]) -> tuple[Work, Work]:
    """Search and retrace from nothing, for the pair of cities whose longest journey is slowest."""
    timed = []
    for number, tracks in enumerate(networks()):
        routes = _new(tracks)
        for start in sorted(routes.starts()):
            for end, found in routes.outcomes(start).to.items():
                links = max(found, key=lambda ways: (sum(n for _, n in ways), ways))
                begun = perf_counter()
                routes.trace(start, end, links)
                timed.append((perf_counter() - begun, number, start, end, links, tracks))
    _, _, start, end, links, tracks = max(timed, key=lambda entry: entry[:4])
    return partial(_journey, tracks, start, end, links), partial(_walk, tracks, start)


def _journey(tracks: Tracks, start: Hex, end: Hex, links: Links) -> object:
    return _new(tracks).trace(start, end, links)


def _walk(tracks: Tracks, start: Hex) -> int:
    """The floor: go once through every hex of the network that can be reached."""
    neighbours = the_map().neighbours
    seen = {(railroad, start) for railroad in tracks if start in tracks[railroad]}
    reached = list(seen)
    while reached:
        railroad, hex_ = reached.pop()
        steps = [(railroad, n) for n in neighbours[hex_] if n in tracks[railroad]]
        if hex_ in the_map().cities:
            steps += [(other, hex_) for other in tracks if hex_ in tracks[other]]
        for step in steps:
            if step not in seen:
                seen.add(step)
                reached.append(step)
    return len(seen)


def meshes() -> list[Tracks]:
    """Networks that players lay together to have as many journeys as they can."""
    board = the_map()
    names = {city.name: hex_ for hex_, city in board.cities.items()}
    return [_mesh(board, names[heart]) for heart in HEARTS]


def _mesh(board: Map, heart: Hex) -> Tracks:
    """Two railroads on each hex (R11), in patches that grow side by side, cities first."""
    taken: set[Hex] = set()
    tracks = {}
    for pair in range(0, len(RAILROADS), 2):
        patch = _patch(board, heart, taken)
        taken |= patch
        tracks |= dict.fromkeys(RAILROADS[pair : pair + 2], frozenset(patch))
    return tracks


def _patch(board: Map, heart: Hex, taken: set[Hex]) -> set[Hex]:
    """The locomotives of one railroad: as compact and with as many cities as may be."""
    free = board.neighbours.keys() - taken - board.of_kind("east coast")  # R12, they hold one
    patch = {min(free, key=lambda hex_: (board.distance(heart, hex_), hex_))}
    while len(patch) < LOCOMOTIVES - 1:  # somebody holds a share
        edge = {n for hex_ in patch for n in board.neighbours[hex_] if n in free} - patch
        if not edge:
            break
        patch.add(max(edge, key=lambda hex_: (_pull(board, hex_, patch), hex_)))
    return patch


def _pull(board: Map, hex_: Hex, patch: set[Hex]) -> float:
    beside = sum(n in patch for n in board.neighbours[hex_])
    near = sum(n in board.cities for n in board.neighbours[hex_])
    return beside + 2 * (hex_ in board.cities) + near / 2
