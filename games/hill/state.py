"""The whole truth of a table of The Rail on the Hill."""

from __future__ import annotations

import itertools

import msgspec

from games import core
from games.core import Fact, Seat
from games.hill.components import LINES
from games.hill.town import SPOTS, Space, Spot, spot_between

REMEMBERED = 12  # turns whose marks are kept for the picture: a round of four, picks included
TWO = 2  # cards or tokens of a draw, resources of a bonus


class Options(core.Options, frozen=True):
    """The variants of The Rail on the Hill."""

    together: bool = True
    """After the picks, all finish the round at the same time (H21)."""
    requests: bool = False
    """Two residents' requests are scored (H64-H75)."""
    upright: bool = False
    """Town cards are not rotated (H76)."""


class Placed(msgspec.Struct):
    """A town card in a town."""

    card: int
    rotation: int
    token: int = 0
    """The upgrade on it, if any."""


class Tableau(msgspec.Struct):
    """What lies in front of a player."""

    resources: int = 0
    hand: list[int] = []
    """Town cards."""
    cards: dict[Space, Placed] = {}
    lines: dict[str, list[Space]] = msgspec.field(default_factory=lambda: {n: [] for n in LINES})
    """The cards that each line runs over, from one end to the other."""
    laid: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(LINES, 0))
    """Tokens ever laid, discarded ones included (H35)."""
    plans: dict[str, list[int]] = msgspec.field(default_factory=lambda: {n: [] for n in LINES})
    tokens: list[int] = []
    """Development tokens that are kept."""

    def copy(self) -> Tableau:
        """Another one of the same."""
        return Tableau(
            self.resources,
            list(self.hand),
            {space: Placed(p.card, p.rotation, p.token) for space, p in self.cards.items()},
            {line: list(way) for line, way in self.lines.items()},
            dict(self.laid),
            {line: list(plans) for line, plans in self.plans.items()},
            list(self.tokens),
        )

    def spots(self, line: str) -> list[Spot]:
        """Where the tokens of a line lie, from one end to the other."""
        way = self.lines[line]
        return [spot_between(a, b) for a, b in itertools.pairwise(way)]

    def on_spot(self, spot: Spot) -> list[str]:
        """The lines that have a token on a spot."""
        a, b = SPOTS[spot]
        return [line for line in LINES if _joins(self.lines[line], a, b)]


def _joins(way: list[Space], a: Space, b: Space) -> bool:
    """Whether a line goes straight from one card to the other."""
    if a not in way or b not in way:
        return False
    return abs(way.index(a) - way.index(b)) == 1


class Set(msgspec.Struct):
    """What a player begins with: three town cards and a token (H03)."""

    number: int
    cards: list[int]
    token: int


class Market(msgspec.Struct):
    """What lies face up on the main board."""

    cards: dict[str, int] = {}
    """By location."""
    plans: list[int] = []
    tokens: list[int] = []


class Turn(msgspec.Struct):
    """What a seat changed: the picture marks it."""

    number: int
    seat: Seat
    location: str = ""
    placed: list[Space] = []
    laid: list[tuple[str, Spot]] = []
    plans: list[int] = []
    upgraded: list[Space] = []


class Part(msgspec.Struct):
    """What a seat is at: founding its town, or a turn."""

    turn: Turn
    done: bool = False
    location: str = ""
    """Where a card was acquired."""
    placed: bool = False
    laid: bool = False
    acted: bool = False
    """The location action was done."""
    open: str = ""
    """A choice to be made before anything else (H20): bonus, track, plans or tokens."""
    drawn: list[int] = []
    """Plans or tokens of that choice, seen by this seat alone."""
    token: int = 0
    """The upgrade of the set, still to be placed (H09)."""
    taken_plan: int = 0
    taken_token: int = 0
    """From the main board, which shows them to the others until this part is told."""
    plans_out: list[int] = []
    tokens_out: list[int] = []
    """Discarded, and no more to be seen by the others than the rest of this part."""
    untold: list[Fact] = []
    """What the others will be told when this part is complete."""


class State(core.State):
    """Piles, plan hands, open draws and parts that are not complete are secrets."""

    options: Options
    start: Seat
    """Who has the starting player card."""
    tableaux: list[Tableau]
    shown: list[Tableau]
    """The tableaux as others see them while a part is going on in secret."""
    parts: list[Part]
    hands: list[list[int]]
    """Plans to choose from while the towns are founded (H06)."""
    sets: list[Set]
    """Those that nobody has chosen."""
    requests: list[str]
    town_deck: list[int]
    plan_deck: list[int]
    token_pile: list[int]
    town_discards: list[int] = msgspec.field(default_factory=list)
    plan_discards: list[int] = msgspec.field(default_factory=list)
    token_discards: list[int] = msgspec.field(default_factory=list)
    market: Market = msgspec.field(default_factory=Market)
    phase: str = "sets"
    """sets, found, round or over."""
    round: int = 0
    turns: int = 0
    queue: list[Seat] = msgspec.field(default_factory=list)
    """Who is still to choose a set, to pick, or in strict order to have a turn."""
    recent: list[Turn] = msgspec.field(default_factory=list)

    @property
    def seats(self) -> int:
        return len(self.tableaux)

    @property
    def together(self) -> bool:
        """Whether the rest of a turn is played at the same time (H21)."""
        return self.options.together and self.seats > 1

    @property
    def picking(self) -> bool:
        """Whether cards are being acquired in turn order, before all do the rest."""
        return self.phase == "round" and self.together and bool(self.queue)

    @property
    def acting(self) -> frozenset[Seat]:
        match self.phase:
            case "over":
                return frozenset()
            case "found":
                waiting = enumerate(self.parts)
                return frozenset(seat for seat, part in waiting if not part.done)
        if self.queue:
            return frozenset(self.queue[:1])
        return frozenset(seat for seat, part in enumerate(self.parts) if not part.done)

    @property
    def order(self) -> list[Seat]:
        """The seats clockwise from the starting player (H16)."""
        return [(self.start + n) % self.seats for n in range(self.seats)]

    def in_secret(self) -> bool:
        """Whether what seats do now is shown to the others only when it is complete (H11, H21)."""
        return self.phase == "found" or (self.phase == "round" and self.together)
