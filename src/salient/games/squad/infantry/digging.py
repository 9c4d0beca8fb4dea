"""Digging foxholes in play. Rule B27.11.

Readings: squads in Good Order that have neither moved nor fired dig as their whole move, where
foxholes may be; they are TI. Two dice of no more than 5, helped by a leader and by one for each
earlier try there, make a foxhole for a squad; who digs is in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Place
from salient.engine.state import Log
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.labor import is_done
from salient.games.squad.core.locations import DEPRESSIONS
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import SquadState
from salient.games.squad.infantry.foxholes import room_left
from salient.games.squad.sight.concealment import expose

DIG = Action("dig")
DUG = 5
"""The highest roll that makes a foxhole."""


def may_dig(g: SquadState, place: Place) -> bool:
    """Whether a foxhole may be dug in a location. Rules B27.1, B27.11."""
    board = g.setting.board
    here = board.locations[place]
    under = board.hexes[here.hex].row.under
    if here.floor != "ground" or under in DEPRESSIONS or g.trenches >> place & 1:
        return False
    if here.hex in g.rubble or "frozen" in g.special:
        return False
    item = Fortification("foxhole", "german", here.token)  # Whoever digs it.
    return not any(answer(g, item, place) for answer in g.setting.chapters.fortification_bars)


def digging_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Squads that have not moved may dig where they are. Rule B27.11."""
    first, units = march.units[0], set_of(march.units)
    place = g.where[first]
    if march.spent or march.rushed or place == NOWHERE or first in g.bypass or first in g.crest:
        return
    diggers = units & g.setting.squads & ~g.entrenched
    if any(g.is_squad(unit) for unit in march.units if diggers >> unit & 1) and may_dig(g, place):
        yield DIG


def dig(g: SquadState, action: Action, log: Log) -> int:  # noqa: ARG001
    """Dig; that takes the whole turn. Rule B27.11."""
    march = g.moving
    first, units = march.units[0], set_of(march.units)
    place = g.where[first]
    expose(g, units, log)
    led = Modifier("B24.7", g.best_leadership(march.units))
    begun = Modifier("B27.11", -g.labor.get(place, 0))
    if is_done(g, log, first, "dig", DUG, led, begun):
        g.labor.pop(place, None)
        g.foxholes[place] = g.foxholes.get(place, 0) + 1
        log.append(Marked(place, "foxhole", "placed"))
        for unit in march.units:
            if g.size(unit) <= room_left(g, place):
                g.entrenched |= 1 << unit
    else:
        g.labor[place] = g.labor.get(place, 0) + 1
    g.ti |= units
    return mf_left(g, march)


CHAPTER: Chapters[SquadState] = Chapters(
    orders=(digging_orders,),
    verbs={"dig": ()},
    carry_out={"dig": dig},
)
