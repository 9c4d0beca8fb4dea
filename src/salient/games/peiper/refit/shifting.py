"""Step 8.613: units go over to another area or box of theirs. Rule P8.613."""

from __future__ import annotations

from salient.boards.bits import each_piece, members, set_of
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Secret
from salient.engine.ids import Piece, Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import Decision, Log
from salient.games.peiper.areas import Areas
from salient.games.peiper.calendar import is_night
from salient.games.peiper.events import UnitDiced, UnitFared
from salient.games.peiper.staff.orders import Staffed
from salient.games.peiper.standing.control import areas_of, enterable
from salient.games.peiper.standing.entries import eligible, may_use, put_in_box
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.actions import END
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.core.state import NOBODY
from salient.games.squad.terrain.board import Hexagon, each_hex

SHIFTS, BOX_TO_BOX = 9, 8
"""Rolls of shifts. Rule P8.613."""
CLOSE = 3
"""How near to an enemy area a shift must dice. Rule P8.613."""

REACHED: Memo[tuple[int, int], int] = Memo("hexes that ways lead to", 512)


def shift(g: PeiperState, log: Log) -> None:  # noqa: ARG001
    """Step 8.613."""
    g.steps.append(Shifting(AMERICAN))
    g.steps.append(Shifting(GERMAN))


class Shifting(Staffed, frozen=True, tag="shifting"):
    """Units go over to another area or box of theirs, each once a date. Rule P8.613.

    Attributes:
        tried: Units that have.
        unit: The unit that goes, or -1.
    """

    side: int
    tried: int = 0
    unit: Piece = NOBODY

    def as_enemy_knows(self) -> Shifting:
        """Nobody sees who goes."""
        return Shifting(self.side)

    def question(self, g: PeiperState) -> Decision | None:
        """Who goes, then where to."""
        areas = areas_of(g)
        if self.unit >= 0:
            actions = [Action("to", (place,)) for place in targets(g, areas, self.unit)]
            return Decision(self.side, "shift_to", [*actions, END], ("P8.613",))
        actions = [
            Action("relocate", (unit,)) for unit in able_to_shift(g, self.side, self.tried)
            if targets(g, areas, unit)
        ]  # fmt: skip
        if not actions:
            return None
        return Decision(self.side, "shift", [*actions, END], ("P8.613",))

    def answer(self, g: PeiperState, action: Action, log: Log) -> None:
        """It goes, if the dice let it."""
        if action.verb == "relocate":
            unit = action.piece(0)
            g.steps[-1] = Shifting(self.side, self.tried | 1 << unit, unit)
        elif self.unit < 0:
            g.steps.pop()
        else:
            g.steps[-1] = Shifting(self.side, self.tried)
            if action != END:
                go_over(g, self.unit, action.place(0), log)


def able_to_shift(g: PeiperState, side: int, tried: int) -> list[Piece]:
    """Units that may shift: mobile, not isolated. Rule P8.613.

    A crew whose gun is on a hook goes with the vehicle or not at all (P8.6031b).
    """
    areas = areas_of(g)
    stuck = g.immobile | g.dry | g.abandoned
    able = (g.setting.personnel | g.setting.vehicles & ~stuck) & g.setting.army[side] & ~tried
    found = []
    for unit in each_piece(able & (set_of(g.home) | g.in_boxes(side)) & ~g.aside()):
        cut_off = unit in g.home and areas.isolated[side] >> g.home[unit] & 1
        if not cut_off and g.tractor(unit) < 0:
            found.append(unit)
    return found


def targets(g: PeiperState, areas: Areas, unit: Piece) -> list[Hexagon]:
    """Where a unit may shift to: a hex of each other area, the arrow of each box. Rule P8.613."""
    side = g.side(unit)
    found = []
    here = areas.area_of(side, g.home[unit]) if unit in g.home else -1
    way = reachable(g, areas, unit)
    for number, part in enumerate(areas.parts[side]):
        if number != here and part & way and not part & areas.isolated[side]:
            found.append(each_hex(part & way)[0])
    leaving = not (side == GERMAN and g.setting.cg == "la_gleize")
    box = g.box.get(unit, -2) // 2
    for number in eligible(g, side) if leaving else []:
        area = g.setting.entries[number]
        if number != box and may_use(g, unit, number) and (box >= 0 or area.hexes & way):
            found.append(area.centre)
    return list(dict.fromkeys(found))


def reachable(g: PeiperState, areas: Areas, unit: Piece) -> int:
    """The hexes to which own or uncontrolled ground leads from where a unit is. Rule P8.613."""
    side, ground = g.side(unit), g.setting.ground
    ways = (areas.setup[side] | areas.uncontrolled) & enterable(g)
    if unit in g.home:
        start = 1 << g.home[unit]
        ways |= start
    else:
        start = g.setting.entries[g.box[unit] // 2].hexes
    # The same ways are asked for again and again as long as the areas stay what they are.
    known, key = g.setting.memory.of(REACHED), (start, ways)
    return known.get(key) or known.keep(key, ground.flood(start, ways))


def go_over(g: PeiperState, unit: Piece, place: Place, log: Log) -> None:
    """A unit shifts; at night, near the enemy and from box to box the dice decide. Rule P8.613."""
    side, areas = g.side(unit), areas_of(g)
    inside = areas.setup[side] >> place & 1
    entry = next(
        (n for n in eligible(g, side) if g.setting.entries[n].centre == place and not inside), -1
    )
    boxes = unit in g.box and entry >= 0
    if boxes or is_night(g.date) or comes_close(g, areas, unit, place):
        dice, need = g.dice(), BOX_TO_BOX if boxes else SHIFTS
        passed = sum(dice) <= need
        event = UnitDiced(side, unit, "shift", dice, need, (), "passed" if passed else "failed",
                          "P8.613")  # fmt: skip
        log.append(Secret(side, event))
        if not passed:
            return
    train = g.train(unit)
    g.rolling |= train & g.setting.guns  # CG12b
    if entry >= 0:
        for one in each_piece(train):
            g.put(one, NOWHERE)
            g.home.pop(one, None)
            put_in_box(g, one, entry)
    else:
        g.take_out(train)
        for one in each_piece(train):
            g.put(one, place)
            g.home[one] = Hexagon(place)
    log.append(Secret(side, UnitFared(side, unit, "shifted", "P8.613")))


def comes_close(g: PeiperState, areas: Areas, unit: Piece, place: Place) -> bool:
    """Whether every way to a hex comes near an enemy area. Rule P8.613."""
    side, ground = g.side(unit), g.setting.ground
    foes = areas.setup[enemy(side)]
    danger = foes
    for _ in range(CLOSE):
        danger |= set_of(near for at in members(danger) for near in members(ground.beside[at]))
    ways = (areas.setup[side] | areas.uncontrolled) & enterable(g) & ~danger
    start = 1 << g.home[unit] if unit in g.home else g.setting.entries[g.box[unit] // 2].hexes
    return not ground.flood(start & ~danger, ways | start & ~danger) >> place & 1
