"""Step 8.614: weapons and vehicles are repaired. Rule P8.614."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Secret
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import UnitDiced
from salient.games.peiper.setting import HALF_TRACK
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN

REPAIRED, RUINED = 3, 6
"""Dice of repairs. Rule P8.614."""


def repair(g: PeiperState, log: Log) -> None:
    """Weapons, then vehicles, of those who are with their side. Rule P8.614."""
    mustered = g.mustered(GERMAN) | g.mustered(AMERICAN)
    for unit in each_piece(g.malfunctioned & mustered):
        if may_repair(g, unit):
            repair_weapon(g, unit, log)
    for unit in each_piece(g.immobile & mustered & ~g.dry):
        if may_repair(g, unit):
            repair_tracks(g, unit, log)


def may_repair(g: PeiperState, unit: Piece) -> bool:
    """Captured equipment is not repaired. Rules P8.614, SSR-II.5."""
    return g.setting.units[unit].row.id != HALF_TRACK and not g.captured >> unit & 1


def repair_weapon(g: PeiperState, unit: Piece, log: Log) -> None:
    """A weapon or gun works again, or is lost for good. Rule P8.614."""
    die = g.die()
    result = "repaired" if die <= REPAIRED else "ruined" if die >= RUINED else "none"
    tell(g, unit, "repair", die, REPAIRED, result, log)
    if result == "repaired":
        g.malfunctioned &= ~(1 << unit)
    elif result == "ruined" and g.setting.weapons >> unit & 1:
        lose(g, unit)


def repair_tracks(g: PeiperState, unit: Piece, log: Log) -> None:
    """A vehicle moves again, sooner where there is time and peace for it. Rule P8.614."""
    need = 2 if g.idle or unit in g.box else 1
    die = g.die()
    result = "repaired" if die <= need else "none"
    tell(g, unit, "tracks", die, need, result, log)
    if result == "repaired":
        g.immobile &= ~(1 << unit)


def tell(
    g: PeiperState, unit: Piece, what: str, die: int, need: int, result: str, log: Log
) -> None:
    """Only the owner is told. Rule P8.614."""
    side = g.side(unit)
    log.append(Secret(side, UnitDiced(side, unit, what, (die,), need, (), result, "P8.614")))
