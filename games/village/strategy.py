"""The computer player of Village Rails: a careful surveyor.

Everything is judged by one question: what will each line be worth when it is complete? A line
is what lies along it now and a few cards more that are not known yet.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.core import Move, Rng
from games.village.components import (
    PLANNING,
    TERRAINS,
    TURNS,
    Feature,
    Track,
    Trip,
    detail,
    kind,
    the_box,
)
from games.village.forecast import outlook
from games.village.market import price
from games.village.moves import Assign, Build, Order, Terminus
from games.village.moves import Track as TakeTrack
from games.village.moves import Trip as TakeTrip
from games.village.scoring import SIGNALS, Along, along, score, trip_points
from games.village.tableau import LINES, Line, Run, Space, Stop, onward, open_spaces, run
from games.village.view import Tableau, View

POUND = 0.95  # what a pound is worth in points at the start, while there are trips to plan
LAST_POUND = 1 / 3  # and at the end
EARLY = 3.0  # pounds that it is worth to have a line's terminus now and not later
TO_COME = 0.4  # points that a card to come brings to a line
SIGNAL, SIDING = 0.16, 0.08  # how much we trust a card to come to bring one
APART = 0.35  # what a feature is worth that no line of ours has reached yet
ENOUGH = 0.6  # points that a trip must bring beyond its price
SAMPLES = 12  # ways in which a line may go on that are looked at


class Site(NamedTuple):
    """A track in a space, and what it is worth to us."""

    worth: float
    space: Space
    turned: bool
    track: Track


def choose(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    """One of the moves, by what it should bring until the end of the game."""
    match moves[0]:
        case Build():
            return _build(view, moves)
        case Assign():
            return _assign(view, moves)
        case Order() | Terminus():
            return max(moves, key=lambda move: _resolve(view, move))
        case _ if view.phase == "market":
            return _market(view, moves)
        case _:
            return rng.choice(moves)


def _pound(view: View) -> float:
    """What a pound is worth in points: less, the fewer turns are left to spend it in."""
    left = (TURNS - view.round) / TURNS
    return LAST_POUND + (POUND - LAST_POUND) * left


# At the markets


def _market(view: View, moves: Sequence[Move]) -> Move:
    """Plan a trip now if it pays on a line that we complete next; else build, then plan."""
    trips = [move for move in moves if isinstance(move, TakeTrip)]
    tracks = [move for move in moves if isinstance(move, TakeTrack)]
    if not tracks:
        trip = max(trips, key=lambda move: _trip_gain(view, move.trip, {}))
        return trip if _trip_gain(view, trip.trip, {}) > ENOUGH else moves[-1]
    track = max(tracks, key=lambda move: _track_worth(view, move.track)[0])
    done = _completed(view.mine, _track_worth(view, track.track)[1])
    if trips and done:
        trip = max(trips, key=lambda move: _trip_gain(view, move.trip, done))
        later = max(_trip_gain(view, move.trip, {}, skip=done) for move in trips)
        spare = view.mine.money - price(track.track) - PLANNING - price(trip.trip)
        if _trip_gain(view, trip.trip, done) > max(ENOUGH, later) and spare >= 0:
            return trip
    return track


def _track_worth(view: View, place: int) -> tuple[float, Site]:
    """What a track from the market would bring in its best place, less its price."""
    offer = view.tracks[place - 1]
    pounds = offer.coins - price(place)
    site = max(sites(view, offer.track), key=lambda found: found.worth)
    return site.worth + pounds * _pound(view), site


def _completed(tableau: Tableau, site: Site) -> dict[Line, Along]:
    """The lines that a track would complete, as they would be then."""
    tracks = {**tableau.tracks, site.space: site.track}
    ways = {line: run(line, tracks) for line in LINES}
    return {
        line: along(tableau.borders[line], way, tracks)
        for line, way in ways.items()
        if way.complete and not tableau.run(line).complete
    }


def _trip_gain(
    view: View, place: int, done: dict[Line, Along], skip: dict[Line, Along] | None = None
) -> float:
    """The most that a trip should bring on a line, less its price."""
    offer = view.trips[place - 1]
    cost = PLANNING + price(place) - offer.coins
    lines = _trip_lines(view, offer.trip, done)
    worth = max((w for line, w in lines.items() if line not in (skip or {})), default=0)
    return worth - cost * _pound(view)


def _trip_lines(view: View, trip: Trip, done: dict[Line, Along]) -> dict[Line, float]:
    """What a trip should score on each line that can take it."""
    tableau, found = view.mine, {}
    for line in LINES:
        way = tableau.run(line)
        if way.complete or len(tableau.trips.get(line, ())) == 2:
            continue
        if line in done:
            found[line] = float(trip_points(trip, done[line]))
        else:
            seen = along(tableau.borders[line], way, tableau.tracks)
            found[line] = expected_trip(trip, seen, _to_come(way))
    return found


def _assign(view: View, moves: Sequence[Move]) -> Move:
    """To the line on which the trip should score most."""
    assert view.trip
    done: dict[Line, Along] = {}
    if not (view.turn and view.turn.built):
        affordable = range(1, min(len(view.tracks), view.mine.money + 1) + 1)
        best = max((_track_worth(view, place) for place in affordable), key=lambda b: b[0])
        done = _completed(view.mine, best[1])
    worth = _trip_lines(view, view.trip, done)
    lines = [move for move in moves if isinstance(move, Assign)]
    return max(lines, key=lambda move: worth.get(move.line, 0))


# Building


def _build(view: View, moves: Sequence[Move]) -> Move:
    assert view.track
    best = max(sites(view, view.track), key=lambda found: found.worth)
    return Build(best.space, best.turned)


def sites(view: View, track: Track) -> Iterator[Site]:
    """Every way to build a track, with what it is worth."""
    tableau = view.mine
    pound = _pound(view)
    before = {line: tableau.run(line) for line in LINES}
    known = {line: _line(tableau, line, way, tableau.tracks) for line, way in before.items()}
    base = _sidings(known.values()) + sum(seen.worth for seen in known.values())
    for space in open_spaces(tableau.tracks):
        for way in dict.fromkeys((track, track.turned())):
            tracks = {**tableau.tracks, space: way}
            after = dict(known)
            for line, reached in before.items():
                if reached.next and reached.next.space == space:
                    after[line] = _line(tableau, line, run(line, tracks), tracks)
            worth = _sidings(after.values()) + sum(seen.worth for seen in after.values()) - base
            completed = sum(after[line].paid and not known[line].paid for line in LINES)
            worth += completed * EARLY * pound
            worth += _apart(before, space, way)
            yield Site(worth, space, way != track, way)


class Prospect(NamedTuple):
    """A line as we see it: points to expect, the chance of a siding, whether it is complete."""

    worth: float
    siding: float
    paid: bool


def _line(tableau: Tableau, line: Line, way: Run, tracks: dict[Space, Track]) -> Prospect:
    seen = along(tableau.borders[line], way, tracks)
    trips = tableau.trips.get(line, ())
    siding = 1.0 if seen.of_kind("siding") else 0.0
    if way.complete:
        return Prospect(score(seen, trips).points, siding, paid=True)
    more = _to_come(way)
    worth = expected_features(seen, more) + sum(expected_trip(t, seen, more) for t in trips)
    return Prospect(worth, siding or _chance(SIDING, more), paid=False)


def _sidings(lines: Iterable[Prospect]) -> float:
    """The points for sidings are the square of the lines that have one (V39)."""
    count = sum(line.siding for line in lines)
    return count * count


def _apart(before: dict[Line, Run], space: Space, track: Track) -> float:
    """Something for features on lines that are not joined to a border yet."""
    joined = {way.next for way in before.values() if way.next}
    worth = 0.0
    for side, feature in (("above", track.above), ("left", track.left)):
        if feature and Stop(space, side) not in joined:
            worth += APART * _rough(feature)
    return worth


def _rough(feature: Feature) -> float:
    """What a feature brings on average."""
    if kind(feature) == "halt":
        return float(detail(feature))
    return {"barn": 1.5, "farm": 3.0, "signal": 2.5, "siding": 3.5}[kind(feature)]


# What a line should be worth


@cache
def _steps(stop: Stop) -> float:
    """How many cards a line needs from here to an edge, on average."""
    after = [onward(stop, pattern) for pattern in ("crossing", "curves")]
    return 1.0 + sum(_steps(there) for there in after if there) / 2


def _to_come(way: Run) -> float:
    """The cards that a line still needs."""
    return _steps(way.next) if way.next else 0.0


def _chance(each: float, more: float) -> float:
    """That at least one of so many cards brings it."""
    return 1 - math.pow(1 - each, more)


@lru_cache(maxsize=1 << 14)
def expected_features(line: Along, more: float) -> float:
    """What the features of a line should score once so many cards more have come."""
    kinds = line.kinds()
    worth = 0.0
    for feature in line.features:
        match kind(feature):
            case "barn":
                worth += line.terrains.count(detail(feature)) + more / len(TERRAINS)
            case "farm":
                new = len(TERRAINS) - kinds
                worth += kinds + new * _chance(1 / len(TERRAINS), more)
            case "halt":
                worth += int(detail(feature))
    return worth + _signals(line.of_kind("signal"), more) + TO_COME * more


def _signals(count: int, more: float) -> float:
    """Signals score by steps; the next step is as likely as a signal to come."""
    now = SIGNALS[min(count, len(SIGNALS) - 1)]
    then = SIGNALS[min(count + 1, len(SIGNALS) - 1)]
    return now + (then - now) * _chance(SIGNAL, more)


@lru_cache(maxsize=1 << 15)
def expected_trip(trip: Trip, line: Along, more: float) -> float:
    """What a trip should score once so many cards more have come, on average."""
    count = round(more)
    if not count:
        return float(trip_points(trip, line))
    total = 0
    for terrains, features in _ways(count):
        then = Along(line.terrains + terrains, line.features + features, line.length + count)
        total += trip_points(trip, then)
    return total / SAMPLES


@cache
def _ways(count: int) -> tuple[tuple[tuple[str, ...], tuple[Feature, ...]], ...]:
    """A few ways in which a line may go on: always the same, drawn from the cards there are."""
    rng = Rng(b"the ways of a line", count)
    tracks = sorted(the_box().tracks)
    ways = []
    for _ in range(SAMPLES):
        cards = [the_box().tracks[rng.choice(tracks)] for _ in range(count)]
        features = [card.above if rng.below(2) else card.left for card in cards]
        ways.append((tuple(card.terrain for card in cards), tuple(f for f in features if f)))
    return tuple(ways)


# Completed lines


def _resolve(view: View, move: Move) -> float:
    """The line that a card in hand fits best, and the card that fits no other line better."""
    if isinstance(move, Order):
        return float(max(outlook(view.mine, move.line).pays(view.hand).values()))
    assert isinstance(move, Terminus)
    others = [line for line in LINES if line != view.line and line not in view.mine.completed]
    elsewhere = max((outlook(view.mine, line).payment(move.terminus) for line in others), default=0)
    return outlook(view.mine, view.line).payment(move.terminus) - elsewhere / 2
