"""Squad-level tactics on 40-metre hexes: squads, leaders, guns and vehicles, December 1944.

Read :mod:`~salient.games.squad.sequence` first: it is the sequence-of-play page. The rooms stand
on one another, each importing only those before it:

* ``terrain``: the map: kinds of terrain, map files, hexes and locations;
* ``core``: setting, state, events, tables, the questions put to chapters, costs, stacking;
* ``sight``: lines of sight in play, and who is concealed from whom;
* ``combat``: firepower, cover, attacks, morale, damage;
* ``guns``: ordnance, mortars, artillery, panzerfausts;
* ``infantry``: fire, defensive fire, entering, charges, smoke;
* ``ground``: the chapters of Kampfgruppe Peiper (P1-P7) and of the terrain book (B20-B37);
* ``vehicles``: driving, towing, overruns;
* ``phases``: rally, movement, rout, advance, close combat; set-up and victory;
* ``show``: what serves the eye; ``bot``: what thinks.

:mod:`~salient.games.squad.chapters` says which chapters are in play and in which order the core
asks them, :mod:`~salient.games.squad.core.questions` what it asks, and
:mod:`~salient.games.squad.knowledge` what a side knows.
"""

from salient.games.squad.game import SquadGame

GAME = SquadGame()

__all__ = ["GAME", "SquadGame"]
