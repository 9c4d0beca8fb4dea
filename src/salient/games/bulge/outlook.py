"""How the map looks to a staff officer: ways, goals, threats and the reach of every unit.

Everything here depends on the enemy's position and on who holds which city, not on where the own
units stand just now: it is worked out once and serves for a whole movement phase.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter
from typing import Any

from salient.boards.bits import members, set_of
from salient.boards.hexes import Direction, Enter
from salient.games.bulge.combat import defence_strength
from salient.games.bulge.control import zoc
from salient.games.bulge.limits import FREE_LINES_TURN, beyond_lines
from salient.games.bulge.movement import form_stack
from salient.games.bulge.setting import ALLIED, GERMAN, LAST_TURN, BulgeSetting
from salient.games.bulge.state import NOWHERE, BulgeState, enemy
from salient.games.bulge.supply import open_entries, road_net, supplied_hexes
from salient.games.bulge.terrain import terrain_shift

FAR = 150
"""Movement points beyond which a hex counts as out of the world."""

FADING = 0.93
"""What is left of a goal's pull after one more movement point of way."""

STRIKE = 4
"""Hexes from which an enemy can come and attack in a turn, give or take the terrain."""

CITY_WORTH = 10.0
"""Rule 13.3-4."""

TOWN_POST = 1.5
"""What a plain city is worth as a post on the road to the cities that count."""

CORRIDOR = 5
"""Movement points of detour within which a hex still lies on the enemy's way to a city."""

HURRY = 14.0
"""Movement points from the enemy at which standing in his way is half as urgent."""


DRIVE = 0.05
"""Worth of being on the way to a city, per strength point and as a share of the city's points."""

EASE = 8.0
"""Defence strength that makes a city half as attractive."""


# -- ways ---------------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _backwards(setting: BulgeSetting, *, mech: bool) -> dict[int, tuple[int, ...]]:
    """Entry costs for going back along a way: from where a step leads to where it began."""
    board = setting.board
    enter: Enter = setting.enter_mech if mech else setting.enter_foot
    return {
        cost: tuple(board.shift[way.opposite](masks[way.opposite]) for way in Direction)
        for cost, masks in enter.items()
    }


def _costs(setting: BulgeSetting, start: int, enter: Enter, barred: int = 0) -> list[int]:
    """The cheapest cost of each hex from a set of hexes."""
    board = setting.board
    found = [FAR] * setting.first_entry
    flood = board.flood({0: start}, enter, 0, board.all & ~barred, FAR - 1)
    for cost, level in enumerate(flood.levels):
        for place in members(level):
            found[place] = cost
    return found


@lru_cache(maxsize=512)
def way_to(setting: BulgeSetting, goal: int, *, mech: bool, army: str = "") -> tuple[int, ...]:
    """Movement points from each hex to a goal, the enemy not considered.

    Args:
        setting: The map.
        goal: The hex to reach.
        mech: Whether for vehicles or for men on foot.
        army: An army that must stay between its boundary lines (9.6a).
    """
    barred = beyond_lines(setting, army) if army else 0
    return tuple(_costs(setting, 1 << goal, _backwards(setting, mech=mech), barred))


@lru_cache(maxsize=512)
def pull_of(setting: BulgeSetting, goal: int, *, mech: bool, army: str) -> tuple[float, ...]:
    """How strongly a goal draws units in each hex, 1 at the goal itself."""
    costs = way_to(setting, goal, mech=mech, army=army)
    return tuple(FADING**cost if cost < FAR else 0.0 for cost in costs)


