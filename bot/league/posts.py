"""What a league posts: the sign-up, a round, the standings, the end of a season."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import discord

from bot.layout import TEXT, Key, Message
from bot.league.cards import ACROSS, Cards, division_name
from bot.league.league import League, meet
from bot.league.words import Words
from bot.refusal import Refused
from bot.sitting import relative
from bot.store import FixtureRow, OutboxRow, Store
from games import GAMES
from games.phrasebook import Phrasebook
from renderers import alt
from renderers.scene import Picture

MEMBERS = ("member", "new", "judge")  # the values of a note that are members


async def post(store: Store, row: OutboxRow) -> Message:
    """A post of a league, as things stand when it is posted."""
    payload = json.loads(row.payload)
    league = await meet(store, payload["league"], payload["season"])
    match payload["what"]:
        case "open":
            return sign_up(league, row.id)
        case "round":
            return _round(league, payload["round"], row.id)
        case "table":
            return _table(league, payload["fixture"])
        case "standings":
            return await standings(league, payload["fixtures"], row.id)
        case "over":
            return await _over(league, row.id)
        case "overdue":
            return _overdue(league, payload["round"], row.id)
        case what:
            return _note(league, what, payload)


def sign_up(league: League, post: int = 0) -> Message:
    """The sign-up as it stands."""
    words, row = Words(league), league.row
    # What a season is at later on, others tell: the sign-up changes no more then.
    where = words.say(
        "where_before" if row.status == "open" else "where_sign_up", season=row.season
    )
    lines = [words.say("title", name=words.name, where=where), *words.terms(), *words.entries()]
    if row.status != "open":
        late = "_full" if league.is_full else "_late"
        late = late if row.status == "running" and league.can_enter() else ""
        lines.append(words.say(f"sign_up_{row.status}{late}"))
    if not league.can_enter():
        return Message("\n".join(lines))
    style = discord.ButtonStyle.success
    keys = [
        Key(f"league:{row.id}:join:{post}", words.say("buttons.join"), style),
        Key(f"league:{row.id}:leave:{post}", words.say("buttons.leave")),
    ]
    return Message("\n".join(lines), rows=(keys,))


def _look(league: League, post: int) -> tuple[list[Key], ...]:
    """A button for the standings as they are when it is pressed; it also tells posts apart."""
    label = Words(league).say("buttons.standings")
    return ([Key(f"league:{league.row.id}:standings:{post}", label)],)


def _round(league: League, number: int, post: int) -> Message:
    """A new round: who meets whom, and where."""
    words = Words(league)
    lines = [words.round_title(number)]
    if league.row.due is not None and league.row.round == number:
        lines.append(words.say("round_due", due=relative(league.row.due)))
    return Message("\n".join([*lines, *words.round(number)]), rows=_look(league, post))


def _table(league: League, number: int) -> Message:
    """The first words in the thread of a table: all who play there are called."""
    words, fixture = Words(league), _fixture(league, number)
    members = [member for member in fixture.seats() if member > 0]
    lines = [
        words.round_title(fixture.round),
        words.say("table_call", number=fixture.name, title=GAMES[fixture.game].title),
        words.say("table_pace", pace=league.terms.pace),
        " ".join(f"<@{member}>" for member in members),
    ]
    if league.terms.duplicate:
        lines.insert(3, words.say("table_duplicate"))
    return Message("\n".join(lines), pings=tuple(members))


def _fixture(league: League, number: int) -> FixtureRow:
    for fixture in league.fixtures:
        if fixture.id == number:
            return fixture
    raise Refused("league_no_table")


async def standings(league: League, ended: list[int] | None = None, post: int = 0) -> Message:
    """Where everybody stands, as a picture and in words, with the tables that just ended."""
    words = Words(league)
    if not league.divisions or league.row.status == "open":
        raise Refused("league_not_begun")
    lines = [words.title()]
    lines += words.results([f for f in league.fixtures if f.id in (ended or ())])
    told = words.standings(TEXT - len("\n".join(lines)) - 1)
    rows = _look(league, post) if post else ()
    return Message("\n".join([*lines, *told]), (await _drawn(words),), rows=rows)


async def _drawn(words: Words) -> Picture:
    """The picture of the standings, with its words for who can't see it."""
    title = words.title()
    spoken = _plain([title, *words.spoken_standings(alt.LIMIT - len(title))])
    return await asyncio.to_thread(Cards(words.league).standings, spoken)


