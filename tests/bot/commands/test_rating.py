"""`/rating` and `/leaderboard`: what members see of their strength."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot import clock
from bot.layout import ALT, TEXT
from bot.league import ratingpost
from bot.league.ratings import Ratings
from games import GAMES
from renderers import rating as pictures
from renderers.rating import Leaderboard
from renderers.scene import Picture
from tests.bot.test_stats import ANY, DAY, OTHER, START, Person, finish, result
from tests.bot.test_turn import play_on, table_of_toy
from tests.bot.world import World, parts, text
from tests.renderers.sight import picture
from tests.toy import SignalBox

EXPLAINED = "Everybody starts at 1000."


@pytest.fixture
def today(monkeypatch: pytest.MonkeyPatch) -> float:
    """It is 40 days after the first table ended."""
    moment = START + 40 * DAY
    monkeypatch.setattr(clock, "now", lambda: moment)
    return moment


async def ended(
    world: World, names: str, *scores: int, day: float, game: str = ANY, elsewhere: int = 0
) -> None:
    """These members finished a table, and it is rated."""
    people = [world.members[name].id for name in names.split()]
    known = {member.id: name for name, member in world.members.items()}
    kept: dict[str, Any] = {"names": known, "server": world.server.id + elsewhere}
    await finish(world.bot.store, people, START + day * DAY, result(*scores), game=game, **kept)
    await Ratings(world.bot.store).catch_up()


@pytest.fixture
async def played(world: World, today: float) -> World:
    """Three tables that are over: two long ago, one lately."""
    await ended(world, "Ada Bo", 60, 50, day=0)
    await ended(world, "Ada Bo Cy", 60, 50, 40, day=1)
    await ended(world, "Cy Ada", 139, 100, day=30, game=OTHER)
    return world


async def asked(world: World, who: str, command: str, **options: Any) -> Any:
    return (await world.members[who].slash(world.channel, command, **options)).response


def described(response: Any) -> str:
    """The words for who can't see the picture."""
    [found] = [
        item["description"] for part in parts(response.components) for item in part.get("items", [])
    ]
    return str(found)


async def test_ones_own_rating(played: World) -> None:
    shown = await asked(played, "Ada", "rating")
    assert shown.ephemeral
    lines = text(shown).splitlines()
    best = f"<t:{int(START + DAY)}:D>"
    assert lines[:4] == [
        "### Ada: rating, all games",
        f"**All games**: 1096 after 3 tables; down 61 in 30 days; rank 1 of 3; highest 1157"
        f" on {best}.",
        f"**{GAMES[ANY].title}**: 1157 after 2 tables; unchanged in 30 days; rank 1 of 3;"
        f" highest 1157 on {best}.",
        f"**{GAMES[OTHER].title}**: 954 after 1 table; new in these 30 days; rank 2 of 2;"
        f" highest 954 on <t:{int(START + 30 * DAY)}:D>.",
    ]
    assert lines[4] == "All games, table by table, oldest first: 1086, 1157, 1096."
    assert lines[5].startswith(EXPLAINED)
    [attached] = shown.attachments
    assert attached.filename == "rating.png"
    words = described(shown)
    assert words.startswith("Ada, rating over time, all games. All games: 1096 after 3 tables;")
    assert "highest 1157 on 4 Mar 2025" in words
    assert "**" not in words and "<t:" not in words


async def test_another_members_rating_in_one_game(played: World) -> None:
    shown = await asked(played, "Ada", "rating", member=played.bo, game=ANY)
    lines = text(shown).splitlines()
    title = GAMES[ANY].title
    assert lines[0] == f"### Bo: rating, {title}"
    assert lines[1].startswith(f"**{title}**: ") and "rank 2 of 3" in lines[1]
    assert lines[2].startswith(f"{title}, table by table, oldest first: 954, ")
    assert GAMES[OTHER].title not in text(shown) and "<@" not in text(shown)
    assert len(shown.attachments) == 1


async def test_the_leaderboard(played: World) -> None:
    shown = await asked(played, "Eve", "leaderboard")
    assert shown.ephemeral
    lines = text(shown).splitlines()
    assert lines[0] == "### Slow Train: leaderboard, all games"
    assert [line.split(":")[0] for line in lines[1:4]] == ["#1 **Ada**", "#2 **Cy**", "#3 **Bo**"]
    assert lines[1] == "#1 **Ada**: 1096 after 3 tables; down 61 in 30 days."
    assert lines[4].startswith(EXPLAINED)
    [attached] = shown.attachments
    assert attached.filename == "leaderboard.png"
    assert described(shown).startswith("Slow Train, leaderboard, all games. #1 Ada: 1096 after 3")


