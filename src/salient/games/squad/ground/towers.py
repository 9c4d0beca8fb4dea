"""Towers in play (rule B34). How high they stand is in :mod:`.buildings`.

A tower hex has its own ground, and one location up its stairs. Those who climb to a location two
levels up pass the stairs half-way, a location of its own in which nobody can stay (B34.42,
B34.43a). They are called back from there if they break or are pinned (B34.43b).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.boards.sight_map import LEVEL
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.core.events.movement import FellBack
from salient.games.squad.core.points import ONE, part_of_mp
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, BogCheck, Cover, Entry, Look, Part, Trait
from salient.games.squad.terrain.board import NO_SIDE

ROOM = 1
"""Half-squads that a tower location holds (B34.21)."""

LOAD = 5
"""Portage points that it holds (B34.21)."""

ONE_STOREY = -1
"""What a building of one storey adds to the coloured die of a bog check (B23.41, B34.41)."""


def floor_of(g: SquadState, place: Place) -> str:
    """What a location of a tower hex is: ``ground``, ``stairs`` or ``tower``; else empty."""
    return g.setting.board.tower_floors[place]


def tower_trait(g: SquadState, place: Place, trait: Trait) -> bool | None:
    """What a tower hex is.

    Nobody is in the open there, vehicles must go round the tower, and its location counts as a
    building for victory. In all else below the tower it is what its other terrain makes it, also
    when it comes to concealment, and nobody routs to it as to a building.
    """
    floor = floor_of(g, place)
    if not floor:
        return None
    if trait in ("open", "expose"):  # B34.3b
        return False
    if floor == "ground":  # B34.41, B34.5
        return True if trait == "obstacle" else None
    if trait == "building":  # B34.7
        return floor == "tower"
    return None  # B34.6


# -- who may be there -----------------------------------------------------------------------------


def tower_limit(g: SquadState, place: Place) -> tuple[int, int] | None:
    """One half-squad and the usual leaders; nobody on the stairs. Rule B34.21."""
    match floor_of(g, place):
        case "tower":
            return ROOM, g.setting.numbers.stacking.leaders
        case "stairs":
            return 0, 0  # B34.42
    return None


def tower_room(g: SquadState, place: Place, units: int) -> bool:
    """Whether the weapons of units find room in a tower: five portage points. Rule B34.21."""
    if floor_of(g, place) != "tower":
        return True
    items = units
    for unit in each_piece(units & g.setting.personnel):
        items |= g.carried(unit)
    weapons = each_piece(items & g.setting.weapons)
    return sum(g.setting.weapon_row(item).pp for item in weapons) <= LOAD


def tower_set_up(g: SquadState, unit: Piece, place: Place) -> str:
    """No gun is set up in a tower hex. Rule B34.4b."""
    return "B34.4b" if floor_of(g, place) and g.setting.guns >> unit & 1 else ""


def tower_fortification(g: SquadState, item: Fortification, place: Place) -> str:
    """A tower is never fortified. Rule B34.21."""
    burns = item.kind in ("flame", "blaze")
    return "B34.21" if floor_of(g, place) in ("tower", "stairs") and not burns else ""


# -- moving ---------------------------------------------------------------------------------------


def on_stairs(g: SquadState, entry: Entry) -> bool:
    """Whether somebody goes up or down a tower."""
    if entry.side != NO_SIDE or entry.origin in (NOWHERE, entry.to):
        return False
    return bool(floor_of(g, entry.to))


def tower_bar(g: SquadState, entry: Entry) -> str:
    """Who may not enter a tower hex, and who must take the stairs. Rule B34.41."""
    floor = floor_of(g, entry.to)
    if not floor:
        return ""
    if g.carried(entry.unit) & g.setting.guns:  # B34.4b
        return "B34.4b"
    if on_stairs(g, entry):
        return _stairs_bar(g, entry)
    if floor != "ground" or entry.manner == "bypass" or entry.way == "infantry":
        return ""
    return "" if breaks_in(g, entry) else "B34.41"


def _stairs_bar(g: SquadState, entry: Entry) -> str:
    """Moving one passes the stairs half-way; nobody advances or routs onto them. Rule B34.42."""
    half_way = "stairs" in (floor_of(g, entry.to), floor_of(g, entry.origin))
    if entry.manner in ("advance", "rout"):
        return "B34.42" if half_way else ""
    hexagon = g.setting.board.hex_of[entry.to]
    has_stairs = (hexagon, "stairs") in g.setting.board.special
    # B34.43a, B34.43c
    return "B34.43a" if has_stairs and not half_way else ""


def breaks_in(g: SquadState, entry: Entry) -> bool:
    """Whether an AFV may drive into the tower: tracked, closed-topped, shut. Rule B34.41."""
    if entry.way != "tracked" or not g.setting.armour >> entry.unit & 1:
        return False
    shut = g.buttoned >> entry.unit & 1 and g.setting.vehicle_row(entry.unit).open == "no"
    return bool(shut) and floor_of(g, entry.to) == "ground" and entry.manner != "bypass"


def tower_cost(g: SquadState, entry: Entry) -> Part | None:
    """Stairs cost 1 MF for each level, driving into the tower half of all MP. Rule B34.41."""
    if on_stairs(g, entry):  # B34.42
        board = g.setting.board
        levels = abs(board.level(entry.to) - board.level(entry.origin)) // LEVEL
        return Part("B34.42", ONE * levels, "stairs")
    if floor_of(g, entry.to) and breaks_in(g, entry):
        return Part("B34.41", part_of_mp(g, entry.unit, 2), "tower")
    return None


def tower_extra(g: SquadState, entry: Entry) -> Iterator[Part]:
    """The ground costs 1 MF more on foot, the stairs more in snow. Rule B34.4a."""
    if on_stairs(g, entry) and "snow" in g.special:  # B34.42, E3.723
        board = g.setting.board
        levels = max(board.level(entry.to) - board.level(entry.origin), 0) // LEVEL
        yield Part("E3.723", ONE * levels, "weather")
    comes = entry.side != NO_SIDE or entry.origin == NOWHERE
    on_foot = entry.way == "infantry" and entry.manner != "bypass"
    if comes and on_foot and floor_of(g, entry.to) == "ground":
        yield Part("B34.4a", ONE, "tower")


def tower_bog(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """An AFV that drives into the tower may bog as in a house of one storey. Rule B34.41.

    There is no cellar to fall into; what is taken off the coloured die is taken off the roll.
    """
    if floor_of(g, entry.to) and breaks_in(g, entry):
        price = g.setting.tables.chart.prices["wooden_building"]["tracked"]
        assert price is not None
        yield BogCheck("B34.41", price.bog_drm + ONE_STOREY)


# -- fire -----------------------------------------------------------------------------------------


def tower_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Shells burst in trees that are as high as the tower location. Rule B34.31."""
    place = g.where[unit]
    if floor_of(g, place) not in ("tower", "stairs"):
        return
    board = g.setting.board
    row = board.hex(place).row
    bursts = g.setting.chart[row.terrain].bursts
    if bursts < 0 and board.locations[place].storey * LEVEL <= tree_top(g, row.terrain):
        yield Cover("B34.31", bursts)


