"""What no move may change: for each game, things that are counted after every move.

A hook gets the state and the moves made so far; what it returns stays the same all game long.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.core import Move
from games.dice import state as dice
from games.hill.state import State as HillState
from games.hill.state import Tableau
from games.hill.town import frame_of
from games.ride.components import RAILROADS
from games.ride.moves import Ride
from games.ride.state import State
from games.village.components import PLANNING
from games.village.moves import Terminus, Trip
from games.village.state import State as Village
from tests import toy

Conserved = Callable[[Any, Sequence[Move]], object]


def ride(state: State, moves: Sequence[Move]) -> object:
    """Locomotives, passengers, and money that came from somewhere."""
    locomotives = []
    for railroad in RAILROADS:
        assert state.supply(railroad) >= 0, f"more {railroad} locomotives than there are"
        held = sum(shares.get(railroad, 0) for shares in state.shares)
        locomotives.append(state.supply(railroad) + held + len(state.tracks[railroad]))
    rides = sum(isinstance(move, Ride) for move in moves)
    unearned = [
        money - sum(earned.values())
        for money, earned in zip(state.money, state.earned, strict=True)
    ]
    assert sorted(state.order) == list(range(state.seats))
    return locomotives, len(state.passengers) + rides, unearned


def railroad_dice(state: dice.State, moves: Sequence[Move]) -> object:
    """Dice, shares, small tiles and stations: none is lost, none is made."""
    in_front = [count for front in state.front for count in front.values()]
    assert min(state.bank, *state.behind, *in_front) >= 0, "dice that nobody has were spent"
    on_tiles = sum(tile.dice for tile in state.tiles)
    built = sum(state.stations(company) for company in state.built)
    assert built == sum(len(tile.stations) for tile in state.tiles)
    places = {tile.place for tile in state.tiles}
    assert len(places) == len(state.tiles), "two tiles lie on one place"
    for company in state.built:
        assert state.bank_shares(company) >= 0
        assert all(state.left(company, site) >= 0 for site in state.built[company])
    assert {end.place for end in state.ends} >= {t.place for t in state.tiles if t.pieces}
    return state.bank + sum(state.behind) + sum(in_front) + on_tiles


def hill(state: HillState, moves: Sequence[Move]) -> object:
    """Town cards, plans and tokens are each somewhere, once; tableaux keep their limits."""
    towns = [*state.town_deck, *state.town_discards, *state.market.cards.values()]
    plans = [*state.plan_deck, *state.plan_discards, *state.market.plans]
    tokens = [*state.token_pile, *state.token_discards, *state.market.tokens]
    for one in state.sets:
        towns += one.cards
        tokens.append(one.token)
    for tableau, part, hand in zip(state.tableaux, state.parts, state.hands, strict=True):
        towns += [*tableau.hand, *(placed.card for placed in tableau.cards.values())]
        plans += [*hand, *part.plans_out, *(p for held in tableau.plans.values() for p in held)]
        tokens += [*tableau.tokens, *part.tokens_out]
        tokens += [placed.token for placed in tableau.cards.values() if placed.token]
        tokens += [part.token] if part.token else []
        if part.open:
            (plans if part.open == "plans" else tokens).extend(part.drawn)
        if part.taken_plan:
            plans.remove(part.taken_plan)
        if part.taken_token:
            tokens.remove(part.taken_token)
        _check_tableau(tableau)
    return sorted(towns), sorted(plans), sorted(tokens)


def _check_tableau(tableau: Tableau) -> None:
    assert tableau.resources >= 0
    assert not tableau.cards or frame_of(tableau.cards).fits
    for line, way in tableau.lines.items():
        assert len(set(way)) == len(way) and set(way) <= tableau.cards.keys()
        assert len(tableau.spots(line)) <= tableau.laid[line] <= 8
        assert len(tableau.plans[line]) <= 4


def signal_box(state: toy.State, moves: Sequence[Move]) -> object:
    """Every card is somewhere, once."""
    cards = [*state.deck, *state.box, state.open]
    cards += [card for pile in (*state.hands, *state.lines.values()) for card in pile]
    return sorted(card for card in cards if card is not None)


def village(state: Village, moves: Sequence[Move]) -> object:
    """Every card is somewhere, once; every pound came from a terminus or the start."""
    cards = [*state.deck, *(offer.card for offer in (*state.tracks, *state.trips))]
    cards += [card for t in state.tableaux for trips in t.trips.values() for card in trips]
    cards += [laid.card for t in state.tableaux for laid in t.laid.values()]
    cards += [state.taken] if state.taken is not None else []
    termini = [*state.termini, *(name for t in state.tableaux for name in t.hand)]
    termini += [move.terminus for move in moves if isinstance(move, Terminus)]
    money = sum(t.money for t in state.tableaux)
    assert min(t.money for t in state.tableaux) >= 0
    money += sum(offer.coins for offer in (*state.tracks, *state.trips))
    money += PLANNING * sum(isinstance(move, Trip) for move in moves)
    money -= state.pounds
    money -= sum(done.pounds for t in state.tableaux for done in t.completed.values())
    return sorted(cards), sorted(termini), money


CONSERVED: dict[str, Conserved] = {
    "ride": ride,
    "hill": hill,
    "village": village,
    "dice": railroad_dice,
    "toy": signal_box,
}
