"""A small bot that does once everything the local table must be able to show."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands, tasks
from PIL import Image, ImageDraw

CITIES = ("Chicago", "Cleveland", "Denver", "Detroit", "Kansas City", "Pittsburgh")


def picture(text: str, colour: str = "#0b4f5c") -> discord.File:
    """A plain sign with a text on it."""
    image = Image.new("RGB", (640, 240), colour)
    ImageDraw.Draw(image).text((40, 90), text, fill="white", font_size=48)
    data = io.BytesIO()
    image.save(data, "PNG")
    data.seek(0)
    return discord.File(data, "board.png", description=f"A sign: {text}")


class Take(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"take:(?P<table>\d+)"):
    """The persistent button under a board."""

    def __init__(self, table: int) -> None:
        super().__init__(
            discord.ui.Button(
                label="Take your turn",
                style=discord.ButtonStyle.primary,
                custom_id=f"take:{table}",
            )
        )
        self.table = table

    @classmethod
    async def from_custom_id(cls, interaction: Any, item: Any, match: Any, /) -> Take:
        return cls(int(match["table"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        panel = Panel(0, "nothing yet")
        await interaction.response.send_message(
            view=panel, file=picture(f"{interaction.user.display_name}: 0"), ephemeral=True
        )


class Panel(discord.ui.LayoutView):
    """An ephemeral panel that is edited in place at each click."""

    def __init__(self, count: int, chosen: str) -> None:
        super().__init__(timeout=None)
        self.count = count
        self.add_item(discord.ui.TextDisplay(f"**Count {count}**, chosen: {chosen}"))
        self.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://board.png")))
        more: discord.ui.Button[Any] = discord.ui.Button(label="More", custom_id=f"more:{count}")
        more.callback = self.more  # type: ignore[method-assign]
        self.add_item(discord.ui.ActionRow(more))
        self.city: discord.ui.Select[Any] = discord.ui.Select(
            placeholder="Choose a city",
            custom_id=f"city:{count}",
            options=[discord.SelectOption(label=city) for city in CITIES],
        )
        self.city.callback = self.choose  # type: ignore[method-assign]
        self.add_item(discord.ui.ActionRow(self.city))

    async def more(self, interaction: discord.Interaction[Any]) -> None:
        await self._redraw(interaction, "more")

    async def choose(self, interaction: discord.Interaction[Any]) -> None:
        await self._redraw(interaction, self.city.values[0])

    async def _redraw(self, interaction: discord.Interaction[Any], chosen: str) -> None:
        count = self.count + 1
        sign = picture(f"{interaction.user.display_name}: {count}")
        await interaction.response.edit_message(view=Panel(count, chosen), attachments=[sign])


class ToyGroup(app_commands.Group):
    """The slash commands."""

    @app_commands.command()
    async def board(self, interaction: discord.Interaction[Any], city: str, size: int = 1) -> None:
        """Post a board for a city."""
        view = discord.ui.View(timeout=None).add_item(Take(7))
        await interaction.response.send_message(
            f"Board for **{city}**, size {size}.", file=picture(city), view=view
        )

    @board.autocomplete("city")
    async def cities(
        self, interaction: discord.Interaction[Any], current: str
    ) -> list[app_commands.Choice[str]]:
        fitting = [city for city in CITIES if current.lower() in city.lower()]
        return [app_commands.Choice(name=f"{city} station", value=city) for city in fitting]

    @app_commands.command()
    async def later(self, interaction: discord.Interaction[ToyBot]) -> None:
        """Post something by itself after 2 seconds."""
        interaction.client.due.append(discord.utils.utcnow().timestamp() + 2)
        await interaction.response.send_message("In two seconds.", ephemeral=True)

    @app_commands.command()
    async def remind(self, interaction: discord.Interaction[Any]) -> None:
        """Send yourself a direct message."""
        view = discord.ui.View(timeout=None).add_item(Take(8))
        await interaction.user.send("Your turn.", file=picture("DM", "#6b2d1a"), view=view)
        await interaction.response.send_message("Sent.", ephemeral=True)

    @app_commands.command()
    async def thread(self, interaction: discord.Interaction[ToyBot], name: str) -> None:
        """Open a thread."""
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.create_thread(
            name=name, type=discord.ChannelType.public_thread
        )
        interaction.client.memory.append((thread.id, interaction.channel.id, name))
        await thread.send(
            f"Welcome to {name}.", view=discord.ui.View(timeout=None).add_item(Take(9))
        )
        await interaction.response.send_message("Opened.", ephemeral=True)


class ToyBot(commands.Bot):
    """The bot; `memory` stands for the database that outlives it."""

    def __init__(self, memory: list[tuple[int, int | None, str]] | None = None) -> None:
        super().__init__("!", intents=discord.Intents.default())
        self.memory = [] if memory is None else memory
        self.due: list[float] = []
        self.closed_well = False

    async def setup_hook(self) -> None:
        self.tree.add_command(ToyGroup(name="toy", description="Toys."))
        self.add_dynamic_items(Take)
        await self.tree.sync()
        self.look.start()

    @tasks.loop(seconds=1)
    async def look(self) -> None:
        now = discord.utils.utcnow().timestamp()
        for moment in [moment for moment in self.due if moment <= now]:
            self.due.remove(moment)
            channel = discord.utils.get(self.get_all_channels(), name="trains")
            assert isinstance(channel, discord.TextChannel)
            await channel.send("By itself.", file=picture("By itself", "#2f5d34"))

    async def known_channels(self) -> list[tuple[int, int | None, str]]:
        return self.memory

    async def repost_running_tables(self) -> None:
        for channel_id, _, name in self.memory:
            channel = self.get_channel(channel_id)
            assert isinstance(channel, discord.Thread)
            await channel.send(f"{name} goes on.")

    async def close(self) -> None:
        await super().close()
        self.closed_well = True
