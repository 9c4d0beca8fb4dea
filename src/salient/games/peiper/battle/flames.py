"""Tanks with a flamethrower in the bow. Rules CG8, SSR-I.4.

Reading (US vehicle note F): it is fired in place of the bow machine-gun, at the next hex before the
hull, with a firepower of 24 and without a To Hit roll; an original roll of 10 or more empties it.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import UnitFared
from salient.games.peiper.state import PeiperState
from salient.games.squad.combat.attack import strike, struck
from salient.games.squad.combat.firepower import AT_MOVERS, target_places
from salient.games.squad.combat.vehicle_arms import BOW, arms_left, field_of, fire_arms
from salient.games.squad.core.actions import PLACE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.guns.indirect import column_for
from salient.games.squad.sight.concealment import expose
from salient.games.squad.sight.los import sees

POWER, REACH, EMPTY = 24, 1, 10


def flame_aims(g: PeiperState, tank: Piece, occasion: Occasion) -> Iterator[Action]:
    """The hexes that a tank's flamethrower can be fired at. Rule CG8."""
    if not g.flamers >> tank & 1 or not arms_left(g, tank, occasion) & BOW:
        return
    near = g.setting.board.within(g.where[tank], REACH) & field_of(g, tank, BOW)
    for place in each_place(target_places(g, g.side(tank)) & near):
        if place != g.where[tank] and sees(g, tank, place):
            yield Action("flame", (place,))


def flame(g: PeiperState, tank: Piece, action: Action, occasion: Occasion, log: Log) -> None:
    """It is fired. Rule CG8."""
    place, side, moving = action.place(0), g.side(tank), occasion in AT_MOVERS
    fire_arms(g, tank, BOW, occasion)
    expose(g, 1 << tank, log)
    attack = Attack("flame", side, (g.where[tank],), place, moving, (tank,))
    dice = g.dice()
    targets = struck(g, place, 1 - side, moving=moving)
    strike(g, attack, column_for(POWER), dice, (), targets, log)
    if sum(dice) >= EMPTY:
        g.flamers &= ~(1 << tank)
        log.append(UnitFared(side, tank, "burnt_empty", "CG8"))


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"vehicle"}),
    aims=(flame_aims,),
    shots={"flame": flame},
    verbs={"flame": (PLACE,)},
)
