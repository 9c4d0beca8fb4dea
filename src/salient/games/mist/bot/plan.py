"""Plans of attack: which enemies are worth attacking now, and with which units."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.engine import remembered
from salient.engine.ids import Piece, Place, enemy
from salient.games.mist.bot.day import impulses_left, is_last_day
from salient.games.mist.bot.ending import Line
from salient.games.mist.bot.estimate import (
    Odds,
    attack_force,
    attack_of,
    defence_force,
    expect,
    guns,
)
from salient.games.mist.bot.survey import Survey, survey
from salient.games.mist.bot.weights import (
    CONTEST_HOLD,
    CONTEST_SHARE,
    CUT_WORTH,
    EFFORT,
    FOLLOWERS,
    GROUND_WORTH,
    HASTY_CUT,
    KILL_WORTH,
    LADDER,
    LAST_BLOOD,
    LOSS_WORTH,
    ROAD_WORTH,
    SECOND_WAVE,
    STOP_SHARE,
)
from salient.games.mist.rules.groups import FOOT_ALLOWANCE
from salient.games.mist.rules.movement import is_frozen, may_act
from salient.games.mist.rules.stacking import MAX_STRENGTH, MAX_UNITS
from salient.games.mist.rules.supply import lines
from salient.games.mist.rules.victory import TWO_TOWNS, town_state
from salient.games.mist.rules.ways import FORD_COST
from salient.games.mist.setting import ALLIED, GERMAN, SIDES, MistSetting
from salient.games.mist.state import MistState

COLUMN_ALLOWANCE = 8
"""Rule 8.31: movement points of vehicles."""


class Assault(NamedTuple):
    """An attack worth making.

    Attributes:
        area: Where.
        units: Units still to be sent.
        gain: What sending them is worth, in victory points.
        waits: Whether it is left for the last moment: its units keep themselves ready.
    """

    area: Place
    units: int
    gain: float
    waits: bool = False


class Approach(NamedTuple):
    """Places from which an area can be reached, as sets.

    Attributes:
        column: For vehicles on roads.
        foot: For men on foot, who ford rivers.
    """

    column: int
    foot: int


# -- who can get there --------------------------------------------------------------------------


@remembered(most=4096)
def approach(
    setting: MistSetting, side: int, area: Place, hostile: int, occupied: int, blown: int
) -> Approach:
    """From where units of a side can enter an area in one activation. Rules 8.27, 8.3."""
    args = (setting, side, area, hostile & setting.all_areas, occupied & setting.all_areas, blown)
    return Approach(
        _within(*args, cap=COLUMN_ALLOWANCE, fords=False),
        _within(*args, cap=FOOT_ALLOWANCE, fords=True),
    )


def _within(
    setting: MistSetting,
    side: int,
    area: Place,
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
    queue: list[list[Place]] = [[] for _ in range(cap + 1)]
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


def able(g: MistState, side: int, area: Place, pool: int) -> int:
    """Those of a pool of units that can attack in an area now."""
    setting, hostile = g.setting, g.present[enemy(side)]
    ways = approach(setting, side, area, hostile, g.occupied, g.blown)
    walkers = setting.foot | g.on_foot
    found = g.stacks[area] & pool
    for place in each_place((ways.column | ways.foot) & g.present[side]):
        units = g.stacks[place] & pool
        if not ways.foot >> place & 1:
            units &= ~walkers
        elif not ways.column >> place & 1:
            units &= ~setting.armor
        found |= units
    return found


# -- what it would bring ------------------------------------------------------------------------


class Stakes(NamedTuple):
    """What a battle is about, in victory points.

    Attributes:
        opening: What clearing the area is worth.
        contest: What coming to grips there is worth even if it is not cleared.
        blood: How much losses matter: not at all in the last impulse of the game.
        effort: What each strength point sent could do elsewhere, or later in the day.
    """

    opening: float
    contest: float
    blood: float
    effort: float

    def worth(self, side: int, odds: Odds, strength: int) -> float:
        """What a battle with some odds is worth to the attacker."""
        spent = odds.losses / strength if strength else 1.0
        ground = odds.clear * self.opening + (1 - odds.clear) * (1 - spent * spent) * self.contest
        trade = KILL_WORTH[side] * odds.kills - LOSS_WORTH[side] * odds.losses
        return ground + self.blood * trade - self.effort * strength


def cut_worth(g: MistState, side: int, view: Survey, area: Place) -> float:
    """What it is worth to stand in an area on the enemy's supply lines. Rules 12.24, 13.21."""
    return CUT_WORTH[side] * view.cuts[area] * (HASTY_CUT if impulses_left(g) else 1.0)


