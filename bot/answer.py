"""Answering an interaction: at once when it is quick, else by a promise that is kept."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import Awaitable

import discord

from bot.layout import Message
from bot.refusal import Refused
from games.core import IllegalMove
from games.phrasebook import Phrasebook

log = logging.getLogger(__name__)

PATIENCE = 1.0  # seconds within which an answer is given directly; Discord waits for 3
EVERY = 2.0  # seconds between two messages about how far a slow answer is
HANGS = 5.0  # seconds after which such a message is given up, so that the answer can come
DISK_FULL = 13  # SQLITE_FULL


class Progress:
    """How far slow work is: it says so, from any thread, and the member reads it now and then."""

    def __init__(self) -> None:
        self.text = ""

    def say(self, text: str) -> None:
        """What is being done now, instead of what was said before."""
        self.text = text


async def answer(
    interaction: discord.Interaction,
    work: Awaitable[Message],
    *,
    words: Phrasebook | None = None,
    edit: bool = False,
    public: bool = False,
    progress: Progress | None = None,
) -> bool:
    """Do the work and show what comes of it: to the member alone, to all, or in place.

    Whatever happens, the member gets an answer, and never a traceback. Whether it arrived.
    """
    task = asyncio.ensure_future(_guarded(work, words or Phrasebook()))
    done, _ = await asyncio.wait({task}, timeout=PATIENCE)
    try:
        if done:
            await _directly(interaction, task.result(), edit=edit, public=public)
        else:
            await _promise(interaction, edit=edit, public=public)
            if progress is not None:
                await _tell(interaction, task, progress)
            await _keep(interaction, await task)
    except discord.HTTPException as error:
        # The work is done and kept; only the answer got lost. The board post tells the table.
        log.warning("an answer did not arrive: %s", error)
        if not interaction.response.is_done():
            await _apologise(interaction, words or Phrasebook())
        return False
    return True


async def _apologise(interaction: discord.Interaction, words: Phrasebook) -> None:
    try:
        await interaction.response.send_message(words.say("refused.unshown"), ephemeral=True)
    except discord.HTTPException as error:
        log.warning("nor did the apology: %s", error)


async def ready(message: Message) -> Message:
    """Work that is done already."""
    return message


async def failing(error: Exception) -> Message:
    """Work that has failed already."""
    raise error


async def _guarded(work: Awaitable[Message], words: Phrasebook) -> Message:
    try:
        return await work
    except (Refused, IllegalMove) as refusal:
        return Message(words.tell(refusal.fact))
    except sqlite3.OperationalError as error:
        log.exception("the database could not be written")
        full = getattr(error, "sqlite_errorcode", 0) == DISK_FULL
        return Message(words.say("refused.disk_full" if full else "refused.broken"))
    except Exception:
        log.exception("a request failed")
        return Message(words.say("refused.broken"))


async def _directly(
    interaction: discord.Interaction, message: Message, *, edit: bool, public: bool
) -> None:
    if edit:
        await interaction.response.edit_message(
            view=message.view(),
            attachments=message.attachments(),
            allowed_mentions=message.mentions(),
        )
    else:
        await interaction.response.send_message(
            view=message.view(),
            files=message.attachments(),
            ephemeral=not public,
            allowed_mentions=message.mentions(),
        )


async def _promise(interaction: discord.Interaction, *, edit: bool, public: bool) -> None:
    if edit:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=not public, thinking=True)


async def _tell(
    interaction: discord.Interaction, task: asyncio.Future[Message], progress: Progress
) -> None:
    """While the work is going on, show how far it is."""
    shown = ""
    while not task.done():
        if (text := progress.text) != shown:
            shown = text
            try:
                await asyncio.wait_for(_keep(interaction, Message(text)), HANGS)
            except Exception as error:
                log.warning("a message about progress did not arrive: %r", error)
        await asyncio.wait({task}, timeout=EVERY)


async def _keep(interaction: discord.Interaction, message: Message) -> None:
    await interaction.edit_original_response(
        view=message.view(),
        attachments=message.attachments(),
        allowed_mentions=message.mentions(),
    )
