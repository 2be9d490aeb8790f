"""The course of a game: set-up, rounds, and how parts that are complete come to light."""

from __future__ import annotations

import msgspec

from games.core import Fact, Rng, Seat
from games.hill import said
from games.hill.components import LINES, LOCATIONS, RESOURCES, ROUNDS, the_box
from games.hill.piles import draw_plans, draw_tokens
from games.hill.scoring import Score, score, title
from games.hill.state import REMEMBERED, TWO, Options, Part, Set, State, Tableau, Turn

_SET_CARDS, _PLAN_HAND, _REQUESTS = 3, 6, 2  # H03, H06, the variant


def deal(seats: int, options: Options, rng: Rng) -> State:
    """The set-up of a table, up to the choice of sets (H02-H07)."""
    box = the_box()
    decks = [list(box.cards), list(box.plans), list(box.tokens)]
    for deck in decks:
        rng.shuffle(deck)  # H02
    towns, plans, tokens = decks
    sets = [
        Set(number, [towns.pop() for _ in range(_SET_CARDS)], tokens.pop())
        for number in range(1, seats + 1)
    ]
    requests = list(box.requests)
    rng.shuffle(requests)
    resources = RESOURCES[seats]  # H04
    state = State(
        options=options,
        start=rng.below(seats),  # H07
        tableaux=[Tableau(resources) for _ in range(seats)],
        shown=[Tableau(resources) for _ in range(seats)],
        parts=[Part(Turn(0, seat)) for seat in range(seats)],
        hands=[[plans.pop() for _ in range(_PLAN_HAND)] for _ in range(seats)],
        sets=sets,
        requests=sorted(requests[:_REQUESTS]) if options.requests else [],
        town_deck=towns,
        plan_deck=plans,
        token_pile=tokens,
    )
    state.queue = state.order[:0:-1]  # H07: from the right of the starting player, who is last
    if not state.queue:
        give_last_set(state)
    return state


def give_set(state: State, seat: Seat, number: int) -> Fact:
    """Three town cards to hand; the token is kept, or an upgrade to be placed (H08, H09)."""
    chosen = next(one for one in state.sets if one.number == number)
    state.sets.remove(chosen)
    tableau = state.tableaux[seat]
    tableau.hand += chosen.cards
    if the_box().tokens[chosen.token].upgrade:
        state.parts[seat].token = chosen.token
    else:
        tableau.tokens.append(chosen.token)
    state.shown[seat] = tableau.copy()
    values = {"seat": seat, **said.cards(chosen.cards), **said.token(chosen.token)}
    return Fact("hill.chose", values)


def give_last_set(state: State) -> Fact:
    """Nothing is left to choose for the starting player; the towns are founded next."""
    fact = give_set(state, state.start, state.sets[0].number)
    state.phase = "found"
    return fact


def tell(state: State, seat: Seat, fact: Fact) -> Fact:
    """What happened: to everybody now, or to its seat now and to the others later (H11, H21)."""
    if not state.in_secret():
        return fact
    state.parts[seat].untold.append(msgspec.structs.replace(fact, reveals=True))
    return msgspec.structs.replace(fact, only=(seat,), reveals=False)


def publish(state: State, seat: Seat) -> list[Fact]:
    """A part comes to light: tableau, discards, what was taken from the main board."""
    part = state.parts[seat]
    state.shown[seat] = state.tableaux[seat].copy()
    state.plan_discards += part.plans_out
    state.token_discards += part.tokens_out
    if part.taken_plan:
        state.market.plans.remove(part.taken_plan)
    if part.taken_token:
        state.market.tokens.remove(part.taken_token)
    facts, part.untold = part.untold, []
    part.plans_out, part.tokens_out, part.taken_plan, part.taken_token = [], [], 0, 0
    part.turn.number = state.turns
    state.recent = [*state.recent, part.turn][-REMEMBERED:]
    part.turn = Turn(0, seat)
    return facts


def end_founding(state: State, seat: Seat, rng: Rng) -> list[Fact]:
    """A town is founded; when all are, everything is shown at once (H10, H11)."""
    part = state.parts[seat]
    part.plans_out += state.hands[seat]
    state.hands[seat] = []
    part.done = True
    facts = [Fact("hill.founded", {"seat": seat})]
    if not state.acting:
        for each in state.order:
            facts += publish(state, each)
        state.phase, state.round = "round", 1
        facts += prepare(state, rng)
    state.turns += 1
    return facts


def end_pick(state: State, seat: Seat) -> list[Fact]:
    """A card is acquired: in strict order one goes on, together the next one picks (H21)."""
    if not state.together:
        return []
    facts = publish(state, seat)
    state.queue.pop(0)
    state.turns += 1
    return facts


def end_turn(state: State, seat: Seat, rng: Rng) -> list[Fact]:
    """A turn is complete; after the last one of a round comes the next round."""
    facts = publish(state, seat)
    state.parts[seat].done = True
    state.turns += 1
    if not state.together:
        state.queue.pop(0)
    if not state.acting:
        facts += _next_round(state, rng)
    return [Fact("hill.done", {"seat": seat}), *facts]


def _next_round(state: State, rng: Rng) -> list[Fact]:
    if state.round == ROUNDS:  # H16
        state.phase = "over"
        return _end(state)
    state.round += 1
    state.start = (state.start + 1) % state.seats  # H12
    return prepare(state, rng)


def prepare(state: State, rng: Rng) -> list[Fact]:
    """The main board is cleared and filled (H13, H14); alone, before odd rounds only (H77)."""
    state.queue = state.order
    state.parts = [Part(Turn(0, seat)) for seat in range(state.seats)]
    facts = [Fact("hill.round", {"round": state.round, "seat": state.start})]
    if state.seats == 1 and state.round % 2 == 0:
        return facts
    market = state.market
    state.town_discards += market.cards.values()
    state.plan_discards += market.plans
    state.token_discards += market.tokens
    market.plans, market.tokens = [], []
    market.cards = {location: state.town_deck.pop() for location in LOCATIONS}
    market.plans = draw_plans(state, TWO, rng)
    market.tokens = draw_tokens(state, TWO, rng)
    values = said.cards(list(market.cards.values()))
    return [*facts, Fact("hill.turned_up", values, reveals=True)]


def scores(state: State) -> list[Score]:
    """What each tableau is worth."""
    return [score(tableau, state.requests) for tableau in state.tableaux]


def _end(state: State) -> list[Fact]:
    facts = [Fact("hill.over")]
    for seat, result in enumerate(scores(state)):
        for line in LINES:
            facts += [
                Fact("hill.wild", {"seat": seat, "count": count, **said.plan(plan), "line": line})
                for plan, count in result.wilds.items()
                if plan in result.fulfilled[line]
            ]
        if state.seats == 1:
            named = title(result.total, state.options.requests)
            facts.append(Fact("hill.title", {"seat": 0, "count": result.total, "title": named}))
    return facts