def stakes(g: MistState, side: int, view: Survey, area: Place) -> Stakes:
    """What a battle in an area is about."""
    blood = 0.0 if g.clock == g.setting.last_clock else LAST_BLOOD if is_last_day(g) else 1.0
    opening = blood * (GROUND_WORTH[side] + ROAD_WORTH[side] * view.own.traffic[area])
    opening += _prize(g, side, view, area, SIDES[side])
    foothold = contest = 0.0
    if not g.occupied >> area & 1:
        foothold = cut_worth(g, side, view, area) + CONTEST_HOLD[side] * view.threat[area]
        if side == ALLIED:
            foothold += STOP_SHARE * Line(g, g.present[side]).saved(area)
        contest = foothold + _prize(g, side, view, area, "contested")
    effort = blood * EFFORT + SECOND_WAVE[side] * impulses_left(g)
    return Stakes(opening + foothold, contest, blood, effort)


def _prize(g: MistState, side: int, view: Survey, area: Place, state: str) -> float:
    """What it is worth to a side to bring an area into a state: its own, or contested."""
    if g.setting.scenario.scoring == "two_towns" and area in g.setting.towns:
        (other,) = (town_state(g, town) for town in g.setting.towns if town != area)
        climb = _rung(state, other) - _rung(town_state(g, area), other)
        return max(0.0, climb if side == GERMAN else -climb)
    if state == "contested":
        paid = side == GERMAN and area in g.setting.towns
        return CONTEST_SHARE * view.worth[area] if paid else 0.0
    return view.worth[area] if bool(g.german_control >> area & 1) != (side == GERMAN) else 0.0


def _rung(*towns: str) -> float:
    """What the practice scenario's outcome is worth to the Germans."""
    first, second = sorted(towns)
    return LADDER[TWO_TOWNS[first, second][0]]


def battle_worth(g: MistState, side: int, view: Survey, area: Place, attackers: int) -> float:
    """What a battle is worth to the attacker, in victory points."""
    attack = attack_force(g, side, area, attackers)
    defence = defence_force(g, enemy(side), area)
    river = across_river(g, side, area, attackers)
    odds = expect(attack, defence, guns(g, area, side), river)
    return stakes(g, side, view, area).worth(side, odds, attack.strength)


def across_river(g: MistState, side: int, area: Place, attackers: int) -> bool:
    """Whether the defender would shoot at men in boats. Rules 9.71d, 9.72, 9.73."""
    if g.occupied >> area & 1 or g.stack(area, side) & ~g.crossed:
        return False
    return _moated(g.setting, area, g.present[enemy(side)]) or not attackers & ~g.crossed


@remembered(most=4096)
def _moated(setting: MistSetting, area: Place, hostile: int) -> bool:
    """Whether every road into an area that the enemy does not hold crosses a river."""
    return all(bridge or hostile >> to & 1 for to, _, _, bridge in setting.board.exits[area])


# -- the plan -----------------------------------------------------------------------------------


class Moment:
    """A state as far as a plan of attack depends on it; equal moments have equal plans."""

    def __init__(self, g: MistState, side: int) -> None:
        self.g, self.side = g, side
        self.key = (
            side,
            g.clock,
            g.acted,
            g.waited,
            g.attacking,
            g.crossed,
            g.dug_in,
            g.on_foot,
            g.blown,
            g.occupied,
            g.german_control,
            g.released,
            tuple(g.where),
            tuple(g.strength),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Moment)
            and self.g.setting is other.g.setting
            and self.key == other.key
        )


