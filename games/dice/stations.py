"""Where a station may be built, and what it costs (D30 to D35)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.core import IllegalMove, Seat
from games.dice.components import COSTS, SIZE, TERRAINS, Grid, box, company_keys, site
from games.dice.land import WAYS, Land, Place, Space, back, place_of, space_name, step
from games.dice.obligations import mountain_cost
from games.dice.purse import Purse
from games.dice.state import End, Piece, State
from games.dice.track import START, Table, check_room_for_both, landscape

NEIGHBOURS = 3  # D34, at least so many of the eight
_ON = {"mountain": "m", "lake": "g", "grass": "g"}
_BESIDE = {"mountain": "m", "lake": "w", "grass": "g"}


class Plan(NamedTuple):
    """A station that may stand where it is meant to."""

    end: int
    piece: Piece
    cost: int
    """Dice in all, the mountain's included."""
    after: Land


def suits(here: Land, space: Space, terrain: str) -> bool:
    """Whether a space is one for stations of this terrain (D34)."""
    tile = here.at[place_of(space)]
    return (space[0] % SIZE, space[1] % SIZE) in suited(tile.kind, tile.turn, terrain)


@cache
def suited(kind: str, turn: int, terrain: str) -> frozenset[Space]:
    """The spaces of a tile for stations of this terrain, by what is around them (D34)."""
    grid = box().kinds[kind].grids[turn]
    inside = range(1, SIZE - 1)  # D32: those at the edge are none
    return frozenset(
        (x, y)
        for x in inside
        for y in inside
        if grid[y][x] == _ON[terrain] and _around(grid, x, y).count(_BESIDE[terrain]) >= NEIGHBOURS
    )


def _around(grid: Grid, x: int, y: int) -> str:
    """The terrain of the eight spaces around one, whether track is there or not."""
    rows = "".join(row[x - 1 : x + 2] for row in grid[y - 1 : y + 2])
    return rows[:4] + rows[5:]


def plan(table: Table, end: int, company: str, where: str) -> Plan:
    """The station at its place, or IllegalMove if it can't stand there."""
    if not 1 <= end <= len(table.ends):
        raise IllegalMove("dice.no_such_end")
    here, last = landscape(table), table.ends[end - 1]
    if not last.way:
        raise IllegalMove("dice.next_to_station")  # D32
    space = step((last.x, last.y), last.way)
    terrain, _, cost = where.partition(" ")
    check_space(here, space)
    if company in here.at[place_of(space)].stations:
        raise IllegalMove("dice.one_a_tile", company=company)  # D33
    if not suits(here, space, terrain):
        raise IllegalMove(f"dice.ground_{terrain}", space=space_name(space))
    piece = Piece(*space, back(last.way), company)
    after = here.with_piece(piece)
    _check_goes_on(after, table, end, piece)
    price = int(cost) + mountain_cost(here, space, tuple(table.ranges))  # D31, D28
    return Plan(end, piece, price, after)


def place(table: Table, end: int) -> Place:
    """The tile on which a station at this end would stand."""
    last = table.ends[end - 1]
    return place_of(step((last.x, last.y), last.way)) if last.way else last.place


def check_space(here: Land, space: Space) -> None:
    """A free space that is neither at the edge nor next to a station (D32)."""
    if place_of(space) not in here.at or here.terrain(space) == "w":
        raise IllegalMove("dice.no_ground")
    if {space[0] % SIZE, space[1] % SIZE} & {0, SIZE - 1}:
        raise IllegalMove("dice.at_the_edge", space=space_name(space))
    if any(step(space, way) in here.stations for way in WAYS):
        raise IllegalMove("dice.next_to_station")


def _check_goes_on(after: Land, table: Table, end: int, piece: Piece) -> None:
    """The line must be able to go on in one of the three other directions (D35)."""
    new, other = End(piece.x, piece.y, ""), table.ends[2 - end]
    if all(step((new.x, new.y), way) in after.occupied for way in after.ways(new)):
        raise IllegalMove("dice.no_way_out")
    if new.place == other.place == START:
        check_room_for_both(after, new, other)  # D18


def check_station(
    state: State, seat: Seat, end: int, company: str, where: str, purse: Purse, pay: int
) -> Plan:
    """Whether the seat may build this station now, paying with so many ?."""
    if company not in company_keys():
        raise IllegalMove("dice.no_such_company")
    if state.directors[company] != seat:
        raise IllegalMove("dice.not_director", company=company)  # D30
    if where not in sites():
        raise IllegalMove("dice.no_such_site")
    if state.left(company, where) < 1:
        raise IllegalMove("dice.none_left", company=company, site=where)  # D30
    planned = plan(state, end, company, where)
    if purse.pay(planned.cost) is None:
        have = purse.behind + purse.marks
        raise IllegalMove("dice.cant_pay", count=planned.cost, die=have)
    if purse.pay(planned.cost, pay) is None:
        raise IllegalMove("dice.wrong_pay", count=planned.cost)
    return planned


def sites() -> tuple[str, ...]:
    """The groups of stations there can be, the cheaper first (D30)."""
    return tuple(site(terrain, cost) for cost in COSTS for terrain in TERRAINS)
