"""Daisy chains: mines on a string, drawn across a road. Rule B28.7.

Readings: a squad or crew that carries one lays it as its whole move on a hexside of its hex that
a road crosses; the enemy does not know of it. The first vehicle to cross that hexside sets it off:
two dice of no more than 6 blow up under it. Either way it is gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, set_of, union
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action, ArgKind
from salient.engine.events import Secret
from salient.engine.state import Log
from salient.games.squad.combat.mines import explode
from salient.games.squad.core.actions import SIDE_WORDS
from salient.games.squad.core.events.fire import MinesAttacked
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mf_left
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Entry
from salient.games.squad.terrain.board import SIDES, Hexside

BLOWS_UP = 6
"""The highest roll that blows up under a vehicle."""


def chain_orders(g: SquadState, march: March) -> Iterator[Action]:
    """Across which sides of its hex a chain can be drawn. Rule B28.7."""
    place = g.where[march.units[0]]
    if march.spent or march.rushed or place == NOWHERE or not g.setting.chains:
        return
    if not union(g.carried(unit) for unit in march.units) & g.setting.chains:
        return
    here = g.setting.board.hex(place)
    if g.setting.board.locations[place].floor == "ground":
        yield from (
            Action("string", (SIDE_WORDS[side],)) for side in range(SIDES)
            if here.road >> side & 1 and SIDES * here.index + side not in g.chains
        )  # fmt: skip


def string(g: SquadState, action: Action, log: Log) -> int:
    """Draw a chain across a road; that takes the whole move. Rule B28.7."""
    march = g.moving
    place, owner = g.where[march.units[0]], g.side(march.units[0])
    item = each_piece(union(g.carried(unit) for unit in march.units) & g.setting.chains)[0]
    g.owner[item] = NOBODY
    g.put(item, NOWHERE)
    g.concealed &= ~(1 << item)
    g.lost |= 1 << item
    key = Hexside(SIDES * g.setting.board.hex_of[place] + side_of(action.choice(0)))
    g.chains[key] = owner
    log.append(Secret(owner, Marked(place, "chain", "placed")))
    g.ti |= set_of(march.units)
    return mf_left(g, march)


def set_off(g: SquadState, entry: Entry, log: Log) -> None:
    """A vehicle crosses a chain. Rule B28.7."""
    if not g.chains or entry.on_foot or not entry.crossing:
        return
    hex_of = g.setting.board.hex_of
    near = Hexside(SIDES * hex_of[entry.origin] + entry.side)
    far = Hexside(SIDES * hex_of[entry.to] + entry.far_side)
    found = [key for key in (near, far) if key in g.chains]
    for key in found:
        del g.chains[key]
        dice = g.dice()
        blows_up = sum(dice) <= BLOWS_UP
        log.append(MinesAttacked(entry.to, "at", dice, "hit" if blows_up else "none"))
        if blows_up and not g.wrecks >> entry.unit & 1:
            explode(g, entry.unit, log)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"chain"}),
    orders=(chain_orders,),
    verbs={"string": (ArgKind.CHOICE,)},
    carry_out={"string": string},
    arrivals=(set_off,),
)
