"""The words for who can't see a picture: what it shows, within Discord's limit."""

from __future__ import annotations

import re
from typing import Any

from games.core import AnyGame
from renderers.scene import Scene

LIMIT = 1024
_CAPTION = 400
_SENTENCE = re.compile(r"(?<=[.!?])\s+")


def describe(game: AnyGame, scene: Scene[Any], standing: str = "") -> str:
    """Where the table stands, what happened, the standing, then as much of the rest as fits."""
    caption = sentence(scene.caption)
    parts = [sentence(scene.headline), sentence(scene.pill), cut(caption, _CAPTION)]
    parts += [sentence(standing)] if standing else []
    opening = scene.words.tell(game.headline(scene.view))
    rest = [scene.words.tell(fact) for fact in game.describe(scene.view)]
    parts += [sentence(text) for text in rest if text != opening]
    return cut(" ".join(parts), LIMIT)


def cut(text: str, limit: int) -> str:
    """The text, cut after a sentence, or after a word if its first one is too long."""
    if len(text) <= limit:
        return text
    kept = ""
    for part in _SENTENCE.split(text):
        longer = f"{kept} {part}".strip()
        if len(longer) > limit:
            break
        kept = longer
    return kept or text[: limit - 1].rpartition(" ")[0] + "…"


def sentence(text: str) -> str:
    """The text with its full stop."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
