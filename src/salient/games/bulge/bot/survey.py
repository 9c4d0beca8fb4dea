"""How the map looks to a staff officer: ways, goals, threats and the reach of every unit.

Everything here depends on the enemy's position and on who holds which city, not on where the own
units stand just now: it is worked out once and serves for a whole movement phase.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import cached_property, lru_cache
from itertools import accumulate
from operator import itemgetter
from typing import Any

from salient.boards.bits import members, set_of, union
from salient.boards.hexes import Direction, Prices
from salient.boards.pieces import NOWHERE
from salient.engine.ids import enemy
from salient.engine.memory import Memo
from salient.games.bulge.rules.combat import defence_strength
from salient.games.bulge.rules.control import zoc
from salient.games.bulge.rules.limits import FREE_LINES_TURN, beyond_lines
from salient.games.bulge.rules.movement import form_stack
from salient.games.bulge.rules.sectors import SECTOR_TURNS, sector_hexes
from salient.games.bulge.rules.supply import open_entries, supplied_hexes
from salient.games.bulge.rules.terrain import terrain_shift
from salient.games.bulge.setting import ALLIED, GERMAN, LAST_TURN, BulgeSetting
from salient.games.bulge.state import FULL, BulgeState

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
"""Movement points from the enemy at which standing in the way is half as urgent."""

DRIVE = 0.05
"""Worth of being on the way to a city, per strength point and as a share of the city's points."""

STRENGTH_POINT = 0.1
"""What a point of combat strength is worth, beside victory points."""

EASE = 8.0
"""Defence strength that makes a city half as attractive."""


# -- ways ---------------------------------------------------------------------------------------


def _costs(setting: BulgeSetting, start: int, prices: Prices, barred: int = 0) -> list[int]:
    """The cheapest cost of each hex from a set of hexes."""
    board = setting.board
    found = [FAR] * setting.first_entry
    flood = board.flood({0: start}, prices, 0, board.all & ~barred, FAR - 1)
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
    back = setting.prices_back["mech" if mech else "foot"]
    return tuple(_costs(setting, 1 << goal, back, barred))


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
        self.garrisons = {city: _garrison(g, city, foe) for city in members(setting.prizes)}

    def drive(self, *, mech: bool, army: str = "") -> Field:
        """How strongly the cities still to be taken draw units in each hex."""
        bound = army if self.turn < FREE_LINES_TURN else ""
        key = ("drive", mech, bound)
        if key not in self.memo:
            self.memo[key] = field(self.setting, self._wanted(), mech=mech, army=bound)
        return self.memo[key]  # type: ignore[no-any-return]

    def _wanted(self) -> Weights:
        """The cities still to be taken, weakly held ones counting more."""
        wanted = self.setting.prizes & (self.kept if self.side == ALLIED else ~self.kept)
        return tuple(
            (city, DRIVE * CITY_WORTH * EASE / (EASE + self.garrisons[city]))
            for city in members(wanted)
        )

    @cached_property
    def needs(self) -> dict[int, float]:
        """What holding each post firmly is worth, where it is worth anything."""
        needs = {post: post_worth(self, post) for post in members(self.posts)}
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


def kept_cities(g: BulgeState) -> int:
    """Victory cities in German hands, whether or not a road leads home just now."""
    return g.setting.prizes & (g.german_last | g.occupied[GERMAN]) & ~g.occupied[ALLIED]


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
    ahead = _costs(setting, view.foe, setting.prices["mech"])
    wanted = setting.prizes & ~view.kept if view.side == ALLIED else view.kept
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
        ranges = move.ranges(move.stack(g)).values()
        found = union(reached.hexes for reached in ranges) | 1 << here
        view.memo[key] = found
    return int(found)


# -- goals --------------------------------------------------------------------------------------


def posts(setting: BulgeSetting) -> int:
    """Places the Allies want to hold: the cities."""
    return setting.prizes | setting.towns["city"] & ~setting.germany


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
    """What holding a city firmly is worth."""
    if view.setting.prizes >> place & 1:
        return CITY_WORTH * siege(view, place)
    return TOWN_POST * siege(view, place) if view.side == ALLIED else 0.0


