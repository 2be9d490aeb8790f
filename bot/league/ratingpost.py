"""Ratings as a message: a member's over time, or the best of a server, in words and drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord.utils import escape_markdown

from bot import clock
from bot.clock import DAY
from bot.layout import Message
from bot.league.ranks import LATELY, Course, Ranked, course, ranking, thinned
from bot.league.rating import BASE, OVERALL
from bot.league.ratingwords import board_lines, change, member_lines, title
from bot.statspost import scope_of, unknown_game
from bot.statswords import Names, day_of, for_message, for_picture, strong, title_of
from bot.store import RatingRow, Store
from games import GAMES
from games.phrasebook import Phrasebook
from renderers import alt
from renderers import rating as pictures
from renderers.curves import Curves, Series
from renderers.names import drawable

LISTED = 15  # of a leaderboard
_GLUE = " · "


@dataclass(frozen=True)
class Board:
    """What a leaderboard lists, of one game or of all, and out of how many."""

    server: str
    game: str | None
    listed: Sequence[Ranked]
    among: int
    names: Names


async def of_member(
    store: Store, server: int, user: discord.abc.User, game: str | None, *, own: bool
) -> Message:
    """A member's rating in a server, in one game, or over all and in each."""
    words = Phrasebook()
    if game is not None and game not in GAMES:
        return unknown_game(words, game)
    trail = await store.rating_trail(server, user.id)
    keys = _by_tables(trail) if game is None else [game]
    courses = []
    for key in keys:
        ranked = await _ranking(store, server, key)
        if any(one.member == user.id for one in ranked):
            courses.append(course(key, trail, ranked))
    if not courses:
        key = "none_own" if own else "none_member"
        return _nobody(words, key, game, name=strong(user.display_name))
    names = {user.id: (user.display_name, user.name)}
    return await asyncio.to_thread(_member_message, words, courses, names, game)


async def of_server(
    store: Store, server: int, name: str, game: str | None, asker: int = 0
) -> Message:
    """The best of a server, in one game or over all, and where the asker ranks."""
    words = Phrasebook()
    if game is not None and game not in GAMES:
        return unknown_game(words, game)
    ranked = await _ranking(store, server, OVERALL if game is None else game)
    if not ranked:
        return _nobody(words, "none_server", game)
    listed = [one for n, one in enumerate(ranked) if n < LISTED or one.member == asker]
    names = await store.newest_names(server, [one.member for one in listed])
    board = Board(name or words.say("stats.here"), game, listed, len(ranked), names)
    return await asyncio.to_thread(_board_message, words, board)


async def _ranking(store: Store, server: int, game: str) -> list[Ranked]:
    before = await store.leaderboard(server, game, clock.now() - LATELY * DAY)
    return ranking(await store.leaderboard(server, game), before)


def _by_tables(trail: Sequence[RatingRow]) -> list[str]:
    """Over all first, then the games, the one played most before the others."""
    tables = {row.game: row.tables for row in trail}
    return sorted(tables, key=lambda game: (game != OVERALL, -tables[game], game))


def _nobody(words: Phrasebook, key: str, game: str | None, **values: str) -> Message:
    if game is None:
        return Message(words.say(f"rating.{key}", **values))
    return Message(words.say(f"rating.{key}_of", title=title_of(game), **values))


def _member_message(
    words: Phrasebook, courses: Sequence[Course], names: Names, game: str | None
) -> Message:
    first, scope = courses[0], scope_of(words, game)
    name, username = names[first.now.member]
    plain = member_lines(for_picture(words, names), courses)
    facts = [
        words.say("rating.rank", number=first.now.rank, count=first.among),
        words.say("rating.picture.count", count=first.now.tables),
        words.say("rating.picture.best", rating=first.best[1]),
        change(words, first.now.change),
    ]
    drawn = pictures.picture(
        pictures.Rating(
            drawable(name, username, 0, words),
            words.say("stats.subtitle", scope=scope),
            words.say("rating.picture.pill", rating=first.now.rating),
            _GLUE.join(facts),
            _curves(words, courses),
            _alt(words.say("rating.alt", name=name, scope=scope), plain),
        )
    )
    opening = words.say("rating.title", name=escape_markdown(name), scope=scope)
    told = member_lines(for_message(words, names), courses)
    return Message("\n".join([opening, *told]), (drawn,))


def _curves(words: Phrasebook, courses: Sequence[Course]) -> Curves:
    # Of a single game the curve is the same as over all.
    drawn = courses if len(courses) > 2 else courses[:1]
    series = [Series(title(words, one.game), thinned(one.points)) for one in drawn]
    first, last = (courses[0].points[end][0] for end in (0, -1))
    return Curves(
        words.say("rating.picture.curves"),
        tuple(series),
        day_of(words, first),
        day_of(words, last),
    )


def _board_message(words: Phrasebook, board: Board) -> Message:
    values = {"name": board.server, "scope": scope_of(words, board.game)}
    plain = board_lines(for_picture(words, board.names), board.listed, board.among)
    drawn = _drawn(words, board, _alt(words.say("rating.alt_board", **values), plain))
    values["name"] = escape_markdown(board.server)
    told = board_lines(for_message(words, board.names), board.listed, board.among)
    text = "\n".join([words.say("rating.board", **values), *told])
    return Message(text, (pictures.leaderboard(drawn),))


def _drawn(words: Phrasebook, board: Board, text: str) -> pictures.Leaderboard:
    somebody = (words.say("stats.somebody"),) * 2
    names = [
        drawable(*board.names.get(one.member, somebody), number, words)
        for number, one in enumerate(board.listed)
    ]
    first = [name for one, name in zip(board.listed, names, strict=True) if one.rank == 1]
    shared = "_shared" if len(first) > 1 else ""
    rows = [
        pictures.Leader(str(one.rank), name, str(one.rating), str(one.tables), one.change)
        for one, name in zip(board.listed, names, strict=True)
    ]
    key = "members" if len(rows) == board.among else "first"
    facts = [
        words.say(f"rating.picture.{key}", shown=len(rows), count=board.among),
        words.say("rating.picture.start", start=BASE),
    ]
    rank, name, rating, tables, changed = (
        words.say(f"rating.picture.{key}", days=LATELY)
        for key in ("rank", "name", "rating", "tables", "change")
    )
    return pictures.Leaderboard(
        drawable(board.server, words.say("stats.here"), 0, words),
        words.say("stats.subtitle", scope=scope_of(words, board.game)),
        words.say(f"rating.picture.leads{shared}", name=first[0], count=len(first)),
        _GLUE.join(facts),
        title(words, board.game or OVERALL),
        (rank, name, rating, tables, changed),
        tuple(rows),
        text,
    )


def _alt(opening: str, lines: Sequence[str]) -> str:
    return alt.cut(" ".join([opening, *lines]), alt.LIMIT)
