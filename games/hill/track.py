"""Where a track token may lie, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from games.core import IllegalMove
from games.hill.components import DOUBLE_TRACK, LINES, TRACKS, the_box
from games.hill.state import Tableau
from games.hill.town import CROSSING, HEADING, NEIGHBOURS, SPOTS, Space, Spot, spot_between

INTERSECTION = 2  # H30


class Cost(NamedTuple):
    """What a token costs, and why."""

    open_land: int
    crossing: int
    double: bool
    """A Double Track is spent too."""

    @property
    def total(self) -> int:
        return self.open_land + self.crossing


def cost(tableau: Tableau, spot: Spot) -> Cost:
    """What it costs to lay a token on a spot between two cards."""
    a, b = SPOTS[spot]
    halves = (not has_road(tableau, a, b)) + (not has_road(tableau, b, a))  # H29
    other = CROSSING[spot]
    crossed = INTERSECTION if other and tableau.on_spot(other) else 0  # H30
    return Cost(halves, crossed, bool(tableau.on_spot(spot)))  # H45


def has_road(tableau: Tableau, space: Space, towards: Space) -> bool:
    """Whether the card on a space has a road in the direction of a neighbour."""
    placed = tableau.cards[space]
    return HEADING[space, towards] in the_box().cards[placed.card].turned(placed.rotation)


def double_track(tableau: Tableau) -> int:
    """A Double Track token that is kept, or 0."""
    tokens = the_box().tokens
    return next((t for t in tableau.tokens if tokens[t].kind == DOUBLE_TRACK), 0)


def check_lay(tableau: Tableau, line: str, spot: Spot) -> Cost:
    """Whether a token of this line may be laid there, and what it costs."""
    if line not in LINES:
        raise IllegalMove("hill.no_such_line", line=line)
    if spot not in SPOTS or not all(space in tableau.cards for space in SPOTS[spot]):
        raise IllegalMove("hill.no_such_spot", spot=spot)  # H28
    if tableau.laid[line] >= TRACKS:
        raise IllegalMove("hill.no_token", line=line, count=TRACKS)  # H35
    price = cost(tableau, spot)
    _check_line(tableau, line, spot)
    if price.double and not double_track(tableau):
        there = tableau.on_spot(spot)
        raise IllegalMove("hill.spot_taken", spot=spot, line=there)  # H32
    if price.total > tableau.resources:
        values = {"spot": spot, "cost": price.total, "count": tableau.resources}
        raise IllegalMove("hill.too_dear", **values)  # H31
    return price


def _check_line(tableau: Tableau, line: str, spot: Spot) -> None:
    """A line goes on from one of its ends to a card that it doesn't touch (H33, H34)."""
    way = tableau.lines[line]
    if not way:
        return
    if spot in tableau.spots(line):
        raise IllegalMove("hill.own_track", line=line, spot=spot)
    touched = [space for space in SPOTS[spot] if space in way]
    ends = [way[0], way[-1]]
    if len(touched) == 2:
        raise IllegalMove("hill.loop", line=line, spot=spot, space=ends)
    if not touched or touched[0] not in ends:
        raise IllegalMove("hill.not_at_end", line=line, spot=spot, space=ends)


def extend(tableau: Tableau, line: str, spot: Spot) -> None:
    """The line with one more token, which has been checked."""
    way = tableau.lines[line]
    a, b = SPOTS[spot]
    if not way:
        way += [a, b]
    elif way[-1] in (a, b):
        way.append(b if way[-1] == a else a)
    else:
        way.insert(0, b if way[0] == a else a)
    tableau.laid[line] += 1


def _reach(tableau: Tableau, line: str) -> Iterator[Spot]:
    """The spots worth checking: at the ends of a line, or anywhere if it has no track."""
    way, cards = tableau.lines[line], tableau.cards
    if tableau.laid[line] >= TRACKS:
        return
    starts = dict.fromkeys((way[0], way[-1])) if way else cards
    for space in starts:
        for other in NEIGHBOURS[space].values():
            if other in cards and other not in way and (way or space < other):
                yield spot_between(space, other)


def lays(tableau: Tableau) -> Iterator[tuple[str, Spot]]:
    """Every token that could be laid now: by line, the cheapest spots first."""
    for line in LINES:
        found = []
        for spot in _reach(tableau, line):
            try:
                price = check_lay(tableau, line, spot)
            except IllegalMove:
                continue
            found.append((price.double, price.total, spot))
        yield from ((line, spot) for _, _, spot in sorted(found))


def can_lay(tableau: Tableau) -> bool:
    """Whether any token could be laid now (H37)."""
    return next(lays(tableau), None) is not None


def end_spots(tableau: Tableau, line: str) -> list[Spot]:
    """The tokens of a line that can be lifted: one at each end (H50)."""
    spots = tableau.spots(line)
    return list(dict.fromkeys(spots[:1] + spots[-1:]))


def lift(tableau: Tableau, line: str, spot: Spot) -> None:
    """Take a token off the end of its line; it still counts as laid."""
    way = tableau.lines[line]
    if len(way) == 2:
        way.clear()
    elif spot == spot_between(way[-2], way[-1]):
        way.pop()
    else:
        way.pop(0)
