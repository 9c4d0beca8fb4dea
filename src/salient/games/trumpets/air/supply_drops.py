"""US air supply (10.0): an HQ and what stands around it is supplied until the next pre-dawn."""

from __future__ import annotations

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.engine.events import Modifier, Rolled
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log
from salient.games.trumpets.air.missions import change
from salient.games.trumpets.calendar import is_night, turn_of
from salient.games.trumpets.events import SupplyFound
from salient.games.trumpets.roster import ALLIED
from salient.games.trumpets.setting import PASS
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

DIE = 6
WING_FIRST = turn_of("23MO")
"""From this turn on the transport wing makes an attempt each turn (rc-sup-5)."""

NEED = {"clear": 4, "fog": 2, "heavy_fog": 0, "snow": 0}
"""One die at or under this brings the supplies, by the weather over the HQ (rc-sup-5)."""

DROP_RADIUS = 3
"""Rule rc-sup-5."""


class AirSupply(TrumpetsStep, frozen=True, tag="air_supply"):
    """Step 10, MO and AF: which HQ is dropped on. Rules sop-10, rc-sup-5.

    Attributes:
        wing: Whether the transport wing has still to fly.
    """

    wing: bool = True

    def ask(self, g: TrumpetsState) -> Decision | None:
        """An HQ, or nobody; the wing first, then aircraft that are held."""
        if is_night(g.turn) or not (self._wing(g) or held_aircraft(g)):
            return None
        hqs = [hq for hq in each_piece(needy_hqs(g)) if NEED[g.weather_at(g.where[hq])]]
        if not hqs:
            return None
        actions = [*g.setting.offer["drop"].of(hqs), PASS]
        return Decision(ALLIED, "drop", actions, ("sop-10", "rc-sup-5"))

    def _wing(self, g: TrumpetsState) -> bool:
        return self.wing and g.turn >= WING_FIRST

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """One die decides whether it gets through."""
        if action == PASS:
            g.steps.pop()
            return
        if self._wing(g):
            g.steps[-1] = AirSupply(wing=False)
        else:
            change(g, held_aircraft(g)[0], mission="home")
        drop_supplies(g, action.piece(0), log)


def held_aircraft(g: TrumpetsState) -> list[int]:
    """US aircraft that are held and may carry supplies instead. Rule rc-sup-5."""
    return [
        number
        for number, craft in enumerate(g.aircraft)
        if craft.side == ALLIED and craft.mission == "hold"
    ]


def needy_hqs(g: TrumpetsState) -> int:
    """Allied HQs with units out of supply near them."""
    found = 0
    mine = g.setting.army[ALLIED]
    for hq in each_piece(g.on_map(g.setting.roster.hqs & mine)):
        if _around(g, hq) & g.oos:
            found |= 1 << hq
    return found


def _around(g: TrumpetsState, hq: Piece) -> int:
    near = g.setting.board.within(1 << g.where[hq], DROP_RADIUS)
    return g.units_in(near, g.setting.army[ALLIED])


def drop_supplies(g: TrumpetsState, hq: Piece, log: Log) -> None:
    """That HQ and units within three hexes are in supply until the next pre-dawn. Rule rc-sup-5."""
    face, need = g.roll(DIE), NEED[g.weather_at(g.where[hq])]
    fell = face <= need
    modifiers: tuple[Modifier, ...] = ()
    log.append(Rolled(ALLIED, "drop", (face,), need, modifiers, int(fell), ("rc-sup-5",)))
    if fell:
        fed = _around(g, hq) & g.oos
        g.oos &= ~fed
        g.dropped |= fed
        log.append(SupplyFound(members(fed), "in"))
