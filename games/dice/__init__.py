"""Railroad Dice: one line of track, built by everybody at both its ends, for 2 to 4."""

from games.dice.rules import DICE

__all__ = ["DICE"]
