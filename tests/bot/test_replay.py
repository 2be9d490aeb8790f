"""The whole game as one moving picture."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import Image

from bot.answer import Progress
from bot.layout import Message
from bot.refusal import Refused
from bot.replay import replay
from bot.seating import Seating
from bot.sitting import Sitting
from bot.store import Store
from bot.table import Tables
from games.core import Rng
from games.phrasebook import Phrasebook
from tests.bot.offline import ADA, BO, choices, now_at, open_lobby, start_table

EVE = 109


class Heard(Progress):
    """Remembers all that was said."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[str] = []

    def say(self, text: str) -> None:
        self.all.append(text)


@pytest.fixture
async def tables(tmp_path: Path) -> AsyncIterator[Tables]:
    store = await Store.open(tmp_path / "test.sqlite3")
    opened = Tables(store, posts_waiting=lambda: None)
    yield opened
    await opened.settle()
    await store.close()


async def play(tables: Tables, table: Sitting, turns: int) -> Sitting:
    """So many turns, or up to the end, as computer players would play them."""
    goal = table.row.turns + turns
    while (table := await now_at(tables, table)).row.turns < goal and table.acting:
        if table.computers_to_act:
            tables.go_on(table)
            await tables.settle()
            continue
        seat = min(table.acting)
        move = table.game.choose(table.view(seat), choices(table, seat), Rng(bytes(32), 0))
        member = table.seats[seat].member
        assert member
        await tables.play(table.row.id, member, move)
    return table


async def shown(tables: Tables, table: Sitting, member: int = EVE, *, own: bool = False) -> Message:
    return await replay(tables.store, table.row.id, member, own=own, progress=Progress())


def frames(message: Message) -> int:
    [picture] = message.pictures
    assert picture.name == "replay.gif" and picture.alt
    with Image.open(io.BytesIO(picture.png)) as image:
        return int(getattr(image, "n_frames", 0))


async def test_a_frame_a_turn_and_the_start(tables: Tables) -> None:
    table = await start_table(tables, ADA, BO, game="dice")
    assert frames(await shown(tables, table)) == 1
    table = await play(tables, table, 3)
    message = await shown(tables, table)
    assert frames(message) == 4
    assert "3 turns" in message.text and "3 turns" in message.pictures[0].alt


async def test_it_says_how_far_it_is(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, game="dice"), 2)
    heard = Heard()
    await replay(tables.store, table.row.id, EVE, own=False, progress=heard)
    assert heard.all == [
        *(f"Drawing the game: turn {turn} of 2…" for turn in range(3)),
        "All turns are drawn; the picture is on its way…",
    ]


async def test_the_turn_that_goes_on_is_not_in_it(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, game="dice"), 1)
    before = await shown(tables, table)
    [seat] = table.acting
    member = table.seats[seat].member
    assert member
    await tables.play(table.row.id, member, choices(table, seat)[0])
    now = await now_at(tables, table)
    assert now.row.number > table.row.number and now.row.turns == table.row.turns
    # Only the words say what comes next; the picture is of complete turns.
    assert (await shown(tables, now)).pictures[0].png == before.pictures[0].png


@pytest.mark.parametrize("game", ["dice", "hill", "village"])
async def test_it_is_the_same_from_the_log_alone(tables: Tables, game: str) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, game=game), 1000)
    assert table.result
    before = await shown(tables, table)
    async with tables.store.writing() as pen:
        await pen._run("DELETE FROM snapshots WHERE number NOT IN (0, ?)", table.row.number)
    assert await shown(tables, table) == before
    assert len(before.pictures[0].png) < 8_000_000


async def test_after_the_end_one_sees_it_with_ones_own_eyes(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, game="dice"), 1000)
    assert table.result
    pictures = {
        member: (await shown(tables, table, member, own=own)).pictures[0].png
        for member, own in ((ADA, True), (BO, True), (EVE, False))
    }
    assert len(set(pictures.values())) == 3
    assert (await shown(tables, table, ADA)).pictures[0].png == pictures[EVE]
    assert "as you saw it" in (await shown(tables, table, ADA, own=True)).text


async def test_who_played_only_a_part_sees_it_with_the_eyes_of_their_seat(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, game="dice"), 2)
    await Seating(tables).leave(table.row.id, ADA)
    with pytest.raises(Refused, match="own_replay_later"):
        await shown(tables, table, ADA, own=True)
    table = await play(tables, table, 1000)
    assert table.result and table.seat_of(ADA) is None
    own = (await shown(tables, table, ADA, own=True)).pictures[0].png
    seated = replace(table.seats[0], member=EVE)
    async with tables.store.writing() as pen:
        await pen.set_seats(table.row.id, [seated, table.seats[1]])
    assert own == (await shown(tables, table, EVE, own=True)).pictures[0].png
    assert own != (await shown(tables, table, EVE)).pictures[0].png


async def test_while_it_runs_nobody_sees_it_with_their_own_eyes(tables: Tables) -> None:
    table = await play(tables, await start_table(tables, ADA, BO, game="dice"), 1)
    for member, key in ((ADA, "own_replay_later"), (EVE, "own_replay_seated")):
        with pytest.raises(Refused) as refused:
            await shown(tables, table, member, own=True)
        assert refused.value.fact.key == f"refused.{key}"
        assert "`/table replay`" in Phrasebook().tell(refused.value.fact)


async def test_a_table_that_has_not_started_is_refused(tables: Tables) -> None:
    table_id = await open_lobby(tables, ADA, game="dice")
    with pytest.raises(Refused) as refused:
        await replay(tables.store, table_id, ADA, own=False, progress=Progress())
    assert refused.value.fact.key == "refused.not_started"
