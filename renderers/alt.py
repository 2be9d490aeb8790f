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
    caption = _as_sentence(scene.caption)
    parts = [_as_sentence(scene.headline), _as_sentence(scene.pill), cut(caption, _CAPTION)]
    parts += [_as_sentence(standing)] if standing else []
    opening = scene.words.tell(game.headline(scene.view))
    rest = [scene.words.tell(fact) for fact in game.describe(scene.view)]
    parts += [_as_sentence(text) for text in rest if text != opening]
    return cut(" ".join(parts), LIMIT)


def cut(text: str, limit: int) -> str:
    """The text, cut after a sentence, or after a word if its first one is too long."""
    if len(text) <= limit:
        return text
    kept = ""
    for sentence in _SENTENCE.split(text):
        longer = f"{kept} {sentence}".strip()
        if len(longer) > limit:
            break
        kept = longer
    return kept or text[: limit - 1].rpartition(" ")[0] + "…"


def _as_sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."
