"""A table of Village Rails for the tests: a position is laid out, then it is played."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from games.core import Fact, IllegalMove, Move, Rng
from games.phrasebook import Phrasebook
from games.village import VILLAGE
from games.village.components import Border, Track, Trip, the_box
from games.village.forecast import Outlook, outlook
from games.village.moves import Assign, Build, Done, Order, Terminus, Under
from games.village.moves import Track as TakeTrack
from games.village.moves import Trip as TakeTrip
from games.village.scoring import Along, trip_points
from games.village.state import Card, Laid, Offer, Options, State, Tableau
from games.village.view import View

NONE = 0
NAMES = ("Ada", "Bo", "Cy", "Dee")


def track(text: str) -> Track:
    """A track by what is on it: "lake crossing, halt 2, -", from above and from the left."""
    ground, above, left = text.split(", ")
    features = [None if feature == "-" else feature for feature in (above, left)]
    return Track(*ground.split(" "), *features)


def trip(text: str) -> Trip:
    """A trip as it stands in the file: "most lake: 5"."""
    theme, _, worth = text.partition(": ")
    return Trip(theme, int(worth))


def line(terrains: str = "", *features: str, tracks: int | None = None) -> Along:
    """What lies along a line: terrains from its start on, and features."""
    found = tuple(terrains.split())
    return Along(found, features, len(found) if tracks is None else tracks)


def scores(text: str, along: Along) -> int:
    """What a trip scores on a line."""
    return trip_points(trip(text), along)


class Table:
    """Seat 0 has the letter A and begins; seat 1 has B, and so on.

    `lay`, `plans`, `tracks`, `trips`, `deck` and `hand` lay out a position outside the rules; the
    rest are moves of whoever's turn it is, unless a seat is given.
    """

    def __init__(self, players: int = 2, *, letters: str = "ABCD", money: int = 5) -> None:
        self.state: State = VILLAGE.new(players, Options(), Rng(bytes(32), 0))
        self.state.first = 0
        for letter, tableau in zip(letters, self.state.tableaux, strict=False):
            tableau.letter, tableau.money = letter, money
        self.words = Phrasebook(VILLAGE, NAMES[:players])
        self._kept: set[Card] = set()

    # Laying out a position

    def _draw(self, wanted: str) -> Card:
        """A card out of the deck or the markets, by either side."""
        box = the_box()
        sides = box.trips if ": " in wanted else box.tracks
        side = trip(wanted) if ": " in wanted else track(wanted)
        for card in self.state.deck:
            if sides[card] == side:
                self.state.deck.remove(card)
                return card
        raise AssertionError(f"no card like {wanted} is left in the deck")

    def lay(self, *, seat: int = 0, turned: str = "", **spaces: str) -> "Table":
        """Put tracks into a tableau: lay(A1="lake crossing, -, farm")."""
        self._unplace()
        for space, wanted in spaces.items():
            self._tableau(seat).laid[space] = Laid(self._draw(wanted), space in turned)
        return self._replace()

    def plans(self, start: str, *wanted: str, seat: int = 0) -> "Table":
        """Put trips at a line."""
        self._unplace()
        self._tableau(seat).trips[start] = [self._draw(each) for each in wanted]
        return self._replace()

    def tracks(self, *wanted: str, coins: tuple[int, ...] = ()) -> "Table":
        """The first cards of the track market, the free one first; coins likewise."""
        return self._market(self.state.tracks, wanted, coins)

    def trips(self, *wanted: str, coins: tuple[int, ...] = ()) -> "Table":
        """The first cards of the trip market, the one at the far end first; coins likewise."""
        return self._market(self.state.trips, wanted, coins)

    def _market(
        self, market: list[Offer], wanted: tuple[str, ...], coins: tuple[int, ...]
    ) -> "Table":
        self._unplace()
        cards = [self._draw(each) for each in wanted]
        self._replace()
        for place, card in enumerate(cards):
            self.state.deck.insert(0, market[place].card)
            market[place].card = card
        self._kept |= set(cards)
        for place, count in enumerate(coins):
            market[place].coins = count
        return self

    def _unplace(self) -> None:
        """Cards of the markets that were not asked for go back, so that any can be."""
        for market in (self.state.tracks, self.state.trips):
            for offer in market:
                if offer.card not in self._kept:
                    self.state.deck.insert(0, offer.card)
                    offer.card = NONE

    def _replace(self) -> "Table":
        for market in (self.state.tracks, self.state.trips):
            for offer in market:
                if offer.card == NONE:
                    offer.card = self.state.deck.pop(0)
        return self

    def deck(self, *wanted: str) -> "Table":
        """Put these on top of the deck, the topmost first."""
        for each in reversed(wanted):
            self.state.deck.append(self._draw(each))
        return self

    def empty_deck(self, left: int = 0) -> "Table":
        """Nearly all of the deck lies in the other player's tableau, out of the way."""
        away = [self.state.deck.pop(0) for _ in range(len(self.state.deck) - left)]
        self._tableau(1).trips["L4"] = away
        return self

    def hand(self, *names: str, seat: int = 0) -> "Table":
        """Terminus cards in hand."""
        self._tableau(seat).hand = list(names)
        return self

    def _tableau(self, seat: int | None) -> Tableau:
        return self.state.tableaux[0 if seat is None else seat]

    # Playing

    def play(self, move: Move, seat: int | None = None) -> list[Fact]:
        who = self.state.acting if seat is None else seat
        return VILLAGE.play(self.state, 0 if who is None else who, move, Rng(bytes(32), 1))

    def trip(self, place: int, to: str = "", *, seat: int | None = None) -> list[Fact]:
        """Plan a trip, and assign it if a line is given."""
        facts = self.play(TakeTrip(place), seat)
        return facts + (self.play(Assign(to), seat) if to else [])

    def assign(self, start: str) -> list[Fact]:
        return self.play(Assign(start))

    def track(self, place: int, *, seat: int | None = None) -> list[Fact]:
        return self.play(TakeTrack(place), seat)

    def build(self, space: str, *, turned: bool = False) -> list[Fact]:
        return self.play(Build(space, turned))

    def order(self, start: str) -> list[Fact]:
        return self.play(Order(start))

    def terminus(self, name: str) -> list[Fact]:
        return self.play(Terminus(name))

    def under(self, first: int) -> list[Fact]:
        return self.play(Under(first))

    def done(self) -> list[Fact]:
        return self.play(Done())

    # Asking

    @property
    def acting(self) -> int | None:
        return self.state.acting

    @property
    def money(self) -> list[int]:
        return [tableau.money for tableau in self.state.tableaux]

    @property
    def points(self) -> list[int]:
        return [tableau.points for tableau in self.state.tableaux]

    @property
    def top(self) -> Trip:
        return the_box().trips[self.state.deck[-1]]

    def view(self, seat: int | None = 0) -> View:
        return VILLAGE.view(self.state, seat)

    def market(self) -> list[tuple[Track, int]]:
        """The track market from the far end on, with the coins."""
        return [(offer.track, offer.coins) for offer in self.view(None).tracks]

    def trip_market(self) -> list[tuple[Trip, int]]:
        """The trip market from the far end on, with the coins."""
        return [(offer.trip, offer.coins) for offer in self.view(None).trips]

    def outlook(self, start: str, seat: int = 0) -> Outlook:
        return outlook(self.view(seat).tableaux[seat], start)

    def border(self, start: str, seat: int = 0) -> Border:
        return self._tableau(seat).borders[start]

    def legal(self, seat: int | None = None) -> list[Move]:
        who = self.state.acting if seat is None else seat
        return [] if who is None else list(VILLAGE.legal(self.state, who))

    def told(self, facts: list[Fact], seat: int | None = 0) -> str:
        """Facts as this seat reads them, condensed."""
        known = [fact for fact in facts if fact.known_to(seat)]
        return " ".join(self.words.tell(fact) for fact in VILLAGE.condense(known))

    @contextmanager
    def refuses(self, key: str) -> Iterator[None]:
        """The move is refused for this reason, which can be said, and nothing has changed."""
        before = msgspec.json.encode(self.state)
        with pytest.raises(IllegalMove) as caught:
            yield
        assert caught.value.fact.key == key, self.words.refuse(caught.value)
        assert msgspec.json.encode(self.state) == before
        said = self.words.refuse(caught.value)
        assert said and "{" not in said


def values(facts: list[Fact], key: str) -> dict[str, object]:
    """What the one fact of this key says."""
    (found,) = [fact for fact in facts if fact.key == f"village.{key}"]
    return found.values
