"""A table of Railroad Dice for the tests: a position is laid out, then it is played."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

import msgspec
import pytest

from games.core import Fact, IllegalMove, Move, Rng
from games.dice import DICE, track
from games.dice.components import FACES, SIZE, box
from games.dice.land import add, back, place_of, space_name
from games.dice.moves import Done, Give, Hide, Income, Roll, Share, Station, Tile, Track
from games.dice.state import End, Options, Piece
from games.dice.state import Tile as Laid
from games.phrasebook import Phrasebook

NAMES = ("Ada", "Bo", "Cy", "Dee")
EAST, WEST = (1, 0), (-1, 0)


def dice(words: str) -> dict[str, int]:
    """Dice by what they show: "straight curve ? ?"."""
    shown = words.split()
    assert set(shown) <= set(FACES), words
    return {face: shown.count(face) for face in FACES}


def at(name: str, place: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """A space of a tile by its name: D4 is the middle."""
    return place[0] * SIZE + "ABCDEFG".index(name[0]), place[1] * SIZE + int(name[1]) - 1


class Loaded(Rng):
    """Chance that lets the dice fall as told."""

    def __init__(self, faces: str) -> None:
        super().__init__(bytes(32), 1)
        self.faces = faces.split()

    def choice(self, items):
        return self.faces.pop(0)


class Table:
    """Seat 0 begins and acts. `front` and `behind` are dealt from the bank.

    `lay`, `away`, `found` and `hold` put things on the table outside the rules;
    `income`, `roll`, `share`, `track`, ... are moves of whoever's turn it is.
    """

    def __init__(
        self,
        players: int = 3,
        *,
        front: str | Sequence[str] = "",
        behind: int | Sequence[int] = 0,
        year: int = 2,
        bank: int | None = None,
        options: Options | None = None,
    ) -> None:
        self.state = DICE.new(players, options or Options(), Rng(bytes(32), 0))
        self.state.first, self.state.year = 0, year
        fronts = [front] if isinstance(front, str) else list(front)
        hidden = [behind] if isinstance(behind, int) else list(behind)
        for seat in range(players):
            shown = dice(fronts[seat]) if seat < len(fronts) else dice("")
            self.state.front[seat] = shown
            self.state.behind[seat] = hidden[seat] if seat < len(hidden) else 0
        self._balance()
        if bank is not None:
            self.state.bank = bank
        self.words = Phrasebook(DICE, NAMES[:players])

    def _balance(self) -> None:
        """What nobody has is in the bank."""
        state = self.state
        out = sum(state.behind) + sum(n for front in state.front for n in front.values())
        state.bank = 40 - out - sum(tile.dice for tile in state.tiles)

    # Laying out a position

    def lay(self, end: int, *pieces: str) -> "Table":
        """Put pieces at an end, by the rules of track but with nobody's dice."""
        for piece in pieces:
            planned = track.plan(self.state, end, piece)
            space = planned.tip.space
            self._put(planned.piece)
            self.state.ends[end - 1] = End(*space, planned.tip.way)
        self._balance()
        return self

    def _put(self, piece: Piece) -> None:
        index = self.state.tile_index(place_of((piece.x, piece.y)))
        self.state.tiles[index] = add(self.state.tiles[index], piece)

    def away(self, kind: str = "grassland", turn: int = 0, entry: str = "A4") -> "Table":
        """Both ends have left the start tile; end 2 lies on a tile of this kind in the east.

        The piece there comes from the west and leads east; end 1 is far away on grassland.
        """
        start = Laid(0, 0, "grassland", 0, (), self.state.tiles[0].stations)
        east, west = Laid(*EAST, kind, turn), Laid(*WEST, "grassland", 0)
        self.state.tiles = [start, west, east]
        for end, space, way in ((1, at("G4", WEST), "W"), (2, at(entry, EAST), "E")):
            self._put(Piece(*space, back(way) + way))
            self.state.ends[end - 1] = End(*space, way)
        self._balance()
        return self

    def turn_end(self, end: int, space: str, way: str) -> "Table":
        """Begin anew with an end here on its tile, leading this way."""
        place = self.state.ends[end - 1].place
        index = self.state.tile_index(place)
        x, y = at(space, place)
        piece = Piece(x, y, back(way) + way)
        tile = self.state.tiles[index]
        self.state.tiles[index] = msgspec.structs.replace(tile, pieces=(piece,))
        self.state.ends[end - 1] = End(x, y, way)
        self._balance()
        return self

    def fill(self, end: int, *spaces: str) -> "Table":
        """Put pieces that lead nowhere in particular on these spaces of an end's tile."""
        for space in spaces:
            self._put(Piece(*at(space, self.state.ends[end - 1].place), "EW"))
        self._balance()
        return self

    def found(self, kind: str, turn: int, place: tuple[int, int], *companies: str) -> "Table":
        """A small tile lies in the landscape, with stations."""
        self.state.tiles.append(Laid(*place, kind, turn, (), companies))
        for company in companies:
            self.builds(company)
        return self

    def builds(self, company: str, count: int = 1) -> "Table":
        """A company has built stations, wherever."""
        sites = self.state.built[company]
        for _ in range(count):
            site = next(s for s in _sites(company) if self.state.left(company, s) > 0)
            sites[site] = sites.get(site, 0) + 1
        return self

    def hold(self, company: str, *shares: int, director: int | None = None) -> "Table":
        """The shares of a company by seat, and its director."""
        for seat, count in enumerate(shares):
            self.state.shares[seat][company] = count
        self.state.directors[company] = director
        return self

    def direct(self, seat: int, *companies: str) -> "Table":
        """A seat directs these companies with a share each."""
        for company in companies:
            self.state.shares[seat][company] += 1
            self.state.directors[company] = seat
        return self

    # Playing

    def play(self, move: Move, seat: int | None = None, rng: Rng | None = None) -> list[Fact]:
        who = self.state.acting if seat is None else seat
        return DICE.play(self.state, 0 if who is None else who, move, rng or Rng(bytes(32), 1))

    def income(self) -> list[Fact]:
        return self.play(Income())

    def roll(self, marks: int, behind: int, faces: str = "") -> list[Fact]:
        """Roll; with faces given, that is how the dice fall."""
        return self.play(Roll(marks, behind), rng=Loaded(faces) if faces else None)

    def share(self, company: str, seller: str = "bank") -> list[Fact]:
        return self.play(Share(company, seller))

    def track(self, end: int, *pieces: str, pay: int = 0) -> list[Fact]:
        return [fact for piece in pieces for fact in self.play(Track(end, piece, pay))]

    def tile(self, kind: str, turn: int = 0) -> list[Fact]:
        return self.play(Tile(kind, turn))

    def station(self, end: int, company: str, site: str, pay: int = 0) -> list[Fact]:
        return self.play(Station(end, company, site, pay))

    def hide(self, marks: int) -> list[Fact]:
        return self.play(Hide(marks))

    def give(self, die: str) -> list[Fact]:
        return self.play(Give(die))

    def done(self) -> list[Fact]:
        return self.play(Done())

    def end_year(self) -> list[Fact]:
        """Everybody who is left to act this year does nothing more."""
        year, facts = self.state.year, []
        while self.state.acting is not None and self.state.year == year:
            facts += self.done()
        return facts

    # Asking

    @property
    def acting(self) -> int | None:
        return self.state.acting

    @property
    def bank(self) -> int:
        return self.state.bank

    def front(self, seat: int = 0) -> dict[str, int]:
        """What is in front of a seat, without what isn't."""
        return {face: count for face, count in self.state.front[seat].items() if count}

    def end(self, number: int) -> tuple[str, str]:
        """Where an end lies and leads: ("E4", "E")."""
        end = self.state.ends[number - 1]
        return space_name((end.x, end.y)), end.way

    def tile_at(self, place: tuple[int, int]) -> Laid:
        return self.state.tiles[self.state.tile_index(place)]

    def legal(self, kind: type[Move] | None = None) -> list[Move]:
        who = self.state.acting
        moves = [] if who is None else list(DICE.legal(self.state, who))
        return [move for move in moves if kind is None or isinstance(move, kind)]

    def offered(self, end: int) -> set[str]:
        """The pieces that can be laid at an end now."""
        return {m.piece for m in self.legal(Track) if isinstance(m, Track) and m.end == end}

    @contextmanager
    def refuses(self, key: str) -> Iterator[None]:
        """The move is refused for this reason, which can be said, and nothing has changed."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as caught:
            yield
        assert caught.value.fact.key == key, self.words.refuse(caught.value)
        assert msgspec.json.encode(self.state) == before
        said = self.words.refuse(caught.value)
        assert said and "{" not in said

    def tell(self, facts: Sequence[Fact]) -> list[str]:
        return [self.words.tell(fact) for fact in facts]

    def view(self, seat: int | None = None):
        return DICE.view(self.state, seat)


def keys(facts: Sequence[Fact]) -> list[str]:
    """What happened, in the phrasebook's keys."""
    return [fact.key for fact in facts]


def _sites(company: str) -> Mapping[str, int]:
    return box().companies[company].sites
