"""Calling artillery: where many enemies stand together, and none of one's own. Rule C1."""

from __future__ import annotations

from salient.boards.bits import each_place
from salient.engine.actions import Action
from salient.engine.ids import Piece, Place, enemy
from salient.engine.state import Decision
from salient.games.squad.bot.survey import Outlook
from salient.games.squad.bot.weights import (
    AT_ALL,
    BARRAGE,
    BOMBS,
    CALLING,
    HIDDEN_FROM_ABOVE,
    OWN_TROOPS,
    SHIFTED,
)
from salient.games.squad.combat.firepower import target_places
from salient.games.squad.core.locations import terrain_at
from salient.games.squad.core.setting import side_of
from salient.games.squad.core.state import NOBODY, SquadState
from salient.games.squad.guns.aircraft import RUN
from salient.games.squad.guns.artillery import (
    SHIFT,
    Calling,
    battery_for,
    mission_of,
    observes,
    registered,
)
from salient.games.squad.guns.vehicle_targets import marks_in
from salient.games.squad.sight.los import sees, sight_of


def call_worth(o: Outlook, action: Action) -> float:
    """What it is worth to get through to a battery: the best that its shells could do.

    Who sees nobody to shell does not call: he would lose his turn over it.
    """
    g = o.g
    number, leader = battery_and_caller(g, action)
    mission = mission_of(g, number)
    hexes = {g.setting.board.hex_of[place] for place in each_place(target_places(g, o.side))}
    in_view = {here for here in hexes if is_in_view(g, number, leader, here)}
    in_view.update(registered(g, g.batteries[number]))
    if mission.stage == "sr":
        near = g.setting.board.within(mission.place, SHIFT)
        in_view = {here for here in in_view if near >> here & 1} | {mission.place}
    best = max((barrage_worth(g, o.side, here) for here in in_view), default=0.0)
    return best if best > 0 else -1.0


def battery_and_caller(g: SquadState, action: Action) -> tuple[int, Piece]:
    """The battery that is called, and the leader who does; ``NOBODY`` for an observer."""
    if action.verb == "observe":
        return action.number(0), NOBODY
    number = battery_for(g, action.piece(0))
    assert number is not None
    return number, action.piece(0)


def is_in_view(g: SquadState, number: int, leader: Piece, place: Place) -> bool:
    """Whether a caller sees a hex, or the observer of a battery off the map."""
    if leader == NOBODY:
        return observes(g, sight_of(g), g.batteries[number], place)
    return sees(g, leader, place)


def request(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Spot and shift to where most enemies are; shells fall when they are there."""
    g, step = o.g, o.g.steps[-1]
    assert isinstance(step, Calling)
    match action.verb:
        case "draw":
            return CALLING
        case "spot":
            return barrage_worth(g, o.side, action.place(0)) - AT_ALL
        case "shift":
            return SHIFTED * barrage_worth(g, o.side, action.place(0)) - AT_ALL
        case "convert":
            return barrage_worth(g, o.side, mission_of(g, step.battery).place)
    return -1.0 if action.verb == "screen" else 0.0


def barrage_worth(g: SquadState, side: int, hexagon: Place) -> float:
    """Squads that artillery on a hex would strike, less those of one's own, as a side sees it."""
    near = (near for near in g.setting.board.hexes[hexagon].near if near >= 0)
    return sum(struck_worth(g, side, place) for place in (hexagon, *near))


def struck_worth(g: SquadState, side: int, place: Place) -> float:
    """The same of one hex."""
    known = g.people(place, enemy(side)) & ~g.concealed
    foes = known | marks_in(g, place, enemy(side))
    return BARRAGE * (foes.bit_count() - OWN_TROOPS * g.people(place, side).bit_count())


def dive(o: Outlook, decision: Decision, action: Action) -> float:  # noqa: ARG001
    """Where a plane attacks: most enemies, seen easily, and none of one's own."""
    g, board = o.g, o.g.setting.board
    if action.verb == "pass":
        return 0.0
    hexes: list[Place] = [action.place(0)]
    if action.verb == "strafe":
        along = side_of(action.choice(1))
        while len(hexes) < RUN and hexes[-1] >= 0:
            hexes.append(board.hexes[hexes[-1]].near[along])
    worth = sum(struck_worth(g, o.side, place) for place in hexes if place >= 0)
    hides = g.setting.numbers.aircraft.hides.get(terrain_at(g, action.place(0)), 0)
    return (worth if action.verb == "strafe" else BOMBS * worth) * (1.0 - HIDDEN_FROM_ABOVE * hides)
