"""What `slowtrain bench` measures of Ride the Rails alone: the search for journeys (R22-R26)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from time import perf_counter
from typing import NamedTuple

from games import core
from games.core import Rng
from games.ride.components import RAILROADS, ROUNDS, SEATS, Hex, Map, the_map
from games.ride.moves import Build
from games.ride.routes import Links, Routes
from games.ride.rules import RIDE
from games.ride.state import Options, State, available

Tracks = Mapping[str, frozenset[Hex]]
Work = Callable[[], object]
States = Callable[[], Iterator[core.State]]

GREEDY, MESHED = 300.0, 2000.0  # milliseconds
TRIES = 3


class Taste(NamedTuple):
    """What players who mesh on purpose like, in numbers."""

    heart: str
    """The city they stay near."""
    heart_near: float
    city_near: float
    cities: float
    thick: float
    """Hexes beside those that the railroad has."""
    company: float
    """Hexes that another railroad has."""


MESHING = Taste("Cincinnati", 0.05, 1, 1, 1, -1)
"""Of many that were tried the one that makes the search slowest."""
SLOWEST = "Atlanta"  # where it then begins


def measures(states: States) -> Iterator[tuple[str, Callable[[], tuple[Work, Work]], float]]:
    """Name, preparation that gives work and floor, and goal, for each line."""
    plays = cache(lambda: _last_networks(states()))
    for seats in SEATS:
        name = f"all outcomes from a city, densest last round of {seats}, against a walk"
        yield name, partial(_from_slowest_city, partial(_of_seats, plays, seats)), GREEDY
    name = "a journey for the slowest pair of cities, last round, against a walk"
    yield name, partial(_for_slowest_pair, partial(_of_seats, plays, None)), GREEDY
    name = "all outcomes from a city, network meshed on purpose, against a walk"
    yield name, _in_mesh, MESHED


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
    timed = [
        (_best(partial(_search, tracks, start)), number, start, tracks)
        for number, tracks in enumerate(networks())
        for start in sorted(_new(tracks).starts())
    ]
    _, _, start, tracks = max(timed, key=lambda entry: entry[:3])
    return partial(_search, tracks, start), partial(_walk, tracks, start)


def _best(work: Work) -> float:
    """The best of a few times: what else the computer does must not decide what is slow."""
    times = []
    for _ in range(TRIES):
        begun = perf_counter()
        work()
        times.append(perf_counter() - begun)
    return min(times)


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
                best = _best(partial(routes.trace, start, end, links))
                timed.append((best, number, start, end, links, tracks))
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


def _in_mesh() -> tuple[Work, Work]:
    tracks = mesh(MESHING)
    start = _city(SLOWEST)
    return partial(_search, tracks, start), partial(_walk, tracks, start)


def _city(name: str) -> Hex:
    return next(hex_ for hex_, city in the_map().cities.items() if city.name == name)


def mesh(taste: Taste) -> Tracks:
    """What three players build by the rules in six rounds to have as many journeys as they can."""
    state = RIDE.new(SEATS[0], Options(), Rng(bytes(32), 0))
    state.transcontinental = False  # looking for that bonus would only take time
    for round_ in range(1, ROUNDS + 1):
        state.round = round_
        for place, seat in enumerate(state.order):
            shared = max(available(round_), key=lambda railroad: (state.supply(railroad), railroad))
            state.shares[seat][shared] = state.shares[seat].get(shared, 0) + 1
            state.phase, state.place, state.turn = "build", place, None
            while builds := [move for move in RIDE.legal(state, seat) if isinstance(move, Build)]:
                RIDE.play(state, seat, _most_wanted(state, taste, builds), Rng(bytes(32), 0))
    return {railroad: frozenset(track) for railroad, track in state.tracks.items()}


def _most_wanted(state: State, taste: Taste, builds: list[Build]) -> Build:
    board = the_map()
    heart = _city(taste.heart)

    def want(move: Build) -> tuple[float, str, Hex]:
        track = state.tracks[move.railroad]
        beside = sum(hex_ in track for hex_ in board.neighbours[move.hex])
        others = len(state.in_hex(move.hex))
        away = board.distance(heart, move.hex)
        wanted = (
            taste.thick * beside
            + taste.cities * (move.hex in board.cities)
            + taste.company * others
            - taste.heart_near * away
            - taste.city_near * _to_next_city(board, move.hex, track)
        )
        return wanted, move.railroad, move.hex

    return max(builds, key=want)


def _to_next_city(board: Map, hex_: Hex, track: list[Hex]) -> int:
    return min(board.distance(hex_, city) for city in board.cities.keys() - set(track))
