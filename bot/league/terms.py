"""The terms of a league: what is played, by whom against whom, how fast, for how many points."""

from __future__ import annotations

from typing import Literal

import msgspec

from bot.clock import PACES
from bot.league.pairing import BEARABLE, Sizes
from bot.refusal import Refused
from games import GAMES

Format = Literal["round-robin", "swiss", "knock-out"]
FORMATS: tuple[Format, ...] = ("round-robin", "swiss", "knock-out")
NO_SHOWS: tuple[Literal["stand-in", "forfeit"], ...] = ("stand-in", "forfeit")
MEMBERS = 64  # in a season
DIVISIONS = 8
GAMES_IN_TURN = 12
SWISS_ROUNDS = 5
LATE = 3  # who comes within the first third of the rounds may still enter


class Terms(msgspec.Struct, frozen=True):
    """What an organiser has decided for a season."""

    games: tuple[str, ...]
    """One, or several in turn, a round each."""
    format: Format
    size: int
    """How many sit at a table, where the numbers allow it."""
    rounds: int = 0
    """0: as many as fit the format."""
    divisions: int = 1
    places: int = MEMBERS
    """How many can enter; the rest wait."""
    pace: str = "1d"
    points: tuple[int, ...] = ()
    """By place; none: the house's own."""
    days: int = 0
    """Days from round to round; 0: the next begins when all tables are over."""
    moving: int = 1
    """How many go up and down between divisions."""
    duplicate: bool = False
    """Whether all tables of a round get the same deal."""
    no_show: Literal["stand-in", "forfeit"] = "stand-in"

    @property
    def sizes(self) -> Sizes:
        """The tables that its games allow."""
        return Sizes(self.size, fewest(self.games))

    def game(self, number: int) -> str:
        """The game of a round."""
        return self.games[(number - 1) % len(self.games)]


def fewest(games: tuple[str, ...]) -> int:
    """The smallest table at which each of these games has somebody to beat."""
    return max(2, *(GAMES[game].seats[0] for game in games))


def most(games: tuple[str, ...]) -> int:
    """The largest table that each of these games allows."""
    return min(GAMES[game].seats[-1] for game in games)


def check(terms: Terms) -> Terms:
    """The terms, if they make sense; Refused says what does not."""
    for game in terms.games:
        if game not in GAMES:
            raise Refused("no_such_game", game=game)
    if len(terms.games) > GAMES_IN_TURN:
        raise Refused("league_many_games", many=GAMES_IN_TURN)
    low, high = fewest(terms.games), most(terms.games)
    if low > high:
        raise Refused("league_games_apart", low=low, high=high)
    if not low <= terms.size <= high:
        raise Refused("league_size", low=low, high=high)
    if terms.pace not in PACES or terms.pace == "none":
        raise Refused("league_pace")
    if terms.format == "knock-out" and terms.divisions > 1:
        raise Refused("league_knock_out_divisions")
    if terms.format == "knock-out" and terms.rounds:
        raise Refused("league_knock_out_rounds")
    if terms.places < terms.divisions * low:
        raise Refused("league_places", few=terms.divisions * low)
    if not 0 <= terms.rounds <= BEARABLE:
        raise Refused("league_rounds", many=BEARABLE)
    return terms


def encode(terms: Terms) -> str:
    """The terms as they are kept."""
    return msgspec.json.encode(terms).decode()


def decode(text: str) -> Terms:
    """The terms as they were kept."""
    return msgspec.json.decode(text, type=Terms)
