"""The table before the first turn (D01 to D05)."""

from __future__ import annotations

from games.core import Rng
from games.dice.components import AT_FIRST, DICE, FACES, MORE_DICE, SIZE, START, company_keys
from games.dice.state import End, Options, Piece, State, Tile

_MIDDLE = SIZE // 2


def set_up(seats: int, options: Options, rng: Rng) -> State:
    """The start tile, four ? for everybody, the rest is the bank."""
    dice = MORE_DICE if options.bank60 else DICE  # D01
    middle = Piece(_MIDDLE, _MIDDLE, "EW")  # D02
    none = dict.fromkeys(company_keys(), 0)
    return State(
        options=options,
        bank=dice - AT_FIRST * seats - 1,  # D03, the die on the start tile
        front=[{**dict.fromkeys(FACES, 0), "?": AT_FIRST} for _ in range(seats)],  # D03
        behind=[0] * seats,
        carried=[dict(none) for _ in range(seats)],
        shares=[dict(none) for _ in range(seats)],  # D04: all with the bank
        directors=dict.fromkeys(company_keys()),
        built={company: {} for company in company_keys()},
        tiles=[Tile(0, 0, START, 0, (middle,))],
        ends=[End(_MIDDLE, _MIDDLE, "W"), End(_MIDDLE, _MIDDLE, "E")],
        first=rng.below(seats),  # D05
    )
