"""The lobby as a post: who is in, and the buttons to join, leave and start."""

from __future__ import annotations

import logging
from functools import partial
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import discord
import msgspec

from bot.answer import answer, failing, ready
from bot.clock import PACES
from bot.layout import Key, List, Message
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.sitting import Sitting, sit
from bot.store import ChannelTaken, SeatRow
from games.core import Options, Value, commitment
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain

log = logging.getLogger(__name__)


def lobby_message(lobby: Sitting) -> Message:
    """The lobby as it stands; once the table has started, without its buttons."""
    say, game = lobby.words.say, lobby.game
    values = {"title": game.title, "few": game.seats[0], "many": game.seats[-1]}
    lines = [say("lobby.title", **values)]
    lines.append(
        say("lobby.seats", seat=[s.seat for s in lobby.seats], count=len(lobby.seats))
        if lobby.seats
        else say("lobby.empty")
    )
    lines.append(say("lobby.pace", pace=pace_word(lobby.row.pace)))
    lines += [say("lobby.option", option=label) for label in _chosen(lobby)]
    lines.append(say(f"lobby.{lobby.row.status}", hash=commitment(lobby.row.seed)))
    rows = _rows(lobby) if lobby.row.status == "lobby" else ()
    return Message("\n".join(lines), rows=rows)


def _rows(lobby: Sitting) -> tuple[list[Key] | List, ...]:
    say, stem = lobby.words.say, f"lobby:{lobby.row.id}"
    full = len(lobby.seats) >= lobby.game.seats[-1]
    keys = [
        Key(f"{stem}:join", say("buttons.join"), discord.ButtonStyle.success, disabled=full),
        Key(f"{stem}:leave", say("buttons.leave")),
        Key(f"{stem}:computer", say("buttons.add_computer"), disabled=full),
        Key(f"{stem}:start", say("buttons.start"), discord.ButtonStyle.primary),
    ]
    if any(s.member is None for s in lobby.seats):
        keys.insert(3, Key(f"{stem}:dismiss", say("buttons.remove_computer")))
    return (keys, _pace_list(lobby), *_option_lists(lobby))


def pace_word(pace: int) -> str:
    """The word by which a pace is chosen."""
    return next(word for word, seconds in PACES.items() if seconds == pace)


def _pace_list(lobby: Sitting) -> List:
    words = lobby.words
    return List(
        f"lobby:{lobby.row.id}:pace",
        cut(words.say("lobby.how_long"), OPTION),
        tuple(
            (word, cut(words.say("lobby.pace", pace=word), OPTION), seconds == lobby.row.pace)
            for word, seconds in PACES.items()
        ),
    )


def _option_lists(lobby: Sitting) -> list[List]:
    options = msgspec.json.decode(lobby.row.options)
    return [
        List(
            f"lobby:{lobby.row.id}:option:{name}",
            cut(lobby.words.say(f"{lobby.game.key}.options.{name}"), OPTION),
            tuple(
                (str(value), cut(option_label(lobby, name, value), OPTION), value == options[name])
                for value in option_values(lobby.game.options, name)[:PAGE]
            ),
        )
        for name in lobby.game.options.__struct_fields__
    ]


def option_label(lobby: Sitting, name: str, value: Value) -> str:
    """An option with a value, as one reads it in a list."""
    words, key = lobby.words, lobby.game.key
    said = words.term(f"options.{name}", str(value).lower())
    return f"{words.say(f'{key}.options.{name}')}: {said}"


def _chosen(lobby: Sitting) -> list[str]:
    options = msgspec.json.decode(lobby.row.options)
    return [option_label(lobby, name, value) for name, value in options.items()]


def option_values(options: type[Options], name: str) -> list[Value]:
    """The values that an option can take: a bool, a Literal, or an int within its bounds."""
    field = next(f for f in msgspec.structs.fields(options) if f.name == name)
    declared: Any = field.type
    if declared is bool:
        return [False, True]
    if get_origin(declared) is Literal:
        return list(get_args(declared))
    meta = next(extra for extra in declared.__metadata__ if isinstance(extra, msgspec.Meta))
    assert meta.ge is not None and meta.le is not None
    return list(range(int(meta.ge), int(meta.le) + 1))


async def pressed(
    bot: SlowTrain,
    interaction: discord.Interaction,
    rest: str,
    chosen: list[str],
    words: Phrasebook,
) -> None:
    """A button of a lobby: the post changes in place; a refusal is for the presser alone."""
    try:
        message = await _change(bot, interaction, rest, chosen)
    except Refused as refusal:
        if refusal.fact.key in ("refused.started_already", "refused.table_over"):
            lobby = await sit(bot.store, int(rest.partition(":")[0]))
            await answer(interaction, ready(lobby_message(lobby)), words=words, edit=True)
        else:
            await answer(interaction, _explain(interaction, refusal, rest, words), words=words)
    except Exception as error:
        await answer(interaction, failing(error), words=words)
    else:
        await answer(interaction, ready(message), words=words, edit=True)


async def _explain(
    interaction: discord.Interaction, refusal: Refused, rest: str, words: Phrasebook
) -> Message:
    """Why not; with too few players, with a button that helps."""
    text = words.tell(refusal.fact)
    if refusal.fact.key != "refused.too_few" or interaction.message is None:
        return Message(text)
    fill = f"lobby:{rest.partition(':')[0]}:fill:{interaction.message.id}"
    return Message(text, rows=([Key(fill, words.say("buttons.fill"))],))


