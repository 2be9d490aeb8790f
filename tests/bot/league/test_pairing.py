"""Pairing: nobody plays twice in a round, all meet evenly, byes and starts are shared out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.league import evenness
from bot.league.neighbours import FreshTables, settle, strain_between
from bot.league.pairing import (
    BEARABLE,
    Round,
    Sizes,
    goes_on,
    knock_out,
    lucky_losers,
    round_robin,
    rounds_for,
    sizes_for,
    swiss,
)
from games.core import Rng

COUNTS = range(3, 65)
ALL_SIZES = [Sizes(wanted, fewest) for wanted in (2, 3, 4, 5) for fewest in range(2, wanted + 1)]
TWO = Sizes(2, 2)
FIRST = 10**17  # members' ids are large

sizes_of_a_league = st.sampled_from(ALL_SIZES)


def members_of(count: int) -> list[int]:
    return [FIRST + 7 * n for n in range(count)]


def sat(rounds: Sequence[Round]) -> list[tuple[int, ...]]:
    return [table for round_ in rounds for table in round_.tables]


def meetings(members: Sequence[int], rounds: Sequence[Round]) -> list[int]:
    """How often each two of the members meet."""
    met = Counter(frozenset(pair) for table in sat(rounds) for pair in combinations(table, 2))
    return [met[frozenset(pair)] for pair in combinations(members, 2)]


def span(figures: Sequence[int]) -> int:
    return max(figures) - min(figures)


def unevenness(members: Sequence[int], rounds: Sequence[Round]) -> int:
    return sum(count * count for count in meetings(members, rounds))


def byes(members: Sequence[int], rounds: Sequence[Round]) -> list[int]:
    out = Counter(member for round_ in rounds for member in round_.byes)
    return [out[member] for member in members]


def repeats(round_: Round, played: Sequence[Round]) -> int:
    before = {frozenset(pair) for table in sat(played) for pair in combinations(table, 2)}
    return sum(frozenset(p) in before for table in round_.tables for p in combinations(table, 2))


def starts(members: Sequence[int], rounds: Sequence[Round]) -> list[list[int]]:
    """How often each starts; those together who sit at equally many tables."""
    first = Counter(table[0] for table in sat(rounds))
    tables = Counter(member for table in sat(rounds) for member in table)
    groups: defaultdict[int, list[int]] = defaultdict(list)
    for member in members:
        groups[tables[member]].append(first[member])
    return list(groups.values())


def check(round_: Round, members: Sequence[int], sizes: Sizes) -> None:
    """Everybody is at one table or sits out, and the tables are as large as they should be."""
    assert sorted([*round_.byes, *chain(*round_.tables)]) == sorted(members)
    assert tuple(sorted(map(len, round_.tables), reverse=True)) == sizes_for(len(members), sizes)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hardly any search: what is promised at all times doesn't hang on it."""
    monkeypatch.setattr(evenness, "WHEELS", 2)
    monkeypatch.setattr(evenness, "TRIES_A_WHEEL", 20)
    monkeypatch.setattr(evenness, "TRIES_A_CHAIR", 1)
    monkeypatch.setattr(evenness, "TRIES", 0)


# Sizes


def splits(count: int, sizes: Sizes) -> Iterator[tuple[int, ...]]:
    """All ways to seat so many, or fewer."""
    yield ()
    for size in range(sizes.fewest, min(sizes.wanted, count) + 1):
        for rest in splits(count - size, sizes):
            if not rest or rest[0] <= size:
                yield (size, *rest)


@pytest.mark.parametrize("sizes", ALL_SIZES, ids=str)
def test_sizes_leave_out_as_few_as_possible_then_make_large_and_even_tables(sizes: Sizes) -> None:
    for count in range(18):
        best = min(splits(count, sizes), key=lambda s: (-sum(s), len(s), sum(n * n for n in s)))
        assert sizes_for(count, sizes) == best


