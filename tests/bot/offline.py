"""Tables without Discord: members are numbers, and a channel is a number too."""

from __future__ import annotations

from bot.sitting import Sitting, sit
from bot.store import SeatRow
from bot.table import Tables
from games import GAMES
from games.codec import decode_move, encode
from games.core import Move, Rng, State

ADA, BO, CY = 101, 102, 103
CHANNEL = 7
SEED = bytes(range(32))


async def open_lobby(
    tables: Tables, *members: int, computers: int = 0, channel: int = CHANNEL, game: str = "toy"
) -> int:
    """A lobby with these members, then computer players."""
    people = [*members, *[None] * computers]
    names = [f"Player {member}" if member else "Computer" for member in people]
    async with tables.store.writing() as pen:
        table_id = await pen.new_table(
            server=1,
            channel=channel,
            parent=None,
            creator=members[0],
            game=game,
            options=encode(GAMES[game].options()).decode(),
            seed=SEED,
        )
        seats = zip(people, names, strict=True)
        rows = [SeatRow(seat, member, name, name) for seat, (member, name) in enumerate(seats)]
        await pen.set_seats(table_id, rows)
    return table_id


async def start_table(
    tables: Tables, *members: int, computers: int = 0, channel: int = CHANNEL, game: str = "toy"
) -> Sitting:
    """A table that has just started."""
    table_id = await open_lobby(tables, *members, computers=computers, channel=channel, game=game)
    return await tables.start(await sit(tables.store, table_id))


async def now_at(tables: Tables, table: Sitting | int) -> Sitting:
    """The same table as it stands now."""
    return await sit(tables.store, table if isinstance(table, int) else table.row.id)


def choices(table: Sitting, seat: int) -> list[Move]:
    """What a seat can do."""
    return list(table.game.legal(table.truth, seat))


async def replayed(tables: Tables, table_id: int) -> State:
    """The state that the log leads to, from the deal on."""
    table = await sit(tables.store, table_id)
    game, seed = table.game, table.row.seed
    state: State = game.new(len(table.seats), game.options(), Rng(seed, 0))
    for row in await tables.store.moves(table_id):
        game.play(state, row.seat, decode_move(game, row.move), Rng(seed, row.number))
    return state
