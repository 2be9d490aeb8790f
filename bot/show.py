"""What is shown of a table: the board, the log, who sits there. All of it made from a view."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Sequence
from itertools import groupby

import discord
import msgspec

from bot.layout import TEXT, Key, Message, pages
from bot.refusal import Refused
from bot.sitting import Sitting, relative, sit, sit_at_turn, sit_beside
from bot.store import EventRow, MoveRow, OutboxRow, Store
from games.codec import decode_facts
from games.core import Fact, Seat, View, commitment
from games.phrasebook import Phrasebook
from renderers import draw
from renderers.scene import Picture, Scene, scene

LOG_PAGE = 12  # turns on a page of the log, or as many as there is room for
_ROOM = 200  # characters for what stands above them


def tell_turns(sitting: Sitting, moves: Sequence[MoveRow], seat: Seat | None) -> list[str]:
    """What happened, a line or more a turn, as far as the seat may know."""
    lines = []
    for _, turn in groupby(moves, key=lambda move: move.turn):
        told = [_tell(sitting, played, seat) for played in _by_hand(sitting, list(turn))]
        if line := " ".join(filter(None, told)):
            lines.append(line)
    return lines


def _tell(sitting: Sitting, played: Sequence[MoveRow], seat: Seat | None) -> str:
    """What moves brought about, with the names of those who made them."""
    known = [fact for fact in facts_of(played) if fact.known_to(seat)]
    words = sitting.who_played(sitting.words, played)
    return " ".join(words.tell(fact) for fact in sitting.game.condense(known))


def _by_hand(sitting: Sitting, turn: Sequence[MoveRow]) -> Iterator[list[MoveRow]]:
    """A turn in parts in which each seat is played by one hand: a stand-in may have ended it."""
    part: list[MoveRow] = []
    hands: dict[Seat, tuple[int, int]] = {}
    for move in turn:
        before = [s for s in sitting.sitters if s.seat == move.seat and s.until < move.number]
        hand = len(before), move.stand_in
        if hands.setdefault(move.seat, hand) != hand:
            yield part
            part, hands = [], {move.seat: hand}
        part.append(move)
    yield part


async def tell_events(store: Store, sitting: Sitting) -> list[tuple[EventRow, Fact, str]]:
    """What happened besides moves, told with the names of that time."""
    words, told = sitting.words, []
    for event in reversed(await store.events(sitting.row.id)):
        fact = msgspec.json.decode(event.fact, type=Fact)
        told.append((event, fact, tell_house_fact(words, fact)))
        if {"seat", "name", "new"} <= fact.values.keys():  # before that, another one sat there
            names = list(words.names)
            names[fact.values["seat"]] = _bold(fact.values["name"])
            words = words.named(names)
    return told[::-1]


def tell_house_fact(words: Phrasebook, fact: Fact) -> str:
    """A fact of the house rather than of a game; names in it are input, moments are shown."""
    values = dict(fact.values)
    for name in ("name", "new"):
        if name in values:
            values[name] = _bold(values[name])
    if "moment" in values:
        values["moment"] = relative(float(values["moment"]))
    return words.say(fact.key, **values)


def _bold(name: object) -> str:
    return f"**{discord.utils.escape_markdown(str(name))}**"


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
    sitting = await sit_at_turn(store, row.table, last)
    moves = await store.moves(row.table, since, last - 1)
    pictures = await asyncio.to_thread(paint, sitting, None, moves, since)
    lines = [_title(sitting)]
    if first == 0:
        lines += _opening(sitting)
    pings: tuple[int, ...] = ()
    if events := payload.get("events"):
        told = [one for one in await tell_events(store, sitting) if one[0].id in events]
        pings = _replaced(sitting, [fact for _, fact, _ in told])
        lines += [line for _, _, line in told]
        lines += [" ".join(f"<@{member}>" for member in pings)] if pings else []
    lines += tell_turns(sitting, moves, None)
    if sitting.result:
        lines += _ending(sitting)
    else:
        lines.append(sitting.who_is_next())
        before = None if first == 0 or payload.get("call") else since
        pings += await _newly_due(store, sitting, moves, before)
    keys = board_keys(sitting, row.id)
    return Message("\n".join(lines), pictures, (keys,), pings=pings)


def _replaced(sitting: Sitting, facts: Sequence[Fact]) -> tuple[int, ...]:
    """The members whose seats a stand-in has begun to keep: nothing reminds them from now on."""
    lost = [sitting.seats[fact.values["seat"]] for fact in facts if fact.key == "events.keeps"]
    return tuple(s.member for s in lost if s.member is not None and s.stand_in == "seat")


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
        say("board.sealed_seed")
        if sitting.row.sealed
        else say("board.seed", seed=sitting.row.seed.hex()),
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


async def log_page(
    store: Store, table_id: int, page: int, member: int, seat: Seat | None = None
) -> Message:
    """A page of the log, the newest first; each member reads what they may know."""
    sitting = await sit(store, table_id)
    if seat is not None and seat >= len(sitting.seats):
        raise Refused("forged")
    lines = await _log_lines(store, sitting, member, seat)
    shared_out = pages(reversed(lines), TEXT - _ROOM, LOG_PAGE)
    page, count = min(max(page, 0), len(shared_out) - 1), len(shared_out)
    shown = shared_out[page][::-1]
    say, only = sitting.words.say, "" if seat is None else f"s{seat}"
    values = {"title": sitting.game.title, "page": page + 1, "pages": count}
    text = [say("log.title", **values) if seat is None else say("log.of", seat=seat, **values)]
    text += shown or [say("log.empty")]
    stem, older, newer = f"look:{table_id}:log", page + 1, max(0, page - 1)
    keys = [
        Key(f"{stem}:{older}:{only}", say("log.older"), disabled=older >= count),
        Key(f"{stem}:{newer}:{only}n", say("log.newer"), disabled=page == 0),
    ]
    return Message("\n".join(text), rows=(keys,) if count > 1 else ())


async def _log_lines(store: Store, sitting: Sitting, member: int, only: Seat | None) -> list[str]:
    """The log turn by turn; the turn that is going on is its owner's business until it is over."""
    table_id, told = sitting.row.id, sitting.row.turns - 1
    moves = await store.moves(table_id, 0, told)
    if only is not None:
        moves = [move for move in moves if move.seat == only]
    lines: dict[int, list[str]] = {}
    for event, fact, line in await tell_events(store, sitting):
        if only is None or fact.values.get("seat") == only:
            lines.setdefault(event.turn, []).append(f"- {line}")
    for turn, group in groupby(moves, key=lambda move: move.turn):
        played = tell_turns(sitting, list(group), sitting.seat_of(member))
        lines.setdefault(turn, []).extend(f"{turn + 1}. {line}" for line in played)
    return [line for turn in sorted(lines) for line in lines[turn]]


