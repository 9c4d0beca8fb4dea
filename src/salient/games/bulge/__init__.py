"""*Battle of the Bulge: Ardennes '44* (バルジ大作戦): regiments on hexes, 16-28 December 1944.

Read :mod:`~salient.games.bulge.sequence` first: it is the sequence-of-play page. Each chapter of
the rulebook has its module: :mod:`~salient.games.bulge.control` (5),
:mod:`~salient.games.bulge.stacking` (6), :mod:`~salient.games.bulge.movement` (7),
:mod:`~salient.games.bulge.combat` and :mod:`~salient.games.bulge.results` (8),
:mod:`~salient.games.bulge.setup`, :mod:`~salient.games.bulge.limits`,
:mod:`~salient.games.bulge.airborne`, :mod:`~salient.games.bulge.commandos` and
:mod:`~salient.games.bulge.sectors` (9), :mod:`~salient.games.bulge.air` (10),
:mod:`~salient.games.bulge.supply` (11), :mod:`~salient.games.bulge.terrain` (3, 12),
:mod:`~salient.games.bulge.victory` and :mod:`~salient.games.bulge.breakthrough` (13).
"""

from salient.games.bulge.game import BattleOfTheBulge

GAME = BattleOfTheBulge()

__all__ = ["GAME", "BattleOfTheBulge"]
