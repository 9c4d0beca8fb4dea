"""Guns that are dug in where they were set up. Rule C11.2.

Reading: every gun that is set up before play, crewed and not hooked to a vehicle, is emplaced if
the ground allows it, until it is moved. Its crew has +2 cover, which is not added to other terrain
(B32.53, ex-B32.52a). A gun that the enemy does not know gives no cover, or it would show what a
question mark is.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece
from salient.engine.ids import Piece, Place
from salient.engine.state import Log
from salient.games.squad.core.locations import is_building
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.state import NOBODY, SquadState, SquadStep
from salient.games.squad.core.subjects import Attack, Cover, Look
from salient.games.squad.ground.debris import is_boulevard, is_paved, lies_in

EMPLACED = Cover("C11.2", 2, "tem")


def may_emplace(g: SquadState, place: Place) -> bool:
    """Whether a gun can be emplaced in a location. Rules C11.2, B37.61, B37.62.

    Neither in paved roads, boulevards and houses nor above the ground; in debris it can.
    """
    if g.setting.board.locations[place].floor != "ground" or is_building(g, place):
        return False
    hard = is_paved(g, place) or (is_boulevard(g, place) and not lies_in(g, place))
    return not hard


class DiggingIn(SquadStep, frozen=True, tag="digging_in"):
    """Those who have set up guns have dug them in. Rule C11.2."""

    def run(self, g: SquadState, log: Log) -> None:
        """Before play begins."""
        g.steps.pop()
        for gun in each_piece(g.on_map(g.setting.guns)):
            if g.owner[gun] != NOBODY and gun not in g.towed and may_emplace(g, g.where[gun]):
                g.emplaced |= 1 << gun


def emplacement_cover(g: SquadState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """The cover of those who serve an emplaced gun. Rule C11.2."""
    if g.emplaced and g.carried(unit) & g.emplaced & ~(g.concealed | g.hidden):
        yield EMPLACED


CHAPTER: Chapters[SquadState] = Chapters(
    needs=frozenset({"gun"}),
    covers=(("any", emplacement_cover),),
)
