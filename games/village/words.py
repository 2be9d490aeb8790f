"""Village Rails in words: what happened, where the table stands, what was typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from games.core import Fact, Seat, Value
from games.village.components import TURNS, Track, Trip, the_box
from games.village.forecast import outlook
from games.village.labels import hints, label
from games.village.tableau import LINES, Line
from games.village.view import Tableau, View

__all__ = [
    "condense",
    "describe",
    "headline",
    "hints",
    "label",
    "opening",
    "prompt",
    "read",
]

_NEWS = {"village.track_comes", "village.trip_comes", "village.deck_shows"}
_IMPLIED = {"village.drew", "village.trips_under"}
_YES = ("yes", "y", "true", "1", "turned")


def read(field: str, text: str) -> Value:
    """A space or line in any case, a number with or without its ending, yes or no."""
    wanted = text.strip().casefold()
    match field:
        case "turned":
            return wanted in _YES
        case "track" | "trip" | "first":
            found = re.match(r"(\d{1,8})(?:st|nd|rd|th)?\b", wanted)
            return int(found[1]) if found else text
        case "terminus":
            single = wanted.removesuffix("s")
            return single if single in the_box().termini else wanted
        case "space" if re.fullmatch(r"\d[a-z]", wanted):
            return wanted[::-1].upper()
    return wanted.upper()


def opening(view: View) -> list[Fact]:
    """The letters, and who starts."""
    letters = {tableau.letter: seat for seat, tableau in enumerate(view.tableaux)}
    order = [letters[letter] for letter in sorted(letters)]
    values = {"letters": sorted(letters), "order": order, "seat": view.first}
    return [Fact("village.opening", values)]


def condense(facts: Sequence[Fact]) -> list[Fact]:
    """Taking and placing a card in one sentence, a line with its terminus card in another."""
    told: list[Fact | None] = []
    taken: int | None = None
    scored: int | None = None
    for fact in facts:
        match fact.key:
            case "village.took_trip" | "village.took_track":
                taken = len(told)
                told.append(fact)
            case "village.assigned" | "village.built" if taken is not None:
                before = told[taken]
                assert before
                told[taken:] = [_placed(before, fact)]
                taken = None
            case "village.scored" | "village.scored_nothing":
                scored = len(told)
                told.append(fact)
            case "village.terminus" if scored is not None:
                before = told[scored]
                assert before
                told[scored] = _completed(before, fact)
                scored = None
            case key if key in _IMPLIED or (key in _NEWS and taken is None):
                continue
            case _:
                told.append(fact)
    return [fact for fact in told if fact]


def _placed(taken: Fact, placed: Fact) -> Fact:
    values = {**taken.values, **placed.values}
    got = "_got" if values["coins"] else ""
    if taken.key == "village.took_trip":
        return Fact(f"village.planned{got}", values)
    paid = "_paid" if values["pounds"] else ""
    return Fact(f"village.laid{paid}{got}", values)


def _completed(scored: Fact, terminus: Fact) -> Fact:
    nothing = "" if scored.values["card"] else "_nothing"
    return Fact(f"village.completed{nothing}", {**scored.values, **terminus.values})


def headline(view: View) -> Fact:
    """The turn that each player is having."""
    if view.phase == "over":
        return Fact("village.headline_over")
    return Fact("village.headline", {"round": view.round, "rounds": TURNS})


def prompt(view: View, seat: Seat) -> Fact:
    """What the seat has to decide now."""
    turn = view.turn
    values: dict[str, Any] = {"seat": seat, "line": view.line, "lines": list(view.waiting)}
    match view.phase:
        case "market" if turn and turn.built:
            return Fact("village.prompt_trip", values)
        case "market" if turn and turn.trip:
            return Fact("village.prompt_track", values)
        case "assign" if view.trip:
            return Fact("village.prompt_assign", {**values, "card": signed(view.trip)})
        case "build" if view.track:
            return Fact("village.prompt_build", {**values, **drawn(view.track)})
    return Fact(f"village.prompt_{view.phase}", values)


def signed(trip: Trip) -> dict[str, int]:
    """A trip as it is told: its theme and what it is worth."""
    return {trip.theme: trip.worth}


def drawn(track: Track) -> dict[str, str]:
    """A track as it is told."""
    above, left = track.above or "none", track.left or "none"
    return {"terrain": track.terrain, "pattern": track.pattern, "above": above, "left": left}


def describe(view: View) -> list[Fact]:
    """The whole position: standing, markets, players, and the lines of who looks."""
    facts = [headline(view)]
    if view.acting is not None:
        facts.append(Fact("village.describe_acting", {"seat": view.acting}))
    facts += [_describe_player(tableau, seat) for seat, tableau in enumerate(view.tableaux)]
    if view.hand:
        values = {"terminus": list(view.hand), "count": len(view.hand)}
        facts.append(Fact("village.describe_hand", values))
    if view.track:
        facts.append(Fact("village.describe_track", drawn(view.track)))
    facts += _describe_markets(view)
    whose = view.me if view.me is not None else view.acting
    if whose is not None:
        facts.append(Fact("village.describe_tableau", {"seat": whose}))
        facts += [_describe_line(view.tableaux[whose], line) for line in LINES]
    return facts


def _describe_player(tableau: Tableau, seat: Seat) -> Fact:
    values = {
        "seat": seat,
        "letter": tableau.letter,
        "points": tableau.points,
        "pounds": tableau.money,
        "count": tableau.held,
        "lines": {line: done.points for line, done in tableau.completed.items()},
    }
    done = "" if tableau.completed else "_bare"
    return Fact(f"village.describe_player{done}", values)


def _describe_markets(view: View) -> list[Fact]:
    facts = []
    for place, offer in enumerate(view.tracks, start=1):
        values = {"place": place, "coins": offer.coins, **drawn(offer.track)}
        facts.append(Fact(f"village.describe_offer{_coins(offer.coins)}", values))
    for place, trip in enumerate(view.trips, start=1):
        values = {"place": place, "coins": trip.coins, "card": signed(trip.trip)}
        facts.append(Fact(f"village.describe_trip{_coins(trip.coins)}", values))
    if view.top:
        values = {"count": view.deck, "card": signed(view.top)}
        return [*facts, Fact("village.describe_deck", values)]
    return [*facts, Fact("village.describe_deck_empty")]


def _coins(count: int) -> str:
    return "_coins" if count else ""


def _describe_line(tableau: Tableau, line: Line) -> Fact:
    seen = outlook(tableau, line)
    trips = tableau.trips.get(line, ())
    values: dict[str, Any] = {
        "line": line,
        "terrain": list(seen.along.terrains) or ["none"],
        "feature": list(seen.along.features) or ["none"],
        "trip": [trip.theme for trip in trips] or ["none"],
    }
    if line in tableau.completed:
        return Fact("village.describe_done", {**values, "points": tableau.completed[line].points})
    following = tableau.run(line).next
    if following is None:
        return Fact("village.describe_complete", values)
    return Fact("village.describe_line", {**values, "space": following.space})
