"""Members as they are: some answer at once, some late, some never; and they change their minds."""

from __future__ import annotations

import asyncio
import random
from dataclasses import dataclass
from typing import Any

from bot.clock import DAY, HOUR
from bot.courtesy import SNOOZES
from bot.sitting import Sitting, sit
from games.core import Move, Seat
from tests.bot.soak.house import House

ZONES = ("UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe")
EVERY = (0, 1, 4, 12, 12, 24, 72)
DMS = ("all", "all", "all", "reminders", "none")
LONGEST_TURN = 8  # moves

# How likely one plays when called, and within how many seconds.
TEMPERS = {
    "prompt": (0.9, 600.0),
    "on the mark": (0.8, 0.0),  # when the message comes, to the second
    "steady": (0.6, 12.0 * HOUR),
    "slow": (0.4, 40.0 * HOUR),
    "gone": (0.0, 0.0),
}


@dataclass(frozen=True)
class Person:
    """A member of the server."""

    id: int
    temper: str
    bot: bool = False

    @property
    def name(self) -> str:
        return f"member{self.id}"

    display_name = name

    def reply(self, rng: random.Random) -> float | None:
        """After how many seconds this one follows a call, if at all."""
        likely, longest = TEMPERS[self.temper]
        if rng.random() >= likely:
            return None
        return rng.uniform(0, longest) if longest else 300.0 + rng.uniform(-1, 3)


def settings(rng: random.Random) -> dict[str, object]:
    """Something that a member chooses."""
    match rng.choice(("dms", "every", "quiet", "loud", "zone")):
        case "dms":
            return {"dms": rng.choice(DMS), "closed": 0}
        case "every":
            return {"every": rng.choice(EVERY)}
        case "quiet":
            start, end = rng.sample(range(0, 1440, 15), 2)
            return {"quiet_from": start, "quiet_until": end}
        case "loud":
            return {"quiet_from": None, "quiet_until": None}
        case _:
            return {"zone": rng.choice(ZONES)}


class Hands:
    """What members do at tables, by the calls in which their commands end."""

    def __init__(self, house: House, rng: random.Random) -> None:
        self.house, self._rng = house, rng

    async def turn(self, table: int, person: Person) -> int:
        """Play a turn, more or less: moves are taken back, or one stops in the middle."""
        made = 0
        for _ in range(LONGEST_TURN):
            sitting = await sit(self.house.store, table)
            seat = sitting.seat_of(person.id)
            if seat is None or seat not in sitting.acting or sitting.row.status != "running":
                break
            played = await self._move(sitting, seat, person)
            made += 1
            if played.turn_over:
                made += await self._think_again(table, person)
                break
            await asyncio.sleep(self._rng.uniform(0.5, 30))
            if self._rng.random() < 0.04:
                break
        return made

    async def _move(self, sitting: Sitting, seat: Seat, person: Person) -> Any:
        tables, rng, table = self.house.tables, self._rng, sitting.row.id
        stamp, interaction = sitting.seats[seat].stamp, rng.getrandbits(60)
        if rng.random() < 0.05 and await tables.can_undo(sitting, seat):
            return await tables.undo(table, person.id, version=stamp, interaction=interaction)
        move = _choose(sitting, seat, rng)
        given: Any = {"version": stamp, "interaction": interaction}
        played = await tables.play(table, person.id, move, **given)
        if rng.random() < 0.02:  # Discord brings the same press twice
            again = await tables.play(table, person.id, move, interaction=interaction)
            assert again.before
        return played

    async def _think_again(self, table: int, person: Person) -> int:
        """Now and then a turn is taken back at once, while its board is on its way."""
        if self._rng.random() >= 0.1:
            return 0
        await asyncio.sleep(self._rng.uniform(0, 4))
        await self.house.tables.undo(table, person.id, interaction=self._rng.getrandbits(60))
        return 1

    async def mind(self, person: Person) -> None:
        """Change what one has chosen."""
        rng, chosen = self._rng, self.house.settings
        match rng.choices(("choose", "away", "here", "snooze"), (6, 2, 1, 2))[0]:
            case "away":
                first = rng.randint(0, 3)
                last = first + rng.randint(0, 6)
                await chosen.away(person.id, f"+{first}", f"+{last}")
            case "here":
                await chosen.choose(person.id, away_from=None, away_until=None)
            case "snooze":
                await chosen.snooze(person.id, rng.choice(SNOOZES))
            case _:
                await chosen.choose(person.id, **settings(rng))

    async def meddle(self, table: int, person: Person, other: Person) -> None:
        """Something about the seats of a table: come back, leave, ask the others."""
        house, rng = self.house, self._rng
        sitting = await sit(house.store, table)
        seat = sitting.seat_for(person.id)
        user: Any = other
        if sitting.row.status == "aborted":
            row = sitting.row
            await house.tidy.reopen(
                table, person.id, server=row.server, channel=row.channel, parent=None
            )
        elif sitting.seats[seat].stand_in and rng.random() < 0.7:
            await house.seating.back(table, person.id, interaction=rng.getrandbits(60))
        else:
            match rng.choices(("undo", "remove", "offer", "leave"), (6, 2, 2, 1))[0]:
                case "undo":
                    await house.questions.ask_undo(table, person.id)
                case "remove":
                    whom = rng.randrange(len(sitting.seats))
                    await house.questions.ask_remove(table, person.id, whom)
                case "offer":
                    await house.questions.offer(table, person.id, seat, user)
                case _:
                    await house.seating.leave(table, person.id, interaction=rng.getrandbits(60))

    async def vote(self, question: int, person: Person) -> None:
        """Answer a question, mostly with yes."""
        user: Any = person
        await self.house.questions.vote(question, user, yes=self._rng.random() < 0.8)


def _choose(sitting: Sitting, seat: Seat, rng: random.Random) -> Move:
    """Any legal move; turns come to an end sooner or later, often by a shortcut."""
    shortcuts = list(sitting.game.offers(sitting.truth, seat))
    if shortcuts and rng.random() < 0.4:
        return rng.choice(shortcuts)
    return rng.choice(list(sitting.game.legal(sitting.truth, seat)))


PACES = (0, 8 * HOUR, DAY, DAY, 3 * DAY, 7 * DAY)
