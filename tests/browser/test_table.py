"""A newcomer's first minutes: the real bot at the local table, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page import LocalPage
from playwright.sync_api import expect

from bot.app import SlowTrain
from bot.settings import Settings

Serve = Callable[..., Any]
Open = Callable[..., LocalPage]


@pytest.fixture
def make_bot(tmp_path: Path) -> Callable[[], SlowTrain]:
    settings = Settings(None, tmp_path / "table.sqlite3", 8700, "WARNING", None)
    return lambda: SlowTrain(settings)


def press(page: LocalPage, label: str) -> None:
    """Press the newest button whose label begins like this."""
    page.idle()
    begins = re.compile(rf"^\s*{re.escape(label)}")
    page.list.locator("button.component-button").filter(has_text=begins).last.click()
    page.idle()


def test_a_game_against_computer_players(
    serve_table: Serve, open_page: Open, make_bot: Callable[[], SlowTrain]
) -> None:
    ada = open_page(serve_table(make_bot).addresses.channel)
    ada.slash("table new", game="Ride the Rails")
    ada.click("Start")
    expect(ada.articles().last).to_contain_text("2 more seats")
    ada.click("Add computer players and start")
    ada.click("Take your turn")
    expect(ada.articles().last).to_contain_text("Your turn: take a share.")
    expect(ada.pictures()).to_have_count(2)
    press(ada, "Blue")
    expect(ada.list).to_contain_text("Ada took a share in Blue")
    expect(ada.list).to_contain_text("Round 1 of 6: build")
    expect(ada.button("Take your turn")).to_be_visible()


def test_the_next_start_goes_on_with_the_same_table(
    serve_table: Serve, open_page: Open, make_bot: Callable[[], SlowTrain]
) -> None:
    first = serve_table(make_bot)
    ada = open_page(first.addresses.channel)
    ada.slash("table new", game="Ride the Rails")
    ada.click("Start")
    ada.click("Add computer players and start")
    ada.click("Take your turn")
    first.stop()
    again = open_page(serve_table(make_bot).addresses.channel)
    expect(again.pictures()).to_have_count(1)
    again.click("Take your turn")
    expect(again.articles().last).to_contain_text("Your turn: take a share.")
    press(again, "Red")
    expect(again.list).to_contain_text("Ada took a share in Red")
