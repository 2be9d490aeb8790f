"""Messages as they look: words, pictures, then buttons and menus.

Every control carries what it means in its custom id and the bot listens for those, so the views
themselves are never kept: a button works after any restart.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import discord
from discord import ui

from renderers.scene import Picture

TEXT = 3900  # characters of a message with a layout; Discord's limit is 4,000
ALT = 1024


@dataclass(frozen=True)
class Key:
    """A button: where a press goes, and how it looks."""

    id: str
    label: str
    style: discord.ButtonStyle = discord.ButtonStyle.secondary
    disabled: bool = False
    url: str | None = None
    """Where it leads instead, if it leads away."""


@dataclass(frozen=True)
class List:
    """A menu of values with labels."""

    id: str
    placeholder: str
    options: tuple[tuple[str, str, bool], ...]


@dataclass(frozen=True)
class Message:
    """What is sent or put in place of what was there."""

    text: str
    pictures: tuple[Picture, ...] = ()
    rows: tuple[Sequence[Key] | List, ...] = ()
    files: tuple[tuple[str, bytes], ...] = ()
    pings: tuple[int, ...] = ()
    footer: str = ""

    def view(self) -> ui.LayoutView:
        """The layout, stopped: discord.py need not remember it."""
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(self._shown()))
        for picture in self.pictures:  # a gallery of several would crop them all
            gallery = ui.MediaGallery[ui.LayoutView]()
            gallery.add_item(media=f"attachment://{picture.name}", description=picture.alt[:ALT])
            view.add_item(gallery)
        for name, _ in self.files:
            view.add_item(ui.File(f"attachment://{name}"))
        for row in self.rows:
            view.add_item(_action_row(row))
        if self.footer:
            view.add_item(ui.TextDisplay(self.footer))
        view.stop()
        return view

    def _shown(self) -> str:
        return fit(self.text, TEXT - len(self.footer)) or "\u200b"

    def gist(self) -> set[str]:
        """The words and custom ids, by which a message is known again."""
        ids = {item.id for row in self.rows for item in ([row] if isinstance(row, List) else row)}
        return (ids - {""}) | {text for text in (self._shown(), self.footer) if text}

    def marks(self, post: int) -> set[str]:
        """What tells a post apart from all others: the ids that carry its number, else all."""
        gist = self.gist()
        return {text for text in gist if text.endswith(f":{post}")} or gist

    def attachments(self) -> list[discord.File]:
        """The files to send along, each with its words for who can't see it."""
        pictures = [
            discord.File(io.BytesIO(p.png), p.name, description=p.alt[:ALT]) for p in self.pictures
        ]
        return pictures + [discord.File(io.BytesIO(data), name) for name, data in self.files]

    def mentions(self) -> discord.AllowedMentions:
        """Only those who are named are pinged."""
        users = [discord.Object(member) for member in self.pings]
        return discord.AllowedMentions(users=users, roles=False, everyone=False)


def _action_row(row: Sequence[Key] | List) -> ui.ActionRow[ui.LayoutView]:
    action_row = ui.ActionRow[ui.LayoutView]()
    if isinstance(row, List):
        options = [
            discord.SelectOption(value=value, label=label, default=default)
            for value, label, default in row.options
        ]
        action_row.add_item(
            ui.Select(custom_id=row.id, placeholder=row.placeholder, options=options)
        )
        return action_row
    for key in row:
        if key.url:
            action_row.add_item(ui.Button(url=key.url, label=key.label))
            continue
        action_row.add_item(
            ui.Button(custom_id=key.id, label=key.label, style=key.style, disabled=key.disabled)
        )
    return action_row


def fit(text: str, length: int) -> str:
    """The text cut at the end of a line so that it fits."""
    if len(text) <= length:
        return text
    kept = text[: length - 2]
    return kept[: kept.rfind("\n")] + "\n…" if "\n" in kept else kept + "…"


def pages(lines: Iterable[str], room: int, most: int = 1 << 60) -> list[list[str]]:
    """The lines shared out so that no page has more than so many characters, or lines."""
    found: list[list[str]] = [[]]
    for line in lines:
        taken = sum(len(other) + 1 for other in found[-1])
        if found[-1] and (taken + len(line) > room or len(found[-1]) == most):
            found.append([])
        found[-1].append(line)
    return found
