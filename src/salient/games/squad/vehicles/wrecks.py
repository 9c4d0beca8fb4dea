"""Pushing wrecks aside. Rule D10.4 (reading: a tracked AFV does it with its whole move)."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.state import Log
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mp_unspent
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground.street_vehicles import may_remove


def shoving_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The wrecks beside a tracked AFV that has not moved yet. Rule D10.4."""
    vehicle = march.units[0]
    able = g.setting.armour & ~(g.motion | g.bogged | g.immobile)
    if march.spent or not able >> vehicle & 1 or g.where[vehicle] == NOWHERE:
        return
    if g.setting.vehicle_row(vehicle).move != "tracked" or vehicle in g.bypass:
        return
    for wreck in each_piece(g.stacks[g.where[vehicle]] & g.wrecks & ~g.burning):
        if may_remove(g, wreck):  # P5.126b
            yield Action("shove", (wreck,))


def shove(g: SquadState, action: Action, log: Log) -> int:
    """Push a wreck off the map's concern. Rule D10.4. The start has been paid for."""
    wreck = action.piece(0)
    log.append(Marked(g.setting.board.hex_of[g.where[wreck]], "wreck", "removed"))
    g.put(wreck, NOWHERE)
    g.bypass.pop(wreck, None)
    g.lost |= 1 << wreck
    return mp_unspent(g, g.moving) - ONE


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"vehicle"}),
    driver_orders=(shoving_orders,),
    verbs={"shove": (PIECE,)},
    carry_out={"shove": shove},
)
