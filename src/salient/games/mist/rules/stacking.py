"""Chapter 7: how many units an area holds."""

from __future__ import annotations

from salient.boards.bits import each_place, members
from salient.engine.actions import Action
from salient.engine.ids import Place
from salient.engine.state import Decision, Log, Ref
from salient.games.mist.events import OverstackRemoved
from salient.games.mist.rules.losses import remove
from salient.games.mist.setting import GERMAN, impulse_index
from salient.games.mist.state import MistState, MistStep

MAX_UNITS = 4
MAX_STRENGTH = 10
LAST_EXEMPT_IMPULSE = impulse_index("16-2")


def fits(g: MistState, units: int) -> bool:
    """Whether a set of units keeps the stacking limit. Rule 7.1a."""
    return units.bit_count() <= MAX_UNITS and g.total(units) <= MAX_STRENGTH


def has_room(g: MistState, place: Place, side: int, group: int) -> bool:
    """Whether a group may end its move in a place beside the friends there.

    Each side is counted by itself, zones hold any number, and nobody may overstack on
    purpose, the Germans on 16 December included. Rules 7.1a, 7.1c, 7.3, qa-1.
    """
    if not g.present[side] >> place & 1 or g.setting.all_zones >> place & 1:
        return True
    return fits(g, g.stack(place, side) | group)


def full_areas(g: MistState, side: int, group: int, places: int) -> int:
    """Those of a set of places in which a group finds no room (see :func:`has_room`)."""
    setting, stacks, army = g.setting, g.stacks, g.setting.army[side]
    units = MAX_UNITS - group.bit_count()
    strength = MAX_STRENGTH - g.total(group)
    light = strength // setting.heaviest  # so many units find room whichever they are
    full = 0
    for place in each_place(places & g.present[side] & setting.all_areas):
        friends = stacks[place] & army
        count = friends.bit_count()
        if count > units or (count > light and g.total(friends) > strength):
            full |= 1 << place
    return full


def overstacked(g: MistState, side: int) -> list[Place]:
    """Areas where a side exceeds the limit and must remove units now. Rules 7.1b, 7.2.

    The German set-up stacks beyond the limit are looked at from the third impulse of 16 December;
    until then no others can arise, since nobody may move into an overstack (7.1c).
    """
    if side == GERMAN and g.clock <= LAST_EXEMPT_IMPULSE:
        return []
    areas = g.present[side] & g.setting.all_areas
    return [area for area in each_place(areas) if not fits(g, g.stack(area, side))]


class Overstacking(MistStep, frozen=True, tag="overstacking"):
    """At the end of movement the owner removes whole units beyond the limit. Rule 7.2."""

    side: int

    def ask(self, g: MistState) -> Decision | None:
        """Which unit goes, in the first area that holds too many."""
        areas = overstacked(g, self.side)
        if not areas:
            return None
        units = members(g.stack(areas[0], self.side))
        return Decision(
            self.side,
            "overstacked",
            [Action("remove", (unit,)) for unit in units],
            ("7.1a", "7.2"),
            {"area": Ref("place", areas[0])},
        )

    def take(self, g: MistState, action: Action, log: Log) -> None:
        """Remove the chosen unit."""
        unit = action.piece(0)
        log.append(OverstackRemoved(unit, g.where[unit]))
        remove(g, unit)
