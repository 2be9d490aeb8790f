"""`/league` for everybody: founding, entering, leaving, and looking at leagues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.answer import answer
from bot.clock import PACES
from bot.commands.leaguegroup import Choices, LeagueGroup, check_channel, check_still
from bot.commands.organise import OrganiserCommands
from bot.layout import Message
from bot.league import points as scoring
from bot.league.export import files
from bot.league.league import League, meet, meet_begun
from bot.league.posts import cross, sign_up, standings
from bot.league.terms import DIVISIONS, FORMATS, MEMBERS, NO_SHOWS, Format, Terms
from bot.league.words import Words
from bot.lobbypost import check_may_post
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.sitting import relative
from games import GAMES
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain

_WORDS = Phrasebook()


def _choices(field: str, values: Any) -> Choices:
    return [app_commands.Choice(name=_WORDS.term(field, value), value=value) for value in values]


def read_games(text: str) -> tuple[str, ...]:
    """The games that somebody named, by key or title, with commas between."""
    known = {game.title.casefold(): game.key for game in GAMES.values()}
    known |= {key: key for key in GAMES}
    found = []
    for part in text.split(","):
        if part.strip().casefold() not in known:
            raise Refused("no_such_game", game=part.strip() or "?")
        found.append(known[part.strip().casefold()])
    return tuple(found)


def read_points(text: str | None) -> tuple[int, ...]:
    """Points by place, or none for the house's own."""
    try:
        return scoring.parse(text) if text else ()
    except ValueError:
        raise Refused("league_points") from None


