"""Making a move that has been checked: dice change hands, pieces are laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec

from games.core import Fact, Move, Rng, Seat
from games.dice import stations, track
from games.dice import year as years
from games.dice.check import Planned, too_many
from games.dice.components import BONUS, FACES, INCOME, SIDES
from games.dice.land import add, place_of, space_name
from games.dice.moves import Give, Hide, Income, Roll, Share, Station, Tile, Track
from games.dice.purse import purse
from games.dice.shares import face as share_face
from games.dice.state import REMEMBERED, End, Piece, State, Turn
from games.dice.state import Tile as Laid


def begin(state: State, seat: Seat) -> None:
    """Remember what this turn does, for the picture."""
    state.turn = state.turn or Turn(state.turns, seat)


def perform(state: State, seat: Seat, move: Move, planned: Planned, rng: Rng) -> list[Fact]:
    """Make a legal move."""
    match move:
        case Income():
            return _take_income(state, seat)
        case Roll():
            return _roll(state, seat, move, rng)
        case Share():
            return _buy(state, seat, move)
        case Track():
            assert isinstance(planned, track.Plan)
            return _lay(state, seat, move, planned)
        case Tile():
            return _choose_tile(state, seat, move)
        case Station():
            assert isinstance(planned, stations.Plan)
            return _build(state, seat, move, planned)
        case Hide(marks):
            state.front[seat]["?"] -= marks
            state.behind[seat] += marks  # D12
            return [Fact("dice.hid", {"seat": seat, "count": marks}), *_reduced(state, seat)]
        case Give(die):
            state.front[seat][die] -= 1
            state.bank += 1  # D16
            return [Fact("dice.gave", {"seat": seat, "die": die}), *_reduced(state, seat)]
        case _:
            return _done(state, seat)


class Directed(Protocol):
    """Who directs what: a state knows it, and a view."""

    @property
    def ousted(self) -> Sequence[Seat]: ...
    def directed(self, seat: Seat) -> list[str]: ...
    def stations(self, company: str) -> int: ...


def income(state: Directed, seat: Seat) -> tuple[int, bool]:
    """The dice of a seat's income, and whether they come in front as ? (D08 to D10)."""
    if seat in state.ousted:
        return INCOME, True  # D10
    built = sum(state.stations(company) for company in state.directed(seat))
    return max(INCOME, built), False  # D08, D09


def _take_income(state: State, seat: Seat) -> list[Fact]:
    count, in_front = income(state, seat)
    if count > state.bank:
        return _collapse(state, seat, count)
    state.income = True
    state.bank -= count
    if in_front:
        state.front[seat]["?"] += count
        return [Fact("dice.income_marks", {"seat": seat, "count": count})]
    state.behind[seat] += count
    return [Fact("dice.income", {"seat": seat, "count": count})]


def _roll(state: State, seat: Seat, move: Roll, rng: Rng) -> list[Fact]:
    bonus = 0 if state.closing else move.marks  # D11, D41
    if bonus > state.bank:
        return _collapse(state, seat, bonus)
    state.rolled = True
    assert state.turn
    state.turn.rolled = True
    state.bank -= bonus
    state.behind[seat] -= move.behind
    front = state.front[seat]
    front["?"] -= move.marks
    thrown = dict.fromkeys(FACES, 0)
    for _ in range(move.behind + move.marks + bonus):
        thrown[rng.choice(SIDES)] += 1
    for face, count in thrown.items():
        front[face] += count
    shown = {face: count for face, count in thrown.items() if count}
    values = {"seat": seat, "count": sum(thrown.values()), "die": shown}
    return [Fact("dice.rolled", values, reveals=True)]


def _buy(state: State, seat: Seat, move: Share) -> list[Fact]:
    face = share_face(state, seat)
    assert face and state.turn
    state.front[seat][face] -= 1
    state.shares[seat][move.company] += 1
    state.turn.shares.append(move.company)
    values = {"seat": seat, "company": move.company, "count": state.shares[seat][move.company]}
    if move.seller == "bank":
        state.bank += 1  # D13
        state.busy = True
        return [Fact("dice.bought", values)]
    director = state.directors[move.company]
    assert director is not None
    state.shares[director][move.company] -= 1
    state.behind[director] += 1  # D14
    return [Fact("dice.bought_from", {**values, "order": [director]})]


