"""The lobby: who plays, with which options, until the table starts."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import msgspec

from bot import clock
from bot.clock import PACES
from bot.refusal import Refused
from bot.sitting import Sitting, sit
from bot.store import SeatRow, Store
from bot.table import Tables
from games import GAMES
from games.codec import decode_options, encode
from games.core import AnyGame, Options, Value


class Lobbies:
    """Tables that have not started."""

    def __init__(self, store: Store, tables: Tables) -> None:
        self.store, self.tables = store, tables

    async def open(
        self,
        *,
        server: int,
        channel: int,
        parent: int | None,
        creator: SeatRow,
        game: str,
        pace: int = 0,
    ) -> Sitting:
        """A new lobby with its creator in the first seat; ChannelTaken where a table is open."""
        if game not in GAMES:
            raise Refused("no_such_game", game=game)
        assert creator.member is not None
        async with self.store.writing() as pen:
            table_id = await pen.new_table(
                server=server,
                channel=channel,
                parent=parent,
                creator=creator.member,
                game=game,
                options=encode(GAMES[game].options()).decode(),
                seed=secrets.token_bytes(32),
                pace=pace,
            )
            await pen.set_seats(table_id, [creator])
        return await sit(self.store, table_id)

    async def join(self, table_id: int, member: int, name: str, username: str) -> Sitting:
        """A member takes a seat."""

        def seat(lobby: Sitting) -> list[SeatRow]:
            if lobby.seat_of(member) is not None:
                raise Refused("seated_already")
            _check_room(lobby)
            return [*lobby.seats, SeatRow(len(lobby.seats), member, name, username)]

        return await self._reseat(table_id, seat)

    async def add_computer(self, table_id: int, member: int) -> Sitting:
        """A computer player takes a seat."""

        def seat(lobby: Sitting) -> list[SeatRow]:
            _check_in(lobby, member)
            _check_room(lobby)
            number = sum(s.member is None for s in lobby.seats) + 1
            name = lobby.words.say("computer", number=number)
            return [*lobby.seats, SeatRow(len(lobby.seats), None, name, name)]

        return await self._reseat(table_id, seat)

    async def leave(self, table_id: int, member: int) -> Sitting:
        """A member gives the seat up; the last one out closes the lobby."""

        def unseat(lobby: Sitting) -> list[SeatRow]:
            _check_in(lobby, member)
            return [s for s in lobby.seats if s.member != member]

        return await self._reseat(table_id, unseat)

    async def remove_computer(self, table_id: int, member: int) -> Sitting:
        """The last computer player gives the seat up."""

        def unseat(lobby: Sitting) -> list[SeatRow]:
            _check_in(lobby, member)
            computers = [s for s in lobby.seats if s.member is None]
            if not computers:
                raise Refused("no_computer")
            return [s for s in lobby.seats if s is not computers[-1]]

        return await self._reseat(table_id, unseat)

    async def choose_option(self, table_id: int, member: int, name: str, value: Value) -> Sitting:
        """Choose a variant."""
        async with self.tables.lock(table_id):
            lobby = await self._lobby(table_id)
            _check_in(lobby, member)
            chosen = with_option(lobby.game, lobby.row.options, name, value)
            async with self.store.writing() as pen:
                await pen.change(lobby.row, options=encode(chosen).decode())
            return await sit(self.store, table_id)

    async def choose_pace(self, table_id: int, member: int, pace: str) -> Sitting:
        """Choose how long a turn may take."""
        if pace not in PACES:
            raise Refused("option_out_of_range", option="pace", value=pace)
        async with self.tables.lock(table_id):
            lobby = await self._lobby(table_id)
            _check_in(lobby, member)
            async with self.store.writing() as pen:
                await pen.change(lobby.row, pace=PACES[pace])
            return await sit(self.store, table_id)

    async def start(self, table_id: int, member: int, *, interaction: int | None = None) -> Sitting:
        """Begin, if the number of players fits the game. Who comes first is the game's affair."""
        async with self.tables.lock(table_id):
            lobby = await self._lobby(table_id)
            _check_in(lobby, member)
            few, many = lobby.game.seats[0], lobby.game.seats[-1]
            if len(lobby.seats) < few:
                raise Refused("too_few", missing=few - len(lobby.seats), few=few, many=many)
            if len(lobby.seats) > many:
                raise Refused("too_many", few=few, many=many)
            return await self.tables.start(lobby, interaction=interaction)

    async def _lobby(self, table_id: int) -> Sitting:
        sitting = await sit(self.store, table_id)
        if sitting.row.status != "lobby":
            raise Refused("started_already" if sitting.row.status == "running" else "table_over")
        sitting.check_free()
        return sitting

    async def _reseat(self, table_id: int, seats: Callable[[Sitting], list[SeatRow]]) -> Sitting:
        async with self.tables.lock(table_id):
            lobby = await self._lobby(table_id)
            seated = [
                msgspec.structs.replace(row, seat=seat) for seat, row in enumerate(seats(lobby))
            ]
            async with self.store.writing() as pen:
                if any(s.member is not None for s in seated):
                    await pen.change(lobby.row, status="lobby", acted=clock.now(), warned=0)
                else:
                    await pen.change(lobby.row, status="aborted")
                await pen.set_seats(table_id, seated)
            return await sit(self.store, table_id)


def _check_in(lobby: Sitting, member: int) -> None:
    if lobby.seat_of(member) is None:
        raise Refused("join_first")


def _check_room(lobby: Sitting) -> None:
    if len(lobby.seats) >= lobby.game.seats[-1]:
        raise Refused("lobby_full", many=lobby.game.seats[-1])


def with_option(game: AnyGame, options: str, name: str, value: Value) -> Options:
    """The options with one of them changed; Refused if there is no such option or value."""
    if name not in game.options.__struct_fields__:
        raise Refused("no_such_option", option=name)
    changed = {**msgspec.json.decode(options), name: value}
    try:
        return decode_options(game, encode(changed))
    except msgspec.ValidationError:
        raise Refused("option_out_of_range", option=name, value=str(value)) from None
