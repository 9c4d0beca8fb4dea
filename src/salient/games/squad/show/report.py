"""What the terminal and the page are told about a position, beyond its view.

The functions of :class:`salient.engine.reports.Report`. Only what both sides see is told.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import members
from salient.boards.pieces import NOWHERE
from salient.engine.actions import Action
from salient.engine.reports import Shade, SightLine
from salient.engine.state import Decision
from salient.games.squad.core.courses import find_course
from salient.games.squad.core.points import mp_left
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import SquadState
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.phases.movement import Marching
from salient.games.squad.phases.rout import find_rout, leave_heavy
from salient.games.squad.show.notes import (
    cover_words,
    describe_actions,
    figure_actions,
    goal_of,
    modifier_words,
    say,
    terrain_word,
    thing_word,
)
from salient.games.squad.show.odds import fire_forecast
from salient.games.squad.show.sheet import lay_out
from salient.games.squad.show.sightings import tell
from salient.games.squad.sight.los import look_across
from salient.games.squad.vehicles.driving import Driving

__all__ = [
    "describe_actions", "describe_decision", "describe_place", "figure_actions",
    "locate_places", "look_along", "note_place", "order_places", "overlay", "overlays",
    "trace_action",
]  # fmt: skip


def describe_decision(g: SquadState, decision: Decision, language: str) -> list[str]:  # noqa: ARG001
    """The shot being put together: firepower, what modifies it, its chances."""
    order = g.steps[-1] if g.steps else None
    if not isinstance(order, Aiming) or order.target < 0:
        return []
    forecast = fire_forecast(g, order)
    if forecast is None:
        return []
    lines = [
        say(language, f"forecast.{key}", value=value) for key, value in forecast.figures.items()
    ]
    if forecast.modifiers:
        total = sum(modifier.value for modifier in forecast.modifiers)
        words = [modifier_words(modifier, language) for modifier in forecast.modifiers]
        listed = say(language, "list.comma").join(words)
        lines.append(say(language, "report.modifiers", total=total, listed=listed))
    return lines


def note_place(g: SquadState, place: int, language: str) -> str:
    """Terrain in a word."""
    return terrain_word(g, place, language)


def describe_place(g: SquadState, place: int, language: str) -> list[str]:
    """Name, terrain, level and what stands on the sides."""
    board = g.setting.board
    here = board.hex(place)
    lines = [
        board.locations[place].token,
        cover_words(g, place, language),
        say(language, "report.level", level=here.level),
    ]
    for side, what in enumerate(here.sides):
        if what:
            word = say(language, f"hexside.{SIDE_KEYS[side]}")
            lines.append(say(language, "report.side", side=word, what=thing_word(what, language)))
    return lines


SIDE_KEYS = ("n", "ne", "se", "s", "sw", "nw")


def order_places(g: SquadState) -> list[int]:
    """The places of the victory conditions, then where somebody is seen, then the rest."""
    first = [*g.setting.goals, *sorted(g.stacks)]
    rest = range(len(g.setting.board.locations))
    return list(dict.fromkeys([*first, *rest]))


def locate_places(g: SquadState) -> dict[int, tuple[float, float]]:
    """Where the places lie, from 0 to 1."""
    picture = lay_out(g.setting, "en")
    return {
        place: (anchor[0] / picture.width, anchor[1] / picture.height)
        for place, anchor in enumerate(picture.anchors) if anchor
    }  # fmt: skip


def trace_action(g: SquadState, decision: Decision, action: Action) -> list[int]:
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


def look_along(
    g: SquadState,
    origin: int,
    target: int,
    side: int,  # noqa: ARG001
    language: str,
) -> SightLine | None:
    """The line of sight between two locations, as far as a side knows of it. Rule A6."""
    seen = look_across(g, origin, target, whole=True)
    board = g.setting.board
    ends = {"viewer": board.locations[origin].token, "target": board.locations[target].token,
            "range": seen.range}  # fmt: skip
    if seen.sighting is None:
        lines = [say(language, "story.clear" if seen.clear else "report.unseen", **ends)]
        return SightLine(seen.clear, lines, (origin, target))
    lines = tell(board.sight, seen.sighting, language)
    smoke = seen.hindrance - seen.sighting.hindrance
    if smoke and seen.sighting.clear:
        lines.append(say(language, "report.end_smoke", total=seen.hindrance, smoke=smoke))
    return SightLine(seen.clear, lines, (origin, *members(seen.hexes), target))


def overlays(g: SquadState) -> tuple[str, ...]:
    """What can be laid over the map; control only where it counts."""
    return ("sight", "threat", "control") if g.setting.goals else ("sight", "threat")


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
        yield Shade(f"shade.sight.{PLAYERS[owner]}", owner, tuple(seen))


def _threat(g: SquadState, side: int) -> Iterator[Shade]:
    """The hexes that the enemies of a side could fire at, as far as it sees them."""
    for foe in (0, 1):
        if foe == side:
            continue
        # Of a question mark nobody knows what it can do.
        places: dict[int, int] = {}
        for unit in members(g.on_map(g.setting.army[foe]) & (g.armed() | g.concealed)):
            place = g.where[unit]
            places[place] = max(6, _reach(g, unit), places.get(place, 0))
        board = g.setting.board
        under = [
            index for index in range(len(board.hexes))
            if any(board.range(place, index) <= reach and look_across(g, place, index).clear
                   for place, reach in places.items())
        ]  # fmt: skip
        yield Shade(f"shade.threat.{PLAYERS[foe]}", foe, tuple(under))


def _reach(g: SquadState, unit: int) -> int:
    return 12 if (g.setting.vehicles | g.concealed) >> unit & 1 else g.reach(unit)


def _control(g: SquadState, side: int) -> Iterator[Shade]:  # noqa: ARG001
    for owner in (0, 1):
        held = tuple(place for place in g.setting.goals if g.control[owner] >> place & 1)
        yield Shade(f"shade.control.{PLAYERS[owner]}", owner, held)
