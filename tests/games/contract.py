"""The contract as checks: each takes a game and a position, and asserts what must hold there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, get_origin

import msgspec

from games import codec
from games.core import AnyGame, Fact, IllegalMove, Move, Rng, Seat, State, Value
from games.phrasebook import Phrasebook

STRANGE: dict[type, tuple[Value, ...]] = {
    str: ("", " ", "nothing", "A0", "-1", "{seat}", "Łódź 🚂", "9" * 5000),
    int: (-1, 0, 10**9, -(2**63)),
    bool: (True, False),
}
LABEL, VALUE, CUSTOM_ID = 100, 100, 60
SAMPLE = 6


@dataclass
class Table:
    """A game with its words, and the chance by which a check takes samples."""

    game: AnyGame
    rng: Rng
    words: Phrasebook = field(init=False)

    def __post_init__(self) -> None:
        self.words = Phrasebook(self.game)

    def some(self, items: Sequence[Any], count: int = SAMPLE) -> list[Any]:
        """The items in any order, or a sample where there are many."""
        if len(items) <= count:
            return list(items)
        return [self.rng.choice(items) for _ in range(count)]

    def copy(self, state: State) -> State:
        """Another one of the same state, as the store makes it."""
        return codec.decode_state(self.game, codec.encode(state))


def written(value: object) -> bytes:
    """A value as bytes: the same for the same value."""
    return msgspec.json.encode(value, order="deterministic")


def check_codec(table: Table, state: State, facts: Sequence[Fact]) -> None:
    """Encode and decode are inverse for states, moves, facts and views."""
    game = table.game
    assert table.copy(state) == state
    assert written(table.copy(state)) == written(state)
    for seat in game.to_act(state):
        for move in table.some(list(game.legal(state, seat))):
            assert codec.decode_move(game, codec.encode(move)) == move
    for watcher in (None, *game.to_act(state)):
        view = game.view(state, watcher)
        assert msgspec.json.decode(written(view), type=type(view)) == view
    again = codec.decode_facts(codec.encode(facts))
    assert written(again) == written(facts)
    # A fact's tuple comes back as a list: it must be told in the same words.
    assert [table.words.tell(fact) for fact in again] == [table.words.tell(f) for f in facts]


def check_moves(table: Table, state: State, seats: int) -> None:
    """Every legal move plays; who isn't to act has none, and is refused."""
    game, acting = table.game, table.game.to_act(state)
    for seat in acting:
        moves = list(game.legal(state, seat))
        assert moves, f"seat {seat} must act and can't"
        assert len(set(moves)) == len(moves), "a legal move is listed twice"
        for move in table.some(moves):
            game.play(table.copy(state), seat, move, Rng(b"any", 1))
            for other in set(range(seats)) - acting:
                assert refusal(table, state, other, move), f"seat {other} isn't to act, and may"
    for other in set(range(seats)) - acting:
        assert not list(game.legal(state, other))
        assert not list(game.offers(state, other))


def check_refusals(table: Table, state: State, seats: int) -> None:
    """A move with anything at all in it plays, or is refused in words and changes nothing."""
    for seat in range(seats):
        for move in strange_moves(table, state):
            if fact := refusal(table, state, seat, move):
                assert table.words.tell(fact)


def refusal(table: Table, state: State, seat: Seat, move: Move) -> Fact | None:
    """Why a move is refused, if it is; then the state is as it was, to the byte."""
    trial = table.copy(state)
    before = written(trial)
    try:
        table.game.play(trial, seat, move, Rng(b"any", 1))
    except IllegalMove as refused:
        assert written(trial) == before, f"{move} was refused and has changed the table"
        return refused.fact
    return None


def strange_moves(table: Table, state: State) -> Iterator[Move]:
    """Moves of every kind, with fields of legal ones mixed up, spoilt or made up."""
    found: dict[str, list[Value]] = {}
    for seat in table.game.to_act(state):
        for move in table.some(list(table.game.legal(state, seat)), 3):
            for name, value in move.values().items():
                found.setdefault(name, []).append(value)
    for kind in table.game.moves:
        types = {item.name: item.type for item in msgspec.structs.fields(kind)}
        if any(get_origin(type_) for type_ in types.values()):
            continue  # a Literal or a bounded number: the decoder refuses the rest
        for _ in range(3 if types else 1):
            yield kind(**{n: _strange(table, t, found.get(n, [])) for n, t in types.items()})


def _strange(table: Table, type_: type, known: Sequence[Value]) -> Value:
    values = [*known * 4, *STRANGE[type_]]
    value: Value = table.rng.choice(values)
    if isinstance(value, str) and not table.rng.below(4):
        spoil = (value.upper(), value[:-1], value + "9" * 5000, f"{value}, {value}")
        return table.rng.choice(spoil)
    return value


def check_offers(table: Table, state: State) -> None:
    """A shortcut unfolds into moves that play one after the other."""
    game = table.game
    for seat in game.to_act(state):
        for shortcut in table.some(list(game.offers(state, seat)), 3):
            before = written(state)
            moves = game.unfold(state, seat, shortcut)
            assert moves and written(state) == before
            trial = table.copy(state)
            for number, move in enumerate(moves):
                assert type(move) in game.moves, "a shortcut unfolds into moves"
                game.play(trial, seat, move, Rng(b"any", number))


def check_words(table: Table, state: State, facts: Sequence[Fact]) -> None:
    """Everything can be said."""
    for text in texts(table, state, None) + [table.words.tell(fact) for fact in facts]:
        assert text.strip()
    for fact in table.game.condense(facts):
        assert table.words.tell(fact).strip()
    for seat in table.game.to_act(state):
        assert all(text.strip() for text in texts(table, state, seat))


def texts(table: Table, state: State, watcher: Seat | None) -> list[str]:
    """What a seat or a spectator is told about a position."""
    game, view = table.game, table.game.view(state, watcher)
    facts = [game.headline(view), *game.describe(view)]
    if watcher is None:
        facts += [game.prompt(view, seat) for seat in sorted(game.to_act(state))]
    elif watcher in game.to_act(state):
        facts.append(game.prompt(view, watcher))
    return [table.words.tell(fact) for fact in facts]


def check_limits(table: Table, state: State) -> None:
    """What a panel shows keeps Discord's limits."""
    game = table.game
    for seat in game.to_act(state):
        moves = [*game.legal(state, seat), *game.offers(state, seat)]
        for move in moves:
            values = [str(value) for value in move.values().values()]
            assert all(len(value) <= VALUE for value in values)
            path = "".join(f"{value}/" for value in values[:-1])
            assert len(path) <= CUSTOM_ID, f"{path} doesn't fit in a custom id"
        for menu in menus(table, state, seat, moves, table.rng):
            assert all(label.strip() for label in menu.values())
            shown = {label[:LABEL] for label in menu.values()}
            assert len(shown) == len(menu), f"two choices look alike: {menu}"


def menus(
    table: Table, state: State, seat: Seat, moves: Sequence[Move], rng: Rng
) -> Iterator[dict[Value, str]]:
    """The labels that a member is shown on one way through each kind of move."""
    view = table.game.view(state, seat)
    for kind in dict.fromkeys(type(move) for move in moves):
        fitting = [move for move in moves if type(move) is kind]
        for name in kind.fields():
            groups: dict[Value, list[Move]] = {}
            for move in fitting:
                groups.setdefault(move.values()[name], []).append(move)
            yield {
                value: table.words.tell(table.game.label(view, name, group))
                for value, group in groups.items()
            }
            fitting = groups[rng.choice(list(groups))]
