"""The local table's page as a member uses it, driven by a real browser."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

IDLE = """() => {
    const now = window.simcordPreview;
    return now && now.ready && !now.pendingAction && now.awaitingRevision === null;
}"""


class LocalPage:
    """One tab with one page of the local table."""

    def __init__(self, page: Page, url: str = "") -> None:
        self.page = page
        self.list = page.locator("#channel-message-list")
        if url:
            self.open(url)

    def open(self, url: str) -> LocalPage:
        """Load a page and wait until it shows its channel."""
        self.page.goto(url)
        expect(self.page.locator("#channel-composer")).to_be_visible()
        self.idle()
        return self

    def idle(self) -> None:
        """Wait until the last action is done and the page shows what came of it."""
        self.page.wait_for_function(IDLE)

    def view_as(self, name: str) -> None:
        """Become another member."""
        self.idle()
        self.page.locator("#viewer-picker").select_option(label=name)
        expect(self.page.locator("#viewer-picker option:checked")).to_have_text(name)
        expect(self.page.locator("#channel-composer")).to_be_visible()
        self.idle()

    def slash(self, command: str, /, **options: Any) -> None:
        """Run a slash command, as in `slash("ride build", railroad="blue")`; wait for its end."""
        self.start(command)
        for name, value in options.items():
            self.fill(name, str(value))
        self.send()

    def send(self) -> None:
        """Run the command that is being written, and wait for its end."""
        self.page.locator("#send-message").click()
        expect(self.page.locator("[data-command-chip]")).to_have_count(0)
        self.idle()

    def start(self, command: str) -> None:
        """Pick a slash command in the composer, without running it."""
        self.idle()
        self.page.locator("#channel-composer-input").fill(f"/{command}")
        titles = self.page.locator("#command-picker-listbox .command-entry-title strong")
        titles.filter(has_text=re.compile(rf"^/{re.escape(command)}$")).click()
        expect(self.page.locator("[data-command-chip]")).to_be_visible()

    def fill(self, option: str, value: str) -> None:
        """Type the value of an option; one that has suggestions takes the first that fits."""
        field = self.option(option)
        field.fill(value)
        if field.get_attribute("aria-autocomplete"):
            self.suggestions().filter(has_text=value).first.click()

    def option(self, name: str) -> Locator:
        """The field of an option of the command that is being written."""
        field = self.page.locator(f"input.command-option-input[data-option='{name}']")
        if field.count() == 0:
            self.page.locator(".command-ghost").click()
            self.suggestions().filter(has_text=name).first.click()
        return field

    def suggestions(self) -> Locator:
        """What is suggested for the option that is being filled."""
        return self.page.locator("#command-suggestion-listbox [role=option]")

    def click(self, label: str) -> None:
        """Click the newest button with this label, and wait for what it does."""
        self.idle()
        self.button(label).click()
        self.idle()

    def button(self, label: str) -> Locator:
        """The newest button with this label."""
        exact = re.compile(rf"^\s*{re.escape(label)}\s*$")
        return self.list.locator("button.component-button").filter(has_text=exact).last

    def choose(self, placeholder: str, option: str) -> None:
        """Choose in the newest select that shows this text, and wait for what it does."""
        self.idle()
        self.select(placeholder).click()
        popup = self.page.locator("[role=listbox]:popover-open, :popover-open [role=listbox]")
        popup.locator("[role=option]").filter(has_text=option).first.click()
        self.idle()

    def select(self, placeholder: str) -> Locator:
        """The newest select that shows this text."""
        return self.list.locator("button[role=combobox]").filter(has_text=placeholder).last

    def messages(self) -> list[str]:
        """The texts of the messages that are shown, oldest first."""
        return self.articles().all_inner_texts()

    def articles(self) -> Locator:
        """The messages that are shown, oldest first."""
        return self.list.locator("article.channel-message")

    def pictures(self) -> Locator:
        """The pictures in the messages that are shown, without avatars and emoji."""
        return self.list.locator("img[src^='blob:']:not([class*=avatar]):not([class*=emoji])")

    def status(self) -> str:
        """What the page says of the last action."""
        return self.page.locator("#action-status").inner_text()

    def screenshot(self, path: str | Path) -> None:
        """Keep a picture of what is shown, when all its pictures are there."""
        self.idle()
        self.page.screenshot(path=path)
