"""What an offered move costs, part by part: for the notes beside it and the figures on the map."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from salient.engine.actions import Action
from salient.engine.ids import Place, Places
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.courses import find_course
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.points import ONE, allotment, getting_out, mf_left, mp_left, mp_of
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Cost, Entry, Manner, Part
from salient.games.squad.phases.movement import Marching, link_side
from salient.games.squad.vehicles.driving import Driving

TURN = "turn"
"""What turning a hull is called among the parts of a cost."""


class MoveCost(NamedTuple):
    """What a move costs: halves of MF or MP in all, and what for.

    Attributes:
        minimum: Whether it takes all there is, being a minimum move (A4.134).
    """

    halves: int
    parts: tuple[Part, ...]
    minimum: bool = False


class MoveCosts:
    """What the moves cost that are offered in a position; each leg is worked out once."""

    def __init__(self, g: SquadState) -> None:
        self.g = g
        self.step = g.steps[-1] if g.steps else None
        self._legs: dict[tuple[int, int, Manner], Cost] = {}
        march = g.march
        if march is not None and isinstance(self.step, Marching):
            self.mover, self.way = march.units[0], "infantry"
            self.allotted = allotment(g, march.units, rushed=march.rushed)
            self.left = mf_left(g, march)
            self.reach = self.step.reach(g, march)
        elif march is not None and isinstance(self.step, Driving):
            self.mover = march.units[0]
            self.way = g.setting.vehicle_row(self.mover).move
            self.allotted = mp_of(g, self.mover)
            self.left = mp_left(g, march)
            self.course = find_course(g, self.mover, self.left)

    def of(self, action: Action) -> MoveCost | None:
        """What an action costs, if it is a move to somewhere."""
        if self.g.march is None or not isinstance(self.step, Marching | Driving):
            return None
        start = self.g.where[self.mover]
        if isinstance(self.step, Marching) and action.verb == "go":
            return self._total((start, *self.reach.route(action.place(0))), "move")
        if isinstance(self.step, Marching) and action.verb == "assault":
            return self._total((start, action.place(0)), "assault")
        if isinstance(self.step, Marching) and action.verb == "dash":
            return self._total((start, action.place(0), action.place(1)), "dash")
        if isinstance(self.step, Driving) and action.verb == "drive":
            return self._drive(start, self.course.way(action.place(0)))
        return None

    def _total(self, stops: Places, manner: Manner) -> MoveCost:
        legs = [self._leg(a, b, manner) for a, b in pairwise(stops)]
        parts = tuple(part for leg in legs for part in leg.parts)
        halves = sum(leg.total for leg in legs)
        out = getting_out(self.g, self.g.moving)
        if out:
            parts = (Part("B27.4", out, "foxhole"), *parts)
        if halves > self.left + ONE:  # with the bonus of roads (B3.4)
            return MoveCost(self.left + out, parts, minimum=True)
        return MoveCost(halves + out, parts)

    def _drive(self, start: Place, way: tuple[int, ...]) -> MoveCost:
        here, halves, parts = start, 0, list[Part]()
        for step in way:
            if step < 0:
                slow = is_obstacle(self.g, here) and self.mover not in self.g.bypass
                turn = Part("D2.11", ONE * (2 if slow else 1), TURN)
                halves += turn.halves
                parts.append(turn)
            else:
                leg = self._leg(here, Place(step), "move")
                halves += leg.total
                parts += leg.parts
                here = Place(step)
        return MoveCost(halves, tuple(parts))

    def _leg(self, origin: Place, to: Place, manner: Manner) -> Cost:
        key = origin, to, manner
        if key not in self._legs:
            side = link_side(self.g, origin, to)
            entry = Entry(self.mover, self.way, origin, to, side, manner)
            self._legs[key] = entry_cost(self.g, entry, self.allotted)
        return self._legs[key]


def points(halves: int) -> str:
    """Halves as players write them.

    >>> points(3), points(1), points(4)
    ('1½', '½', '2')
    """
    whole, half = divmod(halves, 2)
    return f"{whole or ('' if half else 0)}{'½' if half else ''}"
