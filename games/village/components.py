"""The railway cards, the borders and the terminus cards, read from their files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from games.data import DATA, BadData, lines
from games.village.tableau import LINES

Terrain = str
Feature = str
"""What is drawn on a line: "barn lake", "farm", "halt 3", "signal", "siding"."""

TERRAINS = ("field", "forest", "pasture", "lake", "village")
PATTERNS = ("crossing", "curves")
FEATURES = ("barn", "farm", "halt", "signal", "siding")
AGAIN = ("barn", "farm", "halt")  # V33: what a trip can score again
LETTERS = "ABCD"
SEATS = range(2, 5)  # V05
TURNS = 12
TRACKS, TRIPS = 7, 4  # V07, the places of the markets
MONEY = 5  # V08
HAND = 3  # V09
PLANNING = 3  # V12
LEAST = 3  # V40, what a terminus pays at least

_CARDS, _TERMINI = 80, 38
_HIGHEST = 99


class Track(msgspec.Struct, frozen=True):
    """A railway card as it lies track side up: its two lines come in from above and the left."""

    terrain: Terrain
    pattern: str
    above: Feature | None = None
    left: Feature | None = None

    def turned(self) -> Track:
        """The card turned by 180 degrees: on curves the lines change places (V03)."""
        if self.pattern == "crossing":
            return self
        return Track(self.terrain, self.pattern, self.left, self.above)


class Trip(msgspec.Struct, frozen=True):
    """A railway card as it lies trip side up: what it scores for, and how much."""

    theme: str
    worth: int


class Border(msgspec.Struct, frozen=True):
    """Where a line starts: a terrain or a feature."""

    terrain: Terrain | None = None
    feature: Feature | None = None


class Terminus(msgspec.Struct, frozen=True):
    """A terminus card: what it counts on a line, and what it pays from which count on."""

    counts: str
    table: tuple[tuple[int, int], ...]

    def pays(self, count: int) -> int:
        """The pounds for a count; beyond the table its last entry holds (V40)."""
        return [pounds for least, pounds in self.table if least <= count][-1]


class Components(NamedTuple):
    """All that is in the box."""

    tracks: dict[int, Track]
    trips: dict[int, Trip]
    borders: dict[str, dict[str, Border]]
    termini: dict[str, Terminus]
    copies: dict[str, int]
    """How many there are of each terminus card."""


def read_components(folder: Path) -> Components:
    """The components from their three files, or BadData with file, line and reason."""
    tracks, trips = _read_railway(folder / "railway.txt")
    borders = _read_borders(folder / "borders.txt")
    termini, copies = _read_termini(folder / "termini.txt")
    return Components(tracks, trips, borders, termini, copies)


@cache
def the_box() -> Components:
    """The components that are played with."""
    return read_components(DATA / "village")


def kind(feature: Feature) -> str:
    """The kind of a feature: "barn" of "barn lake"."""
    return feature.partition(" ")[0]


def detail(feature: Feature) -> str:
    """What a feature adds to its kind: "lake" of "barn lake", "3" of "halt 3"."""
    return feature.partition(" ")[2]


class _Row(NamedTuple):
    """A line of a table, split into its columns."""

    path: Path
    line: int
    columns: list[str]

    def bad(self, reason: str) -> BadData:
        return BadData(self.path, self.line, reason)

    def number(self, text: str, what: str, low: int = 1, high: int = _HIGHEST) -> int:
        if not text.isdecimal() or not low <= int(text[:9]) <= high:
            raise self.bad(f"{text!r} is no {what}: a number from {low} to {high}")
        return int(text)


def _rows(path: Path, *head: str) -> Iterator[_Row]:
    """The rows of a table under its head; columns are two spaces apart."""
    table = [(number, line) for number, line in lines(path) if line.strip()]
    if not table or table[0][1].split() != list(head):
        wanted = "  ".join(head)
        raise BadData(path, table[0][0] if table else 0, f"the table begins with: {wanted}")
    for number, line in table[1:]:
        row = _Row(path, number, re.split(r"\s{2,}", line.strip()))
        if len(row.columns) != len(head):
            raise row.bad(f"needs {', '.join(head)}, two spaces apart")
        yield row


def _read_railway(path: Path) -> tuple[dict[int, Track], dict[int, Trip]]:
    tracks: dict[int, Track] = {}
    trips: dict[int, Trip] = {}
    number = 0
    for row in _rows(path, "card", "terrain", "pattern", "above", "left", "trip"):
        number = row.line
        name, terrain, pattern, above, left, trip = row.columns
        card = row.number(name, "card", 1, _CARDS)
        if card in tracks:
            raise row.bad(f"card {card} stands here twice")
        if pattern not in PATTERNS:
            raise row.bad(f"{pattern!r} is no pattern: {', '.join(PATTERNS)}")
        features = [None if cell == "-" else _feature(row, cell) for cell in (above, left)]
        tracks[card] = Track(_terrain(row, terrain), pattern, *features)
        trips[card] = _trip(row, trip)
    if len(tracks) != _CARDS:
        raise BadData(path, number, f"{len(tracks)} cards; {_CARDS} are needed")
    return tracks, trips


def _terrain(row: _Row, text: str) -> Terrain:
    if text not in TERRAINS:
        raise row.bad(f"{text!r} is no terrain: {', '.join(TERRAINS)}")
    return text


def _feature(row: _Row, text: str) -> Feature:
    what, of = kind(text), detail(text)
    if what not in FEATURES:
        raise row.bad(f"{text!r} is no feature: {', '.join(FEATURES)}")
    if what == "barn":
        return f"barn {_terrain(row, of)}"
    if what == "halt":
        return f"halt {row.number(of, 'number of points for a halt')}"
    if of:
        raise row.bad(f"a {what} is just that, without {of!r}")
    return what


def _trip(row: _Row, text: str) -> Trip:
    theme, colon, worth = text.partition(": ")
    if not colon:
        raise row.bad(f"{text!r} is no trip: write what scores, a colon, and how much")
    match theme.split(" "):
        case ["length", "up" | "down"] | ["ends" | "neighbours", "same" | "different"]:
            pass
        case ["fewest" | "most", terrain]:
            _terrain(row, terrain)
        case ["each", what]:
            if what not in TERRAINS + FEATURES:
                raise row.bad(f"{what!r} is neither a terrain nor a feature")
        case ["again", what]:
            if what not in AGAIN:
                raise row.bad(f"{what!r} can't score again: only {', '.join(AGAIN)}")
        case ["kinds", "min" | "max", count]:
            row.number(count, "number of kinds of terrain", 1, len(TERRAINS))
        case _:
            raise row.bad(f"{theme!r} is no trip: the head of this file tells what there is")
    return Trip(theme, row.number(worth, "worth of a trip"))


def _read_borders(path: Path) -> dict[str, dict[str, Border]]:
    borders: dict[str, dict[str, Border]] = {letter: {} for letter in LETTERS}
    number = 0
    for row in _rows(path, "start", *LETTERS):
        number = row.line
        line, *cells = row.columns
        if line not in LINES:
            raise row.bad(f"{line!r} is no start: {', '.join(LINES)}")
        if line in borders[LETTERS[0]]:
            raise row.bad(f"{line} stands here twice")
        for letter, cell in zip(LETTERS, cells, strict=True):
            plain = cell in TERRAINS
            borders[letter][line] = (
                Border(terrain=cell) if plain else Border(feature=_feature(row, cell))
            )
    if missing := [line for line in LINES if line not in borders[LETTERS[0]]]:
        raise BadData(path, number, f"no start {missing[0]}")
    return borders


def _read_termini(path: Path) -> tuple[dict[str, Terminus], dict[str, int]]:
    termini: dict[str, Terminus] = {}
    copies: dict[str, int] = {}
    number = 0
    for row in _rows(path, "name", "copies", "counts", "pays"):
        number = row.line
        name, count, counts, pays = row.columns
        if name in termini:
            raise row.bad(f"{name} stands here twice")
        if not re.fullmatch(r"[a-z0-9-]{1,30}", name):
            raise row.bad(f"{name!r} is no name: small letters, digits and - will do")
        copies[name] = row.number(count, "number of copies")
        termini[name] = Terminus(_counted(row, counts), _table(row, pays))
    if sum(copies.values()) != _TERMINI:
        reason = f"{sum(copies.values())} terminus cards; {_TERMINI} are needed"
        raise BadData(path, number, reason)
    return termini, copies


def _counted(row: _Row, text: str) -> str:
    match text.split(" "):
        case ["trips" | "length" | "kinds" | "features"]:
            return text
        case ["terrain", terrain]:
            return f"terrain {_terrain(row, terrain)}"
        case ["feature", what] if what in FEATURES:
            return text
    raise row.bad(f"{text!r} can't be counted: the head of this file tells what can")


def _table(row: _Row, text: str) -> tuple[tuple[int, int], ...]:
    entries: list[tuple[int, int]] = []
    for part in text.split(", "):
        least, colon, pounds = part.partition(": ")
        if not colon:
            raise row.bad(f"{part!r} is no entry: write the least count, a colon, and the pounds")
        entry = row.number(least, "count", 0), row.number(pounds, "payment", LEAST)
        if not entries and entry[0] != 0:
            raise row.bad("the first entry is for a count of 0")
        if entries and entry[0] <= entries[-1][0]:
            raise row.bad(f"the count {entry[0]} does not rise")
        entries.append(entry)
    return tuple(entries)
