"""Nights of a campaign: who may move from the start. Rules CG5b, CG5c, CG5f."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import enemy
from salient.engine.state import Log
from salient.games.peiper.state import NOBODY, PeiperState
from salient.games.squad.core.questions import Chapters
from salient.games.squad.ground.darkness import set_free

FREE_LEADERS = 2
"""Leaders of the Scenario Defender who may move from the start. Rule CG5c."""


def game_turn_begins(g: PeiperState, log: Log) -> None:
    """The Defender's two best leaders are free; when both attack everybody is. CG5b, CG5c."""
    if g.turn > 1 or not g.restrained:
        return
    if g.terms.attacker == NOBODY:
        g.restrained = 0
        return
    army = g.setting.army[enemy(g.terms.attacker)] & ~g.reserve
    leaders = each_piece(g.restrained & army & g.setting.leaders)
    best = sorted(leaders, key=lambda unit: (g.leadership(unit), -g.morale(unit), unit))
    set_free(g, best[:FREE_LEADERS], log)


def call_by_radio(g: PeiperState, log: Log) -> None:
    """AFVs that may move tell the others by radio; reserves do not hear it. Rule CG5f.

    Reading: all AFVs of both sides have radios, and one that may move is enough.
    """
    waiting = g.restrained & g.setting.armour & ~(g.reserve | g.wrecks | g.abandoned)
    if not waiting or g.terms.attacker == NOBODY:
        return
    army = g.setting.army[enemy(g.terms.attacker)] & g.setting.armour
    deaf = g.restrained | g.reserve | g.wrecks | g.abandoned
    if g.on_map(army) & ~deaf:
        set_free(g, each_piece(waiting), log)


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"night"}), game_turns=(game_turn_begins,), phases=(call_by_radio,)
)
