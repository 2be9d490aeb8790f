"""What a line is worth: trips, features and terminus cards, by what lies along it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from games.village.components import Border, Feature, Terminus, Terrain, Track, Trip, detail, kind
from games.village.tableau import Line, Run, Space, run

SIGNALS = (0, 0, 8, 16, 24)  # V38
SIDINGS = (0, 1, 4, 9, 16, 25, 36, 49)  # V39
RATE = 3  # V44: pounds for a point at the end


class Along(NamedTuple):
    """What lies along a line, from its border on: terrains, features, and how many tracks."""

    terrains: tuple[Terrain, ...]
    features: tuple[Feature, ...]
    length: int

    def kinds(self) -> int:
        """How many kinds of terrain there are."""
        return len(set(self.terrains))

    def of_kind(self, what: str) -> int:
        """How many features of a kind there are."""
        return sum(kind(feature) == what for feature in self.features)


class Score(NamedTuple):
    """The points of a line: trip by trip, and feature by feature."""

    trips: tuple[tuple[str, int], ...]
    """By the trip's theme."""
    features: tuple[tuple[Feature, int], ...]

    @property
    def for_trips(self) -> int:
        return sum(points for _, points in self.trips)

    @property
    def for_features(self) -> int:
        return sum(points for _, points in self.features)

    @property
    def points(self) -> int:
        return self.for_trips + self.for_features

    def told(self) -> dict[str, int]:
        """What has scored, to be told: the same things taken together, nothings left out."""
        found: dict[str, int] = {}
        for name, points in self.trips + self.features:
            what = "halt" if kind(name) == "halt" else name
            found[what] = found.get(what, 0) + points
        scored = {name for name, _ in self.trips}
        return {name: points for name, points in found.items() if points or name in scored}


def along(border: Border, way: Run, tracks: Mapping[Space, Track]) -> Along:
    """What lies along a line; the border is part of it and counts as a track (V23)."""
    terrains = [border.terrain] if border.terrain else []
    features = [border.feature] if border.feature else []
    for space, side in way.stops:
        track = tracks[space]
        terrains.append(track.terrain)
        feature = track.above if side == "above" else track.left
        if feature:
            features.append(feature)
    return Along(tuple(terrains), tuple(features), 1 + len(way.stops))


def score(line: Along, trips: Iterable[Trip]) -> Score:
    """The points of a completed line; sidings wait for the end (V39)."""
    scored = tuple((trip.theme, trip_points(trip, line)) for trip in trips)
    features = [
        (feature, feature_points(feature, line))
        for feature in line.features
        if kind(feature) not in ("signal", "siding")
    ]
    if signals := line.of_kind("signal"):
        features.append(("signal", SIGNALS[min(signals, len(SIGNALS) - 1)]))  # V38
    return Score(scored, tuple(features))


def feature_points(feature: Feature, line: Along) -> int:
    """What a barn, a farm or a halt scores on a line."""
    match kind(feature):
        case "barn":
            return line.terrains.count(detail(feature))  # V35
        case "farm":
            return line.kinds()  # V36
        case _:
            return int(detail(feature))  # V37


def trip_points(trip: Trip, line: Along) -> int:
    """What a trip scores on a line."""
    worth, count = trip.worth, Counter(line.terrains)
    match trip.theme.split(" "):
        case ["length", "down"]:
            return max(0, worth - line.length)  # V25
        case ["length", _]:
            return worth * line.length  # V26
        case ["ends", way]:
            same = line.terrains[:1] == line.terrains[-1:]  # V27
            return worth if same == (way == "same") else 0
        case ["fewest", terrain]:
            others = [n for other, n in count.items() if other != terrain]
            fewest = count[terrain] and all(count[terrain] < n for n in others)  # V28
            return worth if fewest else 0
        case ["most", terrain]:
            others = [n for other, n in count.items() if other != terrain]
            return worth if count[terrain] > max(others, default=0) else 0  # V29
        case ["each", what]:
            return worth * (count[what] + line.of_kind(what))  # V30, V31
        case ["kinds", bound, number]:
            enough = line.kinds() >= int(number) if bound == "min" else line.kinds() <= int(number)
            return worth if enough else 0  # V32
        case ["again", what]:
            best = [feature_points(f, line) for f in line.features if kind(f) == what]
            return sum(sorted(best)[-worth:])  # V33
        case ["neighbours", way]:
            pairs = pairwise(line.terrains)
            return worth * sum((a == b) == (way == "same") for a, b in pairs)  # V34
    raise AssertionError(f"no trip is called {trip.theme}")


def counted(terminus: Terminus, line: Along, trips: int) -> int:
    """What a terminus card counts on a line (V40)."""
    match terminus.counts.split(" "):
        case ["terrain", terrain]:
            return line.terrains.count(terrain)
        case ["feature", what]:
            return line.of_kind(what)
        case ["trips"]:
            return trips
        case ["length"]:
            return line.length
        case ["kinds"]:
            return line.kinds()
        case _:
            return len(line.features)


def with_siding(borders: Mapping[Line, Border], tracks: Mapping[Space, Track]) -> list[Line]:
    """The lines that have at least one siding (V39)."""
    return [
        line
        for line, border in borders.items()
        if along(border, run(line, tracks), tracks).of_kind("siding")
    ]


def final(points: int, sidings: int, pounds: int) -> int:
    """The score at the end: points, sidings, and a point for every three pounds (V44)."""
    return points + SIDINGS[sidings] + pounds // RATE


def rank(scores: Sequence[int], money: Sequence[int]) -> tuple[int, ...]:
    """Who has won: most points, then most money, then together (V45)."""
    best = max(zip(scores, money, strict=True))
    return tuple(s for s, both in enumerate(zip(scores, money, strict=True)) if both == best)
