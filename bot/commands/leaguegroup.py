"""What the commands about leagues have in common: which league is meant, and who may."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import clock
from bot.commands.settings import day
from bot.league.league import League, meet, meet_begun
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.store import FixtureRow

if TYPE_CHECKING:
    from bot.app import SlowTrain

Choices = list[app_commands.Choice[str]]


class LeagueGroup(app_commands.Group):
    """Commands whose words, leagues and tables come from the bot."""

    def __init__(self, bot: SlowTrain) -> None:
        say = bot.words.say
        super().__init__(name="league", description=say("commands.league"), guild_only=True)
        self.bot, self.say = bot, say
        for command in self.walk_commands():
            command.description = say(f"commands.league_{command.name}")
            for name, parameter in getattr(command, "_params", {}).items():
                parameter.description = say(f"fields.league_{name}")
                if name == "league":
                    parameter.autocomplete = self._leagues

    async def _leagues(self, interaction: discord.Interaction, current: str) -> Choices:
        rows = await self.bot.store.leagues_of(interaction.guild_id or 0)
        return [
            app_commands.Choice(name=cut(row.name, OPTION), value=str(row.id))
            for row in rows
            if current.casefold() in row.name.casefold()
        ][:PAGE]

    async def _league(
        self,
        interaction: discord.Interaction,
        league: str | None,
        season: int | None = None,
        *,
        begun: bool = False,
    ) -> League:
        """The league that is meant: the one named, else the newest of this channel or server.

        It is as it stands in the season named, else now, or in the newest season that has begun.
        """
        rows = await self.bot.store.leagues_of(interaction.guild_id or 0)
        if league is not None:
            wanted = league.strip().casefold()
            chosen = [r for r in rows if str(r.id) == wanted]  # as suggested
            rows = chosen or [r for r in rows if r.name.casefold() == wanted]
        if not rows:
            raise Refused("no_such_league")
        channels = (interaction.channel_id, getattr(interaction.channel, "parent_id", None))
        rows.sort(key=lambda r: (r.channel not in channels, not r.going_on, -r.id))
        if begun and season is None:
            return await meet_begun(self.bot.store, rows[0].id)
        return await meet(self.bot.store, rows[0].id, season)

    async def _organised(self, interaction: discord.Interaction, league: str | None) -> League:
        """The league that is meant, for one of its organisers."""
        found = await self._league(interaction, league)
        check_organises(interaction, found)
        return found

    def _fixture(self, league: League, text: str) -> FixtureRow:
        """A table of the season by its round and name, "2-A1"."""
        for fixture in league.fixtures:
            if text.strip().casefold() == fixture.full_name.casefold() and fixture.status != "bye":
                return fixture
        raise Refused("league_no_table")

    def _manages_threads(
        self, league: League, user: discord.User | discord.Member, granted: discord.Permissions
    ) -> bool:
        """Whether somebody could look into the private threads of a league's channel."""
        channel = self.bot.get_channel(league.row.channel)
        if isinstance(channel, discord.TextChannel) and isinstance(user, discord.Member):
            granted = channel.permissions_for(user)
        return granted.manage_threads

    async def _date(self, interaction: discord.Interaction, text: str | None) -> float | None:
        if text is None:
            return None
        row = await self.bot.store.member(interaction.user.id)
        moment = day(text, row, clock.now()).timestamp()
        if moment <= clock.now():
            raise Refused("league_past")
        return moment


def check_organises(interaction: discord.Interaction, league: League) -> None:
    """Whether who gives a command, or confirms it, organises a league."""
    roles = [role.id for role in getattr(interaction.user, "roles", ())]
    manages = interaction.permissions.manage_guild
    if not league.organises(interaction.user.id, roles, manages=manages):
        raise Refused("league_organisers")


def check_still(now: League, asked: League, member: int = 0) -> None:
    """Whether a yes still means what was said: leaving costs more when the season has begun."""
    before, entry = asked.entry(member), now.entry(member)
    known = asked.row.season, asked.row.status, before and before.status
    if known != (now.row.season, now.row.status, entry and entry.status):
        raise Refused("sure_gone")


def check_channel(interaction: discord.Interaction, *, private: bool) -> None:
    """A league's tables need threads; with one deal for all, threads nobody else can look into."""
    channel = interaction.channel
    if not isinstance(channel, discord.TextChannel) or channel.is_news():
        raise Refused("league_channel")  # the threads of announcements are of another kind
    may = interaction.app_permissions
    kind = "create_private_threads" if private else "create_public_threads"
    names = [kind, "send_messages_in_threads"]
    missing = [name for name in names if not getattr(may, name)]
    if missing:
        raise Refused("league_private" if private else "league_threads", permission=missing)
