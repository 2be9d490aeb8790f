"""The turn panel: legal moves become buttons and menus. Pure: it knows no Discord.

A path is the choices made so far: the kind of move, then the values of its fields in order.
What the rules decide is not asked: a field with a single legal value is filled in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from games.core import AnyGame, Fact, Move, Value, View
from games.phrasebook import Phrasebook
from renderers.scene import Pending

PAGE = 25  # options of a menu
FEW = 6  # values that are shown as buttons rather than in a menu
ROW = 5  # buttons beside each other
LABEL = 80  # characters of a button's label
OPTION = 100  # characters of an option's label


@dataclass(frozen=True)
class Button:
    """Something to press; `act` and `path` say what it does."""

    act: str
    path: tuple[str, ...]
    label: str
    chosen: bool = False


@dataclass(frozen=True)
class Menu:
    """Something to choose from; the value chosen is appended to the path."""

    path: tuple[str, ...]
    placeholder: str
    options: tuple[tuple[str, str, bool], ...]
    """Value, label, and whether it is chosen."""
    page: int = 0
    pages: int = 1


@dataclass(frozen=True)
class Panel:
    """What a member sees who takes a turn."""

    rows: tuple[tuple[Button, ...] | Menu, ...]
    pending: Pending | None = None
    moves: tuple[Move, ...] = ()
    """What can still be chosen."""


@dataclass(frozen=True)
class Choices:
    """All that a seat can do now."""

    game: AnyGame
    view: View
    words: Phrasebook
    moves: Sequence[Move]
    offers: Sequence[Move] = field(default=())

    def kinds(self) -> list[type[Move]]:
        """The kinds of move and shortcut among them, in the game's order."""
        here = {type(move) for move in (*self.moves, *self.offers)}
        return [kind for kind in (*self.game.moves, *self.game.shortcuts) if kind in here]

    def of_kind(self, kind: str) -> list[Move]:
        """The moves or shortcuts of one kind."""
        return [move for move in (*self.moves, *self.offers) if move.kind() == kind]

    def label(self, name: str, moves: Sequence[Move]) -> str:
        """What it means to choose the value that these moves share."""
        return self.words.tell(self.game.label(self.view, name, moves))

    def warning(self, move: Move) -> Fact | None:
        """What a player has to hear before this move, if anything."""
        if isinstance(move, self.game.shortcuts):
            return None
        return self.game.warning(self.view, move)

    def to_confirm(self, move: Move) -> bool:
        """Whether a move is sketched first and made at a second press."""
        return isinstance(move, self.game.shortcuts) or self.warning(move) is not None

    def button(self, kind: type[Move]) -> str:
        """The word for a kind of move."""
        return self.words.say(f"{self.game.key}.buttons.{kind.kind()}")


def follow(choices: Choices, path: tuple[str, ...]) -> Move | None:
    """The move that a path stands for, once nothing is left to choose."""
    if not path:
        return None
    fitting = _fitting(choices.of_kind(path[0]), path[1:])
    return fitting[0] if len(fitting) == 1 else None


def path_to(choices: Choices, move: Move) -> tuple[str, ...]:
    """The choices that lead to a move."""
    path: tuple[str, ...] = (move.kind(),)
    fitting = choices.of_kind(move.kind())
    for name, value in move.values().items():
        if len(_values(fitting, name)) > 1:
            path += (str(value),)
        fitting = [other for other in fitting if other.values()[name] == value]
    return path


def _fitting(moves: Sequence[Move], values: Sequence[str]) -> list[Move]:
    """The moves whose first fields, forced ones apart, have these values."""
    fitting = list(moves)
    wanted = list(values)
    for name in moves[0].fields() if moves else ():
        here = _values(fitting, name)
        if len(here) > 1:
            if not wanted:
                return fitting
            first = wanted.pop(0)
            fitting = [move for move in fitting if str(move.values()[name]) == first]
            if not fitting:
                return []
    return fitting


def _values(moves: Sequence[Move], name: str) -> dict[Value, list[Move]]:
    """The values of a field with the moves that have them, in the order of the moves."""
    found: dict[Value, list[Move]] = {}
    for move in moves:
        found.setdefault(move.values()[name], []).append(move)
    return found


def valid(choices: Choices, path: tuple[str, ...]) -> tuple[str, ...]:
    """As much of a path as still leads somewhere."""
    while path and not _fitting(choices.of_kind(path[0]), path[1:]):
        path = path[:-1]
    return path


