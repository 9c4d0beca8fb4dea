"""Guns of the first scenario at Stoumont look where a die says once they are seen. SSR-I.3."""

from __future__ import annotations

from salient.boards.bits import each_piece
from salient.engine.events import Secret
from salient.engine.ids import Piece
from salient.engine.state import Log
from salient.games.peiper.events import UnitDiced
from salient.games.peiper.state import PeiperState
from salient.games.squad.core.actions import CORNER_WORDS
from salient.games.squad.core.arcs import CORNERS
from salient.games.squad.core.events.movement import Turned
from salient.games.squad.core.questions import Chapters
from salient.games.squad.core.subjects import Attack

AS_RECORDED, CLOCKWISE = 2, 4
"""The highest dice that leave a gun as it was recorded, and that turn it clockwise."""


def settle(g: PeiperState, gun: Piece, log: Log, *, secret: bool) -> None:
    """The die that says where a gun looks. Rule SSR-I.3."""
    die, side = g.die(), g.side(gun)
    by = 0 if die <= AS_RECORDED else 1 if die <= CLOCKWISE else -1
    g.unlaid &= ~(1 << gun)
    g.facing[gun] = g.turret[gun] = (g.facing[gun] + by) % CORNERS
    result = ("as_recorded", "clockwise", "counter_clockwise")[by]
    events = [UnitDiced(side, gun, "facing", (die,), AS_RECORDED, (), result, "SSR-I.3")]
    told = (*events, Turned(gun, CORNER_WORDS[g.facing[gun]]))
    log.extend(Secret(side, event) if secret else event for event in told)


def seen(g: PeiperState, units: int, log: Log) -> None:
    """Guns that come to light. Rule SSR-I.3."""
    for gun in each_piece(units & g.unlaid):
        settle(g, gun, log, secret=False)


def attacked(g: PeiperState, attack: Attack, log: Log) -> None:
    """An anti-tank gun that is attacked before it is seen. Rule SSR-I.3."""
    if not g.unlaid:
        return
    for gun in each_piece(g.stacks.get(attack.target, 0) & g.unlaid):
        if g.setting.gun_row(gun).kind == "AT":
            settle(g, gun, log, secret=True)


CHAPTER: Chapters[PeiperState] = Chapters(
    needs=frozenset({"gun"}), revealings=(seen,), aftermaths=(attacked,)
)
