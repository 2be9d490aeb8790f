"""The terrain tiles, the companies with their stations, and the dice."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.data import DATA, BadData, lines

SEATS = range(2, 5)  # D01
DICE, MORE_DICE = 40, 60  # D01
SHARES = 10  # D04, of each company
AT_FIRST = 4  # D03, dice showing a ? for each player
INCOME = 4  # D08
LIMIT = 5  # D16, dice in front at the end of a turn
BONUS = 2  # D26, D36, dice showing a ?
LEAVING = 5  # D22, pieces on a tile before the line leaves it
PASSENGERS = 1000  # D37, a station

FACES = ("straight", "curve", "share", "?")
SIDES = ("straight", "straight", "curve", "curve", "share", "?")
"""The six sides of a die."""

TERRAINS = ("mountain", "lake", "grass")
COSTS = (3, 5)
SIZE = 7
START = "grassland"

_MARKS = "gwm"
_SMALL_TILES, _COMPANIES, _STATIONS = 35, 5, 44  # D04, D23

Grid = tuple[str, ...]
"""The rows of a tile, from north to south."""


class Kind(NamedTuple):
    """A kind of terrain tile."""

    name: str
    small: int
    """Small tiles in the box."""
    grids: tuple[Grid, ...]
    """The tile after 0 to 3 quarter turns clockwise."""

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarter turns that give different tiles."""
        return tuple(n for n in range(4) if self.grids.index(self.grids[n]) == n)


class Company(NamedTuple):
    """A railway company."""

    key: str
    letter: str
    name: str
    sites: dict[str, int]
    """Stations by terrain and cost: "lake 3"."""

    @property
    def stations(self) -> int:
        return sum(self.sites.values())


class Box(NamedTuple):
    """All components."""

    kinds: dict[str, Kind]
    companies: dict[str, Company]


def turned(grid: Grid) -> Grid:
    """The tile after a quarter turn clockwise."""
    return tuple("".join(column) for column in zip(*grid[::-1], strict=True))


def read_box(folder: Path) -> Box:
    """The components from their files, or BadData with file, line and reason."""
    kinds = _read_kinds(folder / "tiles.txt")
    companies = _read_companies(folder / "companies.txt")
    return Box(kinds, companies)


def _read_kinds(path: Path) -> dict[str, Kind]:
    kinds: dict[str, Kind] = {}
    rows = [(number, line.strip()) for number, line in lines(path) if line.strip()]
    last = rows[-1][0] if rows else 0
    while rows:
        number, head = rows.pop(0)
        found = re.fullmatch(r"([a-z][a-z0-9]*) +(\d{1,3})", head)
        if not found:
            raise BadData(path, number, "a tile begins with its name and number, as in: lake 8")
        name, small = found[1], int(found[2])
        if name in kinds:
            raise BadData(path, number, f"{name} stands here twice")
        grid = _read_grid(path, name, number, rows[:SIZE])
        del rows[:SIZE]
        grids = [grid]
        while len(grids) < 4:
            grids.append(turned(grids[-1]))
        kinds[name] = Kind(name, small, tuple(grids))
    if START not in kinds or set("".join(kinds[START].grids[0])) != {"g"}:
        raise BadData(path, last, f"there is no tile {START} of grass alone: it is the start tile")
    total = sum(kind.small for kind in kinds.values())
    if total != _SMALL_TILES:
        raise BadData(path, last, f"{total} small tiles; {_SMALL_TILES} are needed")
    return kinds


def _read_grid(path: Path, name: str, number: int, rows: list[tuple[int, str]]) -> Grid:
    for line, row in rows:
        if wrong := set(row) - set(_MARKS):
            mark = min(wrong)
            raise BadData(path, line, f"{mark!r} is no terrain: draw g grass, w water, m mountain")
        if len(row) != SIZE:
            raise BadData(path, line, f"{len(row)} spaces; a row of a tile has {SIZE}")
    if len(rows) != SIZE:
        raise BadData(path, number, f"{name} has {len(rows)} rows; a tile has {SIZE}")
    for index, (line, row) in enumerate(rows):
        edge = row if index in (0, SIZE - 1) else row[0] + row[-1]
        if "w" in edge:
            raise BadData(path, line, f"{name} has water at its edge, where tiles are joined")
    return tuple(row for _, row in rows)


def _read_companies(path: Path) -> dict[str, Company]:
    table = [(number, line) for number, line in lines(path) if line.strip()]
    head = ["company", "letter", *TERRAINS, "name"]
    if not table or table[0][1].split() != head:
        first = table[0][0] if table else 0
        raise BadData(path, first, f"the table begins with: {'  '.join(head)}")
    companies: dict[str, Company] = {}
    number = table[0][0]
    for number, line in table[1:]:
        columns = re.split(r"\s{2,}", line.strip())
        if len(columns) != len(head):
            raise BadData(path, number, f"needs {len(head)} columns, two spaces apart")
        key, letter, *pairs, name = columns
        if not re.fullmatch(r"[a-z]+", key):
            raise BadData(path, number, f"{key!r}: a company's key is made of small letters")
        if len(letter) != 1:
            raise BadData(path, number, f"{letter!r} is not a single letter")
        if key in companies or letter in {c.letter for c in companies.values()}:
            raise BadData(path, number, f"{key} or its letter {letter} stands here twice")
        companies[key] = Company(key, letter, name, _read_sites(path, number, pairs))
    if len(companies) != _COMPANIES:
        raise BadData(path, number, f"{len(companies)} companies; {_COMPANIES} are needed")
    total = sum(company.stations for company in companies.values())
    if total != _STATIONS:
        raise BadData(path, number, f"{total} stations; {_STATIONS} are needed")
    return companies


def _read_sites(path: Path, number: int, pairs: list[str]) -> dict[str, int]:
    sites: dict[str, int] = {}
    for terrain, pair in zip(TERRAINS, pairs, strict=True):
        if pair == "-":
            continue
        found = re.fullmatch(r"(\d{1,2})\+(\d{1,2})", pair)
        if not found:
            raise BadData(path, number, f"{pair!r}: write stations as in 3+2, or - for none")
        for cost, count in zip(COSTS, found.groups(), strict=True):
            if int(count):
                sites[site(terrain, cost)] = int(count)
    if not sites:
        raise BadData(path, number, "a company without stations")
    return sites


def site(terrain: str, cost: int) -> str:
    """A group of stations by its name: "lake 3"."""
    return f"{terrain} {cost}"


@cache
def box() -> Box:
    """The components that are played with."""
    return read_box(DATA / "dice")


@cache
def company_keys() -> tuple[str, ...]:
    """The companies in the order of their file."""
    return tuple(box().companies)
