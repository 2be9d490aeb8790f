"""The computer player of Ride the Rails: a patient investor who counts links.

Everything is judged by one question: with this network, which journey would each player
take, and whom would it pay? Track is good if it lengthens the journeys that pay us.
"""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from games.core import Move, Rng, Seat
from games.ride import components
from games.ride.components import RAILROADS, ROUNDS, Hex, the_map
from games.ride.journeys import gains
from games.ride.moves import Build, Done, Ride, Share
from games.ride.outlook import Outlook, Trip, ahead, bits, linked
from games.ride.routes import Links
from games.ride.transcontinental import transcontinental
from games.ride.view import View

SIDE = 0.3  # a link that lengthens nobody's best journey yet may still do so
NEXT = 0.7  # the part of the players who find a passenger in a later round
GUEST = 0.2  # a passenger whom nobody needs this round may still be missed in a later one
GROWTH = 2.0  # links a round that we add to a railroad of our own, for each share in it
ENOUGH = 15  # locomotives in the supply that such growth needs
LATER = 0.5  # how far we trust the next riders to take what looks best to us
AHEAD = 3  # locomotives beyond this turn's that a plan may need


class Plan(NamedTuple):
    """A railroad's way to a city: where to build, the first hex of it now."""

    railroad: str
    steps: tuple[Hex, ...]


