"""*Kampfgruppe Peiper*: three campaigns on the squad game, December 1944.

Read :mod:`~salient.games.peiper.sequence` first: it lists the steps of the refit phase. The rooms:
``charts`` (what is looked up), ``standing`` (how things stand), ``battle`` (special rules while a
scenario is played), ``refit`` (the steps between scenarios).
"""

from salient.games.peiper.game import PeiperGame

GAME = PeiperGame()

__all__ = ["GAME", "PeiperGame"]
