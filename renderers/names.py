"""Names as the pictures can draw them; messages keep the true ones."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from games.phrasebook import Phrasebook
from renderers import fonts

_ALSO = "+$£€"
_UNASSIGNED = "\U0010ffff"


def drawable(display: str, username: str, seat: int, words: Phrasebook) -> str:
    """The display name if the font has its letters; else the username; else "Player 2"."""
    for name in (_plain(display), _plain(username)):
        if any(c.isalnum() for c in name) and all(_has(c) for c in name):
            return name
    return words.say("player", number=seat + 1)


def _plain(name: str) -> str:
    """Fancy letters made plain; emoji and stray marks dropped."""
    composed = unicodedata.normalize("NFC", unicodedata.normalize("NFKC", name))
    kept = (c for c in composed if unicodedata.category(c)[0] in "LNPZ" or c in _ALSO)
    return " ".join("".join(kept).split())


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    """Whether the font has a glyph of its own for the letter."""
    if letter == " ":
        return True
    drawn = _pixels(letter)
    return drawn != _pixels(_UNASSIGNED) and any(drawn)


def _pixels(letter: str) -> bytes:
    return fonts.mask(letter, 40, "black").image.tobytes()
