"""The map as a staff sees it: what is worth having, how far it is, and who will pass where.

Everything here is a pure function of a few numbers of the state that do not change while a side
moves, so it is worked out about once an impulse and remembered.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from salient.boards.bits import each_place, members, set_of
from salient.engine import remembered
from salient.engine.ids import Place, Places, enemy
from salient.games.mist.bot.day import answering, in_the_field
from salient.games.mist.bot.weights import (
    AXES,
    GATE_PRIZE,
    NOMINAL,
    RESERVE_PRIZE,
    TAKERS,
    TOWN_PRIZE,
    TOWN_STAKE,
    ZONE_STAKE,
)
from salient.games.mist.rules.groups import FOOT_ALLOWANCE
from salient.games.mist.rules.reinforcements import NOT_RELEASED
from salient.games.mist.rules.victory import GAP, TOWN_CONTROLLED
from salient.games.mist.setting import GERMAN, MistSetting
from salient.games.mist.state import MistState

Numbers = tuple[float, ...]

HORIZON = 40
"""Movement points beyond which nothing is planned: five days of a motorized column."""

DAY_MARCH = 8
"""Movement points over which a goal loses its pull by a factor e: one day of a column."""

NEARNESS = (*(exp(-cost / DAY_MARCH) for cost in range(HORIZON + 1)), 0.0)
"""Pull of a goal by its distance; the last entry stands for out of sight."""

RIVER_DELAY = 3
"""Movement points a blown bridge costs an army: a ford on foot, or the wait for engineers."""


class Outlook(NamedTuple):
    """What a side would like to take, and the roads it will use.

    Attributes:
        goals: Places worth taking.
        weights: Victory points that each strength point at a goal is worth.
        pull: By place, how near each goal is: 1 at the goal, falling with the way there.
        traffic: By place, how much strength (weighted by what it is after) is bound through it.
    """

    goals: tuple[int, ...]
    weights: Numbers
    pull: tuple[Numbers, ...]
    traffic: Numbers


def strengths(g: MistState, units: int) -> tuple[int, ...]:
    """The strength of a set of units by place."""
    found = [0] * g.setting.place_count
    where, strength = g.where, g.strength
    for unit in members(units):
        if where[unit] >= 0:
            found[where[unit]] += strength[unit]
    return tuple(found)


# -- what is worth having -----------------------------------------------------------------------


@remembered(most=512)
def prizes(setting: MistSetting, clock: int, released: tuple[int, ...]) -> Numbers:
    """What holding each place until the end is worth to the Germans, in victory points."""
    scoring = setting.scenario.scoring
    found = [0.0] * setting.place_count
    if scoring == "areas":
        turns = setting.last_clock // 3 - clock // 3 + 1
        for area in each_place(setting.section & setting.all_areas):
            found[area] = float(setting.vp[area] * turns)
    else:
        worth = TOWN_PRIZE if scoring == "two_towns" else TOWN_STAKE * TOWN_CONTROLLED
        for town in setting.towns:
            found[town] = worth
    if scoring != "two_towns":
        for gate, multiplier in _gates(setting).items():
            found[gate] += GATE_PRIZE * multiplier
    for areas, opened in zip(setting.reserve_areas, released, strict=True):
        if opened == NOT_RELEASED:
            for area in each_place(areas & setting.section):
                found[area] += RESERVE_PRIZE
    return tuple(found)


@remembered(most=16)
def _gates(setting: MistSetting) -> dict[int, int]:
    """Areas from which the Germans can leave for victory points, with the best multiplier."""
    gates: dict[int, int] = {}
    for zone in each_place(setting.exit_zones & setting.section):
        for area, _, _, _ in setting.board.exits[zone]:
            gates[area] = max(gates.get(area, 0), setting.multiplier[zone])
    return gates


def _wanted(
    setting: MistSetting, side: int, german_control: int, worth: Numbers
) -> dict[Place, float]:
    """Places a side wants and does not have, with the points per strength point."""
    missing = ~german_control if side == GERMAN else german_control
    goals = {
        area: worth[area] / TAKERS
        for area in each_place(missing & setting.section & setting.all_areas)
        if worth[area]
    }
    if side == GERMAN and setting.scenario.scoring != "two_towns":
        gap = GAP / TAKERS if setting.scenario.scoring == "three_days" else 0.0
        for zone in each_place(setting.exit_zones & setting.section):
            goals[zone] = setting.multiplier[zone] + gap
    return goals


# -- how far it is ------------------------------------------------------------------------------


def ways_to(
    setting: MistSetting, side: int, goal: int, tolls: tuple[int, ...], blown: int
) -> tuple[list[int], list[int]]:
    """The way to a goal from everywhere: its cost, and the next place on it.

    Args:
        setting: The board.
        side: Who travels.
        goal: Where to.
        tolls: What entering each place costs beyond the road.
        blown: Blown bridges.
    """
    exits, section, zones = setting.board.exits, setting.section, setting.all_zones
    open_ = setting.enterable[side] | 1 << goal
    cost, onward = [HORIZON + 1] * setting.place_count, [-1] * setting.place_count
    cost[goal] = 0
    queue: list[list[int]] = [[] for _ in range(HORIZON + 1)]
    queue[0].append(goal)
    for spent, places in enumerate(queue):
        for place in places:
            if cost[place] != spent or (zones >> place & 1 and place != goal):
                continue
            origins = open_ if section >> place & 1 else open_ & ~section
            entered = spent + tolls[place]
            for origin, link, road, bridge in exits[place]:
                if not origins >> origin & 1:
                    continue
                total = entered + (RIVER_DELAY if bridge and blown >> link & 1 else road)
                if total <= HORIZON and total < cost[origin]:
                    cost[origin] = total
                    onward[origin] = place
                    queue[total].append(origin)
    return cost, onward


@remembered(most=16)
def nearness(setting: MistSetting, side: int) -> tuple[Numbers, ...]:
    """How near any place is to any other on open roads: ``[to][place]``."""
    free = (0,) * setting.place_count
    return tuple(
        tuple(NEARNESS[cost] for cost in ways_to(setting, side, place, free, 0)[0])
        for place in range(setting.place_count)
    )


# -- who will pass where ------------------------------------------------------------------------


@remembered(most=256)
def outlook(
    setting: MistSetting,
    side: int,
    worth: Numbers,
    german_control: int,
    blown: int,
    tolls: tuple[int, ...],
    stacks: tuple[int, ...],
) -> Outlook:
    """A side's goals, the pull they have, and the traffic towards them.

    Args:
        setting: The board.
        side: The side.
        worth: What places are worth (:func:`prizes`).
        german_control: Areas under German control.
        blown: Blown bridges.
        tolls: What passing the enemy costs, by place.
        stacks: The side's strength by place.
    """
    wanted = _wanted(setting, side, german_control, worth)
    goals, weights = tuple(wanted), tuple(wanted.values())
    ways = [ways_to(setting, side, goal, tolls, blown) for goal in goals]
    pull = tuple(
        tuple(NEARNESS[cost[place]] for cost, _ in ways) for place in range(setting.place_count)
    )
    traffic = [0.0] * setting.place_count
    for place, strength in enumerate(stacks):
        if strength:
            shares = [weight * near for weight, near in zip(weights, pull[place], strict=True)]
            for index in sorted(range(len(goals)), key=shares.__getitem__)[-AXES:]:
                _march(traffic, ways[index], Place(place), strength * shares[index])
    return Outlook(goals, weights, pull, tuple(traffic))


def _march(
    traffic: list[float], way: tuple[list[int], list[int]], start: Place, weight: float
) -> None:
    """Add a column's weight to every place on its way, less and less the further it is."""
    cost, onward = way
    place = onward[start]
    while place >= 0:
        traffic[place] += weight * NEARNESS[cost[start] - cost[place]]
        place = onward[place]


