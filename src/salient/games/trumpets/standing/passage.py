"""Where a movement class can go at all: along roads, off them, over water (tab-off, tab-side).

What it costs is another matter (:mod:`~salient.games.trumpets.march`).
"""

from __future__ import annotations

from salient.engine.ids import Piece, Place
from salient.games.trumpets.roster import is_foot
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.state import TrumpetsState

BUILT = ("town", "city")


def movement_class(g: TrumpetsState, unit: Piece, *, on_foot: bool = False) -> str:
    """The row of the movement charts that a unit uses. Rule rc-move-2."""
    if on_foot or g.dismounted >> unit & 1:
        return ("foot_german", "foot_allied")[g.setting.side_of[unit]]
    if g.riders >> unit & 1:  # kgp-10
        return "afv_light_medium"
    return g.setting.units[unit].movement


def terrain_at(g: TrumpetsState, place: Place) -> str:
    """The terrain of a hex for movement, zones and artillery: towns and cities replace it."""
    row = g.setting.country.rows[place]
    return row.settlement if row.settlement in BUILT else row.terrain


def water_between(g: TrumpetsState, a: Place, b: Place) -> str:
    """The water between two neighbours: ``stream``, ``river`` or nothing."""
    country = g.setting.country
    for kind in ("river", "stream"):
        if country.across(country.water[kind], a, b):
            return kind
    return ""


def by_road(g: TrumpetsState, kind: str, a: Place, b: Place) -> bool:
    """Whether a road leads a class from a hex to its neighbour; over water a bridge carries it."""
    country = g.setting.country
    if not country.across(country.any_road, a, b):
        return False
    site = country.site_at.get((a, b))
    return site is None or bool(passable(g, heavy=kind == "afv_heavy") >> site & 1)


def crosses(g: TrumpetsState, kind: str, a: Place, b: Place) -> bool:
    """Whether a class can cross a hexside without a bridge. Rows tab-side, tab-ford, rc-move-1."""
    country, charts = g.setting.country, g.setting.movement
    water = water_between(g, a, b)
    if not water:
        return True
    if country.across(country.fords, a, b):
        return charts.fords[kind, g.ground] is not None
    if is_foot(kind) and country.across(country.water["great"], a, b):
        return False
    return charts.sides[kind, water, g.ground] is not None


def enters(g: TrumpetsState, kind: str, a: Place, b: Place) -> bool:
    """Whether a class can enter a hex from a neighbour in some way."""
    if by_road(g, kind, a, b):
        return True
    open_ground = g.setting.movement.off_road[kind, terrain_at(g, b), g.ground] is not None
    return open_ground and crosses(g, kind, a, b)
