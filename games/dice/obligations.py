"""What a piece obliges to: connecting a tile (D19), crossing a lake (D20); whether the dice do."""

from __future__ import annotations

from typing import NamedTuple

from games.dice.components import BONUS, LEAVING
from games.dice.land import SHAPES, WAYS, Land, Place, Space, back, bend, place_of, step
from games.dice.purse import ANY, Purse


class Tip(NamedTuple):
    """A piece that has been laid or is thought of, and where it leads."""

    space: Space
    way: str

    @property
    def ahead(self) -> Space:
        return step(self.space, self.way)

    @property
    def leaves(self) -> bool:
        """Whether it leads off its tile."""
        return place_of(self.ahead) != place_of(self.space)


class Means(NamedTuple):
    """What can be spent on an obligation."""

    purse: Purse
    ranges: tuple[Space, ...] = ()
    """Mountains that are paid for."""
    bank: int = 99
    """Dice in the bank once what is spent and what comes back has reached it."""
    open: bool = True
    """Whether the bank still pays."""
    other: Place | None = None
    """The tile of the other end."""


def kind(land: Land, tip: Tip) -> str:
    """What a piece obliges to: tile, entry, lake, or nothing."""
    if tip.leaves:
        return "entry" if place_of(tip.ahead) in land.at else "tile"
    return "lake" if land.terrain(tip.ahead) == "w" else ""


def leads_on(land: Land, taken: frozenset[Space], tip: Tip) -> bool:
    """Whether a piece leads somewhere, looking one step ahead (D18).

    `taken` are spaces that are thought of as occupied, the piece's own among them.
    """
    place, ahead = place_of(tip.space), tip.ahead
    pieces = len(land.at[place].pieces) + sum(place_of(space) == place for space in taken)
    if tip.leaves:
        return can_leave(land, pieces, place_of(ahead))
    if ahead in land.occupied or ahead in taken:
        return False
    for way in WAYS:
        there = step(ahead, way)
        if way == back(tip.way):
            continue
        if place_of(there) != place:
            if can_leave(land, pieces + 1, place_of(there)):
                return True
        elif there not in land.occupied and there not in taken:
            return True
    return False


def can_leave(land: Land, pieces: int, place: Place) -> bool:
    """Whether a tile with so many pieces may be left for this place (D22, D23, D24)."""
    return pieces >= LEAVING and bool(land.options(place))


def covered(land: Land, taken: frozenset[Space], tip: Tip, means: Means) -> bool:
    """Whether what a piece obliges to can be done with these means (D19, D20)."""
    match kind(land, tip):
        case "tile":
            place = place_of(tip.ahead)
            return any(
                can_enter(land.with_tile(place, kind, turn), tip, means)
                for kind, turn in land.options(place)
            )
        case "entry":
            return can_enter(land, tip, means)
        case "lake":
            return can_cross(land, taken, tip, means.purse)
        case _:
            return True


def can_enter(land: Land, tip: Tip, means: Means) -> bool:
    """Whether an entry piece can be laid on the tile ahead, and what it obliges to be done."""
    space = tip.ahead
    cost = mountain_cost(land, space, means.ranges)
    purse = means.purse.pay(cost)
    if purse is None:
        return False
    for shape in SHAPES:
        rest, entry = purse.lay(shape), Tip(space, bend(tip.way, shape))
        taken = frozenset({space})
        if rest is None or not leads_on(land, taken, entry):
            continue
        if kind(land, entry) != "lake":
            return True
        if pays_for_leaving(land, tip, means._replace(bank=means.bank + cost)):
            rest = rest.gain(BONUS)  # D19: they have come before the crossing
        if can_cross(land, taken, entry, rest):
            return True
    return False


def pays_for_leaving(land: Land, tip: Tip, means: Means) -> bool:
    """Whether the two dice for a new tile will come (D26, D41, D42)."""
    left = land.at[place_of(tip.space)]
    stays = left.place == means.other  # D27
    bank = means.bank if stays else means.bank + left.dice
    ends = [place_of(tip.ahead), means.other or left.place]
    return means.open and bank >= BONUS and not land.exhausted(ends)


def can_cross(land: Land, taken: frozenset[Space], tip: Tip, purse: Purse) -> bool:
    """Whether a bridge can be built from here up to the shore (D20, D29)."""
    rest = purse.pay(bridge_cost(land, tip))
    return rest is not None and _bridge(land, taken, tip, rest, 99)


def bridge_length(land: Land, taken: frozenset[Space], tip: Tip) -> int:
    """The pieces of the shortest bridge from here, or 0 if there is no shore to reach."""
    for length in range(1, 20):
        if _bridge(land, taken, tip, ANY, length):
            return length
    return 0


def _bridge(land: Land, taken: frozenset[Space], tip: Tip, purse: Purse, length: int) -> bool:
    space = tip.ahead
    beyond = taken | {space}
    for shape in SHAPES:
        rest, piece = purse.lay(shape), Tip(space, bend(tip.way, shape))
        if rest is None or not leads_on(land, beyond, piece):
            continue
        if land.terrain(piece.ahead) != "w":
            return True
        if length > 1 and _bridge(land, beyond, piece, rest, length - 1):
            return True
    return False


def bridge_cost(land: Land, tip: Tip) -> int:
    """Two dice for going onto the water, nothing while one is on it (D29)."""
    return 0 if land.terrain(tip.space) == "w" else 2


def mountain_cost(land: Land, space: Space, ranges: tuple[Space, ...]) -> int:
    """A die for the first piece on a range in a turn (D28)."""
    if land.terrain(space) != "m":
        return 0
    return 0 if land.in_range(space, ranges) else 1
