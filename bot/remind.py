"""A reminder: whose turn it is where, what happened since, and what only the member sees."""

from __future__ import annotations

import asyncio
import json

import discord

from bot.layout import Key, List, Message
from bot.panel import LABEL, cut
from bot.show import paint, tell_turns
from bot.sitting import Sitting, exactly, relative, sit
from bot.store import OutboxRow, Store
from games.core import Seat
from renderers.scene import Picture

SHOWN = 3  # tables of which there is a picture
LISTED = 8  # tables that are told of in one message
NEWS = 6  # turns that are told of

SNOOZES = ("hour", "evening", "morning")


async def waiting(store: Store, row: OutboxRow) -> list[tuple[Sitting, Seat]]:
    """Of the turns that a reminder is about, those that still wait for the member."""
    payload = json.loads(row.payload)
    found = []
    for table_id, seat, due in payload["calls"]:
        sitting = await sit(store, table_id)
        now = sitting.seats[seat] if seat < len(sitting.seats) else None
        running = sitting.row.status == "running"
        if now and running and now.member == payload["member"] and now.due == due and now.called:
            found.append((sitting, seat))
    return found


async def reminder(store: Store, row: OutboxRow) -> Message | None:
    """The direct message; None when none of the turns waits any more."""
    found = await waiting(store, row)
    if not found:
        return None
    lines: list[str] = []
    pictures: list[Picture] = []
    rows: list[list[Key] | List] = []
    for number, (sitting, seat) in enumerate(found[:LISTED]):
        lines += [headline(sitting, seat), *await _news(store, sitting, seat)]
        if number < SHOWN:
            pictures += await _private(sitting, seat, alone=len(found) == 1)
        rows.append(_keys(sitting, row.id, alone=len(found) == 1))
    say = found[0][0].words.say
    if len(found) > LISTED:
        lines.append(say("reminder.more", count=len(found) - LISTED))
    table = found[0][0].row.id
    rows.append([Key(f"snooze:{table}:{word}", say(f"buttons.snooze_{word}")) for word in SNOOZES])
    return Message("\n".join(lines), _named_apart(pictures), tuple(rows))


def headline(sitting: Sitting, seat: Seat) -> str:
    """Where it is whose turn, and until when."""
    deadline = sitting.seats[seat].deadline
    values = {"title": sitting.game.title, "channel": sitting.row.channel}
    if deadline is None:
        return sitting.words.say("reminder.turn", **values)
    due = {"due": relative(deadline), "exactly": exactly(deadline)}
    return sitting.words.say("reminder.turn_due", **values, **due)


async def _news(store: Store, sitting: Sitting, seat: Seat) -> list[str]:
    """What happened since the member's last turn, in a few lines."""
    last = await store.last_turn(sitting.row.id, seat)
    first = 0 if last is None else last.turn + 1
    moves = await store.moves(sitting.row.id, first, sitting.row.turns - 1)
    told = tell_turns(sitting, moves, seat)
    if not told:
        return []
    earlier = len(told) - NEWS
    more = [sitting.words.say("reminder.earlier", count=earlier)] if earlier > 0 else []
    return [sitting.words.say("reminder.since"), *more, *(f"- {line}" for line in told[-NEWS:])]


async def _private(sitting: Sitting, seat: Seat, *, alone: bool) -> list[Picture]:
    drawn = await asyncio.to_thread(paint, sitting, seat, (), sitting.row.turns)
    return list(drawn if alone else drawn[:1])


def _named_apart(pictures: list[Picture]) -> tuple[Picture, ...]:
    """Two tables of one game have pictures of the same name; a message can't."""
    return tuple(
        Picture(f"{number}-{picture.name}", picture.png, picture.alt)
        for number, picture in enumerate(pictures, start=1)
    )


def _keys(sitting: Sitting, post: int, *, alone: bool) -> list[Key]:
    say, table = sitting.words.say, sitting.row
    label = say("buttons.turn_here") if alone else say("buttons.turn_at", title=sitting.game.title)
    link = f"https://discord.com/channels/{table.server}/{table.channel}"
    if table.board:
        link += f"/{table.board}"
    return [
        Key(f"turn:{table.id}:{post}", cut(label, LABEL), discord.ButtonStyle.primary),
        Key("", say("buttons.go"), url=link),
    ]


async def nudge(store: Store, row: OutboxRow) -> Message | None:
    """The same in the channel, for who takes no direct messages."""
    found = await waiting(store, row)
    if not found:
        return None
    [(sitting, seat)] = found
    say, now = sitting.words.say, sitting.seats[seat]
    values = {
        "who": sitting.mention(seat),
        "since": relative(now.called),
        "due": relative(now.deadline),
    }
    lines = [say("reminder.nudge" if now.deadline is None else "reminder.nudge_due", **values)]
    if "explain" in json.loads(row.payload):
        lines.append(say("reminder.explain"))
    key = Key(f"turn:{sitting.row.id}:{row.id}", say("buttons.turn"), discord.ButtonStyle.primary)
    assert now.member is not None
    return Message("\n".join(lines), rows=([key],), pings=(now.member,))
