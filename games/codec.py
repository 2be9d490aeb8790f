"""Values of a game as JSON and back."""

from __future__ import annotations

from functools import cache
from typing import Any, Union

import msgspec

from games.core import AnyGame, Fact, Move, Options, State

encode = msgspec.json.encode
_facts = msgspec.json.Decoder(list[Fact])


@cache
def _state(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game.state)


@cache
def _move(game: AnyGame) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[game.moves])  # noqa: UP007 - made at run time


def decode_state(game: AnyGame, data: bytes) -> State:
    """A state as it was encoded."""
    state: State = _state(game).decode(data)
    return state


def decode_move(game: AnyGame, data: bytes | str) -> Move:
    """A move of the game; msgspec.ValidationError says what is wrong with it."""
    move: Move = _move(game).decode(data)
    return move


def decode_facts(data: bytes | str) -> list[Fact]:
    """The facts of a move."""
    return _facts.decode(data)


def decode_options(game: AnyGame, data: bytes | str) -> Options:
    """The options of a table; msgspec.ValidationError says which is wrong."""
    return msgspec.json.decode(data, type=game.options)
