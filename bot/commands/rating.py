"""`/rating` and `/leaderboard`: how strong members are, by the tables that they have finished."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.answer import answer
from bot.commands.stats import GAME_CHOICES, server_of
from bot.layout import Message
from bot.league import ratingpost

if TYPE_CHECKING:
    from bot.app import SlowTrain


def commands(bot: SlowTrain) -> list[app_commands.Command[Any, ..., None]]:
    """The commands about ratings on this server, and nothing of any other."""
    whose, which = bot.words.say("fields.stats_member"), bot.words.say("fields.stats_game")

    @app_commands.command(name="rating", description=bot.words.say("commands.rating"))
    @app_commands.describe(member=whose, game=which)
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.guild_only()
    async def rating(
        interaction: discord.Interaction,
        # Not a Member: who has left the server still has played here.
        member: discord.User | None = None,
        game: str | None = None,
    ) -> None:
        async def work() -> Message:
            user, server = member or interaction.user, server_of(interaction)
            own = user.id == interaction.user.id
            return await ratingpost.of_member(bot.store, server, user, game, own=own)

        await answer(interaction, work())

    @app_commands.command(name="leaderboard", description=bot.words.say("commands.leaderboard"))
    @app_commands.describe(game=which)
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.guild_only()
    async def leaderboard(interaction: discord.Interaction, game: str | None = None) -> None:
        async def work() -> Message:
            server, asker = server_of(interaction), interaction.user.id
            name = interaction.guild.name if interaction.guild else ""
            return await ratingpost.of_server(bot.store, server, name, game, asker)

        await answer(interaction, work())

    return [rating, leaderboard]
