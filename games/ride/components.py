"""The map, its cities and the railroads."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.data import DATA, BadData, lines

Hex = str
"""A hex by its name: the row's letter and the column's number, "F20"."""

RAILROADS = ("red", "blue", "orange", "yellow", "purple", "black")  # in the order they come in
LOCOMOTIVES = 27  # R03, of each railroad
KINDS = ("plain", "east coast", "western", "banner", "chicago")
ROUNDS = 6
SEATS = range(3, 6)
BUILDS = {3: 8, 4: 5, 5: 4}  # R08, by the number of players
CHICAGO_BONUS, BANNER_BONUS = 2, 5  # R18, R19

_ROWS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_HEXES, _MOUNTAINS, _CITIES = 386, 49, 51  # R02
_OF_KIND = {"east coast": 6, "western": 4, "banner": 4, "chicago": 1}


class City(NamedTuple):
    """A city of the map."""

    hex: Hex
    name: str
    kind: str


class Map:
    """The hexes with their neighbours, the mountains and the cities."""

    def __init__(self, terrain: dict[tuple[int, int], str], cities: dict[Hex, City]) -> None:
        self.place = {hex_name(*spot): spot for spot in terrain}
        self.mountains = frozenset(hex_name(*s) for s, kind in terrain.items() if kind == "^")
        self.cities = cities
        self.neighbours = {
            hex_name(*spot): tuple(hex_name(*n) for n in around(*spot) if n in terrain)
            for spot in terrain
        }
        self._of_kind = {
            kind: frozenset(c.hex for c in cities.values() if c.kind == kind) for kind in KINDS
        }
        self.chicago = next(c.hex for c in cities.values() if c.kind == "chicago")

    def of_kind(self, kind: str) -> frozenset[Hex]:
        """The cities of one kind."""
        return self._of_kind[kind]

    def west_to_east(self, hex_: Hex) -> int:
        """How far east a hex lies, in half hexes."""
        row, column = self.place[hex_]
        return 2 * column + (row & 1)

    def distance(self, a: Hex, b: Hex) -> int:
        """Steps between two hexes, as the crow flies."""
        (ar, aq), (br, bq) = (_axial(*self.place[h]) for h in (a, b))
        return max(abs(ar - br), abs(aq - bq), abs(ar + aq - br - bq))

    def name(self, hex_: Hex) -> str:
        """The city's name, or the hex's own."""
        city = self.cities.get(hex_)
        return city.name if city else hex_


def hex_name(row: int, column: int) -> Hex:
    """The name of the hex in this row and column."""
    return f"{_ROWS[row]}{column}"


def around(row: int, column: int) -> tuple[tuple[int, int], ...]:
    """The six neighbouring places; odd rows are shifted half a hex to the east."""
    east = row & 1
    return (
        (row, column - 1),
        (row, column + 1),
        (row - 1, column - 1 + east),
        (row - 1, column + east),
        (row + 1, column - 1 + east),
        (row + 1, column + east),
    )


def _axial(row: int, column: int) -> tuple[int, int]:
    return row, column - (row - (row & 1)) // 2


def read_map(folder: Path) -> Map:
    """The map from its two files, or BadData with file, line and reason."""
    terrain = _read_terrain(folder / "map.txt")
    cities = _read_cities(folder / "cities.txt", terrain)
    board = Map(terrain, cities)
    _check_whole(folder / "map.txt", board)
    return board


def _read_terrain(path: Path) -> dict[tuple[int, int], str]:
    terrain: dict[tuple[int, int], str] = {}
    rows = [(number, line) for number, line in lines(path) if line.strip()]
    for row, (number, line) in enumerate(rows):
        if row >= len(_ROWS):
            raise BadData(path, number, f"more than {len(_ROWS)} rows")
        for position, mark in enumerate(line):
            if mark == " ":
                continue
            if mark not in ".^o":
                wanted = "draw . plain, ^ mountain, o city"
                raise BadData(path, number, f"{mark!r} is no terrain: {wanted}")
            if position % 2 != row % 2:
                side = "an odd" if row % 2 else "an even"
                reason = f"{mark!r} stands at position {position}; this row needs {side} one"
                raise BadData(path, number, reason)
            terrain[row, position // 2] = mark
    found = len(terrain), sum(mark == "^" for mark in terrain.values())
    if found != (_HEXES, _MOUNTAINS):
        raise BadData(
            path,
            rows[-1][0] if rows else 0,
            f"{found[0]} hexes and {found[1]} mountains; {_HEXES} and {_MOUNTAINS} are needed",
        )
    return terrain


def _read_cities(path: Path, terrain: dict[tuple[int, int], str]) -> dict[Hex, City]:
    drawn = {hex_name(*spot) for spot, mark in terrain.items() if mark == "o"}
    cities: dict[Hex, City] = {}
    number = 0
    table = [(number, line) for number, line in lines(path) if line.strip()]
    if not table or table[0][1].split() != ["hex", "kind", "city"]:
        raise BadData(path, table[0][0] if table else 0, "the table begins with: hex  kind  city")
    for number, line in table[1:]:
        columns = re.split(r"\s{2,}", line.strip())
        if len(columns) != 3:
            raise BadData(path, number, "needs hex, kind and city, two spaces apart")
        hex_, kind, name = columns
        if hex_ not in drawn:
            raise BadData(path, number, f"map.txt draws no city (o) at {hex_}")
        if kind not in KINDS:
            raise BadData(path, number, f"{kind!r} is no kind of city: {', '.join(KINDS)}")
        if hex_ in cities or any(name == c.name for c in cities.values()):
            raise BadData(path, number, f"{name} at {hex_}: a city or its hex stands here twice")
        cities[hex_] = City(hex_, name, kind)
    if missing := sorted(drawn - cities.keys()):
        raise BadData(path, number, f"no name for the city at {missing[0]}")
    if len(cities) != _CITIES:
        raise BadData(path, number, f"{len(cities)} cities; {_CITIES} are needed")
    for kind, count in _OF_KIND.items():
        found = sum(c.kind == kind for c in cities.values())
        if found != count:
            raise BadData(path, number, f"{found} cities of kind {kind}; {count} are needed")
    return cities


def _check_whole(path: Path, board: Map) -> None:
    rows = {spot[0]: number for number, spot in _row_lines(path)}
    for hex_ in board.cities:
        for other in board.neighbours[hex_]:
            if other in board.cities:
                line = rows[board.place[hex_][0]]
                raise BadData(path, line, f"the cities at {hex_} and {other} touch")
    start = next(iter(board.place))
    reached, todo = {start}, [start]
    while todo:
        for other in board.neighbours[todo.pop()]:
            if other not in reached:
                reached.add(other)
                todo.append(other)
    if lost := sorted(board.place.keys() - reached):
        raise BadData(path, rows[board.place[lost[0]][0]], f"{lost[0]} is cut off from {start}")


def _row_lines(path: Path) -> list[tuple[int, tuple[int, int]]]:
    drawn = [number for number, line in lines(path) if line.strip()]
    return [(number, (row, 0)) for row, number in enumerate(drawn)]


@cache
def the_map() -> Map:
    """The map that is played on."""
    return read_map(DATA / "ride")
