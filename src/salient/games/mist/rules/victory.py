"""Chapter 12: control, victory points, and the scenarios' victory conditions."""

from __future__ import annotations

from salient.boards.areas import disjoint_routes
from salient.boards.bits import each_piece, each_place
from salient.engine.events import GameEnded
from salient.engine.ids import Place
from salient.engine.state import Log
from salient.games.mist.events import ControlChanged, Scored, TownStands, TurnEnded
from salient.games.mist.rows import Level
from salient.games.mist.rules.supply import in_supply
from salient.games.mist.setting import ALLIED, GERMAN, SIDES
from salient.games.mist.state import MistState

TOWN_CONTROLLED, TOWN_CONTESTED, GAP = 2, 1, 3
"""Rules s3-vp-3, s3-vp-5: victory points of the First Three Days."""

TOWN_POINTS = {"german": TOWN_CONTROLLED, "contested": TOWN_CONTESTED, "allied": 0}
"""Victory points of a town by its state, see :func:`town_state`."""


def update_control(g: MistState, log: Log) -> None:
    """At the end of a player impulse an area with units of one side alone is that side's.

    Empty and contested areas keep their controller. Rules 12.22a, 12.22c.
    """
    areas = g.setting.all_areas
    german = g.present[GERMAN] & ~g.present[ALLIED] & areas
    allied = g.present[ALLIED] & ~g.present[GERMAN] & areas
    gained, lost = german & ~g.german_control, allied & g.german_control
    g.german_control = (g.german_control | german) & ~allied
    log.extend(ControlChanged(area, GERMAN) for area in each_place(gained))
    log.extend(ControlChanged(area, ALLIED) for area in each_place(lost))


def is_contested(g: MistState, area: Place) -> bool:
    """Whether both sides have units in an area."""
    return bool(g.present[GERMAN] & g.present[ALLIED] & (1 << area))


def controls(g: MistState, area: Place) -> bool:
    """Whether the Germans control an area. Rule 12.22."""
    return bool(g.german_control >> area & 1)


def town_state(g: MistState, town: Place) -> str:
    """Whose a scenario's town is: ``german``, ``contested`` or ``allied``.

    Control outlasts the arrival of enemies (12.22a): a town the Germans control is theirs though it
    is contested, unless the option says otherwise. Rules s1-victory-1, s3-vp-3 (option towns).
    """
    contested, german = is_contested(g, town), controls(g, town)
    if german and (g.setting.control_counts_first or not contested):
        return "german"
    return "contested" if contested else "allied"


# -- points -------------------------------------------------------------------------------------


def score_turn(g: MistState, log: Log) -> None:
    """Count the Germans' victory points at the end of a turn.

    Nobody else has any (12.12). Printed VP areas count where the scenario says so; the practice
    scenario looks at its towns only. Rules 6.0-IX, 12.11, 12.26.
    """
    gained = 0
    if g.setting.scenario.scoring == "two_towns":
        log.append(TurnEnded(g.day))
        log.extend(TownStands(town, town_state(g, town)) for town in g.setting.towns)
        return
    if g.setting.scenario.scoring == "areas":  # s3-vp-1
        gained += area_points(g)
    if g.setting.zone_vp_each_turn:
        gained += zone_points(g)
    g.vp += gained
    log.append(Scored(g.day, gained, g.vp))


def area_points(g: MistState) -> int:
    """Points of the VP areas the Germans control. Rules 3.26, 12.21, 12.22."""
    setting = g.setting
    areas = each_place(g.german_control & setting.section & setting.all_areas)
    return sum(setting.vp[area] for area in areas if setting.vp[area] and pays(g, area))


def pays(g: MistState, area: Place) -> bool:
    """Whether the Germans get the points of an area they have. Rule 12.22d (option vp_supply).

    German units in the area must be in supply, at least one of them; an area they control and
    have left still counts, unless the option asks for a unit.
    """
    garrison = each_piece(g.stack(area, GERMAN))
    if garrison:
        return any(in_supply(g, unit) for unit in garrison)
    return not g.setting.vp_needs_unit


def zone_points(g: MistState) -> int:
    """Strength that broke out into Allied zones times the zones' multipliers, each point once.

    Units out of supply count for nothing. Rules 3.28, 12.23, 12.24.
    """
    setting, points = g.setting, 0
    for zone in each_place(g.present[GERMAN] & setting.exit_zones):
        for unit in each_piece(g.stack(zone, GERMAN)):
            fresh = g.strength[unit] - g.scored.get(unit, 0)
            if fresh > 0 and in_supply(g, unit):
                g.scored[unit] = g.strength[unit]
                points += fresh * setting.multiplier[zone]
    return points


def town_points(g: MistState) -> int:
    """Points of the First Three Days' towns. Rules 12.22d, s3-vp-3, s3-vp-4."""
    return sum(TOWN_POINTS[town_state(g, town)] for town in g.setting.towns if pays(g, town))


def gaps(g: MistState) -> int:
    """Holes in the Allied line: routes from the German zones to zones D-K. Rule s3-vp-5.

    Routes run along roads with whole bridges through areas without Allied units and share no
    area; with the option gaps=zones each exit zone counts once.
    """
    setting = g.setting
    starts, exits = setting.home_zones[GERMAN], setting.exit_zones
    closed = g.present[ALLIED] | (setting.all_zones & ~starts & ~exits)
    if not setting.gap_per_zone:
        return disjoint_routes(setting.board, starts, exits, closed, g.blown)
    return sum(
        disjoint_routes(setting.board, starts, zone, closed | exits & ~zone, g.blown) > 0
        for zone in (1 << place for place in each_place(exits))
    )


# -- the end ------------------------------------------------------------------------------------


def finish(g: MistState, log: Log) -> None:
    """Add what is counted once and name the outcome. Rules 2.0b, 3.28."""
    scoring = g.setting.scenario.scoring
    if scoring == "two_towns":
        g.outcome = two_towns_outcome(g)
    else:
        g.vp += zone_points(g)
        if scoring == "three_days":
            g.vp += town_points(g) + GAP * gaps(g)
        g.outcome = level(g).outcome
    log.append(GameEnded(g.outcome, g.vp))


def level(g: MistState) -> Level:
    """The level of victory of the German points. Rules s2-victory, s3-victory, s4-victory."""
    levels = g.setting.scenario.levels
    return next(row for row in levels if g.vp >= row.at_least)


TWO_TOWNS = {
    ("german", "german"): ("german_decisive", GERMAN),
    ("contested", "german"): ("german_tactical", GERMAN),
    ("contested", "contested"): ("draw", None),
    ("allied", "contested"): ("allied_tactical", ALLIED),
    ("allied", "allied"): ("allied_decisive", ALLIED),
    ("allied", "german"): ("both_lose", None),
}
"""Outcome by the state of the two towns. Rules s1-victory-1, s1-victory-2, s1-victory-3,
s1-victory-4, s1-victory-5, s1-victory-6."""


def two_towns_outcome(g: MistState) -> str:
    """The practice scenario's outcome as things stand."""
    first, second = sorted(town_state(g, town) for town in g.setting.towns)
    return TWO_TOWNS[first, second][0]


def winner(g: MistState) -> int | None:
    """The side that won, if one did."""
    if g.setting.scenario.scoring == "two_towns":
        return dict(TWO_TOWNS.values())[g.outcome]
    side = level(g).winner
    return SIDES.index(side) if side else None
