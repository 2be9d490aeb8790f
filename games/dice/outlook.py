"""What a computer player sees ahead: where its dice could take the line this turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.core import Seat
from games.dice import stations, track
from games.dice.components import BONUS, COSTS, SIZE, TERRAINS, box, company_keys, site
from games.dice.land import SHAPES, WAYS, Land, Place, Space, bend, place_of, step
from games.dice.moves import Track
from games.dice.obligations import Tip, leads_on, mountain_cost
from games.dice.purse import Purse, purse
from games.dice.scoring import largest_group
from games.dice.state import Tile
from games.dice.view import View

DEPTH = 4  # pieces that are thought of in a row
PIECE, MARK, DIE = 0.15, 0.5, 0.4  # what dice are worth, measured in thousands of passengers
STUCK = -50.0  # on the water, and no dice to go on
LEAVING, LEAVING_UNBUILT = 1.0, -0.6


class Site(NamedTuple):
    """A station that one could build on a space."""

    gain: float
    cost: int


class Outlook:
    """The table with what each space would be worth to a seat."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view, self.seat = view, seat
        self.land: Land = track.landscape(view)
        self.purse: Purse = purse(view.front[seat], view.behind[seat] or 0)
        self.sites: dict[Space, Site] = {}
        for place in {end.place for end in view.ends}:
            self._survey(place)

    def _survey(self, place: Place) -> None:
        """The best station for each space of a tile."""
        options = [
            (worth(self.view, company, place) * years_left(self.view), company, where)
            for company in self.view.directed(self.seat)
            if company not in self.land.at[place].stations
            for where in stations.sites()
            if left(self.view, company, where) > 0
        ]
        spaces = [
            (place[0] * SIZE + x, place[1] * SIZE + y)
            for x in range(1, SIZE - 1)
            for y in range(1, SIZE - 1)
        ]
        for space in spaces:
            suited = {t for t in TERRAINS if stations.suits(self.land, space, t)}
            for gain, _, where in options:
                terrain, _, cost = where.partition(" ")
                if terrain in suited:
                    found = Site(gain, int(cost))
                    known = self.sites.get(space)
                    if known is None or _net(found) > _net(known):
                        self.sites[space] = found

    def station(self, space: Space, at_hand: Purse, ranges: tuple[Space, ...]) -> float:
        """What a station on a space is worth, if it can be paid."""
        found = self.sites.get(space)
        if found is None or any(step(space, way) in self.land.stations for way in WAYS):
            return 0.0
        rest = at_hand.pay(found.cost + mountain_cost(self.land, space, ranges))
        if rest is None:
            return 0.0
        bonus = 0.0 if self.view.closing else MARK * BONUS
        return found.gain + bonus - price(at_hand, rest)

    def leaving(self, tile: Tile) -> float:
        """What it is worth to go on to a new tile: more when one has built on this one."""
        own = self.view.directed(self.seat)
        built = sum(company in tile.stations for company in own)
        bonus = 0.0 if self.view.closing else MARK * BONUS
        return (LEAVING if built else LEAVING_UNBUILT) + bonus

    def value(
        self,
        tip: Tip,
        taken: frozenset[Space],
        at_hand: Purse,
        ranges: tuple[Space, ...],
        depth: int = DEPTH,
    ) -> float:
        """What the line is worth at a piece: a station ahead, a tile to come, or pieces more."""
        if tip.leaves:
            return self.leaving(self.land.at[place_of(tip.space)])
        ahead = tip.ahead
        water = self.land.terrain(ahead) == "w"
        best = STUCK if water else self.station(ahead, at_hand, ranges)
        if not depth:
            return best
        if water:
            cost = 0 if self.land.terrain(tip.space) == "w" else 2
        else:
            cost = mountain_cost(self.land, ahead, ranges)
        if cost and not water:
            ranges = (*ranges, ahead)
        paid = at_hand.pay(cost)
        beyond = taken | {ahead}
        for shape in SHAPES if paid else ():
            assert paid
            rest, piece = paid.lay(shape), Tip(ahead, bend(tip.way, shape))
            if rest is not None and leads_on(self.land, beyond, piece):
                more = self.value(piece, beyond, rest, ranges, depth - 1)
                best = max(best, more - price(at_hand, rest) - PIECE)
        return best


def _net(found: Site) -> float:
    return found.gain - DIE * found.cost


def price(before: Purse, after: Purse) -> float:
    """What was spent, by what dice are worth."""
    return MARK * (before.marks - after.marks) + DIE * (before.behind - after.behind)


def best_piece(view: View, seat: Seat, moves: Sequence[Track]) -> tuple[float, Track] | None:
    """The piece that begins the best way on, and what that way is worth."""
    ahead = Outlook(view, seat)
    found: list[tuple[float, Track]] = []
    for move in moves:
        planned = track.plan(view, move.end, move.piece)
        laid = ahead.purse.lay(planned.shape)
        rest = laid.pay(planned.cost, move.pay) if laid else None
        if rest is None:
            continue
        ranges = view.ranges
        if planned.cost and planned.after.terrain(planned.tip.space) == "m":
            ranges = (*ranges, planned.tip.space)
        if planned.enters:
            value = 0.5 * (planned.shape == "straight")
        else:
            value = ahead.value(planned.tip, frozenset({planned.tip.space}), rest, ranges)
        found.append((value - price(ahead.purse, rest) - PIECE, move))
    return max(found, key=lambda entry: entry[0], default=None)


def years_left(view: View) -> float:
    """How many more years passengers may be counted, at a guess."""
    return 1.0 if view.closing else max(2.0, 9.0 - view.year)


def worth(view: View, company: str, place: Place) -> float:
    """What a station on a tile adds to its company's passengers, in thousands a year."""
    before = len(largest_group(view.tiles, company))
    more = [
        Tile(t.x, t.y, t.kind, t.turn, (), (*t.stations, company)) if t.place == place else t
        for t in view.tiles
    ]
    return max(0.25, len(largest_group(more, company)) - before)


def left(view: View, company: str, where: str) -> int:
    """Stations of this terrain and cost that a company can still build."""
    return box().companies[company].sites.get(where, 0) - view.built[company].get(where, 0)


def tile_worth(view: View, seat: Seat, kind: str) -> float:
    """How well a kind of tile suits one's own companies, and others' badly."""
    grid = "".join(box().kinds[kind].grids[0])
    there = {
        "mountain": grid.count("m") > 5,
        "lake": grid.count("w") > 5,
        "grass": grid.count("g") > 20,
    }
    total = 0.0
    for company in company_keys():
        director = view.directors[company]
        if director is None:
            continue
        suits = [t for t in TERRAINS if there[t] and _any_left(view, company, t)]
        total += len(suits) * (2.0 if director == seat else -1.0 / (view.seats - 1))
    return total - (0.3 if there["lake"] or there["mountain"] else 0.0)


def _any_left(view: View, company: str, terrain: str) -> bool:
    return any(left(view, company, site(terrain, cost)) > 0 for cost in COSTS)


def standings(view: View, carried: Mapping[str, int]) -> list[int]:
    """What each player would be given if the year ended now, in thousands."""
    given = [0] * view.seats
    for company, director in view.directors.items():
        if director is not None:
            given[director] += carried[company]
    return given