def test_sizes_by_example() -> None:
    assert sizes_for(7, Sizes(4, 3)) == (4, 3)
    assert sizes_for(9, Sizes(4, 2)) == (3, 3, 3)
    assert sizes_for(5, Sizes(4, 3)) == (4,)
    assert sizes_for(2, Sizes(4, 3)) == ()


# Round robin: what holds at all times


@pytest.mark.parametrize("sizes", ALL_SIZES, ids=str)
@pytest.mark.usefixtures("hasty")
def test_everybody_has_one_place_a_round_and_byes_and_starts_are_shared_out(sizes: Sizes) -> None:
    for count in COUNTS:
        members, rounds = members_of(count), 1 + 3 * count % 11
        found = round_robin(members, sizes, rounds)
        assert len(found) == rounds
        for round_ in found:
            check(round_, members, sizes)
        assert span(byes(members, found)) <= 1
        assert all(span(group) <= 1 for group in starts(members, found)), count


@pytest.mark.usefixtures("hasty")
def test_the_same_members_get_the_same_rounds_in_whatever_order_they_come() -> None:
    for count in (8, 9, 13, 20):
        members = members_of(count)
        plan = round_robin(members, Sizes(4, 3), 6)
        assert round_robin(members, Sizes(4, 3), 6) == plan
        assert [r.tables for r in round_robin(members[::-1], Sizes(4, 3), 6)] == [
            r.tables for r in plan
        ]


def test_too_few_for_a_table_sit_out() -> None:
    assert round_robin([5, 3], Sizes(4, 3), 2) == [Round((), (3, 5))] * 2
    assert rounds_for(2, Sizes(4, 3)) == 0


# Round robin: how even it is


