"""Who starts a scenario unseen: question marks, hidden guns and squads. CG7a, CG11, A12.34."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place, enemy
from salient.games.peiper.standing.control import areas_of
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.sight.los import sight_of
from salient.games.squad.terrain.board import each_hex

VEHICLE_HIDES = 6
"""How far from enemy areas a vehicle may start concealed. Rule CG11a."""

HIDE = "hide"
"""The work that lets a squad set up hidden. Rule P8.621."""


def conceal_all(g: PeiperState, side: int) -> None:
    """Infantry in concealment terrain starts concealed, vehicles far from the enemy. CG11a.

    Reserves lie under cloaking counters by night and day, one for each unit; what state they are in
    is not seen (CG7a-2, CG7a-4, CG7a-5, CG7a-7).
    """
    setting = g.setting
    foes = setting.limits[enemy(side)] if g.terms.initial else areas_of(g).setup[enemy(side)]
    lookouts = 0
    for here in each_hex(foes):
        for place in setting.board.locations_in(here):
            lookouts |= 1 << place
    units = g.on_map(setting.army[side] & (setting.personnel | setting.vehicles))
    for unit in each_piece(units & ~(g.wrecks | g.aside() | g.riding())):
        place = g.where[unit]
        if setting.vehicles >> unit & 1:
            hides = not setting.board.within(place, VEHICLE_HIDES - 1) & foes & setting.all_hexes
        else:
            hides = conceals(g, place) or is_out_of_sight(g, place, lookouts)
        found = 1 << unit | g.carried(unit) | g.load(unit)
        if g.reserve >> unit & 1:
            g.concealed |= found
        elif hides and may_hide(g, unit, side):
            g.hidden |= found
        elif hides:
            g.concealed |= found


def is_out_of_sight(g: PeiperState, place: Place, lookouts: int) -> bool:
    """Whether nobody could see a location from the enemy's areas: it conceals, too. Rule CG11c."""
    return not sight_of(g).sees_any(g.setting.board.eyes[place], place, lookouts)


def may_hide(g: PeiperState, unit: Piece, side: int) -> bool:
    """Who is not on the table at all, in concealment terrain.

    A gun with its crew (A12.34, CG12a), one squad for each hidden set-up that was bought
    (P8.621), and at La Gleize all Germans of the first scenario (P8.53-GE-setup).
    """
    place = g.where[unit]
    if not conceals(g, place):
        return False
    if g.terms.initial and g.setting.cg == "la_gleize" and side == GERMAN:
        return True
    if g.carried(unit) & g.setting.guns:
        return True
    plan = (side, HIDE, g.setting.board.hex_of[place])
    if plan in g.planned and g.setting.squads >> unit & 1:
        g.planned.remove(plan)
        return True
    return False
