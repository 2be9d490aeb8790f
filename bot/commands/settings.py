"""`/settings`: what a member wants to be told, when, and what is kept about them."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import AsyncExitStack
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands

from bot import calls, clock
from bot.answer import answer
from bot.courtesy import (
    SNOOZES,
    known_zone,
    local,
    polite,
    rescheduled,
    snoozed,
    zone,
    zones_like,
)
from bot.layout import Key, Message
from bot.panel import PAGE
from bot.refusal import Refused
from bot.sitting import exactly, relative
from bot.store import MemberRow
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain

_TIME = re.compile(r"(\d{1,2})(?::?(\d{2}))?")
_DATE = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
MODES = ("all", "reminders", "none")
YEARS = 9  # so far from now a day may be


def minutes(text: str) -> int:
    """A time of day as minutes since midnight: "22:30", "7", "0700"."""
    found = _TIME.fullmatch(text.strip())
    if not found or int(found[1]) > 23 or int(found[2] or 0) > 59:
        raise Refused("no_time", text=text)
    return int(found[1]) * 60 + int(found[2] or 0)


def day(text: str, member: MemberRow, today: float) -> datetime:
    """Midnight of a day in the member's zone: "2027-05-31", "today", "+3"."""
    text = text.strip().casefold()
    midnight = local(today, member).replace(hour=0, minute=0, second=0, microsecond=0)
    if text in ("", "today"):
        return midnight
    if text.startswith("+") and text[1:].isdecimal() and len(text) < 5:
        return midnight + timedelta(days=int(text[1:]))
    if found := _DATE.fullmatch(text):
        try:
            date = datetime(int(found[1]), int(found[2]), int(found[3]), tzinfo=zone(member.zone))
        except ValueError:
            raise Refused("no_date", text=text) from None
        if abs(date.year - midnight.year) <= YEARS:  # the calendar ends in 9999
            return date
    raise Refused("no_date", text=text)


def shown_time(minute: int) -> str:
    """Minutes since midnight as a clock shows them."""
    return f"{minute // 60:02}:{minute % 60:02}"


