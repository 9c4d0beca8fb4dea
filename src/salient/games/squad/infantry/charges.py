"""Demolition charges are laid beside the enemy or at a roadblock, or set there. A23, P5.1411b.

What is laid in the movement phase goes off when the advancing fire phase begins
(:mod:`~salient.games.squad.infantry.detonation`), if those who laid it are still at it.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.actions import CHOICE, PLACE, SIDE_WORDS
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.march import March
from salient.games.squad.core.points import ONE, mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.stacking import seen_enemies
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.sight.concealment import expose
from salient.games.squad.terrain.board import SIDES, Hexside

AT_A_BLOCK = 2 * ONE
"""Halves of MF that laying a charge at a roadblock takes: one for the block, one for the charge
(reading of A23.3)."""


def charge_of(g: SquadState, unit: Piece) -> Piece:
    """A demolition charge that a unit has, or ``NOBODY``."""
    if not g.setting.demolitions:
        return NOBODY
    return next(iter(each_piece(g.carried(unit) & g.setting.demolitions)), NOBODY)


def layer(g: SquadState, march: March) -> Piece:
    """Who among the moving units has a charge, or ``NOBODY``."""
    return next((unit for unit in march.units if charge_of(g, unit) != NOBODY), NOBODY)


def charge_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Where a charge can be laid, and the roadblocks it can be set against. Rules A23.3, A23.7."""
    unit = layer(g, march)
    if unit == NOBODY or g.where[unit] == NOWHERE:
        return
    yield from (Action("plant", (place,)) for place in sorted(lay_costs(g, march, unit)))
    for key in blocks_in_reach(g, unit):
        where = key // SIDES, SIDE_WORDS[key % SIDES]
        if mf_left(g, march) >= AT_A_BLOCK:
            yield Action("affix", where)
        if not march.spent:
            yield Action("blast", where)


def lay_costs(g: SquadState, march: March, unit: Piece) -> dict[Place, int]:
    """Locations with seen enemies next door, and what laying a charge there costs: as entering.

    Rule A23.3.
    """
    if unit in g.bypass:
        return {}
    here, left = g.where[unit], mf_left(g, march)
    found = {}
    for link in g.setting.board.links[here]:
        if not seen_enemies(g, link.to, g.side(unit)):
            continue
        cost = entry_cost(g, Entry(unit, "infantry", here, link.to, link.side), left + march.spent)
        if not cost.bar and cost.total <= left:
            found[link.to] = cost.total
    return found


def blocks_in_reach(g: SquadState, unit: Piece) -> list[Hexside]:
    """The roadblocks against which a unit can set a charge where it stands.

    Across a narrow street from the three hexes at its arrow (P5.1411b), elsewhere from the two
    hexes it lies between (A23.7, B29.5).
    """
    place, board = g.where[unit], g.setting.board
    if board.locations[place].floor != "ground" or unit in g.bypass:
        return []
    found = [key for answer in g.setting.chapters.charge_targets for key in answer(g, unit)]
    found += [
        key for key in g.roadblocks
        if place in (key // SIDES, board.hexes[key // SIDES].near[key % SIDES])
    ]  # fmt: skip
    return sorted(found)


def lay(g: SquadState, action: Action, log: Log) -> int:
    """Lay a charge in a location; the MF it takes. Rule A23.3."""
    unit, place = layer(g, g.moving), action.place(0)
    cost = lay_costs(g, g.moving, unit)[place]
    put_down(g, unit, place, log)
    return cost


def affix(g: SquadState, action: Action, log: Log) -> int:
    """Lay a charge at a roadblock and go on; the MF it takes. Rules A23.3, P5.1411b."""
    unit = layer(g, g.moving)
    key = Hexside(SIDES * action.place(0) + side_of(action.choice(1)))
    g.charges_set[charge_of(g, unit)] = key
    put_down(g, unit, g.where[unit], log)
    return AT_A_BLOCK


def set_charge(g: SquadState, action: Action, log: Log) -> int:
    """Set a charge against a roadblock with care: that takes the whole turn. A23.7, P5.1411b."""
    unit = layer(g, g.moving)
    key = Hexside(SIDES * action.place(0) + side_of(action.choice(1)))
    g.charges_set[charge_of(g, unit)] = key
    g.charges_wired |= 1 << charge_of(g, unit)
    put_down(g, unit, g.where[unit], log)
    g.ti |= 1 << unit
    return mf_left(g, g.moving)


def put_down(g: SquadState, unit: Piece, place: Place, log: Log) -> None:
    """A charge lies in a location; whoever sees that knows the unit. Rules A23.3, A12.14."""
    charge = charge_of(g, unit)
    g.owner[charge] = NOBODY
    g.concealed &= ~(1 << charge)
    g.hidden &= ~(1 << charge)
    g.put(charge, place)
    g.charges_laid[charge] = unit
    log.append(Marked(place, "charge", "placed"))
    expose(g, 1 << unit, log)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"demolition"}),
    orders=(charge_orders,),
    verbs={"plant": (PLACE,), "affix": (PLACE, CHOICE), "blast": (PLACE, CHOICE)},
    carry_out={"plant": lay, "affix": affix, "blast": set_charge},
)