def choose(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    """One of the moves, by what it should bring until the end of the game."""
    match view.phase:
        case "share":
            return _share(view, moves, rng)
        case "build":
            return _build(view, moves)
        case _:
            return _ride(view, [move for move in moves if isinstance(move, Ride)])


# Shares: what is ridden now, and what we can make of it


def _share(view: View, moves: Sequence[Move], rng: Rng) -> Move:
    outlook = Outlook(view)
    first = rng.below(len(moves))  # whoever is equal, chance decides
    return max([*moves[first:], *moves[:first]], key=lambda move: _dividends(outlook, move))


def _dividends(outlook: Outlook, move: Move) -> float:
    """A railroad in few other hands grows where we want it; in many, its supply is soon gone."""
    assert isinstance(move, Share)
    index = RAILROADS.index(move.railroad)
    used = sum(trip.links >> 8 * index & 255 for trip in outlook.best)
    mine = outlook.held[outlook.me][index] + 1
    ours = mine / (1 + sum(held[index] for held in outlook.held))
    room = ours * outlook.view.supply[move.railroad] / ENOUGH
    return outlook.rounds * (used + GROWTH * mine * min(room, (outlook.rounds + 1) / 2))


# Building: the way to a city that brings most for each locomotive


def _build(view: View, moves: Sequence[Move]) -> Move:
    outlook = Outlook(view)
    firsts: dict[str, list[Hex]] = {}
    for move in moves:
        if isinstance(move, Build):
            firsts.setdefault(move.railroad, []).append(move.hex)
    plans = [plan for railroad, hexes in firsts.items() for plan in _plans(view, railroad, hexes)]
    waits = _waits(outlook, plans)
    if waits:
        plans = [plan for plan in plans if not _opens(outlook, plan)]
    best = 0.0
    wish: Move = Done()  # unless something is worth more than nothing
    for plan in plans:
        worth = _promise(outlook, plan, waits) / len(plan.steps)
        if worth > best:
            best, wish = worth, Build(plan.railroad, plan.steps[0])
    return wish


def _plans(view: View, railroad: str, firsts: Sequence[Hex]) -> Iterator[Plan]:
    """The shortest way to each city not too far off, of these the one with fewest mountains."""
    board, own = the_map(), view.tracks[railroad]
    east = board.of_kind("east coast")
    crowd = Counter(hex_ for hexes in view.tracks.values() for hex_ in hexes)
    closed = {h for h, n in crowd.items() if (n > 1 or h in east) and h != board.chicago}
    if sum(hex_ in east for hex_ in own) > 1:
        closed |= east
    far = min(view.left + AHEAD, view.supply[railroad])
    queue: list[tuple[int, int, Hex, tuple[Hex, ...]]]
    queue = [(1, int(hex_ in board.mountains), hex_, (hex_,)) for hex_ in firsts]
    heapq.heapify(queue)
    seen = closed.union(own)
    while queue:
        cost, mountains, here, steps = heapq.heappop(queue)
        if here in seen:
            continue
        seen.add(here)
        if here in board.cities:
            yield Plan(railroad, steps)
        if cost < far:
            for there in board.neighbours[here]:
                if there not in seen:
                    climb = mountains + (there in board.mountains)
                    heapq.heappush(queue, (cost + 1, climb, there, (*steps, there)))


def _promise(outlook: Outlook, plan: Plan, waits: bool) -> float:
    """What a plan brings until the end; one that this turn doesn't finish pays a round later."""
    view, later = outlook.view, outlook.rounds - 1
    climbs = not view.mountain and not the_map().mountains.isdisjoint(plan.steps)
    soon = not waits and len(plan.steps) <= view.left - climbs
    if not soon and not later:
        return 0.0
    index = RAILROADS.index(plan.railroad)
    cities = [hex_ for hex_ in plan.steps if hex_ in the_map().cities]
    own = outlook.tracks[plan.railroad]
    doors = linked(own, plan.steps[0]) if own else [cities.pop(0)]
    side = SIDE * len(cities) * ahead(view, [held[index] for held in outlook.held])
    worth = _bonuses(outlook, plan) + later * side
    guests = len(_guests(outlook, plan))
    average = 0.0
    for rider in range(view.seats):
        found = list(_lengthened(outlook, rider, index, doors, cities))
        old = outlook.brings(rider, outlook.longest[rider])
        new = outlook.brings(rider, _better(outlook.longest[rider], [trip for trip, _ in found]))
        worth += NEXT * later * (new - old)
        average += new / view.seats
        if soon:
            worth += _this_round(outlook, rider, [trip for trip, goes in found if goes], guests)
    return worth + GUEST * average * _spare(outlook, guests, soon)


def _better(known: Trip, found: Sequence[Trip]) -> Trip:
    new = max(found, default=known)
    return new if new.worth > known.worth else known


def _this_round(outlook: Outlook, rider: Seat, found: Sequence[Trip], guests: int) -> float:
    """What a rider's journey brings more; whoever comes after the last passenger has none."""
    before, reached = outlook.view.queue.index(rider), len(outlook.reached)
    known = outlook.best[rider]
    old = outlook.brings(rider, known) if before < reached else 0.0
    new = outlook.brings(rider, _better(known, found)) if before < reached + guests else 0.0
    return new - old


def _spare(outlook: Outlook, guests: int, soon: bool) -> int:
    """How many of the new passengers are for later rounds."""
    seats, reached = outlook.view.seats, len(outlook.reached)
    now = max(0, seats - reached) if soon else 0
    return max(0, min(guests - now, seats * outlook.rounds - max(reached, seats)))


def _lengthened(
    outlook: Outlook, rider: Seat, index: int, doors: Sequence[Hex], cities: Sequence[Hex]
) -> Iterator[tuple[Trip, bool]]:
    """The journeys of a rider through one of the doors, on to the new cities and beyond.

    With each goes whether a passenger waits at an end of it.
    """
    bit, known, waiting = bits(), outlook.trips[rider], outlook.waiting
    rate = 1 + outlook.held[rider][index]
    front = [Trip(0, bit[door], bit[door]) for door in doors]
    front += [known[door] for door in doors if door in known]
    for city in cities:
        here = bit[city]
        link = Trip(rate, 0, here, 1 << 8 * index)
        front = [trip.join(link) for trip in front if not trip.cities & here]
        yield from ((trip, bool((trip.start | here) & waiting)) for trip in front)
        if on := known.get(city):
            for trip in front:
                if trip.cities & on.cities == here:
                    yield trip.join(on), bool((trip.start | on.start) & waiting)


def _bonuses(outlook: Outlook, plan: Plan) -> int:
    view, board = outlook.view, the_map()
    entered = plan.steps if view.tracks[plan.railroad] else plan.steps[1:]
    worth = components.CHICAGO_BONUS * (board.chicago in plan.steps)
    worth += components.BANNER_BONUS * sum(hex_ in view.banners for hex_ in entered)
    west, east = board.of_kind("western"), board.of_kind("east coast")
    tracks = {**outlook.tracks, plan.railroad: outlook.tracks[plan.railroad].union(plan.steps)}
    joined = _joined(tracks, plan.railroad)
    # The search for the bonus is dear: only if what now hangs together touches both coasts.
    if view.transcontinental and not west.isdisjoint(joined) and not east.isdisjoint(joined):
        worth += transcontinental(board.neighbours, tracks, west, east, board.cities.keys())
    return worth


def _joined(tracks: dict[str, frozenset[Hex]], railroad: str) -> frozenset[Hex]:
    """The hexes of all railroads that can be reached from this one by changing."""
    joined, apart = tracks[railroad], [hexes for r, hexes in tracks.items() if r != railroad]
    while meeting := [hexes for hexes in apart if not hexes.isdisjoint(joined)]:
        joined = joined.union(*meeting)
        apart = [hexes for hexes in apart if hexes not in meeting]
    return joined


# Waiting: a city that is opened too early only gives a rival a ride


def _waits(outlook: Outlook, plans: Sequence[Plan]) -> bool:
    """Whether to lay track up to the cities now, and to enter them together next round.

    That is so if rivals would take every passenger whom we can bring within reach this turn.
    """
    view = outlook.view
    before = view.queue.index(outlook.me)
    reached = len(outlook.reached)
    if outlook.rounds == 1 or reached > before or not _rode(view):
        return False
    return reached + _openable(outlook, plans) <= before


def _rode(view: View) -> bool:
    """Whether we rode in the last round: whoever waited once doesn't wait again."""
    earlier = view.recent[::-1][view.seats + view.place :]  # before this round's shares and builds
    return any(turn.seat == view.me for turn in takewhile(lambda turn: turn.journey, earlier))


def _openable(outlook: Outlook, plans: Sequence[Plan]) -> int:
    """How many passengers this turn can bring within reach, the cheapest first."""
    left, opened = outlook.view.left, set[Hex]()
    offers = ((len(plan.steps), _guests(outlook, plan)) for plan in plans)
    for cost, guests in sorted(
        ((cost, guests) for cost, guests in offers if guests), key=lambda o: o[0] / len(o[1])
    ):
        if cost <= left and not guests <= opened:
            opened |= guests
            left -= cost
    return len(opened)


def _opens(outlook: Outlook, plan: Plan) -> bool:
    """Whether the first locomotive of a plan brings passengers within reach."""
    first = Plan(plan.railroad, plan.steps[:1])
    started = bool(outlook.tracks[plan.railroad])
    return started and first.steps[0] in the_map().cities and bool(_guests(outlook, first))


def _guests(outlook: Outlook, plan: Plan) -> frozenset[Hex]:
    """The waiting passengers whom a plan brings within reach."""
    joined = set(plan.steps)
    if own := outlook.tracks[plan.railroad]:
        joined.update(linked(own, plan.steps[0]))
    return frozenset(joined.intersection(outlook.view.passengers).difference(outlook.reached))


# Riding: what a journey pays, and what it leaves to those who ride next


@lru_cache(maxsize=4096)
def _read(text: str) -> Links:
    pairs = (part.split() for part in text.split(","))
    return tuple((railroad, int(count)) for railroad, count in pairs)


def _ride(view: View, rides: Sequence[Ride]) -> Move:
    me = view.me or 0
    texts = {move.links for move in rides}
    worth = {text: ahead(view, gains(_read(text), view.shares, me)) for text in texts}
    best: dict[Hex, Ride] = {}
    choice: dict[Hex, set[str]] = {}
    for move in rides:
        known = best.setdefault(move.passenger, move)
        if worth[move.links] > worth[known.links]:
            best[move.passenger] = move
        choice.setdefault(move.passenger, set()).add(move.links)
    riders = [*view.queue[view.place + 1 :], *([me] if view.round < ROUNDS else [])]
    wishes = [_wishes(view, choice, rider) for rider in riders]
    return max(best.values(), key=lambda m: worth[m.links] + LATER * _left(wishes, m.passenger))


def _wishes(view: View, choice: dict[Hex, set[str]], rider: Seat) -> list[tuple[int, float, Hex]]:
    """The passengers as a rider likes them: the rider's income, our advantage, the city."""
    known = {}
    for text in set().union(*choice.values()):
        paid = gains(_read(text), view.shares, rider)
        known[text] = paid[rider], ahead(view, paid)
    found = [(*max(known[text] for text in texts), city) for city, texts in choice.items()]
    return sorted(found, reverse=True)


def _left(wishes: Sequence[Sequence[tuple[int, float, Hex]]], taken: Hex) -> float:
    """How far ahead the next journeys put us if each rider takes the best that is left."""
    gone, total = {taken}, 0.0
    for wished in wishes:
        for _, lead, city in wished:
            if city not in gone:
                gone.add(city)
                total += lead
                break
    return total
