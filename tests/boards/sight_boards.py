"""Boards and strategies for the tests of sight, without any game."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import strategies as st

from salient.boards.sight_lines import CORE, own_side
from salient.boards.sight_map import (
    LEVEL,
    Cell,
    Eye,
    Feature,
    Reasons,
    Side,
    SightMap,
    Spot,
    Stand,
    hex_name,
    parse_hex,
)

REASONS = Reasons(
    higher="higher", blind="blind", crest="crest", hindrance="hindrance", limit="limit",
    depression="depression", culvert="culvert", slope="slope", slope_crest="slope_crest",
    slope_over="slope_over", hillside="hillside", entrenched="entrenched", own_side="own_side",
    rail="rail", floors="floors", most=6, slope_rise=3, blind_step=5,
)  # fmt: skip

WOODS = Feature("woods", "w", "obstacle", LEVEL)
TALL = Feature("tall", "t", "obstacle", 2 * LEVEL)
BRUSH = Feature("brush", "b", "hindrance", 2, 1)
ORCHARD = Feature("orchard", "o", "hindrance", LEVEL, 1, inherent=True)
THICKET = Feature("thicket", "s", "screen", LEVEL, 2)
HOUSE = Feature("house", "h", "obstacle", 6)
HALL = Feature("hall", "n", "obstacle", 6, roofed=True)
WALL = Feature("wall", "x", "obstacle", 2)
FEATURES = (WOODS, TALL, BRUSH, ORCHARD, THICKET, HOUSE, HALL)

COLUMNS, ROWS = 8, 8
SPOTS: tuple[Spot, ...] = tuple(
    (column, 2 * row + column % 2) for column in range(COLUMNS) for row in range(ROWS)
)


def stand(feature: Feature, base: int) -> Stand:
    """A feature in its place: houses in the middle of their hex, all else filling it."""
    return Stand(feature, base, CORE, 0) if feature is HOUSE else Stand(feature, base)


def board(
    levels: Mapping[str, int] | None = None,
    features: Mapping[str, Feature] | None = None,
    walls: Mapping[tuple[str, int], Feature] | None = None,
    slopes: Mapping[str, int] | None = None,
) -> SightMap:
    """A board by names of hexes; everything else is flat and open."""
    levels, features, slopes = levels or {}, features or {}, slopes or {}
    cells = {}
    for spot in SPOTS:
        name = hex_name(spot)
        level = LEVEL * levels.get(name, 0)
        stands = (stand(features[name], level),) if name in features else ()
        cells[spot] = Cell(name=name, level=level, stands=stands, slopes=slopes.get(name, 0))
    sides = {own_side(*parse_hex(name), side): wall for (name, side), wall in (walls or {}).items()}
    return SightMap(cells, sides, REASONS)


def eye(sight_map: SightMap, name: str, above: int = 0) -> Eye:
    """An end in a hex, some quarters above its ground."""
    return sight_map.eye(parse_hex(name), above)


def spots() -> st.SearchStrategy[Spot]:
    """Any hex."""
    return st.sampled_from(SPOTS)


@st.composite
def boards(draw: st.DrawFn, *, flat: bool = False, screens: bool = True) -> SightMap:
    """Boards with some of everything."""
    kinds = FEATURES if screens else tuple(f for f in FEATURES if f.effect != "screen")
    levels = {} if flat else draw(st.dictionaries(spots(), st.integers(0, 3), max_size=25))
    features = draw(st.dictionaries(spots(), st.sampled_from(kinds), max_size=14))
    slopes = {} if flat else draw(st.dictionaries(spots(), st.integers(1, 63), max_size=8))
    depths = {} if flat else draw(st.dictionaries(spots(), st.integers(0, 63), max_size=6))
    rails = {} if flat else draw(st.dictionaries(spots(), st.integers(0, 63), max_size=6))
    lower = {} if flat else draw(st.dictionaries(spots(), st.integers(0, 63), max_size=6))
    names = st.tuples(spots(), st.integers(0, 5))
    walled = draw(st.sets(names, max_size=10))
    cells = {
        spot: Cell(
            name=hex_name(spot),
            level=LEVEL * levels.get(spot, 0),
            depth=LEVEL if spot in depths else 0,
            depression=depths.get(spot, 0),
            rails=rails.get(spot, 0),
            stands=(stand(features[spot], LEVEL * levels.get(spot, 0)),)
            if spot in features
            else (),
            slopes=slopes.get(spot, 0),
            lower=lower.get(spot, 0),
        )
        for spot in SPOTS
    }
    sides: dict[Side, Feature] = {own_side(*spot, side): WALL for spot, side in walled}
    return SightMap(cells, sides, REASONS)


@st.composite
def eyes(draw: st.DrawFn, sight_map: SightMap, *, plain: bool = False) -> Eye:
    """Ends of all kinds: upstairs, dug in, at a corner."""
    spot = draw(spots())
    if plain:
        return sight_map.eye(spot, draw(st.sampled_from([None, 0, LEVEL, 2 * LEVEL])))
    above = draw(st.sampled_from([None, None, 0, LEVEL, 2 * LEVEL, 2]))
    corner = draw(st.integers(-1, 5))
    return sight_map.eye(spot, above, corner=corner, entrenched=draw(st.booleans()))
