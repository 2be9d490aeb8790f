"""Leagues of a server: seasons, pairing, points, standings and ratings."""