def build(choices: Choices, path: tuple[str, ...] = (), page: int = 0) -> Panel:
    """The panel for the choices made so far."""
    path = valid(choices, path) or _only_kind(choices)
    kinds = [kind for kind in choices.kinds() if kind.fields()]
    rows: list[tuple[Button, ...] | Menu] = []
    if len(kinds) > 1 or (kinds and not path):
        rows += in_rows([_kind(choices, kind, path) for kind in kinds])
    if not path:
        return Panel(tuple(rows), moves=tuple(choices.moves))
    asked, pending = _ask(choices, path, page)
    fitting = _fitting(choices.of_kind(path[0]), path[1:])
    return Panel((*rows, *asked), pending, tuple(fitting))


def in_rows(buttons: Sequence[Button]) -> list[tuple[Button, ...]]:
    """The buttons in as few rows as it takes, of about the same length."""
    count = -(-len(buttons) // ROW)
    length = -(-len(buttons) // count)
    return [tuple(buttons[i : i + length]) for i in range(0, len(buttons), length)]


def _kind(choices: Choices, kind: type[Move], path: tuple[str, ...]) -> Button:
    """Opens a kind of move; where there is a single one of it, makes it."""
    word, own = choices.button(kind), choices.of_kind(kind.kind())
    chosen = kind.kind() in path[:1]
    if len(own) > 1:
        return Button("open", (kind.kind(),), word, chosen)
    label = f"{word}: {choices.label(kind.fields()[0], own)}"
    return Button("pick", (kind.kind(),), cut(label, LABEL), chosen)


def _only_kind(choices: Choices) -> tuple[str, ...]:
    """With one kind of move that leaves a choice, it is open from the start."""
    kinds = [kind for kind in choices.game.moves if kind in choices.kinds() and kind.fields()]
    if len(kinds) != 1 or len(choices.of_kind(kinds[0].kind())) < 2:
        return ()
    return (kinds[0].kind(),)


def _ask(
    choices: Choices, path: tuple[str, ...], page: int
) -> tuple[list[tuple[Button, ...] | Menu], Pending | None]:
    """A control for each field up to the first that is open, and what the picture marks."""
    rows: list[tuple[Button, ...] | Menu] = []
    kind, given = path[0], list(path[1:])
    fitting = choices.of_kind(kind)
    so_far: tuple[str, ...] = (kind,)
    chosen: dict[str, Value] = {}
    for name in fitting[0].fields():
        values = _values(fitting, name)
        if len(values) == 1:
            chosen[name] = next(iter(values))
            continue
        value = given.pop(0) if given else None
        shown = min(page, (len(values) - 1) // PAGE) if value is None else 0
        rows += _control(choices, so_far, name, values, value, shown)
        if value is None:
            first = shown * PAGE
            marked = tuple(values)[first : first + PAGE] if len(values) > FEW else tuple(values)
            return rows, Pending(kind, chosen, name, marked, first + 1)
        fitting = [move for move in fitting if str(move.values()[name]) == value]
        chosen[name] = fitting[0].values()[name]
        so_far += (value,)
    return [*rows, _confirm(choices, so_far, fitting)], Pending(kind, chosen, "", ())


def _control(
    choices: Choices,
    path: tuple[str, ...],
    name: str,
    values: dict[Value, list[Move]],
    chosen: str | None,
    page: int,
) -> list[tuple[Button, ...] | Menu]:
    labelled = [
        (value, _numbered(choices, name, number, choices.label(name, moves)))
        for number, (value, moves) in enumerate(values.items(), start=1)
    ]
    if len(values) <= FEW:
        buttons = [
            Button("pick", (*path, str(value)), cut(label, LABEL), str(value) == chosen)
            for value, label in labelled
        ]
        return [*in_rows(buttons)]
    if chosen is not None:
        page = [str(v) for v in values].index(chosen) // PAGE
    first = page * PAGE
    options = tuple(
        (str(value), cut(label, OPTION), str(value) == chosen)
        for value, label in labelled[first : first + PAGE]
    )
    pages = -(-len(values) // PAGE)
    asked = choices.words.say(f"{choices.game.key}.fields.{name}")
    return [Menu(path, cut(asked, OPTION), options, page, pages)]


def _numbered(choices: Choices, name: str, number: int, label: str) -> str:
    """Places carry the number that the picture marks them with."""
    return f"{number} · {label}" if name in choices.game.places else label


def _confirm(choices: Choices, path: tuple[str, ...], moves: Sequence[Move]) -> tuple[Button, ...]:
    own = f"{choices.game.key}.confirm.{moves[0].kind()}"
    label = choices.words.say(own if choices.words.knows(own) else "buttons.confirm")
    return (Button("play", path, cut(label, LABEL), True),)


def cut(text: str, length: int) -> str:
    """The text, shortened to so many characters."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"
