"""Debris (rule B37): what it is to those who look across it, enter it or clear it away.

Debris fills its hex, conceals (B37.1) and leaves fortifications as they are (B37.4). It lies at the
ground level (``g.debris``), at the bottom of a depression, or on a bridge (``g.debris_bridges``).
Trail breaks (TB) are kept by location in ``g.breaks``. How debris comes about is in
:mod:`.falling_debris`.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from salient.boards.bits import each_place, members, set_of
from salient.boards.pieces import NOWHERE
from salient.boards.sight_map import Feature, Stand
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.actions import CHOICE, SIDE_WORDS
from salient.games.squad.core.costs import base_cost
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.labor import is_done
from salient.games.squad.core.locations import has_break
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mf_left, mp_of, part_of_mp
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import (
    Attack,
    BogCheck,
    Cover,
    Entry,
    Look,
    Lying,
    Manner,
    Part,
)
from salient.games.squad.ground.streams import DEPTHS, depth_at
from salient.games.squad.terrain.board import Hexagon, each_hex

ON_FOOT = 2 * ONE
QUARTER = 4
"""A vehicle pays a quarter of its MP, rounded up (B37.3)."""

BOG_DRM = 1
"""Rules B37.3, err-D8.21."""

ALL_SIDES = 63
CLEARED = 5
"""Reading of B24.7, B24.71: the roll, a leader's modifier included, that makes a trail break."""


# -- where it lies --------------------------------------------------------------------------------


def lies_in(g: SquadState, place: Place) -> bool:
    """Whether a location is full of debris."""
    where = g.setting.board.locations[place]
    if where.floor == "ground":
        return bool(g.debris >> place & 1)
    return where.floor == "bridge" and bool(g.debris_bridges >> place & 1)


def scatter(g: SquadState, place: Place) -> None:
    """Debris is in a location from now on; more of it changes nothing. Rules B37.6, B37.641."""
    if g.setting.board.locations[place].floor == "bridge":
        g.debris_bridges |= 1 << place
    else:
        g.debris |= 1 << place


def remove_debris(g: SquadState, place: Place) -> None:
    """The terrain that was there before is back. Rule B37.7."""
    g.debris &= ~(1 << place)
    g.debris_bridges &= ~(1 << place)
    g.breaks.pop(place, None)


def without_debris(g: SquadState, place: Place) -> SquadState:
    """The same state as if a location had no debris; only to ask about."""
    bare = copy.copy(g)
    bare.debris = g.debris & ~(1 << place)
    bare.debris_bridges = g.debris_bridges & ~(1 << place)
    return bare


def debris_features(g: SquadState) -> Mapping[Hexagon, Sequence[Feature | Stand]]:
    """What debris is to sight: half a level; on a bridge no more than the bridge. B37.2, B37.63."""
    terrain, board = g.setting.terrain, g.setting.board
    found: dict[Hexagon, list[Feature | Stand]] = {
        index: [terrain.feature("debris")] for index in each_hex(g.debris)
    }
    for place in each_place(g.debris_bridges):
        index = board.hex_of[place]
        stands = board.hexes[index].cell.stands
        found.setdefault(index, []).extend(
            stand._replace(feature=terrain.feature("debris_bridge"))
            for stand in stands if stand.feature.name == "bridge"
        )  # fmt: skip
    return found


def buried_features(g: SquadState) -> Mapping[Hexagon, Iterable[str]]:
    """What stood in the hex and is no more: its terrain; a bridge stands in a new way. B37.6."""
    board = g.setting.board
    found = {index: {board.hexes[index].row.terrain} for index in each_hex(g.debris)}
    for place in each_place(g.debris_bridges):
        found.setdefault(board.hex_of[place], set()).add("bridge")
    return found


