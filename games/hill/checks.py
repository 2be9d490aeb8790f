"""Whether a move is legal: the one place that says so."""

from __future__ import annotations

from collections.abc import Iterator

from games.core import IllegalMove, Move, Seat
from games.hill.components import LINES, PLANS_A_LINE, the_box
from games.hill.moves import (
    NOWHERE,
    Acquire,
    Assign,
    Bonus,
    Buy,
    Choose,
    Collect,
    Develop,
    Done,
    Lay,
    Lift,
    Place,
)
from games.hill.piles import plans_left, tokens_left
from games.hill.state import State, Tableau
from games.hill.town import open_spaces
from games.hill.track import can_lay, check_lay, end_spots, lays

PRICE = 3  # H49
FOUNDING = 2  # cards placed in the set-up, H08

_ANSWERS = {"bonus": Bonus, "track": Lay, "plans": Assign, "tokens": Develop}


def check_turn(state: State, seat: Seat) -> None:
    """Whether the seat is to act at all."""
    if not state.acting:
        raise IllegalMove("refused.table_over")
    if seat not in state.acting:
        raise IllegalMove("refused.not_your_turn", seat=sorted(state.acting))


def check(state: State, seat: Seat, move: Move) -> None:
    """Whether the seat may make this move now; IllegalMove says why not."""
    _check_open(state, seat, move)
    match move:
        case Choose(number):
            _check_choose(state, number)
        case Acquire(location):
            _check_acquire(state, seat, location)
        case Place(card, space, rotation):
            _check_place(state, seat, card, space, rotation)
        case Lay(line, spot):
            _check_lay(state, seat)
            check_lay(state.tableaux[seat], line, spot)
        case Bonus(choice):
            _check_bonus(state, seat, choice)
        case Collect():
            _check_location(state, seat, "a")
        case Assign():
            _check_assign(state, seat, move)
        case Develop():
            _check_develop(state, seat, move)
        case Buy():
            _check_buy(state, seat)
        case Lift(line, spot):
            _check_lift(state, seat, line, spot)
        case Done():
            _check_done(state, seat)
        case _:
            raise IllegalMove("hill.not_now")


def _check_open(state: State, seat: Seat, move: Move) -> None:
    """Nothing comes between a choice and its answer (H20)."""
    open_ = state.parts[seat].open
    if open_ and not isinstance(move, _ANSWERS[open_]):
        raise IllegalMove("hill.choice_open", open=open_)


def _check_choose(state: State, number: int) -> None:
    if state.phase != "sets":
        raise IllegalMove("hill.sets_chosen")
    numbers = [one.number for one in state.sets]
    if number not in numbers:
        raise IllegalMove("hill.no_such_set", set=numbers)


def _check_round(state: State) -> None:
    if state.phase == "sets":
        raise IllegalMove("hill.set_first")
    if state.phase == "found":
        raise IllegalMove("hill.found_first")


def _check_acquire(state: State, seat: Seat, location: str) -> None:
    _check_round(state)
    if state.parts[seat].location:
        raise IllegalMove("hill.acquired_already", location=state.parts[seat].location)
    if location not in state.market.cards:
        raise IllegalMove("hill.no_card_there", location=list(state.market.cards))  # H17


def _check_rest(state: State, seat: Seat) -> None:
    """The rest of a turn begins when the card is acquired: by everybody, if together (H21)."""
    _check_round(state)
    if not state.parts[seat].location or state.picking:
        raise IllegalMove("hill.acquire_first")  # H17


def _check_place(state: State, seat: Seat, card: int, space: str, rotation: int) -> None:
    tableau = state.tableaux[seat]
    if state.phase == "found":
        if len(tableau.cards) == FOUNDING:
            raise IllegalMove("hill.two_placed")  # H08
    else:
        _check_rest(state, seat)
        if state.parts[seat].placed:
            raise IllegalMove("hill.placed_already")  # H18
    if card not in tableau.hand:
        raise IllegalMove("hill.not_in_hand", card=list(tableau.hand))
    if space in tableau.cards:
        raise IllegalMove("hill.space_taken", space=space)  # H25
    if space not in open_spaces(tableau.cards):
        raise IllegalMove("hill.no_such_space", space=space)  # H22-H24
    if rotation not in rotations(state):
        if state.options.upright:
            raise IllegalMove("hill.upright")  # H76
        raise IllegalMove("hill.no_such_rotation")  # H26


