"""Control and victory. Rules A26.1, A26.2."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import GameEnded
from salient.engine.ids import Place, enemy
from salient.engine.state import Log
from salient.games.squad.combat.morale import worth
from salient.games.squad.core.events.play import Controlled
from salient.games.squad.core.setting import PLAYERS
from salient.games.squad.core.state import NOBODY, SquadState


def take_control(g: SquadState, log: Log) -> None:
    """Locations with good infantry of one side only are its own. Rule A26.11."""
    setting = g.setting
    goals = set(g.goals)
    for place in goals:
        for side in (0, 1):
            good = g.people(place, side) & g.good_order() & setting.squads
            if good and not g.people(place, enemy(side)) and not g.control[side] >> place & 1:
                before = holder(g, place)
                g.control[side] |= 1 << place
                g.control[enemy(side)] &= ~(1 << place)
                if not good & ~g.hidden:
                    g.taken_unseen.setdefault(place, before)
                    continue
                g.taken_unseen.pop(place, None)
                log.append(Controlled(side, place))


def holder(g: SquadState, place: Place) -> int:
    """The side that controls a location, or nobody. Rule A26.1."""
    return next((side for side in (0, 1) if g.control[side] >> place & 1), NOBODY)


def progress(g: SquadState) -> int:
    """How much of what it needs the side that must win has: locations, exits or losses."""
    victory = g.victory
    side = PLAYERS.index(victory.side)
    if victory.kind == "control":
        return sum(g.control[side] >> place & 1 for place in g.goals)
    if victory.kind == "exit":
        return sum(worth(g, unit) for unit in each_piece(g.exited & g.setting.army[side]))
    return g.losses[side]


def finish(g: SquadState, log: Log) -> None:
    """After the last turn, or when a side has nobody left, the game ends. Rule A26.

    A battle without a fixed length ends otherwise.
    Who must take places and has no enemy left to prevent it has won.
    """
    left = [has_anybody(g, side) for side in (0, 1)]
    if not g.turns or (g.turn < g.turns and all(left)):
        return
    victory = g.victory
    side = PLAYERS.index(victory.side)
    g.score = progress(g)
    unopposed = victory.kind == "control" and left[side] and not left[enemy(side)]
    winner = side if g.score >= victory.need or unopposed else enemy(side)
    g.outcome = f"{PLAYERS[winner]}_victory"
    log.append(GameEnded(g.outcome, g.score))


def has_anybody(g: SquadState, side: int) -> bool:
    """Whether a side has anybody left, on the map or still to come."""
    people = g.setting.army[side] & (g.setting.personnel | g.setting.vehicles)
    return bool(people & ~(g.lost | g.exited | g.wrecks | g.abandoned | g.aside()))


def winner_of(g: SquadState) -> int | None:
    """The side that won."""
    return PLAYERS.index(g.outcome.removesuffix("_victory")) if g.outcome else None
