"""When a member may be disturbed, by the member's own clock."""

from __future__ import annotations

import importlib.util
import zoneinfo
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.clock import HOUR
from bot.courtesy import (
    GATHER,
    first_notice,
    known_zone,
    next_notice,
    polite,
    rescheduled,
    snoozed,
    zone,
    zones,
    zones_like,
)
from bot.store import MemberRow

BERLIN, TOKYO, NEW_YORK = "Europe/Berlin", "Asia/Tokyo", "America/New_York"


def at(text: str, place: str = BERLIN, fold: int = 0) -> float:
    """The moment at which the clocks of a place show this."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(place), fold=fold).timestamp()


def member(quiet: str = "", place: str = BERLIN, **chosen: Any) -> MemberRow:
    """A member with quiet hours such as 22:00-08:00."""
    if quiet:
        minutes = [int(t[:2]) * 60 + int(t[3:]) for t in quiet.split("-")]
        chosen |= {"quiet_from": minutes[0], "quiet_until": minutes[1]}
    return MemberRow(1, zone=place, **chosen)


# Quiet hours


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-05-04 21:59:59", "2026-05-04 21:59:59"),
        ("2026-05-04 22:00", "2026-05-05 08:00"),
        ("2026-05-04 23:59:59", "2026-05-05 08:00"),
        ("2026-05-05 00:00", "2026-05-05 08:00"),
        ("2026-05-05 07:59:30", "2026-05-05 08:00"),
        ("2026-05-05 08:00", "2026-05-05 08:00"),
    ],
)
def test_quiet_hours_over_midnight(now: str, then: str) -> None:
    assert polite(at(now), member("22:00-08:00")) == at(then)


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-05-04 12:59", "2026-05-04 12:59"),
        ("2026-05-04 13:00", "2026-05-04 15:30"),
        ("2026-05-04 15:29", "2026-05-04 15:30"),
        ("2026-05-04 15:30", "2026-05-04 15:30"),
        ("2026-05-04 23:00", "2026-05-04 23:00"),
    ],
)
def test_quiet_hours_within_a_day(now: str, then: str) -> None:
    assert polite(at(now), member("13:00-15:30")) == at(then)


def test_quiet_hours_go_by_the_members_own_clock() -> None:
    now = at("2026-05-04 23:00", TOKYO)
    assert polite(now, member("22:00-08:00", TOKYO)) == at("2026-05-05 08:00", TOKYO)
    assert polite(now, member("22:00-08:00", BERLIN)) == now  # four in the afternoon


def test_the_night_of_the_clock_change_ends_at_the_same_hour() -> None:
    shorter = polite(at("2026-03-28 22:00"), member("22:00-08:00"))
    assert shorter == at("2026-03-29 08:00")
    assert shorter - at("2026-03-28 22:00") == 9 * HOUR
    longer = polite(at("2026-10-24 22:00"), member("22:00-08:00"))
    assert longer == at("2026-10-25 08:00")
    assert longer - at("2026-10-24 22:00") == 11 * HOUR


def test_quiet_hours_that_end_within_the_hour_that_is_skipped() -> None:
    """The clock goes from 02:00 to 03:00, and 02:30 is past: as for what is due at 03:00."""
    end = polite(at("2026-03-29 01:30"), member("22:00-02:30"))
    assert end == at("2026-03-29 03:00") == polite(end, member("22:00-02:30"))
    end = polite(at("2026-03-28 23:00"), member("22:00-02:00"))
    assert end == at("2026-03-29 03:00")


def test_quiet_hours_that_end_within_the_hour_that_comes_twice() -> None:
    row = member("22:00-02:30")
    first = at("2026-10-25 02:30")
    assert polite(at("2026-10-25 02:15"), row) == first
    assert polite(first, row) == first
    # The clock shows 02:15 once more: quiet again, for a quarter of an hour and not for a day.
    assert polite(at("2026-10-25 02:15", fold=1), row) == first + HOUR


@given(
    st.sampled_from([BERLIN, NEW_YORK, TOKYO, "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]),
    st.integers(0, 1439),
    st.integers(0, 1439),
    st.floats(at("2026-01-01 00:00"), at("2027-12-31 00:00")),
    st.none() | st.tuples(st.integers(-9, 9), st.integers(0, 21)),
)
def test_a_polite_moment_is_polite_and_not_too_far(
    place: str, start: int, end: int, now: float, away: tuple[int, int] | None
) -> None:
    row = MemberRow(1, zone=place, quiet_from=start, quiet_until=end)
    if away:
        begins = now + away[0] * 86400
        row = MemberRow(
            1, "all", 12, place, start, end, begins, begins + timedelta(away[1]).total_seconds()
        )
    then = polite(now, row)
    assert then >= now
    assert polite(then, row) == then
    if then > now:  # and a moment sooner would not have been
        assert polite(then - 1, row) > then - 1
    assert then - now <= (21 + 2) * 86400
    if row.away_from is not None and row.away_until is not None:
        assert not row.away_from <= then < row.away_until


# Being away


def test_being_away_postpones_until_one_is_back() -> None:
    away = {"away_from": at("2026-07-01 00:00"), "away_until": at("2026-07-08 00:00")}
    assert polite(at("2026-06-30 23:00"), member(**away)) == at("2026-06-30 23:00")
    assert polite(at("2026-07-03 12:00"), member(**away)) == at("2026-07-08 00:00")
    assert polite(at("2026-07-08 00:00"), member(**away)) == at("2026-07-08 00:00")


def test_who_comes_back_in_the_night_sleeps_first() -> None:
    row = member("22:00-08:00", away_from=at("2026-07-01 00:00"), away_until=at("2026-07-08 00:00"))
    assert polite(at("2026-07-03 12:00"), row) == at("2026-07-08 08:00")


def test_quiet_hours_that_end_while_one_is_away() -> None:
    row = member("22:00-08:00", away_from=at("2026-07-01 00:00"), away_until=at("2026-07-03 00:00"))
    assert polite(at("2026-06-30 23:00"), row) == at("2026-07-03 08:00")


# Snoozing


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-05-04 02:00", "2026-05-04 19:00"),
        ("2026-05-04 09:00", "2026-05-04 19:00"),
        ("2026-05-04 18:59", "2026-05-04 19:00"),
        ("2026-05-04 19:00", None),
        ("2026-05-04 23:59", None),
    ],
)
def test_this_evening_is_never_tomorrow(now: str, then: str | None) -> None:
    assert snoozed(at(now), member(), "evening") == (then and at(then))


@pytest.mark.parametrize(
    ("now", "then"),
    [
        ("2026-05-04 12:00", "2026-05-05 08:00"),
        ("2026-05-04 23:59", "2026-05-05 08:00"),
        ("2026-05-05 00:01", "2026-05-05 08:00"),  # one has not been to bed yet
        ("2026-05-05 04:59", "2026-05-05 08:00"),
        ("2026-05-05 05:00", "2026-05-06 08:00"),  # one is up already
        ("2026-05-05 07:00", "2026-05-06 08:00"),
        ("2026-05-05 08:00", "2026-05-06 08:00"),
        ("2026-12-31 20:00", "2027-01-01 08:00"),
        ("2026-03-28 20:00", "2026-03-29 08:00"),
        ("2026-10-24 20:00", "2026-10-25 08:00"),
    ],
)
def test_tomorrow_morning_is_after_the_next_night(now: str, then: str) -> None:
    assert snoozed(at(now), member(), "morning") == at(then)


def test_snoozing_goes_by_the_members_own_clock() -> None:
    now = at("2026-05-04 12:00", "UTC")
    for place in (BERLIN, NEW_YORK):
        assert snoozed(now, member(place=place), "evening") == at("2026-05-04 19:00", place)
    assert snoozed(now, member(place=TOKYO), "evening") is None  # nine in the evening
    assert snoozed(now, member(place="Pacific/Kiritimati"), "morning") == at(
        "2026-05-05 08:00", "Pacific/Kiritimati"
    )


def test_an_hour_is_an_hour_also_when_the_clocks_change() -> None:
    for night in ("2026-03-29 01:30", "2026-10-25 02:30"):
        assert snoozed(at(night), member(), "hour") == at(night) + HOUR


@pytest.mark.parametrize("word", ["", "forever", "Hour", "hour:1"])
def test_a_word_that_is_none(word: str) -> None:
    assert snoozed(at("2026-05-04 12:00"), member(), word) is None


# When one is told


def test_a_turn_is_told_after_five_minutes_then_every_twelve_hours() -> None:
    now = at("2026-05-04 12:00")
    assert first_notice(now, member()) == now + GATHER == now + 300
    assert next_notice(now, member()) == now + 12 * HOUR
    assert next_notice(now, member(every=72)) == now + 72 * HOUR


def test_reminders_only_means_not_at_first() -> None:
    now = at("2026-05-04 12:00")
    for row in (member(dms="reminders"), member(dms="none"), member(closed=1)):
        assert first_notice(now, row) == now + 12 * HOUR


def test_no_reminders_means_none() -> None:
    now = at("2026-05-04 12:00")
    assert next_notice(now, member(every=0)) is None
    assert first_notice(now, member(every=0)) == now + GATHER
    assert first_notice(now, member(every=0, dms="reminders")) is None


def test_what_falls_into_quiet_hours_comes_at_their_end() -> None:
    row = member("22:00-08:00")
    assert first_notice(at("2026-05-04 21:57"), row) == at("2026-05-05 08:00")
    assert next_notice(at("2026-05-04 12:00"), row) == at("2026-05-05 08:00")


NOON, TOLD = at("2026-05-04 12:00"), 1


def test_another_interval_counts_from_now() -> None:
    old, new = member(), member(every=2)
    assert rescheduled(NOON, NOON + HOUR, TOLD, old, new) == NOON + 2 * HOUR
    assert rescheduled(NOON, None, TOLD, member(every=0), old) == NOON + 12 * HOUR
    assert rescheduled(NOON, NOON + HOUR, TOLD, old, member(every=0)) is None


def test_another_zone_leaves_a_snoozed_reminder_alone() -> None:
    until = at("2026-05-05 08:00")
    assert rescheduled(NOON, until, TOLD, member(place="UTC"), member()) == until
    assert rescheduled(NOON, None, TOLD, member(place="UTC"), member()) is None


def test_reminders_that_were_called_off_stay_so() -> None:
    """As in a league that is paused: it says when they begin again, not the member."""
    for told in (0, TOLD):
        assert rescheduled(NOON, None, told, member(), member(every=2)) is None
        assert rescheduled(NOON, None, told, member(), member(dms="none")) is None


def test_quiet_hours_hold_for_what_is_planned_already() -> None:
    late = at("2026-05-04 23:00")
    quiet = member("22:00-08:00")
    assert rescheduled(NOON, late, TOLD, member(), quiet) == at("2026-05-05 08:00")


def test_who_is_back_early_is_told_as_if_the_turn_began_now() -> None:
    away = member(away_from=NOON - HOUR, away_until=NOON + 99 * HOUR)
    waits = NOON + 99 * HOUR
    assert rescheduled(NOON, waits, 0, away, member()) == NOON + GATHER
    assert rescheduled(NOON, waits, TOLD, away, member()) == NOON + 12 * HOUR
    assert rescheduled(NOON, NOON + HOUR, TOLD, away, member()) == NOON + HOUR


def test_a_first_notice_is_not_put_off_by_a_choice_that_has_nothing_to_do_with_it() -> None:
    soon = NOON + 10
    assert rescheduled(NOON, soon, 0, member(), member(place=TOKYO)) == soon


# Time zones


def test_zones_as_people_type_them() -> None:
    assert known_zone(" europe/berlin ") == BERLIN
    assert known_zone("America/New  York") == NEW_YORK
    assert known_zone("utc") == "UTC"
    for wrong in ("", "Berlin", "Middle-earth/Shire", "../etc/passwd", "Europe", "localtime"):
        assert known_zone(wrong) is None, wrong


def test_the_city_that_is_typed_comes_first() -> None:
    assert zones_like("new y")[0] == NEW_YORK
    assert zones_like("berlin") == [BERLIN]
    assert zones_like("Europe/")[0].startswith("Europe/")
    assert zones_like("nowhere") == []


def test_a_zone_that_is_not_known_any_more_is_utc() -> None:
    for name in ("Mars/Olympus", "", "../../etc/passwd", "Europe"):
        assert zone(name).key == "UTC"


def test_zones_are_known_without_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """Slim images have none: the package tzdata brings them."""
    assert importlib.util.find_spec("tzdata")
    zoneinfo.reset_tzpath(to=[])
    try:
        ZoneInfo.clear_cache()
        assert zone(BERLIN).key == BERLIN
        assert {BERLIN, TOKYO, NEW_YORK, "UTC"} <= zoneinfo.available_timezones()
        zones.cache_clear()
        assert len(zones()) > 400
    finally:
        zoneinfo.reset_tzpath()
        zones.cache_clear()
