"""Moving onto and across railroads (rules B32.3 and B32.4).

A track runs at ground level (GLRR), half a level up (EmRR), on an embankment a level high (ElRR)
or in a cutting (SuRR). Along it one enters across *RR hexsides*; all others lead up or down its
side. The text on costs is lost but for its examples; reading: on foot, climbing a level costs the
terrain once more, half a level half of that; a vehicle that comes across the rails pays 1 MP, and
4 MP for each level it climbs, which gives the 5 + COT of the example; along the rails climbing
costs it 1 MP.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.sight_map import LEVEL
from salient.engine.ids import Place
from salient.games.squad.core.locations import by_road, terrain_at
from salient.games.squad.core.points import ONE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import BogCheck, Entry, Part
from salient.games.squad.core.tables import Price
from salient.games.squad.terrain.railroads import ELEVATED, SUNKEN

ON_TRACKS = ("tracked", "halftrack")


# -- where the track is ---------------------------------------------------------------------------


def on_track(g: SquadState, place: Place) -> bool:
    """Whether a location is the one that the track of its hex runs through. Rule B32.43a."""
    board = g.setting.board
    where, here = board.locations[place], board.hex(place)
    return bool(here.rails) and where.floor == ("bridge" if here.crossing == ELEVATED else "ground")


def follows_track(g: SquadState, entry: Entry) -> bool:
    """Whether a hexside is crossed along the track: an RR hexside."""
    board, back = g.setting.board, entry.far_side
    here, there = board.hex(entry.origin), board.hex(entry.to)
    joined = here.rails >> entry.side & 1 and there.rails >> back & 1
    return bool(joined) and on_track(g, entry.origin) and on_track(g, entry.to)


def crosses_rails(g: SquadState, entry: Entry) -> bool:
    """Whether somebody comes onto the track from beside it, and not on a road."""
    if not entry.crossing or entry.manner == "bypass" or not on_track(g, entry.to):
        return False
    road = not entry.off_road and by_road(g, entry.origin, entry.to, entry.side)
    return not road and not follows_track(g, entry)


def lift(g: SquadState, place: Place) -> int:
    """How far a railroad lifts or lowers a location from the level of its hex, in quarters."""
    board = g.setting.board
    here, where = board.hex(place), board.locations[place]
    if not here.rails or where.floor not in ("ground", "bridge"):
        return 0
    return board.level(place) - here.level * LEVEL


def kind_entered(g: SquadState, entry: Entry) -> str:
    """What kind of railroad a location is on."""
    return g.setting.board.hex(entry.to).row.under if on_track(g, entry.to) else ""


# -- who may not ----------------------------------------------------------------------------------


def rail_bar(g: SquadState, entry: Entry) -> str:
    """Where railroads keep somebody out. Rules B32.33a, B32.4b, B32.43c, B32.44, fn-B16."""
    board = g.setting.board
    if not entry.crossing or entry.manner == "bypass":
        return ""
    here, there = board.hex(entry.origin), board.hex(entry.to)
    if entry.off_road and there.crossing in (ELEVATED, SUNKEN):
        return "B32.4b"
    if entry.on_foot:
        return ""
    back = entry.far_side
    for hexagon, place, side in ((here, entry.origin, entry.side), (there, entry.to, back)):
        if hexagon.crossing == ELEVATED and hexagon.rails >> side & 1 and board.on_road(place):
            return "B32.43c"
    if not crosses_rails(g, entry):
        return ""
    match kind_entered(g, entry):
        case "sunken_rail":
            return "B32.44" if there.road >> back & 1 else "fn-B16"
        case "rail_elevated" if entry.way not in ON_TRACKS:
            return "B32.33a"
    return ""


# -- what it costs --------------------------------------------------------------------------------


def rail_bridge_cost(g: SquadState, entry: Entry) -> Part | None:
    """The bridge of a track over a road costs what open ground does. Rules B32.43b, B32.43c."""
    board = g.setting.board
    if not on_track(g, entry.to) or board.locations[entry.to].floor != "bridge":
        return None
    price = g.setting.tables.chart.prices["open_ground"][entry.way]
    return None if price is None else Part("B32.43b", price.halves, "rails")


def rail_costs(g: SquadState, entry: Entry) -> Iterator[Part]:
    """What rails and their embankments add (see the module's reading).

    Rules B32.31, B32.42, ex-B32.3x-1, ex-B32.3x-2.
    """
    if not entry.crossing or entry.manner == "bypass":
        return
    across, along = crosses_rails(g, entry), follows_track(g, entry)
    if across and entry.on_foot and kind_entered(g, entry) == "sunken_rail":
        yield Part("B32.31", ONE, "cutting")
    if across and not entry.on_foot:
        yield Part("B32.31", ONE, "rails")
    by_rail = across or along or on_track(g, entry.origin)
    quarters = _climb(g, entry) if by_rail and not _by_road(g, entry) else 0
    if not quarters:
        return
    if entry.on_foot:
        yield Part("B32.31", -(-_price(g, entry).halves * quarters // LEVEL), "climb")
    elif along:
        yield Part("B32.31", ONE, "climb")
    else:
        yield Part("B32.31", ONE * quarters, "climb")


def _by_road(g: SquadState, entry: Entry) -> bool:
    return not entry.off_road and by_road(g, entry.origin, entry.to, entry.side)


def _climb(g: SquadState, entry: Entry) -> int:
    """Quarters of a level climbed because of a railroad, beside those between the hexes.

    A vehicle that comes up the side of an ElRR always climbs all of it.
    """
    board = g.setting.board
    if not entry.on_foot and is_elevated_entry(g, entry):  # B32.33a
        return LEVEL
    slope = (board.hex(entry.to).level - board.hex(entry.origin).level) * LEVEL
    whole = slope + lift(g, entry.to) - lift(g, entry.origin)
    return max(whole, 0) - max(slope, 0)


def _price(g: SquadState, entry: Entry) -> Price:
    """The chart's price of the terrain entered, COT; that of open ground where there is none."""
    prices = g.setting.tables.chart.prices
    found = prices[terrain_at(g, entry.to)][entry.way] or prices["open_ground"][entry.way]
    assert found is not None
    return found


# -- bogging down ---------------------------------------------------------------------------------


def is_elevated_entry(g: SquadState, entry: Entry) -> bool:
    """Whether an ElRR is entered across a non-RR hexside. Rule B32.33a."""
    return kind_entered(g, entry) == "rail_elevated" and crosses_rails(g, entry)


def rail_bog(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """Up the side of an ElRR: one check for it and the terrain together.

    Rules B32.33a, B32.33c.

    Reading: what the terrain itself adds to its own check is added, too.
    """
    if not is_elevated_entry(g, entry):
        return
    drm = 1 if entry.way == "halftrack" else 0  # B32.33b, ex-B32.3x-2
    price = _price(g, entry)
    if price.bog:
        drm += 1 + price.bog_drm
    yield BogCheck("B32.33a", drm, sole=True)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"rails"}),
    base_costs=(rail_bridge_cost,),
    extra_costs=(rail_costs,),
    bars=(rail_bar,),
    bog_checks=(rail_bog,),
)
