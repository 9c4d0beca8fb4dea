"""Leaders and their men: where a leader is needed, and where the broken run."""

from __future__ import annotations

from salient.engine.actions import Action
from salient.engine.ids import Piece, Place
from salient.engine.state import Decision
from salient.games.squad.bot.lights import try_light
from salient.games.squad.bot.survey import Outlook, peril
from salient.games.squad.bot.weights import HAVEN, LEAD, LED_HAVEN, RALLY, RUN, RUN_FEAR
from salient.games.squad.core.locations import is_goal, is_shelter
from salient.games.squad.phases.rally import rally_modifiers


def company(o: Outlook, place: Place, leader: Piece) -> float:
    """What a leader is worth in a location: to the broken, and to those who have none."""
    g = o.g
    squads = g.people(place, o.side) & g.setting.squads
    if g.people(place, o.side) & g.setting.leaders & ~g.broken & ~(1 << leader):
        return 0.0
    return RALLY * (squads & g.broken).bit_count() + LEAD * (squads & ~g.broken).bit_count()


ORDERS_OF_RALLY = {"split": -1.0}
"""What is worth less than anything else in a rally phase: whole squads fight better."""


def rally(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Leaders first, so that they can rally the others; then whoever is likeliest to."""
    if action.verb == "end":
        return 0.0
    if action.verb == "light":
        return try_light(o, action.piece(0))
    if action.verb != "rally":
        return ORDERS_OF_RALLY.get(action.verb, 1.0)
    unit = action.piece(0)
    need = o.g.morale(unit) - sum(modifier.value for modifier in rally_modifiers(o.g, unit))
    first = 20.0 if o.g.setting.leaders >> unit & 1 else 2.0
    return first + need if need >= 3 else -1.0


def rout(o: Outlook, decision: Decision, action: Action) -> float:
    """Broken units run to shelter out of fire, best to a leader; who sits well there stays."""
    g = o.g
    (unit,) = decision.acting
    place = g.where[unit] if action.verb == "pass" else action.place(0)
    worth = HAVEN * (is_goal(g, place) + is_shelter(g, place)) - RUN_FEAR * peril(o, place)
    leaders = g.people(place, o.side) & g.setting.leaders & ~g.broken & ~(1 << unit)
    return worth + LED_HAVEN * bool(leaders) + RUN * (action.verb == "rout")
