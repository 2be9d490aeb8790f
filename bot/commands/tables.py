"""`/table`: opening, looking at, leaving and checking tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot import lobbypost, show
from bot.answer import Progress, answer, ready
from bot.catchup import catchup
from bot.clock import PACES
from bot.export import export, verify
from bot.layout import Key, Message
from bot.panel import OPTION, PAGE, cut
from bot.press import check_may_abort
from bot.refusal import Refused
from bot.replay import replay
from bot.sitting import Sitting, sit
from bot.store import ChannelTaken
from bot.table import check_running
from games import GAMES
from games.core import Seat
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain


def _seat(sitting: Sitting, text: str) -> Seat:
    """The seat that somebody typed: its number from 1, as suggested, or a name."""
    wanted = text.strip().casefold()
    numbers = {str(seat.seat + 1): seat.seat for seat in sitting.seats}
    names = {seat.name.casefold(): seat.seat for seat in sitting.seats}
    if wanted in numbers or wanted in names:
        return numbers[wanted] if wanted in numbers else names[wanted]
    raise Refused("no_such_seat", seats=len(sitting.seats))


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
        here = await sit(self.bot.store, row.id)
        here.check_may_look(interaction.user.id)
        return here

    async def _words(self, interaction: discord.Interaction) -> Phrasebook:
        """The words for a refusal: it may name somebody at this channel's table."""
        try:
            return (await self._here(interaction)).words
        except Refused:
            return self.bot.words

    @app_commands.command(description="…")
    @app_commands.choices(
        game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values()],
        pace=[app_commands.Choice(name=Phrasebook().term("pace", w), value=w) for w in PACES],
    )
    async def new(self, interaction: discord.Interaction, game: str, pace: str = "1d") -> None:
        try:
            seconds = PACES.get(pace, PACES["1d"])
            lobby, here = await lobbypost.open_lobby(self.bot, interaction, game, seconds)
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
        self,
        interaction: discord.Interaction,
        page: app_commands.Range[int, 1] = 1,
        seat: str | None = None,
    ) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            only = None if seat is None else _seat(here, seat)
            user = interaction.user.id
            return await show.log_page(self.bot.store, here.row.id, page - 1, user, only)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def catchup(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await catchup(self.bot.store, here.row.id, interaction.user.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def back(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here, user = await self._here(interaction), interaction.user.id
            await self.bot.seating.back(here.row.id, user, interaction=interaction.id)
            return await self.bot.turns.open(here.row.id, user, note=here.words.say("seat.back"))

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def leave(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            check_running(here)
            here.seat_for(interaction.user.id)
            say, stem = here.words.say, f"seat:{here.row.id}"
            keys = [
                Key(f"{stem}:leave", say("buttons.leave_seat"), discord.ButtonStyle.danger),
                Key(f"{stem}:keep", say("buttons.keep_seat")),
            ]
            return Message(say("seat.leave_sure", title=here.game.title), rows=(keys,))

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def substitute(
        self, interaction: discord.Interaction, member: discord.User, seat: str | None = None
    ) -> None:
        async def work() -> Message:
            here, user = await self._here(interaction), interaction.user.id
            offered = here.seat_for(user) if seat is None else _seat(here, seat)
            return await self.bot.questions.offer(here.row.id, user, offered, member)

        await answer(interaction, work(), words=await self._words(interaction))

    @app_commands.command(description="…")
    async def remove(self, interaction: discord.Interaction, seat: str) -> None:
        async def work() -> Message:
            here, user = await self._here(interaction), interaction.user.id
            return await self.bot.questions.ask_remove(here.row.id, user, _seat(here, seat))

        await answer(interaction, work(), words=await self._words(interaction))

    @log.autocomplete("seat")
    @substitute.autocomplete("seat")
    @remove.autocomplete("seat")
    async def _seats(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        row = await self.bot.store.last_table(interaction.channel_id or 0)
        seats = await self.bot.store.seats(row.id) if row else []
        return [
            app_commands.Choice(name=cut(seat.name, OPTION), value=str(seat.seat + 1))
            for seat in seats
            if current.casefold() in seat.name.casefold()
        ]

    @app_commands.command(description="…")
    async def reopen(self, interaction: discord.Interaction, table: str | None = None) -> None:
        async def work() -> Message:
            lobbypost.check_may_post(interaction)
            user, server = interaction.user.id, interaction.guild_id or 0
            closed = [str(number) for number in await self.bot.store.closed_tables(user, server)]
            if not closed or (table is not None and table not in closed):
                raise Refused("nothing_closed")
            try:
                opened = await self.bot.tidy.reopen(
                    int(table or closed[0]),
                    user,
                    server=server,
                    channel=interaction.channel_id or 0,
                    parent=getattr(interaction.channel, "parent_id", None),
                    interaction=interaction.id,
                )
            except ChannelTaken:
                raise Refused("channel_taken") from None
            return Message(opened.words.say("tidy.reopened", title=opened.game.title))

        await answer(interaction, work())

    @reopen.autocomplete("table")
    async def _closed(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        found, server = [], interaction.guild_id or 0
        for number in await self.bot.store.closed_tables(interaction.user.id, server):
            sitting = await sit(self.bot.store, number)
            name = self.bot.words.say("hand.table", title=sitting.game.title, number=number)
            if current.casefold() in name.casefold():
                found.append(app_commands.Choice(name=name, value=str(number)))
        return found[:PAGE]

    @app_commands.command(description="…")
    async def export(self, interaction: discord.Interaction) -> None:
        async def work() -> Message:
            here = await self._here(interaction)
            return await export(self.bot.store, here.row.id, interaction.user.id)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def replay(self, interaction: discord.Interaction, own: bool = False) -> None:
        progress = Progress()

        async def work() -> Message:
            here, user = await self._here(interaction), interaction.user.id
            return await replay(self.bot.store, here.row.id, user, own=own, progress=progress)

        await answer(interaction, work(), progress=progress)

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
            here, user = await self._here(interaction), interaction.user.id
            return await self.bot.turns.undo(here, user, interaction=interaction.id)

        await answer(interaction, work(), words=await self._words(interaction))

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
