"""What an attack looks worth to the simple bot: all dice gone through."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from salient.boards.bits import each_piece, each_place
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import once
from salient.games.trumpets.bot.weights import GAINED, STEP, WON_HEX
from salient.games.trumpets.fight.artillery import attack_guns, defence_guns
from salient.games.trumpets.fight.combat import CombatSegment, able, can_attack, targets
from salient.games.trumpets.fight.odds import work_out
from salient.games.trumpets.fight.staff import proposed_attack_guns
from salient.games.trumpets.state import Attack, TrumpetsState

FACES = range(1, 7)


def worth(g: TrumpetsState, attack: Attack, won_hex: float = WON_HEX, own: float = STEP) -> float:
    """Expected gain of an attack: ground and enemy steps, less own steps.

    Args:
        g: The position.
        attack: Who attacks what.
        won_hex: What the hex is worth.
        own: What an own step is worth.
    """
    charts = g.setting.combat
    odds = work_out(g, attack)
    theirs = _steps(g, each_piece(g.stack(attack.target, enemy(attack.side))))
    total = 0.0
    for white in FACES:
        result = charts.results[charts.crt[charts.rows.row(white + odds.drm)][odds.column]]
        gain = STEP * (theirs if result.def_eliminated else min(theirs, result.def_steps))
        gain -= own * (_steps(g, attack.attackers) if result.att_eliminated else result.att_steps)
        if result.def_retreat or result.def_eliminated:
            gain += won_hex
        if result.att_retreat:
            gain -= WON_HEX / 2
        total += gain
    for red in FACES:
        code = charts.attrition[charts.rows.row(red + odds.drm)][odds.column]
        if code:
            total -= own * charts.results[code].att_steps
    return total / len(FACES)


def answered(g: TrumpetsState, attack: Attack) -> Attack:
    """An attack as it will be fought: the enemy fires all the guns that he has for it."""
    key = ("answer", attack.target, attack.surprised)
    guns = once(g, key, lambda: tuple(defence_guns(g, attack)))
    return msgspec.structs.replace(attack, defending_guns=guns)


def guns_needed(g: TrumpetsState, attack: Attack) -> frozenset[int]:
    """The fewest more guns with which an attack has the best odds, whatever the enemy fires."""
    return frozenset(proposed_attack_guns(g, answered(g, attack)))


def _steps(g: TrumpetsState, units: Iterable[Piece]) -> int:
    return sum(g.steps_left[unit] for unit in units)


def planned(g: TrumpetsState, side: int, corps: int, target: Place) -> Attack:
    """The attack that a corps could make on a hex with all it has there."""
    units = tuple(u for u in each_piece(able(g, corps)) if can_attack(g, u, target))
    attack = Attack(side, corps, target, units, tuple(g.where[unit] for unit in units))
    guns = tuple(attack_guns(g, attack))
    return msgspec.structs.replace(attack, guns=guns)


def enough(g: TrumpetsState, attack: Attack) -> frozenset[int]:
    """Who should join an attack: those who can do nothing else, others while they add something."""
    rivals = _rivals(g, attack)
    missing = [
        unit
        for unit in each_piece(able(g, attack.corps))
        if unit not in attack.attackers and can_attack(g, unit, attack.target)
    ]
    free = [unit for unit in missing if not any(can_attack(g, unit, hex_) for hex_ in rivals)]
    chosen = _with(g, attack, free)
    best = worth(g, answered(g, chosen)) if chosen.attackers else -GAINED
    for unit in sorted(set(missing) - set(free), key=g.af, reverse=True):
        stronger = _with(g, chosen, [unit])
        value = worth(g, answered(g, stronger))
        if not chosen.attackers or value >= best + GAINED:
            chosen, best = stronger, value
    return frozenset(chosen.attackers)


def _rivals(g: TrumpetsState, attack: Attack) -> Sequence[Place]:
    """The other hexes that the corps has marked and may still fight for."""
    for step in reversed(g.steps):
        if isinstance(step, CombatSegment) and step.corps == attack.corps:
            left = targets(g, step.side, step.corps) & step.marks
            return each_place(left & ~(1 << attack.target))
    return ()


def _with(g: TrumpetsState, attack: Attack, units: list[Piece]) -> Attack:
    """An attack with more units, and the guns that may support them all."""
    stronger = msgspec.structs.replace(
        attack,
        attackers=(*attack.attackers, *units),
        origins=(*attack.origins, *(g.where[unit] for unit in units)),
    )
    guns = (*attack.guns, *(gun for gun in attack_guns(g, stronger) if gun not in attack.guns))
    return msgspec.structs.replace(stronger, guns=guns)
