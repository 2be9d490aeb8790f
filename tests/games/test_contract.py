"""The contract that every game keeps, held against whole games of computer players.

SLOWTRAIN_GAMES sets how many games of each are played; 300 in CI.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from itertools import product
from pathlib import Path

import msgspec.inspect
import pytest

from games import GAMES
from games.core import AnyGame, Fact, Move, Options, Result, Rng, Seat, State, commitment
from games.phrasebook import Phrasebook
from games.record import Entry, Record, check, decode, encode, start, verify
from games.simulate import line_up, seed_of, steps
from renderers import draw
from renderers.scene import Picture, scene
from tests.games.conserved import CONSERVED
from tests.games.contract import (
    Table,
    check_codec,
    check_limits,
    check_moves,
    check_offers,
    check_refusals,
    check_words,
    refusal,
    written,
)
from tests.games.secrets import check_secrets
from tests.games.twins import OPEN, TWINS

GOLDEN = Path(__file__).parent.parent / "golden"
GAMES_PLAYED = int(os.environ.get("SLOWTRAIN_GAMES", "300"))
TOY_GAMES = 60
CHUNK = 5  # games a test, so that several processes share the work evenly
LOOK_EVERY = 15  # moves, on average: there everything is checked
KEYS = (*GAMES, "toy")
NAME = re.compile(r"[a-z0-9_-]{1,32}")

# Random players see the most of the rules in the least time; greedy ones make the busiest boards.
PLAYERS = ("greedy", *["mixed"] * 3, *["random"] * 11)


@pytest.fixture
def game(key: str, request: pytest.FixtureRequest) -> AnyGame:
    return request.getfixturevalue("toy") if key == "toy" else GAMES[key]


def chunks() -> list[tuple[str, int]]:
    """Which games each test plays: the key, and the number of the first."""
    played = {key: TOY_GAMES if key == "toy" else GAMES_PLAYED for key in KEYS}
    return [(key, first) for key in KEYS for first in range(0, played[key], CHUNK)]


@pytest.mark.parametrize(("key", "first"), chunks())
def test_whole_games(game: AnyGame, key: str, first: int) -> None:
    for number in range(first, first + CHUNK):
        seats = game.seats[number % len(game.seats)]
        players = PLAYERS[number // len(game.seats) % len(PLAYERS)]
        variants = list(all_options(game))
        play_whole(game, seats, variants[number % len(variants)], number, players)


def all_options(game: AnyGame) -> list[Options]:
    """Every combination of variants, with the ends and the default of a range."""
    info = msgspec.inspect.type_info(game.options)
    assert isinstance(info, msgspec.inspect.StructType)
    values = {}
    for item in info.fields:
        match item.type:
            case msgspec.inspect.BoolType():
                values[item.name] = [False, True]
            case msgspec.inspect.LiteralType(values=words):
                values[item.name] = list(words)
            case msgspec.inspect.IntType(ge=low, le=high):
                assert low is not None and high is not None, f"{item.name} has no bounds"
                values[item.name] = sorted({low, item.default, high})
            case other:
                pytest.fail(f"option {item.name} can't be a {other}")
    return [
        game.options(**dict(zip(values, one, strict=True))) for one in product(*values.values())
    ]


def play_whole(game: AnyGame, seats: int, options: Options, number: int, players: str) -> Record:
    """Play a game, looking at everything now and then, and at what is quickly seen always."""
    seed = seed_of(number)
    table = Table(game, Rng(b"looks" + seed, 0))
    state: State = game.new(seats, options, Rng(seed, 0))
    other_worlds = look(table, state, seats, [])
    constant = conserved(game, state, [])
    turns, acting = game.turns(state), game.to_act(state)
    entries: list[Entry] = []
    facts_written = []
    moves: list[Move] = []
    for step in steps(game, seats, options, seed, line_up(players, seats)):
        state = step.state
        moves.append(step.move)
        entries.append(Entry(step.seat, step.move))
        facts_written.append(written(step.facts))
        assert conserved(game, state, moves) == constant, f"{step.move} loses or makes something"
        grown = game.turns(state) - turns
        assert grown >= 0, "turns are taken back"
        assert grown or game.to_act(state) == acting, "another seat is to act within a turn"
        turns, acting = game.turns(state), game.to_act(state)
        if not table.rng.below(LOOK_EVERY):
            other_worlds += look(table, state, seats, step.facts)
    assert other_worlds or game.key in OPEN, "no position had a secret: the twin is no other world"
    result = check_end(table, state, seats)
    record = Record(game, seats, options, commitment(seed), seed, tuple(entries), result)
    check_record(table, record, state, facts_written)
    return record


def conserved(game: AnyGame, state: State, moves: list[Move]) -> object:
    hook = CONSERVED.get(game.key)
    return hook(state, moves) if hook else None


def look(table: Table, state: State, seats: int, facts: list[Fact]) -> bool:
    """Hold everything against one position; whether it had a secret in it."""
    before = written(state)
    check_codec(table, state, facts)
    check_words(table, state, facts)
    check_moves(table, state, seats)
    check_refusals(table, state, seats)
    check_offers(table, state)
    check_limits(table, state)
    secret = check_secrets(table, state, seats)
    assert written(state) == before, "looking has changed the table"
    return secret


def check_end(table: Table, state: State, seats: int) -> Result:
    """The game is over for everybody, and says how it ended."""
    result = table.game.result(state)
    assert result is not None
    assert len(result.scores) == seats
    assert result.winners and set(result.winners) <= set(range(seats))
    for key, row in result.sheet:
        assert table.words.say(key) and len(row) == seats
    for seat in range(seats):
        assert not list(table.game.legal(state, seat))
        for kind in table.game.moves:
            move = kind(*[""] * len(kind.fields()))
            assert refusal(table, state, seat, move), "the table is over, and a move plays"
    return result


def check_record(table: Table, record: Record, state: State, facts: list[bytes]) -> None:
    """The game's file gives the same game, also with a state read anew for each move."""
    assert check(encode(record)) == record
    again = table.copy(start(record))
    assert record.seed is not None
    for number, entry in enumerate(record.moves, start=1):
        assert entry.move is not None
        told = record.game.play(again, entry.seat, entry.move, Rng(record.seed, number))
        assert written(told) == facts[number - 1]
        again = table.copy(again)
    assert written(again) == written(state)


