"""What the terminal and the page are told about a position, beyond its view.

The functions of :class:`salient.engine.reports.Report`. Only what both sides see is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from salient.boards.bits import members
from salient.engine.actions import Action
from salient.engine.events import Event
from salient.engine.reports import Shade
from salient.engine.state import Decision
from salient.engine.texts import package_texts
from salient.games.squad.events import Deployed, Moved
from salient.games.squad.fire import Aiming
from salient.games.squad.ground import chart_row, terrain_at
from salient.games.squad.los import look_across
from salient.games.squad.map import sheet
from salient.games.squad.movement import Marching
from salient.games.squad.odds import fire_forecast
from salient.games.squad.setting import FOLDER, SIDES
from salient.games.squad.state import NOWHERE, SquadState
from salient.games.squad.vehicles import Driving, find_course

CROWD = 4
"""From so many units on, setting up is told as one event."""


class SetUp(Event, frozen=True, tag="set_up"):
    """Many units have been set up; only the condensed log has it."""

    count: int


def _say(language: str, message: str, **values: object) -> str:
    return package_texts(FOLDER / "text", language).say(message, **values)


def describe_actions(g: SquadState, decision: Decision, language: str) -> list[str]:
    """What a location offers to those who go there."""
    notes = []
    for action in decision.actions:
        place = _goal(action)
        if place is None:
            notes.append("")
            continue
        notes.append(_cover(g, place, language))
    return notes


def _cover(g: SquadState, place: int, language: str) -> str:
    """Terrain and its cover in words."""
    tem = chart_row(g, place).tem
    return _say(language, "report.cover", terrain=_thing(terrain_at(g, place), language), tem=tem)


def _thing(name: str, language: str) -> str:
    return _say(language, f"thing.{SAME.get(name, name)}")


SAME = {"wooden_rubble": "rubble"}
"""Lines of the chart that are called by the name of another."""


def _goal(action: Action) -> int | None:
    if action.verb in LEADING:
        return int(action.args[-1] if action.verb == "advance" else action.args[0])
    return None


LEADING = frozenset({"go", "assault", "drive", "reverse", "rout", "crawl", "advance"})
"""Verbs that lead a unit somewhere."""


def describe_decision(g: SquadState, decision: Decision, language: str) -> list[str]:  # noqa: ARG001
    """The chances of the shot being put together."""
    order = g.steps[-1] if g.steps else None
    if not isinstance(order, Aiming) or order.target < 0:
        return []
    forecast = fire_forecast(g, order)
    if forecast is None:
        return []
    figures = forecast.figures.items()
    return [_say(language, f"forecast.{key}", value=value) for key, value in figures]


def note_place(g: SquadState, place: int, language: str) -> str:
    """Terrain in a word."""
    return _thing(terrain_at(g, place), language)


def describe_place(g: SquadState, place: int, language: str) -> list[str]:
    """Name, terrain, level and what stands on the sides."""
    board = g.setting.board
    here = board.hex(place)
    lines = [
        board.locations[place].token,
        _cover(g, place, language),
        _say(language, "report.level", level=here.level),
    ]
    for side, what in enumerate(here.sides):
        if what:
            word = _say(language, f"hexside.{SIDE_KEYS[side]}")
            lines.append(_say(language, "report.side", side=word, what=_thing(what, language)))
    return lines


SIDE_KEYS = ("n", "ne", "se", "s", "sw", "nw")


def order_places(g: SquadState) -> list[int]:
    """The places of the victory conditions, then where somebody is seen, then the rest."""
    first = [*g.setting.goals, *sorted(p for p, units in g.stacks.items() if units & ~g.hidden)]
    rest = range(len(g.setting.board.locations))
    return list(dict.fromkeys([*first, *rest]))


def locate_places(g: SquadState) -> dict[int, tuple[float, float]]:
    """Where the places lie, from 0 to 1."""
    picture = sheet(g.setting)
    return {
        place: (anchor[0] / picture.width, anchor[1] / picture.height)
        for place, anchor in enumerate(picture.anchors) if anchor
    }  # fmt: skip


def trace_action(g: SquadState, decision: Decision, action: Action) -> list[int]:
    """The locations an action leads through."""
    goal, step = _goal(action), g.steps[-1] if g.steps else None
    if goal is None:
        return []
    if isinstance(step, Marching) and g.march is not None and action.verb == "go":
        start = g.where[g.march.units[0]]
        way = step.reach(g, g.march).route(goal)
        return [*([start] if start != NOWHERE else []), *way]
    if isinstance(step, Driving) and g.march is not None and action.verb == "drive":
        vehicle = g.march.units[0]
        start = g.where[vehicle]
        steps = find_course(g, vehicle, step.left(g, g.march)).ways[goal]
        return [*([start] if start != NOWHERE else []), *(s for s in steps if s >= 0)]
    if g.march is not None:
        unit: int | None = g.march.units[0]
    else:
        unit = int(action.args[0]) if action.verb == "advance" else _mover(decision)
    return [goal] if unit is None or g.where[unit] == NOWHERE else [g.where[unit], goal]


def _mover(decision: Decision) -> int | None:
    value = decision.values.get("unit")
    return None if value is None or isinstance(value, int | str) else value.value


def overlays(g: SquadState) -> tuple[str, ...]:  # noqa: ARG001
    """What can be laid over the map."""
    return ("sight", "threat", "control")


def overlay(g: SquadState, name: str, side: int, language: str) -> list[Shade]:  # noqa: ARG001
    """One overlay: what a side's units see, or who controls what counts."""
    found = {"sight": _sight, "threat": _threat, "control": _control}[name](g, side)
    return [shade for shade in found if shade.places]


