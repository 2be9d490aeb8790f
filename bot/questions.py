"""What members are asked: to take a turn back, to remove somebody, to take over a seat."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping

import discord

from bot import clock
from bot.clock import DAY
from bot.layout import Key, Message
from bot.refusal import Refused
from bot.seating import Seating
from bot.sitting import Sitting, relative, sit
from bot.store import QuestionRow, SeatRow
from bot.table import Tables, check_running
from games.codec import encode
from games.core import Fact, Seat

log = logging.getLogger(__name__)

OPEN_FOR = float(DAY)


def voters(question: QuestionRow, sitting: Sitting) -> list[int]:
    """Who has to say something to a question."""
    if question.member is not None:
        return [question.member]
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
    return "no" if no else "yes" if yes == len(asked) else None


class Questions:
    """Everything that is asked at tables."""

    def __init__(self, tables: Tables, seating: Seating) -> None:
        self.tables, self.seating, self.store = tables, seating, tables.store

    async def ask_undo(self, table_id: int, member: int) -> Message:
        """Ask all who play whether a member may take back the last move, with all after it."""
        sitting = await self._running(table_id)
        seat = sitting.seat_for(member)
        last = await self.store.last_move(table_id, seat)
        if last is None:
            raise Refused("nothing_to_undo")
        return await self._ask(sitting, "undo", seat, member, number=last.number)

    async def ask_remove(self, table_id: int, member: int, seat: Seat) -> Message:
        """Ask the rest whether somebody is to give up the seat."""
        sitting = await self._running(table_id)
        mine, theirs = sitting.seat_for(member), sitting.seats[seat]
        if mine == seat:
            raise Refused("remove_self")
        if theirs.member is None:
            raise Refused("remove_computer")
        others = [s for s in sitting.seats if s.member is not None and s.seat != seat]
        if len(others) == 1 and theirs.stand_in != "seat":
            raise Refused("remove_of_two", seat=seat)
        return await self._ask(sitting, "remove", seat, member)

    async def offer(
        self, table_id: int, member: int, seat: Seat, to: discord.User | discord.Member
    ) -> Message:
        """Ask somebody to take over a seat: one's own, or a computer player's."""
        sitting = await self._running(table_id)
        mine = sitting.seat_for(member)
        if seat != mine and sitting.seats[seat].member is not None:
            raise Refused("not_your_seat", seat=seat)
        if to.bot:
            raise Refused("substitute_bot")
        if sitting.seat_of(to.id) is not None:
            raise Refused("substitute_sits")
        return await self._ask(sitting, "substitute", seat, member, to=to.id)

    async def _running(self, table_id: int) -> Sitting:
        sitting = await sit(self.store, table_id)
        check_running(sitting)
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
        table, say = sitting.row, sitting.words.say
        for other in await self.store.open_questions(table.id):
            if (other.kind, other.seat) == (kind, seat):
                raise Refused("asked_already", until=relative(other.closes))
        async with self.store.writing() as pen:
            question = await pen.ask(
                table,
                kind,
                seat=seat,
                asker=asker,
                number=number,
                member=to,
                closes=clock.now() + OPEN_FOR,
            )
            if to is None:
                await pen.vote(question, asker, yes=True)
            payload = json.dumps({"question": question})
            await pen.queue(table.id, table.channel, "question", payload)
        row = await self._question(question)
        if await self._settle(row):
            async with self.store.writing() as pen:
                await pen.drop_question_post(table.id, payload)
            return Message(say(f"question.{kind}_done"))
        self.tables.changed()
        return Message(say("question.asked"))

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
        sitting = await sit(self.store, row.table_id)
        if row.outcome is None:
            if user.id not in voters(row, sitting):
                raise Refused("not_asked")
            async with self.store.writing() as pen:
                await pen.vote(question_id, user.id, yes=yes)
            await self._settle(row, user)
        return await self.message(question_id)

    async def _settle(
        self, row: QuestionRow, user: discord.User | discord.Member | None = None
    ) -> bool:
        """Do what the answers decide, if they do."""
        async with self.tables.lock(row.table_id):
            sitting = await sit(self.store, row.table_id)
            if sitting.row.status != "running":
                return False
            ballots = await self.store.ballots(row.id)
            decided = verdict(row, voters(row, sitting), ballots)
            if decided == "yes":
                await self._carry_out(row, sitting, user)
            elif decided == "no":
                await self._decline(row, sitting, "no")
        return decided is not None

    async def _carry_out(
        self, row: QuestionRow, sitting: Sitting, user: discord.User | discord.Member | None
    ) -> None:
        match row.kind:
            case "undo":
                last = await self.store.last_move(row.table_id, row.seat)
                if last is None or last.number != row.number:
                    await self._decline(row, sitting, "void")
                    return
                fact = Fact("events.undone_all", {"seat": row.seat})
                await self.tables.rewind(sitting, row.number, fact, question=row.id)
            case "remove":
                await self.seating.vacate(sitting, row.seat, "events.removed", question=row.id)
            case "substitute":
                assert user is not None
                if sitting.seat_of(user.id) is not None:
                    raise Refused("substitute_sits")
                new = SeatRow(row.seat, user.id, user.display_name, user.name)
                names = {"name": sitting.seats[row.seat].name, "new": user.display_name}
                fact = Fact("events.substituted", names)
                await self.seating.hand_over(sitting, new, fact, question=row.id)

    async def _decline(self, row: QuestionRow, sitting: Sitting, outcome: str) -> None:
        table = sitting.row
        fact = Fact(f"events.{row.kind}_{outcome}", {"seat": row.seat})
        async with self.store.writing() as pen:
            if await pen.decide(row.id, outcome):
                written = encode(fact).decode()
                await pen.happened(table, table.turns, written)
                payload = json.dumps({"fact": written, "pings": []})
                await pen.queue(table.id, table.channel, "note", payload)
        self.tables.changed()

    async def close_overdue(self, moment: float) -> None:
        """What nobody has decided in time does not happen."""
        for row in await self.store.overdue_questions(moment):
            try:
                async with self.tables.lock(row.table_id):
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
        lines = [say(f"question.{row.kind}", **values)]
        for yes in (True, False):
            said = [names.get(m, f"<@{m}>") for m, vote in ballots.items() if vote is yes]
            if said:
                lines.append(say("question.yes" if yes else "question.no", who=said))
        if row.outcome is not None:
            return Message("\n".join([*lines, say(f"question.outcome_{row.outcome}")]))
        lines.append(say("question.until", **values))
        keys = [
            Key(f"vote:{row.id}:yes", say("buttons.yes"), discord.ButtonStyle.success),
            Key(f"vote:{row.id}:no", say("buttons.no")),
        ]
        waiting = tuple(member for member in asked if member not in ballots)
        return Message("\n".join(lines), rows=(keys,), pings=waiting)
