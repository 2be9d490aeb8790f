"""Where a piece of track may lie, and what it takes (D17 to D20, D28, D29)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from games.core import IllegalMove
from games.dice.components import BONUS, LEAVING
from games.dice.land import (
    SHAPES,
    Land,
    Place,
    Space,
    back,
    bend,
    land,
    place_of,
    space_name,
    step,
)
from games.dice.obligations import (
    Means,
    Tip,
    bridge_cost,
    bridge_length,
    covered,
    kind,
    leads_on,
    mountain_cost,
    pays_for_leaving,
)
from games.dice.purse import ANY, Purse
from games.dice.state import End, Piece, Tile

WAY_NAMES = {"N": "north", "E": "east", "S": "south", "W": "west"}
START: Place = (0, 0)
_NOTHING: frozenset[Space] = frozenset()


class Table(Protocol):
    """What the rules of track need to know: a state has it, and a view."""

    @property
    def tiles(self) -> Sequence[Tile]: ...
    @property
    def ends(self) -> Sequence[End]: ...
    @property
    def ranges(self) -> Sequence[Space]: ...
    @property
    def bank(self) -> int: ...
    @property
    def closing(self) -> str: ...


class Plan(NamedTuple):
    """A piece that may lie where it is meant to, whatever dice one has."""

    end: int
    shape: str
    piece: Piece
    tip: Tip
    cost: int
    """Dice that the terrain asks for."""
    obliges: str
    """What it obliges to: tile, lake, or nothing."""
    after: Land
    enters: bool
    """Whether it is the first piece on a new tile."""


def landscape(table: Table) -> Land:
    """The landscape of a table."""
    return land(tuple(table.tiles))


def tip_of(end: End) -> Tip:
    """An end that leads somewhere."""
    return Tip((end.x, end.y), end.way)


def obligation(table: Table) -> tuple[int, str] | None:
    """The end that must be gone on with, and to what: tile, entry or lake (D19, D20)."""
    here = landscape(table)
    for number, end in enumerate(table.ends, start=1):
        if end.way and (owed := kind(here, tip_of(end))):
            return number, owed
    return None


def pieces(table: Table, end: int) -> Iterator[str]:
    """The pieces that can be named at an end: out of a station with the way first."""
    here = table.ends[end - 1]
    for way in landscape(table).ways(here):
        for shape in SHAPES:
            yield shape if here.way else f"{WAY_NAMES[way]}-{shape}"


def plan(table: Table, end: int, piece: str) -> Plan:
    """The piece at its place, or IllegalMove if it can't lie there with any dice."""
    if not 1 <= end <= len(table.ends):
        raise IllegalMove("dice.no_such_end")
    here, last = landscape(table), table.ends[end - 1]
    way, shape = _read(here, last, piece)
    space = step((last.x, last.y), way)
    if place_of(space) not in here.at:
        raise IllegalMove("dice.tile_first")  # D19
    if space in here.occupied:
        raise IllegalMove("dice.occupied", space=space_name(space))  # D17
    tip = Tip(space, bend(way, shape))
    laid = Piece(*space, back(way) + tip.way)
    after = here.with_piece(laid)
    _check_leads_on(after, tip)
    _check_apart(after, table.ends, end, End(*space, tip.way))
    if here.terrain(space) == "w":
        cost = bridge_cost(here, Tip((last.x, last.y), way))
    else:
        cost = mountain_cost(here, space, tuple(table.ranges))
    enters = place_of(space) != last.place
    return Plan(end, shape, laid, tip, cost, kind(after, tip), after, enters)


def _read(here: Land, end: End, piece: str) -> tuple[str, str]:
    """The way that the line takes out of its end, and the shape of the piece."""
    before, _, shape = piece.rpartition("-")
    ways = {WAY_NAMES[way]: way for way in here.ways(end)}
    if end.way and not before:
        before = WAY_NAMES[end.way]
    if shape not in SHAPES or before not in ways:
        if end.way:
            raise IllegalMove("dice.no_such_piece")
        raise IllegalMove("dice.no_such_way_out", way=list(ways.values()))  # D35
    return ways[before], shape


