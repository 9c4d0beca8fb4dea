"""What an attack looks worth to the simple bot: all dice gone through."""

from __future__ import annotations

import msgspec

from salient.boards.bits import members
from salient.engine.ids import enemy
from salient.games.trumpets.bot.weights import STEP, WON_HEX
from salient.games.trumpets.fight.artillery import attack_guns
from salient.games.trumpets.fight.combat import able, can_attack
from salient.games.trumpets.fight.odds import work_out
from salient.games.trumpets.state import Attack, TrumpetsState

FACES = range(1, 7)
EXPECTED_GUNS = 0.5
"""Share of the attackers' AF that guns add, where they have not been named yet."""


def worth(g: TrumpetsState, attack: Attack) -> float:
    """Expected gain of an attack: ground and enemy steps, less own steps."""
    charts = g.setting.combat
    odds = work_out(g, attack)
    defenders = g.stack(attack.target, enemy(attack.side)).bit_count()
    total = 0.0
    for white in FACES:
        result = charts.results[charts.crt[charts.rows.row(white + odds.drm)][odds.column]]
        gain = STEP * (result.def_steps - result.att_steps)
        gain += STEP * 2 * defenders * result.def_eliminated
        gain -= STEP * 2 * len(attack.attackers) * result.att_eliminated
        if result.def_retreat or result.def_eliminated:
            gain += WON_HEX
        if result.att_retreat:
            gain -= WON_HEX / 2
        total += gain
    for red in FACES:
        code = charts.attrition[charts.rows.row(red + odds.drm)][odds.column]
        if code:
            total -= STEP * charts.results[code].att_steps
    return total / len(FACES)


def planned(g: TrumpetsState, side: int, corps: int, target: int) -> Attack:
    """The attack that a corps could make on a hex with all it has there."""
    units = tuple(u for u in members(able(g, corps)) if can_attack(g, u, target))
    attack = Attack(side, corps, target, units, tuple(g.where[unit] for unit in units))
    guns = tuple(attack_guns(g, attack))
    return msgspec.structs.replace(attack, guns=guns)
