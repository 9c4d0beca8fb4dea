"""Chapters on movement: costs, ranges, moves, crossings, overruns."""
