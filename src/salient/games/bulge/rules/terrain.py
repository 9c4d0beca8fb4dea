"""Terrain in combat (3.3) and fortress cities (chapter 12)."""

from __future__ import annotations

from salient.boards.hexes import Direction
from salient.engine.events import Modifier
from salient.engine.ids import Place
from salient.games.bulge.setting import GERMAN
from salient.games.bulge.state import BulgeState


def town_class(g: BulgeState, place: Place) -> str:
    """The class of town in a hex; a fortress the Germans have held is an important city. (12.6)."""
    town = g.setting.hex_rows[place].town
    return "important" if town == "fortress" and g.ruined >> place & 1 else town


def is_fortress(g: BulgeState, place: Place) -> bool:
    """Whether a hex is a fortress city that still stands. Rules 12.1, 12.6."""
    return place in g.setting.fortresses and not g.ruined >> place & 1


def key_cities(g: BulgeState) -> int:
    """What rules 7.2-3b, 8.8b, 9.4-2d and 9.5-2a mean by important cities.

    Fallen fortresses are among them (12.6), and with the option key_cities=fortress those that
    still stand.
    """
    towns = g.setting.towns
    return towns["important"] | (towns["fortress"] if g.setting.fortress_is_key else g.ruined)


def is_key_city(g: BulgeState, place: Place) -> bool:
    """Whether a hex is an important city. Rules 8.8b, 9.4-2d, 12.6."""
    return bool(key_cities(g) >> place & 1)


def terrain_shift(g: BulgeState, place: Place, defender: int) -> Modifier:
    """The one terrain of a hex that helps its defender most.

    Rules 3.3-6a, 8.3-4a, ex-8.3-4a, ex-8.3-4b, 12.7.
    """
    setting = g.setting
    kinds = [setting.hex_rows[place].terrain, town_class(g, place)]
    if defender == GERMAN and setting.wall >> place & 1:
        kinds.append("wall")
    shift = max(setting.terrain[kind].shift for kind in kinds if kind)
    return Modifier("8.3-4a", -shift)


def river_shift(g: BulgeState, place: Place, origins: set[Place]) -> Modifier | None:
    """The shift if every attacker comes across a river. Rules 3.3-6b, 8.3-4b, ex-8.3-4c."""
    setting = g.setting
    shifts = []
    for origin in origins:
        way = setting.board.direction(origin, place)
        assert way is not None, "attackers are next to their target"
        shifts.append(_river_on(g, origin, way))
    shift = min(shifts, default=0)
    return Modifier("8.3-4b", -shift) if shift else None


def _river_on(g: BulgeState, origin: Place, way: Direction) -> int:
    for kind in ("great", "river"):
        if g.setting.rivers[kind][way] >> origin & 1:
            return g.setting.terrain[kind].shift
    return 0
