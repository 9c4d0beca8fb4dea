"""Costs remembered: what entering costs depends on the ground, not on who asks how often.

What came in play matters to the ways out of a location only near it, so the ways are remembered
with what lies within a hex or two; nearly everywhere that is nothing.
"""

from __future__ import annotations

import copy
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple

from salient.boards.bits import each_place, union
from salient.engine.ids import Piece, Place
from salient.engine.memory import Answers, Memo
from salient.engine.state import once
from salient.games.squad.core.arcs import front_sides
from salient.games.squad.core.bypass import Passage, passages
from salient.games.squad.core.costs import entry_cost, in_the_way
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.points import ONE
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Cost, Entry, Lying, Manner
from salient.games.squad.terrain.board import SIDES, Link

PLACES = 8192
"""How many locations are kept for a kind of mover."""

FAR = 1 << 30
"""More halves than anybody has."""


class Way(NamedTuple):
    """An open way out of a location.

    Attributes:
        to: Where it leads.
        side: The hexside crossed.
        halves: What it costs.
        road: Whether it keeps to a road, so that the bonus of roads is not lost (B3.4).
        bogs: Whether a bog check awaits.
    """

    to: Place
    side: int
    halves: int
    road: bool
    bogs: bool


Drive = tuple[int, Place, int, bool]
"""What a vehicle in a *node*, ``6 * location + corner`` that it faces, can do: the next node and
its location, the halves of MP, and whether a bog check awaits."""


class Known(NamedTuple):
    """What is known of a location to a mover.

    Attributes:
        ways: The ways out.
        drives: For each corner that a vehicle faces: turning by one corner, entering a location
            over the two hexsides in front.
    """

    ways: tuple[Way, ...]
    drives: tuple[tuple[Drive, ...], ...]


def follows_road(cost: Cost) -> bool:
    """Whether an entry keeps to a road, so that the bonus of roads is not lost. Rule B3.4."""
    return any(part.what == "road" for part in cost.parts)


