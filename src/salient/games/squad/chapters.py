"""The chapters in play, in the order in which the core asks them.

A chapter is switched on here and nowhere else; what it answers stands at the end of its module, and
what it can be asked in :class:`~salient.games.squad.core.questions.Chapters`. The order matters
where two may answer: the first cost or bar counts, and modifiers and checks come in this order.
A chapter whose answers come at two places of the order is two values. In a game only those are
asked that have to do with anything on its map (``needs``).
"""

from __future__ import annotations

from salient.games.squad.combat import rubble
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground import (
    crests,
    culverts,
    debris,
    emplacements,
    falling_debris,
    fences,
    fire_zones,
    kindling,
    mine_clearing,
    narrow_streets,
    off_road,
    pine_woods,
    rail_cars,
    rail_moves,
    rowhouses,
    scaling,
    slopes,
    steeples,
    streams,
    street_blocks,
    street_dangers,
    street_fighting,
    street_guns,
    street_vehicles,
    towers,
    weather,
)
from salient.games.squad.infantry import charges, foxholes, weapons
from salient.games.squad.vehicles import armoured_assault, overruns, passengers, towing, wrecks

CHAPTERS: tuple[Chapters[SquadState], ...] = (
    streams.COMBINED,
    crests.CHAPTER,
    debris.CHAPTER,
    culverts.CHAPTER,
    fire_zones.CHAPTER,
    streams.CHAPTER,
    streams.BANKS,
    steeples.CHAPTER,
    narrow_streets.CHAPTER,
    street_blocks.CHAPTER,
    street_guns.CHAPTER,
    street_dangers.CHAPTER,
    street_vehicles.CHAPTER,
    towing.CHAPTER,
    slopes.CHAPTER,
    pine_woods.CHAPTER,
    wrecks.CHAPTER,
    mine_clearing.CHAPTER,
    weather.CHAPTER,
    fences.CHAPTER,
    debris.CLEARING,
    rail_moves.CHAPTER,
    rail_cars.CHAPTER,
    towers.CHAPTER,
    kindling.CHAPTER,
    rowhouses.CHAPTER,
    weather.SOFT_GOING,
    off_road.CHAPTER,
    passengers.CHAPTER,
    towing.UNHOOKING,
    street_fighting.CHAPTER,
    armoured_assault.CHAPTER,
    scaling.CHAPTER,
    falling_debris.CHAPTER,
    emplacements.CHAPTER,
    foxholes.CHAPTER,
    weapons.CHAPTER,
    overruns.CHAPTER,
    charges.CHAPTER,
    rubble.CHAPTER,
)
