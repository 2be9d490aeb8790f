"""Founding a league, its sign-up, the waiting list, coming late, and leaving."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from tests.bot.league.club import DAY, SEVEN, Club
from tests.bot.test_press import forge, said
from tests.bot.world import World, buttons, text


async def test_the_sign_up_tells_the_terms_and_who_is_in(club: Club, world: World) -> None:
    told = await club.create(size=3, rounds=4, points="9 4 1", places=6)
    assert told.startswith("The league Night Mail is founded, and its sign-up is posted here.")
    post = text(await club.post())
    for words in (
        "### Night Mail · season 1, open for entries",
        "Game: Signal Box",
        "as evenly as tables of 3 allow",
        "Pace: a day a turn. Points by place: 9, 4, 1; who ties shares them.",
        "Where the numbers ask for smaller tables: 9, 1 at a table of 2.",
        "4 rounds a season.",
        "Nobody is in yet.",
    ):
        assert words in post
    answer = await world.ada.click(await club.post(), label="Join the league")
    assert "You are in Night Mail." in text(answer.response)
    assert answer.response.message.flags.ephemeral
    await world.settle()
    assert "**In (1 of 6):** **Ada**" in text(await club.post())
    assert "You are in already" in await club.ask(world.ada, "join")
    assert "**Ada**" in await club.ask(world.bo, "show")


async def test_the_sign_up_follows_every_change(club: Club, world: World) -> None:
    """Also one that was not made by its own buttons."""
    await club.create()
    await club.ask(world.ada, "join")
    await club.ask(world.bo, "join")
    await world.settle()
    assert "**Ada** and **Bo**" in text(await club.post())
    asked = await world.ada.click(await club.post(), label="Withdraw")
    assert "The season has not begun" in text(asked.response)
    assert "**Ada**" in text(await club.post())  # nothing is done before the yes
    await world.ada.click(asked.response.message, label="Yes")
    await world.settle()
    post = text(await club.post())
    assert "**Ada**" not in post and "**In (1 of 64):** **Bo**" in post
    assert "You are not in this league" in await club.ask(world.ada, "withdraw")
    await world.restart()
    await club.ask(world.cy, "join")
    await world.settle()
    assert "**Bo** and **Cy**" in text(await club.post())


async def test_a_sign_up_that_was_deleted_harms_nobody(club: Club, world: World) -> None:
    await club.create()
    world.env.backend.delete_message(world.channel.id, (await club.post()).id)
    assert "You are in" in await club.ask(world.ada, "join")
    await world.settle()
    assert (await club.league()).row.sign_up is None
    assert "You are in" in await club.ask(world.bo, "join")


async def test_two_presses_at_the_same_time_enter_once(club: Club, world: World) -> None:
    await club.create(places=2)
    post = await club.post()

    async def nothing(*_: Any, **__: Any) -> None:
        pass

    world.env._settle_internal = nothing
    for member in (world.ada, world.ada, world.bo, world.cy):
        await member.click(post, label="Join the league")
    del world.env._settle_internal
    await world.settle()
    league = await club.league()
    assert [entry.name for entry in league.playing()] == ["Ada", "Bo"]
    assert [entry.name for entry in league.waiting] == ["Cy"]


async def test_who_waits_moves_up_and_is_told(club: Club, world: World) -> None:
    await club.create(places=2, size=2)
    await club.join("Ada", "Bo", "Cy", "Dee")
    post = text(await club.post())
    assert "**In (2 of 2):** **Ada** and **Bo**" in post
    assert "**Waiting for a place:** **Cy** and **Dee**" in post
    asked = await world.ada.slash(world.channel, "league withdraw")
    await world.ada.click(asked.response.message, label="Yes")
    await world.settle()
    assert "**In (2 of 2):** **Bo** and **Cy**" in text(await club.post())
    assert f"<@{world.cy.id}>, who waited for one, is in from round 1 on" in club.told()
    asked = await world.dee.slash(world.channel, "league withdraw")
    assert text(asked.response) == "Leave the waiting list of Night Mail?"


async def test_a_yes_to_leave_does_not_count_when_leaving_costs_more_by_now(
    club: Club, world: World
) -> None:
    """The season has begun, or who waited is in: that was not said when they were asked."""
    await club.create(places=2, size=2, rounds=6)
    await club.join("Ada", "Bo", "Cy")
    ada, bo, cy = [
        await member.slash(world.channel, "league withdraw")
        for member in (world.ada, world.bo, world.cy)
    ]
    await world.ada.click(ada.response.message, label="Yes")
    await world.settle()
    told = await world.cy.click(cy.response.message, label="Yes")
    assert "too old" in text(told.response)
    await club.sure("start")
    told = await world.bo.click(bo.response.message, label="Yes")
    assert "too old" in text(told.response)
    assert [entry.name for entry in (await club.league()).playing()] == ["Bo", "Cy"]


async def test_a_place_that_becomes_free_early_in_the_season(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", "Dee", "Eve", places=4, size=2, rounds=6)
    asked = await world.bo.slash(world.channel, "league withdraw")
    assert "You can't come back this season" in text(asked.response)
    await world.bo.click(asked.response.message, label="Yes")
    await world.settle()
    league = await club.league()
    eve = league.entry(world.eve.id)
    assert eve is not None and (eve.status, eve.since) == ("in", 2)
    second = [m for f in league.fixtures if f.round == 2 for m in f.seats()]
    assert world.eve.id in second and world.bo.id not in second
    assert f"<@{world.eve.id}>, who waited for one, is in from round 2 on" in club.told()
    assert "You have left this season and can't come back" in await club.ask(world.bo, "join")


async def test_coming_late_while_it_is_fair(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", size=4, rounds=3)
    post = world.channel.history()[0]
    assert "early enough to enter fairly" in text(post)
    answer = await world.dee.click(post, label="Join the league")
    assert text(answer.response) == "You are in Night Mail, from round 2 on."
    await world.settle()
    assert "**Dee** comes in late" in club.told()
    await club.play_round()
    league = await club.league()
    assert world.dee.id in [m for f in league.going_on() for m in f.seats()]
    await world.settle()
    assert "Join the league" not in buttons(world.channel.history()[0])
    assert "too late to enter" in await club.ask(world.eve, "join")


async def test_who_comes_late_when_all_places_are_taken_waits(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", size=3, rounds=6, places=3)
    post = world.channel.history()[0]
    assert "all places are taken: who joins now waits for one" in text(post)
    assert "early enough to enter fairly" not in text(post)
    answer = await world.dee.click(post, label="Join the league")
    assert "You are on the waiting list" in text(answer.response)


async def test_who_leaves_before_a_later_season_is_told_what_that_costs(
    club: Club, world: World
) -> None:
    await club.begin(*SEVEN[:4], size=2, divisions=2, rounds=1)
    league = await club.play_season()
    best = league.standings(0)[0].member
    name = league.names[best][0]
    await club.sure("next")
    asked = await club.member(name).slash(world.channel, "league withdraw")
    assert "but below all who have played before" in text(asked.response)
    await club.member(name).click(asked.response.message, label="Yes")
    await club.join(name)
    await club.sure("start")
    again = (await club.league()).entry(best)
    assert again is not None and again.division == 1


async def test_announcements_are_no_place_for_a_league(club: Club, world: World) -> None:
    """Threads there are of a kind of their own."""
    news = world.server.create_news_channel("news")
    options = {"name": "Mine", "games": "toy", "format": "swiss", "size": 3}
    told = await club.ask(club.chief, "create", channel=news, **options)
    assert "A league lives in an ordinary text channel" in told
    assert await world.bot.store.leagues_of(world.server.id) == []


async def test_nobody_comes_late_to_a_knock_out(club: Club, world: World) -> None:
    await club.begin("Ada", "Bo", "Cy", "Dee", size=2, format="knock-out")
    assert "too late to enter" in await club.ask(world.eve, "join")


async def test_a_season_begins_by_itself_on_its_day(club: Club, world: World) -> None:
    told = await club.create(starts="+2", size=2)
    assert "The season begins by itself <t:" in told
    assert "The season begins <t:" in text(await club.post())
    await club.join("Ada", "Bo")
    await club.wait(DAY / 2)
    assert (await club.league()).row.status == "open"
    await club.wait(2 * DAY)
    league = await club.league()
    assert league.row.status == "running" and len(league.going_on()) == 1


async def test_on_its_day_too_few_are_in(club: Club, world: World) -> None:
    await club.create(starts="+1", size=2)
    await club.join("Ada")
    await club.wait(2 * DAY)
    await world.restart()
    await club.wait(DAY)
    assert (await club.league()).row.status == "open"
    assert club.times("too few are in to begin") == 1
    assert await club.sure("start") == "Only 1 is in, and 2 are needed."
    await club.join("Bo")
    assert await club.sure("start") == "Done."


@pytest.mark.parametrize(
    ("terms", "words"),
    [
        ({"games": "chess"}, "chess"),
        ({"games": "toy," * 12 + "toy"}, "at most 12 games"),
        ({"size": 5}, "2 to 4 can sit at a table"),
        ({"points": "1 2 3"}, "the best place first"),
        ({"starts": "2020-01-01"}, "has begun already"),
        ({"starts": "soon"}, "soon"),
        ({"divisions": 4, "places": 6}, "at least 8 must be able to enter"),
        ({"format": "knock-out", "divisions": 2}, "one division"),
        ({"format": "knock-out", "rounds": 3}, "as many rounds as it takes"),
        ({"name": "x" * 61}, "1 to 60 characters"),
        ({"name": "  "}, "1 to 60 characters"),
    ],
)
async def test_terms_that_make_no_sense(club: Club, terms: dict[str, Any], words: str) -> None:
    assert words in await club.create(**terms)
    assert await club.world.bot.store.leagues_of(club.world.server.id) == []


async def test_a_name_is_taken_once(club: Club) -> None:
    await club.create(name="Night Mail")
    assert "There is a league called night mail already" in await club.create(name="night  mail")


async def test_a_league_with_a_number_for_a_name_is_not_taken_for_another(
    club: Club, world: World
) -> None:
    await club.create()
    await club.create(name="1")
    [named, suggested] = await club.chief.autocomplete(world.channel, "league show", "league", "")
    assert (named["name"], suggested["name"]) == ("1", "Night Mail")
    for choice in (named, suggested):
        told = await club.ask(world.ada, "show", league=choice["value"])
        assert told.startswith(f"### {choice['name']} · ")


async def test_not_everybody_founds_leagues(club: Club, world: World) -> None:
    options = {"name": "Mine", "games": "toy", "format": "swiss", "size": 3}
    assert "one must be able to manage" in await club.ask(world.ada, "create", **options)


async def test_a_league_needs_threads(club: Club, world: World) -> None:
    bot = world.env.bot.user
    closed = world.server.create_text_channel(
        "closed", overwrites={bot: discord.PermissionOverwrite(create_public_threads=False)}
    )
    options = {"name": "Mine", "games": "toy", "format": "swiss", "size": 3}
    told = await club.ask(club.chief, "create", channel=closed, **options)
    assert "I lack Create Public Threads here" in told


async def test_names_are_not_markup(club: Club, world: World) -> None:
    club.invite("**Bold** @everyone <@1> `x`")
    await club.create(name="# **Loud** <@&1> @everyone")
    await club.join("**Bold** @everyone <@1> `x`", "Ada")
    post = await club.post()
    assert r"\*\*Bold\*\*" in text(post) and r"\*\*Loud\*\*" in text(post)
    assert await club.sure("start") == "Done."
    sent = [r.json for r in world.env.http_requests if isinstance(r.json, dict)]
    mentions = [one["allowed_mentions"] for one in sent if one.get("allowed_mentions")]
    assert mentions and not any(one.get("parse") or one.get("roles") for one in mentions)
    told = await club.ask(world.ada, "standings")
    assert r"\*\*Bold\*\*" in told


@pytest.mark.parametrize("forged", ["x:join", "99:join", "1:steal", "1", "1:join:2:3", ":"])
async def test_forged_buttons(club: Club, world: World, forged: str) -> None:
    await club.create()
    answer = await forge(world.ada, await club.post(), f"league:{forged}")
    assert said(answer)
    league = await club.league()
    entered = [entry.name for entry in league.entries]
    assert entered == (["Ada"] if forged.startswith("1:join") else [])


async def test_a_league_of_another_server_is_not_entered(club: Club, world: World) -> None:
    await club.create()
    other = world.env.create_guild(name="Elsewhere")
    channel = other.create_text_channel("trains")
    stranger = other.add_member(world.env.create_user("Zoe"))
    told = await club.ask(stranger, "join", channel=channel, league="1")
    assert "There is no such league on this server" in told


async def test_seven_friends_are_seeded_by_their_ratings(club: Club, world: World) -> None:
    """Who has won before is in the first division, and first in the draw."""
    await club.begin("Ada", "Bo", "Cy", "Dee", size=4, rounds=1)
    await club.play_season()
    board = await world.bot.store.leaderboard(world.server.id, "")
    ranked = sorted(board, key=lambda row: -(row.mu - 3 * row.sigma))
    options = {"name": "Express", "games": "toy", "format": "swiss", "size": 2, "divisions": 2}
    await club.ask(club.chief, "create", **options)
    await world.settle()
    await club.join(*SEVEN[:4][::-1])
    await club.sure("start", league="Express")
    league = await club.league()
    first = ranked[0]
    strength = {row.member: row.mu - 3 * row.sigma for row in board}
    assert strength[first.member] > min(strength.values())
    top = [strength[entry.member] for entry in league.playing(0)]
    low = [strength[entry.member] for entry in league.playing(1)]
    assert min(top) >= max(low)
    assert [entry.seed for entry in league.entries] == [1, 2, 3, 4]