@pytest.mark.parametrize("key", KEYS)
def test_commands_keep_the_limits(game: AnyGame, key: str) -> None:
    words = Phrasebook(game)
    kinds = (*game.moves, *game.shortcuts)
    names = [kind.kind() for kind in kinds]
    assert len(set(names)) == len(names) <= 25
    assert game.ends_turn is None or game.ends_turn in game.moves
    for kind in kinds:
        assert 1 <= len(words.say(f"{key}.commands.{kind.kind()}")) <= 100
        assert 1 <= len(words.say(f"{key}.buttons.{kind.kind()}")) <= 80
        assert len(kind.fields()) <= 25
        for name in kind.fields():
            assert 1 <= len(words.say(f"{key}.fields.{name}")) <= 100
    fields = [name for kind in kinds for name in kind.fields()]
    for name in (key, *names, *fields, *game.options.__struct_fields__):
        assert NAME.fullmatch(name), name
    assert 1 <= len(game.title) <= 100


@pytest.mark.parametrize("key", KEYS)
def test_every_game_says_what_is_secret_in_it(key: str) -> None:
    assert key in TWINS, "add the game to tests/games/twins.py"


@pytest.mark.parametrize("key", KEYS)
def test_pictures_show_what_one_may_know(game: AnyGame, key: str) -> None:
    try:
        import_module(f"renderers.{key}")
    except ImportError:
        pytest.skip(f"{key} has no pictures yet")
    seats = game.seats[0] if key != "toy" else 3
    table = Table(game, Rng(b"pictures", 0))
    for step in steps(game, seats, game.options(), seed_of(7), line_up("mixed", seats)):
        if step.number % (5 if key == "toy" else 45) == 0:
            for watcher in (None, *range(seats)):
                twin = TWINS[key](table.copy(step.state), watcher, table.rng)
                assert pictures(table, step.state, watcher) == pictures(table, twin, watcher)


def pictures(table: Table, state: State, watcher: Seat | None) -> list[Picture]:
    """The pictures of a position, within their limits."""
    game = table.game
    drawn = draw(
        game.key,
        scene(
            game,
            game.view(state, watcher),
            table.words,
            acting=game.to_act(state),
            result=game.result(state),
        ),
    )
    assert 1 <= len(drawn) <= 10
    for picture in drawn:
        assert picture.png.startswith(b"\x89PNG")
        assert len(picture.png) <= 200_000
        assert 1 <= len(picture.alt) <= 1024
    return drawn


@pytest.mark.parametrize(("key", "seats"), [(key, n) for key in GAMES for n in GAMES[key].seats])
def test_a_golden_game_holds_move_by_move(key: str, seats: int) -> None:
    path = GOLDEN / f"{key}-{seats}.jsonl"
    assert path.exists(), f"slowtrain simulate {key} --seats {seats} --seed 1 --out {path.name}"
    data = path.read_bytes()
    record = decode(data)
    assert (record.game.key, record.seats) == (key, seats)
    assert encode(record) == data
    assert verify(record) == record.result


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.name)
def test_every_golden_game_is_of_a_game(path: Path) -> None:
    key, seats, *_ = path.stem.split("-")  # and perhaps the variant
    record = check(path.read_bytes())
    assert (record.game.key, str(record.seats)) == (key, seats)