async def cross(league: League, division: int | None) -> Message:
    """Who met whom, a picture a division."""
    words = Words(league)
    if not any(fixture.status == "over" for fixture in league.fixtures):
        raise Refused("league_nothing_played")
    divisions = [d for d in league.divisions if division in (None, d)]
    if not divisions:
        raise Refused("league_no_division", count=len(league.divisions))
    lines, others, pictures = [words.title(), words.say("cross")], [], []
    for number, one in enumerate(divisions, start=1):
        name = division_name(league, one, Phrasebook())
        spoken = _plain([*lines, name, *words.meetings(one, pictured=True)])
        drawn = await asyncio.to_thread(Cards(league).cross, one, spoken)
        pictures.append(Picture(f"{number}-{drawn.name}", drawn.png, drawn.alt))
        others += words.meetings(one, pictured=False)
    if any(len(league.standings(one)) > ACROSS for one in divisions):
        lines.append(words.say("cross_first", count=ACROSS))
    return Message("\n".join([*lines, *others]), tuple(pictures))


async def _over(league: League, post: int) -> Message:
    """The season is over: champions, who goes up and down, the last standings."""
    words, pings = Words(league), []
    lines = [words.say("over_title", name=words.name, season=league.row.season)]
    for division in league.divisions:
        first = [one.member for one in league.champions(division) if one.member > 0]
        pings += first
        if first:
            values = {"division": division_name(league, division, Phrasebook())}
            key = "champion" if len(league.divisions) == 1 else "champion_of"
            who = Phrasebook().join([f"<@{member}>" for member in first])
            lines.append(words.say(key, who=who, count=len(first), **values))
        for zone in ("up", "down"):
            moving = [one.member for one in league.standings(division) if one.zone == zone]
            if moving:
                who = words.everybody(moving)
                lines.append(words.say(f"goes_{zone}", who=who, count=len(moving)))
    if not pings:
        lines.append(words.say("no_champion"))
    lines.append(words.say("over_next"))
    row = _look(league, post)
    return Message("\n".join(lines), (await _drawn(words),), row, (), tuple(pings))


def _overdue(league: League, number: int, post: int) -> Message:
    """What is missing of a round that should be over."""
    words = Words(league)
    missing = [f for f in league.going_on() if f.round == number]
    lines = [words.say("overdue", name=words.name, round=number)]
    lines += [words.fixture(fixture) for fixture in missing]
    return Message("\n".join(lines), rows=_look(league, post))


def _note(league: League, what: str, payload: dict[str, Any]) -> Message:
    """A line about a league; who has to know is mentioned."""
    words, values = Words(league), dict(payload)
    pings: tuple[int, ...] = ()
    if what == "carried":
        pings = tuple(payload["members"])
        values["who"] = " ".join(f"<@{member}>" for member in pings)
    elif what in ("moved_up", "withdrawn", "no_show"):
        pings, values["member"] = (payload["member"],), f"<@{payload['member']}>"
    elif what == "replaced":
        pings, values["new"] = (payload["new"],), f"<@{payload['new']}>"
    for field in MEMBERS:
        if isinstance(values.get(field), int):
            member = values[field]
            values[field] = f"<@{member}>" if field == "judge" else words.who(member)
    if "fixture" in values:
        fixture = _fixture(league, payload["fixture"])
        values |= {"table": fixture.full_name}
    if "division" in values:
        values["division"] = division_name(league, values["division"], Phrasebook())
    return Message(words.say(f"note_{what}", name=words.name, **values), pings=pings)


def _plain(lines: list[str]) -> str:
    """Words for who can't see a picture: without markup, names as they are."""
    text = " ".join(alt.sentence(line) for line in lines)
    for mark in ("**", "### ", "-# "):
        text = text.replace(mark, "")
    return re.sub(r"\\(.)", r"\1", text)
