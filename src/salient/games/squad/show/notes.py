"""Notes on what is offered: what a move costs and finds there, what a shot promises."""

from __future__ import annotations

from collections import defaultdict

from salient.engine.actions import Action
from salient.engine.events import Modifier
from salient.engine.ids import Place
from salient.engine.messages import Message, Reason, Value, Word, message, series
from salient.engine.state import Decision, Log
from salient.games.squad.core.events.fire import HitRolled
from salient.games.squad.core.locations import chart_row, terrain_at
from salient.games.squad.core.state import SquadState
from salient.games.squad.guns.to_hit import IN_MOTION
from salient.games.squad.infantry.fire import Aiming
from salient.games.squad.phases.movement import Marching
from salient.games.squad.show.move_costs import MoveCost, MoveCosts, points
from salient.games.squad.show.odds import close_chance, hit_chance, planned_shot

LEADING = frozenset({"go", "assault", "dash", "drive", "reverse", "rout", "crawl", "advance"})
"""Verbs that lead a unit somewhere."""

SAME = {"wooden_rubble": "rubble"}
"""Lines of the chart that are called by the name of another."""


def goal_of(action: Action) -> Place | None:
    """Where an action leads a unit, if anywhere."""
    if action.verb in LEADING:
        return action.place(-1 if action.verb in ("advance", "dash") else 0)
    return None


def note_actions(g: SquadState, decision: Decision) -> list[Value]:
    """What a move costs and what its goal offers; what a shot promises."""
    costs = MoveCosts(g)
    return [_note(g, costs, action) for action in decision.actions]


def figure_actions(g: SquadState, decision: Decision) -> list[str]:
    """What moves cost, and how likely shots are to put their target out of action."""
    costs = MoveCosts(g)
    return [_figure(g, costs, action) for action in decision.actions]


def _note(g: SquadState, costs: MoveCosts, action: Action) -> Value:
    goal, cost = goal_of(action), costs.of(action)
    if goal is not None:
        there = cover(g, goal)
        if cost is None:
            return there
        said = _cost(cost, "mf" if isinstance(costs.step, Marching) else "mp")
        return message("report.move", cost=said, there=there)
    if action.verb in ("at", "burst"):
        shot = planned_shot(g, action)
        if shot is None:
            return ""
        drm = sum(found.value for found in shot.modifiers)
        figures = shot.figures
        return message("report.shot", column=figures["column"], drm=drm,
                       chance=figures["out_of_action"])  # fmt: skip
    if action.verb in ("fight", "engage", "capture"):
        kill, odds, drm, chance = close_chance(g, action)
        return message("report.close", odds=odds, kill=kill, drm=drm, chance=chance)
    if action.verb in ("aim", "shell", "suspect"):
        rolled = _try_out(g, action)
        if rolled is None:
            return ""
        need, doubled, cases = aim_of(rolled)
        which = "report.hit_moving" if doubled else "report.hit"
        hit = message(which, need=need, chance=hit_chance(need, doubled=doubled))
        if not cases:
            return hit
        return message("report.hit_why", hit=hit, why=series(map(modifier, cases)))
    return ""


def _figure(g: SquadState, costs: MoveCosts, action: Action) -> str:
    cost = costs.of(action)
    if cost is not None:
        return f"{points(cost.halves)}{'!' if cost.minimum else ''}"
    if action.verb in ("at", "burst"):
        shot = planned_shot(g, action)
        return f"{shot.figures['out_of_action']:.0%}" if shot else ""
    if action.verb in ("fight", "engage", "capture"):
        return f"{close_chance(g, action)[3]:.0%}"
    if action.verb in ("aim", "shell", "suspect"):
        rolled = _try_out(g, action)
        if rolled is None:
            return ""
        need, doubled, _ = aim_of(rolled)
        return f"{hit_chance(need, doubled=doubled):.0%}"
    return ""


# -- moves ----------------------------------------------------------------------------------------


def _cost(cost: MoveCost, unit: str) -> Value:
    """The sum, and what it is made of."""
    sums: defaultdict[str, int] = defaultdict(int)
    for part in cost.parts:
        sums[part.what] += part.halves
    words = [
        message("report.part", what=part_word(what), points=_signed(halves))
        for what, halves in sums.items() if halves
    ]  # fmt: skip
    if cost.minimum:
        total = message("report.minimum")
    else:
        total = message(f"report.{unit}", points=points(cost.halves))
    if len(words) < 2:
        return total
    return message("report.parts", total=total, parts=series(words))


def _signed(halves: int) -> str:
    return points(halves) if halves >= 0 else f"-{points(-halves)}"


def part_word(what: str) -> Word:
    """What a part of a cost is for."""
    return Word(what, ("part", "thing"))


def cover(g: SquadState, place: Place) -> Message:
    """Terrain and its cover."""
    return message("report.cover", terrain=terrain_word(g, place), tem=chart_row(g, place).tem)


def terrain_word(g: SquadState, place: Place) -> Message:
    """Terrain in a word."""
    return thing_word(terrain_at(g, place))


def thing_word(name: str) -> Message:
    """A kind of terrain, or what stands on a side."""
    return message(f"thing.{SAME.get(name, name)}")


# -- shots ----------------------------------------------------------------------------------------


def aim_of(rolled: HitRolled) -> tuple[int, bool, tuple[Modifier, ...]]:
    """The number to be rolled, whether the lower die counts twice, and the other modifiers."""
    doubled = sum(found.value for found in rolled.modifiers if found.rule == IN_MOTION)
    cases = tuple(found for found in rolled.modifiers if found.rule != IN_MOTION)
    return rolled.need + doubled, bool(doubled), cases


def _try_out(g: SquadState, action: Action) -> HitRolled | None:
    """The To Hit roll that a shot would need, found by firing it in another world."""
    step = g.steps[-1]
    if not isinstance(step, Aiming):
        return None
    twin, log = g.copy(), Log()
    step.take(twin, action, log)
    return next((event for event in log if isinstance(event, HitRolled)), None)


def modifier(found: Modifier) -> Message:
    """A modifier with its reason."""
    return message("report.modifier", value=found.value, reason=Reason(found.rule))
