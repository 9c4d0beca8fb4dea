"""Retreat (54.0): away from the enemy, unit by unit, by the least harmful way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.ids import Piece, Pieces, Place, Places, enemy
from salient.engine.state import Decision, Log, at_rest
from salient.games.trumpets.events import Retreated, StoodFast
from salient.games.trumpets.harm.disruption import disrupt, disrupt_crowds
from salient.games.trumpets.harm.losses import eliminate, leave_work, lose_steps
from salient.games.trumpets.roster import is_foot
from salient.games.trumpets.standing.control import enemy_zone
from salient.games.trumpets.standing.fuel import capture_fuel
from salient.games.trumpets.standing.passage import (
    by_road,
    enters,
    movement_class,
    water_between,
)
from salient.games.trumpets.standing.stacking import division_of, may_stop
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

HIGH_LEVELS = ("army", "corps")
"""Leaders who act for one formation of theirs at a time (rc-lead-2)."""


class Way(NamedTuple):
    """A way to retreat.

    Attributes:
        losses: Steps that enemy zones on it cost.
        rough: Whether it leads through restricted hexes (rc-dis-2).
        hexes: The hexes, without the one it begins in.
    """

    losses: int
    rough: bool
    hexes: Places


class Ends(NamedTuple):
    """Where a unit may end a retreat.

    Attributes:
        ways: The least harmful way to each hex; empty if there is no room anywhere.
        missing: Hexes that it falls short.
    """

    ways: dict[Place, Way]
    missing: int


def retreat_ends(g: TrumpetsState, unit: Piece, distance: int, foes: int) -> Ends:
    """The hexes that a unit may retreat to. Rules rc-ret-1, rc-stack-2.

    Args:
        g: The state.
        unit: Who.
        distance: How many hexes.
        foes: The hexes it must not come nearer to.
    """
    start = g.where[unit]
    rings = list(_rings(g, unit, distance + 1))
    reached = [_apart(g, start, ring, foes) for ring in rings]
    most = max(k for k in range(distance + 1) if k < len(reached) and (reached[k] or not k))
    if most == 0:
        return Ends({start: Way(0, rough=False, hexes=())}, distance)
    ways = _with_room(g, unit, reached[most])
    if not ways and most == distance and len(reached) > distance + 1:
        ways = _with_room(g, unit, reached[distance + 1])  # rc-stack-2
    return Ends(_least_harmful(ways), distance - most)


def _rings(g: TrumpetsState, unit: Piece, distance: int) -> Iterator[dict[Place, Way]]:
    """The ways outwards, ring by ring; the first ring is the unit's own hex."""
    board, start = g.setting.board, g.where[unit]
    side, roster = g.setting.side_of[unit], g.setting.roster
    held = enemy_zone(g, side, afv=bool(roster.afv >> unit & 1))
    kind = movement_class(g, unit)
    ring = {start: Way(0, rough=False, hexes=())}
    yield ring
    for steps in range(1, distance + 1):
        outer: dict[Place, Way] = {}
        for here, way in ring.items():
            for to in board.neighbours[here]:
                if to < 0 or board.distance(start, to) != steps:
                    continue
                if not _passes(g, side, kind, here, to):
                    continue
                rough = way.rough or not enters(g, kind, here, to)
                longer = Way(way.losses + (held >> to & 1), rough, (*way.hexes, to))
                if to not in outer or longer[:2] < outer[to][:2]:
                    outer[to] = longer
        if not outer:
            return
        ring = outer
        yield ring


def _passes(g: TrumpetsState, side: int, kind: str, here: Place, to: Place) -> bool:
    """Not through enemies, nor over unbridged rivers except on foot or by fords. Rule rc-ret-1."""
    if g.occupied[enemy(side)] >> to & 1:
        return False
    if water_between(g, here, to) != "river" or by_road(g, kind, here, to):
        return True
    country = g.setting.country
    if country.across(country.fords, here, to):
        return True
    return is_foot(kind) and not country.across(country.water["great"], here, to)


def _apart(g: TrumpetsState, start: Place, ring: dict[Place, Way], foes: int) -> dict[Place, Way]:
    """Ways whose end is not nearer to any of the foes than the start."""
    distance, hexes = g.setting.board.distance, members(foes)
    return {
        end: way
        for end, way in ring.items()
        if all(distance(foe, end) >= distance(foe, start) for foe in hexes)
    }


def _with_room(g: TrumpetsState, unit: Piece, ways: dict[Place, Way]) -> dict[Place, Way]:
    return {end: way for end, way in ways.items() if may_stop(g, 1 << unit, end)}


def _least_harmful(ways: dict[Place, Way]) -> dict[Place, Way]:
    """Ends by the fewest steps lost: enemy zones only if there is no other way."""
    least = min((way.losses for way in ways.values()), default=0)
    return {end: way for end, way in ways.items() if way.losses == least}


