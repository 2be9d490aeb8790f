"""Seasons from the first round to the next season, as a server lives through them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from bot import clock
from bot.clock import HOUR
from bot.league.league import League, Outcome
from bot.league.ratings import Ratings, rating_of
from bot.league.season import _divided, carried_over
from bot.league.standings import Standing
from bot.league.terms import Terms, encode
from bot.store import EntryRow, FixtureRow, LeagueRow
from games.codec import encode as written
from tests.bot.league.club import DAY, SEVEN, Club
from tests.bot.world import World, text


async def test_a_season_with_two_divisions_up_to_the_next(club: Club, world: World) -> None:
    league = await club.begin(*SEVEN, size=4, divisions=2, rounds=3)
    assert "**In (7 of 64):**" in text(world.channel.history()[0])
    assert league.row.status == "running" and league.row.round == 1
    assert [len(league.playing(d)) for d in league.divisions] == [4, 3]
    opened = league.going_on()
    assert len(opened) == 2 and all(f.thread and f.table_id for f in opened)
    assert "Night Mail: round 1 of 3" in club.told()
    for fixture in opened:  # all who play there are called to the thread
        call = text(club.thread(fixture).history()[0])
        assert all(f"<@{member}>" in call for member in fixture.seats())

    club.absent = {"Cy", "Fay"}
    await club.play_round()
    await world.restart()
    league = await club.league()
    assert league.row.round == 2
    assert {e.name for e in league.entries if e.no_shows} == {"Cy", "Fay"}
    assert club.times("did not show up at a table, so a stand-in") == 2

    asked = await world.bo.slash(world.channel, "league withdraw")
    assert "At your open table a stand-in plays on" in text(asked.response)
    await world.bo.click(asked.response.message, label="Yes")
    await club.play_round()
    await world.restart()
    league = await club.league()
    gone = {entry.name for entry in league.entries if entry.status == "withdrawn"}
    assert gone == {"Bo", "Cy", "Fay"}
    assert club.times("for the second time, and is withdrawn") == 2
    league = await club.play_season()

    assert league.row.status == "over"
    assert club.times("season 1 is over") == 1
    top, low = (league.standings(d) for d in (0, 1))
    assert [one.zone for one in top if not one.withdrawn][-1] == "down"
    assert low[0].zone == "up"
    up, down = (league.names[m][0] for m in (low[0].member, _last(top)))
    assert f"**{up}** goes up." in club.told() and f"**{down}** goes down." in club.told()
    await check_ratings(world)

    assert await club.sure("next") == "Done."
    again = await club.league()
    assert again.row.season == 2 and again.row.status == "open"
    carried = {entry.name: entry.division for entry in again.entries}
    assert set(carried) == set(SEVEN) - gone
    assert carried[up] == 0 and carried[down] == 1
    mention = f"<@{world.members[up].id}>"
    assert mention in club.told().rpartition("season 2 is open")[2]
    await check_between_seasons(club, world)
    await world.restart()
    assert await club.sure("start") == "Done."
    again = await club.league()
    assert again.row.status == "running" and again.row.round == 1
    in_division = [{entry.name for entry in again.playing(d)} for d in again.divisions]
    assert [len(names) for names in in_division] == [2, 2]
    assert up in in_division[0] and down in in_division[1]
    seated = [{again.names[member][0] for member in f.seats()} for f in again.going_on()]
    assert seated == in_division
    assert "### Night Mail: round 1 of 3" in club.told().rpartition("season 2 is open")[2]
    history = await club.ask(world.ada, "history")
    best = league.names[top[0].member][0]
    assert f"Season 1, division A: **{best}**" in history
    assert "Season 2 is being played." in history
    old = await club.ask(world.ada, "standings", season=1)
    assert "season 1, final standings" in old and f"#1 **{best}**" in old


async def check_between_seasons(club: Club, world: World) -> None:
    """While the next season is open for entries, what was played last is what there is to see."""
    final = next(m for m in world.channel.history() if "season 1 is over" in text(m))
    pressed = await world.ada.click(final, label="Standings")
    for told in (text(pressed.response), await club.ask(world.ada, "standings")):
        assert "season 1, final standings" in told and "▲ promotion" in told
    assert "round 3 of 3" in await club.ask(world.ada, "rounds")
    crossed = await world.ada.slash(world.channel, "league cross")
    assert "Division A. " in crossed.response.attachments[0].description
    assert "Season 1, division A: " in await club.ask(world.ada, "history")
    assert "`/league history` tells which" in await club.ask(world.ada, "standings", season=3)


def _last(standing: Sequence[Standing]) -> int:
    return [one.member for one in standing if not one.withdrawn][-1]


async def check_ratings(world: World) -> None:
    """Recomputed from scratch they are what is stored."""
    stored = {
        (row.game, row.member): rating_of(row)
        for game in ("", "toy")
        for row in await world.bot.store.leaderboard(world.server.id, game)
    }
    assert stored
    assert await Ratings(world.bot.store).recomputed(world.server.id) == stored


async def test_ratings_come_out_the_same_whatever_has_happened(club: Club, world: World) -> None:
    """A table that was decided, members who vanish, withdraw and are forgotten, and restarts."""
    await club.begin(*SEVEN, size=4, divisions=2, rounds=2)
    decided = {"table": "1-A1", "order": "1, 2, 3, 4", "reason": "a quarrel"}
    assert await club.sure("adjudicate", **decided) == "Done."
    club.absent = {"Gil"}
    await club.play_season()
    await check_ratings(world)
    sure = await world.bo.slash(world.channel, "settings forget me")
    done = await world.bo.click(sure.response.message, label="Yes, forget me")
    assert "You are forgotten." in text(done.response)
    await world.restart()
    await check_ratings(world)
    board = await world.ada.slash(world.channel, "leaderboard")
    assert "**Gil**" in text(board.response) and "**Bo**" not in text(board.response)
    gil = await world.bot.store.rating_trail(world.server.id, world.members["Gil"].id)
    assert rating_of(gil[-1]).shown < 1000  # last, wherever the stand-in came


async def test_a_swiss_season_to_its_end(club: Club, world: World) -> None:
    league = await club.begin(*SEVEN, format="swiss", size=3, rounds=3)
    assert league.rounds == 3
    told = await club.ask(world.ada, "rounds", round=2)
    assert "round 1 is the last that there is so far" in told
    league = await club.play_season()
    assert league.row.status == "over"
    told = await club.ask(world.ada, "rounds", round=4)
    assert "There is no such round: the season has 3" in told
    by_round = [[f for f in league.fixtures if f.round == n] for n in (1, 2, 3)]
    assert [sorted(len(f.seats()) for f in tables) for tables in by_round] == [[2, 2, 3]] * 3
    assert all(f.status == "over" for f in league.fixtures)
    standing = league.standings(0)
    assert all(one.played == 3 for one in standing)
    assert f"<@{standing[0].member}> wins the league." in club.told()
    assert club.times("round 3 of 3") >= 1 and "round 4" not in club.told()


async def test_a_knock_out_with_uneven_numbers_has_one_winner(club: Club, world: World) -> None:
    league = await club.begin(*SEVEN, format="knock-out", size=2)
    assert sorted(len(f.seats()) for f in league.fixtures) == [1, 2, 2, 2]
    assert "sits out." in club.told()
    assert "Night Mail: round 1\n" in club.told()  # nobody says of how many
    league = await club.play_season()
    assert league.row.status == "over"
    assert "Night Mail: the final" in club.told()
    [final] = [f for f in league.fixtures if f.round == league.rounds]
    places = dict(zip(final.seats(), league.outcome(final).places, strict=True))
    first, second, *others = league.standings(0)
    assert {first.member, second.member} == set(final.seats()) and len(others) == 5
    assert places[first.member] == 1
    if places[second.member] == 1:  # they have shared the final: the season before it decides
        assert first.merit >= second.merit
    if places[second.member] == 2 or first.merit > second.merit:
        assert (first.rank, second.rank) == (1, 2)
        assert f"<@{first.member}> wins the league." in club.told()


def played(
    terms: Terms, fixtures: Sequence[tuple[int, int, Sequence[int]]], status: str = "over"
) -> League:
    """A season without Discord: round, division and members by place, at each of its tables."""
    row = LeagueRow(1, 1, 1, "X", 9, None, encode(terms), 1, status, 9, None, None, 0, 0.0)
    division = {member: d for _, d, members in fixtures for member in members}
    entries = [
        EntryRow(member, f"m{member}", "", division[member], "in", 1, 0, 0.0, None, member)
        for member in sorted(division)
    ]
    rows = []
    for number, (round_, d, members) in enumerate(fixtures):
        places = tuple(range(1, len(members) + 1))
        outcome = written(Outcome(places, tuple(-place for place in places))).decode()
        rows.append(
            FixtureRow(
                *(number, 1, 1, round_, d, number, "ride", str(list(members)), "over"),
                *(None, None, None, "[]", outcome, None, None, 0.0),
            )
        )
    row = replace(row, round=max(round_ for round_, _, _ in fixtures))
    return League(row, tuple(entries), tuple(rows))


def test_who_wins_the_final_wins_whatever_the_points() -> None:
    terms = Terms(("ride",), "knock-out", 4)
    tables = [(1, 0, (1, 2, 3, 4)), (2, 0, (1, 2, 5, 6)), (3, 0, (2, 1, 7, 8))]
    league = played(terms, tables)
    points = {one.member: one.points for one in league.standings(0)}
    assert points[1] > points[2]
    assert [one.member for one in league.standings(0)] == [2, 1, 7, 8, 5, 6, 3, 4]
    assert [one.rank for one in league.standings(0)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [one.member for one in league.champions(0)] == [2]


def test_who_goes_up_stays_up_when_divisions_shrink() -> None:
    terms = Terms(("ride",), "round-robin", 4, divisions=2, moving=1)
    league = played(terms, [(1, 0, (1, 2, 3, 4)), (1, 1, (5, 6, 7, 8))])
    gone = league.entry(8)
    assert gone is not None
    league = league.having(replace(gone, status="withdrawn"))
    gone = league.entry(7)
    assert gone is not None
    league = league.having(replace(gone, status="removed"))
    carried = carried_over(league)
    divisions = _divided(sorted(carried, key=lambda e: (e.division, e.seed)), terms, 3)
    by_division = [{e.member for e in divisions if e.division == d} for d in (0, 1)]
    assert by_division == [{5, 1, 2}, {3, 4, 6}]
    cancelled = carried_over(replace_status(league, "cancelled"))
    assert {e.member: e.division for e in cancelled} == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1, 6: 1}


def replace_status(league: League, status: str) -> League:
    return League(replace(league.row, status=status), league.entries, league.fixtures)


async def test_too_few_remain_and_the_season_ends(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=3)
    await club.play_round()
    assert (await club.league()).row.round == 2
    for name in ("Ada", "Bo"):
        asked = await club.member(name).slash(world.channel, "league withdraw")
        await club.member(name).click(asked.response.message, label="Yes")
    await club.play_round()
    league = await club.league()
    assert league.row.status == "over"
    assert league.standings(0)[0].member == world.cy.id
    assert f"<@{world.cy.id}> wins the league." in club.told()


async def test_too_few_are_left_in_a_knock_out(club: Club, world: World) -> None:
    """Both who are through and both whom they beat leave: those who went out before don't play."""
    await club.begin(*SEVEN[:6], format="knock-out", size=2)
    await club.play_round()
    league = await club.league()
    assert league.row.round == 2
    second = [f for f in league.fixtures if f.round == 2]
    second.sort(key=lambda f: f.status != "bye")  # when both of a table are gone, it ends at once
    for member in [m for f in second for m in f.seats()]:
        name = league.names[member][0]
        asked = await club.member(name).slash(world.channel, "league withdraw")
        await club.member(name).click(asked.response.message, label="Yes")
    await club.play_round()
    league = await club.league()
    assert league.row.status == "over" and league.row.round == 2
    assert len(league.playing()) == 3


