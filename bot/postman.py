"""The postman: brings what waits in the outbox to channels and members."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Any

import discord
import msgspec

from bot import clock, lobbypost, remind, show, watch
from bot.courtesy import next_notice, polite
from bot.layout import Key, Message
from bot.league import posts
from bot.outbox import Untimely
from bot.questions import Questions
from bot.refusal import Refused
from bot.sitting import sit
from bot.store import NOTICES, OutboxRow, Pen, Store
from games.core import Fact

log = logging.getLogger(__name__)

HISTORY = 30  # messages looked through for a post that was on its way
CLOCKS_APART = 300  # seconds by which our clock and Discord's may differ


class Postman:
    """Knows every kind of post and how it is written."""

    def __init__(self, client: discord.Client, store: Store) -> None:
        self._client, self._store = client, store
        self.questions: Questions

    async def post(self, row: OutboxRow) -> int | None:
        """Bring a row of the outbox to where it belongs; None if nobody needs it any more."""
        if row.kind in NOTICES and await self._polite(row) > clock.now():
            raise Untimely
        message = await self._compose(row)
        if message is None:
            return None
        place = await self._place(row)
        sent = await place.send(
            view=message.view(),
            files=message.attachments(),
            allowed_mentions=message.mentions(),
            nonce=f"slowtrain-{row.id}",
        )
        await self._came(row)
        return sent.id

    async def _place(self, row: OutboxRow) -> discord.abc.Messageable:
        if row.kind == "reminder":
            return await self._client.create_dm(discord.Object(row.channel))
        return self._client.get_partial_messageable(row.channel)

    async def _came(self, row: OutboxRow) -> None:
        """After a notice has come: who got a message takes them; a late one counts from now."""
        if row.kind not in NOTICES:
            return
        payload = json.loads(row.payload)
        chosen, moment = await self._store.member(payload["member"]), clock.now()
        again = next_notice(moment, chosen)
        async with self._store.writing() as pen:
            if row.kind == "reminder" and chosen.closed:
                await pen.choose(chosen.member, closed=0)
            if again is not None:
                for table_id, seat, due in payload["calls"]:
                    await pen.not_before(table_id, seat, due, again)

    async def _polite(self, row: OutboxRow) -> float:
        """When a notice may be posted: it may be late, and quiet hours may have begun meanwhile."""
        return polite(clock.now(), await self._store.member(json.loads(row.payload)["member"]))

    async def put_off(self, row: OutboxRow, pen: Pen) -> None:
        """A notice in quiet hours, or to somebody away, is due again when that is over."""
        later = await self._polite(row)
        for table_id, seat, due in json.loads(row.payload)["calls"]:
            await pen.not_told(table_id, seat, due, later)

    async def instead(self, row: OutboxRow, pen: Pen) -> bool:
        """Who takes no direct messages is reminded in the channel; the first time, told why."""
        if row.kind != "reminder":
            return False
        payload = json.loads(row.payload)
        member = payload["member"]
        chosen = (await pen.members([member]))[member]
        waiting = await remind.waiting(self._store, row)
        calls = [[s.row.id, seat, s.seats[seat].due] for s, seat in waiting]
        await watch.nudge(pen, member, calls, explain=not chosen.closed)
        if calls:  # else nobody was told why
            await pen.choose(member, closed=1)
        return True

    async def _compose(self, row: OutboxRow) -> Message | None:
        try:
            return await self._written(row)
        except Refused as refusal:  # the turns were taken back, or the table is gone
            log.warning("post %s is about nothing any more: %s", row.id, refusal)
            return None

    async def _written(self, row: OutboxRow) -> Message | None:
        match row.kind:
            case "board":
                return await show.board_post(self._store, row)
            case "lobby":
                return lobbypost.lobby_message(await sit(self._store, row.table))
            case "aborted":
                sitting = await sit(self._store, row.table)
                by = discord.utils.escape_markdown(json.loads(row.payload)["by"])
                return Message(sitting.words.say("abort.post", title=sitting.game.title, by=by))
            case "note":
                return await self._note(row)
            case "question":
                return await self.questions.message(json.loads(row.payload)["question"])
            case "reminder":
                return await remind.reminder(self._store, row)
            case "league" | "sign_up":
                return await posts.post(self._store, row)
            case "nudge":
                return await remind.nudge(self._store, row)
        raise ValueError(f"no such kind of post: {row.kind}")

    async def _note(self, row: OutboxRow) -> Message:
        """A line about a table: who took over, what a vote came to, that it will be closed."""
        sitting = await sit(self._store, row.table)
        payload = json.loads(row.payload)
        fact = msgspec.json.decode(payload["fact"], type=Fact)
        lines = [show.tell_house_fact(sitting.words, fact)]
        pings = tuple(payload["pings"])
        if pings:
            lines.append(" ".join(f"<@{member}>" for member in pings))
        label = sitting.words.say("buttons.turn")
        keys = [Key(f"turn:{sitting.row.id}:{row.id}", label, discord.ButtonStyle.primary)]
        rows = (keys,) if sitting.row.status == "running" else ()
        return Message("\n".join(lines), rows=rows, pings=pings)

    async def arrived(self, row: OutboxRow) -> int | None:
        """The message of a post that was on its way, if it is there: by its buttons or words."""
        composed = await self._compose(row)
        if composed is None:
            return None
        since = datetime.fromtimestamp(row.created - CLOCKS_APART, UTC)
        try:
            place = await self._place(row)
            async for message in place.history(limit=HISTORY, after=since, oldest_first=False):
                shown = _gist(component.to_dict() for component in message.components)
                if message.author == self._client.user and _same(row, composed, shown):
                    await self._came(row)
                    return message.id
        except discord.Forbidden as error:  # any other error is tried again, like a post
            log.warning("may not look back in channel %s: %s", row.channel, error)
        return None


def _same(row: OutboxRow, composed: Message, shown: set[str]) -> bool:
    """Whether a message is the post, which may read a little otherwise by now."""
    wanted = composed.marks(row.id)
    if row.kind == "reminder":  # some of its turns may be over, others told of in their place
        return bool(wanted & shown)
    if row.kind == "question":  # its words change with every answer
        asked = f"vote:{json.loads(row.payload)['question']}:yes"
        return asked in shown or wanted <= shown
    return wanted <= shown


def _gist(components: Iterable[Mapping[str, Any]]) -> set[str]:
    """The words and custom ids in a message that was sent."""
    found: set[str] = set()
    for component in components:
        found |= {str(component[key]) for key in ("content", "custom_id") if component.get(key)}
        found |= _gist(component.get("components", ()))
    return found