def _lay(state: State, seat: Seat, move: Track, planned: track.Plan) -> list[Fact]:
    face = purse(state.front[seat], state.behind[seat]).face(planned.shape)
    assert face
    state.front[seat][face] -= 1
    _pay(state, seat, planned.cost, move.pay)
    space = planned.tip.space
    if planned.after.terrain(space) == "m" and planned.cost:
        state.ranges.append(space)  # D28
    values = {"seat": seat, "end": move.end, "count": planned.cost, "space": space_name(space)}
    facts = [Fact("dice.laid", {**values, "piece": planned.shape})]
    left = state.ends[move.end - 1].place
    _put(state, move.end, planned.piece, planned.tip.way)
    if not planned.enters:
        return facts + years.close(state)
    return facts + _connect(state, seat, move.end, left)


def _put(state: State, end: int, piece: Piece, way: str) -> None:
    """A piece or a station lies on its tile, and is the end of the line."""
    index = state.tile_index(place_of((piece.x, piece.y)))
    state.tiles[index] = add(state.tiles[index], piece)
    state.ends[end - 1] = End(piece.x, piece.y, way)
    state.busy = True
    assert state.turn
    state.turn.laid.append((piece.x, piece.y))


def _pay(state: State, seat: Seat, cost: int, marks: int) -> None:
    state.front[seat]["?"] -= marks
    state.behind[seat] -= cost - marks
    state.bank += cost


def _connect(state: State, seat: Seat, end: int, left: tuple[int, int]) -> list[Fact]:
    """The tile left is cleared once no end lies on it; two dice for who connected (D26, D27)."""
    if state.ends[2 - end].place != left:
        index = state.tile_index(left)
        state.bank += state.tiles[index].dice  # D21
        state.tiles[index] = msgspec.structs.replace(state.tiles[index], pieces=())
    return _reward(state, seat)


def _reward(state: State, seat: Seat) -> list[Fact]:
    """Two dice showing a ?, unless the last year has come, by this very action too (D41)."""
    facts = years.close(state)
    if state.closing:
        return facts
    if state.bank < BONUS:
        return _collapse(state, seat, BONUS)
    state.bank -= BONUS
    state.front[seat]["?"] += BONUS
    return [Fact("dice.bonus", {"seat": seat, "count": BONUS})]


def _choose_tile(state: State, seat: Seat, move: Tile) -> list[Fact]:
    owed = track.obligation(state)
    assert owed
    place = place_of(track.tip_of(state.ends[owed[0] - 1]).ahead)
    state.tiles.append(Laid(*place, move.terrain, move.turn))  # D23, D24
    return [Fact("dice.tile", {"seat": seat, "terrain": move.terrain, "end": owed[0]})]


def _build(state: State, seat: Seat, move: Station, planned: stations.Plan) -> list[Fact]:
    _pay(state, seat, planned.cost, move.pay)  # D31
    piece = planned.piece
    if planned.after.terrain((piece.x, piece.y)) == "m":
        state.ranges.append((piece.x, piece.y))  # D28
    built = state.built[move.company]
    built[move.site] = built.get(move.site, 0) + 1
    _put(state, move.end, piece, "")
    values = {"seat": seat, "company": move.company, "site": move.site, "end": move.end}
    count = {"count": planned.cost, "space": space_name((piece.x, piece.y))}
    return [Fact("dice.station", {**values, **count}), *_reward(state, seat)]  # D36


def _collapse(state: State, seat: Seat, demand: int) -> list[Fact]:
    facts = years.collapse(state, seat, demand)
    _close_turn(state)
    return facts


def _done(state: State, seat: Seat) -> list[Fact]:
    """The turn ends once at most five dice are in front (D16)."""
    if spare := too_many(state, seat):
        state.phase = "reduce"
        return [Fact("dice.reducing", {"seat": seat, "count": spare}), *_reduced(state, seat)]
    return _end_turn(state, seat)


def _reduced(state: State, seat: Seat) -> list[Fact]:
    """What is left to give back; dice that all show the same are not asked for."""
    if state.phase != "reduce":
        return []
    front, spare = state.front[seat], too_many(state, seat)
    faces = [face for face in FACES if front[face]]
    facts = []
    if spare and len(faces) == 1 and faces[0] != "?":
        front[faces[0]] -= spare
        state.bank += spare
        facts = [Fact("dice.gave", {"seat": seat, "die": faces[0]})] * spare
        spare = 0
    if spare:
        return facts
    state.phase = "turn"
    return facts + _end_turn(state, seat)


def _end_turn(state: State, seat: Seat) -> list[Fact]:
    facts = []
    if state.turn and not (state.turn.laid or state.turn.shares or state.rolled or state.income):
        facts.append(Fact("dice.passed", {"seat": seat}))
    _close_turn(state)
    state.place += 1
    if state.place == state.seats:
        facts += years.end_year(state)
    return facts


def _close_turn(state: State) -> None:
    assert state.turn
    state.recent = [*state.recent, state.turn][-REMEMBERED:]
    state.turn = None
    state.turns += 1
    state.income = state.rolled = False
    state.ranges = []
