"""How the map looks to a staff officer: ways, goals, threats and the reach of every unit.

Everything here depends on the enemy's position and on who holds which city, not on where the own
units stand just now: it is worked out once and serves for a whole movement phase.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property
from itertools import accumulate
from operator import itemgetter
from typing import Any

from salient.boards.bits import each_piece, each_place, union
from salient.boards.hexes import Direction, Prices
from salient.boards.pieces import NOWHERE
from salient.engine import remembered
from salient.engine.ids import Piece, Place, Places, enemy
from salient.engine.memory import Memo
from salient.games.bulge.bot.danger import power
from salient.games.bulge.bot.weights import (
    ATTACK_CAP,
    BEARABLE,
    CITY_WORTH,
    CORRIDOR,
    DRIVE,
    EASE,
    EXIT_POINTS,
    EXIT_TURN,
    FADING,
    HURRY,
    LEAST_GUARD,
    LOOMING,
    PRESS,
    PRESS_TURN,
    SHIFT_WORTH,
    SIEGE,
    STRENGTH_POINT,
    TOWN_POST,
)
from salient.games.bulge.rules.combat import defence_strength
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.rules.entering import exit_points
from salient.games.bulge.rules.limits import FREE_LINES_TURN, beyond_lines
from salient.games.bulge.rules.movement import form_stack
from salient.games.bulge.rules.sectors import SECTOR_TURNS, sector_hexes
from salient.games.bulge.rules.supply import supplied_hexes
from salient.games.bulge.rules.terrain import terrain_shift
from salient.games.bulge.setting import ALLIED, GERMAN, BulgeSetting
from salient.games.bulge.state import FULL, BulgeState

FAR = 150
"""Movement points beyond which a hex counts as out of the world."""


# -- ways ---------------------------------------------------------------------------------------


def _costs(setting: BulgeSetting, start: int, prices: Prices, barred: int = 0) -> list[int]:
    """The cheapest cost of each hex from a set of hexes."""
    board = setting.board
    found = [FAR] * setting.first_entry
    flood = board.flood({0: start}, prices, 0, board.all & ~barred, FAR - 1)
    for cost, level in enumerate(flood.levels):
        for place in each_place(level):
            found[place] = cost
    return found


@remembered(most=512)
def way_to(setting: BulgeSetting, goal: Place, *, mech: bool, army: str = "") -> tuple[int, ...]:
    """Movement points from each hex to a goal, the enemy not considered.

    Args:
        setting: The map.
        goal: The hex to reach.
        mech: Whether for vehicles or for men on foot.
        army: An army that must stay between its boundary lines (9.6a).
    """
    barred = beyond_lines(setting, army) if army else 0
    back = setting.prices_back["mech" if mech else "foot"]
    return tuple(_costs(setting, 1 << goal, back, barred))


@remembered(most=512)
def pull_of(setting: BulgeSetting, goal: Place, *, mech: bool, army: str) -> tuple[float, ...]:
    """How strongly a goal draws units in each hex, 1 at the goal itself."""
    costs = way_to(setting, goal, mech=mech, army=army)
    return tuple(FADING**cost if cost < FAR else 0.0 for cost in costs)


Weights = tuple[tuple[Place, float], ...]
"""Goals and what they are worth."""


class Field(dict[Place, float]):
    """The pull of several goals together in each hex, worked out where somebody asks.

    Fields are compared by identity, which keeps caches cheap.
    """

    def __init__(self, setting: BulgeSetting, weights: Weights, *, mech: bool, army: str) -> None:
        """Note the goals.

        Args:
            setting: The map.
            weights: The goals and what they are worth.
            mech: Whether for vehicles or for men on foot.
            army: An army that must stay between its boundary lines (9.6a).
        """
        self._goals = [
            (weight, pull_of(setting, goal, mech=mech, army=army)) for goal, weight in weights
        ]

    def __missing__(self, place: Place) -> float:
        found = self[place] = sum(weight * pull[place] for weight, pull in self._goals)
        return found

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)

    def __eq__(self, other: object) -> bool:
        return self is other

    def __ne__(self, other: object) -> bool:
        return self is not other


@remembered(most=64)
def field(setting: BulgeSetting, weights: Weights, *, mech: bool, army: str = "") -> Field:
    """The pull of several goals together."""
    return Field(setting, weights, mech=mech, army=army)


# -- the survey ---------------------------------------------------------------------------------


@remembered(most=8)
def _pick(setting: BulgeSetting, side: int) -> Callable[[list[Place]], Places]:
    units = each_piece(setting.army[side])
    return itemgetter(*units)


class Survey:
    """The map as one side sees it while the enemy stands still.

    Attributes:
        hostile: Enemy zones of control.
        foe: Hexes with enemies.
        fed: Hexes in supply.
        power: Attack strength the enemy can bring against each hex in his first combat phase.
        menace: The same with the vehicles that come in his second.
        kept: Victory cities the Germans hold.
        posts: Places the Allies want to hold.
        gates: Edge hexes by which Germans may soon leave the map, and the points of those who may.
        garrisons: Enemy defence strength in each victory city, terrain included.
        demands: The defence strength that hexes need, as far as it was asked for.
        shifts: The columns of terrain in hexes held by the side, as far as they were asked for.
        memo: Room for what others work out from the same position.
    """

    def __init__(self, g: BulgeState, side: int) -> None:
        """Look at the enemy.

        Args:
            g: The state.
            side: Who looks.
        """
        setting, foe = g.setting, enemy(side)
        self.setting, self.side, self.turn = setting, side, g.turn
        self.hostile = zoc(g, foe)
        self.foe = g.occupied[foe]
        self.fed = supplied_hexes(g, side)
        self.kept = kept_cities(g)
        self.power, self.menace = power(g, foe)
        self.memo: dict[Any, Any] = {}
        self.demands: dict[Place, float] = {}
        self.shifts: dict[Place, int] = {}
        self.posts = posts(setting)
        self.gates = gates(g) if side == GERMAN and g.turn >= EXIT_TURN - 1 else {}
        self.garrisons = {city: _garrison(g, city, foe) for city in each_place(setting.prizes)}

    def drive(self, *, mech: bool, army: str = "") -> Field:
        """How strongly the cities still to be taken draw units in each hex."""
        bound = self.bound(army)
        key = ("drive", mech, bound)
        if key not in self.memo:
            self.memo[key] = field(self.setting, self.wanted(), mech=mech, army=bound)
        return self.memo[key]  # type: ignore[no-any-return]

    def bound(self, army: str) -> str:
        """An army, while it must stay between its boundary lines (9.6a)."""
        return army if self.turn < FREE_LINES_TURN else ""

    def wanted(self) -> Weights:
        """The cities still to be taken, weakly held ones counting more, and the ways out."""
        wanted = self.setting.prizes & (self.kept if self.side == ALLIED else ~self.kept)
        drive = DRIVE[self.side]
        if self.side == GERMAN and self.turn >= PRESS_TURN:
            drive *= PRESS
        cities = tuple(
            (city, drive * CITY_WORTH * EASE / (EASE + self.garrisons[city]))
            for city in each_place(wanted)
        )
        return cities + tuple((edge, drive * points) for edge, points in self.gates.items())

    def shift(self, g: BulgeState, place: Place) -> int:
        """The columns of terrain in a hex held by the side, negative in its favour."""
        if place not in self.shifts:
            self.shifts[place] = terrain_shift(g, place, self.side).value
        return self.shifts[place]

    @cached_property
    def needs(self) -> dict[Place, float]:
        """What holding each post firmly is worth, where it is worth anything."""
        needs = {post: post_worth(self, post) for post in each_place(self.posts)}
        return {post: worth for post, worth in needs.items() if worth}

    @cached_property
    def way(self) -> list[float]:
        """How much each hex lies on the enemy's way to the cities wanted."""
        return _corridors(self)


