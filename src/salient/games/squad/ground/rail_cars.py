"""Rail cars in play (rules B32.5 and B32.6): cover, bypass, guns, wrecks, counters.

Rail cars are printed on the map or stand there as a counter. What they are to sight is in
:mod:`.railroads`; their cover, cost and fire numbers are a line of the terrain chart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from salient.boards.bits import each_piece
from salient.boards.sight_lines import opposite
from salient.boards.sight_map import Stand
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.bogging import bog_checks
from salient.games.squad.combat.rubble import bury
from salient.games.squad.core.events.play import GroundRolled, Rubbled
from salient.games.squad.core.locations import WOODEN, terrain_at
from salient.games.squad.core.points import ONE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck, Entry, Lying, Manner, Part, Trait
from salient.games.squad.terrain.board import OFF_MAP, Hexagon, each_hex
from salient.games.squad.terrain.railroads import stand_counter

HEAVY = 70
"""Calibre in millimetres from which a shell can wreck rail cars (B32.57a)."""

BOMBARDED = 9
"""Morale of rail cars against a bombardment (B32.57b)."""

CASE_E = 2
"""What fire in one's own hex adds, and here once more (C5.5, B32.54)."""


# -- where they are -------------------------------------------------------------------------------


def has_cars(g: SquadState, hexagon: Place) -> bool:
    """Whether rail cars stand in a hex: printed or as a counter, not wrecked. B32.5, B32.6a."""
    return hexagon not in g.rubble and (
        bool(g.setting.board.hexes[hexagon].row.cars) or bool(g.cars >> hexagon & 1)
    )


def is_in_cars(g: SquadState, place: Place) -> bool:
    """Whether a location is that of rail cars. Rule B32.51c."""
    return terrain_at(g, place) == "rail_cars"


def car_trait(g: SquadState, place: Place, trait: Trait) -> bool | None:
    """A house in close combat and to HEAT, but no building. Rules B32.511, B32.56, fn-B16A."""
    if trait in ("house", "heat") and is_in_cars(g, place):
        return True
    return None


# -- bypass ---------------------------------------------------------------------------------------


def art_crosses(g: SquadState, hexagon: Hexagon, side: int) -> bool:
    """Whether rail cars stand across a hexside. Rules B32.52c, B32.6b, ex-B32.6a.

    Printed ones do where their track crosses it, wrecked or not. Counters do if both hexes of the
    track hold one; rubble in one of them counts as its counter.
    """
    hexes = g.setting.board.hexes
    here, back = hexes[hexagon], opposite(side)
    near = here.near[side]
    if here.row.cars == "printed" and here.rails >> side & 1:
        return True
    if near == OFF_MAP:
        return False
    beyond = hexes[near]
    if beyond.row.cars == "printed" and beyond.rails >> back & 1:
        return True
    joined = here.rails >> side & 1 and beyond.rails >> back & 1
    return bool(joined) and (near in g.rubble or has_cars(g, near))


def car_bypass(g: SquadState, hexagon: Hexagon, side: int) -> bool | None:
    """Rail cars can be bypassed however narrow it is, unless they stand across.

    It is the only way for vehicles (B32.52b). Rule B32.52c.
    """
    if not has_cars(g, hexagon):
        return None
    return not art_crosses(g, hexagon, side) and not g.blazes >> hexagon & 1


def car_bypass_cost(g: SquadState, entry: Entry) -> Iterator[Part]:
    """A vehicle that bypasses across the track pays for it: 2 x (1 + COT). Rule B32.52d."""
    if entry.manner != "bypass" or entry.on_foot or not has_cars(g, entry.to):
        return
    rails = g.setting.board.hexes[entry.to].rails
    for side in entry.passed:
        if rails >> side & 1:
            yield Part("B32.52d", 2 * ONE, "rails")


# -- guns and fortifications ----------------------------------------------------------------------


def car_gun_bar(g: SquadState, unit: Piece, place: Place) -> str:
    """Only small guns, AT and INF guns that are not large, and mortars. Rule B32.53."""
    if not g.setting.guns >> unit & 1 or not is_in_cars(g, place):
        return ""
    row = g.setting.gun_row(unit)
    fits = row.size > 0 or row.kind == "MTR" or (row.kind in ("AT", "INF") and row.size >= 0)
    return "" if fits else "B32.53"


def car_hit_cases(g: SquadState, gun: Piece, target: Place, turns: int) -> Iterator[Modifier]:  # noqa: ARG001
    """Fire in the own hex is twice as hard. Rule B32.54.

    Turning is so in every obstacle, rail cars included.
    """
    if g.setting.guns >> gun & 1 and g.where[gun] == target and is_in_cars(g, target):
        yield Modifier("B32.54", CASE_E)


