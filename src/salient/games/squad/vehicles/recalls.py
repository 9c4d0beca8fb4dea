"""Recall: a vehicle whose crew was stunned, or whose gun is lost, leaves the battle. Rule D5.341.

Readings: it drives by the shortest way to the edge of the map where its side comes from, without
being asked, and leaves in the first movement phase that it begins there; those aboard get off. It
counts for nobody. Until then its crew adds one to its rolls. All of it is reconstructed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece, each_place
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.memory import remembered
from salient.engine.state import Log
from salient.games.squad.combat.riding import fall_off, people_aboard
from salient.games.squad.core.actions import PIECE
from salient.games.squad.core.courses import find_course
from salient.games.squad.core.events.men import Became, Withdrew
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mp_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.state import SquadState
from salient.games.squad.terrain.board import OFF_MAP
from salient.games.squad.vehicles.crews import WORD, inside
from salient.games.squad.vehicles.driving import Driving, can_drive

UNNERVED = Modifier("D5.341", 1)
"""What a recalled crew adds to its To Hit rolls."""


def recall(g: SquadState, vehicle: Piece, log: Log) -> None:
    """A vehicle has to leave. Rule D5.341."""
    bit = 1 << vehicle
    if not (g.recalled | g.wrecks | g.abandoned) & bit:
        g.recalled |= bit
        log.append(Became(vehicle, "recalled"))


@remembered(most=64)
def ways_out(setting: SquadSetting, area: int) -> bytes:
    """How far each hex is from where vehicles of an area leave: the edge nearest to that area."""
    board = setting.board
    edge = [here.index for here in board.hexes if OFF_MAP in here.near]
    homes = {board.hex_of[place] for place in each_place(area)} or edge
    away = {hexagon: min(map(board.ranges(hexagon).__getitem__, homes)) for hexagon in edge}
    near = min(away.values())
    exits = [board.ranges(hexagon) for hexagon in edge if away[hexagon] == near]
    return bytes(map(min, zip(*exits, strict=True)))


def distance_out(g: SquadState, vehicle: Piece, place: Place) -> int:
    """How far a location is from where a vehicle leaves the map."""
    return ways_out(g.setting, g.area(vehicle))[g.setting.board.hex_of[place]]


def must_retire(g: SquadState, side: int) -> Iterator[Action]:
    """The recalled vehicles that still have to move. Rule D5.341."""
    if not g.recalled:
        return
    stuck = g.moved | g.prep_fired | g.bogged | g.ti
    for vehicle in each_piece(g.on_map(g.recalled & g.setting.army[side]) & ~stuck):
        if can_drive(g, vehicle):
            yield Action("retire", (vehicle,))


def retire(g: SquadState, action: Action, log: Log) -> None:
    """Drive towards the edge as far as it goes, or leave. Rule D5.341."""
    vehicle = action.piece(0)
    here = distance_out(g, vehicle, g.where[vehicle])
    if not here:
        withdraw(g, vehicle, log)
        return
    g.march = March((vehicle,))
    course = find_course(g, vehicle, mp_left(g, g.march))
    ends = {place: distance_out(g, vehicle, place) for place in course.ends}
    best = min(ends, key=lambda place: (ends[place], place), default=NOWHERE)
    if best == NOWHERE or ends[best] >= here:
        g.march = None
        g.moved |= 1 << vehicle
        return
    g.steps.append(Driving(g.side(vehicle), route=course.way(best)))


def withdraw(g: SquadState, vehicle: Piece, log: Log) -> None:
    """It leaves the map, and the game. Rule D5.341."""
    for unit in people_aboard(g, vehicle):
        fall_off(g, unit, log)
    log.append(Withdrew(vehicle, g.where[vehicle]))
    for gun in each_piece(g.load(vehicle)):
        g.towed.pop(gun, None)
    bit = 1 << vehicle
    for unit in inside(g, vehicle):
        g.crewing.pop(unit, None)
        g.spare &= ~(1 << unit)
        g.lost |= 1 << unit
    g.put(vehicle, NOWHERE)
    g.bypass.pop(vehicle, None)
    g.lost |= bit
    for name in ("recalled", "motion", "buttoned", "immobile"):
        setattr(g, name, getattr(g, name) & ~bit)


def unnerved(g: SquadState, unit: Piece, place: Place, turns: int) -> Iterable[Modifier]:  # noqa: ARG001
    """A recalled crew aims worse. Rule D5.341."""
    return (UNNERVED,) if g.recalled >> unit & 1 else ()


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    recalls=(recall,),
    forced_moves=(must_retire,),
    move_deeds={"retire": retire},
    verbs={"retire": (PIECE,)},
    hit_cases=(unnerved,),
)
