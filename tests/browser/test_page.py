"""The local table in a real browser, with the toy bot."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from page import LocalPage
from playwright.sync_api import expect
from toy import CITIES, ToyBot

Serve = Callable[..., Any]
Open = Callable[..., LocalPage]


@pytest.fixture
def shots(tmp_path: Path) -> Path:
    """Where screenshots go: a folder that stays, if SCREENSHOTS names one."""
    folder = Path(os.environ.get("SCREENSHOTS", tmp_path))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def test_a_command_with_suggestions_posts_a_board(
    serve_table: Serve, open_page: Open, shots: Path
) -> None:
    ada = open_page(serve_table(ToyBot).addresses.channel)
    ada.start("toy board")
    expect(ada.suggestions()).to_have_text([f"{city} station" for city in CITIES])
    ada.screenshot(shots / "suggestions.png")
    ada.fill("city", "Den")
    ada.fill("size", "3")
    ada.send()
    assert "Board for Denver, size 3." in ada.messages()[-1]
    expect(ada.pictures()).to_have_count(1)
    ada.screenshot(shots / "board.png")


def test_what_happens_by_itself_is_shown_by_itself(
    serve_table: Serve, open_page: Open, shots: Path
) -> None:
    addresses = serve_table(ToyBot).addresses
    ada, bo = open_page(addresses.channel), open_page(addresses.channel)
    bo.view_as("Bo")
    ada.slash("toy later")
    bo.start("toy board")
    bo.option("city").press_sequentially("Pi")
    expect(bo.articles().last).to_contain_text("By itself.")
    expect(bo.pictures()).to_have_count(1)
    expect(bo.option("city")).to_have_value("Pi")
    bo.screenshot(shots / "by_itself.png")
    assert not any("In two seconds." in text for text in bo.messages())


def test_a_panel_is_edited_in_place_again_and_again(
    serve_table: Serve, open_page: Open, shots: Path
) -> None:
    page = open_page(serve_table(ToyBot).addresses.channel)
    page.slash("toy board", city="Detroit")
    page.click("Take your turn")
    before = page.articles().count()
    for count in range(1, 7):
        page.click("More")
        expect(page.articles().last).to_contain_text(f"Count {count}, chosen: more")
    for count, city in enumerate(CITIES, 7):
        page.choose("Choose a city", city)
        expect(page.articles().last).to_contain_text(f"Count {count}, chosen: {city}")
    assert page.articles().count() == before
    expect(page.pictures()).to_have_count(2)
    page.screenshot(shots / "panel.png")
    page.view_as("Bo")
    assert not any("Count" in text for text in page.messages())
    page.click("Take your turn")
    expect(page.articles().last).to_contain_text("Count 0")
    page.view_as("Ada")
    assert "Count 12" in page.messages()[-1] or "Count 12" in "".join(page.messages())


def test_quick_clicks_do_not_break_the_page(serve_table: Serve, open_page: Open) -> None:
    page = open_page(serve_table(ToyBot).addresses.channel)
    page.slash("toy board", city="Chicago")
    page.click("Take your turn")
    page.button("More").dblclick()
    page.idle()
    page.button("More").evaluate("button => { button.click(); button.click(); button.click(); }")
    page.idle()
    shown = page.articles().last.inner_text()
    page.click("More")
    expect(page.articles().last).not_to_have_text(shown)
    page.choose("Choose a city", "Denver")
    expect(page.articles().last).to_contain_text("chosen: Denver")


def test_two_members_at_two_windows(serve_table: Serve, open_page: Open) -> None:
    addresses = serve_table(ToyBot).addresses
    ada, bo = open_page(addresses.channel), open_page(addresses.channel)
    bo.view_as("Bo")
    ada.slash("toy board", city="Cleveland")
    expect(bo.articles().last).to_contain_text("Cleveland")
    for page in (ada, bo):
        page.click("Take your turn")
    for _ in range(3):
        ada.button("More").click()
        bo.button("More").click()
        ada.idle()
        bo.idle()
    expect(ada.articles().last).to_contain_text("Count 3")
    expect(bo.articles().last).to_contain_text("Count 3")


def test_direct_messages_have_a_page(serve_table: Serve, open_page: Open, shots: Path) -> None:
    addresses = serve_table(ToyBot).addresses
    bo, direct = open_page(addresses.channel), open_page(addresses.direct["Bo"])
    bo.view_as("Bo")
    bo.slash("toy remind")
    expect(direct.articles().last).to_contain_text("Your turn.")
    direct.click("Take your turn")
    direct.click("More")
    direct.choose("Choose a city", "Denver")
    expect(direct.articles().last).to_contain_text("Count 2, chosen: Denver")
    expect(direct.pictures()).to_have_count(2)
    direct.screenshot(shots / "direct.png")


def test_a_thread_gets_a_page_and_a_link(serve_table: Serve, open_page: Open, shots: Path) -> None:
    table = serve_table(ToyBot)
    ada = open_page(table.addresses.channel)
    ada.slash("toy thread", name="second-table")
    link = ada.list.locator("a[href^='http://127.0.0.1']").filter(has_text="second-table")
    expect(link).to_be_visible()
    ada.screenshot(shots / "thread_link.png")
    address = table.next_addresses().threads["second-table"]
    assert link.get_attribute("href") == address
    thread = open_page(address)
    assert "Welcome to second-table." in thread.messages()[-1]
    thread.view_as("Cy")
    thread.click("Take your turn")
    thread.click("More")
    expect(thread.articles().last).to_contain_text("Count 1")
    thread.screenshot(shots / "thread.png")


def test_a_phone(serve_table: Serve, open_page: Open, shots: Path) -> None:
    page = open_page(serve_table(ToyBot).addresses.channel, width=400, height=800)
    page.view_as("Dee")
    page.slash("toy board", city="Kansas")
    page.click("Take your turn")
    page.click("More")
    page.choose("Choose a city", "Pittsburgh")
    expect(page.articles().last).to_contain_text("chosen: Pittsburgh")
    width = page.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 400
    page.screenshot(shots / "phone.png")
