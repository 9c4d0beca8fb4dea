"""Losing one's way at night (E1.5), which the rule of fences leans on (P3.2d).

Reading: at night infantry that sets out without a leader, and not along a road, throws two dice. On
11 or more it strays into the hex that another die names, and its move is over. If nothing but the
ground or others keep it from going there it stays where it is; at a fence that it cannot cross it
is TI (P3.2d).
"""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.state import Log
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.events.movement import Strayed
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.ground.fences import fence_bar
from salient.games.squad.infantry.entering import enter

ASTRAY = 11
"""The roll from which a unit loses its way."""

SETTING_OUT = frozenset({"go", "assault", "dash", "bypass"})
"""Orders that may lead astray."""


def may_stray(g: SquadState) -> bool:
    """Whether the moving units could lose their way. Rule E1.5."""
    march = g.march
    if march is None or march.spent or "night" not in g.special:
        return False
    place = g.where[march.units[0]]
    if place == NOWHERE or any(g.setting.leaders >> unit & 1 for unit in march.units):
        return False
    return not g.setting.board.hex(place).road


def strays(g: SquadState, left: int, log: Log) -> bool:
    """Whether the moving units lose their way; then they have gone where they strayed.

    Rules E1.5, P3.2d.

    Args:
        g: The state.
        left: Halves of MF that they have.
        log: What happened.
    """
    march = g.moving
    dice = g.dice()
    lost = sum(dice) >= ASTRAY
    result = "failed" if lost else "passed"
    log.append(unseen(g, Strayed(g.side(march.units[0]), march.units, dice, result)))
    if lost:
        way = g.die()
        log.append(unseen(g, Tried(march.units[0], "way", (way,), (), result)))
        wander(g, way - 1, left, log)
    return lost


def wander(g: SquadState, side: int, left: int, log: Log) -> None:
    """Stray across a hexside, or stop before it. Rules E1.5, P3.2d."""
    march = g.moving
    first, mover, units = march.units[0], g.side(march.units[0]), set_of(march.units)
    place, board = g.where[first], g.setting.board
    near = board.hex(place).near[side]
    link = next((k for k in board.links[place] if k.side == side and k.to == near), None)
    if link is None:
        return
    entry = Entry(first, "infantry", place, link.to, side)
    if fence_bar(g, entry):
        g.ti |= units
        return
    cost = entry_cost(g, entry, left)
    if cost.bar or cost.total > left or not may_pass(g, link.to, mover):
        return
    if has_room(g, link.to, units, mover):
        enter(g, entry, cost.total, log)