def _sight(g: SquadState, side: int) -> Iterator[Shade]:
    """The hexes in sight of a side's own units; a spectator sees none."""
    for owner in (0, 1):
        if owner != side:
            continue
        own = g.on_map(g.setting.army[owner]) & g.armed()
        eyes = {g.where[unit] for unit in members(own)}
        seen = [h for h in range(len(g.setting.board.hexes))
                if any(look_across(g, place, h).clear for place in eyes)]  # fmt: skip
        yield Shade(f"shade.sight.{SIDES[owner]}", owner, tuple(seen))


def _threat(g: SquadState, side: int) -> Iterator[Shade]:
    """The hexes that the enemies of a side could fire at, as far as it sees them."""
    for foe in (0, 1):
        if foe == side:
            continue
        seen = g.on_map(g.setting.army[foe]) & g.armed() & ~g.hidden
        if side == -1:
            seen &= ~g.concealed
        places = {g.where[unit]: max(6, _reach(g, unit)) for unit in members(seen)}
        board = g.setting.board
        under = [
            index for index in range(len(board.hexes))
            if any(board.range(place, index) <= reach and look_across(g, place, index).clear
                   for place, reach in places.items())
        ]  # fmt: skip
        yield Shade(f"shade.threat.{SIDES[foe]}", foe, tuple(under))


def _reach(g: SquadState, unit: int) -> int:
    return 12 if (g.setting.vehicles | g.concealed) >> unit & 1 else g.reach(unit)


def _control(g: SquadState, side: int) -> Iterator[Shade]:
    for owner in (0, 1):
        held = [p for p in g.setting.goals if g.control[owner] >> p & 1]
        open_ = [p for p in held if side == owner or g.people(p, owner) & ~g.hidden
                 or not g.people(p, owner)]  # fmt: skip
        yield Shade(f"shade.control.{SIDES[owner]}", owner, tuple(open_))


def condense(events: Sequence[Event]) -> list[Event]:
    """The steps of one march as one, a whole set-up as one line."""
    found: list[Event] = []
    crowd = sum(isinstance(event, Deployed) for event in events)
    told = False
    for event in events:
        last = found[-1] if found else None
        if isinstance(event, Deployed) and crowd >= CROWD:
            if not told:
                found.append(SetUp(crowd))
                told = True
        elif isinstance(event, Moved) and isinstance(last, Moved) and last.units == event.units:
            found[-1] = msgspec.structs.replace(last, to=event.to, cost=last.cost + event.cost)
        else:
            found.append(event)
    return found
