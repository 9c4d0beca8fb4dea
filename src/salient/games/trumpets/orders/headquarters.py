"""HQs that come back (rc-hq-2), and that of Kampfgruppe Cochenhausen (rc-kgc-1)."""

from __future__ import annotations

from salient.boards.bits import each_piece, members
from salient.engine.actions import Action
from salient.engine.ids import Piece
from salient.engine.state import Decision, Log, Ref
from salient.games.trumpets.calendar import code, is_predawn
from salient.games.trumpets.events import HqReturned
from salient.games.trumpets.roster import GERMAN, NO_UNIT
from salient.games.trumpets.standing.supply import supply_roads
from salient.games.trumpets.state import TrumpetsState, TrumpetsStep

KGC, KGC_TURN, KGC_PARENT = "KGC", "23PD", "2PZ"
KGC_UNITS, KGC_DISTANCE = 6, 6
"""Units that join the group, and hexes within which they stand (rc-kgc-1)."""


class ReturningHqs(TrumpetsStep, frozen=True, tag="returning_hqs"):
    """In pre-dawn turns lost HQs come back with one of their units. Rule rc-hq-2.

    Attributes:
        done: HQs that have been dealt with.
    """

    done: int = 0

    def ask(self, g: TrumpetsState) -> Decision | None:
        """With which unit the next lost HQ comes back."""
        hq = self._next(g)
        if hq < 0:
            return None
        actions = list(g.setting.offer["name"].of(hosts(g, hq)))
        values = {"hq": Ref("piece", hq)}
        return Decision(g.setting.side_of[hq], "hq_returns", actions, ("rc-hq-2",), {**values})

    def _next(self, g: TrumpetsState) -> Piece:
        if not is_predawn(g.turn):
            return NO_UNIT
        lost = (hq for hq in each_piece(g.setting.roster.hqs & ~self.done) if not g.steps_left[hq])
        return next((hq for hq in lost if hosts(g, hq)), NO_UNIT)

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """It is there again: in march formation, fatigued."""
        hq = self._next(g)
        g.steps[-1] = ReturningHqs(self.done | 1 << hq)
        g.steps_left[hq] = 1
        g.put(hq, g.where[action.piece(0)])
        g.deployed &= ~(1 << hq)
        g.fatigued |= 1 << hq
        log.append(HqReturned(hq, g.where[hq]))


def hosts(g: TrumpetsState, hq: Piece) -> list[Piece]:
    """The units of a lost HQ that a supply road reaches. Rule rc-hq-2."""
    formation, side = g.setting.units[hq].formation, g.setting.side_of[hq]
    roads = supply_roads(g, side)
    mine = (u for u in each_piece(g.setting.army[side]) if u != hq and g.where[u] >= 0)
    return [u for u in mine if formation in g.chain(g.under[u]) and roads >> g.where[u] & 1]


class PlacingKgc(TrumpetsStep, frozen=True, tag="kgc"):
    """On 23PD the HQ of Kampfgruppe Cochenhausen may be formed. Rules sop-18c, rc-kgc-1."""

    side: int

    def ask(self, g: TrumpetsState) -> Decision | None:
        """With which unit of the 2nd Panzer Division, or not."""
        hq = g.setting.roster.index.get(f"HQ-{KGC}", -1)
        if (
            self.side != GERMAN
            or code(g.turn) != KGC_TURN
            or hq < 0
            or g.where[hq] >= 0
            or hq in g.waiting
        ):
            return None
        parent = g.setting.formation(KGC_PARENT.casefold())
        mine = members(g.setting.army[self.side] & g.setting.roster.combat)
        units = [u for u in mine if g.where[u] >= 0 and parent in g.chain(g.under[u])]
        if not units or g.formed_kgc:
            return None
        actions = [*g.setting.offer["name"].of(units), Action("pass")]
        return Decision(self.side, "kgc", actions, ("sop-18c", "rc-kgc-1"))

    def take(self, g: TrumpetsState, action: Action, log: Log) -> None:
        """The HQ is placed, and units near it join."""
        g.formed_kgc = True
        if action.verb == "pass":
            g.steps.pop()
            return
        hq = g.setting.unit(f"HQ-{KGC}")
        place = g.where[action.piece(0)]
        g.put(hq, place)
        g.deployed &= ~(1 << hq)
        log.append(HqReturned(hq, place))
        parent = g.setting.formation(KGC_PARENT.casefold())
        near = g.units_in(g.setting.board.within(1 << place, KGC_DISTANCE), g.setting.roster.combat)
        joined = [u for u in each_piece(near) if g.under[u] == parent]
        for unit in joined[:KGC_UNITS]:
            g.assign(unit, g.setting.units[hq].formation)
