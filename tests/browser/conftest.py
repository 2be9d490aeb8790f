"""A browser, and local tables to point it at."""

from __future__ import annotations

import asyncio
import queue
import shutil
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")

from page import LocalPage
from playwright.sync_api import Browser, expect, sync_playwright

from bot.local import Addresses, MakeBot, serve

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 30_000


class RunningTable:
    """A local table in a thread of its own, since playwright wants this one for itself."""

    def __init__(self, make_bot: MakeBot) -> None:
        self.announced: queue.Queue[Addresses] = queue.Queue()
        self.error: BaseException | None = None
        self._make_bot = make_bot
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stop: asyncio.Event | None = None
        self._thread = threading.Thread(target=self._run)
        self._thread.start()
        self.addresses = self.next_addresses()

    def _run(self) -> None:
        async def main() -> None:
            self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
            await serve(self._make_bot, port=0, announce=self.announced.put, stop=self._stop)

        try:
            asyncio.run(main())
        except BaseException as error:
            self.error = error

    def next_addresses(self) -> Addresses:
        """Wait for what the table announces next."""
        return self.announced.get(timeout=60)

    def stop(self) -> None:
        """End the table, and raise what it ended with."""
        if self._loop is not None and self._stop is not None and self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)
        assert not self._thread.is_alive(), "the local table does not stop"
        if self.error is not None:
            raise self.error


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    path = path or shutil.which("google-chrome")
    if path is None:
        pytest.skip("no browser is installed: apt install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def serve_table(browser: Browser) -> Iterator[Callable[[MakeBot], RunningTable]]:
    """Start local tables; those that still run are stopped at the end."""
    tables: list[RunningTable] = []

    def start(make_bot: MakeBot) -> RunningTable:
        tables.append(RunningTable(make_bot))
        return tables[-1]

    yield start
    for table in tables:
        table.stop()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., LocalPage]]:
    """Open a page of a table in a browser window of its own; `width=400` is a phone's."""
    expect.set_options(timeout=PATIENCE)
    contexts: list[Any] = []

    def start(url: str, *, width: int = 1200, height: int = 900) -> LocalPage:
        context = browser.new_context(viewport={"width": width, "height": height})
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return LocalPage(context.new_page(), url)

    yield start
    for context in contexts:
        context.close()
