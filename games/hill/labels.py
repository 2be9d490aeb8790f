"""What a choice means, with its price and what it brings."""

from __future__ import annotations

from collections.abc import Sequence

from games.core import Fact, Move
from games.hill import said
from games.hill.components import LINES, the_box
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
from games.hill.scoring import card_points, needs
from games.hill.state import Placed, Tableau
from games.hill.town import HEADING, NEIGHBOURS, SPOTS, Space
from games.hill.track import cost, has_road
from games.hill.view import View


def label(view: View, field: str, moves: Sequence[Move]) -> Fact:
    """What it means to choose this value of a field."""
    tableau = view.tableaux[view.me or 0]
    match moves[0], field:
        case Choose(number), _:
            return _label_set(view, number)
        case Acquire(location), _:
            card = view.market.cards[location]
            values = {"location": location, "action": location, **_card(card)}
            return Fact("hill.label_acquire", values)
        case Place(card), "card":
            return Fact("hill.label_card", _card(card))
        case Place(_, space), "space":
            beside = _around(tableau, space)
            key = "hill.label_space" if beside else "hill.label_space_alone"
            return Fact(key, {"space": space, "landmark": beside})
        case Place() as move, _:
            return _label_rotation(tableau, move)
        case Lay(line) | Lift(line), "line":
            return _label_line(tableau, line)
        case Lay() as lay, _:
            return _label_lay(tableau, lay)
        case Lift(_, spot), _:
            return Fact("hill.label_lift", {"spot": spot})
        case Bonus(choice), _:
            return Fact("hill.label_bonus", {"choice": choice})
        case Assign() as assign, _:
            return _label_plan(tableau, field, assign)
        case Develop() as develop, _:
            return _label_develop(tableau, field, develop)
        case Buy() | Collect(), _:
            return Fact(f"hill.label_{moves[0].kind()}")
        case Done(), _:
            return _label_done(view)
    raise ValueError(f"no label for {field} of {moves[0]}")


def _card(number: int) -> said.Values:
    one = the_box().cards[number]
    values = "-".join(str(points) for points in one.points)
    return {**said.card(number), "values": values, "roads": " ".join(one.roads)}


def _label_set(view: View, number: int) -> Fact:
    one = next(one for one in view.sets if one.number == number)
    return Fact("hill.label_set", {"set": number, **said.cards(one.cards), **said.token(one.token)})


def _around(tableau: Tableau, space: Space) -> list[str]:
    """The landmarks next to a space."""
    beside = (tableau.cards.get(other) for other in NEIGHBOURS[space].values())
    return [said.landmark(placed.card) for placed in beside if placed]


def _label_rotation(tableau: Tableau, move: Place) -> Fact:
    """The roads of a turned card, and how many of them meet a road of a neighbour."""
    trial = Tableau(cards={**tableau.cards, move.space: Placed(move.card, move.rotation)})
    beside = [other for other in NEIGHBOURS[move.space].values() if other in tableau.cards]
    roads = the_box().cards[move.card].turned(move.rotation)
    met = [o for o in beside if has_road(trial, o, move.space) and HEADING[move.space, o] in roads]
    values = {"rotation": move.rotation, "roads": " ".join(roads), "count": len(met)}
    return Fact("hill.label_rotation", values)


def _label_line(tableau: Tableau, line: str) -> Fact:
    way, values = tableau.lines[line], {"line": line, "count": tableau.laid[line]}
    if not way:
        return Fact("hill.label_line_bare", values)
    return Fact("hill.label_line", {**values, "space": [way[0], way[-1]]})


def _label_lay(tableau: Tableau, move: Lay) -> Fact:
    """The price with its reasons, and what the cards reached score."""
    price = cost(tableau, move.spot)
    new = [space for space in SPOTS[move.spot] if space not in tableau.lines[move.line]]
    gained = sum(card_points(tableau.cards[space], move.line) for space in new)
    why = ["open_land"] * bool(price.open_land) + ["crossing"] * bool(price.crossing)
    why += ["double"] * price.double
    values = {"spot": move.spot, "cost": price.total, "why": why, "points": gained}
    return Fact("hill.label_lay" if why else "hill.label_lay_free", values)


def _label_plan(tableau: Tableau, field: str, move: Assign) -> Fact:
    if field == "plan":
        return Fact("hill.label_plan", said.plan(move.plan))
    if field == "out":
        key = "hill.label_out" if move.out else "hill.label_no_out"
        return Fact(key, said.plan(move.out) if move.out else {})
    if move.line == NOWHERE:
        return Fact("hill.label_no_line")
    plan = the_box().plans[move.plan]
    lacking = needs(tableau, plan, move.line)
    values = {"line": move.line, "count": len(tableau.plans[move.line])}
    values["lacking"] = lacking
    if not lacking:
        return Fact("hill.label_plan_done", values)
    known = lacking <= len(LINES) + 1
    return Fact("hill.label_plan_lacks" if known else "hill.label_plan_line", values)


def _label_develop(tableau: Tableau, field: str, move: Develop) -> Fact:
    if field == "token":
        return Fact("hill.label_token", said.token(move.token))
    if move.space == NOWHERE:
        return Fact("hill.label_no_space")
    placed = tableau.cards[move.space]
    upgraded = Placed(placed.card, placed.rotation, move.token)
    gains = {
        line: f"+{card_points(upgraded, line) - card_points(placed, line)}"
        for line, _ in the_box().tokens[move.token].effect
    }
    values = {"space": move.space, **said.card(placed.card), "effect": gains}
    lines = [line for line in LINES if move.space in tableau.lines[line]]
    if lines:
        return Fact("hill.label_upgrade_on", {**values, "line": lines})
    return Fact("hill.label_upgrade", values)


def _label_done(view: View) -> Fact:
    """Ending a turn, and what would be given up."""
    if view.phase == "found":
        return Fact("hill.label_founded")
    mine = view.mine
    assert mine
    given_up = ["tracks" if mine.tracks > 1 else "track"] * bool(mine.tracks)
    if not mine.acted and mine.location != "c":
        given_up.append(f"action_{mine.location}")
    return Fact("hill.label_giving_up", {"lost": given_up}) if given_up else Fact("hill.label_done")
