"""What happens to those aboard when it goes badly: wrecks and branches. Rules D5.6, D6.23, D6.9."""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.events import Modifier
from salient.engine.state import Log
from salient.games.squad.combat.morale import check_morale, eliminate
from salient.games.squad.combat.passengers import fall_off, is_rider, people_aboard
from salient.games.squad.core.events import Tried
from salient.games.squad.core.questions import Chapters, Entry
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground.streams import troubles_riders

ON_TOP = -2
"""Reading of D6.9: who rides on top of a tank gets off it more easily."""


def leave_wreck(g: SquadState, vehicle: int, log: Log) -> None:
    """Those aboard a destroyed vehicle survive with a roll of its survival number or less.

    Rules D5.6, D6.9 (reading: each for himself; its own crew has no counter and is lost with it).
    A towed gun is left behind.
    """
    need = g.setting.vehicle_row(vehicle).crew
    for unit in people_aboard(g, vehicle):
        modifiers = (Modifier("D6.9", ON_TOP),) if is_rider(g, unit) else ()
        dice = g.dice()
        lives = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
        log.append(Tried(unit, "survival", dice, modifiers, "passed" if lives else "failed"))
        if lives:
            fall_off(g, unit, log)
        else:
            eliminate(g, unit, "wreck", log)
    for gun in members(g.load(vehicle)):
        g.towed.pop(gun, None)


def sweep_riders(g: SquadState, entry: Entry, log: Log) -> None:
    """Branches sweep riders off where a tank leaves the road for woods or an orchard.

    Rules D6.23 (reading: they take a morale check), P4.11c, B33.11c.
    """
    from salient.games.squad.core.locations import by_road

    vehicle = entry.unit
    if not g.aboard or vehicle in g.bypass or not troubles_riders(g, vehicle):
        return
    if by_road(g, entry.origin, entry.to, entry.side):
        return
    for unit in people_aboard(g, vehicle):
        if is_rider(g, unit):
            fall_off(g, unit, log)
            check_morale(g, unit, 0, log, "bail_out")


CHAPTER: Chapters[SquadState] = Chapters(
    arrivals=(sweep_riders,),
)