async def test_who_replaces_a_winner_between_two_rounds_plays_the_next(
    club: Club, world: World
) -> None:
    await club.begin("Ada", "Bo", "Cy", "Dee", format="knock-out", size=2, days=7)
    for fixture in await club.open_tables():
        await club.play_at(fixture)
    league = await club.league()
    assert league.row.round == 1 and not league.going_on()
    winner, other = league.still_in()
    by = world.eve
    done = await club.sure("replace", member=club.member(league.names[winner][0]), by=by)
    assert done == "Done."
    await club.wait(7 * DAY + 3600)
    [final] = await club.open_tables()
    assert set(final.seats()) == {by.id, other}
    league = await club.play_season()
    assert league.row.status == "over" and {by.id, other} == {
        one.member for one in league.standings(0)[:2]
    }


async def test_nobody_comes_and_the_table_still_ends(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=1, pace="8h", no_show="forfeit")
    club.absent = {"Ada", "Bo", "Cy"}
    await club.play_round()
    league = await club.league()
    assert league.row.status == "over"
    [fixture] = league.fixtures
    assert sorted(fixture.no_shows()) == sorted(fixture.seats())
    assert league.outcome(fixture).forfeits == (0, 1, 2)
    assert all(one.points == 0 for one in league.standings(0))
    assert club.told().count("forfeited, no points") == 3
    assert "so nobody has won" in club.told() and "share the league" not in club.told()


