"""Every notice is due, goes to who is to act, and comes once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import lru_cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from bot.clock import GATHER, HOUR
from bot.remind import LISTED
from tests.bot.soak.outside import Sent
from tests.bot.soak.records import Call, CallId, Choice, Post, Records
from tests.bot.soak.run import Run

MOMENT = 0.5  # seconds between looking at a turn and sending what was written about it
PROMPT = 60.0  # seconds within which a notice that is due is queued, and one that is queued sent


@lru_cache(maxsize=100_000)
def _minute(moment: int, zone: str) -> int:
    """What a clock in that zone shows, in minutes since midnight."""
    here = datetime.fromtimestamp(moment, UTC).astimezone(ZoneInfo(zone))
    return here.hour * 60 + here.minute


def disturbs(moment: float, choice: Choice) -> bool:
    """Whether the member is away or has quiet hours: told anew, not as the bot does it."""
    away = choice.away_from is not None and choice.away_until is not None
    if away and (choice.away_from or 0.0) <= moment < (choice.away_until or 0.0):
        return True
    start, end = choice.quiet_from, choice.quiet_until
    if start is None or end is None or start == end:
        return False
    minute = _minute(int(moment // 60) * 60, choice.zone)
    return start <= minute < end if start < end else minute >= start or minute < end


def may_tell_from(moment: float, choice: Choice) -> float:
    """The first moment at which a member may be told, found minute by minute."""
    while disturbs(moment, choice):
        moment = (moment // 60 + 1) * 60
    return moment


def first_due(call: Call, choice: Choice) -> float | None:
    """When the first notice of a call is due, by what the member had chosen."""
    if choice.dms == "all" and not choice.closed:
        return may_tell_from(call.begun + GATHER, choice)
    return may_tell_from(call.begun + choice.every * HOUR, choice) if choice.every else None


class NoticeCheck:
    """Compares what members got with the calls of which they were to be told."""

    def __init__(self, run: Run, records: Records, notices: list[tuple[Sent, Post]]) -> None:
        self._run, self._records, self._notices = run, records, notices
        self._covered: Counter[tuple[CallId, int]] = Counter()
        self._came: dict[CallId, list[float]] = defaultdict(list)
        self._posts: dict[tuple[CallId, int], list[Post]] = defaultdict(list)
        self._messages: dict[int, list[Post]] = defaultdict(list)
        for post in records.posts.values():
            for call, number in post.numbers.items():
                self._posts[call, number].append(post)
            if post.kind == "reminder":
                self._messages[post.payload["member"]].append(post)
        self.counted: Counter[str] = Counter()
        self.slowest = 0.0

    def violations(self) -> Iterator[str]:
        for sent, post in self._notices:
            yield from (f"{post.kind} {post.id}: {what}" for what in self._notice(sent, post))
        yield from self._once()
        for call in self._records.calls.values():
            yield from self._first(call)
            yield from self._repeats(call)
        yield from self._seldom()

    def _notice(self, sent: Sent, post: Post) -> Iterator[str]:
        """One message: to the right one, about turns that wait, at a time that suits."""
        member, mine = post.payload["member"], {call[0]: call for call in post.calls}
        tables = {int(key.split(":")[1]) for key in sent.ids if key.startswith("turn:")}
        places = {member} if post.kind == "reminder" else self._channels(mine)
        if sent.place not in places or (post.kind == "nudge" and sent.pings != {member}):
            yield "went to the wrong one"
        for table in sorted(tables):
            call = self._records.calls[mine[table]] if table in mine else None
            if call is None or call.member != member:
                yield f"table {table} is not theirs"
            elif not call.begun <= sent.composed < call.ended + MOMENT:
                yield f"the turn at table {table} was over"
            else:
                self._covered[call.id, post.numbers[call.id]] += 1
                self._came[call.id].append(sent.at)
        live = [call for call in mine.values() if self._lives(call, sent)]
        rest = [call for call in live if call[0] not in tables]
        if rest and len(live) > LISTED and f"And {len(rest)} more" in sent.text:
            self._covered.update((call, post.numbers[call]) for call in rest)
        moments = (sent.composed - MOMENT, sent.composed)
        if all(disturbs(moment, self._records.choice(member, moment)) for moment in moments):
            yield "came in quiet hours, or to somebody away"
        yield from self._delay(sent, post)

    def _channels(self, mine: dict[int, CallId]) -> set[int]:
        return {self._records.channels[table] for table in mine}

    def _lives(self, call: CallId, sent: Sent) -> bool:
        found = self._records.calls[call]
        return found.begun <= sent.composed < found.ended

    def _delay(self, sent: Sent, post: Post) -> Iterator[str]:
        """Nothing but a failure, or the bot being down, keeps a notice back."""
        waited = sent.at - post.queued
        if self._run.disturbed(sent.place, post.queued, sent.at):
            self.counted["delayed by failures"] += 1
            return
        self.slowest = max(self.slowest, waited)
        if waited > PROMPT:
            yield f"was sent {waited:.0f} s after it was queued"

    def _once(self) -> Iterator[str]:
        """Whatever was noted as told has been told, once; unless the turn was over by then."""
        for call in self._records.calls.values():
            for number, at in call.told.items():
                times = self._covered[call.id, number]
                posts = self._posts[call.id, number]
                over = call.ended <= max((post.done for post in posts), default=at) + MOMENT
                if times > 1 or (not times and not over):
                    yield f"notice {number} of call {call.id} came {times} times"

    def _first(self, call: Call) -> Iterator[str]:
        """The first notice comes when it is due, if the member is still to act."""
        choice = self._records.choice(call.member, call.begun)
        due = first_due(call, choice)
        told = call.told.get(1)
        if call.put_off or self._run.minded(call.member, call.begun, told or call.ended):
            self.counted["calls with other wishes meanwhile"] += 1
            return
        if due is None:
            if told is not None:
                yield f"first notice of call {call.id} was not wanted"
            return
        if told is not None and told < due - GATHER:
            yield f"first notice of call {call.id} came {due - told:.0f} s early"
        by = self._by(due, choice)
        if by is None or call.ended <= by:
            return
        self.counted["first notices due"] += 1
        if (told is None or told > by) and not self._held_back(call.member, due, told or by):
            late = "never" if told is None else f"{told - by:.0f} s late"
            yield f"first notice of call {call.id} came {late}"

    def _by(self, due: float, choice: Choice) -> float | None:
        """By when a notice that was due then had to be out, the bot being down at times."""
        for begun, ended in self._run.ups:
            by = may_tell_from(max(begun, due), choice) + PROMPT
            if due < ended and by <= ended:
                return by
        return None

    def _held_back(self, member: int, due: float, until: float) -> bool:
        """Whether another message to the member was on its way at that time, or just before."""
        return any(
            post.queued < until and post.done > due - GATHER - PROMPT
            for post in self._messages[member]
        )

    def _repeats(self, call: Call) -> Iterator[str]:
        """A reminder comes again after the time that was chosen, no sooner."""
        for (_, before), (number, at) in pairwise(sorted(call.told.items())):
            if self._run.minded(call.member, before, at):
                continue
            every = self._records.choice(call.member, before).every
            self.counted["repeats"] += 1
            if not every or at < before + every * HOUR - GATHER:
                yield f"notice {number} of call {call.id} is due after {(at - before) / HOUR:.1f} h"
        for before, at in pairwise(sorted(self._came[call.id])):
            # One that came a few minutes late does not move the next.
            every = self._records.choice(call.member, before).every
            minded = self._run.minded(call.member, before - GATHER, at)
            if not minded and at < before + every * HOUR - 2 * GATHER:
                yield f"a notice of call {call.id} came after {(at - before) / HOUR:.1f} h"

    def _seldom(self) -> Iterator[str]:
        """In five minutes a member gets one direct message at most."""
        arrived: dict[int, list[float]] = defaultdict(list)
        for sent, post in self._notices:
            if post.kind == "reminder":
                arrived[sent.place].append(sent.at)
        for member, moments in arrived.items():
            for first, second in pairwise(sorted(moments)):
                if second - first < GATHER:
                    yield f"two messages to {member} within {second - first:.0f} s"
