"""Looking back: places, averages, head to head, and what the store is asked for it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot import statspost
from bot.layout import ALT, TEXT
from bot.stats import (
    TIMED,
    TRAIL,
    Duel,
    Played,
    in_order,
    member_record,
    placed,
    read,
    server_record,
    timed,
)
from bot.statswords import duration
from bot.store import Store
from bot.store.results import PAGE, SatRow
from games import GAMES
from games.codec import encode
from games.core import Result
from games.phrasebook import Phrasebook
from tests.bot.offline import ADA, BO, CY
from tests.renderers.sight import picture

SERVER, ELSEWHERE = 1, 2
START = datetime(2025, 3, 3, 12, tzinfo=UTC).timestamp()  # a Monday
HOUR, DAY, WEEK = 3600.0, 86400.0, 7 * 86400.0
NAMES = {ADA: "Ada", BO: "Bo", CY: "Cy"}
ANY, OTHER = list(GAMES)[:2]

Sat = int | None


class Person:
    """Somebody as Discord knows them."""

    def __init__(self, member: int, name: str) -> None:
        self.id, self.display_name, self.name = member, name, name.lower()


def result(*scores: int, winners: Sequence[int] = ()) -> Result:
    """A result; the best win it, unless others are said to."""
    best = tuple(winners) or tuple(s for s, score in enumerate(scores) if score == max(scores))
    return Result(tuple(scores), best, (("any.sheet", tuple(scores)),))


async def finish(
    store: Store,
    people: Sequence[Sat],
    ended: float,
    outcome: Result,
    *,
    game: str = ANY,
    server: int = SERVER,
    length: float = 2 * DAY,
    took: Sequence[tuple[Sat, float | None]] = (),
    names: dict[int, str] = NAMES,
    status: str = "over",
) -> int:
    """A table that ended so, with these seconds taken by these members for their turns."""
    async with store._database.writing() as db:
        table = (
            await db.execute(
                "INSERT INTO tables (server, channel, creator, game, options, status, seed, result,"
                " created, ended) VALUES (?, 9, 1, ?, '{}', ?, x'00', ?, ?, ?)",
                (server, game, status, encode(outcome).decode(), ended - length, ended),
            )
        ).lastrowid
        assert table
        for seat, member in enumerate(people):
            name = names.get(member, f"Player {member}") if member else "Computer"
            await db.execute(
                "INSERT INTO seats (table_id, seat, member, name, username) VALUES (?, ?, ?, ?, ?)",
                (table, seat, member, name, name.lower()),
            )
        for number, (member, seconds) in enumerate(took, start=1):
            await db.execute(
                "INSERT INTO moves (table_id, number, turn, seat, member, move, facts, reveals,"
                " ends, at, took) VALUES (?, ?, ?, 0, ?, '{}', '[]', 0, 1, ?, ?)",
                (table, number, number, member, ended, seconds),
            )
    return table


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "test.sqlite3")
    yield opened
    await opened.close()


async def member_text(store: Store, member: int = ADA, game: str | None = None) -> str:
    person: Any = Person(member, NAMES[member])
    return (await statspost.of_member(store, SERVER, person, game, own=True)).text


async def server_text(store: Store, game: str | None = None) -> str:
    return (await statspost.of_server(store, SERVER, "The Yard", game)).text


def played(people: Sequence[Sat], *scores: int, winners: Sequence[int] = ()) -> Played:
    outcome = result(*scores, winners=winners)
    seats = tuple(SatRow(1, seat, who, "x", "x") for seat, who in enumerate(people))
    return Played(1, ANY, START, START + DAY, outcome.scores, outcome.winners, seats)


# Places


@pytest.mark.parametrize(
    ("scores", "winners", "places"),
    [
        ((30, 20, 10), (), (1, 2, 3)),
        ((10, 20, 20, 5), (), (3, 1, 1, 4)),
        ((30, 20, 20, 10), (), (1, 2, 2, 4)),
        ((20, 20, 10), (1,), (2, 1, 3)),  # the rules broke the tie
        ((7, 7), (), (1, 1)),
        ((-5, -9), (), (1, 2)),
    ],
)
def test_winners_are_first_and_a_tie_shares_a_place(
    scores: tuple[int, ...], winners: tuple[int, ...], places: tuple[int, ...]
) -> None:
    table = played([ADA, BO, CY, 104][: len(scores)], *scores, winners=winners)
    assert tuple(table.place(seat) for seat in range(len(scores))) == places


@pytest.mark.parametrize(
    ("last", "places"), [((), (1, 2, 3, 4)), ((0,), (4, 1, 2, 3)), ((0, 2), (4, 1, 4, 2))]
)
def test_who_was_away_is_last_together_with_others_who_were(
    last: tuple[int, ...], places: tuple[int, ...]
) -> None:
    assert placed((40, 30, 20, 10), (0,), last) == places


# A member


def test_head_to_head_is_counted_by_place() -> None:
    tables = [
        played([ADA, BO], 20, 10),
        played([BO, ADA], 20, 10),
        played([ADA, BO, CY], 5, 30, 5),
        played([ADA, None, CY], 9, 10, 8),
        played([ADA, BO], 4, 4),
    ]
    record = member_record(ADA, tables, {})
    assert record.duels == (Duel(BO, 1, 2, 1), Duel(CY, 1, 0, 1))
    assert record.duels[0].met == 4


def test_only_those_met_most_are_named() -> None:
    tables = [played([ADA, 200 + n], 1, 2) for n in range(8) for _ in range(n + 1)]
    duels = member_record(ADA, tables, {}).duels
    assert [duel.member for duel in duels] == [207, 206, 205, 204, 203]


def test_a_solo_table_is_a_play_and_no_win() -> None:
    record = member_record(ADA, [played([ADA], 139), played([ADA, BO], 10, 20)], {})
    assert (record.total.plays, record.total.contested, record.total.wins) == (2, 1, 0)
    assert (record.total.place, record.total.size) == (2, 2)
    assert len(record.trail) == 1


def test_beating_only_computer_players_counts() -> None:
    record = member_record(ADA, [played([None, ADA], 10, 20)], {})
    assert (record.total.wins, record.total.place, record.duels) == (1, 1, ())


def test_the_plot_holds_the_last_tables() -> None:
    tables = [played([ADA, BO], number, 20) for number in range(TRAIL + 5)]
    trail = member_record(ADA, tables, {}).trail
    assert [table.scores[0] for table in trail] == list(range(5, TRAIL + 5))


async def test_the_words_of_the_plot_say_when_it_is_not_all(store: Store) -> None:
    for number in range(TRAIL):
        await finish(store, [ADA, BO], START + number * DAY, result(2, 1))
    told = f"Places at tables with others, oldest first: {', '.join(['1 of 2'] * TRAIL)}."
    assert told in await member_text(store)
    await finish(store, [ADA, BO], START + WEEK * 9, result(1, 2))
    assert f"Places at the last {TRAIL} tables with others" in await member_text(store)


async def test_a_member_in_words(store: Store) -> None:
    took = [(ADA, 8 * HOUR), (BO, 99 * HOUR), (None, 1.0), (ADA, 10 * HOUR), (ADA, None)]
    await finish(store, [ADA, BO, CY], START, result(60, 50, 40), took=took)
    await finish(store, [BO, ADA], START + WEEK, result(90, 80))
    await finish(store, [ADA], START + 2 * WEEK, result(139), game=OTHER)
    lines = (await member_text(store)).splitlines()
    second = f"<t:{int(START + WEEK)}:D>"
    assert lines == [
        "### Ada: all games",
        "**All games**: 3 tables finished; 1 of them solo; 1 of 2 with others won (50%);"
        " place 1.5 of 2.5 on average; 9 hours to move on average.",
        f"**{GAMES[ANY].title}**: 2 tables finished; 1 won (50%); place 1.5 of 2.5 on average;"
        f" score 70.0 on average; best 80 on {second} against **Bo**; 9 hours to move on average.",
        f"**{GAMES[OTHER].title}**: 1 table finished; solo; score 139.0 on average;"
        f" best 139 on <t:{int(START + 2 * WEEK)}:D>, solo.",
        "**Head to head**",
        "- **Bo**: 2 tables, 1 won, 1 lost, 0 tied.",
        "- **Cy**: 1 table, 1 won, 0 lost, 0 tied.",
        "Places at tables with others, oldest first: 1 of 3, 2 of 2.",
    ]


async def test_one_game_alone(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50))
    await finish(store, [ADA, BO], START + DAY, result(10, 50), game=OTHER)
    text = await member_text(store, game=OTHER)
    assert text.startswith(f"### Ada: {GAMES[OTHER].title}\n**{GAMES[OTHER].title}**: 1 table")
    assert GAMES[ANY].title not in text
    assert "1 table, 0 won, 1 lost" in text


async def test_a_game_that_there_is_not(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50))
    for text in (await member_text(store, game="*chess*"), await server_text(store, "*chess*")):
        assert r"There is no game called \*chess\*." in text
        assert all(game.title in text for game in GAMES.values())


async def test_a_game_that_is_not_played_any_more_is_kept(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50), game="gone")
    assert "**gone**: 1 table finished; 1 won" in await member_text(store)
    assert "**gone**: 1 table finished; 2 members" in await server_text(store)


async def test_nothing_of_another_server_or_of_a_table_without_an_end(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50))
    before = await member_text(store), await server_text(store)
    await finish(store, [ADA, CY], START + DAY, result(999, 50), server=ELSEWHERE)
    await finish(store, [ADA, CY], START + DAY, result(999, 50), status="aborted")
    assert (await member_text(store), await server_text(store)) == before


async def test_the_newest_name_of_this_server_is_used(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50), names={BO: "Bo the Old"})
    await finish(store, [BO, CY], START + DAY, result(60, 50), names={BO: "Bo_the_New"})
    await finish(store, [BO], START + DAY, result(60), server=ELSEWHERE, names={BO: "Secret"})
    text = await member_text(store)
    assert r"- **Bo\_the\_New**: 1 table" in text
    assert "against **Bo the Old**" in text  # as it was at that table
    assert "Secret" not in text


async def test_somebody_forgotten_is_nobody(store: Store) -> None:
    took: list[tuple[Sat, float | None]] = [(None, 50 * HOUR), (ADA, HOUR)]
    await finish(store, [None, ADA], START, result(99, 50), took=took)
    text = await server_text(store)
    assert "1 member;" in text and "best 50 by **Ada**" in text and "99" not in text
    assert "60 minutes to move" in text
    assert "Won most" not in text
    assert "Head to head" not in await member_text(store)


async def test_the_words_and_the_picture_keep_to_their_limits(store: Store) -> None:
    nasty = {ADA: "_" * 32, **{n: f"{n}" + "*_" * 14 for n in range(200, 220)}}
    for number in range(80):
        people = [ADA, *(200 + (number * k) % 20 for k in (1, 3, 7) if number % 20)]
        people = list(dict.fromkeys(people))
        scores = [1000 + number * 7 % 13 + seat for seat in range(len(people))]
        game = list(GAMES)[number % len(GAMES)]
        at = START + number * 9 * DAY
        await finish(store, people, at, result(*scores), game=game, names=nasty)
    person: Any = Person(ADA, nasty[ADA])
    for message in (
        await statspost.of_member(store, SERVER, person, None, own=True),
        await statspost.of_server(store, SERVER, "*" * 100, None),
        await statspost.of_server(store, SERVER, "*" * 100, ANY),
    ):
        [drawn] = message.pictures
        assert len(message.text) <= TEXT
        assert 200 < len(drawn.alt) <= ALT
        assert len(drawn.png) <= 200_000
        assert picture(drawn.png).width <= 1600


async def test_the_words_beside_the_picture_have_no_markup(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50))
    person: Any = Person(ADA, "Ada")
    message = await statspost.of_member(store, SERVER, person, None, own=True)
    words = message.pictures[0].alt
    assert words.startswith("Ada, all games. ")
    assert "best 60 on 3 Mar 2025 against Bo" in words
    assert "**" not in words and "<t:" not in words
    assert message.pings == ()


# A server


async def test_a_server_in_words(store: Store) -> None:
    took: list[tuple[Sat, float | None]] = [(ADA, 2 * DAY), (BO, 4 * DAY)]
    await finish(store, [ADA, BO, CY], START, result(60, 50, 40), length=10 * DAY, took=took)
    await finish(store, [BO, ADA, None], START + 2 * WEEK, result(90, 80, 95), length=20 * DAY)
    await finish(store, [CY], START + 2 * WEEK, result(139), game=OTHER, length=DAY / 2)
    lines = (await server_text(store)).splitlines()
    then, later = f"<t:{int(START)}:D>", f"<t:{int(START + 2 * WEEK)}:D>"
    assert lines == [
        "### The Yard: all games",
        "**All games**: 3 tables finished; 3 members; 3 days to move on average;"
        " 10 days from lobby to end on average.",
        f"**{GAMES[ANY].title}**: 2 tables finished; 3 members; score 64.0 on average;"
        f" best 90 by **Bo** on {later}, 80 by **Ada** on {later} and 60 by **Ada** on {then};"
        " 3 days to move on average; 15 days from lobby to end on average.",
        f"**{GAMES[OTHER].title}**: 1 table finished; 1 member; score 139.0 on average;"
        f" best 139 by **Cy** on {later}; 12 hours from lobby to end on average.",
        "**Won most**",
        "- **Ada**: 2 tables, 1 won (50%).",
        "Tables finished a week, from the week of 3 Mar 2025 on: 1, 0, 2.",
    ]


def test_a_long_row_of_weeks_is_counted_by_month() -> None:
    at = [datetime(2024, month, 15, tzinfo=UTC).timestamp() for month in (1, 1, 3, 12)]
    tables = [Played(n, ANY, 0, end, (1,), (0,), ()) for n, end in enumerate(at)]
    record = server_record(tables, {})
    assert record.unit == "month"
    assert [count for _, count in record.counts] == [2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert record.counts[0][0].isoformat() == "2024-01-01"


def test_of_many_years_the_last_two_are_counted() -> None:
    at = [datetime(year, 6, 1, tzinfo=UTC).timestamp() for year in (2019, 2024, 2025)]
    tables = [Played(n, ANY, 0, end, (1,), (0,), ()) for n, end in enumerate(at)]
    counts = server_record(tables, {}).counts
    assert (len(counts), counts[0][0].isoformat()) == (24, "2023-07-01")
    assert sum(count for _, count in counts) == 2


def test_who_won_as_often_at_fewer_tables_comes_first() -> None:
    tables = [played([ADA, BO], 2, 1), played([ADA, BO], 1, 2), played([ADA, CY], 1, 2)]
    champions = server_record(tables, {}).champions
    assert [(c.member, c.plays, c.wins) for c in champions] == [(CY, 1, 1), (BO, 2, 1), (ADA, 3, 1)]


async def test_pages_of_tables_make_one_server(store: Store) -> None:
    outcome = encode(result(3, 2)).decode()
    count = 2 * PAGE + 7
    async with store._database.writing() as db:
        await db.executemany(
            "INSERT INTO tables (id, server, channel, creator, game, options, status, seed, result,"
            " created, ended) VALUES (?, 1, 9, 1, ?, '{}', 'over', x'00', ?, ?, ?)",
            [(n, ANY, outcome, START, START + DAY) for n in range(1, count + 1)],
        )
        await db.executemany(
            "INSERT INTO seats (table_id, seat, member, name, username) VALUES (?, ?, ?, 'x', 'x')",
            [(n, seat, (ADA, BO)[seat]) for n in range(1, count + 1) for seat in (0, 1)],
        )
    text = await server_text(store)
    assert f"{count} tables finished; 2 members" in text
    assert f"{count} won (100%)" in text
    assert f"newest {TIMED} tables" in text


# Time


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0, "less than a minute"),
        (60, "1 minute"),
        (45 * 60, "45 minutes"),
        (9 * HOUR, "9 hours"),
        (47 * HOUR, "47 hours"),
        (2 * DAY, "2 days"),
        (2.5 * DAY, "2.5 days"),
        (12.4 * DAY, "12 days"),
    ],
)
def test_how_long_it_took(seconds: float, said: str) -> None:
    assert duration(Phrasebook(), seconds) == said


def test_the_newest_tables_of_each_game_tell_the_time() -> None:
    many = [Played(n, ANY, 0, n, (1,), (0,), ()) for n in range(1, TIMED + 11)]
    few = [Played(9999, OTHER, 0, 0, (1,), (0,), ())]
    assert sorted(timed(in_order([many, few]))) == [*range(11, TIMED + 11), 9999]


# The store


async def plans(store: Store, work: Any) -> list[str]:
    """How SQLite goes about the queries of some work, step by step."""
    asked: list[str] = []
    await store._database.reading.set_trace_callback(asked.append)
    await work
    await store._database.reading.set_trace_callback(None)  # type: ignore[arg-type]
    found = []
    for sql in asked:
        rows = await store._database.reading.execute_fetchall(f"EXPLAIN QUERY PLAN {sql}")
        found += [str(row["detail"]) for row in rows]
    assert found
    return found


async def test_no_question_looks_at_every_table(store: Store) -> None:
    table = await finish(store, [ADA, BO], START, result(60, 50), took=[(ADA, 1.0)])
    asked = [
        (store.finished_of(ADA, SERVER), "seats_of_member"),
        (store.finished_of(ADA, SERVER, ANY), "seats_of_member"),
        (store.finished_at(SERVER), "tables_of_server"),
        (store.finished_at(SERVER, ANY), "tables_of_server"),
        (store.newest_names(SERVER, [ADA, BO]), "seats_of_member"),
        (store.times_to_move([table], ADA), "sqlite_autoindex_moves_1"),
        (store.times_to_move([table]), "sqlite_autoindex_moves_1"),
    ]
    for work, index in asked:
        plan = await plans(store, work)
        assert any(index in step for step in plan), plan
        whole = [step for step in plan if step.startswith("SCAN") and step != "SCAN n"]
        assert not whole, plan


async def test_a_page_of_a_server_is_read_in_order_without_sorting(store: Store) -> None:
    await finish(store, [ADA, BO], START, result(60, 50))
    plan = await plans(store, store.finished_at(SERVER))
    tables, seats = plan[:2]  # the first query has one step: nothing is sorted after it
    assert "tables_of_server" in tables and "tables_of_server" in seats


async def test_a_table_of_unknown_result_is_left_out(store: Store) -> None:
    await finish(store, [ADA], START, result(1))
    async with store._database.writing() as db:
        await db.execute("UPDATE tables SET result = NULL")
    assert read(await store.finished_at(SERVER)) == []
