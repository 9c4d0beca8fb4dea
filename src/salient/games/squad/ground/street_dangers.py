"""What endangers those on narrow streets: smoke, fire, mines, close combat, falling houses.

Rules P5.131, P5.132, P5.14, P5.142 and P5.15.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.engine.events import Modifier
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.combat.rubble import bury
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import is_house
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.scenario import Fortification
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Look
from salient.games.squad.ground.debris import is_paved
from salient.games.squad.ground.narrow_streets import (
    across_street,
    edge_of,
    is_street,
    street_under,
)
from salient.games.squad.ground.street_blocks import block_on, remove_block
from salient.games.squad.ground.street_fighting import STREET_FIGHTING
from salient.games.squad.terrain.board import OFF_MAP

CMG_DRM = 1
"""Rule P5.132b."""

LAID = ("ap_mines", "at_mines")
"""Mines; like foxholes they are not put into a paved road (B27.1, B28.1)."""


# -- what reaches a unit --------------------------------------------------------------------------


def street_flanks(g: SquadState, unit: Piece) -> Iterator[Place]:
    """The hex across the street: its residual fire and mines reach a bypassing unit.

    Rules P5.131, P5.142c; not at a crest line (P5.142d).
    """
    under = street_under(g, unit)
    if under is not None:
        yield from across_street(g, *under)


def street_smoke(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Smoke across the street affects who bypasses along it; only the thicker counts. P5.131."""
    if attack.means in ("mines", "residual", "shell"):
        return
    for one in (unit, *attack.firers):
        own = g.smoke.get(g.where[one], 0)
        beside = next((g.smoke.get(near, 0) for near in street_flanks(g, one)), 0)
        if beside > own:
            out = one != unit and not own  # out of smoke one more (A24.2)
            yield Cover("P5.131", beside - own + out)


# -- close combat ---------------------------------------------------------------------------------


def street_fighting(g: SquadState, unit: Piece, vehicle: Piece) -> Iterator[Modifier]:
    """A vehicle on a narrow street, attacked from the ground floor beside it. Rule P5.132a."""
    under = street_under(g, vehicle)
    if under is None:
        return
    place = g.where[unit]
    beside = (under[0], g.setting.board.hexes[under[0]].near[under[1]])
    if place in beside and is_house(g, place):
        yield Modifier("P5.132a", STREET_FIGHTING)


def coaxial_guns(g: SquadState, vehicle: Piece) -> Iterator[Modifier]:
    """Coaxial machine-guns have no room to swing in close combat on a street. Rule P5.132b."""
    if g.setting.vehicle_row(vehicle).cmg and street_under(g, vehicle) is not None:
        yield Modifier("P5.132b", CMG_DRM)


# -- fortifications -------------------------------------------------------------------------------


def fortification_bar(g: SquadState, item: Fortification, place: Place) -> str:
    """What may not be built beside or across a narrow street. Rules P5.14, P5.141a, P5.142a.

    A paved road in a hex keeps foxholes and mines out; a street along its side does not.
    """
    here = g.setting.board.hex(place)
    dug = item.kind in ("foxhole", "trench")
    if dug and here.row.paved:
        return "B27.1"
    if item.kind in LAID and is_paved(g, place):
        return "B28.1"
    if dug and here.row.building:
        return "B27.1"
    if item.kind.endswith("_mines") and item.hidden and must_be_shown(g, place):
        return "P5.142a"
    return ""


def must_be_shown(g: SquadState, hexagon: Place) -> bool:
    """Whether mines in a hex must lie open: beside a paved street. Rule P5.142a.

    Not if the hex is the upper one at all its narrow streets.
    """
    board = g.setting.board
    here = board.hexes[hexagon]
    sides = [side for side in range(6) if here.streets[side]]
    if not any(here.streets[side] == "paved" for side in sides):
        return False
    near = (here.near[side] for side in sides)
    return not all(n != OFF_MAP and board.hexes[n].level < here.level for n in near)


def is_shown(g: SquadState, place: Place) -> bool:
    """Whether mines laid here show kind and strength from the beginning. Rule P5.142a."""
    return must_be_shown(g, g.setting.board.hex_of[place])


def may_clear_mines(g: SquadState, place: Place) -> bool:
    """Whether mines can be cleared by B28.53: not those that lie open by a street. P5.142b."""
    return bool(g.mines.get(place)) and not must_be_shown(g, g.setting.board.hex_of[place])


# -- falling houses -------------------------------------------------------------------------------


def bury_streets(g: SquadState, hexagon: Place, log: Log) -> None:
    """Rubble falls onto the streets beside it. Rules P5.15a, P5.15b, P5.15c."""
    board = g.setting.board
    for side in range(6):
        if not is_street(g, hexagon, side):
            continue
        key = block_on(g, hexagon, side)
        if key is not None:
            remove_block(g, key, log)
        edge = edge_of(board, hexagon, side)
        near = board.hexes[hexagon].near[side]
        for unit, (along, _) in sorted(g.bypass.items()):
            if edge_of(board, g.hex(unit), along) == edge:
                bury(g, unit, "rubble", log)
        for place in (hexagon, near):
            for field in g.mines.pop(place, ()):
                if field.known:
                    log.append(Marked(place, f"{field.kind}_mines", "removed"))


CHAPTER: Chapters[SquadState] = Chapters(
    flanks=(street_flanks,),
    fortification_bars=(fortification_bar,),
    covers=(("in_smoke", street_smoke),),
    rubblings=(bury_streets,),
    close_combat=(coaxial_guns,),
    assaults=(street_fighting,),
)
