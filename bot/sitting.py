"""A sitting: a table as it stands at one moment, with its people and its state."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property

from discord.utils import escape_markdown, format_dt

from bot.history import state_at_turn
from bot.refusal import Refused
from bot.store import MoveRow, SeatRow, SitterRow, Store, TableRow
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
    sitters: tuple[SitterRow, ...] = ()
    """Who sat here before."""

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
        return computers_to_act(self.row, self.seats, self.acting)

    @property
    def rests(self) -> bool:
        return rests(self.row, self.seats)

    def check_free(self) -> None:
        """Whether who sits here is the members' own affair; Refused if a league decides it."""
        if self.row.fixture is not None:
            raise Refused("league_table")

    def check_may_look(self, member: int) -> None:
        """Whether a member may look: not while others play the same deal."""
        if self.row.sealed and self.seat_of(member) is None:
            raise Refused("sealed")

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

    def who_played(self, words: Phrasebook, moves: Sequence[MoveRow]) -> Phrasebook:
        """The words for telling these moves, with the names of those who really played."""
        names = list(words.names)
        for former in reversed(self.sitters):
            if moves and moves[0].number <= former.until:
                names[former.seat] = self._shown(words, former.name)
        for seat in {move.seat for move in moves if move.stand_in}:
            names[seat] = words.say("stand_in.name", name=names[seat])
        return words if tuple(names) == words.names else words.named(names)

    def _shown(self, words: Phrasebook, name: str) -> str:
        """A name as the others of these words are written."""
        return f"**{escape_markdown(name)}**" if words is self.words else name

    def mention(self, seat: Seat) -> str:
        """Somebody by a ping, a computer player by name."""
        row = self.seats[seat]
        return self.words.seat(seat) if row.computer else f"<@{row.member}>"

    def not_your_turn(self) -> Refused:
        """Why a member can't act: it is somebody else's turn, due by then."""
        due = [self.seats[seat].deadline for seat in self.acting]
        first = min((moment for moment in due if moment is not None), default=None)
        key = "not_your_turn" if first is None else "not_your_turn_due"
        return Refused(key, seat=sorted(self.acting), due=relative(first))

    def who_is_next(self) -> str:
        """Who has to do what now, in a line that pings them."""
        if self.rests:
            return self.words.say("board.rests")
        lines = []
        seen = self.view(None)  # all read it
        for seat in sorted(self.acting):
            prompt: Fact = self.game.prompt(seen, seat)
            due = self.seats[seat].deadline
            lines.append(
                self.words.say(
                    "board.next" if due is None else "board.next_due",
                    who=self.mention(seat),
                    prompt=self.words.tell(prompt),
                    due=relative(due),
                )
            )
        return "\n".join(lines)


def computers_to_act(
    row: TableRow, seats: Sequence[SeatRow], acting: Collection[Seat]
) -> list[Seat]:
    """The seats at which a computer player is to move now.

    When stand-ins keep the seats of all members, the table rests until one of them is back.
    """
    if rests(row, seats):
        return []
    return sorted(seat.seat for seat in seats if seat.computer and seat.seat in acting)


def rests(row: TableRow, seats: Sequence[SeatRow]) -> bool:
    """Whether nobody is there for whom to play on; a table of a league is played to its end."""
    if row.fixture is not None:
        return False
    members = [seat for seat in seats if seat.member is not None]
    return bool(members) and all(seat.stand_in == "seat" for seat in members)


def relative(moment: float | None) -> str:
    """A moment as Discord shows it to each reader, in their own time zone: "in 5 hours"."""
    return "" if moment is None else format_dt(datetime.fromtimestamp(moment, UTC), "R")


def exactly(moment: float) -> str:
    """A moment as Discord shows it to each reader: day and time in their own zone."""
    return format_dt(datetime.fromtimestamp(moment, UTC), "f")


async def sit(store: Store, table_id: int) -> Sitting:
    """The table as it stands now."""
    found = await store.at_table(table_id)
    if found is None:
        raise Refused("no_such_table")
    row, seats, snapshot = found
    state = None if snapshot is None else decode_state(GAMES[row.game], snapshot)
    sitters = await store.sitters(table_id) if any(seat.sat for seat in seats) else ()
    return Sitting(row, tuple(seats), state, tuple(sitters))


async def sit_beside(store: Store, table_id: int, member: int) -> Sitting:
    """The table as a member may look at it: a turn that is going on is its owner's business."""
    now = await sit(store, table_id)
    if now.state is None or now.seat_of(member) in now.acting or now.row.status != "running":
        return now
    return await sit_at_turn(store, table_id, now.row.turns)


async def sit_at_turn(store: Store, table_id: int, turn: int) -> Sitting:
    """The table as it stood after so many complete turns."""
    now = await sit(store, table_id)
    return replace(now, state=await state_at_turn(store, now, turn))
