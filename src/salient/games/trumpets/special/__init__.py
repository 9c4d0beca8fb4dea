"""Chapters of their own: Kampfgruppe Peiper, Skorzeny, random events."""
