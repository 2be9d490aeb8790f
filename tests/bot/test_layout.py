"""Messages as they look."""

from __future__ import annotations

import discord

from bot.layout import TEXT, Key, List, Message, fit, pages
from renderers.scene import Picture


def drawn(message: Message) -> list[dict[str, object]]:
    return message.view().to_components()


def test_words_come_first_then_pictures_then_controls_then_the_footer() -> None:
    message = Message(
        "words",
        (Picture("board.png", b"png", "a map"),),
        ([Key("a:1", "Press")], List("b:1", "Choose", (("1", "one", False), ("2", "two", True)))),
        footer="small print",
    )
    kinds = [part["type"] for part in drawn(message)]
    assert kinds == [10, 12, 1, 1, 10]


def test_a_picture_carries_its_words_on_the_attachment_and_in_the_gallery() -> None:
    message = Message("", (Picture("board.png", b"png", "x" * 2000),))
    [file] = message.attachments()
    assert file.description == "x" * 1024
    gallery = drawn(message)[1]
    [item] = gallery["items"]  # type: ignore[misc]
    assert item["description"] == "x" * 1024
    assert item["media"]["url"] == f"attachment://{file.filename}"


def test_files_can_be_sent_again_after_a_failure() -> None:
    message = Message("", (Picture("board.png", b"png", "a map"),), files=(("g.jsonl", b"{}"),))
    for _ in range(2):
        assert [file.fp.read() for file in message.attachments()] == [b"png", b"{}"]


def test_only_who_is_named_is_pinged() -> None:
    quiet = Message("@everyone <@1> <@&2>").mentions().to_dict()
    assert quiet["parse"] == [] and not quiet.get("users") and not quiet.get("roles")
    loud = Message("<@1> <@2>", pings=(1,)).mentions().to_dict()
    assert loud["parse"] == [] and [int(user) for user in loud["users"]] == [1]


def test_keys_keep_their_look_and_lists_their_default() -> None:
    danger = discord.ButtonStyle.danger
    message = Message(
        "x",
        rows=(
            [Key("a", "A", danger), Key("b", "B", disabled=True)],
            List("c", "C", (("1", "one", True),)),
        ),
    )
    row, menu = drawn(message)[1:]
    first, second = row["components"]  # type: ignore[misc]
    assert first["style"] == danger.value and not first["disabled"]
    assert second["disabled"] and second["custom_id"] == "b"
    [select] = menu["components"]  # type: ignore[misc]
    assert select["placeholder"] == "C" and select["options"][0]["default"]


def test_a_text_that_is_too_long_is_cut_at_the_end_of_a_line() -> None:
    lines = "\n".join(f"line {number}" for number in range(2000))
    kept = fit(lines, 3900)
    assert len(kept) <= 3900 and kept.endswith("\n…")
    assert all(line in lines.splitlines() for line in kept.splitlines()[:-1])
    assert fit("short", 3900) == "short"
    assert len(fit("x" * 5000, 3900)) <= 3900


def test_text_and_footer_together_keep_discords_limit() -> None:
    parts = drawn(Message("x\n" * 4000, footer="y" * 200))
    assert sum(len(str(part["content"])) for part in parts) <= 4000


def test_an_empty_text_is_still_a_message() -> None:
    [part] = drawn(Message(""))
    assert part["content"]


async def test_discord_py_does_not_keep_the_views() -> None:
    assert Message("x", rows=([Key("a", "A")],)).view().is_finished()


def test_pages_leave_nothing_out() -> None:
    lines = [str(number) * 99 for number in range(100)]
    for most in (7, 1000):
        shared = pages(lines, TEXT, most)
        assert [line for page in shared for line in page] == lines
        assert all(len("\n".join(page)) <= TEXT and len(page) <= most for page in shared)
    assert pages(["x" * 9999], TEXT) == [["x" * 9999]]
