"""Every journey a passenger can make on one network of tracks, told by its links (R22, R26)."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

Links = tuple[tuple[str, int], ...]
"""(railroad, number of links) in the order of the tracks, none with 0."""


class Leg(NamedTuple):
    """One link of a journey: the hexes from city to city, both included."""

    railroad: str
    way: tuple[str, ...]


class Outcomes(NamedTuple):
    """What a passenger can reach; not complete when the search stopped at its bound."""

    to: Mapping[str, frozenset[Links]]
    complete: bool


REMEMBERED = 200_000  # states that one start city may leave to the next

# Hexes are numbers and sets of hexes are bit masks; cities have the lowest numbers.
Pair = tuple[int, int]
Lengths = dict[tuple[Pair, int], dict[int, int]]  # by pair and railroad: hexes of each mask
Ways = dict[int, tuple[int, ...]]  # by the mask of the hexes between the cities
State = tuple[int, int]  # the passenger's city, and the lanes that can still be ridden, as a mask


class Lane(NamedTuple):
    """Links between two cities that are in the way of just the same other links."""

    free: int  # the lanes that it leaves free, as a mask
    tallies: tuple[int, ...]  # for each railroad that has such a link: one link of it, packed
    lengths: tuple[int, ...]  # and its fewest hexes


class Trail(NamedTuple):
    """How a passenger came to a state: the hexes so far, and each (railroad, next city)."""

    hexes: int
    stops: tuple[tuple[int, int], ...]


class Routes:
    """All that passengers can do on one network; the network does not change in a ride phase."""

    def __init__(
        self,
        neighbours: Mapping[str, Collection[str]],
        cities: Collection[str],
        tracks: Mapping[str, Collection[str]],
        bound: int = 1_000_000,
    ) -> None:
        self._bound = bound
        self._railroads = tuple(tracks)
        occupied = {hex_ for track in tracks.values() for hex_ in track}
        self._names = sorted(occupied, key=lambda hex_: (hex_ not in cities, hex_))
        self._number = {hex_: number for number, hex_ in enumerate(self._names)}
        self._cities = sum(hex_ in cities for hex_ in occupied)
        self._field = max(1, self._cities.bit_length())  # bits of one railroad's count
        self._ways: dict[tuple[Pair, int], Ways] = {}
        self._whole = self._find_links(neighbours, tracks)
        self._lanes: list[Lane] = []
        self._between: list[dict[int, int]] = [{} for _ in range(self._cities)]
        self._lay_lanes()
        self._known: dict[str, Outcomes] = {}
        self._open: dict[State, int] = {}
        self._told: dict[int, Links] = {}

    def starts(self) -> frozenset[str]:
        """The cities from which at least one link leads."""
        return frozenset(self._names[city] for city, lanes in enumerate(self._between) if lanes)

    def outcomes(self, start: str) -> Outcomes:
        """Every destination from a city, with all the numbers of links that lead there (R26)."""
        if start not in self._known:
            self._known[start] = self._search(start)
        return self._known[start]

    def trace(self, start: str, end: str, links: Links) -> tuple[Leg, ...] | None:
        """A journey of few hexes with just these links, or None."""
        if links not in self.outcomes(start).to.get(end, ()):
            return None
        stops = self._retrace(self._number[start], self._number[end], links)
        return self.spelled(start, stops)

    def spelled(self, start: str, legs: Sequence[tuple[str, str]]) -> tuple[Leg, ...] | None:
        """The journey that takes these (railroad, next city), in as few hexes as they allow."""
        stops = (start, *(city for _, city in legs))
        if not legs or len(set(stops)) < len(stops):  # R22: no city twice
            return None
        choices: list[Ways] = []
        for (railroad, city), before in zip(legs, stops, strict=False):
            choices.append(self._ways_between(railroad, before, city))
        chosen = _disjoint(choices)
        if chosen is None:
            return None
        ways = zip(legs, stops, chosen, strict=False)
        return tuple(Leg(railroad, self._named(way, before)) for (railroad, _), before, way in ways)

    def _named(self, way: tuple[int, ...], start: str) -> tuple[str, ...]:
        named = tuple(self._names[hex_] for hex_ in way)
        return named if named[0] == start else named[::-1]

    def _ways_between(self, railroad: str, one: str, other: str) -> Ways:
        if railroad not in self._railroads or not {one, other} <= self._number.keys():
            return {}
        first, last = sorted((self._number[one], self._number[other]))
        return self._ways.get(((first, last), self._railroads.index(railroad)), {})

    # -- the network ---------------------------------------------------------------------------

    def _find_links(
        self, neighbours: Mapping[str, Collection[str]], tracks: Mapping[str, Collection[str]]
    ) -> bool:
        """Collect the links of every railroad; False if there were too many to look at."""
        effort = self._bound
        for railroad, track in enumerate(tracks.values()):
            own = {self._number[hex_] for hex_ in track}
            beside = {
                hex_: _mask(own & {self._number.get(n, -1) for n in neighbours[self._names[hex_]]})
                for hex_ in own
            }
            for start in sorted(own):
                if start >= self._cities:
                    break
                for way in _ways_from(start, beside, self._cities):
                    effort -= 1
                    if effort < 0:
                        return False
                    if way[-1] < self._cities and len(way) > 1:
                        ways = self._ways.setdefault(((start, way[-1]), railroad), {})
                        ways[_mask(way[1:-1])] = way
        return True

    def _lay_lanes(self) -> None:
        """Number the lanes; note which lead from each city to each other, as masks."""
        lengths = _reduced(
            {
                (pair, railroad): {mask: len(way) for mask, way in ways.items()}
                for (pair, railroad), ways in self._ways.items()
            }
        )
        together: dict[tuple[Pair, int], list[tuple[int, int]]] = defaultdict(list)
        for (pair, railroad), masks in lengths.items():
            for mask, length in masks.items():
                together[pair, mask].append((1 << railroad * self._field, length))
        masks_by_number = [mask for _, mask in together]
        for number, (((one, other), mask), links) in enumerate(together.items()):
            tallies, shortest = zip(*links, strict=True)
            apart = _mask(n for n, its in enumerate(masks_by_number) if not its & mask)
            self._lanes.append(Lane(apart, tallies, shortest))
            for here, there in ((one, other), (other, one)):
                self._between[here][there] = self._between[here].get(there, 0) | 1 << number
        self._at = [_union(lanes.values()) for lanes in self._between]

    # -- the search ----------------------------------------------------------------------------

    def _departure(self, start: int) -> State:
        return start, self._within_reach(start, (1 << len(self._lanes)) - 1)

    def _within_reach(self, city: int, free: int) -> int:
        """Of the free lanes those that a passenger in this city could still come to ride."""
        # Journeys that leave the same lanes open have the same future, whatever their past.
        known = self._open.get((city, free))
        if known is not None:
            return known
        lanes, seen, reached = 0, 1 << city, [city]
        while reached:
            for other, between in self._between[reached.pop()].items():
                if here := free & between:
                    lanes |= here
                    if not seen >> other & 1:
                        seen |= 1 << other
                        reached.append(other)
        self._open[city, free] = lanes
        return lanes

    def _ways_on(self, state: State) -> Iterator[tuple[int, Lane, int]]:
        """Each next city with a lane that leads there, and the lanes that are free afterwards."""
        city, free = state
        rest = free & ~self._at[city]  # R22: no city twice
        for other, between in self._between[city].items():
            for number in _bits(free & between):
                lane = self._lanes[number]
                yield other, lane, rest & lane.free  # R22: no hex twice

    def _search(self, start: str) -> Outcomes:
        """Layer by layer, a link at a time; the bound counts states with their tallies."""
        if self._number.get(start, self._cities) >= self._cities:
            return Outcomes({}, self._whole)
        found: dict[int, set[int]] = defaultdict(set)
        layer: dict[State, set[int]] = {self._departure(self._number[start]): {0}}
        effort = self._bound
        while layer and effort >= 0:
            following: dict[State, set[int]] = defaultdict(set)
            for state, tallies in layer.items():
                effort -= len(tallies)
                if effort < 0:
                    break
                self._ride_on(state, tallies, following)
            for (city, _), tallies in following.items():
                found[city] |= tallies
            layer = following
        if len(self._open) > REMEMBERED:
            self._open.clear()
        to = {self._names[city]: self._tell(tallies) for city, tallies in sorted(found.items())}
        return Outcomes(to, self._whole and effort >= 0)

    def _ride_on(self, state: State, tallies: set[int], following: dict[State, set[int]]) -> None:
        for city, lane, free in self._ways_on(state):
            arrived = following[city, self._within_reach(city, free)]
            for link in lane.tallies:
                arrived.update([tally + link for tally in tallies])

    def _tell(self, tallies: Iterable[int]) -> frozenset[Links]:
        return frozenset([self._told.get(tally) or self._unpack(tally) for tally in tallies])

    def _unpack(self, tally: int) -> Links:
        field = (1 << self._field) - 1
        links = []
        rest = tally
        for railroad in self._railroads:
            if rest & field:
                links.append((railroad, rest & field))
            rest >>= self._field
        return self._told.setdefault(tally, tuple(links))

    def _pack(self, links: Links) -> int:
        return sum(n << self._railroads.index(railroad) * self._field for railroad, n in links)

    # -- a journey for the picture -------------------------------------------------------------

    def _retrace(self, start: int, end: int, links: Links) -> list[tuple[str, str]]:
        """The search once more, for one outcome, keeping the shortest trail to each state."""
        aim = self._pack(links)
        layer: dict[State, dict[int, Trail]] = {self._departure(start): {0: Trail(0, ())}}
        for left in reversed(range(sum(count for _, count in links))):
            following: dict[State, dict[int, Trail]] = defaultdict(dict)
            for state, trails in layer.items():
                for city, lane, free in self._ways_on(state):
                    if (city == end) == (left == 0):
                        reach = self._within_reach(city, free) if left else 0
                        self._extend(trails, city, lane, aim, end, following[city, reach])
            layer = following
        stops = layer[end, 0][aim].stops
        return [(self._railroads[railroad], self._names[city]) for railroad, city in stops]

    def _extend(
        self,
        trails: dict[int, Trail],
        city: int,
        lane: Lane,
        aim: int,
        end: int,
        arrived: dict[int, Trail],
    ) -> None:
        home = self.outcomes(self._names[end])
        onward = home.to.get(self._names[city], frozenset())
        for link, length in zip(lane.tallies, lane.lengths, strict=True):
            own = link * ((1 << self._field) - 1)
            stop = ((link.bit_length() - 1) // self._field, city)
            for tally, trail in trails.items():
                if tally & own == aim & own:  # no more links of this railroad wanted
                    continue
                rest = self._unpack(aim - tally - link)
                # A journey can be ridden either way, so the rest is an outcome from the end.
                if rest and home.complete and rest not in onward:
                    continue
                known = arrived.get(tally + link)
                if known is None or trail.hexes + length < known.hexes:
                    longer = Trail(trail.hexes + length, (*trail.stops, stop))
                    arrived[tally + link] = longer


def _mask(hexes: Iterable[int]) -> int:
    return _union(1 << hex_ for hex_ in hexes)


def _union(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _ways_from(start: int, beside: Mapping[int, int], cities: int) -> Iterator[tuple[int, ...]]:
    """A railroad's ways from a city to those of higher number, and all their beginnings.

    Only ways that never come back beside themselves: any other holds a shorter one (R22).
    """
    unfinished: list[tuple[tuple[int, ...], int]] = [((start,), 1 << start)]
    while unfinished:
        way, barred = unfinished.pop()
        yield way
        for hex_ in _bits(beside[way[-1]] & ~barred):
            longer = (*way, hex_)
            if hex_ >= cities:
                unfinished.append((longer, barred | beside[way[-1]]))
            elif hex_ > start:
                yield longer


def _without_supersets(masks: Iterable[int]) -> list[int]:
    """The masks that hold none of those before them."""
    kept: list[int] = []
    for mask in masks:
        if not any(small & mask == small for small in kept):
            kept.append(mask)
    return kept


def _reduced(lengths: Lengths) -> Lengths:
    """Forget the hexes that decide nothing, and the links that another link can stand in for."""
    while True:
        telling = _telling(lengths)
        smaller: Lengths = {}
        for key, masks in lengths.items():
            merged: dict[int, int] = {}
            for mask, length in masks.items():
                merged[mask & telling] = min(length, merged.get(mask & telling, length))
            kept = _without_supersets(sorted(merged, key=lambda mask: (mask.bit_count(), mask)))
            smaller[key] = {mask: merged[mask] for mask in kept}
        if smaller == lengths:
            return smaller
        lengths = smaller


def _telling(lengths: Lengths) -> int:
    """Hexes enough to tell which links are in each other's way."""
    users: dict[int, int] = defaultdict(int)  # for each hex the links that use it, as a mask
    pairs: dict[int, set[Pair]] = defaultdict(set)
    number = 0
    for (pair, _), masks in lengths.items():
        for mask in masks:
            for hex_ in _bits(mask):
                users[hex_] |= 1 << number
                pairs[hex_].add(pair)
            number += 1
    # Links of the same two cities are never both ridden, so a hex of theirs alone tells nothing;
    # neither does a hex whose users meet in another hex anyway.
    by_users = {users[hex_]: hex_ for hex_ in sorted(users) if len(pairs[hex_]) > 1}
    kept: list[int] = []
    for mask in sorted(by_users, key=lambda mask: (-mask.bit_count(), mask)):
        if not any(mask & large == mask for large in kept):
            kept.append(mask)
    return _mask(by_users[mask] for mask in kept)


def _disjoint(choices: Sequence[Ways]) -> tuple[tuple[int, ...], ...] | None:
    """One way of each choice, no hex twice, in the fewest hexes; None if there are no such."""
    hexes = [_union(ways) for ways in choices]
    plans: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {0: (0, ())}
    for turn, ways in enumerate(choices):
        later = _union(hexes[turn + 1 :])
        elsewhere = later | _union(hexes[:turn])
        shortest: Ways = {}
        for mask, way in sorted(ways.items(), key=lambda item: (len(item[1]), item[1])):
            shortest.setdefault(mask & elsewhere, way)
        longer: dict[int, tuple[int, tuple[tuple[int, ...], ...]]] = {}
        options = _without_supersets(shortest)
        for used, (length, chosen) in plans.items():
            for mask in options:
                if used & mask == 0:
                    plan = (length + len(shortest[mask]), (*chosen, shortest[mask]))
                    key = (used | mask) & later
                    longer[key] = min(plan, longer.get(key, plan))
        plans = longer
    return min(plans.values())[1] if plans else None