class Settings:
    """What members choose, and what follows from it for the turns that wait for them."""

    def __init__(self, bot: SlowTrain) -> None:
        self.bot, self.store, self.say = bot, bot.store, bot.words.say

    async def choose(self, member: int, **chosen: object) -> Message:
        """Write it down; the clocks and reminders that run go by it from now on."""
        waiting = await self.store.calls_of(member)
        async with AsyncExitStack() as held:
            # Who plays meanwhile has read the clocks as they were: one after the other.
            for table_id in sorted({call.table_id for call in waiting}):
                await held.enter_async_context(self.bot.tables.lock(table_id))
            async with self.store.writing() as pen:
                old = (await pen.members([member]))[member]
                new = msgspec.structs.replace(old, **chosen)
                await pen.choose(member, **chosen)
                moment = clock.now()
                for table_id, seat in await pen.waiting_seats(member):
                    notify = rescheduled(moment, seat.notify, seat.told, old, new)
                    seat = calls.rewound(seat, old, new, moment)
                    await pen.set_call(table_id, msgspec.structs.replace(seat, notify=notify))
        self.bot.tables.changed()
        return await self.show(member)

    async def show(self, member: int) -> Message:
        """All that a member has chosen, in words."""
        row, say = await self.store.member(member), self.say
        every = say("settings.every", hours=row.every) if row.every else say("settings.never")
        lines = [say("settings.title"), say("settings.dms", dms=row.dms), every]
        if row.quiet_from is None or row.quiet_until is None:
            lines.append(say("settings.no_quiet"))
        else:
            hours = {"start": shown_time(row.quiet_from), "end": shown_time(row.quiet_until)}
            lines.append(say("settings.quiet", **hours))
        here = local(clock.now(), row)
        lines.append(say("settings.zone", zone=row.zone, time=here.strftime("%H:%M")))
        if row.away_from and row.away_until and row.away_until > clock.now():
            away = {"start": exactly(row.away_from), "end": exactly(row.away_until)}
            lines.append(say("settings.away", **away))
        if row.closed and row.dms != "none":
            lines.append(say("settings.closed"))
        return Message("\n".join(lines))

    async def away(self, member: int, start: str, end: str) -> Message:
        """The clock stops while a member is away."""
        row, moment = await self.store.member(member), clock.now()
        first, last = day(start, row, moment), day(end, row, moment) + timedelta(days=1)
        begins = max(first.timestamp(), moment)
        if last.timestamp() <= begins:
            raise Refused("away_backwards")
        # Days by the calendar: with a change of the clocks they are not all of one length.
        first = max(first, day("today", row, moment))
        if (last - first).days > clock.AWAY // clock.DAY:
            raise Refused("away_too_long", days=clock.AWAY // clock.DAY)
        return await self.choose(member, away_from=begins, away_until=last.timestamp())

    async def data(self, member: int) -> Message:
        """Everything that is kept about a member, as a file."""
        found = await self.store.all_about(member)
        data = msgspec.json.format(msgspec.json.encode(found), indent=1)
        return Message(self.say("settings.data"), files=(("slow-train-data.json", data),))

    async def forget(self, member: int, *, sure: bool, names: Collection[str] = ()) -> Message:
        """Take a member out of everything that is kept, if they sit at no table."""
        async with self.store.writing() as pen:
            why = await pen.still_in(member)
            if why is None and sure:
                await pen.forget(member, names, self.say("settings.forgotten_name"))
        if why == "seated":
            raise Refused("forget_seated")
        if why is not None:
            return Message(self.say("settings.forget_entered"))
        if sure:
            return Message(self.say("settings.forgotten"))
        keys = [
            Key("forget:0:yes", self.say("buttons.forget"), discord.ButtonStyle.danger),
            Key("forget:0:no", self.say("buttons.keep_me")),
        ]
        return Message(self.say("settings.forget_sure"), rows=(keys,))

    async def snooze(self, member: int, word: str) -> Message:
        """Put off every reminder that waits for a member."""
        if word not in SNOOZES:
            raise Refused("forged")
        row, moment = await self.store.member(member), clock.now()
        waiting = await self.store.calls_of(member)
        if not waiting:
            raise Refused("nothing_to_snooze")
        zone = {"zone": row.zone, "time": local(moment, row).strftime("%H:%M")}
        until = snoozed(moment, row, word)
        if until is None:
            return Message(self.say("settings.evening_already", **zone))
        until = polite(until, row)
        async with self.store.writing() as pen:
            for call in waiting:
                await pen.remind_at(call, until)
        self.bot.tables.changed()
        lines = [self.say("settings.snoozed", when=exactly(until), **zone)]
        first = min((call.deadline for call in waiting if call.deadline), default=until)
        if first < until:
            lines.append(self.say("settings.snoozed_late", due=relative(first)))
        return Message("\n".join(lines))


class SettingsCommands(app_commands.Group):
    """What a member wants to be told, and when."""

    def __init__(self, bot: SlowTrain) -> None:
        super().__init__(name="settings", description=bot.words.say("commands.settings"))
        self.bot, self.settings = bot, Settings(bot)
        self.add_command(_forget_group(self.settings, bot.words.say))
        for command in self.walk_commands():
            if isinstance(command, app_commands.Command):
                command.description = bot.words.say(f"commands.settings_{command.name}")
                for name, parameter in command._params.items():
                    parameter.description = bot.words.say(f"fields.{name}")

    @app_commands.command(description="…")
    async def show(self, interaction: discord.Interaction) -> None:
        await answer(interaction, self.settings.show(interaction.user.id))

    @app_commands.command(description="…")
    @app_commands.choices(
        mode=[app_commands.Choice(name=Phrasebook().term("dms", m), value=m) for m in MODES]
    )
    async def dms(self, interaction: discord.Interaction, mode: str) -> None:
        await answer(interaction, self.settings.choose(interaction.user.id, dms=mode, closed=0))

    @app_commands.command(description="…")
    async def reminders(
        self, interaction: discord.Interaction, hours: app_commands.Range[int, 0, 72]
    ) -> None:
        await answer(interaction, self.settings.choose(interaction.user.id, every=hours))

    @app_commands.command(description="…")
    async def quiet(
        self,
        interaction: discord.Interaction,
        start: str | None = None,
        end: str | None = None,
    ) -> None:
        async def work() -> Message:
            if (start is None) != (end is None):
                raise Refused("quiet_both")
            begins = None if start is None else minutes(start)
            ends = None if end is None else minutes(end)
            if begins == ends:
                begins = ends = None
            user = interaction.user.id
            return await self.settings.choose(user, quiet_from=begins, quiet_until=ends)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def timezone(self, interaction: discord.Interaction, zone: str) -> None:
        async def work() -> Message:
            name = known_zone(zone)
            if name is None:
                raise Refused("no_zone", text=zone)
            return await self.settings.choose(interaction.user.id, zone=name)

        await answer(interaction, work())

    @timezone.autocomplete("zone")
    async def _zones(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        found = zones_like(current)[:PAGE]
        return [app_commands.Choice(name=name, value=name) for name in found]

    @app_commands.command(description="…")
    async def away(
        self, interaction: discord.Interaction, until: str, start_day: str = "today"
    ) -> None:
        await answer(interaction, self.settings.away(interaction.user.id, start_day, until))

    @app_commands.command(description="…")
    async def here(self, interaction: discord.Interaction) -> None:
        await answer(
            interaction,
            self.settings.choose(interaction.user.id, away_from=None, away_until=None),
        )

    @app_commands.command(description="…")
    async def data(self, interaction: discord.Interaction) -> None:
        await answer(interaction, self.settings.data(interaction.user.id))


def _forget_group(settings: Settings, say: Any) -> app_commands.Group:
    """`/settings forget me`."""
    group = app_commands.Group(name="forget", description=say("commands.settings_forget"))

    @group.command(name="me", description=say("commands.settings_forget"))
    async def me(interaction: discord.Interaction) -> None:
        await answer(interaction, settings.forget(interaction.user.id, sure=False))

    return group
