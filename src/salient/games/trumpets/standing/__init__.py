"""Chapters on how things stand: weather, zones of control, stacking, command, supply, fuel."""