def tree_top(g: SquadState, terrain: str) -> int:
    """How high terrain stands above the ground, in quarters of a level."""
    feature = g.setting.terrain.kinds[terrain].feature
    return feature.height if feature is not None else 0


# -- the stairs half-way --------------------------------------------------------------------------


def note_stairs(g: SquadState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """Remember from where those on the stairs have come. Rule B34.43b."""
    for unit in g.march.units if g.march is not None else (entry.unit,):
        if floor_of(g, entry.to) == "stairs":
            g.stairs[unit] = entry.origin
        else:
            g.stairs.pop(unit, None)


def repelled(g: SquadState, attack: Attack, log: Log) -> None:
    """Who breaks or is pinned on the stairs goes back to where he came from. Rule B34.43b."""
    if attack.target == NOWHERE or floor_of(g, attack.target) != "stairs":
        return
    for unit in each_piece(g.stacks.get(attack.target, 0) & (g.broken | g.pinned)):
        fall_back(g, unit, attack.target, log)


def fall_back(g: SquadState, unit: Piece, stairs: int, log: Log) -> None:
    """Back down, or up: that location is entered anew, residual fire there included. B34.43b."""
    to = g.stairs.pop(unit, g.setting.board.hex_of[stairs])
    g.put(unit, to)
    log.append(FellBack(unit, stairs, to))
    if to in g.residual:
        fire = Attack("residual", enemy(g.side(unit)), (), to, moving=True)
        strike(g, fire, g.residual[to], g.dice(), (), 1 << unit, log)
    g.moved |= 1 << unit
    if g.march is not None:
        left = tuple(one for one in g.march.units if one != unit)
        g.change_march(units=left)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"tower"}),
    traits=(tower_trait,),
    limits=(tower_limit,),
    rooms=(tower_room,),
    base_costs=(tower_cost,),
    extra_costs=(tower_extra,),
    bars=(tower_bar,),
    bog_checks=(tower_bog,),
    arrivals=(note_stairs,),
    set_up_bars=(tower_set_up,),
    fortification_bars=(tower_fortification,),
    covers=(("shelled", tower_cover),),
    aftermaths=(repelled,),
)
