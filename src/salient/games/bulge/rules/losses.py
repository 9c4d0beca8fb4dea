"""Steps and destroyed units (2.3, 13.4)."""

from __future__ import annotations

from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.bulge.events import Destroyed, LostStep
from salient.games.bulge.setting import ALLIED
from salient.games.bulge.state import DESTROYED, BulgeState


def lose_step(g: BulgeState, unit: Piece, log: Log, reason: str = "combat") -> None:
    """Turn a unit over, or destroy it if it was turned already. Rules 2.3a, 2.3b."""
    if g.steps_left[unit] <= 1:
        destroy(g, unit, reason, log)
    else:
        g.steps_left[unit] -= 1
        log.append(LostStep(unit))


def destroy(g: BulgeState, unit: Piece, reason: str, log: Log) -> None:
    """Remove a unit and count it. Rules 13.4-1, 13.4-2; commandos count for nothing (9.5-5)."""
    setting = g.setting
    take_off(g, unit)
    g.steps_left[unit] = DESTROYED
    if not setting.commandos >> unit & 1:
        g.destroyed_vp += destroyed_points(g, unit)
    log.append(Destroyed(unit, reason))


def destroyed_points(g: BulgeState, unit: Piece) -> int:
    """German victory points for a destroyed unit. Rules 13.4-1, 13.4-2."""
    setting = g.setting
    if setting.side_of[unit] == ALLIED:
        return 1
    return -2 if setting.mech >> unit & 1 else -1


def take_off(g: BulgeState, unit: Piece) -> None:
    """Take a unit off the map with its markers."""
    keep = ~(1 << unit)
    if g.where[unit] != NOWHERE:
        g.put(unit, NOWHERE)
    g.oos &= keep
    g.isolated &= keep
    g.shaken &= keep
    g.wary &= keep
    g.intruders &= keep
