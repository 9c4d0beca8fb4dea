"""When a German special unit is worth using, for what and where (chapter 14)."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.engine.ids import Place
from salient.engine.state import Decision
from salient.games.mist.bot.staff import Staff
from salient.games.mist.bot.weights import INFILTRATION, LEAST_TRAFFIC, NEVER, SPECIAL_WORTH
from salient.games.mist.rules import special
from salient.games.mist.setting import ALLIED, GERMAN
from salient.games.mist.state import MistState


def special_worth(g: MistState, effect: str, staff: Staff, busy: bool) -> float:
    """Whether now is the moment for a special unit; unused ones are lost with the day.

    While the staff is busy with attacks to be made, only bridges are seen to.
    """
    areas = each_place(special.placements(g, effect))
    if effect == special.PREVENT:
        best = max(_guard_worth(g, staff, area) for area in areas)
        return INFILTRATION if best > LEAST_TRAFFIC else NEVER
    if busy:
        return NEVER
    if effect == special.SUPPORT:
        battles = _committed(g) & special.placements(g, effect)
        return SPECIAL_WORTH if battles else NEVER
    best = max(_hindrance_worth(staff, area) for area in areas)
    return SPECIAL_WORTH / 2 if best > LEAST_TRAFFIC else NEVER


def _committed(g: MistState) -> int:
    """Areas where Germans are about to attack."""
    return sum(
        1 << area
        for area in each_place(g.present[GERMAN] & g.present[ALLIED])
        if g.stack(area, GERMAN) & g.attacking
    )


def _guard_worth(g: MistState, staff: Staff, area: Place) -> float:
    """What saving the bridges around an Allied unit is worth to the advance."""
    traffic, demolishers = staff.view.own.traffic, g.stack(area, ALLIED) & ~g.setting.armor
    if not demolishers:
        return 0.0
    return sum(
        min(traffic[area], traffic[to])
        for to, link, _, bridge in g.setting.board.exits[area]
        if bridge and not g.blown >> link & 1 and g.present[GERMAN] >> to & 1
    )


def judge_prevention(g: MistState, decision: Decision) -> list[float]:
    """Guard the bridges in front of the spearhead."""
    staff = Staff(g, GERMAN)
    return [_guard_worth(g, staff, action.place(0)) for action in decision.actions]


def judge_support(g: MistState, decision: Decision) -> list[float]:
    """Support the biggest battle about to be fought."""
    battles = _committed(g)
    return [
        float(g.total(g.stacks[action.place(0)]) * (battles >> action.place(0) & 1))
        for action in decision.actions
    ]


def _hindrance_worth(staff: Staff, area: Place) -> float:
    """How much Allied traffic passes an area that those who have not acted can still reach."""
    view = staff.view
    return view.threat[area] if view.urgent >> area & 1 else 0.0


def judge_hindrance(g: MistState, decision: Decision) -> list[float]:
    """Sit on the road on which most Allies are about to come."""
    staff = Staff(g, GERMAN)
    return [_hindrance_worth(staff, action.place(0)) for action in decision.actions]


def judge_throw_in(_g: MistState, decision: Decision) -> list[float]:
    """A special unit that is there is used."""
    return [1.0 if action.verb == "support" else 0.0 for action in decision.actions]
