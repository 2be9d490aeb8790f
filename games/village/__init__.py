"""Village Rails: tracks, trips and features in a tableau of one's own, for 2 to 4."""
