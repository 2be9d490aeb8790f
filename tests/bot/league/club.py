"""A server whose members play in a league: what its tests hold in their hands."""

from __future__ import annotations

from typing import Any

import discord

from bot.league.league import League, meet
from bot.sitting import Sitting, sit
from bot.store import FixtureRow
from tests.bot.world import World, buttons, text
from tests.toy import Done, Stash

HOUR, DAY = 3600, 24 * 3600
SEVEN = ("Ada", "Bo", "Cy", "Dee", "Eve", "Fay", "Gil")


class Club:
    """A league of Signal Box with seven friends and a chief who organises."""

    def __init__(self, world: World) -> None:
        self.world = world
        for name in SEVEN:
            self.invite(name)
        self.role = world.server.create_role(
            "managers", permissions=discord.Permissions(manage_guild=True)
        )
        self.chief = world.server.add_member(world.env.create_user("Chief"), roles=[self.role])
        self.absent: set[str] = set()

    def invite(self, name: str, **options: Any) -> Any:
        """Somebody on the server."""
        world = self.world
        if name not in world.members:
            user = world.env.create_user(name)
            world.members[name] = world.server.add_member(user, **options)
        return world.members[name]

    def member(self, name: str) -> Any:
        return self.world.members[name]

    async def ask(self, who: Any, command: str, **options: Any) -> str:
        """A command, and what it says; names stand for members."""
        where = options.pop("channel", self.world.channel)
        answer = await who.slash(where, f"league {command}", **options)
        return text(answer.response)

    async def create(self, **terms: Any) -> str:
        options = {"name": "Night Mail", "games": "toy", "format": "round-robin", "size": 4}
        said = await self.ask(self.chief, "create", **options | terms)
        await self.world.settle()
        return said

    async def post(self) -> Any:
        """The newest sign-up."""
        return next(
            m for m in reversed(self.world.channel.history()) if "Join the league" in buttons(m)
        )

    async def join(self, *names: str) -> None:
        post = await self.post()
        for name in names:
            await self.member(name).click(post, label="Join the league")
        await self.world.settle()

    async def sure(self, command: str, asker: Any = None, **options: Any) -> str:
        """An organiser's command, confirmed."""
        by, where = asker or self.chief, options.pop("channel", self.world.channel)
        asked = await by.slash(where, f"league {command}", **options)
        if "Yes" not in buttons(asked.response):
            return text(asked.response)
        done = await by.click(asked.response.message, label="Yes")
        await self.world.settle()
        return text(done.response)

    async def begin(self, *names: str, **terms: Any) -> League:
        """A season that has begun with these members."""
        assert "is founded" in await self.create(**terms)
        await self.join(*names)
        assert await self.sure("start") == "Done."
        return await self.league()

    async def league(self, season: int | None = None) -> League:
        [row, *_] = await self.world.bot.store.leagues_of(self.world.server.id)
        return await meet(self.world.bot.store, row.id, season)

    async def wait(self, seconds: float) -> None:
        """Days pass, in larger steps than the world takes."""
        while seconds > 0:
            await self.world.env.advance_time(min(seconds, 4 * HOUR))
            seconds -= 4 * HOUR
        await self.world.settle()

    async def open_tables(self) -> list[FixtureRow]:
        return (await self.league()).going_on()

    async def table(self, fixture: FixtureRow) -> Sitting:
        """The table of a fixture as it stands."""
        fresh = await self.world.bot.store.fixture(fixture.id)
        assert fresh is not None and fresh.table_id is not None
        return await sit(self.world.bot.store, fresh.table_id)

    def thread(self, fixture: FixtureRow) -> Any:
        """The thread in which a table is played."""
        return next(t for t in self.world.channel.threads if t.id == fixture.thread)

    async def play_season(self) -> League:
        """Round after round to the end."""
        for _ in range(40):
            if (await self.league()).row.status != "running":
                break
            await self.play_round()
        await self.wait(60)
        return await self.league()

    async def play_round(self) -> None:
        """Everybody who is there plays until no table of the round is open; time passes."""
        number = (await self.league()).row.round
        for _ in range(400):
            league = await self.league()
            if league.row.round != number or league.row.status != "running":
                return
            if not await self._play_somewhere(league):
                await self.wait(DAY)
        raise AssertionError("the round never came to its end")

    async def _play_somewhere(self, league: League) -> bool:
        moved = False
        for fixture in league.going_on():
            if fixture.table_id is not None:
                moved |= await self.play_at(fixture)
        await self.world.settle()
        return moved

    async def play_at(self, fixture: FixtureRow, turns: int = 200) -> bool:
        """Who is there plays at a table until it is over, or so many moves were made."""
        bot, moved, table_id = self.world.bot, False, fixture.table_id
        assert table_id is not None
        for _ in range(turns):
            table = await sit(bot.store, table_id)
            here = [
                s
                for s in table.seats
                if s.seat in table.acting
                and s.member is not None
                and not s.stand_in
                and s.name not in self.absent
            ]
            if table.row.status != "running" or not here:
                break
            seat = here[0]
            moves = table.game.legal(table.truth, seat.seat)
            move = next(move for move in moves if isinstance(move, Stash | Done))
            assert seat.member is not None
            with self.world.env._bot_scope():
                await bot.tables.play(table_id, seat.member, move)
                await bot.tables.settle()
            moved = True
        await self.world.settle()
        return moved

    def told(self, channel: Any = None) -> str:
        """All that was posted in a channel."""
        history = (channel or self.world.channel).history()
        return "\n".join(text(message) for message in history)

    def times(self, words: str, channel: Any = None) -> int:
        """In how many posts something was said."""
        history = (channel or self.world.channel).history()
        return sum(words in text(message) for message in history)