# -- supply -------------------------------------------------------------------------------------


@remembered(most=256)
def stranded(
    setting: MistSetting, victim: int, barred: int, blown: int, held: int
) -> tuple[int, ...]:
    """By area, the places (as a set) whose supply line is cut if the enemy stands there.

    Args:
        setting: The board.
        victim: The side whose lines are looked at.
        barred: Places already closed to them.
        blown: Blown bridges.
        held: Places where the victim has units.
    """
    sources, trace = setting.sources[victim], setting.board.trace
    closed = barred | (setting.all_zones & ~sources) | (setting.everywhere & ~setting.section)
    fed = trace(sources, closed, blown).wet & held
    found = [0] * setting.place_count
    for area in each_place(setting.section & setting.all_areas & ~barred):
        found[area] = fed & ~trace(sources, closed | 1 << area, blown).wet
    return tuple(found)


def _weigh(cut_off: tuple[int, ...], stacks: tuple[int, ...]) -> Numbers:
    """The strength in each set of places."""
    return tuple(float(sum(stacks[place] for place in each_place(places))) for places in cut_off)


# -- all together -------------------------------------------------------------------------------

POSTS = 16
"""Places in the enemy's way that a staff keeps in mind at the same time."""

BLOCK_TOLL, STRENGTH_TOLL, TOLL_LIMIT = 1, 1, 9
"""Movement points a held area delays an advance: for the fight, and per strength point there."""


class Survey(NamedTuple):
    """One side's picture of the map during its movement.

    Attributes:
        worth: What each place is worth.
        own: Our own goals and roads.
        threat: By place, the enemy's traffic.
        posts: The places with most enemy traffic.
        post_pull: By place, how near each post is.
        cuts: By area, the enemy strength cut off by standing there.
        guards: By area, the own strength cut off if the enemy stands there.
        exposed: Set of the places the enemy can reach within a day.
        urgent: Set of the places the enemy can reach before we act again.
        contact: Set of the areas beside enemies.
        precarious: Set of the places whose supply the enemy could cut within a day.
    """

    worth: Numbers
    own: Outlook
    threat: Numbers
    posts: Places
    post_pull: tuple[Numbers, ...]
    cuts: Numbers
    guards: Numbers
    exposed: int
    urgent: int
    contact: int
    precarious: int


