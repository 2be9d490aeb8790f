"""Taking a turn: the ephemeral panel, from its first opening to the end of the turn."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot import panel
from bot.layout import Key, List, Message
from bot.panel import Choices, Menu, Panel
from bot.refusal import Refused, Stale
from bot.show import paint
from bot.sitting import Sitting, sit, sit_at_turn
from bot.table import Played, Tables, check_running
from games.core import Fact, IllegalMove, Move, Seat
from renderers import draw
from renderers.scene import Pending, Picture, scene

ASKABLE = tuple(f"refused.undo_{why}" for why in ("reveals", "acted", "others", "stand_in"))
"""Why an undo is refused that the others could agree to."""

KEPT = 128  # positions whose legal moves are remembered


class Turns:
    """Panels of members whose turn it is."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self._kept: OrderedDict[tuple[int, int, Seat], Choices] = OrderedDict()

    async def choices(self, sitting: Sitting, seat: Seat) -> Choices:
        """All that a seat can do now, remembered while the table stays as it is."""
        key = sitting.row.id, sitting.row.version, seat
        if key not in self._kept:
            self._kept[key] = await asyncio.to_thread(_choices, sitting, seat)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[key]

    async def open(
        self,
        table_id: int,
        member: int,
        path: tuple[str, ...] = (),
        page: int = 0,
        note: str = "",
    ) -> Message:
        """The panel for whatever is due now; for who isn't due, who is."""
        sitting = await sit(self.tables.store, table_id)
        seat = sitting.seat_for(member)
        check_running(sitting)
        if sitting.seats[seat].stand_in:
            return _replaced(sitting, note)
        if seat not in sitting.acting:
            return await self._waiting(sitting, seat, note)
        choices = await self.choices(sitting, seat)
        built = panel.build(choices, path, page)
        pictures = await asyncio.to_thread(_picture, sitting, seat, choices, built.pending)
        can_undo = await self.tables.can_undo(sitting, seat)
        rows = _rows(sitting, seat, built, choices, can_undo=can_undo)
        lines = (note, _headline(sitting, seat), *_advice(sitting, choices, built))
        return Message("\n".join(filter(None, lines)), pictures, rows)

    async def press(
        self,
        table_id: int,
        member: int,
        *,
        seat: Seat,
        version: int,
        act: str,
        path: tuple[str, ...],
        page: int,
        interaction: int,
    ) -> Message:
        """A press in a panel: a step further, a move, or an undo. A stale panel never plays."""
        sitting = await sit(self.tables.store, table_id)
        if sitting.seat_for(member) != seat:
            raise Refused("not_your_panel")
        if version != sitting.seats[seat].stamp and not await self.tables.store.seen(interaction):
            return await self.open(table_id, member, note=sitting.words.say("panel.stale"))
        if act == "undo":
            return await self.undo(sitting, member, version=version, interaction=interaction)
        choices = await self.choices(sitting, seat) if seat in sitting.acting else None
        if choices is None:
            return await self.open(table_id, member)
        move = panel.follow(choices, path) if act in ("pick", "menu", "play") else None
        if move is None or (act != "play" and choices.to_confirm(move)):
            turned = page if act in ("previous", "next") else 0
            return await self.open(table_id, member, path, turned)
        return await self._play(sitting, member, move, path, version, interaction)

    async def undo(
        self, sitting: Sitting, member: int, *, version: int | None = None, interaction: int
    ) -> Message:
        """Take back what can be taken back at once; else the others can be asked."""
        table_id = sitting.row.id
        try:
            await self.tables.undo(table_id, member, version=version, interaction=interaction)
        except Stale:
            return await self.open(table_id, member, note=sitting.words.say("panel.stale"))
        except Refused as refusal:
            if refusal.fact.key not in ASKABLE:
                raise
            key = Key(f"seat:{table_id}:undo", sitting.words.say("buttons.ask_undo"))
            return Message(sitting.words.tell(refusal.fact), rows=([key],))
        return await self.open(table_id, member)

    async def _play(
        self,
        sitting: Sitting,
        member: int,
        move: Move,
        path: tuple[str, ...],
        version: int,
        interaction: int,
    ) -> Message:
        table_id = sitting.row.id
        try:
            played = await self.tables.play(
                table_id, member, move, version=version, interaction=interaction
            )
        except Stale:
            return await self.open(table_id, member, note=sitting.words.say("panel.stale"))
        except IllegalMove as refusal:
            return await self.open(table_id, member, path[:-1], note=sitting.words.refuse(refusal))
        if played.after.result:
            return Message(told(played))
        return await self.open(table_id, member, path[:-1], note=told(played))

    async def _waiting(self, sitting: Sitting, seat: Seat, note: str) -> Message:
        """For who is not due: who is, and one's own view of the table."""
        words = sitting.words
        others = words.tell(sitting.not_your_turn().fact)
        if sitting.computers_to_act:
            others = words.say("panel.computers")
        pictures: Sequence[Picture] = ()
        if not note:
            shown = await sit_at_turn(self.tables.store, sitting.row.id, sitting.row.turns)
            pictures = await asyncio.to_thread(paint, shown, seat, (), sitting.row.turns)
        text = "\n".join(filter(None, (note, others)))
        if not await self.tables.can_undo(sitting, seat):
            return Message(text, tuple(pictures))
        undo = Key(f"{_stem(sitting, seat)}:undo:0:", words.say("buttons.undo_turn"))
        return Message(text, tuple(pictures), ([undo],))


