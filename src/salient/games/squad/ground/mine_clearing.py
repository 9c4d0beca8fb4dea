"""Clearing mines by hand. Rule B28.53 (reading: a whole turn and a roll, like all clearance)."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import set_of
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.squad.combat.mines import face
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.labor import is_done
from salient.games.squad.core.march import March
from salient.games.squad.core.ongoing import Minefield
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground.street_blocks import CLEARED
from salient.games.squad.ground.street_dangers import may_clear_mines
from salient.games.squad.sight.concealment import reveal

LIFT = Action("lift")


def knows(g: SquadState, field: Minefield, unit: Piece) -> bool:
    """Whether a unit's side knows of a minefield."""
    return field.known or field.side == g.side(unit)


def lifting_orders(g: SquadState, march: March) -> Iterator[Action]:
    """A squad that has not moved may clear the mines it knows of where it is. B28.53, P5.142b."""
    first = march.units[0]
    place = g.where[first]
    if march.spent or first in g.bypass or not set_of(march.units) & g.setting.squads:
        return
    known = any(knows(g, field, first) for field in g.mines.get(place, ()))
    if known and may_clear_mines(g, place):
        yield LIFT


def lift_mines(g: SquadState, action: Action, log: Log) -> int:  # noqa: ARG001
    """Try to clear mines; that takes the whole turn. Rules B28.53, B24.7."""
    march = g.moving
    first, units = march.units[0], set_of(march.units)
    place = g.where[first]
    reveal(g, units, log)
    led = Modifier("B24.7", g.best_leadership(march.units))
    if is_done(g, log, first, "mines", CLEARED, led):
        fields = g.mines.pop(place)
        left = tuple(field for field in fields if not knows(g, field, first))
        if left:
            g.mines[place] = left
        for field in fields:
            if field not in left:
                log.append(Marked(place, face(field), "removed"))
    g.ti |= units
    return mf_left(g, march)


CHAPTER: Chapters[SquadState] = Chapters(
    orders=(lifting_orders,),
    verbs={"lift": ()},
    carry_out={"lift": lift_mines},
)