class Field(tuple[float, ...]):
    """A worth for each hex; fields are compared by identity, which keeps caches cheap."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


Weights = tuple[tuple[int, float], ...]
"""Goals and what they are worth."""


@lru_cache(maxsize=64)
def field(setting: BulgeSetting, weights: Weights, *, mech: bool, army: str = "") -> Field:
    """The pull of several goals together, in each hex."""
    rows = [
        [weight * x for x in pull_of(setting, goal, mech=mech, army=army)]
        for goal, weight in weights
    ]
    if not rows:
        return Field((0.0,) * setting.first_entry)
    return Field(map(sum, zip(*rows, strict=True)))


# -- the survey ---------------------------------------------------------------------------------


@lru_cache(maxsize=8)
def _pick(setting: BulgeSetting, side: int) -> Callable[[list[int]], tuple[int, ...]]:
    units = members(setting.army[side])
    return itemgetter(*units)


class Survey:
    """The map as one side sees it while the enemy stands still.

    Attributes:
        hostile: Enemy zones of control.
        foe: Hexes with enemies.
        fed: Hexes in supply.
        power: Attack strength the enemy can bring against each hex.
        kept: Victory cities the Germans hold.
        posts: Places the Allies want to hold.
        garrisons: Enemy defence strength in each victory city, terrain included.
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
        self.power = _power(g, foe)
        self.memo: dict[Any, Any] = {}
        self.posts = posts(setting)
        self.garrisons = {city: _garrison(g, city, foe) for city in members(prizes(setting))}
        self._way: list[float] | None = None

    @property
    def way(self) -> list[float]:
        """How much each hex lies on the enemy's way to the cities he wants."""
        if self._way is None:
            self._way = _corridors(self)
        return self._way


    def drive(self, *, mech: bool, army: str = "") -> Field:
        """How strongly the cities still to be taken draw units in each hex."""
        wanted = prizes(self.setting) & (self.kept if self.side == ALLIED else ~self.kept)
        weights = tuple(
            (city, DRIVE * CITY_WORTH * EASE / (EASE + self.garrisons[city])) for city in members(wanted)
        )
        bound = army if self.turn < FREE_LINES_TURN else ""
        return field(self.setting, weights, mech=mech, army=bound)


def survey(g: BulgeState, side: int) -> Survey:
    """The survey of a side, shared by all decisions in which the enemy has not changed."""
    setting, foe = g.setting, enemy(side)
    pick = _pick(setting, foe)
    key = (
        setting, side, g.turn, pick(g.where), pick(g.steps_left), g.shaken, g.oos | g.isolated,
        kept_cities(g), g.interdicted, g.alarm, g.march_hexes, tuple(g.exits.items()), g.wary,
    )  # fmt: skip
    found = _SURVEYS.get(key)
    if found is None:
        if len(_SURVEYS) >= SURVEYS_KEPT:
            del _SURVEYS[next(iter(_SURVEYS))]
        found = _SURVEYS[key] = Survey(g, side)
    return found


SURVEYS_KEPT = 6
"""Surveys remembered: a phase needs one for each side, and decisions come one after another."""

_SURVEYS: dict[Any, Survey] = {}


def kept_cities(g: BulgeState) -> int:
    """Victory cities in German hands, whether or not a road leads home just now."""
    return prizes(g.setting) & (g.german_last | g.occupied[GERMAN]) & ~g.occupied[ALLIED]


def prizes(setting: BulgeSetting) -> int:
    """The cities that bring victory points. Rule 13.3-4."""
    return setting.towns["important"] | setting.towns["fortress"]


def _garrison(g: BulgeState, city: int, side: int) -> float:
    """The defence strength in a city; each column of terrain counts like half as much again."""
    strength = defence_strength(g, members(g.stack(city, side)))
    return strength * (1 - SHIFT_WORTH * terrain_shift(g, city, side).value)


SHIFT_WORTH = 0.5
"""What a column of terrain adds to a defence, as a share of it."""


def _power(g: BulgeState, foe: int) -> list[float]:
    """The attack strength of enemies near each hex."""
    board = g.setting.board
    found = [0.0] * g.setting.first_entry
    for place in members(g.occupied[foe]):
        strength = sum(map(g.attack, members(g.stack(place, foe))))
        for near in members(board.within(1 << place, STRIKE)):
            found[near] += strength
    return found


def _corridors(view: Survey) -> list[float]:
    """For each hex the worth of the cities the enemy reaches through it, sooner counting more."""
    setting = view.setting
    found = [0.0] * setting.first_entry
    if not view.foe:
        return found
    ahead = _costs(setting, view.foe, setting.enter_mech)
    wanted = prizes(setting) & ~view.kept if view.side == ALLIED else view.kept
    for city in members(wanted):
        beyond = way_to(setting, city, mech=True)
        least = ahead[city]
        for place in members(setting.road_hexes):
            detour = ahead[place] + beyond[place] - least
            if detour < CORRIDOR:
                near = HURRY / (HURRY + ahead[place]) * HURRY / (HURRY + least)
                found[place] += CITY_WORTH * (1 - detour / CORRIDOR) * near
    return found


