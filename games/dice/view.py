"""What a seat, or a spectator, sees of a table of Railroad Dice (D06)."""

from __future__ import annotations

from games import core
from games.core import Seat
from games.dice.components import company_keys
from games.dice.scoring import passengers
from games.dice.state import End, State, Tile, Turn


class View(core.View, frozen=True):
    """The open table; of screens only one's own, until they are raised at the end (D44)."""

    year: int
    first: Seat
    place: int
    acting: Seat | None
    phase: str
    turns: int
    bank: int
    front: tuple[dict[str, int], ...]
    behind: tuple[int | None, ...]
    """Dice behind the screens that one may look behind."""
    passengers: tuple[int | None, ...]
    shares: tuple[dict[str, int], ...]
    directors: dict[str, Seat | None]
    built: dict[str, dict[str, int]]
    tiles: tuple[Tile, ...]
    ends: tuple[End, ...]
    income: bool
    rolled: bool
    ranges: tuple[tuple[int, int], ...]
    ousted: tuple[Seat, ...]
    closing: str
    ended: str
    idle: int
    turn: Turn | None
    recent: tuple[Turn, ...]

    @property
    def seats(self) -> int:
        return len(self.front)

    def stations(self, company: str) -> int:
        """Stations that a company has built."""
        return sum(self.built[company].values())

    def directed(self, seat: Seat) -> list[str]:
        """The companies of a director."""
        return [company for company in company_keys() if self.directors[company] == seat]


def view(state: State, seat: Seat | None) -> View:
    """The table as this seat sees it."""
    over = state.phase == "over"
    known = [over or other == seat for other in range(state.seats)]
    carried = [passengers(carried) for carried in state.carried]
    return View(
        me=seat,
        year=state.year,
        first=state.first,
        place=state.place,
        acting=state.acting,
        phase=state.phase,
        turns=state.turns,
        bank=state.bank,
        front=tuple(dict(front) for front in state.front),
        behind=tuple(n if may else None for n, may in zip(state.behind, known, strict=True)),
        passengers=tuple(n if may else None for n, may in zip(carried, known, strict=True)),
        shares=tuple(dict(held) for held in state.shares),
        directors=dict(state.directors),
        built={company: dict(sites) for company, sites in state.built.items()},
        tiles=tuple(state.tiles),
        ends=tuple(state.ends),
        income=state.income,
        rolled=state.rolled,
        ranges=tuple(state.ranges),
        ousted=tuple(state.ousted),
        closing=state.closing,
        ended=state.ended,
        idle=state.idle,
        turn=state.turn,
        recent=tuple(state.recent),
    )