def _check_leads_on(after: Land, tip: Tip) -> None:
    """Each piece must be gone on with, looking one step ahead (D18)."""
    if leads_on(after, _NOTHING, tip):
        return
    if tip.leaves:
        count = len(after.at[place_of(tip.space)].pieces)
        if count < LEAVING:
            raise IllegalMove("dice.too_few", count=count)  # D22
        if place_of(tip.ahead) in after.at:
            raise IllegalMove("dice.place_taken")  # D23
        raise IllegalMove("dice.no_tile_fits")  # D23, D24
    if tip.ahead in after.occupied:
        raise IllegalMove("dice.blocked", space=space_name(tip.ahead))
    raise IllegalMove("dice.dead_end", space=space_name(tip.ahead))


def _check_apart(after: Land, ends: Sequence[End], end: int, new: End) -> None:
    """On the start tile no end takes the other's only way to go on (D18)."""
    other = ends[2 - end]
    if not other.place == new.place == START:
        return
    check_room_for_both(after, new, other)


def check_room_for_both(after: Land, new: End, other: End) -> None:
    """Each of two ends on one tile keeps a space that isn't the other's only one (D18)."""
    mine, theirs = (_free(after, each) for each in (new, other))
    if new.way and tip_of(new).leaves:
        if not theirs:
            raise IllegalMove("dice.other_end")
    elif not mine - _only(theirs) or not theirs - _only(mine):
        raise IllegalMove("dice.other_end")


def _free(after: Land, end: End) -> set[Space]:
    """The free spaces of its tile to which an end can go on."""
    spaces = {step((end.x, end.y), way) for way in after.ways(end)}
    return {s for s in spaces - after.occupied if place_of(s) == end.place}


def _only(spaces: set[Space]) -> set[Space]:
    return spaces if len(spaces) == 1 else set()


def check_dice(table: Table, purse: Purse, planned: Plan, pay: int) -> Purse:
    """What is left of the dice after a piece, or IllegalMove if they don't do (D17 to D20)."""
    rest = purse.lay(planned.shape)
    if rest is None:
        raise IllegalMove("dice.no_die", piece=planned.shape)
    if rest.pay(planned.cost) is None:
        raise IllegalMove("dice.cant_pay", count=planned.cost, die=rest.behind + rest.marks)
    paid = rest.pay(planned.cost, pay)
    if paid is None:
        raise IllegalMove("dice.wrong_pay", count=planned.cost)
    _check_covered(table, planned, paid)
    return paid


def _check_covered(table: Table, planned: Plan, rest: Purse) -> None:
    """A piece is refused if what it obliges to can't be done with the dice at hand (D19, D20)."""
    if not planned.obliges:
        return
    means = means_of(table, planned, rest)
    if covered(planned.after, _NOTHING, planned.tip, means):
        return
    if planned.obliges == "tile":
        raise IllegalMove("dice.cant_connect")
    length = bridge_length(planned.after, _NOTHING, planned.tip)
    if not length:
        raise IllegalMove("dice.no_shore")
    raise IllegalMove("dice.cant_cross", count=length)


def means_of(table: Table, planned: Plan, rest: Purse) -> Means:
    """What can be spent on what a piece obliges to."""
    ranges = tuple(table.ranges)
    if planned.after.terrain(planned.tip.space) == "m":
        ranges = (*ranges, planned.tip.space)
    bank = table.bank + planned.cost
    other = table.ends[2 - planned.end].place
    if planned.enters and planned.obliges == "lake":
        rest = rest.gain(bonus_for_entering(table, planned))  # D19
    return Means(rest, ranges, bank, not table.closing, other)


def bonus_for_entering(table: Table, planned: Plan) -> int:
    """The dice that come with the first piece on a new tile, if the bank pays them (D26)."""
    end = table.ends[planned.end - 1]
    other = table.ends[2 - planned.end].place
    means = Means(ANY, (), table.bank + planned.cost, not table.closing, other)
    return BONUS if pays_for_leaving(planned.after, tip_of(end), means) else 0


def unpaid_bonus(table: Table, end: int, piece: str) -> int:
    """The dice for a new tile that the bank would owe for this piece and can't pay (D42)."""
    planned = plan(table, end, piece)
    if not planned.enters or bonus_for_entering(table, planned):
        return 0
    other = table.ends[2 - end].place
    last_year = planned.after.exhausted([place_of(planned.tip.space), other])
    return 0 if table.closing or last_year else BONUS


def can_go_on(table: Table, end: int) -> bool:
    """Whether a piece could be laid at an end with any dice (D41 c)."""
    for piece in pieces(table, end):
        try:
            planned = plan(table, end, piece)
            check_dice(table, ANY, planned, 0)
        except IllegalMove:
            continue
        return True
    return False
