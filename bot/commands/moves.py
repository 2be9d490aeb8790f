"""One command group a game, derived from its kinds of move: `/ride build railroad: hex:`."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands

from bot import panel
from bot.answer import answer
from bot.layout import Message
from bot.panel import OPTION, PAGE, cut
from bot.refusal import Refused
from bot.sitting import Sitting
from bot.turn import told
from games import GAMES
from games.core import AnyGame, Move, Value
from games.phrasebook import Phrasebook

if TYPE_CHECKING:
    from bot.app import SlowTrain

log = logging.getLogger(__name__)

Callback = Callable[..., Coroutine[Any, Any, None]]
Completer = Callable[
    [discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]
]


def groups(bot: SlowTrain) -> list[app_commands.Group]:
    """A group for every game that is registered."""
    return [_group(bot, game) for game in GAMES.values()]


def _group(bot: SlowTrain, game: AnyGame) -> app_commands.Group:
    words = Phrasebook(game)
    group = app_commands.Group(
        name=game.key, description=words.say("commands.game", title=game.title), guild_only=True
    )
    for kind in (*game.moves, *game.shortcuts):
        group.add_command(_command(bot, game, kind, words))
    return group


def _command(
    bot: SlowTrain, game: AnyGame, kind: type[Move], words: Phrasebook
) -> app_commands.Command[Any, Any, Any]:
    async def callback(interaction: discord.Interaction, /, **given: str | None) -> None:
        sitting = await bot.sitting_here(interaction, game)
        work = _play(bot, interaction, game, kind, given)
        await answer(interaction, work, words=sitting.words if sitting else words)

    _declare_parameters(callback, kind)
    command: app_commands.Command[Any, Any, Any] = app_commands.Command(
        name=kind.kind(),
        description=words.say(f"{game.key}.commands.{kind.kind()}"),
        callback=callback,
    )
    for name in kind.fields():
        parameter = command._params[name]
        parameter.description = words.say(f"{game.key}.fields.{name}")
        command.autocomplete(name)(_completer(bot, game, kind, name))
    return command


def _declare_parameters(callback: Callback, kind: type[Move]) -> None:
    """Give the callback the signature that discord.py derives parameters from.

    All but the first may be left out where the rules decide them.
    """
    here = inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD)
    fields = [
        inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=str)
        if first
        else inspect.Parameter(
            name, inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=str | None, default=None
        )
        for first, name in ((name == kind.fields()[0], name) for name in kind.fields())
    ]
    callback.__signature__ = inspect.Signature([here, *fields])  # type: ignore[attr-defined]


async def _play(
    bot: SlowTrain,
    interaction: discord.Interaction,
    game: AnyGame,
    kind: type[Move],
    given: dict[str, str | None],
) -> Message:
    sitting = await bot.sitting_here(interaction, game)
    if sitting is None:
        raise Refused("no_table_of", title=game.title)
    typed = {name: read(game, kind, name, text) for name, text in given.items() if text}
    move = await _meant(bot, sitting, interaction.user.id, kind, typed)
    if path := await _to_confirm(bot, sitting, interaction.user.id, move):
        return await bot.turns.open(sitting.row.id, interaction.user.id, path)
    played = await bot.tables.play(
        sitting.row.id, interaction.user.id, move, interaction=interaction.id
    )
    if played.before:
        return Message(played.after.words.say("panel.done"))
    if played.turn_over or played.after.result:
        return Message(told(played) or played.after.words.say("panel.over"))
    return await bot.turns.open(sitting.row.id, interaction.user.id, note=told(played))


async def _meant(
    bot: SlowTrain, sitting: Sitting, member: int, kind: type[Move], typed: dict[str, Value]
) -> Move:
    """The move with these values; what was left out is filled in if the rules decide it."""
    missing = [name for name in kind.fields() if name not in typed]
    if not missing:
        return kind(**typed)
    seat = sitting.seat_for(member)
    if seat not in sitting.acting:
        raise sitting.not_your_turn()
    choices = await bot.turns.choices(sitting, seat)
    fitting = [
        move
        for move in choices.of_kind(kind.kind())
        if all(move.values()[name] == value for name, value in typed.items())
    ]
    if len(fitting) == 1:
        return fitting[0]
    if not fitting:
        raise Refused("no_such_move")
    undecided = next(n for n in missing if len({move.values()[n] for move in fitting}) > 1)
    asked = sitting.words.say(f"{sitting.game.key}.fields.{undecided}")
    raise Refused("say_more", name=undecided, question=asked)


async def _to_confirm(bot: SlowTrain, sitting: Sitting, member: int, move: Move) -> tuple[str, ...]:
    """The place in the panel at which a move with a warning is confirmed; () for any other."""
    seat = sitting.seat_of(member)
    if seat is None or seat not in sitting.acting or isinstance(move, sitting.game.shortcuts):
        return ()
    if sitting.game.warning(sitting.view(seat), move) is None:
        return ()
    choices = await bot.turns.choices(sitting, seat)
    return panel.path_to(choices, move) if move in choices.moves else ()


def read(game: AnyGame, kind: type[Move], name: str, text: str) -> Value:
    """What was typed, as a value of the field's type."""
    value = game.read(name, text)
    wanted = inspect.get_annotations(kind, eval_str=True).get(name, str)
    if wanted is int and not isinstance(value, int):
        try:
            return int(value)
        except ValueError:
            raise Refused("no_number", text=text) from None
    if wanted is bool and not isinstance(value, bool):
        return str(value).strip().casefold() in ("true", "yes", "1")
    return value


def _completer(bot: SlowTrain, game: AnyGame, kind: type[Move], name: str) -> Completer:
    async def complete(
        interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        try:
            sitting = await bot.sitting_here(interaction, game)
            return [] if sitting is None else await _complete(bot, interaction, sitting, current)
        except Refused:
            return []
        except Exception:
            log.exception("nothing could be suggested")
            return []

    async def _complete(
        bot: SlowTrain, interaction: discord.Interaction, sitting: Sitting, current: str
    ) -> list[app_commands.Choice[str]]:
        seat = sitting.seat_of(interaction.user.id)
        if seat is None or seat not in sitting.acting:
            return []
        choices = await bot.turns.choices(sitting, seat)
        filled = {
            field: str(read(game, kind, field, text))
            for field, text in vars(interaction.namespace).items()
            if field != name and text
        }
        found: dict[str, list[Move]] = {}
        for move in choices.of_kind(kind.kind()):
            values = {field: str(value) for field, value in move.values().items()}
            if all(values.get(field) == value for field, value in filled.items()):
                found.setdefault(values[name], []).append(move)
        labelled = ((value, choices.label(name, moves)) for value, moves in found.items())
        wanted = current.strip().casefold()
        fitting = [
            app_commands.Choice(name=cut(label, OPTION), value=value)
            for value, label in labelled
            if wanted in label.casefold() or wanted == value.casefold()
        ]
        return fitting[:PAGE]

    return complete
