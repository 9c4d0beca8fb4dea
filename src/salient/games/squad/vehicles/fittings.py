"""What some tanks have: gyroscopes, and where vehicles stand when play begins. D11.1, D8.23.

Readings: where a scenario says ``gyros``, a die of no more than 2 gives each tank that may have one
a gyroscope; its gun is fired at -1 while it drives. Where it says ``off_road_set_up``, vehicles
that were set up off the road in snow or mud check for bogging before the first turn. Skirts against
shaped charges are a matter of armour (D11.2).
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Secret
from salient.engine.state import Log
from salient.games.squad.combat.bogging import bog_checks
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck

HAS_GYRO = 2
"""The highest die that gives a tank its gyroscope."""

SOFT = frozenset({"snow", "deep_snow", "mud"})


def fit_out(g: SquadState, log: Log) -> None:
    """Before the first turn a die for each tank. Rule D11.1."""
    if g.turn > 1 or "gyros" not in g.special:
        return
    for tank in each_piece(g.setting.vehicles & ~g.aside()):
        if "gyro" not in g.setting.vehicle_row(tank).fittings.split():
            continue
        die = g.die()
        g.gyros |= (die <= HAS_GYRO) << tank
        result = "passed" if die <= HAS_GYRO else "failed"
        log.append(Secret(g.side(tank), Tried(tank, "gyro", (die,), (), result)))


def settle_in(g: SquadState, log: Log) -> None:
    """Vehicles that were set up off the road in soft ground may be stuck. Rule D8.23."""
    if g.turn > 1 or "off_road_set_up" not in g.special or not g.special & SOFT:
        return
    for vehicle in each_piece(g.on_map(g.setting.vehicles) & ~(g.wrecks | g.immobile)):
        if not g.setting.board.hex(g.where[vehicle]).road:
            own = Log()
            bog_checks(g, vehicle, (BogCheck("D8.23", 0),), own)
            log.extend(Secret(g.side(vehicle), event) for event in own)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"gyros", "off_road_set_up"}),
    game_turns=(fit_out, settle_in),
)
