"""The local table without a browser: its pages are spoken to as a browser does."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import socket
import sys
import threading
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from aiohttp import ClientSession
from discord.ext import commands

from bot import local
from bot.local import Addresses, serve

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
from toy import ToyBot, ToyGroup, picture

PATIENCE = 30


class Tab:
    """One page in a browser tab, without the browser."""

    def __init__(self, session: ClientSession, url: str) -> None:
        self._session = session
        self._origin, _, capability = url.partition("/#")
        self._headers = {"X-Simcord-Capability": capability}
        self._sequence = 0
        self.state: dict[str, Any] = {}

    async def open(self, viewer: str = "Ada") -> Tab:
        body: dict[str, Any] = {}
        if viewer != "Ada":
            body["viewer_id"] = str(local.MEMBER_IDS[viewer])
        self.state = await self._call("POST", "/api/pages", body)
        self._headers["X-Simcord-Context"] = self.state["context"]["id"]
        return self

    async def _call(self, method: str, path: str, body: Any = None) -> Any:
        request = self._session.request(
            method, self._origin + path, json=body, headers=self._headers
        )
        async with request as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def look(self) -> list[str]:
        """Read the page again: the texts on it, oldest first."""
        self.state = await self._call("GET", "/api/state")
        return [_text(self.state["messages"][key]) for key in self.state["timeline"]]

    async def see(self, text: str) -> None:
        """Wait until a text is on the page."""
        async with asyncio.timeout(PATIENCE):
            while not any(text in shown for shown in await self.look()):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def act(self, kind: str, **body: Any) -> dict[str, Any]:
        """Act on the page as it was read last."""
        envelope = {
            "protocol_version": 3,
            "sequence": self._sequence + 1,
            "request_id": str(uuid.uuid4()),
            "generation": self.state["context"]["generation"],
            "bot_generation": self.state["botGeneration"],
            "published_revision": self.state["publishedRevision"],
            "kind": kind,
        }
        receipt: dict[str, Any] = await self._call("POST", "/api/action", {**envelope, **body})
        self._sequence = receipt["expectedSequence"]
        return receipt

    async def commands(self) -> dict[str, dict[str, Any]]:
        """The commands that the composer offers."""
        catalog = await self._call("GET", "/api/commands")
        return {entry["invocation"]: entry for entry in catalog["entries"]}

    async def slash(self, command: str, **options: Any) -> dict[str, Any]:
        entry = (await self.commands())[command]
        receipt = await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )
        await self.look()
        return receipt

    def button(self, label: str) -> dict[str, Any]:
        """What to send for a click on the newest button with this label."""
        found = [
            {"target_id": message["id"], "control_key": control["control_key"]}
            for message in self.state["messages"].values()
            for control in _walk(message["components"])
            if control.get("label") == label
        ]
        return found[-1]

    async def click(self, label: str) -> dict[str, Any]:
        receipt = await self.act("click", **self.button(label))
        await self.look()
        return receipt


def _walk(node: Any) -> list[dict[str, Any]]:
    """All components in a tree."""
    if isinstance(node, list):
        return [found for child in node for found in _walk(child)]
    return [node, *_walk(node.get("components", []))] if isinstance(node, dict) else []


def _text(message: dict[str, Any]) -> str:
    """A message's own text and that of its components."""
    parts = [message["content"], *(part.get("content") for part in _walk(message["components"]))]
    return "\n".join(part for part in parts if part)


class Served:
    """A table that is being served, with what it has announced."""

    def __init__(self, session: ClientSession) -> None:
        self.announced: asyncio.Queue[Addresses] = asyncio.Queue()
        self.stop = asyncio.Event()
        self.addresses: Addresses
        self.task: asyncio.Task[None]
        self.bot: Any = None
        self._session = session

    async def tab(self, viewer: str = "Ada", url: str = "") -> Tab:
        return await Tab(self._session, url or self.addresses.channel).open(viewer)


