"""Ride the Rails by its rules: each function cites the clauses it carries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from games import core
from games.core import Fact, IllegalMove, Move, Result, Rng, Seat, Value, result_from
from games.ride import journeys, strategy, towards, words
from games.ride.components import (
    BANNER_BONUS,
    CHICAGO_BONUS,
    RAILROADS,
    ROUNDS,
    SEATS,
    Hex,
    the_map,
)
from games.ride.moves import Build, Done, Ride, Share, Towards
from games.ride.state import (
    PHASES,
    REMEMBERED,
    SOURCES,
    Options,
    State,
    Turn,
    available,
)
from games.ride.track import candidates, check_build, check_known, check_share
from games.ride.transcontinental import transcontinental
from games.ride.view import View, view


class RideTheRails:
    """The game as the rest of the house knows it."""

    key: ClassVar[str] = "ride"
    title: ClassVar[str] = "Ride the Rails"
    seats: ClassVar[range] = SEATS  # R01
    options: ClassVar[type[core.Options]] = Options
    state: ClassVar[type[core.State]] = State
    moves: ClassVar[tuple[type[Move], ...]] = (Share, Build, Ride, Done)
    shortcuts: ClassVar[tuple[type[Move], ...]] = (Towards,)
    ends_turn: ClassVar[type[Move] | None] = Done
    places: ClassVar[frozenset[str]] = frozenset({"hex", "passenger", "to", "city"})

    def new(self, seats: int, options: Options, rng: Rng) -> State:
        board = the_map()
        order = list(range(seats))
        rng.shuffle(order)  # R04
        return State(
            order=order,
            money=[0] * seats,
            shares=[{} for _ in order],
            earned=[dict.fromkeys(SOURCES, 0) for _ in order],
            passengers=sorted(board.cities),  # R03
            banners=sorted(board.of_kind("banner")),
            tracks={railroad: [] for railroad in RAILROADS},
        )

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.acting is None else frozenset({state.acting})

    def turns(self, state: State) -> int:
        return state.turns

    def legal(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat != state.acting:
            return
        if state.phase == "ride":
            yield from rides(state, seat)  # from the same search that a ride is checked by
            return
        for move in _candidates(state, seat):
            try:
                _check(state, seat, move)
            except IllegalMove:
                continue
            yield move

    def play(self, state: State, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        _check_turn(state, seat)
        _check(state, seat, move)
        state.turn = state.turn or Turn(state.turns, seat)
        match move:
            case Share():
                return _take_share(state, seat, move) + _end_turn(state)
            case Build():
                return _build(state, seat, move)
            case Ride():
                return _ride(state, seat, move) + _end_turn(state)
            case _:
                return _stop_building(state, seat) + _end_turn(state)

    def offers(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat == state.acting and state.phase == "build":
            yield from towards.offers(state, seat)

    def unfold(self, state: State, seat: Seat, shortcut: Move) -> list[Move]:
        _check_turn(state, seat)
        if state.phase != "build" or not isinstance(shortcut, Towards):
            raise IllegalMove("ride.not_now", phase=state.phase)
        railroad, city = shortcut.railroad, shortcut.city
        check_known(railroad)
        check_share(state, seat, railroad)
        if steps := towards.unfold(state, seat, shortcut):
            return list(steps)
        raise IllegalMove("ride.no_way_there", railroad=railroad, city=city)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        rows = {f"ride.sheet.{source}": [e[source] for e in state.earned] for source in SOURCES}
        return result_from(state.money, rows)  # R28

    condense = staticmethod(words.condense)
    headline = staticmethod(words.headline)
    prompt = staticmethod(words.prompt)
    opening = staticmethod(words.opening)
    describe = staticmethod(words.describe)
    label = staticmethod(words.label)

    def hints(self, view: View, moves: Sequence[Move]) -> list[Fact]:
        return []

    def warning(self, view: View, move: Move) -> Fact | None:
        return None

    def name(self, field: str, value: Value) -> str | None:
        return words.name(value)

    read = staticmethod(words.read)
    choose = staticmethod(strategy.choose)


RIDE = RideTheRails()


def _candidates(state: State, seat: Seat) -> Iterator[Move]:
    match state.phase:
        case "share":
            yield from (Share(railroad) for railroad in available(state.round))
        case "build":
            for railroad in RAILROADS:
                if state.shares[seat].get(railroad):
                    yield from (Build(railroad, hex_) for hex_ in candidates(state, railroad))
            yield Done()


def rides(state: State, seat: Seat) -> Iterator[Ride]:
    """Every journey on offer, by passenger, the most profitable passenger first (R26)."""
    network = journeys.routes(state.tracks)
    fares = journeys.Fares(state.money, state.shares, seat)
    found = []
    for start in network.starts().intersection(state.passengers):
        ends = journeys.offers(network, start, fares)
        best = fares.rank(ends[0][1][0])[0]
        found.append((best, start, ends))
    for _, start, ends in sorted(found, key=lambda entry: entry[:2]):
        for end, outcomes in ends:
            for links in outcomes:
                yield Ride(start, end, journeys.write(links))


def _check_turn(state: State, seat: Seat) -> None:
    if state.acting is None:
        raise IllegalMove("refused.table_over")
    if seat != state.acting:
        raise IllegalMove("refused.not_your_turn", seat=state.acting)


def _check(state: State, seat: Seat, move: Move) -> None:
    """The one place that says whether a move is legal."""
    match move:
        case Share(railroad) if state.phase == "share":
            _check_share(state, railroad)
        case Build(railroad, hex_) if state.phase == "build":
            check_build(state, seat, railroad, hex_)
        case Done() if state.phase == "build":
            pass  # R08, none is allowed too
        case Ride(passenger, to, links) if state.phase == "ride":
            _check_ride(state, passenger, to, links)
        case _:
            raise IllegalMove("ride.not_now", phase=state.phase)


def _check_share(state: State, railroad: str) -> None:
    check_known(railroad)
    if railroad not in available(state.round):
        raise IllegalMove("ride.not_available", railroad=railroad)  # R06
    if not state.supply(railroad):
        raise IllegalMove("ride.used_up", railroad=railroad)  # R03


def _check_ride(state: State, start: Hex, end: Hex, links: str) -> None:
    if start not in state.passengers:
        raise IllegalMove("ride.no_passenger", start=start)  # R21
    if end not in the_map().cities or end == start:
        raise IllegalMove("ride.no_destination", end=end)
    journeys.check(journeys.routes(state.tracks), start, end, links)


def _take_share(state: State, seat: Seat, move: Share) -> list[Fact]:
    held = state.shares[seat]
    held[move.railroad] = held.get(move.railroad, 0) + 1  # R07
    assert state.turn
    state.turn.share = move.railroad
    values = {"seat": seat, "railroad": move.railroad, "count": held[move.railroad]}
    return [Fact("ride.share", values)]


def _build(state: State, seat: Seat, move: Build) -> list[Fact]:
    board = the_map()
    start = not state.tracks[move.railroad]
    state.tracks[move.railroad].append(move.hex)
    assert state.turn
    state.turn.built.append((move.railroad, move.hex))
    values = {"seat": seat, "railroad": move.railroad, "hex": move.hex}
    facts = [Fact("ride.started" if start else "ride.built", values)]
    if move.hex == board.chicago:  # R18
        facts.append(_earn(state, seat, "chicago", CHICAGO_BONUS))
    if move.hex in state.banners:  # R19
        state.banners.remove(move.hex)
        if not start:
            facts.append(_earn(state, seat, "banners", BANNER_BONUS, hex=move.hex))
    if state.transcontinental:  # R20
        west, east = board.of_kind("western"), board.of_kind("east coast")
        bonus = transcontinental(board.neighbours, state.tracks, west, east, board.cities.keys())
        if bonus:
            state.transcontinental = False
            facts.append(_earn(state, seat, "transcontinental", bonus))
    return facts


def _earn(state: State, seat: Seat, source: str, dollars: int, **values: Value) -> Fact:
    state.money[seat] += dollars
    state.earned[seat][source] += dollars
    return Fact(f"ride.bonus_{source}", {"seat": seat, "dollars": dollars, **values})


def _stop_building(state: State, seat: Seat) -> list[Fact]:
    return [] if state.built else [Fact("ride.built_nothing", {"seat": seat})]


def _ride(state: State, seat: Seat, move: Ride) -> list[Fact]:
    legs = journeys.find(journeys.routes(state.tracks), move.passenger, move.to, move.links)
    state.passengers.remove(move.passenger)  # R25
    links = journeys.count(legs)
    paid = journeys.gains(links, state.shares, seat)
    for other, dollars in enumerate(paid):
        visited = len(legs) + 1 if other == seat else 0
        state.money[other] += dollars
        state.earned[other]["riding"] += visited  # R24
        state.earned[other]["dividends"] += dollars - visited  # R23
    assert state.turn
    state.turn.journey = legs
    return [
        Fact(
            "ride.rode",
            {
                "seat": seat,
                "start": move.passenger,
                "end": move.to,
                "count": len(legs),
                "links": dict(links),
                "gains": paid,
            },
        )
    ]


def _end_turn(state: State) -> list[Fact]:
    assert state.turn
    state.recent = [*state.recent, state.turn][-REMEMBERED:]
    state.turn = None
    state.turns += 1
    state.place += 1
    return _go_on(state)


def _go_on(state: State) -> list[Fact]:
    """To the next player who has a turn, over the ends of phases and rounds (R05)."""
    facts: list[Fact] = []
    while True:
        if state.place == state.seats:
            facts += _next_phase(state)
        acting = state.acting
        if acting is None or state.phase != "ride" or _can_ride(state):
            return facts
        facts.append(Fact("ride.skipped", {"seat": acting}))  # R21
        state.place += 1


def _can_ride(state: State) -> bool:
    return not journeys.routes(state.tracks).starts().isdisjoint(state.passengers)


def _next_phase(state: State) -> list[Fact]:
    state.place = 0
    if state.phase != PHASES[-1]:
        state.phase = PHASES[PHASES.index(state.phase) + 1]
        return []
    if state.round == ROUNDS:
        state.phase = "over"
        return [Fact("ride.over")]
    present = state.order
    # R27: least money first; those who tie come in the reverse of their present order.
    state.order = sorted(present, key=lambda seat: (state.money[seat], -present.index(seat)))
    state.round += 1
    state.phase = PHASES[0]
    facts = [Fact("ride.round", {"round": state.round, "order": list(state.order)})]
    if len(available(state.round)) > len(available(state.round - 1)):
        facts.append(Fact("ride.comes_in", {"railroad": available(state.round)[-1]}))  # R06
    return facts
