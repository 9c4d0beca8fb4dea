"""Defensive positions (19.0): who digs where, and when it is done."""

from __future__ import annotations

from salient.boards.bits import each_piece, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.trumpets.events import Built, WorkBegan
from salient.games.trumpets.state import TrumpetsState

WORKS = {"dig": "ip5", "fortify": "ip6", "block": "roadblock", "strengthen": "strongpoint"}
"""The position that each order builds."""

IN_PEACE = frozenset({"roadblock", "strongpoint"})
"""Works that are not begun next to an enemy combat unit (rc-pos-2)."""


def free_to_build(g: TrumpetsState, units: int) -> int:
    """Those of some units whom nothing keeps from building. Rules sop-19c, rc-pos-2."""
    busy = g.building | g.engaged | g.ca | g.reserve
    busy |= set_of(g.ferrying) | set_of(g.bridging) | set_of(g.ready)
    return units & g.setting.roster.combat & ~busy


def possible_works(g: TrumpetsState, unit: Piece) -> list[str]:
    """What a unit that is free to build may be told to. Rules sop-19, tab-pos-builder, -hex."""
    roster, place = g.setting.roster, g.where[unit]
    engineer = bool(roster.engineers >> unit & 1)
    orders = ["dig"]  # sop-19a
    if engineer and not g.ooc >> unit & 1:  # sop-19b, rc-cmd-3
        orders = ["fortify"]
        if g.setting.country.road_hexes >> place & 1:
            orders.append("block")
        if g.positions.get(place) == "ip6":
            orders.append("strengthen")
    return [order for order in orders if _is_open(g, unit, WORKS[order])]


def _is_open(g: TrumpetsState, unit: Piece, work: str) -> bool:
    """Whether a work makes sense in the unit's hex: one position a hex (rc-pos-1, rc-pos-2)."""
    place, setting = g.where[unit], g.setting
    if g.positions.get(place) in _as_good(work) or work in _begun(g, place):
        return False
    near = setting.board.around(1 << place) & g.held[enemy(setting.side_of[unit])]
    return not (near and work in IN_PEACE)


def _as_good(work: str) -> tuple[str, ...]:
    """Positions that a work would not better: fortresses stay, digging does not undo more."""
    ladder = ("ip5", "ip6", "strongpoint", "fortress")
    return ("fortress", "roadblock") if work == "roadblock" else ladder[ladder.index(work) :]


def _begun(g: TrumpetsState, place: Place) -> list[str]:
    return [g.works[unit] for unit in each_piece(g.stacks.get(place, 0) & g.building)]


def begin_work(g: TrumpetsState, unit: Piece, order: str, log: Log) -> None:
    """A Construction counter. Rules sop-19c, sop-19d."""
    g.building |= 1 << unit
    g.works[unit] = WORKS[order]
    log.append(WorkBegan(unit, WORKS[order]))


def finish_works(g: TrumpetsState, side: int, log: Log) -> None:
    """Player end: works are done. Rules sop-19e, sop-31a, pet-1, tab-pos-time."""
    for unit in each_piece(g.building & g.setting.army[side]):
        work, place = g.works.pop(unit), g.where[unit]
        if place != NOWHERE:
            g.positions[place] = work
            log.append(Built(place, work))
    g.building &= ~g.setting.army[side]


def remove_empty_works(g: TrumpetsState) -> None:
    """Works left empty come off; fortresses of the map stay. Rules pet-2, rc-pos-3."""
    occupied = g.occupied[0] | g.occupied[1]
    g.positions = {
        place: work
        for place, work in g.positions.items()
        if work == "fortress" or occupied >> place & 1
    }


def manned_position(g: TrumpetsState, place: Place, side: int) -> str:
    """The works that serve a side's units in a hex, empty if none are manned. Rule rc-pos-4."""
    if g.stack(place, side) & g.setting.roster.combat:
        return g.positions.get(place, "")
    return ""
