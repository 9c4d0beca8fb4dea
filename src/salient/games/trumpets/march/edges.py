"""Off the map (24.0, 34.0): Allied moves round the edge, and German units that leave for good."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.state import Log
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.conditions import Exits
from salient.games.trumpets.events import LeftMap
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.who import chosen
from salient.games.trumpets.state import TrumpetsState

EXIT = Action("exit")
EXIT_COST = 2
"""Half MF that leaving costs: a movement factor must be left (rc-off-1, rc-exit-1)."""


def ways_out(g: TrumpetsState, side: int, units: tuple[int, ...], left: int) -> list[Action]:
    """Whether a stack may leave the map from where it is. Rules sop-24p, rc-off-1, rc-exit-1."""
    here = g.where[units[0]]
    if left < EXIT_COST:
        return []
    if side == GERMAN:
        return [EXIT] if exits(g, units, here) else []
    gates = g.setting.gates[ALLIED]
    if here not in gates or any(g.engaged >> unit & 1 for unit in units):
        return []
    return [g.setting.offer["leave"][gate] for gate in gates if gate != here]


def exits(g: TrumpetsState, units: tuple[int, ...], here: int) -> list[Exits]:
    """The conditions under which German units leave from a hex for good. Rule rc-exit-1."""
    country = g.setting.country
    if not country.road_hexes >> here & 1:
        return []
    row = int(country.number(here)[2:])
    return [
        condition
        for condition in g.setting.conditions
        if isinstance(condition, Exits)
        and country.column(here) == condition.column
        and condition.rows[0] <= row <= condition.rows[1]
        and not set_of(units) & ~chosen(g, condition.who)
    ]


def leave_for_good(g: TrumpetsState, units: tuple[int, ...], log: Log) -> None:
    """Each unit counts, if it is in time; it is no loss. Rule rc-exit-1."""
    here = g.where[units[0]]
    for condition in exits(g, units, here)[:1]:
        if g.turn <= turn_of(condition.by):
            g.points += condition.points * len(units)
    for unit in units:
        g.put(unit, NOWHERE)
    g.exited |= set_of(units)
    log.append(LeftMap(units, here))


def leave_for_gate(g: TrumpetsState, units: tuple[int, ...], gate: int, log: Log) -> None:
    """They come on elsewhere, one turn later and one more for each gate between. Rule rc-off-1."""
    here, gates = g.where[units[0]], g.setting.gates[ALLIED]
    turns = abs(gates.index(gate) - gates.index(here))
    for unit in units:
        g.put(unit, NOWHERE)
        g.waiting[unit] = g.turn + turns
        g.gate[unit] = gate
    log.append(LeftMap(units, here))