def rotations(state: State) -> range:
    """The quarter turns that a card may be placed with (H26, H76)."""
    return range(1) if state.options.upright else range(4)


def _check_lay(state: State, seat: Seat) -> None:
    """A track a turn, one more at location c, and the one of a bonus (H18, H37, H42)."""
    part = state.parts[seat]
    if part.open == "track":
        return
    _check_rest(state, seat)
    if part.laid and (part.location != "c" or part.acted):
        raise IllegalMove("hill.laid_already")


def _check_bonus(state: State, seat: Seat, choice: str) -> None:
    if state.parts[seat].open != "bonus":
        raise IllegalMove("hill.no_bonus")
    if choice not in bonuses(state, seat):
        raise IllegalMove("hill.no_such_bonus", choice=bonuses(state, seat))


def bonuses(state: State, seat: Seat) -> list[str]:
    """What a 3rd or 6th token may give now (H37, H15)."""
    found = ["resources"]
    if can_lay(state.tableaux[seat]):
        found.append("track")
    if plans_left(state):
        found.append("plans")
    return found


def _check_location(state: State, seat: Seat, location: str) -> None:
    """Whether the action of this location is still to be done (H18, H40-H43)."""
    _check_rest(state, seat)
    part = state.parts[seat]
    if part.location != location:
        raise IllegalMove("hill.other_location", location=part.location, action=part.location)
    if part.acted:
        raise IllegalMove("hill.acted_already")


def plans_at_hand(state: State, seat: Seat) -> list[int]:
    """The plans among which a seat chooses now."""
    if state.phase == "found":
        return state.hands[seat]
    part = state.parts[seat]
    return part.drawn if part.open == "plans" else state.market.plans


def tokens_at_hand(state: State, seat: Seat) -> list[int]:
    """The tokens among which a seat chooses now."""
    part = state.parts[seat]
    if state.phase == "found":
        return [part.token] if part.token else []
    return part.drawn if part.open == "tokens" else state.market.tokens


def _check_assign(state: State, seat: Seat, move: Assign) -> None:
    if state.phase != "found" and state.parts[seat].open != "plans":
        _check_location(state, seat, "b")
    if move.plan not in plans_at_hand(state, seat):
        raise IllegalMove("hill.no_such_plan", plan=list(plans_at_hand(state, seat)))
    tableau = state.tableaux[seat]
    if state.phase == "found" and tableau.plans.get(move.line):
        raise IllegalMove("hill.planned_already", line=move.line)  # H10
    check_plan(tableau, move.plan, move.line, move.out)


def check_plan(tableau: Tableau, plan: int, line: str, out: int) -> None:
    """Whether a line can take a plan, and which it gives up for it (H44)."""
    if line == NOWHERE:
        if out or any(outs(tableau, plan, one) for one in LINES):
            raise IllegalMove("hill.some_line_takes_it")
        return
    if line not in LINES:
        raise IllegalMove("hill.no_such_line", line=line)
    held = tableau.plans[line]
    if len(held) < PLANS_A_LINE and out:
        raise IllegalMove("hill.room_left", line=line, count=PLANS_A_LINE)
    if len(held) == PLANS_A_LINE and out not in held:
        raise IllegalMove("hill.line_full", line=line, plan=list(held), count=PLANS_A_LINE)
    plans = the_box().plans
    for other in held:
        if other != out and not plans[plan].twice and plans[plan].same_effect(plans[other]):
            raise IllegalMove("hill.duplicate", line=line, plan=other)


