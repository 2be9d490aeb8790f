"""Ride the Rails in words: what happened, what is to be decided, what a choice means."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from games.core import Fact, Move, Seat, Value
from games.ride import journeys
from games.ride.components import BUILDS, RAILROADS, ROUNDS, Hex, the_map
from games.ride.moves import Build, Done, Ride, Towards
from games.ride.routes import Links
from games.ride.towards import ways
from games.ride.view import View


def name(value: Value) -> str | None:
    """The city that stands in a hex."""
    city = the_map().cities.get(str(value))
    return city.name if city else None


def read(field: str, text: str) -> str:
    """A city's name or a hex as the hex, a railroad in any case as the railroad."""
    if field == "links":
        return text
    wanted = text.strip().casefold()
    for hex_, city in the_map().cities.items():
        if wanted in (city.name.casefold(), hex_.casefold()):
            return hex_
    return wanted if wanted in RAILROADS else text.strip().upper()


def opening(view: View) -> list[Fact]:
    """The first turn order, and that shares are taken from its end."""
    return [Fact("ride.opening", {"order": list(view.order)})]


def condense(facts: Sequence[Fact]) -> list[Fact]:
    """The locomotives that a seat built for a railroad in one sentence, then the rest."""
    told: list[Fact] = []
    for builder, group in groupby(facts, key=_builder):
        run = list(group)
        told += run if builder is None else _condense_building(run)
    return told


def _builder(fact: Fact) -> Seat | None:
    """Who built, if the fact is of building."""
    building = fact.key in ("ride.built", "ride.started") or fact.key.startswith("ride.bonus_")
    return fact.values["seat"] if building else None


def _condense_building(facts: list[Fact]) -> list[Fact]:
    told = []
    for railroad in RAILROADS:
        mine = [f for f in facts if f.values.get("railroad") == railroad]
        if not mine:
            continue
        hexes = [fact.values["hex"] for fact in mine]
        cities = [hex_ for hex_ in hexes if hex_ in the_map().cities]
        values = {"seat": mine[0].values["seat"], "railroad": railroad, "count": len(hexes)}
        if mine[0].key == "ride.started":
            told.append(Fact("ride.started_line", {**values, "hex": hexes[0]}))
            cities = cities[1:]
            values["count"] = len(hexes) - 1
        if cities:
            told.append(Fact("ride.built_line_into", {**values, "hex": cities}))
        elif values["count"]:
            near = nearest_city(hexes[-1])
            told.append(Fact("ride.built_line", {**values, "hex": near}))
    return told + [fact for fact in facts if fact.key.startswith("ride.bonus_")]


def nearest_city(hex_: Hex) -> Hex:
    """The city closest to a hex, the western one of two."""
    board = the_map()
    return min(board.cities, key=lambda c: (board.distance(hex_, c), board.west_to_east(c), c))


def headline(view: View) -> Fact:
    """The round and the phase."""
    if view.phase == "over":
        return Fact("ride.headline_over")
    return Fact("ride.headline", {"round": view.round, "rounds": ROUNDS, "phase": view.phase})


def prompt(view: View, seat: Seat) -> Fact:
    """What the seat has to do in this phase."""
    values = {"seat": seat, "count": view.left, "limit": BUILDS[view.seats], "round": view.round}
    if view.phase == "build":
        if view.turn and view.turn.built:
            key = "ride.prompt_build_mountain" if view.mountain else "ride.prompt_build_on"
            return Fact(key, values)
        return Fact("ride.prompt_build", values)
    if view.phase == "ride" and not search_complete(view):
        return Fact("ride.prompt_ride_stopped", values)
    return Fact(f"ride.prompt_{view.phase}", values)


def search_complete(view: View) -> bool:
    """Whether every journey was looked at; in a network meshed on purpose it may not be (R26)."""
    network = journeys.routes(view.tracks)
    waiting = network.starts().intersection(view.passengers)
    return all(network.outcomes(start).complete for start in waiting)


