"""Lines of sight in play: who sees what, asked after every step that anybody takes. A6, E1, E3."""

from __future__ import annotations

from collections.abc import Hashable

from salient.boards.sight import BLOCKED
from salient.boards.sight_map import Eye
from salient.engine.ids import Piece, Place
from salient.engine.memory import Memo
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Ends, Look
from salient.games.squad.sight.air import Air, air_of, hindrances
from salient.games.squad.sight.clutter import clutter, clutter_key, parked
from salient.games.squad.sight.lines import Sight, eye_of

SIGHTS: Memo[Hashable, Sight] = Memo("sight as things stand", 1024)
"""Lines of sight by all parts of a state that can change what lies about, and where vehicles are.
"""


class VeiledSight(Sight):
    """Lines of sight through mist and snow, and at night. Rules E1.1, E3.1, E3.32."""

    def __init__(self, g: SquadState, clear: Sight, air: Air) -> None:
        """Look through the air; lines are those of clear weather until then."""
        vars(self).update(vars(clear))  # All that is known of the lines without the air.
        self._rows, self.sides, self.noticed = {}, {}, {}
        self._haze, self._fog = hindrances(air.mist, snow=air.snow)
        self._nvr, self._lit, self._flashes = air.nvr, air.lit, air.flashes
        self._most = g.setting.numbers.fire.hindrance_block

    def hindrance(self, viewer: Eye, origin: Place, target: Eye, place: Place) -> int:
        """The hindrance between two eyes in their locations, or ``BLOCKED``."""
        away = self.board.ranges(origin)[self._hex_of[place]]
        fog = self._fog[away]
        if fog >= self._most or (away > self._nvr > 0 and self.is_dark(origin, place)):
            return BLOCKED
        found = super().hindrance(viewer, origin, target, place)
        if found < 0:
            return BLOCKED
        solid, total = found + fog, found + fog + self._haze[away]
        return BLOCKED if solid and total >= self._most else total  # E3.1

    def haze(self, origin: Place, place: Place) -> int:
        """The LV hindrance between two locations. Rule E3.1."""
        return self._haze[self.board.range(origin, place)]

    def fog(self, origin: Place, place: Place) -> int:
        """The hindrance of thick mist between two locations. Rule E3.32."""
        return self._fog[self.board.range(origin, place)]

    def is_dark(self, origin: Place, place: Place) -> bool:
        """Whether a location is too far off to be seen at night. Rule E1.1."""
        near = not self._nvr or self.board.range(origin, place) <= self._nvr
        return not (near or (self._lit | self._flashes) >> place & 1)

    def by_flash(self, origin: Place, place: Place) -> bool:
        """Whether a location is seen only by the flash of fire from there. Rule E1.8."""
        if not self._flashes >> place & 1 or self._lit >> place & 1:
            return False
        return self.board.range(origin, place) > self._nvr


def sight_of(g: SquadState) -> Sight:
    """The lines of sight in a state."""
    known = g.setting.memory.found_of(g)  # As in ``once``, which is asked less often.
    if known is None:
        return _sight_of(g)
    found: Sight | None = known.get("sight")
    if found is None:
        found = known["sight"] = _sight_of(g)
    return found


def _sight_of(g: SquadState) -> Sight:
    known, lying, vehicles = g.setting.memory.of(SIGHTS), clutter_key(g), parked(g)
    found = known.get((lying, vehicles))
    if found is None:
        found = known.keep((lying, vehicles), Sight(g, clutter(g), vehicles))
    air = air_of(g)
    if air is None:
        return found
    veiled = known.get((lying, vehicles, air))
    return veiled or known.keep((lying, vehicles, air), VeiledSight(g, found, air))


def sees(g: SquadState, viewer: Piece, place: Place) -> bool:
    """Whether a unit sees a location."""
    return sight_of(g).sees(g, viewer, place)


def sees_unit(g: SquadState, viewer: Piece, target: Piece) -> bool:
    """Whether a unit sees another."""
    return sight_of(g).sees_unit(g, viewer, target)


def look_at(g: SquadState, viewer: Piece, place: Place) -> Look:
    """What a unit sees of a location."""
    return see(g, eye_of(g, viewer), g.where[viewer], g.setting.board.eyes[place], place)


def look_between(g: SquadState, viewer: Piece, target: Piece) -> Look:
    """What a unit sees of another."""
    return see(g, eye_of(g, viewer), g.where[viewer], eye_of(g, target), g.where[target])


def look_across(g: SquadState, origin: Place, place: Place) -> Look:
    """What is seen from one location of another."""
    eyes = g.setting.board.eyes
    return see(g, eyes[origin], origin, eyes[place], place)


def see(g: SquadState, viewer: Eye, origin: Place, target: Eye, place: Place) -> Look:
    """The line between two eyes as things stand. Rules A6, A24.2."""
    sight = sight_of(g)
    drm, ends = sight.hindrance(viewer, origin, target, place), Ends(viewer, origin, target, place)
    return Look(drm >= 0, max(drm, 0), ends, sight.haze(origin, place))
