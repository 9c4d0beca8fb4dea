"""A formation on the move as one (rc-group-1): one order, an ordinary move for each unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from salient.boards.bits import each_piece, each_place, members, set_of, union
from salient.boards.hexes import Flood, Prices
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, enemy
from salient.engine.memory import Memo
from salient.engine.state import Decision, Log, at_rest
from salient.games.trumpets.march.costs import prices
from salient.games.trumpets.march.edges import entry_hexes
from salient.games.trumpets.march.movement import Moving, movable
from salient.games.trumpets.march.one_by_one import next_mover
from salient.games.trumpets.march.ranges import Movers, Reach
from salient.games.trumpets.standing.passage import movement_class
from salient.games.trumpets.standing.stacking import crowds
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

HALT, BACK = Action("halt"), Action("back")
FAR = 160
"""Half MF beyond which the way to a goal is not looked for."""

SLACK, DETOUR = 8, 6
"""Half MF, and half MF a hex of distance, beyond which a way round is not taken."""

WAYS: Memo[tuple[Prices, int], Flood] = Memo("ways to the goal of a formation", 32)


def parts(g: TrumpetsState, units: int) -> dict[int, int]:
    """Units by the part of their corps that they belong to."""
    found: dict[int, int] = {}
    for unit in each_piece(units):
        part = g.ladder.parts[g.under[unit]]
        found[part] = found.get(part, 0) | 1 << unit
    return found


def mobile(g: TrumpetsState, units: int) -> int:
    """Those of some units that can be moved as a group: not deployed, not ferrying."""
    return units & ~(g.present & g.deployed) & ~set_of(g.ferrying)


class Leg(NamedTuple):
    """The move of one unit towards the goal of its formation."""

    verb: str
    place: Place


class GroupMove(TrumpetsStep, frozen=True, tag="group_move"):
    """The units of a formation go to a hex, or as near to it as they can. Rule rc-group-1.

    Attributes:
        side: Whose it is.
        corps: The corps that moves.
        formation: The formation, or the part of it, that has been named.
        units: Those who have not moved yet.
        goal: Where they go, -1 before that is said.
    """

    side: int
    corps: int
    formation: int
    units: Pieces
    goal: Place = NOWHERE

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Where they go, whether they stay, or which part of them is meant."""
        if self.goal >= 0:
            return None
        going = each_piece(mobile(g, set_of(self.units)))
        hexes = union(self._reached(g, unit) for unit in going)
        name = g.setting.word
        return Decision(
            self.side,
            "group",
            [
                *g.setting.offer["to"].of(members(hexes & ~g.occupied[enemy(self.side)])),
                *(Action("group", (name(one),)) for one in self._below(g)),
                HALT,
                BACK,
            ],
            ("rc-group-1", "sop-24"),
            {"choice": name(self.formation)},
            going,
        )

    def _reached(self, g: TrumpetsState, unit: Piece) -> int:
        """Where one of them gets; who comes on begins with the hex for that (rc-arr-2)."""
        moving, found = Moving(self.side, self.corps, (unit,)), 0
        if g.where[unit] == NOWHERE:
            for place in entry_hexes(g, unit):
                there = g.copy()
                there.put(unit, place)
                found |= 1 << place | union(r.hexes for r in moving.reaches(there).values())
            return found
        return union(reach.hexes for reach in moving.reaches(g).values())

    def _below(self, g: TrumpetsState) -> list[int]:
        """Formations below this one that have some of the units, but not all."""
        shares = {g.under[unit] for unit in self.units}
        return sorted(shares - {self.formation}) if len(shares) > 1 else []

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Name the goal or a part, or let them stay."""
        if action.verb == "to":
            goal = action.place(0)
            going = each_piece(mobile(g, set_of(self.units)))
            distance = g.setting.board.distance
            begin = {
                unit: g.where[unit] if g.present >> unit & 1 else g.gate[unit] for unit in going
            }
            units = tuple(sorted(going, key=lambda unit: distance(begin[unit], goal)))
            g.steps[-1] = msgspec.structs.replace(self, goal=goal, units=units)
        elif action.verb == "group":
            part = g.setting.formation(action.choice(0))
            units = tuple(unit for unit in self.units if g.under[unit] == part)
            g.steps[-1] = msgspec.structs.replace(self, formation=part, units=units)
        else:
            g.steps.pop()
            if action == HALT:
                g.moved |= set_of(self.units)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """The next unit makes its move; whoever gets no nearer stays and may still be moved."""
        if moving := next_mover(g, movable):
            send(g, moving, self.goal, log)


def send(g: TrumpetsState, moving: Moving, goal: Place, log: Log) -> None:
    """Let a stack make one move towards a goal, if that brings it nearer; or come on (rc-arr-2)."""
    enters = g.where[moving.units[0]] == NOWHERE
    if enters:
        distance = g.setting.board.distance
        gates = entry_hexes(g, moving.units[0])
        gate = min(gates, key=lambda place: distance(place, goal))
        g.steps.append(moving)
        moving.take(g, Action("enter", (gate,)), log)
    reaches = moving.reaches(g)
    leg = best_leg(g, moving, goal, reaches)
    if not enters:
        if leg is None:
            return
        g.steps.append(moving)
    if leg is not None:
        g.setting.memory.hold(g, moving, reaches)
        moving.take(g, Action(leg.verb, (leg.place,)), log)
    g.steps[-1] = msgspec.structs.replace(g.steps[-1], over=True)


def best_leg(
    g: TrumpetsState, moving: Moving, goal: Place, reaches: Mapping[str, Reach]
) -> Leg | None:
    """The move that brings a stack to a goal, or else nearest to it.

    It stops next to the enemy only in the goal itself: a formation does not stumble into a fight.
    Guns and HQs do not crowd into a hex where they would be disrupted (dis-2, dis-3).
    """
    held = Movers(g, moving.side, moving.units).zones() & ~(1 << goal)
    stops = {
        verb: _uncrowded(g, moving, moving.stops(g, reach.hexes & ~held))
        for verb, reach in reaches.items()
    }
    here = g.where[moving.units[0]]
    for level in _towards(g, moving, here, goal):
        if level >> here & 1:
            return None
        for verb, hexes in stops.items():
            if hexes & level:
                return Leg(verb, each_place(hexes & level)[0])
    return None


def _uncrowded(g: TrumpetsState, moving: Moving, places: Sequence[Place]) -> int:
    """The hexes where a stack disrupts nobody by stopping there."""
    rear = each_piece(moving.group & g.setting.roster.emplaced)
    return set_of(place for place in places if not any(crowds(g, one, place) for one in rear))


def _towards(g: TrumpetsState, moving: Moving, here: Place, goal: Place) -> Iterator[int]:
    """The goal, then sets of hexes further and further from it; none if the way is too long.

    Where water bars the way of the stack as it is, hexes count: it may go on foot, or wait there.
    """
    yield 1 << goal
    ways, distance = ways_to(g, moving, goal), g.setting.board.distance(here, goal)
    cost = ways.cost(here)
    if cost is not None and cost <= SLACK + DETOUR * distance:
        yield from ways.levels
        return
    ring = 1 << goal
    for _ in range(distance):
        ring = g.setting.board.within(ring, 1)
        yield ring


def ways_to(g: TrumpetsState, moving: Moving, goal: Place) -> Flood:
    """How far it is from each hex to a goal: a flood from it, costs being much the same."""
    kinds = [movement_class(g, unit) for unit in moving.units]
    costs = prices(g, moving.side, kinds)
    known = g.setting.memory.of(WAYS)
    found = known.get((costs, goal))
    if found is None:
        board = g.setting.board
        found = known.keep((costs, goal), board.flood({0: 1 << goal}, costs, 0, board.all, FAR))
    return found
