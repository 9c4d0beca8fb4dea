"""Leaders who come up from the ranks in close combat. Rule A18.2.

Two ones of an attack that no leader takes part in throw a die more. All of it is reconstructed but
the table.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Modifier
from salient.engine.state import Log
from salient.games.squad.core.events.men import LeaderMade
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import CloseRoll
from salient.games.squad.infantry.heat_of_battle import appear

WORD = "leader_creation"
LUCKY, EVEN = 2, 5
"""The roll that makes leaders, and the kill number of even odds (A18.2)."""

GRADES = {1: "81", 2: "80", 3: "80", 4: "70", 5: "70", 6: "61"}
"""The leader by final die; more makes none."""

STEADY, SHAKY = 8, 6
"""The morale from which a leader comes up more easily, and down to which less."""


def creation_modifiers(g: SquadState, roll: CloseRoll) -> tuple[Modifier, ...]:
    """What counts: nation, odds, the morale of the best squad. Rule A18.2."""
    morale = max(g.printed_morale(unit) for unit in each_piece(roll.own))
    value = -1 - max(0, EVEN - roll.kill) - (morale >= STEADY) + (morale <= SHAKY)
    return (Modifier("A18.2", value),) if value else ()


def create_leader(g: SquadState, roll: CloseRoll, log: Log) -> None:
    """A new leader, if his counter is in the box. Rule A18.2."""
    if sum(roll.dice) != LUCKY or not roll.own or roll.own & g.setting.leaders:
        return
    if not roll.own & g.setting.squads:
        return
    modifiers, die = creation_modifiers(g, roll), g.die()
    final = max(1, die + sum(modifier.value for modifier in modifiers))
    side = "ss" if g.setting.army[0] & roll.own else "us"
    kind = f"{side}{GRADES.get(final, '')}"
    box = g.stock() & g.setting.army[roll.side] & g.setting.leaders
    found = [one for one in each_piece(box) if g.kind[one] == kind]
    first = each_piece(roll.own)[0]
    log.append(LeaderMade(first, (die,), modifiers, kind if found else "none"))
    if found:
        appear(g, found[0], first)


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({WORD}),
    close_rolls=(create_leader,),
)
