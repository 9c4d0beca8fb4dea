"""*Tigers in the Mist*: area movement and impulses, 16-22 December 1944.

Read :mod:`~salient.games.mist.sequence` first: it is the sequence-of-play page. Each chapter of
the rulebook has its module: :mod:`~salient.games.mist.rules.stacking` (7),
:mod:`~salient.games.mist.rules.movement` (8, with :mod:`~salient.games.mist.rules.groups`: where
units can go), :mod:`~salient.games.mist.rules.combat` (9, with
:mod:`~salient.games.mist.rules.artillery`, :mod:`~salient.games.mist.rules.targets` and
:mod:`~salient.games.mist.rules.fire`), :mod:`~salient.games.mist.rules.bridges` (10),
:mod:`~salient.games.mist.rules.reinforcements` (11), :mod:`~salient.games.mist.rules.victory` (12),
:mod:`~salient.games.mist.rules.supply` (13) and :mod:`~salient.games.mist.rules.special` (14).
"""

from salient.games.mist.game import TigersInTheMist

GAME = TigersInTheMist()

__all__ = ["GAME", "TigersInTheMist"]