class LeagueCommands(LeagueGroup):
    """Everything about the leagues of a server."""

    def __init__(self, bot: SlowTrain) -> None:
        super().__init__(bot)
        for command in OrganiserCommands(bot).commands:
            self.add_command(command)

    @app_commands.command(description="…")
    @app_commands.choices(
        format=_choices("format", FORMATS),
        pace=_choices("pace", [pace for pace in PACES if pace != "none"]),
        no_show=_choices("no_show", NO_SHOWS),
    )
    async def create(
        self,
        interaction: discord.Interaction,
        name: str,
        games: str,
        format: str,
        size: app_commands.Range[int, 2, 5],
        rounds: app_commands.Range[int, 0, 24] = 0,
        divisions: app_commands.Range[int, 1, DIVISIONS] = 1,
        promoted: app_commands.Range[int, 0, 4] = 1,
        places: app_commands.Range[int, 2, MEMBERS] = MEMBERS,
        pace: str = "1d",
        points: str | None = None,
        starts: str | None = None,
        days: app_commands.Range[int, 0, 90] = 0,
        duplicate: bool = False,
        no_show: str = "stand-in",
        organisers: discord.Role | None = None,
    ) -> None:
        async def work() -> Message:
            _check_founder(interaction)
            check_may_post(interaction)
            check_channel(interaction, private=duplicate)
            chosen: Format = next((f for f in FORMATS if f == format), "round-robin")
            terms = Terms(
                games=read_games(games),
                format=chosen,
                size=size,
                rounds=rounds,
                divisions=divisions,
                places=places,
                pace=pace,
                points=read_points(points),
                days=days,
                moving=promoted,
                duplicate=duplicate,
                no_show="forfeit" if no_show == "forfeit" else "stand-in",
            )
            return await self._found(interaction, name, terms, organisers, starts)

        await answer(interaction, work())

    async def _found(
        self,
        interaction: discord.Interaction,
        name: str,
        terms: Terms,
        organisers: discord.Role | None,
        starts: str | None,
    ) -> Message:
        league = await self.bot.seasons.found(
            server=interaction.guild_id or 0,
            channel=interaction.channel_id or 0,
            creator=interaction.user.id,
            name=name,
            terms=terms,
            organisers=organisers.id if organisers else None,
            opens=await self._date(interaction, starts),
        )
        self.bot.clerk.wake()
        self.bot.outbox.wake()
        opens = league.row.opens
        key = "founded" if opens is None else "founded_date"
        return Message(Words(league).say(key, name=Words(league).name, when=relative(opens)))

    @create.autocomplete("games")
    async def _games(self, interaction: discord.Interaction, current: str) -> Choices:
        """Titles one after the other, with commas between."""
        before, comma, last = current.rpartition(",")
        stem = f"{before}{comma} " if comma else ""
        return [
            app_commands.Choice(name=cut(stem + game.title, OPTION), value=stem + game.title)
            for game in GAMES.values()
            if last.strip().casefold() in game.title.casefold() and len(stem) < OPTION // 2
        ][:PAGE]

    @app_commands.command(description="…")
    async def show(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._league(interaction, league)
            message = sign_up(found)
            if found.row.going_on and self.bot.get_channel(found.row.channel) is None:
                gone = Words(found).say("no_channel")
                return Message(f"{message.text}\n{gone}", rows=message.rows)
            return message

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def join(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            return await self.enter(interaction, await self._league(interaction, league))

        await answer(interaction, work())

    async def enter(self, interaction: discord.Interaction, league: League) -> Message:
        """The presser enters a league; what it came to is said to them."""
        user = interaction.user
        watches = self._manages_threads(league, user, interaction.permissions)
        if league.terms.duplicate and watches:
            raise Refused("league_duplicate_manages")
        joined = await self.bot.seasons.entries.join(
            league.row.id, user.id, user.display_name, user.name
        )
        self.bot.clerk.wake()
        entry = joined.entry(user.id)
        assert entry is not None
        late = joined.row.status != "open"
        key = "joined_waiting" if entry.status == "waiting" else "joined_late" if late else "joined"
        return Message(Words(joined).say(key, name=Words(joined).name, round=entry.since))

    @app_commands.command(description="…")
    async def withdraw(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._league(interaction, league)
            return self.ask_to_leave(interaction, found)

        await answer(interaction, work())

    def ask_to_leave(self, interaction: discord.Interaction, league: League) -> Message:
        """What withdrawing would mean, said before it is done."""
        user, entry = interaction.user.id, league.entry(interaction.user.id)
        if not league.row.going_on:
            raise Refused("league_over")
        if entry is None or entry.status not in ("in", "waiting"):
            raise Refused("league_not_in")
        words = Words(league)
        first = "leave_early" if league.row.season == 1 else "leave_carried"
        early = first if league.row.status == "open" else "leave_late"
        key = "leave_waiting" if entry.status == "waiting" else early
        lines = [words.say(key, name=words.name)]
        if tables := sum(user in fixture.seats() for fixture in league.going_on()):
            lines.append(words.say("leave_tables", tables=tables))

        async def work(_: discord.Interaction) -> Message:
            check_still(await meet(self.bot.store, league.row.id), league, user)
            await self.bot.seasons.entries.leave(league.row.id, user)
            self.bot.clerk.wake()
            return Message(words.say("left", name=words.name))

        return self.bot.confirmations.ask(user, " ".join(lines), work)

    @app_commands.command(description="…")
    async def standings(
        self,
        interaction: discord.Interaction,
        league: str | None = None,
        season: app_commands.Range[int, 1] | None = None,
    ) -> None:
        async def work() -> Message:
            return await standings(await self._league(interaction, league, season, begun=True))

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def cross(
        self,
        interaction: discord.Interaction,
        league: str | None = None,
        division: str | None = None,
        season: app_commands.Range[int, 1] | None = None,
    ) -> None:
        async def work() -> Message:
            found = await self._league(interaction, league, season, begun=True)
            letter = (division or "").strip().upper()
            number = ord(letter) - ord("A") if len(letter) == 1 else None if not letter else -1
            return await cross(found, number)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def rounds(
        self,
        interaction: discord.Interaction,
        league: str | None = None,
        round: app_commands.Range[int, 1] | None = None,
        season: app_commands.Range[int, 1] | None = None,
    ) -> None:
        async def work() -> Message:
            found = await self._league(interaction, league, season, begun=True)
            number = round or max(1, min(found.row.round, found.rounds))
            words = Words(found)
            lines = words.round(number)
            if not found.rounds:
                raise Refused("league_not_begun")
            if not lines and found.terms.format != "round-robin" and found.row.going_on:
                raise Refused("league_not_drawn", round=found.row.round)
            if not lines:
                raise Refused("league_no_round", rounds=found.rounds)
            return Message("\n".join([words.round_title(number), *lines]))

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def history(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._league(interaction, league)
            seasons = await self.bot.store.seasons(found.row.id)
            lines = [Words(found).say("history", name=Words(found).name)]
            for one in seasons:
                past = await meet(self.bot.store, found.row.id, one.season)
                lines += _season_lines(past)
            if not seasons:
                raise Refused("league_not_begun")
            return Message("\n".join(lines))

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def export(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._league(interaction, league)
            rows = await self.bot.store.seasons(found.row.id)
            seasons = [await meet(self.bot.store, found.row.id, row.season) for row in rows]
            if not seasons:
                raise Refused("league_not_begun")
            words = Words(found)
            return Message(words.say("exported", name=words.name), files=files(seasons[::-1]))

        await answer(interaction, work())


def _check_founder(interaction: discord.Interaction) -> None:
    may = interaction.permissions
    if not (may.manage_guild or may.manage_channels or may.manage_events):
        raise Refused("league_founders")


def _season_lines(league: League) -> list[str]:
    """A season in the history: who was first in each division."""
    words, season = Words(league), league.row.season
    if league.row.going_on:
        return [words.say("history_running", season=season)]
    if league.row.status == "cancelled":
        return [words.say("history_cancelled", season=season)]
    lines = []
    for division in league.divisions:
        first = [one.member for one in league.champions(division)]
        who = words.everybody(first) if first else words.say("history_nobody")
        letter = chr(ord("A") + division)
        key = "history_season" if len(league.divisions) == 1 else "history_division"
        lines.append(words.say(key, season=season, division=letter, who=who))
    return lines


async def pressed(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> None:
    """A button of a league's post; the answer is for the presser alone."""
    await answer(interaction, _pressed(bot, interaction, rest))


async def _pressed(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> Message:
    number, _, word = rest.partition(":")
    word = word.partition(":")[0]
    if not number.isdecimal() or len(number) > 9 or word not in ("join", "leave", "standings"):
        raise Refused("forged")
    league = await meet(bot.store, int(number))
    if league.row.server != interaction.guild_id:
        raise Refused("no_such_league")
    if word == "standings":
        return await standings(await meet_begun(bot.store, league.row.id))
    if word == "leave":
        return bot.leagues.ask_to_leave(interaction, league)
    return await bot.leagues.enter(interaction, league)
