"""What the enemy could do to a stack: attack it, cut off its retreat, trouble it on the way."""

from __future__ import annotations

from collections import Counter
from itertools import zip_longest

from salient.boards.bits import each_piece, each_place, union
from salient.boards.pieces import NOWHERE
from salient.engine import remembered
from salient.engine.ids import Place, Places, enemy
from salient.games.bulge.bot.weights import ATTACK_CAP, HOLDING_TURN, TEMPTING
from salient.games.bulge.rules.combat import MAX_COLUMN, MIN_COLUMN, odds_column
from salient.games.bulge.rules.movement import MODES, Moving
from salient.games.bulge.rules.results import DEFENDER_RETREATS, LOSSES
from salient.games.bulge.setting import ALLIED, BulgeSetting
from salient.games.bulge.show.odds import chances
from salient.games.bulge.state import BulgeState

ENCIRCLED = 2
"""Rule 5.7b."""

LUNGE = 5
"""Movement points within which enemies may get behind a stack before it is attacked."""


# -- attacks ------------------------------------------------------------------------------------


def power(g: BulgeState, side: int) -> tuple[list[float], list[float]]:
    """The attack strength that a side could bring against each hex, its enemy not in the way.

    Returns:
        Strength in its first combat phase, and with that of the vehicles that come in the second.
    """
    setting = g.setting
    first = [0.0] * setting.first_entry
    second = [0.0] * setting.first_entry
    for (place, points, mech), strength in _strengths(g, side).items():
        for near in _in_reach(setting, place, points, mech=mech):
            first[near] += strength
        for near in _in_reach(setting, place, 2 * points if mech else points, mech=mech):
            second[near] += strength
    return first, second


def _strengths(g: BulgeState, side: int) -> Counter[tuple[Place, int, bool]]:
    """Attack strengths of a side by hex, movement points and kind of movement."""
    setting, found = g.setting, Counter[tuple[Place, int, bool]]()
    for place in each_place(g.occupied[side]):
        for unit in each_piece(g.stack(place, side)):
            mech = bool(setting.mech >> unit & 1)
            found[place, setting.allowance[unit][0], mech] += g.attack(unit)
    return found


@remembered(most=8192)
def _in_reach(setting: BulgeSetting, place: Place, points: int, *, mech: bool) -> Places:
    """The hexes beside those that a unit reaches on an empty map."""
    board, prices = setting.board, setting.prices["mech" if mech else "foot"]
    reached = board.flood({0: 1 << place}, prices, 0, board.all, points).hexes
    return each_place(board.within(reached, 1))


def column_against(attack: float, defence: int, shift: int) -> int:
    """The odds column of an attack with as much of some strength as finds room."""
    return odds_column(int(min(attack, ATTACK_CAP)), max(defence, 1)) + shift


def is_holding(g: BulgeState, side: int) -> bool:
    """Whether a side must keep what it has: the Allies always, the Germans from a turn on."""
    return side == ALLIED or g.turn >= HOLDING_TURN


def caution(g: BulgeState, weights: tuple[float, float], side: int) -> float:
    """What a side weighs danger with: who must hold is as careful as the Allies."""
    return weights[ALLIED if is_holding(g, side) else side]


def temptation(column: int) -> float:
    """How much a column invites to attack, from 0 to 1."""
    return min(max(column, 0) / TEMPTING, 1.0)


@remembered(most=4096)
def expected_loss(
    setting: BulgeSetting, toll: tuple[float, ...], column: int, *, trapped: bool, firm: bool
) -> float:
    """What defenders lose on average if they are attacked.

    Args:
        setting: The tables.
        toll: What they pay for each number of steps lost.
        column: The odds column.
        trapped: Whether they could not retreat: then they surrender (5.6).
        firm: Whether they stand in a fortress, which they do not leave (12.3).
    """
    last, total = len(toll) - 1, 0.0
    for result, chance in chances(setting, min(max(column, MIN_COLUMN), MAX_COLUMN)).items():
        _, lost = LOSSES.get(result, (0, last if result == "DElim" else 0))
        if trapped and not firm and result in DEFENDER_RETREATS:
            lost = last
        total += chance * toll[min(lost, last)]
    return total


# -- being cut off ------------------------------------------------------------------------------


def approaches(g: BulgeState, side: int, own: int) -> int:
    """The hexes enemies could be in before they attack, if a side stood in some hexes.

    Zones of control stop them (5.4), and those who stand in one do not slip into another (5.5).
    """
    board, foe = g.setting.board, g.occupied[enemy(side)]
    zone = board.around(own)
    free = foe & ~zone
    prices = g.setting.prices["foot"]
    return foe | board.flood({0: free}, prices, zone, board.all & ~own, LUNGE).hexes


def can_be_trapped(g: BulgeState, place: Place, reached: int, *, mech: bool) -> bool:
    """Whether enemies in some hexes would leave a stack no way of retreat. Rules 5.6, 5.7."""
    setting = g.setting
    near = reached & setting.board.within(1 << place, 2)
    closed = near | setting.board.around(near)
    steps = setting.steps_mech if mech else setting.steps_foot
    return not steps[place] & ~closed


# -- on the way ---------------------------------------------------------------------------------


def risky_ways(g: BulgeState, step: Moving) -> dict[str, int]:
    """The hexes to which the cheapest way leads past what a stack had better not meet, by verb.

    For Germans these are air markers (10.4c), for Allies commandos (9.5-3b), for commandos Allies.
    """
    if step.here(g) == NOWHERE and step.entry < 0:
        return {}
    stack = step.stack(g)
    reached = step.ranges(stack)
    verbs = {verb: mode for verb, mode in MODES.items() if mode in reached}
    if not stack.dangers:
        return dict.fromkeys(verbs, 0)
    safe = step.ranges(stack, avoid=stack.dangers)
    return {
        verb: union(
            level & ~clear
            for level, clear in zip_longest(reached[mode].levels, safe[mode].levels, fillvalue=0)
        )
        for verb, mode in verbs.items()
    }
