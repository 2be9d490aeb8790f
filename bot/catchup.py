"""What a member has missed: the turns since their last one, and the table then and now."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from bot.layout import TEXT, Message, pages
from bot.show import facts_of, staged, tell_turns
from bot.sitting import Sitting, sit, sit_at_turn
from bot.store import MoveRow, Store
from games.core import Seat
from renderers import Labels, compare
from renderers.scene import Picture

_ROOM = 600  # characters for what stands around the turns


@dataclass(frozen=True)
class _Missed:
    """What a member has missed: from which turn on, and why from there."""

    kind: str
    """yours: since their last turn; start: they had none yet; last: they don't sit there."""
    since: int
    now: Sitting
    """After the last complete turn: the one that is going on is its owner's business."""
    moves: list[MoveRow]

    @property
    def count(self) -> int:
        return self.now.row.turns - self.since

    def say(self, key: str) -> str:
        return self.now.words.say(f"catchup.{key}", number=self.since, count=self.count)


async def catchup(store: Store, table_id: int, member: int) -> Message:
    """What happened since a member's last turn, in words and as a picture of then and now."""
    sitting = await sit(store, table_id)
    sitting.check_started()
    missed = await _missed(store, sitting, member)
    lines = [_title(missed.now)]
    pictures: tuple[Picture, ...] = ()
    if missed.count:
        lines += [missed.say(missed.kind), _told(missed, sitting.seat_of(member))]
        before = await sit_at_turn(store, table_id, missed.since)
        last = await store.moves(table_id, missed.since - 1, missed.since - 1)
        pictures = await asyncio.to_thread(_compared, before, last, missed)
    else:
        lines.append(missed.say("nothing" if missed.kind == "yours" else "nothing_yet"))
    if sitting.row.status == "running":
        lines.append(missed.now.who_is_next())
    elif missed.now.result:
        lines.append(missed.say("over"))
    return Message("\n".join(lines), pictures)


async def _missed(store: Store, sitting: Sitting, member: int) -> _Missed:
    """From the turn after the member's last one on; who doesn't sit there sees the last round."""
    table_id, turns = sitting.row.id, sitting.row.turns
    seat = sitting.seat_of(member)
    if seat is None:
        kind, since = "last", max(0, turns - len(sitting.seats))
    else:
        last = await store.last_complete_turn(table_id, member)
        kind, since = ("start", 0) if last is None else ("yours", last + 1)
    now = await sit_at_turn(store, table_id, turns)
    return _Missed(kind, since, now, await store.moves(table_id, since, turns - 1))


def _title(now: Sitting) -> str:
    headline = now.words.tell(now.game.headline(now.view(None)))
    return now.words.say("board.title", title=now.game.title, headline=headline)


def _told(missed: _Missed, seat: Seat | None) -> str:
    """The turns in words as far as the seat may know, numbered as in the log: the newest fit."""
    lines = [
        f"{turn + 1}. {line}"
        for turn, group in groupby(missed.moves, key=lambda move: move.turn)
        for line in tell_turns(missed.now, list(group), seat)
    ]
    kept = pages(reversed(lines), TEXT - _ROOM)[0][::-1]
    if earlier := len(lines) - len(kept):
        kept.insert(0, missed.now.words.say("catchup.earlier", count=earlier))
    return "\n".join(kept)


def _compared(before: Sitting, last: Sequence[MoveRow], missed: _Missed) -> tuple[Picture, ...]:
    """The table then and now, as a spectator sees it."""
    now, shown = missed.now, _concerned(missed)
    then = replace(staged(before, None, last, missed.since), shown=shown)
    after = replace(staged(now, None, missed.moves, missed.since), shown=shown)
    start = missed.kind == "start" or not missed.since
    labels = Labels(
        missed.say("before_start" if start else f"before_{missed.kind}"),
        missed.say("end" if now.result else "now"),
    )
    return tuple(compare(now.game.key, then, after, labels))


def _concerned(missed: _Missed) -> frozenset[Seat]:
    """The seats that moved or whose doings came to light; at the end everybody."""
    if missed.now.result:
        return frozenset(range(len(missed.now.seats)))
    told = [fact.values.get("seat") for fact in facts_of(missed.moves) if fact.known_to(None)]
    seats = {seat for seat in told if isinstance(seat, int)}
    return frozenset(seats | {move.seat for move in missed.moves})
