"""Slow Train: railway board games by post, on Discord."""
