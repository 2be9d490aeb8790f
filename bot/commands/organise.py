"""`/league` for organisers: each of these is asked back before it is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import discord
from discord import app_commands

from bot import clock
from bot.answer import answer
from bot.commands.leaguegroup import (
    Choices,
    LeagueGroup,
    check_channel,
    check_organises,
    check_still,
)
from bot.layout import Message
from bot.league.entries import check_replacement
from bot.league.league import League, meet
from bot.league.organiser import check_decidable, check_open, check_status, decided
from bot.league.season import check_can_start
from bot.league.words import Words
from bot.lobbypost import check_may_post
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.store import EntryRow, FixtureRow

REASON = 200  # characters

Work = Callable[[], Awaitable[object]]


def read_order(league: League, fixture: FixtureRow, text: str) -> list[list[int]]:
    """Who is placed where: names with commas between, `=` between those who tie."""
    members = fixture.seats()
    names = {league.names[member][0].casefold(): member for member in members}
    names |= {str(seat + 1): member for seat, member in enumerate(members)}
    order = []
    for level in text.split(","):
        tied = [part.strip().casefold() for part in level.split("=")]
        if any(part not in names for part in tied):
            raise Refused("league_order")
        order.append([names[part] for part in tied])
    return order


class OrganiserCommands(LeagueGroup):
    """What only the organisers of a league may do."""

    def _sure(
        self, interaction: discord.Interaction, league: League, key: str, work: Work, **values: Any
    ) -> Message:
        """What an organiser is about to do, with a yes and a no."""
        words = Words(league)

        async def done(pressed: discord.Interaction) -> Message:
            check_organises(pressed, league)
            check_still(await meet(self.bot.store, league.row.id), league)
            await work()
            self.bot.clerk.wake()
            self.bot.outbox.wake()
            return Message(words.say("done"))

        text = words.say(f"sure_{key}", name=words.name, **values)
        return self.bot.confirmations.ask(interaction.user.id, text, done)

    @app_commands.command(description="…")
    async def start(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            check_can_start(found)
            count, number = len(found.playing()), found.row.id
            begin = self.bot.seasons.start
            return self._sure(interaction, found, "start", lambda: begin(number), count=count)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def next(
        self,
        interaction: discord.Interaction,
        league: str | None = None,
        starts: str | None = None,
    ) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            if found.row.going_on:
                raise Refused("league_still_running")
            opens, number = await self._date(interaction, starts), found.row.id
            begin = self.bot.seasons.next_season
            values = {"season": found.row.season + 1}
            return self._sure(interaction, found, "next", lambda: begin(number, opens), **values)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def pause(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            check_status(found, "running", "league_not_running")
            return self._simply(interaction, found, "pause", self.bot.organiser.pause)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def resume(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            check_status(found, "paused", "league_not_paused")
            return self._simply(interaction, found, "resume", self.bot.organiser.resume)

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def cancel(self, interaction: discord.Interaction, league: str | None = None) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            if not found.row.going_on:
                raise Refused("league_over")
            return self._simply(interaction, found, "cancel", self.bot.organiser.cancel)

        await answer(interaction, work())

    def _simply(
        self,
        interaction: discord.Interaction,
        league: League,
        key: str,
        act: Callable[[int, int], Awaitable[None]],
    ) -> Message:
        number, user = league.row.id, interaction.user.id
        return self._sure(interaction, league, key, lambda: act(number, user))

    @app_commands.command(description="…")
    async def move(self, interaction: discord.Interaction, league: str) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            check_may_post(interaction)
            check_channel(interaction, private=found.terms.duplicate)
            number, user = found.row.id, interaction.user.id
            channel, act = interaction.channel_id or 0, self.bot.organiser.move
            return self._sure(interaction, found, "move", lambda: act(number, channel, user))

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def extend(
        self,
        interaction: discord.Interaction,
        table: str,
        hours: app_commands.Range[int, 1, 336],
        league: str | None = None,
    ) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            fixture, user = self._fixture(found, table), interaction.user.id
            check_open(fixture)
            act, values = self.bot.organiser.extend, {"table": fixture.full_name, "hours": hours}
            return self._sure(
                interaction, found, "extend", lambda: act(fixture.id, hours, user), **values
            )

        await answer(interaction, work())

    @app_commands.command(description="…")
    async def adjudicate(
        self,
        interaction: discord.Interaction,
        table: str,
        order: str,
        reason: app_commands.Range[str, 3, REASON],
        league: str | None = None,
    ) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            fixture, user = self._fixture(found, table), interaction.user.id
            check_decidable(found, fixture)
            places, words = read_order(found, fixture, order), Words(found)
            decided(fixture, places)
            told = ", ".join(" = ".join(words.who(m) for m in level) for level in places)
            values = {"ranking": told, "reason": discord.utils.escape_markdown(reason)}
            act = self.bot.organiser.adjudicate
            return self._sure(
                interaction,
                found,
                "adjudicate",
                lambda: act(fixture.id, places, reason, user),
                table=fixture.full_name,
                **values,
            )

        await answer(interaction, work())

    @extend.autocomplete("table")
    @adjudicate.autocomplete("table")
    async def _tables(self, interaction: discord.Interaction, current: str) -> Choices:
        try:
            league = await self._league(interaction, getattr(interaction.namespace, "league", None))
        except Refused:
            return []
        found = []
        for fixture in league.fixtures:
            if fixture.status in ("open", "opening", "over", "void"):
                people = ", ".join(league.names[m][0] for m in fixture.seats() if m in league.names)
                label = f"{fixture.full_name}: {people}"
                if current.casefold() in label.casefold():
                    found.append(
                        app_commands.Choice(name=cut(label, OPTION), value=fixture.full_name)
                    )
        return found[::-1][:PAGE]

    @app_commands.command(description="…")
    async def replace(
        self,
        interaction: discord.Interaction,
        member: discord.User,
        by: discord.User,
        league: str | None = None,
    ) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            self._check_newcomer(found, by)
            check_replacement(found, member.id, by.id)
            entry = EntryRow(by.id, by.display_name, by.name, 0, "in", 1, 0, clock.now(), None)
            number, user, words = found.row.id, interaction.user.id, Words(found)
            act = self.bot.seasons.entries.replace_member
            return self._sure(
                interaction,
                found,
                "replace",
                lambda: act(number, member.id, entry, user),
                member=words.who(member.id),
                new=f"<@{by.id}>",
            )

        await answer(interaction, work())

    def _check_newcomer(self, league: League, user: discord.User | discord.Member) -> None:
        """Whether somebody whom an organiser has named can play in a league."""
        if user.bot:
            raise Refused("substitute_bot")
        if not isinstance(user, discord.Member):
            raise Refused("league_not_here")
        watches = self._manages_threads(league, user, discord.Permissions.none())
        if league.terms.duplicate and watches:
            raise Refused("league_replace_manages")

    @app_commands.command(description="…")
    async def remove(
        self, interaction: discord.Interaction, member: discord.User, league: str | None = None
    ) -> None:
        async def work() -> Message:
            found = await self._organised(interaction, league)
            number, user, words = found.row.id, interaction.user.id, Words(found)
            entry = found.entry(member.id)
            if entry is None or entry.status not in ("in", "waiting"):
                raise Refused("league_not_in_they")
            early = found.row.status == "open" or entry.status == "waiting"
            act = self.bot.seasons.entries.leave
            return self._sure(
                interaction,
                found,
                "remove_early" if early else "remove",
                lambda: act(number, member.id, "removed", user),
                member=words.who(member.id),
            )

        await answer(interaction, work())
