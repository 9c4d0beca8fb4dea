"""Off the map (23.0, 24.0, 34.0): arrivals, moves round the edge, Germans who leave for good."""

from __future__ import annotations

from salient.boards.bits import each_place, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.conditions import Exits
from salient.games.trumpets.events import LeftMap
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.stacking import may_stop
from salient.games.trumpets.standing.who import chosen
from salient.games.trumpets.state import TrumpetsState

EXIT = Action("exit")
EXIT_COST = 2
"""Half MF that leaving costs: a movement factor must be left (rc-off-1, rc-exit-1)."""

GATE_SEARCH = 5
"""Hexes round a closed gate in which another is looked for (rc-arr-1)."""


def entry_hexes(g: TrumpetsState, unit: Piece) -> list[Place]:
    """Where a unit may come on: its hex, or the next free road hexes. Rules rc-arr-1, rc-arr-2.

    Round a gate that the enemy holds they are of the edge; round a place inside the map, which the
    enemy need not hold to bar it if it lies on his ground, they are on one's own.
    """
    setting = g.setting
    wanted, side = g.gate[unit], setting.side_of[unit]
    free = setting.board.all & ~g.occupied[enemy(side)]
    if setting.country.edge >> wanted & 1:
        beside = free & setting.country.edge
    else:
        free = beside = free & (g.control if side == GERMAN else ~g.control)
    if free >> wanted & 1:
        return [wanted] if may_stop(g, 1 << unit, wanted) else []
    for steps in range(1, GATE_SEARCH + 1):
        near = setting.board.within(1 << wanted, steps) & setting.country.road_hexes & beside
        if found := [place for place in each_place(near) if may_stop(g, 1 << unit, place)]:
            return found
    return []


def ways_out(g: TrumpetsState, side: int, units: Pieces, left: int) -> list[Action]:
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


def exits(g: TrumpetsState, units: Pieces, here: Place) -> list[Exits]:
    """The conditions under which German units leave from a hex for good. Rule rc-exit-1."""
    return [
        condition
        for condition in g.setting.conditions
        if isinstance(condition, Exits)
        and exit_hexes(g, condition) >> here & 1
        and not set_of(units) & ~chosen(g, condition.who)
    ]


def exit_hexes(g: TrumpetsState, condition: Exits) -> int:
    """The road hexes of a column from which German units leave."""
    country, (first, last) = g.setting.country, condition.rows
    numbers = (f"{condition.column:02}{row:02}" for row in range(first, last + 1))
    return set_of(country.at(number) for number in numbers) & country.road_hexes


def leave_for_good(g: TrumpetsState, units: Pieces, log: Log) -> None:
    """Each unit counts, if it is in time; it is no loss. Rule rc-exit-1."""
    here = g.where[units[0]]
    for condition in exits(g, units, here)[:1]:
        if g.turn <= turn_of(condition.by):
            g.points += condition.points * len(units)
    for unit in units:
        g.put(unit, NOWHERE)
    g.exited |= set_of(units)
    log.append(LeftMap(units, here))


def leave_for_gate(g: TrumpetsState, units: Pieces, gate: Place, log: Log) -> None:
    """They come on elsewhere, one turn later and one more for each gate between. Rule rc-off-1."""
    here, gates = g.where[units[0]], g.setting.gates[ALLIED]
    turns = abs(gates.index(gate) - gates.index(here))
    for unit in units:
        g.put(unit, NOWHERE)
        g.waiting[unit] = g.turn + turns
        g.gate[unit] = gate
    log.append(LeftMap(units, here))
