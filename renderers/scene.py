"""A scene: the view with all the words that its picture needs, ready to be drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from games.core import AnyGame, Fact, Move, Result, Seat, Value, View
from games.phrasebook import Phrasebook

V = TypeVar("V", bound=View)


@dataclass(frozen=True)
class Pending:
    """A choice that is open: the private picture numbers its values as the select does."""

    kind: str
    chosen: Mapping[str, Value]
    field: str
    values: tuple[Value, ...]
    first: int = 1
    """The number of the first value, when the select is on a later page."""
    steps: tuple[Move, ...] = ()
    """What a shortcut would do, to be drawn as a sketch."""


@dataclass(frozen=True)
class Scene(Generic[V]):
    """All that a renderer gets to know."""

    view: V
    words: Phrasebook
    """Its names are those that the font can draw."""
    headline: str
    pill: str
    """Whose turn it is, in a few words."""
    pill_seat: Seat | None
    caption: str
    """What happened last, or what is to be chosen, in a line."""
    caption_seat: Seat | None = None
    tag: str | None = None
    """What the caption is marked as: the "last_turn" or what one has to "choose"."""
    since: int = 0
    """Turns from this number on are new: what they changed is marked."""
    pending: Pending | None = None
    result: Result | None = None
    acting: frozenset[Seat] = field(default_factory=frozenset)
    shown: frozenset[Seat] = field(default_factory=frozenset)
    """Seats to be shown even if nothing of theirs is new."""
    earlier: V | None = None
    """The position that the picture is compared with: what differs is marked."""

    @property
    def private(self) -> bool:
        """Whether only one member may see the picture."""
        return self.view.me is not None


@dataclass(frozen=True)
class Picture:
    """A drawn picture: a name for the file, PNG bytes, and the words for who can't see it."""

    name: str
    png: bytes
    alt: str


def scene(
    game: AnyGame,
    view: View,
    words: Phrasebook,
    *,
    acting: frozenset[Seat],
    facts: Sequence[Fact] = (),
    since: int = 0,
    pending: Pending | None = None,
    result: Result | None = None,
    shown: frozenset[Seat] = frozenset(),
) -> Scene[View]:
    """The scene of a position: the facts are those of the turns to be marked as new."""
    pill, pill_seat = _pill(words, view.me, acting, result)
    told = [fact for fact in game.condense(facts) if fact.known_to(view.me)]
    caption_seat = next((f.values["seat"] for f in told if "seat" in f.values), None)
    caption = " ".join(words.tell(fact) for fact in told)
    tag = "last_turn" if caption_seat is not None else None
    if pending or (not told and since and acting):
        caption, caption_seat = _to_do(game, view, words, acting)
        tag = "choose" if pending else None
    return Scene(
        view=view,
        words=words,
        headline=words.tell(game.headline(view)),
        pill=pill,
        pill_seat=pill_seat,
        caption=caption or words.say("picture.start"),
        caption_seat=caption_seat,
        tag=tag,
        since=since,
        pending=pending,
        result=result,
        acting=acting,
        shown=shown,
    )


def _to_do(
    game: AnyGame, view: View, words: Phrasebook, acting: frozenset[Seat]
) -> tuple[str, Seat | None]:
    """What one has to decide oneself, or else what the first of those who must act has."""
    mine = view.me in acting or not acting
    seat = view.me if mine else min(acting)
    prompt = words.tell(game.prompt(view, seat or 0))
    text = prompt if mine else words.say("picture.next", seat=seat, prompt=prompt)
    return text[:1].upper() + text[1:], seat


def _pill(
    words: Phrasebook, me: Seat | None, acting: frozenset[Seat], result: Result | None
) -> tuple[str, Seat | None]:
    if result:
        key = "picture.winner" if len(result.winners) == 1 else "picture.shared"
        return words.say(key, seat=list(result.winners)), result.winners[0]
    if not acting:
        return words.say("picture.over"), None
    if me in acting:
        return words.say("picture.your_turn"), me
    first = min(acting)
    key = "picture.turn" if len(acting) == 1 else "picture.several"
    return words.say(key, seat=sorted(acting)), first
