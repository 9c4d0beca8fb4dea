"""Costs remembered: what entering costs depends on the ground, not on who asks how often."""

from __future__ import annotations

from collections.abc import Hashable

from salient.games.squad.board import Link
from salient.games.squad.costs import entry_cost
from salient.games.squad.fences import open_breaches
from salient.games.squad.questions import Cost, Entry, Manner
from salient.games.squad.state import SquadState

MEMORY = 4096
"""How many movers on how many kinds of ground are kept."""


def ground_key(g: SquadState) -> Hashable:
    """All that comes and goes on the ground and can change what entering costs."""
    return (
        g.blazes, g.flames, g.debris, g.cars, g.wrecked_cars, g.wire, g.roadblocks,
        *(tuple(sorted(held.items())) if held else () for held in (
            g.smoke, g.rubble, g.breaks, open_breaches(g), g.fire_zones,
        )),
        tuple((name, tuple(sorted(marks.items()))) for name, marks in sorted(g.marks.items())),
    )  # fmt: skip


class Tolls:
    """What entering costs one mover in one manner, remembered while the ground stays as it is."""

    def __init__(self, g: SquadState, unit: int, way: str, manner: Manner, allotment: int) -> None:
        self.g, self.unit, self.way, self.manner, self.allotment = g, unit, way, manner, allotment
        memory = g.setting.cost_memory
        if len(memory) > MEMORY:
            memory.clear()
        states = (g.cx, g.broken, g.buttoned, g.half, g.ti)
        kind = "" if way == "infantry" else g.setting.units[unit].row.id
        key = (
            ground_key(g), way, manner, allotment, kind,
            tuple(state >> unit & 1 for state in states), g.bypass.get(unit), g.facing[unit],
        )  # fmt: skip
        self.known: dict[tuple[int, int, int], Cost] = memory.setdefault(key, {})

    def __call__(self, place: int, link: Link) -> Cost:
        """The cost of a link from a location."""
        key = (place, link.to, link.side)
        found = self.known.get(key)
        if found is None:
            entry = Entry(self.unit, self.way, place, link.to, link.side, self.manner)
            found = self.known[key] = entry_cost(self.g, entry, self.allotment)
        return found