def car_fortification(g: SquadState, item: Fortification, place: Place) -> str:
    """A counter stands on a railroad, one in a hex. Rule B32.6a.

    What may be built beside rail cars is the same as on any ground-level railroad.
    """
    if item.kind != "rail_cars":  # B32.55
        return ""
    hexagon = g.setting.board.hex_of[place]
    taken = has_cars(g, hexagon) or not g.setting.board.hexes[hexagon].rails
    return "B32.6a" if taken else ""


# -- counters in sight ----------------------------------------------------------------------------


def car_stands(g: SquadState) -> Mapping[Hexagon, Sequence[Stand]]:
    """Counters put down in play as obstacles. Rule B32.6b."""
    if not g.cars:
        return {}
    board = g.setting.board
    placed = [index for index in each_hex(g.cars) if index not in g.rubble]
    counters = frozenset(board.hexes[index].spot for index in placed) | frozenset(
        here.spot for here in board.hexes if here.row.cars == "counter"
    )
    rails = {here.spot: here.rails for here in board.hexes if here.rails}
    feature = g.setting.terrain.feature("rail_cars")
    found = {}
    for index in placed:
        cell, spot = board.hexes[index].cell, board.hexes[index].spot
        found[index] = (stand_counter(feature, cell.ground, spot, rails, counters),)
    return found


# -- wrecks ---------------------------------------------------------------------------------------


def shelled(
    g: SquadState, place: Place, calibre: int, dice: tuple[int, int], column: int, log: Log
) -> bool:
    """A heavy shell may wreck rail cars before it does anything else. Rule B32.57a.

    An original KIA, then a die of no more than its number. If it does, nothing else tells the dice
    of the shell.
    """
    if calibre < HEAVY or not is_in_cars(g, place):
        return False
    result = g.setting.tables.result(column, sum(dice))
    if not result.endswith("KIA"):
        return False
    die = g.die()
    wrecks = die <= int(result.removesuffix("KIA"))
    log.append(GroundRolled(place, "cars", (*dice, die) if wrecks else (die,)))
    if not wrecks:
        return False
    wreck_cars(g, Hexagon(place), log)
    return True


def wreck_cars(g: SquadState, hexagon: Hexagon, log: Log, *, everything: bool = False) -> None:
    """Rail cars become wooden rubble; what is not armoured is lost. Rule B32.57a.

    An AFV that moves or is in motion may bog down at once. After a bombardment nothing is left
    at all.
    """
    for unit in each_piece(g.stacks.get(hexagon, 0)):
        if everything or not g.setting.armour >> unit & 1:  # B32.57a, B32.57b
            bury(g, unit, "rubble", log)
    g.rubble[hexagon] = WOODEN  # B32.57c
    g.wrecked_cars |= 1 << hexagon  # B32.57c
    g.cars &= ~(1 << hexagon)  # B32.57c
    g.flames &= ~(1 << hexagon)
    log.append(Rubbled(hexagon))
    moving = g.march.units if g.march is not None else ()
    for vehicle in each_piece(g.stacks.get(hexagon, 0) & g.setting.armour & ~g.wrecks):
        if vehicle in moving or g.motion >> vehicle & 1:
            bog_checks(g, vehicle, (BogCheck("B32.57a", 0),), log)


def bombard(g: SquadState, hexagon: Hexagon, log: Log) -> bool:
    """A bombardment wrecks rail cars if a roll exceeds their morale. Rule B32.57b."""
    if not has_cars(g, hexagon):
        return False
    dice = g.dice()
    log.append(GroundRolled(hexagon, "cars", dice))
    if sum(dice) <= BOMBARDED:
        return False
    wreck_cars(g, hexagon, log, everything=True)
    return True


def lying_cars(g: SquadState, manner: Manner) -> Lying:  # noqa: ARG001
    """Rail-car counters and wrecked cars, for costs to be remembered by."""
    around = g.setting.board.around
    for hexagon in each_hex(g.cars):
        yield around[hexagon], ("cars", hexagon)
    for hexagon in each_hex(g.wrecked_cars):
        yield around[hexagon], ("wrecked_cars", hexagon)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"rail_cars"}),
    bombardments=(bombard,),
    traits=(car_trait,),
    extra_costs=(car_bypass_cost,),
    bypasses=(car_bypass,),
    set_up_bars=(car_gun_bar,),
    fortification_bars=(car_fortification,),
    reshapes=(car_stands,),
    sight_columns=("cars", "wrecked_cars"),
    hit_cases=(car_hit_cases,),
    blasts=(shelled,),
    lying=(lying_cars,),
)
