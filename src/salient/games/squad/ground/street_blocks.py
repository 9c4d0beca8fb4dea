"""Roadblocks across narrow streets: rules P5.141 and P5.1411.

They are kept by hexside, with the corner that the arrow points at (``g.street_blocks``).
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import set_of
from salient.boards.pieces import NOWHERE
from salient.boards.sight_map import Barrier, Eye
from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place, Places
from salient.engine.state import Log
from salient.games.squad.core.actions import CHOICE, PLACE, SIDE_WORDS
from salient.games.squad.core.arcs import front_sides
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.labor import is_done
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Attack, Cover, Entry, Look, Lying, Manner, Part
from salient.games.squad.ground.narrow_streets import (
    block_barrier,
    edge_of,
    is_street,
)
from salient.games.squad.sight.concealment import reveal
from salient.games.squad.sight.crossings import crossing_of, look_at_corner
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of
from salient.games.squad.sight.stories import story_of
from salient.games.squad.terrain.board import OFF_MAP, SIDES, Hexagon, Hexside, apart

COVER = Cover("P5.141e", 2, "tem")
"""Cover of a roadblock against direct fire (B29)."""

DIRECT = ("fire", "lane", "ordnance")
"""Against other means it does not help (P5.141c)."""

CLEARED = 5
"""Reading of B29.5, B24.7: the roll, a leader's modifier included, that clears a roadblock."""


def set_block(g: SquadState, hexagon: Place, side: int, corner: int) -> None:
    """Set up a roadblock across a street, its arrow at a corner of the hexside. Rule P5.141a."""
    if corner not in (side, (side + 1) % SIDES) or not is_street(g, hexagon, side):
        raise ValueError("P5.141a")
    g.street_blocks[Hexside(SIDES * hexagon + side)] = corner


def blocks(g: SquadState) -> Iterator[tuple[Hexagon, int, int]]:
    """All roadblocks across streets: hex, side, corner of the arrow."""
    for key, corner in g.street_blocks.items():
        yield *apart(key, SIDES), corner


def block_on(g: SquadState, hexagon: Place, side: int) -> Hexside | None:
    """The key of the roadblock that spans a side of a hex, whichever hex it was put in."""
    if not g.street_blocks:
        return None
    board = g.setting.board
    edge = edge_of(board, hexagon, side)
    same = (SIDES * h + s for h, s, _ in blocks(g) if edge_of(board, h, s) == edge)
    return next(map(Hexside, same), None)


