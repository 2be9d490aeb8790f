"""Journeys: what a passenger's ride pays, and how it is written in a move."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache

from games.core import IllegalMove, Seat
from games.ride.components import RAILROADS, Hex, the_map
from games.ride.routes import Leg, Links, Routes

OFFERED = 25  # R26, outcomes for a pair of cities
_COUNT = re.compile(r"[0-9]{1,12}")


@lru_cache(maxsize=32)
def _routes(tracks: tuple[tuple[str, frozenset[Hex]], ...]) -> Routes:
    board = the_map()
    return Routes(board.neighbours, board.cities.keys(), dict(tracks))


def routes(tracks: Mapping[str, Sequence[Hex]]) -> Routes:
    """The search over a network, kept while the network stays as it is (R22)."""
    return _routes(tuple((railroad, frozenset(tracks[railroad])) for railroad in RAILROADS))


@lru_cache(maxsize=1 << 16)
def write(links: Links) -> str:
    """An outcome as a move holds it: "blue 3, red 1"."""
    return ", ".join(f"{railroad} {count}" for railroad, count in links)


def count(legs: Sequence[Leg]) -> Links:
    """How many links of each railroad a way uses (R26)."""
    used = [leg.railroad for leg in legs]
    return tuple((railroad, used.count(railroad)) for railroad in RAILROADS if railroad in used)


def gains(links: Links, shares: Sequence[Mapping[str, int]], rider: Seat) -> list[int]:
    """What a journey pays each seat: dividends (R23), and the cities visited to the rider (R24)."""
    paid = [sum(held.get(railroad, 0) * n for railroad, n in links) for held in shares]
    paid[rider] += 1 + sum(n for _, n in links)
    return paid


class Fares:
    """What journeys are worth to a rider as things stand, reckoned once for each outcome."""

    def __init__(
        self, money: Sequence[int], shares: Sequence[Mapping[str, int]], rider: Seat
    ) -> None:
        self._money, self._shares, self._rider = money, shares, rider
        self._known: dict[Links, tuple[int, int, int, Links]] = {}

    def rank(self, links: Links) -> tuple[int, int, int, Links]:
        """Less is better: by income, then by the lead over the richest rival, then by links."""
        known = self._known.get(links)
        if known is None:
            known = self._known[links] = self._rank(links)
        return known

    def _rank(self, links: Links) -> tuple[int, int, int, Links]:
        paid = gains(links, self._shares, self._rider)
        after = [money + dollars for money, dollars in zip(self._money, paid, strict=True)]
        own = after.pop(self._rider)
        return -paid[self._rider], max(after) - own, sum(n for _, n in links), links


def offers(network: Routes, start: Hex, fares: Fares) -> list[tuple[Hex, list[Links]]]:
    """The destinations, the best first, each with its outcomes, the best first (R26)."""
    found = [
        (end, sorted(outcomes, key=fares.rank)[:OFFERED])
        for end, outcomes in network.outcomes(start).to.items()
    ]
    return sorted(found, key=lambda entry: (fares.rank(entry[1][0])[0], entry[0]))


def check(network: Routes, start: Hex, end: Hex, text: str) -> None:
    """Whether there is such a journey, by its counts or spelled out; IllegalMove if not."""
    if _is_spelled(text):
        _spelled(network, start, end, text)
        return
    outcomes = network.outcomes(start)
    if _read(text) in outcomes.to.get(end, ()):
        return
    if not outcomes.complete:
        raise IllegalMove("ride.search_stopped", start=start, end=end, links=text)
    raise IllegalMove("ride.no_such_journey", start=start, end=end, links=text)


def find(network: Routes, start: Hex, end: Hex, text: str) -> tuple[Leg, ...]:
    """The way that a move means; a shorter one of several with the same counts (R26)."""
    if _is_spelled(text):
        return _spelled(network, start, end, text)
    legs = network.trace(start, end, _read(text))
    assert legs is not None, "checked before"
    return legs


def _is_spelled(text: str) -> bool:
    return "to" in text.lower().split()


def _read(text: str) -> Links:
    counts: dict[str, int] = {}
    for part in text.replace(",", " , ").split(","):
        words = part.split()
        if len(words) != 2 or words[0].lower() not in RAILROADS or not _COUNT.fullmatch(words[1]):
            raise IllegalMove("ride.unreadable_links", links=text)
        counts[words[0].lower()] = counts.get(words[0].lower(), 0) + int(words[1])
    return tuple((r, counts[r]) for r in RAILROADS if counts.get(r))


def _spelled(network: Routes, start: Hex, end: Hex, text: str) -> tuple[Leg, ...]:
    """A way written link by link: "red to Omaha, blue to Chicago" (R26)."""
    named = {city.name.lower(): hex_ for hex_, city in the_map().cities.items()}
    named |= {hex_.lower(): hex_ for hex_ in the_map().cities}
    steps = []
    for part in text.split(","):
        railroad, _, city = (word.strip() for word in part.lower().partition(" to "))
        if railroad not in RAILROADS or city not in named:
            raise IllegalMove("ride.unreadable_links", links=text)
        steps.append((railroad, named[city]))
    if steps[-1][1] != end:
        raise IllegalMove("ride.wrong_end", end=end, links=text)
    legs = network.spelled(start, steps)
    if legs is None:
        raise IllegalMove("ride.no_such_journey", start=start, end=end, links=text)
    return legs
