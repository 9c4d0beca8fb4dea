"""*A Time for Trumpets*: battalions on one-mile hexes, 16-26 December 1944.

Read :mod:`~salient.games.trumpets.sequence` first: it is the sequence-of-play card. The chapters
stand in rooms: ``standing`` (how things stand), ``harm``, ``air``, ``orders``, ``march``,
``fight`` and ``special``; each imports only those before it.
"""

from salient.games.trumpets.game import TimeForTrumpets

GAME = TimeForTrumpets()

__all__ = ["GAME", "TimeForTrumpets"]
