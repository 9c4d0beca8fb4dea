"""What the simple bot sees on the map: goals, ways to them, the front, who could strike where."""

from __future__ import annotations

from typing import NamedTuple

from salient.boards.bits import each_piece, each_place, members, set_of
from salient.boards.hexes import Prices
from salient.engine.ids import Piece, Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import once
from salient.games.trumpets.bot.weights import (
    BARRED_ROAD,
    FULL_GUARD,
    LESSER_GOAL,
    MANNED_GOAL,
)
from salient.games.trumpets.calendar import turn_of
from salient.games.trumpets.conditions import Exits
from salient.games.trumpets.march.costs import prices
from salient.games.trumpets.march.edges import exit_hexes
from salient.games.trumpets.roster import ALLIED, GERMAN
from salient.games.trumpets.standing.bridges import passable
from salient.games.trumpets.standing.control import zone
from salient.games.trumpets.standing.paths import enterable, road_sides, spread, supply_hexes
from salient.games.trumpets.standing.supply import supply_roads
from salient.games.trumpets.standing.who import chosen
from salient.games.trumpets.state import TrumpetsState

FAR = 80
"""Half MF beyond which a goal is as good as out of reach."""

NEAR_PLACE = 10
"""Hexes from the enemy within which a place that counts is threatened."""

TIDE = turn_of("22PD")
ENOUGH = 0.4
"""When the tide turns, and the share of all points that is then better held than added to."""

INROAD = 3
"""Hexes from a supply road from which an enemy may step onto it or beside it."""

LATE = 2
"""Turns before the last from which on such enemies are looked for."""

REACH = 2
"""Hexes over which a unit is taken to strike in the enemy's next turn."""

GOOD_GOAL = 8
"""Points from which a place is a goal of the first rank."""

WAYS: Memo[tuple[tuple[tuple[int, int], ...], Prices], tuple[int, ...]] = Memo("ways to goals", 64)
ROADS: Memo[tuple[int, int, int, int], int] = Memo("supply roads as the bot sees them", 64)
BARS: Memo[tuple[int, int, int, int], dict[int, int]] = Memo("who bars roads to places taken", 64)
CUTS: Memo[tuple[int, int, int, int], dict[int, int]] = Memo("roads to places taken", 64)
PRIZES: Memo[str, dict[Place, int]] = Memo("points of places that count", 1)


