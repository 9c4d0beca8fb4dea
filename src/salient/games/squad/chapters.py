"""Which chapter answers which of the core's questions.

Each tuple lists functions in the order in which they are asked. A chapter is switched on by adding
its functions here, and nowhere else. What they take and give:

========================  ========================================================================
``BASE_COSTS``            ``(g, entry) -> Part | None``: the cost of the terrain entered, in place
                          of the chart's; the first answer counts
``EXTRA_COSTS``           ``(g, entry) -> Iterable[Part]``: what is added (hexsides, slopes, smoke)
``BARS``                  ``(g, entry) -> str``: the rule that forbids an entry, or empty
``BOG_CHECKS``            ``(g, entry) -> Iterable[BogCheck]``: bog checks besides the chart's
``TERRAINS``              ``(g, location) -> str``: the line of the chart that a location follows
``TRAITS``                ``(g, location, trait) -> bool | None``: ``open``, ``conceals``, ``goal``,
                          ``shelter``, ``obstacle``, ``building``, ``house``, ``heat``, ``expose``
                          (see ``ground.has_trait``) where the chart is not right
``LIMITS``                ``(g, location) -> tuple[int, int] | None``: half-squads and leaders
``SET_UP_BARS``           ``(g, unit, location) -> str``: the rule that forbids a set-up there
``FORTIFICATION_BARS``    ``(g, fortification, location) -> str``: the same of what is built
``BYPASSES``              ``(g, hex, side) -> bool | None``: whether there is room along a hexside
``FLANKS``                ``(g, unit) -> Iterable[int]``: other locations whose smoke, residual fire
                          and mines reach a unit where it is
``HULL_BARS``             ``(g, vehicle) -> str``: the rule that keeps a hull from turning
``SWING_BARS``            ``(g, vehicle, corner) -> str``: the same of a turret
``SWINGS``                ``(g, vehicle, corner, log) -> int``: a turret is to turn; 0 if it does,
                          else the MP halves that trying cost
``DRIVER_ORDERS``         ``(g, march) -> Iterable[Action]``: what else a vehicle may do
``OPENINGS``              ``(g, entry) -> bool``: whether what stands on the hexside crossed does
                          not stop this entry: a breach in a wall
``HOLES``                 ``(g, location, location) -> Side | None``: the hexside through whose
                          breach two locations see each other
``ASSAULTS``              ``(g, unit, vehicle) -> Iterable[Modifier]``: close combat with vehicles
``COVERS``                ``(g, attack, unit, look) -> Iterable[Cover]``: cover of a target
``CROSSING_COVERS``       ``(g, attack, origin, eye) -> Iterable[Cover]``: cover on the hexside just
                          crossed, against fire from a location (A8.15)
``HIT_CASES``             ``(g, gun, target, drm) -> Iterable[Modifier]``: To Hit modifiers
``CLOSE_COMBAT``          ``(g, location, side) -> Iterable[Modifier]``: close-combat modifiers
``RESHAPES``              ``(g) -> Mapping[int, Sequence[Feature | Stand]]``: features that stand in
                          hexes now, beside what the map file has; a plain feature at the bottom
``FALLEN``                ``(g) -> Mapping[int, Iterable[str]]``: names of printed features that no
                          longer stand in hexes
``CUTS``                  ``(g, location, side) -> bool``: whether a road no longer crosses a side
``OFF_ROADS``             ``(g, entry) -> bool``: whether an entry by a road is none for its cost
``OPENS``                 ``(g, unit, location) -> bool``: whether a location that is not open
                          ground as such is so to a unit that looks at it
``BARRIERS``              ``(g) -> Iterable[Barrier]``: what stands across hexsides now
``ROOMS``                 ``(g, location, units) -> bool``: room for what units carry, too
``BLASTS``                ``(g, location, calibre, roll, column, log) -> bool``: a shell goes off;
                          whether it leaves nothing there to be struck
``BURSTS``                ``(g, location, roll, column, log) -> None``: a shell from above has gone
                          off in a location
``AFTERMATHS``            ``(g, attack, log) -> None``: after an attack on the fire table
``ARRIVALS``              ``(g, entry, log) -> None``: what happens to those who have entered
``RUBBLINGS``             ``(g, hex, levels, dr, log) -> None``: a building has fallen (B24.1)
``ORDERS``                ``(g, march) -> Iterable[Action]``: what else a moving unit may do
``CARRY_OUT``             ``verb -> (g, action, log) -> int``: doing it; the MF halves it costs
``MOVEMENT_ENDS``         ``(g, log) -> None``: when a movement phase ends
``PLAYER_TURN_ENDS``      ``(g, log) -> None``: when a player turn ends
========================  ========================================================================
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from salient.boards.sight_map import Barrier, Eye, Feature, Side, Stand
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.state import Log
from salient.games.squad.combat import bailing_out, passengers
from salient.games.squad.core.questions import Attack, BogCheck, Cover, Entry, Look, Part
from salient.games.squad.core.setting import Fortification
from salient.games.squad.core.state import March, SquadState
from salient.games.squad.ground import (
    crests,
    culverts,
    debris,
    falling_debris,
    fences,
    fire_zones,
    kindling,
    mine_clearing,
    narrow_streets,
    off_road,
    pine_woods,
    rail_cars,
    rail_moves,
    rowhouses,
    scaling,
    slopes,
    steeples,
    streams,
    street_blocks,
    street_dangers,
    street_fighting,
    street_vehicles,
    towers,
    weather,
)
from salient.games.squad.infantry import charges
from salient.games.squad.vehicles import armoured_assault, overruns, towing, wrecks

G = SquadState

BASE_COSTS: tuple[Callable[[G, Entry], Part | None], ...] = (
    crests.crest_cost,
    debris.debris_cost,
    fire_zones.path_cost,
    streams.stream_cost,
    narrow_streets.street_cost,
    pine_woods.pine_cost,
    rail_moves.rail_bridge_cost,
    towers.tower_cost,
    debris.rubble_break_cost,
)
EXTRA_COSTS: tuple[Callable[[G, Entry], Iterable[Part]], ...] = (
    debris.depression_cost,
    streams.combined_cost,
    narrow_streets.street_extras,
    street_blocks.block_costs,
    slopes.slope_cost,
    weather.slick_ground,
    fences.fence_cost,
    rail_moves.rail_costs,
    rail_cars.car_bypass_cost,
    towers.tower_extra,
)
BARS: tuple[Callable[[G, Entry], str], ...] = (
    crests.crest_bar,
    debris.debris_bar,
    culverts.culvert_bar,
    streams.stream_bar,
    steeples.steeple_bar,
    narrow_streets.foot_bar,
    street_blocks.block_bar,
    street_vehicles.street_bar,
    towing.towing_bar,
    slopes.slope_bar,
    fences.fence_bar,
    rail_moves.rail_bar,
    towers.tower_bar,
    rowhouses.roof_bar,
)
BOG_CHECKS: tuple[Callable[[G, Entry], Iterable[BogCheck]], ...] = (
    streams.combined_bog,
    debris.debris_bog,
    fences.fence_bog,
    rail_moves.rail_bog,
    towers.tower_bog,
    weather.soft_going,
)
TERRAINS: tuple[Callable[[G, int], str], ...] = (
    debris.debris_terrain,
    rail_cars.car_terrain,
    towers.tower_terrain,
)
TRAITS: tuple[Callable[[G, int, str], bool | None], ...] = (
    streams.combined_trait,
    rail_cars.car_trait,
    towers.tower_trait,
)
LIMITS: tuple[Callable[[G, int], tuple[int, int] | None], ...] = (
    culverts.culvert_limit,
    steeples.steeple_limit,
    towers.tower_limit,
)
SET_UP_BARS: tuple[Callable[[G, int, int], str], ...] = (
    culverts.culvert_set_up,
    steeples.steeple_set_up,
    rail_cars.car_gun_bar,
    towers.tower_set_up,
)
FORTIFICATION_BARS: tuple[Callable[[G, Fortification, int], str], ...] = (
    culverts.culvert_fortification,
    steeples.steeple_fortification,
    street_dangers.fortification_bar,
    rail_cars.car_fortification,
    towers.tower_fortification,
)
BYPASSES: tuple[Callable[[G, int, int], bool | None], ...] = (
    narrow_streets.has_room_along,
    rail_cars.car_bypass,
)
FLANKS: tuple[Callable[[G, int], Iterable[int]], ...] = (street_dangers.street_flanks,)
HULL_BARS: tuple[Callable[[G, int], str], ...] = (street_vehicles.hull_bar,)
SWING_BARS: tuple[Callable[[G, int, int], str], ...] = (street_vehicles.swing_bar,)
SWINGS: tuple[Callable[[G, int, int, Log], int], ...] = (street_vehicles.swing,)
DRIVER_ORDERS: tuple[Callable[[G, March], Iterable[Action]], ...] = (
    street_vehicles.about_orders,
    wrecks.shoving_orders,
    off_road.aside_orders,
    passengers.unload_orders,
    towing.unhook_orders,
    overruns.overrun_orders,
)
OPENINGS: tuple[Callable[[G, Entry], bool], ...] = (rowhouses.opens_wall,)
HOLES: tuple[Callable[[G, int, int], Side | None], ...] = (rowhouses.hole_between,)
ASSAULTS: tuple[Callable[[G, int, int], Iterable[Modifier]], ...] = (
    street_dangers.street_fighting,
    street_fighting.fight_out_of_houses,
)
COVERS: tuple[Callable[[G, Attack, int, Look], Iterable[Cover]], ...] = (
    streams.stream_cover,
    crests.crest_cover,
    street_blocks.block_cover,
    street_dangers.street_smoke,
    slopes.slope_cover,
    weather.soft_ground,
    debris.wide_street_cover,
    towers.tower_cover,
    passengers.carrier_cover,
    armoured_assault.escort_cover,
)
CROSSING_COVERS: tuple[Callable[[G, Attack, int, Eye], Iterable[Cover]], ...] = (
    street_blocks.crossing_cover,
    slopes.crossing_lane_cover,
)
HIT_CASES: tuple[Callable[[G, int, int, int], Iterable[Modifier]], ...] = (rail_cars.car_hit_cases,)
CLOSE_COMBAT: tuple[Callable[[G, int, int], Iterable[Modifier]], ...] = (
    street_dangers.coaxial_guns,
)
RESHAPES: tuple[Callable[[G], Mapping[int, Sequence[Feature | Stand]]], ...] = (
    debris.debris_features,
    fire_zones.zone_features,
    rail_cars.car_stands,
)
FALLEN: tuple[Callable[[G], Mapping[int, Iterable[str]]], ...] = (
    debris.buried_features,
    fire_zones.zone_clearings,
)
CUTS: tuple[Callable[[G, int, int], bool], ...] = (debris.road_cut,)
OFF_ROADS: tuple[Callable[[G, Entry], bool], ...] = (narrow_streets.is_off_street,)
OPENS: tuple[Callable[[G, int, int], bool], ...] = (streams.is_bare_bed,)
BARRIERS: tuple[Callable[[G], Iterable[Barrier]], ...] = (street_blocks.block_barriers,)
ROOMS: tuple[Callable[[G, int, int], bool], ...] = (towers.tower_room,)
BLASTS: tuple[Callable[[G, int, int, int, int, Log], bool], ...] = (rail_cars.shelled,)
BURSTS: tuple[Callable[[G, int, int, int, Log], None], ...] = (street_blocks.burst_blocks,)
AFTERMATHS: tuple[Callable[[G, Attack, Log], None], ...] = (towers.repelled,)
ARRIVALS: tuple[Callable[[G, Entry, Log], None], ...] = (
    fences.pass_breach,
    debris.note_break,
    fire_zones.spot_on_arrival,
    towers.note_stairs,
    bailing_out.sweep_riders,
    street_fighting.note_house,
)
RUBBLINGS: tuple[Callable[[G, int, int, int, Log], None], ...] = (
    street_dangers.bury_streets,
    falling_debris.shed_debris,
)
ORDERS: tuple[Callable[[G, March], Iterable[Action]], ...] = (
    crests.crest_orders,
    street_blocks.clearing_orders,
    mine_clearing.lifting_orders,
    fences.breach_orders,
    debris.clearing_orders,
    kindling.kindling_orders,
    rowhouses.corner_orders,
    rowhouses.piercing_orders,
    off_road.aside_orders,
    scaling.scaling_orders,
    charges.charge_orders,
)
CARRY_OUT: dict[str, Callable[[G, Action, Log], int]] = {
    "climb": crests.climb,
    "unblock": street_blocks.clear_block,
    "about": street_vehicles.turn_about,
    "lift": mine_clearing.lift_mines,
    "shove": wrecks.shove,
    "breach": fences.breach,
    "clear": debris.clear_debris,
    "kindle": kindling.set_fire,
    "corner": rowhouses.go_to_corner,
    "pierce": rowhouses.pierce,
    "aside": off_road.go_aside,
    "scale": scaling.scale,
    "board": passengers.board,
    "unload": passengers.unload,
    "hook": towing.hook,
    "unhook": towing.leave_gun,
    "plant": charges.lay,
    "blast": charges.set_charge,
    "overrun": overruns.overrun,
}
MOVEMENT_ENDS: tuple[Callable[[G, Log], None], ...] = (debris.forget_breaks,)
PLAYER_TURN_ENDS: tuple[Callable[[G, Log], None], ...] = (
    culverts.freeze,
    fences.close_breaches,
    passengers.forget_loading,
    street_fighting.forget_houses,
)