async def test_the_picture_says_who_leads_or_how_many(
    world: World, today: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    pills: list[str] = []
    draw = pictures.leaderboard

    def spied(board: Leaderboard) -> Picture:
        pills.append(board.pill)
        return draw(board)

    monkeypatch.setattr(pictures, "leaderboard", spied)
    await ended(world, "Ada Bo Cy", 9, 9, 9, day=0)
    await asked(world, "Eve", "leaderboard")
    await ended(world, "Ada Bo Cy", 9, 5, 1, day=1)
    await asked(world, "Eve", "leaderboard")
    assert pills == ["3 share the lead", "Ada leads"]


async def test_the_leaderboard_of_one_game(played: World) -> None:
    lines = text(await asked(played, "Eve", "leaderboard", game=OTHER)).splitlines()
    assert lines[0] == f"### Slow Train: leaderboard, {GAMES[OTHER].title}"
    assert lines[1:3] == [
        "#1 **Cy**: 1086 after 1 table; new in these 30 days.",
        "#2 **Ada**: 954 after 1 table; new in these 30 days.",
    ]


async def test_who_has_no_rating_is_told_what_to_do(world: World) -> None:
    title, bo = GAMES[ANY].title, world.bo
    for command, options, said in (
        ("rating", {}, "You have no rating on this server yet"),
        ("rating", {"game": ANY}, f"You have no rating in {title} on this server yet"),
        ("rating", {"member": bo}, "**Bo** has no rating on this server yet"),
        ("rating", {"member": bo, "game": ANY}, f"**Bo** has no rating in {title} on this"),
        ("leaderboard", {}, "Nobody has a rating on this server yet"),
        ("leaderboard", {"game": ANY}, f"Nobody has a rating in {title} on this server yet"),
    ):
        shown = await asked(world, "Eve", command, **options)
        assert said in text(shown) and "`/table new`" in text(shown)
        assert shown.ephemeral and not shown.attachments


async def test_what_was_played_elsewhere_stays_there(played: World) -> None:
    here = text(await asked(played, "Ada", "rating")), text(await asked(played, "Eve", "rating"))
    await ended(played, "Eve Ada", 90, 10, day=35, elsewhere=1)
    assert here == (
        text(await asked(played, "Ada", "rating")),
        text(await asked(played, "Eve", "rating")),
    )
    assert "**Eve**" not in text(await asked(played, "Ada", "leaderboard"))


async def test_somebody_forgotten_is_not_listed_and_the_others_stay(played: World) -> None:
    before = text(await asked(played, "Bo", "rating", game=ANY)).split("rank")[0]
    async with played.bot.store.writing() as pen:
        await pen.forget(played.ada.id, ("Ada",), "Somebody")
    board = await asked(played, "Bo", "leaderboard")
    for words in (text(board), described(board)):
        assert "Ada" not in words and "omebody" not in words
    assert "#1 **Cy**" in text(board) and "#2 **Bo**" in text(board)
    assert "You have no rating" in text(await asked(played, "Ada", "rating"))
    after = text(await asked(played, "Bo", "rating", game=ANY))
    assert after.split("rank")[0] == before and "rank 1 of 2" in after


async def test_a_table_that_was_really_played(toy: SignalBox, world: World) -> None:
    await table_of_toy(world, "Ada", "Bo")
    await play_on(world, "over")
    outcome = (await world.table()).result
    assert outcome and len(outcome.winners) == 1
    await Ratings(world.bot.store).catch_up()
    best, other = (("Ada", "Bo"), ("Bo", "Ada"))[outcome.winners[0]]
    lines = text(await asked(world, "Cy", "leaderboard")).splitlines()
    assert lines[1:3] == [
        f"#1 **{best}**: 1086 after 1 table; new in these 30 days.",
        f"#2 **{other}**: 954 after 1 table; new in these 30 days.",
    ]
    assert "**Signal Box**: 1086 after 1 table" in text(await asked(world, best, "rating"))


async def test_both_are_for_servers_only(world: World) -> None:
    for name in ("rating", "leaderboard"):
        command = world.bot.tree.get_command(name)
        assert isinstance(command, discord.app_commands.Command) and command.guild_only


# Without Discord


async def test_a_game_that_there_is_not(played: World) -> None:
    store, server, ada = played.bot.store, played.server.id, played.ada.id
    person: Any = Person(ada, "Ada")
    for message in (
        await ratingpost.of_member(store, server, person, "*chess*", own=True),
        await ratingpost.of_server(store, server, "The Yard", "*chess*"),
    ):
        assert r"There is no game called \*chess\*." in message.text


async def test_many_members_and_tables_keep_to_the_limits(world: World, today: float) -> None:
    nasty = {n: f"{n}" + "*_" * 14 for n in range(200, 230)}
    for number in range(120):
        people = list(dict.fromkeys(200 + (number * k) % 30 for k in (1, 3, 7)))
        scores = [number * 7 % 13 + seat for seat in range(len(people))]
        game, at = list(GAMES)[number % len(GAMES)], START + number * 8 * 3600
        await finish(world.bot.store, people, at, result(*scores), game=game, names=nasty)
    await Ratings(world.bot.store).catch_up()
    person: Any = Person(200, nasty[200])
    lowest = await ratingpost.of_server(world.bot.store, 1, "*" * 100, None)
    assert f"{ratingpost.LISTED} of 30 members are listed." in lowest.text
    for message in (
        await ratingpost.of_member(world.bot.store, 1, person, None, own=True),
        lowest,
    ):
        [drawn] = message.pictures
        assert len(message.text) <= TEXT
        assert 200 < len(drawn.alt) <= ALT
        assert len(drawn.png) <= 200_000
        assert picture(drawn.png).width <= 1600


async def test_who_asks_is_listed_whatever_the_rank(world: World, today: float) -> None:
    for number in range(20):  # each wins against the next
        pair = [200 + number, 201 + number]
        await finish(world.bot.store, pair, START + number, result(9, 1))
    await Ratings(world.bot.store).catch_up()
    message = await ratingpost.of_server(world.bot.store, 1, "The Yard", None, asker=220)
    lines = message.text.splitlines()
    assert "**Player 220**" in lines[1 + ratingpost.LISTED]
    assert f"{ratingpost.LISTED + 1} of 21 members are listed." in lines
    assert clock.now() == today
