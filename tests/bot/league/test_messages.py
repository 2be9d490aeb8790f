"""What a league says and shows: nothing is too long, and a large league is all there."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import pytest
from discord.app_commands import Command
from msgspec.structs import replace
from PIL import Image

import bot
from bot.commands.league import LeagueCommands
from bot.commands.organise import OrganiserCommands
from bot.layout import TEXT, Message
from bot.league.cards import Cards
from bot.league.league import League, Outcome
from bot.league.posts import _over, _overdue, _round, cross, sign_up, standings
from bot.league.terms import Terms, encode
from bot.league.words import Words
from bot.store import EntryRow, FixtureRow, LeagueRow
from games.codec import encode as written
from games.phrasebook import Phrasebook, read_words
from renderers import league as pictures
from renderers.league import Standings
from tests.bot.league.club import Club
from tests.bot.world import World, text

LOUD = "**__~~||`{0:02}` *_loud_* name~~__**"


def big(members: int = 64, divisions: int = 8, rounds: int = 3, **changed: Any) -> League:
    """A season of which all tables are over, with names that are all markup."""
    terms = Terms(("ride", "hill"), "round-robin", 4, divisions=divisions, rounds=rounds)
    row = LeagueRow(
        1, 1, 1, "*Loud*" * 10, 9, None, encode(terms), 1, "running", rounds, None, None, 0, 0.0
    )
    size = members // divisions
    entries = tuple(
        EntryRow(n + 1, LOUD.format(n)[:32], f"m{n}", n // size, "in", 1, 0, 0.0, None, n)
        for n in range(members)
    )
    fixtures: list[FixtureRow] = []
    for number in range(1, rounds + 1):
        for start in range(0, members, 4):
            seats = (
                [1 + start + (n * number) % 4 for n in range(4)]
                if number % 2
                else [1 + start + n for n in range(4)]
            )
            outcome = written(Outcome((1, 2, 3, 3), (40, 30, 20, 20))).decode()
            fixtures.append(
                FixtureRow(
                    len(fixtures) + 1,
                    1,
                    1,
                    number,
                    start // size,
                    1 + start % size // 4,
                    "ride",
                    str(seats),
                    "over",
                    10**18 + start,
                    None,
                    None,
                    "[]",
                    outcome,
                    "r" * 200,
                    1,
                    0.0,
                )
            )
    return League(replace(row, **changed), entries, tuple(fixtures))


def friends(members: int, **changed: Any) -> League:
    """A season with two divisions, all of the same people at each table, and short names."""
    league = big(members, 2, rounds=1, **{"name": "Night Mail"} | changed)
    entries = [replace(entry, name=f"Friend {n}") for n, entry in enumerate(league.entries)]
    fixtures = [replace(f, id=f.id + 99 * n, round=n) for n in (1, 2, 3) for f in league.fixtures]
    return League(league.row, tuple(entries), tuple(replace(f, reason=None) for f in fixtures))


def check(message: Message) -> None:
    """Discord takes it."""
    view = message.view()
    assert view.content_length() <= 4000
    assert view.total_children_count <= 40
    files = message.attachments()
    assert len(files) <= 10
    for picture in message.pictures:
        assert len(picture.png) < 200_000 and len(picture.alt) <= 1024
        assert Image.open(io.BytesIO(picture.png)).width <= 1600


def keep(name: str, message: Message) -> None:
    """For who wants to look: the pictures, in the folder that PICTURES names."""
    folder = os.environ.get("PICTURES")
    for picture in message.pictures if folder else ():
        assert folder is not None
        Path(folder, f"{name}-{picture.name}").write_bytes(picture.png)


@pytest.mark.parametrize(("members", "divisions"), [(64, 8), (64, 1), (16, 2), (8, 1)])
async def test_standings_fit_and_the_picture_shows_all(members: int, divisions: int) -> None:
    league = big(members, divisions)
    message = await standings(league, [fixture.id for fixture in league.fixtures[-1:]], 5)
    check(message)
    keep(f"standings-{members}-{divisions}", message)
    told = [line for line in message.text.splitlines() if re.match(r"#\d+ ", line)]
    if members == 64:
        assert "more in the picture" in message.text and len(told) >= 2 * divisions
        assert "…\n" not in message.text and not message.text.endswith("…")
    else:
        assert len(told) == members and "more in the picture" not in message.text
    if divisions > 1:  # the best of each division are there, also of the last
        assert all(f"**Division {letter}**" in message.text for letter in "ABCDEFGH"[:divisions])
    shown = Image.open(io.BytesIO(message.pictures[0].png))
    assert shown.height / shown.width > members * 0.035  # a row for each of them


@pytest.mark.parametrize(("members", "divisions"), [(64, 8), (64, 1)])
async def test_a_whole_round_that_ends_at_once_leaves_room_for_the_standings(
    members: int, divisions: int
) -> None:
    """With duplicate deals all tables of a round are told together."""
    league = big(members, divisions, rounds=1)
    message = await standings(league, [fixture.id for fixture in league.fixtures], 5)
    check(message)
    more = re.search(r"… and (\d+) more tables: `/league rounds`", message.text)
    assert more and message.text.count("decided by") == 16 - int(more[1]) >= 1
    assert message.text.count("\n#1 ") >= divisions
    assert message.text.splitlines()[-1].startswith("-# Places")


async def test_who_can_not_see_the_standings_is_told_of_everybody() -> None:
    for message in (await standings(friends(24)), await _over(friends(24, status="over"), 5)):
        [drawn] = message.pictures
        check(Message("", (drawn,)))
        assert all(f" Friend {n}: " in drawn.alt for n in range(24))
        assert drawn.alt.count("▲ promotion") == drawn.alt.count("▼ relegation") == 1
        assert not re.search(r"[*`<>@\\]", drawn.alt)
    [few] = (await standings(friends(8))).pictures
    assert "#1 Friend 0: 30 points from 3 tables (places 3-0-0-0). #2 " in few.alt


async def test_who_can_not_see_the_cross_table_is_told_who_met_whom() -> None:
    first, second = (await cross(friends(8), None)).pictures
    assert "Division A. Friend 0 against Friend 1 3-0, Friend 2 3-0, Friend 3 3-0." in first.alt
    assert "Friend 2 against Friend 3 1½-1½." in first.alt
    assert "Division B. Friend 4 against" in second.alt and "Friend 0" not in second.alt


async def test_who_is_not_in_the_cross_table_is_told_below_it() -> None:
    message = await cross(friends(40), 1)  # of twenty in the division four are not there
    told = message.text.splitlines()[2:]
    assert told[0] == (
        "The picture has the first 16 of a division; meetings with others are told below."
    )
    assert told[1] == "**Friend 32** against **Friend 34** 3-0, **Friend 35** 3-0"
    assert told[-1] == "**Friend 38** against **Friend 39** 1½-1½"
    [drawn] = message.pictures
    met = re.findall(r"Friend \d+ (?=\d|½)", f"{drawn.alt} {message.text}".replace("**", ""))
    assert len(met) == 5 * 6  # all six pairs of each of the five tables
    assert "Friend 34" not in drawn.alt  # it tells what the picture shows


def test_nobody_leads_who_has_withdrawn_and_no_league_is_a_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown: list[Standings] = []
    monkeypatch.setattr(pictures, "standings", shown.append)
    league = friends(8, name="鉄道リーグ")
    gone = tuple(replace(entry, status="withdrawn") for entry in league.entries)
    for entries in (league.entries, gone):
        Cards(League(league.row, entries, league.fixtures)).standings("")
    assert [one.title for one in shown] == ["The league"] * 2  # the font has no such letters
    assert [one.pill for one in shown] == ["Friend 0 leads", "Nobody is ahead"]


def test_the_picture_says_since_when_its_arrows_are(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Standings] = []
    monkeypatch.setattr(pictures, "standings", shown.append)
    for league in (big(16, 2, rounds=3), friends(8)):  # of whom none has risen or fallen
        Cards(league).standings("")
    assert [one.caption for one in shown] == [
        "16 members · 12 tables finished · arrows: ranks since the round before",
        "8 members · 6 tables finished",
    ]


def test_direct_meetings_are_shown_of_those_whom_they_part(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[Standings] = []
    monkeypatch.setattr(pictures, "standings", shown.append)
    Cards(friends(8)).standings("")  # of four at a table the last two have always tied
    [league] = shown
    assert [row.ties[0] for row in league.divisions[0].rows] == ["·", "·", "0.5", "0.5"]


@pytest.mark.parametrize(("members", "divisions"), [(64, 8), (64, 1)])
async def test_everything_else_of_a_large_league_fits(members: int, divisions: int) -> None:
    league = big(members, divisions)
    crossed = await cross(league, None)
    check(crossed)
    keep(f"cross-{members}-{divisions}", crossed)
    assert len(crossed.pictures) == divisions
    assert ("has the first 16 of a division" in crossed.text) == (divisions == 1)
    over = await _over(big(members, divisions, status="over"), 5)
    check(over)
    for message in (_round(league, 1, 5), _overdue(league, 1, 5)):
        check(message)
    signed = sign_up(big(members, divisions, status="open", round=0))
    check(signed)
    assert f"**In ({members} of 64):**" in signed.text
    more = re.search(r"and (\d+) more", signed.text)
    assert more and 10 < int(more[1]) < 64
    assert "{" not in signed.text.replace("{0", "") and "league." not in signed.text


def test_the_words_of_standings() -> None:
    league = big(8, 1)
    lines = Words(league).standings(TEXT)
    assert re.search(r"#1 \*\*.*\*\*: \*\*\d+(\.\d+)?\*\* points from 3 tables \(places ", lines[0])
    assert any("direct 0.5, S-B" in line and "share" in line for line in lines)
    assert lines[-2].startswith("-# Places: how often first")
    assert lines[-1] == "-# Up and down: ranks since the round before."
    one = big(4, 1, rounds=1)
    first, *_, last = Words(one).standings(TEXT)
    assert "from 1 table (places 1-0-0-0)" in first
    assert "Up and down" not in last  # there was no round before


def test_a_rank_that_is_shared_is_told_as_it_is() -> None:
    """As an item of a list, "1." twice, Discord would make it 1 and 2."""
    league = big(4, 1, rounds=1)  # the last two have tied
    told = Words(league).standings(TEXT)
    assert [line.split()[0] for line in told[:4]] == ["#1", "#2", "#3", "#3"]


def test_promotion_and_change_are_told() -> None:
    league = big(16, 2, rounds=3)
    told = "\n".join(Words(league).standings(TEXT))
    assert "▲ promotion" in told and "▼ relegation" in told
    assert " · down " in told


def test_every_word_of_leagues_is_used_and_every_key_exists() -> None:
    """No message shows a raw key, and no phrase is left over."""
    rooms = [Path(bot.__file__).parent / room for room in ("league", "commands")]
    code = "\n".join(path.read_text() for room in rooms for path in room.glob("*.py"))
    words = read_words(Path(bot.__file__).parent.parent / "data" / "words.en.toml")
    stems = set(re.findall(r'f"(?:league\.)?(\w+_)\{', code)) | {"note_", "sure_"}
    left = [
        key
        for key in (key.removeprefix("league.") for key in words if key.startswith("league."))
        if f'"{key}"' not in code
        and f'"{key.rpartition(".")[2]}"' not in code
        and f"league.{key}" not in code
        and not any(key.startswith(stem) for stem in stems)
    ]
    assert not left
    for key in set(re.findall(r'Refused\("(\w+)"', code)):
        assert f"refused.{key}" in words, key
    notes = set(re.findall(r'(?:tell|_note)\(\s*(?:pen|league), (?:\w+(?:\.\w+)?, )?"(\w+)"', code))
    for note in notes - {"round", "standings", "over", "overdue"}:
        assert f"league.note_{note}" in words, note


def test_the_readme_tells_of_every_command() -> None:
    groups = (LeagueCommands, OrganiserCommands)
    commands = {c.name for g in groups for c in vars(g).values() if isinstance(c, Command)}
    readme = (Path(bot.__file__).parent.parent / "README.md").read_text()
    assert set(re.findall(r"^\| `/league ([a-z]+)` \|", readme, re.MULTILINE)) == commands


def test_permissions_have_names() -> None:
    words = Phrasebook()
    for name in ("create_private_threads", "create_public_threads", "send_messages_in_threads"):
        assert words.term("permission", name) != name


async def test_sixty_four_members_in_eight_divisions(club: Club, world: World) -> None:
    """The real thing: everybody presses, sixteen tables open, and Discord takes every post."""
    names = [LOUD.format(n)[:32] for n in range(64)]
    for name in names:
        club.invite(name)
    await world.settle()
    await club.create(size=4, divisions=8, rounds=2)
    await club.join(*names, "Ada")
    assert "**In (64 of 64):**" in text(await club.post())
    assert "**Waiting for a place:** **Ada**" in text(await club.post())
    assert await club.sure("start") == "Done."
    opened = await club.open_tables()
    assert len(opened) == 16 and len(world.channel.threads) == 16
    assert club.times(": round 1 of 2") == 1
    await club.play_at(opened[0])
    post = world.channel.history()[-1]
    assert "from 1 table" in text(post) and len(post.attachments) == 1
    told = await club.ask(world.ada, "standings")
    assert all(f"**Division {letter}**" in told for letter in "ABCDEFGH")
    answer = await world.ada.slash(world.channel, "league cross")
    assert len(answer.response.attachments) == 8
    answer = await world.ada.slash(world.channel, "league cross", division="h")
    assert len(answer.response.attachments) == 1
    assert "the league has 8" in await club.ask(world.ada, "cross", division="Z")
