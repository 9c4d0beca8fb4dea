"""Boards: the geometry games are played on, free of any game's rules."""
