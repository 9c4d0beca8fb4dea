"""What a side keeps on paper until the enemy sees it: states of units, and works. CG10, P8.602g.

The enemy learns the states of a unit once it is unconcealed in sight of one of his ground units
within 16 hexes. Foxholes and trenches in concealment terrain, or dug by night, are hidden until
then, too (reading of P8.602g and P8.621); wire and roadblocks lie in plain sight.
"""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.ids import Place, enemy
from salient.engine.state import Log
from salient.games.peiper.calendar import is_night
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.events.play import Marked
from salient.games.squad.core.locations import conceals
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.subjects import Entry
from salient.games.squad.sight.concealment import SIGHT, is_watched
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of
from salient.games.squad.terrain.board import Hexagon


def write_down(g: PeiperState) -> None:
    """When a scenario begins, all states of units are on paper. Rule CG10."""
    g.noted = g.on_map(g.setting.army[0] | g.setting.army[1]) & ~g.wrecks


def phase_begins(g: PeiperState, log: Log) -> None:
    """What is seen by now. Rules CG10, P8.602g."""
    telling = g.setting.vehicles | g.malfunctioned | g.fanatic | g.short
    g.noted &= g.on_map(g.noted) & ~g.wrecks
    for unit in each_piece(g.noted & telling & ~(g.concealed | g.hidden)):
        if is_watched(g, unit):
            g.noted &= ~(1 << unit)
    for here in [here for here, side in g.dug.items() if is_seen(g, here, side)]:
        uncover(g, here, log)


def entered(g: PeiperState, entry: Entry, log: Log) -> None:
    """Who comes to a work finds it. Rule P8.602g."""
    here = g.setting.board.hex_of[entry.to]
    if g.dug.get(here, g.side(entry.unit)) != g.side(entry.unit):
        uncover(g, here, log)


# -- works ----------------------------------------------------------------------------------------


def dig(g: PeiperState, here: Hexagon, side: int) -> None:
    """A foxhole or trench is there, perhaps unknown to the enemy."""
    if conceals(g, here) or is_night(g.date):
        g.dug[here] = side


def is_seen(g: PeiperState, here: Place, side: int) -> bool:
    """Whether an enemy ground unit sees a work, or somebody in it who is in the open. P8.602g."""
    if g.stack(here, side) & g.entrenched & ~(g.concealed | g.hidden):
        return True
    board, sight = g.setting.board, sight_of(g)
    near, eye = board.within(here, SIGHT), board.eyes[here]
    foes = g.setting.army[enemy(side)] & g.armed() & ~g.hidden
    return any(
        near >> origin & 1
        and any(sight.hindrance(eye_of(g, foe), origin, eye, here) >= 0
                for foe in each_piece(stack & foes))
        for origin, stack in g.stacks.items() if stack & foes
    )  # fmt: skip


def uncover(g: PeiperState, here: Hexagon, log: Log) -> None:
    """The enemy knows a work from now on."""
    del g.dug[here]
    log.append(Marked(here, "trench" if g.trenches >> here & 1 else "foxhole", "placed"))


CHAPTER: Chapters[PeiperState] = Chapters(phases=(phase_begins,), arrivals=(entered,))
