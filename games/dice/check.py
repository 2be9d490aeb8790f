"""The one place that says whether a move is legal, and the moves that are worth asking about."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import IllegalMove, Move, Seat
from games.dice import stations, track
from games.dice.components import FACES, LIMIT, box, company_keys
from games.dice.land import place_of
from games.dice.moves import Done, Give, Hide, Income, Roll, Share, Station, Tile, Track
from games.dice.obligations import Means, can_enter
from games.dice.purse import Purse, purse
from games.dice.shares import SELLERS, check_share
from games.dice.state import State

Planned = track.Plan | stations.Plan | None


def check_turn(state: State, seat: Seat) -> None:
    """Whether it is this seat's turn at all."""
    if state.acting is None:
        raise IllegalMove("refused.table_over")
    if seat != state.acting:
        raise IllegalMove("refused.not_your_turn", seat=state.acting)


def check(state: State, seat: Seat, move: Move) -> Planned:
    """Whether a move is legal; for track and stations, where they go."""
    if state.phase == "reduce" and not isinstance(move, Give | Hide):
        raise IllegalMove("dice.reduce_first", count=too_many(state, seat))  # D16
    owed = track.obligation(state)
    if owed and not isinstance(move, Tile if owed[1] == "tile" else Track):
        raise IllegalMove(f"dice.locked_{owed[1]}", end=owed[0])  # D19, D20
    at_hand = purse(state.front[seat], state.behind[seat])
    match move:
        case Income():
            _check_income(state)
        case Roll(marks, behind):
            _check_roll(state, at_hand, marks, behind)
        case Share(company, seller):
            check_share(state, seat, company, seller)
        case Track(end, piece, pay):
            if owed and end != owed[0]:
                raise IllegalMove(f"dice.locked_{owed[1]}", end=owed[0])
            planned = track.plan(state, end, piece)
            track.check_dice(state, at_hand, planned, pay)
            return planned
        case Tile(kind, turn):
            _check_tile(state, owed, kind, turn, at_hand)
        case Station(end, company, site, pay):
            return stations.check_station(state, seat, end, company, site, at_hand, pay)
        case Hide(marks):
            if not 1 <= marks <= at_hand.marks:
                raise IllegalMove("dice.so_many_marks", count=at_hand.marks)  # D12
        case Give(die):
            _check_give(state, seat, die)
    return None


def too_many(state: State, seat: Seat) -> int:
    """Dice in front above the five that may stay (D16)."""
    return max(0, sum(state.front[seat].values()) - LIMIT)


def _check_income(state: State) -> None:
    if state.year == 1:
        raise IllegalMove("dice.no_income_yet")  # D07
    if state.income:
        raise IllegalMove("dice.income_taken")  # D07
    if state.closing:
        raise IllegalMove("dice.bank_closed")  # D41


def _check_roll(state: State, at_hand: Purse, marks: int, behind: int) -> None:
    if state.rolled:
        raise IllegalMove("dice.rolled_already")  # D11
    if not 0 <= marks <= at_hand.marks:
        raise IllegalMove("dice.so_many_marks", count=at_hand.marks)
    if not 0 <= behind <= at_hand.behind:
        raise IllegalMove("dice.so_many_behind", count=at_hand.behind)
    if not marks + behind:
        raise IllegalMove("dice.roll_something")


def _check_tile(
    state: State, owed: tuple[int, str] | None, kind: str, turn: int, at_hand: Purse
) -> None:
    """A tile must be left, fit, and be one that can be entered with these dice (D19, D23, D24)."""
    if owed is None:
        raise IllegalMove("dice.no_tile_now")
    if kind not in box().kinds or not 0 <= turn <= 3:
        raise IllegalMove("dice.no_such_tile")
    here, end = track.landscape(state), state.ends[owed[0] - 1]
    tip = track.tip_of(end)
    place = place_of(tip.ahead)
    if not here.small(kind):
        raise IllegalMove("dice.none_of_kind", terrain=kind)
    if not here.fits(place, kind, turn):
        raise IllegalMove("dice.does_not_fit", terrain=kind)
    other = state.ends[2 - owed[0]].place
    means = Means(at_hand, tuple(state.ranges), state.bank, not state.closing, other)
    if not can_enter(here.with_tile(place, kind, turn), tip, means):
        raise IllegalMove("dice.cant_enter", terrain=kind)


def _check_give(state: State, seat: Seat, die: str) -> None:
    if state.phase != "reduce":
        raise IllegalMove("dice.nothing_to_give")
    if die not in FACES or not state.front[seat][die]:
        raise IllegalMove("dice.no_such_die")


def candidates(state: State, seat: Seat) -> Iterator[Move]:
    """Moves that may be legal: all that are, and not many others."""
    marks, behind = state.front[seat]["?"], state.behind[seat]
    if state.phase == "reduce":
        yield from (Give(die) for die in FACES)
        yield from (Hide(count) for count in range(1, marks + 1))
        return
    owed = track.obligation(state)
    if owed and owed[1] == "tile":
        place = place_of(track.tip_of(state.ends[owed[0] - 1]).ahead)
        yield from (Tile(*option) for option in track.landscape(state).options(place))
        return
    yield from _pieces(state, marks)
    if owed:
        return
    yield Income()
    if not state.rolled:
        yield from (Roll(m, b) for m in range(marks + 1) for b in range(behind + 1))
    yield from (Share(company, seller) for company in company_keys() for seller in SELLERS)
    yield from _stations(state, seat, marks)
    yield from (Hide(count) for count in range(1, marks + 1))
    yield Done()


def _pieces(state: State, marks: int) -> Iterator[Track]:
    for end in (1, 2):
        for piece in track.pieces(state, end):
            try:
                cost = track.plan(state, end, piece).cost
            except IllegalMove:
                continue
            yield from (Track(end, piece, pay) for pay in range(min(cost, marks) + 1))


def _stations(state: State, seat: Seat, marks: int) -> Iterator[Station]:
    for end in (1, 2):
        for company in state.directed(seat):
            for site in stations.sites():
                if state.left(company, site) < 1:
                    continue
                try:
                    cost = stations.plan(state, end, company, site).cost
                except IllegalMove:
                    continue
                pays = range(min(cost, marks) + 1)
                yield from (Station(end, company, site, pay) for pay in pays)
