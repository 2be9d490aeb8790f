"""`/table`: opening, looking at, leaving and checking tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import lobbypost, show
from bot.answer import answer, ready
from bot.export import export, verify
from bot.layout import Key, Message
from bot.press import check_may_abort
from bot.refusal import Refused
from bot.sitting import Sitting, sit
from games import GAMES

if TYPE_CHECKING:
    from bot.app import SlowTrain


class TableCommands(app_commands.Group):
    """Everything about the table of this channel."""

    def __init__(self, bot: SlowTrain) -> None:
        super().__init__(name="table", description=bot.words.say("commands.table"), guild_only=True)
        self.bot = bot
        for command in self.walk_commands():
            command.description = bot.words.say(f"commands.table_{command.name}")
            for name, parameter in getattr(command, "_params", {}).items():
                parameter.description = bot.words.say(f"fields.{name}")

    async def _here(self, interaction: discord.Interaction) -> Sitting:
        """The table of this channel: the open one, else the last."""
        row = await self.bot.store.last_table(interaction.channel_id or 0)
        if row is None:
            raise Refused("no_table")
        return await sit(self.bot.store, row.id)

    @app_commands.command(description="…")
    @app_commands.choices(
        game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values()]
    )
    async def new(self, interaction: discord.Interaction, game: str) -> None:
        try:
            lobby, here = await lobbypost.open_lobby(self.bot, interaction, game)
        except Refused as refusal:
            message = Message(self.bot.words.tell(refusal.fact))
            await answer(interaction, ready(message))
            return
        if here:
            message = lobbypost.lobby_message(lobby)
            if not await answer(interaction, ready(message), words=lobby.words, public=True):
                await self.bot.queue_lobby(lobby)
        else:
            text = self.bot.words.say("lobby.in_thread", channel=lobby.row.channel)
            await answer(interaction, ready(Message(text)))

    @app_commands.command(description="…")
    async def board(
        self, interaction: discord.Interaction, turn: app_commands.Range[int, 0] | None = None
    ) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await show.board_now(self.bot.store, here.row.id, turn)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def describe(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await show.describe(self.bot.store, here.row.id, interaction.user.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def log(
        self, interaction: discord.Interaction, page: app_commands.Range[int, 1] = 1
    ) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await show.log_page(self.bot.store, here.row.id, page - 1, interaction.user.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def export(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await export(self.bot.store, here.row.id, interaction.user.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def replay(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await show.replay(self.bot.store, here.row.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def who(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await show.who(self.bot.store, here.row.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def verify(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await verify(self.bot.store, here.row.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def undo(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            user = interaction.user.id
            await self.bot.tables.undo(here.row.id, user, interaction=interaction.id)
            return await self.bot.turns.open(here.row.id, user)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def abort(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            check_may_abort(here, interaction)
            say, table = here.words.say, here.row.id
            keys = [
                Key(f"abort:{table}:yes", say("buttons.abort"), discord.ButtonStyle.danger),
                Key(f"abort:{table}:no", say("buttons.keep")),
            ]
            return Message(say("abort.sure", title=here.game.title), rows=(keys,))

        await answer(interaction, work())
