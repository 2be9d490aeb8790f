"""Ratings as they are kept: in the order of the ends, once each, and the same from scratch."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from bot.league.ranks import POINTS, Ranked, ranking, thinned
from bot.league.rating import OVERALL, Rated, Rating, rate_all
from bot.league.ratings import Ratings, rating_of
from bot.seating import Seating
from bot.store import RatingRow, SeatRow, Store
from bot.store.ratings import RatingWriting
from bot.table import Tables
from games.core import Fact, Rng
from tests.bot.offline import ADA, BO, CY, now_at, start_table
from tests.bot.test_stats import (
    ANY,
    DAY,
    ELSEWHERE,
    OTHER,
    SERVER,
    START,
    Sat,
    finish,
    plans,
    result,
)
from tests.toy import SignalBox

DEE = 104
NAME = "Somebody"

Known = dict[tuple[str, int], Rating]


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "test.sqlite3")
    yield opened
    await opened.close()


async def change(store: Store, sql: str, *values: object) -> None:
    async with store._database.writing() as db:
        await db.execute(sql, values)


async def stored(store: Store, server: int = SERVER) -> Known:
    """The newest ratings of a server, in every game and over all."""
    found: Known = {}
    for game in (ANY, OTHER, "toy", OVERALL):
        rows = await store.leaderboard(server, game)
        found |= {(row.game, row.member): rating_of(row) for row in rows}
    return found


async def rated(store: Store, server: int = SERVER) -> Known:
    """The ratings after catching up, which are the same from scratch."""
    ratings = Ratings(store)
    await ratings.catch_up()
    found = await stored(store, server)
    assert await ratings.recomputed(server) == found
    return found


async def took_turns(store: Store, table: int, seat: int, turns: int, stood_in: int) -> None:
    """A seat had so many turns, the last ones played by a stand-in; each of two moves."""
    async with store._database.writing() as db:
        for number in range(2, 2 * turns + 2):
            turn = number // 2 - 1
            away = turn >= turns - stood_in
            await db.execute(
                "INSERT INTO moves (table_id, number, turn, seat, member, move, facts, reveals,"
                " ends, at, stand_in) VALUES (?, ?, ?, ?, ?, '{}', '[]', 0, ?, 0, ?)",
                (table, 100 * seat + number, turn, seat, None if away else 1, number % 2, away),
            )


# In the order of the ends


async def test_tables_are_rated_in_the_order_in_which_they_ended(store: Store) -> None:
    await finish(store, [CY, ADA], START + 3 * DAY, result(9, 1))
    await finish(store, [ADA, BO], START, result(9, 1))
    await finish(store, [BO, CY], START + DAY, result(9, 1))
    tables = [
        Rated(2, ANY, (ADA, BO), (1, 2)),
        Rated(3, ANY, (BO, CY), (1, 2)),
        Rated(1, ANY, (CY, ADA), (1, 2)),
    ]
    assert await rated(store) == rate_all(tables)
    assert await store.rated_tables(SERVER) == [2, 3, 1]
    trail = await store.rating_trail(SERVER, ADA)
    assert [(row.game, row.table_id, row.tables) for row in trail if row.game == ANY] == [
        (ANY, 2, 1),
        (ANY, 1, 2),
    ]
    assert [row.at for row in trail] == [START] * 2 + [START + 3 * DAY] * 2


async def test_each_game_is_rated_by_itself_and_all_together(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(9, 1))
    await finish(store, [BO, ADA, CY], START + DAY, result(5, 3, 4), game=OTHER)
    found = await rated(store)
    assert found == rate_all(
        [Rated(1, ANY, (ADA, BO), (1, 2)), Rated(2, OTHER, (BO, ADA, CY), (1, 3, 2))]
    )
    assert found[ANY, ADA].tables == 1
    assert found[OVERALL, ADA].tables == 2
    assert (ANY, CY) not in found


async def test_places_are_those_of_looking_back(store: Store) -> None:
    await finish(store, [ADA, BO, CY], START, result(20, 20, 10, winners=[1]))
    await finish(store, [ADA, BO, CY], START + DAY, result(7, 7, 10))
    assert await rated(store) == rate_all(
        [Rated(1, ANY, (ADA, BO, CY), (2, 1, 3)), Rated(2, ANY, (ADA, BO, CY), (2, 2, 1))]
    )


async def test_two_servers_do_not_mix(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(9, 1))
    await finish(store, [BO, ADA], START + DAY, result(9, 1), server=ELSEWHERE)
    here, there = await rated(store), await rated(store, ELSEWHERE)
    assert here[ANY, ADA] == there[ANY, BO]
    assert {rating.tables for rating in (*here.values(), *there.values())} == {1}
    assert {row.server for row in await store.rating_trail(SERVER, ADA)} == {SERVER}


async def test_tables_without_two_members_change_nothing_and_are_done(store: Store) -> None:
    for people in ([None, None], [ADA, None], [ADA]):
        await finish(store, people, START, result(*range(len(people))))
    assert await Ratings(store).catch_up() == 3
    assert await stored(store) == {}
    assert await Ratings(store).catch_up() == 0
    await finish(store, [ADA, None, BO], START, result(1, 9, 2))
    assert await rated(store) == rate_all([Rated(4, ANY, (ADA, None, BO), (3, 1, 2))])


async def test_what_has_not_come_to_its_end_is_not_rated(store: Store) -> None:
    for status in ("running", "aborted"):
        await finish(store, [ADA, BO], START, result(9, 1), status=status)
        await change(store, "UPDATE tables SET channel = id")
    assert await Ratings(store).catch_up() == 0


async def test_a_sealed_table_waits_and_then_counts_after_the_others(store: Store) -> None:
    sealed = await finish(store, [ADA, BO], START, result(9, 1))
    await change(store, "UPDATE tables SET sealed = 1 WHERE id = ?", sealed)
    await finish(store, [BO, CY], START + DAY, result(9, 1))
    assert {member for _, member in await rated(store)} == {BO, CY}
    await change(store, "UPDATE tables SET sealed = 0")
    assert await rated(store) == rate_all(
        [Rated(2, ANY, (BO, CY), (1, 2)), Rated(1, ANY, (ADA, BO), (1, 2))]
    )
    trail = [row for row in await store.rating_trail(SERVER, BO) if row.game == ANY]
    assert [row.tables for row in trail] == [1, 2]
    assert [row.at for row in trail] == [START + DAY] * 2  # a curve never goes back


async def test_a_table_that_can_not_be_read_does_not_stop_the_others(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    for number in range(4):
        await finish(store, [ADA, BO], START + number, result(9, 1))
    await change(store, "UPDATE tables SET result = 'broken' WHERE id = 1")
    await change(store, "UPDATE tables SET result = NULL WHERE id = 2")
    await change(store, 'UPDATE tables SET result = \'{"scores":[1],"winners":[]}\' WHERE id = 3')
    assert await rated(store) == rate_all([Rated(4, ANY, (ADA, BO), (1, 2))])
    assert "table 1 can't be read" in caplog.text
    assert await Ratings(store).catch_up() == 0


# Stand-ins


@pytest.mark.parametrize(("stood_in", "absent"), [(0, False), (2, False), (3, True), (4, True)])
async def test_more_than_half_of_the_turns_by_a_stand_in_is_absent(
    store: Store, stood_in: int, absent: bool
) -> None:
    table = await finish(store, [ADA, BO, CY], START, result(9, 5, 1))
    await took_turns(store, table, 0, 4, stood_in)
    await took_turns(store, table, 1, 4, 0)
    away = frozenset({0} if absent else ())
    assert await rated(store) == rate_all([Rated(1, ANY, (ADA, BO, CY), (1, 2, 3), away)])


async def test_a_turn_that_a_member_had_a_hand_in_is_theirs(store: Store) -> None:
    table = await finish(store, [ADA, BO], START, result(9, 5))
    await took_turns(store, table, 0, 4, 4)
    await change(store, "UPDATE moves SET stand_in = 0, member = 1 WHERE number IN (2, 4)")
    assert await rated(store) == rate_all([Rated(1, ANY, (ADA, BO), (1, 2))])


async def test_a_turn_during_which_others_ended_theirs_is_one(store: Store) -> None:
    """Where several act at once, the moves of one turn have different numbers of turns before."""
    table = await finish(store, [ADA, BO, CY], START, result(9, 5, 1))
    await took_turns(store, table, 0, 5, 3)
    await change(store, "UPDATE moves SET turn = 50 + number WHERE stand_in = 0")
    assert await store.turns_of_owners(table) == {0: (5, 3)}
    away = frozenset({0})
    assert await rated(store) == rate_all([Rated(1, ANY, (ADA, BO, CY), (1, 2, 3), away)])


async def played_out(tables: Tables, table_id: int, turns: int = 99) -> None:
    """Members play as computer players would until so many turns are complete, or it is over."""
    for _ in range(200):
        await tables.settle()
        table = await now_at(tables, table_id)
        if table.row.status == "over" or table.row.turns >= turns:
            return
        seat = min(s for s in table.acting if not table.seats[s].computer)
        member = table.seats[seat].member
        assert member is not None
        moves = list(table.game.legal(table.truth, seat))
        chosen = table.game.choose(table.view(seat), moves, Rng(bytes(32), 0))
        await tables.play(table_id, member, chosen)
    raise AssertionError("it never ends")


@pytest.fixture
async def tables(toy: SignalBox, store: Store) -> Tables:
    return Tables(store, posts_waiting=lambda: None)


async def expected(
    tables: Tables, table_id: int, *absent: int, left: dict[int, int] | None = None
) -> Known:
    """What a table of Signal Box that is over does to ratings; `left` says who left which seat."""
    table = await now_at(tables, table_id)
    assert table.row.status == "over" and table.result is not None
    scores, winners = table.result.scores, table.result.winners
    places = tuple(
        1
        if seat in winners
        else 1
        + len(winners)
        + sum(other > score for s, other in enumerate(scores) if s not in winners)
        for seat, score in enumerate(scores)
    )
    members = tuple((left or {}).get(seat.seat, seat.member) for seat in table.seats)
    return rate_all([Rated(table_id, "toy", members, places, frozenset(absent))])


async def test_a_game_that_a_stand_in_mostly_played(tables: Tables, store: Store) -> None:
    table = (await start_table(tables, ADA, BO, CY)).row.id
    await played_out(tables, table, turns=4)  # each has put a card into the box
    await Seating(tables).stand_in(table, BO)
    await played_out(tables, table)
    found = await rated(store)
    assert found == await expected(tables, table, 1)
    assert found[OVERALL, BO].mu < Rating().mu  # last for Bo, wherever the stand-in came
    duel = rate_all([Rated(1, "toy", (ADA, CY), (1, 2))])
    assert {found[OVERALL, ADA], found[OVERALL, CY]} <= set(duel.values())  # Bo wasn't there


async def test_who_is_back_in_time_is_rated_by_the_place(tables: Tables, store: Store) -> None:
    table = (await start_table(tables, ADA, BO, CY)).row.id
    seating = Seating(tables)
    await seating.stand_in(table, BO)
    await played_out(tables, table, turns=6)
    await seating.back(table, BO)
    await played_out(tables, table)
    assert (await store.turns_of_owners(table))[1] == (5, 2)
    assert await rated(store) == await expected(tables, table)


async def test_who_takes_a_seat_over_answers_only_for_what_came_then(
    tables: Tables, store: Store
) -> None:
    table = (await start_table(tables, ADA, BO, computers=1)).row.id
    seating = Seating(tables)
    await seating.stand_in(table, BO)
    await played_out(tables, table, turns=10)
    for seat, member in ((1, CY), (2, DEE)):  # from a stand-in, and from a computer player
        async with tables.lock(table):
            sitting = await now_at(tables, table)
            new = SeatRow(seat, member, f"Player {member}", f"player{member}")
            fact = Fact("events.substituted", {"name": "x", "new": new.name})
            await seating.hand_over(sitting, new, fact)
    await played_out(tables, table)
    found = await rated(store)
    assert found == await expected(tables, table)
    assert {member for _, member in found} == {ADA, CY, DEE}


async def test_who_leaves_early_is_last_and_the_computer_player_is_nobody(
    tables: Tables, store: Store
) -> None:
    table = (await start_table(tables, ADA, BO, CY)).row.id
    await played_out(tables, table, turns=6)
    await Seating(tables).leave(table, BO)
    await played_out(tables, table)
    had, away = (await store.turns_of_owners(table))[1]
    assert 2 * away > had
    found = await rated(store)
    assert found == await expected(tables, table, 1, left={1: BO})
    assert {member for _, member in found} == {ADA, BO, CY}
    assert (await store.newest_names(SERVER, [BO]))[BO][0] == f"Player {BO}"


async def test_who_leaves_near_the_end_is_rated_by_what_came_of_it(
    tables: Tables, store: Store
) -> None:
    table = (await start_table(tables, ADA, BO, CY)).row.id
    await played_out(tables, table, turns=10)
    await Seating(tables).leave(table, BO)
    await played_out(tables, table)
    had, away = (await store.turns_of_owners(table))[1]
    assert 0 < 2 * away <= had
    assert await rated(store) == await expected(tables, table, left={1: BO})


async def test_who_was_followed_by_somebody_is_not_rated(tables: Tables, store: Store) -> None:
    table = (await start_table(tables, ADA, BO, CY)).row.id
    await played_out(tables, table, turns=6)
    seating = Seating(tables)
    await seating.leave(table, BO)
    async with tables.lock(table):
        sitting = await now_at(tables, table)
        fact = Fact("events.substituted", {"name": "x", "new": "Dee"})
        await seating.hand_over(sitting, SeatRow(1, DEE, "Dee", "dee"), fact)
    await played_out(tables, table)
    assert {member for _, member in await rated(store)} == {ADA, CY, DEE}


async def test_who_left_and_was_forgotten_is_still_somebody(tables: Tables, store: Store) -> None:
    table = (await start_table(tables, ADA, BO, CY)).row.id
    await played_out(tables, table, turns=6)
    await Seating(tables).leave(table, BO)
    await played_out(tables, table)
    before = await rated(store)
    async with store.writing() as pen:
        await pen.forget(BO, {"Player"}, "Somebody")
    after = await rated(store)
    assert {m for _, m in after} == {ADA, CY, -1}
    assert after[OVERALL, -1] == before[OVERALL, BO]


# Once each, whatever happens


async def some_tables(store: Store, count: int, seed: int = 1) -> None:
    """Tables of all kinds: two servers and games, ties, computer players, stand-ins."""
    chance = random.Random(seed)
    for number in range(count):
        people: list[Sat] = [*chance.sample([ADA, BO, CY, DEE], chance.randint(1, 4))]
        people += [None] * chance.randint(0, 1)
        table = await finish(
            store,
            people,
            START + chance.randint(0, 9) * DAY,
            result(*(chance.randint(1, 4) for _ in people)),
            game=chance.choice([ANY, OTHER]),
            server=chance.choice([SERVER, SERVER, ELSEWHERE]),
        )
        for seat, member in enumerate(people):
            if member is not None and number % 3 == 0:
                await took_turns(store, table, seat, 4, chance.randint(0, 4))


async def test_recomputed_from_scratch_equals_the_stored(store: Store) -> None:
    await some_tables(store, 60)
    await change(store, "UPDATE tables SET sealed = 1 WHERE id % 7 = 0")
    for server in (SERVER, ELSEWHERE):
        assert len(await rated(store, server)) > 8
    await change(store, "UPDATE tables SET sealed = 0")
    await some_tables(store, 20, seed=2)
    for server in (SERVER, ELSEWHERE):
        await rated(store, server)


async def test_catching_up_twice_or_after_a_restart_changes_nothing(
    store: Store, tmp_path: Path
) -> None:
    await some_tables(store, 12)
    assert await Ratings(store).catch_up() == 12
    before = await stored(store)
    assert await Ratings(store).catch_up() == 0
    again = await Store.open(tmp_path / "test.sqlite3")
    assert await Ratings(again).catch_up() == 0
    assert await stored(again) == before
    await again.close()


async def test_two_at_once_rate_each_table_once(store: Store) -> None:
    await some_tables(store, 12)
    one, other = await asyncio.gather(Ratings(store).catch_up(), Ratings(store).catch_up())
    assert one + other == 12
    await rated(store)


async def test_a_crash_in_between_loses_and_doubles_nothing(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await some_tables(store, 12)
    write, left = RatingWriting.rated, [5]

    async def fail(pen: RatingWriting, table_id: int, ratings: Sequence[RatingRow]) -> None:
        await write(pen, table_id, ratings)
        left[0] -= 1
        if not left[0]:
            raise sqlite3.OperationalError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(RatingWriting, "rated", fail)
        with pytest.raises(sqlite3.OperationalError):
            await Ratings(store).catch_up()
    assert await Ratings(store).catch_up() == 12 - 4
    spared = await Store.open(tmp_path / "spared.sqlite3")
    await some_tables(spared, 12)
    assert await rated(store) == await rated(spared)
    await spared.close()


# Somebody forgotten


async def test_the_others_ratings_stay_when_somebody_is_forgotten(store: Store) -> None:
    await some_tables(store, 30)
    alone = await finish(store, [ADA, BO], START + 20 * DAY, result(9, 1))
    await took_turns(store, alone, 1, 4, 4)  # Ada's rating doesn't change, but Bo's goes by it
    before = await rated(store)
    sealed = await finish(store, [ADA, CY], START, result(9, 1))
    await change(store, "UPDATE tables SET sealed = 1 WHERE id = ?", sealed)
    for member in (ADA, BO):
        async with store.writing() as pen:
            await pen.forget(member, (), NAME)
    after = await rated(store)
    kept = {(game, member): r for (game, member), r in after.items() if member in (CY, DEE)}
    assert kept == {key: r for key, r in before.items() if key[1] in (CY, DEE)}
    assert {member for _, member in after} == {CY, DEE, -1, -2}
    assert sorted(after.values(), key=str) == sorted(before.values(), key=str)
    await change(store, "UPDATE tables SET sealed = 0")
    assert (await rated(store))[OVERALL, CY].tables == before[OVERALL, CY].tables + 1


async def test_who_was_forgotten_is_nowhere_and_begins_anew(store: Store) -> None:
    for number in range(3):
        await finish(store, [ADA, BO], START + number * DAY, result(9, 1))
    await rated(store)
    async with store.writing() as pen:
        await pen.forget(ADA, (), NAME)
    assert await store.rating_trail(SERVER, ADA) == []
    for table in ("ratings", "seats"):
        rows = await store._rows(f"SELECT * FROM {table}")
        assert all(ADA not in tuple(row) for row in rows)
    assert [one.member for one in ranking(await store.leaderboard(SERVER, ANY), [])] == [BO]
    await finish(store, [ADA, BO], START + 9 * DAY, result(9, 1))
    assert (await rated(store))[ANY, ADA].tables == 1


async def test_no_two_who_were_forgotten_become_one(store: Store) -> None:
    await finish(store, [CY, DEE], START, result(9, 1))
    table = await finish(store, [ADA, BO], START + DAY, result(9, 1))
    await took_turns(store, table, 1, 4, 4)  # so that Ada has sat here, and has no rating
    await rated(store)
    for member in (ADA, CY):
        async with store.writing() as pen:
            await pen.forget(member, (), NAME)
    assert {member for _, member in await rated(store)} == {BO, DEE, -2}


async def test_a_seat_of_a_table_that_goes_on_is_not_somebody_forgotten(store: Store) -> None:
    table = await finish(store, [ADA, BO, CY], START, result(9, 1, 5), status="aborted")
    async with store.writing() as pen:
        await pen.forget(ADA, (), NAME)
    await change(store, "UPDATE tables SET status = 'over' WHERE id = ?", table)  # reopened
    assert {member for _, member in await rated(store)} == {BO, CY}


# Ranks and courses


def row(member: int, mu: float, tables: int = 5, sigma: float = 2.0) -> RatingRow:
    return RatingRow(SERVER, ANY, member, 1, mu, sigma, tables, START)


def test_who_shows_the_same_rating_shares_a_rank() -> None:
    rows = [row(ADA, 30), row(BO, 32), row(CY, 30.001), row(DEE, 20), row(-1, 40)]
    before = [row(BO, 31), row(CY, 31), row(DEE, 20)]
    assert ranking(rows, before) == [
        Ranked(1, BO, 1650, 5, 25),
        Ranked(2, ADA, 1600, 5, None),
        Ranked(2, CY, 1600, 5, -25),
        Ranked(4, DEE, 1350, 5, 0),
    ]


def test_a_long_curve_keeps_its_ends_and_its_order() -> None:
    points = [(float(at), 1000 + at % 7) for at in range(5000)]
    kept = thinned(points)
    assert len(kept) <= POINTS + 1
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    assert list(kept) == sorted(kept)
    assert thinned(points[:POINTS]) == tuple(points[:POINTS])
    at_once = [(START, number) for number in range(500)]
    assert thinned(at_once)[-1] == at_once[-1]


async def test_the_leaderboard_of_an_earlier_moment(store: Store) -> None:
    for number in range(3):
        await finish(store, [ADA, BO], START + number * DAY, result(9, 1))
    await rated(store)
    then = await store.leaderboard(SERVER, ANY, START + DAY)
    assert {one.member: one.tables for one in then} == {ADA: 2, BO: 2}
    assert await store.leaderboard(SERVER, ANY, START - 1) == []


async def test_no_question_looks_at_every_row(store: Store) -> None:
    table = await finish(store, [ADA, BO], START, result(60, 50))
    await Ratings(store).catch_up()
    pen = RatingWriting(store._database.reading)
    asked: list[tuple[Any, str]] = [
        (store.to_rate(9), "tables_to_rate"),
        (store.rated_tables(SERVER), "tables_rated"),
        (store.table_to_rate(table), "sqlite_autoindex_seats_1"),
        (store.turns_of_owners(table), "sqlite_autoindex_moves_1"),
        (store.rating_trail(SERVER, ADA), "ratings_of_member"),
        (store.leaderboard(SERVER, ANY), "sqlite_autoindex_ratings_1"),
        (store.leaderboard(SERVER, ANY, START), "sqlite_autoindex_ratings_1"),
        (pen.ratings_of(SERVER, ANY, [ADA, BO]), "sqlite_autoindex_ratings_1"),
    ]
    for work, index in asked:
        plan = await plans(store, work)
        assert any(index in step for step in plan), plan
        inner = ("SCAN n", "SCAN a", "SCAN turns", "SCAN made", "SCAN (", "SCAN 4 CONSTANT")
        whole = [s for s in plan if s.startswith("SCAN") and index not in s]
        assert all(step.startswith(inner) for step in whole), plan


async def test_the_number_of_a_rated_table_is_found_without_a_search(store: Store) -> None:
    steps = await store._rows(
        "EXPLAIN QUERY PLAN SELECT MAX(rated) FROM tables WHERE server = 1 AND rated > 0"
    )
    assert "tables_rated" in steps[0]["detail"]
