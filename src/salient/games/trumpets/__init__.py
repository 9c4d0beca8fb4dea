"""*A Time for Trumpets*: battalions on one-mile hexes, 16-26 December 1944."""
