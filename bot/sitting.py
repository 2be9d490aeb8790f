"""A sitting: a table as it stands at one moment, with its people and its state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from discord.utils import escape_markdown

from bot.refusal import Refused
from bot.store import SeatRow, Store, TableRow
from games import GAMES
from games.codec import decode_state
from games.core import AnyGame, Fact, Result, Seat, State, View
from games.phrasebook import Phrasebook
from renderers.names import drawable


@dataclass(frozen=True)
class Sitting:
    """Everything about a table at one moment; the state never leaves it but through a view."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    state: State | None

    @property
    def game(self) -> AnyGame:
        return GAMES[self.row.game]

    @property
    def truth(self) -> State:
        """The state of a table that has started."""
        self.check_started()
        assert self.state is not None
        return self.state

    def check_started(self) -> None:
        """Whether there is anything to see; Refused says why not."""
        if self.state is None:
            raise Refused("table_aborted" if self.row.status == "aborted" else "not_started")

    def seat_of(self, member: int) -> Seat | None:
        """Where a member sits."""
        return next((s.seat for s in self.seats if s.member == member), None)

    def seat_for(self, member: int) -> Seat:
        """Where a member sits, or a refusal."""
        seat = self.seat_of(member)
        if seat is None:
            raise Refused("not_seated")
        return seat

    def view(self, seat: Seat | None) -> View:
        """What a seat or a spectator may know."""
        view: View = self.game.view(self.truth, seat)
        return view

    @cached_property
    def acting(self) -> frozenset[Seat]:
        return self.game.to_act(self.state) if self.state else frozenset()

    @property
    def computers_to_act(self) -> list[Seat]:
        return sorted(s.seat for s in self.seats if s.member is None and s.seat in self.acting)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state) if self.state else None

    @cached_property
    def words(self) -> Phrasebook:
        """The phrasebook for messages: names in bold, nothing in them is markup."""
        return Phrasebook(self.game, [f"**{escape_markdown(s.name)}**" for s in self.seats])

    @cached_property
    def plain_words(self) -> Phrasebook:
        """The phrasebook for labels, files and logs, which know no markup."""
        return Phrasebook(self.game, [s.name for s in self.seats])

    @cached_property
    def drawn_words(self) -> Phrasebook:
        """The phrasebook for pictures: names that the font can draw."""
        return Phrasebook(
            self.game, [drawable(s.name, s.username, s.seat, Phrasebook()) for s in self.seats]
        )

    def mention(self, seat: Seat) -> str:
        """Somebody by a ping, a computer player by name."""
        member = self.seats[seat].member
        return self.words.seat(seat) if member is None else f"<@{member}>"

    def who_is_next(self) -> str:
        """Who has to do what now, in a line that pings them."""
        lines = []
        seen = self.view(None)  # all read it
        for seat in sorted(self.acting):
            prompt: Fact = self.game.prompt(seen, seat)
            lines.append(
                self.words.say("board.next", who=self.mention(seat), prompt=self.words.tell(prompt))
            )
        return "\n".join(lines)


async def sit(store: Store, table_id: int) -> Sitting:
    """The table as it stands now."""
    found = await store.at_table(table_id)
    if found is None:
        raise Refused("no_such_table")
    row, seats, snapshot = found
    state = None if snapshot is None else decode_state(GAMES[row.game], snapshot)
    return Sitting(row, tuple(seats), state)


async def sit_beside(store: Store, table_id: int, member: int) -> Sitting:
    """The table as a member may look at it: a turn that is going on is its owner's business."""
    now = await sit(store, table_id)
    if now.state is None or now.seat_of(member) in now.acting or now.row.status != "running":
        return now
    return await sit_at_turn(store, table_id, now.row.turns)


async def sit_at_turn(store: Store, table_id: int, turn: int) -> Sitting:
    """The table as it stood after so many complete turns."""
    now = await sit(store, table_id)
    snapshot = await store.snapshot_at_turn(table_id, turn)
    if snapshot is None:
        raise Refused("no_such_turn", turns=now.row.turns)
    return Sitting(now.row, now.seats, decode_state(now.game, snapshot))
