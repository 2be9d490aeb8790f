"""The whole truth of a table of Railroad Dice."""

from __future__ import annotations

import msgspec

from games import core
from games.core import Seat
from games.dice.components import SHARES, SIZE, box, company_keys

REMEMBERED = 4  # turns whose marks are kept for the picture: a year of four players


class Options(core.Options, frozen=True):
    """The variants of Railroad Dice."""

    bank60: bool = False
    """60 dice instead of 40 (D01)."""


class Piece(msgspec.Struct, frozen=True):
    """A die of track or a station on a space, counted over the whole landscape."""

    x: int
    y: int
    sides: str
    """Where the line comes in and goes out; of a station only where it came in."""
    company: str = ""
    """Whose station it is; track has none."""


class Tile(msgspec.Struct, frozen=True):
    """A tile of the landscape; while an end of the line lies on it, the big tile too."""

    x: int
    y: int
    kind: str
    turn: int
    pieces: tuple[Piece, ...] = ()
    """What lies on the big tile; nothing once the line has left."""
    stations: tuple[str, ...] = ()
    """The companies with a station here."""

    @property
    def place(self) -> tuple[int, int]:
        return self.x, self.y

    @property
    def dice(self) -> int:
        """Dice that lie here as track."""
        return sum(not piece.company for piece in self.pieces)


class End(msgspec.Struct, frozen=True):
    """One end of the line: the last piece, and where it leads; a station leads nowhere (D35)."""

    x: int
    y: int
    way: str

    @property
    def place(self) -> tuple[int, int]:
        """The tile it lies on."""
        return self.x // SIZE, self.y // SIZE


class Turn(msgspec.Struct):
    """What a seat did in a turn: the picture marks it."""

    number: int
    seat: Seat
    laid: list[tuple[int, int]] = []
    shares: list[str] = []
    rolled: bool = False


class State(core.State):
    """Dice behind the screens and passengers are secrets (D06); the rest is open."""

    options: Options
    bank: int
    front: list[dict[str, int]]
    """Each player's dice in front, by what they show."""
    behind: list[int]
    carried: list[dict[str, int]]
    """Each player's passengers, in thousands, by company."""
    shares: list[dict[str, int]]
    directors: dict[str, Seat | None]
    built: dict[str, dict[str, int]]
    """Each company's stations that are built, by terrain and cost."""
    tiles: list[Tile]
    ends: list[End]
    first: Seat
    """The starting player."""
    year: int = 1
    place: int = 0
    """How many players have had their turn this year."""
    phase: str = "turn"
    """turn; reduce: giving back dice (D16); over."""
    income: bool = False
    rolled: bool = False
    ranges: list[tuple[int, int]] = msgspec.field(default_factory=list)
    """A space of each mountain range that is paid for this turn."""
    ousted: list[Seat] = msgspec.field(default_factory=list)
    """Who lost the last directorship at the end of the previous year (D10)."""
    closing: str = ""
    """Why this is the last year: stations, tiles or line (D41)."""
    ended: str = ""
    """Why the game is over: as above, or collapse (D42), or idle (D45)."""
    busy: bool = False
    """Somebody laid, built or bought from the bank this year (D45)."""
    idle: int = 0
    """Years in a row without that."""
    turns: int = 0
    turn: Turn | None = None
    recent: list[Turn] = msgspec.field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.front)

    @property
    def acting(self) -> Seat | None:
        """Who has the turn: clockwise from the starting player (D05)."""
        return None if self.phase == "over" else (self.first + self.place) % self.seats

    def bank_shares(self, company: str) -> int:
        """Shares of a company that the bank still has."""
        return SHARES - sum(held[company] for held in self.shares)

    def stations(self, company: str) -> int:
        """Stations that a company has built."""
        return sum(self.built[company].values())

    def left(self, company: str, site: str) -> int:
        """Stations of this terrain and cost that a company can still build (D30)."""
        return box().companies[company].sites.get(site, 0) - self.built[company].get(site, 0)

    def directed(self, seat: Seat) -> list[str]:
        """The companies of a director."""
        return [company for company in company_keys() if self.directors[company] == seat]

    def tile_index(self, place: tuple[int, int]) -> int:
        """Where a tile stands in the list."""
        return next(i for i, tile in enumerate(self.tiles) if tile.place == place)
