"""Village Rails by its rules: each function cites the clauses it carries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from games import core
from games.core import Fact, IllegalMove, Move, Result, Rng, Seat, Value
from games.village import lines, strategy, words
from games.village.components import HAND, LETTERS, MONEY, PLANNING, SEATS, TURNS, the_box
from games.village.market import check_place, price, refill, take
from games.village.moves import Assign, Build, Done, Order, Terminus, Track, Trip, Under
from games.village.scoring import RATE, SIDINGS, rank, with_siding
from games.village.state import REMEMBERED, SOURCES, Laid, Options, State, Tableau, Turn
from games.village.tableau import LINES, SPACES, complete, touches
from games.village.view import View, view


class VillageRails:
    """The game as the rest of the house knows it."""

    key: ClassVar[str] = "village"
    title: ClassVar[str] = "Village Rails"
    seats: ClassVar[range] = SEATS  # V05
    options: ClassVar[type[core.Options]] = Options
    state: ClassVar[type[core.State]] = State
    moves: ClassVar[tuple[type[Move], ...]] = (
        Track,
        Build,
        Trip,
        Assign,
        Order,
        Terminus,
        Under,
        Done,
    )
    shortcuts: ClassVar[tuple[type[Move], ...]] = ()
    ends_turn: ClassVar[type[Move] | None] = Done
    places: ClassVar[frozenset[str]] = frozenset({"track", "trip", "space", "line"})

    def new(self, seats: int, options: Options, rng: Rng) -> State:
        box = the_box()
        letters = list(LETTERS)
        rng.shuffle(letters)  # V05
        deck = sorted(box.tracks)
        rng.shuffle(deck)
        termini = [name for name, count in box.copies.items() for _ in range(count)]
        rng.shuffle(termini)
        tableaux = [
            Tableau(
                letters[seat],
                MONEY,  # V08
                [termini.pop() for _ in range(HAND)],  # V09
                earned=dict.fromkeys(SOURCES, 0),
            )
            for seat in range(seats)
        ]
        first = min(range(seats), key=lambda seat: letters[seat])  # V10
        state = State(tableaux, first, deck, termini)
        refill(state)  # V07
        return state

    def to_act(self, state: State) -> frozenset[Seat]:
        return frozenset() if state.acting is None else frozenset({state.acting})

    def turns(self, state: State) -> int:
        return state.turns

    def legal(self, state: State, seat: Seat) -> Iterator[Move]:
        if seat == state.acting:
            yield from (move for move in _candidates(state, seat) if _passes(state, seat, move))

    def play(self, state: State, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        check(state, seat, move)
        state.turn = state.turn or Turn(state.turns, seat)
        facts = _make(state, seat, state.turn, move)
        if _nothing_left(state, seat):
            facts += _end_turn(state)
        return facts

    def offers(self, state: State, seat: Seat) -> Iterator[Move]:
        return iter(())

    def unfold(self, state: State, seat: Seat, shortcut: Move) -> list[Move]:
        raise IllegalMove("village.not_now", phase=state.phase)

    def view(self, state: State, seat: Seat | None) -> View:
        return view(state, seat)

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        scores = [tableau.points for tableau in state.tableaux]
        winners = rank(scores, [tableau.money for tableau in state.tableaux])  # V45
        rows = [
            (f"village.sheet.{source}", tuple(t.earned[source] for t in state.tableaux))
            for source in SOURCES
        ]
        return Result(tuple(scores), winners, tuple(rows))

    condense = staticmethod(words.condense)
    headline = staticmethod(words.headline)
    prompt = staticmethod(words.prompt)
    opening = staticmethod(words.opening)
    describe = staticmethod(words.describe)
    label = staticmethod(words.label)
    hints = staticmethod(words.hints)

    def warning(self, view: View, move: Move) -> Fact | None:
        return None

    def name(self, field: str, value: Value) -> str | None:
        return None

    read = staticmethod(words.read)
    choose = staticmethod(strategy.choose)


VILLAGE = VillageRails()


def _candidates(state: State, seat: Seat) -> Iterator[Move]:
    match state.phase:
        case "market":
            yield from (Track(place + 1) for place in range(len(state.tracks)))
            yield from (Trip(place + 1) for place in range(len(state.trips)))
            yield Done()
        case "assign":
            yield from (Assign(line) for line in LINES)
        case "build":
            yield from (Build(space, turned) for space in SPACES for turned in (False, True))
        case "order":
            yield from (Order(line) for line in state.waiting)
        case "terminus":
            yield from (Terminus(name) for name in dict.fromkeys(state.tableaux[seat].hand))
        case "under":
            yield from (Under(first) for first in (1, 2))


def _passes(state: State, seat: Seat, move: Move) -> bool:
    try:
        check(state, seat, move)
    except IllegalMove:
        return False
    return True


def check(state: State, seat: Seat, move: Move) -> None:
    """The one place that says whether a move is legal."""
    if state.acting is None:
        raise IllegalMove("refused.table_over")
    if seat != state.acting:
        raise IllegalMove("refused.not_your_turn", seat=state.acting)
    tableau = state.tableaux[seat]
    match move:
        case Trip(place) if state.phase == "market":
            _check_trip(state, tableau, place)
        case Assign(line) if state.phase == "assign":
            _check_line(tableau, line)
        case Track(place) if state.phase == "market":
            _check_track(state, tableau, place)
        case Build(space, turned) if state.phase == "build":
            _check_build(state, tableau, space, turned=turned)
        case Order(line) if state.phase == "order":
            if line not in state.waiting:
                raise IllegalMove("village.not_waiting", line=line, lines=state.waiting)
        case Terminus(name) if state.phase == "terminus":
            if name not in tableau.hand:
                raise IllegalMove("village.not_in_hand", terminus=name)
        case Under(first) if state.phase == "under":
            if first not in (1, 2):
                raise IllegalMove("village.no_such_trip", first=first)
        case Done() if state.phase == "market":
            if not (state.turn and state.turn.built):
                raise IllegalMove("village.build_first")  # V11
        case _:
            raise IllegalMove("village.not_now", phase=state.phase)


def _check_trip(state: State, tableau: Tableau, place: int) -> None:
    if state.turn and state.turn.trip:
        raise IllegalMove("village.planned_already")  # V11
    check_place(state.trips, place)  # V16
    cost = PLANNING + price(place)  # V12
    if tableau.money < cost:
        raise IllegalMove("village.trip_too_dear", pounds=cost, money=tableau.money)
    if not any(_eligible(tableau, line) for line in LINES):
        raise IllegalMove("village.no_line_for_trip")  # V17


def _eligible(tableau: Tableau, line: str) -> bool:
    """Whether a trip can still be assigned to the line (V17)."""
    return len(tableau.trips.get(line, ())) < 2 and not tableau.run(line).complete


def _check_line(tableau: Tableau, line: str) -> None:
    if line not in LINES:
        raise IllegalMove("village.no_such_line", line=line)
    if tableau.run(line).complete:
        raise IllegalMove("village.line_complete", line=line)  # V17
    if not _eligible(tableau, line):
        raise IllegalMove("village.two_trips", line=line)  # V17


def _check_track(state: State, tableau: Tableau, place: int) -> None:
    if state.turn and state.turn.built:
        raise IllegalMove("village.built_already")  # V11
    check_place(state.tracks, place)
    if tableau.money < price(place):  # V13; the furthest is free (V19)
        raise IllegalMove("village.track_too_dear", pounds=price(place), money=tableau.money)


def _check_build(state: State, tableau: Tableau, space: str, *, turned: bool) -> None:
    assert state.taken is not None
    if space not in SPACES:
        raise IllegalMove("village.no_such_space", space=space)
    if space in tableau.laid:
        raise IllegalMove("village.space_taken", space=space)
    if not touches(space, tableau.laid):
        raise IllegalMove("village.not_adjacent", space=space)  # V18
    track = the_box().tracks[state.taken]
    if turned and track.turned() == track:
        raise IllegalMove("village.turning_is_nothing")  # V03


def _make(state: State, seat: Seat, turn: Turn, move: Move) -> list[Fact]:
    match move:
        case Trip(place):
            return _take_trip(state, seat, turn, place)
        case Assign(line):
            return _assign(state, seat, turn, line)
        case Track(place):
            return _take_track(state, seat, turn, place)
        case Build(space, turned):
            return _build(state, seat, turn, space, turned=turned)
        case Order(line):
            return lines.resolve(state, seat, turn, line)
        case Terminus(name):
            return lines.play_terminus(state, seat, turn, name)
        case Under(first):
            return lines.close(state, seat, turn, first)
        case _:
            return _end_turn(state)


def _take_trip(state: State, seat: Seat, turn: Turn, place: int) -> list[Fact]:
    cost = PLANNING + price(place)
    offer = take(state.trips, place)
    tableau = state.tableaux[seat]
    tableau.money += offer.coins - cost  # V12, V14
    state.taken, state.phase = offer.card, "assign"
    turn.trip, turn.trip_coins = the_box().trips[offer.card], price(place)
    values = {
        "seat": seat,
        "card": {turn.trip.theme: turn.trip.worth},
        "pounds": cost,
        "coins": offer.coins,
    }
    return [Fact("village.took_trip", values), *refill(state)]


def _assign(state: State, seat: Seat, turn: Turn, line: str) -> list[Fact]:
    assert state.taken is not None and turn.trip
    state.tableaux[seat].trips.setdefault(line, []).append(state.taken)
    state.taken, state.phase = None, "market"
    turn.line = line
    values = {"seat": seat, "card": {turn.trip.theme: turn.trip.worth}, "line": line}
    return [Fact("village.assigned", values)]


def _take_track(state: State, seat: Seat, turn: Turn, place: int) -> list[Fact]:
    offer = take(state.tracks, place)
    state.tableaux[seat].money += offer.coins - price(place)  # V13, V14
    state.taken, state.phase = offer.card, "build"
    turn.track_taken, turn.track_coins = True, price(place)
    track = the_box().tracks[offer.card]
    values = {
        "seat": seat,
        "terrain": track.terrain,
        "pattern": track.pattern,
        "pounds": price(place),
        "coins": offer.coins,
    }
    return [Fact("village.took_track", values), *refill(state)]


def _build(state: State, seat: Seat, turn: Turn, space: str, *, turned: bool) -> list[Fact]:
    assert state.taken is not None
    tableau = state.tableaux[seat]
    before = complete(tableau.tracks)
    tableau.laid[space] = Laid(state.taken, turned)
    state.taken, turn.built = None, space
    state.waiting = [line for line in LINES if line in complete(tableau.tracks) - before]  # V20
    track = tableau.laid[space].track
    values = {"seat": seat, "terrain": track.terrain, "pattern": track.pattern, "space": space}
    return [Fact("village.built", values), *lines.next_line(state, seat, turn)]


def _nothing_left(state: State, seat: Seat) -> bool:
    """Whether the turn is over without saying so: built, and no trip can be planned."""
    if state.phase != "market" or not state.turn or not state.turn.built:
        return False
    moves = (Trip(place + 1) for place in range(len(state.trips)))
    return not any(_passes(state, seat, move) for move in moves)


def _end_turn(state: State) -> list[Fact]:
    assert state.turn
    state.recent = [*state.recent, state.turn][-REMEMBERED:]
    state.turn = None
    state.turns += 1
    if state.turns < TURNS * state.seats:
        return []
    state.phase = "over"  # V44
    return [_settle(tableau, seat) for seat, tableau in enumerate(state.tableaux)] + _tie(state)


def _settle(tableau: Tableau, seat: Seat) -> Fact:
    """Sidings, then money, at the end of the game (V39, V44)."""
    sidings = len(with_siding(tableau.borders, tableau.tracks))
    tableau.earned["sidings"] = SIDINGS[sidings]
    tableau.earned["money"] = tableau.money // RATE
    values = {
        "seat": seat,
        "count": sidings,
        "points": SIDINGS[sidings],
        "pounds": tableau.money,
        "more": tableau.earned["money"],
        "total": tableau.points,
    }
    return Fact("village.settled", values)


def _tie(state: State) -> list[Fact]:
    """Where money decided between equal points, it is said (V45)."""
    scores = [tableau.points for tableau in state.tableaux]
    money = [tableau.money for tableau in state.tableaux]
    tied = [seat for seat, points in enumerate(scores) if points == max(scores)]
    winners = rank(scores, money)
    if len(winners) == len(tied):
        return []
    values = {
        "seat": list(winners),
        "count": len(winners),
        "points": max(scores),
        "pounds": money[winners[0]],
    }
    return [Fact("village.decided_by_money", values)]
