"""Second thoughts: what an organiser is about to do is said first, and done after a yes."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable

import discord

from bot import clock
from bot.layout import Key, Message
from bot.refusal import Refused
from games.phrasebook import Phrasebook

KEPT = 500  # questions that are remembered
ANSWERED = 900.0  # seconds within which a yes counts: later things may stand otherwise

Work = Callable[[discord.Interaction], Awaitable[Message]]
"""What a yes does; it gets the press, because who asked may have lost a right since."""


class Confirmations:
    """What waits for a yes. After a restart it has to be asked for again."""

    def __init__(self) -> None:
        self._waiting: OrderedDict[str, tuple[int, float, Work]] = OrderedDict()
        self._say = Phrasebook().say

    def ask(self, member: int, text: str, work: Work) -> Message:
        """The question, with a yes that does the work for this member alone."""
        token = secrets.token_urlsafe(12)
        self._waiting[token] = member, clock.now(), work
        while len(self._waiting) > KEPT:
            self._waiting.popitem(last=False)
        keys = [
            Key(f"sure:{token}:yes", self._say("buttons.yes"), discord.ButtonStyle.danger),
            Key(f"sure:{token}:no", self._say("buttons.no")),
        ]
        return Message(text, rows=(keys,))

    async def answer(self, interaction: discord.Interaction, rest: str) -> Message:
        """A press: the work is done once, and only for who asked."""
        token, _, word = rest.partition(":")
        asker, asked, work = self._waiting.get(token, (None, 0.0, None))
        if work is None or clock.now() > asked + ANSWERED:
            raise Refused("sure_gone")
        if asker != interaction.user.id:
            raise Refused("sure_others")
        del self._waiting[token]
        return await work(interaction) if word == "yes" else Message(self._say("settings.kept"))
