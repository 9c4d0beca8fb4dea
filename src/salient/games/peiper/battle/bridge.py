"""The bridge at Cheneux: who may do what on it, and what becomes of it. SSR-II.6, P8.52-VC.

Reading: shells of 100 mm and more from above, and bombs, destroy a bridge with a KIA; all who are
on it are lost.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import BridgeFell
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import PeiperState
from salient.games.squad.combat.morale import eliminate
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import GERMAN
from salient.games.squad.core.subjects import Attack, Entry, Lying, Manner
from salient.games.squad.core.tables import COLUMNS

HEAVY = 20
"""Firepower of a shell of 100 mm (C8.31): the least that a bridge minds."""


def is_german_on_it(g: PeiperState, vehicle: Piece) -> bool:
    """Whether a German vehicle is on the bridge. Rule SSR-II.6."""
    return g.side(vehicle) == GERMAN and g.where[vehicle] == g.setting.bridge != NOWHERE


def keep_straight(g: PeiperState, vehicle: Piece) -> str:
    """Germans do not turn their vehicles on it, nor stop of their own will. Rule SSR-II.6."""
    return "SSR-II.6" if is_german_on_it(g, vehicle) else ""


def no_way_over(g: PeiperState, entry: Entry) -> str:
    """Nobody enters a bridge that is not there. Rule P8.52-VC."""
    return "P8.52-VC" if entry.to in g.fallen else ""


def gaps(g: PeiperState, manner: Manner) -> Lying:  # noqa: ARG001
    """Bridges that are not there any more, for costs to be remembered by."""
    around = g.setting.board.around
    for place in g.fallen:
        yield around[g.setting.board.hex_of[place]], ("fallen", place)


def shelled(g: PeiperState, attack: Attack, roll: int, column: int, log: Log) -> None:
    """Heavy shells go off on it. Rule P8.52-VC."""
    board, bridge = g.setting.board, g.setting.bridge
    if bridge == NOWHERE or bridge in g.fallen or COLUMNS[column] < HEAVY:
        return
    if board.hex_of[attack.target] != board.hex_of[bridge]:
        return
    if g.setting.tables.result(column, roll).endswith("KIA"):
        destroy(g, attack.side, log)


def destroy(g: PeiperState, side: int, log: Log) -> None:
    """The bridge falls with all who are on it. Rule P8.52-VC."""
    bridge = g.setting.bridge
    g.fallen[bridge] = side
    log.append(BridgeFell(side, bridge))
    for unit in each_piece(g.stacks.get(bridge, 0) & (g.setting.personnel | g.setting.vehicles)):
        if g.setting.personnel >> unit & 1:
            eliminate(g, unit, "bridge", log)
        elif not g.wrecks >> unit & 1:
            wreck(g, unit, log)
    for unit in each_piece(g.stacks.get(bridge, 0)):
        lose(g, unit)


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"bridge"}),
    hull_bars=(keep_straight,),
    stop_bars=(keep_straight,),
    bars=(no_way_over,),
    lying=(gaps,),
    bursts=(shelled,),
)
