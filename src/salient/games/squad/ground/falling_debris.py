"""Debris that falls from collapsing buildings (rules B37.5, B37.64)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.boards.sight_map import LEVEL
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision, Log
from salient.games.squad.combat.bogging import bog_checks
from salient.games.squad.combat.morale import check_all
from salient.games.squad.combat.rubble import FALLS
from salient.games.squad.combat.stunning import check_crew
from salient.games.squad.combat.vehicle_damage import immobilise
from salient.games.squad.core.events.fire import Malfunctioned
from salient.games.squad.core.events.men import Eliminated
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.core.subjects import BogCheck
from salient.games.squad.ground.debris import lies_in, scatter
from salient.games.squad.ground.fire_zones import filling
from salient.games.squad.terrain.board import OFF_MAP, Hexagon

OPEN = frozenset(
    {"", "open_ground", "shellholes", "runway", "brush", "orchard", "summer_orchard", "grain"}
)
"""What debris can fall on (B37.5b); of what lies under the foot nothing keeps it off."""


def shed_debris(g: SquadState, hexagon: Hexagon, levels: int, die: int, log: Log) -> None:
    """The upper levels of a building come down; debris may fall around it.

    Only under the special rule; each level that falls has added one to the die. Rules B37.5a,
    B37.5b, B37.5c.
    """
    if "debris" in g.special and die >= FALLS:
        places = tuple(places_below(g, hexagon, levels))
        if g.debris_waits:
            for place in places:
                g.held_debris[place] = g.held_debris.get(place, 0) + 1
        else:
            fall(g, places, log)


def hold_debris(g: SquadState, side: int) -> Iterator[SquadStep]:
    """From now on debris waits until the whole attack is over. Rule B37.64b."""
    g.debris_waits = True
    yield DebrisFalls(side)


class DebrisFalls(SquadStep, frozen=True, tag="debris_falls"):
    """An attack on several hexes is over: the attacker says in what order debris falls. B37.64b."""

    side: int

    def ask(self, g: SquadState) -> Decision | None:
        """Where it falls next."""
        actions = [Action("topple", (place,)) for place in sorted(g.held_debris)]
        return Decision(self.side, "debris", actions, ("B37.64b",)) if actions else None

    def take(self, g: SquadState, action: Action, log: Log) -> None:
        """Down it comes; perhaps once more later, from another building (B37.641)."""
        place = action.place(0)
        g.held_debris[place] -= 1
        if not g.held_debris[place]:
            del g.held_debris[place]
        fall_on(g, place, log)

    def run(self, g: SquadState, log: Log) -> None:
        """Nothing more falls."""
        g.steps.pop()
        g.debris_waits = False


def places_below(g: SquadState, hexagon: Hexagon, levels: int) -> Iterator[Place]:
    """The locations around a building that debris reaches. Rules B37.5b, ex-B37.5.

    They lie lower than the highest level of the building; each location of a hex by itself: the
    gully under a bridge may be reached where the bridge is not.
    """
    board = g.setting.board
    here = board.hexes[hexagon]
    top = (here.level + levels) * LEVEL
    for near in here.near:
        if near == OFF_MAP or not takes_debris(g, near):
            continue
        for place in (near, board.special.get((near, "bridge"), NOWHERE)):
            if place != NOWHERE and board.level(place) < top:
                yield place


def takes_debris(g: SquadState, hexagon: Hexagon) -> bool:
    """Whether debris falls in a hex of this terrain; not onto rail cars. Rule B37.5b."""
    row = g.setting.board.hexes[hexagon].row
    if row.building or hexagon in g.rubble or row.cars:
        return False
    if (g.cars | g.wrecked_cars) >> hexagon & 1:
        return False
    return filling(g, hexagon) in OPEN


def fall(g: SquadState, places: Iterable[Place], log: Log) -> None:
    """Debris falls in some locations, one after the other. Rule B37.5b."""
    for place in places:
        fall_on(g, place, log)


def fall_on(g: SquadState, place: Place, log: Log) -> None:
    """Debris falls in a location, also on older debris. Rule B37.64a.

    It puts fires out and leaves fortifications alone.
    """
    if not lies_in(g, place):  # B37.641
        scatter(g, place)
        log.append(Marked(place, "debris", "placed"))
    keep = ~(1 << place)
    g.flames &= keep  # B37.8
    g.blazes &= keep  # B37.8
    there, setting = g.stacks.get(place, 0), g.setting
    for item in each_piece(there & (setting.weapons | setting.guns)):
        if g.owner[item] == NOBODY:
            spoil(g, item, log)
    for vehicle in each_piece(there & setting.vehicles & ~g.wrecks):
        strike_vehicle(g, vehicle, log)
    check_all(g, dict.fromkeys(each_piece(there & setting.personnel), "1MC"), log)


def strike_vehicle(g: SquadState, vehicle: Piece, log: Log) -> None:
    """A tracked vehicle on the move may bog; others than tracked ones are immobile. B37.64a.

    Reading of the original: a tracked vehicle that stands still is not affected.
    """
    moving = g.motion >> vehicle & 1 or (g.march is not None and vehicle in g.march.units)
    if g.setting.vehicle_row(vehicle).move != "tracked":
        immobilise(g, vehicle, log)
    elif moving:
        bog_checks(g, vehicle, (BogCheck("B37.64a", 0),), log)
    if g.setting.armour >> vehicle & 1 and not g.buttoned >> vehicle & 1:
        check_crew(g, vehicle, 1, log)  # B37.64a


def spoil(g: SquadState, item: Piece, log: Log) -> None:
    """A weapon that nobody has malfunctions, or is lost if it cannot be repaired. B37.64a."""
    setting = g.setting
    if setting.weapons >> item & 1 and setting.weapon_row(item).lost == "yes":
        g.put(item, NOWHERE)
        g.lost |= 1 << item
        log.append(Eliminated(item, "rubble"))
    elif not g.malfunctioned >> item & 1:
        g.malfunctioned |= 1 << item
        log.append(Malfunctioned(item, "malfunctioned"))


CHAPTER: Chapters[SquadState] = Chapters(
    barrages=(hold_debris,),
    collapses=(shed_debris,),
)
