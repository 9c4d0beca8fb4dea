"""Chapters 9.3, 13.5, 13.6, 13.8 and 13.9: coming onto the map and leaving it."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine import remembered
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.games.bulge.setting import ALLIED, BulgeSetting
from salient.games.bulge.state import BulgeState

FORM = {"brigade": "brigade", "commando": "commandos"}
"""Rule 9.5-1: the use of Skorzeny's force that brings on units of a role."""


def entry_points(g: BulgeState, unit: Piece) -> list[int]:
    """The entries a reinforcement may come by; enemies bar them to all but commandos.

    Rules 9.3, 9.5-3a, 13.6.
    """
    setting = g.setting
    held = [entry for entry, guard in g.guards.items() if guard == unit]
    broken = set(g.exits.values())
    entries = held or setting.entries_of.get(setting.units[unit].direction, [])
    sneaks = setting.commandos >> unit & 1
    foe = 0 if sneaks else g.occupied[enemy(setting.side_of[unit])]
    return [
        entry
        for entry in entries
        if entry not in broken and not foe >> setting.entry_hex[entry] & 1
    ]


def common_entries(g: BulgeState, units: Pieces) -> list[int]:
    """The entries by which units may come on together."""
    shared = [set(entry_points(g, unit)) for unit in units]
    return sorted(set.intersection(*shared))


def sharing_entries(g: BulgeState, units: Pieces, others: int) -> int:
    """Those of some other units that may come on together with a stack."""
    shared = set(common_entries(g, units))
    return set_of(
        unit for unit in each_piece(others) if not shared.isdisjoint(entry_points(g, unit))
    )


def release_guard(g: BulgeState, entry: int, group: int) -> None:
    """A guard that comes back onto the map guards no more. Rule 13.8b."""
    if entry in g.guards and group >> g.guards[entry] & 1:
        del g.guards[entry]


def exit_points(g: BulgeState, side: int, here: Place, count: int) -> list[int]:
    """The Allied entries by which units may leave the map from a hex. Rules 13.5, 13.9."""
    setting = g.setting
    found = []
    for entry in setting.entries_at.get(here, ()):
        if setting.entry_side[entry] != ALLIED:
            continue
        gone = sum(where == entry for where in g.exits.values())
        if side == ALLIED or gone + count <= setting.entries[entry].capacity:
            found.append(entry)
    return found


def due_units(g: BulgeState, units: int) -> int:
    """Those of some units that may come onto the map now. Rules 9.3, 13.7, 13.8b, 13.9."""
    due = arrivals(g.setting, g.turn, g.skorzeny) & ~set_of(g.exits) & ~set_of(g.evacuated)
    for entry, guard in g.guards.items():
        if entry in g.exits.values():
            due &= ~(1 << guard)
        else:
            due |= 1 << guard
    return set_of(
        unit for unit in each_piece(due & units) if g.steps_left[unit] and g.where[unit] == NOWHERE
    )


@remembered(most=64)
def arrivals(setting: BulgeSetting, turn: int, skorzeny: str) -> int:
    """Reinforcements of a turn and of those before it, Skorzeny's as chosen. Rules 9.3, 9.5-1."""
    return set_of(
        unit
        for unit, row in enumerate(setting.units)
        if 0 < row.turn <= turn and FORM.get(row.role, skorzeny) == skorzeny
    )
