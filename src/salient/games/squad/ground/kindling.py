"""Setting fire to what one stands in. Rules B25.11, B32.51c.

Reading of B25.11: a squad in Good Order that has not moved tries to set its own location on fire;
that takes its whole move. Two dice, and what a leader helps, must reach the kindling number of the
terrain.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.state import Log
from salient.games.squad.combat.rubble import kindle
from salient.games.squad.core.events.fire import Tried
from salient.games.squad.core.locations import chart_row
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState

KINDLE = Action("kindle")


def kindling_orders(g: SquadState, march: March) -> Iterator[Action]:
    """A squad may set fire to its location if that can burn and does not yet. Rule B25.11."""
    place = g.where[march.units[0]]
    if march.spent or place == NOWHERE or march.units[0] in g.bypass:
        return
    if not any(g.setting.squads >> unit & 1 for unit in march.units):
        return
    if chart_row(g, place).kindle and not (g.flames | g.blazes) >> place & 1:
        yield KINDLE


def set_fire(g: SquadState, action: Action, log: Log) -> int:  # noqa: ARG001
    """Try to set a location on fire: its kindling number or more. Rules B25.11, B32.51c."""
    march = g.moving
    place = g.where[march.units[0]]
    led = -g.best_leadership(march.units)
    modifiers = (Modifier("A10.7", led),) if led else ()
    dice = g.dice()
    done = sum(dice) + led >= chart_row(g, place).kindle
    squad = next(u for u in march.units if g.setting.squads >> u & 1)
    log.append(Tried(squad, "fire", dice, modifiers, "passed" if done else "failed"))
    if done:
        kindle(g, place, log)
    g.ti |= set_of(march.units)
    return mf_left(g, march)


CHAPTER: Chapters[SquadState] = Chapters(
    orders=(kindling_orders,),
    verbs={"kindle": ()},
    carry_out={"kindle": set_fire},
)
