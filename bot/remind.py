"""A reminder: whose turn it is where, what happened since, and what only the member sees."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot import clock
from bot.courtesy import SNOOZES, snoozed
from bot.layout import TEXT, Key, List, Message
from bot.panel import LABEL, cut
from bot.refusal import Refused
from bot.show import paint, tell_turns
from bot.sitting import Sitting, exactly, relative, sit
from bot.store import MemberRow, OutboxRow, Store
from games.core import Seat
from games.phrasebook import Phrasebook
from renderers.scene import Picture

log = logging.getLogger(__name__)

SHOWN = 3  # tables of which there is a picture
LISTED = 8  # tables that are told of in one message
NEWS = 6  # turns that are told of


@dataclass(frozen=True)
class _Told:
    """What a reminder says about one table."""

    headline: str
    since: str
    news: list[str]
    """A line a turn."""


async def waiting(store: Store, row: OutboxRow) -> list[tuple[Sitting, Seat]]:
    """Of the turns that a reminder is about, those that still wait for the member."""
    payload = json.loads(row.payload)
    found = []
    for table_id, seat, due in payload["calls"]:
        try:
            sitting = await sit(store, table_id)
        except Refused:
            continue
        except Exception:  # one table that can't be read must not keep the others back
            log.exception("table %s can't be read for a reminder", table_id)
            continue
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
    alone = len(found) == 1
    told: list[_Told] = []
    pictures: list[Picture] = []
    rows: list[list[Key] | List] = []
    for number, (sitting, seat) in enumerate(found[:LISTED]):
        title = sitting.game.title
        if not alone:  # so that one finds the buttons of each table, also of the same game
            title = sitting.words.say("reminder.nth", number=number + 1, title=title)
        told.append(await _tell(store, sitting, seat, title))
        if number < SHOWN:
            pictures += await _private(sitting, seat, alone=alone)
        rows.append(_keys(sitting, row.id, title, alone=alone))
    first, words = found[0][0].row.id, found[0][0].words
    rows.append(_snoozes(first, await store.member(row.channel), words))
    more = len(found) - LISTED
    last = words.say("reminder.more", count=more) if more > 0 else ""
    return Message(_fitted(told, words, last), _named_apart(pictures), tuple(rows))


def _fitted(told: Sequence[_Told], words: Phrasebook, last: str) -> str:
    """Every table with as much of its news as there is room for; none is left out."""
    for most in range(NEWS, -1, -1):
        lines = []
        for table in told:
            lines += [table.headline, *_newest(table, most, words)]
        text = "\n".join(filter(None, [*lines, last]))
        if len(text) <= TEXT:
            break
    return text


def _newest(told: _Told, most: int, words: Phrasebook) -> list[str]:
    if not told.news or not most:
        return []
    earlier = len(told.news) - most
    more = [words.say("reminder.earlier", count=earlier)] if earlier > 0 else []
    return [told.since, *more, *(f"- {line}" for line in told.news[-most:])]


def _snoozes(table: int, member: MemberRow, words: Phrasebook) -> list[Key]:
    """The buttons that mean something at this time of the member's day."""
    offered = [word for word in SNOOZES if snoozed(clock.now(), member, word) is not None]
    return [Key(f"snooze:{table}:{word}", words.say(f"buttons.snooze_{word}")) for word in offered]


def _headline(sitting: Sitting, seat: Seat, title: str) -> str:
    """Where it is whose turn, and until when."""
    deadline = sitting.seats[seat].deadline
    values = {"title": title, "channel": sitting.row.channel}
    if deadline is None:
        return sitting.words.say("reminder.turn", **values)
    due = {"due": relative(deadline), "exactly": exactly(deadline)}
    return sitting.words.say("reminder.turn_due", **values, **due)


async def _tell(store: Store, sitting: Sitting, seat: Seat, title: str) -> _Told:
    """What is to be said about a table; what a stand-in did for the member is news too."""
    member = sitting.seats[seat].member
    assert member is not None
    last = await store.last_complete_turn(sitting.row.id, member)
    first = 0 if last is None else last + 1
    moves = await store.moves(sitting.row.id, first, sitting.row.turns - 1)
    since = sitting.words.say("reminder.so_far" if last is None else "reminder.since")
    return _Told(_headline(sitting, seat, title), since, tell_turns(sitting, moves, seat))


async def _private(sitting: Sitting, seat: Seat, *, alone: bool) -> list[Picture]:
    try:
        drawn = await asyncio.to_thread(paint, sitting, seat, (), sitting.row.turns)
    except Exception:  # to be reminded without a picture is better than not at all
        log.exception("table %s can't be drawn for a reminder", sitting.row.id)
        return []
    return list(drawn if alone else drawn[:1])


def _named_apart(pictures: list[Picture]) -> tuple[Picture, ...]:
    """Two tables of one game have pictures of the same name; a message can't."""
    return tuple(
        Picture(f"{number}-{picture.name}", picture.png, picture.alt)
        for number, picture in enumerate(pictures, start=1)
    )


def _keys(sitting: Sitting, post: int, title: str, *, alone: bool) -> list[Key]:
    say, table = sitting.words.say, sitting.row
    label = say("buttons.turn_here") if alone else say("buttons.turn_at", title=title)
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
