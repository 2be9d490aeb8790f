"""A whole game as one moving picture, set up again turn by turn."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace as changed
from itertools import groupby

from bot.answer import Progress
from bot.history import turn_starts
from bot.layout import Message
from bot.refusal import Refused
from bot.show import staged
from bot.sitting import Sitting, sit
from bot.store import MoveRow, Store
from games.core import Seat, State, View
from renderers import animate
from renderers.scene import Picture, Scene


async def replay(
    store: Store, table_id: int, member: int, *, own: bool, progress: Progress
) -> Message:
    """The game so far as a spectator saw it; after the end, if wanted, as the member saw it."""
    sitting = await sit(store, table_id)
    sitting.check_started()
    seat = _own_seat(sitting, member) if own else None
    turns = sitting.row.turns
    states = await turn_starts(store, sitting)
    moves = await store.moves(table_id, last=turns - 1)
    scenes = _counted(_scenes(sitting, states, moves, seat), sitting, progress)
    data = await asyncio.to_thread(animate, sitting.game.key, scenes)
    values = {"title": sitting.game.title, "count": turns}
    headline = sitting.plain_words.tell(sitting.game.headline(sitting.view(None)))
    alt = sitting.plain_words.say("replay.alt", headline=headline, **values)
    text = sitting.words.say("replay.own" if own else "replay.text", **values)
    return Message(text, (Picture("replay.gif", data, alt),))


def _own_seat(sitting: Sitting, member: int) -> Seat:
    """Where a member sat who may see the game with their own eyes: while it runs, nobody may.

    Who gave the seat up sees the rest with the eyes of whoever played on.
    """
    seat = sitting.seat_of(member)
    if seat is None:
        given_up = [former.seat for former in sitting.sitters if former.member == member]
        seat = given_up[-1] if given_up else None
    if seat is None:
        raise Refused("own_replay_seated")
    if sitting.row.status != "over":
        raise Refused("own_replay_later")
    return seat


def _scenes(
    sitting: Sitting, states: Iterator[State], moves: Sequence[MoveRow], seat: Seat | None
) -> Iterator[Scene[View]]:
    by_turn = {turn: list(group) for turn, group in groupby(moves, key=lambda move: move.turn)}
    for state in states:
        then = changed(sitting, state=state)
        turns = then.game.turns(state)
        yield staged(then, seat, by_turn.get(turns - 1, ()), max(0, turns - 1))


def _counted(
    scenes: Iterator[Scene[View]], sitting: Sitting, progress: Progress
) -> Iterator[Scene[View]]:
    """The same scenes; says how far they have been drawn."""
    say, turns = sitting.words.say, sitting.row.turns
    for number, scene in enumerate(scenes):
        progress.say(say("replay.progress", number=number, count=turns))
        yield scene
    progress.say(say("replay.packing"))
