"""Signal Box, a tiny game that has what others lack: secrets, draws, and moves made at once.

Each of 1 to 4 signallers holds cards that nobody else sees. First all put one of theirs face
down in the box, at the same time. Then, in turn, one draws a card (from the deck, or the open
one), sets one on the up line, which rises, or on the down line, which falls, and is done. After
four turns each the box is opened: cards on the lines score their pips, the one in the box twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from PIL import Image, ImageDraw

from games import core
from games.core import Fact, IllegalMove, Move, Result, Rng, Seat, Value, result_from
from renderers.scene import Picture, Scene

CARDS = range(1, 31)
LINES = ("up", "down")
TURNS = 4

Card = int


class Stash(Move, frozen=True, tag="stash"):
    """Put a card face down in the box."""

    card: Card


class Draw(Move, frozen=True, tag="draw"):
    """Draw a card."""

    pile: str


class Set(Move, frozen=True, tag="set"):
    """Set a signal on a line."""

    card: Card
    line: str


class Done(Move, frozen=True, tag="done"):
    """End your turn."""


class Express(Move, frozen=True, tag="express"):
    """Set a signal and end your turn."""

    card: Card
    line: str


class Options(core.Options, frozen=True):
    """The variants of Signal Box."""

    open_card: bool = True
    pips: Literal["plain", "double"] = "plain"
    hand: Annotated[int, msgspec.Meta(ge=2, le=5)] = 3


class State(core.State):
    """The whole truth: hands, box and deck are secrets."""

    options: Options
    hands: list[list[Card]]
    deck: list[Card]
    box: list[Card | None]
    points: list[int]
    lines: dict[str, list[Card]]
    open: Card | None = None
    turns: int = 0
    drawn: bool = False
    set: bool = False

    @property
    def seats(self) -> int:
        return len(self.hands)

    @property
    def phase(self) -> str:
        if None in self.box:
            return "stash"
        return "over" if self.turns == self.seats * (TURNS + 1) else "play"

    @property
    def acting(self) -> Seat:
        return self.turns % self.seats


class View(core.View, frozen=True):
    """What one signaller knows."""

    phase: str
    acting: tuple[Seat, ...]
    hand: tuple[Card, ...]
    """My own."""
    held: tuple[int, ...]
    """How many cards each holds."""
    stashed: tuple[bool, ...]
    box: tuple[Card | None, ...]
    """The cards in it that I know."""
    left: int
    """Cards in the deck."""
    open: Card | None
    lines: dict[str, tuple[Card, ...]]
    points: tuple[int, ...]
    turns: int
    pips: str
    drawn: bool
    """Whether a card was drawn this turn."""


class SignalBox:
    """The game as the rest of the house knows it."""

    key: ClassVar[str] = "toy"
    title: ClassVar[str] = "Signal Box"
    seats: ClassVar[range] = range(1, 5)
    options: ClassVar[type[core.Options]] = Options
    state: ClassVar[type[core.State]] = State
    moves: ClassVar[tuple[type[Move], ...]] = (Stash, Draw, Set, Done)
    shortcuts: ClassVar[tuple[type[Move], ...]] = (Express,)
    ends_turn: ClassVar[type[Move] | None] = Done
    places: ClassVar[frozenset[str]] = frozenset()

    def new(self, seats: int, options: Options, rng: Rng) -> State:
        deck = list(CARDS)
        rng.shuffle(deck)
        hands = [sorted(deck.pop() for _ in range(options.hand)) for _ in range(seats)]
        return State(
            options,
            hands,
            deck,
            box=[None] * seats,
            points=[0] * seats,
            open=deck.pop() if options.open_card else None,
            lines={line: [] for line in LINES},
        )

    def to_act(self, state: State) -> frozenset[Seat]:
        match state.phase:
            case "stash":
                return frozenset(seat for seat, card in enumerate(state.box) if card is None)
            case "play":
                return frozenset({state.acting})
            case _:
                return frozenset()

    def turns(self, state: State) -> int:
        return state.turns

    def legal(self, state: State, seat: Seat) -> Iterator[Move]:
        for move in _candidates(state, seat):
            try:
                self.check(state, seat, move)
            except IllegalMove:
                continue
            yield move

    def check(self, state: State, seat: Seat, move: Move) -> None:
        """The one place that says whether a move is legal."""
        if state.phase == "over":
            raise IllegalMove("refused.table_over")
        if seat not in self.to_act(state):
            raise IllegalMove("refused.not_your_turn", seat=min(self.to_act(state)))
        if isinstance(move, Stash) != (state.phase == "stash"):
            raise IllegalMove("toy.not_now")
        match move:
            case Stash(card):
                _check_held(state, seat, card)
            case Draw(pile):
                _check_draw(state, pile)
            case Set(card, line):
                _check_held(state, seat, card)
                _check_set(state, card, line)
            case Done():
                pass
            case _:
                raise IllegalMove("toy.not_now")

    def play(self, state: State, seat: Seat, move: Move, rng: Rng) -> list[Fact]:
        self.check(state, seat, move)
        match move:
            case Stash(card):
                return self.stash(state, seat, card)
            case Draw(pile):
                return self.draw(state, seat, pile)
            case Set(card, line):
                return _set(state, seat, card, line)
            case _:
                return self.end_turn(state)

    def stash(self, state: State, seat: Seat, card: Card) -> list[Fact]:
        """The card goes into the box; nobody else learns which."""
        state.hands[seat].remove(card)
        state.box[seat] = card
        state.turns += 1
        mine = Fact("toy.stashed_card", {"seat": seat, "card": card}, only=(seat,))
        return [Fact("toy.stashed", {"seat": seat}), mine]

    def draw(self, state: State, seat: Seat, pile: str) -> list[Fact]:
        """A card goes to the hand; only who draws it from the deck learns which."""
        state.drawn = True
        if pile == "deck":
            card = state.deck.pop()
            state.hands[seat].append(card)
            mine = Fact("toy.drew_card", {"seat": seat, "card": card}, only=(seat,), reveals=True)
            return [Fact("toy.drew", {"seat": seat}), mine]
        assert state.open is not None
        facts = [Fact("toy.took", {"seat": seat, "card": state.open})]
        state.hands[seat].append(state.open)
        state.open = state.deck.pop() if state.deck else None
        if state.open is not None:
            facts.append(Fact("toy.turned_up", {"card": state.open}, reveals=True))
        return facts

    def end_turn(self, state: State) -> list[Fact]:
        """On to the next, or open the box."""
        state.drawn = state.set = False
        state.turns += 1
        if state.phase != "over":
            return []
        facts = []
        for seat, card in enumerate(state.box):
            assert card is not None
            state.points[seat] += 2 * pips(card, state.options.pips)
            facts.append(Fact("toy.opened", {"seat": seat, "card": card}, reveals=True))
        return facts

    def offers(self, state: State, seat: Seat) -> Iterator[Move]:
        for move in self.legal(state, seat):
            if isinstance(move, Set):
                yield Express(move.card, move.line)

    def unfold(self, state: State, seat: Seat, shortcut: Move) -> list[Move]:
        if not isinstance(shortcut, Express):
            raise IllegalMove("toy.not_now")
        self.check(state, seat, Set(shortcut.card, shortcut.line))
        return [Set(shortcut.card, shortcut.line), Done()]

    def view(self, state: State, seat: Seat | None) -> View:
        over = state.phase == "over"
        return View(
            me=seat,
            phase=state.phase,
            acting=tuple(sorted(self.to_act(state))),
            hand=() if seat is None else tuple(state.hands[seat]),
            held=tuple(len(hand) for hand in state.hands),
            stashed=tuple(card is not None for card in state.box),
            box=tuple(card if over or s == seat else None for s, card in enumerate(state.box)),
            left=len(state.deck),
            open=state.open,
            lines={line: tuple(cards) for line, cards in state.lines.items()},
            points=tuple(state.points),
            turns=state.turns,
            pips=state.options.pips,
            drawn=state.drawn,
        )

    def result(self, state: State) -> Result | None:
        if state.phase != "over":
            return None
        box = [2 * pips(card or 0, state.options.pips) for card in state.box]
        lines = [points - hidden for points, hidden in zip(state.points, box, strict=True)]
        return result_from(state.points, {"toy.sheet.lines": lines, "toy.sheet.box": box})

    def condense(self, facts: Sequence[Fact]) -> list[Fact]:
        return list(facts)

    def headline(self, view: View) -> Fact:
        return Fact("toy.headline", {"phase": view.phase})

    def prompt(self, view: View, seat: Seat) -> Fact:
        return Fact(f"toy.prompt_{view.phase}", {"seat": seat, "card": view.hand})

    def describe(self, view: View) -> list[Fact]:
        facts = [self.headline(view)]
        for seat, count in enumerate(view.held):
            values = {"seat": seat, "count": count, "points": view.points[seat]}
            facts.append(Fact("toy.describe_player", values))
        if view.hand:
            facts.append(Fact("toy.describe_hand", {"card": view.hand}))
        return facts

    def label(self, view: View, field: str, moves: Sequence[Move]) -> Fact:
        if not field:
            return Fact(f"toy.buttons.{moves[0].kind()}")
        value = moves[0].values()[field]
        if field == "card":
            return Fact("toy.label_card", {"card": value, "count": pips(int(value), view.pips)})
        return Fact("toy.label", {"value": value, field: value})

    def hints(self, view: View, moves: Sequence[Move]) -> list[Fact]:
        return [Fact("toy.hint", {"count": view.left})] if view.left and moves else []

    def warning(self, view: View, move: Move) -> Fact | None:
        hasty = isinstance(move, Done) and not view.drawn
        return Fact("toy.hasty") if hasty else None

    def opening(self, view: View) -> list[Fact]:
        return []

    def read(self, field: str, text: str) -> Value:
        return int(text) if field == "card" and text.isdecimal() and len(text) < 9 else text

    def name(self, field: str, value: Value) -> str | None:
        return None

    def choose(self, view: View, moves: Sequence[Move], rng: Rng) -> Move:
        return max(moves, key=lambda move: _worth(view, move))


SIGNAL_BOX = SignalBox()


def pips(card: Card, rule: str) -> int:
    """What a card scores: every third one double, if so agreed."""
    plain = card % 5 + 1
    return 2 * plain if rule == "double" and card % 3 == 0 else plain


def _candidates(state: State, seat: Seat) -> Iterator[Move]:
    for card in state.hands[seat]:
        yield Stash(card)
        yield from (Set(card, line) for line in LINES)
    yield from (Draw(pile) for pile in ("deck", "open"))
    yield Done()


def _check_held(state: State, seat: Seat, card: Card) -> None:
    if card not in state.hands[seat]:
        raise IllegalMove("toy.not_held", card=card)


def _check_draw(state: State, pile: str) -> None:
    if state.drawn or pile not in ("deck", "open"):
        raise IllegalMove("toy.not_now")
    if not state.deck if pile == "deck" else state.open is None:
        raise IllegalMove("toy.empty")


def _check_set(state: State, card: Card, line: str) -> None:
    if state.set or line not in LINES:
        raise IllegalMove("toy.not_now")
    last = state.lines[line][-1:]
    if last and (card < last[0]) != (line == "down"):
        raise IllegalMove("toy.wrong_way", card=card, line=line)


def _set(state: State, seat: Seat, card: Card, line: str) -> list[Fact]:
    state.set = True
    state.hands[seat].remove(card)
    state.lines[line].append(card)
    points = pips(card, state.options.pips)
    state.points[seat] += points
    return [Fact("toy.set", {"seat": seat, "card": card, "line": line, "points": points})]


def _worth(view: View, move: Move) -> int:
    match move:
        case Draw(pile):
            return 100 + (pile == "open")
        case Set(card) | Stash(card):
            return pips(card, view.pips)
        case _:
            return 0


def pictures(scene: Scene[Any]) -> list[Picture]:
    """A plain sign: what a renderer must do, and nothing more."""
    view: View = scene.view
    lines = [scene.headline, scene.pill, scene.caption]
    lines += [f"{line}: {cards}" for line, cards in view.lines.items()]
    lines += [f"hand: {view.hand}", f"held: {view.held}", f"points: {view.points}"]
    text = "\n".join(lines).encode("latin-1", "replace").decode("latin-1")
    image = Image.new("P", (480, 200))
    image.putpalette([11, 79, 92, 255, 255, 255])
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.multiline_text((10, 10), text, fill=1)
    data = BytesIO()
    image.save(data, "PNG")
    return [Picture("board", data.getvalue(), f"{scene.headline}. {scene.pill}.")]
