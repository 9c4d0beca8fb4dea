"""Crest status: standing at the rim of a stream instead of its bottom. Rules B20.9, P4.12, P4.22.

A unit takes it at one hexside that the stream does not cross. It then looks out from the level of
the rim, and has the cover of an entrenchment against fire across that hexside.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.pieces import NOWHERE
from salient.boards.sight_lines import opposite
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.actions import CHOICE, PLACE, SIDE_WORDS
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.stacking import has_room, may_pass
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Entry, Look, Part
from salient.games.squad.ground.pine_woods import ON_FOOT as PINE_WOODS
from salient.games.squad.ground.streams import combined_with, is_bed
from salient.games.squad.infantry.entering import enter
from salient.games.squad.sight.stories import entering
from salient.games.squad.terrain.board import NO_SIDE, OFF_MAP

PLAIN = 2 * ONE
"""MF halves of taking to the crest of a plain stream (reading of B20.91)."""

COVER = Cover("B20.92", 2, "tem")


def crest_sides(g: SquadState, hexagon: Place) -> list[int]:
    """The sides of a hex where crest status is possible. Rules B20.9, P4.22.

    None in a culvert hex, and none where the stream itself goes on, in a culvert or not.
    """
    here = g.setting.board.hexes[hexagon]
    if here.row.under not in ("stream", "gully"):
        return []
    return [side for side in range(6) if not here.under >> side & 1]


def crest_entry(g: SquadState, unit: Piece, to: Place, side: int) -> Entry:
    """Taking crest status in a hex at one of its sides: from beyond it, or from the bottom."""
    crossed = NO_SIDE if g.where[unit] == to else opposite(side)
    return Entry(unit, "infantry", g.where[unit], to, crossed, "crest", side)


def crest_cost(g: SquadState, entry: Entry) -> Part | None:
    """What crest status costs. Rules P4.12b, B33.12, B20.91.

    Straight from the next hex: one MF and the other terrain of the hex. From the bottom, or in a
    plain stream, two MF.
    """
    if entry.manner != "crest":
        return None
    terrain = combined_with(g, entry.to)
    if not entry.crossing or not terrain:
        return Part("B20.91", PLAIN, "crest")
    price = g.setting.tables.chart.prices[terrain][entry.way]
    assert price is not None
    halves = PINE_WOODS if terrain == "pine_woods" else price.halves
    return Part("P4.12b", ONE + halves, "crest")


def crest_bar(g: SquadState, entry: Entry) -> str:
    """Crest status only where there is a rim, and no deep water. Rules B20.9, P4.22, B21."""
    if entry.manner != "crest":
        return ""
    board = g.setting.board
    here = board.hex(entry.to)
    if here.row.under == "culvert":
        return "P4.22"
    terrain = combined_with(g, entry.to)
    if terrain and g.setting.tables.chart.prices[terrain][entry.way] is None:
        return g.setting.chart[terrain].rule
    if entry.along in crest_sides(g, here.index):
        return ""
    near = here.near[entry.along]
    beside = near != OFF_MAP and board.hexes[near].row.under == "culvert"
    return "P4.22" if beside else "B20.9"


def crest_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Where moving infantry may take crest status: here, or in the next hex. Rule P4.12b."""
    first = march.units[0]
    place, board = g.where[first], g.setting.board
    if place == NOWHERE or board.locations[place].floor != "ground" or first in g.bypass:
        return
    here = board.hexes[place]
    options = [(place, side) for side in crest_sides(g, place)] if is_bed(g, place) else []
    options += [(near, opposite(side)) for side, near in enumerate(here.near) if near != OFF_MAP]
    left = mf_left(g, march)
    units = sum(1 << unit for unit in march.units)
    for to, side in options:
        entry = crest_entry(g, first, to, side)
        cost = entry_cost(g, entry)
        if cost.bar or cost.total > left or (to == place and g.crest.get(first) == side):
            continue
        mover = g.side(first)
        if to == place or (may_pass(g, to, mover) and has_room(g, to, units, mover)):
            yield Action("climb", (to, SIDE_WORDS[side]))


def climb(g: SquadState, action: Action, log: Log) -> int:
    """Take crest status. Rules B20.91, P4.12b. The MF are spent by entering."""
    to, side = action.place(0), side_of(action.choice(1))
    entry = crest_entry(g, g.moving.units[0], to, side)
    enter(g, entry, entry_cost(g, entry).total, log)
    return 0


def crest_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:
    """The rim protects against direct fire across the crest hexside. Rules B20.92, P4.13b."""
    if attack.origins and g.crest[unit] in entering(g, look):
        yield COVER


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"gully", "stream"}),
    base_costs=(crest_cost,),
    bars=(crest_bar,),
    covers=(("crested", crest_cover),),
    orders=(crest_orders,),
    verbs={"climb": (PLACE, CHOICE)},
    carry_out={"climb": climb},
)
