"""Chapter 13.5-13.9: units that leave the map, and those that must watch them."""

from __future__ import annotations

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.control import ezoc
from salient.games.bulge.events import Destroyed, GuardPosted
from salient.games.bulge.losses import destroyed_points, take_off
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import DESTROYED, NOWHERE, BulgeState, BulgeStep
from salient.games.bulge.supply import road_net

DIRECTIONS = ("N", "NW", "W", "SW", "S")
"""The order round the map in which neighbouring directions help out (13.7c)."""


def unguarded(g: BulgeState) -> list[int]:
    """Entries the Germans broke through that no Allied unit watches yet. Rule 13.7a."""
    return sorted({entry for entry in g.exits.values() if entry not in g.guards})


def guard_candidates(g: BulgeState, entry: int) -> list[int]:
    """Who may be the guard at an entry. Rules 13.7b-13.7d, 13.9b.

    Evacuated units there; else reinforcements of that direction, the next to arrive first; else
    those of the neighbouring directions; else any unit on the map outside German ZOC.
    """
    evacuated = [unit for unit, where in g.evacuated.items() if where == entry]
    if evacuated:
        return evacuated
    direction = g.setting.entries[entry].direction
    start = DIRECTIONS.index(direction)
    by_distance = sorted(DIRECTIONS, key=lambda d: abs(DIRECTIONS.index(d) - start))
    distances = sorted({abs(DIRECTIONS.index(d) - start) for d in by_distance})
    for distance in distances:
        near = [d for d in DIRECTIONS if abs(DIRECTIONS.index(d) - start) == distance]
        waiting = [unit for unit in _waiting(g) if g.setting.units[unit].direction in near]
        if waiting:
            first = min(g.setting.units[unit].turn for unit in waiting)
            return [unit for unit in waiting if g.setting.units[unit].turn == first]
    hostile = ezoc(g, ALLIED)
    on_map = members(g.on_map(g.setting.army[ALLIED]))
    return [unit for unit in on_map if not hostile >> g.where[unit] & 1]


def _waiting(g: BulgeState) -> list[int]:
    """Allied reinforcements that have not come onto the map."""
    used = set(g.guards.values()) | set(g.evacuated)
    return [
        unit
        for unit in members(g.setting.army[ALLIED] & ~g.setting.at_start)
        if g.where[unit] == NOWHERE and g.steps_left[unit] and unit not in used
    ]


class Guarding(BulgeStep, frozen=True, tag="guarding"):
    """The Allies bind a unit at each entry that was broken through. Rule 13.7."""

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit, where there is a choice."""
        for entry in unguarded(g):
            units = guard_candidates(g, entry)
            if units:
                return Decision(
                    ALLIED,
                    "guard",
                    [Action("guard", (unit,)) for unit in units],
                    ("13.7",),
                    {"entry": Ref("place", g.setting.first_entry + entry)},
                )
        return None

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Bind it."""
        unit, entry = int(action.args[0]), unguarded(g)[0]
        g.evacuated.pop(unit, None)
        take_off(g, unit)
        g.guards[entry] = unit
        log.append(GuardPosted(unit, g.setting.first_entry + entry))


def check_breakthroughs(g: BulgeState, log: Log) -> None:
    """Broken-through units without a road to the east are lost in time. Rules 13.8a, 13.10-3.

    Out of supply at one check, isolated and destroyed at the next.
    """
    net = road_net(g, GERMAN)
    for unit, entry in list(g.exits.items()):
        edge = g.setting.entry_hex[entry]
        fed = net >> edge & 1
        if fed:
            g.exit_oos &= ~(1 << unit)
        elif g.exit_oos >> unit & 1:
            del g.exits[unit]
            g.exit_oos &= ~(1 << unit)
            g.exit_vp -= 2 if g.setting.mech >> unit & 1 else 1
            g.destroyed_vp += destroyed_points(g, unit)
            g.steps_left[unit] = DESTROYED
            log.append(Destroyed(unit, "isolation"))
        else:
            g.exit_oos |= 1 << unit