def outs(tableau: Tableau, plan: int, line: str) -> list[int]:
    """What a line could give up for a plan: 0 for nothing; an empty list: it can't take it."""
    held = tableau.plans[line]
    found = []
    for out in [0] if len(held) < PLANS_A_LINE else held:
        try:
            check_plan(tableau, plan, line, out)
        except IllegalMove:
            continue
        found.append(out)
    return found


def _check_develop(state: State, seat: Seat, move: Develop) -> None:
    if state.phase != "found" and state.parts[seat].open != "tokens":
        _check_location(state, seat, "d")
    if move.token not in tokens_at_hand(state, seat):
        raise IllegalMove("hill.no_such_token", token=list(tokens_at_hand(state, seat)))
    free = upgradable(state, seat, move.token)
    if not free:
        raise IllegalMove("hill.card_first")  # H09
    if move.space not in free:
        if free == [NOWHERE]:
            raise IllegalMove("hill.goes_nowhere", space=move.space)
        raise IllegalMove("hill.no_upgrade_there", space=move.space, free=free)


def upgradable(state: State, seat: Seat, token: int) -> list[str]:
    """The cards that a token may go on; nowhere, for one that is kept or finds no card (H46)."""
    if not the_box().tokens[token].upgrade:
        return [NOWHERE]
    cards = state.tableaux[seat].cards
    free = [space for space, placed in cards.items() if not placed.token]
    if state.phase == "found":
        return free
    return free or [NOWHERE]


def _check_buy(state: State, seat: Seat) -> None:
    _check_round(state)  # H20
    count = state.tableaux[seat].resources
    if count < PRICE:
        raise IllegalMove("hill.cant_buy", cost=PRICE, count=count)
    if not tokens_left(state):
        raise IllegalMove("hill.no_tokens_left")  # H15


def _check_lift(state: State, seat: Seat, line: str, spot: str) -> None:
    _check_round(state)  # H20
    if line not in LINES:
        raise IllegalMove("hill.no_such_line", line=line)
    ends = end_spots(state.tableaux[seat], line)
    if not ends:
        raise IllegalMove("hill.nothing_to_lift", line=line)
    if spot not in ends:
        raise IllegalMove("hill.not_an_end", line=line, spot=ends)  # H50


def _check_done(state: State, seat: Seat) -> None:
    tableau, part = state.tableaux[seat], state.parts[seat]
    if state.phase == "found":
        if len(tableau.cards) < FOUNDING:
            raise IllegalMove("hill.place_two", count=FOUNDING - len(tableau.cards))
        if part.token:
            raise IllegalMove("hill.upgrade_first")
        if missing := [line for line in LINES if not tableau.plans[line]]:
            raise IllegalMove("hill.plan_first", line=missing)
        return
    _check_rest(state, seat)
    if not part.placed:
        raise IllegalMove("hill.place_first")  # H19


def candidates(state: State, seat: Seat) -> Iterator[Move]:
    """The moves worth checking."""
    tableau, part = state.tableaux[seat], state.parts[seat]
    if part.open == "bonus":
        yield from (Bonus(choice) for choice in bonuses(state, seat))
        return
    if state.phase == "sets":
        yield from (Choose(one.number) for one in state.sets)
        return
    yield from (Acquire(location) for location in state.market.cards)
    if part.location or state.phase == "found":
        for card in tableau.hand:
            for space in open_spaces(tableau.cards):
                yield from (Place(card, space, turn) for turn in rotations(state))
    yield from _gains(state, seat)
    yield Buy()
    for line in LINES:
        yield from (Lift(line, spot) for spot in end_spots(tableau, line))
    yield Done()


def _gains(state: State, seat: Seat) -> Iterator[Move]:
    tableau = state.tableaux[seat]
    yield from (Lay(line, spot) for line, spot in lays(tableau))
    yield Collect()
    for plan in plans_at_hand(state, seat):
        takes = [(line, out) for line in LINES for out in outs(tableau, plan, line)]
        yield from (Assign(plan, line, out) for line, out in takes or [(NOWHERE, 0)])
    for token in tokens_at_hand(state, seat):
        yield from (Develop(token, space) for space in upgradable(state, seat, token))
