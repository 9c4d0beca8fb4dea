"""What the terminal and the page are told about a position: shots, places, lines of sight.

All is told of the position as the side that asks knows it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.boards.reports import PieceReport
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.messages import Value, message, series
from salient.engine.reports import Chart, Overlays, Refusals, SightLine
from salient.engine.state import Decision, Ref
from salient.engine.turns import TurnTrack
from salient.engine.views import PieceView
from salient.games.squad.core.locations import terrain_at
from salient.games.squad.core.state import SquadState
from salient.games.squad.ground.night import SETTING_OUT
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.phases.movement import Marching
from salient.games.squad.phases.rout import find_rout, leave_heavy
from salient.games.squad.show.charts import charts
from salient.games.squad.show.los import tell
from salient.games.squad.show.notes import (
    LEADING,
    cover,
    figure_actions,
    modifier,
    note_actions,
    terrain_word,
    thing_word,
)
from salient.games.squad.show.odds import fire_forecast
from salient.games.squad.show.overlays import OVERLAYS
from salient.games.squad.show.ranges import range_of
from salient.games.squad.show.refusals import REFUSALS
from salient.games.squad.show.sheet import lay_out
from salient.games.squad.show.standing import standing
from salient.games.squad.show.turns import turn_track
from salient.games.squad.show.warnings import warn_of_mines
from salient.games.squad.sight.los import look_across
from salient.games.squad.sight.stories import story_of

MARKS = {
    **dict.fromkeys(("stone_building", "wooden_building"), "■"),
    **dict.fromkeys(("woods", "pine_woods", "light_woods"), "♣"),
    **dict.fromkeys(("orchard", "summer_orchard", "vineyard"), "°"),
    **dict.fromkeys(("brush", "grain"), '"'),
    **dict.fromkeys(("stream", "gully", "water", "marsh"), "~"),
    **dict.fromkeys(("rubble", "wooden_rubble", "debris", "rail_cars", "wrecked_rail_cars"), "▒"),
}
"""Signs of the terrain on a sketch; the texts ``piece.sketch`` explain them."""

SIDE_KEYS = ("n", "ne", "se", "s", "sw", "nw")

G = TypeVar("G", bound=SquadState)
"""The positions of the game, or of one that is played with it."""

MISSABLE = frozenset({"move", "defensive", "advancing"})
"""The phases in which a unit's chance to act is gone when they end."""


class SquadReport(PieceReport[G]):
    """What is told of a position."""

    layers: Overlays[Any] = OVERLAYS
    refusals: Refusals[Any] = REFUSALS
    leading = LEADING

    def describe_standing(self, g: G) -> list[Value]:
        """The points by their sources, and who would win."""
        return list(standing(g))

    def turn_track(self, g: G) -> TurnTrack | None:
        """Turns and phases, and where one stands."""
        return turn_track(g)

    def charts(self, g: G) -> dict[str, Chart]:
        """The tables that players look things up in."""
        return charts(g.setting)

    def sum_pieces(self, g: G, pieces: Sequence[PieceView], side: int) -> int:
        """How many counters lie in a place: they have no strength in common."""
        return len(pieces)

    def describe_decision(self, g: G, decision: Decision) -> list[Value]:
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

    def describe_actions(self, g: G, decision: Decision) -> list[Value]:
        """What a move costs and what its goal offers; what a shot promises."""
        return note_actions(g, decision)

    def warn_of_actions(self, g: G, decision: Decision) -> list[Value]:
        """Known mines on the way."""
        if not g.mines:
            return super().warn_of_actions(g, decision)
        ways = [
            self.trace_action(g, decision, action) if action.verb in LEADING else ()
            for action in decision.actions
        ]
        return [warn_of_mines(g, way) for way in ways]

    def figure_actions(self, g: G, decision: Decision) -> list[str]:
        """What moves cost, and how likely shots are to put their target out of action."""
        return figure_actions(g, decision)

    def left_out(self, g: G, decision: Decision) -> frozenset[int]:
        """Who does not prep fire can move; few rally, rout or advance; who is set up stands."""
        if g.phase in MISSABLE:
            return super().left_out(g, decision)
        return frozenset()

    def trace_action(self, g: G, decision: Decision, action: Action) -> list[int]:
        """The locations an action leads through.

        Who sets out at night may stray (E1.5) and who routs is fired at (A10.53): their ways are
        found without beginning to go them.
        """
        step = g.steps[-1] if g.steps else None
        if isinstance(step, Marching) and action.verb == "go":
            way = step.reach(g, g.moving).route(action.place(0))
        elif action.verb in LEADING & SETTING_OUT:
            way = tuple(action.place(n) for n in range(len(action.args)))
        elif action.verb == "rout":
            twin = g.copy()
            leave_heavy(twin, Piece(decision.acting[0]))
            way = find_rout(twin, Piece(decision.acting[0]))[0].route(action.place(0))
        else:
            return super().trace_action(g, decision, action)
        start = self.start_of(g, decision, action)
        return [start, *way] if start != NOWHERE else list(way)

    def note_place(self, g: G, place: Place) -> Value:
        """Terrain in a word."""
        return terrain_word(g, place)

    def mark_place(self, g: G, place: Place) -> Value:
        """A sign for the terrain, as on many printed maps."""
        return MARKS.get(terrain_at(g, place), "")

    def describe_place(self, g: G, place: Place) -> list[Value]:
        """Name, terrain, level and what stands on the sides."""
        here = g.setting.board.hex(place)
        level = message("report.level", level=here.level)
        lines: list[Value] = [Ref("place", place), cover(g, place), level]
        for key, what in zip(SIDE_KEYS, here.sides, strict=True):
            if what:
                side = message(f"hexside.{key}")
                lines.append(message("report.side", side=side, what=thing_word(what)))
        return lines

    def order_places(self, g: G) -> list[int]:
        """The places of the victory conditions, then where somebody is seen, then the rest."""
        rest = range(len(g.setting.board.locations))
        return list(dict.fromkeys([*g.goals, *sorted(g.stacks), *rest]))

    def locate_places(self, g: G) -> dict[int, tuple[float, float]]:
        """Where the places lie, from 0 to 1."""
        picture = lay_out(g.setting, "en")
        return {
            place: (anchor[0] / picture.width, anchor[1] / picture.height)
            for place, anchor in enumerate(picture.anchors) if anchor
        }  # fmt: skip

    def reach(self, g: G, piece: Piece) -> tuple[int, ...]:
        """Where a unit on the map could go by itself."""
        return range_of(g, piece)

    def look_along(self, g: G, origin: Place, target: Place) -> SightLine:
        """The line of sight between two locations. Rule A6."""
        seen = story_of(g, look_across(g, origin, target), whole=True)
        if seen.sighting is None:
            verdict = "story.clear" if seen.clear else "report.unseen"
            ends = {"viewer": Ref("place", origin), "target": Ref("place", target)}
            line = message(verdict, **ends, range=seen.range)
            return SightLine(seen.clear, [line], (origin, target))
        lines = tell(g.setting.board.sight, seen.sighting)
        if seen.dark:
            lines.append(message("report.dark", nvr=g.nvr))
        elif seen.mist:
            lines.append(message("report.mist", total=seen.hindrance, mist=seen.mist))
        smoke = seen.hindrance - seen.sighting.hindrance - seen.mist
        if smoke and seen.sighting.clear:
            lines.append(message("report.end_smoke", total=seen.hindrance, smoke=smoke))
        return SightLine(seen.clear, lines, (origin, *members(seen.hexes), target))
