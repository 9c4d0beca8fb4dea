"""Who holds what: strategic locations, victory points, areas. Rules P8.2-strategic, P8.2-LVP-a."""

from __future__ import annotations

from salient.boards.bits import each_piece, each_place, set_of
from salient.engine.ids import Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import once
from salient.games.peiper.areas import Areas, Pair, survey
from salient.games.peiper.standing.entries import eligible_hexes
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.setting import AMERICAN, GERMAN
from salient.games.squad.core.state import NOBODY

HEAVY = 20
"""The least calibre, in millimetres, that makes an immobile vehicle a strategic location."""

DIVIDED: Memo[tuple[Pair, Pair, int], Areas] = Memo("areas of a map", 64)


def lvp_of(g: PeiperState, place: Place) -> int:
    """What a location is worth now; what has fallen in is worth nothing. Rule P8.2-LVP-b."""
    board = g.setting.board
    if (place >= len(board.hexes) and board.hex_of[place] in g.rubble) or place in g.fallen:
        return 0
    return g.setting.lvp[place]


def lvp_total(g: PeiperState, side: int) -> int:
    """The current LVP total of a side. Rule P8.2-current-LVP-total."""
    held = g.control[side]
    return sum(lvp_of(g, place) for place in g.setting.lvp if held >> place & 1)


def take_all(g: PeiperState) -> None:
    """Each location with good infantry of one side only is that side's. Rule A26.11.

    Vehicles take nothing, and reserves are not there yet (CG7b-3).
    """
    good = g.good_order() & g.setting.squads & ~g.reserve
    for place, there in g.stacks.items():
        for side in (0, 1):
            if there & good & g.setting.army[side] and not g.people(place, enemy(side)):
                g.control[side] |= 1 << place
                g.control[enemy(side)] &= ~(1 << place)


def fixed_points(g: PeiperState, side: int) -> int:
    """Hexes that immobile vehicles and guns of a side make strategic. Rule P8.2-strategic."""
    setting = g.setting
    own = g.on_map(setting.army[side]) & ~(g.malfunctioned | g.wrecks)
    found = own & setting.guns & ~set_of(g.towed)
    found = set_of(gun for gun in each_piece(found) if g.owner[gun] != NOBODY)
    stuck = own & setting.vehicles & g.immobile & ~g.abandoned
    for vehicle in each_piece(stuck):
        if setting.vehicle_row(vehicle).calibre >= HEAVY:
            found |= 1 << vehicle
    return set_of(g.hex(unit) for unit in each_piece(found))


def is_strategic(g: PeiperState, place: Place) -> bool:
    """Whether a location is strategic by what it is. Rule P8.2-strategic."""
    board = g.setting.board
    if (
        is_building(g, place)
        or board.hex_of[place] in g.rubble
        or place in g.foxholes
        or g.trenches >> place & 1
    ):
        return True
    return board.locations[place].floor == "bridge" and place not in g.fallen


def strategic_hexes(g: PeiperState, side: int) -> int:
    """The hexes of strategic locations that a side controls. Rules P8.2-strategic, P8.2-setup-area.

    What nobody can be in (roofs) does not count.
    """
    board = g.setting.board
    found = set_of(
        board.hex_of[place] for place in each_place(g.control[side] & _perhaps_strategic(g))
        if board.locations[place].floor != "rooftop" and is_strategic(g, place)
    )  # fmt: skip
    found |= g.objectives[side] & g.control[side] & g.setting.all_hexes
    return found | fixed_points(g, side)


def _perhaps_strategic(g: PeiperState) -> int:
    """What is printed, dug or has fallen in: most of the map need not be asked."""
    inside = g.setting.board.locations_in
    fallen = set_of(place for here in g.rubble for place in inside(here))
    return g.setting.strongholds | fallen | set_of(g.foxholes) | g.trenches


def areas_of(g: PeiperState) -> Areas:
    """Set-up areas, no man's land, front lines and isolation.

    Rules P8.605, P8.6051, P8.6052, P8.6053, P8.6054.
    """
    return once(g, "areas", lambda: _divide(g))


def _divide(g: PeiperState) -> Areas:
    held = (strategic_hexes(g, GERMAN), strategic_hexes(g, AMERICAN))
    gates = (eligible_hexes(g, GERMAN) | headquarters(g), eligible_hexes(g, AMERICAN))
    known, key = g.setting.memory.of(DIVIDED), (held, gates, g.blazes & g.setting.all_hexes)
    return known.get(key) or known.keep(key, survey(g.setting.ground, *key))


def headquarters(g: PeiperState) -> int:
    """Hexes of German headquarters, while the Germans hold them. P8.2-isolated, rc-headquarters."""
    return set_of(place for place in g.setting.headquarters if g.control[GERMAN] >> place & 1)


def enterable(g: PeiperState) -> int:
    """The hexes that infantry can enter. Rule P8.2-enterable."""
    ground = g.setting.ground
    return ground.everywhere & ~(ground.closed | g.blazes)
