"""Smoke and white phosphorus shells of guns, mortars and vehicles. Rules A24.2, A24.3, C8.9.

Readings: they are fired in the prep fire and defensive fire phases at any location in sight, as at
an area (C3.33), with +2 up to twelve hexes. The To Hit roll tells, too, whether there are such
shells: above the depletion number there are none, at it this was the last. Smoke hinders by 3,
phosphorus by 2 and makes everybody in the location check his morale; either is one less from the
end of the player turn on, and gone with the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from salient.boards.bits import each_piece
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision, Log, Ref, at_rest
from salient.games.squad.combat.morale import check_all
from salient.games.squad.core.events.fire import Depleted, HitRolled, SmokeLaid, SmokeThinned, Tried
from salient.games.squad.core.state import SquadState, SquadStep
from salient.games.squad.core.subjects import Look, Occasion
from salient.games.squad.guns.armament import BAND, can_shoot, may_bear, shot_of
from salient.games.squad.guns.mortars import (
    SPOTTED,
    area_cases,
    area_number,
    can_lob,
    is_mortar,
    reaches,
    sight_of,
    spotters,
)
from salient.games.squad.guns.ordnance import finish_shot, turn_gun
from salient.games.squad.guns.to_hit import roll_to_hit
from salient.games.squad.sight.los import look_at, sees
from salient.games.squad.terrain.board import OFF_MAP

Ammunition = Literal["smoke", "wp"]
KINDS: tuple[Ammunition, ...] = ("smoke", "wp")
SMOKE_OCCASIONS = ("prep", "defensive")
"""When smoke shells are loaded (A24.2)."""


# -- what there is --------------------------------------------------------------------------------


def depletion_number(g: SquadState, unit: Piece, kind: Ammunition) -> int:
    """The depletion number of a gun's smoke or phosphorus, 0 for none. Rule C8.9."""
    row = g.setting.tables.ammunition.get(g.setting.units[unit].row.id)
    return 0 if row is None else row.smoke if kind == "smoke" else row.wp


def deplete(g: SquadState, unit: Piece, kind: Ammunition, log: Log) -> None:
    """A gun has no such shells left. Rule C8.9."""
    if kind == "smoke":
        g.out_of_smoke |= 1 << unit
    else:
        g.out_of_wp |= 1 << unit
    log.append(Depleted(unit, kind))


def loads(g: SquadState, unit: Piece, occasion: Occasion) -> Iterator[Action]:
    """The kinds of smoke shells that a unit can load now."""
    for kind in KINDS:
        out = g.out_of_smoke if kind == "smoke" else g.out_of_wp
        if not depletion_number(g, unit, kind) or out >> unit & 1:
            continue
        if next(smoke_targets(g, unit, kind, occasion), None) is not None:
            yield Action("load", (kind,))


def smoke_targets(
    g: SquadState, unit: Piece, kind: Ammunition, occasion: Occasion
) -> Iterator[Place]:
    """Hexes that a unit can lay smoke in. Rule A24.2."""
    mortar = is_mortar(g, unit)
    ready = can_lob(g, unit, occasion) if mortar else can_shoot(g, unit, occasion)
    if not ready or shot_of(g, unit) is None:
        return
    board, thick = g.setting.board, strength_of(g, kind)
    near = (hexagon for hexagon in board.hex(g.where[unit]).near if hexagon != OFF_MAP)
    away, watch = board.ranges(g.where[unit]), [unit, *(spotters(g, unit) if mortar else ())]
    for place in dict.fromkeys((*near, *range(len(board.hexes)))):  # what is near is soon found
        if g.smoke.get(place, 0) >= thick or away[place] == 0:
            continue
        bears = reaches(g, unit, place) if mortar else may_bear(g, unit, place)
        if bears and any(sees(g, one, place) for one in watch):
            yield place


def _sight(g: SquadState, unit: Piece, place: Place) -> tuple[Look, bool] | None:
    """The line along which it is aimed; only mortars have spotters (C9.3)."""
    if is_mortar(g, unit):
        return sight_of(g, unit, place)
    look = look_at(g, unit, place)
    return (look, False) if look.clear else None


