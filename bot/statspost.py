"""A look back as a message: the figures in words, and the same as a picture."""

from __future__ import annotations

import asyncio

import discord
from discord.utils import escape_markdown

from bot import stats
from bot.layout import Message
from bot.stats import MemberRecord, Played, ServerRecord
from bot.statscards import Cards
from bot.statswords import (
    Names,
    for_message,
    for_picture,
    member_lines,
    server_lines,
    strong,
    title_of,
)
from bot.store import Store
from games import GAMES
from games.phrasebook import Phrasebook
from renderers import alt
from renderers.stats import picture


async def of_member(
    store: Store, server: int, user: discord.abc.User, game: str | None, *, own: bool
) -> Message:
    """What a member has played in a server, of one game or of all."""
    words = Phrasebook()
    if game is not None and game not in GAMES:
        return unknown_game(words, game)
    finished = await store.finished_of(user.id, server, game)
    tables = await asyncio.to_thread(stats.read, finished)
    if not tables:
        name = strong(user.display_name)
        return _nothing(words, "none_own" if own else "none_member", game, name=name)
    times = await store.times_to_move(stats.timed(tables), user.id)
    record = await asyncio.to_thread(stats.member_record, user.id, tables, times)
    names = await store.newest_names(server, [duel.member for duel in record.duels])
    names[user.id] = user.display_name, user.name
    return await asyncio.to_thread(_member_message, words, record, names, game)


async def of_server(store: Store, server: int, name: str, game: str | None) -> Message:
    """What was played in a server, of one game or of all."""
    words = Phrasebook()
    if game is not None and game not in GAMES:
        return unknown_game(words, game)
    pages: list[list[Played]] = []
    rows, sat = await store.finished_at(server, game)
    while rows:
        pages.append(await asyncio.to_thread(stats.read, (rows, sat)))
        rows, sat = await store.finished_at(server, game, rows[-1].id)
    if not pages:
        return _nothing(words, "none_server", game)
    tables = await asyncio.to_thread(stats.in_order, pages)
    times = await store.times_to_move(await asyncio.to_thread(stats.timed, tables))
    record = await asyncio.to_thread(stats.server_record, tables, times)
    known = {champion.member for champion in record.champions}
    known |= {feat.member for line in record.games.values() for feat in line.best}
    names = await store.newest_names(server, sorted(known))
    return await asyncio.to_thread(_server_message, words, record, names, name, game)


def unknown_game(words: Phrasebook, game: str) -> Message:
    """What is said to who asks for a game that there is not."""
    titles = words.join([known.title for known in GAMES.values()])
    return Message(words.say("stats.no_such_game", game=escape_markdown(game), titles=titles))


def _nothing(words: Phrasebook, key: str, game: str | None, **values: str) -> Message:
    if game is None:
        return Message(words.say(f"stats.{key}", **values))
    return Message(words.say(f"stats.{key}_of", title=title_of(game), **values))


def scope_of(words: Phrasebook, game: str | None) -> str:
    """One game, or all games, in words."""
    return words.say("stats.all_games") if game is None else title_of(game)


def _member_message(
    words: Phrasebook, record: MemberRecord, names: Names, game: str | None
) -> Message:
    name, scope = names[record.member][0], scope_of(words, game)
    told = member_lines(for_message(words, names), record)
    plain = member_lines(for_picture(words, names), record)
    drawn = picture(Cards(words, names).member(record, scope, _alt(words, name, scope, plain)))
    return Message(_text(words, name, scope, told), (drawn,))


def _server_message(
    words: Phrasebook, record: ServerRecord, names: Names, server: str, game: str | None
) -> Message:
    name, scope = server or words.say("stats.here"), scope_of(words, game)
    told = server_lines(for_message(words, names), record)
    plain = server_lines(for_picture(words, names), record)
    cards = Cards(words, names).server(record, name, scope, _alt(words, name, scope, plain))
    return Message(_text(words, name, scope, told), (picture(cards),))


def _text(words: Phrasebook, name: str, scope: str, lines: list[str]) -> str:
    return "\n".join([words.say("stats.title", name=escape_markdown(name), scope=scope), *lines])


def _alt(words: Phrasebook, name: str, scope: str, lines: list[str]) -> str:
    opening = words.say("stats.alt", name=name, scope=scope)
    return alt.cut(" ".join([opening, *lines]), alt.LIMIT)
