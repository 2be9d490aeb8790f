"""`/hand` and `/tables`: a member's own tables, from anywhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import clock, show
from bot.answer import answer
from bot.layout import TEXT, Message, pages
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.sitting import Sitting, relative, sit

if TYPE_CHECKING:
    from bot.app import SlowTrain

_ROOM = 300  # characters for what stands under a list of tables
RECENTLY = 30 * clock.DAY  # for so long a table that was closed is spoken of


async def tables_of(bot: SlowTrain, member: int) -> list[Sitting]:
    """The tables a member plays at: those that wait for them, the soonest due first; lobbies last.

    Among others the newest comes first.
    """
    found = [await sit(bot.store, table_id) for table_id in await bot.store.tables_of(member)]

    def urgency(sitting: Sitting) -> tuple[bool, float, bool, int]:
        seat = sitting.seats[sitting.seat_for(member)]
        due = seat.deadline or float("inf") if seat.called else float("inf")
        return seat.called is None, due, sitting.state is None, -sitting.row.id

    return sorted(found, key=urgency)


async def _chosen(bot: SlowTrain, member: int, table: str | None) -> Sitting:
    mine = await tables_of(bot, member)
    if not mine:
        raise Refused("no_tables")
    if table is None:
        return mine[0]
    for sitting in mine:
        if table == str(sitting.row.id):
            return sitting
    raise Refused("not_my_table")


def tell(sitting: Sitting, member: int) -> str:
    """A line about a table: whose turn it is, since when, until when, and where."""
    say, mine = sitting.words.say, sitting.seats[sitting.seat_for(member)]
    waits = [seat for seat in sitting.seats if seat.called is not None]
    since = min((seat.called for seat in waits if seat.called), default=None)
    key = "tables.other" if sitting.state else "tables.lobby"
    if mine.called is not None:
        key, waits, since = "tables.yours", [mine], mine.called
    line = say(
        key,
        title=sitting.game.title,
        number=sitting.row.id,
        link=show.link(sitting),
        seat=sorted(sitting.acting),
        since=relative(since or sitting.row.acted or sitting.row.created),
    )
    due = min((seat.deadline for seat in waits if seat.deadline is not None), default=None)
    if due is not None:
        line += say("tables.due", due=relative(due))
    return line + (say("tables.stand_in") if mine.stand_in else "")


async def _tables(bot: SlowTrain, member: int, page: int) -> Message:
    found = await tables_of(bot, member)
    closed = await bot.store.closed_since(member, clock.now() - RECENTLY)
    hint = [bot.words.say("tables.closed", count=closed)] if closed else []
    if not found and hint:
        return Message(hint[0])
    if not found:
        raise Refused("no_tables")
    all_pages = pages([tell(sitting, member) for sitting in found], TEXT - _ROOM)
    page = min(page, len(all_pages))
    lines = all_pages[page - 1]
    if later := sum(map(len, all_pages[page:])):
        lines.append(bot.words.say("tables.more", count=later, page=page + 1))
    return Message("\n".join([*lines, *hint]))


def commands(bot: SlowTrain) -> list[app_commands.Command[Any, ..., None]]:
    """The commands about one's own tables."""

    @app_commands.command(name="hand", description=bot.words.say("commands.hand"))
    @app_commands.describe(table=bot.words.say("fields.table"))
    async def hand(interaction: discord.Interaction, table: str | None = None) -> None:
        async def work() -> Message:
            sitting = await _chosen(bot, interaction.user.id, table)
            return await show.hand(bot.store, sitting.row.id, interaction.user.id)

        await answer(interaction, work())

    @hand.autocomplete("table")
    async def tables(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        choices = []
        for sitting in await tables_of(bot, interaction.user.id):
            label = sitting.plain_words.say(
                "hand.table", title=sitting.game.title, number=sitting.row.id
            )
            if current.casefold() in label.casefold():
                choices.append(
                    app_commands.Choice(name=cut(label, OPTION), value=str(sitting.row.id))
                )
        return choices[:PAGE]

    @app_commands.command(name="tables", description=bot.words.say("commands.tables"))
    @app_commands.describe(page=bot.words.say("tables.page"))
    async def mine(
        interaction: discord.Interaction, page: app_commands.Range[int, 1, 99] = 1
    ) -> None:
        await answer(interaction, _tables(bot, interaction.user.id, page))

    return [hand, mine]
