"""Engineers (20.0, 21.0, 22.0): ferries, bridges, and charges under bridges."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.hexes import Direction
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.events import BridgeGrew, EngineersSet
from salient.games.trumpets.harm.losses import take_off
from salient.games.trumpets.roster import GERMAN, NO_UNIT
from salient.games.trumpets.standing.bridges import FULL_BRIDGE, LIGHT_BRIDGE, is_standing
from salient.games.trumpets.standing.demolition import can_demolish
from salient.games.trumpets.standing.stacking import may_stop
from salient.games.trumpets.state import TrumpetsState

WITHOUT_COLUMN = -1
"""The stage from which army engineers without a bridge column begin: one later (rc-bridge-1)."""


def is_free(g: TrumpetsState, unit: Piece) -> bool:
    """Whether an engineer has no other work. Rules sop-20d, sop-22b, rc-eng-1."""
    busy = g.building | g.engaged | g.ca | g.reserve
    if busy >> unit & 1 or not g.setting.roster.engineers >> unit & 1:
        return False
    return not g.is_at_work(unit)


# -- ferries --------------------------------------------------------------------------------------


def ford_hexes(g: TrumpetsState, unit: Piece) -> list[Place]:
    """The hexes across fords next to an engineer. Rules sop-20, sop-20b."""
    country, here = g.setting.country, g.where[unit]
    return [
        country.board.neighbours[here][way] for way in Direction if country.fords[way] >> here & 1
    ]


# -- bridges --------------------------------------------------------------------------------------


def may_build(g: TrumpetsState, unit: Piece) -> bool:
    """German bridging and army engineers, Allied army and corps engineers. Rules sop-21a, 21c."""
    return is_free(g, unit) and bool(g.setting.roster.army_engineers >> unit & 1)


def building_sites(g: TrumpetsState, unit: Piece) -> list[int]:
    """Blown sites where an engineer may build (sop-21, rc-bridge-1, rc-bridge-2)."""
    side, here = g.setting.side_of[unit], g.where[unit]
    found = []
    for site in g.setting.country.sites_of.get(here, ()):
        row = g.setting.country.sites[site]
        far = row.b if row.a == here else row.a
        if not g.down >> site & 1 or is_standing(g, site):
            continue
        if side == GERMAN and row.name == "Meuse":  # rc-bridge-2
            continue
        if not g.held[enemy(side)] >> far & 1 and g.builders.get(site, side) == side:
            found.append(site)
    return found


def lifting_sites(g: TrumpetsState, unit: Piece) -> list[int]:
    """Bridges that the Germans built and an engineer may take up. Rule sop-21b."""
    if g.setting.side_of[unit] != GERMAN:
        return []
    return [
        site
        for site in g.setting.country.sites_of.get(g.where[unit], ())
        if g.builders.get(site) == GERMAN and is_standing(g, site)
    ]


def far_hex(g: TrumpetsState, unit: Piece, site: int) -> Place:
    """The other hex of a site next to an engineer."""
    row = g.setting.country.sites[site]
    return row.b if row.a == g.where[unit] else row.a


def engineer_offers(g: TrumpetsState, unit: Piece) -> list[Action]:
    """What an engineer may be told to do in steps 20-22, by the hex across the water."""
    found = []
    if is_free(g, unit):
        if not g.ooc >> unit & 1:  # rc-cmd-3
            found += [Action("ferry", (unit, far)) for far in ford_hexes(g, unit)]
        found += [
            Action(verb, (unit, far_hex(g, unit, site)))
            for site in charge_sites(g, unit)
            for verb in ("prime", "explode")
        ]
    if may_build(g, unit):
        found += [Action("bridge", (unit, far_hex(g, unit, s))) for s in building_sites(g, unit)]
        found += [Action("lift", (unit, far_hex(g, unit, s))) for s in lifting_sites(g, unit)]
    return found


def charge_sites(g: TrumpetsState, unit: Piece) -> list[int]:
    """Standing bridges that an engineer may make ready to blow. Rules sop-22a, rc-blow-2."""
    if not can_demolish(g, unit):
        return []
    sites = g.setting.country.sites_of.get(g.where[unit], ())
    return [site for site in sites if is_standing(g, site)]


def set_to_work(g: TrumpetsState, unit: Piece, verb: str, far: Place, log: Log) -> None:
    """Give an engineer his marker. Rules sop-20c, sop-21, sop-22a."""
    if verb == "ferry":
        g.ferrying[unit] = far
    else:
        site = g.setting.country.site_at[g.where[unit], far]
        if verb == "prime":
            g.ready[unit] = site
        else:
            g.bridging[unit] = site
            _begin_bridge(g, unit, site, verb)
    log.append(EngineersSet(unit, verb, far))


def _begin_bridge(g: TrumpetsState, unit: Piece, site: int, verb: str) -> None:
    side = g.setting.side_of[unit]
    if verb == "lift":
        g.lifting |= 1 << site
    elif site not in g.stages:
        g.builders[site] = side
        column = g.setting.roster.bridging & _builders(g, site)
        slow = side == GERMAN and not column and not _is_stream(g, site)
        g.stages[site] = WITHOUT_COLUMN if slow else 0


def _is_stream(g: TrumpetsState, site: int) -> bool:
    return g.setting.country.sites[site].water == "stream"


def _builders(g: TrumpetsState, site: int) -> int:
    """The engineers at work on a site."""
    return sum(1 << unit for unit, at in g.bridging.items() if at == site)


def advance_bridges(g: TrumpetsState, side: int, log: Log) -> None:
    """Player end: each bridge under way gets a stage on. Rules sop-21d, sop-31b, pet-3."""
    for site, builder in sorted(g.builders.items()):
        if builder != side:
            continue
        workers = _builders(g, site)
        if g.lifting >> site & 1:
            _take_up(g, site, log)
        elif workers or g.stages[site] == LIGHT_BRIDGE:  # from B to J it comes by itself
            grow_bridge(g, site, log)
    army = g.setting.army[side]
    g.bridging = {unit: site for unit, site in g.bridging.items() if not army >> unit & 1}
    g.lifting = 0


def grow_bridge(g: TrumpetsState, site: int, log: Log) -> None:
    """A bridge under way gets a stage on. Rules pet-3, rc-bridge-1."""
    if site not in g.stages:
        return
    most = 1 if _is_stream(g, site) else FULL_BRIDGE
    if g.stages[site] >= most:
        return
    g.stages[site] += 1
    row = g.setting.country.sites[site]
    log.append(BridgeGrew(row.a, row.b, g.stages[site]))
    columns = _builders(g, site) & g.setting.roster.bridging
    if g.stages[site] == LIGHT_BRIDGE and g.builders[site] == GERMAN and columns:
        column = each_piece(columns)[0]  # It leaves the map with its bridge (rc-bridge-1).
        g.columns[site] = column
        take_off(g, column)


def shrink_bridge(g: TrumpetsState, site: int, log: Log) -> None:
    """A bridge under way loses a stage. Rule rc-ev-1."""
    if g.stages.get(site, 0) > 0:
        g.stages[site] -= 1
        row = g.setting.country.sites[site]
        log.append(BridgeGrew(row.a, row.b, g.stages[site]))


def _take_up(g: TrumpetsState, site: int, log: Log) -> None:
    """A bridge is taken up; its column comes back. Rules sop-21b, rc-bridge-1.

    It stays where it is if its engineers were driven off, or where the column finds no room.
    """
    column = g.columns.get(site, NO_UNIT)
    room = [
        g.where[unit]
        for unit in each_piece(_builders(g, site))
        if column < 0 or may_stop(g, 1 << column, g.where[unit])
    ]
    if not room:
        return
    del g.stages[site], g.builders[site]
    if column >= 0:
        del g.columns[site]
        g.put(column, room[0])
    row = g.setting.country.sites[site]
    log.append(BridgeGrew(row.a, row.b, 0))
