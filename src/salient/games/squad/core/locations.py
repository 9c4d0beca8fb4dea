"""What a location is: its line of the terrain chart and the traits that go with it."""

from __future__ import annotations

from collections.abc import Container

from salient.boards.sight_lines import opposite
from salient.engine.ids import Place
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Entry, Trait
from salient.games.squad.core.tables import ChartRow
from salient.games.squad.terrain.board import OFF_MAP, SIDES, Hexagon, Hexside

WOODEN, STONE = 1, 2
DEPRESSIONS = frozenset({"gully", "stream", "sunken_road", "elevated_road"})


def terrain_at(g: SquadState, place: Place) -> str:
    """The line of the chart that a location follows: what came in play replaces what was there."""
    board = g.setting.board
    where = board.locations[place]
    here = board.hexes[where.hex]
    row = here.row
    match where.floor:
        case "upper" | "steeple":
            return row.building
        case "tower" | "stairs":
            return "tower"  # B34.3a; the stairs are like the tower itself (B34.43a).
        case "bridge":
            # Debris leaves it as it is, with the cover of debris alone (B37.63).
            return "debris" if g.debris_bridges >> place & 1 else "bridge"
        case "culvert" | "rooftop":
            return where.floor
    if where.hex in g.rubble:
        return "rubble" if g.rubble[where.hex] == STONE else "wooden_rubble"
    if g.debris >> where.hex & 1:
        return "debris"
    # Printed or a counter (B32.5, B32.51b, B32.52a, B32.6a).
    if row.cars or g.cars >> where.hex & 1:
        return "rail_cars"
    if row.building:
        return row.building
    if row.under in DEPRESSIONS:
        return row.under
    return g.fire_zones.get(where.hex, row.terrain)


def chart_row(g: SquadState, place: Place) -> ChartRow:
    """A location's line of the terrain chart."""
    return g.setting.chart[terrain_at(g, place)]


def has_trait(g: SquadState, place: Place, trait: Trait) -> bool:
    """Whether a location has a trait of the chart, or ``building``, ``house``, ``heat``.

    ``house`` is what counts as a building in close combat, ``heat`` what HEAT can be fired at;
    a place that does not ``expose`` is never open to those who move in it.
    """
    for answer in g.setting.chapters.traits:
        found = answer(g, place, trait)
        if found is not None:
            return found
    if trait == "expose":
        return True
    if trait == "heat":
        return is_building(g, place) or "rubble" in terrain_at(g, place)
    if trait == "house":
        return is_building(g, place)
    if trait == "building":
        return "building" in terrain_at(g, place)
    return bool(getattr(chart_row(g, place), trait) == "yes")


def is_open(g: SquadState, place: Place) -> bool:
    """Whether a location is open ground. Rules A10.531, B1."""
    return has_trait(g, place, "open") and place not in g.smoke


def is_building(g: SquadState, place: Place) -> bool:
    """Whether a location is inside a building. Rule B23."""
    return has_trait(g, place, "building")


def is_house(g: SquadState, place: Place) -> bool:
    """Whether a location counts as a building for ambush and street fighting. A11.4, A11.8."""
    return has_trait(g, place, "house")


def takes_heat(g: SquadState, place: Place) -> bool:
    """Whether HEAT can be fired at infantry in a location: behind something hard. Rule C8.31."""
    return has_trait(g, place, "heat")


def conceals(g: SquadState, place: Place) -> bool:
    """Whether a location is concealment terrain. Rule A12.12."""
    return has_trait(g, place, "conceals")


def is_goal(g: SquadState, place: Place) -> bool:
    """Whether routing units make for a location: woods, buildings, rubble. Rule A10.51."""
    return has_trait(g, place, "goal")


def is_shelter(g: SquadState, place: Place) -> bool:
    """Whether a location helps to rally. Rule A10.61."""
    dug = place in g.foxholes or g.trenches >> place & 1
    return has_trait(g, place, "shelter") or bool(dug)


def is_obstacle(g: SquadState, place: Place) -> bool:
    """Whether a location can be bypassed: woods, a building. Rules A4.3, D2.3."""
    return has_trait(g, place, "obstacle")


def burns(g: SquadState, place: Place) -> bool:
    """Whether nobody can be in a location for the fire. Rule B25.15."""
    return bool(g.blazes >> place & 1)


def by_road(g: SquadState, origin: Place, to: Place, side: int) -> bool:
    """Whether a hexside is crossed along a road that both hexes have. Rules B3.4, B37.61."""
    board = g.setting.board
    if side < 0 or origin < 0:
        return False
    if not (board.on_road(origin) and board.on_road(to)):
        return False
    here, there = board.hex(origin), board.hex(to)
    back = opposite(side)
    if not (here.road >> side & 1 and there.road >> back & 1):
        return False
    for hexagon, crossed in ((here.index, side), (there.index, back)):
        if hexagon in g.rubble and not has_break(g, hexagon, crossed):
            return False
    return not any(
        answer(g, origin, side) or answer(g, to, back) for answer in g.setting.chapters.cuts
    )


def uses_road(g: SquadState, entry: Entry) -> bool:
    """Whether an entry follows a road; some may not (P5.11e), some need not (B32.4b, B35.3)."""
    if entry.off_road or not by_road(g, entry.origin, entry.to, entry.side):
        return False
    return not any(answer(g, entry) for answer in g.setting.chapters.off_roads)


def has_break(g: SquadState, place: Place, side: int) -> bool:
    """Whether a trail break opens a hexside of a location."""
    return bool(g.breaks.get(place, 0) >> side & 1) if side >= 0 else False


def has_roadblock(g: SquadState, hexagon: Hexagon, side: int) -> bool:
    """Whether a roadblock lies on a hexside, whichever of its hexes it was put into. Rule B29."""
    return bool(g.roadblocks) and is_among(g, g.roadblocks, hexagon, side)


def is_among(g: SquadState, hexsides: Container[Hexside], hexagon: Hexagon, side: int) -> bool:
    """Whether a hexside is one of some, ``6 * hex + side``, by whichever hex they are named."""
    near = g.setting.board.hexes[hexagon].near[side]
    ahead, back = SIDES * hexagon + side, SIDES * near + opposite(side)
    return ahead in hexsides or (near != OFF_MAP and back in hexsides)


def put_roadblock(g: SquadState, hexagon: Hexagon, side: int) -> None:
    """A roadblock lies on a hexside of a hex from now on. Rule B29.

    Hexsides are listed, not a set in bits: one of a whole map has more digits than a save takes.
    """
    g.roadblocks = tuple(sorted({*g.roadblocks, Hexside(SIDES * hexagon + side)}))


def is_subterranean(g: SquadState, place: Place) -> bool:
    """Whether a location lies underground: nothing from above reaches it. Rules P4.2d, P4.24."""
    return g.setting.board.locations[place].floor == "culvert"
