"""A table as a file, and the proof that its seed made it."""

from __future__ import annotations

import asyncio

from bot.layout import Message
from bot.refusal import Refused
from bot.sitting import Sitting, sit
from bot.store import MoveRow, Store
from games.codec import decode_facts, decode_move, decode_options
from games.core import commitment
from games.record import BadRecord, Entry, Record, encode, known_to
from games.record import verify as check


def record(sitting: Sitting, moves: list[MoveRow]) -> Record:
    """The whole table as a record; for the bot alone while the table runs."""
    row, game = sitting.row, sitting.game
    return Record(
        game=game,
        seats=len(sitting.seats),
        options=decode_options(game, row.options),
        commitment=commitment(row.seed),
        seed=row.seed,
        moves=tuple(Entry(move.seat, decode_move(game, move.move)) for move in moves),
        result=sitting.result,
    )


async def export(store: Store, table_id: int, member: int) -> Message:
    """The game file; of a running table, what the member may know of it."""
    sitting = await sit(store, table_id)
    sitting.check_started()
    if sitting.row.sealed and sitting.row.status == "over":
        raise Refused("sealed_seed")
    moves = await store.moves(table_id)
    seat = sitting.seat_of(member)
    if sitting.row.status == "running":
        # The turn that is going on is its owner's business until it is complete.
        moves = [m for m in moves if m.turn < sitting.row.turns or m.seat == seat]
    facts = [decode_facts(move.facts) for move in moves]
    data = encode(known_to(record(sitting, moves), facts, seat))
    key = "export.whole" if sitting.result else f"export.{sitting.row.status}"
    name = f"{sitting.game.key}-{table_id}.jsonl"
    return Message(sitting.words.say(key, title=sitting.game.title), files=((name, data),))


async def verify(store: Store, table_id: int) -> Message:
    """Replay a finished table against its revealed seed, and say whether it holds."""
    sitting = await sit(store, table_id)
    sitting.check_started()
    if sitting.row.sealed:
        raise Refused("sealed_seed")
    if sitting.row.status != "over":
        raise Refused("table_aborted" if sitting.row.status == "aborted" else "verify_later")
    played = record(sitting, await store.moves(table_id))
    say = sitting.words.say
    values = {"hash": played.commitment, "count": len(played.moves)}
    try:
        await asyncio.to_thread(check, played)
    except BadRecord as bad:
        number = min(bad.line - 1, len(played.moves))
        return Message(say("verify.fails", reason=bad.reason, number=number, **values))
    return Message(say("verify.holds", **values))
