"""Plans of attack: which enemies are worth attacking now, and with which units."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import members
from salient.games.mist.forecast import forecast
from salient.games.mist.movement import FOOT_ALLOWANCE, FORD_COST, is_frozen, may_act
from salient.games.mist.outlook import Survey
from salient.games.mist.setting import ALLIED, GERMAN, MistSetting
from salient.games.mist.stacking import MAX_STRENGTH, MAX_UNITS
from salient.games.mist.state import MistState, enemy

COLUMN_ALLOWANCE = 8
"""Rule 8.31: movement points of vehicles."""

KILL_WORTH = (0.45, 0.45)
"""Victory points an enemy strength point is worth to the Germans and to the Allies."""

LOSS_WORTH = (0.30, 0.40)
"""What an own strength point is worth: the Germans have no time to be thrifty."""

ROAD_WORTH = (0.08, 0.05)
"""Worth of opening an area, per unit of own traffic that wants to go through it."""

CUT_WORTH = 0.12
"""Worth of each strength point that is cut off from supply by standing in an area."""

CONTEST_WORTH = 0.4
"""Share of a prize that already counts while both sides are there, where the scenario says so."""

EFFORT = 0.03
"""What it costs to send one more strength point, so that nobody goes who is not needed."""


class Assault(NamedTuple):
    """An attack worth making.

    Attributes:
        area: Where.
        units: Units still to be sent.
        gain: What sending them is worth, in victory points.
    """

    area: int
    units: int
    gain: float


class Approach(NamedTuple):
    """Places from which an area can be reached, as sets.

    Attributes:
        column: For vehicles on roads.
        foot: For men on foot, who ford rivers.
    """

    column: int
    foot: int


# -- who can get there --------------------------------------------------------------------------


@lru_cache(maxsize=4096)
def approach(
    setting: MistSetting, side: int, area: int, hostile: int, occupied: int, blown: int
) -> Approach:
    """From where units of a side can enter an area in one activation. Rules 8.27, 8.3."""
    args = (setting, side, area, hostile & setting.all_areas, occupied & setting.all_areas, blown)
    return Approach(_within(*args, cap=COLUMN_ALLOWANCE, fords=False),
                    _within(*args, cap=FOOT_ALLOWANCE, fords=True))  # fmt: skip


def _within(
    setting: MistSetting,
    side: int,
    area: int,
    hostile: int,
    occupied: int,
    blown: int,
    *,
    cap: int,
    fords: bool,
) -> int:
    exits, open_ = setting.board.exits, setting.enterable[side] & setting.section
    crowded = hostile | occupied
    cost = {area: 0}
    queue: list[list[int]] = [[] for _ in range(cap + 1)]
    queue[0].append(area)
    for spent, places in enumerate(queue):
        for place in places:
            # Nobody passes through enemies: an area with enemies is a start, never a way.
            if cost[place] != spent or (hostile >> place & 1 and place != area):
                continue
            entered = spent + (crowded >> place & 1)
            for origin, link, road, bridge in exits[place]:
                if not open_ >> origin & 1 or (place == area and hostile >> origin & 1):
                    continue
                if bridge and blown >> link & 1:
                    if not fords:
                        continue
                    road = FORD_COST
                total = entered + road + (hostile >> origin & 1)
                if total <= cap and total < cost.get(origin, cap + 1):
                    cost[origin] = total
                    queue[total].append(origin)
    return sum(1 << place for place in cost)


def able(g: MistState, side: int, area: int, pool: int) -> int:
    """Those of a pool of units that can attack in an area now."""
    setting, hostile = g.setting, g.present[enemy(side)]
    ways = approach(setting, side, area, hostile, g.occupied, g.blown)
    walkers = setting.foot | g.on_foot
    found = g.stacks[area] & pool
    for place in members((ways.column | ways.foot) & g.present[side]):
        units = g.stacks[place] & pool
        if not ways.foot >> place & 1:
            units &= ~walkers
        elif not ways.column >> place & 1:
            units &= ~setting.armor
        found |= units
    return found


# -- what it would bring ------------------------------------------------------------------------


def opening_worth(g: MistState, side: int, view: Survey, area: int) -> float:
    """What clearing an area of enemies is worth."""
    worth = ROAD_WORTH[side] * view.own.traffic[area]
    theirs = not g.german_control >> area & 1 if side == GERMAN else g.german_control >> area & 1
    if theirs:
        worth += view.worth[area]
    return worth


def battle_worth(g: MistState, side: int, view: Survey, area: int, attackers: int) -> float:
    """What a battle is worth to the attacker, in victory points."""
    if not attackers:
        return 0.0
    odds = forecast(g, area, side, attackers, river=across_river(g, side, area, attackers))
    worth = odds.clear * opening_worth(g, side, view, area)
    worth += KILL_WORTH[side] * odds.kills - LOSS_WORTH[side] * odds.losses
    if not g.present[side] >> area & 1:
        worth += CUT_WORTH * view.cuts[area]
        if side == GERMAN and area in g.setting.towns:
            worth += CONTEST_WORTH * view.worth[area] * (1 - odds.clear)
    return worth - EFFORT * g.total(attackers)


def across_river(g: MistState, side: int, area: int, attackers: int) -> bool:
    """Whether the defender would shoot at men in boats. Rules 9.71d-9.73."""
    if g.occupied >> area & 1 or g.stack(area, side) & ~g.crossed:
        return False
    return _moated(g.setting, area, g.present[enemy(side)]) or not attackers & ~g.crossed


@lru_cache(maxsize=4096)
def _moated(setting: MistSetting, area: int, hostile: int) -> bool:
    """Whether every road into an area that the enemy does not hold crosses a river."""
    return all(bridge or hostile >> to & 1 for to, _, _, bridge in setting.board.exits[area])


# -- the plan -----------------------------------------------------------------------------------


def plan_assaults(g: MistState, side: int, view: Survey) -> list[Assault]:
    """The attacks worth making now, the most promising first served."""
    setting, foe = g.setting, enemy(side)
    pool = may_act(g, side)
    if g.clock == 0:
        pool &= ~sum(1 << unit for unit in members(pool) if is_frozen(g, unit))
    targets = members(g.present[foe] & setting.all_areas & setting.section)
    targets.sort(key=lambda area: -opening_worth(g, side, view, area))
    plans = []
    for area in targets:
        units = able(g, side, area, pool)
        if units:
            assault = best_assault(g, side, view, area, units)
            if assault.gain > 0:
                plans.append(assault)
                pool &= ~assault.units
    return plans


def best_assault(g: MistState, side: int, view: Survey, area: int, units: int) -> Assault:
    """The best force to send into an area, beside those already committed there."""
    there = g.stack(area, side)
    committed = there & g.attacking
    before = battle_worth(g, side, view, area, committed)
    best, gain, sent = 0, 0.0, 0
    for unit in _in_order(g, units, committed):
        bit = 1 << unit
        stack = there | sent | bit
        if stack.bit_count() > MAX_UNITS or g.total(stack) > MAX_STRENGTH:
            continue
        sent |= bit
        more = battle_worth(g, side, view, area, committed | sent) - before
        if more > gain:
            best, gain = sent, more
    return Assault(area, best, gain)


def _in_order(g: MistState, units: int, committed: int) -> list[int]:
    """Attackers by usefulness: first what combined arms still lack, then the strongest.

    Engineers come last: they have bridges to build.
    """
    setting = g.setting
    fire = [(g.strength[u] * setting.attack[u], u) for u in members(units)]
    fire.sort(key=lambda row: (setting.engineers >> row[1] & 1, -row[0], row[1]))
    order = [unit for _, unit in fire]
    head: list[int] = []
    for kind in (setting.armor, ~setting.armor):
        if not committed & kind:
            head += [unit for unit in order if kind >> unit & 1][:1]
    return head + [unit for unit in order if unit not in head]


