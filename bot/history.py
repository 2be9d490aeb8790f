"""How a table stood at an earlier turn: as it was kept, else played again from the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from bot.refusal import Refused
from bot.store import MoveRow, Store
from games.codec import decode_move, decode_state, encode
from games.core import Rng, State

if TYPE_CHECKING:
    from bot.sitting import Sitting

log = logging.getLogger(__name__)


async def state_at_turn(store: Store, sitting: Sitting, turn: int) -> State:
    """The state after so many complete turns; Refused if there was none or it can't be had."""
    row, game = sitting.row, sitting.game
    kept = await store.snapshot_at_turn(row.id, turn)
    if kept is not None:
        return decode_state(game, kept)
    earlier = await store.snapshot_before_turn(row.id, turn)
    if earlier is None or turn > row.turns:
        raise Refused("no_such_turn", turns=row.turns)
    number, snapshot = earlier
    moves = [move for move in await store.moves_after(row.id, number) if move.turn < turn]
    state = await asyncio.to_thread(_play_on, sitting, decode_state(game, snapshot), moves)
    if game.turns(state) != turn:  # one move completed several
        raise Refused("no_such_turn", turns=row.turns)
    return state


async def turn_starts(store: Store, sitting: Sitting) -> Iterator[State]:
    """The states at the set-up and after each complete turn.

    Everything is read here; decoding and playing again happen while one iterates, which may take
    seconds for a long game and so belongs off the event loop.
    """
    row = sitting.row
    kept = await store.starts_of_turns(row.id)
    moves = await store.moves(row.id, last=row.turns - 1)
    if 0 not in kept:
        raise Refused("no_history")
    return _starts(sitting, kept, moves)


def _starts(
    sitting: Sitting, kept: Mapping[int, bytes], moves: Sequence[MoveRow]
) -> Iterator[State]:
    game = sitting.game
    last = kept[0]
    yield decode_state(game, last)
    turns = [list(group) for _, group in groupby(moves, key=lambda move: move.turn)]
    ends = [*(turn[0].turn for turn in turns[1:]), sitting.row.turns]
    for turn, after in zip(turns, ends, strict=False):
        known = kept.get(after)
        last = known or encode(_play_on(sitting, decode_state(game, last), turn))
        state = decode_state(game, last)
        if game.turns(state) != after:
            raise Refused("no_history")
        yield state


def _play_on(sitting: Sitting, state: State, moves: Sequence[MoveRow]) -> State:
    """Make these moves again; Refused if anything comes out otherwise than the log has it."""
    game, row = sitting.game, sitting.row
    for move in moves:
        try:
            same = game.turns(state) == move.turn
            made = decode_move(game, move.move)
            facts = game.play(state, move.seat, made, Rng(row.seed, move.number))
        except Exception as error:  # rules that have been mended may stumble in any way
            log.warning("table %s: move %s can't be replayed: %r", row.id, move.number, error)
            raise Refused("no_history") from None
        # A position that the players never had must not be shown as theirs.
        if not same or encode(facts).decode() != move.facts:
            log.warning("table %s: move %s comes out otherwise now", row.id, move.number)
            raise Refused("no_history")
    return state