@asynccontextmanager
async def table(make_bot: Callable[[], Any] = ToyBot, port: int = 0) -> AsyncIterator[Served]:
    """Serve a table, and see it end well."""
    async with ClientSession() as session:
        served = Served(session)

        def make() -> Any:
            served.bot = make_bot()
            return served.bot

        served.task = asyncio.create_task(
            serve(make, port=port, announce=served.announced.put_nowait, stop=served.stop)
        )
        first = asyncio.create_task(served.announced.get())
        await asyncio.wait({first, served.task}, return_when=asyncio.FIRST_COMPLETED)
        if served.task.done():
            first.cancel()
            await served.task
        served.addresses = await first
        try:
            yield served
        finally:
            served.stop.set()
            await asyncio.wait_for(served.task, PATIENCE)


def _port(url: str) -> int:
    return int(url.split(":")[2].split("/")[0])


def _free_port() -> int:
    """The first of ten ports that are free, above those of a table somebody plays at."""
    for start in range(8800, 20000, 10):
        try:
            for port in range(start, start + 10):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", port))
        except OSError:
            continue
        return start
    raise OSError("no ten free ports in a row")


async def test_every_member_has_a_page_on_the_ports_that_follow() -> None:
    port = _free_port()
    async with table(port=port) as served:
        direct = served.addresses.direct
        assert list(direct) == ["Ada", "Bo", "Cy", "Dee"]
        ports = [_port(url) for url in (served.addresses.channel, *direct.values())]
        assert ports == list(range(port, port + 5))


async def test_a_taken_port_is_stepped_over_and_told(caplog: pytest.LogCaptureFixture) -> None:
    port = _free_port()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", port + 1))
        taken.listen()
        async with table(port=port) as served:
            assert _port(served.addresses.channel) == port
            assert _port(served.addresses.direct["Ada"]) == port + 2
    assert f"Port {port + 1} is taken" in caplog.text


async def test_ids_stay_and_new_ones_do_not_come_again() -> None:
    memory: list[Any] = []
    seen: list[dict[str, Any]] = []
    for _ in range(2):
        async with table(lambda: ToyBot(memory)) as served:
            ada = await served.tab()
            await ada.slash("toy board", city="Denver")
            guild = served.bot.get_guild(local.SERVER_ID)
            assert guild.owner_id == local.MEMBER_IDS["Ada"]
            seen.append(
                {
                    "members": {who["name"]: int(who["id"]) for who in ada.state["viewers"]},
                    "bot": served.bot.user.id,
                    "channels": [channel.id for channel in guild.channels],
                    "newest": int(ada.state["timeline"][-1]),
                }
            )
    first, second = seen
    assert first["members"] == second["members"] == local.MEMBER_IDS
    assert first["bot"] == second["bot"]
    assert first["channels"] == second["channels"] == [local.CHANNEL_ID]
    assert first["newest"] < second["newest"]


async def test_dates_are_real() -> None:
    async with table() as served:
        ada = await served.tab()
        await ada.slash("toy board", city="Denver")
        created = discord.utils.snowflake_time(int(ada.state["timeline"][-1]))
        assert abs(datetime.now(UTC) - created) < timedelta(hours=1)


async def test_the_bot_acts_by_itself_and_every_page_shows_it() -> None:
    async with table() as served:
        ada, bo = await served.tab(), await served.tab("Bo")
        await ada.slash("toy later")
        await bo.see("By itself.")
        await ada.see("By itself.")


async def test_what_is_for_one_member_is_shown_to_that_member() -> None:
    async with table() as served:
        ada, bo = await served.tab(), await served.tab("Bo")
        await ada.slash("toy board", city="Denver")
        await bo.see("Board for **Denver**")
        await ada.click("Take your turn")
        await ada.see("Count 0")
        await bo.click("Take your turn")
        await bo.click("More")
        await bo.see("Count 1")
        await ada.look()
        assert [text for text in await ada.look() if "Count" in text] == [
            "**Count 0**, chosen: nothing yet"
        ]