def label(view: View, field: str, moves: Sequence[Move]) -> Fact:
    """What it means to choose this value of a field."""
    first = moves[0]
    value = first.values().get(field, "")
    match first, field:
        case Build(railroad, hex_), "hex":
            return _label_hex(view, railroad, hex_)
        case Ride(), "passenger" | "to":
            best = max(_pays(view, move) for move in moves if isinstance(move, Ride))
            values = {"hex": value, "dollars": best}
            if len(moves) > 1:
                return Fact("ride.label_city_up_to", values)
            return Fact("ride.label_city_pays", values)
        case Ride(), "links":
            return _label_links(view, first)
        case Towards(railroad, city), "city":
            return Fact(
                "ride.label_towards", {"hex": city, "count": len(ways(view, railroad)[city])}
            )
        case Done(), _:
            return _label_done(view)
        case _, "railroad":
            return _label_railroad(view, str(value))
    return Fact("ride.label", {field: value, "value": value})


def _label_hex(view: View, railroad: str, hex_: Hex) -> Fact:
    board = the_map()
    values = {"hex": hex_, "near": nearest_city(hex_), "railroad": railroad}
    if hex_ == board.chicago:
        return Fact("ride.label_chicago", values)
    if hex_ in view.banners and view.tracks[railroad]:
        return Fact("ride.label_banner", values)
    if hex_ in board.cities:
        return Fact("ride.label_city", values)
    return Fact("ride.label_mountain" if hex_ in board.mountains else "ride.label_plain", values)


def _label_railroad(view: View, railroad: str) -> Fact:
    held = view.shares[view.me].get(railroad, 0) if view.me is not None else 0
    values = {"railroad": railroad, "count": held, "supply": view.supply[railroad]}
    return Fact("ride.label_railroad", values)


def _label_done(view: View) -> Fact:
    """Ending the turn, and what would be given up."""
    key = "ride.label_done_giving_up" if view.left else "ride.label_done"
    return Fact(key, {"count": view.left})


def _label_links(view: View, move: Ride) -> Fact:
    links = _links(move)
    rider = view.me if view.me is not None else view.acting or 0
    paid = journeys.gains(links, view.shares, rider)
    others = [0 if seat == rider else dollars for seat, dollars in enumerate(paid)]
    values = {"links": dict(links), "dollars": paid[rider], "gains": others}
    return Fact("ride.label_links" if any(others) else "ride.label_links_alone", values)


def _pays(view: View, move: Ride) -> int:
    rider = view.me if view.me is not None else view.acting or 0
    return journeys.gains(_links(move), view.shares, rider)[rider]


def _links(move: Ride) -> Links:
    pairs = (part.split() for part in move.links.split(","))
    return tuple((railroad, int(count)) for railroad, count in pairs)


def describe(view: View) -> list[Fact]:
    """The whole position: standing, players, railroads, passengers, bonuses."""
    facts = [headline(view)]
    if view.acting is not None:
        facts.append(Fact("ride.describe_acting", {"seat": view.acting}))
    facts += [_describe_player(view, seat) for seat in view.order]
    facts += [_describe_railroad(view, railroad) for railroad in view.available]
    facts.append(
        Fact("ride.describe_passengers", {"count": len(view.passengers), "hex": view.passengers})
    )
    if view.banners:
        facts.append(Fact("ride.describe_banners", {"hex": view.banners}))
    if view.transcontinental:
        facts.append(Fact("ride.describe_transcontinental"))
    return facts


def _describe_player(view: View, seat: Seat) -> Fact:
    held = {r: view.shares[seat][r] for r in RAILROADS if view.shares[seat].get(r)}
    values = {"seat": seat, "dollars": view.money[seat], "railroad": held}
    return Fact("ride.describe_player" if held else "ride.describe_player_bare", values)


def _describe_railroad(view: View, railroad: str) -> Fact:
    hexes = view.tracks[railroad]
    cities = [hex_ for hex_ in hexes if hex_ in the_map().cities]
    values = {"railroad": railroad, "count": len(hexes), "hex": cities}
    values["supply"] = view.supply[railroad]
    return Fact("ride.describe_railroad" if hexes else "ride.describe_railroad_unbuilt", values)
