"""Town cards, plans, development tokens, residents' requests, and the landmarks they name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from games.data import DATA, BadData, lines

LINES = ("red", "yellow", "blue", "black")
LOCATIONS = ("a", "b", "c", "d")  # H40-H43: resources, plan, track, development
DIRECTIONS = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
SEATS = range(1, 5)
ROUNDS = 14
RESOURCES = {1: 1, 2: 1, 3: 2, 4: 4}  # H04, by the number of players
TRACKS = 8  # H05, of each line
BONUSES = (3, 6)  # H05
PLANS_A_LINE = 4  # H44

TRIPLE, CATEGORY, KINDS, PAIRS, SEVEN = (
    "three landmarks",
    "four of a category",
    "five kinds",
    "two pairs",
    "seven tracks",
)
FALLING, RISING = "falling corners", "rising corners"
GOALS = (TRIPLE, CATEGORY, KINDS, PAIRS, SEVEN, FALLING, RISING)
DOUBLE, ADD, DOUBLE_TRACK, WILD = "double", "add", "double track", "wild landmark"
REQUESTS = {
    "A": "lines from top to bottom",
    "B": "lines from left to right",
    "C": "cards with all lines",
    "D": "outer cards with three lines",
    "E": "corner cards with two lines",
    "F": "intersections",
    "G": "lines on three central cards",
    "H": "lines on two corners",
    "I": "lines with two of each category",
    "J": "every card served",
    "K": "tokens of the shortest line",
    "L": "plans of the weakest line",
}

_CARDS, _PLANS, _TOKENS = 68, 60, 36  # H02
_LANDMARKS_A_CATEGORY, _CATEGORIES = 3, 3
_NUMBER = re.compile(r"[1-9][0-9]{0,2}")


class Card(NamedTuple):
    """A town card as it is printed."""

    id: int
    landmark: str
    """Empty for houses."""
    points: tuple[int, ...]
    """By line."""
    roads: tuple[str, ...]

    def turned(self, rotation: int) -> tuple[str, ...]:
        """Where its roads lead after quarter turns clockwise (H26)."""
        return _turned(self.roads, rotation)


class Plan(NamedTuple):
    """A plan card."""

    id: int
    kind: str
    points: int
    twice: bool
    """Whether a line may hold this plan twice; No Duplicates if not."""
    landmarks: tuple[str, ...] = ()
    category: str = ""

    def same_effect(self, other: Plan) -> bool:
        """Whether it asks for just the same."""
        return self[1:] == other[1:]


class Token(NamedTuple):
    """A development token: adds to lines, doubles one, or is kept."""

    id: int
    kind: str
    effect: tuple[tuple[str, int], ...] = ()
    """Lines and what they gain; a doubled one gains nothing by itself."""

    @property
    def upgrade(self) -> bool:
        """Whether it goes on a town card at once (H46)."""
        return self.kind in (DOUBLE, ADD)


class Request(NamedTuple):
    """A residents' request."""

    id: str
    points: int


class Box(NamedTuple):
    """All that is in the box."""

    categories: dict[str, tuple[str, ...]]
    cards: dict[int, Card]
    plans: dict[int, Plan]
    tokens: dict[int, Token]
    requests: dict[str, Request]


@cache
def _turned(roads: tuple[str, ...], rotation: int) -> tuple[str, ...]:
    ends = {(DIRECTIONS.index(road) + 2 * rotation) % 8 for road in roads}
    return tuple(direction for n, direction in enumerate(DIRECTIONS) if n in ends)


def read_box(folder: Path) -> Box:
    """The components from their files, or BadData with file, line and reason."""
    categories = _read_landmarks(folder / "landmarks.txt")
    known = tuple(landmark for group in categories.values() for landmark in group)
    return Box(
        categories,
        _read_cards(folder / "cards.txt", known),
        _read_plans(folder / "plans.txt", known, tuple(categories)),
        _read_tokens(folder / "tokens.txt"),
        _read_requests(folder / "requests.txt"),
    )


def _table(path: Path, columns: str) -> Iterator[tuple[int, list[str]]]:
    """The rows of a table with their line numbers; its first line names the columns."""
    rows = [(number, line) for number, line in lines(path) if line.strip()]
    wanted = columns.split()
    if not rows or rows[0][1].split() != wanted:
        raise BadData(path, rows[0][0] if rows else 0, f"the table begins with: {columns}")
    for number, line in rows[1:]:
        cells = re.split(r"\s{2,}", line.strip())
        if len(cells) != len(wanted):
            found = f"{len(cells)} columns; {', '.join(wanted)} are needed, two spaces apart"
            raise BadData(path, number, found)
        yield number, cells


def _number(path: Path, line: int, text: str, what: str, least: int, most: int) -> int:
    if not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise BadData(path, line, f"{text} is no {what}: {least} to {most}")
    return int(text)


def _check_ids(path: Path, line: int, ids: Sequence[int], count: int) -> None:
    """Numbers run from 1 on, each once."""
    if len(ids) != count:
        raise BadData(path, line, f"{len(ids)} of {count}: some are missing or too many")


def _fresh(path: Path, line: int, text: str, taken: dict[int, object], count: int) -> int:
    number = _number(path, line, text, "number here", 1, count)
    if number in taken:
        raise BadData(path, line, f"number {number} stands here twice")
    return number


