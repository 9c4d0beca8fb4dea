"""Overruns: an AFV drives over infantry in the open. Rule D7.

It pays a quarter of its MP besides entering; its machine-guns count three times as in one hex,
halved because it moves, and tracks add four factors (reading). Then the infantry answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike, struck
from salient.games.squad.combat.firepower import column_of
from salient.games.squad.core.actions import PLACE
from salient.games.squad.core.arcs import front_sides
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.events.movement import BouncedBack
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.march import March
from salient.games.squad.core.points import mp_left, mp_of, part_of_mp
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.stacking import has_room, seen_enemies
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Entry
from salient.games.squad.infantry.entering import enter
from salient.games.squad.sight.concealment import reveal

EIGHTHS = 8
TRACKS = 4
"""Factors that the tracks of a vehicle add."""


def overrun_entries(g: SquadState, march: March) -> Iterator[tuple[Entry, int]]:
    """Hexes in front of an AFV with infantry in the open, and the MP halves it takes.

    Whoever is concealed there could be infantry.
    """
    vehicle, setting = march.units[0], g.setting
    place, side = g.where[vehicle], g.side(vehicle)
    if not setting.armour >> vehicle & 1 or place == NOWHERE or vehicle in g.bypass:
        return
    if g.load(vehicle):
        return
    left = mp_left(g, march)
    for link in setting.board.links[place]:
        foes = seen_enemies(g, link.to, side)
        if link.side not in front_sides(g.facing[vehicle]) or not foes:
            continue
        if foes & setting.vehicles & ~g.concealed or is_obstacle(g, link.to):
            continue
        way = setting.vehicle_row(vehicle).move
        entry = Entry(vehicle, way, place, link.to, link.side)
        cost = entry_cost(g, entry, mp_of(g, vehicle))
        total = cost.total + part_of_mp(g, vehicle, 4)
        free = not cost.bar and not cost.bogs and has_room(g, link.to, 1 << vehicle, side)
        if free and total <= left:
            yield entry, total


def overrun_orders(g: SquadState, march: March) -> Iterator[Action]:
    """The hexes that an AFV can overrun. Rule D7.1."""
    yield from (Action("overrun", (entry.to,)) for entry, _ in overrun_entries(g, march))


def overrun(g: SquadState, action: Action, log: Log) -> int:
    """Drive over those in a hex; the points are spent by entering. Rules D7.1, D7.11.

    A vehicle that was concealed there is found and stops the overrun, as hidden units do (A12.42).
    """
    found = {entry.to: (entry, cost) for entry, cost in overrun_entries(g, g.moving)}
    entry, cost = found[action.place(0)]
    foe = enemy(g.side(entry.unit))
    in_the_way = g.vehicles(entry.to, foe)
    if in_the_way:
        reveal(g, in_the_way, log)
        log.append(BouncedBack(g.moving.units, entry.to))
        return cost
    if not enter(g, entry, cost, log) or not g.motion >> entry.unit & 1:
        return 0
    targets = struck(g, entry.to, foe, moving=False) & g.setting.personnel
    halved = not targets & ~g.concealed
    power = overrun_power(g, entry.unit) >> halved
    reveal(g, targets, log)
    attack = Attack("overrun", enemy(foe), (), entry.to, False, (entry.unit,))
    strike(g, attack, column_of(power), g.dice(), (), targets & ~g.lost, log)
    return 0


def overrun_power(g: SquadState, vehicle: Piece) -> int:
    """Firepower of an overrun in eighths. Rule D7.11 (reading)."""
    row = g.setting.vehicle_row(vehicle)
    guns = row.bmg + row.cmg + (0 if g.buttoned >> vehicle & 1 else row.aamg)
    return guns * 3 * EIGHTHS // 2 + (TRACKS * EIGHTHS if row.move == "tracked" else 0)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"vehicle"}),
    driver_orders=(overrun_orders,),
    verbs={"overrun": (PLACE,)},
    carry_out={"overrun": overrun},
)