@pytest.mark.parametrize("count", COUNTS)
def test_two_at_a_table_meet_exactly_once(count: int) -> None:
    members = members_of(count)
    whole = count - 1 + count % 2
    found = round_robin(members, TWO, whole)
    assert set(meetings(members, found)) == {1}
    assert set(byes(members, found)) == {count % 2}
    for rounds in (whole // 2, whole + 3):
        found = round_robin(members, TWO, rounds)
        assert span(meetings(members, found)) <= 1
        assert span(byes(members, found)) <= 1


PERFECT = {
    # Each two meet this often: (members, at a table, rounds): times
    (8, 3, 4): 1,
    (9, 3, 4): 1,
    (14, 3, 7): 1,
    (15, 3, 7): 1,  # Kirkman's schoolgirls
    (26, 3, 13): 1,
    (27, 3, 13): 1,
    (15, 4, 5): 1,
    (16, 4, 5): 1,
    (63, 4, 21): 1,
    (64, 4, 21): 1,
    (24, 5, 6): 1,
    (25, 5, 6): 1,
    (7, 4, 7): 3,
    (8, 4, 7): 3,
    (11, 4, 11): 3,
    (12, 4, 11): 3,
    (16, 4, 15): 3,
}


@pytest.mark.parametrize(("league", "times"), PERFECT.items(), ids=str)
def test_known_designs_are_met_exactly(league: tuple[int, int, int], times: int) -> None:
    count, wanted, rounds = league
    members = members_of(count)
    found = round_robin(members, Sizes(wanted, 2), rounds)
    assert set(meetings(members, found)) == {times}
    assert all(span(group) <= 1 for group in starts(members, found))


@pytest.mark.parametrize(("count", "wanted"), [(9, 3), (16, 4), (25, 5), (27, 3), (64, 4)])
def test_part_of_a_design_or_more_than_one_is_even_too(count: int, wanted: int) -> None:
    members = members_of(count)
    for rounds in (2, 3, 30):
        assert span(meetings(members, round_robin(members, Sizes(wanted, 2), rounds))) <= 1


@pytest.mark.parametrize("count", range(3, 6))
def test_at_one_table_everybody_has_every_seat_equally_often(count: int) -> None:
    members = members_of(count)
    sizes = Sizes(5, 3)
    assert rounds_for(count, sizes) == count
    for seats in zip(*sat(round_robin(members, sizes, count)), strict=True):
        assert sorted(seats) == members


EVEN = [(7, 3), (10, 3), (12, 3), (13, 3), (18, 3), (30, 3), (10, 4), (11, 4), (13, 4), (14, 4)]
EVEN += [(18, 4), (19, 4), (22, 4), (23, 4), (24, 4), (26, 4), (30, 4), (31, 4), (11, 5), (27, 5)]


@pytest.mark.parametrize(("count", "wanted"), EVEN)
def test_all_meet_and_meetings_differ_by_one_where_the_search_is_known_to_get_there(
    count: int, wanted: int
) -> None:
    sizes = Sizes(wanted, 2)
    members = members_of(count)
    met = meetings(members, round_robin(members, sizes, rounds_for(count, sizes)))
    assert min(met) >= 1
    assert span(met) <= 1


HARD = {(12, 4): 2, (10, 5): 2, (17, 5): 2, (20, 5): 2, (28, 4): 2, (62, 5): 3}


def naive(members: Sequence[int], sizes: Sizes, rounds: int, shuffled: bool) -> list[Round]:
    """The members cut into tables: shuffled each time, or moved on by one chair."""
    order, found = list(members), []
    for number in range(rounds):
        if shuffled:
            Rng(b"naive", number).shuffle(order)
        else:
            order = order[1:] + order[:1]
        rest = iter(order)
        tables = [tuple(next(rest) for _ in range(n)) for n in sizes_for(len(order), sizes)]
        found.append(Round(tuple(tables), tuple(rest)))
    return found


@pytest.mark.parametrize(("league", "bound"), HARD.items(), ids=str)
def test_elsewhere_it_keeps_a_measured_bound_and_beats_naive_rounds(
    league: tuple[int, int], bound: int
) -> None:
    count, wanted = league
    sizes, members = Sizes(wanted, 2), members_of(count)
    rounds = rounds_for(count, sizes)
    found = round_robin(members, sizes, rounds)
    assert span(meetings(members, found)) <= bound
    for shuffled in (True, False):
        other = naive(members, sizes, rounds, shuffled)
        assert unevenness(members, found) < unevenness(members, other)
        assert span(meetings(members, found)) < span(meetings(members, other))


@pytest.mark.parametrize("sizes", ALL_SIZES, ids=str)
def test_a_season_is_bearable_and_could_let_everybody_meet(sizes: Sizes) -> None:
    for count in COUNTS:
        if tables := sizes_for(count, sizes):
            rounds = rounds_for(count, sizes)
            could = rounds * sum(size * (size - 1) // 2 for size in tables)
            assert 1 <= rounds <= BEARABLE
            assert rounds == BEARABLE or could >= count * (count - 1) // 2


# Round robin: planned anew


@pytest.mark.parametrize(("count", "wanted"), [(9, 2), (10, 2), (9, 3), (16, 4), (15, 4)])
def test_a_design_goes_on_as_planned(count: int, wanted: int) -> None:
    members, sizes = members_of(count), Sizes(wanted, 2)
    rounds = rounds_for(count, sizes)
    played = round_robin(members, sizes, 2)
    found = played + round_robin(members, sizes, rounds - 2, played)
    assert set(meetings(members, found)) == {1}
    assert all(span(group) <= 1 for group in starts(members, found))


def test_tables_of_two_stay_exact_when_one_leaves() -> None:
    members = members_of(10)
    played = round_robin(members, TWO, 4)
    left = [member for member in members if member != members[6]]
    found = played + round_robin(left, TWO, 5, played)
    assert set(meetings(left, found)) == {1}
    assert span(byes(left, found)) <= 1


def test_who_comes_late_takes_the_empty_chair() -> None:
    members = members_of(9)
    played = round_robin(members, TWO, 3)
    late = FIRST - 1
    found = played + round_robin([late, *members], TWO, 6, played)
    assert set(meetings(members, found)) == {1}
    assert not any(round_.byes for round_ in found[3:])


@given(
    st.integers(3, 30), sizes_of_a_league, st.integers(1, 4), st.sets(st.integers(0, 29)),
    st.integers(0, 3),
)  # fmt: skip
@example(3, TWO, 1, {1}, 1)
@settings(max_examples=60, deadline=None)
def test_after_some_left_and_some_came_the_rest_is_planned_anew(
    count: int, sizes: Sizes, rounds: int, gone: set[int], late: int
) -> None:
    members = members_of(count)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evenness, "TRIES", 0)
        patch.setattr(evenness, "TRIES_A_RUN", 500)
        played = round_robin(members, sizes, rounds)
        now = [m for n, m in enumerate(members) if n not in gone]
        now += [FIRST + 1000 + n for n in range(late)]
        found = round_robin(now, sizes, 4, played)
    tables = Counter(member for table in sat(played) for member in table)
    for round_ in found:
        check(round_, now, sizes)
        # Nobody sits out who has played less than somebody who plays.
        playing = set().union(*round_.tables)
        if playing and round_.byes:
            assert min(tables[m] for m in round_.byes) >= max(tables[m] for m in playing)
        tables.update(playing)


def test_rounds_that_were_not_as_designed_are_taken_as_they_were() -> None:
    members = members_of(8)
    played = round_robin(members, TWO, 7)[3:4]
    found = round_robin(members, TWO, 3, played)
    assert max(meetings(members, played + found)) == 1


def test_who_came_late_does_not_start_more_often_than_others_do() -> None:
    members, late = members_of(11), FIRST - 1
    played = round_robin(members, Sizes(4, 3), 12)
    found = round_robin([*members, late], Sizes(4, 3), 4, played)
    assert sum(table[0] == late for table in sat(found)) <= 2


def test_who_came_late_meets_everybody_before_the_others_meet_again() -> None:
    members, late = members_of(12), FIRST - 1
    played = round_robin(members, Sizes(4, 3), 3)
    found = round_robin([*members, late], Sizes(4, 3), 4, played)
    met = Counter(m for table in sat(found) if late in table for m in table if m != late)
    assert max(met.values()) == 1
    # Few of the others' meetings are again; three rounds of fours leave two unmet of eleven each.
    assert span(meetings(members, played + found)) <= 2


# Swiss


def matchings(
    members: Sequence[int], sizes: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All ways to put the members at tables of these sizes."""
    if not sizes:
        yield ()
        return
    for size in set(sizes):
        left = list(sizes)
        left.remove(size)
        for others in combinations(members[1:], size - 1):
            table = (members[0], *others)
            for rest in matchings([m for m in members if m not in table], left):
                yield (table, *rest)


def can_be_fresh(members: Sequence[int], sizes: Sizes, played: Sequence[Round]) -> bool:
    """Whether nobody need meet again, if those sit out who have sat out least."""
    tables = sizes_for(len(members), sizes)
    out = dict(zip(members, byes(members, played), strict=True))
    count = len(members) - sum(tables)
    fewest = sorted(out.values())[:count]
    return any(
        repeats(Round(found), played) == 0
        for sitting in combinations(members, count)
        if sorted(out[m] for m in sitting) == fewest
        for found in matchings([m for m in members if m not in sitting], tables)
    )


@given(st.integers(3, 8), sizes_of_a_league, st.integers(0, 6), st.binary())
@settings(max_examples=150, deadline=None)
def test_nobody_meets_again_while_that_can_be_helped(
    count: int, sizes: Sizes, rounds: int, seed: bytes
) -> None:
    ranking = members_of(count)
    played: list[Round] = []
    for number in range(rounds + 1):
        Rng(seed, number).shuffle(ranking)
        points = {member: (count - n) // 2 for n, member in enumerate(ranking)}
        found = swiss(ranking, points, sizes, played)
        check(found, ranking, sizes)
        if sizes_for(count, sizes) and can_be_fresh(ranking, sizes, played):
            assert repeats(found, played) == 0
        played.append(found)


@pytest.mark.parametrize("sizes", ALL_SIZES, ids=str)
def test_neighbours_in_points_meet(sizes: Sizes) -> None:
    for count in COUNTS:
        ranking = members_of(count)
        points = {member: -(n**2) for n, member in enumerate(ranking)}
        found = swiss(ranking, points, sizes, [])
        check(found, ranking, sizes)
        assert found.byes == tuple(ranking[count - len(found.byes) :])
        assert [m for table in found.tables for m in sorted(table)] == ranking[
            : count - len(found.byes)
        ]


def test_points_count_for_more_than_ranks() -> None:
    played = [Round(((1, 2), (3, 4)))]
    found = swiss([1, 2, 3, 4], {1: 5, 2: 3, 3: 3, 4: 0}, TWO, played)
    assert [sorted(table) for table in found.tables] == [[1, 3], [2, 4]]


def test_somebody_else_sits_out_if_that_avoids_a_repeat() -> None:
    played = [
        Round(((1, 2), (3, 5)), (4,)),
        Round(((1, 3), (2, 4)), (5,)),
        Round(((1, 4), (2, 3)), (5,)),
    ]
    found = swiss([1, 2, 3, 4, 5], dict.fromkeys(range(1, 6), 0), TWO, played)
    assert found.byes == (2,)  # not 3: the others could only meet again
    assert [sorted(table) for table in found.tables] == [[1, 5], [3, 4]]


def test_two_who_strain_each_other_may_change_places() -> None:
    far = {frozenset(pair) for pair in ((1, 2), (3, 4), (1, 3), (2, 4))}
    tables = [[1, 2], [3, 4]]
    assert settle(tables, strain_between([1, 2, 3, 4], lambda a, b: frozenset((a, b)) in far)) == 0
    assert sorted(map(sorted, tables)) == [[1, 4], [2, 3]]


@given(
    st.sampled_from([(2, 2, 2), (3, 2), (3, 3), (3, 2, 2), (4, 3), (4, 4), (3, 3, 2), (2,) * 4]),
    st.binary(),
)
@settings(max_examples=150, deadline=None)
def test_tables_without_repeats_are_found_if_there_are_any(
    sizes: tuple[int, ...], seed: bytes
) -> None:
    members = range(sum(sizes))
    rng = Rng(seed, max(sizes))
    left = max(sizes) + rng.below(2)  # of six pairs so many may still meet
    unmet = {frozenset(pair) for pair in combinations(members, 2) if rng.below(6) < left}

    def fresh(tables: Iterable[Sequence[int]]) -> bool:
        return all(frozenset(pair) in unmet for table in tables for pair in combinations(table, 2))

    known = {a: {b for b in members if frozenset((a, b)) in unmet} for a in members}
    found = FreshTables().find(members, sizes, known)
    assert (found is not None) == any(map(fresh, matchings(members, sizes)))
    if found is not None:
        assert sorted(chain(*found)) == list(members)
        assert sorted(map(len, found), reverse=True) == list(sizes)
        assert fresh(found)


def test_winners_meet_winners_after_the_first_round() -> None:
    for count in range(4, 65, 4):
        members = members_of(count)
        first = swiss(members, dict.fromkeys(members, 0), TWO, [])
        points = {m: seat for table in first.tables for seat, m in enumerate(table)}
        ranking = sorted(members, key=lambda m: -points[m])
        second = swiss(ranking, points, TWO, [first])
        assert repeats(second, [first]) == 0
        assert all(points[a] == points[b] for a, b in second.tables)


@pytest.mark.parametrize("sizes", ALL_SIZES, ids=str)
def test_a_swiss_league_spreads_its_byes_and_starts(sizes: Sizes) -> None:
    for count in (*range(3, 12), 31, 64):
        ranking = members_of(count)
        played: list[Round] = []
        points = dict.fromkeys(ranking, 0)
        rng = Rng(b"winners", count)
        for _ in range(6):
            ranking.sort(key=lambda m: (-points[m], m))
            found = swiss(ranking, points, sizes, played)
            check(found, ranking, sizes)
            played.append(found)
            for table in found.tables:
                points[rng.choice(table)] += 1
            if sizes_for(count, sizes):
                assert span(byes(ranking, played)) <= 1
        assert all(span(group) <= 2 for group in starts(ranking, played))


@pytest.mark.parametrize("count", [8, 15, 22, 37, 64])
def test_many_rounds_of_swiss_for_two_go_without_repeats(count: int) -> None:
    ranking = members_of(count)
    played: list[Round] = []
    points = dict.fromkeys(ranking, 0)
    for _ in range(count // 2):
        ranking.sort(key=lambda m: (-points[m], m))
        played.append(swiss(ranking, points, TWO, played))
        for table in played[-1].tables:
            points[min(table)] += 1
    assert max(meetings(ranking, played)) == 1


# Knock-out


@pytest.mark.parametrize("sizes", ALL_SIZES, ids=str)
def test_a_knock_out_ends_with_one_final(sizes: Sizes) -> None:
    for count in range(max(3, sizes.fewest), 65):
        seeding = members_of(count)
        played: list[Round] = []
        while len(seeding) > sizes.wanted:
            found = knock_out(seeding, sizes, played)
            check(found, seeding, sizes)
            best = [member for member in seeding if member not in found.byes][: len(found.tables)]
            assert all(len({*table} & {*best}) == 1 for table in found.tables)
            through = set(found.byes).union(
                *(sorted(table)[: goes_on(len(table))] for table in found.tables)
            )
            others = [member for member in seeding if member not in through]
            through.update(others[: lucky_losers(len(through), sizes)])
            assert sizes.fewest <= len(through) < len(seeding)
            seeding = [member for member in seeding if member in through]
            played.append(found)
        final = knock_out(seeding, sizes, played)
        assert [sorted(table) for table in final.tables] == [seeding]
        assert not final.byes
        assert seeding[0] == FIRST  # who is better always goes on


def test_a_knock_out_is_seeded_like_a_snake() -> None:
    found = knock_out([1, 2, 3, 4, 5, 6, 7, 8, 9], Sizes(3, 3), [])
    assert [sorted(table) for table in found.tables] == [[1, 6, 7], [2, 5, 8], [3, 4, 9]]
    assert [sorted(t) for t in knock_out([1, 2, 3, 4], TWO, []).tables] == [[1, 4], [2, 3]]


def test_the_best_seeded_sit_out_and_then_others() -> None:
    first = knock_out([1, 2, 3, 4, 5], TWO, [])
    assert first.byes == (1,)
    assert knock_out([1, 2, 3], TWO, [first]).byes == (2,)


def test_a_knock_out_avoids_repeats_among_those_seeded_alike() -> None:
    played = [Round(((1, 6, 7), (2, 5, 8), (3, 4, 9)))]
    found = knock_out([1, 2, 3, 4, 5, 6, 7, 8, 9], Sizes(3, 3), played)
    assert repeats(found, played) == 0
    for row in ({1, 2, 3}, {4, 5, 6}, {7, 8, 9}):
        assert all(len(row & set(table)) == 1 for table in found.tables)


def test_the_better_half_goes_on() -> None:
    assert [goes_on(size) for size in (2, 3, 4, 5)] == [1, 1, 2, 2]
    assert lucky_losers(2, Sizes(4, 3)) == 1
    assert lucky_losers(4, Sizes(4, 3)) == 0
