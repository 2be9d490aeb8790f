"""What is shown of a table: the board, the log, who sits there. All of it made from a view."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import groupby

import discord

from bot.layout import Key, Message
from bot.sitting import Sitting, sit, sit_at_turn, sit_beside
from bot.store import MoveRow, OutboxRow, Store
from games.codec import decode_facts, decode_state
from games.core import Fact, Seat, View, commitment
from renderers import animate, draw
from renderers.scene import Picture, Scene, scene

LOG_PAGE = 12  # turns on a page of the log


def tell_turns(sitting: Sitting, moves: Sequence[MoveRow], seat: Seat | None) -> list[str]:
    """What happened, a line or more a turn, as far as the seat may know."""
    lines = []
    for _, turn in groupby(moves, key=lambda move: move.turn):
        facts = [fact for move in turn for fact in decode_facts(move.facts)]
        known = [fact for fact in facts if fact.known_to(seat)]
        told = " ".join(sitting.words.tell(fact) for fact in sitting.game.condense(known))
        if told:
            lines.append(told)
    return lines


def facts_of(moves: Sequence[MoveRow]) -> list[Fact]:
    """All facts of these moves, in order."""
    return [fact for move in moves for fact in decode_facts(move.facts)]


def paint(
    sitting: Sitting, seat: Seat | None, moves: Sequence[MoveRow], since: int
) -> tuple[Picture, ...]:
    """The pictures of a sitting, with what the moves changed marked."""
    return tuple(draw(sitting.game.key, staged(sitting, seat, moves, since)))


def staged(
    sitting: Sitting, seat: Seat | None, moves: Sequence[MoveRow], since: int
) -> Scene[View]:
    """The scene of a sitting, ready to be drawn."""
    return scene(
        sitting.game,
        sitting.view(seat),
        sitting.drawn_words,
        acting=sitting.acting,
        facts=facts_of(moves),
        since=since,
        result=sitting.result,
    )


async def board_post(store: Store, row: OutboxRow) -> Message:
    """The post of one or more turns: what happened, who is next, the picture."""
    payload = json.loads(row.payload)
    first, last = payload["first"], payload["last"]
    since = max(0, first - 1)
    sitting = await sit_at_turn(store, row.table_id, last)
    moves = await store.moves(row.table_id, since, last - 1)
    pictures = await asyncio.to_thread(paint, sitting, None, moves, since)
    lines = [_title(sitting)]
    if first == 0:
        lines += _opening(sitting)
    lines += tell_turns(sitting, moves, None)
    pings: tuple[int, ...] = ()
    if sitting.result:
        lines += _ending(sitting)
    else:
        lines.append(sitting.who_is_next())
        pings = await _newly_due(store, sitting, moves, since if first else None)
    keys = board_keys(sitting, row.id)
    return Message("\n".join(lines), pictures, (keys,), pings=pings)


async def _newly_due(
    store: Store, sitting: Sitting, moves: Sequence[MoveRow], before: int | None
) -> tuple[int, ...]:
    """The members to ping: who was due at the last post and has not moved since knows already."""
    waiting: frozenset[Seat] = frozenset()
    if before is not None:
        waiting = (await sit_at_turn(store, sitting.row.id, before)).acting
    told = waiting - {move.seat for move in moves}
    members = (sitting.seats[seat].member for seat in sorted(sitting.acting - told))
    return tuple(member for member in members if member is not None)


def board_keys(sitting: Sitting, post: int) -> list[Key]:
    """The buttons under a board; they open what is due when they are pressed."""
    say, table = sitting.words.say, sitting.row.id
    looks = [Key(f"look:{table}:log:0", say("buttons.log"))]
    if sitting.result:
        return [*looks, Key(f"again:{table}:{post}", say("buttons.again"))]
    turn = Key(f"turn:{table}:{post}", say("buttons.turn"), discord.ButtonStyle.primary)
    return [turn, Key(f"look:{table}:board", say("buttons.board")), *looks]


def _title(sitting: Sitting) -> str:
    headline = sitting.words.tell(sitting.game.headline(sitting.view(None)))
    return sitting.words.say("board.title", title=sitting.game.title, headline=headline)


def _opening(sitting: Sitting) -> list[str]:
    say = sitting.words.say
    lines = [say("board.seats", seat=[s.seat for s in sitting.seats])]
    lines += [sitting.words.tell(fact) for fact in sitting.game.opening(sitting.view(None))]
    return [*lines, say("board.sealed", hash=commitment(sitting.row.seed))]


def _ending(sitting: Sitting) -> list[str]:
    result = sitting.result
    assert result
    say = sitting.words.say
    ranked = sorted(range(len(result.scores)), key=lambda seat: -result.scores[seat])
    scores = ", ".join(f"{sitting.words.seat(s)} {result.scores[s]}" for s in ranked)
    key = "board.won" if len(result.winners) == 1 else "board.shared"
    return [
        say("board.over", scores=scores),
        say(key, seat=list(result.winners)),
        say("board.seed", seed=sitting.row.seed.hex()),
    ]


async def board_now(store: Store, table_id: int, turn: int | None) -> Message:
    """The picture as it is now, or as it was after an earlier turn."""
    now = await sit(store, table_id)
    shown = now.row.turns if turn is None else turn
    sitting = await sit_at_turn(store, table_id, shown) if now.state else now
    last = sitting.game.turns(sitting.truth)
    moves = await store.moves(table_id, last - 1, last - 1)
    pictures = await asyncio.to_thread(paint, sitting, None, moves, max(0, last - 1))
    lines = [_title(sitting)]
    if turn is not None:
        lines.append(sitting.words.say("board.turn", turn=last, turns=now.row.turns))
    elif not sitting.result:
        lines.append(sitting.who_is_next())
    return Message("\n".join(lines), pictures)


async def log_page(store: Store, table_id: int, page: int, member: int) -> Message:
    """A page of the log, the newest first; each member reads what they may know."""
    sitting = await sit(store, table_id)
    turns = sitting.row.turns + 1
    pages = max(1, -(-turns // LOG_PAGE))
    page = min(max(page, 0), pages - 1)
    last = turns - 1 - page * LOG_PAGE
    first = max(0, last - LOG_PAGE + 1)
    # The turn that is going on is its owner's business until it is complete.
    moves = await store.moves(table_id, first, min(last, sitting.row.turns - 1))
    lines = [
        f"{turn + 1}. {line}"
        for turn, group in groupby(moves, key=lambda move: move.turn)
        for line in tell_turns(sitting, list(group), sitting.seat_of(member))
    ]
    say = sitting.words.say
    text = [say("log.title", title=sitting.game.title, page=page + 1, pages=pages)]
    text += lines or [say("log.empty")]
    keys = [
        Key(f"look:{table_id}:log:{page + 1}", say("log.older"), disabled=page + 1 >= pages),
        Key(f"look:{table_id}:log:{max(0, page - 1)}:new", say("log.newer"), disabled=page == 0),
    ]
    return Message("\n".join(text), rows=(keys,) if pages > 1 else ())


async def describe(store: Store, table_id: int, member: int) -> Message:
    """The whole position in words."""
    sitting = await sit_beside(store, table_id, member)
    facts = sitting.game.describe(sitting.view(sitting.seat_of(member)))
    return Message("\n".join(sitting.words.tell(fact) for fact in facts))


async def replay(store: Store, table_id: int) -> Message:
    """The whole game so far as one moving picture, as a spectator saw it."""
    sitting = await sit(store, table_id)
    sitting.check_started()
    states = await store.turn_snapshots(table_id)
    moves = await store.moves(table_id, last=sitting.row.turns - 1)
    data = await asyncio.to_thread(_animated, sitting, states, moves)
    say = sitting.words.say
    values = {"title": sitting.game.title, "count": len(states) - 1}
    headline = sitting.plain_words.tell(sitting.game.headline(sitting.view(None)))
    alt = sitting.plain_words.say("replay.alt", headline=headline, **values)
    return Message(say("replay.text", **values), (Picture("replay.gif", data, alt),))


def _animated(sitting: Sitting, states: Sequence[bytes], moves: Sequence[MoveRow]) -> bytes:
    by_turn = {turn: list(group) for turn, group in groupby(moves, key=lambda move: move.turn)}
    game = sitting.game

    def scenes() -> Iterator[Scene[View]]:
        for state in states:
            then = Sitting(sitting.row, sitting.seats, decode_state(game, state))
            turns = game.turns(then.truth)
            yield staged(then, None, by_turn.get(turns - 1, ()), max(0, turns - 1))

    return animate(game.key, scenes())


async def hand(store: Store, table_id: int, member: int) -> Message:
    """What only this member sees of a table, as a picture and in words."""
    sitting = await sit_beside(store, table_id, member)
    sitting.check_started()
    seat = sitting.seat_for(member)
    turns = sitting.game.turns(sitting.truth)
    pictures = await asyncio.to_thread(paint, sitting, seat, (), turns)
    facts = sitting.game.describe(sitting.view(seat))
    lines = [_title(sitting), f"<#{sitting.row.channel}>"]
    lines += [sitting.words.tell(fact) for fact in facts]
    return Message("\n".join(lines), pictures)


async def tables(store: Store, sittings: Sequence[Sitting], member: int) -> Message:
    """A member's tables: where each is, whose turn it is, and since when."""
    lines = []
    for sitting in sittings:
        due = sitting.seat_of(member) in sitting.acting
        key = "tables.lobby" if sitting.state is None else "tables.yours" if due else "tables.other"
        since = discord.utils.format_dt(
            datetime.fromtimestamp(await store.last_change(sitting.row.id), UTC), "R"
        )
        lines.append(
            sitting.words.say(
                key,
                title=sitting.game.title,
                channel=sitting.row.channel,
                seat=sorted(sitting.acting),
                since=since,
            )
        )
    return Message("\n".join(lines))


async def who(store: Store, table_id: int) -> Message:
    """Seats, and whose turn it is."""
    sitting = await sit(store, table_id)
    say = sitting.words.say
    lines = [say("who.title", title=sitting.game.title, number=sitting.row.id)]
    for seat in sitting.seats:
        key = "who.acting" if seat.seat in sitting.acting else "who.waiting"
        lines.append(say(key, who=sitting.mention(seat.seat), number=seat.seat + 1))
    status = sitting.row.status
    lines.append(say(f"who.{status}", channel=sitting.row.channel))
    return Message("\n".join(lines))