async def test_all_vanish_and_nobody_has_won(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=3, pace="8h")
    club.absent = {"Ada", "Bo", "Cy"}
    league = await club.play_season()
    assert league.row.status == "over" and league.row.round == 2
    assert "Nobody who played on has any points, so nobody has won." in club.told()
    assert "Season 1: nobody" in await club.ask(world.ada, "history")


async def test_a_no_show_counts_as_the_league_says(club: Club, world: World) -> None:
    """With a stand-in who never came is last; and who comes late after all plays as anybody."""
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=1, pace="8h")
    club.absent = {"Cy"}
    [fixture] = await club.open_tables()
    await club.play_round()
    league = await club.league()
    outcome = league.outcome(league.fixtures[0])
    assert outcome.places[fixture.seats().index(world.cy.id)] == 3
    assert outcome.forfeits == ()
    assert "(mostly by a stand-in, +1)" in club.told()
    assert {league.names[one.member][0]: one.share for one in league.standings(0)}["Cy"] == 0


async def test_of_several_who_never_came_all_are_last(club: Club, world: World) -> None:
    """How well their stand-ins did is nobody's merit."""
    await club.begin(*SEVEN[:4], size=4, rounds=1, pace="8h")
    club.absent = {"Cy", "Dee"}
    await club.play_round()
    league = await club.league()
    outcome = league.outcome(league.fixtures[0])
    by_name = {league.names[one.member][0]: one for one in league.standings(0)}
    assert sorted(outcome.places) in ([1, 2, 4, 4], [1, 1, 4, 4])
    assert [by_name[name].places for name in ("Cy", "Dee")] == [(0, 0, 0, 1)] * 2
    assert [(by_name[name].points, by_name[name].share) for name in ("Cy", "Dee")] == [(1, 0)] * 2
    assert by_name["Cy"].rank == by_name["Dee"].rank == 3
    assert sum(by_name[name].points for name in ("Ada", "Bo")) == 16


