"""Presses: what a button or menu of ours means, by its custom id."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord

from bot import lobbypost, show
from bot.answer import answer, failing, ready
from bot.commands import league as leagues
from bot.layout import Message
from bot.refusal import Refused
from bot.sitting import Sitting, sit
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain

_PANEL = re.compile(
    r"(\d{1,9}):(\d):(\d{1,9}):(pick|menu|play|open|previous|next|undo):(\d{1,3}):(.*)"
)
_LOG = re.compile(r"log:(\d{1,6})(?::(?:s(\d))?\w*)?")
_TABLE = re.compile(r"(\d{1,9})(?::(.*))?")


async def pressed(bot: SlowTrain, interaction: discord.Interaction) -> None:
    """Carry out a press; whatever the id says, there is an answer."""
    data: Any = interaction.data
    where, _, rest = str(data.get("custom_id", "")).partition(":")
    chosen = [str(value) for value in data.get("values", [])]
    words = await _words(bot, rest)
    match where:
        case "p":
            await answer(
                interaction, _panel(bot, interaction, rest, chosen), words=words, edit=True
            )
        case "turn":
            table = _table(rest)[0]
            await answer(interaction, bot.turns.open(table, interaction.user.id), words=words)
        case "look":
            edit = rest.count(":") > 1 and ":log:" in rest and _is_log(interaction)
            await answer(interaction, _look(bot, interaction, rest), words=words, edit=edit)
        case "lobby":
            await lobbypost.pressed(bot, interaction, rest, chosen, words)
        case "abort":
            await answer(interaction, _abort(bot, interaction, rest), words=words, edit=True)
        case "rules":
            await answer(interaction, _rules(bot, rest, chosen), words=words, edit=True)
        case "vote":
            await _voted(bot, interaction, rest)
        case "snooze":
            work = bot.choices.settings.snooze(interaction.user.id, _table(rest)[1])
            await answer(interaction, work, words=words)
        case "forget":
            await answer(interaction, _forget(bot, interaction, rest), edit=True)
        case "seat":
            await _seated(bot, interaction, rest, words)
        case "league":
            await leagues.pressed(bot, interaction, rest)
        case "sure":
            work = bot.confirmations.answer(interaction, rest)
            await answer(interaction, work, edit=True)
        case "again":
            await lobbypost.again(bot, interaction, _table(rest)[0], words)
        case _:
            await answer(interaction, _forged(), words=words)


async def _forged() -> Message:
    raise Refused("forged")


def _table(rest: str) -> tuple[int, str]:
    found = _TABLE.fullmatch(rest)
    if not found:
        return 0, ""
    return int(found[1]), found[2] or ""


async def _words(bot: SlowTrain, rest: str) -> Phrasebook:
    try:
        return (await sit(bot.store, _table(rest)[0])).words
    except Refused:
        return Phrasebook()


async def _panel(
    bot: SlowTrain, interaction: discord.Interaction, rest: str, chosen: list[str]
) -> Message:
    found = _PANEL.fullmatch(rest)
    if not found:
        raise Refused("forged")
    table, seat, version, act, page, path = found.groups()
    return await bot.turns.press(
        int(table),
        interaction.user.id,
        seat=int(seat),
        version=int(version),
        act=act,
        path=tuple(filter(None, [*path.split("/"), *chosen])),
        page=int(page),
        interaction=interaction.id,
    )


def _is_log(interaction: discord.Interaction) -> bool:
    """Whether the press came from a page of the log, which is then turned in place."""
    message = interaction.message
    return bool(message and message.flags.ephemeral and not message.attachments)


async def _look(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> Message:
    table, what = _table(rest)
    (await sit(bot.store, table)).check_may_look(interaction.user.id)
    if what == "board":
        return await show.board_now(bot.store, table, None)
    found = _LOG.fullmatch(what)
    if not found:
        raise Refused("forged")
    seat = None if found[2] is None else int(found[2])
    return await show.log_page(bot.store, table, int(found[1]), interaction.user.id, seat)


async def _voted(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> None:
    """A vote changes the question's post for all; a refusal is for the presser alone."""
    try:
        message = await _vote(bot, interaction, rest)
    except Exception as error:
        await answer(interaction, failing(error))
    else:
        await answer(interaction, ready(message), edit=True)


async def _vote(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> Message:
    question, word = _table(rest)
    if word not in ("yes", "no"):
        raise Refused("forged")
    return await bot.questions.vote(question, interaction.user, yes=word == "yes")


async def _forget(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> Message:
    if _table(rest)[1] != "yes":
        return Message(bot.words.say("settings.kept"))
    user = interaction.user
    names = {user.name, user.display_name, user.global_name or user.name}
    return await bot.choices.settings.forget(user.id, sure=True, names=names)


async def _seated(
    bot: SlowTrain, interaction: discord.Interaction, rest: str, words: Phrasebook
) -> None:
    """A button about a seat changes the message that only its owner sees, and no other."""
    message = interaction.message
    private = bool(message and message.flags.ephemeral)
    await answer(interaction, _seat(bot, interaction, rest), words=words, edit=private)


async def _seat(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> Message:
    """The buttons about one's own seat: leave it, come back, ask for an undo, or leave it be."""
    table, word = _table(rest)
    user = interaction.user.id
    match word:
        case "back":
            await bot.seating.back(table, user, interaction=interaction.id)
            return await bot.turns.open(table, user)
        case "leave":
            await bot.seating.leave(table, user, interaction=interaction.id)
            return Message(bot.words.say("seat.left"))
        case "undo":
            return await bot.questions.ask_undo(table, user)
        case "keep":
            return Message(bot.words.say("seat.kept"))
    raise Refused("forged")


async def _abort(bot: SlowTrain, interaction: discord.Interaction, rest: str) -> Message:
    table, word = _table(rest)
    sitting = await sit(bot.store, table)
    if word != "yes":
        return Message(sitting.words.say("abort.kept"))
    check_may_abort(sitting, interaction)
    name = interaction.user.display_name
    await bot.tables.abort(sitting, name, interaction=interaction.id)
    return Message(sitting.words.say("abort.done"))


def check_may_abort(sitting: Sitting, interaction: discord.Interaction) -> None:
    """Only the table's creator, or a member who may manage the channel."""
    if not sitting.row.open:
        raise Refused("table_over")
    sitting.check_free()
    creator = interaction.user.id == sitting.row.creator
    if not (creator or interaction.permissions.manage_channels):
        raise Refused("may_not_abort")


async def _rules(bot: SlowTrain, rest: str, chosen: list[str]) -> Message:
    from bot.commands.help import rules_page

    game, _, _section = rest.partition(":")
    return rules_page(game, chosen[0] if chosen else "0")