def wide_street_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Who goes through a trail break on a boulevard is as exposed as on any. Rule B37.621.

    Reading: the -1 comes beside the +1 of the debris, which a trail break leaves as it is (B37.7).
    """
    through = attack.moving and g.through_breaks >> unit & 1
    if through and is_boulevard(g, g.where[unit]) and not g.setting.armour >> unit & 1:
        yield Cover("B37.621", -1)


def is_boulevard(g: SquadState, place: Place) -> bool:
    """Whether a location is a runway or wide city boulevard, under debris or not. B37.62."""
    board = g.setting.board
    return board.locations[place].floor == "ground" and board.hex(place).row.terrain == "runway"


# -- entering -------------------------------------------------------------------------------------


def struggles(g: SquadState, entry: Entry) -> bool:
    """Whether somebody comes into debris where no trail break leads in. Rules B37.3, B37.7."""
    if not lies_in(g, entry.to) or entry.to == entry.origin:
        return False
    return not (entry.crossing and has_break(g, entry.to, entry.far_side))


def debris_cost(g: SquadState, entry: Entry) -> Part | None:
    """Two MF, or a quarter of the MP; through a trail break as without debris. Rule B37.3."""
    if struggles(g, entry):
        if entry.way == "infantry":
            return Part("B37.3", ON_FOOT, "debris")
        if entry.way == "tracked":
            return Part("B37.3", part_of_mp(g, entry.unit, QUARTER), "debris")
    elif lies_in(g, entry.to) and entry.to != entry.origin:  # B37.7
        return _bare_cost(g, entry)[0]
    return None


def _bare_cost(g: SquadState, entry: Entry) -> tuple[Part | None, tuple[BogCheck, ...]]:
    points = 0 if entry.on_foot else mp_of(g, entry.unit)
    return base_cost(without_debris(g, entry.to), entry, points)


def depression_cost(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Going down into a gully or stream full of debris costs both. Rule ex-B37.3.

    Vehicles pay what the depression costs beyond open ground.
    """
    row = g.setting.board.hex(entry.to).row
    if row.under not in ("gully", "stream", "sunken_road") or not struggles(g, entry):
        return
    if g.setting.board.locations[entry.to].floor != "ground":
        return
    if row.under == "stream" and entry.on_foot:
        if depth_at(g, entry.to) in DEPTHS:
            yield Part("ex-B37.3", DEPTHS[depth_at(g, entry.to)][1], "stream")
        return
    prices = g.setting.tables.chart.prices
    price, plain = prices[row.under][entry.way], prices["open_ground"][entry.way]
    if price is not None and plain is not None:
        off = 0 if entry.on_foot else plain.halves
        yield Part("ex-B37.3", price.halves - off, row.under)


def debris_bar(g: SquadState, entry: Entry) -> str:
    """Of vehicles only fully tracked AFV enter debris; nobody dashes there. Rule B37.3.

    Through a trail break anybody may go; a boulevard is too wide for a dash anyhow.
    """
    if entry.manner == "dash" and is_boulevard(g, entry.to):  # B37.62
        return "B37.62"
    if not struggles(g, entry):
        return ""
    if entry.manner == "dash" and g.setting.board.hex(entry.to).road:  # B37.61
        return "B37.61"
    able = entry.way == "tracked" and g.setting.armour >> entry.unit & 1
    return "" if entry.on_foot or able else "B37.3"


def debris_bog(g: SquadState, entry: Entry) -> Iterator[BogCheck]:
    """A bog check at +1, or the one of what lies beneath a trail break. Rule B37.3."""
    if struggles(g, entry):
        yield BogCheck("err-D8.21", BOG_DRM)
    elif lies_in(g, entry.to) and entry.to != entry.origin:
        yield from _bare_cost(g, entry)[1]  # B37.7


def road_cut(g: SquadState, place: Place, side: int) -> bool:
    """Whether debris covers a road where it crosses a side of a location. Rules B37.61, B37.62.

    So there is neither road rate nor road bonus, except through a trail break.
    """
    return lies_in(g, place) and not has_break(g, place, side)


def note_break(g: SquadState, entry: Entry, log: Log) -> None:  # noqa: ARG001
    """Remember who comes through a trail break in the movement phase. Rule B37.621."""
    if g.march is None:
        return
    through = lies_in(g, entry.to) and not struggles(g, entry)
    units = set_of(g.march.units)
    g.through_breaks = g.through_breaks | units if through else g.through_breaks & ~units


def forget_breaks(g: SquadState, log: Log) -> None:  # noqa: ARG001
    """Nobody moves any more. Rule B37.621."""
    g.through_breaks = 0


