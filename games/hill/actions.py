"""What the moves do, once they have been checked."""

from __future__ import annotations

from typing import Any

from games.core import Fact, Rng, Seat
from games.hill import said
from games.hill.checks import PRICE
from games.hill.components import BONUSES, the_box
from games.hill.moves import NOWHERE, Assign, Bonus, Develop, Lay, Lift, Place
from games.hill.piles import discard_plan, discard_token, draw_plans, draw_tokens
from games.hill.rounds import end_pick, give_last_set, give_set, tell
from games.hill.state import TWO, Placed, State
from games.hill.track import cost, double_track, extend, lift


def choose(state: State, seat: Seat, number: int) -> list[Fact]:
    """A set is chosen; the starting player gets the last one without a choice (H07)."""
    facts = [give_set(state, seat, number)]
    state.queue.remove(seat)
    if not state.queue:
        facts.append(give_last_set(state))
    state.turns += 1
    return facts


def acquire(state: State, seat: Seat, location: str) -> list[Fact]:
    """A town card goes to hand; its location fixes the location action (H17)."""
    card = state.market.cards.pop(location)
    state.tableaux[seat].hand.append(card)
    part = state.parts[seat]
    part.location = part.turn.location = location
    mine = _told(state, seat, "hill.acquired", **said.card(card), location=location)
    return [mine, *end_pick(state, seat)]


def place(state: State, seat: Seat, move: Place) -> list[Fact]:
    """A card from hand lies in the town (H08, H18)."""
    tableau, part = state.tableaux[seat], state.parts[seat]
    tableau.hand.remove(move.card)
    tableau.cards[move.space] = Placed(move.card, move.rotation)
    part.placed = state.phase == "round"
    part.turn.placed.append(move.space)
    return [_told(state, seat, "hill.placed", **said.card(move.card), space=move.space)]


def _told(state: State, seat: Seat, key: str, *, reveals: bool = False, **values: Any) -> Fact:
    return tell(state, seat, Fact(key, {"seat": seat, **values}, reveals=reveals))


def lay(state: State, seat: Seat, move: Lay) -> list[Fact]:
    """A token is paid for and laid; the 3rd and the 6th give a bonus at once (H29-H37)."""
    tableau, part = state.tableaux[seat], state.parts[seat]
    price = cost(tableau, move.spot)
    key = "hill.laid" if price.total else "hill.laid_free"
    if price.double:
        key = "hill.laid_double"
        spent = double_track(tableau)
        tableau.tokens.remove(spent)
        discard_token(state, seat, spent)  # H45
    tableau.resources -= price.total
    extend(tableau, move.line, move.spot)
    part.turn.laid.append((move.line, move.spot))
    if part.open == "track":
        part.open = ""
    elif part.laid:
        part.acted = True  # H42
    else:
        part.laid = True
    if tableau.laid[move.line] in BONUSES:
        part.open = "bonus"
    return [_told(state, seat, key, line=move.line, spot=move.spot, cost=price.total)]


def bonus(state: State, seat: Seat, move: Bonus, rng: Rng) -> list[Fact]:
    """Two resources, one more track, or two plans to choose from (H37)."""
    part = state.parts[seat]
    part.open = ""
    facts = [_told(state, seat, f"hill.bonus_{move.choice}")]
    if move.choice == "resources":
        state.tableaux[seat].resources += TWO
    elif move.choice == "track":
        part.open = "track"
    else:
        part.open = "plans"
        part.drawn = draw_plans(state, TWO, rng)
        for plan in part.drawn:
            values = {"seat": seat, **said.plan(plan)}
            facts.append(Fact("hill.drew_plan", values, only=(seat,), reveals=True))
    return facts


def collect(state: State, seat: Seat) -> list[Fact]:
    """Two resources at location a (H40)."""
    state.tableaux[seat].resources += TWO
    state.parts[seat].acted = True
    return [_told(state, seat, "hill.collected", count=TWO)]


