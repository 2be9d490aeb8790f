"""What members are asked: to take a turn back, to remove somebody, to take over a seat."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from itertools import takewhile

import discord
import msgspec

from bot import clock
from bot.clock import DAY
from bot.layout import Key, Message
from bot.refusal import Refused
from bot.seating import Seating
from bot.show import tell_house_fact
from bot.sitting import Sitting, relative, sit
from bot.store import MoveRow, QuestionRow, SeatRow
from bot.table import Tables, check_running
from games.codec import encode
from games.core import Fact, Seat

log = logging.getLogger(__name__)

OPEN_FOR = float(DAY)


def voters(question: QuestionRow, sitting: Sitting) -> list[int]:
    """Who has to say something to a question."""
    if question.kind == "substitute":
        return [] if question.member is None else [question.member]
    present = [s for s in sitting.seats if s.member is not None and s.stand_in != "seat"]
    if question.kind == "remove":
        present = [s for s in present if s.seat != question.seat]
    return [s.member for s in present if s.member is not None]


def verdict(question: QuestionRow, asked: list[int], ballots: Mapping[int, bool]) -> str | None:
    """What the answers so far decide: an undo takes all, a removal more than half."""
    yes = sum(ballots.get(member, False) for member in asked)
    no = sum(not ballots[member] for member in asked if member in ballots)
    if question.kind == "remove":
        return "yes" if 2 * yes > len(asked) else "no" if 2 * no >= len(asked) else None
    return "no" if no else "yes" if asked and yes == len(asked) else None


def alone(question: QuestionRow, sitting: Sitting) -> bool:
    """Whether one member would vote off another who is there."""
    there = sitting.seats[question.seat].stand_in != "seat"
    return question.kind == "remove" and there and len(voters(question, sitting)) < 2


def decision(question: QuestionRow, sitting: Sitting, ballots: Mapping[int, bool]) -> str | None:
    """The verdict of those who are there now; nobody is voted off by one alone."""
    found = verdict(question, voters(question, sitting), ballots)
    return None if found == "yes" and alone(question, sitting) else found


def first_of_turn(moves: Sequence[MoveRow], seat: Seat) -> int:
    """The number of the move with which the last turn of a seat began."""
    last, *earlier = [move for move in reversed(moves) if move.seat == seat]
    turn = takewhile(lambda move: not move.ends, earlier)
    return min([last.number, *(move.number for move in turn)])


class Questions:
    """Everything that is asked at tables."""

    def __init__(self, tables: Tables, seating: Seating) -> None:
        self.tables, self.seating, self.store = tables, seating, tables.store
        seating.reseated = self.settle_open

    async def ask_undo(self, table_id: int, member: int) -> Message:
        """Ask all who play whether a member may take back the last turn, with all after it."""
        async with self.tables.lock(table_id):
            sitting = await self._present(table_id, member)
            seat = sitting.seat_for(member)
            last = await self.store.last_move(table_id, seat)
            if last is None or last.number <= sitting.seats[seat].sat:
                raise Refused("nothing_to_undo")
            return await self._ask(sitting, "undo", seat, member, number=last.number)

    async def ask_remove(self, table_id: int, member: int, seat: Seat) -> Message:
        """Ask the rest whether somebody is to give up the seat."""
        async with self.tables.lock(table_id):
            sitting = await self._present(table_id, member)
            sitting.check_free()
            mine, theirs = sitting.seat_for(member), sitting.seats[seat]
            if mine == seat:
                raise Refused("remove_self")
            if theirs.member is None:
                raise Refused("remove_computer")
            return await self._ask(sitting, "remove", seat, member)

    async def offer(
        self, table_id: int, member: int, seat: Seat, to: discord.User | discord.Member
    ) -> Message:
        """Ask somebody to take over a seat: one's own, or a computer player's."""
        async with self.tables.lock(table_id):
            sitting = await sit(self.store, table_id)
            check_running(sitting)
            sitting.check_free()
            mine = sitting.seat_for(member)
            if seat != mine and sitting.seats[seat].member is not None:
                raise Refused("not_your_seat", seat=seat)
            if to.bot:
                raise Refused("substitute_bot")
            if sitting.seat_of(to.id) is not None:
                raise Refused("substitute_sits")
            return await self._ask(sitting, "substitute", seat, member, to=to.id)

    async def _present(self, table_id: int, member: int) -> Sitting:
        """The table, if it is being played and the member plays there without a stand-in."""
        sitting = await sit(self.store, table_id)
        check_running(sitting)
        if sitting.seats[sitting.seat_for(member)].stand_in:
            raise Refused("stand_in_plays")
        return sitting

    async def _ask(
        self,
        sitting: Sitting,
        kind: str,
        seat: Seat,
        asker: int,
        *,
        number: int = 0,
        to: int | None = None,
    ) -> Message:
        """Ask; what the asker decides alone is done at once. The table's lock is held."""
        table, say, moment = sitting.row, sitting.words.say, clock.now()
        for other in await self.store.open_questions(table.id):
            if (other.kind, other.seat) == (kind, seat):
                raise Refused("asked_already", until=relative(other.closes))
        closes = moment + OPEN_FOR
        draft = QuestionRow(0, table.id, kind, seat, asker, to, number, moment, closes, None)
        if alone(draft, sitting):
            raise Refused("remove_alone", seat=seat)
        votes = {} if to is not None else {asker: True}
        at_once = decision(draft, sitting, votes) == "yes"
        async with self.store.writing() as pen:
            question = await pen.ask(draft)
            for member, yes in votes.items():
                await pen.vote(question, member, yes=yes)
            if not at_once:
                payload = json.dumps({"question": question})
                await pen.queue(table.id, table.channel, "question", payload)
        if at_once:
            await self._settle(question)
            return Message(say(f"question.{kind}_done"))
        self.tables.changed()
        return Message(say("question.asked" if to is None else "question.offered", who=f"<@{to}>"))

    async def _question(self, question_id: int) -> QuestionRow:
        row = await self.store.question(question_id)
        if row is None:
            raise Refused("forged")
        return row

    async def vote(
        self, question_id: int, user: discord.User | discord.Member, *, yes: bool
    ) -> Message:
        """A member's answer; when it decides, what was asked is done."""
        row = await self._question(question_id)
        async with self.tables.lock(row.table_id):
            row, sitting = await self._question(question_id), await sit(self.store, row.table_id)
            if row.outcome is None:
                await self._answered(row, sitting, user, yes=yes)
        await self.settle_open(row.table_id)
        return await self.message(question_id)

    async def _answered(
        self,
        row: QuestionRow,
        sitting: Sitting,
        user: discord.User | discord.Member,
        *,
        yes: bool,
    ) -> None:
        if row.kind == "substitute" and user.id == row.asker and not yes:
            await self._decline(row, sitting, "void")
            return
        if user.id not in voters(row, sitting):
            raise Refused("not_asked")
        if row.kind == "substitute" and yes and sitting.seat_of(user.id) is not None:
            raise Refused("sits_already")
        async with self.store.writing() as pen:
            await pen.vote(row.id, user.id, yes=yes)
        await self._settle(row.id, user)

    async def _settle(
        self, question_id: int, user: discord.User | discord.Member | None = None
    ) -> bool:
        """Do what the answers decide, if they do. The table's lock is held."""
        row = await self._question(question_id)
        sitting = await sit(self.store, row.table_id)
        if row.outcome is not None or sitting.row.status != "running":
            return row.outcome is not None
        decided = decision(row, sitting, await self.store.ballots(row.id))
        if decided == "yes" and row.kind == "substitute" and user is None:
            return False  # who accepted must press again: nobody else knows their name
        if decided == "yes":
            await self._carry_out(row, sitting, user)
        elif decided == "no":
            await self._decline(row, sitting, "no")
        return decided is not None

    async def settle_open(self, table_id: int) -> None:
        """Others sit at a table than when it was asked: what is asked may be decided by that."""
        for row in await self.store.open_questions(table_id):
            async with self.tables.lock(table_id):
                await self._settle(row.id)

    async def take_up(self) -> None:
        """After a restart: do what was decided in the moment in which the bot stopped."""
        for row in await self.store.all_open_questions():
            try:
                async with self.tables.lock(row.table_id):
                    await self._settle(row.id)
            except Exception:  # one table that can't be read must not stop the others
                log.exception("question %s could not be taken up", row.id)

    async def _carry_out(
        self, row: QuestionRow, sitting: Sitting, user: discord.User | discord.Member | None
    ) -> None:
        match row.kind:
            case "undo":
                last = await self.store.last_move(row.table_id, row.seat)
                if last is None or last.number != row.number:
                    await self._decline(row, sitting, "void")
                    return
                first = first_of_turn(await self.store.moves(row.table_id), row.seat)
                fact = Fact("events.undone_all", {"seat": row.seat})
                await self.tables.rewind(sitting, first, fact, question=row.id)
            case "remove":
                await self.seating.vacate(sitting, row.seat, "events.removed", question=row.id)
            case "substitute":
                assert user is not None
                new = SeatRow(row.seat, user.id, user.display_name, user.name)
                names = {"name": sitting.seats[row.seat].name, "new": user.display_name}
                fact = Fact("events.substituted", {"seat": row.seat, **names})
                await self.seating.hand_over(sitting, new, fact, question=row.id)

    async def _decline(self, row: QuestionRow, sitting: Sitting, outcome: str) -> None:
        table = sitting.row
        fact = Fact(f"events.{row.kind}_{outcome}", {"seat": row.seat})
        async with self.store.writing() as pen:
            if await pen.decide(row.id, outcome):
                written = encode(fact).decode()
                await pen.happened(table, table.turns, written, told=True)
                payload = json.dumps({"fact": written, "pings": []})
                await pen.queue(table.id, table.channel, "note", payload)
        self.tables.changed()

    async def close_overdue(self, moment: float) -> None:
        """What nobody has decided in time does not happen."""
        for row in await self.store.overdue_questions(moment):
            try:
                async with self.tables.lock(row.table_id):
                    if not await self._settle(row.id):
                        await self._decline(row, await sit(self.store, row.table_id), "late")
            except Exception:  # one table that can't be read must not stop the others
                log.exception("question %s could not be closed in order", row.id)
                async with self.store.writing() as pen:
                    await pen.decide(row.id, "void")

    async def message(self, question_id: int) -> Message:
        """A question as a post: what is asked, who has answered, and the buttons."""
        row = await self._question(question_id)
        sitting = await sit(self.store, row.table_id)
        say = sitting.words.say
        asked, ballots = voters(row, sitting), await self.store.ballots(question_id)
        names = {s.member: sitting.words.seat(s.seat) for s in sitting.seats}
        values = {
            "asker": names.get(row.asker, f"<@{row.asker}>"),
            "seat": row.seat,
            "who": f"<@{row.member}>",
            "until": relative(row.closes),
        }
        lines = [await self._done(row, sitting) or say(f"question.{row.kind}", **values)]
        for yes in (True, False):
            said = [names.get(m, f"<@{m}>") for m, vote in ballots.items() if vote is yes]
            if said:
                lines.append(say("question.yes" if yes else "question.no", who=said))
        if row.outcome is not None:
            return Message("\n".join([*lines, say(f"question.outcome_{row.outcome}")]))
        waiting = tuple(member for member in asked if member not in ballots)
        if waiting:
            who = " ".join(f"<@{member}>" for member in waiting)
            lines.append(say("question.waiting", who=who))
        lines.append(say("question.until", **values))
        keys = [
            Key(f"vote:{row.id}:yes", say("buttons.yes"), discord.ButtonStyle.success),
            Key(f"vote:{row.id}:no", say("buttons.no")),
        ]
        return Message("\n".join(lines), rows=(keys,), pings=waiting)

    async def _done(self, row: QuestionRow, sitting: Sitting) -> str:
        """What came of a question about a seat, with the name of who sat there; else nothing."""
        key = {"remove": "events.removed", "substitute": "events.substituted"}.get(row.kind)
        if row.outcome == "yes" and key is not None:
            for event in await self.store.events(row.table_id):
                fact = msgspec.json.decode(event.fact, type=Fact)
                if (fact.key, fact.values.get("seat")) == (key, row.seat) and event.at >= row.asked:
                    return tell_house_fact(sitting.words, fact)
        return ""
