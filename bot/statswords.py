"""A look back in words: the same figures as in its picture, line by line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import discord
from discord.utils import escape_markdown

from bot.stats import TIMED, Champion, Feat, Line, MemberRecord, Played, ServerLine, ServerRecord
from games import GAMES
from games.phrasebook import Phrasebook

MINUTE, HOUR, DAY = 60, 3600, 86400

Names = Mapping[int, tuple[str, str]]
"""By member the name and the username."""


@dataclass(frozen=True)
class Voice:
    """How the figures are said: with markup in a message, or plainly beside a picture."""

    words: Phrasebook
    names: Names
    strong: Callable[[str], str]
    heading: Callable[[str], str]
    item: Callable[[str], str]
    when: Callable[[float], str]

    def say(self, key: str, **values: Any) -> str:
        return self.words.say(f"stats.{key}", **values)

    def name(self, member: int) -> str:
        found = self.names.get(member)
        return self.strong(found[0]) if found else self.say("somebody")


def for_message(words: Phrasebook, names: Names) -> Voice:
    """Names in bold, nothing in them is markup; moments as Discord shows them."""
    return Voice(words, names, strong, strong, "- {}".format, timestamp)


def for_picture(words: Phrasebook, names: Names) -> Voice:
    """For who can't see the picture: no markup."""
    return Voice(words, names, str, "{}:".format, str, lambda at: day_of(words, at))


def strong(text: str) -> str:
    """Somebody's or something's name, in bold."""
    return f"**{escape_markdown(text)}**"


def timestamp(at: float) -> str:
    """A day, as Discord shows it to each reader."""
    return discord.utils.format_dt(datetime.fromtimestamp(at, UTC), "D")


def day_of(words: Phrasebook, at: float) -> str:
    """A day: "3 Mar 2025"."""
    return said(words, "date", datetime.fromtimestamp(at, UTC).date())


def said(words: Phrasebook, key: str, day: date) -> str:
    """A date by one of its phrases: date, day or month."""
    return words.say(f"stats.{key}", day=day.day, month=day.month, year=day.year)


def duration(words: Phrasebook, seconds: float) -> str:
    """About how long: "9 hours"."""
    if seconds < MINUTE:
        return words.say("stats.moment")
    if seconds < 1.5 * HOUR:
        return words.say("stats.minutes", count=round(seconds / MINUTE))
    if seconds < 2 * DAY:
        return words.say("stats.hours", count=round(seconds / HOUR))
    days = round(seconds / DAY, 1)
    return words.say("stats.days", count=int(days) if days.is_integer() or days > 10 else days)


def share(wins: int, count: int) -> int:
    """In a hundred."""
    return round(100 * wins / count) if count else 0


def decimal(value: float) -> str:
    """An average."""
    return f"{value:.1f}"


def title_of(game: str) -> str:
    """A game's name, also if it can't be played any more."""
    return GAMES[game].title if game in GAMES else game


def member_lines(voice: Voice, record: MemberRecord) -> list[str]:
    """All figures of a member."""
    lines = []
    if len(record.games) > 1:
        title = voice.strong(voice.say("total"))
        lines.append(voice.say("line", title=title, parts="; ".join(_parts(voice, record.total))))
    for game, line in record.games.items():
        parts = [*_parts(voice, line, last=False), *_scores(voice, record.member, line)]
        parts += _took(voice, line.took)
        title = voice.strong(title_of(game))
        lines.append(voice.say("line", title=title, parts="; ".join(parts)))
    if record.duels:
        lines.append(voice.heading(voice.say("picture.duels")))
    for duel in record.duels:
        values = {"met": duel.met, "won": duel.won, "lost": duel.lost, "tied": duel.tied}
        lines.append(voice.item(voice.say("duel", name=voice.name(duel.member), **values)))
    if record.trail:
        lines.append(_trail(voice, record))
    return [*lines, *_timed(voice, [line.plays for line in record.games.values()])]


