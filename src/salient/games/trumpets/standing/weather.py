"""Ground and weather (2.0, 3.0): what lies on the roads and hangs over them."""

from __future__ import annotations

from salient.engine.state import Log
from salient.games.trumpets.events import GroundFound, WeatherFound
from salient.games.trumpets.state import TrumpetsState

DIE = 6
SQUALL_DIE = 1
"""A second die of this gives squalls besides fog (note-weather-1)."""


def find_ground(g: TrumpetsState, log: Log) -> None:
    """Step 2: one die on eight turns, unless an earlier one carries on. Rules sop-2, tab-ground."""
    charts = g.setting.preparation
    if g.turn <= g.ground_until:  # note-ground-x, note-ground-y, note-ground-z
        return
    row = charts.ground.get(g.turn)
    if row is None:
        g.ground = charts.fixed_ground.get(g.turn, g.ground)  # rc-ground-1
        return
    face = g.roll(DIE)
    g.ground = row.by_die[face - 1]
    if g.ground == row.carries:
        g.ground_until = row.through
    log.append(GroundFound(g.ground, (face,)))


def find_weather(g: TrumpetsState, log: Log) -> None:
    """Step 3: one die for each German army area in play. Rules sop-3, sop-3a, tab-weather."""
    row = g.setting.preparation.weather[g.turn]
    g.weather, squalls = {}, set()
    for army, hexes in g.setting.country.areas.items():
        if not hexes:
            continue
        if row.is_certain:
            g.weather[army] = row.by_die[0]
            continue
        faces = [g.roll(DIE)]
        g.weather[army] = row.by_die[faces[0] - 1]
        if row.squall_reroll and g.weather[army] == "fog":  # note-weather-1
            faces.append(g.roll(DIE))
            if faces[1] == SQUALL_DIE:
                squalls.add(army)
        log.append(WeatherFound(army, g.weather[army], tuple(faces), army in squalls))
    g.squalls = frozenset(squalls)
