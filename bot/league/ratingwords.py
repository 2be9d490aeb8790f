"""Ratings in words: the same figures as in their pictures, line by line."""

from __future__ import annotations

from collections.abc import Sequence

from bot.league.ranks import LATELY, Course, Ranked
from bot.league.rating import BASE, OVERALL
from bot.statswords import Voice, title_of
from games.phrasebook import Phrasebook

TRAIL = 30  # ratings that are told one by one


def title(words: Phrasebook, game: str) -> str:
    """A game's name, or that it is about all of them."""
    return words.say("stats.total") if game == OVERALL else title_of(game)


def member_lines(voice: Voice, courses: Sequence[Course]) -> list[str]:
    """All about a member's ratings, one line a game; table by table for the first of them."""
    say = voice.words.say
    lines = []
    for one in courses:
        at, best = one.best
        parts = [
            *_now(voice.words, one.now),
            say("rating.rank", number=one.now.rank, count=one.among),
            say("rating.best", rating=best, when=voice.when(at)),
        ]
        name = voice.strong(title(voice.words, one.game))
        lines.append(say("rating.line", title=name, parts="; ".join(parts)))
    first = courses[0]
    told = [str(rating) for _, rating in first.points[-TRAIL:]]
    values = {"title": title(voice.words, first.game), "ratings": ", ".join(told)}
    key = "trail" if len(told) == len(first.points) else "trail_last"
    return [*lines, say(f"rating.{key}", count=len(told), **values), _explain(voice.words)]


def board_lines(voice: Voice, listed: Sequence[Ranked], count: int) -> list[str]:
    """Those listed on a leaderboard, out of so many."""
    say = voice.words.say
    lines = [
        say(
            "rating.leader",
            number=one.rank,
            name=voice.name(one.member),
            parts="; ".join(_now(voice.words, one)),
        )
        for one in listed
    ]
    if len(listed) < count:
        lines.append(say("rating.shown", shown=len(listed), count=count))
    return [*lines, _explain(voice.words)]


def change(words: Phrasebook, by: int | None) -> str:
    """How far a rating has risen or fallen lately."""
    key = "new" if by is None else "up" if by > 0 else "down" if by < 0 else "same"
    return words.say(f"rating.{key}", by=abs(by or 0), days=LATELY)


def _now(words: Phrasebook, one: Ranked) -> list[str]:
    now = words.say("rating.now", rating=one.rating, count=one.tables)
    return [now, change(words, one.change)]


def _explain(words: Phrasebook) -> str:
    return words.say("rating.explain", start=BASE)
