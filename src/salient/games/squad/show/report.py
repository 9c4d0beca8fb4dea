"""What the terminal and the page are told about a position: shots, places, lines of sight.

All is told of the position as the side that asks knows it.
"""

from __future__ import annotations

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.messages import Value, message, series
from salient.engine.reports import Report, SightLine
from salient.engine.state import Decision, Ref
from salient.games.squad.core.courses import find_course
from salient.games.squad.core.points import mp_left
from salient.games.squad.core.state import SquadState
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.phases.movement import Marching
from salient.games.squad.phases.rout import find_rout, leave_heavy
from salient.games.squad.show.los import tell
from salient.games.squad.show.notes import (
    cover,
    figure_actions,
    goal_of,
    modifier,
    note_actions,
    terrain_word,
    thing_word,
)
from salient.games.squad.show.odds import fire_forecast
from salient.games.squad.show.overlays import OVERLAYS
from salient.games.squad.show.sheet import lay_out
from salient.games.squad.sight.los import look_across
from salient.games.squad.vehicles.driving import Driving

SIDE_KEYS = ("n", "ne", "se", "s", "sw", "nw")


class SquadReport(Report[SquadState]):
    """What is told of a position."""

    layers = OVERLAYS

    def describe_decision(self, g: SquadState, decision: Decision) -> list[Value]:  # noqa: ARG002
        """The shot being put together: firepower, what modifies it, its chances."""
        order = g.steps[-1] if g.steps else None
        if not isinstance(order, Aiming) or order.target < 0:
            return []
        forecast = fire_forecast(g, order)
        if forecast is None:
            return []
        figures = forecast.figures.items()
        lines: list[Value] = [message(f"forecast.{key}", value=value) for key, value in figures]
        if forecast.modifiers:
            total = sum(found.value for found in forecast.modifiers)
            listed = series(map(modifier, forecast.modifiers))
            lines.append(message("report.modifiers", total=total, listed=listed))
        return lines

    def describe_actions(self, g: SquadState, decision: Decision) -> list[Value]:
        """What a move costs and what its goal offers; what a shot promises."""
        return note_actions(g, decision)

    def figure_actions(self, g: SquadState, decision: Decision) -> list[str]:
        """What moves cost, and how likely shots are to put their target out of action."""
        return figure_actions(g, decision)

    def trace_action(self, g: SquadState, decision: Decision, action: Action) -> list[int]:
        """The locations an action leads through."""
        goal, step = goal_of(action), g.steps[-1] if g.steps else None
        if goal is None:
            return []
        if isinstance(step, Marching) and g.march is not None and action.verb == "go":
            start = g.where[g.march.units[0]]
            way = step.reach(g, g.march).route(goal)
            return [*([start] if start != NOWHERE else []), *way]
        if action.verb == "dash" and g.march is not None:
            return [g.where[g.march.units[0]], action.place(0), action.place(1)]
        if isinstance(step, Driving) and g.march is not None and action.verb == "drive":
            vehicle = g.march.units[0]
            start = g.where[vehicle]
            steps = find_course(g, vehicle, mp_left(g, g.march)).way(goal)
            return [*([start] if start != NOWHERE else []), *(s for s in steps if s >= 0)]
        unit = action.piece(0) if action.verb == "advance" else decision.acting[0]
        if action.verb == "rout":
            twin = g.copy()
            leave_heavy(twin, unit)
            return [g.where[unit], *find_rout(twin, unit)[0].route(goal)]
        return [goal] if g.where[unit] == NOWHERE else [g.where[unit], goal]

    def note_place(self, g: SquadState, place: int) -> Value:
        """Terrain in a word."""
        return terrain_word(g, place)

    def describe_place(self, g: SquadState, place: int) -> list[Value]:
        """Name, terrain, level and what stands on the sides."""
        here = g.setting.board.hex(place)
        level = message("report.level", level=here.level)
        lines: list[Value] = [Ref("place", place), cover(g, place), level]
        for key, what in zip(SIDE_KEYS, here.sides, strict=True):
            if what:
                side = message(f"hexside.{key}")
                lines.append(message("report.side", side=side, what=thing_word(what)))
        return lines

    def order_places(self, g: SquadState) -> list[int]:
        """The places of the victory conditions, then where somebody is seen, then the rest."""
        rest = range(len(g.setting.board.locations))
        return list(dict.fromkeys([*g.setting.goals, *sorted(g.stacks), *rest]))

    def locate_places(self, g: SquadState) -> dict[int, tuple[float, float]]:
        """Where the places lie, from 0 to 1."""
        picture = lay_out(g.setting, "en")
        return {
            place: (anchor[0] / picture.width, anchor[1] / picture.height)
            for place, anchor in enumerate(picture.anchors) if anchor
        }  # fmt: skip

    def look_along(self, g: SquadState, origin: int, target: int) -> SightLine:
        """The line of sight between two locations. Rule A6."""
        seen = look_across(g, origin, target).whole_story
        if seen.sighting is None:
            verdict = "story.clear" if seen.clear else "report.unseen"
            ends = {"viewer": Ref("place", origin), "target": Ref("place", target)}
            line = message(verdict, **ends, range=seen.range)
            return SightLine(seen.clear, [line], (origin, target))
        lines = tell(g.setting.board.sight, seen.sighting)
        smoke = seen.hindrance - seen.sighting.hindrance
        if smoke and seen.sighting.clear:
            lines.append(message("report.end_smoke", total=seen.hindrance, smoke=smoke))
        return SightLine(seen.clear, lines, (origin, *members(seen.hexes), target))