def duty(g: BulgeState, view: Survey, unit: int) -> float:
    """What it costs to take a unit away from its post: its share in the defence."""
    place = g.where[unit]
    worth = view.needs.get(place)
    if not worth:
        return 0.0
    units = members(g.stack(place, view.side))
    held = firmness(g, place, view.side, sum(map(g.defence, units)))
    return worth * held / max(1, len(units))


@lru_cache(maxsize=1024)
def flip_cost(setting: BulgeSetting, unit: int) -> float:
    """What a unit's first step is worth: the strength it loses."""
    row = setting.units[unit]
    return STRENGTH_POINT * (row.attack - row.attack2 + row.defence - row.defence2)


@lru_cache(maxsize=1024)
def death_cost(setting: BulgeSetting, unit: int) -> float:
    """What a unit's last step is worth: the points of a destroyed unit (13.4) and its strength."""
    row = setting.units[unit]
    points = 2.0 if row.mech and row.side == "german" else 1.0
    return points + STRENGTH_POINT * (row.attack2 + row.defence2)


def toll(g: BulgeState, units: Iterable[int]) -> tuple[float, ...]:
    """What some units pay for each number of steps lost: whole units bleed before any dies."""
    setting = g.setting
    flips = sorted(flip_cost(setting, unit) for unit in units if g.steps_left[unit] == FULL)
    deaths = sorted(death_cost(setting, unit) for unit in units)
    return (0.0, *accumulate(flips + deaths))


def days_left(g: BulgeState) -> int:
    """Turns that are still to come after this one."""
    return LAST_TURN - g.turn


# -- sectors (9.6) ------------------------------------------------------------------------------

SOUTHERN_ROW = 16
"""The row to which the southern line is led before it turns west, so that Bastogne falls into the
sector of the 5th Panzer Army."""


@lru_cache(maxsize=8)
def line_ahead(setting: BulgeSetting, number: int) -> tuple[int, ...]:
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


# -- roads --------------------------------------------------------------------------------------


RAID = 3
"""Hexes beyond their own ground that Allied units go to cut a road."""


def cuts(g: BulgeState, view: Survey) -> dict[int, int]:
    """How many German cities lose their road if an Allied unit stands in a hex, where any do.

    A city counts only while a road leads home, past no Allied unit and no zone of control
    (13.3-2). Roads are looked at as they were when the Allied movement phase began.
    """
    if "cuts" not in view.memo:
        view.memo["cuts"] = _find_cuts(g, view)
    return view.memo["cuts"]  # type: ignore[no-any-return]


def _find_cuts(g: BulgeState, view: Survey) -> dict[int, int]:
    board, roads = g.setting.board, g.setting.any_road
    sources = set_of(g.setting.entry_hex[entry] for entry in open_entries(g, GERMAN))
    net = board.spread(sources, roads, board.all & ~g.march_hexes)
    cities, lines = view.kept & net, 0
    for city in members(cities):
        lines |= _road_home(g.setting, city, net, sources)
    found: dict[int, int] = {}
    for place in members(board.within(lines, 1) & board.within(g.march_hexes, RAID) & ~view.foe):
        closed = board.within(1 << place, 1)
        rest = board.spread(sources & ~closed, roads, net & ~closed)
        lost = cities & ~(rest | board.step(rest, roads))
        if lost:
            found[place] = lost.bit_count()
    return found


def _road_home(setting: BulgeSetting, city: int, net: int, sources: int) -> int:
    """The hexes of a shortest road from a city to a source."""
    flood = setting.board.flood({0: 1 << city}, setting.prices["road"], 0, net, FAR)
    ends = sources & flood.hexes
    if not ends:
        return 1 << city
    nearest = next(level & ends for level in flood.levels if level & ends)
    return set_of(setting.board.way(flood, members(nearest)[0]))
