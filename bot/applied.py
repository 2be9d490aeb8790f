"""What moves do by the rules: made, made again, or made as if one of them had not been.

Pure: nothing is read or written here, so that it can run off the event loop.
"""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import structs

from bot import calls, clock
from bot.refusal import Refused
from bot.sitting import Sitting
from bot.store import MoveRow
from games.codec import decode_move, decode_state, encode
from games.core import Fact, IllegalMove, Move, Rng, Seat, State

log = logging.getLogger(__name__)


@dataclass
class Applied:
    """Moves that the rules have accepted, ready to be written."""

    moves: list[MoveRow]
    snapshots: list[tuple[int, int, bytes]]
    facts: list[Fact]
    touched: set[Seat]
    """The seats that moved, became due or are due no longer."""
    state: State
    """How the table stands afterwards."""

    @property
    def ended(self) -> set[Seat]:
        """The seats whose turns these moves have completed."""
        return {move.seat for move in self.moves if move.ends}


def apply(sitting: Sitting, seat: Seat, member: int | None, move: Move) -> Applied:
    """What a move, or each move of a shortcut, does by the rules. Changes the sitting's state."""
    game, state = sitting.game, sitting.truth
    if seat not in game.to_act(state):
        raise sitting.not_your_turn()
    moves: Sequence[Move] = [move]
    if isinstance(move, game.shortcuts):
        moves = game.unfold(state, seat, move)
    return _play(sitting, state, seat, member, moves)


def _play(
    sitting: Sitting, state: State, seat: Seat, member: int | None, moves: Sequence[Move]
) -> Applied:
    game, row, moment = sitting.game, sitting.row, clock.now()
    applied = Applied([], [], [], {seat}, state)
    due = game.to_act(state)
    stand_in = int(bool(sitting.seats[seat].stand_in))
    for number, move in enumerate(moves, start=row.number + 1):
        turn = game.turns(state)
        facts = game.play(state, seat, move, Rng(row.seed, number))
        reveals, ends = any(fact.reveals for fact in facts), game.turns(state) > turn
        written = encode(move).decode(), encode(facts).decode()
        flags = int(reveals), int(ends)
        took = calls.took(sitting.seats[seat], moment) if ends and member is not None else None
        applied.moves.append(
            MoveRow(number, turn, seat, member, *written, *flags, moment, stand_in, took)
        )
        applied.snapshots.append((number, game.turns(state), encode(state)))
        applied.facts += facts
    applied.touched |= due ^ game.to_act(state)
    return applied


def without(
    sitting: Sitting, snapshot: bytes, known: int, since: Sequence[MoveRow], undone: MoveRow
) -> Applied:
    """The moves since a snapshot as if one of them had not been made.

    Those who act at the same time may have moved since; if anything of theirs would come out
    differently, the move stands.
    """
    game, row = sitting.game, sitting.row
    state = decode_state(game, snapshot)
    again = Applied([], [], [], {undone.seat}, state)
    due = sitting.acting
    for number, old in enumerate((m for m in since if m != undone), start=known + 1):
        turn = game.turns(state)
        try:
            facts = game.play(state, old.seat, decode_move(game, old.move), Rng(row.seed, number))
        except IllegalMove:
            raise Refused("undo_others") from None
        if encode(facts).decode() != old.facts:
            raise Refused("undo_others")
        again.moves.append(structs.replace(old, number=number, turn=turn))
        again.snapshots.append((number, game.turns(state), encode(state)))
    if game.turns(state) != row.turns:
        raise Refused("undo_others")
    again.touched |= due ^ game.to_act(state)
    return again


def play_again(sitting: Sitting, snapshot: bytes, since: Sequence[MoveRow]) -> Applied:
    """The moves since a snapshot, made once more."""
    game, row = sitting.game, sitting.row
    again = Applied([], [], [], set(), decode_state(game, snapshot))
    state = again.state
    for old in since:
        game.play(state, old.seat, decode_move(game, old.move), Rng(row.seed, old.number))
        again.moves.append(old)
        again.snapshots.append((old.number, game.turns(state), encode(state)))
    return again


def choose_and_apply(sitting: Sitting, seat: Seat) -> Applied:
    """A computer player's decision, from its own view, and what it does."""
    game, state, row = sitting.game, sitting.truth, sitting.row
    moves = list(game.legal(state, seat))
    try:
        move = game.choose(game.view(state, seat), moves, chooser(row.seed, seat, row.number))
        if move not in moves:
            raise IllegalMove("computer")
    except Exception:
        log.exception("table %s: seat %s could not choose and takes the first move", row.id, seat)
        move = moves[0]
    return _play(sitting, state, seat, None, [move])


def chooser(seed: bytes, seat: Seat, number: int) -> Rng:
    """A computer player's own chance, apart from the table's."""
    return Rng(hashlib.sha256(seed + b"player" + bytes([seat])).digest(), number)
