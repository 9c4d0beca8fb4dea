"""Streams, and what woods, brush or an orchard in their hex mean (rules P4.1, P4.3, B33).

The other terrain stands at the rim of the stream, never at its bottom (:mod:`.maps` puts it
there); sight along the bottom passes beneath it. Whoever stands in a stream hex is at the bottom
unless he has taken crest status (:mod:`.crests`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from salient.boards.sight import Sighting
from salient.boards.sight_lines import Contact
from salient.boards.sight_map import Eye, SightMap, Spot, side_between
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.events.men import Became
from salient.games.squad.core.locations import uses_road
from salient.games.squad.core.points import part_of_mp
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.secrets import unseen
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, BogCheck, Cover, Entry, Look, Part, Trait
from salient.games.squad.core.tables import Price
from salient.games.squad.ground.fire_zones import filling
from salient.games.squad.ground.pine_woods import ON_FOOT as PINE_WOODS
from salient.games.squad.sight.los import look_at
from salient.games.squad.sight.stories import story_of

DRY = ("B20.41", 4)
SHALLOW = ("B20.42", 6)
DEEP = ("B20.43", 8)
DEPTHS = {"dry": DRY, "shallow": SHALLOW, "deep": DEEP}
"""The rule of each depth and the MF halves of entering."""

FFMO = Cover("P4.13a", -1)


def is_in_bottom(board: SightMap, eye: Eye) -> bool:
    """Whether a unit is at the bottom of a depression."""
    return eye.level < board.cells[eye.spot].ground


def runs_along_stream(board: SightMap, sighting: Sighting) -> bool:
    """Whether a line stays in the bed of one stream from end to end. Rules B20.2, P4.13a."""
    viewer = sighting.viewer
    spots: list[Spot] = [
        (viewer.column + met.column, viewer.height + met.height)
        for met in sighting.line.hexes
        if met.contact is Contact.THROUGH
    ]
    return all(_flows(board, a, b) for a, b in pairwise(spots))


def _flows(board: SightMap, a: Spot, b: Spot) -> bool:
    side = side_between(a, b)
    if side is None:
        return False
    owner, other = (a, b) if side[:2] == a else (b, a)
    down, back = board.cells[owner].depression, board.cells[other].depression
    return bool(down >> side[2] & 1 and back >> side[2] + 3 & 1)


def is_in_the_open(board: SightMap, sighting: Sighting) -> bool:
    """Whether a target at the bottom of a combined hex is in open ground. Rules P4.13a, B33.13a.

    It is, to a line from its own hex or along the stream, unless something hinders the line.
    Otherwise the hex's woods, brush or orchard cover it (P4.13b).
    """
    if not is_in_bottom(board, sighting.target) or sighting.hindrance or not sighting.clear:
        return False
    from_bottom = is_in_bottom(board, sighting.viewer)
    return sighting.range == 0 or (from_bottom and runs_along_stream(board, sighting))


# -- moving ---------------------------------------------------------------------------------------


def is_bed(g: SquadState, place: Place) -> bool:
    """Whether a location is the bottom of a stream, or a culvert in it."""
    where = g.setting.board.locations[place]
    under = g.setting.board.hexes[where.hex].row.under
    return (where.floor == "ground" and under == "stream") or where.floor == "culvert"


def combined_with(g: SquadState, place: Place) -> str:
    """The other terrain of a stream hex; empty if it has none. Rules P4.1, B33.1."""
    board = g.setting.board
    row = board.hex(place).row
    if board.locations[place].floor != "ground" or row.under != "stream":
        return ""
    terrain = filling(g, board.hex_of[place])
    return "" if terrain in ("", "open_ground") else terrain


def is_ford(g: SquadState, place: Place) -> bool:
    """Whether a stream has a ford here. Rule P4.3."""
    return g.setting.board.hex(place).row.ford == "yes"


def depth_at(g: SquadState, place: Place) -> str:
    """How deep a stream is: a ford is never more than shallow. Rules B20.4, B20.8 (reading)."""
    depth = g.setting.scenario.stream
    return "shallow" if is_ford(g, place) and depth != "dry" else depth


def flows_between(g: SquadState, entry: Entry) -> bool:
    """Whether the stream or gully of both hexes crosses the hexside crossed."""
    if not entry.crossing:
        return False
    board = g.setting.board
    here, there = board.hex(entry.origin), board.hex(entry.to)
    back = entry.far_side
    return bool(here.under >> entry.side & 1 and there.under >> back & 1)


def stream_cost(g: SquadState, entry: Entry) -> Part | None:
    """Entering a stream on foot costs by its depth. Rules P4.11a, B33.11a."""
    if entry.manner == "bypass" or not is_bed(g, entry.to):
        return None
    depth = depth_at(g, entry.to)
    if entry.on_foot and depth in DEPTHS:
        rule, halves = DEPTHS[depth]
        # P4.3
        return Part("P4.3" if is_ford(g, entry.to) else rule, halves, "stream")
    return None


def tire(g: SquadState, entry: Entry, log: Log) -> None:
    """Whoever wades into a deep stream on foot is CX. Rule B20.43."""
    if not entry.on_foot or not is_bed(g, entry.to) or depth_at(g, entry.to) != "deep":
        return
    marching = g.march.units if g.march is not None and entry.unit in g.march.units else ()
    for unit in marching or (entry.unit,):
        if not (g.cx | g.broken | g.lost) >> unit & 1:
            g.cx |= 1 << unit
            log.append(unseen(g, Became(unit, "cx")))


def climb_out(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """A vehicle that leaves a stream or gully across its bank may bog there. Rules B19, B20.

    Neither along the depression nor from a ford (P4.3).
    """
    board = g.setting.board
    if not entry.crossing or board.locations[entry.origin].floor != "ground":
        return
    under = board.hex(entry.origin).row.under
    if under not in ("gully", "stream") or flows_between(g, entry) or is_ford(g, entry.origin):
        return
    price = g.setting.tables.chart.prices[under][entry.way]
    if price is not None and price.leaving and not uses_road(g, entry):
        yield BogCheck(g.setting.chart[under].rule, 0, leaving=True)


def stream_bar(g: SquadState, entry: Entry) -> str:
    """No stream is entered in a flood, and no woods where a vehicle cannot go. P4.11b."""
    if is_bed(g, entry.to) and depth_at(g, entry.to) == "flooded":  # B20.44
        return "B20.44"
    return "P4.11b" if _adds(g, entry) and _other_price(g, entry) is None else ""


def combined_cost(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Across a non-stream hexside the other terrain of the hex costs as well.

    Rules P4.11b, B33.11b, ex-P4.11.
    """
    price = _other_price(g, entry) if _adds(g, entry) else None
    if price is None:
        return
    terrain = combined_with(g, entry.to)
    halves = price.halves
    if terrain == "pine_woods" and entry.on_foot:
        halves = PINE_WOODS
    elif price.part:
        halves = part_of_mp(g, entry.unit, price.part)
    yield Part("P4.11b", halves, terrain)


