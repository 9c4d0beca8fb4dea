"""Chapters 13.5, 13.7, 13.8 and 13.9: units that leave the map, and those that watch them."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import GuardPosted, SupplyChanged
from salient.games.bulge.rules.control import ezoc
from salient.games.bulge.rules.losses import destroy, take_off
from salient.games.bulge.rules.supply import road_net
from salient.games.bulge.setting import ALLIED, GERMAN
from salient.games.bulge.state import BulgeState, BulgeStep

DIRECTIONS = ("N", "NW", "W", "SW", "S")
"""The order round the map in which neighbouring directions help out (13.7c)."""


def unguarded(g: BulgeState) -> list[int]:
    """Entries the Germans broke through that no Allied unit watches yet. Rule 13.7a."""
    return sorted({entry for entry in g.exits.values() if entry not in g.guards})


def guard_candidates(g: BulgeState, entry: int) -> list[Piece]:
    """Who may be the guard at an entry, the Allied player choosing.

    The next reinforcements to arrive (13.7b, 13.7c), or if none are left any unit on the map
    outside German ZOC (13.7d); units evacuated at the entry may always do it instead (13.9b).
    """
    evacuated = [unit for unit, where in g.evacuated.items() if where == entry]
    return [*evacuated, *(_next_reinforcements(g, entry) or _free_units(g))]


def _next_reinforcements(g: BulgeState, entry: int) -> list[Piece]:
    """The next to arrive from the direction of an entry, or from the nearest that has any."""
    start = DIRECTIONS.index(g.setting.entries[entry].direction)
    for distance in range(len(DIRECTIONS)):
        found: list[Piece] = []
        for position in sorted({start - distance, start + distance}):
            if 0 <= position < len(DIRECTIONS):
                found += _next_from(g, DIRECTIONS[position])
        if found:
            return found
    return []


def _next_from(g: BulgeState, direction: str) -> list[Piece]:
    """The reinforcements of a direction that arrive soonest. Rule 13.7b."""
    rows = g.setting.units
    waiting = [unit for unit in _waiting(g) if rows[unit].direction == direction]
    first = min((rows[unit].turn for unit in waiting), default=0)
    return [unit for unit in waiting if rows[unit].turn == first]


def _free_units(g: BulgeState) -> list[Piece]:
    """Allied units on the map that stand in no German ZOC. Rule 13.7d."""
    hostile = ezoc(g, ALLIED)
    on_map = each_piece(g.on_map(g.setting.army[ALLIED]))
    return [unit for unit in on_map if not hostile >> g.where[unit] & 1]


def _waiting(g: BulgeState) -> list[Piece]:
    """Allied reinforcements that have not come onto the map."""
    used = set(g.guards.values()) | set(g.evacuated)
    return [
        unit
        for unit in each_piece(g.setting.army[ALLIED] & ~g.setting.at_start)
        if g.where[unit] == NOWHERE and g.steps_left[unit] and unit not in used
    ]


class Guarding(BulgeStep, frozen=True, tag="guarding"):
    """The Allies bind a unit at each entry that was broken through. Rule 13.7."""

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit, where there is a choice."""
        entry, units = self._due(g)
        if not units:
            return None
        return Decision(
            ALLIED,
            "guard",
            [Action("guard", (unit,)) for unit in units],
            ("13.7", "13.9b"),
            {"entry": Ref("place", g.setting.entry_place[entry])},
        )

    def _due(self, g: BulgeState) -> tuple[int, list[Piece]]:
        """The first entry that needs a guard and can have one, and who may be it."""
        for entry in unguarded(g):
            units = guard_candidates(g, entry)
            if units:
                return entry, units
        return -1, []

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Bind it."""
        unit, entry = action.piece(0), self._due(g)[0]
        g.evacuated.pop(unit, None)
        take_off(g, unit)
        g.guards[entry] = unit
        log.append(GuardPosted(unit, g.setting.entry_place[entry]))


# -- supply of the units that broke through (13.8) ----------------------------------------------


def check_breakthroughs(g: BulgeState, log: Log) -> None:
    """Broken-through units without a road to the east are lost in time. Rules 13.8a, 13.10-3.

    Out of supply at one check, isolated and destroyed at the next.
    """
    net = road_net(g, GERMAN)
    for unit, entry in list(g.exits.items()):
        bit = 1 << unit
        if net >> g.setting.entry_hex[entry] & 1:
            if g.exit_oos & bit:
                g.exit_oos &= ~bit
                log.append(SupplyChanged(unit, "supplied"))
        elif g.exit_oos & bit:
            _lose(g, unit, log)
        else:
            g.exit_oos |= bit
            log.append(SupplyChanged(unit, "out_of_supply"))


def _lose(g: BulgeState, unit: Piece, log: Log) -> None:
    """A broken-through unit perishes, and its breakthrough was for nothing. Rule 13.10-3."""
    del g.exits[unit]
    g.exit_vp -= breakthrough_points(g, unit)
    destroy(g, unit, "isolation", log)


def breakthrough_points(g: BulgeState, unit: Piece) -> int:
    """German victory points for a unit that breaks through. Rules 13.10-1, 13.10-2."""
    return 2 if g.setting.mech >> unit & 1 else 1
