"""Infiltration of Panzer-Brigade 150 (94.0): through the enemy's lines in his own uniforms."""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.bits import each_place, set_of
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Pieces, Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.calendar import code
from salient.games.trumpets.march.ranges import Movers
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.control import enemy_zone
from salient.games.trumpets.state import TrumpetsState

DIE = 6
BRIGADE = "150"


class Infiltration(NamedTuple):
    """A way through the enemy.

    Attributes:
        route: Its hexes with their costs.
        modifiers: What the roll for it is modified by.
    """

    route: tuple[tuple[Place, int], ...]
    modifiers: tuple[Modifier, ...]

    def attempt(self, g: TrumpetsState, units: Pieces, log: Log) -> bool:
        """One roll for the whole way. Rules tab-skor, note-skor-4."""
        need = g.setting.special.infiltration_need
        faces = (g.roll(DIE), g.roll(DIE))
        passed = sum(faces) + sum(m.value for m in self.modifiers) <= need
        rules = ("tab-skor",)
        log.append(Rolled(GERMAN, "infiltration", faces, need, self.modifiers, int(passed), rules))
        return passed


def infiltrates(g: TrumpetsState, units: Pieces) -> bool:
    """The brigade's HQ and units, on turns 16EV to 18EV (note-skor-1, note-skor-5, sop-24r)."""
    formations = g.setting.roster.formations
    mine = all(
        any(formations[one].id == BRIGADE for one in g.chain(g.under[unit])) for unit in units
    )
    return mine and code(g.turn) in g.setting.special.infiltration_turns


def infiltration_routes(
    g: TrumpetsState, side: int, units: Pieces, left: int
) -> dict[Place, Infiltration]:
    """Destinations whose way passes a US zone or US-held hex (note-skor-2, note-skor-3)."""
    movers = Movers(g, side, units)
    open_way = movers.reach(left, fresh=True)
    hidden = movers.unseen(left)
    found = {}
    for to in each_place(hidden.hexes & ~open_way.hexes & ~g.occupied[ALLIED] & ~movers.zones()):
        route = hidden.route(g, to)
        found[to] = Infiltration(route, infiltration_modifiers(g, [place for place, _ in route]))
    return found


def infiltration_modifiers(g: TrumpetsState, way: list[Place]) -> tuple[Modifier, ...]:
    """Turn, weather of the first hex, worst ground, US units passed.

    Rules drm-skor-1, drm-skor-2, drm-skor-3, drm-skor-4, drm-skor-5, drm-skor-6, drm-skor-7,
    drm-skor-8, drm-skor-9, drm-skor-10.
    """
    special, country = g.setting.special, g.setting.country
    turn = special.infiltration_turns[code(g.turn)]
    found = [Modifier(turn.rule, turn.value)]
    held = g.occupied[enemy(GERMAN)]
    passed = [p for p in way if (enemy_zone(g, GERMAN, afv=False) | held) >> p & 1] or way
    weather = g.weather_at(way[0])
    if weather == "heavy_fog":
        found.append(Modifier("drm-skor-6", special.infiltration_drm["heavy_fog"]))
    elif weather == "fog":
        found.append(Modifier("drm-skor-7", special.infiltration_drm["fog"]))
    if all(country.terrain["forest"] >> place & 1 for place in passed):
        found.append(Modifier("drm-skor-8", special.infiltration_drm["forest_hex"]))
    elif any(country.terrain["clear"] >> place & 1 for place in passed):
        found.append(Modifier("drm-skor-9", special.infiltration_drm["clear_hex"]))
    if set_of(way) & held:
        found.append(Modifier("drm-skor-10", special.infiltration_drm["through_us_unit"]))
    return tuple(found)