def survey(g: MistState, side: int) -> Survey:
    """The picture of the map for the side that moves."""
    return _survey(
        g.setting,
        side,
        prizes(g.setting, g.clock, g.released),
        g.german_control,
        g.blown,
        g.occupied,
        strengths(g, g.setting.army[enemy(side)]),
        strengths(g, in_the_field(g, side)),
        _starts(g, answering(g, side)),
    )


def _starts(g: MistState, units: int) -> tuple[int, int]:
    """The places of vehicles and of men on foot among some units, as sets."""
    walkers = g.setting.foot | g.on_foot
    columns = foot = 0
    for unit in members(units):
        place = g.where[unit]
        if place >= 0:
            if walkers >> unit & 1:
                foot |= 1 << place
            else:
                columns |= 1 << place
    return columns, foot


@remembered(most=64)
def _survey(
    setting: MistSetting,
    side: int,
    worth: Numbers,
    german_control: int,
    blown: int,
    occupied: int,
    foes: tuple[int, ...],
    able: tuple[int, ...],
    starts: tuple[int, int],
) -> Survey:
    nominal = tuple(NOMINAL * (occupied >> place & 1) for place in range(setting.place_count))
    hostile = set_of(place for place, strength in enumerate(foes) if strength)
    own = outlook(setting, side, worth, german_control, blown, _tolls(setting, foes), nominal)
    threat = outlook(
        setting, enemy(side), worth, german_control, blown, _tolls(setting, nominal), able
    ).traffic
    posts = tuple(sorted(each_place(setting.all_areas & setting.section), key=threat.__getitem__))
    posts = posts[-POSTS:]
    near = nearness(setting, side)
    exposed = _exposed(setting, enemy(side), (hostile, 0), occupied, blown)
    urgent = _exposed(setting, enemy(side), starts, occupied, blown)
    theirs = stranded(setting, enemy(side), occupied, blown, hostile)
    ours = stranded(setting, side, hostile, blown, setting.section & ~hostile)
    precarious = 0
    for area in each_place(urgent & ~occupied):
        precarious |= ours[area]
    return Survey(
        worth=worth,
        own=own,
        threat=threat,
        posts=posts,
        post_pull=tuple(
            tuple(near[post][place] for post in posts) for place in range(setting.place_count)
        ),
        cuts=_weigh(theirs, _at_stake(setting, foes)),
        guards=_weigh(ours, nominal),
        exposed=exposed,
        urgent=urgent,
        contact=_beside(setting, hostile & setting.all_areas),
        precarious=precarious,
    )


def _beside(setting: MistSetting, places: int) -> int:
    """The places one road away from some others."""
    exits = setting.board.exits
    return set_of(to for place in each_place(places) for to, _, _, _ in exits[place])


def _exposed(
    setting: MistSetting, side: int, starts: tuple[int, int], occupied: int, blown: int
) -> int:
    """The places that columns and infantry of a side can enter in one activation.

    They stop where they meet us.
    """
    exits, open_ = setting.board.exits, setting.enterable[side] & setting.section
    columns, foot = starts
    cost = dict.fromkeys(members(foot), DAY_MARCH - FOOT_ALLOWANCE)
    cost |= dict.fromkeys(members(columns), 0)
    queue: list[list[int]] = [[] for _ in range(DAY_MARCH + 1)]
    for place, spent in cost.items():
        queue[spent].append(place)
    for spent, places in enumerate(queue):
        for place in places:
            if cost[place] != spent or (occupied & ~(columns | foot)) >> place & 1:
                continue
            for to, link, road, bridge in exits[place]:
                total = spent + (RIVER_DELAY if bridge and blown >> link & 1 else road)
                if open_ >> to & 1 and total < cost.get(to, DAY_MARCH + 1):
                    cost[to] = total
                    queue[total].append(to)
    return set_of(cost)


def _at_stake(setting: MistSetting, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """What supply is worth to each stack: in an exit zone its points hang on it (12.24)."""
    return tuple(
        strength * (1 + ZONE_STAKE * multiplier)
        for strength, multiplier in zip(stacks, setting.multiplier, strict=True)
    )


def _tolls(setting: MistSetting, stacks: tuple[int, ...]) -> tuple[int, ...]:
    """What passing a side's stacks costs its enemy; nobody fights in zones (9.17)."""
    return tuple(
        min(TOLL_LIMIT, BLOCK_TOLL + STRENGTH_TOLL * strength)
        if strength and place < setting.area_count
        else 0
        for place, strength in enumerate(stacks)
    )
