"""What a platoon leader sees at a glance: danger, cover, distance, the worth of a shot.

Only what his side sees counts: hidden enemies do not, concealed ones are average squads.
"""

from __future__ import annotations

from functools import lru_cache

from salient.boards.bits import members
from salient.games.squad.cover import cover
from salient.games.squad.firepower import EIGHTHS, Occasion, column_of, eighths
from salient.games.squad.ground import chart_row
from salient.games.squad.los import look_across
from salient.games.squad.odds import squad_chances
from salient.games.squad.questions import Attack
from salient.games.squad.setting import SIDES
from salient.games.squad.state import NOWHERE, SquadState, enemy
from salient.games.squad.tables import Tables

UNKNOWN_POWER, UNKNOWN_RANGE, UNKNOWN_MORALE = 6, 6, 7
"""What an unknown enemy counts as."""

BEARABLE, WARY = 3.0, 10.0
"""How much fire can deter those who must act, and the others: who fears too much never attacks."""


def enemies(g: SquadState, side: int) -> list[int]:
    """The enemies a side sees that can fire."""
    return list(members(g.on_map(g.setting.army[enemy(side)]) & g.armed() & ~g.hidden))


def danger(g: SquadState, side: int, place: int) -> float:
    """Firepower that the seen enemies can bring to bear on a location, cover taken off."""
    total = 0.0
    board = g.setting.board
    for foe in enemies(g, side):
        away = board.range(g.where[foe], place)
        power, reach = punch(g, foe)
        if away > 2 * reach:
            continue
        look = look_across(g, g.where[foe], place)
        if not look.clear:
            continue
        power *= 2 if away <= 1 else 0.5 if away > reach else 1
        total += power / (1 + look.hindrance)
    row = chart_row(g, place)
    return total / (1 + max(0, row.tem))


def punch(g: SquadState, foe: int) -> tuple[float, int]:
    """Firepower and range of an enemy with his weapons."""
    if g.concealed >> foe & 1:
        return UNKNOWN_POWER, UNKNOWN_RANGE
    if g.setting.vehicles >> foe & 1:
        row = g.setting.vehicle_row(foe)
        return row.bmg + row.cmg + row.aamg + (6 if row.calibre else 0), 12
    power, reach = g.firepower(foe), g.reach(foe)
    for item in members(g.carried(foe) & g.setting.mgs & ~g.malfunctioned):
        power += g.setting.weapon_row(item).fp
        reach = max(reach, g.reach(item))
    return power, reach


def goals(g: SquadState, side: int) -> list[int]:
    """The hexes that matter: those of the victory conditions, or where the enemy is."""
    victory = g.setting.scenario.victory
    if victory.kind == "losses" or not g.setting.goals:
        return [g.setting.board.hex_of[g.where[foe]] for foe in enemies(g, side)]
    if SIDES.index(victory.side) != side or victory.kind == "exit":
        return [g.setting.board.hex_of[place] for place in g.setting.goals]
    open_ = [p for p in g.setting.goals if not g.control[side] >> p & 1]
    return [g.setting.board.hex_of[p] for p in open_ or g.setting.goals]


def must_act(g: SquadState, side: int) -> bool:
    """Whether it is this side that must do something to win."""
    return SIDES.index(g.setting.scenario.victory.side) == side


def distance_to_goal(g: SquadState, side: int, place: int) -> int:
    """Hexes to the nearest hex that matters."""
    board = g.setting.board
    return min((board.range(place, goal) for goal in goals(g, side)), default=0)


@lru_cache(maxsize=4096)
def out_of_action(tables: Tables, column: int, drm: int, morale: int) -> float:
    """The chance that one target is broken or worse."""
    fates = squad_chances(tables, column, drm, morale, 0)
    return sum(fates.get(state, 0.0) for state in ("broken", "reduced", "eliminated"))


def shot_worth(g: SquadState, units: tuple[int, ...], place: int, occasion: Occasion) -> float:
    """Squads that a fire attack puts out of action on average."""
    side = g.side(units[0])
    there = g.people(place, enemy(side)) & ~g.hidden
    if occasion == "first" and g.march is not None:
        there &= sum(1 << unit for unit in g.march.units)
    if not there:
        return 0.0
    hidden = not there & ~g.concealed
    power = sum(eighths(g, unit, place, occasion, concealed=hidden) for unit in units)
    column = column_of(power)
    if column < 0 or power < EIGHTHS:
        return 0.0
    origins = tuple(sorted({g.where[unit] for unit in units}))
    attack = Attack("fire", side, origins, place, occasion == "first", units)
    total = 0.0
    for unit in members(there):
        drm = sum(modifier.value for modifier in cover(g, attack, unit))
        morale = UNKNOWN_MORALE if g.concealed >> unit & 1 else g.morale(unit)
        weight = 0.4 if g.broken >> unit & 1 else 1.0
        total += weight * out_of_action(g.setting.tables, column, drm, morale)
    return total


def stands_well(g: SquadState, unit: int) -> float:
    """How good a place a unit has: cover and distance to what matters."""
    place = g.where[unit]
    if place == NOWHERE:
        return -100.0
    return place_worth(g, g.side(unit), place)


def place_worth(g: SquadState, side: int, place: int) -> float:
    """How good a location is to be in: near the goal, covered, out of fire."""
    near = distance_to_goal(g, side, place)
    pull = 1.2 + 2.4 * g.turn / g.setting.scenario.turns if must_act(g, side) else 0.5
    row = chart_row(g, place)
    good = 1.0 * row.tem + (0.5 if row.conceals == "yes" else 0.0)
    taken = 2.0 if place in g.setting.goals else 0.0
    fear = min(0.35 * danger(g, side, place), BEARABLE if must_act(g, side) else WARY)
    return good + taken - pull * near - fear