# -- what else a road under debris is -------------------------------------------------------------


def is_paved(g: SquadState, place: Place) -> bool:
    """Whether a paved road keeps mines and gun emplacements out. Rules B28.1, C11.2.

    Debris makes room for both (B37.61, B37.62).
    """
    return bool(g.setting.board.hex(place).row.paved) and not lies_in(g, place)


# -- clearing it ----------------------------------------------------------------------------------


def sides_to_break(g: SquadState, place: Place) -> list[int]:
    """The hexsides of debris or rubble that have no trail break yet."""
    return list(members(ways_through(g, place) & ~g.breaks.get(place, 0)))


def ways_through(g: SquadState, place: Place) -> int:
    """The hexsides that trail breaks of a location can open: on a bridge those that it joins."""
    board = g.setting.board
    return board.hex(place).deck if board.locations[place].floor == "bridge" else ALL_SIDES


def can_be_cleared(g: SquadState, place: Place) -> bool:
    """Whether there is debris, or rubble, to make a way through. Rules B24.7, B24.71, B37.7."""
    rubble = place in g.rubble and g.setting.board.locations[place].floor == "ground"
    return rubble or lies_in(g, place)


def clearing_orders(g: SquadState, march: March) -> Iterator[Action]:
    """A squad that has not moved may try to clear a way through debris or rubble. B37.7, B24.71."""
    place = g.where[march.units[0]]
    if march.spent or place == NOWHERE or not can_be_cleared(g, place):
        return
    if not any(g.setting.squads >> unit & 1 for unit in march.units):
        return
    closed = sides_to_break(g, place)
    for pair in combinations(members(ways_through(g, place)), 2):
        if set(pair) & set(closed):
            yield Action("clear", (SIDE_WORDS[pair[0]], SIDE_WORDS[pair[1]]))


def clear_debris(g: SquadState, action: Action, log: Log) -> int:
    """Try to clear debris or rubble: a whole turn, and dangerous. Rules B37.7, B24.7.

    Success makes a trail break between two hexsides; when every hexside has one, nothing is left
    of the debris.
    """
    march = g.moving
    place = g.where[march.units[0]]
    led = Modifier("A10.7", g.best_leadership(march.units))
    squad = next(u for u in march.units if g.setting.squads >> u & 1)
    what = "debris" if lies_in(g, place) else "rubble"
    if is_done(g, log, squad, what, CLEARED, led):
        break_trail(g, place, [side_of(action.choice(0)), side_of(action.choice(1))], log)
    g.ti |= set_of(march.units)
    g.change_march(hazardous=True)  # A4.62
    return mf_left(g, march)


def break_trail(g: SquadState, place: Place, sides: Iterable[int], log: Log) -> None:
    """A trail break joins two hexsides; the last one clears debris away. Rules B37.7, B24.71."""
    g.breaks[place] = g.breaks.get(place, 0) | set_of(sides)
    log.append(Marked(place, "trail_break", "placed"))
    if lies_in(g, place) and not sides_to_break(g, place):
        remove_debris(g, place)
        log.append(Marked(place, "debris", "removed"))


def lying_debris(g: SquadState, manner: Manner) -> Lying:  # noqa: ARG001
    """Debris on the ground and on bridges, for costs to be remembered by."""
    around = g.setting.board.around
    for hexagon in each_hex(g.debris):
        yield around[hexagon], ("debris", hexagon)
    for place in each_place(g.debris_bridges):
        yield around[place], ("debris_bridge", place)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"debris", "runway"}),
    cuts=(road_cut,),
    base_costs=(debris_cost,),
    extra_costs=(depression_cost,),
    bars=(debris_bar,),
    bog_checks=(debris_bog,),
    reshapes=(debris_features,),
    fallen=(buried_features,),
    sight_columns=("debris", "debris_bridges"),
    lying=(lying_debris,),
)

CLEARING: Chapters[SquadState] = Chapters(
    arrivals=(note_break,),
    covers=(("marching", wide_street_cover),),
    orders=(clearing_orders,),
    verbs={"clear": (CHOICE, CHOICE)},
    carry_out={"clear": clear_debris},
    movement_ends=(forget_breaks,),
)
