"""Why something cannot be done: what bars a unit, a hex or an attack, with its rule.

A move is explained by lifting one bar after the other: the first without which the hex could be
reached is the reason.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Value, message
from salient.engine.reports import Refusals
from salient.engine.state import Ref
from salient.games.bulge.rules.combat import (
    Declaring,
    Gathering,
    able,
    can_be_attacked,
    may_combine,
    next_to,
)
from salient.games.bulge.rules.entering import common_entries
from salient.games.bulge.rules.limits import allowed_hexes, frozen_units
from salient.games.bulge.rules.movement import Movement, Moving
from salient.games.bulge.state import BulgeState

REFUSALS = Refusals[BulgeState]()

FAR = 99
"""More movement points than any way costs."""


# -- movement -----------------------------------------------------------------------------------


@REFUSALS.add(Movement, "activate")
def _activate(g: BulgeState, phase: Movement, action: Action) -> Value:
    unit = action.piece(0)
    return _stranger(g, phase.side, unit) or _resting(g, phase, unit)


def _stranger(g: BulgeState, side: int, unit: Piece) -> Value:
    """Why a unit is not there to be ordered about."""
    name = Ref("piece", unit)
    if not g.setting.army[side] >> unit & 1:
        return message("refusal.enemy", unit=name)
    if not g.steps_left[unit]:
        return message("refusal.destroyed", unit=name)
    if unit in g.exits or unit in g.evacuated:
        return message("refusal.left", unit=name)
    return ""


def _resting(g: BulgeState, phase: Movement, unit: Piece) -> Value:
    """Why a unit of one's own does not move in a phase. Rules 4.2, 7.5, 9.1, 9.3, 9.4."""
    setting, name = g.setting, Ref("piece", unit)
    if g.finished >> unit & 1:
        return message("refusal.moved", unit=name)
    if g.where[unit] == NOWHERE:
        if g.turn < setting.units[unit].turn:
            return message("refusal.due", unit=name, turn=setting.units[unit].turn)
        first = phase.number == 1
        return message("refusal.no_entry" if first else "refusal.first_phase", unit=name)
    if frozen_units(g, phase.side, phase.number) >> unit & 1:
        return message("refusal.frozen", unit=name)
    return message("refusal.foot", unit=name)


@REFUSALS.add(Moving, "join")
def _join(g: BulgeState, moving: Moving, action: Action) -> Value:
    unit, phase = action.piece(0), g.steps[-2]
    name = Ref("piece", unit)
    if stranger := _stranger(g, moving.side, unit):
        return stranger
    if moving.mode:
        return message("refusal.under_way", unit=name)
    if g.where[unit] != moving.here(g):
        return message("refusal.elsewhere", unit=name)
    if not phase.candidates(g) >> unit & 1:
        return _resting(g, phase, unit)
    return message("refusal.stack", unit=name)


@REFUSALS.add(Moving, "enter")
def _enter(g: BulgeState, moving: Moving, action: Action) -> Value:
    entry = action.place(0) - g.setting.first_entry
    if moving.here(g) != NOWHERE or entry in common_entries(g, moving.units):
        return ""
    return message("refusal.entry")


@REFUSALS.add(Moving, "move")
def _move(g: BulgeState, moving: Moving, action: Action) -> Value:
    """Why a stack cannot go to a hex by combat movement. Rule 7.4."""
    place = action.place(0)
    if place >= g.setting.first_entry:
        return message("refusal.exit")
    if moving.mode == "strategic":
        return message("refusal.strategic")
    if bar := _barred(g, moving, place):
        return bar
    stack, left, fresh = moving.stack(g), moving.left, not moving.mode
    if stack.combat_range(left, fresh=fresh, avoid=0).hexes >> place & 1:
        return message("refusal.full")
    if g.wary & moving.group and stack.hostile >> place & 1:
        return message("refusal.wary")
    cost = stack.combat_range(FAR, fresh=fresh, avoid=0).cost(place)
    stack.hostile = 0
    direct = stack.combat_range(FAR, fresh=fresh, avoid=0).cost(place)
    if direct is not None and (cost is None or direct <= left):
        return message("refusal.zone")
    if cost is not None:
        return message("refusal.far", cost=cost, left=left)
    return message("refusal.cut_off" if stack.pace == "foot" else "refusal.no_road")


def _barred(g: BulgeState, moving: Moving, place: Place) -> Value:
    """Why a stack may not be in a hex at all. Rules 5.1, 9.6a, 9.7a."""
    if g.setting.first_entry <= place or moving.here(g) == place:
        return message("refusal.here")
    if not moving.stack(g).sneaks and g.occupied[enemy(moving.side)] >> place & 1:
        return message("refusal.occupied")
    if not allowed_hexes(g, moving.units) >> place & 1:
        british = g.setting.british & moving.group
        return message("refusal.meuse" if british else "refusal.line")
    return ""


@REFUSALS.add(Moving, "march")
def _march(g: BulgeState, moving: Moving, action: Action) -> Value:
    """Why a stack cannot go to a hex by strategic movement. Rule 7.2."""
    place, setting = action.place(0), g.setting
    if moving.mode == "combat":
        return message("refusal.combat")
    if bar := _barred(g, moving, place):
        return bar
    stack = moving.stack(g)
    if not setting.main_hexes >> place & setting.main_hexes >> max(stack.start, 0) & 1:
        return message("refusal.main_road")
    if stack.hostile >> stack.start & 1 or stack.hostile >> place & 1:
        return message("refusal.march_zone")
    if not stack.sneaks and not g.march_hexes >> place & 1:
        return message("refusal.march_own")
    if moving.ranges(stack)["strategic"].hexes >> place & 1:
        return message("refusal.full")
    cost = stack.strategic_range(FAR, avoid=0).cost(place)
    return message("refusal.march_cut") if cost is None else message("refusal.march_far", cost=cost)


# -- combat -------------------------------------------------------------------------------------


@REFUSALS.add(Declaring, "target")
def _target(g: BulgeState, declaring: Declaring, action: Action) -> Value:
    """Why a hex cannot be attacked. Rules 8.2-1, 8.2-5."""
    place, side = action.place(0), declaring.side
    units = able(g, side, declaring.number)
    if not g.occupied[enemy(side)] >> place & 1:
        return message("refusal.nobody")
    if g.attacked >> place & 1:
        return message("refusal.attacked")
    if not next_to(g, place, units):
        return message("refusal.none_near")
    if not can_be_attacked(g, place, units, side):
        return message("refusal.weak")
    return ""


@REFUSALS.add(Gathering, "commit")
def _commit(g: BulgeState, gathering: Gathering, action: Action) -> Value:
    """Why a unit cannot take part in an attack. Rules 8.2-4, 8.2-5, 8.8."""
    unit, combat = action.piece(0), gathering.combat
    name = Ref("piece", unit)
    if stranger := _stranger(g, gathering.side, unit):
        return stranger
    if unit in combat.attackers:
        return message("refusal.committed", unit=name)
    if g.fought >> unit & 1:
        return message("refusal.fought", unit=name)
    if not next_to(g, combat.target, 1 << unit & g.on_map(1 << unit)):
        return message("refusal.not_next", unit=name)
    if unit not in each_piece(able(g, gathering.side, gathering.number)):
        return message("refusal.not_able", unit=name)
    if not all(may_combine(g, combat.target, unit, other) for other in combat.attackers):
        return message("refusal.other_army", unit=name)
    return ""