def survey(g: BulgeState, side: int) -> Survey:
    """The survey of a side, shared by all decisions in which the enemy has not changed."""
    setting, foe = g.setting, enemy(side)
    key = (
        side, g.turn, _pick(setting, foe)(g.where), bytes(g.steps_left), kept_cities(g),
        g.shaken, g.wary, g.oos, g.isolated, g.ruined, g.march_hexes, g.interdicted, g.alarm,
        tuple(g.exits.items()),
    )  # fmt: skip
    surveys = setting.memory.of(SURVEYS)
    found = surveys.get(key)
    return surveys.keep(key, Survey(g, side)) if found is None else found


SURVEYS: Memo[Hashable, Survey] = Memo("surveys", most=6)
"""A phase needs one for each side, and decisions come one after another."""


def gates(g: BulgeState) -> dict[Place, int]:
    """The edge hexes by which Germans may still break through, and what it brings. Rule 13.10."""
    found: dict[Place, int] = {}
    for edge in g.setting.entries_at:
        for entry in exit_points(g, GERMAN, edge, 1):
            gone = sum(where == entry for where in g.exits.values())
            left = g.setting.entries[entry].capacity - gone
            found[edge] = found.get(edge, 0) + EXIT_POINTS * left
    return found


def kept_cities(g: BulgeState) -> int:
    """Victory cities in German hands, whether or not a road leads home just now."""
    return g.setting.prizes & (g.german_last | g.occupied[GERMAN]) & ~g.occupied[ALLIED]


def _garrison(g: BulgeState, city: Place, side: int) -> float:
    """The defence strength in a city; each column of terrain counts like half as much again."""
    strength = defence_strength(g, each_piece(g.stack(city, side)))
    return strength * (1 - SHIFT_WORTH * terrain_shift(g, city, side).value)


def _corridors(view: Survey) -> list[float]:
    """For each hex the worth of the cities the enemy reaches through it, sooner counting more."""
    setting = view.setting
    found = [0.0] * setting.first_entry
    if not view.foe:
        return found
    ahead = _costs(setting, view.foe, setting.prices["mech"])
    wanted = setting.prizes & ~view.kept if view.side == ALLIED else view.kept
    for city in each_place(wanted):
        beyond = way_to(setting, city, mech=True)
        least = ahead[city]
        for place in each_place(setting.road_hexes):
            detour = ahead[place] + beyond[place] - least
            if detour < CORRIDOR:
                near = HURRY / (HURRY + ahead[place]) * HURRY / (HURRY + least)
                found[place] += CITY_WORTH * (1 - detour / CORRIDOR) * near
    return found


