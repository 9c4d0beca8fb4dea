"""What becomes of vehicles that are of no use any more. Rules CG19c, CG19d, CG19e."""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import UnitFared
from salient.games.peiper.state import PeiperState
from salient.games.squad.combat.vehicle_arms import GUN, TOP, arms_of
from salient.games.squad.combat.vehicle_damage import wreck
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.vehicles.crews import men_ready

NO_WRECK = "tr"
"""The branch of vehicles whose counter has no wreck on its back (D1.9): cars and lorries."""

HANDS = 2
"""Weapons that a squad can have."""


def working_arms(g: PeiperState, vehicle: Piece) -> int:
    """The weapons that a vehicle still has, out of order or not there any more left out."""
    arms = arms_of(g.setting.vehicle_row(vehicle))
    arms &= ~GUN if g.malfunctioned >> vehicle & 1 else ~0
    return arms & ~TOP if g.dismounted >> vehicle & 1 else arms


def write_off(g: PeiperState, log: Log) -> None:
    """Who has neither fuel nor crew nor weapons is a burnt-out wreck at once. Rule CG19c."""
    for vehicle in each_piece(g.on_map(g.dry & g.abandoned) & ~g.wrecks):
        if not working_arms(g, vehicle):
            log.append(UnitFared(g.side(vehicle), vehicle, "written_off", "CG19c"))
            wreck(g, vehicle, log)
            g.burnt |= 1 << vehicle


def haul_off(g: PeiperState, log: Log) -> None:
    """Lorries and cars leave no wreck. Rule CG19d.

    Reading: what is left of one lies about until the phase ends.
    """
    for vehicle in each_piece(g.on_map(g.wrecks)):
        if g.setting.vehicle_row(vehicle).branch != NO_WRECK:
            continue
        log.append(UnitFared(g.side(vehicle), vehicle, "hauled_off", "CG19d"))
        g.put(vehicle, NOWHERE)
        g.bypass.pop(vehicle, None)
        keep = ~(1 << vehicle)
        g.wrecks &= keep
        g.burning &= keep
        g.burnt &= keep
        g.lost |= 1 << vehicle


def phase_begins(g: PeiperState, log: Log) -> None:
    """Look at all vehicles."""
    write_off(g, log)
    haul_off(g, log)


def wrecked(g: PeiperState, vehicle: Piece, burns: bool, log: Log) -> None:  # noqa: ARG001
    """A wreck without fuel is burnt out. Rule CG19e."""
    if g.dry >> vehicle & 1:
        g.burnt |= 1 << vehicle


# -- scrounging -----------------------------------------------------------------------------------


def scroungings(g: PeiperState, side: int) -> Iterator[Action]:
    """Who may strip a wreck beside him of its machine-guns, as his whole move. Rule CG19e."""
    wrecks = g.on_map(g.wrecks) & ~(g.burnt | g.burning)
    if not wrecks:
        return
    ready = men_ready(g, side)
    for vehicle in each_piece(wrecks):
        row = g.setting.vehicle_row(vehicle)
        if not row.bmg + row.cmg + row.aamg:
            continue
        for unit in each_piece(g.people(g.where[vehicle], side) & ready):
            if g.carried(unit).bit_count() < HANDS:
                yield Action("scrounge", (unit, vehicle))


def scrounge(g: PeiperState, action: Action, log: Log) -> None:
    """He takes the machine-gun on top, if there is one; the wreck is of no more use. CG19e."""
    unit, vehicle = action.piece(0), action.piece(1)
    g.moved |= 1 << unit
    gun = g.setting.removable.get(vehicle)
    if gun is not None and g.spare >> gun & 1 and not g.dismounted >> vehicle & 1:
        g.spare &= ~(1 << gun)
        g.owner[gun] = unit
        g.put(gun, g.where[unit])
        if g.setting.side_of[gun] != g.setting.side_of[unit]:
            g.captured |= 1 << gun  # A21.11
    g.dismounted |= 1 << vehicle
    g.burnt |= 1 << vehicle
    log.append(UnitFared(g.side(vehicle), vehicle, "stripped", "CG19e"))


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"vehicle"}),
    phases=(phase_begins,),
    wreckings=(wrecked,),
    whole_moves=(scroungings,),
    move_deeds={"scrounge": scrounge},
    verbs={"scrounge": (PIECE, PIECE)},
)
