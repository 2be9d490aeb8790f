"""Standings: tie-breaks one by one, zones, changes, and who fared how against whom."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from bot.league.points import scheme, share_out
from bot.league.standings import Finished, Meetings, Outing, Standing, cross_table, standings

tries = settings(deadline=None, max_examples=50, suppress_health_check=[HealthCheck.too_slow])

ADA, BO, CY, DI, ED, FLO, GUS, HAL = MEMBERS = range(1, 9)
HALF = Fraction(1, 2)

Sat = tuple[int | None, int]


def table(*sat: Sat, round: int = 1) -> Finished:
    """A table at which these scored so; the more, the better."""
    places = [1 + sum(other > score for _, other in sat) for _, score in sat]
    points = share_out(places, scheme(len(sat), None))
    outings = zip(sat, places, points, strict=True)
    return Finished(round, tuple(Outing(who, place, s, paid) for (who, s), place, paid in outings))


def duel(winner: int, loser: int, *, score: int = 50, round: int = 1) -> Finished:
    """A table of two; the winner has 100."""
    return table((winner, 100), (loser, score), round=round)


def by_member(found: Sequence[Standing]) -> dict[int, Standing]:
    return {one.member: one for one in found}


def order(found: Sequence[Standing]) -> list[int]:
    return [one.member for one in found]


def test_without_tables_all_are_first_and_nothing_is_won() -> None:
    found = standings([BO, ADA], [], promoted=1, relegated=1)
    assert order(found) == [BO, ADA]
    for one in found:
        assert [one.rank, one.points, one.played, *one.places] == [1, 0, 0]
        assert [one.direct, one.berger, one.share] == [HALF, 0, 0]
        assert (one.change, one.zone) == (None, "")


def test_points_come_first() -> None:
    tables = [table((ADA, 30), (BO, 20), (CY, 10)), table((BO, 5), (CY, 5), (ADA, 5), (DI, 9))]
    found = standings([CY, ADA, BO, DI], tables)
    assert [(one.member, one.points, one.rank) for one in found] == [
        (ADA, 10 + Fraction(10, 3), 1),
        (DI, 10, 2),
        (BO, 4 + Fraction(10, 3), 3),
        (CY, 1 + Fraction(10, 3), 4),
    ]
    assert [one.played for one in found] == [2, 1, 2, 2]
    assert [one.places for one in found] == [(1, 1, 0, 0), (1, 0, 0, 0), (0, 2, 0, 0), (0, 1, 1, 0)]


def test_direct_meetings_part_equal_points() -> None:
    # Bo beat Cy, who has more points than anybody: Sonneborn-Berger would put Bo first.
    tables = [duel(ADA, BO), duel(DI, ADA), duel(BO, CY), duel(CY, ED), duel(CY, FLO)]
    found = by_member(standings([BO, ADA, CY, DI, ED, FLO], tables))
    assert found[ADA].points == found[BO].points == 10
    assert [found[ADA].direct, found[BO].direct] == [1, 0]
    assert found[ADA].berger < found[BO].berger
    assert (found[ADA].rank, found[BO].rank) == (2, 3)


def test_direct_meetings_are_an_average_over_those_level_alone() -> None:
    tables = [
        table((ADA, 9), (BO, 8), (DI, 7)),
        table((DI, 9), (ADA, 6), (BO, 6)),
        table((ADA, 9), (DI, 8), (BO, 7)),
        table((CY, 9), (DI, 8), (ADA, 7)),
    ]
    found = by_member(standings([ADA, BO, CY, DI], [paying(5, DI, one) for one in tables]))
    assert found[ADA].points == found[BO].points == found[CY].points < found[DI].points
    assert found[ADA].direct == (1 + HALF + 1 + 0) / 4
    assert found[BO].direct == (0 + HALF + 0) / 3
    assert found[CY].direct == 1
    assert found[DI].direct == HALF


def paying(points: int, member: int, one: Finished) -> Finished:
    """The same table, but nobody else gets points for it."""
    outings = (
        replace(out, points=Fraction(points if out.member == member else 0)) for out in one.outings
    )
    return replace(one, outings=tuple(outings))


def test_who_met_nobody_of_those_level_has_a_half() -> None:
    found = by_member(standings([ADA, BO, CY], [duel(ADA, BO), duel(CY, DI)]))
    assert found[ADA].points == found[CY].points
    assert found[ADA].direct == found[CY].direct == HALF


def test_sonneborn_berger_parts_equal_meetings() -> None:
    # Ada beat Cy, who is strong, and Bo beat Di, who isn't; but Bo's share is better.
    tables = [duel(ADA, CY, score=90), duel(BO, DI, score=90)]
    tables += [duel(ED, ADA, score=1), duel(ED, BO, score=99), duel(CY, FLO), duel(CY, GUS)]
    found = by_member(standings(MEMBERS, tables))
    assert (found[ADA].points, found[ADA].direct) == (found[BO].points, found[BO].direct)
    assert [found[ADA].berger, found[BO].berger] == [18, 2]
    assert found[ADA].share < found[BO].share
    assert found[ADA].rank < found[BO].rank


def test_sonneborn_berger_takes_half_for_a_tie_and_all_of_a_table() -> None:
    tables = [table((ADA, 9), (BO, 9), (CY, 5), (DI, 1)), duel(CY, ED)]
    found = by_member(standings(MEMBERS, tables))
    assert found[CY].points == 11
    assert found[ADA].berger == HALF * 8 + 11 + 1
    assert found[CY].berger == 1 + 2


def test_the_share_of_the_winners_score_comes_last() -> None:
    tables = [duel(ADA, CY), duel(BO, DI), duel(ED, ADA, score=10), duel(FLO, BO, score=90)]
    found = by_member(standings(MEMBERS, tables))
    assert found[ADA].merit[:-1] == found[BO].merit[:-1]
    assert [found[ADA].share, found[BO].share] == [Fraction(11, 20), Fraction(19, 20)]
    assert found[BO].rank < found[ADA].rank


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ((40, 30, -5), (1, Fraction(3, 4), 0)),
        ((0, 0, -1), (1, 1, 0)),
        ((-3, -7, -9), (1, 0, 0)),
        ((1, 0, 0), (1, 0, 0)),
    ],
)
def test_a_share_is_never_below_nothing(
    scores: Sequence[int], shares: Sequence[Fraction | int]
) -> None:
    found = by_member(standings(MEMBERS, [table(*zip((ADA, BO, CY), scores, strict=True))]))
    assert [found[member].share for member in (ADA, BO, CY)] == list(shares)


def test_a_share_is_of_the_winner_and_at_most_one() -> None:
    # Bo scored more, but the game says that Ada won.
    odd = Finished(1, (Outing(ADA, 1, 20, Fraction(8)), Outing(BO, 2, 25, Fraction(2))))
    found = by_member(standings([ADA, BO], [odd]))
    assert [found[ADA].share, found[BO].share] == [1, 1]


def test_whom_nothing_parts_shares_a_rank_in_the_order_given() -> None:
    tables = [table((ADA, 5), (BO, 5), (CY, 1))]
    for members in ([ADA, BO, CY], [BO, CY, ADA]):
        found = standings(members, tables)
        assert order(found) == [member for member in members if member != CY] + [CY]
        assert [one.rank for one in found] == [1, 1, 3]


def test_computer_players_take_places_but_are_nobody() -> None:
    found = standings([ADA, BO], [table((None, 80), (ADA, 40), (BO, 20), (None, 1))])
    assert order(found) == [ADA, BO]
    assert [one.points for one in found] == [6, 3]
    assert [one.share for one in found] == [HALF, HALF / 2]
    assert [one.berger for one in found] == [3, 0]
    assert found[0].places == (0, 1, 0, 0)


def test_who_withdrew_is_last_and_their_tables_stand() -> None:
    tables = [duel(ADA, BO), duel(ADA, CY), duel(BO, CY)]
    found = standings([ADA, BO, CY, DI], tables, promoted=1, relegated=1, withdrawn={ADA})
    assert order(found) == [BO, CY, DI, ADA]
    assert [one.rank for one in found] == [1, 2, 3, 4]
    assert [one.points for one in found] == [10, 4, 0, 16]
    assert [one.zone for one in found] == ["up", "", "down", ""]
    assert [one.withdrawn for one in found] == [False, False, False, True]


def test_direct_meetings_leave_out_who_withdrew() -> None:
    # All three have 10; Ada lost to Cy, who is gone, and never met Bo.
    tables = [duel(CY, ADA), duel(ADA, DI), duel(BO, DI), duel(ED, BO), duel(FLO, CY)]
    found = by_member(standings(MEMBERS, tables, withdrawn=[CY]))
    assert found[ADA].points == found[BO].points == found[CY].points
    assert found[ADA].direct == found[BO].direct == found[CY].direct == HALF


@pytest.mark.parametrize(
    ("promoted", "relegated", "zones"),
    [
        (0, 0, ["", "", "", ""]),
        (1, 2, ["up", "", "down", "down"]),
        (3, 3, ["up", "up", "up", "down"]),
        (9, 1, ["up", "up", "up", "up"]),
        (0, 9, ["down", "down", "down", "down"]),
    ],
)
def test_zones(promoted: int, relegated: int, zones: list[str]) -> None:
    tables = [table((ADA, 4), (BO, 3), (CY, 2), (DI, 1))]
    found = standings([DI, CY, BO, ADA], tables, promoted=promoted, relegated=relegated)
    assert order(found) == [ADA, BO, CY, DI]
    assert [one.zone for one in found] == zones


def test_a_change_is_since_the_newest_round() -> None:
    first = table((ADA, 4), (BO, 3), (CY, 2), (DI, 1), round=1)
    assert {one.change for one in standings([ADA, BO, CY, DI], [first])} == {None}
    second = [duel(DI, ADA, round=2), duel(ED, CY, round=2)]
    found = standings([ADA, BO, CY, DI, ED], [*second, first])
    assert [(one.member, one.rank, one.change) for one in found] == [
        (ADA, 1, 0),
        (DI, 2, 2),
        (ED, 3, None),
        (BO, 4, -2),
        (CY, 5, -2),
    ]


def test_a_cross_table() -> None:
    tables = [
        table((ADA, 9), (BO, 8), (None, 7)),
        table((ADA, 9), (BO, 9), (CY, 1)),
        duel(BO, ADA),
        duel(HAL, ADA),
    ]
    found = cross_table(standings([ADA, BO, CY, DI], tables), tables)
    assert found == {
        (ADA, BO): Meetings(1, 1, 1),
        (BO, ADA): Meetings(1, 1, 1),
        (ADA, CY): Meetings(1, 0, 0),
        (CY, ADA): Meetings(0, 0, 1),
        (BO, CY): Meetings(1, 0, 0),
        (CY, BO): Meetings(0, 0, 1),
    }
    assert found[ADA, BO].met == 3


def test_meetings_are_shown_in_halves() -> None:
    told = {
        (2, 0, 1): "2-1",
        (0, 1, 0): "½-½",
        (1, 1, 0): "1½-½",
        (0, 2, 3): "1-4",
        (0, 0, 1): "0-1",
    }
    assert {counts: Meetings(*counts).shown for counts in told} == told


@st.composite
def finished(draw: st.DrawFn) -> Finished:
    """A table of two to five out of few members, so that they meet often and tie often."""
    sat = draw(st.lists(st.sampled_from(MEMBERS[:6]), min_size=1, max_size=5, unique=True))
    spare = st.integers(1 if len(sat) == 1 else 0, 5 - len(sat))
    seats: list[int | None] = [*sat, *([None] * draw(spare))]
    scores = st.integers(-2, 4)
    return table(*((who, draw(scores)) for who in seats), round=draw(st.integers(1, 3)))


seasons = st.lists(finished(), max_size=8)
gone = st.sets(st.sampled_from(MEMBERS), max_size=2)


@tries
@given(seasons, gone)
def test_ranks_follow_merit(tables: list[Finished], withdrawn: set[int]) -> None:
    found = standings(MEMBERS, tables, promoted=2, relegated=2, withdrawn=withdrawn)
    assert sorted(order(found)) == list(MEMBERS)
    for position, (above, below) in enumerate(pairwise(found), start=1):
        assert above.merit >= below.merit
        assert below.rank == (above.rank if above.merit == below.merit else position + 1)
    assert found[0].rank == 1
    zones = [one.zone for one in found if not one.withdrawn]
    count = 2 if tables else 0
    assert (zones.count("up"), zones.count("down")) == (count, count)
    assert all(one.zone == "" for one in found if one.withdrawn)


def reckoned(
    tables: list[Finished], withdrawn: set[int]
) -> dict[int, tuple[bool, Fraction, Fraction, Fraction, Fraction]]:
    """By member all that ranks them, most important first, from the tables alone."""
    sat = [(one, out) for one in tables for out in one.outings if out.member is not None]
    points = {
        who: sum((o.points for _, o in sat if o.member == who), Fraction(0)) for who in MEMBERS
    }

    def beaten(who: int, by_worth: Callable[[int], Fraction]) -> Fraction:
        """The worth of everybody placed below at a table, and half of it for a tie."""
        total = Fraction(0)
        for one, mine in sat:
            for theirs in one.outings if mine.member == who else ():
                if theirs.member not in (None, who):
                    part = (theirs.place >= mine.place) + (theirs.place > mine.place)
                    total += part * HALF * by_worth(theirs.member)
        return total

    def direct(who: int) -> Fraction:
        level = {o for o in MEMBERS if points[o] == points[who]}
        level = {o for o in level if (o in withdrawn) == (who in withdrawn)}
        met = sum(
            len(level & {out.member for out in one.outings}) - 1
            for one, mine in sat
            if mine.member == who
        )
        return beaten(who, lambda other: Fraction(other in level)) / met if met else HALF

    def share(who: int) -> Fraction:
        parts = []
        for one, mine in sat:
            best = max(out.score for out in one.outings)  # who scores most has won here
            if mine.member == who and best > 0:
                parts.append(max(Fraction(mine.score, best), Fraction(0)))
            elif mine.member == who:
                parts.append(Fraction(mine.score == best))
        return sum(parts, Fraction(0)) / len(parts) if parts else Fraction(0)

    return {
        who: (
            who not in withdrawn,
            points[who],
            direct(who),
            beaten(who, points.__getitem__),
            share(who),
        )
        for who in MEMBERS
    }


@tries
@given(seasons, gone)
def test_ranks_and_tie_breaks_are_as_reckoned_by_hand(
    tables: list[Finished], withdrawn: set[int]
) -> None:
    wanted = reckoned(tables, withdrawn)
    for one in standings(MEMBERS, tables, withdrawn=withdrawn):
        found = (not one.withdrawn, one.points, one.direct, one.berger, one.share)
        assert found == wanted[one.member]
        assert one.rank == 1 + sum(other > wanted[one.member] for other in wanted.values())


@tries
@given(st.data(), seasons, gone)
def test_the_order_of_tables_seats_and_members_does_not_matter(
    data: st.DataObject, tables: list[Finished], withdrawn: set[int]
) -> None:
    found = standings(MEMBERS, tables, withdrawn=withdrawn)
    shuffled = [
        Finished(one.round, tuple(data.draw(st.permutations(one.outings))))
        for one in data.draw(st.permutations(tables))
    ]
    assert standings(MEMBERS, shuffled, withdrawn=withdrawn) == found
    assert cross_table(found, shuffled) == cross_table(found, tables)
    others = standings(data.draw(st.permutations(MEMBERS)), shuffled, withdrawn=withdrawn)
    assert by_member(others) == by_member(found)


@tries
@given(seasons)
def test_what_was_played_is_all_in_the_standings(tables: list[Finished]) -> None:
    found = standings(MEMBERS, tables)
    outings = [out for one in tables for out in one.outings if out.member is not None]
    assert sum(one.points for one in found) == sum(out.points for out in outings)
    assert sum(one.played for one in found) == len(outings)
    for one in found:
        assert sum(one.places) == one.played
        assert 0 <= one.direct <= 1
        assert 0 <= one.share <= 1
    met = cross_table(found, tables)
    for (one_way, other_way), counts in met.items():
        back = met[other_way, one_way]
        assert (counts.won, counts.tied, counts.lost) == (back.lost, back.tied, back.won)


@tries
@given(seasons)
def test_a_change_is_from_the_standings_before(tables: list[Finished]) -> None:
    newest = max((one.round for one in tables), default=1)
    before = by_member(standings(MEMBERS, [one for one in tables if one.round < newest]))
    for one in standings(MEMBERS, tables):
        known = before[one.member].played > 0
        assert one.change == (before[one.member].rank - one.rank if known else None)