async def test_an_older_page_may_act_and_two_may_act_at_once() -> None:
    async with table() as served:
        ada, bo = await served.tab(), await served.tab("Bo")
        await ada.slash("toy board", city="Denver")
        await bo.see("Board for **Denver**")
        await ada.slash("toy later")
        await ada.see("By itself.")
        receipts = await asyncio.gather(
            ada.act("click", **ada.button("Take your turn")),
            bo.act("click", **bo.button("Take your turn")),
        )
        assert [receipt["settlement"] for receipt in receipts] == ["settled", "settled"]
        await ada.see("Count 0")
        await bo.see("Count 0")


async def test_a_late_click_does_not_hit_what_came_in_its_place() -> None:
    async with table() as served:
        ada = await served.tab()
        await ada.slash("toy board", city="Denver")
        await ada.click("Take your turn")
        late = ada.button("More")
        await ada.click("More")
        receipt = await ada.act("click", **late)
        assert receipt["rejected"]
        await ada.click("More")
        await ada.see("Count 2")


async def test_direct_messages_arrive_on_their_page() -> None:
    async with table() as served:
        cy = await served.tab("Cy")
        await cy.slash("toy remind")
        direct = await served.tab(url=served.addresses.direct["Cy"])
        await direct.see("Your turn.")
        assert (await direct.click("Take your turn"))["settlement"] == "settled"
        await direct.see("Count 0")


async def test_a_thread_gets_a_page_and_is_there_after_a_restart() -> None:
    memory: list[Any] = []
    async with table(lambda: ToyBot(memory)) as served:
        ada = await served.tab()
        await ada.slash("toy thread", name="second table")
        addresses = await asyncio.wait_for(served.announced.get(), PATIENCE)
        await (await served.tab(url=addresses.threads["second table"])).see("Welcome")
        await ada.see(addresses.threads["second table"])
    assert len(memory) == 1
    async with table(lambda: ToyBot(memory)) as served:
        thread = served.bot.get_channel(memory[0][0])
        assert isinstance(thread, discord.Thread)
        assert (thread.name, thread.parent_id) == ("second table", local.CHANNEL_ID)
        page = await served.tab("Bo", served.addresses.threads["second table"])
        await page.see("second table goes on.")


async def test_channels_and_orphans_come_back_too() -> None:
    memory = [(77, None, "other"), (88, 66, "orphan"), (local.CHANNEL_ID, None, "trains")]
    async with table(lambda: Quiet(memory)) as served:
        assert served.bot.get_channel(77).name == "other"
        assert served.bot.get_channel(88).parent_id == local.CHANNEL_ID
        assert set(served.addresses.threads) == {"other", "orphan"}


class Quiet(ToyBot):
    """A toy that posts nothing again."""

    async def repost_running_tables(self) -> None:
        return


class Plain(commands.AutoShardedBot):
    """A sharded bot with no hooks that leaves its commands unregistered."""

    def __init__(self) -> None:
        super().__init__("!", intents=discord.Intents.default())
        self.tree.add_command(ToyGroup(name="toy", description="Toys."))


async def test_a_bot_without_hooks_that_does_not_sync() -> None:
    async with table(Plain) as served:
        ada = await served.tab()
        assert "toy board" in await ada.commands()
        await ada.slash("toy board", city="Detroit")
        await ada.see("Board for **Detroit**")


async def _sleep_on() -> None:
    while True:  # noqa: ASYNC110
        await asyncio.sleep(0.5)


async def _wait_on() -> None:
    await asyncio.Event().wait()


async def _wait_in_turns() -> None:
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.Queue[None]().get(), 0.5)


@pytest.mark.parametrize("work", [_sleep_on, _wait_on, _wait_in_turns])
async def test_a_worker_that_never_rests_holds_nobody_up(work: Any) -> None:
    class Working(ToyBot):
        async def setup_hook(self) -> None:
            await super().setup_hook()
            self.worker = asyncio.create_task(work())

    async with table(Working) as served:
        ada = await served.tab()
        receipt = await ada.slash("toy board", city="Denver")
        assert receipt["settlement"] == "settled"
        await ada.see("Board for **Denver**")
        assert not served.bot.worker.done()
        await ada.slash("toy later")
        await ada.see("By itself.")
    assert served.bot.worker.cancelled()


