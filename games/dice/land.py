"""The landscape: terrain, ranges, and which tile fits where. Made from tiles, never changed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import msgspec

from games.dice.components import SIZE, box
from games.dice.state import End, Piece, Tile

Space = tuple[int, int]
"""A space, counted over the whole landscape: a tile's first one is at seven times its place."""

Place = tuple[int, int]
"""A tile's place in the landscape, the start tile's is (0, 0)."""

WAYS = "NESW"
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
SHAPES = ("straight", "left", "right")
_TURN = {"straight": 0, "left": -1, "right": 1}


def step(space: Space, way: str) -> Space:
    """The next space on this way, or place."""
    across, down = STEPS[way]
    return space[0] + across, space[1] + down


def back(way: str) -> str:
    """The opposite way."""
    return WAYS[(WAYS.index(way) + 2) % 4]


def bend(way: str, shape: str) -> str:
    """Where a piece leads that is entered on this way."""
    return WAYS[(WAYS.index(way) + _TURN[shape]) % 4]


def place_of(space: Space) -> Place:
    """The place of the tile that a space is on."""
    return space[0] // SIZE, space[1] // SIZE


def space_name(space: Space) -> str:
    """A space of its tile as one says it: "D4" is the middle."""
    return f"{'ABCDEFG'[space[0] % SIZE]}{space[1] % SIZE + 1}"


def edge(kind: str, turn: int, way: str) -> str:
    """The terrain along an edge of a tile, from west to east or north to south."""
    grid = box().kinds[kind].grids[turn]
    match way:
        case "N":
            return grid[0]
        case "S":
            return grid[-1]
        case "W":
            return "".join(row[0] for row in grid)
        case _:
            return "".join(row[-1] for row in grid)


class Ranges:
    """The mountain ranges of a landscape: orthogonally connected mountain spaces (D28)."""

    def __init__(self, tiles: tuple[tuple[int, int, str, int], ...]) -> None:
        self._mountains = {
            (x * SIZE + across, y * SIZE + down)
            for x, y, kind, turn in tiles
            for across, down in mountains(kind, turn)
        }
        self._found: dict[Space, frozenset[Space]] = {}

    def of(self, space: Space) -> frozenset[Space]:
        """The range that a space belongs to."""
        if space not in self._found:
            reached, todo = {space}, [space]
            while todo:
                here = todo.pop()
                for across, down in STEPS.values():
                    there = here[0] + across, here[1] + down
                    if there in self._mountains and there not in reached:
                        reached.add(there)
                        todo.append(there)
            self._found |= dict.fromkeys(reached, frozenset(reached))
        return self._found[space]


@cache
def mountains(kind: str, turn: int) -> tuple[Space, ...]:
    """The mountain spaces of a tile."""
    grid = box().kinds[kind].grids[turn]
    return tuple((x, y) for y, row in enumerate(grid) for x, mark in enumerate(row) if mark == "m")


@lru_cache(maxsize=256)
def ranges(tiles: tuple[tuple[int, int, str, int], ...]) -> Ranges:
    """The ranges of tiles that lie at these places, each turned like this."""
    return Ranges(tiles)


class Land:
    """The tiles with everything that rules ask about them."""

    def __init__(self, tiles: tuple[Tile, ...]) -> None:
        self.tiles = tiles
        self.at = {tile.place: tile for tile in tiles}
        self.occupied = frozenset((p.x, p.y) for tile in tiles for p in tile.pieces)
        self.stations = frozenset((p.x, p.y) for t in tiles for p in t.pieces if p.company)
        self._used = Counter(tile.kind for tile in tiles)
        self._ranges = ranges(tuple((t.x, t.y, t.kind, t.turn) for t in tiles))
        self._options: dict[Place, tuple[tuple[str, int], ...]] = {}

    def terrain(self, space: Space) -> str:
        """g, w or m."""
        tile = self.at[place_of(space)]
        grid = box().kinds[tile.kind].grids[tile.turn]
        return grid[space[1] % SIZE][space[0] % SIZE]

    def small(self, kind: str) -> int:
        """Small tiles of a kind that are left (D23)."""
        return box().kinds[kind].small - self._used[kind]

    def fits(self, place: Place, kind: str, turn: int) -> bool:
        """Whether all edges match those of the neighbouring small tiles (D24)."""
        for way in WAYS:
            tile = self.at.get(step(place, way))
            if tile and edge(kind, turn, way) != edge(tile.kind, tile.turn, back(way)):
                return False
        return True

    def options(self, place: Place) -> tuple[tuple[str, int], ...]:
        """The tiles that can be put on a place, with their turns; none where one lies (D23)."""
        if place not in self._options:
            self._options[place] = () if place in self.at else tuple(self._find(place))
        return self._options[place]

    def _find(self, place: Place) -> Iterator[tuple[str, int]]:
        for kind in box().kinds.values():
            if self.small(kind.name) > 0:
                for turn in kind.turns:
                    if self.fits(place, kind.name, turn):
                        yield kind.name, turn

    def with_tile(self, place: Place, kind: str, turn: int) -> Land:
        """The landscape with one tile more."""
        return land((*self.tiles, Tile(*place, kind, turn)))

    def with_piece(self, piece: Piece) -> Land:
        """The landscape with one piece more."""
        place = place_of((piece.x, piece.y))
        return land(tuple(add(tile, piece) if tile.place == place else tile for tile in self.tiles))

    def in_range(self, space: Space, paid: Iterable[Space]) -> bool:
        """Whether a mountain space belongs to a range that one of these is in (D28)."""
        wanted = list(paid)
        return bool(wanted) and not self._ranges.of(space).isdisjoint(wanted)

    def entry_side(self, space: Space) -> str:
        """Where the line came into a piece that lies here."""
        tile = self.at[place_of(space)]
        return next(p.sides[0] for p in tile.pieces if (p.x, p.y) == space)

    def ways(self, end: End) -> list[str]:
        """The ways on which the line can go on from an end: three out of a station (D35)."""
        if end.way:
            return [end.way]
        entered = self.entry_side((end.x, end.y))
        return [way for way in WAYS if way != entered]

    def exhausted(self, places: Iterable[Place]) -> bool:
        """Whether no small tile is left, or none fits next to these tiles (D41 b)."""
        empty = {step(place, way) for place in places for way in WAYS} - self.at.keys()
        return not any(self.options(place) for place in empty)


def add(tile: Tile, piece: Piece) -> Tile:
    """The tile with one piece more."""
    stations = (*tile.stations, piece.company) if piece.company else tile.stations
    return msgspec.structs.replace(tile, pieces=(*tile.pieces, piece), stations=stations)


@lru_cache(maxsize=512)
def land(tiles: tuple[Tile, ...]) -> Land:
    """The landscape of these tiles."""
    return Land(tiles)
