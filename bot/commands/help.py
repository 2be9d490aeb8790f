"""`/help` for a newcomer's first three steps, `/rules` for each game in our own words."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot.answer import answer
from bot.layout import List, Message
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from games import GAMES
from games.data import ROOT
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain

RULES = ROOT / "docs" / "rules"


@cache
def sections(game: str) -> tuple[tuple[str, str], ...]:
    """The headings of a game's rules page with their texts, pictures left out."""
    text = (RULES / f"{game}.md").read_text(encoding="utf-8")
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)\n*", "", text)
    parts = re.split(r"^## +(.+)$", text, flags=re.MULTILINE)
    title = parts[0].lstrip("# ").partition("\n")
    found = [(title[0].strip(), title[2].strip())] if title[2].strip() else []
    found += [
        (heading.strip(), body.strip())
        for heading, body in zip(parts[1::2], parts[2::2], strict=True)
    ]
    return tuple(found)


def rules_page(game: str, section: str) -> Message:
    """One section of the rules, with a menu of the others."""
    if game not in GAMES or not section.isdecimal():
        raise Refused("forged")
    pages = sections(game)
    here = min(int(section), len(pages) - 1)
    words = Phrasebook(GAMES[game])
    options = tuple(
        (str(number), cut(heading, OPTION), number == here)
        for number, (heading, _) in enumerate(pages[:PAGE])
    )
    heading, body = pages[here]
    text = words.say("rules.page", title=GAMES[game].title, heading=heading, body=body)
    return Message(text, rows=(List(f"rules:{game}:", words.say("rules.menu"), options),))


def commands(bot: SlowTrain) -> list[app_commands.Command[Any, ..., None]]:
    """The two commands that belong to no group."""

    @app_commands.command(name="help", description=bot.words.say("commands.help"))
    async def help_(interaction: discord.Interaction) -> None:
        async def work() -> Message:
            return Message(bot.words.say("help.text"))

        await answer(interaction, work())

    @app_commands.command(name="rules", description=bot.words.say("commands.rules"))
    @app_commands.describe(game=bot.words.say("fields.game"))
    @app_commands.choices(
        game=[app_commands.Choice(name=g.title, value=g.key) for g in GAMES.values()]
    )
    async def rules(interaction: discord.Interaction, game: str) -> None:
        async def work() -> Message:
            return rules_page(game, "0")

        await answer(interaction, work())

    return [help_, rules]