def strength_of(g: SquadState, kind: Ammunition) -> int:
    """How much fresh smoke hinders. Rules A24.2, A24.3."""
    numbers = g.setting.numbers.fire
    return numbers.smoke if kind == "smoke" else numbers.white_phosphorus


# -- firing it ------------------------------------------------------------------------------------


class Screening(SquadStep, frozen=True, tag="screening"):
    """A gun has loaded smoke: where does it fire? Rules A24.2, C8.9."""

    side: int
    occasion: Occasion
    unit: Piece
    kind: Ammunition

    def as_enemy_knows(self) -> None:
        """Nobody knows who fires before it happens."""
        return

    @at_rest
    def ask(self, g: SquadState) -> Decision:
        """The hexes it can reach."""
        actions = [
            Action("lay", (place,))
            for place in smoke_targets(g, self.unit, self.kind, self.occasion)
        ]
        return Decision(
            self.side, "screen", actions, ("A24.2", "C8.9"), {"unit": Ref("piece", self.unit)}
        )

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Fire."""
        g.steps.pop()
        fire_smoke(g, self.unit, self.kind, action.place(0), self.occasion, log)


def fire_smoke(
    g: SquadState, unit: Piece, kind: Ammunition, place: Place, occasion: Occasion, log: Log
) -> None:
    """One shot with smoke or phosphorus. Rule A24.2."""
    sight = _sight(g, unit, place)
    assert sight is not None
    has_arc = not g.setting.weapons >> unit & 1  # C5.11
    turns = turn_gun(g, unit, place, log) if has_arc else 0  # C5.11
    if turns < 0:
        return
    look, spotted = sight
    modifiers = area_cases(g, unit, place, turns, occasion, look)
    modifiers += [SPOTTED] if spotted else []
    away = g.setting.board.range(g.where[unit], place)
    easier = int(g.setting.tables.hit["smoke"][min((away - 1) // BAND, 9)])
    modifiers += [Modifier("A24.2", -easier)] if easier else []
    roll = roll_to_hit(g, unit, area_number(g, unit, place), modifiers)
    dice, need = roll.dice, roll.need
    number = depletion_number(g, unit, kind)
    if sum(dice) >= number:  # C8.9
        deplete(g, unit, kind, log)
    if sum(dice) > number:  # C8.9
        log.append(Tried(unit, "shells", dice, (), "failed"))
        return
    hit = sum(dice) <= need
    finish_shot(g, unit, dice, occasion, place, log)
    result = "hit" if hit else "missed"
    log.append(HitRolled(unit, place, dice, need, roll.modifiers, result))
    if hit:
        lay_smoke(g, place, strength_of(g, kind), log)
        if kind == "wp":  # A24.31
            burn(g, place, log)


def burn(g: SquadState, place: Place, log: Log) -> None:
    """Phosphorus makes everybody in its location check his morale. Rule A24.31."""
    there = g.stacks.get(place, 0) & g.setting.personnel & ~g.melee
    check_all(g, dict.fromkeys(each_piece(there), "NMC"), log)


# -- the smoke itself -----------------------------------------------------------------------------


def lay_smoke(g: SquadState, place: Place, strength: int, log: Log) -> None:
    """Smoke rises. Rule A24.2."""
    g.smoke[place] = max(g.smoke.get(place, 0), strength)
    g.screens[place] = strength, True
    log.append(SmokeLaid(place, strength))


def thin_smoke(g: SquadState, log: Log) -> None:
    """Shell smoke disperses: one less at the end of a player turn, gone at the next. Rule A24.4."""
    for place, (strength, fresh) in sorted(g.screens.items()):
        left = strength - 1 if fresh else 0
        if left:
            g.screens[place] = left, False
        else:
            del g.screens[place]
        if place not in g.smoke:
            continue  # A falling building has put it out.
        left = max(left, _wreck_smoke(g, place))
        if left:
            g.smoke[place] = left
        else:
            del g.smoke[place]
        log.append(SmokeThinned(place, left))


def _wreck_smoke(g: SquadState, place: Place) -> int:
    """The smoke of a burning wreck, which stays."""
    burning = g.stacks.get(place, 0) & g.burning
    return g.setting.numbers.fire.burning_wreck if burning else 0