def assign(state: State, seat: Seat, move: Assign) -> list[Fact]:
    """A plan goes to a line; what it replaces or what is passed up is discarded (H39, H41, H44)."""
    tableau, part = state.tableaux[seat], state.parts[seat]
    drawn = part.open == "plans"
    values = {**said.plan(move.plan), "line": move.line}
    if move.line == NOWHERE:
        discard_plan(state, seat, move.plan)
        facts = [_told(state, seat, "hill.unplanned", reveals=drawn, **said.plan(move.plan))]
    elif move.out:
        tableau.plans[move.line].remove(move.out)
        discard_plan(state, seat, move.out)
        facts = [_told(state, seat, "hill.replanned", reveals=drawn, **values, out=move.out)]
    else:
        facts = [_told(state, seat, "hill.planned", reveals=drawn, **values)]
    if move.line != NOWHERE:
        tableau.plans[move.line].append(move.plan)
        part.turn.plans.append(move.plan)
    if state.phase == "found":
        state.hands[seat].remove(move.plan)
    elif drawn:
        facts += _pass_up(state, seat, move.plan)
    else:
        part.taken_plan = move.plan
        part.acted = True
    return facts


def _pass_up(state: State, seat: Seat, kept: int) -> list[Fact]:
    part = state.parts[seat]
    facts = []
    for plan in part.drawn:
        if plan != kept:
            discard_plan(state, seat, plan)
            facts.append(_told(state, seat, "hill.passed_up_plan", reveals=True, **said.plan(plan)))
    part.open, part.drawn = "", []
    return facts


def develop(state: State, seat: Seat, move: Develop) -> list[Fact]:
    """A token is kept, or goes on a card; the other one of a purchase is discarded (H43-H49)."""
    tableau, part = state.tableaux[seat], state.parts[seat]
    bought = part.open == "tokens"
    values = said.token(move.token)
    if move.space != NOWHERE:
        tableau.cards[move.space].token = move.token
        part.turn.upgraded.append(move.space)
        facts = [_told(state, seat, "hill.upgraded", reveals=bought, **values, space=move.space)]
    elif the_box().tokens[move.token].upgrade:
        discard_token(state, seat, move.token)  # H46
        facts = [_told(state, seat, "hill.wasted", reveals=bought, **values)]
    else:
        tableau.tokens.append(move.token)
        facts = [_told(state, seat, "hill.kept", reveals=bought, **values)]
    if state.phase == "found":
        part.token = 0
    elif bought:
        for token in part.drawn:
            if token != move.token:
                discard_token(state, seat, token)
                other = said.token(token)
                facts.append(_told(state, seat, "hill.passed_up_token", reveals=True, **other))
        part.open, part.drawn = "", []
    else:
        part.taken_token = move.token
        part.acted = True
    return facts


def buy(state: State, seat: Seat, rng: Rng) -> list[Fact]:
    """Three resources for the choice of two tokens (H49)."""
    state.tableaux[seat].resources -= PRICE
    part = state.parts[seat]
    part.open = "tokens"
    part.drawn = draw_tokens(state, TWO, rng)
    facts = [_told(state, seat, "hill.bought", cost=PRICE)]
    for token in part.drawn:
        values = {"seat": seat, **said.token(token)}
        facts.append(Fact("hill.drew_token", values, only=(seat,), reveals=True))
    return facts


def lift_track(state: State, seat: Seat, move: Lift) -> list[Fact]:
    """A token leaves the game for two resources (H50)."""
    tableau = state.tableaux[seat]
    lift(tableau, move.line, move.spot)
    tableau.resources += TWO
    marks = state.parts[seat].turn.laid
    if (move.line, move.spot) in marks:
        marks.remove((move.line, move.spot))
    return [_told(state, seat, "hill.lifted", line=move.line, spot=move.spot, count=TWO)]
