"""Village Rails: tracks, trips and features in a tableau of one's own, for 2 to 4."""

from games.village.rules import VILLAGE

__all__ = ["VILLAGE"]