def combined_bog(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """The bog check of the other terrain. Rules P4.11b, D8.21."""
    price = _other_price(g, entry) if _adds(g, entry) else None
    if price is not None and price.bog:
        yield BogCheck("P4.11b", 3 if price.part == 2 and entry.way == "tracked" else 0)


def _adds(g: SquadState, entry: Entry) -> bool:
    """Whether somebody comes down through the other terrain of a stream hex."""
    down = entry.crossing and entry.manner not in ("bypass", "crest")
    return down and bool(combined_with(g, entry.to)) and not flows_between(g, entry)


def _other_price(g: SquadState, entry: Entry) -> Price | None:
    return g.setting.tables.chart.prices[combined_with(g, entry.to)][entry.way]


def troubles_riders(g: SquadState, vehicle: Piece) -> bool:
    """Whether woods or an orchard sweep riders off an AFV: not at the bottom. P4.11c, B33.11c."""
    row = g.setting.board.hex(g.where[vehicle]).row
    trees = "woods" in row.terrain or "orchard" in row.terrain
    return trees and not is_bed(g, g.where[vehicle])


# -- cover ----------------------------------------------------------------------------------------


def combined_trait(g: SquadState, place: Place, trait: Trait) -> bool | None:
    """A combined hex is not open ground as such; along the stream :func:`stream_cover` says so.

    Rules P4.13a, P4.13b, B33.13b. It conceals like its other terrain.
    """
    terrain = combined_with(g, place)
    if not terrain or trait not in ("open", "conceals", "goal", "shelter"):
        return None
    return False if trait == "open" else bool(getattr(g.setting.chart[terrain], trait) == "yes")


def is_exposed(g: SquadState, unit: Piece, look: Look) -> bool:
    """Whether a unit at the bottom is in open ground to a line. Rules P4.13a, B33.13a."""
    if unit in g.crest or look.hides:
        return False
    sighting = story_of(g, look).sighting
    return sighting is None or is_in_the_open(g.setting.board.sight, sighting)


def is_bare_bed(g: SquadState, viewer: Piece, place: Place) -> bool:
    """Whether the bottom of a combined hex is open ground to an enemy. Rules P4.13a, A10.53."""
    if not combined_with(g, place):
        return False
    look = look_at(g, viewer, place)
    sighting = story_of(g, look).sighting if look.clear and not look.hides else None
    return sighting is not None and is_in_the_open(g.setting.board.sight, sighting)


def stream_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:
    """The cover of a combined hex.

    Along the stream there is none (P4.13a, B33.13a); otherwise that of the woods, brush or orchard
    (P4.13b, B33.13b). Air bursts always count.
    """
    terrain = combined_with(g, g.where[unit])
    if not terrain or unit in g.bypass:
        return
    row = g.setting.chart[terrain]
    if attack.means == "shell":
        if row.bursts:  # P4.13c, B33.13c
            yield Cover("P4.13c", row.bursts)
    elif not attack.origins or not is_exposed(g, unit, look):
        yield Cover("P4.13b", row.tem, "tem")  # B33.13b
    elif attack.moving and g.march is not None and unit in g.march.units:
        yield FFMO


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"culvert", "stream"}),
    base_costs=(stream_cost,),
    extra_costs=(combined_cost,),
    bars=(stream_bar,),
    arrivals=(tire,),
)

BANKS: Chapters[SquadState] = Chapters(
    needs=frozenset({"gully", "stream"}),
    bog_checks=(climb_out,),
)

COMBINED: Chapters[SquadState] = Chapters(
    needs=frozenset({"stream"}),
    traits=(combined_trait,),
    opens=(is_bare_bed,),
    bog_checks=(combined_bog,),
    covers=(("any", stream_cover),),
)
