"""Squad-level tactics on 40-metre hexes: squads, leaders, guns and vehicles, December 1944.

Read :mod:`~salient.games.squad.sequence` first: it is the sequence-of-play page. The tactical core
has a module for each thing that happens: :mod:`~salient.games.squad.rally`,
:mod:`~salient.games.squad.fire` (with ``firepower``, ``attack``, ``cover``, ``morale``),
:mod:`~salient.games.squad.movement` (with ``paths``, ``costs``, ``bypass``, ``vehicles``),
:mod:`~salient.games.squad.defensive_fire`, :mod:`~salient.games.squad.ordnance`,
:mod:`~salient.games.squad.rout`, :mod:`~salient.games.squad.advance`,
:mod:`~salient.games.squad.close_combat`, :mod:`~salient.games.squad.concealment`.

The chapters of Kampfgruppe Peiper (P1-P7) and of the terrain book (B32-B37) are modules of their
own; :mod:`~salient.games.squad.chapters` says which of the core's questions each answers, and
:mod:`~salient.games.squad.questions` what the questions are.

Sight: :mod:`~salient.games.squad.terrain` says what each kind of terrain is to a line of sight,
:mod:`~salient.games.squad.maps` reads the map files, :mod:`~salient.games.squad.los` draws lines in
play, :mod:`~salient.games.squad.sightings` is what the ``los`` command uses.
"""

from salient.games.squad.game import SquadGame

GAME = SquadGame()

__all__ = ["GAME", "SquadGame"]