async def test_an_answer_that_takes_a_moment_is_waited_for() -> None:
    class Slow(ToyBot):
        async def setup_hook(self) -> None:
            await super().setup_hook()

            @self.tree.command()
            async def slow(interaction: discord.Interaction[Any]) -> None:
                """Answer after a while."""
                await asyncio.sleep(0.7)
                await asyncio.to_thread(picture, "slow")
                await interaction.response.send_message("Here it is.")
                interaction.client.left = asyncio.create_task(_wait_on())

            await self.tree.sync()

    async with table(Slow) as served:
        ada = await served.tab()
        receipt = await ada.slash("slow")
        assert (receipt["acknowledgement"], receipt["settlement"]) == ("acknowledged", "settled")
        await ada.see("Here it is.")


async def test_a_failing_repost_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    class Failing(ToyBot):
        async def repost_running_tables(self) -> None:
            raise LookupError("no such table")

    async with table(Failing) as served:
        await (await served.tab()).slash("toy board", city="Denver")
    assert "no such table" in caplog.text


async def test_a_failing_heartbeat_is_told_once_and_the_table_goes_on(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    advance = simcord.Env.advance_time
    failures = iter(range(3))
    past = asyncio.Event()

    async def failing(env: Any, seconds: float) -> None:
        if next(failures, None) is not None:
            raise RuntimeError("a bad beat")
        past.set()
        await advance(env, seconds)

    monkeypatch.setattr(simcord.Env, "advance_time", failing)
    async with table() as served:
        ada = await served.tab()
        await asyncio.wait_for(past.wait(), PATIENCE)
        await ada.slash("toy later")
        await ada.see("By itself.")
    told = [record for record in caplog.records if "heartbeat" in record.message]
    assert len(told) == 1


async def test_a_leap_of_the_clock_is_taken_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    class Tomorrow(datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return datetime.now(tz) + timedelta(days=1)

    async with table() as served:
        ada = await served.tab()
        monkeypatch.setattr("bot.local.world.datetime", Tomorrow)
        await ada.slash("toy later")
        await ada.see("By itself.")
        created = discord.utils.snowflake_time(int(ada.state["timeline"][-1]))
        assert created - datetime.now(UTC) > timedelta(hours=23)


async def test_everything_is_closed_at_the_end() -> None:
    threads = set(threading.enumerate())
    async with table() as served:
        tab = await served.tab()
        await tab.slash("toy board", city="Denver")
        ports = [_port(served.addresses.channel), _port(served.addresses.direct["Dee"])]
    assert served.bot.closed_well
    assert served.bot.is_closed()
    for port in ports:
        with socket.socket() as probe:
            assert probe.connect_ex(("127.0.0.1", port)) != 0
    left = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    assert left == []
    assert {t.name for t in set(threading.enumerate()) - threads if not t.daemon} <= {"asyncio_0"}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_a_signal_ends_it(number: signal.Signals) -> None:
    async with table() as served:
        signal.raise_signal(number)
        await asyncio.wait_for(served.task, PATIENCE)
    assert served.bot.closed_well


async def test_ending_the_session_in_the_browser_ends_the_table() -> None:
    async with table() as served:
        await (await served.tab()).act("close")
        await asyncio.wait_for(served.task, PATIENCE)
    assert served.bot.closed_well


async def test_a_bot_that_cannot_start_is_closed_and_says_why() -> None:
    class Broken(ToyBot):
        async def setup_hook(self) -> None:
            raise LookupError("no database")

    made: list[Broken] = []

    def make() -> Broken:
        made.append(Broken())
        return made[-1]

    with pytest.raises(LookupError, match="no database"):
        async with table(make):
            pass
    assert made[0].closed_well