def _read_landmarks(path: Path) -> dict[str, tuple[str, ...]]:
    categories: dict[str, tuple[str, ...]] = {}
    line, seen = 0, set[str]()
    for line, (category, names) in _table(path, "category landmarks"):
        landmarks = _split(names)
        if category in categories or len(landmarks) != _LANDMARKS_A_CATEGORY:
            reason = f"each category stands here once, with {_LANDMARKS_A_CATEGORY} landmarks"
            raise BadData(path, line, reason)
        if seen.intersection(landmarks) or len(set(landmarks)) < len(landmarks):
            raise BadData(path, line, f"a landmark of {category} stands here twice")
        seen.update(landmarks)
        categories[category] = landmarks
    if len(categories) != _CATEGORIES:
        raise BadData(path, line, f"{len(categories)} categories; {_CATEGORIES} are needed")
    return categories


def _read_cards(path: Path, landmarks: Sequence[str]) -> dict[int, Card]:
    cards: dict[int, Card] = {}
    line = 0
    for line, cells in _table(path, "card landmark red yellow blue black roads"):
        number = _fresh(path, line, cells[0], dict(cards), _CARDS)
        landmark = "" if cells[1] == "-" else cells[1]
        if landmark and landmark not in landmarks:
            raise BadData(path, line, f"{landmark!r} is no landmark: {', '.join(landmarks)}, or -")
        points = tuple(_number(path, line, text, "value", 1, 6) for text in cells[2:6])
        roads = cells[6].split()
        if not set(roads) <= set(DIRECTIONS) or len(set(roads)) != len(roads):
            wanted = f"each once, of {' '.join(DIRECTIONS)}"
            raise BadData(path, line, f"{cells[6]!r} are no roads: {wanted}")
        upright = tuple(direction for direction in DIRECTIONS if direction in roads)
        cards[number] = Card(number, landmark, points, upright)
    _check_ids(path, line, list(cards), _CARDS)
    return cards


def _read_plans(path: Path, landmarks: Sequence[str], categories: Sequence[str]) -> dict[int, Plan]:
    plans: dict[int, Plan] = {}
    line = 0
    for line, (text, kind, points, twice, what) in _table(path, "plan kind points twice landmarks"):
        number = _fresh(path, line, text, dict(plans), _PLANS)
        if kind not in GOALS:
            raise BadData(path, line, f"{kind!r} is no kind of plan: {', '.join(GOALS)}")
        if twice not in ("yes", "no"):
            raise BadData(path, line, f"twice is yes or no, not {twice}")
        worth = _number(path, line, points, "number of points", 1, 99)
        names = _split(what)
        plan = Plan(number, kind, worth, twice == "yes")
        if kind == TRIPLE:
            if len(set(names)) != 3 or len(names) != 3 or not set(names) <= set(landmarks):
                raise BadData(path, line, f"{what!r}: three different landmarks are needed")
            plan = plan._replace(landmarks=names)
        elif kind == CATEGORY and names:
            if len(names) > 1 or names[0] not in categories:
                raise BadData(path, line, f"{what!r} is no category: {', '.join(categories)}, or -")
            plan = plan._replace(category=names[0])
        elif names:
            raise BadData(path, line, f"{kind} names no landmarks: write -")
        plans[number] = plan
    _check_ids(path, line, list(plans), _PLANS)
    return plans


def _read_tokens(path: Path) -> dict[int, Token]:
    tokens: dict[int, Token] = {}
    line = 0
    for line, (text, kind, effect) in _table(path, "token kind effect"):
        number = _fresh(path, line, text, dict(tokens), _TOKENS)
        parts = [part.split() for part in _split(effect)]
        match kind:
            case "double" if len(parts) == 1 and len(parts[0]) == 1 and parts[0][0] in LINES:
                tokens[number] = Token(number, kind, ((parts[0][0], 0),))
            case "add" if parts and all(len(part) == 2 and part[0] in LINES for part in parts):
                gains = [(w, _number(path, line, n, "gain", 1, 9)) for w, n in parts]
                if len({word for word, _ in gains}) < len(gains):
                    raise BadData(path, line, f"{effect!r} names a line twice")
                tokens[number] = Token(number, kind, tuple(gains))
            case "double track" | "wild landmark" if not parts:
                tokens[number] = Token(number, kind)
            case _:
                wanted = "double red; add red 2, blue 2; double track -; wild landmark -"
                raise BadData(path, line, f"{kind} {effect!r} can't be read: as in {wanted}")
    _check_ids(path, line, list(tokens), _TOKENS)
    return tokens


def _read_requests(path: Path) -> dict[str, Request]:
    requests: dict[str, Request] = {}
    line = 0
    for line, (letter, points, what) in _table(path, "request points what"):
        if letter in requests or REQUESTS.get(letter) != what:
            known = "; ".join(f"{key} {text}" for key, text in REQUESTS.items())
            raise BadData(path, line, f"{letter} {what!r} is no request, or stands twice: {known}")
        requests[letter] = Request(letter, _number(path, line, points, "number of points", 1, 99))
    if missing := sorted(REQUESTS.keys() - requests.keys()):
        raise BadData(path, line, f"request {missing[0]} is missing")
    return requests


def _split(text: str) -> tuple[str, ...]:
    return () if text == "-" else tuple(part.strip() for part in text.split(","))


@cache
def the_box() -> Box:
    """The components that are played with."""
    return read_box(DATA / "hill")


@cache
def category_of(landmark: str) -> str:
    """The category that a landmark belongs to; none for houses."""
    return next((c for c, group in the_box().categories.items() if landmark in group), "")
