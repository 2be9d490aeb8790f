"""The words that members read: a fact, a refusal or a label becomes a sentence here.

A phrase is a template of the words file. `{railroad}` is replaced by the component's name, or
by the term that `[terms.railroad]` gives it; `{seat}` by a member's name and `{gains}` by what
each seat gained; `{count|locomotive|locomotives}` picks the form for the number and `{count:+}`
shows its sign. A second language is a second file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from games.core import AnyGame, Fact, IllegalMove
from games.data import DATA, BadData

_SLOT = re.compile(r"\{(\w+)(?::([+,]))?(?:\|([^{}]*))?\}")


@cache
def read_words(path: Path) -> Mapping[str, str]:
    """The phrases of a file by their dotted keys."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"line (\d+)", str(error))
        raise BadData(path, int(found[1]) if found else 0, str(error)) from None
    except OSError as error:
        raise BadData(path, 0, f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadData(path, 0, "is not text in UTF-8") from None
    phrases: dict[str, str] = {}
    _flatten(tables, "", phrases)
    return phrases


def _flatten(table: Mapping[str, Any], prefix: str, phrases: dict[str, str]) -> None:
    for key, value in table.items():
        if isinstance(value, Mapping):
            _flatten(value, f"{prefix}{key}.", phrases)
        else:
            phrases[prefix + key] = str(value)


class Phrasebook:
    """Everything that can be said at one table: the house's words and its game's."""

    def __init__(
        self, game: AnyGame | None = None, names: Sequence[str] = (), *, language: str = "en"
    ) -> None:
        self.game, self.names, self.language = game, tuple(names), language
        self._phrases = dict(read_words(DATA / f"words.{language}.toml"))
        if game:
            own = read_words(DATA / game.key / f"words.{language}.toml")
            self._phrases |= {f"{game.key}.{key}": phrase for key, phrase in own.items()}

    def named(self, names: Sequence[str]) -> Phrasebook:
        """The same words for people of these names, by seat."""
        return Phrasebook(self.game, names, language=self.language)

    def knows(self, key: str) -> bool:
        """Whether there is a phrase for the key."""
        return key in self._phrases

    def say(self, key: str, **values: Any) -> str:
        """The phrase for a key with its slots filled."""
        return _SLOT.sub(lambda slot: self._fill(slot, values), self._phrases[key])

    def tell(self, fact: Fact) -> str:
        """A fact as a sentence."""
        return self.say(fact.key, **fact.values)

    def refuse(self, refusal: IllegalMove) -> str:
        """Why a move is refused."""
        return self.tell(refusal.fact)

    def seat(self, seat: int) -> str:
        """The name of who sits there."""
        return self.names[seat] if seat < len(self.names) else self.say("player", number=seat + 1)

    def term(self, field: str, value: Any) -> str:
        """The name of a value: a component's own name, a term of the words file, or as it is."""
        if field == "gains":
            return self._gains(value)
        if isinstance(value, list | tuple):
            return self.join([self.term(field, item) for item in value])
        if isinstance(value, dict):
            return self.join([f"{self.term(field, k)} {v}" for k, v in value.items()], ", ")
        if field in ("seat", "order"):
            return self.seat(int(value))
        for prefix in (f"{self.game.key}." if self.game else "", ""):
            if (key := f"{prefix}terms.{field}.{value}") in self._phrases:
                return self._phrases[key]
        proper = self.game.name(field, value) if self.game else None
        return str(value) if proper is None else proper

    def _gains(self, amounts: Sequence[int]) -> str:
        """What each seat gained, the most first: "Ada +9, Bo +2"."""
        ranked = sorted(enumerate(amounts), key=lambda entry: -entry[1])
        return ", ".join(f"{self.seat(seat)} {amount:+}" for seat, amount in ranked if amount)

    def join(self, parts: Sequence[str], glue: str | None = None) -> str:
        """A list as one says it: "Ada, Bo and Cy"."""
        if glue is not None or len(parts) < 2:
            return (glue or "").join(parts)
        return self.say("and", first=", ".join(parts[:-1]), last=parts[-1])

    def _fill(self, slot: re.Match[str], values: Mapping[str, Any]) -> str:
        field, sign, forms = slot.groups()
        value = values[field]
        if forms is not None:
            one, _, many = forms.partition("|")
            return one if value in (1, True) else many
        if sign:
            return format(value, sign)
        return self.term(field, value)