async def _change(
    bot: SlowTrain, interaction: discord.Interaction, rest: str, chosen: list[str]
) -> Message:
    table, _, act = rest.partition(":")
    if not table.isdecimal() or len(table) > 9:
        raise Refused("forged")
    table_id, user = int(table), interaction.user
    lobbies = bot.lobbies
    match act.split(":"):
        case ["join"]:
            lobby = await lobbies.join(table_id, user.id, user.display_name, user.name)
        case ["leave"]:
            lobby = await lobbies.leave(table_id, user.id)
        case ["computer"]:
            lobby = await lobbies.add_computer(table_id, user.id)
        case ["dismiss"]:
            lobby = await lobbies.remove_computer(table_id, user.id)
        case ["start"]:
            lobby = await lobbies.start(table_id, user.id, interaction=interaction.id)
        case ["fill", post] if post.isdecimal():
            return await _fill(bot, table_id, interaction, int(post))
        case ["pace"] if chosen:
            lobby = await lobbies.choose_pace(table_id, user.id, chosen[0])
        case ["option", name] if chosen:
            value = _option_value(await sit(bot.store, table_id), name, chosen[0])
            lobby = await lobbies.choose_option(table_id, user.id, name, value)
        case _:
            raise Refused("forged")
    return lobby_message(lobby)


async def _fill(
    bot: SlowTrain, table_id: int, interaction: discord.Interaction, post: int
) -> Message:
    """Computer players for the missing seats, then start; the lobby's own post says so too."""
    lobby = await sit(bot.store, table_id)
    for _ in range(max(0, lobby.game.seats[0] - len(lobby.seats))):
        lobby = await bot.lobbies.add_computer(table_id, interaction.user.id)
    lobby = await bot.lobbies.start(table_id, interaction.user.id, interaction=interaction.id)
    channel = bot.get_partial_messageable(lobby.row.channel)
    try:
        await channel.get_partial_message(post).edit(view=lobby_message(lobby).view())
    except discord.HTTPException as error:
        log.warning("the lobby's post could not be changed: %s", error)  # its buttons still answer
    return Message(lobby.words.say("lobby.filled"))


def _option_value(lobby: Sitting, name: str, text: str) -> Value:
    if name not in lobby.game.options.__struct_fields__:
        raise Refused("no_such_option", option=name)
    for value in option_values(lobby.game.options, name):
        if str(value) == text:
            return value
    raise Refused("option_out_of_range", option=name, value=text)


async def open_lobby(
    bot: SlowTrain, interaction: discord.Interaction, game: str, pace: int
) -> tuple[Sitting, bool]:
    """A lobby here, or in a thread of its own where a table is open; and whether it is here."""
    channel = interaction.channel
    if interaction.guild_id is None or channel is None:
        raise Refused("servers_only")
    check_may_post(interaction)
    creator = SeatRow(0, interaction.user.id, interaction.user.display_name, interaction.user.name)
    parent = getattr(channel, "parent_id", None)
    open_at = partial(
        bot.lobbies.open, server=interaction.guild_id, creator=creator, game=game, pace=pace
    )
    try:
        return await open_at(channel=channel.id, parent=parent), True
    except ChannelTaken:
        thread = await _thread(bot, interaction, game)
        lobby = await open_at(channel=thread.id, parent=thread.parent_id)
        await bot.queue_lobby(lobby)
        return lobby, False


def check_may_post(interaction: discord.Interaction) -> None:
    """A table in a channel where the bot can't post would never be seen."""
    may = interaction.app_permissions
    in_thread = isinstance(interaction.channel, discord.Thread)
    post = "send_messages_in_threads" if in_thread else "send_messages"
    needed = {name: getattr(may, name) for name in ("view_channel", post, "attach_files")}
    missing = [name for name, granted in needed.items() if not granted]
    if missing:
        raise Refused("missing_permission", permission=missing)


async def _thread(bot: SlowTrain, interaction: discord.Interaction, game: str) -> discord.Thread:
    channel: Any = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    if not isinstance(channel, discord.TextChannel):
        raise Refused("no_threads_here")
    may = interaction.app_permissions
    needed = {
        "create_public_threads": may.create_public_threads,
        "send_messages_in_threads": may.send_messages_in_threads,
    }
    if missing := [name for name, granted in needed.items() if not granted]:
        raise Refused("missing_permission", permission=missing)
    name = bot.words.say("lobby.thread", title=bot.title(game), name=interaction.user.display_name)
    try:
        return await channel.create_thread(name=name[:100], type=discord.ChannelType.public_thread)
    except discord.Forbidden:
        raise Refused("missing_permission", permission=["create_public_threads"]) from None


async def again(
    bot: SlowTrain, interaction: discord.Interaction, table_id: int, words: Phrasebook
) -> None:
    """Another table of the same game, with whoever pressed in the first seat."""
    try:
        old = await sit(bot.store, table_id)
        lobby, here = await open_lobby(bot, interaction, old.row.game, old.row.pace)
    except Exception as error:
        await answer(interaction, failing(error), words=words)
        return
    if here:
        if not await answer(interaction, ready(lobby_message(lobby)), words=words, public=True):
            await bot.queue_lobby(lobby)
    else:
        text = words.say("lobby.in_thread", channel=lobby.row.channel)
        await answer(interaction, ready(Message(text)), words=words)
