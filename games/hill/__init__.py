"""The Rail on the Hill: a town of sixteen cards and four lines across it, for 1 to 4."""

from games.hill.rules import HILL

__all__ = ["HILL"]
