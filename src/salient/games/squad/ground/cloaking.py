"""Cloaking: infantry that attacks at night is one counter per stack. Rules E1.4, E1.42, E1.43.

Reading: where a scenario says ``cloaking``, all infantry of the side that moves first that is on
the map when night falls is cloaked. The enemy sees one counter for a stack, moving or not; fire at
it is halved as at concealed units, and at +1. A stack that fires, that an enemy sees within two
hexes, or in the light, is seen as the question marks it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, enemy
from salient.engine.state import Log
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import SquadState
from salient.games.squad.core.subjects import Attack, Cover, Entry, Look
from salient.games.squad.sight.concealment import shed_cloak

CLOAK = Cover("E1.42", 1)


def put_on_cloaks(g: SquadState, log: Log) -> None:  # noqa: ARG001
    """As the first turn begins infantry is cloaked. Rule E1.4."""
    if "cloaking" not in g.special or g.turn > 1:
        return
    units = g.on_map(g.setting.army[g.first] & g.setting.personnel) & ~g.riding() & ~g.hidden
    g.cloaked |= units
    for unit in each_piece(units):
        g.concealed |= 1 << unit | g.carried(unit)


def look_under(g: SquadState, log: Log) -> None:
    """As a phase begins: who stands in the light, or too near? Rule E1.43."""
    for place in sorted({g.where[unit] for unit in each_piece(g.on_map(g.cloaked))}):
        shed_cloak(g, each_piece(g.stacks[place] & g.cloaked)[0], log)


def come_near(g: SquadState, entry: Entry, log: Log) -> None:
    """Somebody comes near to a cloak. Rule E1.43."""
    foes = g.on_map(g.cloaked & g.setting.army[enemy(g.side(entry.unit))])
    if foes:
        for place in sorted({g.where[unit] for unit in each_piece(foes)}):
            shed_cloak(g, each_piece(g.stacks[place] & g.cloaked)[0], log)


def cloak(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Fire at a cloak goes astray. Rule E1.42."""
    if g.cloaked >> unit & 1 and attack.origins:
        yield CLOAK


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"cloaking"}),
    game_turns=(put_on_cloaks,),
    phases=(look_under,),
    arrivals=(come_near,),
    covers=(("any", cloak),),
)
