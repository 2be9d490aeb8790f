"""Ride the Rails: shares, track and passengers across a continent, for 3 to 5."""

from games.ride.rules import RIDE

__all__ = ["RIDE"]