class Survey(NamedTuple):
    """The map as a side looks at it.

    Attributes:
        g: The position.
        side: Who looks.
        attacks: Whether it attacks; else it holds what it has.
        ways: For each hex how far it is to a goal, in half MF of trucks.
        near: Hexes next to the enemy.
        prizes: Points of the places that count.
        barring: Hexes of the defender that bar the supply road to places the attacker has taken,
            with the points of these.
        lurking: Those from which it may yet be barred when the battle is nearly over, likewise.
        cuts: In the last turn the points that hang on each hex of the attacker's supply roads.
        leavers: Units that bring points by leaving the map.
        ways_out: For each hex how far it is to where they leave.
    """

    g: TrumpetsState
    side: int
    attacks: bool
    ways: tuple[int, ...]
    near: int
    prizes: dict[Place, int]
    barring: dict[int, int]
    lurking: dict[int, int]
    cuts: dict[int, int]
    leavers: int
    ways_out: tuple[int, ...]

    @property
    def is_last(self) -> bool:
        """Whether what is not done now is never done."""
        return self.g.turn >= self.g.setting.scenario.last_turn

    @property
    def moves_last(self) -> bool:
        """Whether nobody strikes back any more: the Allies come second in a turn."""
        return self.is_last and self.side == ALLIED

    def stake(self, target: Place) -> int:
        """The points for which an enemy in a hex stands: a place, the road to one, or in its way.

        Who may yet bar a road stands for less than who does.
        """
        there = self.prizes.get(target, 0) + self.barring.get(target, 0)
        return max(there, self.cuts.get(target, 0), (self.lurking.get(target, 0) + 3) // 4)

    @property
    def foes(self) -> int:
        """Hexes with enemies."""
        return self.g.occupied[enemy(self.side)]

    def strikes(self, place: Place) -> int:
        """Enemy attack factors that could strike at a hex in their next turn."""
        g, near = self.g, self.g.setting.board.within(1 << place, REACH)
        key = "strikes", self.side, place
        return once(g, key, lambda: _strength_near(g, enemy(self.side), near))

    def odds_at(self, target: Place) -> tuple[int, int]:
        """Our attack factors next to an enemy hex, and its defence factors."""
        g, side = self.g, self.side
        around = g.setting.board.around(1 << target)
        key = "odds", side, target
        return once(
            g, key, lambda: (_strength_near(g, side, around), guard(g, target, enemy(side)))
        )

    def way(self, place: Place) -> int:
        """How far it is from a hex to a goal."""
        return self.ways[place]

    def way_of(self, unit: Piece, place: Place) -> int:
        """How far it is from a hex to the goal of a unit."""
        return self.ways_out[place] if self.leavers >> unit & 1 else self.ways[place]

    def distance(self, place: Place) -> int:
        """Hexes from a place to the nearest enemy combat unit, at most 12."""
        held, board = self.g.held[enemy(self.side)], self.g.setting.board
        ring, steps = 1 << place, 0
        while steps < 12 and not ring & held:
            ring, steps = ring | board.around(ring), steps + 1
        return steps


def survey(g: TrumpetsState, side: int) -> Survey:
    """Look at the map."""
    leavers, gates = once(g, ("leavers", side), lambda: _leavers(g, side))
    attack = attacks(g, side)
    last = g.turn >= g.setting.scenario.last_turn
    barring = bars(g, GERMAN) if attack or last else {}
    lurking = lurkers(g, side) if attack else {}
    return Survey(
        g,
        side,
        attack,
        ways_to(g, side, goals(g, side, set_of(barring), set_of(lurking), attack=attack)),
        g.setting.board.around(g.occupied[enemy(side)]),
        prizes_of(g),
        barring,
        lurking,
        cuts_of(g) if last else {},
        leavers,
        ways_to(g, side, {0: gates}) if leavers else (),
    )


def ways_to(g: TrumpetsState, side: int, found: dict[int, int]) -> tuple[int, ...]:
    """For each hex how far it is to some hexes, looked up where it is known."""
    costs = prices(g, side, ("cross_country",))
    known, key = g.setting.memory.of(WAYS), (tuple(sorted(found.items())), costs)
    ways = known.get(key)
    return known.keep(key, _ways(g, found, costs)) if ways is None else ways


def _leavers(g: TrumpetsState, side: int) -> tuple[int, int]:
    """The units that still bring points by leaving the map, and the hexes where they leave."""
    units = hexes = 0
    for condition in g.setting.conditions:
        if side == GERMAN and isinstance(condition, Exits) and g.turn <= turn_of(condition.by):
            units |= chosen(g, condition.who)
            hexes |= exit_hexes(g, condition)
    return units, hexes


def prizes_of(g: TrumpetsState) -> dict[Place, int]:
    """The points of the places that count."""
    setting = g.setting
    known, key = setting.memory.of(PRIZES), setting.identity.scenario
    found = known.get(key)
    if found is None:
        prizes = {setting.at(prize.hex): prize.points for prize in setting.scenario.prizes}
        found = known.keep(key, prizes)
    return found


def attacks(g: TrumpetsState, side: int) -> bool:
    """The Germans attack, until late in the battle they have most of what counts."""
    if side != GERMAN:
        return False
    prizes = prizes_of(g)
    held = sum(points for place, points in prizes.items() if g.control >> place & 1)
    return g.turn < TIDE or held < ENOUGH * sum(prizes.values())


def goals(
    g: TrumpetsState, side: int, barring: int = 0, lurking: int = 0, *, attack: bool
) -> dict[int, int]:
    """Where a side wants to be: hexes by how far off they are made to look.

    Who attacks wants places that count and are not his, the most points first, but before that
    those who bar the road to what he has, and after it those who may; without either the enemy.
    Who holds wants to be in places before the enemy is, and first where few stand.
    """
    prizes, found = prizes_of(g), dict[int, int]()
    threatened = g.setting.board.within(g.held[enemy(side)], NEAR_PLACE)
    if lurking:
        found[LESSER_GOAL * GOOD_GOAL] = lurking
    if barring:
        found[0] = barring
    for place, points in prizes.items():
        handicap = LESSER_GOAL * max(0, GOOD_GOAL - points)
        if attack:
            wanted = not g.control >> place & 1
            handicap += BARRED_ROAD * bool(barring)
        else:
            wanted = bool(threatened >> place & 1)
            handicap += MANNED_GOAL * (guard(g, place, side) >= FULL_GUARD)
        if wanted:
            found[handicap] = found.get(handicap, 0) | 1 << place
    others = g.held[enemy(side)] if attack else 0
    return found or {0: others or sum(1 << place for place in prizes)}


def bars(g: TrumpetsState, side: int) -> dict[int, int]:
    """Enemies who bar the road to places that count for nothing because of them, and its points."""
    cut = set_of(prizes_of(g)) & g.control
    cut &= ~_roads(g, side) if cut else 0
    if not cut:
        return {}
    foes = g.occupied[enemy(side)], zone(g, enemy(side), afv=False)
    known, key = g.setting.memory.of(BARS), (cut, *foes, passable(g, heavy=False))
    found = known.get(key)
    return known.keep(key, _stakes(g, side, cut)) if found is None else found


def _stakes(g: TrumpetsState, side: int, cut: int) -> dict[int, int]:
    """The points that hang on each who bars the road to some places."""
    found = dict[int, int]()
    for place in each_place(cut):
        for hex_ in members(_bars(g, side, 1 << place)):
            found[hex_] = found.get(hex_, 0) + prizes_of(g)[place]
    return found


def _bars(g: TrumpetsState, side: int, cut: int) -> int:
    """Who would have to go so that a road leads to some places: along ways with the fewest bars.

    Roads are followed from the sources, each time past one more hex that the enemy bars, until all
    places are reached; then back, noting which hexes those were.
    """
    board, sides, through = g.setting.board, road_sides(g), supply_hexes(g, side)
    sources = g.setting.sources[side]
    reached = [spread(g, sources & through, through, through, sides)]
    barred = list[int]()
    while cut & ~reached[-1] & ~board.stride(reached[-1], sides):
        seen = reached[-1]
        beyond = (sources | board.stride(seen, sides)) & ~seen
        if not beyond:
            break
        barred.append(beyond)
        reached.append(seen | spread(g, beyond, through | beyond, through, sides))
    hexes, wanted = 0, (cut | board.stride(cut & ~reached[-1], sides)) & reached[-1]
    for before, beyond in zip(reversed(reached[:-1]), reversed(barred), strict=True):
        used = beyond & spread(g, wanted & ~before, ~before, reached[-1] & ~before, sides)
        hexes |= used
        wanted = (wanted | board.stride(used, sides)) & before
    return g.occupied[enemy(side)] & board.within(hexes, 1)


def lurkers(g: TrumpetsState, side: int) -> dict[int, int]:
    """Enemies near the supply roads to what an attacker has taken, when it is nearly over.

    With the points of the best road that each may come to.
    """
    if g.turn < g.setting.scenario.last_turn - LATE:
        return {}
    board, found = g.setting.board, dict[int, int]()
    for road, points in cuts_of(g).items():
        for hex_ in members(g.held[enemy(side)] & board.within(1 << road, INROAD)):
            found[hex_] = max(points, found.get(hex_, 0))
    return found


def cuts_of(g: TrumpetsState) -> dict[int, int]:
    """The hexes of the shortest supply roads to what the Germans have taken, with its points."""
    taken = set_of(prizes_of(g)) & g.control & _roads(g, GERMAN)
    foes = g.occupied[ALLIED], zone(g, ALLIED, afv=False)
    known, key = g.setting.memory.of(CUTS), (taken, *foes, passable(g, heavy=False))
    found = known.get(key)
    return known.keep(key, _cuts(g, taken)) if found is None else found


def _cuts(g: TrumpetsState, taken: int) -> dict[int, int]:
    """Out from the sources ring by ring, then back from each place."""
    board, sides, through = g.setting.board, road_sides(g), supply_hexes(g, GERMAN)
    rings = [g.setting.sources[GERMAN] & through]
    seen = rings[0]
    while fresh := board.stride(rings[-1] & through, sides) & ~seen & enterable(g, GERMAN):
        rings.append(fresh)
        seen |= fresh
    found = dict[int, int]()
    for place in each_place(taken):
        line = hexes = 1 << place
        depth = next(k for k, ring in enumerate(rings) if ring & line)
        for ring in reversed(rings[:depth]):
            line = board.stride(line, sides) & ring
            hexes |= line
        for hex_ in members(hexes):
            found[hex_] = found.get(hex_, 0) + prizes_of(g)[place]
    return found


def _roads(g: TrumpetsState, side: int) -> int:
    """The supply roads of a side, looked up where they are known."""
    foes = g.occupied[enemy(side)], zone(g, enemy(side), afv=False)
    known, key = g.setting.memory.of(ROADS), (side, *foes, passable(g, heavy=False))
    found = known.get(key)
    return known.keep(key, supply_roads(g, side)) if found is None else found


def guard(g: TrumpetsState, place: Place, side: int) -> int:
    """Defence factors of a side's combat units in a hex."""
    return sum(map(g.df, each_piece(g.stack(place, side) & g.setting.roster.combat)))


def _ways(g: TrumpetsState, found: dict[int, int], costs: Prices) -> tuple[int, ...]:
    """A flood backwards from the goals: costs are nearly the same both ways."""
    board = g.setting.board
    flood = board.flood(found, costs, 0, board.all, FAR)
    ways = [FAR + 1] * (board.rows * board.width)
    for cost, level in enumerate(flood.levels):
        for place in each_place(level):
            ways[place] = cost
    return tuple(ways)


def _strength_near(g: TrumpetsState, side: int, hexes: int) -> int:
    """Attack factors of a side's combat units in some hexes."""
    combat = g.setting.roster.combat & g.setting.army[side]
    return sum(map(g.af, each_piece(g.units_in(hexes & g.held[side], combat))))