def _replaced(sitting: Sitting, note: str) -> Message:
    """For whom a stand-in plays: how to take the seat back."""
    text = sitting.words.tell(Refused("stand_in_plays").fact)
    key = Key(
        f"seat:{sitting.row.id}:back",
        sitting.words.say("buttons.back"),
        discord.ButtonStyle.primary,
    )
    return Message("\n".join(filter(None, (note, text))), rows=([key],))


def told(played: Played) -> str:
    """What came of a move, for the one who made it."""
    words, game = played.after.words, played.after.game
    return " ".join(words.tell(fact) for fact in game.condense(played.facts))


def _choices(sitting: Sitting, seat: Seat) -> Choices:
    game, state = sitting.game, sitting.truth
    return Choices(
        game,
        sitting.view(seat),
        sitting.plain_words,
        tuple(game.legal(state, seat)),
        tuple(game.offers(state, seat)),
    )


def _advice(sitting: Sitting, choices: Choices, built: Panel) -> list[str]:
    """What helps to choose; for a single move, what has to be confirmed."""
    facts: list[Fact] = choices.game.hints(choices.view, built.moves)
    if len(built.moves) == 1 and (warning := choices.warning(built.moves[0])):
        facts = [*facts, warning]
    return [sitting.words.tell(fact) for fact in facts]


def _headline(sitting: Sitting, seat: Seat) -> str:
    words, game = sitting.words, sitting.game
    view = sitting.view(seat)
    prompt: Fact = game.prompt(view, seat)
    headline = words.tell(game.headline(view))
    return words.say(
        "panel.headline", title=game.title, headline=headline, prompt=words.tell(prompt)
    )


def _picture(
    sitting: Sitting, seat: Seat, choices: Choices, pending: Pending | None
) -> tuple[Picture, ...]:
    game = sitting.game
    if pending and not pending.field:
        for shortcut in choices.offers:
            if (shortcut.kind(), shortcut.values()) == (pending.kind, pending.chosen):
                steps = game.unfold(sitting.truth, seat, shortcut)
                pending = replace(pending, steps=tuple(steps))
    drawn = scene(
        game,
        sitting.view(seat),
        sitting.drawn_words,
        acting=sitting.acting,
        since=sitting.row.turns,
        pending=pending,
    )
    return tuple(draw(game.key, drawn))


def _stem(sitting: Sitting, seat: Seat) -> str:
    """How the ids of a panel begin: they are stale when the seat's stamp has moved on."""
    return f"p:{sitting.row.id}:{seat}:{sitting.seats[seat].stamp}"


def _rows(
    sitting: Sitting, seat: Seat, built: Panel, choices: Choices, *, can_undo: bool
) -> tuple[Sequence[Key] | List, ...]:
    stem = _stem(sitting, seat)
    rows: list[Sequence[Key] | List] = []
    for row in built.rows:
        if isinstance(row, Menu):
            rows += _menu(sitting, stem, row)
        else:
            rows.append([_key(stem, button) for button in row])
    return (*rows, _last_row(sitting, stem, choices, can_undo=can_undo))


def _key(stem: str, button: panel.Button) -> Key:
    style = discord.ButtonStyle.primary if button.chosen else discord.ButtonStyle.secondary
    return Key(f"{stem}:{button.act}:0:{'/'.join(button.path)}", button.label, style)


def _menu(sitting: Sitting, stem: str, menu: Menu) -> list[Sequence[Key] | List]:
    path = "/".join(menu.path)
    say = sitting.words.say
    rows: list[Sequence[Key] | List] = [
        List(f"{stem}:menu:{menu.page}:{path}", menu.placeholder, menu.options)
    ]
    if menu.pages > 1:
        pages = {"previous": menu.page - 1, "next": menu.page + 1}
        rows.append(
            [
                Key(
                    f"{stem}:{way}:{max(0, page)}:{path}",
                    say(f"buttons.{way}"),
                    disabled=not 0 <= page < menu.pages,
                )
                for way, page in pages.items()
            ]
        )
    return rows


def _last_row(sitting: Sitting, stem: str, choices: Choices, *, can_undo: bool) -> Sequence[Key]:
    say = sitting.words.say
    keys = [
        Key(f"{stem}:undo:0:", say("buttons.undo"), disabled=not can_undo),
        Key(f"look:{sitting.row.id}:log:0", say("buttons.log")),
    ]
    for kind in choices.kinds():
        if not kind.fields():
            label = choices.label("", choices.of_kind(kind.kind()))
            style = discord.ButtonStyle.success
            keys.append(Key(f"{stem}:pick:0:{kind.kind()}", panel.cut(label, panel.LABEL), style))
    return keys
