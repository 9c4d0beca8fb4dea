"""*Tigers in the Mist*: area movement and impulses, 16-22 December 1944.

Read :mod:`~salient.games.mist.sequence` first: it is the sequence-of-play page. Each chapter of
the rulebook has its module: :mod:`~salient.games.mist.stacking` (7),
:mod:`~salient.games.mist.movement` (8), :mod:`~salient.games.mist.combat` (9, with
:mod:`~salient.games.mist.artillery`, :mod:`~salient.games.mist.targets` and
:mod:`~salient.games.mist.fire`), :mod:`~salient.games.mist.bridges` (10),
:mod:`~salient.games.mist.reinforcements` (11), :mod:`~salient.games.mist.victory` (12),
:mod:`~salient.games.mist.supply` (13) and :mod:`~salient.games.mist.special` (14).
"""

from salient.games.mist.game import TigersInTheMist

GAME = TigersInTheMist()

__all__ = ["GAME", "TigersInTheMist"]