def _parts(voice: Voice, line: Line, *, last: bool = True) -> list[str]:
    """Tables, wins and places; the time to move at the end, unless scores come before it."""
    solo = line.plays - line.contested
    parts = [voice.say("tables", count=line.plays)]
    if not line.contested:
        parts.append(voice.say("solo"))
    else:
        parts += [voice.say("some_solo", count=solo)] if solo else []
        values = {"wins": line.wins, "share": share(line.wins, line.contested)}
        key = "won_of" if solo else "won"
        parts.append(voice.say(key, count=line.contested, **values))
    if line.place is not None and line.size is not None:
        parts.append(voice.say("place", place=decimal(line.place), size=decimal(line.size)))
    return [*parts, *(_took(voice, line.took) if last else [])]


def _scores(voice: Voice, member: int, line: Line) -> list[str]:
    """The average, and the best with whom and when."""
    best, mine = line.best, line.best.seat_of(member)
    against = [voice.strong(sat.name) for sat in best.seats if sat.seat != mine]
    values = {"score": best.scores[mine], "when": voice.when(best.ended)}
    key = "best" if against else "best_solo"
    return [
        voice.say("score", score=decimal(line.score)),
        voice.say(key, names=voice.words.join(against), **values),
    ]


def _took(voice: Voice, seconds: float | None) -> list[str]:
    return [] if seconds is None else [voice.say("took", time=duration(voice.words, seconds))]


def _trail(voice: Voice, record: MemberRecord) -> str:
    places = [
        voice.say("place_of", place=place, size=size) for place, size, _ in trail_points(record)
    ]
    return voice.say(trail_key(record), count=len(places), places=", ".join(places))


def trail_key(record: MemberRecord) -> str:
    """Whether these are all tables with others, or only the last ones."""
    return "trail" if len(record.trail) == record.total.contested else "trail_last"


def trail_points(record: MemberRecord) -> list[tuple[int, int, bool]]:
    """Of each table the place, out of how many, and whether it was won."""

    def point(table: Played) -> tuple[int, int, bool]:
        seat = table.seat_of(record.member)
        return table.place(seat), len(table.scores), table.won_by(seat)

    return [point(table) for table in record.trail]


def _timed(voice: Voice, tables: Sequence[int]) -> list[str]:
    return [voice.say("timed", count=TIMED)] if max(tables) > TIMED else []


def server_lines(voice: Voice, record: ServerRecord) -> list[str]:
    """All figures of a server."""
    lines = []
    if len(record.games) > 1:
        parts = [*_counted(voice, record.total), *_times(voice, record.total)]
        title = voice.strong(voice.say("total"))
        lines.append(voice.say("line", title=title, parts="; ".join(parts)))
    for game, line in record.games.items():
        parts = [*_counted(voice, line), *_feats(voice, line), *_times(voice, line)]
        title = voice.strong(title_of(game))
        lines.append(voice.say("line", title=title, parts="; ".join(parts)))
    if record.champions:
        lines.append(voice.heading(voice.say("picture.champions")))
    lines += [voice.item(_champion(voice, champion)) for champion in record.champions]
    start = record.counts[0][0]
    when = said(voice.words, "date" if record.unit == "week" else "month", start)
    counts = ", ".join(str(count) for _, count in record.counts)
    lines.append(voice.say(f"per_{record.unit}", when=when, counts=counts))
    return [*lines, *_timed(voice, [line.tables for line in record.games.values()])]


def _counted(voice: Voice, line: ServerLine) -> list[str]:
    return [voice.say("tables", count=line.tables), voice.say("members", count=line.members)]


def _times(voice: Voice, line: ServerLine) -> list[str]:
    length = voice.say("length", time=duration(voice.words, line.length))
    return [*_took(voice, line.took), length]


def _feats(voice: Voice, line: ServerLine) -> list[str]:
    if line.score is None:
        return []
    feats = [_feat(voice, feat) for feat in line.best]
    score = voice.say("score", score=decimal(line.score))
    return [score, voice.say("feats", feats=voice.words.join(feats))]


def _feat(voice: Voice, feat: Feat) -> str:
    name, when = voice.name(feat.member), voice.when(feat.table.ended)
    return voice.say("feat", score=feat.score, name=name, when=when)


def _champion(voice: Voice, champion: Champion) -> str:
    values = {"wins": champion.wins, "share": share(champion.wins, champion.contested)}
    return voice.say("champion", name=voice.name(champion.member), count=champion.plays, **values)
