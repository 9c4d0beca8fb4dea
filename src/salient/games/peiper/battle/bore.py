"""Machine-guns that are sighted in on a hex for the night. Rule CG12a.

Nothing else is sighted in on anything before a scenario, and by day nothing is. Reading: it is
worth -1, for the Scenario Defender, as long as the machine-gun stays where it was set up.
"""

from __future__ import annotations

from collections.abc import Iterator

from salient.boards.bits import each_piece, each_place
from salient.engine.ids import Piece, Place
from salient.games.peiper.calendar import is_night
from salient.games.peiper.state import NOBODY, PeiperState
from salient.games.squad.core.actions import PIECE, PLACE
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.subjects import Attack, Cover, Look
from salient.games.squad.sight.lines import eye_of
from salient.games.squad.sight.los import sight_of

SIGHTED_IN = Cover("CG12a", -1)


def to_be_sighted(g: PeiperState, side: int) -> list[Piece]:
    """Machine-guns that a side may sight in while it sets up. Rule CG12a."""
    if not is_night(g.date) or g.terms.attacker in (NOBODY, side):
        return []
    guns = g.on_map(g.setting.army[side] & g.setting.mgs) & ~g.reserve
    return [gun for gun in each_piece(guns) if g.owner[gun] != NOBODY and gun not in g.bore]


def fields(g: PeiperState, gun: Piece) -> list[Place]:
    """The locations on which a machine-gun may be sighted in: in range, and seen by day."""
    place = g.where[gun]
    near = g.setting.board.within(place, g.reach(gun)) & g.setting.all_hexes & ~(1 << place)
    return list(each_place(sight_of(g).seen(eye_of(g, g.owner[gun]), place, near)))


def aimed_before(g: PeiperState, attack: Attack, unit: Piece, look: Look) -> Iterator[Cover]:  # noqa: ARG001
    """Fire on the hex on which a machine-gun was sighted in. Rule CG12a."""
    if any(g.bore.get(gun) == (g.where[gun], attack.target) for gun in attack.firers):
        yield SIGHTED_IN


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"night"}),
    covers=(("any", aimed_before),),
    verbs={"sight_in": (PIECE,), "bore": (PIECE, PLACE)},
)
