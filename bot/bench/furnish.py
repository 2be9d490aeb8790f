"""A database as it would be after years: made quickly, in the real schema."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from pathlib import Path

from bot.bench.plays import Position
from bot.store import Store
from games.codec import encode

MEMBERS = 1000  # the member in a seat, where no real one is needed
CHANNELS = 1 << 40
SPREAD = 5  # moves that a background table is given
PLAYED = 10

_BACKGROUND = (
    "INSERT INTO tables (id, server, channel, creator, game, options, status, seed, version,"
    " number, turns, posted, created) SELECT n, n % 1000, :channels + n, n, :game, '{}',"
    " CASE n % :played WHEN 0 THEN 'running' ELSE 'over' END, zeroblob(32), 5, 5, 1, 1, 0"
    " FROM {n}",
    "INSERT INTO seats (table_id, seat, member, name, username)"
    " SELECT n, s, n + s, 'Somebody', 'somebody' FROM {n}, (SELECT 0 AS s UNION SELECT 1 UNION"
    " SELECT 2)",
    "INSERT INTO moves (table_id, number, turn, seat, member, move, facts, reveals, ends, at)"
    " SELECT n, m, 0, 0, n, :move, '[]', 0, 0, 0 FROM {n}, (WITH RECURSIVE k (m) AS"
    " (SELECT 1 UNION ALL SELECT m + 1 FROM k WHERE m < :spread) SELECT m FROM k)",
    "INSERT INTO snapshots (table_id, number, turns, state) SELECT n, 5, 1, :state FROM {n}",
    "INSERT INTO interactions (id, at) SELECT n, 0 FROM {n}",
)
_COUNT = (
    "(WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < :tables)"
    " SELECT n FROM c)"
)


async def furnish(
    path: Path,
    positions: Sequence[Position],
    *,
    background: int,
    number: int | None = None,
    played: int = PLAYED,
) -> list[int]:
    """Background tables, then one for each position; number sets how many moves were made.

    Of the background tables every so-manieth is still being played.
    """
    await (await Store.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA synchronous=OFF")
        connection.execute("BEGIN")
        _fill(connection, positions[0], background, played)
        tables = set_tables(connection, positions, first=background + 1, number=number)
        connection.execute("COMMIT")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return tables


def _fill(connection: sqlite3.Connection, typical: Position, tables: int, played: int) -> None:
    values = {
        "tables": tables,
        "played": played,
        "channels": CHANNELS,
        "spread": SPREAD,
        "game": typical.game.key,
        "move": encode(typical.move).decode(),
        "state": typical.before[:500],  # nobody looks into them
    }
    for sql in _BACKGROUND:
        connection.execute(sql.replace("{n}", _COUNT), values)


def set_tables(
    connection: sqlite3.Connection,
    positions: Iterable[Position],
    *,
    first: int,
    number: int | None = None,
    channel: Callable[[int], int] = lambda table: CHANNELS + table,
    member: Callable[[int], int] = lambda seat: MEMBERS + seat,
) -> list[int]:
    """A running table at each position, with a history of so many moves."""
    tables = []
    for table, position in enumerate(positions, start=first):
        made = position.number if number is None else number
        _set_table(connection, table, position, made, channel(table))
        connection.executemany(
            "INSERT INTO seats (table_id, seat, member, name, username) VALUES (?, ?, ?, ?, ?)",
            [(table, s, member(s), f"Player {s}", f"player{s}") for s in range(position.seats)],
        )
        _set_history(connection, table, position, made)
        tables.append(table)
    return tables


def _set_table(
    connection: sqlite3.Connection, table: int, position: Position, made: int, channel: int
) -> None:
    game = position.game
    connection.execute(
        "INSERT INTO tables (id, server, channel, creator, game, options, status, seed, version,"
        " number, turns, posted, created) VALUES (?, 1, ?, 1, ?, ?, 'running', ?, 1, ?, ?, ?, 0)",
        (
            table,
            channel,
            game.key,
            encode(game.options()).decode(),
            position.seed,
            made,
            position.turns,
            position.turns,
        ),
    )


def _set_history(connection: sqlite3.Connection, table: int, position: Position, made: int) -> None:
    """Moves all alike, in turns as long as this play's; a snapshot where each turn began."""
    pace = (position.turns or 1) / (position.number or 1)
    written = encode(position.move).decode(), encode(position.facts).decode()
    turns = {n: position.turns - round((made - n) * pace) for n in range(made + 1)}
    connection.executemany(
        "INSERT INTO moves (table_id, number, turn, seat, member, move, facts, reveals, ends, at)"
        " VALUES (?, ?, ?, 0, 1, ?, ?, 0, 0, 0)",
        [(table, n, turns[n - 1], *written) for n in range(1, made + 1)],
    )
    began = {turn: n for n, turn in reversed(turns.items())}
    kept = sorted({*began.values(), made})
    connection.executemany(
        "INSERT INTO snapshots (table_id, number, turns, state) VALUES (?, ?, ?, ?)",
        [(table, n, turns[n], position.before) for n in kept],
    )
