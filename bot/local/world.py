"""The local table's server, channel and members, with the same ids at every start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any

import simcord
from discord.ext import tasks
from simcord.actors import MemberActor
from simcord.builders import ChannelHandle, UserHandle, WebhookHandle

# The database keeps these ids, so they are the same at every start.
SERVER_ID = 1_000_000_000_000_000_001
CHANNEL_ID = 1_000_000_000_000_000_002
MEMBER_IDS = {
    name: 1_000_000_000_000_000_011 + i for i, name in enumerate(("Ada", "Bo", "Cy", "Dee"))
}
DIRECT_IDS = {name: member_id + 10 for name, member_id in MEMBER_IDS.items()}

TOPIC = "Type / for the commands. Choose who you are at the top, under Viewing as."
LONGEST_STEP = 60.0


class World:
    """The server, its channel and its four members, with the same ids at every start."""

    def __init__(self, env: simcord.Env) -> None:
        self.env = env
        self.backend: Any = env.backend
        # New ids are made from the clock: real time keeps them apart from those of earlier runs.
        self.backend.clock._epoch = datetime.now(UTC)
        self.backend.bot_user.name = "Slow Train"
        users = {name: self._user(name) for name in MEMBER_IDS}
        self.guild = env.create_guild("Slow Train", id=SERVER_ID, owner=users["Ada"])
        for name in ("Bo", "Cy", "Dee"):
            self.guild.add_member(users[name])
        self.members = {name: MemberActor(env, self.guild, user) for name, user in users.items()}
        with self._pinned(CHANNEL_ID):
            self.channel = self.guild.create_text_channel("trains", topic=TOPIC)
        self._speaker: WebhookHandle | None = None

    def _user(self, name: str) -> UserHandle:
        with self._pinned(MEMBER_IDS[name]):
            user = self.env.create_user(name.lower(), global_name=name)
        with self._pinned(DIRECT_IDS[name]):
            self.backend.get_dm_channel(user.id)
        return user

    @contextmanager
    def _pinned(self, value: int) -> Iterator[None]:
        """Give this id to the one thing that is created inside."""
        self.backend.snowflake = lambda: self.backend.reserve_id(value)
        try:
            yield
        finally:
            del self.backend.snowflake

    def restore(self, channel_id: int, parent_id: int | None, name: str) -> None:
        """Create a channel or thread of an earlier run again, unless it is there."""
        if channel_id in self.backend.channels:
            return
        if parent_id is None:
            with self._pinned(channel_id):
                self.backend.create_channel(SERVER_ID, name, announce=False)
            return
        parent = parent_id if parent_id in self.backend.channels else CHANNEL_ID
        self.backend.reserve_id(channel_id)
        self.backend.create_thread(
            parent, name, self.backend.bot_user.id, message_id=channel_id, broadcast=False
        )

    def further_channels(self) -> list[ChannelHandle]:
        """The threads and channels beside the first one, oldest first."""
        guild = self.backend.guilds[SERVER_ID]
        ids = [i for i in (*guild.channel_ids, *guild.thread_ids) if i != CHANNEL_ID]
        return [ChannelHandle(self.env, self.guild, self.backend.channels[i]) for i in ids]

    def seconds_behind(self) -> float:
        """How far the clock is behind the real one; a leap is made good without playing it."""
        behind = (datetime.now(UTC) - self.env.now()).total_seconds()
        if abs(behind) > LONGEST_STEP:  # the computer slept, or its clock was set
            self._leap(timedelta(seconds=behind))
            return 0.0
        return max(0.0, behind)

    def _leap(self, gap: timedelta) -> None:
        self.backend.clock._epoch += gap
        for task in self.env._work.tasks:
            frame = getattr(task.get_coro(), "cr_frame", None)
            loop: Any = frame.f_locals.get("self") if frame else None
            if isinstance(loop, tasks.Loop) and loop._is_relative_time():
                # It would make up for every turn it has missed.
                vars(loop)["_next_iteration"] += gap

    async def notice(self, text: str) -> None:
        """Say something in the channel that is not the bot's to say."""
        if self._speaker is None:
            self._speaker = self.guild.create_webhook(self.channel, "Local table")
        await self._speaker.send(text)

    def take_news(self) -> bool:
        """Whether anything has happened since the last time; what is known is forgotten."""
        news = bool(self.backend.transcript)
        self.backend.transcript.clear()
        self.backend.http_requests.clear()
        return news
