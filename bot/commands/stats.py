"""`/stats`: looking back at finished tables, one's own, another member's, or the server's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import statspost
from bot.answer import answer
from bot.layout import Message
from bot.refusal import Refused
from games import GAMES

if TYPE_CHECKING:
    from bot.app import SlowTrain

GAME_CHOICES = [app_commands.Choice(name=game.title, value=game.key) for game in GAMES.values()]


class StatsCommands(app_commands.Group):
    """What was played on this server, and nothing of any other."""

    def __init__(self, bot: SlowTrain) -> None:
        super().__init__(name="stats", description=bot.words.say("commands.stats"), guild_only=True)
        self.bot = bot
        for command in self.walk_commands():
            command.description = bot.words.say(f"commands.stats_{command.name}")
            for name, parameter in getattr(command, "_params", {}).items():
                parameter.description = bot.words.say(f"fields.stats_{name}")

    @app_commands.command(description="…")
    @app_commands.choices(game=GAME_CHOICES)
    async def member(
        self,
        interaction: discord.Interaction,
        # Not a Member: who has left the server still has played here.
        member: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        async def work() -> Message:
            user = member or interaction.user
            own = user.id == interaction.user.id
            return await statspost.of_member(
                self.bot.store, server_of(interaction), user, game, own=own
            )

        await answer(interaction, work())

    @app_commands.command(description="…")
    @app_commands.choices(game=GAME_CHOICES)
    async def server(self, interaction: discord.Interaction, game: str | None = None) -> None:
        async def work() -> Message:
            name = interaction.guild.name if interaction.guild else ""
            return await statspost.of_server(self.bot.store, server_of(interaction), name, game)

        await answer(interaction, work())


def server_of(interaction: discord.Interaction) -> int:
    """The server in which a member asks."""
    if interaction.guild_id is None:
        raise Refused("servers_only")
    return interaction.guild_id
