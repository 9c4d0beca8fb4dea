"""What it costs to get from one location to another, part by part with its rule.

This is what the ``reach`` command knows of the game: a unit alone on the map of a scenario as it
is when play begins.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from salient.boards.pieces import NOWHERE
from salient.engine.dice import seed_from_text
from salient.engine.errors import SetupError
from salient.engine.game import Game
from salient.engine.ids import Piece, Place
from salient.engine.messages import Message, message, series
from salient.engine.state import Ref
from salient.games.squad.core.arcs import corners_facing
from salient.games.squad.core.costs import entry_cost
from salient.games.squad.core.courses import find_course
from salient.games.squad.core.locations import is_obstacle
from salient.games.squad.core.paths import find_reach
from salient.games.squad.core.points import ONE, allotment, mp_of
from salient.games.squad.core.setting import SquadSetting
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.core.subjects import Cost, Entry, Part
from salient.games.squad.errors import SquadSetupError
from salient.games.squad.phases.movement import link_side
from salient.games.squad.show.move_costs import points
from salient.games.squad.show.notes import part_word

UNLIMITED = 2000
"""Halves of points that reach across any map."""


class Leg(NamedTuple):
    """A step of the way: where the unit is after it, and what it costs."""

    place: Place
    cost: Cost


class Journey(NamedTuple):
    """The cheapest way.

    Attributes:
        unit: Who goes.
        start: From where.
        legs: Step by step.
        allotted: Halves of points that it has in a turn.
        within: Whether one turn is enough.
    """

    g: SquadState
    unit: Piece
    start: int
    legs: tuple[Leg, ...]
    allotted: int
    within: bool

    @property
    def total(self) -> int:
        """Halves of points in all."""
        return sum(leg.cost.total for leg in self.legs)

    @property
    def on_foot(self) -> bool:
        """Whether it pays MF, not MP."""
        return not self.g.setting.vehicles >> self.unit & 1


def plan(
    game: Game[SquadState, SquadSetting], scenario: str, unit: str, origin: str, to: str
) -> Journey:
    """The cheapest way of a unit, named by its token or kind, between two locations."""
    g, _ = game.start(scenario, seed_from_text("reach"))
    for other in map(Piece, range(len(g.setting.units))):
        g.owner[other] = NOBODY
        g.put(other, NOWHERE)
    g.bypass.clear()
    who, start, goal = _find_unit(g, unit), _find_place(g, origin), _find_place(g, to)
    g.put(who, start)
    g.concealed = g.hidden = g.motion = 0
    legs, allotted, within = (
        _drive(g, who, goal) if g.setting.vehicles >> who & 1 else _march(g, who, goal)
    )
    if not legs:
        raise SquadSetupError("reach-no-way", unit=unit, origin=origin, to=to)
    return Journey(g, who, start, tuple(legs), allotted, within)


def _find_unit(g: SquadState, name: str) -> Piece:
    units = g.setting.units
    movers = g.setting.personnel | g.setting.vehicles
    for number, unit in enumerate(units):
        named = name.casefold() in (unit.token.casefold(), unit.row.id.casefold())
        if named and movers >> number & 1:
            return Piece(number)
    known = dict.fromkeys(unit.row.id for n, unit in enumerate(units) if movers >> n & 1)
    raise SetupError("no-word", word=name, expected=", ".join(known))


def _find_place(g: SquadState, name: str) -> Place:
    board = g.setting.board
    place = board.token.get(name.casefold())
    if place is None:
        first, last = board.hexes[0].name, board.hexes[-1].name
        raise SquadSetupError("los-off-map", hex=name, first=first, last=last)
    return place


def _march(g: SquadState, unit: Piece, goal: Place) -> tuple[list[Leg], int, bool]:
    """Infantry on its own. Rules A4.1, B3.4."""
    allotted = allotment(g, (unit,))
    reach = find_reach(g, (unit,), allotted, fresh=True, on_road=True)
    within = goal in reach.ends
    if not within:
        reach = find_reach(g, (unit,), UNLIMITED, fresh=False, on_road=False)
    legs = []
    for to in reach.route(goal) if goal in reach.ends else ():
        here = g.where[unit]
        entry = Entry(unit, "infantry", here, to, link_side(g, here, to))
        legs.append(Leg(to, entry_cost(g, entry, allotted)))
        g.put(unit, to)
    return legs, allotted, within


def _drive(g: SquadState, vehicle: Piece, goal: Place) -> tuple[list[Leg], int, bool]:
    """A vehicle from a standstill, facing where it goes. Rules D2.1, D2.12."""
    board, allotted = g.setting.board, mp_of(g, vehicle)
    (c, h), (d, i) = board.hex(g.where[vehicle]).spot, board.hex(goal).spot
    g.facing[vehicle] = g.turret[vehicle] = corners_facing(d - c, i - h)[0]
    course = find_course(g, vehicle, allotted - ONE)
    within = goal in course.ends
    if not within:
        course = find_course(g, vehicle, UNLIMITED)
    if goal not in course.ends:
        return [], allotted, False
    legs = [Leg(g.where[vehicle], _only("D2.12", ONE, "start"))]
    for part in course.way(goal):
        here, step = g.where[vehicle], Place(part)
        if step < 0:
            halves = 2 * ONE if is_obstacle(g, here) else ONE
            legs.append(Leg(here, _only("D2.11", halves, "turn")))
            continue
        way = g.setting.vehicle_row(vehicle).move
        entry = Entry(vehicle, way, here, step, link_side(g, here, step))
        legs.append(Leg(step, entry_cost(g, entry, allotted)))
        g.put(vehicle, step)
    return legs, allotted, within


def _only(rule: str, halves: int, what: str) -> Cost:
    return Cost(halves, (Part(rule, halves, what),))


# -- telling --------------------------------------------------------------------------------------


def tell(journey: Journey) -> Iterator[Message]:
    """The sum, then each step with its parts."""
    unit = "mf" if journey.on_foot else "mp"
    yield message(
        "reach.within" if journey.within else "reach.beyond",
        unit=Ref("piece", journey.unit), start=Ref("place", journey.start),
        to=Ref("place", journey.legs[-1].place),
        cost=message(f"report.{unit}", points=points(journey.total)),
        have=points(journey.allotted),
    )  # fmt: skip
    for place, cost in journey.legs:
        parts = [
            message("reach.part", what=part_word(part.what), points=points(part.halves),
                    rule=part.rule)
            for part in cost.parts
        ]  # fmt: skip
        bog = message("reach.bog", rules=", ".join(b.rule for b in cost.bogs)) if cost.bogs else ""
        yield message("reach.step", place=Ref("place", place), points=points(cost.total),
                      parts=series(parts), bog=bog)  # fmt: skip


def facts(journey: Journey) -> dict[str, Any]:
    """The same as data for programs; points are MF or MP."""
    board = journey.g.setting.board
    return {
        "unit": journey.g.setting.units[journey.unit].token,
        "from": board.locations[journey.start].token,
        "to": board.locations[journey.legs[-1].place].token,
        "points": journey.total / 2,
        "allotment": journey.allotted / 2,
        "within": journey.within,
        "steps": [
            {
                "place": board.locations[leg.place].token,
                "points": leg.cost.total / 2,
                "parts": [
                    {"rule": part.rule, "what": part.what, "points": part.halves / 2}
                    for part in leg.cost.parts
                ],
                "bog_checks": [bog.rule for bog in leg.cost.bogs],
            }
            for leg in journey.legs
        ],
    }
