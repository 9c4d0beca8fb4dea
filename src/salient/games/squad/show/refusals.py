"""Why something cannot be done: what keeps a unit from moving or firing, with its rule.

All is told of the position as the side that asks knows it.
"""

from __future__ import annotations

from collections.abc import Iterable

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, enemy
from salient.engine.messages import Value, message
from salient.engine.reports import Refusals
from salient.engine.state import Ref
from salient.games.squad.combat.firepower import bears_on, firers, target_places
from salient.games.squad.core.points import ONE, mf_left
from salient.games.squad.core.state import SquadState
from salient.games.squad.infantry.fire import Aiming, Firing
from salient.games.squad.phases.movement import Marching, Movement, is_due
from salient.games.squad.sight.los import look_across

REFUSALS = Refusals[SquadState]()


def _first(reasons: Iterable[tuple[str, bool | int]], unit: Piece) -> Value:
    """The first reason that holds."""
    for reason, holds in reasons:
        if holds:
            return message(f"refusal.{reason}", unit=Ref("piece", unit))
    return ""


def _absent(g: SquadState, side: int, unit: Piece) -> Value:
    """Why a unit is not there to be ordered about."""
    bit = 1 << unit
    reasons = (
        ("enemy", not g.setting.army[side] & bit),
        ("lost", g.lost & bit),
        ("aside", g.aside() & bit),
        ("exited", g.exited & bit),
    )
    gone = _first(reasons, unit)
    if gone or g.where[unit] != NOWHERE or unit in g.aboard or is_due(g, unit):
        return gone
    turn = g.entry_turn(unit)
    return message("refusal.due", unit=Ref("piece", unit), turn=turn)


# -- movement -----------------------------------------------------------------------------------


@REFUSALS.add(Movement, "move")
def _move(g: SquadState, phase: Movement, action: Action) -> Value:
    """Why a unit does not move. Rules A4.1, A7.8, A10.4, A11.15, D8."""
    unit = action.piece(0)
    bit = 1 << unit
    reasons = (
        ("item", g.setting.items & bit),
        ("moved", g.moved & bit),
        ("aboard", unit in g.aboard),
        ("prep_fired", (bit | g.carried(unit)) & g.prep_fired),
        ("busy", g.ti & bit),
        ("restrained", g.restrained & bit),
        ("wreck", g.wrecks & bit),
        ("immobile", g.immobile & bit),
        ("shocked", g.shocked & bit),
        ("abandoned", g.abandoned & bit),
        ("melee", g.melee & bit),
        ("broken", g.broken & bit),
        ("pinned", g.pinned & bit),
    )
    return _absent(g, phase.side, unit) or _first(reasons, unit)


@REFUSALS.add(Marching, "go")
def _go(g: SquadState, marching: Marching, action: Action) -> Value:
    """Why infantry cannot go to a location. Rules A4.1, A4.14, A5.1, B23."""
    place, march = action.place(0), g.moving
    if place == g.where[march.units[0]]:
        return message("refusal.here")
    if g.people(place, enemy(marching.side)) & ~(g.hidden | g.concealed):
        return message("refusal.enemies")
    if place in marching.reach(g, march).ends:
        return message("refusal.crowded")
    return message("refusal.far", left=mf_left(g, march) / ONE)


# -- fire ---------------------------------------------------------------------------------------


@REFUSALS.add(Firing, "fire")
def _fire(g: SquadState, phase: Firing, action: Action) -> Value:
    """Why a unit or weapon does not fire. Rules A3.2, A7.1, A10.4, A11.15."""
    unit = action.piece(0)
    bit, vehicle = 1 << unit, g.setting.vehicles >> unit & 1
    done = g.final_fired | g.prep_fired
    reasons = (
        ("broken", g.broken & bit),
        ("melee", g.melee & bit),
        ("busy", g.ti & bit),
        ("shocked", g.shocked & bit),
        ("abandoned", g.abandoned & bit),
        ("wreck", g.wrecks & bit),
        ("malfunctioned", not vehicle and g.malfunctioned & bit),
        ("fired", not vehicle and done & bit),
        ("unserved", not firers(g, phase.side, phase.occasion) & bit),
        ("no_target", True),
    )
    return _absent(g, phase.side, unit) or _first(reasons, unit)


@REFUSALS.add(Aiming, "at")
def _at(g: SquadState, aiming: Aiming, action: Action) -> Value:
    """Why a location is not fired at. Rules A6, A7.2."""
    place, unit = action.place(0), aiming.group[0]
    if not target_places(g, aiming.side) >> place & 1:
        return message("refusal.nobody")
    if not look_across(g, g.where[unit], place).clear:
        return message("refusal.unseen", unit=Ref("piece", unit))
    if not bears_on(g, unit, place, aiming.occasion):
        return message("refusal.range", unit=Ref("piece", unit))
    return ""
