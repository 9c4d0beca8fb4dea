"""Demolition charges go off: those that were laid, and those that are thrown.

Rules A23.4, A23.5, A23.6, A23.7.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import ALL, each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.firepower import AT_MOVERS, mark_fired, target_places
from salient.games.squad.combat.rubble import shake
from salient.games.squad.combat.vehicle_damage import kill_roll
from salient.games.squad.core.actions import SIDE_WORDS
from salient.games.squad.core.events.fire import Malfunctioned, Tried
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.core.subjects import Attack, Occasion
from salient.games.squad.core.tables import COLUMNS
from salient.games.squad.infantry.charges import blocks_in_reach
from salient.games.squad.sight.concealment import expose
from salient.games.squad.sight.los import sees
from salient.games.squad.terrain.board import SIDES, Hexside

AS_SHELL = 150
"""Calibre of the shell with the firepower of a charge, for buildings (B24.11)."""

SET = len(COLUMNS) - 1
"""The column of a charge that was set with care: the last one (A23.7)."""

THROWN = Modifier("A23.6", 2)
"""What throwing adds to the dice."""

TOO_NEAR = Modifier("A23.6", 3)
"""The same for those beside the thrower, whom the blast reaches too."""


class Detonation(SquadStep, frozen=True, tag="detonation"):
    """The charges that a side has laid go off. Rule A23.4."""

    side: int

    def run(self, g: SquadState, log: Log) -> None:
        """One after the other, if those who laid it are able; else it only lies there."""
        g.steps.pop()
        laid, against = g.charges_laid, g.charges_set
        g.charges_laid, g.charges_set = {}, {}
        wired, g.charges_wired = g.charges_wired, 0
        for charge, unit in sorted(laid.items()):
            if (g.lost >> charge | (g.lost | g.broken | g.pinned) >> unit) & 1:
                continue
            if charge in against:
                column = SET if wired >> charge & 1 else column_of_charge(g, charge)
                blow_block(g, charge, unit, against[charge], column, (), log)
            else:
                explode(g, charge, unit, g.where[charge], (), log)


def use_up(g: SquadState, charge: Piece) -> None:
    """A charge is gone."""
    g.owner[charge] = NOBODY
    g.put(charge, NOWHERE)
    g.lost |= 1 << charge


def column_of_charge(g: SquadState, charge: Piece) -> int:
    """Its column of the fire table. Rule A23.4."""
    power = g.setting.weapon_row(charge).fp
    return max(index for index, factor in enumerate(COLUMNS) if factor <= power)


def fails(g: SquadState, charge: Piece, dice: tuple[int, int], log: Log) -> bool:
    """Use a charge up; whether it was a dud. Rule A23.2."""
    dud = sum(dice) >= g.setting.weapon_row(charge).breakdown
    use_up(g, charge)
    if dud:
        log.append(Tried(charge, "detonation", dice, (), "failed"))
        log.append(Malfunctioned(charge, "lost"))
    return dud


def explode(
    g: SquadState, charge: Piece, unit: Piece, place: Place, own: tuple[Modifier, ...], log: Log
) -> None:
    """A charge goes off in a location, on everybody there. Rule A23.4."""
    dice = g.dice()
    row, column = g.setting.weapon_row(charge), column_of_charge(g, charge)
    if fails(g, charge, dice, log):
        return
    hit_all(g, charge, place, dice, own, log)
    # A23.5
    for vehicle in each_piece(g.stacks.get(place, 0) & g.setting.armour & ~g.wrecks):
        kill_roll(g, unit, vehicle, row.tk or 0, 0, log, hull=True)
    here, there = g.where[unit], g.setting.board
    # A23.6
    if own and here not in (NOWHERE, place) and there.level(here) <= there.level(place):
        hit_all(g, charge, here, dice, (TOO_NEAR,), log, same_dice=True)
    if is_building(g, place):  # B24.11
        shake(g, place, AS_SHELL, sum(dice), column, log)


def hit_all(
    g: SquadState,
    charge: Piece,
    place: Place,
    dice: tuple[int, int],
    own: tuple[Modifier, ...],
    log: Log,
    *,
    same_dice: bool = False,
) -> None:
    """The blast on all in a location, friend and foe."""
    setting = g.setting
    targets = g.stacks.get(place, 0) & (setting.personnel | setting.vehicles) & ~g.wrecks
    attack = Attack("charge", g.side(charge), (), place, False, (charge,))
    column = column_of_charge(g, charge)
    strike(g, attack, column, dice, own, targets, log, same_dice=same_dice)


def blow_block(
    g: SquadState,
    charge: Piece,
    unit: Piece,
    key: Hexside,
    column: int,
    modifiers: tuple[Modifier, ...],
    log: Log,
) -> None:
    """A charge goes off at a roadblock and affects nothing else. Rules P5.1411b, B29.5."""
    place, dice = g.where[charge], g.dice()
    if fails(g, charge, dice, log):
        return
    final = sum(dice) + sum(modifier.value for modifier in modifiers)
    result = g.setting.tables.result(column, final)
    answers = (answer(g, key, place, result, log) for answer in g.setting.chapters.charge_blasts)
    gone = next((found for found in answers if found is not None), None)
    if gone is None:
        gone = result.endswith("KIA") and key in g.roadblocks
        if gone:
            g.roadblocks = tuple(other for other in g.roadblocks if other != key)
            log.append(Marked(key // SIDES, "roadblock", "removed"))
    log.append(Tried(unit, "charge", dice, modifiers, "passed" if gone else "failed"))


# -- throwing -------------------------------------------------------------------------------------


def throws(g: SquadState, charge: Piece, occasion: Occasion, among: int = ALL) -> Iterator[Action]:
    """Where a charge can be thrown: next door at enemies, or at a roadblock. A23.6, P5.1411b.

    Of the set of locations ``among`` which it asks, or of all.
    """
    if not g.setting.demolitions >> charge & 1 or occasion == "protective":
        return
    unit = g.owner[charge]
    for place in each_place(target_places(g, g.side(charge)) & among):
        if g.setting.board.range(g.where[unit], place) == 1 and sees(g, unit, place):
            yield Action("throw", (place,))
    if occasion not in AT_MOVERS:
        for key in blocks_in_reach(g, unit):
            yield Action("hurl", (key // SIDES, SIDE_WORDS[key % SIDES]))


def throw_charge(g: SquadState, charge: Piece, place: Place, occasion: Occasion, log: Log) -> None:
    """Throw a charge in place of other fire. Rule A23.6."""
    unit = g.owner[charge]
    mark_fired(g, unit, occasion)
    expose(g, 1 << unit, log)
    explode(g, charge, unit, place, (THROWN,), log)


def throw_at_block(
    g: SquadState, charge: Piece, action: Action, occasion: Occasion, log: Log
) -> None:
    """Throw a charge at a roadblock in place of other fire. Rules A23.6, P5.1411b."""
    unit = g.owner[charge]
    mark_fired(g, unit, occasion)
    expose(g, 1 << unit, log)
    key = Hexside(SIDES * action.place(0) + side_of(action.choice(1)))
    blow_block(g, charge, unit, key, column_of_charge(g, charge), (THROWN,), log)
