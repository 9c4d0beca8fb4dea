"""*Battle of the Bulge: Ardennes '44* (バルジ大作戦): regiments on hexes, 16-28 December 1944.

Read :mod:`~salient.games.bulge.sequence` first: it is the sequence-of-play page. Each chapter of
the rulebook has its module: :mod:`~salient.games.bulge.rules.control` (5),
:mod:`~salient.games.bulge.rules.stacking` (6), :mod:`~salient.games.bulge.rules.movement` (7),
:mod:`~salient.games.bulge.rules.combat` and :mod:`~salient.games.bulge.rules.results` (8),
:mod:`~salient.games.bulge.rules.setup`, :mod:`~salient.games.bulge.rules.limits`,
:mod:`~salient.games.bulge.rules.airborne`, :mod:`~salient.games.bulge.rules.commandos` and
:mod:`~salient.games.bulge.rules.sectors` (9), :mod:`~salient.games.bulge.rules.air` (10),
:mod:`~salient.games.bulge.rules.supply` (11), :mod:`~salient.games.bulge.rules.terrain` (3, 12),
:mod:`~salient.games.bulge.rules.victory` and :mod:`~salient.games.bulge.rules.breakthrough` (13).
"""

from salient.games.bulge.game import BattleOfTheBulge

GAME = BattleOfTheBulge()

__all__ = ["GAME", "BattleOfTheBulge"]
