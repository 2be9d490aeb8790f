"""`/hand` and `/tables`: a member's own tables, from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import show
from bot.answer import answer
from bot.layout import Message
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.sitting import Sitting, sit

if TYPE_CHECKING:
    from bot.app import SlowTrain


async def tables_of(bot: SlowTrain, member: int) -> list[Sitting]:
    """The tables a member plays at: where it is their turn first, then the newest."""
    found = [await sit(bot.store, table_id) for table_id in await bot.store.tables_of(member)]
    return sorted(found, key=lambda s: (s.seat_of(member) not in s.acting, -s.row.id))


async def _chosen(bot: SlowTrain, member: int, table: str | None) -> Sitting:
    mine = await tables_of(bot, member)
    if not mine:
        raise Refused("no_tables")
    if table is None:
        return mine[0]
    for sitting in mine:
        if table == str(sitting.row.id):
            return sitting
    raise Refused("not_my_table")


def commands(bot: SlowTrain) -> list[app_commands.Command[Any, ..., None]]:
    """The commands about one's own tables."""

    @app_commands.command(name="hand", description=bot.words.say("commands.hand"))
    @app_commands.describe(table=bot.words.say("fields.table"))
    async def hand(interaction: discord.Interaction, table: str | None = None) -> None:
        async def work() -> Message:
            sitting = await _chosen(bot, interaction.user.id, table)
            return await show.hand(bot.store, sitting.row.id, interaction.user.id)

        await answer(interaction, work())

    @hand.autocomplete("table")
    async def tables(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        choices = []
        for sitting in await tables_of(bot, interaction.user.id):
            label = sitting.plain_words.say(
                "hand.table", title=sitting.game.title, number=sitting.row.id
            )
            if current.casefold() in label.casefold():
                choices.append(
                    app_commands.Choice(name=cut(label, OPTION), value=str(sitting.row.id))
                )
        return choices[:PAGE]

    @app_commands.command(name="tables", description=bot.words.say("commands.tables"))
    async def mine(interaction: discord.Interaction) -> None:
        async def work() -> Message:
            found = await tables_of(bot, interaction.user.id)
            if not found:
                raise Refused("no_tables")
            return await show.tables(bot.store, found, interaction.user.id)

        await answer(interaction, work())

    return [hand, mine]