def reach(g: BulgeState, view: Survey, unit: Piece) -> int:
    """The hexes a unit on the map can get to by combat or strategic movement in this phase."""
    setting, here = g.setting, g.where[unit]
    if here == NOWHERE:
        return 0
    row = setting.units[unit]
    key = (here, setting.allowance[unit], row.army, row.mech, row.nation, g.wary >> unit & 1)
    found = view.memo.get(key)
    if found is None:
        move = form_stack(g, view.side, (unit,))
        ranges = move.ranges(move.stack(g)).values()
        found = union(reached.hexes for reached in ranges) | 1 << here
        view.memo[key] = found
    return int(found)


# -- goals --------------------------------------------------------------------------------------


def posts(setting: BulgeSetting) -> int:
    """Places the Allies want to hold: the cities."""
    return setting.prizes | setting.towns["city"] & ~setting.germany


def firmness(g: BulgeState, view: Survey, place: Place, strength: int) -> float:
    """The share of the defence that a hex needs against what could come, from 0 to 1."""
    return min(strength / demand(g, view, place), 1.0)


def demand(g: BulgeState, view: Survey, place: Place) -> float:
    """The defence strength that brings the odds against a hex down to what it can bear."""
    found = view.demands.get(place)
    if found is None:
        attack = min(coming(view, place), ATTACK_CAP)
        found = max(attack / (BEARABLE - view.shift(g, place)), LEAST_GUARD)
        view.demands[place] = found
    return found


def coming(view: Survey, place: Place) -> float:
    """The attack strength that must be reckoned with in a place."""
    looming = LOOMING[view.side]
    return view.menace[place] + (looming * view.way[place] if looming else 0.0)


def siege(view: Survey, place: Place) -> float:
    """How threatened a place is, from 0 to 1."""
    power = coming(view, place)
    return power / (power + SIEGE)


def post_worth(view: Survey, place: Place) -> float:
    """What holding a city firmly is worth."""
    if view.setting.prizes >> place & 1:
        return CITY_WORTH * siege(view, place)
    return TOWN_POST * siege(view, place) if view.side == ALLIED else 0.0


def duty(g: BulgeState, view: Survey, unit: Piece) -> float:
    """What it costs to take a unit away from its post: its share in the defence."""
    place = g.where[unit]
    worth = view.needs.get(place)
    if not worth:
        return 0.0
    units = each_piece(g.stack(place, view.side))
    held = firmness(g, view, place, sum(map(g.defence, units)))
    return worth * held / max(1, len(units))


@remembered(most=1024)
def flip_cost(setting: BulgeSetting, unit: Piece) -> float:
    """What a unit's first step is worth: the strength it loses."""
    row = setting.units[unit]
    return STRENGTH_POINT * (row.attack - row.attack2 + row.defence - row.defence2)


@remembered(most=1024)
def death_cost(setting: BulgeSetting, unit: Piece) -> float:
    """What a unit's last step is worth: the points of a destroyed unit (13.4) and its strength."""
    row = setting.units[unit]
    points = 2.0 if row.mech and row.side == "german" else 1.0
    return points + STRENGTH_POINT * (row.attack2 + row.defence2)


def toll(g: BulgeState, units: Iterable[Piece]) -> tuple[float, ...]:
    """What some units pay for each number of steps lost: whole units bleed before any dies."""
    setting = g.setting
    flips = sorted(flip_cost(setting, unit) for unit in units if g.steps_left[unit] == FULL)
    deaths = sorted(death_cost(setting, unit) for unit in units)
    return (0.0, *accumulate(flips + deaths))


# -- sectors (9.6) ------------------------------------------------------------------------------

SOUTHERN_ROW = 16
"""The row to which the southern line is led before it turns west, so that Bastogne falls into the
sector of the 5th Panzer Army."""


@remembered(most=8)
def line_ahead(setting: BulgeSetting, number: int) -> Places:
    """How the Germans mean to extend a boundary line: 0 the northern one, 1 the southern one."""
    board = setting.board
    here, path = setting.lines[number][-1], []
    while here >= 0:
        turn_south = number == 1 and board.hex(here).row > SOUTHERN_ROW
        here = board.neighbours[here][Direction.SW if turn_south else Direction.W]
        if here >= 0:
            path.append(here)
    return tuple(path)


def attack_sector(g: BulgeState, army: str) -> int:
    """The hexes an army's units may attack from, as the lines are or are meant to be (9.6b)."""
    if not army or g.turn not in SECTOR_TURNS:
        return g.setting.board.all
    north, south = (line or line_ahead(g.setting, n) for n, line in enumerate(g.lines))
    return sector_hexes(g.setting, (north, south), army)
