"""Completed lines: they score, a terminus card is played for each, their trips go back."""

from __future__ import annotations

from games.core import Fact, Seat
from games.village import scoring
from games.village.components import the_box
from games.village.market import put_under, refill
from games.village.scoring import Along
from games.village.state import Card, Completed, State, Tableau, Turn
from games.village.tableau import Line


def next_line(state: State, seat: Seat, turn: Turn) -> list[Fact]:
    """On to the next completed line; with two, the player says which (V21)."""
    if not state.waiting:
        state.phase = "market"
        return []
    if len(state.waiting) > 1:
        state.phase = "order"
        return []
    return resolve(state, seat, turn, state.waiting[0])


def resolve(state: State, seat: Seat, turn: Turn, line: Line) -> list[Fact]:
    """Trips and features score; then a terminus card is due (V22)."""
    tableau = state.tableaux[seat]
    state.waiting.remove(line)
    state.line, state.phase = line, "terminus"
    score = scoring.score(_along(tableau, line), tableau.planned(line))
    tableau.earned["trips"] += score.for_trips
    tableau.earned["features"] += score.for_features
    turn.completed.append((line, score.points))
    told = score.told()
    values = {"seat": seat, "line": line, "points": score.points, "card": told}
    return [Fact("village.scored" if told else "village.scored_nothing", values)]


def _along(tableau: Tableau, line: Line) -> Along:
    return scoring.along(tableau.borders[line], tableau.run(line), tableau.tracks)


def play_terminus(state: State, seat: Seat, turn: Turn, name: str) -> list[Fact]:
    """It pays by what is on the line, and all see it (V40, V43)."""
    tableau = state.tableaux[seat]
    trips = tableau.planned(state.line)
    terminus = the_box().termini[name]
    count = scoring.counted(terminus, _along(tableau, state.line), len(trips))
    state.pounds = terminus.pays(count)
    tableau.hand.remove(name)
    tableau.money += state.pounds
    values = {
        "seat": seat,
        "line": state.line,
        "terminus": name,
        "count": count,
        "pounds": state.pounds,
    }
    facts = [Fact("village.terminus", values)]
    if len(trips) > 1 and trips[0] != trips[1]:
        state.phase = "under"  # V41
        return facts
    return facts + close(state, seat, turn, 1)


def close(state: State, seat: Seat, turn: Turn, first: int) -> list[Fact]:
    """Trips under the deck, the line marked, a new terminus card; then the next line (V21)."""
    tableau, line = state.tableaux[seat], state.line
    trips = tableau.trips.pop(line, [])
    if first == 2:
        trips.reverse()
    put_under(state, trips)  # V41
    tableau.completed[line] = Completed(turn.completed[-1][1], state.pounds)
    state.line, state.pounds = "", 0
    facts = [_went_under(seat, trips)] if trips else []
    facts += refill(state)  # V16
    if not tableau.all_complete():  # V42
        name = state.termini.pop()
        tableau.hand.append(name)
        facts.append(Fact("village.drew", {"seat": seat}))
        mine = {"seat": seat, "terminus": name}
        facts.append(Fact("village.drew_card", mine, only=(seat,), reveals=True))
    return facts + next_line(state, seat, turn)


def _went_under(seat: Seat, cards: list[Card]) -> Fact:
    """Everybody sees in which order the trips go under the deck."""
    trips = [the_box().trips[card] for card in cards]
    values = {
        "seat": seat,
        "count": len(trips),
        "trip": [trip.theme for trip in trips],
        "worth": [trip.worth for trip in trips],
    }
    return Fact("village.trips_under", values)
