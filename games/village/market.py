"""The two markets and the deck between them."""

from __future__ import annotations

from games.core import Fact, IllegalMove
from games.village.components import TRACKS, TRIPS, the_box
from games.village.state import Card, Offer, State


def price(place: int) -> int:
    """What a place costs, counted from the far end: £1 for every card further away (V13)."""
    return place - 1


def check_place(market: list[Offer], place: int) -> None:
    """There is a card at this place, counted from the far end of a market."""
    if not market:
        raise IllegalMove("village.market_empty")
    if not 1 <= place <= len(market):
        raise IllegalMove("village.no_such_place", place=place, places=len(market))


def take(market: list[Offer], place: int) -> Offer:
    """A pound goes on every card further away; those nearer the deck slide (V13, V15)."""
    for offer in market[: price(place)]:
        offer.coins += 1
    return market.pop(place - 1)


def refill(state: State) -> list[Fact]:
    """The deck's top cards fill the gaps, the track market first (V15, V16)."""
    facts = []
    while state.deck and len(state.tracks) < TRACKS:
        facts.append(_track_comes(state, state.deck.pop()))
    while state.deck and len(state.trips) < TRIPS:
        facts.append(_trip_comes(state, state.deck.pop()))
    if not facts:
        return []
    if not state.deck:
        return [*facts, Fact("village.deck_empty")]
    return [*facts, Fact("village.deck_shows", {"card": _trip(state.deck[-1])}, reveals=True)]


def _track_comes(state: State, card: Card) -> Fact:
    state.tracks.append(Offer(card))
    track = the_box().tracks[card]
    values = {
        "terrain": track.terrain,
        "pattern": track.pattern,
        "above": track.above or "none",
        "left": track.left or "none",
    }
    return Fact("village.track_comes", values, reveals=True)


def _trip_comes(state: State, card: Card) -> Fact:
    """No secret: the deck showed this trip before."""
    state.trips.append(Offer(card))
    return Fact("village.trip_comes", {"card": _trip(card)})


def _trip(card: Card) -> dict[str, int]:
    trip = the_box().trips[card]
    return {trip.theme: trip.worth}


def put_under(state: State, cards: list[Card]) -> None:
    """Scored trips go under the deck, one below the other (V41)."""
    for card in cards:
        state.deck.insert(0, card)