async def test_who_comes_after_all_has_not_forfeited(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=1, pace="8h", no_show="forfeit")
    [fixture] = await club.open_tables()
    club.absent = {"Cy"}
    await club.play_at(fixture)
    await club.wait(9 * 3600)
    table = await club.table(fixture)
    seat = table.seats[fixture.seats().index(world.cy.id)]
    assert seat.stand_in == "seat"
    assert world.cy.id in (await club.open_tables())[0].no_shows()
    back = await world.cy.slash(club.thread(fixture), "table back")
    assert "stand-in" not in text(back.response)
    club.absent = set()
    await club.play_round()
    league = await club.league()
    assert league.outcome(league.fixtures[0]).forfeits == ()


async def test_the_clock_stops_for_21_days_a_season(club: Club, world: World) -> None:
    """Being away at one table is not given back at the next."""
    await club.begin("Ada", "Bo", "Cy", size=2, rounds=3, pace="1d")
    stopped = []
    for number in (1, 2, 3):
        mine = [f for f in await club.open_tables() if world.ada.id in f.seats()]
        if mine:
            await world.ada.slash(world.channel, "settings away", until="+13")
            seat = (await club.table(mine[0])).seats[mine[0].seats().index(world.ada.id)]
            assert seat.deadline and seat.running and seat.remaining
            stopped.append(seat.deadline - seat.running - seat.remaining)
            club.absent = {"Ada"}
            await club.play_at(mine[0])
            await club.wait(seat.deadline - clock.now() + HOUR)  # no longer: the others would go
            await world.ada.slash(club.thread(mine[0]), "table back")
            club.absent = set()
        if (await club.league()).row.round == number:
            await club.play_round()
    first, second = stopped
    assert first > 13 * DAY
    assert second == pytest.approx(21 * DAY - first)


