"""Steps 8.605 and 8.606: areas, who stays where, and who must escape."""

from __future__ import annotations

from math import ceil

from salient.boards.bits import each_piece, members, set_of
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, enemy
from salient.engine.state import Decision, Log, Ref
from salient.games.peiper.areas import Areas
from salient.games.peiper.events import UnitDiced, UnitFared
from salient.games.peiper.staff.orders import Staffed
from salient.games.peiper.standing.control import areas_of, enterable
from salient.games.peiper.standing.entries import eligible, may_use, put_in_box
from salient.games.peiper.standing.pool import lose
from salient.games.peiper.state import NOBODY, PeiperState
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.core.stacking import may_set_up
from salient.games.squad.terrain.board import OFF_MAP, Hexagon, each_hex

FARTHEST = 6
"""Uncontrolled hexes that may lie between a unit and the area that keeps it. Rule P8.6055."""

VEHICLE_MORALE = 8
NEAR, EACH = 3, 3
"""Hexes of a way that cost nothing, and those that cost one each time. Rule P8.606."""

AWAY = 999


def keep_units(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.605: the map is divided; those in their own areas stay there. P8.6051, CG17b."""
    areas = areas_of(g)
    g.home.clear()
    g.short = 0  # Who is not isolated has ammunition again (CG17b); Germans dice anew at 8.618.
    for unit in each_piece(
        g.on_map(g.setting.army[0] | g.setting.army[1]) & ~g.wrecks & ~g.aside()
    ):
        here, side = g.hex(unit), g.side(unit)
        if areas.setup[side] >> here & 1:
            g.home[unit] = here
        elif areas.uncontrolled >> here & 1:
            home = nearest_area(g, areas, here, side)
            if home >= 0:
                g.home[unit] = home
    g.steps.append(Isolation(AMERICAN))
    g.steps.append(Isolation(GERMAN))


def nearest_area(g: PeiperState, areas: Areas, here: Hexagon, side: int) -> Hexagon:
    """The nearest hex of an own area that uncontrolled hexes lead to, or -1. Rule P8.6055."""
    ground, seen = g.setting.ground, 1 << here
    edge, ways = 1 << here, areas.uncontrolled & enterable(g)
    for _ in range(FARTHEST):
        beside = set_of(near for at in members(edge) for near in members(ground.beside[at]))
        found = beside & areas.setup[side]
        if found:
            return each_hex(found)[0]
        edge = beside & ways & ~seen
        seen |= edge
    return OFF_MAP


class Isolation(Staffed, frozen=True, tag="isolation"):
    """Units in isolated areas stay, or try to get out. Rule P8.6057.

    Attributes:
        settled: Units that stay.
    """

    side: int
    settled: int = 0

    def question(self, g: PeiperState) -> Decision | None:
        """The next unit in an isolated area."""
        areas = areas_of(g)
        for unit in each_piece(set_of(g.home) & g.setting.army[self.side] & ~self.settled):
            if g.setting.items >> unit & 1 or not areas.isolated[self.side] >> g.home[unit] & 1:
                continue
            if goes_with_vehicle(g, unit):
                continue
            actions = [Action("stay", (unit,)), Action("escape", (unit,)), Action("stay_all")]
            return Decision(
                self.side, "isolated", actions, ("P8.6057",), {"unit": Ref("piece", unit)}
            )
        return None

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It stays short of ammunition, or must escape. Rules P8.6057, CG17a."""
        areas = areas_of(g)
        if action.verb == "escape":
            for one in each_piece(g.train(action.piece(0))):
                g.home.pop(one, None)
            return
        settled = self.settled
        who = ~0 if action.verb == "stay_all" else g.train(action.piece(0))
        for unit in each_piece(set_of(g.home) & g.setting.army[self.side]):
            if who >> unit & 1 and areas.isolated[self.side] >> g.home[unit] & 1:
                settled |= 1 << unit
                if self.side == AMERICAN:
                    g.short |= 1 << unit | g.carried(unit)
        g.steps[-1] = Isolation(self.side, settled)


def is_stuck(g: PeiperState, unit: Piece) -> bool:
    """Whether a unit is a vehicle that cannot get away. Rule P8.606."""
    return bool((g.immobile | g.abandoned) >> unit & 1)


def goes_with_vehicle(g: PeiperState, unit: Piece) -> bool:
    """Whether a unit goes where the vehicle goes that tows its gun. Rule P8.6031b."""
    vehicle = g.tractor(unit)
    return vehicle >= 0 and not is_stuck(g, vehicle)


# -- escape ---------------------------------------------------------------------------------------


def escape_all(g: PeiperState, log: Log) -> None:
    """Step 8.606: who is not kept must escape, the nearest first.

    Rules P8.6056, P8.606, P8.6061, P8.6062.
    """
    areas = areas_of(g)
    waiting = [
        unit for unit in each_piece(g.on_map(g.setting.army[0] | g.setting.army[1]))
        if unit not in g.home and (g.setting.personnel | g.setting.vehicles) >> unit & 1
        and not (g.wrecks | g.aside()) >> unit & 1 and not goes_with_vehicle(g, unit)
    ]  # fmt: skip
    ways = {unit: way_out(g, areas, unit) for unit in waiting}
    for unit in sorted(waiting, key=lambda unit: (ways[unit].hexes, unit)):
        escape(g, unit, ways[unit], log)
    g.encircled = 0  # P8.6062
    g.rings.clear()


class Way:
    """The shortest way to safety. Rule P8.6061.

    Attributes:
        hexes: How long it is.
        home: The hex of an own area where it ends, or -1.
        entry: The entry area where it ends, or -1.
        enemy: Whether it meets an enemy area.
    """

    __slots__ = ("enemy", "entry", "hexes", "home")

    def __init__(self, hexes: int, home: Hexagon, entry: int, *, enemy: bool) -> None:
        self.hexes, self.home, self.entry, self.enemy = hexes, home, entry, enemy


def way_out(g: PeiperState, areas: Areas, unit: Piece) -> Way:
    """The shortest way of a unit to an own area that is not isolated, or to an entry area.

    A way that meets no enemy area is sought first. Rule P8.6061.
    """
    clear = search(g, areas, unit, avoid=areas.setup[enemy(g.side(unit))])
    return clear if clear.hexes < AWAY else search(g, areas, unit, avoid=0)


def search(g: PeiperState, areas: Areas, unit: Piece, *, avoid: int) -> Way:
    """The shortest way that keeps clear of some hexes."""
    side, ground, here = g.side(unit), g.setting.ground, g.hex(unit)
    safe = areas.setup[side] & ~areas.isolated[side]
    gates = {
        number: g.setting.entries[number].hexes
        for number in exits(g, unit)
    }  # fmt: skip
    ways, edge, seen = enterable(g) & ~avoid, 1 << here, 1 << here
    for steps in range(AWAY):
        found = edge & safe
        if found:
            return Way(steps, each_hex(found)[0], -1, enemy=not avoid)
        for number, hexes in gates.items():
            if edge & hexes:
                return Way(steps + 1, OFF_MAP, number, enemy=not avoid)
        beside = set_of(near for at in members(edge) for near in members(ground.beside[at]))
        edge = beside & ways & ~seen
        if not edge:
            break
        seen |= edge
    return Way(AWAY, OFF_MAP, -1, enemy=True)


def exits(g: PeiperState, unit: Piece) -> list[int]:
    """The entry areas by which a unit may leave the map. Rules CG20, CG21a, P8.6061."""
    side = g.side(unit)
    if side == GERMAN and g.setting.cg == "la_gleize":
        return []
    return [number for number in eligible(g, side) if may_use(g, unit, number)]


def escape(g: PeiperState, unit: Piece, way: Way, log: Log) -> None:
    """A unit tries to get away: the dice. Rules P8.606, P8.6061."""
    side, setting = g.side(unit), g.setting
    stuck = is_stuck(g, unit)
    if way.hexes >= AWAY or stuck:
        if not stuck:  # P8.6072 sees to vehicles that cannot move.
            log.append(UnitFared(side, unit, "trapped", "P8.606"))
            fall(g, unit)
        return
    modifiers = tuple(drm for drm in escape_drms(g, unit, way) if drm.value)
    need = VEHICLE_MORALE if setting.vehicles >> unit & 1 else g.morale(unit)
    dice = g.dice()
    by = sum(dice) + sum(drm.value for drm in modifiers) - need
    result = "passed" if by <= 0 else "reduced" if by <= 2 else "failed"
    log.append(UnitDiced(side, unit, "escape", dice, need, modifiers, result, "P8.606"))
    if result == "failed":
        fall(g, unit)
        return
    if result == "reduced" and setting.personnel >> unit & 1 and not thin_out(g, unit):
        return
    reach(g, unit, way)


def escape_drms(g: PeiperState, unit: Piece, way: Way) -> list[Modifier]:
    """What counts for an escape. Rule P8.606."""
    setting = g.setting
    found = [
        Modifier("P8.606", ceil(max(0, way.hexes - NEAR) / EACH)),
        Modifier("P8.606", 2 if way.enemy else 0),
        Modifier("A17.2", g.wounded >> unit & 1),
        Modifier("P8.606", -1 if "night" in g.special else 0),
        Modifier("A7.7", 2 if g.encircled >> unit & 1 else 0),
    ]
    if setting.vehicles >> unit & 1:
        found.append(Modifier("P8.606", 0 if setting.board.on_road(g.where[unit]) else 1))
    elif setting.squads >> unit & 1:
        elite = g.row(unit).quality == "elite" or g.kind[unit].startswith("ss")
        found.append(Modifier("P8.606", -1 if elite else 0))
    leaders = g.people(g.where[unit], g.side(unit)) & setting.leaders & ~(1 << unit)
    best = min((g.leadership(leader) for leader in each_piece(leaders)), default=0)
    return [Modifier("A10.7", best), *found]


def thin_out(g: PeiperState, unit: Piece) -> bool:
    """Casualty reduction outside a scenario, without CVP; whether anybody is left. P8.606."""
    if g.is_squad(unit):
        g.half |= 1 << unit
        return True
    if g.setting.leaders >> unit & 1 and not g.wounded >> unit & 1:
        g.wounded |= 1 << unit
        return True
    lose(g, unit)
    return False


def fall(g: PeiperState, unit: Piece) -> None:
    """A unit that cannot get away is captured or lost, with all it has. Rule P8.6061."""
    for one in each_piece(g.train(unit)):
        lose(g, one)


def with_room(g: PeiperState, unit: Piece, home: Hexagon) -> Hexagon:
    """The nearest hex of an area to one of its hexes where there is room. Rule P8.6058."""
    side, areas = g.side(unit), areas_of(g)
    number = areas.area_of(side, home)
    away = g.setting.board.ranges(home)
    hexes = sorted(each_hex(areas.parts[side][number]), key=lambda here: away[here])
    return next((here for here in hexes if not may_set_up(g, unit, here)), home)


def reach(g: PeiperState, unit: Piece, way: Way) -> None:
    """A unit gets to safety with all that goes with it. Rules P8.6061, CG12b, P8.6031b.

    From a vehicle that cannot move its gun does not come off the hook: it stays behind.
    """
    if g.tractor(unit) >= 0:
        for gun in each_piece(g.carried(unit) & set_of(g.towed)):
            g.owner[gun] = Piece(NOBODY)
    train = g.train(unit)
    g.rolling |= train & g.setting.guns
    home = with_room(g, unit, way.home) if way.home >= 0 else OFF_MAP
    for one in each_piece(train):
        g.put(one, home)
        g.bypass.pop(one, None)
        if home >= 0:
            g.home[one] = home
        else:
            put_in_box(g, one, way.entry, exited=True)
