"""When a member may be disturbed: quiet hours, time zone, being away, snoozing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from bot import clock
from bot.clock import GATHER, HOUR, Absence
from bot.store import MemberRow, SeatRow

EVENING, MORNING = 19, 8  # the hours that snoozing knows
NIGHT_ENDS = 5  # whoever is up before then means by tomorrow the day that has begun already

SNOOZES = ("hour", "evening", "morning")
_NO_PLACES = {"Factory", "localtime", "posixrules"}  # files beside the time zones


@cache
def zones() -> tuple[str, ...]:
    """The names of all time zones; finding them reads hundreds of files, so they are kept."""
    return tuple(sorted(available_timezones() - _NO_PLACES))


def zone(name: str) -> ZoneInfo:
    """A time zone by its name; one that is not known any more is UTC."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ZoneInfo("UTC")


def known_zone(text: str) -> str | None:
    """The name of a time zone as somebody may type it."""
    wanted = _as_typed(text)
    return next((name for name in zones() if name.casefold() == wanted), None)


def zones_like(text: str) -> list[str]:
    """The time zones that somebody may mean while typing, those that begin so first."""
    wanted = _as_typed(text)
    found = (name for name in zones() if wanted in name.casefold())
    return sorted(
        found, key=lambda name: (not name.casefold().rpartition("/")[2].startswith(wanted), name)
    )


def _as_typed(text: str) -> str:
    return "_".join(text.split()).casefold()


def local(moment: float, member: MemberRow) -> datetime:
    """A moment as the member's own clock shows it."""
    return datetime.fromtimestamp(moment, UTC).astimezone(zone(member.zone))


def polite(moment: float, member: MemberRow) -> float:
    """The moment itself, or the first one after it at which the member may be disturbed."""
    while True:  # quiet hours may end while the member is away, and the other way round
        later = _awake(_present(moment, member), member)
        if later <= moment:
            return moment
        moment = later


def _present(moment: float, member: MemberRow) -> float:
    """The moment, or when the member is back."""
    if member.away_from is None or member.away_until is None:
        return moment
    return member.away_until if member.away_from <= moment < member.away_until else moment


def _awake(moment: float, member: MemberRow) -> float:
    """The moment, or the end of the quiet hours in which it falls."""
    start, end = member.quiet_from, member.quiet_until
    if start is None or end is None or start == end:
        return moment
    here = local(moment, member)
    minute = here.hour * 60 + here.minute
    quiet = start <= minute < end if start < end else minute >= start or minute < end
    return _next(here, end) if quiet else moment


def _next(here: datetime, minute: int) -> float:
    """The next time that the member's clock comes to this minute of the day, or skips it."""
    now, tomorrow = here.timestamp(), here + timedelta(days=1)
    return next(m for day in (here, tomorrow) for m in _comes(day, minute) if m > now)


def _comes(day: datetime, minute: int) -> tuple[float, ...]:
    """When the member's clock comes to this minute on that day: twice, where it is put back."""
    first, second = _on_day(day, minute), _on_day(day, minute, fold=1)
    if second < first:
        return (_put_forward(second, first, day.tzinfo),)
    return first, second


def _put_forward(before: float, after: float, place: tzinfo | None) -> float:
    """When between these moments a clock is put forward."""
    old = datetime.fromtimestamp(before, place).utcoffset()
    minutes = range(int(before), int(after), 60)
    changed = (m for m in minutes if datetime.fromtimestamp(m, place).utcoffset() != old)
    return next(changed, after)


def _on_day(here: datetime, minute: int, fold: int = 0) -> float:
    """When the member's clock shows this minute on that day.

    In autumn it shows some twice: fold says which one. One that it skips in spring comes too
    late without, and too early with it.
    """
    hour, rest = divmod(minute, 60)
    return here.replace(hour=hour, minute=rest, second=0, microsecond=0, fold=fold).timestamp()


def first_notice(moment: float, member: MemberRow) -> float | None:
    """When a member is told of a turn that begins now; the board's post has mentioned them."""
    if member.dms == "all" and not member.closed:
        return polite(moment + GATHER, member)
    return next_notice(moment, member)


def next_notice(moment: float, member: MemberRow) -> float | None:
    """When a member is reminded again, if at all."""
    return polite(moment + member.every * HOUR, member) if member.every else None


def rescheduled(
    moment: float, notify: float | None, told: int, old: MemberRow, new: MemberRow
) -> float | None:
    """When a member is told of a waiting turn, after having chosen something else just now.

    What has nothing to do with it moves nothing: least of all a reminder that was snoozed.
    """
    fresh, before = (
        next_notice(moment, member) if told else first_notice(moment, member)
        for member in (new, old)
    )
    if notify is None and before is not None:  # all reminders of it are called off
        return None
    if (old.dms, old.every, old.closed) != (new.dms, new.every, new.closed):
        return fresh
    if notify is None:
        return None
    kept = polite(notify, new)
    back = _present(moment, old) > moment and _present(moment, new) == moment
    return min(kept, fresh) if fresh is not None and (back or not told) else kept


def snoozed(moment: float, member: MemberRow, word: str) -> float | None:
    """The moment that a snooze button stands for; None if it stands for none at that time."""
    here = local(moment, member)
    match word:
        case "hour":
            return moment + HOUR
        case "evening":
            then = _on_day(here, EVENING * 60)
            return then if then > moment else None
        case "morning":
            days = 0 if here.hour < NIGHT_ENDS else 1
            return _on_day(here + timedelta(days=days), MORNING * 60)
    return None


def absence(member: MemberRow, seat: SeatRow) -> Absence | None:
    """When the member's clock at this seat stands still."""
    if member.away_from is None or member.away_until is None or seat.away >= clock.AWAY:
        return None
    return Absence(member.away_from, member.away_until, clock.AWAY - seat.away)
