"""Chapters 8.5-1, 8.5-2 and 5.6: retreat, hex by hex, or surrender."""

from __future__ import annotations

import msgspec

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, Places
from salient.engine.state import Decision, Log, Ref
from salient.games.bulge.events import Retreated
from salient.games.bulge.rules.control import retreat_steps
from salient.games.bulge.rules.losses import destroy
from salient.games.bulge.rules.stacking import has_room
from salient.games.bulge.rules.ways import leaves_trace, pass_through
from salient.games.bulge.state import BulgeState, BulgeStep

DEFENDER_DISTANCE, ATTACKER_DISTANCE = 2, 1
"""Rule 8.5-1a."""

HALT = Action("halt")

Way = Places
"""The hexes of a retreat in order, without the one it begins in."""


def retreats(g: BulgeState, unit: Piece, distance: int) -> list[Place]:
    """The hexes a unit may retreat to. Rules 8.5-1b, 8.5-2."""
    return sorted(retreat_ways(g, unit, distance))


def retreat_ways(g: BulgeState, unit: Piece, distance: int) -> dict[Place, list[Way]]:
    """The hexes a unit may retreat to, and all ways to each. Rules 8.5-1b, 8.5-2.

    They lie just the prescribed distance away and have room; if the only ones left are full, the
    unit goes one hex further.
    """
    ways: list[Way] = [()]
    for _ in range(distance):
        ways = _further(g, unit, ways)
    open_ = _with_room(g, unit, ways)
    return open_ or _with_room(g, unit, _further(g, unit, ways))


def _further(g: BulgeState, unit: Piece, ways: list[Way]) -> list[Way]:
    """Ways one hex longer, each hex farther from where the retreat began."""
    origin, distance = g.where[unit], g.setting.board.distance
    return [
        (*way, to)
        for way in ways
        for to in each_place(retreat_steps(g, way[-1] if way else origin, unit))
        if distance(origin, to) == len(way) + 1
    ]


def _with_room(g: BulgeState, unit: Piece, ways: list[Way]) -> dict[Place, list[Way]]:
    found: dict[Place, list[Way]] = {}
    for way in ways:
        if way[-1] in found or has_room(g, way[-1], 1 << unit):
            found.setdefault(way[-1], []).append(way)
    return found


def can_all_retreat(g: BulgeState, units: Pieces, distance: int) -> bool:
    """Whether all units of a stack can complete a retreat, none in the way of another."""
    if not all(retreats(g, unit, distance) for unit in units):
        return False
    return len(units) < 2 or any(
        can_all_retreat(_moved(g, unit, to), tuple(u for u in units if u != unit), distance)
        for unit in units
        for to in retreats(g, unit, distance)
    )


def _moved(g: BulgeState, unit: Piece, to: Place) -> BulgeState:
    trial = g.copy()
    trial.put(unit, to)
    return trial


class Retreat(BulgeStep, frozen=True, tag="retreat"):
    """A side's units in the combat retreat, each where its owner likes. Rules 8.5-1, 8.5-2.

    Attributes:
        side: Who retreats.
        distance: How many hexes.
        optional: Whether it was chosen to save a step (8.5-3). With the option giving_ground=units
            some of the stack may then stay where they are.
        done: Units that have retreated.
    """

    side: int
    distance: int
    optional: bool = False
    done: Pieces = ()

    def ask(self, g: BulgeState) -> Decision | None:
        """Which unit goes where."""
        waiting = self._waiting(g)
        actions = [
            Action("retreat", (unit, to))
            for unit in waiting
            for to in retreats(g, unit, self.distance)
        ]
        if not actions:
            return None
        if self._may_stay(g) and self.done:
            actions.append(HALT)
        return Decision(self.side, "retreat", actions, ("8.5-1", "8.5-2"))

    def _may_stay(self, g: BulgeState) -> bool:
        return self.optional and g.setting.units_give_ground

    def _waiting(self, g: BulgeState) -> list[Piece]:
        fight = g.fight
        units = fight.attackers if self.side == fight.attacker else fight.defenders
        return [unit for unit in g.alive(units) if unit not in self.done]

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Go, or let the others stay."""
        if action == HALT:
            g.steps.pop()
            return
        unit, to = action.piece(0), action.place(1)
        if self.optional:
            g.shaken |= 1 << unit
            g.wary |= 1 << unit
        g.steps[-1] = msgspec.structs.replace(self, done=(*self.done, unit))
        ways = retreat_ways(g, unit, self.distance)[to]
        g.steps.append(FallingBack(self.side, unit, _unlike(g, unit, ways)))

    def run(self, g: BulgeState, log: Log) -> None:
        """Whoever cannot get away surrenders; nobody leaves the map instead.

        Rules 5.6, 8.5-2c, 13.9c, 13.9d.
        """
        waiting = [] if self._may_stay(g) else self._waiting(g)
        g.steps.pop()
        for unit in waiting:
            destroy(g, unit, "surrender", log)


def _unlike(g: BulgeState, unit: Piece, ways: list[Way]) -> tuple[Way, ...]:
    """Of ways to one hex those that differ in what passing through leaves behind."""
    found: dict[Way, Way] = {}
    for way in ways:
        traces = tuple(place for place in way if leaves_trace(g, unit, place))
        found.setdefault(traces, way)
    return tuple(found.values())


class FallingBack(BulgeStep, frozen=True, tag="falling_back"):
    """A unit retreats by one of some ways, its owner choosing; each hex is passed through.

    Passing through a hex takes it from the enemy, so the way can matter. Rules 8.5-1b, 13.3-2.
    """

    side: int
    unit: Piece
    ways: tuple[Way, ...]

    def ask(self, g: BulgeState) -> Decision | None:
        """The hex by which it goes, where the ways part."""
        if len(self.ways) == 1:
            return None
        return Decision(
            self.side,
            "way",
            [Action("through", (place,)) for place in self._parting()],
            ("8.5-1", "13.3-2"),
            {"unit": Ref("piece", self.unit), "hex": Ref("place", self.ways[0][-1])},
            (self.unit,),
        )

    def _parting(self) -> list[Place]:
        """The hexes in which the ways first differ."""
        return next(
            places for step in zip(*self.ways, strict=True) if (places := sorted({*step}))[1:]
        )

    def take(self, g: BulgeState, action: Action, log: Log) -> None:
        """Keep the ways that lead through the hex."""
        ways = tuple(way for way in self.ways if action.place(0) in way)
        g.steps[-1] = msgspec.structs.replace(self, ways=ways)

    def run(self, g: BulgeState, log: Log) -> None:
        """Go."""
        g.steps.pop()
        for place in self.ways[0]:
            g.put(self.unit, place)
            pass_through(g, (self.unit,), place)
            log.append(Retreated(self.unit, place))
