"""Operation Stösser (rc-drop-1): von der Heydte's battalion drops behind the front."""

from __future__ import annotations

from salient.boards.hexes import Direction
from salient.boards.pieces import NOWHERE
from salient.engine.state import Log
from salient.games.trumpets.calendar import code
from salient.games.trumpets.events import Dropped
from salient.games.trumpets.harm.losses import eliminate
from salient.games.trumpets.roster import ALLIED, NO_UNIT
from salient.games.trumpets.state import TrumpetsState

DIE = 6
UNIT, TURN, ZONE = "vdH", "17PD", "7608"


def drop_paratroops(g: TrumpetsState, log: Log) -> None:
    """One die for the direction, one halved for the distance; lost on Allies or off the map."""
    unit = g.setting.roster.index.get(UNIT, NO_UNIT)
    if code(g.turn) != TURN or unit < 0 or g.where[unit] != NOWHERE or not g.steps_left[unit]:
        return
    if not g.setting.country.has(ZONE):
        return
    direction, distance = g.roll(DIE), g.roll(DIE)
    place, board = g.setting.at(ZONE), g.setting.board
    for _ in range(distance // 2):
        place = board.neighbours[place][Direction(direction - 1)] if place >= 0 else NOWHERE
    log.append(Dropped(unit, place, (direction, distance)))
    g.waiting.pop(unit, None)
    if place < 0 or g.occupied[ALLIED] >> place & 1:
        eliminate(g, unit, "rc-drop-1", log)
    else:
        g.put(unit, place)