class Retreat(TrumpetsStep, frozen=True, tag="retreat"):
    """Units retreat, each where its owner likes. Rules gc-16, gc-17, rc-ret-1.

    Attributes:
        side: Who retreats.
        units: Those who still have to.
        distance: How many hexes.
        foes: Set of the hexes they must not come nearer to.
        may_stand: Whether a leader may order an all-out effort (gc-18).
    """

    side: int
    units: Pieces
    distance: int
    foes: int
    may_stand: bool = True

    @at_rest
    def ask(self, g: TrumpetsState) -> Decision | None:
        """Which unit goes where, or stands."""
        waiting = g.alive(self.units)
        leaders = [Action("stand", (g.setting.word(one),)) for one in self._leaders(g)]
        found: list[Action] = []
        for unit in waiting:
            ends = retreat_ends(g, unit, self.distance, self.foes).ways
            if not leaders and (not ends or g.where[unit] in ends):
                return None  # It has no choice.
            found += [Action("retreat", (unit, end)) for end in ends if end != g.where[unit]]
        if not found and not leaders:
            return None
        if leaders and not found:
            leaders.append(Action("pass"))
        return Decision(
            self.side,
            "retreat",
            [*found, *leaders],
            ("rc-ret-1", "gc-18") if leaders else ("rc-ret-1",),
            {"count": self.distance},
            tuple(waiting),
        )

    def _leaders(self, g: TrumpetsState) -> list[int]:
        """Leaders with H who can let some of the units stand. Rules tab-leader-H, rc-lead-1."""
        if not g.setting.advanced or not self.may_stand:
            return []
        found = {
            formation
            for unit in g.alive(self.units)
            if not g.ooc >> unit & 1
            for formation in g.chain(g.under[unit])
            if "H" in g.setting.roster.formations[formation].letters
            and not g.leaders_spent >> formation & 1
        }
        return sorted(found)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """Go, or stand."""
        if action.verb == "stand":
            self._stand(g, g.setting.formation(action.choice(0)), log)
        elif action.verb == "pass":
            g.steps[-1] = msgspec.structs.replace(self, may_stand=False)
        else:
            self._go(g, action.piece(0), action.place(1), log)

    def _stand(self, g: TrumpetsState, leader: int, log: Log) -> None:
        """His units stay; leaders of corps and armies act for one formation (rc-lead-2)."""
        under = [unit for unit in g.alive(self.units) if leader in g.chain(g.under[unit])]
        if g.setting.roster.formations[leader].level in HIGH_LEVELS:
            first = division_of(g, under[0])
            under = [unit for unit in under if division_of(g, unit) == first]
        g.leaders_spent |= 1 << leader
        log.append(StoodFast(tuple(under), g.setting.roster.formations[leader].id))
        self._leave(g, under)

    def _leave(self, g: TrumpetsState, done: list[Piece]) -> None:
        left = tuple(unit for unit in g.alive(self.units) if unit not in done)
        g.steps[-1] = msgspec.structs.replace(self, units=left)

    def _go(self, g: TrumpetsState, unit: Piece, to: Place, log: Log) -> None:
        ends = retreat_ends(g, unit, self.distance, self.foes)
        self._leave(g, [unit])
        fall_back(g, unit, ends.ways[to], ends.missing, log)

    def run(self, g: TrumpetsState, log: Log) -> None:
        """Those without a choice: stay and bleed, or are lost for lack of room."""
        for unit in g.alive(self.units):
            ends = retreat_ends(g, unit, self.distance, self.foes)
            if not ends.ways:
                self._leave(g, [unit])
                eliminate(g, unit, "no-room", log)  # rc-stack-2
                return
            if g.where[unit] in ends.ways:
                self._leave(g, [unit])
                lose_steps(g, unit, ends.missing, log, "no-retreat")
                return
        g.steps.pop()


def fall_back(g: TrumpetsState, unit: Piece, way: Way, missing: int, log: Log) -> None:
    """Carry a retreat out. Rules dis-5, dis-6, dis-7, rc-ret-1; dumps are taken (note-dump-1)."""
    bit = 1 << unit
    leave_work(g, unit)
    for place in way.hexes:
        g.put(unit, place)
        capture_fuel(g, (unit,), place, log)
    log.append(Retreated(unit, way.hexes[-1]))
    if g.deployed & bit:
        disrupt(g, bit, "dis-6" if g.setting.roster.hqs & bit else "dis-5", log)
    if way.rough:
        disrupt(g, bit, "dis-7", log)
    lose_steps(g, unit, way.losses + missing, log, "retreat")
    disrupt_crowds(g, way.hexes[-1], log)  # dis-2, dis-3
