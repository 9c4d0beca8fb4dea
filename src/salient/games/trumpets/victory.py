"""Victory (rc-vic-1): points for places, bridges, exits and losses; at once beyond the Meuse."""

from __future__ import annotations

from functools import singledispatch

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.engine.events import GameEnded
from salient.engine.state import Log
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.conditions import (
    Before,
    Bridges,
    Condition,
    Destroyed,
    Eliminations,
    OverTheMeuse,
    RoadAround,
    WestOf,
    WestOfRiver,
)
from salient.games.trumpets.roster import GERMAN, SIDES
from salient.games.trumpets.standing.bridges import is_standing
from salient.games.trumpets.standing.paths import enterable, road_sides, spread, supply_hexes
from salient.games.trumpets.standing.stacking import division_of
from salient.games.trumpets.standing.supply import out_of_supply, supply_roads
from salient.games.trumpets.standing.who import chosen
from salient.games.trumpets.state import TrumpetsState


def judge_victory(g: TrumpetsState, log: Log) -> None:
    """At each mutual end the Meuse, at the last the points. Rules scn-victory, rc-vic-1."""
    scenario = g.setting.scenario
    _note_falls(g)
    if _is_over_the_meuse(g):
        g.outcome, g.score = "german_decisive", german_points(g)
    elif g.turn >= scenario.last_turn:
        g.score = german_points(g)
        g.outcome = level(g, g.score)
    else:
        return
    log.append(GameEnded(g.outcome, g.score))


def level(g: TrumpetsState, score: int) -> str:
    """How a game with so many German points ends. Rule rc-vic-1."""
    scenario = g.setting.scenario
    for one in g.setting.levels:
        if score >= one.at_least:
            return one.outcome
    if score >= scenario.win:
        return "german_victory"
    return "draw" if score >= scenario.draw else "allied_victory"


def _note_falls(g: TrumpetsState) -> None:
    """When places fell that are still in German hands."""
    for prize in g.setting.scenario.prizes:
        place = g.setting.at(prize.hex)
        if g.control >> place & 1:
            g.fallen.setdefault(place, g.turn)
        else:
            g.fallen.pop(place, None)


def german_points(g: TrumpetsState) -> int:
    """Places under German control that a supply road reaches, and what else counts."""
    held = g.control & supply_roads(g, GERMAN)
    places = sum(
        prize.points for prize in g.setting.scenario.prizes if held >> g.setting.at(prize.hex) & 1
    )
    return g.points + places + sum(points(condition, g) for condition in g.setting.conditions)


@singledispatch
def points(_condition: Condition, _g: TrumpetsState) -> int:
    """The points of a condition as things stand; exits are counted when they happen."""
    return 0


@points.register
def _(condition: Bridges, g: TrumpetsState) -> int:
    country, west = g.setting.country, g.setting.country.west_of(condition.river)
    count = 0
    for number, site in enumerate(country.sites):
        far = site.a if west >> site.a & 1 else site.b
        if site.name == condition.river and is_standing(g, number) and g.control >> far & 1:
            count += 1
    return min(count * condition.points, condition.most)


@points.register
def _(condition: WestOf, g: TrumpetsState) -> int:
    units = g.on_map(chosen(g, condition.who) & g.setting.army[GERMAN])
    column = g.setting.country.column
    return condition.points * sum(column(g.where[u]) < condition.column for u in members(units))


@points.register
def _(condition: Eliminations, g: TrumpetsState) -> int:
    lost = eliminated(g, SIDES.index(condition.side)).bit_count()
    return condition.points * (lost // condition.each)


@points.register
def _(condition: RoadAround, g: TrumpetsState) -> int:
    sides = (_road_past(g, condition.hex, north) for north in (True, False))
    return min(condition.points * sum(sides), condition.most)


@points.register
def _(condition: Before, g: TrumpetsState) -> int:
    place = g.setting.at(condition.hex)
    early = g.fallen.get(place, g.turn + 1) < turn_of(condition.turn)
    held = g.control & supply_roads(g, GERMAN)
    return condition.points if early and held >> place & 1 else 0


@points.register
def _(condition: WestOfRiver, g: TrumpetsState) -> int:
    side = SIDES.index(condition.side)
    west = g.setting.country.west_of(condition.river)
    mine = g.setting.roster.front & g.setting.army[side]
    return condition.points * (g.units_in(west, mine).bit_count() // condition.each)


@points.register
def _(condition: Destroyed, g: TrumpetsState) -> int:
    side = SIDES.index(condition.side)
    front = each_piece(g.setting.roster.front & g.setting.army[side])
    formations = g.setting.roster.formations
    divisions = {
        division
        for division in {division_of(g, unit) for unit in front} - {-1}
        if condition.nation in ("", formations[division].nation)
    }
    alive = {division_of(g, unit) for unit in front if g.steps_left[unit]}
    return condition.points * len(divisions - alive)


def _road_past(g: TrumpetsState, number: str, north: bool) -> bool:
    """Whether a German supply road passes a hex on one side and goes on west of it."""
    setting, country = g.setting, g.setting.country
    place = setting.at(number)
    column = country.along_edge(column=country.column(place))
    # Of the hex's own column only the part on that side is open: places count southwards.
    barrier = set_of(p for p in members(column) if (p >= place if north else p <= place))
    through = supply_hexes(g, GERMAN) & ~barrier
    roads = spread(
        g, setting.sources[GERMAN] & through, through, enterable(g, GERMAN), road_sides(g)
    )
    return any(country.column(hex_) < country.column(place) for hex_ in each_place(roads & through))


def eliminated(g: TrumpetsState, side: int) -> int:
    """The eliminated battalions of a side that fight: no guns, no HQs, no detached companies."""
    setting = g.setting
    whole = setting.roster.combat & setting.army[side]
    return set_of(
        u for u in members(whole) if not g.steps_left[u] and setting.units[u].size == "II"
    )


def _is_over_the_meuse(g: TrumpetsState) -> bool:
    """Two German front-line units beyond the Meuse, supplied at this moment. Rule rc-vic-1."""
    wanted = [c for c in g.setting.conditions if isinstance(c, OverTheMeuse)]
    if not wanted:
        return False
    front = g.setting.roster.front & g.setting.army[GERMAN]
    there = g.units_in(g.setting.beyond_meuse, front)
    if there.bit_count() < wanted[0].units:
        return False
    return (there & ~out_of_supply(g, GERMAN)).bit_count() >= wanted[0].units