async def describe(store: Store, table_id: int, member: int) -> Message:
    """The whole position in words."""
    sitting = await sit_beside(store, table_id, member)
    facts = sitting.game.describe(sitting.view(sitting.seat_of(member)))
    return Message("\n".join(sitting.words.tell(fact) for fact in facts))


async def hand(store: Store, table_id: int, member: int) -> Message:
    """What only this member sees of a table, as a picture and in words."""
    sitting = await sit_beside(store, table_id, member)
    sitting.check_started()
    seat = sitting.seat_for(member)
    turns = sitting.game.turns(sitting.truth)
    pictures = await asyncio.to_thread(paint, sitting, seat, (), turns)
    tell, view = sitting.words.tell, sitting.view(seat)
    headline = tell(sitting.game.headline(view))
    told = [tell(fact) for fact in sitting.game.describe(view)]
    lines = [_title(sitting), f"<#{sitting.row.channel}>"]
    lines += [line for line in told if line != headline]  # the title says it already
    return Message("\n".join(lines), pictures)


def link(sitting: Sitting) -> str:
    """Where a table is played: its newest board, or else its channel."""
    row = sitting.row
    if row.board is None:
        return f"<#{row.channel}>"
    return f"https://discord.com/channels/{row.server}/{row.channel}/{row.board}"


async def who(store: Store, table_id: int) -> Message:
    """Seats, and whose turn it is."""
    sitting = await sit(store, table_id)
    say = sitting.words.say
    lines = [say("who.title", title=sitting.game.title, number=sitting.row.id)]
    for seat in sitting.seats:
        key = "who.acting" if seat.seat in sitting.acting else "who.waiting"
        line = say(key, who=sitting.mention(seat.seat), number=seat.seat + 1)
        if seat.deadline is not None:
            line += say("tables.due", due=relative(seat.deadline))
        if seat.stand_in:
            line += say("who.stand_in")
        lines.append(line)
    status = "closed" if sitting.row.closed else sitting.row.status
    lines.append(say(f"who.{status}", channel=sitting.row.channel))
    return Message("\n".join(lines))