def reach(g: BulgeState, view: Survey, unit: int) -> int:
    """The hexes a unit on the map can get to by combat or strategic movement in this phase."""
    setting, here = g.setting, g.where[unit]
    if here == NOWHERE:
        return 0
    row = setting.units[unit]
    key = (here, setting.allowance[unit], row.army, row.mech, row.nation, g.wary >> unit & 1)
    found = view.memo.get(key)
    if found is None:
        move = form_stack(g, view.side, (unit,))
        found = move.combat_range(g).hexes | move.strategic_range(g).hexes | 1 << here
        view.memo[key] = found
    return int(found)


# -- goals --------------------------------------------------------------------------------------


def posts(setting: BulgeSetting) -> int:
    """Places the Allies want to hold: the cities."""
    return prizes(setting) | setting.towns["city"] & ~setting.germany


FIRM = 7.0
"""Defence strength, terrain included, of which the enemy's attack leaves half standing."""

SIEGE = 25.0
"""Enemy attack strength near a post that makes half a siege."""

LOOMING = 3.0
"""Attack strength that a unit of the enemy's traffic through a place is counted for."""


def firmness(g: BulgeState, place: int, side: int, strength: int) -> float:
    """How well some defence strength holds a hex, from 0 to 1."""
    mass = strength * (1 - SHIFT_WORTH * terrain_shift(g, place, side).value)
    return mass * mass / (mass * mass + FIRM * FIRM) if strength else 0.0


def siege(view: Survey, place: int) -> float:
    """How threatened a place is, from 0 to 1."""
    power = view.power[place] + LOOMING * view.way[place]
    return power / (power + SIEGE)


def post_worth(view: Survey, place: int) -> float:
    """What holding a hex firmly is worth."""
    if not view.posts >> place & 1:
        return 0.0
    if prizes(view.setting) >> place & 1:
        return CITY_WORTH * siege(view, place)
    return TOWN_POST * siege(view, place) if view.side == ALLIED else 0.0


def duty(g: BulgeState, view: Survey, unit: int) -> float:
    """What it costs to take a unit away from its post: its share in the defence."""
    place = g.where[unit]
    worth = post_worth(view, place)
    if not worth:
        return 0.0
    units = members(g.stack(place, view.side))
    held = firmness(g, place, view.side, sum(map(g.defence, units)))
    return worth * held / max(1, len(units))


def days_left(g: BulgeState) -> int:
    """Turns that are still to come after this one."""
    return LAST_TURN - g.turn


# -- roads --------------------------------------------------------------------------------------


def cuts(g: BulgeState, view: Survey) -> dict[int, int]:
    """How many cities the Germans lose if an Allied unit stands in a hex, for hexes where any.

    A city counts only while a road leads home, past no Allied unit and no zone of control
    (13.3-2).
    """
    if "cuts" not in view.memo:
        view.memo["cuts"] = _find_cuts(g, view)
    return view.memo["cuts"]  # type: ignore[no-any-return]


def _find_cuts(g: BulgeState, view: Survey) -> dict[int, int]:
    board, net = g.setting.board, road_net(g, GERMAN)
    cities = view.kept & (net | board.step(net, g.setting.any_road))
    if not cities:
        return {}
    sources = net & set_of(g.setting.entry_hex[e] for e in open_entries(g, GERMAN))
    lines = 0
    for city in members(cities):
        lines |= _road_home(g.setting, city, net, sources)
    found: dict[int, int] = {}
    for place in members(board.within(lines, 1) & ~g.occupied[GERMAN]):
        closed = board.within(1 << place, 1)
        rest = board.spread(sources & ~closed, g.setting.any_road, net & ~closed)
        lost = cities & ~(rest | board.step(rest, g.setting.any_road))
        if lost:
            found[place] = lost.bit_count()
    return found


def _road_home(setting: BulgeSetting, city: int, net: int, sources: int) -> int:
    """The hexes of a shortest road from a city to a source."""
    enter = {1: tuple(setting.any_road)}
    flood = setting.board.flood({0: 1 << city}, enter, 0, net, FAR)
    ends = sources & flood.hexes
    if not ends:
        return 1 << city
    end = min(members(ends), key=lambda p: next(c for c, x in enumerate(flood.levels) if x >> p & 1))
    return set_of(setting.board.way(flood, end))
