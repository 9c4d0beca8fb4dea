"""What a shell that strikes a vehicle does to those aboard. Rule D.8."""

from __future__ import annotations

from salient.boards.bits import set_of
from salient.engine.state import Log
from salient.games.squad.combat.attack import strike
from salient.games.squad.combat.riding import people_aboard
from salient.games.squad.core.questions import Attack
from salient.games.squad.core.state import SquadState


def strike_those_aboard(g: SquadState, gun: int, vehicle: int, column: int, log: Log) -> None:
    """A shell that leaves a vehicle whole attacks those aboard. Rule D.8 (reading)."""
    people = set_of(people_aboard(g, vehicle))
    if people and not g.wrecks >> vehicle & 1:
        shell = Attack("shell", g.side(gun), (), g.where[vehicle], False, (gun,))
        strike(g, shell, column, g.dice(), (), people, log)