def lying_about(g: SquadState, manner: Manner) -> Lying:
    """All that comes and goes on the ground and can change what entering costs.

    What counts only in the location entered, or left, matters next to it; who goes along hexsides
    has to do with what lies beyond them, too.
    """
    board = g.setting.board
    around, beside = board.around, board.around if manner == "bypass" else board.beside
    for name in ("blazes", "wire"):
        for place in each_place(getattr(g, name)):
            yield beside[place], (name, place)
    for place in g.smoke:  # However thick it is.
        yield beside[place], ("smoke", place)
    for key in g.roadblocks:
        yield beside[key // SIDES], ("roadblock", key)
    for name in ("breaks", "rubble"):
        for place, what in getattr(g, name).items():
            yield around[place], (name, place, what)
    for answer in g.setting.chapters.lying:
        yield from answer(g, manner)


def _things(g: SquadState, manner: Manner) -> tuple[tuple[tuple[int, Hashable], ...], int]:
    """All that lies about, and all the hexes to which any of it matters."""
    found = tuple(lying_about(g, manner))
    return found, union(zone for zone, _ in found)


def counts_allotment(g: SquadState, way: str) -> bool:
    """Whether anything on the map costs a part of all points: on foot only marsh. Rule B16.4."""
    return way != "infantry" or "marsh" in g.setting.board.terrains


def is_closed(g: SquadState, unit: Piece) -> bool:
    """Whether a unit is an AFV with a roof, which counts at towers. Rule B34.41."""
    return bool(g.setting.armour >> unit & 1) and g.setting.vehicle_row(unit).open == "no"


Passages = tuple[tuple[Passage, Cost], ...]
"""Ways to bypass with their costs."""

MOVERS: Memo[
    Hashable,
    tuple[Answers[Hashable, Known], Answers[Hashable, Cost], Answers[Hashable, Passages]],
] = Memo("ways and entries", 1024)
"""For each kind of mover: the ways out of locations, by location and all that lies about it, single
entries by the same and the entry, and ways to bypass by the same."""


def tolls_of(g: SquadState, unit: Piece, way: str, manner: Manner, allotment: int) -> Tolls:
    """What is known of locations to a unit; those who move alike share it.

    Who goes along hexsides, or stands at one, leaves where he is in his own way.
    """
    mover = _mover(g, unit, way, manner, allotment)
    if manner == "bypass" or unit in g.bypass or unit in g.crest:
        return Tolls(g, unit, way, manner, allotment, mover)
    return once(
        g, ("tolls", manner, mover), lambda: Tolls(g, unit, way, manner, allotment, mover)
    )  # fmt: skip


def _mover(g: SquadState, unit: Piece, way: str, manner: Manner, allotment: int) -> Hashable:
    """All by which what entering costs one mover differs from what it costs another."""
    setting = g.setting
    pushes = bool(setting.guns and unit in g.owner and g.carried(unit) & setting.guns)
    fenced = "fence" in setting.words  # Only fences keep the exhausted out (P3.2c).
    # Only at towers an advance or a rout costs another than any move.
    plain = manner == "assault" or (manner in ("advance", "rout") and not setting.board.towered)
    return (
        way, "move" if plain else manner, allotment if counts_allotment(g, way) else 0,
        is_closed(g, unit),
        fenced and g.cx >> unit & 1, bool(g.breaches) and (g.broken | g.berserk) >> unit & 1,
        g.buttoned >> unit & 1, pushes, g.special,
    )  # fmt: skip


class Tolls(dict[int, Known]):
    """What is known of locations to one mover in one manner, while the ground stays as it is."""

    def __init__(
        self, g: SquadState, unit: Piece, way: str, manner: Manner, allotment: int, mover: Hashable
    ) -> None:
        self.g, self.unit, self.way, self.manner, self.allotment = g, unit, way, manner, allotment
        memory, board = g.setting.memory.of(MOVERS), g.setting.board
        known = memory.get(mover) or memory.keep(
            mover, (Answers(PLACES), Answers(PLACES), Answers(PLACES))
        )
        self._known, self._costs, self._passages = known
        self._bits = board.hex_bits
        self._things, self._touched = once(g, ("lying", manner), lambda: _things(g, manner))
        self._traffic = in_the_way(g) if way != "infantry" and manner != "bypass" else {}
        self._beside = board.beside
        self._crowded = union(board.beside[place] for place in self._traffic)
        self._stance: Hashable = None
        self._beyond = g
        self._marked = self._touched | self._crowded
        if unit in g.bypass or unit in g.crest:
            self._stance = g.bypass.get(unit), g.crest.get(unit), g.facing[unit], g.turret[unit]
            self._beyond = _in_the_middle(g, unit)
            self._marked |= self._bits[g.where[unit]]

    def __missing__(self, place: Place) -> Known:
        """What is known of a location, from then on."""
        if self._bits[place] & self._marked:
            found = self._look_up(place)
        else:  # Nothing lies about: so it is nearly everywhere.
            found = self._lasting(place, place)
        self[place] = found
        return found

    def _key(self, place: Place) -> Hashable:
        """A location with all that can change what leaving it costs."""
        here = self._bits[place]
        stands = self._stance is not None and place == self.g.where[self.unit]
        if not (here & self._touched or stands):
            return place
        things = tuple(thing for zone, thing in self._things if zone & here)
        return place, things, self._stance if stands else None

    def _look_up(self, place: Place) -> Known:
        key, here = self._key(place), self._bits[place]
        if not here & self._crowded:
            return self._lasting(key, place)
        near = tuple((to, n) for to, n in self._traffic.items() if self._beside[to] & here)
        found = self._known.get((key, near))
        if found is None:
            found = delayed(self._lasting(key, place), place, dict(near))
            self._known.keep((key, near), found)
        return found

    def _lasting(self, key: Hashable, place: Place) -> Known:
        """What is known of a location without other vehicles, which come and go."""
        found = self._known.get(key)
        if found is None:
            found = self._known.keep(key, self._learn(place))
        return found

    def _learn(self, place: Place) -> Known:
        ways = self.priced(place, self.g.setting.board.links[place], alone=True)
        if self.way == "infantry":
            return Known(ways, ())
        slow = is_obstacle(self.g, place)
        drives = [drives_from(place, corner, ways, slow=slow) for corner in range(SIDES)]
        return Known(ways, tuple(drives))

    def ways(self, place: Place) -> tuple[Way, ...]:
        """The open ways out of a location, in the order of the board's links."""
        return self[place].ways

    def cost(self, entry: Entry) -> Cost:
        """What an entry costs that is no way of the board by itself: one of two in a dash."""
        key = self._key(entry.origin), entry[1:]
        found = self._costs.get(key)
        if found is None:
            found = self._costs.keep(key, entry_cost(self.g, entry, self.allotment))
        return found

    def passages(self) -> Passages:
        """The ways to bypass from where the mover stands, with their costs. Rule A4.3."""
        key = self._key(self.g.where[self.unit])
        found = self._passages.get(key)
        if found is None:
            entries = [
                (p, p.entry(self.g, self.unit, self.way)) for p in passages(self.g, self.unit)
            ]
            costs = [(p, entry_cost(self.g, entry, self.allotment)) for p, entry in entries]
            found = self._passages.keep(key, tuple(costs))
        return found

    def priced(
        self, place: Place, links: Iterable[Link], *, alone: bool = False
    ) -> tuple[Way, ...]:
        """Those of some links from a location that are open, with their costs."""
        g = self.g if place == self.g.where[self.unit] else self._beyond
        found = []
        for to, side in links:
            entry = Entry(self.unit, self.way, place, to, side, self.manner)
            cost = entry_cost(g, entry, self.allotment, alone=alone)
            if not cost.bar:
                found.append(Way(to, side, cost.total, follows_road(cost), bool(cost.bogs)))
        return tuple(found)


def delayed(known: Known, place: Place, traffic: Mapping[Place, int]) -> Known:
    """What is known of a location, with the vehicles that must be driven round. Rule D2.14."""
    more = {to: ONE * count for to, count in traffic.items() if to != place}
    if not any(way.to in more for way in known.ways):
        return known
    ways = (way._replace(halves=way.halves + more.get(way.to, 0)) for way in known.ways)
    drives = (
        tuple([(after, to, halves + more.get(to, 0), bogs) for after, to, halves, bogs in corner])
        for corner in known.drives
    )
    return Known(tuple(ways), tuple(drives))


def drives_from(
    place: Place,
    corner: int,
    ways: Iterable[Way],
    *,
    slow: bool,
    held: int = -1,
    stuck: bool = False,
) -> tuple[Drive, ...]:
    """What a vehicle can do in a location. Rules D2.1, D2.11.

    Args:
        place: The location.
        corner: The corner it faces.
        ways: The ways out.
        slow: Whether what fills the location slows turning.
        held: The corner it stands at in bypass: it leaves by the sides there.
        stuck: Whether it cannot turn.
    """
    turning, base = 2 * ONE if slow else ONE, SIDES * place
    sides = front_sides(corner if held < 0 else held)
    turns = () if stuck else (
        (base + (corner + 1) % SIDES, place, turning, False),
        (base + (corner - 1) % SIDES, place, turning, False),
    )  # fmt: skip
    return (
        *turns,
        *(
            (SIDES * to + corner, to, halves, bogs)
            for to, side, halves, _, bogs in ways
            if side in sides
        ),
    )


def _in_the_middle(g: SquadState, unit: Piece) -> SquadState:
    """The state as if a unit were neither in bypass nor at a crest: it will not be farther on."""
    beyond = copy.copy(g)
    beyond.bypass = {other: at for other, at in g.bypass.items() if other != unit}
    beyond.crest = {other: at for other, at in g.crest.items() if other != unit}
    return beyond
