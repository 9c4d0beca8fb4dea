"""Lights at night: over enemies who are hard to see, and not over one's own men. Rule E1.92."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision
from salient.games.squad.bot.survey import Outlook
from salient.games.squad.bot.weights import LIT_ENEMY, LIT_FRIEND, WORTH_A_LIGHT
from salient.games.squad.sight.air import lit_places


def light_worth(o: Outlook, place: Place) -> float:
    """Enemies whom a light over a hex would show, less one's own that it shows to them."""
    g, board = o.g, o.g.setting.board
    lit = board.within(place, g.setting.numbers.night.light) & ~lit_places(g)
    foes, own, seen = g.setting.army[enemy(o.side)] & ~g.hidden, g.setting.army[o.side], 0
    worth = 0.0
    for at, stack in g.stacks.items():
        if not lit >> at & 1:
            continue
        worth -= LIT_FRIEND * bool(stack & own & g.setting.personnel)
        shooters = board.within(at, 2 * g.nvr + 6) & ~board.within(at, g.nvr)
        seen = sum(bool(there & own & g.armed()) for spot, there in g.stacks.items()
                   if shooters >> spot & 1)  # fmt: skip
        worth += LIT_ENEMY * bool(stack & foes & (g.armed() | g.concealed)) * min(seen, 2)
    return worth


def try_light(o: Outlook, unit: Piece) -> float:
    """What the best place that somebody can light up is worth."""
    g = o.g
    near = g.setting.board.within(g.where[unit], g.setting.numbers.night.throw)
    hexes = len(g.setting.board.hexes)
    best = max(light_worth(o, place) for place in each_place(near) if place < hexes)
    return best - WORTH_A_LIGHT


def over(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Where the light goes up."""
    return light_worth(o, action.place(0))