def remove_block(g: SquadState, key: Hexside, log: Log) -> None:
    """A roadblock is gone."""
    del g.street_blocks[key]
    log.append(Marked(key // SIDES, "roadblock", "removed"))


# -- sight and cover ------------------------------------------------------------------------------


def block_barriers(g: SquadState) -> Iterator[Barrier]:
    """Roadblocks stand from the centre of one hex to that of the other. Rule P5.141b."""
    board = g.setting.board
    feature = g.setting.terrain.feature("roadblock")
    for hexagon, side, _ in blocks(g):
        here = board.hexes[hexagon]
        if here.near[side] != OFF_MAP:
            beyond = board.hexes[here.near[side]].spot
            yield block_barrier(board.sight, feature, here.spot, beyond)


def block_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """A roadblock right before a unit at a corner, that the line of direct fire crosses.

    Rules P5.141c, ex-P5.141e. Nobody has the wall advantage of it: whoever stands in the middle of
    a hex has no cover from it.
    """
    if attack.means in DIRECT and crosses_block(g, look):
        yield COVER


def crosses_block(g: SquadState, look: Look) -> bool:
    """Whether a line to a corner of a hexside crosses the roadblock on it."""
    sighting = story_of(g, look).sighting
    notes = sighting.notes if sighting is not None else ()
    return any(note.what == "roadblock" and note.verdict == "ignored" for note in notes)


def vertices_to_declare(g: SquadState, entry: Entry) -> tuple[int, ...]:
    """The corners of a blocked hexside between which somebody who crosses it must choose.

    Rule P5.141e: who does not bypass says at which corner, as named in the hex he leaves.
    """
    if not entry.crossing or entry.manner == "bypass":
        return ()
    hexagon = g.setting.board.hex_of[entry.origin]
    if block_on(g, hexagon, entry.side) is None:
        return ()
    return entry.side, (entry.side + 1) % SIDES


def crossing_cover(g: SquadState, attack: Attack, origin: Place, eye: Eye) -> Iterator[Cover]:  # noqa: ARG001
    """A roadblock before who has crossed its hexside, at the corner he declared.

    Rules P5.141e, ex-P5.141d.
    """
    crossing = crossing_of(g)
    if crossing is None or g.march is None or g.march.vertex < 0:
        return
    if crosses_block(g, look_at_corner(g, eye, origin, crossing, g.march.vertex)):
        yield COVER


# -- movement -------------------------------------------------------------------------------------


def block_costs(g: SquadState, entry: Entry) -> Iterator[Part]:
    """Going along a blocked hexside costs those on foot one MF more. Rule ex-P5.141c."""
    if not entry.on_foot:
        return
    for side in entry.passed:
        if block_on(g, entry.to, side) is not None:
            yield Part("P5.141b", ONE, "roadblock")


def block_bar(g: SquadState, entry: Entry) -> str:
    """No vehicle goes along a blocked hexside. Rule P5.141d."""
    if entry.manner != "bypass" or entry.on_foot:
        return ""
    blocked = any(block_on(g, entry.to, side) is not None for side in entry.passed)
    return "P5.141d" if blocked else ""


# -- removal --------------------------------------------------------------------------------------


def clearing_places(g: SquadState, key: Hexside) -> Places:
    """The four ground-level locations from which a roadblock can be cleared. Rule P5.1411a."""
    board = g.setting.board
    hexagon, side = apart(key, SIDES)
    here = board.hexes[hexagon]
    beside = (here.near[side], here.near[(side - 1) % SIDES], here.near[(side + 1) % SIDES])
    return (hexagon, *(near for near in beside if near != OFF_MAP))


def vertex_hexes(g: SquadState, key: Hexside) -> tuple[Hexagon, ...]:
    """The three hexes at the corner that a roadblock's arrow points at. Rule P5.1411b."""
    hexagon, _ = apart(key, SIDES)
    near = g.setting.board.hexes[hexagon].near
    beyond = (near[side] for side in sorted(front_sides(g.street_blocks[key])))
    return (hexagon, *(at for at in beyond if at != OFF_MAP))


def sees_whole_block(g: SquadState, unit: Piece, key: Hexside) -> bool:
    """Whether a gun sees all of the hexside that a roadblock spans. Rule P5.1411c."""
    hexagon, side = apart(key, SIDES)
    board, hindrance = g.setting.board, sight_of(g).hindrance
    eye, origin = eye_of(g, unit), g.where[unit]
    return all(
        hindrance(eye, origin, board.eye_at(hexagon, corner), hexagon) >= 0
        for corner in (side, (side + 1) % SIDES)
    )


def blast_block(
    g: SquadState,
    key: Hexside,
    means: str,
    result: str,
    log: Log,
    *,
    unit: Piece = NOBODY,
    at: Place = NOWHERE,
) -> bool:
    """Something explodes at a roadblock; whether that removes it.

    Only a KIA does. Nothing but the roadblock is affected by a charge or an aimed shell. Rules
    P5.1411b, P5.1411c, P5.1411d, P5.1411e, B29.5.

    Args:
        g: The state.
        key: The roadblock.
        means: ``charge`` (a DC at its arrow), ``ordnance`` (aimed at it alone), ``indirect``.
        result: What the fire table says.
        log: What happened.
        unit: Who fires.
        at: Location from which a charge was used, or that indirect fire struck.
    """
    match means:
        case "charge":
            reaches = at in vertex_hexes(g, key)
        case "ordnance":
            reaches = sees_whole_block(g, unit, key)
        case _:
            hexagon, side = apart(key, SIDES)
            reaches = at in (hexagon, g.setting.board.hexes[hexagon].near[side])
    if not reaches or not result.endswith("KIA"):
        return False
    remove_block(g, key, log)
    return True


def blocks_at_arrow(g: SquadState, unit: Piece) -> Iterator[Hexside]:
    """The roadblocks against which a unit can set a charge: their arrows point at its hex."""
    place = g.where[unit]
    return (key for key in g.street_blocks if place in vertex_hexes(g, key))


def charge_block(g: SquadState, key: Hexside, at: Place, result: str, log: Log) -> bool | None:
    """A charge used against a hexside goes off; whether it removes a roadblock. Rule P5.1411b."""
    if key not in g.street_blocks:
        return None
    return blast_block(g, key, "charge", result, log, at=at)


def burst_blocks(g: SquadState, attack: Attack, roll: int, column: int, log: Log) -> None:
    """Shells from above that would kill remove the roadblocks of their hex. Rule P5.1411d."""
    result = g.setting.tables.result(column, roll)
    for key in tuple(g.street_blocks):
        blast_block(g, key, "indirect", result, log, at=attack.target)


def clearing_orders(g: SquadState, march: March) -> Iterator[Action]:
    """A squad that has not moved may try to clear a roadblock near it. Rules P5.1411a, B29.5."""
    if march.spent or not any(g.setting.squads >> unit & 1 for unit in march.units):
        return
    place = g.where[march.units[0]]
    for key in g.street_blocks:
        if place in clearing_places(g, key):
            yield Action("unblock", (key // SIDES, SIDE_WORDS[key % SIDES]))


def clear_block(g: SquadState, action: Action, log: Log) -> int:
    """Try to clear a roadblock; that takes the whole turn. Rules P5.1411a, B29.5."""
    march = g.moving
    key = Hexside(SIDES * action.place(0) + side_of(action.choice(1)))
    reveal(g, set_of(march.units), log)
    led = Modifier("B29.5", g.best_leadership(march.units))
    if is_done(g, log, march.units[0], "roadblock", CLEARED, led):
        remove_block(g, key, log)
    for unit in march.units:
        g.ti |= 1 << unit
    return mf_left(g, march)


def lying_blocks(g: SquadState, manner: Manner) -> Lying:
    """Roadblocks across streets, for costs to be remembered by: they matter to bypass only."""
    if manner == "bypass":
        for key in g.street_blocks:
            yield g.setting.board.around[key // SIDES], ("street_block", key)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"street"}),
    charge_targets=(blocks_at_arrow,),
    charge_blasts=(charge_block,),
    extra_costs=(block_costs,),
    bars=(block_bar,),
    barriers=(block_barriers,),
    sight_columns=("street_blocks",),
    covers=(("bypassing", block_cover),),
    crossing_covers=(crossing_cover,),
    bursts=(burst_blocks,),
    orders=(clearing_orders,),
    verbs={"unblock": (PLACE, CHOICE)},
    carry_out={"unblock": clear_block},
    lying=(lying_blocks,),
)