@lru_cache(maxsize=8)
def plan_assaults(moment: Moment) -> tuple[Assault, ...]:
    """The attacks worth making now, the most promising first served.

    One plan serves the choice of a unit and what that unit then does.
    """
    g, side = moment.g, moment.side
    setting, foe, view = g.setting, enemy(side), survey(g, side)
    pool = may_act(g, side) & ~_bridge_builders(g, side)
    if g.clock == 0:
        pool &= ~set_of(unit for unit in each_piece(pool) if is_frozen(g, unit))
    areas = each_place(g.present[foe] & setting.all_areas & setting.section)
    about = {area: stakes(g, side, view, area) for area in areas}
    plans = []
    for area in sorted(areas, key=lambda area: -about[area].opening):
        units = able(g, side, area, pool)
        if units:
            assault = best_assault(g, side, area, units, about[area])
            if assault.gain > 0:
                waits = _can_wait(g, side, view, assault, units & ~assault.units)
                plans.append(assault._replace(waits=waits))
                pool &= ~assault.units
    return tuple(plans)


def _can_wait(g: MistState, side: int, view: Survey, assault: Assault, others: int) -> bool:
    """Whether an attack on a town had better be left for the last moment.

    On the last day a foothold won early can be lost again; a second wave is a reason to begin, and
    a road to the town that the enemy can still bar.
    """
    if side != GERMAN or not (is_last_day(g) and impulses_left(g)):
        return False
    if assault.area not in g.setting.towns or g.total(others) >= FOLLOWERS:
        return False
    doorstep = 1 << assault.area
    for place, _, _, _ in g.setting.board.exits[assault.area]:
        doorstep |= 1 << place
    at_the_door = all(doorstep >> g.where[unit] & 1 for unit in each_piece(assault.units))
    return at_the_door or not view.urgent


def _bridge_builders(g: MistState, side: int) -> int:
    """Engineers beside a blown bridge: they have something better to do than to attack."""
    sites = 0
    for link in members(g.blown):
        a, b, _, _ = g.setting.board.links[link]
        sites |= g.stacks[a] | g.stacks[b]
    return sites & g.setting.engineers & g.setting.army[side]


def best_assault(g: MistState, side: int, area: Place, units: int, about: Stakes) -> Assault:
    """The best force to send into an area, beside those already committed there."""
    there = g.stack(area, side)
    committed = there & g.attacking
    defence = defence_force(g, enemy(side), area)
    support, reach = guns(g, area, side), lines(g, side)
    river = across_river(g, side, area, committed)
    attack = attack_force(g, side, area, committed)
    before = 0.0
    if committed:
        before = about.worth(side, expect(attack, defence, support, river), attack.strength)
    best, gain, sent = 0, 0.0, 0
    room, space = MAX_UNITS - there.bit_count(), MAX_STRENGTH - g.total(there)
    for unit in _in_order(g, units, committed):
        bit = 1 << unit
        if not there & bit:
            if not room or g.strength[unit] > space:
                continue
            room, space = room - 1, space - g.strength[unit]
        sent |= bit
        attack = attack.joined(attack_of(g, unit, reach, area))
        odds = expect(attack, defence, support, river)
        more = about.worth(side, odds, attack.strength) - before
        if more > gain:
            best, gain = sent, more
    return Assault(area, best, gain)


def _in_order(g: MistState, units: int, committed: int) -> list[Piece]:
    """Attackers by usefulness: first what combined arms still lack, then the strongest.

    Engineers come last: they have bridges to build.
    """
    setting = g.setting
    fire = [(g.strength[u] * setting.attack[u], u) for u in each_piece(units)]
    fire.sort(key=lambda row: (setting.engineers >> row[1] & 1, -row[0], row[1]))
    order = [unit for _, unit in fire]
    head: list[Piece] = []
    for kind in (setting.armor, ~setting.armor):
        if not committed & kind:
            head += [unit for unit in order if kind >> unit & 1][:1]
    return head + [unit for unit in order if unit not in head]
