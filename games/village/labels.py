"""What a choice in Village Rails means, and what helps to make it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from games.core import Fact, Move
from games.village.components import PLANNING, Track, Trip
from games.village.forecast import Outlook, completed_by, outlook, touched_by
from games.village.market import price
from games.village.moves import Assign, Build, Done, Order, Terminus, Under
from games.village.moves import Track as TakeTrack
from games.village.moves import Trip as TakeTrip
from games.village.scoring import SIDINGS, trip_points, with_siding
from games.village.tableau import LINES, Line, Space, open_spaces
from games.village.view import View

HINTS = 6  # at most: the best ones first


def label(view: View, field: str, moves: Sequence[Move]) -> Fact:
    """What it means to choose this value of a field."""
    match moves[0]:
        case TakeTrack(place):
            return _label_track(view, place)
        case TakeTrip(place):
            return _label_trip(view, place)
        case Assign(line):
            return _label_assign(view, line)
        case Build(space, turned):
            builds = [move for move in moves if isinstance(move, Build)]
            return (
                _label_space(view, builds)
                if field == "space"
                else _label_turned(view, space, turned)
            )
        case Order(line):
            return _label_order(view, line)
        case Terminus(name):
            return _label_terminus(view, name)
        case Under(first):
            return _label_under(view, first)
        case _:
            return Fact("village.label_done")


def _label_track(view: View, place: int) -> Fact:
    offer = view.tracks[place - 1]
    track = offer.track
    values = {
        "pounds": price(place),
        "coins": offer.coins,
        "terrain": track.terrain,
        "pattern": track.pattern,
        "above": track.above or "none",
        "left": track.left or "none",
    }
    paid = "_paid" if price(place) else ""
    got = "_got" if offer.coins else ""
    return Fact(f"village.label_track{paid}{got}", values)


def _label_trip(view: View, place: int) -> Fact:
    offer = view.trips[place - 1]
    values = {
        "pounds": PLANNING + price(place),
        "coins": offer.coins,
        "card": {offer.trip.theme: offer.trip.worth},
    }
    return Fact("village.label_trip_got" if offer.coins else "village.label_trip", values)


def _label_assign(view: View, line: Line) -> Fact:
    """The line, and what the trip would score if it were complete as it stands."""
    seen = outlook(view.mine, line)
    points = trip_points(view.trip, seen.along) if view.trip else 0
    values = {"line": line, "length": seen.along.length, "count": seen.trips, "points": points}
    return Fact("village.label_assign", values)


def _placed(view: View, *, turned: bool) -> Track:
    """The track that was taken, as it would be built."""
    assert view.track
    return view.track.turned() if turned else view.track


def _label_space(view: View, builds: Sequence[Build]) -> Fact:
    """The space with the lines that would be completed there, or run on through it."""
    space = builds[0].space
    ways = [completed_by(view.mine, _placed(view, turned=move.turned), space) for move in builds]
    if ways[0]:
        best = max(ways, key=_points)
        lines = {seen.line: seen.score.points for seen in best}
        up_to = "_up_to" if len({_points(way) for way in ways}) > 1 else ""
        return Fact(f"village.label_completes{up_to}", {"space": space, "lines": lines})
    lines_on = touched_by(view.mine, _placed(view, turned=False), space)
    key = "village.label_space" if lines_on else "village.label_space_apart"
    return Fact(key, {"space": space, "lines": lines_on})


def _points(ways: Sequence[Outlook]) -> int:
    return sum(seen.score.points for seen in ways)


def _label_turned(view: View, space: Space, turned: bool) -> Fact:
    track = _placed(view, turned=turned)
    values: dict[str, Any] = {"above": track.above or "none", "left": track.left or "none"}
    way = "turned" if turned else "printed"
    if done := completed_by(view.mine, track, space):
        values["lines"] = {seen.line: seen.score.points for seen in done}
        return Fact(f"village.label_{way}_completes", values)
    return Fact(f"village.label_{way}", values)


def _label_order(view: View, line: Line) -> Fact:
    seen = outlook(view.mine, line)
    best = max(seen.pays(view.hand).values(), default=0)
    return Fact("village.label_order", {"line": line, "points": seen.score.points, "pounds": best})


def _label_terminus(view: View, name: str) -> Fact:
    seen = outlook(view.mine, view.line)
    values = {"terminus": name, "pounds": seen.payment(name), "count": seen.count(name)}
    return Fact("village.label_terminus", values)


def _label_under(view: View, first: int) -> Fact:
    trips = view.mine.trips.get(view.line, ())
    trip: Trip = trips[first - 1]
    return Fact("village.label_under", {"card": {trip.theme: trip.worth}})


def hints(view: View, moves: Sequence[Move]) -> list[Fact]:
    """What the choices would complete, with every point and pound; the best first."""
    found: list[Hint] = []
    for hint in _hints(view, moves):
        # Turning a card may change one of its lines and not the other.
        if not any(hint[1].values and hint[1].values == told.values for _, told in found):
            found.append(hint)
    found.sort(key=lambda entry: -entry[0])
    return [fact for _, fact in found[:HINTS]]


Hint = tuple[int, Fact]
"""By how many points it is about, and what it says."""


def _hints(view: View, moves: Sequence[Move]) -> Iterator[Hint]:
    for move in moves:
        match move:
            case TakeTrack(place):
                yield from _hint_track(view, place)
            case TakeTrip(place):
                yield from _hint_trip(view, place)
            case Build(space, turned):
                yield from _hint_build(view, space, turned=turned)
            case Order(line):
                yield _hint_line(view, outlook(view.mine, line))
    if any(isinstance(move, Build) for move in moves):
        yield _hint_sidings(view)
    if any(isinstance(move, Done) for move in moves):
        yield 0, Fact("village.hint_done")


def _hint_track(view: View, place: int) -> Iterator[Hint]:
    """The best completion that a track in the market could bring this turn."""
    track = view.tracks[place - 1].track
    best: tuple[int, Space, list[Outlook]] | None = None
    for space in open_spaces(view.mine.tracks):
        for way in dict.fromkeys((track, track.turned())):
            done = completed_by(view.mine, way, space)
            if done and (best is None or _points(done) > best[0]):
                best = _points(done), space, done
    if best:
        lines = {seen.line: seen.score.points for seen in best[2]}
        yield (
            best[0],
            Fact("village.hint_track", {"place": place, "space": best[1], "lines": lines}),
        )


def _hint_trip(view: View, place: int) -> Iterator[Hint]:
    """The line on which a trip would score most as it stands."""
    trip, best = view.trips[place - 1].trip, (0, "")
    for line in LINES:
        if view.mine.run(line).complete or len(view.mine.trips.get(line, ())) > 1:
            continue
        points = trip_points(trip, outlook(view.mine, line).along)
        best = max(best, (points, line), key=lambda entry: entry[0])
    if best[0]:
        values = {"place": place, "points": best[0], "line": best[1]}
        yield best[0], Fact("village.hint_trip", values)


def _hint_build(view: View, space: Space, *, turned: bool) -> Iterator[Hint]:
    key = "village.hint_turned" if turned else "village.hint_build"
    for seen in completed_by(view.mine, _placed(view, turned=turned), space):
        points, fact = _hint_line(view, seen)
        yield points, Fact(key, {**fact.values, "space": space})


def _hint_sidings(view: View) -> Hint:
    """How far the sidings have got; they score at the end only (V39)."""
    count = len(with_siding(view.mine.borders, view.mine.tracks))
    more = SIDINGS[min(count + 1, len(SIDINGS) - 1)]
    return -1, Fact(
        "village.hint_sidings", {"count": count, "points": SIDINGS[count], "more": more}
    )


def _hint_line(view: View, seen: Outlook) -> Hint:
    values = {
        "line": seen.line,
        "points": seen.score.points,
        "card": seen.score.told() or {"nothing": 0},
        "terminus": seen.pays(view.hand),
    }
    return seen.score.points, Fact("village.hint_line", values)
