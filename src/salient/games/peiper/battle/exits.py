"""Leaving the map: broken, or where nobody of one's own side waits. Rules CG21b, CG21c."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import UnitDiced
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import PeiperState
from salient.games.squad.combat.morale import leader_help, reduce
from salient.games.squad.core.questions import Chapters
from salient.games.squad.infantry.entering import leave_map


def ways_off(g: PeiperState, unit: Piece) -> Iterator[Action]:
    """A broken unit at the edge may run off the map. Rule CG21b."""
    if g.setting.edge >> g.where[unit] & 1:
        yield Action("run_off")


def run_off(g: PeiperState, unit: Piece, log: Log) -> None:
    """By an entry area it takes a NTC first, or loses men; elsewhere it is lost. CG21b, CG21c."""
    items = g.carried(unit)
    if g.exit_at(unit, g.hex(unit)) >= 0 and not keeps_together(g, unit, log):
        reduce(g, unit, "rout", log)
    if g.lost >> unit & 1:
        for item in each_piece(items):
            lose(g, item)
    else:
        leave_map(g, (unit,), log)


def keeps_together(g: PeiperState, unit: Piece, log: Log) -> bool:
    """The task check of a broken unit that leaves. Rule CG21b."""
    modifiers, dice, need = leader_help(g, unit), g.dice(), g.morale(unit)
    passed = sum(dice) + sum(modifier.value for modifier in modifiers) <= need
    result = "passed" if passed else "failed"
    log.append(UnitDiced(g.side(unit), unit, "task_check", dice, need, modifiers, result, "CG21b"))
    return passed


CHAPTER: Chapters[PeiperState] = Chapters(
    rout_orders=(ways_off,), rout_deeds={"run_off": run_off}, verbs={"run_off": ()}
)
