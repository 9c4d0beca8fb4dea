"""Ammunition of the Americans who were cut off: how a shortage ends. Rules CG17a, CG17b.

What a shortage does is a matter of the squad game (A19.131).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import UnitFared
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import AMERICAN

HEAVY = "us50"
"""The machine-gun whose rounds nobody else has. Rule CG17b."""


def givers(g: PeiperState) -> int:
    """American squads and crews in Good Order who are armed and have ammunition."""
    men = g.on_map(g.setting.army[AMERICAN] & g.setting.squads & g.good_order())
    return men & ~(g.short | g.unarmed | g.riding())


def sharings(g: PeiperState, side: int) -> Iterator[Action]:
    """Who may get ammunition from whom beside him, in his own rally phase. Rule CG17a."""
    if side != AMERICAN or g.mover != side or not g.short:
        return
    needy = g.on_map(g.short & g.setting.army[side] & g.setting.personnel & g.good_order())
    for unit in each_piece(needy & ~(g.rallied | g.ti | g.riding())):
        there = g.stacks[g.where[unit]] & givers(g) & ~(g.rallied | g.ti)
        for giver in each_piece(there):
            if g.size(giver) >= g.size(unit):
                yield Action("share", (unit, giver))


def share(g: PeiperState, action: Action, log: Log) -> None:  # noqa: ARG001
    """Both are TI for the player turn. Rule CG17a."""
    unit, giver = action.piece(0), action.piece(1)
    g.sharing[unit] = giver
    both = 1 << unit | 1 << giver
    g.ti |= both
    g.rallied |= both


def shared(g: PeiperState, log: Log) -> None:
    """The player turn ends: who has stayed in Good Order has ammunition again. Rule CG17a."""
    good = g.on_map(g.good_order())
    for unit, giver in g.sharing.items():
        if good >> unit & good >> giver & 1:
            supply(g, unit, "CG17a", log)
    g.sharing.clear()


def pass_rounds(g: PeiperState, log: Log) -> None:
    """A machine-gun in the hands of those who have ammunition has it, too. Rule CG17b."""
    setting = g.setting
    for weapon in each_piece(g.short & setting.mgs & setting.army[AMERICAN]):
        owner = g.owner[weapon]
        if owner >= 0 and givers(g) >> owner & 1 and setting.units[weapon].row.id != HEAVY:
            supply(g, weapon, "CG17b", log)


def supply(g: PeiperState, unit: Piece, rule: str, log: Log) -> None:
    """A unit or weapon is no longer short."""
    g.short &= ~(1 << unit)
    g.low &= ~(1 << unit)
    log.append(UnitFared(g.side(unit), unit, "supplied", rule))


def phase_begins(g: PeiperState, log: Log) -> None:
    """Who has picked up what. Rule CG17b."""
    if g.short:
        pass_rounds(g, log)


CHAPTER: Chapters[PeiperState] = Chapters(
    rally_orders=(sharings,),
    rally_deeds={"share": share},
    player_turn_ends=(shared,),
    phases=(phase_begins,),
    verbs={"share": (PIECE, PIECE)},
)
