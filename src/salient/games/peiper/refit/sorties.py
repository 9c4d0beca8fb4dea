"""Aircraft and bombardments that were bought: what is left of them. Rules CG22d, P8.602i."""

from __future__ import annotations

from salient.games.peiper.charts.campaigns import SIDES
from salient.games.peiper.charts.charts import PLANES
from salient.games.peiper.state import AIR, BARRAGE, NOBODY, Force, PeiperState
from salient.games.squad.core.scenario import Bombardment
from salient.games.squad.terrain.board import Hexagon

REACH = 7
"""Hexes that a bombardment reaches each way from the hex that was named: a block of fifteen."""


def used_up(g: PeiperState) -> list[Force]:
    """The groups that are gone when a scenario ends. Rule CG22d.

    Aircraft of which one has tried to make out a target, those whom the weather has kept at home
    (SSR-KGP3), and bombardments that have fallen.
    """
    found = []
    for number, force in enumerate(force for force in g.forces if force.chart == AIR):
        planes = g.aircraft[number * PLANES : (number + 1) * PLANES]
        if not g.weather.flying or any(plane.sighted for plane in planes):
            found.append(force)
    if g.barrages:
        found += [force for force in g.forces if force.chart == BARRAGE]
    return found


def send_home(g: PeiperState) -> None:
    """Planes are taken off the map; what is used up leaves the record. Rules P8.602i, CG22d."""
    for force in used_up(g):
        g.forces.remove(force)
    g.aircraft, g.barrages = (), []


def aim_barrages(g: PeiperState) -> None:
    """Bombardments fall before an attack of one side, not when both attack. P8.619, P8.625."""
    if g.terms.attacker == NOBODY:
        return
    g.barrages = [
        Bombardment(SIDES[force.side], block_around(g, force.objective)) for force in g.forces
        if force.chart == BARRAGE and force.objective >= 0
    ]  # fmt: skip


def block_around(g: PeiperState, here: Hexagon) -> list[str]:
    """The hexes that a bombardment of a hex falls on. Rule P8.619."""
    board = g.setting.board
    column, depth = board.hexes[here].spot
    return [
        hexagon.name for hexagon in board.hexes
        if abs(hexagon.spot[0] - column) <= REACH and abs(hexagon.spot[1] - depth) <= 2 * REACH
    ]  # fmt: skip
