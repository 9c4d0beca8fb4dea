"""Why something cannot be done: what bars a unit or a move, with its rule."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.messages import Value, message
from salient.engine.reports import Refusals
from salient.engine.state import Ref
from salient.games.mist.rules.movement import Movement, Moving, is_frozen
from salient.games.mist.rules.ways import survey
from salient.games.mist.state import MistState

REFUSALS = Refusals[MistState]()

FAR = 60
"""More movement points than any way costs."""


@REFUSALS.add(Movement, "activate")
def _activate(g: MistState, phase: Movement, action: Action) -> Value:
    return _idle(g, phase.side, action.piece(0))


@REFUSALS.add(Moving, "join")
def _join(g: MistState, moving: Moving, action: Action) -> Value:
    unit = action.piece(0)
    if idle := _idle(g, moving.side, unit):
        return idle
    if g.where[unit] != g.where[moving.units[0]]:
        return message("refusal.elsewhere", unit=Ref("piece", unit))
    if moving.moved:
        return message("refusal.under_way", unit=Ref("piece", unit))
    return message("refusal.stack", unit=Ref("piece", unit))


def _idle(g: MistState, side: int, unit: Piece) -> Value:
    """Why a unit does not act. Rules 5.23, 5.24, 8.1, 8.25, 11.15, 12.25."""
    name = Ref("piece", unit)
    if g.setting.side_of[unit] != side:
        return message("refusal.enemy", unit=name)
    if g.where[unit] == NOWHERE:
        return _absent(g, unit)
    if g.acted >> unit & 1:
        return message("refusal.acted", unit=name)
    if g.waited >> unit & 1:
        return message("refusal.waited", unit=name)
    if is_frozen(g, unit):
        return message("refusal.frozen", unit=name)
    return message("refusal.beyond", unit=name) if g.setting.exit_zones >> g.where[unit] & 1 else ""


def _absent(g: MistState, unit: Piece) -> Value:
    """Why a unit is not on the map."""
    name, row = Ref("piece", unit), g.setting.units[unit]
    if not g.strength[unit]:
        return message("refusal.destroyed", unit=name)
    if row.enters.startswith("reserve:"):
        return message("refusal.reserve", unit=name)
    return message("refusal.due", unit=name, when=row.enters)


@REFUSALS.add(Moving, "move")
def _move(g: MistState, moving: Moving, action: Action) -> Value:
    """Why a group cannot go to a place. Rules 8.2, 8.3."""
    to, here = action.place(0), g.where[moving.units[0]]
    if is_frozen(g, moving.units[0]):
        return message("refusal.frozen", unit=Ref("piece", moving.units[0]))
    if to == here:
        return message("refusal.here")
    if to in moving.range(g, moving.mp, fords=moving.walks(g)).before:
        return message("refusal.full")
    return _river(g, moving, to) or _barred(g, moving, to) or _far(g, moving, to)


def _river(g: MistState, moving: Moving, to: Place) -> Value:
    """Whether a blown bridge lies between, and no other way leads there. Rules 8.33, 8.34."""
    if to in moving.range(g, FAR, fords=moving.walks(g)).before:
        return ""
    link = g.setting.board.link_between(g.where[moving.units[0]], to)
    next_door = link is not None and g.blown >> link & 1
    if not next_door and to not in moving.range(g, FAR, fords=True).before:
        return ""
    armor = moving.group & g.setting.armor
    return message("refusal.river_armor" if armor else "refusal.river")


def _barred(g: MistState, moving: Moving, to: Place) -> Value:
    """Why a group may not be in a place at all. Rules 8.28, 11.22, 11.23, s1-rules-1."""
    setting, supplied = g.setting, moving.group & ~moving.oos
    if not setting.enterable[moving.side] >> to & 1:
        return message("refusal.zone")
    if not setting.section >> to & 1:
        return message("refusal.section")
    reached = moving.range(g, FAR, fords=moving.walks(g)).reached
    if moving.oos and not reached >> to & 1:
        return message("refusal.out_of_supply")
    supply = survey(g, moving.side).supply
    lines = supply.dry if supplied & setting.armor else supply.wet
    near = any(reached >> place & 1 for place, *_ in setting.board.exits[to])
    return message("refusal.supply") if supplied and near and not lines >> to & 1 else ""


def _far(g: MistState, moving: Moving, to: Place) -> Value:
    """What lies between a group and a place, or how far it is. Rules 8.22, 8.27, 8.36."""
    left = moving.mp - moving.spent
    plain = moving.range(g, FAR, fords=moving.walks(g))
    if to in plain.before:
        return message("refusal.far", cost=plain.spent(to) - moving.spent, left=left)
    near = any(plain.reached >> place & 1 for place, *_ in g.setting.board.exits[to])
    held = near and g.present[enemy(moving.side)] >> to & 1
    return message("refusal.from_enemies" if held else "refusal.no_way")


@REFUSALS.add(Moving, "ford")
def _ford(g: MistState, moving: Moving, action: Action) -> Value:
    """Why a group cannot wade to a place. Rules 8.33, 8.34, 8.35."""
    if moving.group & g.setting.armor:
        return message("refusal.river_armor")
    if action.place(0) in moving.range(g, moving.mp, fords=moving.walks(g)).before:
        return message("refusal.dry")
    return _move(g, moving, action)
