"""The rules of the games, and the list of them."""

from __future__ import annotations

from games.core import AnyGame
from games.dice import DICE
from games.hill import HILL
from games.ride import RIDE
from games.village import VILLAGE

GAMES: dict[str, AnyGame] = {game.key: game for game in (RIDE, HILL, VILLAGE, DICE)}
"""Every game that can be played: a new one is registered by adding it here."""