async def test_who_waited_is_in_the_next_season_and_who_was_forgotten_is_not(
    club: Club, world: World
) -> None:
    await club.begin(*SEVEN[:5], size=3, rounds=1, places=3)
    await club.play_season()
    asked = await world.dee.user.slash("settings forget me")
    done = await world.dee.user.click(asked.response.message, label="Yes, forget me")
    assert "You are forgotten" in text(done.response)
    assert await club.sure("remove", member=world.ada) != "Done."
    assert await club.sure("next") == "Done."
    league = await club.league()
    assert [entry.member for entry in league.entries if entry.member < 0] == []
    assert [entry.name for entry in league.waiting] == ["Eve"]
    called = club.told().rpartition("season 2 is open, and you are in it")[2]
    assert f"<@{world.ada.id}>" in called and f"<@{world.eve.id}>" not in called
    assert await club.sure("remove", member=world.ada) == "Done."
    await world.settle()
    assert f"<@{world.eve.id}>, who waited for one, is in from round 1 on" in club.told()


def _counted(work: Callable[[], Awaitable[Any]], calls: list[int]) -> Callable[[], Awaitable[Any]]:
    async def counted() -> Any:
        calls.append(1)
        return await work()

    return counted


async def test_rounds_keep_their_dates(
    club: Club, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next round waits for its day, and what is overdue is said once."""
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=2, days=1, pace="7d")
    assert "It should be over" in club.told()
    [first] = await club.open_tables()
    await club.play_at(first)
    await club.wait(DAY / 2)
    league = await club.league()
    assert league.row.round == 1 and not league.going_on()
    await club.wait(DAY / 2 + 60)
    assert (await club.league()).row.round == 2
    await club.wait(DAY + 3600)
    assert club.times("round 2 should be over") == 1
    looks: list[int] = []
    monkeypatch.setattr(world.bot.clerk, "_round", _counted(world.bot.clerk._round, looks))
    await world.wait(600)
    assert len(looks) < 5  # an overdue round does not keep the clerk spinning
    await world.restart()
    await club.wait(60)
    assert club.times("round 2 should be over") == 1
    [last] = await club.open_tables()
    await club.play_at(last)
    assert (await club.league()).row.status == "over"


async def test_the_end_waits_for_no_date(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", size=2, rounds=1, days=30)
    [only] = await club.open_tables()
    await club.play_at(only)
    assert (await club.league()).row.status == "over"


async def test_the_games_take_turns(club: Club, world: World) -> None:
    league = await club.begin("Ada", "Bo", "Cy", games="toy, Ride the Rails", size=3, rounds=4)
    assert [f.game for f in league.fixtures] == ["toy", "ride", "toy", "ride"]
    assert league.terms.sizes.fewest == 3
